//! Why nothing can be released, and what comes nearest.

use crate::Job;
use crate::apply::APPLY;
use crate::describe;
use crate::outcome::{Nearest, SearchFigures, Unmet};
use crate::prepare::Prepared;
use equipoise_data::Result;
use equipoise_search::{Found, Limits, SearchOutcome, Task, examine};

/// Explains an unmet wish: the nearest node, what it suppresses, and which model and attribute
/// block it.
pub(crate) fn explain(
    job: &Job,
    prepared: &Prepared,
    task: &Task<'_>,
    found: &SearchOutcome,
    search: SearchFigures,
) -> Result<Unmet> {
    let asked: Vec<String> = job.recipe.privacy.iter().map(describe::model).collect();
    let limit = prepared.allowed_units;
    let nodes = if search.method == APPLY {
        "the node of the earlier release does not meet".to_owned()
    } else {
        format!("none of {} nodes meets", found.nodes_total)
    };
    let wish = format!(
        "{nodes} {} with at most {limit} {} suppressed",
        asked.join(" and "),
        describe::unit(prepared, limit)
    );
    let rows = prepared.input.table.rows as u64;
    let warnings = prepared.all_warnings();
    let Some(nearest) = &found.nearest else {
        return Ok(Unmet {
            rows,
            explanation: wish,
            hint: String::new(),
            nearest: None,
            search,
            warnings,
        });
    };
    let units = nearest.facts.suppressed_units;
    let share = 100.0 * units as f64 / prepared.units.max(1) as f64;
    let word = describe::unit(prepared, units);
    let all = if nearest.facts.kept_classes == 0 {
        ", which is the whole table"
    } else {
        ""
    };
    let explanation = format!(
        "{wish}; nearest is {:?}, which suppresses {units} {word} ({share:.2} %){all}",
        nearest.levels
    );
    let on_top = if prepared.taken_out.rows == 0 {
        ""
    } else {
        "; rows with values that the earlier release did not have come on top"
    };
    let explanation = explanation + on_top;
    let nearest = look(job, prepared, task, nearest)?;
    Ok(Unmet {
        rows,
        explanation,
        hint: hint(prepared, &nearest, all.is_empty()),
        nearest: Some(nearest),
        search,
        warnings,
    })
}

fn look(job: &Job, prepared: &Prepared, task: &Task<'_>, found: &Found) -> Result<Nearest> {
    let limits = Limits::default();
    let examined = examine(task, &found.levels, &limits)?;
    let by_model = job
        .recipe
        .privacy
        .iter()
        .map(describe::model)
        .zip(examined.blocked_units.iter().copied())
        .collect();
    // Without an attribute means with it at its top, whatever the recipe's max-level.
    let mut attribute: Option<(String, u64)> = None;
    for (a, name) in prepared.quasi_names().enumerate() {
        let mut levels = found.levels.clone();
        // Those that it is linked with go with it.
        for (b, q) in prepared
            .quasi
            .iter()
            .enumerate()
            .filter(|(b, _)| task.lattice.leader_of(*b) == task.lattice.leader_of(a))
        {
            levels[b] = q.hierarchy.height() as u8;
        }
        let without = examine(task, &levels, &limits)?
            .found
            .facts
            .suppressed_units;
        if without < found.facts.suppressed_units
            && attribute.as_ref().is_none_or(|(_, least)| without < *least)
        {
            attribute = Some((name.to_owned(), without));
        }
    }
    Ok(Nearest {
        levels: describe::levels(prepared, &found.levels),
        suppressed_rows: found.facts.suppressed_rows,
        suppressed_persons: prepared.persons().map(|_| found.facts.suppressed_units),
        by_model,
        attribute,
    })
}

/// What could be changed without weakening a model or the role of a column.
fn hint(prepared: &Prepared, nearest: &Nearest, something_is_kept: bool) -> String {
    let needed = nearest
        .suppressed_persons
        .unwrap_or(nearest.suppressed_rows);
    let mut hints = Vec::new();
    if something_is_kept {
        hints.push(format!(
            "allow {needed} {} to be left out",
            describe::unit(prepared, needed)
        ));
    }
    if let Some((name, without)) = &nearest.attribute {
        hints.push(format!(
            "let `{name}` be generalized further ({without} {} then)",
            describe::unit(prepared, *without)
        ));
    }
    if hints.is_empty() {
        hints.push("the table itself is too small or too uniform for this wish".to_owned());
    }
    hints.join(", or ")
}
