//! Aggregated columns as ordinary ones: the number that a class shows counts as the nearest value
//! of the column.
//!
//! They form no classes, and distributions over them would be meaningless. Tables that are asked
//! for by such a column, and classifiers that predict it, take the one value that a class comes
//! nearest to.

use super::subject::{Named, Subject};
use equipoise_data::{Error, Result};
use equipoise_measure::usefulness::{CodedColumn, ColumnPlace, Original};
use equipoise_release::{ClassColumn, Published, ShownClasses, ValueSet};

/// Original and release with aggregated columns behind the quasi-identifiers.
pub(super) struct Nearest {
    pub(super) original: Original,
    pub(super) released: Published<'static>,
    /// Texts of the values of each aggregated column, in their order.
    texts: Vec<Vec<String>>,
    quasi: usize,
}

impl Nearest {
    pub(super) fn new(subject: &Subject<'_>, released: &Published<'_>) -> Result<Self> {
        let first = subject.quasi.len();
        let of_quasi = |at: usize| {
            let cells = released.cells(at);
            let cells = cells.ok_or_else(|| Error::internal("a class shows several regions"))?;
            Ok(ClassColumn {
                values: released.domain(at).values(),
                regions: cells.regions.to_vec(),
                of_class: cells.of_bucket.to_vec(),
            })
        };
        let mut shown: Vec<ClassColumn> = (0..first).map(of_quasi).collect::<Result<_>>()?;
        let (mut quasi, mut texts) = (subject.original.quasi().to_vec(), Vec::new());
        let aggregated = subject.original.aggregated().iter();
        for (at, (column, named)) in aggregated.zip(&subject.aggregated).enumerate() {
            let (ordered, of_values) = by_number(column, named);
            let numbers = released.aggregated(at).unwrap_or_default();
            shown.push(nearest_of_each(&ordered, numbers));
            quasi.push(ordered);
            texts.push(of_values);
        }
        let original = Original::new(quasi, subject.original.plain().to_vec())?;
        let bucket_of_row = released.bucket_of_row();
        let released = match released.is_linked() {
            true => original
                .released(ShownClasses::new(bucket_of_row.to_vec(), shown))?
                .into_owned(),
            false => {
                let plain = (first..released.columns()).map(|at| released.codes(at));
                let classes = ShownClasses::new(bucket_of_row.to_vec(), shown);
                original.read_back(classes, plain.collect())?
            }
        };
        Ok(Nearest {
            original,
            released,
            texts,
            quasi: first,
        })
    }

    /// The place of a column of the subject.
    pub(super) fn place(&self, place: ColumnPlace) -> ColumnPlace {
        match place {
            ColumnPlace::Aggregated(at) => ColumnPlace::Quasi(self.quasi + at),
            other => other,
        }
    }

    /// The texts of an aggregated column.
    pub(super) fn texts(&self, place: ColumnPlace) -> Option<&[String]> {
        match place {
            ColumnPlace::Quasi(at) => self
                .texts
                .get(at.checked_sub(self.quasi)?)
                .map(Vec::as_slice),
            _ => None,
        }
    }
}

/// A column with its values in the order of their numbers, those without behind.
fn by_number(column: &CodedColumn, named: &Named) -> (CodedColumn, Vec<String>) {
    let numbers = column.numbers.as_deref().unwrap_or(&[]);
    let mut order: Vec<usize> = (0..column.values as usize).collect();
    order.sort_by(|&a, &b| {
        numbers[a]
            .is_nan()
            .cmp(&numbers[b].is_nan())
            .then(numbers[a].total_cmp(&numbers[b]))
            .then(a.cmp(&b))
    });
    let mut place = vec![0; order.len()];
    (0..).zip(&order).for_each(|(at, &code)| place[code] = at);
    let codes = column
        .codes
        .iter()
        .map(|&code| place[code as usize])
        .collect();
    let sorted = CodedColumn {
        codes,
        values: column.values,
        numbers: Some(order.iter().map(|&code| numbers[code]).collect()),
    };
    (
        sorted,
        order
            .iter()
            .map(|&code| named.texts.get(code).cloned().unwrap_or_default())
            .collect(),
    )
}

/// The value that is nearest to the number of each class.
fn nearest_of_each(column: &CodedColumn, numbers: &[f64]) -> ClassColumn {
    let of_class: Vec<ValueSet> = numbers.iter().map(|&x| nearest(column, x)).collect();
    let mut regions = of_class.clone();
    regions.sort_unstable();
    regions.dedup();
    let place = |region: &ValueSet| regions.binary_search(region).unwrap_or_default() as u32;
    ClassColumn {
        values: column.values,
        of_class: of_class.iter().map(place).collect(),
        regions,
    }
}

/// The value that is nearest to a number, the smaller of two; all of them where there is no number.
fn nearest(column: &CodedColumn, number: f64) -> ValueSet {
    let numbers = column.numbers.as_deref().unwrap_or(&[]);
    let known = numbers.iter().enumerate().filter(|(_, x)| !x.is_nan());
    let closest = known.min_by(|a, b| (a.1 - number).abs().total_cmp(&(b.1 - number).abs()));
    match closest.filter(|_| !number.is_nan()) {
        Some((at, _)) => ValueSet::leaf(at as u32),
        None => ValueSet::all(column.values),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_the_nearest_value() {
        let column = CodedColumn {
            codes: vec![0, 1, 2, 3],
            values: 4,
            numbers: Some(vec![20.0, f64::NAN, 1.0, 10.0]),
        };
        let named = Named {
            name: "n".into(),
            texts: ["20", "", "1", "10"].map(str::to_owned).to_vec(),
        };
        let (sorted, texts) = by_number(&column, &named);
        assert_eq!(
            (sorted.codes.as_slice(), texts),
            (
                &[2, 3, 0, 1][..],
                ["1", "10", "20", ""].map(str::to_owned).to_vec()
            )
        );
        let found = [0.0, 5.5, 6.0, 15.1, 99.0].map(|number| nearest(&sorted, number).first());
        assert_eq!(found, [0, 0, 1, 2, 2]);
        assert_eq!(nearest(&sorted, f64::NAN), ValueSet::all(4));
    }
}
