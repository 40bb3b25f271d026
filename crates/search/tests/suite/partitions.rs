//! Partitions against code that shares nothing with them: the testkit judges the released texts,
//! and small tables are divided in every way.

use crate::common::Prepared;
use equipoise_data::{Hierarchy, Region};
use equipoise_measure::disclosure::{
    Across, AdversaryDictionary, Attribute, Consistency, KnownValue, LabelWeights, Phi, RiskModel,
    Risks, Utility,
};
use equipoise_release::LEFT_OUT;
use equipoise_search::record::{Form, RecordMethod, RecordTask, Records, Threshold, floor};
use equipoise_search::{
    Limits, MondrianOptions, Partition, Recode, Task, UnwatchedSearch, examine, examine_partition,
    local_recoding, mondrian, optimal,
};
use equipoise_testkit::{
    Case, CaseShape, ModelKind, OracleAggregation, OracleLimit, OracleLoss, OracleModel,
    OracleQuasiColumn, evaluate,
};
use std::collections::HashMap;
use std::io::Write;

const CASES: u64 = 1_500;

/// Cases with the loss that partitions make small.
fn cases(first: u64, shape: &CaseShape) -> impl Iterator<Item = (u64, Case, Prepared)> {
    (first..first + CASES).filter_map(move |seed| {
        let mut case = Case::random(seed, shape);
        (case.loss, case.aggregation, case.suppression_weight) =
            (OracleLoss::Loss, Some(OracleAggregation::Arithmetic), 0.5);
        case.quasi
            .iter_mut()
            .for_each(|q| (q.min_level, q.max_level) = (0, q.height()));
        let prepared = Prepared::try_new(&case)?;
        Some((seed, case, prepared))
    })
}

/// Straight to stderr: the test harness would swallow what `eprintln` prints.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

fn weights(case: &Case) -> Vec<f64> {
    case.quasi.iter().map(|q| q.weight).collect()
}

/// Models that cannot judge one class at a time are refused by name, and by no panic.
fn refused(e: &equipoise_data::Error) -> bool {
    e.message().contains("cannot guide a partition")
}

/// All partitions of a case, with the method that made each.
fn partitions(case: &Case, task: &Task<'_>) -> Vec<(&'static str, Option<Partition>)> {
    let mut all = Vec::new();
    for (name, relaxed, recode) in [
        ("strict runs", false, Recode::Runs),
        ("relaxed runs", true, Recode::Runs),
        ("strict labels", false, Recode::Labels),
        ("relaxed labels", true, Recode::Labels),
    ] {
        match mondrian(
            task,
            &MondrianOptions {
                relaxed,
                recode: vec![recode; case.quasi.len()],
            },
            &UnwatchedSearch,
        ) {
            Ok(found) => all.push((name, found)),
            Err(e) => assert!(refused(&e), "{e}"),
        }
    }
    match local_recoding(
        task,
        &weights(case),
        &Limits::default(),
        0,
        &UnwatchedSearch,
    ) {
        Ok(found) => all.push(("local", found.map(|f| f.partition))),
        Err(e) => assert!(refused(&e), "{e}"),
    }
    match recorded(task) {
        Ok(found) => all.push(("record by record", found)),
        Err(e) => assert!(refused(&e), "{e}"),
    }
    all
}

