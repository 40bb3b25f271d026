//! Dictionaries of people that an attacker knows: the table itself, and other files.

use crate::job::Job;
use crate::prepare::Prepared;
use equipoise_data::{Column, Error, Region, Result};
use equipoise_measure::disclosure::{
    AdversaryDictionary, Consistency, Entry, KnownValue, Reader, precedes,
};
use equipoise_recipe as recipe;

/// How entries fit, as the recipe says.
pub(super) fn consistency(wish: &recipe::RecordWish) -> Consistency {
    match wish.consistency {
        recipe::ConsistencyChoice::Covered => Consistency::Covered,
        recipe::ConsistencyChoice::Compatible => Consistency::Compatible,
        recipe::ConsistencyChoice::Fuzzy => Consistency::Fuzzy(wish.similarity.to_f64()),
    }
}

/// Dictionaries, each with its name in reports, and warnings about them.
pub(super) struct Dictionaries {
    pub(super) named: Vec<(String, AdversaryDictionary)>,
    pub(super) warnings: Vec<String>,
}

/// The dictionaries of a recipe; the table comes first.
pub(super) fn dictionaries(job: &Job, prepared: &Prepared) -> Result<Dictionaries> {
    let wish = &job.recipe.record;
    let consistency = consistency(wish);
    let (mut named, mut warnings) = (Vec::new(), Vec::new());
    if wish.include_table {
        named.push((
            "the table".to_owned(),
            own_dictionary(job, prepared, consistency)?,
        ));
    }
    for listed in prepared.dictionaries.iter().flat_map(|files| &files.known) {
        let mut columns = Vec::new();
        for (a, column) in listed.columns.iter().enumerate() {
            let Some(column) = column else {
                columns.push(None);
                continue;
            };
            let (known, codes) = known(job, prepared, a, column, consistency);
            let is_strange = |(known, text): &(&KnownValue, &str)| {
                is_unknown(known) && !job.recipe.input.missing.iter().any(|m| m == text)
            };
            if known
                .iter()
                .zip(column.dictionary.texts())
                .any(|pair| is_strange(&pair))
            {
                warnings.push(format!(
                    "dictionary `{}` has values of `{}` that are neither values nor labels of its hierarchy; people with them fit a record only where nothing of that column is shown",
                    listed.name, column.name
                ));
            }
            columns.push(Some((known, codes)));
        }
        let dictionary = AdversaryDictionary::new(consistency, listed.rows, columns, None);
        named.push((
            format!("`{}`", listed.name),
            dictionary.map_err(|e| e.at_file("dictionary `{}`: ", &listed.name))?,
        ));
    }
    Ok(Dictionaries { named, warnings })
}

/// Whether nothing but the top can be fitted.
fn is_unknown(known: &KnownValue) -> bool {
    match known {
        KnownValue::Nothing => true,
        KnownValue::Similar(leaves) => leaves.is_empty(),
        KnownValue::Region(_) | KnownValue::Anything => false,
    }
}

/// The table as a dictionary. Persons with several rows are one.
pub(crate) fn own_dictionary(
    job: &Job,
    prepared: &Prepared,
    consistency: Consistency,
) -> Result<AdversaryDictionary> {
    let column = |a: usize| {
        Some(known(
            job,
            prepared,
            a,
            &prepared.input.table.columns[prepared.quasi[a].at],
            consistency,
        ))
    };
    let columns = (0..prepared.quasi.len()).map(column).collect();
    AdversaryDictionary::new(
        consistency,
        prepared.input.table.rows,
        columns,
        prepared.persons().map(|p| p.codes.as_slice()),
    )
}

/// What the values of a column mean, and which of them each row has.
fn known(
    job: &Job,
    prepared: &Prepared,
    attribute: usize,
    column: &Column,
    consistency: Consistency,
) -> (Vec<KnownValue>, Vec<u32>) {
    let quasi = &prepared.quasi[attribute];
    let reader = Reader::new(&quasi.hierarchy, &job.recipe.input.missing, consistency);
    let is_own = std::ptr::eq(column, &prepared.input.table.columns[quasi.at]);
    let known = |(code, text): (usize, &str)| match reader.known(text) {
        // A value of the table is itself, even if a label is written alike.
        KnownValue::Region(_) if is_own => {
            KnownValue::Region(Region::leaf(quasi.hierarchy.leaf_of[code]))
        }
        known => known,
    };
    (
        column.dictionary.texts().enumerate().map(known).collect(),
        column.codes.clone(),
    )
}

/// Whether the risk by the dictionary is an upper bound of the true one, and why.
pub(super) fn bound(job: &Job, prepared: &Prepared) -> Result<(bool, String)> {
    let wish = &job.recipe.record;
    let no = |why: &str| Ok((false, why.to_owned()));
    if wish.consistency != recipe::ConsistencyChoice::Compatible {
        return no(
            "with this consistency, an attacker whose entries are coarser than the dictionary's could fit fewer people than it tells; `compatible` has the bound",
        );
    }
    if wish.risk == recipe::RecordRisk::Entropic {
        return no(
            "an entropic risk grows with the number of people in a dictionary, so an attacker who knows more people has a larger one",
        );
    }
    if !wish.include_table || !wish.dictionaries.is_empty() {
        return no(
            "the dictionary is not the table alone, so it need not have an entry for every released record",
        );
    }
    let truth = prepared
        .dictionaries
        .as_ref()
        .and_then(|files| files.truth.as_ref());
    let (Some(truth), Some(id)) = (truth, &wish.id) else {
        return Ok((
            true,
            "for every attacker who knows the people of the table, each no better than the table does, and maybe others; whether that is so was not checked".to_owned(),
        ));
    };
    let table = &prepared.input.table;
    let own_id = table.column(id).ok_or_else(|| {
        Error::usage(format!(
            "`id` in `[record]` names `{id}`, which the table does not have"
        ))
    })?;
    let their_id = truth
        .id
        .as_ref()
        .ok_or_else(|| Error::internal("the id column was not read"))?;
    // Who has two rows counts as two people, unless rows are known to be one person's.
    if own_id.dictionary.len() < table.rows && job.recipe.input.person.as_ref() != Some(id) {
        return no(
            "the table has several rows for some identifiers, and counts them as several people",
        );
    }
    let consistency = consistency(wish);
    let sides = |(a, theirs): (usize, &Option<Column>)| {
        let theirs = theirs.as_ref()?;
        let own = known(
            job,
            prepared,
            a,
            &table.columns[prepared.quasi[a].at],
            consistency,
        );
        Some((own, known(job, prepared, a, theirs, consistency)))
    };
    let sides: Vec<_> = truth.columns.iter().enumerate().filter_map(sides).collect();
    let own = (0..table.rows).map(|row| Entry {
        id: own_id.dictionary.text(own_id.codes[row]),
        known: sides
            .iter()
            .map(|(own, _)| &own.0[own.1[row] as usize])
            .collect(),
    });
    let others = (0..truth.rows).map(|row| Entry {
        id: their_id.dictionary.text(their_id.codes[row]),
        known: sides
            .iter()
            .map(|(_, other)| &other.0[other.1[row] as usize])
            .collect(),
    });
    Ok(
        match precedes(&own.collect::<Vec<_>>(), &others.collect::<Vec<_>>()) {
            true => (
                true,
                format!(
                    "`{}` has an entry for everybody in the table that says the same or less",
                    truth.name
                ),
            ),
            false => (
                false,
                format!(
                    "somebody in the table has no entry in `{}` that says the same or less",
                    truth.name
                ),
            ),
        },
    )
}
