//! Equipoise: from a table and a recipe to a release that balances privacy and usefulness.
//!
//! A *recipe* (TOML text, or built in code with [`Recipe::builder`]) says which columns a table
//! has, which privacy models a release must meet, and what the search may do. A [`Job`] is a recipe
//! with the location that its paths are relative to. [`anonymize`] runs a job from files to files.
//! [`decide`] also accepts a table in memory, and its [`Solution`] can be published as files or
//! returned as a table. Either way, independent code measures the release before anybody sees it.
//!
//! # From file to file
//!
//! ```
//! use equipoise::{Job, RunOptions, SampleKind, Unwatched, anonymize, make_sample, verify};
//! # let folder = tempfile::tempdir().unwrap();
//! # let folder = folder.path();
//! // A generated census with its recipe, to experiment with.
//! let sample = make_sample(SampleKind::Census, 400, 1, folder, false, &Unwatched)?;
//! let job = Job::open(&sample.recipe)?;
//! match anonymize(&job, &RunOptions::default(), &Unwatched)?.into_result() {
//!     Ok(release) => {
//!         let kept = release.rows - release.suppressed_rows;
//!         println!("{kept} of {} rows are in {}", release.rows, release.output.display());
//!         // Anybody who has the release and its certificate can measure it again.
//!         let verified = verify(&release.certificate, None, None, &Unwatched)?;
//!         assert!(verified.verification.holds());
//!     }
//!     Err(unmet) => println!("{}", unmet.explanation),
//! }
//! # Ok::<(), equipoise::Error>(())
//! ```
//!
//! # In memory
//!
//! ```
//! use equipoise::recipe::ColumnRecipe;
//! use equipoise::{Job, Model, Recipe, Source, TypedCells, TypedTable, Unwatched, decide};
//! // `Job::new` reads the same recipe from TOML text.
//! let recipe = Recipe::builder()
//!     .column(ColumnRecipe::quasi_identifier("age").intervals([10, 20]))
//!     .column(ColumnRecipe::quasi_identifier("city").hierarchy_file("cities.csv"))
//!     .column(ColumnRecipe::sensitive("income"))
//!     .require(Model::k_anonymity(2))
//!     .build()?;
//! // Lines in memory replace the file.
//! let cities = [["Bonn", "Germany", "*"], ["Ulm", "Germany", "*"], ["Lyon", "France", "*"]];
//! let job = Job::from(recipe).with_hierarchy("city", cities)?;
//! let table = TypedTable::new()
//!     .with_column("age", [34, 36, 51, 58])?
//!     .with_column("city", ["Bonn", "Ulm", "Lyon", "Lyon"])?
//!     .with_column("income", [Some(1800.5), None, Some(2450.0), Some(2100.0)])?;
//!
//! let outcome = decide(&job, Source::Table(&table), &Unwatched)?;
//! let solution = outcome.into_result().expect("2-anonymity can be met");
//! assert!(solution.verdicts().iter().all(|verdict| verdict.met));
//! let release = solution.table(&Unwatched)?;
//! let ages = release.column("age").expect("quasi-identifiers are released").cells();
//! assert_eq!(*ages, TypedCells::from(["30-39", "30-39", "50-59", "50-59"]));
//! # Ok::<(), equipoise::Error>(())
//! ```
//!
//! # Ask an atlas
//!
//! An *atlas* holds the cost of every threshold at every combination of levels, so it answers
//! questions in milliseconds. The crate `equipoise-workbench` builds and queries atlases.
//!
//! ```
//! use equipoise::{Job, SampleKind, Unwatched, make_sample};
//! use equipoise_workbench::{AskOptions, AtlasOptions, WishTexts, ask, build_atlas};
//! # let folder = tempfile::tempdir().unwrap();
//! # let folder = folder.path();
//! let sample = make_sample(SampleKind::Census, 400, 1, folder, false, &Unwatched)?;
//! let job = Job::open(&sample.recipe)?;
//! let atlas = folder.join("census.atlas");
//! let options = AtlasOptions { output: Some(atlas.clone()), ..AtlasOptions::default() };
//! build_atlas(&job, &options, &Unwatched)?;
//! for k in [2, 5, 10] {
//!     let wishes = WishTexts { k: Some(k.to_string()), ..WishTexts::default() };
//!     let asked = ask(&atlas, &wishes, &AskOptions::default(), &Unwatched)?;
//!     if let Some(best) = asked.answer {
//!         println!("k = {k}: levels {:?}, {} rows suppressed", best.levels, best.suppressed_rows);
//!     }
//! }
//! # Ok::<(), equipoise::Error>(())
//! ```
//!
//! # Everything else
//!
//! [`check`] judges any table, [`inspect`] profiles one, and [`init`] drafts a recipe for one.
//! [`verify`] measures again what a certificate states, [`apply`] repeats a decision on new rows,
//! and [`compare`] compares releases of a table. [`frontier`] and [`walk_partitions`] show what
//! utility costs. Every long call takes a [`Watch`], which sees progress and can stop it, and runs
//! on the rayon pool of the caller. Results implement `serde::Serialize` and give the JSON that the
//! command line prints with `--json`. The module [`process`] covers memory, CPU time and temporary
//! files, for programs that embed the library.
//!
//! Enums are `non_exhaustive`: a match on one needs a wildcard arm for variants that later versions
//! add. Most enums of the [`recipe`], such as [`Model`], [`Method`] and [`LossChoice`], are
//! exhaustive: every part of Equipoise must handle all of their variants, and the compiler checks
//! that it does. A new variant of one of these is a breaking change. The exceptions are
//! `ColumnSensitivity`, `Cuts`, `InputSection`, `OrderSource`, `QueryMode`, `Unlisted`, `OrderBy`
//! and `CalendarUnit`. These rules apply to this crate only: the interface of `equipoise-workbench`
//! follows the needs of the command line and the page.
//!
//! Callers work with [`TypedTable`]; the code below it works on columns of codes.