/// Half of the depth of each record at the least risk, then classes that meet the models.
fn recorded(task: &Task<'_>) -> equipoise_data::Result<Option<Partition>> {
    let hierarchies: Vec<&Hierarchy> = task.encoded.quasi.iter().map(|q| q.hierarchy).collect();
    let levels: Vec<(usize, usize)> = hierarchies.iter().map(|h| (0, h.height())).collect();
    let attribute = |h: &&Hierarchy| {
        Attribute::new(
            h,
            (0, h.height()),
            &LabelWeights::new(h, 1.0, &[], &[]).unwrap(),
            Utility::Depth,
        )
    };
    let attributes: Vec<Attribute> = hierarchies.iter().map(attribute).collect();
    let records = Records::new(task.encoded, None)?;
    let column = |q: &equipoise_data::Quasi<'_>| {
        let known = (0..q.hierarchy.leaves() as u32)
            .map(|leaf| KnownValue::Region(Region::leaf(leaf)))
            .collect();
        Some((
            known,
            q.codes
                .iter()
                .map(|&code| q.hierarchy.leaf_of[code as usize])
                .collect(),
        ))
    };
    let columns = task.encoded.quasi.iter().map(column).collect();
    let dictionaries = [AdversaryDictionary::new(
        Consistency::Covered,
        task.encoded.rows,
        columns,
        task.encoded.persons,
    )?];
    let risks = Risks {
        phi: Phi::Additive { base: 0.0 },
        model: RiskModel::Expected,
        across: Across::Mean,
    };
    let of_records = RecordTask {
        attributes: &attributes,
        hierarchies: &hierarchies,
        levels: &levels,
        records: &records,
        dictionaries: &dictionaries,
        risks: &risks,
        threshold: Threshold {
            form: Form::LeastRisk { min_utility: 0.5 },
            is_share: true,
        },
    };
    let answer = of_records.solve(&RecordMethod::All, &Limits::default(), 0, &UnwatchedSearch)?;
    let Some(found) = floor(task, &of_records, &answer, &UnwatchedSearch)? else {
        return Ok(None);
    };
    let left_out = found
        .partition
        .recoding
        .class_of_row
        .iter()
        .filter(|class| **class == LEFT_OUT)
        .count();
    assert_eq!(left_out as u64, found.left_out_rows);
    if task.encoded.persons.is_none() {
        assert!(
            found.left_out_rows <= task.allowed_units,
            "more are left out than allowed"
        );
    }
    Ok(Some(found.partition))
}

/// What a class shows of an attribute, as a text that no other set has. A missing value on its own
/// is still missing.
fn shown(hierarchy: &Hierarchy, region: Region, missing: &[String]) -> String {
    match region.first == region.last && hierarchy.missing == Some(region.first) {
        true => missing[0].clone(),
        false => format!("{}-{}", region.first, region.last),
    }
}

/// The released rows as a table of its own, with nothing left to generalize.
fn released(case: &Case, prepared: &Prepared, partition: &Partition) -> Case {
    let mut released = case.clone();
    let recoding = &partition.recoding;
    for (row, cells) in released.rows.iter_mut().enumerate() {
        for (a, q) in case.quasi.iter().enumerate() {
            let region = recoding.class(recoding.class_of_row[row] as usize)[a];
            cells[q.index] = shown(&prepared.quasi[a].1, region, &case.missing);
        }
    }
    for q in &mut released.quasi {
        let mut texts: Vec<String> = released
            .rows
            .iter()
            .map(|row| row[q.index].clone())
            .collect();
        texts.retain(|text| !case.missing.contains(text));
        texts.push("some other value".to_owned());
        texts.sort_unstable();
        texts.dedup();
        *q = OracleQuasiColumn {
            lines: texts.into_iter().map(|text| vec![text]).collect(),
            min_level: 0,
            max_level: 0,
            ..q.clone()
        };
    }
    released
}

/// The testkit can judge a release by itself where no model looks at a population or at supersets.
fn judged_alone(case: &Case) -> bool {
    let apart = |m: &OracleModel| {
        matches!(
            m,
            OracleModel::KMap { .. }
                | OracleModel::DeltaPresence { .. }
                | OracleModel::NtCloseness { .. }
        )
    };
    case.population.is_none() && !case.models.iter().any(apart)
}

