//! Models that count how often they are asked: work that is the same on every machine.

use equipoise_data::ModelName;
use equipoise_privacy::{
    AnyModel, Bound, Class, ClassModel, Monotone, Score, SupersetModel, Supersets,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What some models were asked.
#[derive(Debug, Default)]
pub(super) struct Asked {
    /// Groups of rows whose values were looked at.
    groups: AtomicU64,
    /// Rows in these groups.
    rows: AtomicU64,
    /// Distributions that groups were compared with.
    compared: AtomicU64,
}

/// The same when all is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Work {
    /// Groups of rows whose values were looked at.
    pub(super) groups: u64,
    /// Rows in these groups.
    pub(super) rows: u64,
    /// Distances that were computed.
    pub(super) distances: u64,
}

impl Asked {
    pub(super) fn work(&self) -> Work {
        let [groups, rows, distances] =
            [&self.groups, &self.rows, &self.compared].map(|count| count.load(Ordering::Relaxed));
        Work {
            groups,
            rows,
            distances,
        }
    }

    fn look(&self, class: &Class<'_>) {
        self.groups.fetch_add(1, Ordering::Relaxed);
        self.rows.fetch_add(class.size, Ordering::Relaxed);
    }
}

/// The same models, counting. Those that only look at the size of a group do not count, as they
/// look at no values.
pub(super) fn counting(models: Vec<AnyModel>, asked: &Arc<Asked>) -> Vec<AnyModel> {
    let of = |model: AnyModel| match model {
        AnyModel::Class(model) if model.needs().is_some() => AnyModel::Class(Box::new(Counted {
            model,
            asked: asked.clone(),
        })),
        AnyModel::Superset(model) => AnyModel::Superset(Box::new(Counted {
            model,
            asked: asked.clone(),
        })),
        other => other,
    };
    models.into_iter().map(of).collect()
}

#[derive(Debug)]
struct Counted<M: ?Sized> {
    asked: Arc<Asked>,
    model: Box<M>,
}

impl ClassModel for Counted<dyn ClassModel> {
    fn name(&self) -> ModelName {
        self.model.name()
    }

    fn needs(&self) -> Option<usize> {
        self.model.needs()
    }

    fn monotone(&self) -> Monotone {
        self.model.monotone()
    }

    fn bound(&self) -> Bound {
        self.model.bound()
    }

    fn asked(&self) -> Score {
        self.model.asked()
    }

    fn score(&self, class: &Class<'_>) -> Score {
        self.model.score(class)
    }

    fn meets(&self, class: &Class<'_>) -> bool {
        self.asked.look(class);
        // A distance is to the whole table, so there is one; diversity needs none.
        self.asked.compared.fetch_add(
            u64::from(self.name() == ModelName::TCloseness),
            Ordering::Relaxed,
        );
        self.model.meets(class)
    }

    fn least_size(&self) -> u64 {
        self.model.least_size()
    }
}

impl SupersetModel for Counted<dyn SupersetModel> {
    fn name(&self) -> ModelName {
        self.model.name()
    }

    fn needs(&self) -> usize {
        self.model.needs()
    }

    fn least_superset(&self) -> u64 {
        self.model.least_superset()
    }

    fn monotone(&self) -> Monotone {
        self.model.monotone()
    }

    fn bound(&self) -> Bound {
        self.model.bound()
    }

    fn asked(&self) -> Score {
        self.model.asked()
    }

    fn score(
        &self,
        class: &Class<'_>,
        number: usize,
        above: &dyn Supersets,
        enough: bool,
    ) -> Score {
        self.asked.look(class);
        self.model.score(
            class,
            number,
            &Visited {
                above,
                compared: &self.asked.compared,
            },
            enough,
        )
    }
}

/// Supersets, counting those that are visited.
struct Visited<'a> {
    above: &'a dyn Supersets,
    compared: &'a AtomicU64,
}

impl Supersets for Visited<'_> {
    fn visit(&self, class: usize, column: usize, visit: &mut dyn FnMut(u64, &[u64]) -> bool) {
        self.above.visit(class, column, &mut |size, values| {
            self.compared.fetch_add(1, Ordering::Relaxed);
            visit(size, values)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use equipoise_privacy::{Distance, KAnonymity, NtCloseness, TCloseness};

    /// A group is compared with each of these in turn.
    struct Two;

    impl Supersets for Two {
        fn visit(&self, _: usize, _: usize, visit: &mut dyn FnMut(u64, &[u64]) -> bool) {
            let _ = visit(10, &[5, 5]) || visit(20, &[20, 0]);
        }
    }

    #[test]
    fn groups_rows_and_distances_are_counted_and_verdicts_stay() {
        let asked = Arc::new(Asked::default());
        let t = Score::new(1, 10);
        let models = vec![
            AnyModel::Class(Box::new(KAnonymity::new(2).unwrap())),
            AnyModel::Class(Box::new(
                TCloseness::new(0, t, &[5, 5], Distance::Equal).unwrap(),
            )),
            AnyModel::Superset(Box::new(
                NtCloseness::new(0, 10, t, Distance::Equal).unwrap(),
            )),
        ];
        let models = counting(models, &asked);
        let even = Class::new(4, &[(0, 2), (1, 2)]);
        let one_value = Class::new(3, &[(0, 3)]);
        let (AnyModel::Class(k), AnyModel::Class(close), AnyModel::Superset(large)) =
            (&models[0], &models[1], &models[2])
        else {
            unreachable!()
        };
        assert!(k.meets(&even));
        assert_eq!(
            asked.work(),
            Work {
                groups: 0,
                rows: 0,
                distances: 0
            },
            "a size is no value"
        );
        assert!(close.meets(&even) && !close.meets(&one_value));
        assert_eq!(
            asked.work(),
            Work {
                groups: 2,
                rows: 7,
                distances: 2
            }
        );
        assert_eq!(large.score(&even, 0, &Two, true), Score::whole(0));
        assert_eq!(
            asked.work(),
            Work {
                groups: 3,
                rows: 11,
                distances: 3
            },
            "the first is enough"
        );
        assert_eq!(large.score(&one_value, 0, &Two, true), Score::whole(0));
        assert_eq!(
            asked.work(),
            Work {
                groups: 4,
                rows: 14,
                distances: 5
            },
            "the second is"
        );
    }
}
