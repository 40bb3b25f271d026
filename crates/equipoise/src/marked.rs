//! Suppressed rows that stay in the release with a mark instead of their quasi-identifiers.

use crate::decided::Decided;
use crate::prepare::Prepared;
use crate::wildcard::released;
use crate::{Job, describe};
use equipoise_data::{Error, ErrorKind, Result};
use equipoise_recipe::Suppressed;
use equipoise_search::judge_labels;

/// Takes the marked rows into the verdicts and sizes of a decision: they are one more class of the released table.
///
/// All models judge the labels that the release shows. A label of kept rows may be the text of the mark, so a model that looks at some of
/// the quasi-identifiers can find kept and marked rows in one group.
///
/// # Errors
/// When the released table with its marked rows does not meet a model.
pub(crate) fn include_marked(job: &Job, prepared: &Prepared, decided: &mut Decided) -> Result<()> {
    let facts = &decided.examined.found.facts;
    if job.recipe.output.suppressed != Suppressed::Mark || facts.suppressed_rows == 0 {
        return Ok(());
    }
    let suppressed_units = facts.suppressed_units;
    let labels: Vec<Vec<u32>> = {
        // Behind missing values and the mark come the labels.
        let number = |label: Option<u32>| label.map_or(0, |label| label.checked_add(2).unwrap_or(1));
        let columns = released(prepared, decided, &job.recipe.output);
        let rows = || decided.examined.kept_rows.iter().enumerate();
        columns.iter().map(|column| rows().map(|(row, &kept)| number(column.label(row, kept))).collect()).collect()
    };
    let verdicts = judge_labels(&prepared.panel, &prepared.encoded(), &labels)?;
    let failing: Vec<String> = verdicts.iter().zip(&job.recipe.privacy).filter(|(v, _)| !v.met).map(|(_, m)| describe::model(m)).collect();
    if !failing.is_empty() {
        return Err(Error::new(ErrorKind::Unmet, format!("the marked rows together do not meet {}", failing.join(" and ")))
            .hint("set `suppressed = \"drop\"` in `[output]` to leave them out, or allow another number of suppressed rows"));
    }
    decided.examined.verdicts = verdicts;
    *decided.examined.kept_sizes.entry(suppressed_units).or_insert(0) += 1;
    Ok(())
}
