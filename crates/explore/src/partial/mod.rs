//! Lattices of which only some nodes have records.
//!
//! [`choose()`] picks the nodes that are worth a record when there cannot be one of each. When a
//! question comes, what is known is recalled, better nodes are looked for by steps around the best
//! of them, and where all nodes can be listed the others are ruled out.

mod choose;
mod goals;
mod improve;
mod memory;
mod prove;
mod rank;
mod rating;
mod recall;
mod steps;

pub use choose::{Budget, Chosen, choose};

use crate::known::KnownNodes;
use crate::node_search::NodeSearch;

/// Looks for the best node as well as some records allow, and as long as patience lasts.
pub(crate) fn find_best(search: &mut NodeSearch<'_>) {
    let known = recall::recall(search);
    if search.best.is_empty() && improve::is_vmax_beyond(search) {
        // Nothing is within the wishes, and that is sure.
        return;
    }
    if search.records.can_look_closer() {
        improve::improve(search, known);
    }
    if search.view.is_complete() {
        prove::prove(search);
    } else {
        search.is_sure = improve::is_lowest(search);
    }
}
