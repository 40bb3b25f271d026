//! Other sensitive columns as quasi-identifiers.

use crate::checks;
use crate::model::{Bound, Class, ClassModel, Monotone};
use crate::score::Score;
use crate::scratch::{with_pairs, with_parts};
use equipoise_data::{Error, ModelName, Result};
use std::collections::HashSet;

/// What is counted as a unit of protection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Rows: the units of all values together are the size.
    Rows,
    /// Distinct persons: one with several values counts for each.
    Persons,
}

/// A model that holds for whoever knows the other sensitive columns too: each class is divided by
/// their values, and each part must meet the model.
///
/// The model sees one counted column whose values are pairs of the values of all other sensitive
/// columns, together, and the value of its own. Per such pair it is told which part it belongs to
/// and which value it has.
///
/// # Promise
/// That of the inner model, for the classes by quasi-identifiers and all other sensitive columns.
/// The score is the worst part's.
///
/// # Assumes
/// The adversary knows the quasi-identifiers and all sensitive values of the person but the one at
/// stake.
///
/// # Source
/// `publishing-thesis` section 16 (several sensitive columns).
///
/// # Cost
/// O(v log v) for v pairs in a class, and the inner model's for each part.
///
/// # Monotone
/// Under merging never: the other class may bring a part of its own that fails. Under suppression
/// as the inner model. A division of a class divides each of its parts, and a class that fails
/// loses the failing part at least: what is lost within parts adds up.
///
/// # Numerics
/// Those of the inner model.
///
/// # Departs
/// Where persons are the unit, a part's size cannot be had from the counts of pairs: a person may
/// have several of them. So models whose score depends on the size (k-anonymity, probabilistic
/// diversity, (alpha,k)-anonymity) are refused then. All others need only how many persons have
/// each value, and these counts are right: in a part a person counts once per value.
///
/// # Example
/// ```
/// use equipoise_privacy::{Class, ClassModel, DistinctDiversity, Divided, Score, Unit};
/// // Pairs: (x, a), (x, b), (y, a).
/// let inner = Box::new(DistinctDiversity::new(0, 2, None)?);
/// let model = Divided::new(inner, 3, vec![0, 0, 1], vec![0, 1, 0], Unit::Rows)?;
/// assert_eq!(model.score(&Class::new(4, &[(0, 2), (1, 2)])), Score::whole(2));
/// // Whoever knows y knows a.
/// assert_eq!(model.score(&Class::new(5, &[(0, 2), (1, 2), (2, 1)])), Score::whole(1));
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Debug)]
pub struct Divided {
    inner: Box<dyn ClassModel>,
    column: usize,
    part_of: Vec<u32>,
    value_of: Vec<u32>,
    unit: Unit,
}

impl Divided {
    /// Divides classes for `inner`. `column` is the number of the counted column of pairs;
    /// `part_of` and `value_of` say per pair which part it belongs to and which value of the inner
    /// model's column it has.
    ///
    /// # Errors
    /// When the lists differ in length or repeat a pair, the inner model needs no column, or
    /// persons are the unit and its score depends on the size of a class.
    pub fn new(
        inner: Box<dyn ClassModel>,
        column: usize,
        part_of: Vec<u32>,
        value_of: Vec<u32>,
        unit: Unit,
    ) -> Result<Self> {
        let name = inner.name();
        if inner.needs().is_none() {
            return Err(Error::usage(format!(
                "{name} looks at no sensitive column, so the others cannot divide its classes"
            )));
        }
        checks::same_values("the parts of pairs", part_of.len(), value_of.len())?;
        let mut seen = HashSet::new();
        if !part_of.iter().zip(&value_of).all(|pair| seen.insert(pair)) {
            return Err(Error::internal(
                "a pair of a part and a value has two numbers",
            ));
        }
        if unit == Unit::Persons && reads_size(inner.as_ref(), &value_of) {
            return Err(Error::usage(format!(
                "this {name} depends on the number of persons in a class; where persons are the unit, others-as-quasi-identifiers cannot \
                 be combined with it"
            ))
            .hint("use a variant that looks at the distribution of values only, such as distinct or entropy l-diversity or t-closeness"));
        }
        Ok(Divided {
            inner,
            column,
            part_of,
            value_of,
            unit,
        })
    }

    /// The model that parts must meet.
    pub fn inner(&self) -> &dyn ClassModel {
        self.inner.as_ref()
    }

    /// Hands each part to `visit`, as a class of its own, until it says stop.
    fn parts(&self, class: &Class<'_>, mut visit: impl FnMut(&Class<'_>) -> bool) {
        with_parts(|all| {
            all.extend(class.values.iter().map(|&(pair, count)| {
                (
                    self.part_of[pair as usize],
                    self.value_of[pair as usize],
                    count,
                )
            }));
            all.sort_unstable();
            with_pairs(|values| {
                for part in all.chunk_by(|a, b| a.0 == b.0) {
                    values.clear();
                    values.extend(part.iter().map(|&(_, value, count)| (value, count)));
                    let size = values.iter().map(|v| v.1).sum();
                    if !visit(&Class::new(size, values)) {
                        return;
                    }
                }
            });
        });
    }
}

/// Whether the score of a class changes when nothing but its size does: tried on each value alone
/// and on all together.
fn reads_size(model: &dyn ClassModel, values: &[u32]) -> bool {
    let different: HashSet<u32> = values.iter().copied().collect();
    let all: Vec<(u32, u64)> = different.into_iter().map(|v| (v, 1)).collect();
    let changes = |values: &[(u32, u64)]| {
        let score = |size| model.score(&Class::new(size, values));
        let units = values.len() as u64;
        score(units) != score(units + 1) || score(units) != score(1 << 40)
    };
    changes(&all) || all.iter().any(|&value| changes(&[value]))
}

impl ClassModel for Divided {
    fn name(&self) -> ModelName {
        self.inner.name()
    }

    fn needs(&self) -> Option<usize> {
        Some(self.column)
    }

    fn monotone(&self) -> Monotone {
        Monotone {
            under_merging: false,
            under_generalization: self.inner.monotone().under_generalization,
            under_suppression: self.inner.monotone().under_suppression,
        }
    }

    fn bound(&self) -> Bound {
        self.inner.bound()
    }

    fn asked(&self) -> Score {
        self.inner.asked()
    }

    fn has_whole_scores(&self) -> bool {
        self.inner.has_whole_scores()
    }

    fn score(&self, class: &Class<'_>) -> Score {
        let mut worst = None;
        self.parts(class, |part| {
            let score = self.inner.score(part);
            worst = Some(worst.map_or(score, |w| self.bound().worse(w, score)));
            true
        });
        // A class without values has no part but itself.
        worst.unwrap_or_else(|| self.inner.score(class))
    }

    fn meets(&self, class: &Class<'_>) -> bool {
        if class.values.is_empty() {
            return self.inner.meets(class);
        }
        let mut all = true;
        self.parts(class, |part| {
            all = self.inner.meets(part);
            all
        });
        all
    }

    fn lost_within(&self, class: &Class<'_>) -> u64 {
        let mut lost = 0;
        self.parts(class, |part| {
            lost += self.inner.lost_within(part);
            true
        });
        lost
    }

    fn bounds_loss(&self) -> bool {
        self.inner.bounds_loss()
    }

    fn least_size(&self) -> u64 {
        // A class has a part, and the part has no more rows than the class.
        if self.unit == Unit::Rows {
            self.inner.least_size()
        } else {
            1
        }
    }
}
