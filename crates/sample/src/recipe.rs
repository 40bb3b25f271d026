//! The recipe that goes with the sample.

/// Where the recipe expects the table, relative to itself.
pub const TABLE_PATH: &str = "census.csv";

/// A commented recipe for the sample: what each column is, which privacy models must hold, what to
/// write.
///
/// It expects the table at [`TABLE_PATH`] and the files of [`hierarchies()`](crate::hierarchies())
/// at their paths, all relative to the recipe. Its lattice has 7,776 nodes.
///
/// ```
/// let recipe = equipoise_sample::recipe();
/// assert!(recipe.contains("[columns.postcode]"));
/// ```
pub fn recipe() -> String {
    include_str!("recipe.toml").to_owned()
}
