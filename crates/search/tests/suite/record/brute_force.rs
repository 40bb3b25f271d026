//! Every optimizer against a search that looks at every label of every attribute and counts every
//! entry.

use super::world::Ground;
use equipoise_search::record::{
    Aruba, BestFirst, BranchAndBound, Dinkelbach, Exhaustive, Form, Genetic, Neighbourhood,
    Optimizer, RecordMethod, RecordSolutions, RecordTask,
};
use equipoise_search::{Limits, UnwatchedSearch};
use equipoise_testkit::Seeded;
use equipoise_testkit::disclosure::{OracleForm, OracleRisk, OracleShown, World};

const CUBE: Aruba = Aruba {
    neighbourhood: Neighbourhood::Cube,
};
const EXCHANGE: Aruba = Aruba {
    neighbourhood: Neighbourhood::Exchange,
};
const BOUNDED: BranchAndBound = BranchAndBound { max_nodes: None };

fn form(asked: OracleForm) -> Form {
    match asked {
        OracleForm::LeastRisk(min_utility) => Form::LeastRisk { min_utility },
        OracleForm::MostUtility(max_risk) => Form::MostUtility { max_risk },
        OracleForm::Mix(lambda) => Form::Mix { lambda },
        OracleForm::Aggregate(lambda, kappa) => Form::Aggregate {
            lambda,
            kappa: kappa as u32,
        },
    }
}

fn solve(
    ground: &Ground,
    asked: OracleForm,
    method: &RecordMethod<'_>,
) -> Result<RecordSolutions, String> {
    ground
        .with(form(asked), |task| {
            task.solve(method, &Limits::default(), 7, &UnwatchedSearch)
        })
        .map_err(|e| e.to_string())
}

fn same(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
}

/// The best way to show each record; none where some record has none.
fn best(world: &World, ground: &Ground, asked: OracleForm) -> Option<Vec<OracleShown>> {
    (0..ground.records.len())
        .map(|record| world.best(ground.row_of(record), asked))
        .collect()
}

/// Compares an answer with the best way to show each record.
fn check(
    world: &World,
    ground: &Ground,
    asked: OracleForm,
    name: &str,
    (answer, best): (&RecordSolutions, &[OracleShown]),
) {
    for (record, best) in best.iter().enumerate() {
        let row = ground.row_of(record);
        let levels = ground.with(form(asked), |task| task.levels(record, answer.node(record)));
        let levels: Vec<usize> = levels.into_iter().map(usize::from).collect();
        let found = (answer.risk[record], answer.utility[record]);
        assert!(
            same(found.0, best.risk) && same(found.1, best.utility),
            "{name} {asked:?} row {row}: {found:?} at {levels:?}, {best:?}\n{world:?}"
        );
        assert_eq!(
            levels, best.levels,
            "{name} {asked:?} row {row}: {found:?}, {best:?}\n{world:?}"
        );
        let crowds = world
            .dictionaries
            .iter()
            .map(|d| world.crowd(d, row, &best.levels) as u64);
        assert_eq!(
            Some(answer.crowd[record]),
            crowds.min(),
            "{name} {asked:?} row {row}"
        );
    }
}

/// Thresholds that lie between, on and beyond what some record can have.
fn questions(world: &World, random: &mut Seeded) -> Vec<OracleForm> {
    let shown: Vec<OracleShown> = world.all(random.below(world.rows.len()));
    let pick = |random: &mut Seeded| shown[random.below(shown.len())].clone();
    let one = pick(random);
    let mut asked = vec![
        OracleForm::LeastRisk(one.utility),
        OracleForm::LeastRisk(pick(random).utility * 0.75),
        OracleForm::Mix(0.01 * random.below(30) as f64),
    ];
    asked.extend(
        Some(pick(random).risk)
            .filter(|r| r.is_finite())
            .map(OracleForm::MostUtility),
    );
    asked.extend(
        Some(pick(random).risk * 1.5)
            .filter(|r| r.is_finite())
            .map(OracleForm::MostUtility),
    );
    asked
}

