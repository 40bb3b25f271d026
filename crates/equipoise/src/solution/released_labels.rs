//! The labels that a release shows, as numbers: these tell less or more than the classes that a
//! search formed.

use super::decided::Decided;
use crate::prepare::Prepared;
use crate::source::Job;
use equipoise_recipe::{Output, Role, Suppressed};
use equipoise_release::{ColumnForm, RegionLabels};

/// A number for the label of each quasi-identifier, aggregated ones included, that each of these
/// rows shows.
pub(crate) fn released_labels(
    job: &Job,
    prepared: &Prepared,
    decided: &Decided,
    rows: &[usize],
) -> Vec<Vec<u32>> {
    // Behind missing values and the mark come the labels.
    const MISSING: u32 = 0;
    const MARK: u32 = 1;
    let (assignment, output) = (&decided.rows, &job.recipe.output);
    let number =
        |label: Option<u32>| label.map_or(MISSING, |label| label.checked_add(2).unwrap_or(MARK));
    let columns = released(prepared, decided, output);
    let formed = columns.iter().map(|column| {
        rows.iter()
            .map(|&row| number(column.label(row, assignment.is_kept(row))))
            .collect()
    });
    let name = |at: usize| prepared.input.table.columns[at].name.as_str();
    let aggregated = decided
        .aggregated
        .iter()
        .filter(|of| job.recipe.role(name(of.at)) == Some(Role::QuasiIdentifier))
        .map(|of| {
            let number = |place: u32| match &of.labels[place as usize] {
                text if job.recipe.input.missing.contains(text) => MISSING,
                text if *text == output.label => MARK,
                _ => place + 2,
            };
            let of_row = |&row: &usize| {
                assignment
                    .class(row)
                    .map_or(MARK, |class| number(of.of_class[class]))
            };
            rows.iter().map(of_row).collect()
        });
    formed.chain(aggregated).collect()
}

/// The quasi-identifiers as the release shows them, in table order.
fn released<'a>(prepared: &'a Prepared, decided: &'a Decided, output: &Output) -> Vec<Recoded<'a>> {
    let mark = (output.suppressed == Suppressed::Mark).then_some(output.label.as_str());
    let column = |(q, form): (usize, ColumnForm<'a>)| match form {
        ColumnForm::Level(level) => Recoded::at_level(prepared, decided, q, level, mark),
        ColumnForm::Regions(of) => {
            Recoded::by_class(prepared, q, of, decided.rows.class_of_row(), mark)
        }
    };
    decided.form.columns().enumerate().map(column).collect()
}

/// A quasi-identifier as the release shows it.
struct Recoded<'a> {
    codes: &'a [u32],
    /// For each code its label; none where it is missing.
    label_of: Vec<Option<u32>>,
    /// The label of marked rows.
    mark: u32,
}

impl<'a> Recoded<'a> {
    fn at_level(
        prepared: &'a Prepared,
        decided: &Decided,
        quasi: usize,
        level: u8,
        mark: Option<&str>,
    ) -> Self {
        let (hierarchy, level) = (decided.hierarchy(prepared, quasi), usize::from(level));
        let labels = &hierarchy.levels[level];
        // At the top a missing value becomes the top label like all others, and is not missing any
        // more.
        let missing = hierarchy
            .missing
            .filter(|_| level == 0 || level < hierarchy.height());
        let label = |&leaf: &u32| (Some(leaf) != missing).then(|| labels.of_leaf[leaf as usize]);
        // A label of the hierarchy may be the same text.
        let same = mark.and_then(|mark| labels.labels.iter().position(|label| label == mark));
        Recoded {
            codes: &prepared.input.table.columns[prepared.quasi[quasi].at].codes,
            label_of: hierarchy.leaf_of.iter().map(label).collect(),
            mark: same.map_or(u32::MAX, |at| at as u32),
        }
    }

    fn by_class(
        prepared: &Prepared,
        quasi: usize,
        of: &'a RegionLabels,
        class_of_row: &'a [u32],
        mark: Option<&str>,
    ) -> Self {
        let missing = prepared.quasi[quasi].hierarchy.missing;
        let label = |&label: &u32| {
            let region = of.regions[label as usize];
            (missing != Some(region.first)).then_some(label)
        };
        let same = mark.and_then(|mark| of.labels.iter().position(|label| label == mark));
        Recoded {
            codes: class_of_row,
            label_of: of.of_class.iter().map(label).collect(),
            mark: same.map_or(u32::MAX, |at| at as u32),
        }
    }

    /// The label that a row shows; none where it is missing. Rows that are not kept show the mark.
    fn label(&self, row: usize, kept: bool) -> Option<u32> {
        if kept {
            self.label_of[self.codes[row] as usize]
        } else {
            Some(self.mark)
        }
    }
}
