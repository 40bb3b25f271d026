//! Drafts of tables: what is decided, and that every draft fits its table.

mod fit;
mod people;
mod random;
mod samples;
mod values;