#[test]
fn exact_optimizers_find_the_best_of_all_labels() {
    let (mut solved, mut refused) = (0, 0);
    for seed in 0..600 {
        let world = World::random(seed, if seed % 10 == 0 { 6 } else { 4 });
        let ground = Ground::new(&world);
        for asked in questions(&world, &mut Seeded::new(seed)) {
            let optimizers: &[&dyn Optimizer] = match asked {
                OracleForm::LeastRisk(_) => &[&Exhaustive, &BestFirst, &CUBE, &EXCHANGE, &BOUNDED],
                OracleForm::MostUtility(_) => &[&Exhaustive, &BestFirst, &BOUNDED],
                _ => &[&Exhaustive, &BOUNDED],
            };
            let best = best(&world, &ground, asked);
            let methods = optimizers
                .iter()
                .map(|o| (o.name(), RecordMethod::Each(*o)))
                .chain([("all nodes", RecordMethod::All)]);
            for (name, method) in methods {
                match (solve(&ground, asked, &method), &best) {
                    (Ok(answer), Some(best)) => {
                        check(&world, &ground, asked, name, (&answer, best));
                        solved += answer.risk.len();
                    }
                    (Err(_), None) => refused += 1,
                    (Ok(_), None) => panic!("{name} {asked:?} seed {seed}: solved what cannot be"),
                    (Err(e), Some(_)) => panic!("{name} {asked:?} seed {seed}: {e}"),
                }
            }
        }
    }
    assert!(solved > 50_000 && refused > 500, "{solved} {refused}");
}

#[test]
fn an_infeasible_threshold_tells_the_largest_feasible_one() {
    let mut told = 0;
    for seed in 0..200 {
        let world = World::random(seed, 4);
        let ground = Ground::new(&world);
        let most = |row: usize| {
            world
                .all(row)
                .into_iter()
                .filter(|s| s.risk < f64::INFINITY)
                .map(|s| s.utility)
                .reduce(f64::max)
        };
        let largest = (0..world.rows.len())
            .map(most)
            .collect::<Option<Vec<f64>>>()
            .map(|of| of.into_iter().fold(f64::INFINITY, f64::min));
        let asked = OracleForm::LeastRisk(largest.unwrap_or(0.0) + 0.5);
        for method in [
            RecordMethod::Each(&BestFirst),
            RecordMethod::Each(&EXCHANGE),
            RecordMethod::Each(&BOUNDED),
            RecordMethod::All,
        ] {
            let error = solve(&ground, asked, &method).unwrap_err();
            let Some(largest) = largest else {
                assert!(
                    error.contains("cannot be shown at all"),
                    "seed {seed}: {error}"
                );
                continue;
            };
            let number: f64 = error
                .split("can keep is ")
                .nth(1)
                .and_then(|rest| rest.split_whitespace().next())
                .unwrap()
                .parse()
                .unwrap();
            assert!(
                same(number, largest),
                "seed {seed} {method:?}: {error}, {largest}"
            );
            told += 1;
        }
        let Some(largest) = largest else { continue };
        assert!(
            solve(
                &ground,
                OracleForm::LeastRisk(largest),
                &RecordMethod::Each(&BOUNDED)
            )
            .is_ok(),
            "seed {seed}"
        );
    }
    assert!(told > 500, "{told}");
}

