//! People left out, against their share of the table.

mod html;
mod text;
mod words;

use super::section::Section;
use crate::masked::view::ReportView;
use crate::page;
use crate::page::json::Fields;

const TITLE: &str = "Who is left out";

/// The section.
pub(super) struct LeftOut;

impl Section for LeftOut {
    fn text(&self, view: &ReportView, page: &mut page::text::Page) {
        page.section(TITLE);
        text::render(page, view);
    }

    fn html(&self, view: &ReportView, page: &mut page::html::Page) {
        page.section(TITLE, |page| html::render(page, view));
    }

    fn json(&self, view: &ReportView, fields: &mut Fields) {
        fields.add("left_out", &view.left_out);
    }
}
