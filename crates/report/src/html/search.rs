//! What was searched for, how, and whether it is proved.

use super::page::Page;
use crate::ReportView;
use crate::text::asked::search_words;

pub(super) fn render(page: &mut Page, view: &ReportView) {
    let label = match view.search.proved_optimal {
        _ if view.is_applied() => "<p><strong>As in an earlier release.</strong></p>",
        // What is proved is told where aspirations are; the loss is not what was looked for.
        _ if view.preference.is_some() => "",
        Some(true) => "<p><strong class=\"met\">✓ Proved optimal.</strong></p>",
        Some(false) => "<p><strong class=\"not\">Best found, not proved.</strong></p>",
        None => "",
    };
    page.push(label);
    page.paragraph(&search_words(view));
}
