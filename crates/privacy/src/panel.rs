//! All models of a recipe together: which classes stay, and what is measured on them.

use crate::further;
use crate::{AnyModel, Bound, Class, ClassModel, Score, Supersets};
use equipoise_data::Classes;

/// What becomes of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// Meets every model.
    Kept,
    /// Fails a model that is monotone under merging: each finer class within it fails too.
    FailsForGood,
    /// Fails other models only.
    Fails,
}

/// The models of a recipe, ready to judge.
#[derive(Debug)]
pub struct Panel {
    models: Vec<AnyModel>,
    /// No class below this size is kept, by a model that is monotone under merging.
    least_size: u64,
    /// Whether some model looks at more than one class.
    looks_further: bool,
}

/// What one model says about a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The parameter asked for.
    pub asked: Score,
    /// The worst score over the kept classes; none when no class is kept.
    pub measured: Option<Score>,
    /// Whether every kept class meets the model.
    pub met: bool,
    /// The class with the worst score.
    pub witness: Option<Witness>,
}

/// A class that shows why a verdict is as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Witness {
    /// Number of the class in the list that was judged.
    pub class: usize,
    /// Its size in units of protection.
    pub size: u64,
    /// Its score.
    pub score: Score,
}

impl Panel {
    /// A panel of these models. Where there is none, every class is kept.
    pub fn new(models: Vec<AnyModel>) -> Self {
        let least_size = class_models(&models)
            .filter(|m| m.monotone().under_merging)
            .map(|m| m.least_size())
            .max()
            .unwrap_or(1);
        let looks_further = models
            .iter()
            .any(|m| !matches!(m, AnyModel::Class(m) if !m.forbids_absence()));
        Panel {
            models,
            least_size,
            looks_further,
        }
    }

    /// The models.
    pub fn models(&self) -> &[AnyModel] {
        &self.models
    }

    /// The models, for another use.
    pub fn into_models(self) -> Vec<AnyModel> {
        self.models
    }

    /// True when some model lets a search conclude from a node on all nodes below it.
    pub fn bounds_suppression(&self) -> bool {
        class_models(&self.models).any(|m| m.bounds_loss())
    }

    /// The least size of a kept class, where nothing else decides.
    pub fn only_size(&self) -> Option<u64> {
        let decides = |m: &AnyModel| matches!(m, AnyModel::Class(m) if m.size_decides() && m.monotone().under_merging);
        self.models.iter().all(decides).then_some(self.least_size)
    }

    /// No kept class is smaller than this, in units of protection.
    pub fn least_size(&self) -> u64 {
        self.least_size
    }

    /// Whether no model asks how often a value of this sensitive column occurs.
    pub fn only_occurrence(&self, column: usize) -> bool {
        self.models.iter().all(|model| match model {
            AnyModel::Class(m) => m.needs() != Some(column) || m.only_occurrence(),
            AnyModel::Superset(m) => m.needs() != column,
            AnyModel::Joint(m) => m.needs() != Some(column),
            AnyModel::Table(_) => true,
        })
    }

    /// For each model that looks at supersets the sensitive column it needs and the least size of a
    /// superset.
    pub fn supersets(&self) -> Vec<(usize, u64)> {
        let of_model = |m: &AnyModel| match m {
            AnyModel::Superset(m) => Some((m.needs(), m.least_superset())),
            _ => None,
        };
        self.models.iter().filter_map(of_model).collect()
    }

    /// Judges every class. Returns how many rows are suppressed at least, here and at every finer
    /// node.
    ///
    /// # Cost
    /// O(classes x models), a model's own cost each.
    pub fn judge<const W: usize>(
        &self,
        classes: &Classes<W>,
        above: &dyn Supersets,
        out: &mut Vec<Judgement>,
    ) -> u64 {
        out.clear();
        let mut lost = 0;
        let closer = self.closer();
        if closer.is_empty() && classes.persons().is_none() {
            classes.for_each(|_, size| {
                let fails = size < self.least_size;
                lost += if fails { size } else { 0 };
                out.push(if fails {
                    Judgement::FailsForGood
                } else {
                    Judgement::Kept
                });
            });
        } else {
            let mut scratch = Vec::new();
            for class in 0..classes.len() {
                let (size, rows) = (classes.size(class), classes.rows(class));
                let (judgement, of_class) = if size < self.least_size {
                    (Judgement::FailsForGood, rows)
                } else {
                    judge_class(classes, class, &closer, &mut scratch)
                };
                out.push(judgement);
                lost += if judgement == Judgement::FailsForGood {
                    rows
                } else {
                    of_class
                };
            }
        }
        if self.looks_further {
            lost = self.judge_further(classes, above, out, lost);
        }
        lost
    }

