//! The models that judge all kept classes together, and what they remove.
//!
//! After the class models, in this order and again from the start whenever something was removed:
//! lkc-privacy removes all classes of the groups that fail, all groups judged on the same kept
//! rows; when it holds and a share (sample-uniqueness, average-risk) does not, the smallest kept
//! classes go, all of one size together. At the end, delta-presence with a min above 0 keeps
//! nothing when a class of the population has no kept unit.

use crate::evaluate::{Oracle, OracleClass, choices};
use crate::{OracleMeasured, OracleModel, ReducedFraction, score};
use std::collections::BTreeSet;

impl Oracle<'_> {
    /// Removes classes until what is kept meets the table-wide models.
    pub(crate) fn judge_whole(&self, classes: &mut [OracleClass], levels: &[usize]) {
        loop {
            let failing = self.in_failing_groups(classes, levels);
            if !failing.is_empty() {
                classes
                    .iter_mut()
                    .filter(|c| failing.contains(&c.rows[0]))
                    .for_each(|c| c.kept = false);
            } else if self
                .case
                .models
                .iter()
                .any(|model| self.share_fails(model, classes, levels))
            {
                let smallest = classes.iter().filter(|c| c.kept).map(|c| c.units).min();
                classes
                    .iter_mut()
                    .filter(|c| Some(c.units) == smallest)
                    .for_each(|c| c.kept = false);
            } else {
                break;
            }
        }
        if self.somebody_is_known_absent(classes, levels) {
            classes.iter_mut().for_each(|c| c.kept = false);
        }
    }

    /// What a table-wide model measures on the kept classes; `None` when none is kept.
    pub(crate) fn whole_score(
        &self,
        model: &OracleModel,
        classes: &[OracleClass],
        levels: &[usize],
    ) -> Option<OracleMeasured> {
        let kept: Vec<u64> = classes.iter().filter(|c| c.kept).map(|c| c.units).collect();
        let units = i128::from(kept.iter().sum::<u64>());
        if kept.is_empty() {
            return None;
        }
        match model.inner() {
            OracleModel::SampleUniqueness { .. } => Some(OracleMeasured::ratio(
                kept.iter().filter(|&&units| units == 1).count() as i128,
                units,
            )),
            OracleModel::AverageRisk { .. } => {
                Some(OracleMeasured::ratio(kept.len() as i128, units))
            }
            _ => {
                let groups = self.projected(model, classes, levels).into_iter();
                groups
                    .map(|group| self.group_score(model, &group))
                    .reduce(|a, b| model.worse(a, b))
            }
        }
    }

    fn share_fails(&self, model: &OracleModel, classes: &[OracleClass], levels: &[usize]) -> bool {
        let is_share = matches!(
            model,
            OracleModel::SampleUniqueness { .. } | OracleModel::AverageRisk { .. }
        );
        is_share
            && self
                .whole_score(model, classes, levels)
                .is_some_and(|score| !model.meets(&score))
    }

    /// The first rows of all kept classes with a row in a group that fails an lkc-privacy.
    fn in_failing_groups(&self, classes: &[OracleClass], levels: &[usize]) -> BTreeSet<usize> {
        let mut rows = BTreeSet::new();
        for model in self
            .case
            .models
            .iter()
            .filter(|model| matches!(model.inner(), OracleModel::LkcPrivacy { .. }))
        {
            let groups = self.projected(model, classes, levels).into_iter();
            rows.extend(
                groups
                    .filter(|group| !model.meets(&self.group_score(model, group)))
                    .flatten(),
            );
        }
        let hit = |class: &&OracleClass| class.rows.iter().any(|row| rows.contains(row));
        classes
            .iter()
            .filter(|c| c.kept)
            .filter(hit)
            .map(|c| c.rows[0])
            .collect()
    }

    /// The kept rows by their labels in every set of as many quasi-identifiers as are known.
    fn projected(
        &self,
        model: &OracleModel,
        classes: &[OracleClass],
        levels: &[usize],
    ) -> Vec<Vec<usize>> {
        let OracleModel::LkcPrivacy { l, .. } = model.inner() else {
            unreachable!("only lkc-privacy projects")
        };
        let all: Vec<usize> = (0..levels.len()).collect();
        let kept: Vec<usize> = classes
            .iter()
            .filter(|c| c.kept)
            .flat_map(|c| c.rows.iter().copied())
            .collect();
        let sets = choices(&all, all.len().min(*l as usize)).into_iter();
        let groups = sets.flat_map(|quasi| {
            self.group(kept.iter().copied(), levels, &quasi)
                .into_values()
        });
        groups.flat_map(|rows| self.parts(model, &rows)).collect()
    }

    fn group_score(&self, model: &OracleModel, rows: &[usize]) -> OracleMeasured {
        let column = model.column().expect("lkc-privacy has a column");
        let units = self.units(rows);
        let greatest = score::greatest_share(units, &self.known(column, rows, None));
        OracleMeasured::Both {
            least: ReducedFraction::whole(units),
            greatest,
        }
    }

    /// True when a delta-presence asks for a least share and a class of the population has no kept
    /// row.
    fn somebody_is_known_absent(&self, classes: &[OracleClass], levels: &[usize]) -> bool {
        let zero = ReducedFraction::whole(0);
        if !self
            .case
            .models
            .iter()
            .any(|model| matches!(model, OracleModel::DeltaPresence { min, .. } if *min > zero))
        {
            return false;
        }
        let all: Vec<usize> = (0..levels.len()).collect();
        let kept = classes.iter().filter(|c| c.kept).map(|c| c.rows[0]);
        let released = self.group(kept, levels, &all);
        self.population(levels)
            .keys()
            .any(|labels| !released.contains_key(labels))
    }
}