#[test]
fn the_aggregate_form_is_exact() {
    let mut solved = 0;
    for seed in 0..300 {
        let mut world = World::random(seed, 4);
        (world.base, world.risk) = (Some(0.125), OracleRisk::One);
        world.dictionaries.truncate(1);
        world.prior = None;
        let ground = Ground::new(&world);
        for asked in [
            OracleForm::Aggregate(1.0, 1),
            OracleForm::Aggregate(0.05, 2),
            OracleForm::Aggregate(0.0, 1),
            OracleForm::Aggregate(0.3, 3),
        ] {
            let best = best(&world, &ground, asked);
            for method in [
                RecordMethod::Each(&Dinkelbach),
                RecordMethod::Each(&Exhaustive),
                RecordMethod::All,
            ] {
                let Some(best) = &best else {
                    assert!(
                        solve(&ground, asked, &method)
                            .unwrap_err()
                            .contains("cannot be shown at all")
                    );
                    continue;
                };
                let answer = solve(&ground, asked, &method).unwrap();
                check(&world, &ground, asked, "aggregate", (&answer, best));
                solved += answer.risk.len();
            }
        }
    }
    assert!(solved > 10_000, "{solved}");
}

#[test]
fn a_risk_that_is_not_monotone_is_for_exhaustive_search_only() {
    for seed in 0..100 {
        let mut world = World::random(seed, 4);
        world.risk = OracleRisk::ThreeRaw;
        let ground = Ground::new(&world);
        let asked = questions(&world, &mut Seeded::new(seed))[0];
        let refused: [&dyn Optimizer; 4] = [&BestFirst, &EXCHANGE, &BOUNDED, &Genetic::default()];
        for optimizer in refused {
            let error = solve(&ground, asked, &RecordMethod::Each(optimizer)).unwrap_err();
            assert!(error.contains("only `exhaustive` admits it"), "{error}");
        }
        if let Some(best) = best(&world, &ground, asked) {
            for method in [RecordMethod::Each(&Exhaustive), RecordMethod::All] {
                check(
                    &world,
                    &ground,
                    asked,
                    "exhaustive",
                    (&solve(&ground, asked, &method).unwrap(), &best),
                );
            }
        }
    }
}

#[test]
fn forms_that_an_optimizer_does_not_admit_are_refused_with_the_reason() {
    let world = World::random(3, 4);
    let ground = Ground::new(&world);
    let cases: [(&dyn Optimizer, OracleForm); 6] = [
        (&EXCHANGE, OracleForm::MostUtility(1.0)),
        (&EXCHANGE, OracleForm::Mix(1.0)),
        (&BestFirst, OracleForm::Mix(1.0)),
        (&Genetic::default(), OracleForm::MostUtility(1.0)),
        (&Dinkelbach, OracleForm::LeastRisk(1.0)),
        (&BOUNDED, OracleForm::Aggregate(1.0, 1)),
    ];
    for (optimizer, asked) in cases {
        let error = solve(&ground, asked, &RecordMethod::Each(optimizer)).unwrap_err();
        let is_told = error.contains(&format!(
            "`{}` does not solve the form `{}`",
            optimizer.name(),
            form(asked).name()
        ));
        let is_refused =
            matches!(asked, OracleForm::Aggregate(..)) && error.contains("the form `aggregate` ");
        assert!(is_told || is_refused, "{error}");
    }
}

#[test]
fn what_is_found_without_a_proof_is_feasible_and_never_better_than_the_best() {
    let (mut ratio, mut records) = (0.0, 0);
    for seed in 0..150 {
        let world = World::random(seed, 5);
        let ground = Ground::new(&world);
        for asked in questions(&world, &mut Seeded::new(seed))
            .into_iter()
            .take(2)
            .filter(|&a| best(&world, &ground, a).is_some())
        {
            let exact = solve(&ground, asked, &RecordMethod::All).unwrap();
            let random = Genetic {
                probing: false,
                ..Genetic::default()
            };
            let truncated = BranchAndBound { max_nodes: Some(3) };
            let found: [&dyn Optimizer; 3] = [&Genetic::default(), &random, &truncated];
            for optimizer in found {
                let answer = solve(&ground, asked, &RecordMethod::Each(optimizer)).unwrap();
                let again = solve(&ground, asked, &RecordMethod::Each(optimizer)).unwrap();
                assert_eq!(answer.nodes, again.nodes, "the same seed, the same answer");
                let OracleForm::LeastRisk(c) = asked else {
                    panic!("asked for utility")
                };
                for record in 0..answer.risk.len() {
                    assert!(answer.utility[record] >= c - 1e-9, "{}", optimizer.name());
                    assert!(
                        answer.risk[record] >= exact.risk[record] * (1.0 - 1e-9),
                        "{}",
                        optimizer.name()
                    );
                    if optimizer.name() == "genetic" && exact.risk[record] > 0.0 {
                        ratio += answer.risk[record] / exact.risk[record];
                        records += 1;
                    }
                }
            }
        }
    }
    assert!(
        records > 1_000 && ratio / f64::from(records) < 1.01,
        "{ratio} / {records}"
    );
}