    /// Judges by models that look at more than one class.
    fn judge_further<const W: usize>(
        &self,
        classes: &Classes<W>,
        above: &dyn Supersets,
        out: &mut [Judgement],
        mut lost: u64,
    ) -> u64 {
        for model in &self.models {
            if let AnyModel::Superset(model) = model {
                further::remove_far(model.as_ref(), classes, above, out);
            }
        }
        // What one model removes can break another, which saw more classes.
        let mut left = usize::MAX;
        while left != kept_of(out).len() {
            left = kept_of(out).len();
            for model in &self.models {
                match model {
                    AnyModel::Joint(model) => {
                        lost += further::remove_groups(model.as_ref(), classes, out)
                    }
                    AnyModel::Table(model) => {
                        further::remove_smallest_first(model.as_ref(), classes, out)
                    }
                    AnyModel::Class(_) | AnyModel::Superset(_) => {}
                }
            }
        }
        let is_whole = classes.empty_classes() == 0 && left == out.len();
        if !is_whole && class_models(&self.models).any(|m| m.forbids_absence()) {
            out.iter_mut()
                .filter(|j| **j == Judgement::Kept)
                .for_each(|j| *j = Judgement::Fails);
        }
        lost
    }

    /// The models that need more than the size of a class, those of one column together.
    fn closer(&self) -> Vec<Closer<'_>> {
        let models = class_models(&self.models)
            .filter(|m| !(m.size_decides() && m.monotone().under_merging));
        let mut closer: Vec<Closer<'_>> = models
            .map(|model| Closer {
                model,
                column: model.needs(),
                for_good: model.monotone().under_merging,
            })
            .collect();
        closer.sort_by_key(|c| c.column);
        closer
    }

    /// Per model the units that it alone would suppress: what blocks a release.
    pub fn failing_units<const W: usize>(
        &self,
        classes: &Classes<W>,
        above: &dyn Supersets,
    ) -> Vec<u64> {
        let units = |failing: &dyn Fn(usize) -> bool| match classes.persons() {
            Some(persons) => persons.distinct(failing),
            None => (0..classes.len())
                .filter(|&c| failing(c))
                .map(|c| classes.rows(c))
                .sum(),
        };
        let of_model = |model: &AnyModel| match model {
            AnyModel::Class(m) => {
                let mut scratch = Vec::new();
                let mut fails =
                    |c: usize| !m.meets(&class_for(m.as_ref(), classes, c, &mut scratch));
                let fails: Vec<bool> = (0..classes.len()).map(&mut fails).collect();
                units(&|c| fails[c])
            }
            further => {
                let mut out = vec![Judgement::Kept; classes.len()];
                match further {
                    AnyModel::Superset(m) => {
                        further::remove_far(m.as_ref(), classes, above, &mut out)
                    }
                    AnyModel::Joint(m) => _ = further::remove_groups(m.as_ref(), classes, &mut out),
                    AnyModel::Table(m) => {
                        further::remove_smallest_first(m.as_ref(), classes, &mut out)
                    }
                    AnyModel::Class(_) => {}
                }
                units(&|c| out[c] != Judgement::Kept)
            }
        };
        self.models.iter().map(of_model).collect()
    }

    /// What each model measures on the classes that `kept` picks.
    pub fn verdicts<const W: usize>(
        &self,
        classes: &Classes<W>,
        above: &dyn Supersets,
        kept: impl Fn(usize) -> bool,
    ) -> Vec<Verdict> {
        let kept: Vec<usize> = (0..classes.len()).filter(|&c| kept(c)).collect();
        self.models
            .iter()
            .map(|model| {
                let witness = match model {
                    AnyModel::Class(m) => worst_class(m.as_ref(), classes, &kept),
                    AnyModel::Superset(m) => {
                        further::farthest_class(m.as_ref(), classes, above, &kept)
                    }
                    AnyModel::Joint(m) => further::worst_group(m.as_ref(), classes, &kept),
                    AnyModel::Table(m) => {
                        let score = m.score(&further::sizes(classes, &kept));
                        kept.iter()
                            .map(|&class| (classes.size(class), class))
                            .min()
                            .map(|(size, class)| Witness { class, size, score })
                    }
                };
                let met = witness.is_none_or(|w| model.bound().allows(w.score, model.asked()));
                Verdict {
                    asked: model.asked(),
                    measured: witness.map(|w| w.score),
                    met,
                    witness,
                }
            })
            .collect()
    }
}

