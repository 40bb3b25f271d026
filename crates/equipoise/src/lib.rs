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
mod column_level;
mod compare;
mod cpu;
mod decide;
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
mod typed_table;
mod usefulness;
mod verify;
mod watch;
mod wildcard;

pub use anonymize::anonymize;
pub use apply::{Unseen, apply};
pub use check::{CheckRequest, Checked, check};
pub use column_level::ColumnLevel;
pub use compare::{CompareRequest, Compared, compare};
pub use cpu::process_cpu;
pub use decide::{Solution, decide};
pub use equipoise_certify::{Finding, Rederived, Verification};
pub use equipoise_data::{
    Decimal, Error, ErrorKind, ErrorPlace, FilesLeft, LimitKind, ModelName, Result, ThresholdKey,
};
pub use equipoise_engine::{allocation_may_fail, has_replaced_since, remove_temporaries};
pub use equipoise_explore::session::Aspired;
pub use equipoise_privacy::Score;
/// The recipe: its sections, and the models, methods and losses that it can name.
pub use equipoise_recipe as recipe;
pub use equipoise_recipe::{Limit, LossChoice, Method, Model, ReadingChoice, Recipe, Role};
pub use equipoise_report::{
    CellLine, ClassifierLine, InformationLine, QueryLine, SpreadLine, TableLine, UsefulnessFacts,
};
pub use frontier::{Frontier, FrontierRequest, frontier};
pub use init::{DraftedColumn, InitRequest, Initiated, init};
pub use inspect::{InspectRequest, Inspected, inspect};
pub use options::RunOptions;
pub use outcome::{LossValue, Outcome, Release};
pub use partition_walk::{
    ColumnLabels, PartitionFound, PartitionSearch, PartitionWalk, walk_partitions,
};
pub use sample::{SampleFiles, make_sample};
pub use solution::{
    Account, BlockingColumn, DecidedBy, JudgedModel, ModelSuppression, NearestNode,
    PreferenceAccount, RecordAccount, SearchFigures, SearchLimit, SuppressedCellReading, Unmet,
};
pub use source::{Job, Source, SourceFile, SourceKind};
pub use typed_table::{TypedCells, TypedColumn, TypedTable};
pub use verify::{Verified, verify};
pub use watch::{SeenNode, Stage, Unwatched, Watch};

/// Parts of the flow that crate `equipoise-workbench` is built on. They follow its needs and change
/// without notice: other callers should not use them.
#[doc(hidden)]
pub mod parts {
    pub use crate::methods::measure;
    pub use crate::prepare::models::table_model;
    pub use crate::prepare::{Prepared, QuasiColumn};
}
