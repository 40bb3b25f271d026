//! What a release does not protect against.

use crate::number::listed;
use crate::{Report, Unit};
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
pub(crate) fn caveats(report: &Report) -> Vec<Caveat> {
    let mut caveats = Caveats(Vec::new());
    caveats.of_models(report);
    caveats.of_columns(report);
    caveats.of_search(report);
    caveats.of_every_release(report);
    caveats.0
}

struct Caveats(Vec<Caveat>);

impl Caveats {
    fn add(&mut self, title: &str, text: impl Into<String>) {
        self.0.push(Caveat { title: title.to_owned(), text: text.into() });
    }

    fn of_models(&mut self, report: &Report) {
        let asks = |name: &str| report.models.iter().any(|m| m.model == name);
        if asks("k-anonymity") {
            self.add(
                "Classes whose members are all alike (k-anonymity: homogeneity and background knowledge)",
                "k-anonymity hides which row is whose, not what the rows of a class have in common. If all of them show the same sensitive \
                 value, it is known of everybody in the class. Somebody who knows more about a person than the quasi-identifiers can also \
                 rule out the others one by one.",
            );
        }
        if report.models.iter().any(|m| m.model == "l-diversity" && m.variant.as_deref().unwrap_or("distinct") == "distinct") {
            self.add(
                "Values that differ, but are lopsided or similar (distinct l-diversity: skewness and similarity)",
                "Different values are counted, not weighed. A class may show one value almost always and the others once, or only \
                 values that mean much the same, such as several kinds of cancer.",
            );
        }
        if asks("t-closeness") {
            let size = if asks("k-anonymity") {
                "Here k-anonymity was asked for as well, and it is k that limits this."
            } else {
                "No model for that was asked for here: look at the class sizes above."
            };
            self.add(
                "Finding somebody's row (t-closeness: identity)",
                format!(
                    "t-closeness limits what the class tells about the sensitive value, compared with the whole table. It does not limit how \
                     easily a person's row is found. {size}"
                ),
            );
        }
    }

    fn of_columns(&mut self, report: &Report) {
        let with_role = |role: &str| report.table.columns.iter().filter(|c| c.role == role).map(|c| c.name.as_str()).collect::<Vec<_>>();
        let quoted = |names: &[&str]| listed(&names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>());
        let sensitive = with_role("sensitive");
        let covered = |name: &str| report.models.iter().any(|m| m.column.as_deref() == Some(name));
        let bare: Vec<&str> = sensitive.iter().copied().filter(|name| !covered(name)).collect();
        if !bare.is_empty() {
            self.add(
                "Sensitive columns without a model of their own",
                format!("Nothing limits what a class tells about {}.", quoted(&bare)),
            );
        }
        if sensitive.len() > 1 {
            self.add(
                "Several sensitive columns together",
                format!(
                    "{} are each looked at alone, not in combination. Who knows one of them of a person can use it like a quasi-identifier \
                     to narrow down the others.",
                    quoted(&sensitive)
                ),
            );
        }
        let insensitive = with_role("insensitive");
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

    fn of_search(&mut self, report: &Report) {
        if report.decision.is_empty() && !report.proved_optimal {
            return;
        }
        self.add(
            "Minimality attacks",
            "The search is deterministic and avoids generalizing more than it must. Who knows the method and the recipe can ask which tables \
             would have led to exactly this release, and exclude all others. That can narrow down sensitive values beyond what the models \
             promise.",
        );
        self.add(
            "Downcoding attacks",
            "Because the release is as detailed as the models allow, a label tells that a finer one would not have done. Together with \
             knowledge of how values are spread, this can give back finer values than the ones released. Both attacks bite most when rows \
             are recoded one by one or locally. Here each column has one level for all rows, which leaves them less to work with, but does \
             not rule them out.",
        );
    }

    fn of_every_release(&mut self, report: &Report) {
        self.add(
            "Several releases about the same people (linking)",
            "Each release is judged alone. Two of them, or this one and a table that somebody else published, can be intersected: the \
             classes that a person is in may have few members in common.",
        );
        self.add(
            "Being in the table (membership)",
            "Nothing here hides that a person is in the table. Where that tells something by itself, as in a register of an illness, \
             it is told of everybody known to be in it.",
        );
        if report.unit == Unit::Rows {
            self.add(
                "Several rows of one person",
                "Rows were counted, as if each were another person. Where a person has several rows, a class of many rows may be a class \
                 of few people; name the column that tells persons apart as `person` in the recipe.",
            );
        }
    }
}
