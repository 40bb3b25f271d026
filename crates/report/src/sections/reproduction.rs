//! Commands that make the same release again.

use super::section::Section;
use crate::masked::view::ReportView;
use crate::page::html::escape;
use crate::page::json::Fields;
use crate::page::{html, text};
use equipoise_recipe::RowOrderChoice;

const TITLE: &str = "How to reproduce this";

/// The section.
pub(super) struct Reproduction;

impl Section for Reproduction {
    fn text(&self, view: &ReportView, page: &mut text::Page) {
        page.section(TITLE);
        page.paragraph(&words(view));
        if !view.reproduce.is_empty() {
            page.blank();
        }
        for command in &view.reproduce {
            page.line(&format!("  $ {command}"));
        }
    }

    fn html(&self, view: &ReportView, page: &mut html::Page) {
        page.section(TITLE, |page| {
            page.paragraph(&words(view));
            if !view.reproduce.is_empty() {
                let commands: Vec<String> = view
                    .reproduce
                    .iter()
                    .map(|command| format!("$ {}", escape(command)))
                    .collect();
                page.push(&format!(
                    "<pre tabindex=\"0\">{}</pre>",
                    commands.join("\n")
                ));
            }
        });
    }

    fn json(&self, view: &ReportView, fields: &mut Fields) {
        fields.add("reproduce", &view.reproduce);
    }
}

/// Sentences on the order of rows and what stays the same.
fn words(view: &ReportView) -> String {
    let order = match view.row_order {
        RowOrderChoice::Input => "Rows are in the order of the input, which links them to it.",
        RowOrderChoice::Canonical => {
            "Rows are sorted by their released values, so a row's place tells nothing."
        }
    };
    format!(
        "{order} The same table and recipe give the same release and the same report, byte for byte, with Equipoise {}.",
        view.equipoise
    )
}