#[test]
fn every_class_of_every_partition_meets_every_model_by_other_code() {
    let (mut made, mut divided, mut kept_out) = (0, 0, 0);
    for (seed, case, prepared) in
        cases(0, &CaseShape::default()).chain(cases(500_000, &CaseShape::all_models()))
    {
        let encoded = prepared.encoded();
        let task = prepared.task(&encoded);
        for (name, partition) in partitions(&case, &task) {
            let Some(partition) = partition else { continue };
            let examined = examine_partition(&task, &partition).unwrap();
            let met = examined.judged.verdicts.iter().all(|v| v.met);
            assert!(met, "seed {seed}, {name}: {:?}", case.models);
            let recoding = &partition.recoding;
            for (row, &class) in recoding
                .class_of_row
                .iter()
                .enumerate()
                .filter(|(_, class)| **class != LEFT_OUT)
            {
                let holds = |(q, region): (&equipoise_data::Quasi<'_>, &Region)| {
                    region.contains(q.hierarchy.leaf_of[q.codes[row] as usize])
                };
                assert!(
                    encoded
                        .quasi
                        .iter()
                        .zip(recoding.class(class as usize))
                        .all(holds),
                    "seed {seed}, {name}: row {row}"
                );
            }
            made += 1;
            divided += u64::from(recoding.classes() > 1);
            let left_out = recoding
                .class_of_row
                .iter()
                .filter(|class| **class == LEFT_OUT)
                .count();
            kept_out += u64::from(left_out > 0);
            if left_out == 0 && judged_alone(&case) {
                let facts = evaluate(
                    &released(&case, &prepared, &partition),
                    &vec![0; case.quasi.len()],
                );
                assert_eq!(
                    facts.suppressed_rows, 0,
                    "seed {seed}, {name}: {:?}",
                    case.models
                );
                assert_eq!(
                    facts.classes.len(),
                    recoding.classes(),
                    "seed {seed}, {name}"
                );
                let sizes = |sizes: &std::collections::BTreeMap<u64, u64>| sizes.clone();
                let mut by_hand = std::collections::BTreeMap::new();
                facts
                    .classes
                    .iter()
                    .for_each(|class| *by_hand.entry(class.units).or_insert(0) += 1);
                assert_eq!(
                    sizes(&examined.judged.kept_sizes),
                    by_hand,
                    "seed {seed}, {name}"
                );
            }
        }
    }
    say(&format!(
        "{made} partitions, {divided} of them with several classes, {kept_out} with rows left out"
    ));
    assert!(
        divided > made / 4,
        "the cases are worth something: {divided} of {made}"
    );
}

#[test]
fn local_recoding_is_never_worse_than_the_best_levels_within_the_same_limit() {
    let mut better = 0;
    for (seed, mut case, _) in cases(1_000_000, &CaseShape::default()) {
        // Some columns may not be shown at their finest levels.
        case.quasi
            .iter_mut()
            .filter(|_| seed % 3 == 0)
            .for_each(|q| q.min_level = seed as usize / 3 % (q.height() + 1));
        for limit in [OracleLimit::Units(0), case.limit.clone()] {
            case.limit = limit;
            let Some(prepared) = Prepared::try_new(&case) else {
                continue;
            };
            let encoded = prepared.encoded();
            let task = prepared.task(&encoded);
            let Some(best) = optimal(&task, &Limits::default(), &UnwatchedSearch)
                .unwrap()
                .best
            else {
                continue;
            };
            let found = local_recoding(
                &task,
                &weights(&case),
                &Limits::default(),
                0,
                &UnwatchedSearch,
            )
            .unwrap();
            let found = found.unwrap_or_else(|| {
                panic!("seed {seed}: levels meet the models, and local recoding finds nothing")
            });
            let examined = examine_partition(&task, &found.partition).unwrap();
            assert!(
                examined.judged.found.loss <= best.loss + 1e-9,
                "seed {seed}: {} against {}",
                examined.judged.found.loss,
                best.loss
            );
            assert!(
                examined.judged.found.facts.suppressed_units <= task.allowed_units,
                "seed {seed}: more are left out than allowed"
            );
            better += u64::from(examined.judged.found.loss < best.loss - 1e-9);
        }
    }
    say(&format!("better than the best levels in {better} cases"));
    assert!(better > CASES / 4, "{better}");
}

