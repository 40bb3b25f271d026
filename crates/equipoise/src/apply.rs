//! Applies the generalization of an earlier release to new rows, and judges the new rows alone.
//!
//! The record of a release holds the level of each column and, where a rule made the hierarchy, the
//! lines of that hierarchy: a rule depends on the values of its table, and could produce a
//! different hierarchy for the next one.

use crate::anonymize::release;
use crate::decide::{Solution, check_fit};
use crate::methods::apply_levels;
use crate::options::RunOptions;
use crate::outcome::Outcome;
use crate::prepare::{Prepared, TakenOut, tree_of};
use crate::publish::Places;
use crate::solution::is_made_of_ends;
use crate::source::{Expect, Job, SideTables, Source, load};
use crate::watch::Watch;
use equipoise_certify::{DecisionFacts, Record};
use equipoise_data::{Column, Error, Levels, Result, Table, Tree};
use equipoise_engine::{InputTable, read_object};
use equipoise_recipe::{HierarchySource, Method, Role};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;

/// The treatment of values that did not occur in the table of the earlier release.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unseen {
    /// They are an error.
    #[default]
    Refuse,
    /// Rows with them are left out.
    Drop,
    /// The recipe's rule or hierarchy file gives them labels, provided that it gives the values of
    /// the earlier release the labels they had.
    Generalize,
}

/// Applies the decision of the release that `record` belongs to, to the table of `job`.
///
/// The models are judged on the new rows alone, classes that fail are left out within the recipe's
/// limit, and the new release gets a certificate and a record of its own. The hierarchies of the
/// earlier release are used, so that a label means the same in both.
///
/// # Errors
/// As [`anonymize`](crate::anonymize()); also a record that was altered or does not fit the recipe,
/// and unseen values.
pub fn apply(
    job: &Job,
    record: &Path,
    unseen: Unseen,
    options: &RunOptions,
    watch: &dyn Watch,
) -> Result<Outcome> {
    let places = Places::new(job, job.output_path()?, true, options.force)?;
    let record = Record::parse(&read_object(record)?).map_err(|e| e.in_file(record))?;
    let (mut input, suspicions) = load(job, Expect::AllColumns, watch)?;
    check_decision(job, &input, &record.decision)?;
    let (trees, taken_out, mut warnings) = known_trees(
        job,
        &mut input,
        &record.decision,
        unseen,
        options.show_values,
    )?;
    if job.text != record.recipe.text {
        warnings.push("the recipe is not the one of the earlier release; roles and models are taken from it as it is now".to_owned());
    }
    if input.sha256 == record.input.sha256 {
        warnings.push("this is the table that the earlier release was made of".to_owned());
    }
    warnings.push(
        "this release follows an earlier one: where both are about the same people, whoever has both can compare them and may learn more than from either"
            .to_owned(),
    );
    let job = job.clone().with_trees(trees);
    let side_tables = SideTables::load(&job, &input, watch)?;
    let mut prepared =
        Prepared::new(&job, input, side_tables, options.show_values)?.without(&job, taken_out);
    prepared
        .warnings
        .extend(suspicions.into_iter().chain(warnings));
    check_fit(&job, &prepared)?;
    let levels = levels(&prepared, &record.decision)?;
    let result = apply_levels(&job, &prepared, levels, watch)?;
    let outcome =
        result.try_map(|result| Ok(Solution::new(job, Source::Files, prepared, result)))?;
    release(outcome, &places, options, watch)
}

/// The earlier release must have decided about the same columns.
fn check_decision(job: &Job, input: &InputTable, decision: &[DecisionFacts]) -> Result<()> {
    if decision.is_empty() {
        return Err(
            Error::data("the record holds no decision; it is of an older version")
                .hint("make the earlier release again"),
        );
    }
    if decision.iter().any(|d| !d.labels.is_empty()) || job.recipe.search.is_by_class() {
        let why = match job.recipe.search.method {
            Method::Preference => {
                "the earlier release divides columns by what was found for its own rows, which is no level that other rows could have"
            }
            _ => {
                "the earlier release has labels of its own for each class, which say nothing about other rows"
            }
        };
        return Err(Error::usage(why).hint("make a release of the new rows with `anonymize`"));
    }
    let forms_classes = |name: &str| {
        job.recipe
            .column(name)
            .is_none_or(|c| c.aggregate.is_none())
    };
    let is_quasi =
        |name: &str| job.recipe.role(name) == Some(Role::QuasiIdentifier) && forms_classes(name);
    let mut problems: Vec<String> = Vec::new();
    for column in input
        .table
        .columns
        .iter()
        .filter(|c| is_quasi(&c.name) && decision.iter().all(|d| d.column != c.name))
    {
        problems.push(format!(
            "quasi-identifier `{}` was none in the earlier release",
            column.name
        ));
    }
    for decided in decision
        .iter()
        .filter(|d| !is_quasi(&d.column) || input.table.column(&d.column).is_none())
    {
        problems.push(format!(
            "`{}` was a quasi-identifier of the earlier release and is none here",
            decided.column
        ));
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(Error::usage(problems.join("; "))
            .hint("apply a decision with the recipe it was made with"))
    }
}

