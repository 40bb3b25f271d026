//! Attacks that a release does not protect against.

mod list;
mod models;
mod release;

pub use list::Caveat;

use crate::audience::Audience;
use crate::facts::report::Report;
use list::Caveats;

/// The caveats that apply to this release, the most particular first.
pub(crate) fn caveats(report: &Report, audience: Audience) -> Vec<Caveat> {
    let mut caveats = Caveats(Vec::new());
    models::add(&mut caveats, report);
    release::of_records(&mut caveats, report, audience);
    release::of_columns(&mut caveats, report);
    release::of_search(&mut caveats, report);
    release::of_every_release(&mut caveats, report);
    caveats.0
}
