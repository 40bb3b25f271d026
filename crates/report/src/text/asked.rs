//! What was asked, and what was measured.

use super::page::{Cell, Page, fitting};
use crate::measured::shortened;
use crate::model::Threshold;
use crate::number::{decimal, listed, thousands};
use crate::{Count, DecidedBy, MeasuredValue, ModelView, ReportView, ThresholdSide};
use equipoise_recipe::{Limit, LossChoice, Method, Role};

/// Places of a measured value.
const PLACES: usize = 4;

pub(super) fn render(page: &mut Page, view: &ReportView) {
    page.section("What was asked, and what was measured");
    table(page, view);
    models(page, view);
    page.paragraph(&limit(view));
    page.paragraph(&search_words(view));
}

/// The columns by their role.
fn table(page: &mut Page, view: &ReportView) {
    let with_role = |role: Role| {
        view.table
            .columns
            .iter()
            .filter(|c| c.role == Some(role))
            .map(|c| format!("`{}`", c.name))
            .collect::<Vec<_>>()
    };
    page.blank();
    for (role, words) in [
        (
            Role::QuasiIdentifier,
            "Quasi-identifiers, by which somebody could be found",
        ),
        (Role::Sensitive, "Sensitive, released as they are"),
        (Role::Insensitive, "Insensitive, released as they are"),
        (Role::Identifying, "Identifying, not released"),
    ] {
        let names = with_role(role);
        if !names.is_empty() {
            page.wrapped(&format!("{words}: {}.", listed(&names)), "  · ", "    ");
        }
    }
    let reasons = view
        .table
        .columns
        .iter()
        .filter_map(|c| c.reason.as_ref().map(|reason| (c, reason)));
    for (column, reason) in reasons {
        page.wrapped(
            &format!(
                "`{}` is {}: {reason}",
                column.name,
                column.role.map_or("", Role::name)
            ),
            "  · ",
            "    ",
        );
    }
    let unit = match &view.person {
        Some(column) => {
            format!("Counted are persons, told apart by `{column}`, however many rows they have.")
        }
        None => "Counted are rows: each row stands for one person.".to_owned(),
    };
    page.wrapped(&unit, "  · ", "    ");
}

fn models(page: &mut Page, view: &ReportView) {
    if view.privacy.is_empty() {
        page.paragraph("No privacy model was asked for, so nothing is promised.");
        return;
    }
    page.paragraph(&over_whom(view));
    let names: Vec<String> = view.privacy.iter().map(model_name).collect();
    let bounds: Vec<String> = view.privacy.iter().map(bound).collect();
    let asked = fitting(bounds.iter().map(String::as_str), 14, 34);
    let width = fitting(names.iter().map(String::as_str), 24, 46.min(65 - asked));
    page.head(&[
        Cell::Left("Model", width),
        Cell::Right("Asked", asked),
        Cell::Right("Measured", 12),
        Cell::Left("Verdict", 7),
    ]);
    for ((model, name), bound) in view.privacy.iter().zip(&names).zip(&bounds) {
        let verdict = if model.met { "met" } else { "NOT MET" };
        page.row(&[
            Cell::Left(name, width),
            Cell::Right(bound, asked),
            Cell::Right(&measured(model), 12),
            Cell::Left(verdict, 7),
        ]);
        page.wrapped(&model.promise, "      ", "      ");
        if !model.settings.0.is_empty() {
            page.wrapped(
                &format!("Settings: {}.", named(&model.settings.0)),
                "      ",
                "      ",
            );
        }
    }
}

/// What a class is, and what is measured of it.
pub(crate) fn over_whom(view: &ReportView) -> String {
    let whole = view.privacy.iter().any(|m| m.judges_table);
    format!(
        "A class is all that look the same in every quasi-identifier. Measured is the worst class of the release{}.",
        if whole {
            ", or the whole of it for a model of the table as a whole"
        } else {
            ""
        }
    )
}

