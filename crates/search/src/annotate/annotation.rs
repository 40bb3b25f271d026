//! The annotation of a node.

/// What the classes of a node come to under every threshold at once.
///
/// Groups are in rising order of their grades (axis by axis) where large grades are good on the
/// first axis, so the worst come first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotation {
    /// Classes of the node.
    pub classes: u64,
    /// Whether some class of the population has no row.
    pub has_gaps: bool,
    /// `[axis][group]`: the grade of the classes of a group.
    pub grades: Vec<Vec<u64>>,
    /// Per group its classes.
    pub group_classes: Vec<u64>,
    /// Per group the rows of its classes.
    pub group_rows: Vec<u64>,
    /// Per group the sum of squared rows of its classes; empty unless a loss needs it.
    pub group_squares: Vec<u128>,
    /// `[loss with cell costs x attributes + attribute][group]`: the costs of the cells.
    pub group_cells: Vec<Vec<u128>>,
    /// `[attribute][group]`: summed amounts; empty unless a loss needs it.
    pub group_amounts: Vec<Vec<u128>>,
    /// Where persons are the unit.
    pub persons: Option<Persons>,
}

/// Persons by the worst grades of the classes they are in: one is left out as soon as one of their
/// classes is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Persons {
    /// `[axis][group]`.
    pub grades: Vec<Vec<u64>>,
    /// Per group its persons.
    pub units: Vec<u64>,
}
