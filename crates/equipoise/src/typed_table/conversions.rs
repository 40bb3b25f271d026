//! Converts vectors, arrays and slices to cells.

use super::TypedCells;

macro_rules! cells_from {
    ($($cell:ty => $variant:ident, $make:expr;)*) => {$(
        cells_from!(all $cell => $variant, |cell| Some($make(cell)));
        cells_from!(all Option<$cell> => $variant, |cell: Option<$cell>| cell.map($make));
    )*};
    (all $cell:ty => $variant:ident, $make:expr) => {
        impl From<Vec<$cell>> for TypedCells {
            fn from(cells: Vec<$cell>) -> Self {
                TypedCells::$variant(cells.into_iter().map($make).collect())
            }
        }

        impl<const N: usize> From<[$cell; N]> for TypedCells {
            fn from(cells: [$cell; N]) -> Self {
                TypedCells::$variant(cells.into_iter().map($make).collect())
            }
        }

        impl From<&[$cell]> for TypedCells {
            fn from(cells: &[$cell]) -> Self {
                TypedCells::$variant(cells.iter().cloned().map($make).collect())
            }
        }
    };
}

cells_from! {
    String => Text, std::convert::identity;
    &str => Text, str::to_owned;
    i8 => Integer, i64::from;
    i16 => Integer, i64::from;
    i32 => Integer, i64::from;
    i64 => Integer, std::convert::identity;
    u8 => Integer, i64::from;
    u16 => Integer, i64::from;
    u32 => Integer, i64::from;
    f32 => Decimal, same_digits;
    f64 => Decimal, std::convert::identity;
    bool => Boolean, std::convert::identity;
}

/// The `f64` with the same decimal digits. Widening would change them: 0.1 in 32 bits is
/// 0.10000000149 in 64.
fn same_digits(number: f32) -> f64 {
    let digits = number.to_string();
    digits.parse().unwrap_or_else(|_| f64::from(number))
}