#[test]
fn a_pool_gives_each_record_the_best_of_its_nodes_on_any_number_of_threads() {
    for seed in 0..120 {
        let world = World::random(seed, 4);
        let ground = Ground::new(&world);
        let mut random = Seeded::new(seed);
        let levels = |(low, high): &(usize, usize), random: &mut Seeded| {
            (low + random.below(high - low + 1)) as u8
        };
        let pool: Vec<Vec<u8>> = (0..6)
            .map(|_| {
                ground
                    .levels
                    .iter()
                    .map(|l| levels(l, &mut random))
                    .collect()
            })
            .collect();
        let asked = OracleForm::LeastRisk(0.5);
        let best = |row: usize| {
            let ways = pool.iter().map(|levels| {
                world.show(
                    row,
                    &levels.iter().map(|&l| usize::from(l)).collect::<Vec<_>>(),
                )
            });
            ways.filter(|s| s.utility >= 0.5 && s.risk < f64::INFINITY)
                .map(|s| s.risk)
                .fold(f64::INFINITY, f64::min)
        };
        let on = |threads: usize| {
            let pool_of = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            pool_of.install(|| solve(&ground, asked, &RecordMethod::Pool(&pool)))
        };
        match (on(1), on(3)) {
            (Ok(one), Ok(three)) => {
                assert_eq!((&one.nodes, &one.risk), (&three.nodes, &three.risk));
                assert!(!one.proved);
                for record in 0..one.risk.len() {
                    assert!(
                        same(one.risk[record], best(ground.row_of(record))),
                        "seed {seed}"
                    );
                }
            }
            (Err(_), Err(_)) => assert!(
                (0..world.rows.len()).any(|row| best(row) == f64::INFINITY),
                "seed {seed}"
            ),
            _ => panic!("seed {seed}: threads decide"),
        }
    }
}

#[test]
fn risks_of_given_nodes_are_those_of_the_definition() {
    for seed in 0..200 {
        let world = World::random(seed, 5);
        let ground = Ground::new(&world);
        let mut random = Seeded::new(seed);
        let check = |task: &RecordTask<'_>| {
            let mut level =
                |(low, high): &(usize, usize)| (low + random.below(high - low + 1)) as u8;
            let levels: Vec<Vec<u8>> = (0..3)
                .map(|_| ground.levels.iter().map(&mut level).collect())
                .collect();
            let pairs: Vec<(u32, Vec<u8>)> = (0..3 * ground.records.len())
                .map(|i| ((i / 3) as u32, task.steps(i / 3, &levels[i % 3])))
                .collect();
            for (i, (risk, utility, crowd)) in equipoise_search::record::evaluate(task, &pairs)
                .into_iter()
                .enumerate()
            {
                // Of labels for the same values the finest is meant.
                let at: Vec<usize> = task
                    .levels(i / 3, &pairs[i].1)
                    .into_iter()
                    .map(usize::from)
                    .collect();
                let row = ground.row_of(i / 3);
                let shown = world.show(row, &at);
                assert!(
                    same(risk, shown.risk) && same(utility, shown.utility),
                    "seed {seed}: {risk} {utility} {shown:?}"
                );
                assert_eq!(
                    Some(crowd),
                    world
                        .dictionaries
                        .iter()
                        .map(|d| world.crowd(d, row, &at) as u64)
                        .min()
                );
            }
        };
        ground.with(Form::Mix { lambda: 1.0 }, check);
    }
}

