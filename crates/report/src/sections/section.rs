//! The interface of sections.

use crate::masked::view::ReportView;
use crate::page::json::Fields;
use crate::page::{html, text};

/// One part of a report. It gets what the audience may see and nothing else.
pub(crate) trait Section {
    /// Adds the section to a text.
    fn text(&self, view: &ReportView, page: &mut text::Page);

    /// Adds the section to an HTML page.
    fn html(&self, view: &ReportView, page: &mut html::Page);

    /// Adds the section to a JSON object.
    fn json(&self, view: &ReportView, fields: &mut Fields);
}
