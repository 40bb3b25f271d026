//! Ways out of wishes that cannot be met.

use super::state::Desk;
use super::wire;
use super::words::{grouped, per_cent};
use equipoise_explore::session::{Offers, Relax, StepOutcome, relaxed};
use equipoise_explore::{
    Answer, AtHand, KnownNodes, NoSuggestion, Relaxed, SIZE, Shown, SliceView, Suggestions, Wishes,
    without_column,
};
use std::time::Duration;

impl Desk<'_> {
    pub(super) fn suggestions(
        &self,
        wishes: &Wishes,
        given: &Suggestions,
        view: &SliceView<'_>,
    ) -> wire::PageSuggestions {
        let offers = offers(wishes, given);
        let mut suggestions = wire::PageSuggestions {
            cards: Vec::new(),
            none: Vec::new(),
            without: self.without(wishes, view),
        };
        let mut none = |which, why: &NoSuggestion| {
            suggestions.none.push(wire::NoCard {
                which,
                reason: why.reason.clone(),
                proved: why.proved,
            });
        };
        match &given.suppression {
            Ok(shown) => suggestions
                .cards
                .push(self.leave_out_more(wishes, &offers, shown)),
            Err(why) => none("suppression", why),
        }
        match &given.height {
            Ok(shown) => suggestions.cards.push(self.coarser(wishes, &offers, shown)),
            Err(why) => none("height", why),
        }
        match &given.threshold {
            // The one that weakens privacy comes last.
            Ok(first) => {
                let all = std::iter::once(first).chain(&given.other_thresholds);
                suggestions
                    .cards
                    .extend(all.map(|relaxed| self.weaker(wishes, &offers, relaxed)));
            }
            Err(why) => none("threshold", why),
        }
        suggestions
    }

    fn leave_out_more(&self, wishes: &Wishes, offers: &Offers, shown: &Shown) -> wire::Card {
        let (old, new) = (grouped(wishes.max_units), grouped(shown.units));
        wire::Card {
            title: format!(
                "Leave out more: {new} {} instead of {old}",
                self.unit(shown.units)
            ),
            stays: format!(
                "{} and all levels stay as you wished.",
                self.thresholds_told(wishes)
            ),
            ..self.card(
                wishes,
                offers,
                shown,
                (Relax::Suppression, None),
                (old, new),
            )
        }
    }

    fn coarser(&self, wishes: &Wishes, offers: &Offers, shown: &Shown) -> wire::Card {
        let levels = wishes.high.iter().zip(&shown.levels).enumerate();
        let changes: Vec<wire::PageChange> = levels
            .filter(|(_, (high, to))| to > high)
            .map(|(column, (&from, &to))| wire::PageChange { column, from, to })
            .collect();
        let told = |c: &wire::PageChange| {
            let by = c.to - c.from;
            let levels = if by == 1 { "level" } else { "levels" };
            format!("{} {by:+} {levels}", self.chart.columns[c.column].name)
        };
        let what: Vec<String> = changes.iter().map(told).collect();
        let height = wishes
            .max_height
            .filter(|most| shown.height > *most)
            .map(|most| format!("sum of levels {} instead of {most}", shown.height));
        let what = what
            .into_iter()
            .chain(height)
            .collect::<Vec<_>>()
            .join(", ");
        let (old, new) = (
            self.level_words(&wishes.high),
            self.level_words(&shown.levels),
        );
        let card = self.card(wishes, offers, shown, (Relax::Height, None), (old, new));
        let loss = card.node.losses[wishes.loss()]
            .map_or_else(String::new, |loss| format!("; loss {loss:.3}"));
        wire::Card {
            title: format!("Coarser: {what}{loss}"),
            stays: format!(
                "{} and at most {} left out stay as you wished.",
                self.thresholds_told(wishes),
                grouped(wishes.max_units)
            ),
            changes,
            ..card
        }
    }

    fn weaker(&self, wishes: &Wishes, offers: &Offers, relaxed: &Relaxed) -> wire::Card {
        let axis = self
            .axes()
            .nth(relaxed.axis)
            .expect("suggestions name axes of the atlas");
        let (asked, grade) = (*wishes.thresholds.clone().of(relaxed.axis), relaxed.grade);
        let (old, new) = (axis.show(asked), axis.show(grade));
        let is_size = axis.model == SIZE;
        let risk = is_size.then(|| wire::RiskChange {
            old: 1.0 / asked.max(1) as f64,
            new: 1.0 / grade.max(1) as f64,
        });
        let of = if is_size {
            String::new()
        } else {
            format!(" of {}", super::words::model(axis))
        };
        let told = risk.map_or_else(String::new, |r| {
            format!("; highest risk {} → {}", per_cent(r.old), per_cent(r.new))
        });
        wire::Card {
            title: format!(
                "Weaker privacy: {} = {new} instead of {old}{of}{told}",
                axis.key
            ),
            stays: format!(
                "The levels and at most {} left out stay as you wished.",
                grouped(wishes.max_units)
            ),
            risk,
            ..self.card(
                wishes,
                offers,
                &relaxed.shown,
                (Relax::Threshold, Some(relaxed.axis)),
                (old, new),
            )
        }
    }

    fn card(
        &self,
        wishes: &Wishes,
        offers: &Offers,
        shown: &Shown,
        (which, axis): (Relax, Option<usize>),
        (old, new): (String, String),
    ) -> wire::Card {
        let after = relaxed(wishes, offers, which, axis)
            .map_or_else(|_| wishes.clone(), |(wishes, _)| wishes);
        // Accepting asks again, and the answer may be better than the node that showed the way.
        let best = self
            .explorer
            .ask_within(&after, Duration::ZERO)
            .ok()
            .and_then(|answer| answer.best);
        let shown = best.as_ref().unwrap_or(shown);
        wire::Card {
            which: which.name(),
            model: axis,
            title: String::new(),
            old,
            new,
            stays: String::new(),
            changes: Vec::new(),
            risk: None,
            node: Self::node(shown),
            sentence: self.sentence(shown, &after.thresholds),
            wishes: self.wished(&after),
        }
    }

    /// Columns without which the wishes are met: at the top of its hierarchy a column says nothing,
    /// as if it were left out.
    fn without(&self, wishes: &Wishes, view: &SliceView<'_>) -> Vec<wire::Without> {
        let known: &dyn KnownNodes = if self.explorer.atlas().is_complete() {
            view
        } else {
            &AtHand(view)
        };
        let is_out = |column: usize| {
            let of = &self.chart.columns[column];
            usize::from(of.high) + 1 == of.levels.len()
        };
        let met = without_column(known, wishes)
            .met
            .into_iter()
            .filter(|(column, _)| is_out(*column));
        met.map(|(column, shown)| wire::Without {
            column,
            node: Self::node(&shown),
            sentence: self.sentence(&shown, &wishes.thresholds),
        })
        .collect()
    }

    /// The thresholds that are wished for, such as `k = 3, t = 0.2`.
    fn thresholds_told(&self, wishes: &Wishes) -> String {
        let grades = wishes
            .thresholds
            .axes
            .iter()
            .chain(&wishes.thresholds.tables);
        let told = self
            .axes()
            .zip(grades)
            .filter(|(axis, grade)| axis.entry.is_some() || **grade > 1);
        let told: Vec<String> = told
            .map(|(axis, &grade)| format!("{} = {}", axis.key, axis.show(grade)))
            .collect();
        if told.is_empty() {
            "All thresholds".to_owned()
        } else {
            told.join(", ")
        }
    }
}

/// The suggestions as a session keeps them.
fn offers(wishes: &Wishes, given: &Suggestions) -> Offers {
    let answer = Answer {
        best: None,
        ties: Vec::new(),
        proved: false,
        nodes_visited: 0,
        suggestions: Some(given.clone()),
    };
    match StepOutcome::of(wishes, &answer) {
        StepOutcome::Unmet { suggestions, .. } => suggestions,
        StepOutcome::Answered { .. } => Offers::default(),
    }
}
