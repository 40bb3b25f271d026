//! What a release does not protect against.

mod models;

use crate::number::listed;
use crate::{AccountSection, Audience, ProtectionUnit, Report};
use equipoise_recipe::{Model, Over, Role};
use serde::Serialize;

/// Something that the models of a release do not protect against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Caveat {
    /// In a few words.
    pub title: String,
    /// In a few sentences.
    pub text: String,
}

/// The caveats that apply to this release, the most particular first.
pub(crate) fn caveats(report: &Report, audience: Audience) -> Vec<Caveat> {
    let mut caveats = Caveats(Vec::new());
    models::add(&mut caveats, report);
    caveats.of_records(report, audience);
    caveats.of_columns(report);
    caveats.of_search(report);
    caveats.of_every_release(report);
    caveats.0
}

struct Caveats(Vec<Caveat>);

fn quoted(names: &[&str]) -> String {
    listed(&names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>())
}

impl Caveats {
    fn add(&mut self, title: &str, text: impl Into<String>) {
        self.0.push(Caveat {
            title: title.to_owned(),
            text: text.into(),
        });
    }

    /// The limits of the attacker that record-wise disclosure has in mind.
    fn of_records(&mut self, report: &Report, audience: Audience) {
        let AccountSection::Records(of) = &report.account else {
            return;
        };
        self.add(
            "The attacker that risks are computed for",
            "The risk of a record is that of an attacker who looks it up in a list of people, finds those it fits, and guesses one of them, each with the same chance. It does not allow for \
             somebody who knows more than the list, who draws conclusions from which values were hidden, who knows how columns go together, or who is content with what all who fit have in \
             common. Averages over records say nothing about the worst one. Weights say how sensitive something is to the publisher, not to the person.",
        );
        if let Some(figures) = of
            .figures
            .as_ref()
            .filter(|figures| !figures.bound && audience == Audience::Internal)
        {
            self.add(
                "Risks that could be larger",
                format!(
                    "The risks reported here are estimates, not upper bounds: {}.",
                    figures.bound_reason
                ),
            );
        }
    }

    fn of_columns(&mut self, report: &Report) {
        let with_role = |role: Role| {
            report
                .table
                .columns
                .iter()
                .filter(|c| c.role == Some(role))
                .map(|c| c.name.as_str())
                .collect::<Vec<_>>()
        };
        let sensitive = with_role(Role::Sensitive);
        let covered = |name: &str| report.models.iter().any(|m| m.model.column() == Some(name));
        let bare: Vec<&str> = sensitive
            .iter()
            .copied()
            .filter(|name| !covered(name))
            .collect();
        if !bare.is_empty() {
            self.add(
                "Sensitive columns without a model of their own",
                format!("Nothing limits what a class tells about {}.", quoted(&bare)),
            );
        }
        self.of_combination(report, &sensitive);
        let insensitive = with_role(Role::Insensitive);
        if !insensitive.is_empty() {
            self.add(
                "Columns released as they are",
                format!(
                    "Declared insensitive and released unchanged: {}. Who knows this of a person can find that person by it; no model here \
                     takes that into account.",
                    quoted(&insensitive)
                ),
            );
        }
    }

    /// Columns that are protected one by one, and what their combination tells.
    fn of_combination(&mut self, report: &Report, sensitive: &[&str]) {
        let models = || {
            report
                .models
                .iter()
                .map(|m| &m.model)
                .filter(|m| m.column().is_some())
        };
        let mut alone: Vec<&str> = models()
            .filter(|m| !m.others_as_quasi_identifiers())
            .filter_map(|m| m.column())
            .collect();
        alone.sort_by_key(|name| sensitive.iter().position(|s| s == name));
        alone.dedup();
        let together = models().any(|m| m.others_as_quasi_identifiers());
        if sensitive.len() < 2 {
            return;
        }
        if together && alone.is_empty() {
            let text = format!(
                "The models of this release allow for somebody who knows all but one of {}. The sizes of classes do not: whoever knows one of \
                 these of a person may be left with a single row, and reads what else it shows.",
                quoted(sensitive)
            );
            self.add("Sensitive columns that somebody knows", text);
            return;
        }
        let several = models()
            .filter_map(|m| m.column())
            .collect::<std::collections::BTreeSet<_>>()
            .len()
            > 1;
        let text = if several {
            format!(
                "{} {} protected as if nobody knew another sensitive column. If three people of a class have three different jobs and three \
                 different diagnoses, both columns are diverse, and whoever knows that a neighbour is the clerk among them reads the clerk's \
                 diagnosis. The key `others-as-quasi-identifiers` in a model's section closes this gap for its column.",
                quoted(&alone),
                if alone.len() == 1 { "is" } else { "are each" }
            )
        } else {
            format!(
                "{} are each looked at alone, not in combination. Who knows one of them of a person can use it like a quasi-identifier \
                 to narrow down the others.",
                quoted(sensitive)
            )
        };
        self.add("Several sensitive columns together", text);
    }

    fn of_search(&mut self, report: &Report) {
        if report.decision.is_empty() && report.proved_optimal != Some(true) {
            return;
        }
        self.add(
            "Minimality attacks",
            format!(
                "The search is deterministic{} and avoids generalizing more than it must. Who knows the method and the recipe can ask which \
                 tables would have led to exactly this release, and exclude all others. That can narrow down sensitive values beyond what the \
                 models promise.",
                if report.proved_optimal == Some(true) { "" } else { ", given its seed and its budget," }
            ),
        );
        let by_class = report.decision.iter().any(|line| line.level.is_none());
        let here = if matches!(&report.account, AccountSection::Preference(of) if of.over == Over::Partitions)
        {
            "Here the values of each column are divided once for all rows, which leaves them less to work with, but does not rule them out."
        } else if by_class {
            "Here each class has labels of its own, so they bite most: where it matters, prefer one level for all rows (`method = \"optimal\"`)."
        } else {
            "Here each column has one level for all rows, which leaves them less to work with, but does not rule them out."
        };
        self.add(
            "Downcoding attacks",
            format!(
                "Because the release is as detailed as the models allow, a label tells that a finer one would not have done. Together with \
                 knowledge of how values are spread, this can give back finer values than the ones released. Both attacks bite most when rows \
                 are recoded one by one or locally. {here}"
            ),
        );
    }

    fn of_every_release(&mut self, report: &Report) {
        self.add(
            "Several releases about the same people (linking)",
            "Each release is judged alone. Two of them, or this one and a table that somebody else published, can be intersected: the \
             classes that a person is in may have few members in common.",
        );
        let hides_presence = |model: &Model| matches!(model, Model::DeltaPresence { .. });
        if !report.models.iter().any(|m| hides_presence(&m.model)) {
            self.add(
                "Being in the table (membership)",
                "Nothing here hides that a person is in the table. Where that tells something by itself, as in a register of an illness, \
                 it is told of everybody known to be in it.",
            );
        }
        if report.unit == ProtectionUnit::Rows {
            self.add(
                "Several rows of one person",
                "Rows were counted, as if each were another person. Where a person has several rows, a class of many rows may be a class \
                 of few people; name the column that tells persons apart as `person` in the recipe.",
            );
        }
    }
}