#[test]
fn exchanges_are_counted_together_as_one_by_one() {
    let mut compared = 0;
    for seed in 0..300 {
        // Sixty attributes have more nodes than there are numbers for.
        let world = if seed % 10 == 0 {
            World::drawn(&mut Seeded::new(seed), 60, 70)
        } else {
            World::random(seed, 6)
        };
        let ground = Ground::new(&world);
        let mut random = Seeded::new(seed);
        for record in (0..ground.records.len()).take(20) {
            let land = ground.record(record, None);
            let node: Vec<u8> = land
                .heights
                .iter()
                .map(|&h| random.below(usize::from(h) + 1) as u8)
                .collect();
            let below = if random.below(2) == 0 {
                f64::INFINITY
            } else {
                land.risk(&node)
            };
            let mut near = Vec::new();
            for (up, down) in
                (0..node.len()).flat_map(|up| (0..node.len()).map(move |down| (up, down)))
            {
                if node[up] < land.heights[up] && (up == down || node[down] > 0) {
                    let mut at = node.clone();
                    at[up] += 1;
                    at[down] -= u8::from(up != down);
                    near.extend(Some((up, down, land.risk(&at))).filter(|n| n.2 < below));
                }
            }
            assert_eq!(
                land.exchange_risks(&node, below),
                near,
                "seed {seed} {node:?}"
            );
            compared += near.len();
        }
    }
    assert!(compared > 10_000, "{compared}");
}

#[test]
fn tables_with_many_attributes_or_many_rows_are_counted_as_defined() {
    // Many rows make several groups of attributes; sixty attributes make more nodes than there are
    // numbers for.
    for (seed, attributes, rows) in (0..12)
        .map(|seed| (seed, 3, 150))
        .chain((12..20).map(|seed| (seed, 60, 70)))
    {
        let world = World::drawn(&mut Seeded::new(seed), attributes, rows);
        let ground = Ground::new(&world);
        let mut random = Seeded::new(seed);
        for record in (0..ground.records.len()).step_by(7) {
            let land = ground.record(record, None);
            let node: Vec<u8> = land
                .heights
                .iter()
                .map(|&h| h - random.below(3).min(usize::from(h)) as u8)
                .collect();
            let levels = ground.with(Form::Mix { lambda: 1.0 }, |task| task.levels(record, &node));
            let shown = world.show(
                ground.row_of(record),
                &levels.into_iter().map(usize::from).collect::<Vec<_>>(),
            );
            assert!(
                same(land.risk(&node), shown.risk),
                "seed {seed}: {} {shown:?}",
                land.risk(&node)
            );
            // Entries that are left out for a required utility do not change what is worth enough.
            let worth = Some(shown.utility);
            let short = ground.record(record, worth);
            assert_eq!(
                short.risk(&node).to_bits(),
                land.risk(&node).to_bits(),
                "seed {seed}"
            );
        }
        if attributes > 3 {
            continue;
        }
        for asked in questions(&world, &mut Seeded::new(seed)) {
            let Some(best) = best(&world, &ground, asked) else {
                continue;
            };
            for (name, method) in [
                ("bounded", RecordMethod::Each(&BOUNDED)),
                ("all nodes", RecordMethod::All),
            ] {
                check(
                    &world,
                    &ground,
                    asked,
                    name,
                    (&solve(&ground, asked, &method).unwrap(), &best),
                );
            }
        }
    }
}

