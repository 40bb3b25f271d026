//! Class keys: the codes of a tuple packed into a few machine words.

use crate::encoded::Encoded;
use crate::hierarchy::Hierarchy;
use std::sync::Arc;

/// The codes of a class, one bit field per attribute. One word (64 bits) serves most tables; wider
/// keys are arrays.
pub type Key<const W: usize> = [u64; W];

/// Where the code of one attribute lies in a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The word.
    pub word: usize,
    /// The lowest bit in the word.
    pub shift: u32,
    /// The bits of the code, not shifted.
    pub mask: u64,
}

/// The places of all attributes in a key, and below them that of a value. A field never crosses a
/// word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    fields: Arc<[Field]>,
    /// Where cells (see [`crate::Classes::values`]) have their value; no bits where none are
    /// counted. In keys of classes it is 0.
    value: Field,
    words: usize,
}

/// Widths for which the kernel is compiled, in words of 64 bits.
pub const WIDTHS: [usize; 4] = [1, 2, 4, 16];

impl Layout {
    /// Places one field per quasi-identifier, wide enough for its codes at the level given, and one
    /// for values. The attribute that `order` names first is the most significant one.
    pub fn new(encoded: &Encoded<'_>, levels: &[u8], order: &[usize]) -> Self {
        let codes = |&a: &usize| {
            encoded.quasi[a].hierarchy.levels[usize::from(levels[a])]
                .labels
                .len()
        };
        let values = if encoded.has_cells() {
            encoded.most_values()
        } else {
            0
        };
        let mut placed = place(order.iter().map(codes).chain([values]));
        // Fields end at the lowest bit of their word, so that what is below a field makes small
        // numbers.
        let words = placed.last().map_or(1, |f| f.word + 1);
        for word in 0..words {
            let in_word = |f: &&mut Field| f.word == word && f.mask > 0;
            let unused = placed
                .iter_mut()
                .filter(in_word)
                .map(|f| f.shift)
                .min()
                .unwrap_or(0);
            placed
                .iter_mut()
                .filter(in_word)
                .for_each(|f| f.shift -= unused);
        }
        let value = placed[order.len()];
        let mut fields = vec![value; encoded.quasi.len()];
        order
            .iter()
            .zip(placed)
            .for_each(|(&attribute, field)| fields[attribute] = field);
        Layout {
            fields: fields.into(),
            value,
            words,
        }
    }

    /// The bits of a key that belong to these attributes.
    pub fn mask<const W: usize>(&self, attributes: impl Iterator<Item = usize>) -> Key<W> {
        let mut mask = [0; W];
        attributes
            .map(|a| self.fields[a])
            .for_each(|field| mask[field.word] |= field.mask << field.shift);
        mask
    }

    /// Bits of a key of one word.
    pub(crate) fn bits(&self) -> u32 {
        let used = self
            .fields
            .iter()
            .chain([&self.value])
            .fold(0, |used, f| used | f.mask << f.shift);
        u64::BITS - used.leading_zeros()
    }

    /// Number of attributes.
    pub fn attributes(&self) -> usize {
        self.fields.len()
    }

    /// The field of an attribute.
    pub fn field(&self, attribute: usize) -> Field {
        self.fields[attribute]
    }

    /// The field of a value.
    pub(crate) fn value(&self) -> Field {
        self.value
    }

    /// Word and shift of the least significant field that has bits.
    fn lowest(&self) -> Option<(usize, u32)> {
        self.fields
            .iter()
            .chain([&self.value])
            .filter(|f| f.mask > 0)
            .map(|f| (f.word, f.shift))
            .max_by_key(|&(word, shift)| (word, std::cmp::Reverse(shift)))
    }

    /// Words that a key needs.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The code of an attribute in a key.
    pub fn code<const W: usize>(&self, key: &Key<W>, attribute: usize) -> u32 {
        let field = self.fields[attribute];
        (key[field.word] >> field.shift & field.mask) as u32
    }
}

/// Places fields wide enough for so many codes each, from the highest bit of the first word down.
pub(crate) fn place(codes: impl Iterator<Item = usize>) -> Vec<Field> {
    let (mut word, mut free) = (0, 64);
    codes
        .map(|codes| {
            let bits = 64 - (codes as u64).saturating_sub(1).leading_zeros();
            if bits > free {
                (word, free) = (word + 1, 64);
            }
            free -= bits;
            // A field of no bits may come when no bit of the word is left or none is taken: it has
            // no place, and needs none.
            Field {
                word,
                shift: if bits == 0 { 0 } else { free },
                mask: if bits == 64 { !0 } else { (1 << bits) - 1 },
            }
        })
        .collect()
}

