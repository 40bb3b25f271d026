//! The facts that a report is made of, as the caller fills them in.
//!
//! These types cannot be serialized: what leaves this crate goes through [`crate::ReportView`], which
//! masks.

use crate::{Disclosure, PreferenceFacts, RiskFacts, Sets, UsefulnessFacts};
use equipoise_recipe::{
    AggregationChoice, InputSection, Limit, LossChoice, Method, Model, ReadingChoice, Role,
    RowOrderChoice,
};
use serde::{Serialize, Serializer};
use std::fmt;

/// The unit that k, class sizes, risks and limits count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProtectionUnit {
    /// Rows.
    Rows,
    /// Distinct persons.
    Persons {
        /// The column that tells persons apart.
        column: String,
    },
}

impl ProtectionUnit {
    /// `row`, `rows`, `person` or `persons`, to follow a number.
    pub fn noun(&self, number: u64) -> &'static str {
        match (self, number) {
            (ProtectionUnit::Rows, 1) => "row",
            (ProtectionUnit::Rows, _) => "rows",
            (ProtectionUnit::Persons { .. }, 1) => "person",
            (ProtectionUnit::Persons { .. }, _) => "persons",
        }
    }
}

/// All facts of one release.
///
/// Facts that read the input are optional. A report for the public is computed from the released
/// table, the recipe and the number of people left out; it has facts of the input only where the
/// publisher names them, and [`Report::view`] masks these.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Version of Equipoise.
    pub version: String,
    /// The unit that k, class sizes, risks and limits count.
    pub unit: ProtectionUnit,
    /// The columns of the table, and the size of the release.
    pub table: TableFacts,
    /// The task of the search, beside the models.
    pub asked: SearchSettings,
    /// The models asked for and what they measured, in the order of the recipe.
    pub models: Vec<ModelLine>,
    /// The level of each quasi-identifier, in the order of the table.
    pub decision: Vec<AttributeLine>,
    /// The loss of the release.
    pub loss: LossLine,
    /// Whether no other node within the limit can have a smaller loss; none where that depends on
    /// more than the recipe.
    pub proved_optimal: Option<bool>,
    /// Nodes of the lattice; none where their number depends on values of the input.
    pub nodes_total: Option<u64>,
    /// Classes of the released rows.
    pub after: ClassSizes,
    /// Risks of the released rows beyond what class sizes tell.
    pub risks: RiskFacts,
    /// The input as it was read. The internal report has it, and a public one that publishes the
    /// section `before`.
    pub before: Option<Before>,
    /// Which columns of the input tell rows apart; only the internal report tells it.
    pub sets: Option<Sets>,
    /// Who is left out.
    pub left_out: LeftOutFacts,
    /// The treatment of those left out.
    pub suppressed: SuppressedRows,
    /// The order of released rows.
    pub row_order: RowOrderChoice,
    /// Columns with missing values in the release. Columns without may be absent or have 0 rows.
    pub missing: Vec<MissingLine>,
    /// k of the release where a missing quasi-identifier, in either row, matches anything, marked
    /// rows included; none where it was not measured. In the other reading, by which a release is
    /// judged, missing is a value of its own, and k is the smallest class.
    pub wildcard: Option<u64>,
    /// The texts that were read as "missing"; the empty text is one of them where empty cells are.
    pub missing_tokens: Vec<String>,
    /// Warnings, as sentences without cell values or counts of few people.
    pub warnings: Vec<String>,
    /// Sections that read the input and that the publisher chose to publish.
    pub published: Vec<InputSection>,
    /// Command lines that make this release again, without paths of this machine.
    pub reproduce: Vec<String>,
    /// What the release is still good for, where the recipe asks for that.
    pub usefulness: Option<UsefulnessFacts>,
    /// Facts that only the method of this release has.
    pub account: AccountSection,
}

/// Facts that only one method has to report.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum AccountSection {
    /// The method has none.
    #[default]
    Plain,
    /// Single cells were suppressed.
    Cells {
        /// The meaning of a suppressed cell, by which k is measured.
        reading: ReadingChoice,
        /// k holds for any so many quasi-identifiers; without it, for all of them together.
        subsets: Option<u64>,
    },
    /// Records were disclosed one by one: the risk and the utility of each.
    Records(Box<Disclosure>),
    /// A preference decided: what was aspired to and reached.
    Preference(PreferenceFacts),
}

/// The columns of the table, and the size of the release.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableFacts {
    /// Released rows, without marked ones.
    pub released_rows: u64,
    /// Units of protection among them: rows, or distinct persons.
    pub released_units: u64,
    /// All columns in the order of the table.
    pub columns: Vec<ColumnLine>,
}

/// The input as it was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Before {
    /// Rows.
    pub rows: u64,
    /// Units of protection: rows, or distinct persons.
    pub units: u64,
    /// Classes, every quasi-identifier at level 0.
    pub classes: ClassSizes,
    /// Risks beyond what class sizes tell. Audits are not shown.
    pub risks: RiskFacts,
    /// Columns with missing values. Columns without may be absent or have 0 rows.
    pub missing: Vec<MissingLine>,
    /// k where a missing quasi-identifier matches anything; none where it was not measured.
    pub wildcard: Option<u64>,
}

/// One column of the input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnLine {
    /// Its name.
    pub name: String,
    /// Its role; none for a column that the recipe does not name.
    pub role: Option<Role>,
    /// Why it has that role, where the recipe says so.
    pub reason: Option<String>,
    /// Its distinct values in the input; only the internal report shows them.
    pub distinct: Option<u64>,
}

