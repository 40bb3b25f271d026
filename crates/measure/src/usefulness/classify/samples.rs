//! What models are trained on and tested with.

use super::super::view::{ColumnPlace, Original};
use super::folds;
use super::task::Classification;
use equipoise_release::{Domain, Entries, Published, ValueSet};

/// A column of samples: which values each of them could have.
#[derive(Debug)]
pub(super) struct Feature {
    /// The values of the column.
    pub(super) domain: Domain,
    /// The different regions.
    pub(super) regions: Vec<ValueSet>,
    /// Which of them each sample has.
    pub(super) codes: Vec<u32>,
}

impl Feature {
    pub(super) fn region(&self, sample: usize) -> &ValueSet {
        &self.regions[self.codes[sample] as usize]
    }
}

/// Distinct rows of a table, with their number in each fold.
#[derive(Debug)]
pub(super) struct Samples {
    pub(super) features: Vec<Feature>,
    /// The target as it is shown.
    pub(super) target: Feature,
    /// The target as it is in the original.
    truth: Vec<u32>,
    /// Rows of each sample in all folds.
    weights: Vec<u64>,
    /// For each fold the samples that have rows in it, and how many.
    of_fold: Vec<Vec<(u32, u64)>>,
}

/// A column as it is shown: regions, and which of them each row has.
type Shown<'a> = (&'a Domain, Vec<ValueSet>, Vec<u32>);

impl Samples {
    /// The rows of the original.
    pub(super) fn of_original(
        task: &Classification,
        original: &Original,
        fold_of_row: &[u32],
    ) -> Self {
        let shown = |place: ColumnPlace| {
            let column = original.column(place).expect("columns were checked");
            (
                domain(original, place),
                leaves(column.values),
                column.codes.clone(),
            )
        };
        let target = shown(task.target);
        let truth = target.2.clone();
        Self::new(
            task.features.iter().map(|&place| shown(place)).collect(),
            target,
            &truth,
            fold_of_row,
            task.folds,
        )
    }

    /// The rows of a release. `None` when the truth about its target is not known. Where originals
    /// are known, rows are in the folds of these.
    pub(super) fn of_release(
        task: &Classification,
        original: &Original,
        released: &Published<'_>,
        fold_of_original: &[u32],
    ) -> Option<Self> {
        let shown = |place: ColumnPlace| {
            let domain = domain(original, place);
            let number = original
                .number(place)
                .expect("aggregated columns were refused");
            let regions = released.regions(number);
            let regions = regions.map_or_else(|| leaves(domain.values()), <[ValueSet]>::to_vec);
            (domain, regions, released.codes(number))
        };
        let target = shown(task.target);
        let of_originals = |codes: &[u32]| -> Vec<u32> {
            let rows = released.released_rows();
            rows.map(|(row, _)| codes[row]).collect()
        };
        let truth: Vec<u32> = match (released.is_linked(), task.target) {
            (true, _) => {
                let column = original.column(task.target).expect("columns were checked");
                of_originals(&column.codes)
            }
            (false, ColumnPlace::Plain(_)) => target.2.clone(),
            (false, _) => return None,
        };
        let fold_of_row = match released.is_linked() {
            true => of_originals(fold_of_original),
            false => folds::stratified(&truth, task.folds, task.seed),
        };
        Some(Self::new(
            task.features.iter().map(|&place| shown(place)).collect(),
            target,
            &truth,
            &fold_of_row,
            task.folds,
        ))
    }

    fn new(
        features: Vec<Shown<'_>>,
        target: Shown<'_>,
        truth: &[u32],
        fold_of_row: &[u32],
        folds: usize,
    ) -> Self {
        let shown: Vec<&Shown<'_>> = features.iter().chain([&target]).collect();
        let mut codes: Vec<&[u32]> = shown.iter().map(|(_, _, codes)| codes.as_slice()).collect();
        let mut sizes: Vec<u32> = shown
            .iter()
            .map(|(_, regions, _)| regions.len() as u32)
            .collect();
        codes.extend([truth, fold_of_row]);
        sizes.extend([target.0.values(), folds as u32]);
        let mut entries = Entries::of_rows(&codes, &sizes, truth.len());
        let folds_of = entries.columns.pop().expect("folds are the last column");
        // Folds vary fastest, so equal samples lie together.
        let is_first = |e: usize| {
            e == 0
                || entries
                    .columns
                    .iter()
                    .any(|column| column[e] != column[e - 1])
        };
        let (mut first, mut weights, mut of_fold) =
            (Vec::new(), Vec::new(), vec![Vec::new(); folds]);
        for e in 0..entries.len() {
            if is_first(e) {
                first.push(e);
                weights.push(0);
            }
            *weights.last_mut().expect("the first entry begins a sample") += entries.weights[e];
            of_fold[folds_of[e] as usize].push((first.len() as u32 - 1, entries.weights[e]));
        }
        let column =
            |c: usize| -> Vec<u32> { first.iter().map(|&e| entries.columns[c][e]).collect() };
        let truth = column(features.len() + 1);
        let mut features: Vec<Feature> = (features.into_iter().chain([target]).enumerate())
            .map(|(c, (domain, regions, _))| Feature {
                domain: domain.clone(),
                regions,
                codes: column(c),
            })
            .collect();
        let target = features.pop().expect("the target is the last");
        Samples {
            features,
            target,
            truth,
            weights,
            of_fold,
        }
    }

    /// Rows of each sample outside a fold.
    pub(super) fn without(&self, fold: usize) -> Vec<u64> {
        let mut weights = self.weights.clone();
        self.of_fold[fold]
            .iter()
            .for_each(|&(sample, rows)| weights[sample as usize] -= rows);
        weights
    }

    /// The region that a label of these samples stands for.
    pub(super) fn label(&self, label: usize) -> &ValueSet {
        &self.target.regions[label]
    }

    /// The number of rows of a fold that are predicted correctly. A region that contains the
    /// correct value counts as 1 / (size of the region).
    pub(super) fn right<'s>(
        &'s self,
        fold: usize,
        predict: impl Fn(&[&'s ValueSet]) -> &'s ValueSet,
    ) -> f64 {
        let mut features = Vec::with_capacity(self.features.len());
        let mut right = 0.0;
        for &(sample, rows) in &self.of_fold[fold] {
            features.clear();
            features.extend(
                self.features
                    .iter()
                    .map(|feature| feature.region(sample as usize)),
            );
            let predicted = predict(&features);
            if predicted.contains(self.truth[sample as usize]) {
                right += rows as f64 / f64::from(self.target.domain.size(predicted));
            }
        }
        right
    }
}

fn domain(original: &Original, place: ColumnPlace) -> &Domain {
    original.domain(place).expect("columns were checked")
}

fn leaves(values: u32) -> Vec<ValueSet> {
    (0..values).map(ValueSet::leaf).collect()
}
