//! Which classes cover a row.

use crate::multidim::items::Part;
use equipoise_data::Region;
use equipoise_measure::disclosure::ChainLabel;
use std::collections::HashMap;

/// Rows that are shown alike.
pub(super) struct Class {
    pub(super) regions: Vec<Region>,
    pub(super) parts: Vec<Part>,
}

/// Which classes have which regions, as bits.
pub(super) struct Cover {
    of_region: Vec<HashMap<Region, Vec<u64>>>,
    words: usize,
}

impl Cover {
    pub(super) fn new(classes: &[Class], attributes: usize) -> Self {
        let words = classes.len().div_ceil(64);
        let mut of_region: Vec<HashMap<Region, Vec<u64>>> = vec![HashMap::new(); attributes];
        for (at, class) in classes.iter().enumerate() {
            for (of, region) in of_region.iter_mut().zip(&class.regions) {
                of.entry(*region).or_insert_with(|| vec![0; words])[at / 64] |= 1 << (at % 64);
            }
        }
        Cover { of_region, words }
    }

    /// The classes whose regions are steps of these chains on every attribute.
    pub(super) fn classes(&self, chains: &[&[ChainLabel]]) -> Vec<usize> {
        let mut all = vec![u64::MAX; self.words];
        for (of, chain) in self.of_region.iter().zip(chains) {
            let mut some = vec![0; self.words];
            for bits in chain.iter().filter_map(|step| of.get(&step.region)) {
                some.iter_mut()
                    .zip(bits)
                    .for_each(|(word, bits)| *word |= bits);
            }
            all.iter_mut()
                .zip(&some)
                .for_each(|(word, bits)| *word &= bits);
        }
        let bits = |(w, &word): (usize, &u64)| {
            (0..64)
                .filter(move |b| word >> b & 1 == 1)
                .map(move |b| w * 64 + b)
        };
        all.iter().enumerate().flat_map(bits).collect()
    }
}
