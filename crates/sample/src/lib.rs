//! Makes realistic public test tables.
//!
//! [`Census`] is a table of invented persons of any size, with what is needed to release it:
//! hierarchies ([`hierarchies()`]) and a commented recipe ([`recipe()`]). It looks like a census of
//! a middle-sized country: few very old people, one dominant country of birth, towns of very
//! different size, incomes with a long tail. Columns depend on each other as they do in life, which
//! is what makes such a table hard to anonymize. No figure in it is measured anywhere.
//!
//! [`Hospital`] is a discharge table: several rows per patient, dates, uneven codes, missing values
//! in many guises.
//!
//! This crate opens no files: it returns texts. A row depends only on the seed and its own number,
//! and is computed with integers alone, so every machine, any number of threads and any order give
//! the same bytes.
//!
//! ```
//! use equipoise_sample::Census;
//! let census = Census { rows: 1_000, seed: 1 };
//! let mut halves = Vec::new();
//! census.write_header(&mut halves);
//! census.write_csv(0..500, &mut halves);
//! census.write_csv(500..1_000, &mut halves);
//! assert_eq!(halves, census.to_csv());
//! ```

mod census;
mod draw;
mod hierarchies;
mod hospital;
mod income;
mod person;
mod places;
mod recipe;
mod values;
mod weights;

pub use census::Census;
pub use hierarchies::hierarchies;
pub use hospital::Hospital;
pub use recipe::{TABLE_PATH, recipe};
pub use values::MISSING;
