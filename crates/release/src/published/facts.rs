//! What the classes of a release are made of.

use super::view::Published;
use equipoise_data::Result;

/// What a class is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassFacts {
    /// Its size in units of protection.
    pub size: u64,
    /// Units of the population in it; 0 where none is known.
    pub population: u64,
    /// For each counted column the units of each value.
    pub values: Vec<Vec<(u32, u64)>>,
}

impl Published<'_> {
    /// The buckets with their units, and those of each value of some columns.
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
