//! The report as one HTML page, in the order in which a board reads it: what was promised and kept
//! first, how it was made last.
//!
//! The page is made from a [`ReportView`] alone, so it shows nothing that is masked in text and JSON.

mod columns;
mod compared;
mod comparison;
mod disclosure;
mod left_out;
mod losses;
mod missing;
mod opening;
mod page;
mod picture;
mod preference;
mod promises;
mod risk_map;
mod scatter;
mod search;
mod usefulness;

use crate::text::classes::title;
use crate::{Audience, ReportView};
pub(crate) use comparison::comparison;
use equipoise_recipe::RowOrderChoice;
use page::{Page, escape, prose};
pub(crate) use risk_map::risk_map;

const STYLE: &str = include_str!("style.css");

/// The words that an internal report carries on every page.
const INTERNAL: &str = "internal: contains personal data";

/// The whole page.
pub(crate) fn render(view: &ReportView) -> String {
    let mut page = Page::default();
    page.section("What was asked, and what was measured", |page| {
        promises::render(page, view)
    });
    page.section(&title("Class sizes", view), |page| {
        compared::classes(page, view)
    });
    page.section(&title("Risks", view), |page| compared::risks(page, view));
    page.section("What each attribute lost", |page| {
        losses::render(page, view)
    });
    if let Some(of) = &view.disclosure {
        page.section("What each record risks and is worth", |page| {
            disclosure::render(page, of, view.unit)
        });
    }
    if let Some(of) = &view.preference {
        page.section("What was aspired to, and what was reached", |page| {
            preference::render(page, of)
        });
    }
    if let Some(of) = &view.usefulness {
        page.section("What it is still good for", |page| {
            usefulness::render(page, of)
        });
    }
    page.section("Who is left out", |page| left_out::render(page, view));
    page.section("Missing values", |page| missing::render(page, view));
    page.section("Columns, their roles and why", |page| {
        columns::render(page, view)
    });
    if let Some(sets) = &view.sets {
        page.section("Which columns tell rows apart", |page| {
            page.push(&format!(
                "<pre tabindex=\"0\">{}</pre>",
                lines(&sets.to_text())
            ));
        });
    }
    page.section("What this does not protect against", |page| {
        caveats(page, view)
    });
    page.section("How the search went", |page| search::render(page, view));
    page.section("Warnings", |page| warnings(page, view));
    page.section("How to reproduce this", |page| reproduce(page, view));
    let (sections, titles) = page.finish();
    let contents: String = titles
        .iter()
        .enumerate()
        .map(|(i, title)| format!("<li><a href=\"#s{0}\">{title}</a></li>\n", i + 1))
        .collect();
    let opening = opening::render(view);
    document(
        view,
        &format!(
            "{opening}<nav aria-label=\"Contents\">\n<ol>\n{contents}</ol>\n</nav>\n{sections}"
        ),
    )
}

fn document(view: &ReportView, body: &str) -> String {
    let (banner, margin, mark) = match view.audience {
        Audience::Internal => (
            format!(
                "<p class=\"banner\" role=\"note\"><strong>{INTERNAL}</strong> {}</p>\n",
                escape(&view.masking)
            ),
            format!(
                "@page {{ @top-center {{ content: \"{INTERNAL}\"; font: bold 9pt sans-serif; }} }}\n"
            ),
            format!(" ({INTERNAL})"),
        ),
        Audience::Public => Default::default(),
    };
    let version = escape(&view.equipoise);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>Report of one release{mark}</title>\n<style>\n{STYLE}{margin}</style>\n</head>\n<body>\n{banner}<main>\n{body}</main>\n\
         <footer><p>Equipoise {version}. The text and JSON reports have the same numbers.</p></footer>\n</body>\n</html>\n"
    )
}

/// Lines of text as they are.
fn lines(text: &str) -> String {
    text.trim_matches('\n')
        .lines()
        .map(escape)
        .collect::<Vec<_>>()
        .join("\n")
}

fn caveats(page: &mut Page, view: &ReportView) {
    page.paragraph(
        "The models promise what section 1 says and no more. All values were measured; none of them is a judgement that the data may be \
         published.",
    );
    page.push("<dl>");
    for caveat in &view.caveats {
        page.push(&format!(
            "<div><dt>{}</dt>\n<dd>{}</dd></div>",
            prose(&caveat.title),
            prose(&caveat.text)
        ));
    }
    page.push("</dl>");
}

fn warnings(page: &mut Page, view: &ReportView) {
    if view.warnings.is_empty() {
        page.paragraph("None.");
    }
    page.list(view.warnings.iter().cloned());
}

fn reproduce(page: &mut Page, view: &ReportView) {
    let order = match view.row_order {
        RowOrderChoice::Input => "Rows are in the order of the input, which links them to it.",
        RowOrderChoice::Canonical => {
            "Rows are sorted by their released values, so a row's place tells nothing."
        }
    };
    page.paragraph(&format!(
        "{order} The same table and recipe give the same release and the same report, byte for byte, with Equipoise {}.",
        view.equipoise
    ));
    if !view.reproduce.is_empty() {
        let commands: Vec<String> = view
            .reproduce
            .iter()
            .map(|command| format!("$ {}", escape(command)))
            .collect();
        page.push(&format!(
            "<pre tabindex=\"0\">{}</pre>",
            commands.join("\n")
        ));
    }
}
