//! The distinct texts of a column, each with a dense code.

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher;

/// Distinct texts with dense codes `0..len`, in order of first sight.
///
/// All texts lie in one buffer, so a column of many short values costs little more than its
/// letters.
///
/// ```
/// # use equipoise_data::Dictionary;
/// let mut d = Dictionary::new();
/// assert_eq!(d.intern("b"), 0);
/// assert_eq!(d.intern("a"), 1);
/// assert_eq!(d.intern("b"), 0);
/// assert_eq!(d.text(1), "a");
/// assert_eq!(d.find("c"), None);
/// ```
#[derive(Clone, Default)]
pub struct Dictionary {
    texts: String,
    /// End of each text in `texts`; the start is the end of the one before.
    ends: Vec<usize>,
    index: HashTable<u32>,
    hasher: FixedState,
}

impl Dictionary {
    /// An empty dictionary.
    pub fn new() -> Self {
        Dictionary::default()
    }

    /// The code of `text`, which is added when it is new.
    ///
    /// # Panics
    /// When a column has more than 2^32 - 1 distinct values.
    pub fn intern(&mut self, text: &str) -> u32 {
        let hash = self.hasher.hash_one(text.as_bytes());
        let (texts, ends) = (&self.texts, &self.ends);
        if let Some(&code) = self.index.find(hash, |&c| slice(texts, ends, c) == text) {
            return code;
        }
        let code = u32::try_from(self.ends.len())
            .ok()
            .filter(|&c| c != u32::MAX)
            .expect("at most 2^32 - 1 distinct values");
        self.texts.push_str(text);
        self.ends.push(self.texts.len());
        let (texts, ends, hasher) = (&self.texts, &self.ends, &self.hasher);
        self.index.insert_unique(hash, code, |&c| {
            hasher.hash_one(slice(texts, ends, c).as_bytes())
        });
        code
    }

    /// The code of `text`, if it is here.
    pub fn find(&self, text: &str) -> Option<u32> {
        let hash = self.hasher.hash_one(text.as_bytes());
        self.index
            .find(hash, |&c| slice(&self.texts, &self.ends, c) == text)
            .copied()
    }

    /// The text of a code.
    ///
    /// # Panics
    /// When the code is not of this dictionary.
    pub fn text(&self, code: u32) -> &str {
        slice(&self.texts, &self.ends, code)
    }

    /// All texts in code order.
    pub fn texts(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.ends.len()).map(|c| slice(&self.texts, &self.ends, c as u32))
    }

    /// Number of distinct texts.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True when nothing was interned.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

fn slice<'a>(texts: &'a str, ends: &[usize], code: u32) -> &'a str {
    let code = code as usize;
    let start = if code == 0 { 0 } else { ends[code - 1] };
    &texts[start..ends[code]]
}

impl std::fmt::Debug for Dictionary {
    /// Texts are cell values: they are not printed.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Dictionary({} values)", self.len())
    }
}
