//! Random small tables: every partition is released in full and judged by texts.

use crate::common::Prepared;
use equipoise_data::{Hierarchy, Region};
use equipoise_measure::{Measure, Metric, Tally};
use equipoise_search::prefer::{
    Aspiration, BestPartition, Boundaries, Gauge, PartitionOptions, Point, RatedRelease, Spot,
    Survey, Ties, best, partitions, survey,
};
use equipoise_search::{Limits, Task, UnwatchedSearch, examine_partition};
use equipoise_testkit::{
    Case, CaseShape, ModelKind, Oracle, OracleFacts, OracleLoss, OracleQuasiColumn, Seeded,
};

/// The measures that both lattices and partitions have, first those of classes.
const OF_CLASSES: [Measure; 5] = [
    Measure::Necd,
    Measure::HighestRisk,
    Measure::AverageRisk,
    Measure::Uniqueness,
    Measure::Suppression,
];
const LOSSES: [(OracleLoss, Metric); 3] = [
    (OracleLoss::Nwp, Metric::Nwp),
    (OracleLoss::Aecs, Metric::Aecs),
    (OracleLoss::Discernibility, Metric::Discernibility),
];

/// A case, what is measured, and what is aspired to.
struct World {
    case: Case,
    measures: [Measure; 2],
    aspiration: Aspiration,
    taxonomy: bool,
}

impl World {
    fn new(seed: u64) -> Self {
        let mut r = Seeded::new(seed);
        // Half of the cases have the usual models, half have any. Comparing with coarser nodes has
        // another meaning where there are no levels.
        let any = CaseShape {
            max_nodes: 200,
            ..CaseShape::all_models()
        }
        .without(ModelKind::NtCloseness);
        let mut case = Case::random(
            seed,
            &if seed.is_multiple_of(2) {
                CaseShape::default()
            } else {
                any
            },
        );
        let (loss, metric) = r.pick(&LOSSES);
        (case.loss, case.aggregation, case.suppression_weight) = (loss, None, 0.5);
        let measures = [r.pick(&OF_CLASSES), Measure::Loss(metric)];
        let scale = if metric == Metric::Nwp {
            1.0
        } else {
            case.rows.len() as f64
        };
        let aspire = |r: &mut Seeded, most: f64| (1 + r.below(1000)) as f64 / 1000.0 * most;
        let aspiration = Aspiration::new([aspire(&mut r, 1.0), aspire(&mut r, scale)]).unwrap();
        World {
            case,
            measures,
            aspiration,
            taxonomy: false,
        }
    }

    fn gauges<'a>(&self, task: &Task<'a>) -> [Gauge<'a>; 2] {
        [
            Gauge {
                measure: self.measures[0],
                loss: None,
            },
            Gauge {
                measure: self.measures[1],
                loss: Some(task.loss),
            },
        ]
    }

    /// What a release comes to, by texts; none where it may not be one.
    fn place(&self, facts: &OracleFacts) -> Option<RatedRelease> {
        let mut tally = Tally {
            suppressed_units: facts.suppressed_units,
            ..Tally::new(self.case.units())
        };
        facts
            .classes
            .iter()
            .filter(|c| c.kept)
            .for_each(|c| tally.add(c.units, 1));
        let first = self.measures[0].of_classes(&tally).unwrap();
        facts.feasible.then_some(RatedRelease {
            point: [first, facts.loss],
            least: tally.least,
        })
    }

    fn boundaries(&self, prepared: &Prepared) -> Vec<Boundaries> {
        let of = |q: &OracleQuasiColumn| Boundaries {
            levels: (q.min_level, q.max_level),
            respects_taxonomy: self.taxonomy,
            granulated: Vec::new(),
        };
        assert_eq!(self.case.quasi.len(), prepared.quasi.len());
        self.case.quasi.iter().map(of).collect()
    }

    /// The case with runs as levels of its own: 1 for the runs, 2 for the top.
    fn with_runs(&self, prepared: &Prepared, runs: &[Vec<Region>]) -> (Case, Vec<usize>) {
        let (mut case, mut levels) = (self.case.clone(), Vec::new());
        for ((q, (_, hierarchy)), runs) in case.quasi.iter_mut().zip(&prepared.quasi).zip(runs) {
            let with_missing = hierarchy.missing.is_some_and(|leaf| {
                runs.iter()
                    .any(|run| run.contains(leaf) && run.first < leaf)
            });
            levels.push(if q.height() == 0 {
                0
            } else if with_missing {
                2
            } else {
                1
            });
            if q.height() > 0 {
                let values = &hierarchy.levels[0].labels;
                let run_of = |text: &String| {
                    let leaf = values
                        .iter()
                        .position(|v| v == text)
                        .map(|leaf| leaf as u32);
                    leaf.and_then(|leaf| runs.iter().position(|run| run.contains(leaf)))
                };
                let label = |text: &String| {
                    run_of(text)
                        .map_or_else(|| format!("no row has {text}"), |run| format!("run {run}"))
                };
                q.lines = q
                    .lines
                    .iter()
                    .map(|line| vec![line[0].clone(), label(&line[0]), "everything".to_owned()])
                    .collect();
                (q.min_level, q.max_level) = (0, 2);
            }
        }
        (case, levels)
    }
}

