//! Publishes a decision as files or as a table in memory. Independent code judges either before
//! anybody sees it.

mod agreement;
mod evidence;
mod files;
mod in_memory;
mod places;
mod publication;
mod question;
mod table_file;

pub(crate) use in_memory::released_table;
pub(crate) use places::Places;
pub(crate) use publication::Publication;
