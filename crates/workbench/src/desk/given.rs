//! Wishes, levels and thresholds as they come over the wire, checked, and back.

use super::state::Desk;
use super::wire;
use crate::wish::{by, threshold};
use equipoise_data::{Error, Levels, Result};
use equipoise_explore::{By, Thresholds, Wishes};

impl Desk<'_> {
    /// # Errors
    /// Wishes that do not fit the atlas.
    pub(super) fn wishes(&self, given: &wire::PageWishes) -> Result<Wishes> {
        let head = self.inner().head();
        let max_loss = given
            .max_loss
            .filter(|loss| !(loss.is_finite() && *loss >= 0.0));
        if let Some(loss) = max_loss {
            return Err(Error::usage(format!(
                "max_loss is {loss}; it must be a number that is not negative"
            )));
        }
        for (field, levels) in [("low", &given.low), ("high", &given.high)] {
            self.check_number(field, levels.len())?;
        }
        let wishes = Wishes {
            thresholds: self.thresholds(&given.thresholds)?,
            low: given.low.clone(),
            high: given.high.clone(),
            max_units: given.max_units,
            max_loss: given.max_loss,
            max_height: given.max_height,
            by: by(head, Some(&given.by))?,
        };
        self.explorer.check(&wishes)?;
        Ok(wishes.settled(self.inner().lattice()).into_owned())
    }

    /// # Errors
    /// Thresholds that do not fit the atlas.
    pub(super) fn thresholds(&self, given: &[String]) -> Result<Thresholds> {
        let models = self.axes().count();
        if given.len() != models {
            return Err(Error::usage(format!(
                "thresholds has {} numbers; it must have {models}, one for each model",
                given.len()
            )));
        }
        let mut grades: Vec<u64> = self
            .axes()
            .zip(given)
            .map(|(axis, text)| threshold(axis, "thresholds", text))
            .collect::<Result<_>>()?;
        let tables = grades.split_off(self.inner().head().axes.len());
        Ok(Thresholds {
            axes: grades,
            tables,
        })
    }

    /// # Errors
    /// Levels that are no node of the lattice.
    pub(super) fn levels(&self, given: &[u8]) -> Result<Levels> {
        self.check_number("levels", given.len())?;
        let lattice = self.inner().lattice();
        for (a, attribute) in self.inner().head().attributes.iter().enumerate() {
            if !(attribute.low..=attribute.high).contains(&given[a]) {
                return Err(Error::usage(format!(
                    "is {}; it must be a whole number from {} to {}",
                    given[a], attribute.low, attribute.high
                ))
                .at_column("the level of `{}` ", &attribute.name));
            }
        }
        let mut settled = given.to_vec();
        lattice.settle(&mut settled);
        if settled != given {
            return Err(
                Error::usage("levels has different levels for columns that are linked")
                    .hint("linked columns share one level"),
            );
        }
        Ok(settled)
    }

    fn check_number(&self, field: &str, given: usize) -> Result<()> {
        let columns = self.inner().head().attributes.len();
        if given == columns {
            return Ok(());
        }
        Err(Error::usage(format!(
            "{field} has {given} levels; it must have {columns}, one for each quasi-identifier"
        )))
    }

    /// Wishes as they go over the wire.
    pub(super) fn wished(&self, wishes: &Wishes) -> wire::PageWishes {
        wire::PageWishes {
            thresholds: self.threshold_texts(&wishes.thresholds),
            low: wishes.low.clone(),
            high: wishes.high.clone(),
            max_units: wishes.max_units,
            max_loss: wishes.max_loss,
            max_height: wishes.max_height,
            by: match wishes.by {
                By::Loss(loss) => self.inner().head().losses[loss].metric.name().to_owned(),
                By::Height => "height".to_owned(),
                By::Suppression => "suppression".to_owned(),
            },
        }
    }

    pub(super) fn threshold_texts(&self, thresholds: &Thresholds) -> Vec<String> {
        let grades = thresholds.axes.iter().chain(&thresholds.tables);
        self.axes()
            .zip(grades)
            .map(|(axis, &grade)| axis.show(grade))
            .collect()
    }
}
