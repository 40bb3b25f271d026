//! An atlas of a table with far too many nodes: some are chosen for a minute, then random questions
//! are asked.

use crate::atlas_ask::{Times, questions};
use crate::atlas_source::Source;
use crate::goal::Goal;
use crate::meter::once;
use crate::row::Row;
use crate::run::{Run, pool};
use equipoise_data::{Column, Encoded, Error, Hierarchy, Quasi, Result, Table, ThresholdKey, Tree};
use equipoise_engine::read_text;
use equipoise_explore::{Atlas, Budget, Chart, Explorer, Wishes, choose};
use equipoise_privacy::{AnyModel, KAnonymity, Panel};
use equipoise_search::Annotator;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

const CHOOSE: &str = "creditcard atlas, chosen in a minute";
const ASK: &str = "creditcard atlas, 200 questions";

/// Quasi-identifiers: the first so many columns.
const COLUMNS: usize = 20;
const QUESTIONS: usize = 200;
/// Microseconds in which a question should be answered.
const WITHIN_US: f64 = 200_000.0;

/// Runs the workloads if long ones are asked for.
pub(crate) fn run(run: &mut Run, data: &Path) -> Result<()> {
    if !run.args.long || !(run.wants(CHOOSE) || run.wants(ASK)) {
        return Ok(());
    }
    let columns = columns(&data.join("creditcard"))?;
    let source = source(&columns)?;
    let rows =
        pool(run.args.threads)?.install(|| measure(&source, Duration::from_secs(60), QUESTIONS))?;
    rows.into_iter().for_each(|row| run.add(row));
    Ok(())
}

/// The cells of a file, which may be gzip.
fn cells(path: &Path) -> Result<Vec<Vec<String>>> {
    Ok(read_text(path)?
        .lines()
        .map(|line| line.split(';').map(str::to_owned).collect())
        .collect())
}

/// The first columns with their hierarchies.
fn columns(folder: &Path) -> Result<Vec<(Column, Hierarchy)>> {
    let mut rows = cells(&folder.join("creditcard_int.csv.gz"))?;
    let header = rows.remove(0);
    rows.iter_mut().for_each(|row| row.truncate(COLUMNS));
    let table = Table::from_rows(
        &header
            .iter()
            .take(COLUMNS)
            .map(String::as_str)
            .collect::<Vec<_>>(),
        &rows,
    );
    let with_hierarchy = |column: Column| {
        let name = format!("hierarchies/creditcard_int_hierarchy_{}.csv", column.name);
        let path = [name.clone(), format!("{name}.gz")]
            .iter()
            .map(|name| folder.join(name))
            .find(|path| path.exists());
        let tree = Tree::new(cells(&path.unwrap_or_else(|| PathBuf::from(name)))?)?;
        let gaps = |_| Error::data(format!("the hierarchy of `{}` lacks values", column.name));
        let hierarchy = Hierarchy::bind(&tree, &column, &[]).map_err(gaps)?;
        Ok((column, hierarchy))
    };
    table.columns.into_iter().map(with_hierarchy).collect()
}

fn source(columns: &[(Column, Hierarchy)]) -> Result<Source<'_>> {
    let encoded = Encoded {
        rows: columns.first().map_or(0, |(column, _)| column.codes.len()),
        quasi: columns
            .iter()
            .map(|(column, hierarchy)| Quasi {
                codes: &column.codes,
                hierarchy,
            })
            .collect(),
        sensitive: Vec::new(),
        persons: None,
        amounts: Vec::new(),
        weights: None,
        population: None,
    };
    let names = columns
        .iter()
        .map(|(column, _)| column.name.clone())
        .collect();
    let panel = Panel::new(vec![AnyModel::Class(Box::new(KAnonymity::new(5)?))]);
    Ok(Source {
        names,
        encoded,
        panel,
        keys: vec![ThresholdKey::K],
    })
}

