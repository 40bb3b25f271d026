//! What a release is measured by, beside its losses: its class sizes.

use crate::loss::Metric;
use std::fmt;

/// The sizes of the kept classes of a release, put together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Units of protection in the table.
    pub units: u64,
    /// Units that lose a row.
    pub suppressed_units: u64,
    /// Kept classes.
    pub classes: u64,
    /// The sizes of all kept classes together.
    pub kept: u64,
    /// The smallest kept class: the effective k.
    pub least: u64,
    /// The largest kept class.
    pub most: u64,
    /// Kept classes of one unit.
    pub singles: u64,
}

impl Tally {
    /// A tally of no class yet.
    pub fn new(units: u64) -> Self {
        Tally {
            units,
            least: u64::MAX,
            ..Tally::default()
        }
    }

    /// Counts `classes` more of the same size, which is not 0.
    pub fn add(&mut self, size: u64, classes: u64) {
        self.classes += classes;
        self.kept += size * classes;
        self.least = self.least.min(size);
        self.most = self.most.max(size);
        self.singles += if size == 1 { classes } else { 0 };
    }
}

/// A number that tells how good a release is. Smaller is better, and none is below 0.
///
/// ```
/// use equipoise_measure::{Measure, Tally};
/// let mut tally = Tally::new(12);
/// [3, 4, 5].iter().for_each(|&size| tally.add(size, 1));
/// assert_eq!(Measure::Necd.of_classes(&tally), Some(2.0 / 11.0));
/// assert_eq!(Measure::HighestRisk.of_classes(&tally), Some(1.0 / 3.0));
/// assert_eq!(Measure::named("average-risk").unwrap().of_classes(&tally), Some(0.25));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Bias: how unequal classes are, (largest - smallest) / (units - 1). `publisher-preferences`
    /// section 2. Where rows are left out, the classes are the kept ones and the units all of the
    /// table.
    Necd,
    /// Risk of the person in the smallest class: 1 / smallest.
    HighestRisk,
    /// Risk, averaged over all people: classes / units.
    AverageRisk,
    /// Share of people who are alone in their class.
    Uniqueness,
    /// Share of units that lose a row.
    Suppression,
    /// A loss.
    Loss(Metric),
}

impl Measure {
    /// Those that are read from class sizes.
    const OF_CLASSES: [(&'static str, Measure); 5] = [
        ("necd", Measure::Necd),
        ("highest-risk", Measure::HighestRisk),
        ("average-risk", Measure::AverageRisk),
        ("uniqueness", Measure::Uniqueness),
        ("suppression", Measure::Suppression),
    ];

    /// All measures, with their names in recipes; those of class sizes first.
    pub fn all() -> impl Iterator<Item = (&'static str, Measure)> {
        Measure::OF_CLASSES
            .into_iter()
            .chain(Metric::NAMES.map(|(name, metric)| (name, Measure::Loss(metric))))
    }

    /// The measure of a name.
    pub fn named(name: &str) -> Option<Self> {
        Measure::all().find(|(n, _)| *n == name).map(|m| m.1)
    }

    /// The name in recipes.
    pub fn name(self) -> &'static str {
        Measure::all()
            .find(|(_, m)| *m == self)
            .expect("every measure has a name")
            .0
    }

    /// True for a measure of levels, which a release without levels does not have.
    pub fn is_of_levels(self) -> bool {
        matches!(
            self,
            Measure::Loss(Metric::Precision | Metric::Entropy | Metric::Height)
        )
    }

    /// The value for kept classes; none for a loss, which needs more than their sizes.
    pub fn of_classes(self, tally: &Tally) -> Option<f64> {
        let share = |part: u64, whole: u64| {
            if whole == 0 {
                0.0
            } else {
                part as f64 / whole as f64
            }
        };
        Some(match self {
            Measure::Necd => share(
                tally.most - tally.least.min(tally.most),
                tally.units.saturating_sub(1),
            ),
            Measure::HighestRisk => share(1, tally.least),
            Measure::AverageRisk => share(tally.classes, tally.kept),
            Measure::Uniqueness => share(tally.singles, tally.kept),
            Measure::Suppression => share(tally.suppressed_units, tally.units),
            Measure::Loss(_) => return None,
        })
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