/// A model that looks at a class closely, and what it said of itself.
struct Closer<'a> {
    model: &'a dyn ClassModel,
    column: Option<usize>,
    for_good: bool,
}

/// What becomes of a class that is large enough, and how many of its rows are lost whatever it is
/// divided into.
#[inline]
fn judge_class<const W: usize>(
    classes: &Classes<W>,
    number: usize,
    closer: &[Closer<'_>],
    scratch: &mut Vec<(u32, u64)>,
) -> (Judgement, u64) {
    let (mut judgement, mut lost) = (Judgement::Kept, 0);
    for of_column in closer.chunk_by(|a, b| a.column == b.column) {
        let class = class_with(of_column[0].column, classes, number, scratch);
        for Closer {
            model, for_good, ..
        } in of_column
        {
            if !model.meets(&class) {
                if *for_good {
                    return (Judgement::FailsForGood, 0);
                }
                judgement = Judgement::Fails;
                if classes.persons().is_none() {
                    lost = lost.max(model.lost_within(&class));
                }
            }
        }
    }
    (judgement, lost)
}

/// What a model sees of a class.
#[inline]
pub(crate) fn class_for<'a, const W: usize>(
    model: &dyn ClassModel,
    classes: &'a Classes<W>,
    number: usize,
    scratch: &'a mut Vec<(u32, u64)>,
) -> Class<'a> {
    class_with(model.needs(), classes, number, scratch)
}

/// A class with the values of a column.
#[inline]
fn class_with<'a, const W: usize>(
    column: Option<usize>,
    classes: &'a Classes<W>,
    number: usize,
    scratch: &'a mut Vec<(u32, u64)>,
) -> Class<'a> {
    let marks = column.and_then(|_| classes.marks(number));
    let values = column
        .filter(|_| marks.is_none())
        .map_or(&[][..], |column| classes.values(column, number, scratch));
    Class {
        size: classes.size(number),
        values,
        marks,
        population: classes.population(number),
    }
}

fn class_models(models: &[AnyModel]) -> impl Iterator<Item = &dyn ClassModel> {
    models.iter().filter_map(|m| match m {
        AnyModel::Class(m) => Some(m.as_ref()),
        _ => None,
    })
}

/// The classes that are kept.
pub(crate) fn kept_of(judgements: &[Judgement]) -> Vec<u32> {
    (0..judgements.len() as u32)
        .filter(|&c| judgements[c as usize] == Judgement::Kept)
        .collect()
}

fn worst_class<const W: usize>(
    model: &dyn ClassModel,
    classes: &Classes<W>,
    kept: &[usize],
) -> Option<Witness> {
    let mut scratch = Vec::new();
    let mut worst: Option<Witness> = None;
    for &class in kept {
        let seen = class_for(model, classes, class, &mut scratch);
        let (size, score) = (seen.size, model.score(&seen));
        offer(&mut worst, model.bound(), Witness { class, size, score });
    }
    worst
}

/// Keeps the worse of two; of equal ones the first.
pub(crate) fn offer(worst: &mut Option<Witness>, bound: Bound, next: Witness) {
    let is_worse = |held: &Witness| bound.worse(held.score, next.score) != held.score;
    if worst.as_ref().is_none_or(is_worse) {
        *worst = Some(next);
    }
}