/// The task of the search, beside the models.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchSettings {
    /// The loss to make small.
    pub loss: LossChoice,
    /// How attributes were joined, for a loss that is made of them.
    pub aggregation: Option<AggregationChoice>,
    /// The most that may be left out.
    pub limit: Limit,
    /// The units that it allows to leave out; none where that depends on more than the recipe and
    /// the public totals.
    pub allowed_units: Option<u64>,
    /// The method.
    pub method: DecidedBy,
}

/// The origin of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecidedBy {
    /// A search by a method of the recipe.
    Search(Method),
    /// The decision of an earlier release, applied to new rows.
    Apply,
}

impl DecidedBy {
    /// The word of the method in recipes, or `apply`.
    pub fn name(self) -> &'static str {
        match self {
            DecidedBy::Search(method) => method.name(),
            DecidedBy::Apply => "apply",
        }
    }
}

impl fmt::Display for DecidedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for DecidedBy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// The side of the threshold on which a model is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThresholdSide {
    /// Measured must be at least what was asked.
    AtLeast,
    /// Measured must be at most what was asked.
    AtMost,
    /// Measured must be below what was asked.
    Below,
}

impl ThresholdSide {
    /// `at least`, `at most` or `below`, to stand before a number.
    pub fn name(self) -> &'static str {
        match self {
            ThresholdSide::AtLeast => "at least",
            ThresholdSide::AtMost => "at most",
            ThresholdSide::Below => "below",
        }
    }
}

impl fmt::Display for ThresholdSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One model: what was asked of it and what was measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelLine {
    /// The model with the parameters that were asked.
    pub model: Model,
    /// The side of the threshold on which the model is met.
    pub side: ThresholdSide,
    /// The worst value over the kept classes: an integer, a decimal, a fraction `a/b` or
    /// `infinite`; none when no class is kept.
    pub measured: Option<String>,
    /// The other end, for a model that is bounded from both sides: the least share of
    /// delta-presence.
    pub least: Option<String>,
    /// Whether every kept class meets the model.
    pub met: bool,
}

/// A quasi-identifier in the release.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AttributeLine {
    /// Its name.
    pub name: String,
    /// The level it is released at; none where classes have labels of their own.
    pub level: Option<u8>,
    /// Its highest level; none where it depends on values of the input.
    pub height: Option<u8>,
    /// Distinct labels in the release.
    pub labels: u64,
    /// Distinct values in the input; only the internal report shows them.
    pub raw_values: Option<u64>,
    /// One label that many released rows have.
    pub example: Option<String>,
    /// Its own loss, where the loss is made of values per attribute: 0 to 1 for `loss` and
    /// `precision`.
    pub loss: Option<f64>,
}

/// The loss of a release.
#[derive(Clone, Debug, PartialEq)]
pub struct LossLine {
    /// The metric.
    pub metric: LossChoice,
    /// Its value; none where it reads the input and is not published.
    pub value: Option<f64>,
}

/// Classes by their size in units. With persons, a person with rows in several classes counts in
/// each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassSizes {
    /// Pairs of a size and the number of classes of that size, by rising size, none with 0.
    sizes: Vec<(u64, u64)>,
}

impl ClassSizes {
    /// From pairs of a size and the number of classes of that size, in any order.
    ///
    /// ```
    /// use equipoise_report::ClassSizes;
    /// let classes = ClassSizes::new([(5, 2), (3, 1), (5, 1)]);
    /// assert_eq!(classes.sizes(), [(3, 1), (5, 3)]);
    /// ```
    pub fn new(sizes: impl IntoIterator<Item = (u64, u64)>) -> Self {
        let mut sorted: Vec<(u64, u64)> = sizes
            .into_iter()
            .filter(|&(size, classes)| size > 0 && classes > 0)
            .collect();
        sorted.sort_unstable();
        sorted.dedup_by(|later, first| {
            let same = later.0 == first.0;
            if same {
                first.1 = first.1.saturating_add(later.1);
            }
            same
        });
        ClassSizes { sizes: sorted }
    }

    /// Pairs of a size and the number of classes of that size, by rising size.
    pub fn sizes(&self) -> &[(u64, u64)] {
        &self.sizes
    }
}

/// Who is left out: dropped, or marked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOutFacts {
    /// Rows left out; none where only the number of persons is public.
    pub rows: Option<u64>,
    /// Rows, or distinct persons with at least one row left out.
    pub units: u64,
    /// By the values of each quasi-identifier. The internal report has it, and a public one that
    /// publishes the section `left-out`.
    pub attributes: Vec<LeftOutAttribute>,
}

/// Who is left out, by the values of one attribute.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOutAttribute {
    /// Its name.
    pub name: String,
    /// Its labels at the released level, each once and all of them: rows add up to those of the
    /// table.
    pub values: Vec<LeftOutValue>,
}

/// Those left out with one label.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOutValue {
    /// The label.
    pub label: String,
    /// Input rows with it.
    pub rows: u64,
    /// Those of them that are left out.
    pub left_out_rows: u64,
    /// The units among the rows left out: the same number, or distinct persons.
    pub left_out_units: u64,
}

/// The treatment of rows whose class fails a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuppressedRows {
    /// They are not in the file.
    Dropped,
    /// They are in the file with every quasi-identifier replaced.
    Marked {
        /// What stands there instead.
        label: String,
    },
}

/// A column with missing values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MissingLine {
    /// Its name.
    pub column: String,
    /// Rows where it is missing.
    pub rows: u64,
}
