//! Progress of reading, and a way to stop it.

/// Receives the progress of reading, and can stop it.
pub trait ReadWatch: Sync {
    /// Reports the bytes read so far. The total is 0 if it is unknown, as for a pipe.
    fn progress(&self, done_bytes: u64, total_bytes: u64);
    /// If true, reading stops with an error of kind limit.
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