/// All ways to divide a column: a release may not divide a label of its least level, nor join two
/// of its highest, nor put what is missing with some values.
fn ways(hierarchy: &Hierarchy, q: &OracleQuasiColumn, taxonomy: bool) -> Vec<Vec<Region>> {
    let leaves = hierarchy.leaves() as u32;
    let label = |level: usize, leaf: u32| hierarchy.levels[level].of_leaf[leaf as usize];
    let mut all = vec![vec![Region { first: 0, last: 0 }]];
    for leaf in 1..leaves {
        let mut longer = Vec::new();
        for way in all {
            if label(q.max_level, leaf) == label(q.max_level, leaf - 1) {
                let mut joined = way.clone();
                joined.last_mut().unwrap().last = leaf;
                longer.push(joined);
            }
            if label(q.min_level, leaf) != label(q.min_level, leaf - 1) {
                let mut divided = way.clone();
                divided.push(Region::leaf(leaf));
                longer.push(divided);
            }
        }
        all = longer;
    }
    let keeps_missing_apart = |way: &Vec<Region>| {
        hierarchy
            .missing
            .is_none_or(|m| way.len() == 1 || way.last() == Some(&Region::leaf(m)))
    };
    let is_label = |run: &Region| {
        let covers = |level: usize| {
            (0..leaves)
                .all(|leaf| run.contains(leaf) == (label(level, leaf) == label(level, run.first)))
        };
        (q.min_level..=q.max_level).any(covers)
    };
    all.retain(|way| keeps_missing_apart(way) && (!taxonomy || way.iter().all(is_label)));
    all
}

/// All partitions, with their places; none where there are too many.
fn every_partition(
    world: &World,
    prepared: &Prepared,
    least: usize,
) -> Option<(u64, Option<RatedRelease>)> {
    const MOST: usize = 4_096;
    let ways: Vec<Vec<Vec<Region>>> = prepared
        .quasi
        .iter()
        .zip(&world.case.quasi)
        .map(|((_, h), q)| ways(h, q, world.taxonomy))
        .collect();
    let count: usize = ways.iter().map(Vec::len).product();
    if !(least..=MOST).contains(&count) {
        return None;
    }
    let mut places = Vec::new();
    for number in 0..count {
        let mut rest = number;
        let runs: Vec<Vec<Region>> = ways
            .iter()
            .map(|of| (of[rest % of.len()].clone(), rest /= of.len()).0)
            .collect();
        let (case, levels) = world.with_runs(prepared, &runs);
        places.extend(world.place(&Oracle::new(&case).evaluate(&levels)));
    }
    let first = best(&places, &world.aspiration, Ties::Deviation)
        .first()
        .copied();
    Some((count as u64, first.map(|i| places[i])))
}

fn close(a: Point, b: Point) -> bool {
    a.iter()
        .zip(b)
        .all(|(a, b)| (a - b).abs() <= 1e-9 * a.abs().max(1.0))
}

fn seeds(world: &World, survey: &Survey) -> Vec<Vec<u8>> {
    let mut order: Vec<(f64, usize)> = survey
        .spots
        .iter()
        .enumerate()
        .map(|(i, s)| (world.aspiration.achievement(s.point), i))
        .collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    order
        .iter()
        .map(|&(_, i)| survey.spots[i].levels.clone())
        .collect()
}

/// What came of one case.
#[derive(Default)]
struct Came {
    cases: u32,
    /// Nothing is better.
    found: u32,
    /// There is no release.
    unmet: u32,
    /// Something was left out.
    suppressed: u32,
}

