//! Usefulness of the release.

mod html;
mod text;
mod words;

use super::section::Section;
use crate::masked::view::ReportView;
use crate::page;
use crate::page::json::Fields;

const TITLE: &str = "What it is still good for";

/// The section.
pub(super) struct Usefulness;

impl Section for Usefulness {
    fn text(&self, view: &ReportView, page: &mut page::text::Page) {
        if let Some(of) = &view.usefulness {
            page.section(TITLE);
            text::render(page, of);
        }
    }

    fn html(&self, view: &ReportView, page: &mut page::html::Page) {
        if let Some(of) = &view.usefulness {
            page.section(TITLE, |page| html::render(page, of));
        }
    }

    fn json(&self, view: &ReportView, fields: &mut Fields) {
        fields.add_some("usefulness", view.usefulness.as_ref());
    }
}
