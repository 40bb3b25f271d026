//! What lists of classes are made of: a key and rows in one word, and perhaps marks beside it.

/// A class in a list. Its word has the key in the upper bits and rows in the lower ones, which a
/// row mask tells apart.
pub(crate) trait Item: Copy + Default {
    /// Key and rows.
    fn word(&self) -> u64;

    /// The same load under another word, which has the same rows.
    fn with_word(self, word: u64) -> Self;

    /// The same key without a load.
    fn emptied(self, row_mask: u64) -> Self;

    /// The load of another class added to this one.
    fn join(self, other: Self, row_mask: u64) -> Self;
}

/// Rows only.
impl Item for u64 {
    #[inline(always)]
    fn word(&self) -> u64 {
        *self
    }

    #[inline(always)]
    fn with_word(self, word: u64) -> Self {
        word
    }

    #[inline(always)]
    fn emptied(self, row_mask: u64) -> Self {
        self & !row_mask
    }

    #[inline(always)]
    fn join(self, other: Self, row_mask: u64) -> Self {
        self + (other & row_mask)
    }
}

/// Rows, and a bit for each value that occurs.
pub(crate) type Marked = (u64, u64);

impl Item for Marked {
    #[inline(always)]
    fn word(&self) -> u64 {
        self.0
    }

    #[inline(always)]
    fn with_word(self, word: u64) -> Self {
        (word, self.1)
    }

    #[inline(always)]
    fn emptied(self, row_mask: u64) -> Self {
        (self.0 & !row_mask, 0)
    }

    #[inline(always)]
    fn join(self, other: Self, row_mask: u64) -> Self {
        (self.0 + (other.0 & row_mask), self.1 | other.1)
    }
}
