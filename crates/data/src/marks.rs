//! Which values of a sensitive column occur in a class, where that is all a model asks.

use crate::entries::Entries;
use crate::item::Marked;
use crate::key::Remap;
use crate::radix::sort_by_bits;
use crate::runs::Buffer;
use crate::sums::add_up_items;

/// For each class a bit per value that occurs in it: much shorter than the cells, and joined as
/// fast as rows are added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Marks {
    /// Key and rows as in packed entries, and the marks, in the order of the keys.
    items: Vec<Marked>,
    row_bits: u32,
}

impl Marks {
    /// As many values can be marked.
    pub(crate) const MOST_VALUES: usize = 64;

    /// Marks of classes in any order, and the classes; keys of `key_bits` bits.
    pub(crate) fn sorted<const W: usize>(
        mut items: Vec<Marked>,
        key_bits: u32,
        row_bits: u32,
    ) -> (Self, Entries<W>) {
        sort_by_bits(&mut items, row_bits, key_bits, &mut Vec::new());
        let distinct = add_up_items(&mut items, row_bits);
        items.truncate(distinct);
        Marks { items, row_bits }.divided()
    }

    fn divided<const W: usize>(self) -> (Self, Entries<W>) {
        let words = self.items.iter().map(|item| item.0).collect();
        let entries = Entries::Packed {
            row_bits: self.row_bits,
            words,
        };
        (self, entries)
    }

    /// The marks of a coarser node, and its classes.
    pub(crate) fn roll_up<const W: usize>(
        &self,
        remap: &Remap<'_>,
        key_bits: u32,
        buffer: &mut Buffer,
    ) -> (Self, Entries<W>) {
        let row_bits = self.row_bits;
        match remap.single() {
            Some(single) => Marks {
                items: buffer.merge_marked(&self.items, row_bits, single),
                row_bits,
            }
            .divided(),
            None => {
                let row_mask = (1u64 << row_bits) - 1;
                let apply = |&(word, marks): &Marked| {
                    (
                        remap.apply(&[word >> row_bits])[0] << row_bits | word & row_mask,
                        marks,
                    )
                };
                Marks::sorted(self.items.iter().map(apply).collect(), key_bits, row_bits)
            }
        }
    }

    pub(crate) fn row_bits(&self) -> u32 {
        self.row_bits
    }

    pub(crate) fn items(&self) -> &[Marked] {
        &self.items
    }

    /// Writes the values of a class, each with a count of 1.
    #[inline]
    pub(crate) fn class(&self, class: usize, out: &mut Vec<(u32, u64)>) {
        let mut marks = self.items[class].1;
        out.clear();
        while marks != 0 {
            out.push((marks.trailing_zeros(), 1));
            marks &= marks - 1;
        }
    }

    /// Bytes on the heap.
    pub(crate) fn bytes(&self) -> usize {
        self.items.len() * 16
    }
}