/// The classes of a node as a partition, those of failing classes left out.
fn classes_of_node(task: &Task<'_>, levels: &[u8], kept_rows: &[bool]) -> Partition {
    let (mut groups, mut regions, mut group_of_row) = (HashMap::new(), Vec::new(), Vec::new());
    for (row, kept) in kept_rows.iter().enumerate() {
        let region = |(q, &level): (&equipoise_data::Quasi<'_>, &u8)| {
            let of_leaf = &q.hierarchy.levels[usize::from(level)].of_leaf;
            let code = of_leaf[q.hierarchy.leaf_of[q.codes[row] as usize] as usize];
            let place = |below: &dyn Fn(u32) -> bool| of_leaf.partition_point(|&c| below(c)) as u32;
            Region {
                first: place(&|c| c < code),
                last: place(&|c| c <= code) - 1,
            }
        };
        let of_row: Vec<Region> = task.encoded.quasi.iter().zip(levels).map(region).collect();
        let next = groups.len() as u32;
        let group = *groups.entry(of_row.clone()).or_insert(next);
        if group == next {
            regions.extend(of_row);
        }
        group_of_row.push(if *kept { group } else { LEFT_OUT });
    }
    // Regions of groups without a kept row are of no class.
    let used: std::collections::BTreeSet<u32> = group_of_row
        .iter()
        .copied()
        .filter(|&group| group != LEFT_OUT)
        .collect();
    let regions = used
        .iter()
        .flat_map(|&group| regions[group as usize * levels.len()..][..levels.len()].to_vec())
        .collect();
    let renumbered = |group: u32| {
        used.iter()
            .position(|&u| u == group)
            .map_or(LEFT_OUT, |place| place as u32)
    };
    let group_of_row = group_of_row.into_iter().map(renumbered).collect();
    Partition {
        recoding: equipoise_release::Recoding::new(group_of_row, regions, levels.len()),
        supersets: Vec::new(),
        runs: None,
    }
}

/// Hierarchies list values that do not occur. A partition that shows the labels of levels costs
/// what the levels cost.
#[test]
fn classes_with_the_labels_of_levels_lose_what_the_levels_lose() {
    let (mut nodes, mut with_absent) = (0, 0);
    for (seed, mut case, _) in cases(4_000_000, &CaseShape::only(ModelKind::K)).take(400) {
        for levels in case.nodes() {
            // The finest labels that may be shown are those of the node.
            case.quasi
                .iter_mut()
                .zip(&levels)
                .for_each(|(q, &level)| q.min_level = level);
            let Some(prepared) = Prepared::try_new(&case) else {
                continue;
            };
            let encoded = prepared.encoded();
            let task = prepared.task(&encoded);
            let levels: Vec<u8> = levels.iter().map(|&level| level as u8).collect();
            let of_levels = examine(&task, &levels, &Limits::default()).unwrap();
            if of_levels.judged.found.facts.kept_classes == 0 {
                continue;
            }
            let partition = classes_of_node(
                &task,
                &levels,
                &of_levels.rows.stays().collect::<Vec<bool>>(),
            );
            let loss = examine_partition(&task, &partition)
                .unwrap()
                .judged
                .found
                .loss;
            assert!(
                (loss - of_levels.judged.found.loss).abs() < 1e-12,
                "seed {seed}, {levels:?}: {loss} is not {}",
                of_levels.judged.found.loss
            );
            nodes += 1;
            with_absent += u64::from(
                prepared
                    .quasi
                    .iter()
                    .any(|(_, h)| h.domain > h.leaves() as u64),
            );
        }
    }
    assert!(
        nodes > 1_000 && with_absent > nodes / 4,
        "the cases are worth something: {with_absent} of {nodes}"
    );
}

#[test]
fn partitions_are_the_same_on_any_number_of_threads() {
    let pool = |threads| {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap()
    };
    let (one, two) = (pool(1), pool(2));
    for (seed, case, prepared) in cases(2_000_000, &CaseShape::all_class_models()).take(300) {
        let encoded = prepared.encoded();
        let task = prepared.task(&encoded);
        assert_eq!(
            one.install(|| partitions(&case, &task)),
            two.install(|| partitions(&case, &task)),
            "seed {seed}"
        );
    }
}

