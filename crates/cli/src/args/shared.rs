//! Flags that every command has.

use clap::Args as ClapArgs;

#[derive(Debug, ClapArgs)]
pub(crate) struct Shared {
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// Use this many threads; 0 means one per core
    #[arg(long, value_name = "N", default_value = "0")]
    pub(super) threads: String,
    /// Print nothing but errors
    #[arg(long)]
    pub(crate) quiet: bool,
}
