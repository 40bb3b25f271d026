//! The dialect of a CSV file: its delimiter and its quote.

use equipoise_data::{Error, Result};

/// The two bytes that give a text its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dialect {
    pub(crate) delimiter: u8,
    /// `None`: no byte quotes.
    pub(crate) quote: Option<u8>,
}

impl Dialect {
    /// Refuses bytes that cannot do both jobs, or that could stand inside a character.
    pub(crate) fn check(delimiter: Option<u8>, quote: Option<u8>) -> Result<()> {
        for (name, byte) in [("delimiter", delimiter), ("quote", quote)] {
            if let Some(byte) = byte
                && (!byte.is_ascii() || byte == b'\n' || byte == b'\r')
            {
                return Err(Error::usage(format!(
                    "{name} is {}; it must be one ASCII character that ends no line",
                    show(byte)
                ))
                .hint(format!("leave `{name}` out to use the usual one")));
            }
        }
        if delimiter.is_some() && delimiter == quote {
            let byte = show(delimiter.unwrap_or_default());
            return Err(Error::usage(format!(
                "delimiter and quote are both {byte}; they must differ"
            ))
            .hint("leave `delimiter` out to have it detected"));
        }
        Ok(())
    }
}

/// The longest beginning that is UTF-8.
pub(crate) fn valid_prefix(bytes: &[u8]) -> &str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(e) => std::str::from_utf8(&bytes[..e.valid_up_to()]).unwrap_or_default(),
    }
}

/// A byte as a message shows it.
pub(crate) fn show(byte: u8) -> String {
    match char::from(byte) {
        _ if !byte.is_ascii() => format!("the byte 0x{byte:02x}"),
        control if control.is_control() => format!("`{}`", control.escape_debug()),
        letter => format!("`{letter}`"),
    }
}
