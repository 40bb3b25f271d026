//! Warnings about the recipe and the release.

use super::section::Section;
use crate::masked::view::ReportView;
use crate::page::json::Fields;
use crate::page::{html, text};

const TITLE: &str = "Warnings";
const NONE: &str = "None.";

/// The section.
pub(super) struct Warnings;

impl Section for Warnings {
    fn text(&self, view: &ReportView, page: &mut text::Page) {
        page.section(TITLE);
        if view.warnings.is_empty() {
            page.paragraph(NONE);
            return;
        }
        page.blank();
        for warning in &view.warnings {
            page.wrapped(warning, "  ! ", "    ");
        }
    }

    fn html(&self, view: &ReportView, page: &mut html::Page) {
        page.section(TITLE, |page| {
            if view.warnings.is_empty() {
                page.paragraph(NONE);
            }
            page.list(view.warnings.iter().cloned());
        });
    }

    fn json(&self, view: &ReportView, fields: &mut Fields) {
        fields.add("warnings", &view.warnings);
    }
}
