//! A decision tree.

use super::predictor::Predictor;
use super::samples::Samples;
use equipoise_release::ValueSet;

/// A decision tree in the manner of C4.5.
///
/// # Formula
/// A region is two ordered features: its first and its last value (one, where all regions of a
/// column are single values). A node asks whether such a bound is at most a threshold. Per bound
/// the threshold has the largest gain of information, less log2(thresholds) / rows; of the bounds
/// with at least the mean gain, the one with the largest gain over split information is taken. Both
/// sides have at least 2 rows, or a tenth of the rows per label, up to 25. Then branches are cut
/// from below where a leaf would not be expected to err more, with errors taken at the upper end of
/// a 25 % confidence interval.
///
/// # Source
/// Quinlan, C4.5: Programs for Machine Learning, 1993, and Improved use of continuous attributes,
/// 1996.
///
/// # Departs
/// All splits are binary, on the order of values; branches are cut, never raised.
///
/// # Cost
/// O(samples x bounds) for each level of the tree, and the sorting of small nodes.
#[derive(Debug)]
pub(super) enum Tree {
    /// Predicts a label.
    Leaf(usize),
    /// Asks a question.
    Split(Box<Split>),
}

#[derive(Debug)]
pub(super) struct Split {
    feature: usize,
    is_last: bool,
    at_most: u32,
    below: Tree,
    above: Tree,
}

/// Deeper than any tree that generalizes; it bounds the recursion.
const MOST_LEVELS: usize = 200;

impl Tree {
    pub(super) fn train(samples: &Samples, weights: &[u64]) -> Self {
        let mut used: Vec<u32> = (0..weights.len() as u32)
            .filter(|&sample| weights[sample as usize] > 0)
            .collect();
        let label_count = samples.target.regions.len();
        let mut is_seen = vec![false; label_count];
        used.iter()
            .for_each(|&sample| is_seen[samples.target.codes[sample as usize] as usize] = true);
        let mut grower = Grower {
            weights,
            labels: &samples.target.codes,
            label_count,
            seen: is_seen.iter().filter(|seen| **seen).count() as f64,
            bounds: bounds(samples),
            counts: Vec::new(),
            pairs: Vec::new(),
        };
        grower.grow(&mut used, 0).0
    }
}

impl Predictor for Tree {
    fn predict(&self, features: &[&ValueSet]) -> usize {
        let mut node = self;
        loop {
            match node {
                Tree::Leaf(label) => return *label,
                Tree::Split(split) => {
                    let region = features[split.feature];
                    let bound = if split.is_last {
                        region.last()
                    } else {
                        region.first()
                    };
                    node = if bound <= split.at_most {
                        &split.below
                    } else {
                        &split.above
                    };
                }
            }
        }
    }
}

/// One ordered feature: the first or the last value of regions.
struct Bound {
    feature: usize,
    is_last: bool,
    values: u32,
    of_sample: Vec<u32>,
}

fn bounds(samples: &Samples) -> Vec<Bound> {
    let mut bounds = Vec::new();
    for (place, feature) in samples.features.iter().enumerate() {
        let is_wide = feature.regions.iter().any(|region| region.len() > 1);
        for is_last in [false, true].into_iter().take(1 + usize::from(is_wide)) {
            let bound = |region: &ValueSet| {
                if is_last {
                    region.last()
                } else {
                    region.first()
                }
            };
            let of_sample = (0..feature.codes.len())
                .map(|sample| bound(feature.region(sample)))
                .collect();
            bounds.push(Bound {
                feature: place,
                is_last,
                values: feature.domain.values(),
                of_sample,
            });
        }
    }
    bounds
}

/// A question that could be asked.
#[derive(Clone, Copy)]
struct Candidate {
    bound: usize,
    /// The largest value that occurs below, and the smallest above.
    between: (u32, u32),
    gain: f64,
    ratio: f64,
}

/// Rows of a node by label.
struct Rows {
    of_label: Vec<u64>,
    total: u64,
}

impl Rows {
    fn most_frequent(&self) -> usize {
        // The first of equally frequent labels.
        (0..self.of_label.len())
            .rev()
            .max_by_key(|&label| self.of_label[label])
            .unwrap_or(0)
    }
}