/// The level of each quasi-identifier, in table order.
fn levels(prepared: &Prepared, decision: &[DecisionFacts]) -> Result<Levels> {
    let level = |(a, name): (usize, &str)| {
        let decided = decision.iter().find(|d| d.column == name).map(|d| d.level);
        let (low, high) = prepared.quasi[a].levels;
        decided.filter(|&level| (low..=high).contains(&usize::from(level))).ok_or_else(|| {
            Error::usage(format!("at levels {low} to {high}, and the earlier release was made at another"))
                .at_column("the recipe has `{}` ", name)
                .hint("use the recipe and the hierarchies of the earlier release, or make a new one with `anonymize`")
        })
    };
    prepared.quasi_names().enumerate().map(level).collect()
}

/// The hierarchies that rules made for the earlier release, by column, the rows with unseen values,
/// which are taken out, and what is to be said about them.
fn known_trees(
    job: &Job,
    input: &mut InputTable,
    decision: &[DecisionFacts],
    unseen: Unseen,
    show_values: bool,
) -> Result<(BTreeMap<String, Tree>, TakenOut, Vec<String>)> {
    let mut taken_out = TakenOut::default();
    let (mut trees, mut warnings, mut problems) = (BTreeMap::new(), Vec::new(), Vec::new());
    let mut is_kept = vec![true; input.table.rows];
    for decided in decision {
        let Some(column) = input.table.column(&decided.column) else {
            continue;
        };
        let strangers = strangers(decided, column, &job.recipe.input.missing);
        match unseen {
            _ if strangers.is_empty() => {}
            Unseen::Refuse => problems.push(described(column, &strangers, show_values)),
            Unseen::Drop => is_kept
                .iter_mut()
                .zip(&column.codes)
                .for_each(|(kept, code)| *kept &= !strangers.contains(code)),
            Unseen::Generalize => {}
        }
        if decided.lines.is_empty() {
            continue; // Every value was missing.
        }
        let tree = Tree::new(decided.lines.clone())
            .map_err(|e| e.at_column("recorded hierarchy of `{}`: ", &decided.column))?;
        if !is_made_by_rule(job, &decided.column) {
            check_unchanged(job, column, &tree, decided.level)?;
            continue;
        }
        let tree = if unseen == Unseen::Generalize {
            extended(job, column, tree)?
        } else {
            tree
        };
        trees.insert(decided.column.clone(), tree);
    }
    if !problems.is_empty() {
        let hint = "`--unseen drop` leaves rows with them out; `--unseen generalize` takes their labels from the recipe's rules and hierarchy files";
        return Err(Error::data(format!(
            "the table of the earlier release did not have {}",
            problems.join(", ")
        ))
        .hint(match show_values {
            true => hint.to_owned(),
            false => format!("`--show-values` prints them; {hint}"),
        }));
    }
    if is_kept.contains(&false) {
        warnings.push("rows with values that the earlier release did not have are left out; the report is about the others".to_owned());
        taken_out = taken(job, &input.table, &is_kept);
        keep_rows(&mut input.table, &is_kept);
        if input.table.rows == 0 {
            return Err(Error::data(
                "every row has a value that the earlier release did not have",
            ));
        }
    }
    Ok((trees, taken_out, warnings))
}

fn taken(job: &Job, table: &Table, is_kept: &[bool]) -> TakenOut {
    let out = || (0..table.rows).filter(|&row| !is_kept[row]);
    let column = job
        .recipe
        .input
        .person
        .as_ref()
        .and_then(|person| table.column(person));
    let persons = column
        .map(|c| {
            out()
                .map(|row| c.dictionary.text(c.codes[row]).to_owned())
                .collect()
        })
        .unwrap_or_default();
    TakenOut {
        rows: out().count() as u64,
        persons,
    }
}

fn is_made_by_rule(job: &Job, column: &str) -> bool {
    matches!(
        job.recipe.column(column).and_then(|c| c.hierarchy.as_ref()),
        Some(HierarchySource::Builder(_))
    )
}

