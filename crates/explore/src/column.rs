//! Columns of whole numbers, each as narrow as its largest number allows.

use equipoise_privacy::{Bound, Grid};

/// Bytes per number that a column may have; with 0 all numbers are 0.
const WIDTHS: [u8; 6] = [0, 1, 2, 4, 8, 16];

/// Runs code with the numbers of a column as an iterator of the type of its width, in which loops
/// become vector instructions.
macro_rules! numbers {
    ($column:expr, $numbers:ident: $type:ident => $run:expr) => {
        match $column.width {
            1 => {
                type $type = u8;
                let $numbers = $column.bytes.iter().copied();
                $run
            }
            2 => {
                type $type = u16;
                let $numbers = $column
                    .bytes
                    .as_chunks()
                    .0
                    .iter()
                    .map(|&b| u16::from_le_bytes(b));
                $run
            }
            4 => {
                type $type = u32;
                let $numbers = $column
                    .bytes
                    .as_chunks()
                    .0
                    .iter()
                    .map(|&b| u32::from_le_bytes(b));
                $run
            }
            8 => {
                type $type = u64;
                let $numbers = $column
                    .bytes
                    .as_chunks()
                    .0
                    .iter()
                    .map(|&b| u64::from_le_bytes(b));
                $run
            }
            _ => {
                type $type = u128;
                let $numbers = $column
                    .bytes
                    .as_chunks()
                    .0
                    .iter()
                    .map(|&b| u128::from_le_bytes(b));
                $run
            }
        }
    };
}

/// A column in the bytes of a record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column<'a> {
    pub(crate) width: u8,
    pub(crate) bytes: &'a [u8],
}

/// A column whose numbers stand apart, with those of other columns between them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spread<'a> {
    pub(crate) width: u8,
    /// From one number to the next.
    pub(crate) step: usize,
    /// From the first number on.
    pub(crate) bytes: &'a [u8],
}

