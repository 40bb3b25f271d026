//! Negotiation with an annotated lattice: claims B1 to B5 of `interactive-exploration`, and what
//! its source prints.
//!
//! Times are measured in the run at hand, and bounds on them are so wide that a busy machine does
//! not decide. What the claims say about growth is decided by counts where there is something to
//! count; else, in a debug build, half is enough.

mod adult;
mod answers;
mod building;
mod partial;
mod printed;
mod requests;

use crate::claim::Claim;
use crate::groups::group::Group;
use adult::Adult;
use equipoise_data::Result;
use equipoise_testkit::shared::shared_data;

/// What the source prints: histograms, and a worked example.
pub(crate) const PRINTED: Group = Group {
    ids: &["BO1", "BO2"],
    run: printed::run,
};

/// What it claims, on Adult.
pub(crate) const ADULT: Group = Group {
    ids: &["B1", "B2", "B3", "B4", "B5"],
    run,
};

/// No lines where the shared data is absent, which is then announced.
fn run() -> Result<Vec<Claim>> {
    let Some(data) = shared_data() else {
        return Ok(Vec::new());
    };
    let adult = Adult::load(&data, 1)?;
    let (building, whole) = building::run(&adult, &data)?;
    let mut claims = [
        answers::run(&adult)?,
        building,
        partial::run(&adult, &whole)?,
    ]
    .concat();
    claims.sort_by_key(|claim| claim.id);
    Ok(claims)
}
