//! The question that the independent judge answers about a release.

use super::evidence::Evidence;
use super::publication::Publication;
use crate::judge::QuestionFacts;
use equipoise_certify as certify;
use equipoise_data::Result;
use equipoise_engine::{WriteOptions, guard};
use equipoise_recipe::{Role, Suppressed};
use equipoise_release::Released;

/// The layout of what the judge reads.
pub(super) struct Layout<'a> {
    pub(super) format: certify::FileFormat,
    pub(super) csv: &'a WriteOptions,
    /// Whether the first line has the names of the columns.
    pub(super) header: bool,
}

/// A name or a value as the released file shows it.
pub(super) fn shown(text: &str, writing: &WriteOptions) -> String {
    if writing.spreadsheet_safe {
        guard(text)
    } else {
        text.to_owned()
    }
}

/// The question about a release that is written in this layout.
pub(super) fn question(
    publication: &Publication<'_>,
    released: &Released,
    layout: &Layout<'_>,
) -> Result<certify::Question> {
    let Publication {
        job,
        prepared,
        decided,
        ..
    } = *publication;
    let recipe = &job.recipe;
    let show = |text: &str| shown(text, layout.csv);
    let persons = match prepared.persons() {
        None => certify::Persons::Rows,
        // A person column that is generalized, or marked, no longer tells persons apart.
        Some(column)
            if released.names.contains(&column.name)
                && recipe.role(&column.name) != Some(Role::QuasiIdentifier) =>
        {
            certify::Persons::Column(show(&column.name))
        }
        Some(column) => {
            certify::Persons::Listed(decided.of_written_rows(recipe, released, &column.codes))
        }
    };
    let mark_label =
        (recipe.output.suppressed == Suppressed::Mark).then(|| show(&recipe.output.label));
    let evidence = Evidence {
        job,
        prepared,
        decided,
        show: &show,
    };
    let facts = QuestionFacts {
        recipe,
        counting: &prepared.counting,
        units: prepared.units,
        show: &show,
        population: &|_| evidence.population(),
        input: &|model| evidence.input(model),
    };
    Ok(certify::Question {
        format: layout.format,
        delimiter: layout.csv.delimiter,
        quote: layout.csv.quote,
        header: layout.header,
        columns: released.names.iter().map(|n| show(n)).collect(),
        quasi_identifiers: decided
            .quasi_names(job, prepared)
            .iter()
            .map(|name| show(name))
            .collect(),
        grouping: certify::Grouping::EqualTexts,
        models: facts.asks()?,
        missing: recipe.input.missing.iter().map(|m| show(m)).collect(),
        mark_label,
        persons,
    })
}
