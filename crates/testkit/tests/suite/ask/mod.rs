//! The oracle for asking an atlas: the example of the source, traps, the rules by another way, and
//! what requests are drawn.

mod requests;
mod rules;
mod source;
mod suggestions;
mod traps;

use equipoise_testkit::{Case, CaseShape, ModelKind};

/// Cases with all models that an atlas has.
fn cases(count: u64) -> impl Iterator<Item = (u64, Case)> {
    let shape = CaseShape::all_models().without(ModelKind::LkcPrivacy);
    (0..count).map(move |seed| (seed, Case::random(seed, &shape)))
}