struct Grower<'a> {
    weights: &'a [u64],
    labels: &'a [u32],
    label_count: usize,
    /// Labels that occur in training.
    seen: f64,
    bounds: Vec<Bound>,
    /// Scratch: rows by value and label.
    counts: Vec<u64>,
    /// Scratch: value, label and rows, sorted by value.
    pairs: Vec<(u32, u32, u64)>,
}

impl Grower<'_> {
    /// The tree of some samples, and the errors to be expected of it.
    fn grow(&mut self, samples: &mut [u32], level: usize) -> (Tree, f64) {
        let mut rows = Rows {
            of_label: vec![0; self.label_count],
            total: 0,
        };
        for &sample in samples.iter() {
            rows.of_label[self.labels[sample as usize] as usize] += self.weights[sample as usize];
            rows.total += self.weights[sample as usize];
        }
        let label = rows.most_frequent();
        let errors = rows.total - rows.of_label[label];
        let leaf = (
            Tree::Leaf(label),
            expected_errors(rows.total as f64, errors as f64),
        );
        if errors == 0 || rows.total < 4 || level == MOST_LEVELS {
            return leaf;
        }
        let Some(best) = self.best(samples, &rows) else {
            return leaf;
        };
        let Bound {
            feature,
            is_last,
            ref of_sample,
            ..
        } = self.bounds[best.bound];
        let middle = partition(samples, |sample| {
            of_sample[sample as usize] <= best.between.0
        });
        let (below, above) = samples.split_at_mut(middle);
        let ((below, errors_below), (above, errors_above)) =
            (self.grow(below, level + 1), self.grow(above, level + 1));
        // C4.5 allows a leaf a tenth of an error more.
        if leaf.1 <= errors_below + errors_above + 0.1 {
            return leaf;
        }
        // Values of the original lie within regions: those that begin below the next beginning
        // belong to the regions below it, those that end above the last end belong above.
        let at_most = if is_last {
            best.between.0
        } else {
            best.between.1 - 1
        };
        (
            Tree::Split(Box::new(Split {
                feature,
                is_last,
                at_most,
                below,
                above,
            })),
            errors_below + errors_above,
        )
    }

    fn best(&mut self, samples: &[u32], rows: &Rows) -> Option<Candidate> {
        let candidates: Vec<Candidate> = (0..self.bounds.len())
            .filter_map(|bound| self.threshold(bound, samples, rows))
            .collect();
        let mean = candidates.iter().map(|c| c.gain).sum::<f64>() / candidates.len() as f64;
        let good = candidates.into_iter().filter(|c| c.gain >= mean - 1e-9);
        good.reduce(|best, next| if next.ratio > best.ratio { next } else { best })
    }

    /// The best threshold on one bound, if any gains something.
    fn threshold(&mut self, bound: usize, samples: &[u32], rows: &Rows) -> Option<Candidate> {
        self.sort(bound, samples);
        let total = rows.total as f64;
        let least = (0.1 * total / self.seen).clamp(2.0, 25.0) as u64;
        let whole: f64 = x_log_x(total)
            - rows
                .of_label
                .iter()
                .map(|&count| x_log_x(count as f64))
                .sum::<f64>();
        let (mut below, mut below_total) = (vec![0; self.label_count], 0);
        // Sums over labels of x log x, below and above.
        let mut sums = (
            0.0,
            rows.of_label
                .iter()
                .map(|&count| x_log_x(count as f64))
                .sum::<f64>(),
        );
        let mut thresholds = 0_u64;
        // Gain, the values around the threshold, rows below.
        let mut best: Option<(f64, (u32, u32), u64)> = None;
        for at in 0..self.pairs.len() {
            let (value, label, count) = self.pairs[at];
            if at > 0 && self.pairs[at - 1].0 != value {
                thresholds += 1;
                if below_total >= least && rows.total - below_total >= least {
                    let split = x_log_x(below_total as f64) - sums.0
                        + x_log_x((rows.total - below_total) as f64)
                        - sums.1;
                    let gain = (whole - split) / total;
                    if best.is_none_or(|(most, ..)| gain > most) {
                        best = Some((gain, (self.pairs[at - 1].0, value), below_total));
                    }
                }
            }
            let (here, all) = (&mut below[label as usize], rows.of_label[label as usize]);
            sums.0 += x_log_x((*here + count) as f64) - x_log_x(*here as f64);
            sums.1 += x_log_x((all - *here - count) as f64) - x_log_x((all - *here) as f64);
            *here += count;
            below_total += count;
        }
        let (gain, between, below) = best?;
        let gain = gain - (thresholds as f64).log2() / total;
        let split =
            (x_log_x(total) - x_log_x(below as f64) - x_log_x((rows.total - below) as f64)) / total;
        (gain > 1e-9).then_some(Candidate {
            bound,
            between,
            gain,
            ratio: gain / split,
        })
    }

    /// Puts values, labels and rows of the samples into `pairs`, in the order of values: by
    /// counting where that is less work than sorting.
    fn sort(&mut self, bound: usize, samples: &[u32]) {
        let Bound {
            values, of_sample, ..
        } = &self.bounds[bound];
        let cells = *values as usize * self.label_count;
        self.pairs.clear();
        if cells > 4 * samples.len() {
            let pair = |&s: &u32| {
                (
                    of_sample[s as usize],
                    self.labels[s as usize],
                    self.weights[s as usize],
                )
            };
            self.pairs.extend(samples.iter().map(pair));
            self.pairs.sort_unstable();
            return;
        }
        self.counts.clear();
        self.counts.resize(cells, 0);
        for &sample in samples {
            let sample = sample as usize;
            self.counts
                [of_sample[sample] as usize * self.label_count + self.labels[sample] as usize] +=
                self.weights[sample];
        }
        for (cell, &count) in self
            .counts
            .iter()
            .enumerate()
            .filter(|(_, count)| **count > 0)
        {
            self.pairs.push((
                (cell / self.label_count) as u32,
                (cell % self.label_count) as u32,
                count,
            ));
        }
    }
}

