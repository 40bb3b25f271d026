//! Makes the external view of a decision.

#[cfg(test)]
mod tests;

use crate::prepare::Prepared;
use crate::prepare::sensitive::SensitiveColumn;
use crate::solution::Decided;
use equipoise_data::{Fate, Ranked, Result, distinct_rows};
use equipoise_release::{
    ClassColumn, ClassFacts, ColumnForm, LEFT_OUT, Matcher, Published, ShownClasses, ValueSet,
};

/// The classes of kept rows.
pub(crate) fn kept_classes(prepared: &Prepared, decided: &Decided) -> ShownClasses {
    let columns = columns(prepared, decided, decided.rows.classes());
    ShownClasses::new(decided.rows.class_of_row().to_vec(), columns)
}

/// The classes of a release that marks rows with a label: the classes of kept rows, and one class
/// of marked rows, which are in the release and show nothing. A class of kept rows is separate from
/// the marked class unless it shows the label in every quasi-identifier.
pub(crate) fn classes_with_marked(
    prepared: &Prepared,
    decided: &Decided,
    label: &str,
) -> ShownClasses {
    let mut columns = columns(prepared, decided, decided.rows.classes());
    let marked = columns.first().map_or(0, |of| of.of_class.len());
    let mut tags = classes_without_label(prepared, decided, &columns, label);
    tags.push(0);
    for column in &mut columns {
        let all = ValueSet::all(column.values);
        let at = column.regions.binary_search(&all).unwrap_or_else(|at| {
            column.regions.insert(at, all);
            column
                .of_class
                .iter_mut()
                .filter(|region| **region as usize >= at)
                .for_each(|region| *region += 1);
            at
        });
        column.of_class.push(at as u32);
    }
    let mut group_of_row = decided.rows.class_of_row().to_vec();
    group_of_row
        .iter_mut()
        .filter(|group| **group == LEFT_OUT)
        .for_each(|group| *group = marked as u32);
    ShownClasses::with_tags(group_of_row, columns, &tags)
}

/// For each class of kept rows: 0 if it shows the label in all quasi-identifiers, else 1.
fn classes_without_label(
    prepared: &Prepared,
    decided: &Decided,
    columns: &[ClassColumn],
    label: &str,
) -> Vec<u32> {
    let classes = columns.first().map_or(0, |of| of.of_class.len());
    let mut tags = vec![0; classes];
    let quasi = prepared.quasi.iter().zip(decided.form.columns());
    for ((quasi, form), column) in quasi.zip(columns) {
        let texts = match form {
            ColumnForm::Level(level) => &quasi.hierarchy.levels[usize::from(level)].labels,
            ColumnForm::Regions(of) => &of.labels,
        };
        let is_label: Vec<bool> = texts.iter().map(|text| text == label).collect();
        let of_class = column.of_class.iter().zip(&mut tags);
        of_class.for_each(|(&region, tag)| *tag |= u32::from(!is_label[region as usize]));
    }
    tags
}

/// The classes of the input, with every quasi-identifier at its own values.
///
/// # Errors
/// Rows wider than 4,096 bits.
pub(crate) fn input_classes(prepared: &Prepared) -> Result<ShownClasses> {
    let ranked = prepared.quasi.iter().map(|quasi| Ranked {
        codes: &prepared.input.table.columns[quasi.at].codes,
        rank_of: quasi.hierarchy.leaf_of.clone(),
        marked_rank: None,
        ranks: quasi.hierarchy.leaves(),
    });
    let ranked: Vec<Ranked<'_>> = ranked.collect();
    let rows = distinct_rows(&ranked, prepared.input.table.rows, |_| Fate::Kept)?;
    let column = |(at, ranked): (usize, &Ranked<'_>)| {
        let values = ranked.ranks as u32;
        ClassColumn {
            values,
            regions: (0..values).map(ValueSet::leaf).collect(),
            of_class: rows
                .tuples
                .iter()
                .skip(at)
                .step_by(prepared.quasi.len())
                .copied()
                .collect(),
        }
    };
    let columns = ranked.iter().enumerate().map(column).collect();
    Ok(ShownClasses::new(rows.of_row, columns))
}

/// Counts each class in units of protection, with the values of these sensitive columns and the
/// units of the population that fit the class. Where classes overlap, one person can fit several.
pub(crate) fn class_facts(
    prepared: &Prepared,
    classes: ShownClasses,
    sensitive: &[SensitiveColumn],
) -> Result<Vec<ClassFacts>> {
    let sensitive = sensitive.iter();
    let released = Published::of_classes(classes)
        .with_rows(sensitive.map(|of| of.values(&prepared.input.table)))?;
    let released = with_persons(released, prepared)?;
    let mut classes = released.class_facts(released.block(1))?;
    let population = prepared.population.as_deref().unwrap_or_default();
    for_each_fit(prepared, &released, population, |class| {
        classes[class].population += 1;
    })?;
    Ok(classes)
}

/// Makes persons the unit of protection of a view, if they are the unit of the recipe.
pub(crate) fn with_persons<'p>(
    released: Published<'p>,
    prepared: &'p Prepared,
) -> Result<Published<'p>> {
    match prepared.persons() {
        Some(persons) => released.with_persons(persons.codes.as_slice()),
        None => Ok(released),
    }
}

/// For each person of the population, calls `found` with each bucket that fits the person. The
/// population is given by columns of codes.
pub(crate) fn for_each_fit(
    prepared: &Prepared,
    released: &Published<'_>,
    population: &[Vec<u32>],
    mut found: impl FnMut(usize),
) -> Result<()> {
    let known: Vec<usize> = (0..prepared.quasi.len()).collect();
    let matcher = Matcher::new(released, &known)?;
    let mut leaves = vec![0; known.len()];
    for row in 0..population.first().map_or(0, Vec::len) {
        for ((leaf, codes), quasi) in leaves.iter_mut().zip(population).zip(&prepared.quasi) {
            *leaf = quasi.hierarchy.leaf_of[codes[row] as usize];
        }
        let fits = matcher.matching(&leaves);
        fits.iter().for_each(|fit| found(fit.bucket));
    }
    Ok(())
}

/// The regions that classes show in each quasi-identifier.
fn columns(prepared: &Prepared, decided: &Decided, classes: usize) -> Vec<ClassColumn> {
    // One row of each class: at a level, all rows of a class show the same.
    let mut row_of_class = vec![0; classes];
    for (row, class) in decided.rows.kept() {
        row_of_class[class] = row;
    }
    let column = |(q, form): (usize, ColumnForm<'_>)| {
        let quasi = &prepared.quasi[q];
        let hierarchy = &quasi.hierarchy;
        let values = hierarchy.leaves() as u32;
        match form {
            ColumnForm::Level(level) => {
                let level = &hierarchy.levels[usize::from(level)];
                let codes = &prepared.input.table.columns[quasi.at].codes;
                let label =
                    |&row: &usize| level.of_leaf[hierarchy.leaf_of[codes[row] as usize] as usize];
                ClassColumn {
                    values,
                    regions: level.regions().into_iter().map(ValueSet::from).collect(),
                    of_class: row_of_class.iter().map(label).collect(),
                }
            }
            ColumnForm::Regions(of) => ClassColumn {
                values,
                regions: of.regions.iter().copied().map(ValueSet::from).collect(),
                of_class: of.of_class.clone(),
            },
        }
    };
    decided.form.columns().enumerate().map(column).collect()
}