#[test]
fn a_share_asks_of_each_record_a_part_of_what_it_has() {
    let mut solved = 0;
    for seed in 0..100 {
        let world = World::random(seed, 4);
        let ground = Ground::new(&world);
        let low: Vec<usize> = ground.levels.iter().map(|l| l.0).collect();
        let most = |row: usize| world.show(row, &low).utility;
        for share in [0.0, 0.3, 0.5, 1.0] {
            let ask = |task: &RecordTask<'_>| {
                let task = RecordTask {
                    threshold: equipoise_search::record::Threshold {
                        is_share: true,
                        ..task.threshold
                    },
                    ..*task
                };
                task.solve(
                    &RecordMethod::Each(&BOUNDED),
                    &Limits::default(),
                    7,
                    &UnwatchedSearch,
                )
                .map_err(|e| e.to_string())
            };
            let found = ground.with(Form::LeastRisk { min_utility: share }, ask);
            let row = |record: usize| ground.row_of(record);
            let best: Option<Vec<OracleShown>> = (0..ground.records.len())
                .map(|r| world.best(row(r), OracleForm::LeastRisk(share * most(row(r)))))
                .collect();
            match (found, best) {
                (Ok(answer), Some(best)) => {
                    assert!(
                        best.iter()
                            .zip(&answer.risk)
                            .all(|(best, risk)| same(best.risk, *risk)),
                        "seed {seed} {share}"
                    );
                    solved += best.len();
                }
                (Err(error), None) => {
                    let is_told = error.contains("largest share that each of them can keep is ")
                        || error.contains("cannot be shown at all");
                    assert!(is_told, "{error}");
                }
                (found, best) => panic!("seed {seed} {share}: {found:?} {best:?}"),
            }
        }
    }
    assert!(solved > 1_000, "{solved}");
}

#[test]
fn records_that_are_late_have_an_answer_that_keeps_to_what_was_asked() {
    let (mut late, mut refused) = (0, 0);
    for seed in 0..150 {
        let world = World::random(seed, 4);
        let ground = Ground::new(&world);
        let limits = Limits {
            deadline: Some(std::time::Instant::now()),
            ..Limits::default()
        };
        for asked in questions(&world, &mut Seeded::new(seed)) {
            let exact = solve(&ground, asked, &RecordMethod::All);
            for method in [RecordMethod::Each(&BOUNDED), RecordMethod::All] {
                let found = ground
                    .with(form(asked), |task| {
                        task.solve(&method, &limits, 7, &UnwatchedSearch)
                    })
                    .map_err(|e| e.to_string());
                let (exact, found) = match (&exact, found) {
                    (Ok(exact), Ok(found)) => (exact, found),
                    (Err(one), Err(other)) => {
                        assert_eq!(*one, other, "seed {seed}: the reason is the same");
                        refused += 1;
                        continue;
                    }
                    (exact, found) => {
                        panic!("seed {seed} {asked:?} {method:?}: {exact:?} {found:?}")
                    }
                };
                assert!(!found.out_of_time || !found.proved);
                late += usize::from(found.out_of_time);
                for record in 0..found.risk.len() {
                    let (risk, utility) = (found.risk[record], found.utility[record]);
                    let shown =
                        ground.with(form(asked), |task| task.levels(record, found.node(record)));
                    let shown = world.show(
                        ground.row_of(record),
                        &shown.into_iter().map(usize::from).collect::<Vec<_>>(),
                    );
                    assert!(
                        same(shown.risk, risk) && same(shown.utility, utility),
                        "seed {seed} {asked:?}"
                    );
                    match asked {
                        OracleForm::LeastRisk(c) => assert!(
                            utility >= c - 1e-9 && risk >= exact.risk[record] * (1.0 - 1e-9)
                        ),
                        OracleForm::MostUtility(c) => {
                            assert!(risk <= c && utility <= exact.utility[record] + 1e-9)
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    assert!(late > 200 && refused > 20, "{late} {refused}");
}
