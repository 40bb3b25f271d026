//! All facts of one release.

use super::account::AccountSection;
use super::class_sizes::ClassSizes;
use super::left_out::LeftOutFacts;
use super::model::ModelLine;
use super::risks::RiskFacts;
use super::search::{LossLine, SearchSettings};
use super::sets::Sets;
use super::table::{AttributeLine, Before, MissingLine, SuppressedRows, TableFacts};
use super::unit::ProtectionUnit;
use super::usefulness::UsefulnessFacts;
use equipoise_recipe::{InputSection, RowOrderChoice};

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
    /// Columns of the input that tell rows apart; only the internal report has them.
    pub sets: Option<Sets>,
    /// People left out.
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
    /// Usefulness of the release, where the recipe asks for it.
    pub usefulness: Option<UsefulnessFacts>,
    /// Facts that only the method of this release has.
    pub account: AccountSection,
}
