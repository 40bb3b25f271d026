//! Equipoise: from a table and a recipe to a checked release.
//!
//! ```no_run
//! use equipoise::{Job, Outcome, RunOptions, Unwatched, anonymize};
//! let job = Job::open("recipe.toml".as_ref())?;
//! match anonymize(&job, &RunOptions::default(), &Unwatched)? {
//!     Outcome::Released(release) => println!("{} rows are out", release.rows - release.suppressed_rows),
//!     Outcome::Unmet(unmet) => println!("{}", unmet.explanation),
//! }
//! # Ok::<(), equipoise::Error>(())
//! ```
//!
//! [`anonymize`] is the main job, [`check`] judges any table, [`inspect`] profiles one, [`init`]
//! drafts a recipe for one, [`verify`] re-derives what a certificate says, and [`make_sample`]
//! writes a table to try them on. Everything runs on the rayon pool of the caller.

mod anonymize;
mod apply;
mod check;
mod compare;
mod cpu;
mod frontier;
mod init;
mod inspect;
mod judge;
mod methods;
mod options;
mod outcome;
mod page;
mod partition_walk;
mod prepare;
mod publish;
mod published;
mod released_facts;
mod report;
mod risks;
mod sample;
mod solution;
mod source;
mod usefulness;
mod verify;
mod watch;
mod wildcard;

pub use anonymize::anonymize;
pub use apply::{Unseen, apply};
pub use check::{CheckRequest, Checked, check};
pub use compare::{CompareRequest, Compared, compare};
pub use cpu::process_cpu;
pub use equipoise_data::{Error, ErrorKind, FilesLeft, LimitKind, ModelName, Result, ThresholdKey};
pub use equipoise_engine::{allocation_may_fail, has_replaced_since, remove_temporaries};
pub use equipoise_recipe::{Limit, Method};
pub use frontier::{Frontier, FrontierRequest, frontier};
pub use init::{InitRequest, Initiated, init};
pub use inspect::{InspectRequest, Inspected, inspect};
pub use methods::measure;
pub use options::RunOptions;
pub use outcome::{Outcome, Release};
pub use partition_walk::{PartitionFound, PartitionWalk, walk_partitions};
pub use prepare::models::table_model;
pub use prepare::{Prepared, QuasiColumn};
pub use sample::{SampleFiles, make_sample};
pub use solution::{
    Account, DecidedBy, JudgedModel, NearestNode, PreferenceAccount, RecordAccount, SearchFigures,
    SearchLimit, SuppressedCellReading, Unmet,
};
pub use source::Job;
pub use verify::{Verified, verify};
pub use watch::{SeenNode, Stage, Unwatched, Watch};
