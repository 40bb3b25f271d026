//! The form of a decision: what it says about each quasi-identifier.

use equipoise_data::Region;

/// What a decision shows of the quasi-identifiers of rows that stay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReleaseForm {
    /// Every quasi-identifier has one level of its hierarchy in all rows.
    Levels(Vec<u8>),
    /// Each class has regions of its own: per quasi-identifier.
    Regions(Vec<RegionLabels>),
}

/// The regions that classes have of one quasi-identifier, and how they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionLabels {
    /// The different regions, sorted.
    pub regions: Vec<Region>,
    /// The text of each region.
    pub labels: Vec<String>,
    /// For each class which of the regions it has.
    pub of_class: Vec<u32>,
}

/// What a decision shows of one quasi-identifier.
#[derive(Clone, Copy, Debug)]
pub enum ColumnForm<'a> {
    /// A level of its hierarchy in all rows.
    Level(u8),
    /// A region of each class.
    Regions(&'a RegionLabels),
}

impl ReleaseForm {
    /// Number of quasi-identifiers.
    pub fn len(&self) -> usize {
        match self {
            ReleaseForm::Levels(levels) => levels.len(),
            ReleaseForm::Regions(columns) => columns.len(),
        }
    }

    /// True when there are no quasi-identifiers.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What is shown of a quasi-identifier.
    pub fn column(&self, quasi: usize) -> ColumnForm<'_> {
        match self {
            ReleaseForm::Levels(levels) => ColumnForm::Level(levels[quasi]),
            ReleaseForm::Regions(columns) => ColumnForm::Regions(&columns[quasi]),
        }
    }

    /// What is shown of each quasi-identifier.
    pub fn columns(&self) -> impl Iterator<Item = ColumnForm<'_>> {
        (0..self.len()).map(|quasi| self.column(quasi))
    }

    /// The level of each quasi-identifier; none where classes have regions of their own.
    pub fn levels(&self) -> Option<&[u8]> {
        match self {
            ReleaseForm::Levels(levels) => Some(levels),
            ReleaseForm::Regions(_) => None,
        }
    }
}
