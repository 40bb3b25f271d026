//! How far the rows of a table are from the distribution that its release suggests.

use super::view::{Original, ReleasedView};
use rayon::prelude::*;
use std::f64::consts::LN_2;

/// The divergence of Kullback and Leibler.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Divergence {
    /// In nats; infinite when rows are not covered.
    pub nats: f64,
    /// Rows of the original that no class covers although nothing is left out: the release says
    /// they cannot be.
    pub uncovered: u64,
}

impl Divergence {
    /// The same in bits.
    pub fn bits(self) -> f64 {
        self.nats / LN_2
    }
}

/// KL(P, Q) of the distribution P of the quasi-identifiers from Q, which spreads each class evenly
/// over what its cells stand for.
///
/// # Formula
/// Sum over distinct rows t of p(t) ln(p(t) / q(t)), with q(t) = 1/n times the sum over classes
/// that cover t of |E| divided by the number of combinations the class stands for. Regions of a
/// local recoding overlap, so several classes can cover t. Rows that are left out are spread over
/// all combinations.
///
/// # Source
/// Kifer and Gehrke, Injecting utility into anonymized datasets, 2006.
///
/// # Cost
/// For each distinct row one bit per class and quasi-identifier, 64 at a time.
///
/// # Numerics
/// Sums in a fixed order, the same on any number of threads. Exactly 0 when the release is the
/// original.
///
/// # Example
/// Ages 20, 20 and 30 shown as 20-30: p = (2/3, 1/3), q = (1/2, 1/2), KL = 2/3 ln(4/3) + 1/3
/// ln(2/3) = 0.0566.
pub fn divergence(original: &Original, released: &ReleasedView) -> Divergence {
    const CHUNK: usize = 512;
    let truth = original.entries(&[]);
    let cover = Cover::new(original, released);
    let everywhere = original
        .quasi()
        .iter()
        .fold(released.left_out() as f64, |rows, column| {
            rows / f64::from(column.values)
        });
    let parts: Vec<(f64, u64)> = (0..truth.len().div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            let (mut codes, mut found, mut sum) =
                (vec![0; truth.columns.len()], Vec::new(), (0.0, 0));
            for e in chunk * CHUNK..truth.len().min((chunk + 1) * CHUNK) {
                codes
                    .iter_mut()
                    .zip(&truth.columns)
                    .for_each(|(code, column)| *code = column[e]);
                let (rows, shown) = (
                    truth.weights[e] as f64,
                    cover.rows_at(&codes, &mut found) + everywhere,
                );
                if shown > 0.0 {
                    sum.0 += rows * (rows / shown).ln()
                } else {
                    sum.1 += truth.weights[e]
                }
            }
            sum
        })
        .collect();
    let (sum, uncovered) = parts
        .iter()
        .fold((0.0, 0), |(sum, rows), part| (sum + part.0, rows + part.1));
    let nats = if uncovered > 0 {
        f64::INFINITY
    } else {
        (sum / original.rows().max(1) as f64).max(0.0)
    };
    Divergence { nats, uncovered }
}

/// Finds the classes that cover a combination of values.
struct Cover<'a> {
    released: &'a ReleasedView,
    columns: Vec<Blocks>,
    /// Rows of each class over the combinations it stands for.
    density: Vec<f64>,
    words: usize,
}

/// For each block of neighbouring values of a column the classes that touch it, one bit each.
struct Blocks {
    /// Values per block.
    len: u32,
    bits: Vec<u64>,
}

impl<'a> Cover<'a> {
    /// Blocks per column at most: columns with more values have several in one, and classes are
    /// looked at again.
    const MOST_BLOCKS: u32 = 1024;

    fn new(original: &Original, released: &'a ReleasedView) -> Self {
        let words = released.classes().div_ceil(64);
        let columns = original
            .quasi()
            .iter()
            .zip(&released.cells)
            .map(|(column, cells)| {
                let len = column.values.div_ceil(Self::MOST_BLOCKS).max(1);
                let mut bits = vec![0; column.values.div_ceil(len) as usize * words];
                for class in 0..released.classes() {
                    let region = cells.region(class);
                    for block in region.first / len..=region.last / len {
                        bits[block as usize * words + class / 64] |= 1 << (class % 64);
                    }
                }
                Blocks { len, bits }
            });
        let combinations = |class: usize| {
            released
                .cells
                .iter()
                .map(|cells| cells.region(class).len() as f64)
                .product::<f64>()
        };
        let density = (0..released.classes())
            .map(|class| released.sizes[class] as f64 / combinations(class))
            .collect();
        Cover {
            released,
            columns: columns.collect(),
            density,
            words,
        }
    }

    /// The rows that the release suggests for a combination of values.
    fn rows_at(&self, codes: &[u32], found: &mut Vec<u64>) -> f64 {
        found.clear();
        found.resize(self.words, u64::MAX);
        for (column, &code) in self.columns.iter().zip(codes) {
            let bits = &column.bits[(code / column.len) as usize * self.words..][..self.words];
            found
                .iter_mut()
                .zip(bits)
                .for_each(|(found, bits)| *found &= bits);
        }
        let mut rows = 0.0;
        for (word, &bits) in found.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                let class = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if self.is_covered(class, codes) {
                    rows += self.density[class];
                }
            }
        }
        rows
    }

    fn is_covered(&self, class: usize, codes: &[u32]) -> bool {
        let inside = |(at, &code): (usize, &u32)| {
            self.columns[at].len == 1 || self.released.cells[at].region(class).contains(code)
        };
        codes.iter().enumerate().all(inside)
    }
}
