//! Explains that nothing can be released, and finds the nearest node.

use crate::prepare::Prepared;
use crate::solution::{
    BlockingColumn, DecidedBy, ModelSuppression, NearestNode, SearchFigures, Unmet,
};
use crate::source::Job;
use equipoise_data::Result;
use equipoise_search::{Found, Limits, Task, examine};

/// Explains that no classes meet the models.
pub(super) fn no_classes(
    job: &Job,
    prepared: &Prepared,
    why: &str,
    search: SearchFigures,
) -> Unmet {
    Unmet {
        rows: prepared.input.table.rows as u64,
        explanation: format!("{why} {}", wish(job, prepared)),
        hint: "the table is too small or too uniform for this wish; `max-suppression` in `[search]` lets rows be left out".to_owned(),
        nearest: None,
        search,
        warnings: prepared.all_warnings(),
    }
}

/// Explains an unmet wish: the nearest node, the rows that it suppresses, and the model and the
/// attribute that block it.
pub(super) fn explain(
    job: &Job,
    prepared: &Prepared,
    task: &Task<'_>,
    nearest: Option<&Found>,
    search: SearchFigures,
) -> Result<Unmet> {
    let nodes = match search.method {
        DecidedBy::Apply => "the node of the earlier release does not meet".to_owned(),
        _ => format!("none of {} nodes meets", search.nodes_total),
    };
    let wish = format!("{nodes} {}", wish(job, prepared));
    let rows = prepared.input.table.rows as u64;
    let warnings = prepared.all_warnings();
    let Some(nearest) = nearest else {
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
    let word = prepared.unit_name(units);
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

/// The models and the limit that were asked for, as the end of a sentence.
fn wish(job: &Job, prepared: &Prepared) -> String {
    let models: Vec<String> = job.recipe.privacy.iter().map(ToString::to_string).collect();
    let limit = prepared.allowed_units;
    format!(
        "{} with at most {limit} {} suppressed",
        models.join(" and "),
        prepared.unit_name(limit)
    )
}

/// The nearest node, with what each model and each attribute adds to what it suppresses.
fn look(job: &Job, prepared: &Prepared, task: &Task<'_>, found: &Found) -> Result<NearestNode> {
    let limits = Limits::default();
    let examined = examine(task, &found.levels, &limits)?;
    let by_model = job
        .recipe
        .privacy
        .iter()
        .cloned()
        .zip(examined.judged.blocked_units.iter().copied())
        .map(|(model, suppressed)| ModelSuppression { model, suppressed })
        .collect();
    // Without an attribute means with it at its top, whatever the recipe's max-level.
    let mut blocking: Option<BlockingColumn> = None;
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
            .judged
            .found
            .facts
            .suppressed_units;
        if without < found.facts.suppressed_units
            && blocking
                .as_ref()
                .is_none_or(|least| without < least.suppressed_without)
        {
            blocking = Some(BlockingColumn {
                column: name.to_owned(),
                suppressed_without: without,
            });
        }
    }
    Ok(NearestNode {
        levels: prepared.named_levels(&found.levels),
        suppressed_rows: found.facts.suppressed_rows,
        suppressed_persons: prepared.persons().map(|_| found.facts.suppressed_units),
        by_model,
        blocking,
    })
}

/// Changes that would help without weakening a model or the role of a column.
fn hint(prepared: &Prepared, nearest: &NearestNode, something_is_kept: bool) -> String {
    let needed = nearest
        .suppressed_persons
        .unwrap_or(nearest.suppressed_rows);
    let mut hints = Vec::new();
    if something_is_kept {
        hints.push(format!(
            "allow {needed} {} to be left out",
            prepared.unit_name(needed)
        ));
    }
    if let Some(blocking) = &nearest.blocking {
        let (name, without) = (&blocking.column, blocking.suppressed_without);
        hints.push(format!(
            "let `{name}` be generalized further ({without} {} then)",
            prepared.unit_name(without)
        ));
    }
    if hints.is_empty() {
        hints.push("the table itself is too small or too uniform for this wish".to_owned());
    }
    hints.join(", or ")
}
