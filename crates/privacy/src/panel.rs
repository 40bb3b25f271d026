//! All models of a recipe together: which classes stay, and what is measured on them.

use crate::{Bound, Class, ClassModel, Model, Score, TableModel};
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
    models: Vec<Model>,
    /// No class below this size is kept, by a model that is monotone under merging.
    least_size: u64,
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
    pub fn new(models: Vec<Model>) -> Self {
        let least_size = class_models(&models).filter(|m| m.monotone().under_merging).map(|m| m.least_size()).max().unwrap_or(1);
        Panel { models, least_size }
    }

    /// The models.
    pub fn models(&self) -> &[Model] {
        &self.models
    }

    /// True when some model lets a search conclude from a node on all nodes below it.
    pub fn bounds_suppression(&self) -> bool {
        class_models(&self.models).any(|m| m.bounds_loss())
    }

    /// The least size of a kept class, where nothing else decides.
    pub fn only_size(&self) -> Option<u64> {
        let decides = |m: &Model| matches!(m, Model::Class(m) if m.size_decides() && m.monotone().under_merging);
        self.models.iter().all(decides).then_some(self.least_size)
    }

    /// No kept class is smaller than this, in units of protection.
    pub fn least_size(&self) -> u64 {
        self.least_size
    }

    /// Judges every class. Returns how many rows are suppressed at least, here and at every finer node.
    ///
    /// # Cost
    /// O(classes x models), a model's own cost each.
    pub fn judge<const W: usize>(&self, classes: &Classes<W>, out: &mut Vec<Judgement>) -> u64 {
        out.clear();
        let mut lost = 0;
        let closer: Vec<&dyn ClassModel> =
            class_models(&self.models).filter(|m| !(m.size_decides() && m.monotone().under_merging)).collect();
        if closer.is_empty() && classes.persons().is_none() {
            classes.for_each(|_, size| {
                let fails = size < self.least_size;
                lost += if fails { size } else { 0 };
                out.push(if fails { Judgement::FailsForGood } else { Judgement::Kept });
            });
        } else {
            let mut scratch = Vec::new();
            for class in 0..classes.len() {
                let (judgement, of_class) = self.judge_class(classes, class, &closer, &mut scratch);
                out.push(judgement);
                lost += of_class;
            }
        }
        for model in table_models(&self.models) {
            remove_smallest_first(model, classes, out);
        }
        lost
    }

    /// What becomes of a class, and how many of its rows are lost whatever it is divided into.
    fn judge_class<const W: usize>(
        &self,
        classes: &Classes<W>,
        number: usize,
        closer: &[&dyn ClassModel],
        scratch: &mut Vec<(u32, u64)>,
    ) -> (Judgement, u64) {
        if classes.size(number) < self.least_size {
            return (Judgement::FailsForGood, classes.rows(number));
        }
        let (mut judgement, mut lost) = (Judgement::Kept, 0);
        for model in closer {
            let class = class_for(*model, classes, number, scratch);
            if !model.meets(&class) {
                if model.monotone().under_merging {
                    return (Judgement::FailsForGood, classes.rows(number));
                }
                judgement = Judgement::Fails;
                if classes.persons().is_none() {
                    lost = lost.max(model.lost_within(&class));
                }
            }
        }
        (judgement, lost)
    }

    /// Per model the units that it alone would suppress: what blocks a release.
    pub fn failing_units<const W: usize>(&self, classes: &Classes<W>) -> Vec<u64> {
        let units = |failing: &dyn Fn(usize) -> bool| match classes.persons() {
            Some(persons) => persons.distinct(failing),
            None => (0..classes.len()).filter(|&c| failing(c)).map(|c| classes.rows(c)).sum(),
        };
        let of_model = |model: &Model| match model {
            Model::Class(m) => {
                let mut scratch = Vec::new();
                let mut fails = |c: usize| !m.meets(&class_for(m.as_ref(), classes, c, &mut scratch));
                let fails: Vec<bool> = (0..classes.len()).map(&mut fails).collect();
                units(&|c| fails[c])
            }
            Model::Table(m) => {
                let mut out = vec![Judgement::Kept; classes.len()];
                remove_smallest_first(m.as_ref(), classes, &mut out);
                units(&|c| out[c] != Judgement::Kept)
            }
        };
        self.models.iter().map(of_model).collect()
    }

    /// What each model measures on the classes that `kept` picks.
    pub fn verdicts<const W: usize>(&self, classes: &Classes<W>, kept: impl Fn(usize) -> bool) -> Vec<Verdict> {
        let kept: Vec<usize> = (0..classes.len()).filter(|&c| kept(c)).collect();
        self.models
            .iter()
            .map(|model| {
                let witness = match model {
                    Model::Class(m) => worst_class(m.as_ref(), classes, &kept),
                    Model::Table(m) => {
                        let score = m.score(&sizes(classes, &kept));
                        kept.iter().map(|&class| (classes.size(class), class)).min().map(|(size, class)| Witness { class, size, score })
                    }
                };
                let met = witness.is_none_or(|w| model.bound().allows(w.score, model.asked()));
                Verdict { asked: model.asked(), measured: witness.map(|w| w.score), met, witness }
            })
            .collect()
    }
}