/// What is found is what it says, and no worse than any node. Only a part of the partitions is
/// evaluated, so that nothing is found by going through all of them. False where the case is of no
/// use here.
fn search_once(world: &World, seed: u64, least: usize, came: &mut Came) -> bool {
    let Some(prepared) = Prepared::try_new(&world.case) else {
        return false;
    };
    let encoded = prepared.encoded();
    let task = prepared.task(&encoded);
    let gauges = world.gauges(&task);
    let options = PartitionOptions {
        population: 30,
        ..PartitionOptions::new(world.boundaries(&prepared), seed)
    };
    let survey = survey(&task, &gauges, &Limits::default(), &UnwatchedSearch).unwrap();
    let search_with = |evaluations: u64| {
        let options = PartitionOptions {
            evaluations,
            ..options.clone()
        };
        partitions(
            &task,
            &gauges,
            &world.aspiration,
            &options,
            &seeds(world, &survey),
            None,
            &UnwatchedSearch,
        )
    };
    let Ok(_) = search_with(1) else { return false };
    let Some((count, expected)) = every_partition(world, &prepared, least) else {
        return false;
    };
    let BestPartition {
        partition,
        place,
        regions,
        evaluations,
        proved,
        ..
    } = search_with((count * 2 / 3).min(1_000)).unwrap();
    assert!(!proved && evaluations < count, "seed {seed}");
    came.cases += 1;
    let all = search_with(u64::MAX).unwrap();
    assert!(all.proved, "seed {seed}");
    let Some(expected) = expected else {
        assert!(
            partition.is_none() && all.partition.is_none(),
            "seed {seed}: there is no release"
        );
        came.unmet += 1;
        return true;
    };
    assert!(
        close(all.place.point, expected.point),
        "seed {seed}: all of them {:?}, by texts {expected:?}",
        all.place
    );
    let Some(partition) = partition else {
        return true;
    };
    let (released, levels) = world.with_runs(&prepared, &regions);
    let by_texts = world
        .place(&Oracle::new(&released).evaluate(&levels))
        .expect("it may be released");
    assert!(
        close(place.point, by_texts.point) && place.least == by_texts.least,
        "seed {seed}: {place:?}, by texts {by_texts:?}"
    );
    let examined = examine_partition(&task, &partition).unwrap();
    assert!(
        examined.judged.verdicts.iter().all(|v| v.met),
        "seed {seed}"
    );
    assert!(
        (examined.judged.found.loss - place.point[1]).abs() <= 1e-9 * place.point[1].abs().max(1.0),
        "seed {seed}"
    );
    came.suppressed += u32::from(examined.judged.found.facts.suppressed_rows > 0);
    let achievement = |point| world.aspiration.achievement(point);
    for spot in &survey.spots {
        assert!(
            achievement(place.point) <= achievement(spot.point) * (1.0 + 1e-9),
            "seed {seed}: a node is better"
        );
    }
    came.found += u32::from(achievement(place.point) <= achievement(expected.point) * (1.0 + 1e-9));
    true
}

/// At least 95 of 100, of tables that have a release.
#[test]
fn the_best_of_all_partitions_is_found() {
    let mut came = Came::default();
    for seed in 0.. {
        if came.cases - came.unmet == 200 {
            break;
        }
        search_once(
            &World {
                taxonomy: false,
                ..World::new(seed)
            },
            seed,
            150,
            &mut came,
        );
    }
    assert!(came.found >= 190, "{} of 200", came.found);
    assert!(
        came.unmet >= 20 && came.suppressed >= 40,
        "{} unmet, {} with suppression",
        came.unmet,
        came.suppressed
    );
}

/// The same where only labels of the hierarchy are released.
#[test]
fn the_best_of_all_cuts_through_the_hierarchies_is_found() {
    let mut came = Came::default();
    for seed in 0.. {
        if came.cases - came.unmet == 100 {
            break;
        }
        search_once(
            &World {
                taxonomy: true,
                ..World::new(seed)
            },
            seed,
            12,
            &mut came,
        );
    }
    assert!(came.found >= 95, "{} of 100", came.found);
}

/// Every node of the lattice is where the judge of texts puts it.
#[test]
fn surveys_are_complete() {
    let (mut spots, mut nodes) = (0, 0);
    for seed in 0..600 {
        let world = World::new(seed);
        let Some(prepared) = Prepared::try_new(&world.case) else {
            continue;
        };
        let encoded = prepared.encoded();
        let task = prepared.task(&encoded);
        let survey = survey(
            &task,
            &world.gauges(&task),
            &Limits::default(),
            &UnwatchedSearch,
        )
        .unwrap();
        assert!(survey.is_complete() && survey.stopped.is_none());
        let mut oracle = Oracle::new(&world.case);
        let mut expected = Vec::new();
        task.lattice.for_each(|levels| {
            nodes += 1;
            let at: Vec<usize> = levels.iter().map(|&l| usize::from(l)).collect();
            expected.extend(
                world
                    .place(&oracle.evaluate(&at))
                    .map(|place| (levels.to_vec(), place)),
            );
        });
        let mut seen: Vec<&Spot> = survey.spots.iter().collect();
        seen.sort_by(|a, b| a.levels.cmp(&b.levels));
        expected.sort_by(|a, b| a.0.cmp(&b.0));
        assert_eq!(seen.len(), expected.len(), "seed {seed}");
        for (spot, (levels, place)) in seen.into_iter().zip(expected) {
            assert_eq!(
                (&spot.levels, spot.least),
                (&levels, place.least),
                "seed {seed}"
            );
            assert!(
                close(spot.point, place.point),
                "seed {seed} at {levels:?}: {:?}, by texts {:?}",
                spot.point,
                place.point
            );
            spots += 1;
        }
    }
    assert!(spots > 1_000 && nodes > spots, "{spots} of {nodes}");
}
