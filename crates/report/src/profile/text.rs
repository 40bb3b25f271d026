//! The profile as plain text.

use super::{ColumnSet, ColumnSets, Profile, ProfileColumn, Sets, SpecialUniqueFacts};
use crate::number::{decimal, listed, percent, share, thousands};
use crate::one_table;
use crate::text::classes::{capital, name, one_decimal};
use crate::text::page::{Cell, Page, bar, fitting};
use crate::text::risks::of_size;
use crate::{BandView, ClassesView, Count, ProtectionUnit};
use equipoise_recipe::Role;

const BAR: usize = 20;
/// Sets of columns shown of each size above one.
const SETS: usize = 5;
/// Rows with the highest scores that are shown.
const RECORDS: usize = 10;

pub(super) fn render(profile: &Profile) -> String {
    let title = format!(
        "Equipoise {} · profile of {}",
        profile.version, profile.table
    );
    let mut page = Page::terminal(&title, "internal");
    summary(&mut page, profile);
    columns(&mut page, profile);
    classes(&mut page, profile);
    risks(&mut page, profile);
    sections(
        &mut page,
        &Sets {
            subsets: profile.subsets.clone(),
            special_uniques: profile.special_uniques.clone(),
        },
    );
    warnings(&mut page, profile);
    page.finish()
}

/// The sections about sets of columns.
pub(crate) fn sections(page: &mut Page, found: &Sets) {
    if let Some(subsets) = &found.subsets {
        sets(page, &subsets.ranked());
    }
    if let Some(special) = &found.special_uniques {
        special_uniques(page, special);
    }
}

/// The same without a title.
pub(super) fn sets_block(found: &Sets) -> String {
    let mut page = Page::part();
    sections(&mut page, found);
    page.finish()
}

fn quoted(names: &[String]) -> String {
    listed(
        &names
            .iter()
            .map(|name| format!("`{name}`"))
            .collect::<Vec<_>>(),
    )
}

fn summary(page: &mut Page, profile: &Profile) {
    let many = |number: u64, one: &str, several: &str| {
        format!(
            "{} {}",
            thousands(number),
            if number == 1 { one } else { several }
        )
    };
    let persons = match &profile.unit {
        ProtectionUnit::Rows => String::new(),
        ProtectionUnit::Persons { column } => format!(
            " of {}, told apart by `{column}`",
            many(profile.units, "person", "persons")
        ),
    };
    let rows = many(profile.rows, "row", "rows");
    let columns = many(profile.columns.len() as u64, "column", "columns");
    page.paragraph(&format!(
        "{rows}{persons}, in {columns}. This profile shows every count, so it is personal data: keep it where the table is kept."
    ));
}

fn columns(page: &mut Page, profile: &Profile) {
    page.section("Columns");
    let width = fitting(
        profile.columns.iter().map(|column| column.name.as_str()),
        12,
        26,
    );
    let roles = profile.columns.iter().any(|column| column.role.is_some());
    let role = if roles { 16 } else { 0 };
    let mut head = vec![Cell::Left("Column", width)];
    if roles {
        head.push(Cell::Left("Role", role));
    }
    head.extend([
        Cell::Left("Type", 7),
        Cell::Right("Distinct", 10),
        Cell::Right("Missing", 10),
        Cell::Right("Most frequent", 13),
    ]);
    page.head(&head);
    for column in &profile.columns {
        line(page, column, width, role);
    }
    let identifiers: Vec<String> = profile
        .columns
        .iter()
        .filter(|c| c.looks_like_identifier)
        .map(|c| c.name.clone())
        .collect();
    if !identifiers.is_empty() {
        page.paragraph(&format!(
            "* Nearly every row has a value of its own in {}: this looks like an identifier, which is best left out of a release.",
            quoted(&identifiers)
        ));
    }
    page.paragraph(
        "Most frequent is the share of rows that have the most frequent value. Missing is in rows.",
    );
}

