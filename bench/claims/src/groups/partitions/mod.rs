//! Partitions of Adult that are l-diverse, t-close and (n,t)-close: claims L5 to L13 of
//! `publishing-thesis`.
//!
//! Every partition is judged anew after it was found; one that does not meet what was asked fails
//! all lines.

mod counting;
mod losses;
mod measure;
mod queries;
mod series;
mod setting;
mod similarity;
mod work;

use crate::claim::Claim;
use crate::groups::group::Group;
use equipoise_data::{Error, Result};
use equipoise_testkit::shared::shared_data;
use measure::{K, Measure, N, hundredths, t};
use series::{NS, Series, TS};
use setting::{Run, Setting};

pub(crate) const GROUP: Group = Group {
    ids: &[
        "L5", "L6", "L7", "L8", "L9", "L10", "L11", "L12", "L13", "E7", "E13", "E18", "O17",
    ],
    run,
};

/// No lines where the shared data is absent, which is then announced.
fn run() -> Result<Vec<Claim>> {
    let Some(data) = shared_data() else {
        return Ok(Vec::new());
    };
    let setting = Setting::load(&data)?;
    let four: Vec<Run> = Measure::four()
        .into_iter()
        .map(|measure| setting.run(measure))
        .collect::<Result<_>>()?;
    let four: [Run; 4] = four
        .try_into()
        .map_err(|_| Error::internal("four measures have four partitions"))?;
    let series = Series {
        by_n: NS
            .iter()
            .map(|&n| setting.run(Measure::large_close(K, n, t())))
            .collect::<Result<_>>()?,
        by_t: TS
            .iter()
            .map(|&t| setting.run(Measure::large_close(K, N, hundredths(t))))
            .collect::<Result<_>>()?,
    };
    Ok([
        similarity::run(&setting, &four)?,
        work::run(&setting, &four, &series)?,
        losses::run(&setting, &four, &series)?,
        queries::run(&setting, &four)?,
    ]
    .concat())
}
