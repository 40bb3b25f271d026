//! The search: its aim, its method, and whether the answer is proved.

use super::section::Section;
use crate::facts::search::DecidedBy;
use crate::masked::view::ReportView;
use crate::number::{decimal, thousands};
use crate::page::json::Fields;
use crate::page::{html, text};
use equipoise_recipe::{LossChoice, Method};

/// The section. In the text it stands behind the promises, under their heading.
pub(super) struct Search;

impl Section for Search {
    fn text(&self, view: &ReportView, page: &mut text::Page) {
        page.paragraph(&search_words(view));
    }

    fn html(&self, view: &ReportView, page: &mut html::Page) {
        page.section("How the search went", |page| {
            page.push(label(view));
            page.paragraph(&search_words(view));
        });
    }

    fn json(&self, view: &ReportView, fields: &mut Fields) {
        fields.add("search", &view.search);
    }
}

/// Whether the answer is proved, as HTML.
fn label(view: &ReportView) -> &'static str {
    match view.search.proved_optimal {
        _ if view.is_applied() => "<p><strong>As in an earlier release.</strong></p>",
        // What is proved is told where aspirations are; the loss is not what was looked for.
        _ if view.preference.is_some() => "",
        Some(true) => "<p><strong class=\"met\">✓ Proved optimal.</strong></p>",
        Some(false) => "<p><strong class=\"not\">Best found, not proved.</strong></p>",
        None => "",
    }
}

/// Sentences on the aim of the search, the loss, and the proof.
fn search_words(view: &ReportView) -> String {
    let asked = &view.asked;
    let joined = asked.aggregation.as_ref().map_or_else(String::new, |a| {
        format!(", joined over the columns by `{a}`")
    });
    let nodes = view.search.nodes_total;
    let proof = match (view.search.proved_optimal, nodes) {
        _ if view.is_applied() => "Nothing was searched.".to_owned(),
        (None, _) => "The internal report says whether the search proved that no other choice loses less.".to_owned(),
        (Some(true), None) => "Proved: no other choice of levels that keeps the promises within the limit loses less.".to_owned(),
        (Some(false), None) => {
            "Best found, not proved: another choice of levels may keep the promises and lose less. The promises are measured either way."
                .to_owned()
        }
        (Some(true), Some(0)) => "Proved: no other choice of labels for classes that keeps the promises loses less.".to_owned(),
        (Some(false), Some(0)) => {
            "Found, not proved: other classes may keep the promises and lose less. What is promised is measured all the same.".to_owned()
        }
        (Some(true), Some(1)) => "There is no other choice of levels.".to_owned(),
        (Some(true), Some(nodes)) => {
            format!("Proved: of all {} choices of levels, none that keeps the promises within the limit loses less.", thousands(nodes))
        }
        (Some(false), Some(nodes)) => format!(
            "Best found, not proved: of all {} choices of levels, one that was not looked at may keep the promises and lose less. What is \
             promised is measured all the same.",
            thousands(nodes)
        ),
    };
    let meaning = match view.loss.metric {
        LossChoice::Loss | LossChoice::Nwp | LossChoice::Precision => {
            ", where 0 is no detail lost and 1 is all"
        }
        LossChoice::Aecs => ", the average class size",
        LossChoice::Discernibility => {
            ", which sums up for each row how many it cannot be told from"
        }
        LossChoice::Entropy => " bits",
        LossChoice::Height => ", the sum of levels",
    };
    let value = match view.loss.value {
        Some(value) => format!("It is {}{meaning}.", decimal(value)),
        None => {
            "Its value is only in the internal report, because it depends on the input.".to_owned()
        }
    };
    if view.is_applied() {
        return format!(
            "The levels are those of an earlier release, applied to new rows. The `{}`{joined} is told here all the same. {value} {proof}",
            asked.loss
        );
    }
    if asked.method == DecidedBy::Search(Method::Record) {
        return format!(
            "The method `record` looked for what is best for each record, not for the smallest `{}`{joined}, which is told here all the same. {value}",
            asked.loss
        );
    }
    if view.preference.is_some() {
        return format!(
            "The method `preference` looked for what comes closest to an aspiration in two measures, or goes furthest beyond it. The `{}`{joined}, is told here all the same. {value}",
            asked.loss
        );
    }
    format!(
        "The method `{}` looked for the smallest `{}`{joined}. {value} {proof}",
        asked.method, asked.loss
    )
}
