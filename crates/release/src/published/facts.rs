//! Sizes and values of the classes of a release.

use super::view::Published;
use equipoise_data::Result;

/// The size of a class and the values in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassFacts {
    /// Its size in units of protection.
    pub size: u64,
    /// Units of the population in it; 0 where no population is known.
    pub population: u64,
    /// For each counted column, the units of each value.
    pub values: Vec<Vec<(u32, u64)>>,
}

impl Published<'_> {
    /// Counts the units of each bucket, and of each value of these columns in it.
    ///
    /// # Errors
    /// A column that shows regions.
    ///
    /// # Cost
    /// One pass over the rows per column.
    pub fn class_facts(&self, columns: &[usize]) -> Result<Vec<ClassFacts>> {
        let mut classes: Vec<ClassFacts> = self
            .units()
            .into_iter()
            .map(|size| ClassFacts {
                size,
                population: 0,
                values: Vec::with_capacity(columns.len()),
            })
            .collect();
        for &column in columns {
            let of_bucket = self.value_units(column)?.into_iter();
            for (class, values) in classes.iter_mut().zip(of_bucket) {
                class.values.push(values);
            }
        }
        Ok(classes)
    }
}
