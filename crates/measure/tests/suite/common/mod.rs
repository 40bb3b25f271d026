//! What the tests of risks share: a seeded generator and random small tables.

/// A linear congruential generator (Knuth's MMIX constants): the same numbers everywhere.
pub(crate) struct Lcg(u64);

impl Lcg {
    /// A generator from a seed.
    pub(crate) fn new(seed: u64) -> Self {
        let mut lcg = Lcg(seed ^ 0x9e37_79b9_7f4a_7c15);
        lcg.bits();
        lcg
    }

    /// 32 bits, the upper ones of the state.
    pub(crate) fn bits(&mut self) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 32) as u32
    }

    /// A number from 0 to `n - 1`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        ((u64::from(self.bits()) * n as u64) >> 32) as usize
    }

    /// A number from 0 to 1, 1 excluded.
    pub(crate) fn unit(&mut self) -> f64 {
        (f64::from(self.bits()) + (f64::from(self.bits()) + 0.5) / 4_294_967_296.0)
            / 4_294_967_296.0
    }
}

/// Columns of codes, equally long, and weights.
pub(crate) struct Small {
    pub(crate) columns: Vec<Vec<u32>>,
    pub(crate) weights: Option<Vec<u64>>,
}

impl Small {
    /// A table of up to `most_columns` columns: few values and many, skewed, with repeated rows and
    /// sparse codes.
    pub(crate) fn random(lcg: &mut Lcg, most_columns: usize) -> Self {
        let (columns, rows) = (1 + lcg.below(most_columns), 1 + lcg.below(40));
        let mut table: Vec<Vec<u32>> = Vec::new();
        for _ in 0..columns {
            let (values, step) = (1 + lcg.below(7), [1, 1, 1000, 300_000_000][lcg.below(4)]);
            table.push(
                (0..rows)
                    .map(|_| (lcg.below(values).min(lcg.below(values + 2)) * step) as u32)
                    .collect(),
            );
        }
        if lcg.below(2) == 0 {
            let (from, to) = (lcg.below(rows), lcg.below(rows));
            table
                .iter_mut()
                .for_each(|column| column[to] = column[from]);
        }
        let weights = (lcg.below(3) == 0).then(|| {
            (0..rows)
                .map(|_| [0, 1, 1, 1, 2, 5][lcg.below(6)])
                .collect()
        });
        Small {
            columns: table,
            weights,
        }
    }

    /// The columns as slices.
    pub(crate) fn slices(&self) -> Vec<&[u32]> {
        self.columns.iter().map(Vec::as_slice).collect()
    }

    /// What a row stands for.
    pub(crate) fn weight(&self, row: usize) -> u64 {
        self.weights.as_ref().map_or(1, |w| w[row])
    }

    /// The values of a row in the columns of a set.
    pub(crate) fn project(&self, row: usize, mask: u64) -> Vec<u32> {
        (0..self.columns.len())
            .filter(|c| mask >> c & 1 == 1)
            .map(|c| self.columns[c][row])
            .collect()
    }
}
