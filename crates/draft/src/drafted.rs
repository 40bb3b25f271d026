//! The options of a draft, and the draft itself.

use equipoise_recipe::{Kind, Role};

/// Paths and parameters of a draft.
#[derive(Clone, Debug)]
pub struct DraftOptions {
    /// The table, as the recipe is to name it.
    pub input: String,
    /// The release, as the recipe is to name it.
    pub output: String,
    /// The k of k-anonymity.
    pub k: u64,
    /// The column that tells persons apart; without it, it is looked for.
    pub person: Option<String>,
}

impl DraftOptions {
    /// Paths as the recipe is to name them, k = 5, and a person column where one is found.
    pub fn new(input: &str, output: &str) -> Self {
        DraftOptions {
            input: input.to_owned(),
            output: output.to_owned(),
            k: 5,
            person: None,
        }
    }
}

/// A hierarchy file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HierarchyFile {
    /// Where it belongs, relative to the recipe.
    pub path: String,
    /// Its lines, each from a value to the top.
    pub lines: Vec<Vec<String>>,
}

/// A column as it was drafted. Nothing in it is a value of the table, but for codes that mean
/// missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drafted {
    /// Its name.
    pub name: String,
    /// Its role.
    pub role: Role,
    /// Why it has this role.
    pub why: String,
    /// Type of its texts.
    pub kind: Kind,
    /// The reason for that.
    pub understood: String,
    /// Codes that mean missing in it.
    pub missing: Vec<String>,
    /// The word for its hierarchy: a builder, or `file`.
    pub hierarchy: Option<String>,
    /// The column whose level it shares.
    pub linked: Option<String>,
    /// It is computed, and not in the table.
    pub derived: bool,
    /// Remarks for a second look.
    pub remarks: Vec<String>,
}

/// A recipe with what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The text of the recipe.
    pub recipe: String,
    /// Hierarchy files that the recipe names.
    pub files: Vec<HierarchyFile>,
    /// The columns in the order of the recipe.
    pub columns: Vec<Drafted>,
    /// The column that tells persons apart.
    pub person: Option<String>,
    /// Notes about the whole table.
    pub notes: Vec<String>,
}
