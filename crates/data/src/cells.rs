//! Values of a sensitive column by class, where rows are the unit.

use crate::entries::Entries;
use crate::key::{Field, Key, Remap, Single};
use crate::runs::{Buffer, merge_runs};

/// For each class the rows of each value.
///
/// A value is one more field of the key, the lowest, that no node generalizes. So cells are a list
/// like that of classes, with more entries, and roll up by the same code; the cells of a class
/// follow each other, and the classes come out in order.
#[derive(Clone, Debug)]
pub(crate) struct Cells<const W: usize> {
    entries: Entries<W>,
    /// Per class where its cells end.
    ends: Vec<u32>,
}

impl<const W: usize> Cells<W> {
    /// Cells from counted keys with a value, and the classes they make.
    pub(crate) fn sorted(list: Vec<(Key<W>, u64)>, value: Field) -> (Self, Entries<W>) {
        Cells::divided(Entries::sorted(list), value, &mut Buffer::default())
    }

    fn divided(entries: Entries<W>, value: Field, buffer: &mut Buffer) -> (Self, Entries<W>) {
        let (classes, ends) = match &entries {
            Entries::Packed { row_bits, words } => {
                let (classes, ends) =
                    buffer.divide_words(words, *row_bits, value.mask << value.shift << row_bits);
                (
                    Entries::Packed {
                        row_bits: *row_bits,
                        words: classes,
                    },
                    ends,
                )
            }
            Entries::Wide(list) => {
                let (classes, ends) = divide_list(list, value);
                (Entries::Wide(classes), ends)
            }
        };
        (Cells { entries, ends }, classes)
    }

    /// The cells of a coarser node, and its classes.
    pub(crate) fn roll_up(
        &self,
        remap: &Remap<'_>,
        value: Field,
        buffer: &mut Buffer,
    ) -> (Self, Entries<W>) {
        let rolled = match remap.single() {
            Some(single) => self.merge(single, buffer),
            None => Entries::sorted(
                self.entries
                    .iter()
                    .map(|(key, rows)| (remap.apply(&key), rows))
                    .collect(),
            ),
        };
        Cells::divided(rolled, value, buffer)
    }

    fn merge(&self, single: Single<'_>, buffer: &mut Buffer) -> Entries<W> {
        merge_runs(&self.entries, single, buffer)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Key<W>, u64)> {
        self.entries.iter()
    }

    /// Writes the (value, rows) pairs of a class.
    #[inline]
    pub(crate) fn class(&self, class: usize, value: Field, out: &mut Vec<(u32, u64)>) {
        let start = if class == 0 {
            0
        } else {
            self.ends[class - 1] as usize
        };
        let range = start..self.ends[class] as usize;
        out.clear();
        match &self.entries {
            Entries::Packed { row_bits, words } => {
                let row_mask = (1u64 << row_bits) - 1;
                let shift = value.shift + row_bits;
                out.extend(
                    words[range]
                        .iter()
                        .map(|&word| ((word >> shift & value.mask) as u32, word & row_mask)),
                );
            }
            Entries::Wide(list) => {
                out.extend(list[range].iter().map(|(key, rows)| {
                    ((key[value.word] >> value.shift & value.mask) as u32, *rows)
                }));
            }
        }
    }

    /// Calls `visit` with each class and its (value, rows) pairs, in order: faster than one class
    /// after the other by [`Cells::class`].
    #[inline]
    pub(crate) fn for_each(&self, value: Field, mut visit: impl FnMut(usize, &[(u32, u64)])) {
        let mut out = Vec::new();
        match &self.entries {
            Entries::Packed { row_bits, words } => {
                let (row_mask, shift) = ((1u64 << row_bits) - 1, value.shift + row_bits);
                let mut start = 0;
                for (class, &end) in self.ends.iter().enumerate() {
                    let cells = &words[start..end as usize];
                    start = end as usize;
                    out.clear();
                    out.extend(
                        cells
                            .iter()
                            .map(|&word| ((word >> shift & value.mask) as u32, word & row_mask)),
                    );
                    visit(class, &out);
                }
            }
            Entries::Wide(_) => {
                for class in 0..self.ends.len() {
                    self.class(class, value, &mut out);
                    visit(class, &out);
                }
            }
        }
    }

    /// Bytes on the heap.
    pub(crate) fn bytes(&self) -> usize {
        self.entries.bytes() + self.ends.len() * 4
    }
}

fn divide_list<const W: usize>(
    cells: &[(Key<W>, u64)],
    value: Field,
) -> (Vec<(Key<W>, u64)>, Vec<u32>) {
    let (mut classes, mut ends): (Vec<(Key<W>, u64)>, Vec<u32>) = Default::default();
    for (i, &(mut key, rows)) in cells.iter().enumerate() {
        key[value.word] &= !(value.mask << value.shift);
        match classes.last_mut() {
            Some(last) if last.0 == key => last.1 += rows,
            _ => {
                classes.push((key, rows));
                ends.push(0);
            }
        }
        *ends.last_mut().expect("one was pushed") =
            u32::try_from(i + 1).expect("at most 2^32 - 1 cells");
    }
    (classes, ends)
}

/// Equal counts are equal in any form.
impl<const W: usize> PartialEq for Cells<W> {
    fn eq(&self, other: &Self) -> bool {
        self.entries == other.entries
    }
}

impl<const W: usize> Eq for Cells<W> {}
