//! Caveats of the columns, the search and the release as a whole.

use super::list::Caveats;
use crate::audience::Audience;
use crate::facts::account::AccountSection;
use crate::facts::report::Report;
use crate::facts::unit::ProtectionUnit;
use crate::number::listed;
use equipoise_recipe::{Model, Over, Role};

fn quoted(names: &[&str]) -> String {
    listed(&names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>())
}

/// The limits of the attacker that record-wise disclosure has in mind.
pub(super) fn of_records(caveats: &mut Caveats, report: &Report, audience: Audience) {
    let AccountSection::Records(of) = &report.account else {
        return;
    };
    caveats.add(
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
        caveats.add(
            "Risks that could be larger",
            format!(
                "The risks reported here are estimates, not upper bounds: {}.",
                figures.bound_reason
            ),
        );
    }
}

pub(super) fn of_columns(caveats: &mut Caveats, report: &Report) {
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
        caveats.add(
            "Sensitive columns without a model of their own",
            format!("Nothing limits what a class tells about {}.", quoted(&bare)),
        );
    }
    of_combination(caveats, report, &sensitive);
    let insensitive = with_role(Role::Insensitive);
    if !insensitive.is_empty() {
        caveats.add(
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
fn of_combination(caveats: &mut Caveats, report: &Report, sensitive: &[&str]) {
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
        caveats.add("Sensitive columns that somebody knows", text);
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
    caveats.add("Several sensitive columns together", text);
}

pub(super) fn of_search(caveats: &mut Caveats, report: &Report) {
    if report.decision.is_empty() && report.proved_optimal != Some(true) {
        return;
    }
    caveats.add(
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
    caveats.add(
        "Downcoding attacks",
        format!(
            "Because the release is as detailed as the models allow, a label tells that a finer one would not have done. Together with \
             knowledge of how values are spread, this can give back finer values than the ones released. Both attacks bite most when rows \
             are recoded one by one or locally. {here}"
        ),
    );
}

pub(super) fn of_every_release(caveats: &mut Caveats, report: &Report) {
    caveats.add(
        "Several releases about the same people (linking)",
        "Each release is judged alone. Two of them, or this one and a table that somebody else published, can be intersected: the \
         classes that a person is in may have few members in common.",
    );
    let hides_presence = |model: &Model| matches!(model, Model::DeltaPresence { .. });
    if !report.models.iter().any(|m| hides_presence(&m.model)) {
        caveats.add(
            "Being in the table (membership)",
            "Nothing here hides that a person is in the table. Where that tells something by itself, as in a register of an illness, \
             it is told of everybody known to be in it.",
        );
    }
    if report.unit == ProtectionUnit::Rows {
        caveats.add(
            "Several rows of one person",
            "Rows were counted, as if each were another person. Where a person has several rows, a class of many rows may be a class \
             of few people; name the column that tells persons apart as `person` in the recipe.",
        );
    }
}