fn measure(source: &Source<'_>, time: Duration, number: usize) -> Result<[Row; 2]> {
    source.with_annotator(|chart, annotator| {
        let records = Mutex::new(Vec::new());
        let take = |node: u64, record: &[u8]| {
            records
                .lock()
                .expect("no thread panicked")
                .push((node, record.to_vec()))
        };
        let budget = Budget {
            deadline: Some(Instant::now() + time),
            ..Budget::default()
        };
        let cost = once(|| _ = choose(chart, annotator, &[], &budget, &|| false, &take));
        let mut records = records.into_inner().expect("no thread panicked");
        records.sort_unstable();
        let atlas = Atlas::of_records(source.chart()?, &records)?;
        let (annotated, nodes) = (atlas.annotated(), chart.lattice().nodes());
        let notes = vec![format!(
            "{annotated} of {nodes} nodes, {:.1} MB",
            atlas.bytes().len() as f64 / 1e6
        )];
        let chosen = Row {
            notes,
            ..Row::new(CHOOSE, cost)
        };
        Ok([chosen, ask(chart, &atlas, annotator, number)?])
    })?
}

/// Each question once: nodes that were looked at for one are known to the next.
fn ask(chart: &Chart, atlas: &Atlas, annotator: &dyn Annotator, number: usize) -> Result<Row> {
    let explorer = Explorer::new(atlas, Some(annotator));
    let mut times = Times::new(number);
    let (mut unanswered, mut proved, mut wrong) = (0, 0, 0);
    for (i, wishes) in questions(chart, number).into_iter().enumerate() {
        let wishes = Wishes {
            max_units: chart.head().units / 20,
            ..wishes
        };
        let answer = times.take(i, || explorer.ask(&wishes))?;
        unanswered += usize::from(answer.best.is_none());
        proved += usize::from(answer.proved);
        // What is said of a node must be what a closer look at it gives.
        wrong += answer.best.map_or(0, |best| {
            usize::from(!is_right(chart, annotator, &wishes, best.node, best.units))
        });
    }
    let within = times.share_within(WITHIN_US);
    let spread = times.spread();
    let goals = vec![Goal::Micros {
        what: "worst",
        measured: spread.worst,
        most: WITHIN_US,
    }];
    let notes = vec![
        format!(
            "{:.1} % within {} ms, median {:.1} ms",
            100.0 * within,
            WITHIN_US / 1e3,
            spread.median / 1e3
        ),
        format!(
            "{proved} of {number} are proved, for {unanswered} nothing was found; {} nodes are annotated in the end",
            explorer.annotated()
        ),
    ];
    let wrong = if wrong == 0 {
        Vec::new()
    } else {
        vec![format!(
            "{wrong} answers are not within the wishes, or other than they say"
        )]
    };
    Ok(Row {
        goals,
        notes,
        wrong,
        ..Row::new(ASK, spread.cost)
    })
}

fn is_right(
    chart: &Chart,
    annotator: &dyn Annotator,
    wishes: &Wishes,
    node: u64,
    units: u64,
) -> bool {
    let levels = chart.lattice().levels(node);
    let record = chart.record(&levels, &annotator.annotate(&levels));
    let is_wished = levels
        .iter()
        .zip(&wishes.low)
        .zip(&wishes.high)
        .all(|((level, low), high)| low <= level && level <= high);
    is_wished
        && units <= wishes.max_units
        && chart.figures(&levels, &record, &wishes.thresholds).units == units
}

#[cfg(test)]
mod tests {
    use super::*;
    use equipoise_testkit::shared::shared_data;

    #[test]
    fn a_moment_of_choosing_and_some_questions() {
        let Some(data) = shared_data() else { return };
        let columns = columns(&data.join("creditcard")).unwrap();
        let source = source(&columns).unwrap();
        let [chosen, asked] = measure(&source, Duration::from_millis(500), 3).unwrap();
        assert!(
            chosen.notes[0].contains(" of 386547056640 nodes, ")
                && !chosen.notes[0].starts_with("0 "),
            "{chosen:?}"
        );
        assert!(
            asked.wrong.is_empty() && asked.notes[0].contains("within 200 ms"),
            "{asked:?}"
        );
        let other = source.with_annotator(|chart, annotator| {
            let wishes = questions(chart, 1).remove(0);
            let bottom = chart.lattice().index(chart.lattice().bottom());
            is_right(chart, annotator, &wishes, bottom, 0)
        });
        assert!(!other.unwrap());
    }
}