fn line(page: &mut Page, column: &ProfileColumn, width: usize, role: usize) {
    let (distinct, missing) = (thousands(column.distinct), thousands(column.missing_rows));
    let most = column
        .most_frequent_share
        .map_or_else(|| "none".to_owned(), percent);
    let mut cells = vec![Cell::Left(&column.name, width)];
    if role > 0 {
        cells.push(Cell::Left(column.role.map_or("", Role::name), role));
    }
    let mark = if column.looks_like_identifier {
        "*"
    } else {
        ""
    };
    cells.extend([
        Cell::Left(column.kind.name(), 7),
        Cell::Right(&distinct, 10),
        Cell::Right(&missing, 10),
        Cell::Right(&most, 13),
    ]);
    cells.push(Cell::Left(mark, 1));
    page.row(&cells);
}

fn classes(page: &mut Page, profile: &Profile) {
    page.section("Classes");
    if profile.quasi_identifiers.is_empty() {
        page.paragraph("No quasi-identifier is named, so everybody looks the same. Name the columns by which somebody could be found.");
        return;
    }
    let view = profile.classes_view();
    let unit = profile.unit.noun(2);
    page.paragraph(&format!(
        "A class is all {unit} that agree on {}.",
        quoted(&profile.quasi_identifiers)
    ));
    if matches!(profile.unit, ProtectionUnit::Persons { .. }) {
        page.paragraph("A person with rows in several classes counts in each of them.");
    }
    page.head(&[
        Cell::Left("Class size", 14),
        Cell::Right("Classes", 10),
        Cell::Left("", BAR / 2),
        Cell::Right(&capital(unit), 11),
        Cell::Right("share", 8),
        Cell::Left("", BAR),
        Cell::Right("Risk up to", 10),
    ]);
    for band in &view.bands {
        histogram(page, band, view.classes.unwrap_or(0));
    }
    sizes(page, &view, profile);
}

fn histogram(page: &mut Page, band: &BandView, all: u64) {
    let classes = band.classes.unwrap_or(0);
    page.row(&[
        Cell::Left(name(band).trim_start(), 14),
        Cell::Right(&thousands(classes), 10),
        Cell::Left(&bar(share(classes, all).unwrap_or(0.0), BAR / 2), BAR / 2),
        Cell::Right(&band.units.to_string(), 11),
        Cell::Right(&band.share.map_or_else(String::new, percent), 8),
        Cell::Left(&bar(band.share.unwrap_or(0.0), BAR), BAR),
        Cell::Right(&of_size(band.from), 10),
    ]);
}

fn sizes(page: &mut Page, view: &ClassesView, profile: &Profile) {
    let whole = |number: Option<u64>| number.map_or_else(|| "none".to_owned(), thousands);
    let average = view.average.map_or_else(|| "none".to_owned(), one_decimal);
    let (smallest, median, largest) = (
        whole(view.smallest),
        whole(view.median),
        whole(view.largest),
    );
    if view.units == Count::Exact(0) {
        page.paragraph("There is no class.");
        return;
    }
    page.paragraph(&format!(
        "{} {}: the smallest has {smallest}, the median {median}, the average {average}, the largest {largest}.",
        whole(view.classes),
        if view.classes == Some(1) { "class" } else { "classes" }
    ));
    if let Some(k) = profile.wildcard_k {
        page.paragraph(&format!(
            "Where a missing value matches anything, the smallest class has {}.",
            thousands(k)
        ));
    }
}

fn risks(page: &mut Page, profile: &Profile) {
    page.section("Risks");
    let (risk, audits) = one_table::views(&profile.classes, &profile.risks);
    if profile.classes.sizes().is_empty() {
        page.paragraph("There is nobody to be found.");
        return;
    }
    one_table::render(page, &risk, &audits, profile.unit.noun(2));
}

