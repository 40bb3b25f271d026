//! Sets of columns that tell rows apart, and rows that stand out by few of them.

use super::section::Section;
use crate::facts::sets::{ColumnSet, ColumnSets, Sets, SpecialUniqueFacts};
use crate::masked::view::ReportView;
use crate::number::{decimal, percent, share, thousands};
use crate::page::html::escape;
use crate::page::json::Fields;
use crate::page::text::bar;
use crate::page::{html, text};

/// Characters of a bar.
const BAR: usize = 20;
/// Sets of columns shown of each size above one.
const SETS: usize = 5;
/// Rows with the highest scores that are shown.
const RECORDS: usize = 10;

/// The section.
pub(super) struct IdentifyingSets;

impl Section for IdentifyingSets {
    fn text(&self, view: &ReportView, page: &mut text::Page) {
        if let Some(sets) = &view.sets {
            lines(page, sets);
        }
    }

    fn html(&self, view: &ReportView, page: &mut html::Page) {
        let Some(sets) = &view.sets else { return };
        page.section("Which columns tell rows apart", |page| {
            let text = sets.to_text();
            let lines: Vec<String> = text.trim_matches('\n').lines().map(escape).collect();
            page.push(&format!("<pre tabindex=\"0\">{}</pre>", lines.join("\n")));
        });
    }

    fn json(&self, view: &ReportView, fields: &mut Fields) {
        fields.add_some("sets", view.sets.as_ref());
    }
}

impl Sets {
    /// As a block of text for a terminal, up to 100 wide, that starts with an empty line.
    pub fn to_text(&self) -> String {
        let mut page = text::Page::part();
        lines(&mut page, self);
        page.finish()
    }
}

/// The parts of a text about sets of columns.
pub(crate) fn lines(page: &mut text::Page, found: &Sets) {
    if let Some(subsets) = &found.subsets {
        column_sets(page, &subsets.ranked());
    }
    if let Some(special) = &found.special_uniques {
        special_uniques(page, special);
    }
}

fn column_sets(page: &mut text::Page, subsets: &ColumnSets) {
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
        text::Cell::Left("Columns", 44),
        text::Cell::Right("Distinction", 11),
        text::Cell::Right("Separation", 10),
        text::Cell::Right("Unique", 8),
        text::Cell::Left("", 14),
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
        group[..shown].iter().for_each(|set| column_set(page, set));
        if shown < group.len() {
            page.line(&format!(
                "and {} more of {} columns; the JSON has all",
                group.len() - shown,
                group[0].columns.len()
            ));
        }
    }
}

fn column_set(page: &mut text::Page, set: &ColumnSet) {
    page.row(&[
        text::Cell::Left(&set.columns.join(", "), 44),
        text::Cell::Right(&percent(set.distinction), 11),
        text::Cell::Right(
            &set.separation.map_or_else(|| "none".to_owned(), percent),
            10,
        ),
        text::Cell::Right(&percent(set.unique_share), 8),
        text::Cell::Left(&bar(set.unique_share, 14), 14),
    ]);
}

fn special_uniques(page: &mut text::Page, special: &SpecialUniqueFacts) {
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
        text::Cell::Left("Columns in the set", 28),
        text::Cell::Right("Sets", 10),
        text::Cell::Left("", BAR),
    ]);
    for (size, &sets) in special.by_size.iter().enumerate() {
        let drawn = bar(share(sets, most).unwrap_or(0.0), BAR);
        page.row(&[
            text::Cell::Left(&(size + 1).to_string(), 28),
            text::Cell::Right(&thousands(sets), 10),
            text::Cell::Left(&drawn, BAR),
        ]);
    }
    page.head(&[
        text::Cell::Left("Column", 28),
        text::Cell::Right("Of scores", 10),
        text::Cell::Left("", BAR),
    ]);
    let mut columns: Vec<&(String, f64)> = special.contributions.iter().collect();
    columns.sort_by(|a, b| b.1.total_cmp(&a.1));
    for (column, part) in columns {
        page.row(&[
            text::Cell::Left(column, 28),
            text::Cell::Right(&percent(*part), 10),
            text::Cell::Left(&bar(*part, BAR), BAR),
        ]);
    }
    records(page, special);
}

fn records(page: &mut text::Page, special: &SpecialUniqueFacts) {
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
        text::Cell::Right("Row", 12),
        text::Cell::Right("Score", 12),
        text::Cell::Right(if chances { "Chance" } else { "" }, 8),
    ]);
    for record in shown {
        let chance = record.dis_score.map_or_else(String::new, percent);
        page.row(&[
            text::Cell::Right(&thousands(record.row), 12),
            text::Cell::Right(&decimal(record.score), 12),
            text::Cell::Right(&chance, 8),
        ]);
    }
    if shown.len() < special.highest.len() {
        page.line(&format!(
            "and {} more in the JSON",
            special.highest.len() - shown.len()
        ));
    }
}
