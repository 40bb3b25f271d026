//! Widths of keys: code that is generic over them runs at the narrowest one that fits.

use equipoise_data::{Error, Result, WIDTHS};

/// Runs code that is generic over the key width `W` at the width given, one of [`WIDTHS`].
macro_rules! at_width {
    ($words:expr, $width:ident => $run:expr) => {
        match $words {
            1 => {
                const $width: usize = 1;
                $run
            }
            2 => {
                const $width: usize = 2;
                $run
            }
            4 => {
                const $width: usize = 4;
                $run
            }
            _ => {
                const $width: usize = 16;
                $run
            }
        }
    };
}

pub(crate) use at_width;

/// The narrowest compiled key width of at least so many words.
pub(crate) fn key_words(needed: usize) -> Result<usize> {
    WIDTHS
        .iter()
        .copied()
        .find(|&w| w >= needed)
        .ok_or_else(|| {
            Error::limit(format!(
                "the quasi-identifiers need keys of {} bits; at most 1,024 are possible",
                needed * 64
            ))
            .hint("raise min-level of quasi-identifiers with very many values")
        })
}
