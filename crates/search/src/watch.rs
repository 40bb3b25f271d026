//! Progress of a search, and the request to stop it.

/// Lets a caller show progress and stop a search.
pub trait SearchWatch: Sync {
    /// So many nodes were evaluated, so many of the total are decided; `best` is the smallest loss
    /// so far.
    fn progress(&self, evaluated: u64, decided: u64, total: u64, best: Option<f64>);

    /// True when the search shall stop and return what it has.
    fn stopped(&self) -> bool;
}

/// Watches nothing.
#[derive(Clone, Copy, Debug)]
pub struct UnwatchedSearch;

impl SearchWatch for UnwatchedSearch {
    fn progress(&self, _: u64, _: u64, _: u64, _: Option<f64>) {}

    fn stopped(&self) -> bool {
        false
    }
}