mod anonymize;
mod apply;
mod check;
mod compare;
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
pub mod process;
mod publish;
mod published;
mod read_release;
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
pub use compare::{CompareRequest, Compared, compare};
pub use decide::{Solution, decide};
#[doc(inline)]
pub use equipoise_certify::{Finding, Rederived, Verification};
#[doc(inline)]
pub use equipoise_data::{
    Decimal, Error, ErrorKind, ErrorPlace, ExactFraction, FilesLeft, LimitKind, ModelName, Result,
    ThresholdKey,
};
#[doc(inline)]
pub use equipoise_explore::session::Aspired;
#[doc(inline)]
pub use equipoise_privacy::Score;
#[doc(inline)]
pub use equipoise_recipe::{
    ColumnLevel, Limit, LossChoice, Method, Model, ReadingChoice, Recipe, Role,
};
#[doc(inline)]
pub use equipoise_report::{
    AspiredMeasure, CellLine, ClassifierLine, InformationLine, Quartiles, QueryLine, SpreadLine,
    Spreads, TableLine, UsefulnessFacts,
};
#[doc(inline)]
pub use equipoise_search::prefer::{Aspiration, RatedRelease, Ties};
pub use frontier::{Frontier, FrontierRequest, frontier};
pub use init::{DraftedColumn, InitRequest, Initiated, init};
pub use inspect::{InspectRequest, Inspected, inspect};
pub use options::{PublishOptions, RunOptions};
pub use outcome::{LossValue, Outcome, Release};
pub use partition_walk::{
    ColumnLabels, PartitionFound, PartitionSearch, PartitionWalk, walk_partitions,
};
pub use sample::{SampleFiles, SampleKind, make_sample};
pub use solution::{
    Account, BlockingColumn, DecidedBy, JudgedModel, ModelSuppression, NearestNode,
    PreferenceAccount, RecordAccount, SearchFigures, SearchLimit, SuppressedCellReading, Unmet,
};
pub use source::{Job, Source, SourceFile, SourceKind};
pub use typed_table::{TypedCells, TypedColumn, TypedTable};
pub use verify::{Verified, verify};
pub use watch::{SeenNode, Stage, Unwatched, Watch};

/// The sections of a [`Recipe`], and the types of their values.
pub mod recipe {
    #[doc(inline)]
    pub use equipoise_data::{Column, Dictionary, OrderBy, Tree};
    #[doc(inline)]
    pub use equipoise_recipe::{
        AcrossChoice, AgeAt, Aggregate, AggregationChoice, Analysis, AspiredValue, ColumnBuilder,
        ColumnLevel, ColumnRecipe, ColumnSensitivity, ColumnWidth, ConsistencyChoice, Cuts,
        Decimal, Derive, DistanceChoice, EntropyEstimatorChoice, FormChoice, Format,
        HierarchySource, Input, InputBuilder, InputSection, Kind, LikenessChoice, Limit, LogChoice,
        LossChoice, MapEstimator, MapPopulation, MeasureChoice, Method, MinUtility, Model,
        ModelBuilder, ModelParameter, NeighbourhoodChoice, Number, OptimizerChoice, OrderSource,
        Output, OutputBuilder, Over, Preference, PreferenceBuilder, PreferenceTies, QueryMode,
        ReadingChoice, Recipe, RecipeBuilder, RecordBuilder, RecordRisk, RecordUtility, RecordWish,
        ReportFormat, Role, RowOrderChoice, SamplingChoice, Search, SearchBuilder, Sensitivity,
        Suppressed, UniquenessEstimator, Unlisted, Usefulness, UsefulnessBuilder, Variant,
        WrittenRecipe,
    };

    /// Rules that build hierarchies.
    pub mod build {
        #[doc(inline)]
        pub use equipoise_data::build::{
            Areas, Builder, CalendarUnit, CodeRange, CodedPlace, Dates, Frequency, Group, Groups,
            Intervals, Mask, Ordered, Prefix, Sequence, Side,
        };
    }
}

/// Parts of the flow that the crate `equipoise-workbench` is built on. They change with its needs
/// and without notice; other callers should not use them.
#[doc(hidden)]
pub mod parts {
    pub use crate::methods::measure;
    pub use crate::prepare::models::table_model;
    pub use crate::prepare::{Prepared, QuasiColumn};
    pub use crate::solution::labels_as_released;
}
