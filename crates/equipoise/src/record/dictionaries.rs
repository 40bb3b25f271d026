//! The people that an attacker knows: the table itself, and other files.

use crate::Job;
use crate::derived::{add_derived, is_derivable, is_source, unify_missing};
use crate::prepare::Prepared;
use crate::watch::{Seen, Watch};
use equipoise_data::{Column, Error, Region, Result};
use equipoise_engine::{ReadOptions, read_table};
use equipoise_measure::disclosure::{Consistency, Dictionary, Entry, Known, Reader, precedes};
use equipoise_recipe as recipe;

/// How entries fit, as the recipe says.
pub(super) fn consistency(wish: &recipe::RecordWish) -> Consistency {
    match wish.consistency {
        recipe::Consistency::Covered => Consistency::Covered,
        recipe::Consistency::Compatible => Consistency::Compatible,
        recipe::Consistency::Fuzzy => Consistency::Fuzzy(wish.similarity.to_f64()),
    }
}

/// The dictionaries of a recipe, each with what reports call it; the table comes first.
pub(super) fn read(job: &Job, prepared: &Prepared, watch: &dyn Watch) -> Result<Vec<(String, Dictionary)>> {
    let wish = &job.recipe.record;
    let consistency = consistency(wish);
    let mut all = Vec::new();
    if wish.include_table {
        all.push(("the table".to_owned(), own(job, prepared, consistency)?));
    }
    for path in &wish.dictionaries {
        let (columns, rows) = columns(job, prepared, path, None, watch)?;
        let known = (0..prepared.quasi.len()).map(|a| Some(known(job, prepared, a, columns[a].as_ref()?, consistency))).collect();
        let dictionary = Dictionary::new(consistency, rows, known, None).map_err(|e| e.at(format!("dictionary `{path}`")))?;
        all.push((format!("`{path}`"), dictionary));
    }
    Ok(all)
}

/// The table as a dictionary. Persons with several rows are one.
pub(super) fn own(job: &Job, prepared: &Prepared, consistency: Consistency) -> Result<Dictionary> {
    let column = |a: usize| Some(known(job, prepared, a, &prepared.input.table.columns[prepared.quasi[a].at], consistency));
    let columns = (0..prepared.quasi.len()).map(column).collect();
    Dictionary::new(consistency, prepared.input.table.rows, columns, prepared.persons().map(|p| p.codes.as_slice()))
}

/// What the values of a column mean, and which of them each row has.
fn known(job: &Job, prepared: &Prepared, attribute: usize, column: &Column, consistency: Consistency) -> (Vec<Known>, Vec<u32>) {
    let quasi = &prepared.quasi[attribute];
    let reader = Reader::new(&quasi.hierarchy, &job.recipe.input.missing, consistency);
    let is_own = std::ptr::eq(column, &prepared.input.table.columns[quasi.at]);
    let known = |(code, text): (usize, &str)| match reader.known(text) {
        // A value of the table is itself, even if a label is written alike.
        Known::Region(_) if is_own => Known::Region(Region::leaf(quasi.hierarchy.leaf_of[code])),
        known => known,
    };
    (column.dictionary.texts().enumerate().map(known).collect(), column.codes.clone())
}

/// The quasi-identifiers of the table that a file has, in the order of the table, with `id` behind them where it is asked for; and the rows of the file.
fn columns(job: &Job, prepared: &Prepared, path: &str, id: Option<&str>, watch: &dyn Watch) -> Result<(Vec<Option<Column>>, usize)> {
    let recipe = &job.recipe;
    let quasi: Vec<String> = prepared.quasi_names().map(str::to_owned).collect();
    let keep = |names: &[String]| {
        if !quasi.iter().any(|q| names.contains(q) || is_derivable(recipe, q, names)) {
            return Err(Error::data(format!("dictionary `{path}` shares no quasi-identifier with the table"))
                .hint(format!("it needs at least one of the columns {}, or what they are derived from", list(&quasi))));
        }
        if let Some(id) = id.filter(|id| !names.iter().any(|n| n == id)) {
            return Err(Error::data(format!("dictionary `{path}` has no column `{id}`")));
        }
        Ok(names.iter().map(|n| quasi.contains(n) || is_source(recipe, n) || id == Some(n)).collect())
    };
    let options = ReadOptions { format: None, ..crate::load::options(recipe) };
    let mut input = read_table(&job.resolve(path), &options, &keep, &Seen(watch))?;
    unify_missing(recipe, &mut input.table);
    let names = input.names.clone();
    add_derived(recipe, &mut input, |name| quasi.iter().any(|q| q == name) && is_derivable(recipe, name, &names))?;
    let rows = input.table.rows;
    let find = |name: &str| input.table.columns.iter().find(|c| c.name == name).cloned();
    Ok((quasi.iter().map(|q| find(q)).chain(id.map(find)).collect(), rows))
}

fn list(names: &[String]) -> String {
    names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ")
}

/// Whether the risk by the dictionary is an upper bound of the true one, and why.
pub(super) fn bound(job: &Job, prepared: &Prepared, watch: &dyn Watch) -> Result<(bool, String)> {
    let wish = &job.recipe.record;
    let no = |why: &str| Ok((false, why.to_owned()));
    if wish.consistency != recipe::Consistency::Compatible {
        return no(
            "with this consistency, an attacker whose entries are coarser than the dictionary's could fit fewer people than it tells; `compatible` has the bound",
        );
    }
    if !wish.include_table || !wish.dictionaries.is_empty() {
        return no("the dictionary is not the table alone, so it need not have an entry for every released record");
    }
    let (Some(path), Some(id)) = (&wish.true_dictionary, &wish.id) else {
        return Ok((
            true,
            "for every attacker who knows the people of the table, each no better than the table does, and maybe others; whether that is so was not checked".to_owned(),
        ));
    };
    let table = &prepared.input.table;
    let own_id = table.column(id).ok_or_else(|| Error::usage(format!("`id` in `[record]` names `{id}`, which the table does not have")))?;
    let (mut theirs, rows) = columns(job, prepared, path, Some(id), watch)?;
    let their_id = theirs.pop().flatten().ok_or_else(|| Error::internal("the id column was not read"))?;
    let shared: Vec<usize> = (0..theirs.len()).filter(|&a| theirs[a].is_some()).collect();
    let consistency = consistency(wish);
    let sides = |a: usize| {
        let own = known(job, prepared, a, &table.columns[prepared.quasi[a].at], consistency);
        (own, known(job, prepared, a, theirs[a].as_ref().expect("it is shared"), consistency))
    };
    let sides: Vec<_> = shared.iter().map(|&a| sides(a)).collect();
    let text = |column: &Column, row: usize| column.dictionary.text(column.codes[row]).to_owned();
    let own_names: Vec<String> = (0..table.rows).map(|row| text(own_id, row)).collect();
    let their_names: Vec<String> = (0..rows).map(|row| text(&their_id, row)).collect();
    let own: Vec<Entry<'_>> = own_names
        .iter()
        .enumerate()
        .map(|(row, id)| Entry { id, known: sides.iter().map(|(own, _)| &own.0[own.1[row] as usize]).collect() })
        .collect();
    let others: Vec<Entry<'_>> = their_names
        .iter()
        .enumerate()
        .map(|(row, id)| Entry { id, known: sides.iter().map(|(_, other)| &other.0[other.1[row] as usize]).collect() })
        .collect();
    Ok(match precedes(&own, &others) {
        true => (true, format!("`{path}` has an entry for everybody in the table that says the same or less")),
        false => (false, format!("somebody in the table has no entry in `{path}` that says the same or less")),
    })
}
