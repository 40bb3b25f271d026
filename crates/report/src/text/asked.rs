//! What was asked, and what was measured.

use super::page::{Cell, Page, fitting};
use crate::number::{decimal, listed, thousands};
use crate::view::{is_distance, shortened};
use crate::{Count, ModelLine, ModelView, View};

pub(super) fn render(page: &mut Page, view: &View) {
    page.section("What was asked, and what was measured");
    table(page, view);
    models(page, view);
    limit(page, view);
    search(page, view);
}

/// The columns by their role.
fn table(page: &mut Page, view: &View) {
    let with_role = |role: &str| view.table.columns.iter().filter(|c| c.role == role).map(|c| format!("`{}`", c.name)).collect::<Vec<_>>();
    page.blank();
    for (role, words) in [
        ("quasi-identifier", "Quasi-identifiers, by which somebody could be found"),
        ("sensitive", "Sensitive, released as they are"),
        ("insensitive", "Insensitive, released as they are"),
        ("identifying", "Identifying, not released"),
    ] {
        let names = with_role(role);
        if !names.is_empty() {
            page.wrapped(&format!("{words}: {}.", listed(&names)), "  · ", "    ");
        }
    }
    let reasons = view.table.columns.iter().filter_map(|c| c.reason.as_ref().map(|reason| (c, reason)));
    for (column, reason) in reasons {
        page.wrapped(&format!("`{}` is {}: {reason}", column.name, column.role), "  · ", "    ");
    }
    let unit = match &view.person {
        Some(column) => format!("Counted are persons, told apart by `{column}`, however many rows they have."),
        None => "Counted are rows: each row stands for one person.".to_owned(),
    };
    page.wrapped(&unit, "  · ", "    ");
}

fn models(page: &mut Page, view: &View) {
    if view.privacy.is_empty() {
        page.paragraph("No privacy model was asked for, so nothing is promised.");
        return;
    }
    page.paragraph("A class is all that look the same in every quasi-identifier. Measured is the worst class of the release.");
    let names: Vec<String> = view.privacy.iter().map(name).collect();
    let width = fitting(names.iter().map(String::as_str), 24, 46);
    page.head(&[Cell::Left("Model", width), Cell::Right("Asked", 14), Cell::Right("Measured", 12), Cell::Left("Verdict", 7)]);
    for (model, name) in view.privacy.iter().zip(&names) {
        let measured = model.measured.as_deref().map_or_else(|| "nothing kept".to_owned(), |m| short(model, m));
        let verdict = if model.met { "met" } else { "NOT MET" };
        page.row(&[Cell::Left(name, width), Cell::Right(&bound(model), 14), Cell::Right(&measured, 12), Cell::Left(verdict, 7)]);
        page.wrapped(&model.promise, "      ", "      ");
    }
}

fn name(model: &ModelView) -> String {
    let variant = model.variant.as_deref().or(model.distance.as_deref());
    let variant = variant.map_or_else(String::new, |v| format!(" ({v})"));
    match &model.column {
        Some(column) => format!("{}{variant} of `{column}`", model.model),
        None => format!("{}{variant}", model.model),
    }
}

fn bound(model: &ModelView) -> String {
    let side = if is_distance(&model.model) { "at most" } else { "at least" };
    format!("{side} {}", model.asked)
}

/// A measured value that fits its column.
fn short(model: &ModelView, measured: &str) -> String {
    let line = ModelLine { model: model.model.clone(), asked: model.asked.clone(), met: model.met, ..ModelLine::default() };
    shortened(&line, measured, 4)
}

fn limit(page: &mut Page, view: &View) {
    let nouns = |number: u64| if number == 1 { view.unit.trim_end_matches('s') } else { view.unit };
    let allowed = match view.asked.allowed_units {
        // The limit may already be a number of units.
        Some(number) if view.asked.limit.split(' ').next() != Some(number.to_string().as_str()) => {
            format!(" ({} {})", thousands(number), nouns(number))
        }
        _ => String::new(),
    };
    let left_out = match view.left_out.units {
        Count::Exact(0) => "none".to_owned(),
        Count::Exact(number) => format!("{} {}", thousands(number), nouns(number)),
        _ => format!("fewer than 11 {}", view.unit),
    };
    page.paragraph(&format!("Allowed to be left out: {}{allowed}. Left out: {left_out}.", view.asked.limit));
}

fn search(page: &mut Page, view: &View) {
    let asked = &view.asked;
    let joined = asked.aggregation.as_ref().map_or_else(String::new, |a| format!(", joined over the columns by `{a}`"));
    let nodes = view.search.nodes_total;
    let proof = match (view.search.proved_optimal, nodes) {
        (true, 0 | 1) => "There is no other choice of levels.".to_owned(),
        (true, _) => {
            format!("Proved: of all {} choices of levels, none that keeps the promises within the limit loses less.", thousands(nodes))
        }
        (false, _) => format!("Not proved to be the best of the {} choices of levels.", thousands(nodes)),
    };
    let meaning = match view.loss.metric.as_str() {
        "loss" | "precision" => ", where 0 is no detail lost and 1 is all",
        "aecs" => ", the average class size",
        "discernibility" => ", which sums up for each row how many it cannot be told from",
        "entropy" => " bits",
        "height" => ", the sum of levels",
        _ => "",
    };
    let value = match view.loss.value {
        Some(value) => format!("It is {}{meaning}.", decimal(value)),
        None => "Its value is masked, because it depends on how many are left out.".to_owned(),
    };
    page.paragraph(&format!("The method `{}` looked for the smallest `{}`{joined}. {value} {proof}", asked.method, asked.loss));
}
