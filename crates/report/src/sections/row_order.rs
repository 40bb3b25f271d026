//! The order of released rows, a field of the JSON.

use super::section::Section;
use crate::masked::view::ReportView;
use crate::page::json::Fields;
use crate::page::{html, text};

/// The section. Text and HTML tell it in a sentence of the reproduction.
pub(super) struct RowOrder;

impl Section for RowOrder {
    fn text(&self, _: &ReportView, _: &mut text::Page) {}

    fn html(&self, _: &ReportView, _: &mut html::Page) {}

    fn json(&self, view: &ReportView, fields: &mut Fields) {
        fields.add("row_order", view.row_order.name());
    }
}
