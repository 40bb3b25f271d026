//! Measures a released file with code of its own, issues certificates, and verifies them.
//!
//! This is the independent judge of a release. It shares no counting code with the rest of
//! Equipoise: of `equipoise-data` it uses the error type and nothing else. It opens no files;
//! callers hand over a reader.
//!
//! Search and judge were written separately, from the same definitions. Every release is measured
//! by both before it gets its name, and is rejected if they differ. `equipoise-testkit` is a third
//! implementation, for tests only.
//!
//! - [`measure`] reads a table once and measures every model it is asked for: exactly where the
//!   value is a fraction, else rounded against the release. [`count_classes`] and [`count_input`]
//!   count what some models take beside it. Rows form classes by equal texts or by a bucket column:
//!   [`Grouping`]. [`check_fulfilled`] rejects a table that does not fulfil the requested models.
//! - [`issue`] turns that into a public [`Certificate`]; [`Record`] is the internal counterpart.
//! - [`verify`] checks a certificate against the released file.
//! - [`wildcard_k`] measures k when a missing value matches anything.
//!
//! Certificates are not signed: they prove integrity, not authorship.

mod ask;
mod certificate;
mod class_counts;
mod classes;
mod columnar;
mod count;
mod digest;
mod emd;
mod facts;
mod float;
mod format_2;
mod gamma;
mod ground;
mod grouping;
mod issue;
mod key;
mod measure;
mod measured;
mod model_name;
mod models;
mod parameters;
mod person;
mod person_list;
mod plain_text;
mod population;
mod promise;
mod question;
mod ratio;
mod reading;
mod record;
mod rederive;
mod sealed;
mod stated;
mod table_counts;
mod tally;
mod texts;
mod verify;
mod wildcard;
mod word;

use equipoise_data::{Error, Result};

pub use ask::{Ask, Counted, Of};
pub use certificate::{
    Aggregate, Aggregations, AsciiChar, Certificate, Decision, FileRole, Levels, Method,
    ReleasedFile, Suppressed, Unit,
};
pub use class_counts::{ClassCounts, InputClass, InputClasses, Labels, Regions, Units};
pub use count::{count_classes, count_input};
pub use emd::Reference;
pub use facts::{
    AspiredFacts, DecisionFacts, DisclosureFacts, Facts, InputClassFacts, InputFacts, LossFacts,
    PopulationFacts, PreferenceFacts, PreferredOver, RecipeFacts, ReleasedFacts, SensitiveFacts,
    SpreadFacts, SuppressedFacts, WitnessFacts,
};
pub use ground::{Ground, Tree};
pub use grouping::Grouping;
pub use issue::{Release, check_fulfilled, issue};
pub use measure::measure;
pub use measured::{Measured, MeasuredModel, Value, Witness};
pub use model_name::{Diversity, Estimator, Model, Variant};
pub use parameters::{
    CellReading, Distance, DistanceKind, EntropyEstimator, Likeness, LogBase, MapEstimator,
    MapPopulation, Neighbours, Sampling, UniquenessEstimator,
};
pub use person_list::PersonList;
pub use promise::{Basis, Promise};
pub use question::{FileFormat, Persons, Question};
pub use ratio::{Ratio, parse_decimal};
pub use record::Record;
pub use rederive::Rederived;
pub use sealed::{FORMAT, VERSION};
pub use stated::Stated;
pub use verify::{Finding, Verification, verify};
pub use wildcard::{Wildcard, wildcard_k};
pub use word::Word;
