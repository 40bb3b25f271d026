//! `[[analysis]]` and `[usefulness]`: what a release should still be good for, and how that is
//! measured.
//!
//! | key | means | default |
//! |---|---|---|
//! | `[[analysis]] by` | columns whose combinations are the cells of a table, one or a list | a single cell, for a mean |
//! | `[[analysis]] mean` | the column of numbers whose means are taken | rows are counted |
//! | `[usefulness] queries` | random COUNT queries; 0 for none | 1000 |
//! | `[usefulness] dimensions` | quasi-identifiers that each asks for, beside a sensitive column | 2 |
//! | `[usefulness] selectivity` | above 0, at most 1 | 0.05 |
//! | `[usefulness] mode` | `fixed`: queries expect that share of combinations; `uniform`: they accept up to that share of values per column | `fixed` |
//! | `[usefulness] sanity` | errors are relative to at least a thousandth of the rows | false |
//! | `[usefulness] target` | the column that classifiers predict | no classifiers |
//! | `[usefulness] folds` | of cross-validation | 10 |
//! | `[usefulness] seed` | of queries and folds | 0 |

use crate::column::{ColumnRecipe, Role};
use crate::problems::Problems;
use crate::reader::{Section, column_place};
use crate::values::Kind;
use crate::words::words;
use equipoise_data::{Decimal, did_you_mean};
use toml::de::DeValue;

/// A table that the release should still answer: counts, or means of a column, by combinations of
/// values.
///
/// ```
/// # use equipoise_recipe::Recipe;
/// let text = r#"
///     version = 1
///     [columns.age]
///     role = "quasi-identifier"
///     hierarchy = { intervals = [5, 10, 20] }
///     [columns.job]
///     role = "sensitive"
///     [[privacy]]
///     model = "k-anonymity"
///     k = 5
///     [[analysis]]
///     by = ["age", "job"]
///     [[analysis]]
///     mean = "age"
///     by = "job"
/// "#;
/// let recipe = Recipe::parse(text, "recipe.toml")?;
/// assert_eq!(recipe.analyses[0].to_string(), "count by age, job");
/// assert_eq!(recipe.analyses[1].to_string(), "mean of age by job");
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The columns whose combinations are the cells. Empty for the mean of the whole table.
    pub by: Vec<String>,
    /// The column of numbers whose means are taken; without it, rows are counted.
    pub mean: Option<String>,
}

impl std::fmt::Display for Analysis {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.mean {
            Some(mean) => write!(f, "mean of {mean}")?,
            None => f.write_str("count")?,
        }
        if self.by.is_empty() {
            Ok(())
        } else {
            write!(f, " by {}", self.by.join(", "))
        }
    }
}

words! {
    /// What the selectivity of random queries means.
    #[non_exhaustive]
    pub enum QueryMode {
        /// The share of all combinations of values that a query accepts, whatever the number of its
        /// columns.
        Fixed = "fixed",
        /// The largest share of the values of a column that a query accepts; the number is drawn.
        Uniform = "uniform",
    }
}

/// How usefulness is measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usefulness {
    /// Number of random COUNT queries. Default 1,000; 0 for none.
    pub queries: u64,
    /// On how many quasi-identifiers each. Default 2.
    pub dimensions: u64,
    /// Above 0, at most 1. Default 0.05.
    pub selectivity: Decimal,
    /// What the selectivity means. Default fixed.
    pub mode: QueryMode,
    /// Whether errors are relative to at least a thousandth of the rows. Default false: queries
    /// that nothing answers are left out.
    pub sanity: bool,
    /// The column that classifiers predict from the quasi-identifiers.
    pub target: Option<String>,
    /// Folds of cross-validation. Default 10.
    pub folds: u64,
    /// Seed of queries and folds. Default 0.
    pub seed: u64,
}

impl Default for Usefulness {
    fn default() -> Self {
        Usefulness {
            queries: 1000,
            dimensions: 2,
            selectivity: Decimal::parse("0.05").expect("0.05 is a number"),
            mode: QueryMode::Fixed,
            sanity: false,
            target: None,
            folds: 10,
            seed: 0,
        }
    }
}

/// More queries tell nothing new.
const MOST_QUERIES: u64 = 1_000_000;

impl Usefulness {
    pub(crate) fn read<'a>(
        problems: &mut Problems<'a>,
        section: &Section<'a>,
        columns: &[ColumnRecipe],
    ) -> Self {
        problems.accept(
            section,
            &[
                "queries",
                "dimensions",
                "selectivity",
                "mode",
                "sanity",
                "target",
                "folds",
                "seed",
            ],
        );
        let default = Usefulness::default();
        let is_share = |share: &Decimal| *share > Decimal::ZERO && *share <= Decimal::ONE;
        let target = problems.filled(section, "target");
        if let Some(target) = &target {
            check_column(problems, section, "target", target, columns);
        }
        Usefulness {
            queries: problems
                .whole(section, "queries", 0, MOST_QUERIES)
                .unwrap_or(default.queries),
            dimensions: problems
                .whole(section, "dimensions", 1, 64)
                .unwrap_or(default.dimensions),
            selectivity: problems
                .number_within(
                    section,
                    "selectivity",
                    is_share,
                    "it must be greater than 0 and at most 1",
                )
                .unwrap_or(default.selectivity),
            mode: problems.word(section, "mode", &[]).unwrap_or(default.mode),
            sanity: problems.flag(section, "sanity").unwrap_or(default.sanity),
            target,
            folds: problems
                .whole(section, "folds", 2, 1000)
                .unwrap_or(default.folds),
            seed: problems
                .whole(section, "seed", 0, u64::MAX)
                .unwrap_or(default.seed),
        }
    }
}