/// How the keys of one node become the keys of a coarser one: look-ups per word, codes already
/// shifted into place.
#[derive(Debug)]
pub struct Remap<'a> {
    steps: Vec<(Field, &'a [u64])>,
    /// Per word the bits of the fields that stay.
    keep: Vec<u64>,
    /// Word and shift of the least significant field.
    lowest: Option<(usize, u32)>,
}

impl<'a> Remap<'a> {
    /// Starts with nothing changed.
    pub fn identity(words: usize) -> Self {
        Remap {
            steps: Vec::new(),
            keep: vec![!0; words],
            lowest: None,
        }
    }

    /// Lets `table` (code to shifted code) change a field.
    pub fn change(&mut self, field: Field, table: &'a [u64]) {
        self.keep[field.word] &= !(field.mask << field.shift);
        self.steps.push((field, table));
    }

    /// The key at the coarser node.
    #[inline(always)]
    pub fn apply<const W: usize>(&self, key: &Key<W>) -> Key<W> {
        let mut out = [0; W];
        for w in 0..W {
            out[w] = key[w] & self.keep[w];
        }
        for (field, table) in &self.steps {
            out[field.word] |= table[(key[field.word] >> field.shift & field.mask) as usize];
        }
        out
    }
}

/// A [`Remap`] of one field.
#[derive(Clone, Copy)]
pub(crate) struct Single<'a> {
    word: usize,
    shift: u32,
    mask: u64,
    keep: u64,
    lowest: bool,
    table: &'a [u64],
}

impl<'a> Remap<'a> {
    pub(crate) fn single(&self) -> Option<Single<'a>> {
        let [(Field { word, shift, mask }, table)] = self.steps[..] else {
            return None;
        };
        Some(Single {
            word,
            shift,
            mask,
            keep: !(mask << shift),
            lowest: self.lowest == Some((word, shift)),
            table,
        })
    }
}

impl Single<'_> {
    /// Whether nothing less significant can follow the field.
    pub(crate) fn is_lowest(&self) -> bool {
        self.lowest
    }

    /// How many bits are less significant than the field in its word.
    pub(crate) fn shift(&self) -> u32 {
        self.shift
    }

    /// The bits of a code, not shifted.
    pub(crate) fn mask(&self) -> u64 {
        self.mask
    }

    /// From code to code, shifted into place.
    pub(crate) fn table(&self) -> &[u64] {
        self.table
    }

    /// The field itself and all that is more significant.
    #[inline(always)]
    pub(crate) fn group<const W: usize>(&self, key: &Key<W>) -> Key<W> {
        let mut out = [0; W];
        out[..self.word].copy_from_slice(&key[..self.word]);
        out[self.word] = key[self.word] >> self.shift;
        out
    }

    #[inline(always)]
    pub(crate) fn apply<const W: usize>(&self, key: &Key<W>) -> Key<W> {
        let mut out = *key;
        let word = if W == 1 { 0 } else { self.word };
        out[word] =
            key[word] & self.keep | self.table[(key[word] >> self.shift & self.mask) as usize];
        out
    }
}

/// Tables from every level of every attribute to every coarser one.
#[derive(Debug)]
pub struct Steps {
    layout: Layout,
    /// `[attribute][from][to - from - 1]`: code to shifted code.
    tables: Vec<Vec<Vec<Vec<u64>>>>,
}

impl Steps {
    /// All tables. O(sum over attributes of codes x levels^2) once per table.
    pub fn new(hierarchies: &[&Hierarchy], layout: Layout) -> Self {
        let tables = hierarchies
            .iter()
            .enumerate()
            .map(|(a, hierarchy)| {
                let shift = layout.field(a).shift;
                let levels = &hierarchy.levels;
                (0..levels.len())
                    .map(|from| {
                        (from + 1..levels.len())
                            .map(|to| table(&levels[from].of_leaf, &levels[to].of_leaf, shift))
                            .collect()
                    })
                    .collect()
            })
            .collect();
        Steps { layout, tables }
    }

    /// The layout of the keys.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How keys at node `from` become keys at node `to`, which is at least as coarse everywhere.
    pub fn remap<const W: usize>(&self, from: &[u8], to: &[u8]) -> Remap<'_> {
        let mut remap = Remap {
            lowest: self.layout.lowest(),
            ..Remap::identity(W)
        };
        for (a, (&from, &to)) in from.iter().zip(to).enumerate() {
            debug_assert!(from <= to);
            if from < to {
                remap.change(
                    self.layout.field(a),
                    &self.tables[a][usize::from(from)][usize::from(to - from) - 1],
                );
            }
        }
        remap
    }
}

fn table(from: &[u32], to: &[u32], shift: u32) -> Vec<u64> {
    let mut table = Vec::new();
    for (&child, &parent) in from.iter().zip(to) {
        // Codes are in preorder, so a new child code is always the next one.
        if child as usize == table.len() {
            table.push(u64::from(parent) << shift);
        }
    }
    table
}
