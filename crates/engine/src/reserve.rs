//! Memory that is asked for on the chance that there is enough of it.

use std::cell::Cell;

thread_local! {
    static MAY_FAIL: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is asking for memory that it can do without. An allocator that ends the
/// process when there is no more returns nothing instead.
pub fn allocation_may_fail() -> bool {
    MAY_FAIL.try_with(Cell::get).unwrap_or(false)
}

/// Makes room for `additional` elements if there is that much memory, and says whether there is.
pub(crate) fn reserve_if_possible<T>(list: &mut Vec<T>, additional: usize) -> bool {
    MAY_FAIL.set(true);
    let reserved = list.try_reserve_exact(additional);
    MAY_FAIL.set(false);
    reserved.is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_there_is_can_be_done_without() {
        let mut list: Vec<u64> = vec![1];
        assert!(!reserve_if_possible(&mut list, usize::MAX / 16) && !allocation_may_fail());
        assert!(reserve_if_possible(&mut list, 100));
        assert!(list.capacity() >= 101 && list == [1]);
    }
}
