//! A small seeded generator, so that every run tests the same cases.

/// A multiplicative congruential generator; the upper bits are used.
pub(crate) struct Generator(u64);

impl Generator {
    pub(crate) fn new(seed: u64) -> Self {
        Generator(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    pub(crate) fn index(&mut self, bound: usize) -> usize {
        self.below(bound as u64) as usize
    }

    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.index(items.len())]
    }

    /// The lines of a random tree with `leaves` values named by `name` and the given number of
    /// columns.
    pub(crate) fn tree(
        &mut self,
        leaves: usize,
        columns: usize,
        name: impl Fn(usize) -> String,
    ) -> Vec<Vec<String>> {
        let mut lines: Vec<Vec<String>> = (0..leaves).map(|i| vec![name(i)]).collect();
        let mut nodes: Vec<usize> = (0..leaves).collect();
        for level in 1..columns {
            let top = level + 1 == columns;
            let parents: Vec<usize> = (0..leaves)
                .map(|_| if top { 0 } else { self.index(3) })
                .collect();
            for (line, node) in lines.iter_mut().zip(&mut nodes) {
                *node = parents[*node % leaves];
                line.push(if top {
                    "*".into()
                } else {
                    format!("{level}:{node}")
                });
            }
        }
        lines
    }
}
