//! Usefulness on examples worked by hand, against brute force on small random tables, and by
//! properties.

mod brute_force;
mod classifiers;
mod examples;
mod identities;

use equipoise_data::{Random, Region};
use equipoise_measure::usefulness::{CodedColumn, Original};
use equipoise_release::{LEFT_OUT, Published, Recoding, ShownClasses};

fn run(first: u32, last: u32) -> Region {
    Region { first, last }
}

fn category(codes: &[u32], values: u32) -> CodedColumn {
    CodedColumn {
        codes: codes.to_vec(),
        values,
        numbers: None,
    }
}

fn numbers(codes: &[u32], numbers: &[f64]) -> CodedColumn {
    CodedColumn {
        codes: codes.to_vec(),
        values: numbers.len() as u32,
        numbers: Some(numbers.to_vec()),
    }
}

fn near(found: f64, expected: f64) {
    assert!(
        (found - expected).abs() <= 1e-9 * (1.0 + expected.abs()),
        "found {found}, expected {expected}"
    );
}

/// Every row as it is.
fn as_it_is(original: &Original) -> Recoding {
    let rows = original.rows();
    let regions = (0..rows).flat_map(|row| {
        original
            .quasi()
            .iter()
            .map(move |column| Region::leaf(column.codes[row]))
    });
    Recoding::new(
        (0..rows as u32).collect(),
        regions.collect(),
        original.quasi().len(),
    )
}

/// A random table of up to 24 rows with up to three quasi-identifiers and two other columns, the
/// last of each kind with numbers, some missing.
fn random_table(random: &mut Random) -> Original {
    let rows = 1 + random.place(24);
    let mut column = |with_numbers: bool| {
        let values = 1 + random.below(5) as u32;
        let codes = (0..rows)
            .map(|_| random.below(values.into()) as u32)
            .collect();
        let mut list: Vec<f64> = (0..values)
            .map(|value| f64::from(value * value) + 1.0)
            .collect();
        if random.below(3) == 0 {
            *list.last_mut().unwrap() = f64::NAN;
        }
        CodedColumn {
            codes,
            values,
            numbers: with_numbers.then_some(list),
        }
    };
    let mut quasi = vec![column(false), column(false), column(true)];
    let plain = vec![column(false), column(true)];
    let kept = 1 + random.place(3);
    quasi.drain(..3 - kept);
    Original::new(quasi, plain).unwrap()
}

/// A random local recoding: groups that overlap, regions a little wider than they must be, some
/// rows left out.
fn random_recoding(random: &mut Random, original: &Original) -> Recoding {
    let groups = 1 + random.place(5);
    let leaves_out = random.below(2) == 0;
    let group_of_row: Vec<u32> = (0..original.rows())
        .map(|_| {
            if leaves_out && random.below(4) == 0 {
                LEFT_OUT
            } else {
                random.place(groups) as u32
            }
        })
        .collect();
    let mut regions = Vec::new();
    for group in 0..groups as u32 {
        for column in original.quasi() {
            let members = (0..original.rows())
                .filter(|&row| group_of_row[row] == group)
                .map(|row| Region::leaf(column.codes[row]));
            let mut region = members.reduce(Region::join).unwrap_or(Region::leaf(0));
            if random.below(3) == 0 {
                region.last = (region.last + 1).min(column.values - 1);
            }
            regions.push(region);
        }
    }
    Recoding::new(group_of_row, regions, original.quasi().len())
}

/// The same release, as if it was read from a file in another order.
fn unlinked(original: &Original, recoding: &Recoding) -> Published<'static> {
    let kept: Vec<usize> = (0..original.rows())
        .rev()
        .filter(|&row| recoding.class_of_row[row] != LEFT_OUT)
        .collect();
    let class_of_row = kept.iter().map(|&row| recoding.class_of_row[row]).collect();
    let plain = original
        .plain()
        .iter()
        .map(|column| kept.iter().map(|&row| column.codes[row]).collect())
        .collect();
    let recoding = Recoding {
        class_of_row,
        ..recoding.clone()
    };
    let values: Vec<u32> = original.quasi().iter().map(|of| of.values).collect();
    original
        .read_back(ShownClasses::of_recoding(&recoding, &values), plain)
        .unwrap()
}
