//! Attacks that the release does not protect against.

use super::section::Section;
use crate::masked::view::ReportView;
use crate::page::html::prose;
use crate::page::json::Fields;
use crate::page::{html, text};

const OPENING: &str = "The models promise what section 1 says and no more. All values were measured; none of them is a judgement that the data may be published.";

/// The section.
pub(super) struct Caveats;

impl Section for Caveats {
    fn text(&self, view: &ReportView, page: &mut text::Page) {
        page.section("What this does NOT protect against");
        page.paragraph(OPENING);
        for caveat in &view.caveats {
            page.blank();
            page.wrapped(&caveat.title, "  · ", "    ");
            page.wrapped(&caveat.text, "    ", "    ");
        }
    }

    fn html(&self, view: &ReportView, page: &mut html::Page) {
        page.section("What this does not protect against", |page| {
            page.paragraph(OPENING);
            page.push("<dl>");
            for caveat in &view.caveats {
                page.push(&format!(
                    "<div><dt>{}</dt>\n<dd>{}</dd></div>",
                    prose(&caveat.title),
                    prose(&caveat.text)
                ));
            }
            page.push("</dl>");
        });
    }

    fn json(&self, view: &ReportView, fields: &mut Fields) {
        fields.add("caveats", &view.caveats);
    }
}
