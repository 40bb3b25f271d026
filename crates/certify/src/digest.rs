//! The SHA-256 of a file while it is read.

use sha2::{Digest as _, Sha256};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

/// Takes the digest of bytes that come piece by piece, on a thread of its own where more than one
/// may be used: it takes as long as all the rest of reading.
pub(crate) enum Digest {
    Here(Sha256),
    Aside {
        pieces: SyncSender<Vec<u8>>,
        sha: JoinHandle<Sha256>,
    },
}

/// Pieces that may wait to be hashed.
const MOST_WAITING: usize = 8;

impl Digest {
    pub(crate) fn new(threads: usize) -> Self {
        if threads < 2 {
            return Digest::Here(Sha256::new());
        }
        let (pieces, waiting) = sync_channel::<Vec<u8>>(MOST_WAITING);
        let sha = thread::Builder::new()
            .name("digest".to_owned())
            .spawn(move || {
                let mut sha = Sha256::new();
                waiting.into_iter().for_each(|piece| sha.update(piece));
                sha
            });
        sha.map_or_else(
            |_| Digest::Here(Sha256::new()),
            |sha| Digest::Aside { pieces, sha },
        )
    }

    pub(crate) fn update(&mut self, piece: &[u8]) {
        match self {
            Digest::Here(sha) => sha.update(piece),
            Digest::Aside { pieces, .. } => pieces
                .send(piece.to_vec())
                .expect("the thread takes pieces until there are no more"),
        }
    }

    /// The digest as lower-case hexadecimal text.
    pub(crate) fn finish(self) -> String {
        let sha = match self {
            Digest::Here(sha) => sha,
            Digest::Aside { pieces, sha } => {
                drop(pieces);
                sha.join().expect("hashing does not panic")
            }
        };
        hex(&sha.finalize())
    }
}

/// The bytes as lower-case hexadecimal text.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The SHA-256 of a text, as hexadecimal text.
pub(crate) fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thread_or_two_give_the_digest_of_the_whole() {
        let bytes: Vec<u8> = (0..100_000u32).flat_map(u32::to_le_bytes).collect();
        for threads in [1, 2] {
            let mut digest = Digest::new(threads);
            bytes.chunks(777).for_each(|piece| digest.update(piece));
            assert_eq!(digest.finish(), sha256_hex(&bytes));
        }
        drop(Digest::new(2));
    }
}