/// What a model sees of a class.
fn class_for<'a, const W: usize>(
    model: &dyn ClassModel,
    classes: &'a Classes<W>,
    number: usize,
    scratch: &'a mut Vec<(u32, u64)>,
) -> Class<'a> {
    let values = model.needs().map_or(&[][..], |column| classes.values(column, number, scratch));
    Class { size: classes.size(number), values, population: classes.population(number) }
}

fn class_models(models: &[Model]) -> impl Iterator<Item = &dyn ClassModel> {
    models.iter().filter_map(|m| match m {
        Model::Class(m) => Some(m.as_ref()),
        Model::Table(_) => None,
    })
}

fn table_models(models: &[Model]) -> impl Iterator<Item = &dyn TableModel> {
    models.iter().filter_map(|m| match m {
        Model::Class(_) => None,
        Model::Table(m) => Some(m.as_ref()),
    })
}

fn worst_class<const W: usize>(model: &dyn ClassModel, classes: &Classes<W>, kept: &[usize]) -> Option<Witness> {
    let mut scratch = Vec::new();
    let mut worst: Option<Witness> = None;
    for &class in kept {
        let seen = class_for(model, classes, class, &mut scratch);
        let (size, score) = (seen.size, model.score(&seen));
        let is_worse = worst.is_none_or(|w| match model.bound() {
            Bound::AtLeast => score < w.score,
            Bound::AtMost | Bound::Below => score > w.score,
        });
        if is_worse {
            worst = Some(Witness { class, size, score });
        }
    }
    worst
}

/// (size, classes) of the picked classes, sizes rising.
fn sizes<const W: usize>(classes: &Classes<W>, picked: &[usize]) -> Vec<(u64, u64)> {
    let mut all: Vec<u64> = picked.iter().map(|&c| classes.size(c)).collect();
    all.sort_unstable();
    all.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u64)).collect()
}

/// Suppresses the kept classes of the smallest size, size after size, until the model holds for the rest. Classes of one
/// size go together, so the outcome does not depend on their order.
fn remove_smallest_first<const W: usize>(model: &dyn TableModel, classes: &Classes<W>, out: &mut [Judgement]) {
    let kept: Vec<usize> = (0..out.len()).filter(|&c| out[c] == Judgement::Kept).collect();
    let sizes = sizes(classes, &kept);
    let holds_from = (0..sizes.len()).find(|&i| model.bound().allows(model.score(&sizes[i..]), model.asked()));
    let least = holds_from.map_or(u64::MAX, |i| sizes[i].0);
    for class in kept {
        if classes.size(class) < least {
            out[class] = Judgement::Fails;
        }
    }
}
