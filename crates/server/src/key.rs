//! The key that a page must have.

use equipoise::{Error, Result};
use sha2::{Digest, Sha256};

/// The secret of one start.
pub(crate) struct Key {
    text: String,
    digest: [u8; 32],
}

impl Key {
    /// A key of 256 random bits.
    ///
    /// # Errors
    /// A system without random numbers.
    pub(crate) fn random() -> Result<Self> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)
            .map_err(|e| Error::internal(format!("no random numbers can be had: {e}")))?;
        Ok(Key::of(
            bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        ))
    }

    pub(crate) fn of(text: String) -> Self {
        let digest = Sha256::digest(text.as_bytes()).into();
        Key { text, digest }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Digests are compared, so that time tells nothing of the key.
    pub(crate) fn is(&self, given: &str) -> bool {
        let digest: [u8; 32] = Sha256::digest(given.as_bytes()).into();
        digest == self.digest
    }
}