fn sets(page: &mut Page, subsets: &ColumnSets) {
    page.section("Which columns tell rows apart");
    let looked_at = match (subsets.complete, subsets.largest) {
        (true, _) => format!(
            "All {} sets of quasi-identifiers were looked at.",
            thousands(subsets.looked_at)
        ),
        (false, 1) => format!(
            "The {} single quasi-identifiers were looked at.",
            thousands(subsets.looked_at)
        ),
        (false, largest) => format!(
            "All {} sets of up to {largest} quasi-identifiers were looked at.",
            thousands(subsets.looked_at)
        ),
    };
    page.paragraph(&format!(
        "{looked_at} Distinction is the number of different combinations over the number of rows, separation the share of pairs of rows that \
         differ, and unique the share of rows whose combination occurs once. A set near 100 % in all three is as good as a name."
    ));
    page.head(&[
        Cell::Left("Columns", 44),
        Cell::Right("Distinction", 11),
        Cell::Right("Separation", 10),
        Cell::Right("Unique", 8),
        Cell::Left("", 14),
    ]);
    for group in subsets
        .sets
        .chunk_by(|a, b| a.columns.len() == b.columns.len())
    {
        let shown = if group[0].columns.len() > 1 {
            group.len().min(SETS)
        } else {
            group.len()
        };
        group[..shown].iter().for_each(|set| subset(page, set));
        if shown < group.len() {
            page.line(&format!(
                "and {} more of {} columns; the JSON has all",
                group.len() - shown,
                group[0].columns.len()
            ));
        }
    }
}

fn subset(page: &mut Page, set: &ColumnSet) {
    page.row(&[
        Cell::Left(&set.columns.join(", "), 44),
        Cell::Right(&percent(set.distinction), 11),
        Cell::Right(
            &set.separation.map_or_else(|| "none".to_owned(), percent),
            10,
        ),
        Cell::Right(&percent(set.unique_share), 8),
        Cell::Left(&bar(set.unique_share, 14), 14),
    ]);
}

fn special_uniques(page: &mut Page, special: &SpecialUniqueFacts) {
    page.section("Rows that stand out by few columns");
    page.paragraph(&format!(
        "A row that is unique by two columns is found by whoever knows two facts, and is unique in almost any larger table too. {} {} unique \
         by {} or fewer quasi-identifiers (special uniques, SUDA).",
        thousands(special.rows),
        if special.rows == 1 { "row is" } else { "rows are" },
        thousands(special.largest)
    ));
    if special.rows == 0 {
        return;
    }
    let most = special.by_size.iter().copied().max().unwrap_or(0);
    page.head(&[
        Cell::Left("Columns in the set", 28),
        Cell::Right("Sets", 10),
        Cell::Left("", BAR),
    ]);
    for (size, &sets) in special.by_size.iter().enumerate() {
        let drawn = bar(share(sets, most).unwrap_or(0.0), BAR);
        page.row(&[
            Cell::Left(&(size + 1).to_string(), 28),
            Cell::Right(&thousands(sets), 10),
            Cell::Left(&drawn, BAR),
        ]);
    }
    page.head(&[
        Cell::Left("Column", 28),
        Cell::Right("Of scores", 10),
        Cell::Left("", BAR),
    ]);
    let mut columns: Vec<&(String, f64)> = special.contributions.iter().collect();
    columns.sort_by(|a, b| b.1.total_cmp(&a.1));
    for (column, part) in columns {
        page.row(&[
            Cell::Left(column, 28),
            Cell::Right(&percent(*part), 10),
            Cell::Left(&bar(*part, BAR), BAR),
        ]);
    }
    records(page, special);
}

fn records(page: &mut Page, special: &SpecialUniqueFacts) {
    if special.highest.is_empty() {
        return;
    }
    let shown = &special.highest[..special.highest.len().min(RECORDS)];
    let chances = shown.iter().any(|record| record.dis_score.is_some());
    page.paragraph(&format!(
        "The rows that stand out most, counted from 1 below the header{}.",
        if chances {
            ", with the chance that a match with them is right"
        } else {
            ""
        }
    ));
    page.head(&[
        Cell::Right("Row", 12),
        Cell::Right("Score", 12),
        Cell::Right(if chances { "Chance" } else { "" }, 8),
    ]);
    for record in shown {
        let chance = record.dis_score.map_or_else(String::new, percent);
        page.row(&[
            Cell::Right(&thousands(record.row), 12),
            Cell::Right(&decimal(record.score), 12),
            Cell::Right(&chance, 8),
        ]);
    }
    if shown.len() < special.highest.len() {
        page.line(&format!(
            "and {} more in the JSON",
            special.highest.len() - shown.len()
        ));
    }
}

fn warnings(page: &mut Page, profile: &Profile) {
    if profile.warnings.is_empty() {
        return;
    }
    page.section("Warnings");
    page.blank();
    for warning in &profile.warnings {
        page.wrapped(warning, "  ! ", "    ");
    }
}
