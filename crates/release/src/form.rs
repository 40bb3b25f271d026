//! The form of a decision: levels or regions for each quasi-identifier.

use equipoise_data::Region;

/// The form in which a decision shows the quasi-identifiers of kept rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReleaseForm {
    /// Every quasi-identifier has one level of its hierarchy in all rows.
    Levels(Vec<u8>),
    /// Each class has its own regions. There is one item per quasi-identifier.
    Regions(Vec<RegionLabels>),
}

/// The regions of one quasi-identifier in all classes, with their texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionLabels {
    /// The distinct regions, sorted.
    pub regions: Vec<Region>,
    /// The text of each region.
    pub labels: Vec<String>,
    /// The index of the region of each class.
    pub of_class: Vec<u32>,
}

/// The form in which a decision shows one quasi-identifier.
#[derive(Clone, Copy, Debug)]
pub enum ColumnForm<'a> {
    /// One level of its hierarchy in all rows.
    Level(u8),
    /// A region for each class.
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

    /// The form of one quasi-identifier.
    pub fn column(&self, quasi: usize) -> ColumnForm<'_> {
        match self {
            ReleaseForm::Levels(levels) => ColumnForm::Level(levels[quasi]),
            ReleaseForm::Regions(columns) => ColumnForm::Regions(&columns[quasi]),
        }
    }

    /// The form of each quasi-identifier.
    pub fn columns(&self) -> impl Iterator<Item = ColumnForm<'_>> {
        (0..self.len()).map(|quasi| self.column(quasi))
    }

    /// The level of each quasi-identifier; none where classes have their own regions.
    pub fn levels(&self) -> Option<&[u8]> {
        match self {
            ReleaseForm::Levels(levels) => Some(levels),
            ReleaseForm::Regions(_) => None,
        }
    }
}