impl Spread<'_> {
    /// A number.
    #[inline]
    pub(crate) fn get(&self, i: usize) -> u64 {
        let bytes = &self.bytes[i * self.step..];
        match self.width {
            0 => 0,
            1 => bytes[0].into(),
            2 => u16::from_le_bytes(*bytes.first_chunk().expect("records were checked")).into(),
            4 => u32::from_le_bytes(*bytes.first_chunk().expect("records were checked")).into(),
            _ => u64::from_le_bytes(*bytes.first_chunk().expect("records were checked")),
        }
    }

    /// How many of the first `len` numbers, which rise, are below a threshold.
    #[inline]
    pub(crate) fn below(&self, len: usize, threshold: u64) -> usize {
        let (mut low, mut high) = (0, len);
        // Most thresholds are small, and small numbers come first.
        while low < high {
            let middle = low + ((high - low) / 2).min(4 + low * 2);
            if self.get(middle) < threshold {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}

impl<'a> Column<'a> {
    /// A number.
    #[inline]
    pub(crate) fn get64(&self, i: usize) -> u64 {
        match self.width {
            0 => 0,
            1 => self.bytes[i].into(),
            2 => u16::from_le_bytes(self.bytes.as_chunks().0[i]).into(),
            4 => u32::from_le_bytes(self.bytes.as_chunks().0[i]).into(),
            _ => u64::from_le_bytes(self.bytes.as_chunks().0[i]),
        }
    }

    /// A grade.
    pub(crate) fn grade(&self, i: usize) -> u64 {
        let grade = self.get64(i);
        if grade == self.infinite() {
            Grid::INFINITE
        } else {
            grade
        }
    }

    /// What stands for infinity: all bits of the width.
    fn infinite(&self) -> u64 {
        match self.width {
            0 => 1,
            8 => u64::MAX,
            width => (1 << (8 * width)) - 1,
        }
    }

    /// The sum of the numbers whose mark is 0 or 1 as wanted.
    #[allow(clippy::unnecessary_cast)] // Which one is depends on the width.
    #[inline]
    pub(crate) fn sum(&self, marks: &[u8], wanted: u8) -> u128 {
        match self.width {
            0 => 0,
            // So many numbers of at most 16 bits fit 32 bits together, and those are added four at
            // a time.
            1 | 2 if marks.len() <= 1 << 16 => numbers!(self, numbers: Number => {
                let picked = |(n, &mark): (Number, &u8)| if mark == wanted { n as u32 } else { 0 };
                numbers.zip(marks).map(picked).sum::<u32>().into()
            }),
            1 | 2 | 4 => numbers!(self, numbers: Number => {
                let picked = |(n, &mark): (Number, &u8)| if mark == wanted { n as u64 } else { 0 };
                numbers.zip(marks).map(picked).sum::<u64>().into()
            }),
            _ => numbers!(self, numbers: Number => {
                let picked = |(n, &mark): (Number, &u8)| if mark == wanted { n as u128 } else { 0 };
                numbers.zip(marks).map(picked).sum()
            }),
        }
    }

    /// Sets the mark of every grade that fails a threshold.
    #[inline]
    pub(crate) fn mark_failing(&self, bound: Bound, threshold: u64, marks: &mut [u8]) {
        let infinite = self.infinite();
        if self.width == 0 {
            if !(Grid { bound, scale: 1 }).allows(0, threshold) {
                marks.fill(1);
            }
            return;
        }
        numbers!(self, numbers: Number => {
            let pairs = marks.iter_mut().zip(numbers);
            match bound {
                Bound::AtLeast => {
                    let least = threshold.min(infinite) as Number;
                    pairs.for_each(|(mark, n)| *mark |= u8::from(n < least));
                }
                Bound::AtMost => {
                    let most = threshold.min(infinite - 1) as Number;
                    pairs.for_each(|(mark, n)| *mark |= u8::from(n > most));
                }
                Bound::Below => {
                    let below = threshold.min(infinite) as Number;
                    pairs.for_each(|(mark, n)| *mark |= u8::from(n >= below));
                }
            }
        });
    }

    /// The column from a number on.
    pub(crate) fn from(&self, first: usize) -> Self {
        Column {
            bytes: &self.bytes[first * usize::from(self.width)..],
            ..*self
        }
    }

    /// How many of the first `len` numbers, which rise, are below a threshold.
    pub(crate) fn below(&self, len: usize, threshold: u64) -> usize {
        Spread {
            width: self.width,
            step: self.width.into(),
            bytes: self.bytes,
        }
        .below(len, threshold.min(self.infinite()))
    }
}

/// Puts a column behind the bytes; its width is returned.
pub(crate) fn put(bytes: &mut Vec<u8>, numbers: &[u128]) -> u8 {
    // As many bits as the largest number.
    let any = numbers.iter().fold(0, |any, n| any | n);
    put_wide_enough(bytes, any, numbers.iter().copied())
}

/// The same for numbers of 64 bits.
pub(crate) fn put64(bytes: &mut Vec<u8>, numbers: &[u64]) -> u8 {
    let any = numbers.iter().fold(0, |any, n| any | n);
    put_wide_enough(bytes, any.into(), numbers.iter().map(|&n| n.into()))
}

/// The same for grades, of which infinite ones become all bits of the width.
pub(crate) fn put_grades(bytes: &mut Vec<u8>, grades: &[u64]) -> u8 {
    let finite = |g: &&u64| **g != Grid::INFINITE;
    let largest = grades.iter().filter(finite).max().copied().unwrap_or(0);
    let has_infinite = grades.contains(&Grid::INFINITE);
    // All bits of a width are kept free for infinity.
    let largest = if largest > 0 || has_infinite {
        largest.saturating_add(1)
    } else {
        0
    };
    put_wide_enough(bytes, largest.into(), grades.iter().map(|&n| n.into()))
}

/// The narrowest width for a number.
pub(crate) fn width_of(largest: u128) -> u8 {
    let needed = (u128::BITS - largest.leading_zeros()).div_ceil(8) as u8;
    WIDTHS.into_iter().find(|&w| w >= needed).unwrap_or(16)
}

fn put_wide_enough(
    bytes: &mut Vec<u8>,
    largest: u128,
    numbers: impl ExactSizeIterator<Item = u128>,
) -> u8 {
    let width = width_of(largest);
    let start = bytes.len();
    bytes.resize(start + numbers.len() * usize::from(width), 0);
    let places = &mut bytes[start..];
    match width {
        0 => {}
        1 => places
            .iter_mut()
            .zip(numbers)
            .for_each(|(place, n)| *place = n as u8),
        2 => places
            .as_chunks_mut()
            .0
            .iter_mut()
            .zip(numbers)
            .for_each(|(place, n)| *place = (n as u16).to_le_bytes()),
        4 => places
            .as_chunks_mut()
            .0
            .iter_mut()
            .zip(numbers)
            .for_each(|(place, n)| *place = (n as u32).to_le_bytes()),
        8 => places
            .as_chunks_mut()
            .0
            .iter_mut()
            .zip(numbers)
            .for_each(|(place, n)| *place = (n as u64).to_le_bytes()),
        _ => places
            .as_chunks_mut()
            .0
            .iter_mut()
            .zip(numbers)
            .for_each(|(place, n)| *place = n.to_le_bytes()),
    }
    width
}

/// Puts numbers into places that stand apart by `step` bytes, the first at the beginning.
pub(crate) fn put_spread(bytes: &mut [u8], step: usize, width: u8, numbers: &[u64]) {
    let places = bytes.chunks_mut(step.max(1)).zip(numbers);
    match width {
        0 => {}
        1 => places.for_each(|(place, &n)| place[0] = n as u8),
        2 => places.for_each(|(place, &n)| place[..2].copy_from_slice(&(n as u16).to_le_bytes())),
        4 => places.for_each(|(place, &n)| place[..4].copy_from_slice(&(n as u32).to_le_bytes())),
        _ => places.for_each(|(place, &n)| place[..8].copy_from_slice(&n.to_le_bytes())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_in_comes_out_at_every_width() {
        for top in [
            0u128,
            1,
            254,
            255,
            256,
            65_534,
            65_535,
            65_536,
            u32::MAX.into(),
            u64::MAX.into(),
            u128::MAX,
        ] {
            let numbers = [0, top / 3, top, top / 2];
            let mut bytes = Vec::new();
            let width = put(&mut bytes, &numbers);
            let column = Column {
                width,
                bytes: &bytes,
            };
            assert_eq!(bytes.len(), usize::from(width) * 4);
            if top <= u64::MAX.into() {
                assert_eq!(
                    (0..4)
                        .map(|i| u128::from(column.get64(i)))
                        .collect::<Vec<_>>(),
                    numbers
                );
            }
            if top < u128::MAX / 2 {
                assert_eq!(column.sum(&[0, 1, 0, 1], 0), top);
                assert_eq!(column.sum(&[0, 1, 0, 1], 1), top / 3 + top / 2);
            }
        }
    }

    #[test]
    fn grades_fail_as_on_their_grid_and_infinity_stays_infinite() {
        for top in [
            0u64,
            1,
            253,
            254,
            255,
            65_533,
            65_534,
            65_535,
            u64::MAX - 2,
            u64::MAX - 1,
        ] {
            let mut grades = vec![0, top / 2, top];
            for infinite in [false, true] {
                if infinite {
                    grades.push(Grid::INFINITE);
                }
                let mut bytes = Vec::new();
                let width = put_grades(&mut bytes, &grades);
                let column = Column {
                    width,
                    bytes: &bytes,
                };
                let back: Vec<u64> = (0..grades.len()).map(|i| column.grade(i)).collect();
                assert_eq!(back, grades);
                for threshold in [
                    0,
                    1,
                    top / 2,
                    top.saturating_sub(1),
                    top,
                    top.saturating_add(1),
                    u64::MAX - 1,
                    u64::MAX,
                ] {
                    for bound in [Bound::AtLeast, Bound::AtMost, Bound::Below] {
                        let mut marks = vec![0; grades.len()];
                        column.mark_failing(bound, threshold, &mut marks);
                        let expected: Vec<u8> = grades
                            .iter()
                            .map(|&g| u8::from(!Grid { bound, scale: 1 }.allows(g, threshold)))
                            .collect();
                        assert_eq!(marks, expected, "{grades:?} {threshold} {bound:?}");
                    }
                    let expected = grades.iter().filter(|&&g| g < threshold).count();
                    assert_eq!(
                        column.below(grades.len(), threshold),
                        expected,
                        "{grades:?} {threshold}"
                    );
                }
            }
        }
    }
}