/// A file may have got new lines since the earlier release, but a label must mean the same in both.
fn check_unchanged(job: &Job, column: &Column, recorded: &Tree, level: u8) -> Result<()> {
    let Some((now, _)) = tree_of(job, column)? else {
        return Ok(());
    };
    let level = usize::from(level);
    let label_of: BTreeMap<&str, Option<&String>> = now
        .lines()
        .iter()
        .map(|line| (line[0].as_str(), line.get(level)))
        .collect();
    let is_other = |line: &&Vec<String>| {
        label_of
            .get(line[0].as_str())
            .is_some_and(|label| *label != line.get(level))
    };
    match recorded.lines().iter().filter(is_other).count() {
        0 => Ok(()),
        others => Err(Error::data(format!(
            "gives {others} of {} values of the earlier release another label than they had",
            recorded.lines().len()
        ))
        .at_column("the hierarchy of `{}` ", &column.name)
        .hint("use the hierarchy file of the earlier release; new lines may be added")),
    }
}

/// The codes of values that no row of the earlier table had.
fn strangers(decided: &DecisionFacts, column: &Column, missing: &[String]) -> BTreeSet<u32> {
    let absent: HashSet<u32> = decided.absent.iter().copied().collect();
    let occurred = decided
        .lines
        .iter()
        .zip(0..)
        .filter(|(_, place)| !absent.contains(place))
        .filter_map(|(line, _)| line.first());
    let known: HashSet<&str> = occurred.map(String::as_str).collect();
    let is_known = |text: &str| known.contains(text) || missing.iter().any(|m| m == text);
    column
        .dictionary
        .texts()
        .zip(0..)
        .filter(|(text, _)| !is_known(text))
        .map(|(_, code)| code)
        .collect()
}

/// The number of unseen values of a column; the values themselves only where they may be shown.
fn described(column: &Column, strangers: &BTreeSet<u32>, show_values: bool) -> String {
    let text = format!(
        "{} of {} values of `{}`",
        strangers.len(),
        column.dictionary.len(),
        column.name
    );
    let values = || {
        strangers
            .iter()
            .map(|&code| format!("`{}`", column.dictionary.text(code)))
            .collect::<Vec<_>>()
            .join(", ")
    };
    if show_values {
        format!("{text} ({})", values())
    } else {
        text
    }
}

/// The recorded hierarchy with lines for the values that it lacks, made by the recipe's rule.
fn extended(job: &Job, column: &Column, tree: Tree) -> Result<Tree> {
    let listed: HashSet<&str> = tree.lines().iter().map(|line| line[0].as_str()).collect();
    let missing = &job.recipe.input.missing;
    let is_lacking = |text: &&str| !listed.contains(text) && !missing.iter().any(|m| m == text);
    let lacking: Vec<&str> = column.dictionary.texts().filter(is_lacking).collect();
    if lacking.is_empty() {
        return Ok(tree);
    }
    let changed = || {
        Error::data("gives values of the earlier release other labels beside the new values")
            .at_column("the rule of `{}` ", &column.name)
            .hint("`--unseen drop` leaves rows with unseen values out")
    };
    if is_made_of_ends(job, &column.name) {
        // Labels of new runs would name values of rows that may be left out.
        return Err(changed());
    }
    let (made, _) = tree_of(job, column)?.ok_or_else(changed)?;
    let line_of: BTreeMap<&str, &Vec<String>> = made
        .lines()
        .iter()
        .map(|line| (line[0].as_str(), line))
        .collect();
    if tree.lines().iter().any(|line| {
        line_of
            .get(line[0].as_str())
            .is_some_and(|made| *made != line)
    }) || made.height() != tree.height()
    {
        return Err(changed());
    }
    let new = lacking
        .iter()
        .filter_map(|text| line_of.get(text).map(|line| (*line).clone()));
    let mut lines: Vec<Vec<String>> = new.collect();
    lines.sort();
    // New labels that mean other sets than the old ones make no tree.
    Tree::new(tree.lines().iter().cloned().chain(lines).collect()).map_err(|_| changed())
}

/// Leaves rows out, and the values that only they had.
fn keep_rows(table: &mut Table, is_kept: &[bool]) {
    for column in &mut table.columns {
        let old = std::mem::take(&mut column.dictionary);
        let mut code_of = vec![None; old.len()];
        let kept = column
            .codes
            .iter()
            .zip(is_kept)
            .filter(|(_, kept)| **kept)
            .map(|(&code, _)| code);
        column.codes = kept
            .map(|code| {
                *code_of[code as usize]
                    .get_or_insert_with(|| column.dictionary.intern(old.text(code)))
            })
            .collect();
    }
    table.rows = is_kept.iter().filter(|kept| **kept).count();
}
