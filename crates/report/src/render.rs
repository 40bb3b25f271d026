//! Reports as text, HTML and JSON.

use crate::audience::Audience;
use crate::facts::report::Report;
use crate::masked::view::ReportView;
use crate::sections;

impl Report {
    /// The report as this audience may see it.
    ///
    /// # Cost
    /// O(v log v) for v values of all attributes together.
    pub fn view(&self, audience: Audience) -> ReportView {
        ReportView::of(self, audience)
    }

    /// The report as plain text, at most 92 characters wide except where a command line or a name
    /// is longer.
    pub fn to_text(&self, audience: Audience) -> String {
        sections::to_text(&self.view(audience))
    }

    /// The report as one HTML page with pictures, for a browser or a printer.
    ///
    /// The page needs nothing from outside and runs no script. It follows the reader's choice of a
    /// light or a dark page and is laid out for A4 paper.
    pub fn to_html(&self, audience: Audience) -> String {
        sections::to_html(&self.view(audience))
    }

    /// The report as JSON, with a line break at its end.
    pub fn to_json(&self, audience: Audience) -> String {
        sections::to_json(&self.view(audience))
    }
}
