//! The class of each row.

use crate::recoding::LEFT_OUT;

/// The class of each row that stays in the release.
///
/// Class numbers need not be consecutive: a class without kept rows leaves a gap.
///
/// ```
/// use equipoise_release::{Assignment, LEFT_OUT};
/// let rows = Assignment::new(vec![2, LEFT_OUT, 0]);
/// assert_eq!((rows.class(0), rows.class(1)), (Some(2), None));
/// assert_eq!(rows.kept().collect::<Vec<_>>(), [(0, 2), (2, 0)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    class_of_row: Vec<u32>,
}

impl Assignment {
    /// Takes the class of each row, or [`LEFT_OUT`].
    pub fn new(class_of_row: Vec<u32>) -> Self {
        Assignment { class_of_row }
    }

    /// Number of rows of the table, including rows that are left out.
    pub fn len(&self) -> usize {
        self.class_of_row.len()
    }

    /// True for a table without rows.
    pub fn is_empty(&self) -> bool {
        self.class_of_row.is_empty()
    }

    /// Whether a row is kept.
    pub fn is_kept(&self, row: usize) -> bool {
        self.class_of_row[row] != LEFT_OUT
    }

    /// The class of a row, if it is kept.
    pub fn class(&self, row: usize) -> Option<usize> {
        match self.class_of_row[row] {
            LEFT_OUT => None,
            class => Some(class as usize),
        }
    }

    /// The class of each row, or [`LEFT_OUT`].
    pub fn class_of_row(&self) -> &[u32] {
        &self.class_of_row
    }

    /// Whether each row is kept.
    pub fn stays(&self) -> impl Iterator<Item = bool> + '_ {
        self.class_of_row.iter().map(|&class| class != LEFT_OUT)
    }

    /// The kept rows, each with its class.
    pub fn kept(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.class_of_row
            .iter()
            .enumerate()
            .filter(|(_, class)| **class != LEFT_OUT)
            .map(|(row, &class)| (row, class as usize))
    }

    /// One more than the largest class number.
    pub fn classes(&self) -> usize {
        self.kept().map(|(_, class)| class + 1).max().unwrap_or(0)
    }
}
