//! Risks, before and after, and audits of the release.

mod html;
pub(crate) mod text;
pub(crate) mod words;

use super::before_after::words::title;
use super::section::Section;
use crate::masked::view::ReportView;
use crate::page;
use crate::page::json::Fields;

/// The section.
pub(super) struct Risks;

impl Section for Risks {
    fn text(&self, view: &ReportView, page: &mut page::text::Page) {
        page.section(&title("Risks", view));
        text::render(page, view);
    }

    fn html(&self, view: &ReportView, page: &mut page::html::Page) {
        page.section(&title("Risks", view), |page| html::render(page, view));
    }

    fn json(&self, view: &ReportView, fields: &mut Fields) {
        fields.add("risks", &view.risks);
    }
}