/// Names and values in a row.
pub(crate) fn named(values: &[(&str, String)]) -> String {
    values
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// A model with its variant and column.
pub(crate) fn model_name(model: &ModelView) -> String {
    let variant = model.variant.or(model.distance);
    let variant = variant.map_or_else(String::new, |v| format!(" ({v})"));
    match &model.column {
        Some(column) => format!("{}{variant} of `{column}`", model.model),
        None => format!("{}{variant}", model.model),
    }
}

/// The threshold with its side, and the other parameters behind it.
pub(crate) fn bound(model: &ModelView) -> String {
    let (key, threshold) = match &model.threshold {
        Threshold::Range { min, max } => return format!("{min} to {max}"),
        Threshold::One { key, value } => (*key, value),
    };
    let others: Vec<(&str, String)> = model
        .asked
        .0
        .iter()
        .filter(|(name, _)| *name != key)
        .cloned()
        .collect();
    if others.is_empty() {
        format!("{} {threshold}", model.side)
    } else {
        format!("{} {threshold} ({})", model.side, named(&others))
    }
}

/// A measured value that fits its column.
pub(crate) fn measured(model: &ModelView) -> String {
    let threshold = &model.threshold;
    let short = |value: &str, side, threshold| shortened(value, side, threshold, model.met, PLACES);
    match &model.measured {
        None => "nothing kept".to_owned(),
        Some(MeasuredValue::Worst(worst)) => short(worst, model.side, threshold.decisive()),
        Some(MeasuredValue::Ends { min, max }) => format!(
            "{} to {}",
            short(min, ThresholdSide::AtLeast, threshold.least().unwrap_or("")),
            short(max, model.side, threshold.decisive())
        ),
    }
}

/// How many may be left out, and how many are.
pub(crate) fn limit(view: &ReportView) -> String {
    let nouns = |number: u64| {
        if number == 1 {
            view.unit.trim_end_matches('s')
        } else {
            view.unit
        }
    };
    // The digits of the limit are not repeated.
    let says = |number: u64| match view.asked.limit {
        Limit::Units(units) => units == number,
        Limit::Share(share) => share.to_f64() * 100.0 == number as f64,
    };
    let allowed = match view.asked.allowed_units {
        Some(number) if !says(number) => {
            format!(" ({} {})", thousands(number), nouns(number))
        }
        _ => String::new(),
    };
    let left_out = match view.left_out.units {
        Count::Exact(0) => "none".to_owned(),
        Count::Exact(number) => format!("{} {}", thousands(number), nouns(number)),
        _ => format!("fewer than 11 {}", view.unit),
    };
    format!(
        "Allowed to be left out: {}{allowed}. Left out: {left_out}.",
        view.asked.limit_text
    )
}

/// What was searched for, what it came to, and what is known of it.
pub(crate) fn search_words(view: &ReportView) -> String {
    let asked = &view.asked;
    let joined = asked.aggregation.as_ref().map_or_else(String::new, |a| {
        format!(", joined over the columns by `{a}`")
    });
    let nodes = view.search.nodes_total;
    let proof = match (view.search.proved_optimal, nodes) {
        _ if view.is_applied() => "Nothing was searched.".to_owned(),
        (None, _) => "The internal report says whether the search proved that no other choice loses less.".to_owned(),
        (Some(true), None) => "Proved: no other choice of levels that keeps the promises within the limit loses less.".to_owned(),
        (Some(false), None) => {
            "Best found, not proved: another choice of levels may keep the promises and lose less. The promises are measured either way."
                .to_owned()
        }
        (Some(true), Some(0)) => "Proved: no other choice of labels for classes that keeps the promises loses less.".to_owned(),
        (Some(false), Some(0)) => {
            "Found, not proved: other classes may keep the promises and lose less. What is promised is measured all the same.".to_owned()
        }
        (Some(true), Some(1)) => "There is no other choice of levels.".to_owned(),
        (Some(true), Some(nodes)) => {
            format!("Proved: of all {} choices of levels, none that keeps the promises within the limit loses less.", thousands(nodes))
        }
        (Some(false), Some(nodes)) => format!(
            "Best found, not proved: of all {} choices of levels, one that was not looked at may keep the promises and lose less. What is \
             promised is measured all the same.",
            thousands(nodes)
        ),
    };
    let meaning = match view.loss.metric {
        LossChoice::Loss | LossChoice::Nwp | LossChoice::Precision => {
            ", where 0 is no detail lost and 1 is all"
        }
        LossChoice::Aecs => ", the average class size",
        LossChoice::Discernibility => {
            ", which sums up for each row how many it cannot be told from"
        }
        LossChoice::Entropy => " bits",
        LossChoice::Height => ", the sum of levels",
    };
    let value = match view.loss.value {
        Some(value) => format!("It is {}{meaning}.", decimal(value)),
        None => {
            "Its value is only in the internal report, because it depends on the input.".to_owned()
        }
    };
    if view.is_applied() {
        return format!(
            "The levels are those of an earlier release, applied to new rows. The `{}`{joined} is told here all the same. {value} {proof}",
            asked.loss
        );
    }
    if asked.method == DecidedBy::Search(Method::Record) {
        return format!(
            "The method `record` looked for what is best for each record, not for the smallest `{}`{joined}, which is told here all the same. {value}",
            asked.loss
        );
    }
    if view.preference.is_some() {
        return format!(
            "The method `preference` looked for what comes closest to an aspiration in two measures, or goes furthest beyond it. The `{}`{joined}, is told here all the same. {value}",
            asked.loss
        );
    }
    format!(
        "The method `{}` looked for the smallest `{}`{joined}. {value} {proof}",
        asked.method, asked.loss
    )
}
