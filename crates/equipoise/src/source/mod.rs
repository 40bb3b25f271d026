//! Sources of a job: the recipe, its table, and the other files that it names.

mod derived;
mod dictionary_files;
mod file_names;
mod job;
mod load;
mod population;
mod side_tables;
mod stub;

pub(crate) use derived::unify_missing;
pub(crate) use dictionary_files::DictionaryFiles;
pub(crate) use file_names::beside;
pub(crate) use job::named_file;
pub use job::{Job, SourceFile, SourceKind};
pub use load::Source;
pub(crate) use load::{Expect, load, load_from, null_text, read_options};
pub(crate) use population::Population;
pub(crate) use side_tables::SideTables;
pub(crate) use stub::write_stubs;
