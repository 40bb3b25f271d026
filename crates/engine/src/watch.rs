//! Progress of reading, and a way to stop it.

/// Looks on while a file is read, and can end it.
pub trait ReadWatch: Sync {
    /// So many of the bytes on disk were read. The total is 0 where it is not known (a pipe).
    fn progress(&self, done_bytes: u64, total_bytes: u64);
    /// When true, reading ends with an error of kind limit.
    fn stopped(&self) -> bool;
}

/// A [`ReadWatch`] that neither shows anything nor stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quiet;

impl ReadWatch for Quiet {
    fn progress(&self, _: u64, _: u64) {}

    fn stopped(&self) -> bool {
        false
    }
}
