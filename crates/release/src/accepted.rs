//! What a query accepts.

/// What a query accepts of a column of a release.
#[derive(Clone, Debug)]
pub struct Accepted {
    /// The values.
    pub(crate) values: Vec<u32>,
    /// For each value whether it is among them.
    pub(crate) is_accepted: Vec<bool>,
    /// For each code of the column the share of what it stands for that is accepted.
    pub(crate) shares: Vec<f64>,
}
