//! Questions to an atlas, and their answers.

use crate::answer::Answer;
use crate::explorer::Explorer;
use crate::find::{Found, find};
use crate::suggest::suggestions;
use crate::wishes::Wishes;
use equipoise_data::{Error, Result};
use std::time::{Duration, Instant};

impl Explorer<'_> {
    /// The best node within the wishes, with ties; or three suggestions.
    ///
    /// With records of all nodes every answer is proved: for models that are not monotone too,
    /// because every node within the wishes is looked at or ruled out by a bound that holds for it.
    /// Where records are lacking, nodes are looked at in the order of their bounds until the answer
    /// is proved or patience runs out; then it is the best that was found, and says so.
    ///
    /// # Errors
    /// Wishes that do not fit the atlas.
    pub fn ask(&self, wishes: &Wishes) -> Result<Answer> {
        self.ask_within(wishes, self.patience)
    }

    /// The same with a patience of its own.
    ///
    /// # Errors
    /// Those of [`Explorer::ask`].
    pub fn ask_within(&self, wishes: &Wishes, patience: Duration) -> Result<Answer> {
        self.check(wishes)?;
        let wishes = &*wishes.settled(self.atlas().chart().lattice());
        let deadline = Instant::now() + patience;
        let view = self.view(&wishes.thresholds);
        let found = find(&self.records, &view, wishes, deadline);
        let Found {
            mut nodes,
            proved,
            visited,
        } = found;
        let suggestions = nodes
            .is_empty()
            .then(|| suggestions(&self.records, &view, wishes, deadline));
        let ties = if nodes.is_empty() {
            Vec::new()
        } else {
            nodes.split_off(1)
        };
        Ok(Answer {
            best: nodes.pop(),
            ties,
            proved,
            nodes_visited: visited,
            suggestions,
        })
    }

    /// Checks that wishes are about the columns, levels, models and losses of the atlas.
    ///
    /// # Errors
    /// Wishes that do not fit the atlas.
    pub fn check(&self, wishes: &Wishes) -> Result<()> {
        let (chart, lattice) = (self.atlas().chart(), self.atlas().chart().lattice());
        let head = chart.head();
        let misfit =
            |what: &str| Error::internal(format!("wishes have other {what} than the atlas"));
        if wishes.thresholds.axes.len() != head.axes.len()
            || wishes.thresholds.tables.len() != head.tables.len()
        {
            return Err(misfit("models"));
        }
        if wishes.low.len() != lattice.attributes()
            || wishes.high.len() != lattice.attributes()
            || wishes.loss() >= head.losses.len()
        {
            return Err(misfit("attributes or losses"));
        }
        for (a, attribute) in head.attributes.iter().enumerate() {
            let (low, high) = (wishes.low[a], wishes.high[a]);
            if low > high {
                return Err(Error::usage(format!(
                    "the levels wished for `{}` are at least {low} and at most {high}",
                    attribute.name
                ))
                .hint("no level is both; raise the one or lower the other"));
            }
            if low < attribute.low || high > attribute.high {
                let message = format!(
                    "the levels wished for `{}` are {low} to {high}; the atlas has levels {} to {}",
                    attribute.name, attribute.low, attribute.high
                );
                return Err(Error::usage(message).hint(
                    "`min-level` and `max-level` of the recipe bound the levels of its atlas",
                ));
            }
        }
        self.check_links(wishes)
    }

    /// # Errors
    /// Linked attributes that share no wished level.
    fn check_links(&self, wishes: &Wishes) -> Result<()> {
        let (head, lattice) = (self.atlas().chart().head(), self.atlas().chart().lattice());
        for a in 0..lattice.attributes() {
            let Some(b) = lattice.group(a).find(|&b| wishes.low[a] > wishes.high[b]) else {
                continue;
            };
            let (one, other) = (&head.attributes[a].name, &head.attributes[b].name);
            let message = format!(
                "`{one}` and `{other}` are linked and always have the same level; the levels wished for are at least {} for `{one}` and at most {} for `{other}`",
                wishes.low[a], wishes.high[b]
            );
            return Err(
                Error::usage(message).hint("no level is both; raise the one or lower the other")
            );
        }
        Ok(())
    }
}
