//! Made descriptions of items: categories with trees of different heights, few of them frequent,
//! and alike in items of one kind.

use equipoise_data::{Column, Dictionary, Error, Hierarchy, Random, Result, Tree};

/// The heights of the trees of all attributes.
const HEIGHTS: [u32; 12] = [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 2, 3];

/// Kinds of items.
const KINDS: usize = 40;

/// Of a hundred values of an item so many are those of its kind.
const ALIKE: u64 = 40;

const SEED: u64 = 20_120_510;

/// The codes and the hierarchy of each attribute of so many items; the same in every run.
pub(crate) fn items(number: usize) -> Result<Vec<(Vec<u32>, Hierarchy)>> {
    let hierarchies = HEIGHTS
        .iter()
        .map(|&height| hierarchy(height))
        .collect::<Result<Vec<Hierarchy>>>()?;
    let values: Vec<Skewed> = HEIGHTS
        .iter()
        .map(|&height| Skewed::new(leaves(height) as usize))
        .collect();
    let kinds = Skewed::new(KINDS);
    let mut random = Random::new(SEED);
    let of_kind: Vec<Vec<u32>> = (0..KINDS)
        .map(|_| {
            values
                .iter()
                .map(|values| values.draw(&mut random))
                .collect()
        })
        .collect();
    let mut codes = vec![Vec::with_capacity(number); HEIGHTS.len()];
    for _ in 0..number {
        let kind = kinds.draw(&mut random) as usize;
        for (a, codes) in codes.iter_mut().enumerate() {
            let is_alike = random.below(100) < ALIKE;
            codes.push(if is_alike {
                of_kind[kind][a]
            } else {
                values[a].draw(&mut random)
            });
        }
    }
    Ok(codes.into_iter().zip(hierarchies).collect())
}

/// Three branches at the top, two below each other label.
fn leaves(height: u32) -> u32 {
    3 << (height - 1)
}

/// A tree whose leaves have the codes from 0 on; what is missing has a leaf of its own.
fn hierarchy(height: u32) -> Result<Hierarchy> {
    let label = |leaf: u32, level: u32| {
        if level == height {
            "*".to_owned()
        } else {
            format!("{level}:{}", leaf >> level)
        }
    };
    let lines: Vec<Vec<String>> = (0..leaves(height))
        .map(|leaf| (0..=height).map(|level| label(leaf, level)).collect())
        .collect();
    let mut dictionary = Dictionary::new();
    lines
        .iter()
        .map(|line| line[0].as_str())
        .chain([""])
        .for_each(|text| {
            dictionary.intern(text);
        });
    let column = Column {
        name: "item".to_owned(),
        dictionary,
        codes: Vec::new(),
    };
    Hierarchy::bind(&Tree::new(lines)?, &column, &[String::new()])
        .map_err(|_| Error::internal("a made hierarchy lacks values"))
}

/// Draws places of which the first are the most frequent: the i-th has a weight of 1 / i.
struct Skewed(Vec<u64>);

impl Skewed {
    fn new(places: usize) -> Self {
        let mut sum = 0;
        Skewed(
            (1..=places as u64)
                .map(|i| {
                    sum += 1_000_000 / i;
                    sum
                })
                .collect(),
        )
    }

    fn draw(&self, random: &mut Random) -> u32 {
        let at = random.below(self.0[self.0.len() - 1]);
        self.0.partition_point(|&sum| sum <= at) as u32
    }
}