/// All `[[analysis]]` sections, without repetitions.
pub(crate) fn read_analyses<'a>(
    problems: &mut Problems<'a>,
    root: &Section<'a>,
    columns: &[ColumnRecipe],
) -> Vec<Analysis> {
    let Some(value) = root.get("analysis") else {
        return Vec::new();
    };
    let Some(items) = value.get_ref().as_array() else {
        problems.wrong(
            root,
            "analysis",
            value,
            "it must be one or more sections that begin with `[[analysis]]`",
        );
        return Vec::new();
    };
    let mut analyses: Vec<Analysis> = Vec::new();
    for (i, item) in items.iter().enumerate() {
        let place = if items.len() == 1 {
            "`[[analysis]]`".to_owned()
        } else {
            format!("`[[analysis]]` number {}", i + 1)
        };
        let Some(table) = item.get_ref().as_table() else {
            problems.add(
                item.span().start,
                format!("{place} must be a table with `by`"),
            );
            continue;
        };
        let section = Section::new(place, item.span().start, table);
        let Some(analysis) = Analysis::read(problems, &section, columns) else {
            continue;
        };
        if analyses.contains(&analysis) {
            problems.warn(
                section.at,
                format!("the table `{analysis}` is asked for twice"),
            );
        } else {
            analyses.push(analysis);
        }
    }
    analyses
}

impl Analysis {
    fn read<'a>(
        problems: &mut Problems<'a>,
        section: &Section<'a>,
        columns: &[ColumnRecipe],
    ) -> Option<Self> {
        problems.accept_with(section, &["by", "mean"], |key| {
            (key == "count").then(|| "rows are counted unless `mean` is given".to_owned())
        });
        let by = match section.get("by").map(|value| value.get_ref()) {
            Some(DeValue::String(_)) => problems.filled(section, "by").map(|name| vec![name])?,
            Some(_) => problems.texts(section, "by")?,
            None => Vec::new(),
        };
        let mean = problems.filled(section, "mean");
        if by.is_empty() && section.get("mean").is_none() {
            let hint = "add `by` with the columns of the table, such as `by = [\"sex\", \"age\"]`"
                .to_owned();
            problems.add_with(
                section.at,
                format!("{} names no columns", section.place),
                Some(hint),
            );
        }
        for (i, name) in by.iter().enumerate() {
            check_column(problems, section, "by", name, columns);
            if by[..i].contains(name) {
                problems.add(
                    section.at("by"),
                    format!("`by` in {} names `{name}` twice", section.place),
                );
            }
        }
        if let Some(mean) = &mean {
            check_mean(problems, section, mean, &by, columns);
        }
        Some(Analysis { by, mean })
    }
}

fn check_mean<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    mean: &str,
    by: &[String],
    columns: &[ColumnRecipe],
) {
    let Some(column) = check_column(problems, section, "mean", mean, columns) else {
        return;
    };
    if !matches!(column.kind, Kind::Integer | Kind::Decimal) {
        let message = format!(
            "`mean` in {} names `{mean}`, whose `type` is `{}`; only numbers have a mean",
            section.place, column.kind
        );
        let hint = format!(
            "add `type = \"integer\"` or `type = \"decimal\"` to {}",
            column_place(mean)
        );
        problems.add_with(section.at("mean"), message, Some(hint));
    }
    if by.iter().any(|name| name == mean) {
        problems.add(
            section.at("mean"),
            format!(
                "`mean` in {} names `{mean}`, which is in `by` too",
                section.place
            ),
        );
    }
}

/// The column that a key names, if it is one that a release holds.
fn check_column<'c>(
    problems: &mut Problems<'_>,
    section: &Section<'_>,
    key: &str,
    name: &str,
    columns: &'c [ColumnRecipe],
) -> Option<&'c ColumnRecipe> {
    let released = || columns.iter().filter(|c| c.role != Role::Identifying);
    if let Some(column) = released().find(|c| c.name == name) {
        return Some(column);
    }
    let of = format!("`{key}` in {}", section.place);
    if columns.iter().any(|c| c.name == name) {
        problems.add(
            section.at(key),
            format!("{of} names `{name}`, which is identifying and not released"),
        );
    } else {
        let hint = did_you_mean(name, released().map(|c| c.name.as_str()));
        problems.add_with(
            section.at(key),
            format!("{of} names `{name}`, which has no section"),
            hint,
        );
    }
    None
}
