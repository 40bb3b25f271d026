//! The values that a query accepts.

/// The values that a query accepts in one column of a release.
#[derive(Clone, Debug)]
pub struct Accepted {
    /// The accepted values.
    pub(crate) values: Vec<u32>,
    /// For each value, whether it is accepted.
    pub(crate) is_accepted: Vec<bool>,
    /// For each code of the column, the accepted share of the values that it stands for.
    pub(crate) shares: Vec<f64>,
}
