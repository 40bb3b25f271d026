//! Room for working on one class that is kept from class to class, so that judging a class takes no
//! memory.

use std::cell::Cell;

thread_local! {
    static ZEROS: Cell<Vec<u64>> = const { Cell::new(Vec::new()) };
    static NUMBERS: Cell<Vec<f64>> = const { Cell::new(Vec::new()) };
    static COUNTS: Cell<Vec<u64>> = const { Cell::new(Vec::new()) };
    static PARTS: Cell<Vec<(u32, u32, u64)>> = const { Cell::new(Vec::new()) };
    static PAIRS: Cell<Vec<(u32, u64)>> = const { Cell::new(Vec::new()) };
}

/// Lends at least `len` zeros. `work` leaves zeros behind; if it panics, the list is dropped.
#[inline]
pub(crate) fn with_zeros<T>(len: usize, work: impl FnOnce(&mut [u64]) -> T) -> T {
    ZEROS.with(|cell| {
        let mut zeros = cell.take();
        if zeros.len() < len {
            zeros.resize(len, 0);
        }
        let result = work(&mut zeros);
        debug_assert!(
            zeros.iter().all(|&z| z == 0),
            "zeros were lent and zeros must come back"
        );
        cell.set(zeros);
        result
    })
}

/// Lends `len` floating-point zeros.
pub(crate) fn with_numbers<T>(len: usize, work: impl FnOnce(&mut [f64]) -> T) -> T {
    NUMBERS.with(|cell| {
        let mut numbers = cell.take();
        numbers.clear();
        numbers.resize(len, 0.0);
        let result = work(&mut numbers);
        cell.set(numbers);
        result
    })
}

/// Lends an empty list of counts.
pub(crate) fn with_counts<T>(work: impl FnOnce(&mut Vec<u64>) -> T) -> T {
    lend(&COUNTS, work)
}

/// Lends an empty list of pairs.
pub(crate) fn with_pairs<T>(work: impl FnOnce(&mut Vec<(u32, u64)>) -> T) -> T {
    lend(&PAIRS, work)
}

/// Lends an empty list of (part, value, count).
pub(crate) fn with_parts<T>(work: impl FnOnce(&mut Vec<(u32, u32, u64)>) -> T) -> T {
    lend(&PARTS, work)
}

fn lend<I, T>(
    place: &'static std::thread::LocalKey<Cell<Vec<I>>>,
    work: impl FnOnce(&mut Vec<I>) -> T,
) -> T {
    place.with(|cell| {
        let mut list = cell.take();
        list.clear();
        let result = work(&mut list);
        cell.set(list);
        result
    })
}
