//! The oracle for asking an atlas: the example of the source, traps, the rules by another way, and
//! what requests are drawn.

mod requests;
mod rules;
mod source;
mod suggestions;
mod traps;

use equipoise_testkit::{Case, Kind, Shape};

/// Cases with all models that an atlas has.
fn cases(count: u64) -> impl Iterator<Item = (u64, Case)> {
    let shape = Shape::all_models().without(Kind::LkcPrivacy);
    (0..count).map(move |seed| (seed, Case::random(seed, &shape)))
}
