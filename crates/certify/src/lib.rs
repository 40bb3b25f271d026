//! Measures a released file with code of its own, issues certificates, and verifies them.
//!
//! This is the independent judge of a release. It shares no counting code with the rest of Equipoise: of
//! `equipoise-data` it uses the error type and nothing else. It opens no files; callers hand over a reader.
//!
//! - [`measure`] reads a table once and measures class sizes, distinct values and distances, exactly.
//! - [`issue`] turns that into a public [`Certificate`]; [`Record`] is the internal counterpart.
//! - [`verify`] checks a certificate against the released file.
//! - [`wildcard_k`] measures k when a missing value matches anything.
//!
//! Certificates are not signed: they prove integrity, not authorship.

mod certificate;
mod closeness;
mod digest;
mod emd;
mod ground;
mod issue;
mod key;
mod measure;
mod measured;
mod person;
mod question;
mod ratio;
mod reading;
mod record;
mod rederive;
mod sealed;
mod tally;
mod texts;
mod verify;
mod wildcard;

use equipoise_data::{Error, Result};

pub use certificate::{
    AsciiChar, Certificate, Decision, Fraction, KAnonymity, LDiversity, Levels, Output, Promise, Suppressed, TCloseness, Unit, Variant,
};
pub use emd::Reference;
pub use ground::{Ground, Tree};
pub use issue::{Asked, Release, issue};
pub use measure::measure;
pub use measured::{DistanceKind, Measured, MeasuredCloseness, MeasuredSensitive, Witness};
pub use question::{Closeness, Distance, Persons, Question, SensitiveColumn};
pub use ratio::{Ratio, parse_decimal};
pub use record::{
    Facts, InputFacts, LossFacts, PersonList, RecipeFacts, Record, ReleasedFacts, SensitiveFacts, SuppressedFacts, WitnessFacts,
};
pub use sealed::{FORMAT, VERSION};
pub use verify::{Finding, Rederived, Verification, verify};
pub use wildcard::{Wildcard, wildcard_k};
