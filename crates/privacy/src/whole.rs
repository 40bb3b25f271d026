//! Integers of 64 or 128 bits.

use std::cell::Cell;

/// Lists that an isotonic fit works on: what is wanted, the fit, and a heap.
pub(crate) type Room<N> = (Vec<N>, Vec<N>, Vec<N>);

/// Integers of 64 or 128 bits.
pub(crate) trait Whole:
    Copy
    + Ord
    + std::ops::Add<Output = Self>
    + std::ops::Sub<Output = Self>
    + std::ops::Mul<Output = Self>
{
    fn of(units: u64) -> Self;
    fn wide(self) -> u128;
    fn size(self) -> Self;
    /// Lends lists for an isotonic fit.
    fn with_room<T>(work: impl FnOnce(&mut Room<Self>) -> T) -> T;
}

macro_rules! whole {
    ($n:ty) => {
        impl Whole for $n {
            #[inline]
            fn of(units: u64) -> Self {
                units as $n
            }
            #[inline]
            fn wide(self) -> u128 {
                self as u128
            }
            #[inline]
            fn size(self) -> Self {
                self.abs()
            }
            fn with_room<T>(work: impl FnOnce(&mut Room<Self>) -> T) -> T {
                thread_local! {
                    static ROOM: Cell<Room<$n>> = const { Cell::new((Vec::new(), Vec::new(), Vec::new())) };
                }
                ROOM.with(|cell| {
                    let mut room = cell.take();
                    let result = work(&mut room);
                    cell.set(room);
                    result
                })
            }
        }
    };
}

whole!(i64);
whole!(i128);