/// Samples that are asked for first, the others behind; the number of the former.
fn partition(samples: &mut [u32], is_below: impl Fn(u32) -> bool) -> usize {
    let mut middle = 0;
    for at in 0..samples.len() {
        if is_below(samples[at]) {
            samples.swap(at, middle);
            middle += 1;
        }
    }
    middle
}

fn x_log_x(x: f64) -> f64 {
    if x > 0.0 { x * x.log2() } else { 0.0 }
}

/// Errors to be expected of a leaf with so many rows, of which so many are wrong: the upper end of
/// a one-sided 25 % confidence interval of a share, by the normal approximation, and exact without
/// errors (Quinlan 1993, section 4.2).
fn expected_errors(rows: f64, errors: f64) -> f64 {
    /// The number that a standard normal variable exceeds with probability 0.25.
    const Z: f64 = 0.674_489_750_196_081_7;
    let without = rows * (1.0 - 0.25_f64.powf(1.0 / rows));
    if errors < 1.0 {
        // Between none and one error, linear.
        return without
            + errors
                * (if rows > 1.0 {
                    expected_errors(rows, 1.0) - without
                } else {
                    1.0 - without
                });
    }
    if errors + 0.5 >= rows {
        return rows;
    }
    let share = (errors + 0.5) / rows;
    let z2 = Z * Z / rows;
    let upper =
        (share + z2 / 2.0 + (z2 * (share - share * share) + z2 * z2 / 4.0).sqrt()) / (1.0 + z2);
    (upper * rows).max(errors)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Quinlan's own figures: U25%(0, 6) = 0.206, U25%(0, 9) = 0.143, U25%(0, 1) = 0.75, U25%(1,
    /// 16) = 0.157.
    #[test]
    fn expected_errors_are_those_of_the_book() {
        for (errors, rows, share) in [
            (0.0, 6.0, 0.206),
            (0.0, 9.0, 0.143),
            (0.0, 1.0, 0.75),
            (1.0, 16.0, 0.157),
        ] {
            let found = expected_errors(rows, errors) / rows;
            assert!((found - share).abs() < 0.003, "{errors} of {rows}: {found}");
        }
        for rows in 1..60 {
            let all: Vec<f64> = (0..=rows)
                .map(|errors| expected_errors(rows.into(), errors.into()))
                .collect();
            assert!(
                all.iter()
                    .enumerate()
                    .all(|(errors, found)| *found >= errors as f64 - 1e-9
                        && *found <= f64::from(rows) + 1e-9)
            );
            assert!(
                all.is_sorted(),
                "more errors are never expected to be fewer: {all:?}"
            );
        }
    }

    /// The best threshold by the definition of gain, over all thresholds, from counts of single
    /// samples.
    #[test]
    fn thresholds_have_the_largest_gain() {
        let mut random = equipoise_data::Random::new(6);
        for _ in 0..500 {
            let (number, label_count, values) = (
                2 + random.place(30),
                2 + random.place(3),
                2 + random.below(40) as u32,
            );
            let labels: Vec<u32> = (0..number)
                .map(|_| random.place(label_count) as u32)
                .collect();
            let weights: Vec<u64> = (0..number).map(|_| 1 + random.below(3)).collect();
            let of_sample: Vec<u32> = (0..number)
                .map(|_| random.below(values.into()) as u32)
                .collect();
            let samples: Vec<u32> = (0..number as u32).collect();
            let rows = |keep: &dyn Fn(usize) -> bool| {
                let mut rows = Rows {
                    of_label: vec![0; label_count],
                    total: 0,
                };
                for s in (0..number).filter(|&s| keep(s)) {
                    rows.of_label[labels[s] as usize] += weights[s];
                    rows.total += weights[s];
                }
                rows
            };
            let entropy = |rows: &Rows| -> f64 {
                let shares = rows
                    .of_label
                    .iter()
                    .filter(|c| **c > 0)
                    .map(|&c| c as f64 / rows.total as f64);
                shares.map(|p| -p * p.log2()).sum()
            };
            let all = rows(&|_| true);
            let mut distinct = of_sample.clone();
            distinct.sort_unstable();
            distinct.dedup();
            let least = (0.1 * all.total as f64 / label_count as f64).clamp(2.0, 25.0) as u64;
            let mut best: Option<f64> = None;
            for &value in &distinct[..distinct.len() - 1] {
                let (below, above) = (
                    rows(&|s| of_sample[s] <= value),
                    rows(&|s| of_sample[s] > value),
                );
                if below.total >= least && above.total >= least {
                    let of = |rows: &Rows| rows.total as f64 / all.total as f64 * entropy(rows);
                    let gain = entropy(&all) - of(&below) - of(&above);
                    best = Some(best.map_or(gain, |most| most.max(gain)));
                }
            }
            let best = best
                .map(|gain| gain - ((distinct.len() - 1) as f64).log2() / all.total as f64)
                .filter(|gain| *gain > 1e-9);
            let bounds = vec![Bound {
                feature: 0,
                is_last: false,
                values,
                of_sample: of_sample.clone(),
            }];
            let (counts, pairs, seen) = (Vec::new(), Vec::new(), label_count as f64);
            let mut grower = Grower {
                weights: &weights,
                labels: &labels,
                label_count,
                seen,
                bounds,
                counts,
                pairs,
            };
            let found = grower.threshold(0, &samples, &all);
            assert_eq!(found.is_some(), best.is_some());
            if let (Some(found), Some(best)) = (found, best) {
                assert!((found.gain - best).abs() < 1e-9);
                let (below, above) = (
                    rows(&|s| of_sample[s] <= found.between.0),
                    rows(&|s| of_sample[s] >= found.between.1),
                );
                assert_eq!(below.total + above.total, all.total, "nothing lies between");
                let share = below.total as f64 / all.total as f64;
                let split = -share * share.log2() - (1.0 - share) * (1.0 - share).log2();
                assert!((found.ratio - best / split).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn partition_keeps_all() {
        let mut list = vec![5, 1, 4, 2, 3];
        let middle = partition(&mut list, |x| x < 3);
        assert_eq!(middle, 2);
        let (below, above) = list.split_at_mut(middle);
        below.sort_unstable();
        above.sort_unstable();
        assert_eq!((&*below, &*above), (&[1, 2][..], &[3, 4, 5][..]));
    }
}
