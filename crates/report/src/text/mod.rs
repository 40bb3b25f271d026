//! The report as plain text.

pub(crate) mod asked;
pub(crate) mod attributes;
pub(crate) mod classes;
pub(crate) mod closing;
pub(crate) mod disclosure;
pub(crate) mod left_out;
pub(crate) mod page;
pub(crate) mod preference;
pub(crate) mod risks;
pub(crate) mod usefulness;

use crate::ReportView;
use page::Page;

/// All sections in order.
pub(crate) fn render(view: &ReportView) -> String {
    let mut page = Page::new(
        &format!("Equipoise {} · one release", view.equipoise),
        &format!("{} report", view.audience),
    );
    page.paragraph(&view.headline);
    page.paragraph(&view.masking);
    asked::render(&mut page, view);
    attributes::render(&mut page, view);
    disclosure::render(&mut page, view);
    preference::render(&mut page, view);
    usefulness::render(&mut page, view);
    classes::render(&mut page, view);
    risks::render(&mut page, view);
    if let Some(sets) = &view.sets {
        crate::profile::text::sections(&mut page, sets);
    }
    left_out::render(&mut page, view);
    closing::missing(&mut page, view);
    closing::caveats(&mut page, view);
    closing::warnings(&mut page, view);
    closing::reproduce(&mut page, view);
    page.finish()
}