/// All ways to put so many things into groups.
fn groupings(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for _ in 0..count {
        let extended = |held: Vec<usize>| {
            let next = held.iter().max().map_or(0, |most| most + 1);
            (0..=next).map(move |group| [&held[..], &[group]].concat())
        };
        all = all.into_iter().flat_map(extended).collect();
    }
    all
}

/// The least loss of all ways to divide the rows into classes of at least k, each with the lowest
/// labels that cover it.
fn least_loss(case: &Case, prepared: &Prepared, k: usize) -> f64 {
    let rows = case.rows.len();
    let total: f64 = weights(case).iter().sum();
    let cost = |members: &[usize]| -> f64 {
        let of_attribute = |(column, hierarchy): &(equipoise_data::Column, Hierarchy)| {
            let leaf = |row: usize| hierarchy.leaf_of[column.codes[row] as usize] as usize;
            let same = |level: &&equipoise_data::Level| {
                members
                    .iter()
                    .all(|&row| level.of_leaf[leaf(row)] == level.of_leaf[leaf(members[0])])
            };
            let level = hierarchy
                .levels
                .iter()
                .find(same)
                .expect("the top covers all");
            let lines = level.lines[level.of_leaf[leaf(members[0])] as usize] as f64;
            if hierarchy.domain <= 1 || hierarchy.height() == 0 {
                0.0
            } else {
                (lines - 1.0) / (hierarchy.domain - 1) as f64
            }
        };
        let shares = prepared
            .quasi
            .iter()
            .map(of_attribute)
            .zip(weights(case))
            .map(|(share, weight)| share * weight / total);
        shares.sum::<f64>() * members.len() as f64
    };
    let of_grouping = |groups: Vec<usize>| {
        let classes = groups.iter().max().map_or(0, |most| most + 1);
        let members = |class: usize| {
            (0..rows)
                .filter(|&row| groups[row] == class)
                .collect::<Vec<usize>>()
        };
        let classes: Vec<Vec<usize>> = (0..classes).map(members).collect();
        classes
            .iter()
            .all(|c| c.len() >= k)
            .then(|| classes.iter().map(|c| cost(c)).sum::<f64>() / rows as f64)
    };
    groupings(rows)
        .into_iter()
        .filter_map(of_grouping)
        .fold(f64::INFINITY, f64::min)
}

#[test]
fn local_recoding_is_near_the_best_of_all_divisions_of_small_tables() {
    let shape = CaseShape {
        max_rows: 8,
        persons: Some(false),
        ..CaseShape::only(ModelKind::K)
    };
    let (mut tables, mut exact, mut found_sum, mut least_sum) = (0, 0, 0.0, 0.0);
    for (seed, mut case, _) in cases(3_000_000, &shape).take(400) {
        if case.rows.len() < 4 || case.quasi.iter().any(|q| q.height() == 0) {
            continue;
        }
        let k = 2 + (seed % 2) as usize;
        (case.models, case.limit) = (vec![OracleModel::K { k: k as u64 }], OracleLimit::Units(0));
        let Some(prepared) = Prepared::try_new(&case) else {
            continue;
        };
        let encoded = prepared.encoded();
        let task = prepared.task(&encoded);
        let Some(found) = local_recoding(
            &task,
            &weights(&case),
            &Limits::default(),
            0,
            &UnwatchedSearch,
        )
        .unwrap() else {
            continue;
        };
        let loss = examine_partition(&task, &found.partition)
            .unwrap()
            .judged
            .found
            .loss;
        let least = least_loss(&case, &prepared, k);
        assert!(
            loss >= least - 1e-9,
            "seed {seed}: {loss} is better than the best, {least}"
        );
        tables += 1;
        exact += u64::from(loss <= least + 1e-9);
        (found_sum, least_sum) = (found_sum + loss, least_sum + least);
    }
    let ratio = found_sum / least_sum;
    say(&format!(
        "local recoding: the best of all divisions in {exact} of {tables} small tables, {ratio:.4} times the least loss on the whole"
    ));
    assert!(tables > 100 && ratio < 1.15, "{tables} tables, {ratio}");
}
