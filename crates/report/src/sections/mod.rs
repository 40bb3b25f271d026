//! The sections of a report: one type each, which renders it as text, HTML and JSON.
//!
//! [`SECTIONS`] is the one list of them. A new section is a file beside these and a line there.

mod attributes;
mod before_after;
mod caveats;
pub(crate) mod classes;
mod columns;
mod left_out;
mod missing;
mod opening;
mod preference;
mod promises;
mod records;
mod reproduction;
pub(crate) mod risks;
mod row_order;
mod search;
mod section;
pub(crate) mod sets;
mod usefulness;
mod warnings;

use crate::audience::Audience;
use crate::masked::view::ReportView;
use crate::page::document::Document;
use crate::page::html::escape;
use crate::page::json::Fields;
use crate::page::{html, text};
use section::Section;

use attributes::Attributes;
use caveats::Caveats;
use classes::Classes;
use columns::Columns;
use left_out::LeftOut;
use missing::Missing;
use opening::Opening;
use preference::Preference;
use promises::Promises;
use records::Records;
use reproduction::Reproduction;
use risks::Risks;
use row_order::RowOrder;
use search::Search;
use sets::IdentifyingSets;
use usefulness::Usefulness;
use warnings::Warnings;

/// The place of a section in one form of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Before sections with larger numbers.
    At(u16),
    /// Another section says it in this form.
    Elsewhere,
}

use Place::{At, Elsewhere};

/// A section with its place in text, HTML and JSON.
type Line = (&'static dyn Section, Place, Place, Place);

/// All sections of a report, in the order of the text.
///
/// The orders of the three forms differ, so each section has a place in each of them. Places are
/// compared within a column; between two of them there is room for more.
///
/// - Text and JSON begin with the task, then what became of the table, then how exposed people are.
/// - HTML is in the order in which a board reads it: what was promised and kept first, how it was
///   made last. There the columns and the search, which the text tells together with the promises
///   under one heading, are sections of their own.
/// - JSON has fields that belong to `Reproduction` in two places: `row_order` is a line by itself.
#[rustfmt::skip]
const SECTIONS: [Line; 17] = [
    // section         text       html       json
    (&Opening,         At(10),    At(10),    At(10)),
    (&Columns,         At(20),    At(110),   At(20)),
    (&Promises,        At(30),    At(20),    At(30)),
    (&Search,          At(40),    At(140),   At(50)),
    (&Attributes,      At(50),    At(50),    At(40)),
    (&Records,         At(60),    At(60),    At(90)),
    (&Preference,      At(70),    At(70),    At(100)),
    (&Usefulness,      At(80),    At(80),    At(80)),
    (&Classes,         At(90),    At(30),    At(60)),
    (&Risks,           At(100),   At(40),    At(70)),
    (&IdentifyingSets, At(110),   At(120),   At(110)),
    (&LeftOut,         At(120),   At(90),    At(120)),
    (&Missing,         At(130),   At(100),   At(130)),
    (&RowOrder,        Elsewhere, Elsewhere, At(140)),
    (&Caveats,         At(140),   At(130),   At(150)),
    (&Warnings,        At(150),   At(150),   At(160)),
    (&Reproduction,    At(160),   At(160),   At(170)),
];

/// The sections that have a place in one form, in its order.
fn in_order(place: fn(&Line) -> Place) -> impl Iterator<Item = &'static dyn Section> {
    let mut placed: Vec<(u16, &'static dyn Section)> = SECTIONS
        .iter()
        .filter_map(|line| match place(line) {
            At(place) => Some((place, line.0)),
            Elsewhere => None,
        })
        .collect();
    placed.sort_by_key(|&(place, _)| place);
    placed.into_iter().map(|(_, section)| section)
}

/// Renders a report as plain text.
pub(crate) fn to_text(view: &ReportView) -> String {
    let mut page = text::Page::new(
        &format!("Equipoise {} · one release", view.equipoise),
        &format!("{} report", view.audience),
    );
    in_order(|line| line.1).for_each(|section| section.text(view, &mut page));
    page.finish()
}

/// Renders a report as one HTML page.
pub(crate) fn to_html(view: &ReportView) -> String {
    let mut page = html::Page::default();
    in_order(|line| line.2).for_each(|section| section.html(view, &mut page));
    let note = escape(&view.masking);
    let footer = format!(
        "Equipoise {}. The text and JSON reports have the same numbers.",
        escape(&view.equipoise)
    );
    Document {
        title: "Report of one release",
        internal: match view.audience {
            Audience::Internal => Some(&note),
            Audience::Public => None,
        },
        body: &page.finish_with_contents(),
        footer: &footer,
    }
    .to_html()
}

/// Renders a report as JSON.
pub(crate) fn to_json(view: &ReportView) -> String {
    let mut fields = Fields::default();
    in_order(|line| line.3).for_each(|section| section.json(view, &mut fields));
    fields.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_sections_have_the_same_place() {
        let forms: [fn(&Line) -> Place; 3] = [|line| line.1, |line| line.2, |line| line.3];
        for place in forms {
            let places: Vec<Place> = SECTIONS
                .iter()
                .map(place)
                .filter(|p| *p != Elsewhere)
                .collect();
            let numbers: BTreeSet<String> = places.iter().map(|p| format!("{p:?}")).collect();
            assert_eq!(numbers.len(), places.len(), "{places:?}");
        }
    }

    #[test]
    fn the_list_is_in_the_order_of_the_text() {
        let places: Vec<u16> = SECTIONS
            .iter()
            .filter_map(|line| match line.1 {
                At(place) => Some(place),
                Elsewhere => None,
            })
            .collect();
        assert!(places.is_sorted(), "{places:?}");
    }
}
