//! Records that are generalized one by one: claims F1 to F18, F23 and F26 of M. R. Fouad, "Privacy
//! Risk and Scalability of Differentially-Private Data Anonymization" (CERIAS TR 2012-10).
//!
//! The tables of the source are a retailer's own; made ones stand in their place, and a part of
//! Adult beside them. Where the source measures time, a line is about nodes that are looked at,
//! which are the same on every machine.

mod aggregate;
mod curves;
mod estimate;
mod heuristics;
mod made;
mod members;
mod numbers;
mod rules;
mod shape;
mod visited;
mod worked;
mod world;

use crate::claim::Claim;
use crate::groups::group::Group;
use equipoise_data::Result;
use equipoise_testkit::shared::shared_data;

pub(crate) const GROUP: Group = Group {
    ids: &[
        "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12", "F13", "F14",
        "F15", "F16", "F17", "F18", "F23", "F26",
    ],
    run,
};

/// Items, and every so many-th row of Adult.
const ITEMS: usize = 1000;
const ADULT_STEP: usize = 10;

/// Without the shared data, which is then announced, the lines of Adult are absent.
fn run() -> Result<Vec<Claim>> {
    let items = made::items(ITEMS, 6, false)?;
    let mut claims = [
        curves::run(&items, "items")?,
        rules::run(&items, "items")?,
        estimate::run(&items)?,
        members::run()?,
        visited::run()?,
        heuristics::run(&items, "items")?,
        vec![heuristics::many_attributes()?],
        worked::run()?,
        aggregate::run(&items)?,
        shape::run()?,
    ]
    .concat();
    if let Some(data) = shared_data() {
        let adult = made::adult(&data, ADULT_STEP)?;
        claims.extend(
            [
                curves::run(&adult, "Adult")?,
                rules::run(&adult, "Adult")?,
                heuristics::run(&adult, "Adult")?,
            ]
            .concat(),
        );
    }
    Ok(claims)
}
