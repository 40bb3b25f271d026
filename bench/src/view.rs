//! Measures the cost of building the view of a large release.

use crate::adult::cells;
use crate::goal::Goal;
use crate::meter::{once, resident_mb};
use crate::partitions::Ground;
use crate::row::Row;
use crate::run::{Run, pool};
use equipoise_data::{Error, Result};
use equipoise_release::{ClassColumn, Published, ShownClasses, ValueSet};
use std::collections::HashMap;
use std::path::Path;

const VIEW: &str = "synth1m view, distinct tuples";

/// Runs the workload if it is selected.
pub(crate) fn run(run: &mut Run, data: &Path) -> Result<()> {
    if run.wants(VIEW) {
        let pool = pool(run.args.threads)?;
        let ground = Ground::million(&cells(data))?;
        let repeat = run.args.repeat;
        run.add(pool.install(|| view(&ground, repeat))?);
    }
    Ok(())
}

/// Builds the view of a release that shows every row unchanged, with one class per distinct tuple.
/// The inputs are the class of each row and the regions of each class. The last column is shown row
/// by row.
fn view(ground: &Ground, repeat: u16) -> Result<Row> {
    let leaves = ground.leaves();
    let sizes: Vec<u32> = ground
        .columns
        .iter()
        .map(|(_, hierarchy)| hierarchy.leaves() as u32)
        .collect();
    let mut known: HashMap<Vec<u32>, u32> = HashMap::new();
    let mut of_class: Vec<Vec<u32>> = vec![Vec::new(); leaves.len()];
    let mut class_of_row = Vec::with_capacity(ground.rows);
    for row in 0..ground.rows {
        let tuple: Vec<u32> = leaves.iter().map(|codes| codes[row]).collect();
        let next = known.len() as u32;
        class_of_row.push(*known.entry(tuple.clone()).or_insert_with(|| {
            of_class
                .iter_mut()
                .zip(&tuple)
                .for_each(|(of_class, &code)| of_class.push(code));
            next
        }));
    }
    let classes = known.len();
    drop(known);
    let plain = leaves.len() - 1;
    let build = || {
        let columns = of_class
            .iter()
            .zip(&sizes)
            .map(|(of_class, &values)| ClassColumn {
                values,
                regions: (0..values).map(ValueSet::leaf).collect(),
                of_class: of_class.clone(),
            });
        let classes = ShownClasses::new(class_of_row.clone(), columns.collect());
        Published::of_classes(classes).with_rows([(sizes[plain], leaves[plain].as_slice())])
    };
    let before = resident_mb();
    let mut released = Err(Error::internal("no view was made"));
    let mut cost = once(|| released = build());
    let beside = cost.peak_mb.zip(before).map(|(peak, before)| peak - before);
    let buckets = released?.buckets();
    for _ in 1..repeat {
        cost = cost.best(once(|| drop(build())));
    }
    let wrong = (buckets != classes).then(|| format!("{buckets} buckets for {classes} classes"));
    Ok(Row {
        goals: vec![Goal::Memory {
            measured: beside,
            below: 60.0,
        }],
        wrong: wrong.into_iter().collect(),
        notes: vec![format!(
            "{buckets} buckets; the memory is what the view and building it take in addition to the table"
        )],
        ..Row::new(VIEW, cost)
    })
}
