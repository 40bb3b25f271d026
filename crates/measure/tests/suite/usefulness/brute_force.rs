//! Every measure against its definition, spelled out over single rows and all combinations of
//! values.

use super::{as_it_is, category, near, random_recoding, random_table, unlinked};
use equipoise_data::{Random, Region};
use equipoise_measure::usefulness::ambiguity::ambiguity;
use equipoise_measure::usefulness::divergence::divergence;
use equipoise_measure::usefulness::queries::{Mode, QueryAnswer, Workload};
use equipoise_measure::usefulness::spread::spread;
use equipoise_measure::usefulness::tables::CrossTable;
use equipoise_measure::usefulness::{ColumnPlace, Original};
use equipoise_release::{LEFT_OUT, Published, Recoding};

/// What a row shows of a column; all of it when the row is left out.
fn shown(original: &Original, recoding: &Recoding, row: usize, quasi: usize) -> Region {
    match recoding.class_of_row[row] {
        LEFT_OUT => Region {
            first: 0,
            last: original.quasi()[quasi].values - 1,
        },
        class => recoding.class(class as usize)[quasi],
    }
}

/// Whether any row has a value.
fn occurs(original: &Original, place: ColumnPlace, value: u32) -> bool {
    original.column(place).unwrap().codes.contains(&value)
}

/// The number of values of a region that rows have.
fn size(original: &Original, place: ColumnPlace, region: Region) -> f64 {
    let mut codes = original.column(place).unwrap().codes.clone();
    codes.retain(|&code| region.contains(code));
    codes.sort_unstable();
    codes.dedup();
    codes.len() as f64
}

fn kept(recoding: &Recoding) -> Vec<usize> {
    (0..recoding.class_of_row.len())
        .filter(|&row| recoding.class_of_row[row] != LEFT_OUT)
        .collect()
}

fn each(
    seed: u64,
    rounds: usize,
    check: impl Fn(&mut Random, &Original, &Recoding, &Published<'_>),
) {
    let mut random = Random::new(seed);
    for _ in 0..rounds {
        let original = random_table(&mut random);
        let recoding = random_recoding(&mut random, &original);
        check(
            &mut random,
            &original,
            &recoding,
            &original.recoded(&recoding).unwrap(),
        );
        check(
            &mut random,
            &original,
            &recoding,
            &unlinked(&original, &recoding),
        );
    }
}

#[test]
fn queries_are_answered_row_by_row() {
    each(1, 150, |random, original, recoding, released| {
        let workload = Workload {
            queries: [5, 60][random.place(2)],
            dimensions: 1 + random.place(3),
            selectivity: [0.1, 0.4, 0.8, 1.0][random.place(4)],
            mode: [Mode::Uniform, Mode::Fixed][random.place(2)],
            sensitive: [None, Some(0), Some(1)][random.place(3)],
            sanity: random.place(2) == 0,
            seed: random.below(1000),
        };
        check_queries(&workload, original, recoding, released);
    });
}

/// Columns with more values than there are bits for: other ways are taken, the answers are the
/// same.
#[test]
fn columns_of_many_values() {
    let mut random = Random::new(5);
    for round in 0..20 {
        let is_close = round % 2 == 0;
        let sizes = [300, 2500, 3];
        let mut codes = |values: u64| {
            (0..40)
                .map(|_| random.below(if is_close { values.min(12) } else { values }) as u32)
                .collect::<Vec<_>>()
        };
        let quasi = sizes.map(|values| category(&codes(values), values as u32));
        let plain = category(
            &(0..40)
                .map(|_| random.below(700) as u32)
                .collect::<Vec<_>>(),
            700,
        );
        let original = Original::new(quasi.to_vec(), vec![plain]).unwrap();
        // In every other round rows lie close together and are shown as few values: neighbours must
        // be told apart.
        let recoding = if is_close {
            nearly_as_it_is(&original)
        } else {
            random_recoding(&mut random, &original)
        };
        let released = original.recoded(&recoding).unwrap();
        let sensitive = [None, Some(0)][random.place(2)];
        let workload = Workload {
            queries: 60,
            dimensions: 2,
            selectivity: 0.6,
            sensitive,
            seed: random.below(99),
            ..Workload::default()
        };
        check_queries(&workload, &original, &recoding, &released);
        let same = |a: usize, b: usize| {
            original
                .quasi()
                .iter()
                .all(|column| column.codes[a] == column.codes[b])
        };
        let of_row = |row: usize| {
            let truth = (0..40).filter(|&other| same(row, other)).count() as f64;
            let share = |other: usize, at: usize| {
                let region = shown(&original, &recoding, other, at);
                if region.contains(original.quasi()[at].codes[row]) {
                    1.0 / size(&original, ColumnPlace::Quasi(at), region)
                } else {
                    0.0
                }
            };
            let spread = (0..40)
                .map(|other| (0..3).map(|at| share(other, at)).product::<f64>())
                .sum::<f64>();
            (truth / spread).ln() / 40.0
        };
        near(
            divergence(&original, &released).unwrap().nats,
            (0..40).map(of_row).sum::<f64>(),
        );
    }
}

/// Every row with a second column that could also be the next value.
fn nearly_as_it_is(original: &Original) -> Recoding {
    let mut recoding = as_it_is(original);
    for region in recoding.regions.chunks_mut(3) {
        region[1].last += 1;
    }
    recoding
}

/// Answers and errors of a workload against sums over single rows.
fn check_queries(
    workload: &Workload,
    original: &Original,
    recoding: &Recoding,
    released: &Published<'_>,
) {
    let answers = workload.answers(original, released).unwrap();
    let (mut errors, mut no_values, mut no_rows) = (Vec::new(), 0, 0);
    for (question, found) in workload.questions(original).unwrap().iter().zip(&answers) {
        for (place, values) in &question.accepts {
            assert!(values.iter().all(|&value| occurs(original, *place, value)));
        }
        if question.accepts.iter().any(|(_, values)| values.is_empty()) {
            assert_eq!(*found, None);
            no_values += 1;
            continue;
        }
        let is_met = |&row: &usize| {
            question
                .accepts
                .iter()
                .all(|(p, values)| values.contains(&original.column(*p).unwrap().codes[row]))
        };
        let chance = |row: usize| {
            let of = |(place, values): &(ColumnPlace, Vec<u32>)| match place {
                ColumnPlace::Aggregated(_) => unreachable!("no query asks for these"),
                ColumnPlace::Plain(at) => {
                    f64::from(u8::from(values.contains(&original.plain()[*at].codes[row])))
                }
                ColumnPlace::Quasi(at) => {
                    let region = shown(original, recoding, row, *at);
                    values
                        .iter()
                        .filter(|value| region.contains(**value))
                        .count() as f64
                        / size(original, *place, region)
                }
            };
            question.accepts.iter().map(of).product::<f64>()
        };
        let actual = (0..original.rows()).filter(is_met).count() as u64;
        let estimate = kept(recoding).into_iter().map(chance).sum::<f64>();
        let QueryAnswer {
            actual: a,
            estimate: e,
        } = found.expect("values are accepted");
        assert_eq!(a, actual);
        near(e, estimate);
        let divisor = (actual as f64).max(if workload.sanity {
            original.rows() as f64 * 0.001
        } else {
            0.0
        });
        if divisor > 0.0 {
            errors.push(100.0 * (estimate - actual as f64).abs() / divisor)
        } else {
            no_rows += 1
        }
    }
    let found = workload.run(original, released).unwrap();
    assert_eq!(
        (found.answered, found.without_values, found.without_rows),
        (errors.len() as u64, no_values, no_rows)
    );
    assert_eq!(found.mean_percent.is_some(), !errors.is_empty());
    if let (Some(mean), Some(median)) = (found.mean_percent, found.median_percent) {
        near(mean, errors.iter().sum::<f64>() / errors.len() as f64);
        assert!(2 * errors.iter().filter(|e| **e <= median + 1e-9).count() >= errors.len());
        assert!(2 * errors.iter().filter(|e| **e >= median - 1e-9).count() >= errors.len());
    }
}

/// All combinations of values of columns.
fn combinations(sizes: &[u32]) -> Vec<Vec<u32>> {
    sizes.iter().fold(vec![vec![]], |all, &size| {
        all.iter()
            .flat_map(|c| (0..size).map(move |v| [c.as_slice(), &[v]].concat()))
            .collect()
    })
}

#[test]
fn divergence_over_all_combinations() {
    each(2, 200, |_, original, recoding, released| {
        let sizes: Vec<u32> = original
            .quasi()
            .iter()
            .map(|column| column.values)
            .collect();
        let rows = original.rows() as f64;
        let (mut expected, mut mass) = (0.0, 0.0);
        for codes in combinations(&sizes) {
            let is_here = |&row: &usize| {
                original
                    .quasi()
                    .iter()
                    .zip(&codes)
                    .all(|(column, &code)| column.codes[row] == code)
            };
            let truth = (0..original.rows()).filter(is_here).count() as f64 / rows;
            let of_row = |row: usize| {
                let regions = (0..codes.len()).map(|at| shown(original, recoding, row, at));
                let of_column = |(at, (region, &code)): (usize, (Region, &u32))| {
                    let place = ColumnPlace::Quasi(at);
                    if region.contains(code) && occurs(original, place, code) {
                        1.0 / size(original, place, region)
                    } else {
                        0.0
                    }
                };
                let cells = regions.zip(&codes).enumerate();
                cells.map(of_column).product::<f64>()
            };
            let spread = (0..original.rows()).map(of_row).sum::<f64>() / rows;
            mass += spread;
            if truth > 0.0 {
                expected += truth * (truth / spread).ln();
            }
        }
        near(mass, 1.0);
        let found = divergence(original, released).unwrap();
        near(found.nats, expected);
        assert_eq!(found.uncovered, 0);
    });
}

#[test]
fn penalties_and_ambiguity_cell_by_cell() {
    each(3, 200, |_, original, recoding, released| {
        let (mut gcp, mut product_sum, mut bits) = (0.0, 0.0, 0.0);
        for row in 0..original.rows() {
            let mut product = 1.0;
            for (at, column) in original.quasi().iter().enumerate() {
                let region = shown(original, recoding, row, at);
                let place = ColumnPlace::Quasi(at);
                let (of_region, of_all) = (
                    size(original, place, region),
                    size(
                        original,
                        place,
                        Region {
                            first: 0,
                            last: column.values - 1,
                        },
                    ),
                );
                product *= of_region;
                gcp += match &column.numbers {
                    None if of_region == 1.0 => 0.0,
                    None => of_region / of_all,
                    Some(numbers) => {
                        let range = |from: usize, to: usize| {
                            let known: Vec<f64> = numbers[from..=to]
                                .iter()
                                .copied()
                                .filter(|x| !x.is_nan())
                                .collect();
                            // Numbers rise.
                            known.last().unwrap_or(&0.0) - known.first().unwrap_or(&0.0)
                        };
                        let whole = range(0, numbers.len() - 1);
                        if whole == 0.0 {
                            0.0
                        } else {
                            range(region.first as usize, region.last as usize) / whole
                        }
                    }
                };
            }
            product_sum += product;
            bits += product.log2();
        }
        let (found, rows) = (spread(original, released), original.rows() as f64);
        near(found.gcp, gcp);
        near(found.gcp_share, gcp / rows / original.quasi().len() as f64);
        near(found.penalties.iter().sum::<f64>() * rows, gcp);
        near(ambiguity(original, released).mean, product_sum / rows);
        near(ambiguity(original, released).mean_bits, bits / rows);
        let alike = |a: usize| {
            kept(recoding)
                .into_iter()
                .filter(|&b| recoding.class_of_row[a] == recoding.class_of_row[b])
                .count()
        };
        let confused = |row| {
            if recoding.class_of_row[row] == LEFT_OUT {
                original.rows()
            } else {
                alike(row)
            }
        };
        assert_eq!(
            found.discernibility,
            (0..original.rows()).map(confused).sum::<usize>() as u128
        );
    });
}

#[test]
fn tables_over_all_combinations() {
    each(4, 150, |random, original, recoding, released| {
        let mut places: Vec<ColumnPlace> = (0..original.quasi().len())
            .map(ColumnPlace::Quasi)
            .chain([ColumnPlace::Plain(0), ColumnPlace::Plain(1)])
            .collect();
        for at in (1..places.len()).rev() {
            places.swap(at, random.place(at + 1));
        }
        let is_numeric = |place: &ColumnPlace| original.column(*place).unwrap().numbers.is_some();
        let mean = if random.place(2) == 0 {
            places
                .iter()
                .position(is_numeric)
                .map(|at| places.remove(at))
        } else {
            None
        };
        places.truncate(random.place(4));
        let found = CrossTable {
            by: places.clone(),
            mean,
        }
        .compare(original, released)
        .unwrap();
        let region = |place: ColumnPlace, row: usize, is_shown: bool| match place {
            ColumnPlace::Quasi(at) if is_shown => shown(original, recoding, row, at),
            place => Region::leaf(original.column(place).unwrap().codes[row]),
        };
        // Rows and sum of numbers of a cell.
        let cell = |codes: &[u32], is_shown: bool| {
            let rows = if is_shown {
                kept(recoding)
            } else {
                (0..original.rows()).collect()
            };
            rows.into_iter().fold((0.0, 0.0), |(count, sum), row| {
                let within = |(&place, &code): (&ColumnPlace, &u32)| {
                    let region = region(place, row, is_shown);
                    if region.contains(code) && occurs(original, place, code) {
                        1.0 / size(original, place, region)
                    } else {
                        0.0
                    }
                };
                let share = places.iter().zip(codes).map(within).product::<f64>();
                let Some(mean) = mean else {
                    return (count + share, sum);
                };
                let of = region(mean, row, is_shown);
                let column = original.column(mean).unwrap();
                let numbers: Vec<f64> = (of.first..=of.last)
                    .filter(|&value| occurs(original, mean, value))
                    .map(|value| column.numbers.as_ref().unwrap()[value as usize])
                    .collect();
                let known = numbers.iter().filter(|x| !x.is_nan());
                let part = share / numbers.len() as f64;
                (
                    count + part * known.clone().count() as f64,
                    sum + known.map(|x| part * x).sum::<f64>(),
                )
            })
        };
        let sizes: Vec<u32> = places
            .iter()
            .map(|&place| original.column(place).unwrap().values)
            .collect();
        let mut cells = found.cells.iter();
        for codes in combinations(&sizes) {
            let (truth, estimate) = (cell(&codes, false), cell(&codes, true));
            if truth.0 == 0.0 && estimate.0 == 0.0 {
                continue;
            }
            let next = cells.next().unwrap();
            assert_eq!(next.codes, codes);
            assert_eq!(next.rows, truth.0 as u64);
            let value = |(count, sum): (f64, f64)| {
                if mean.is_none() {
                    Some(count)
                } else {
                    (count > 0.0).then(|| sum / count)
                }
            };
            for (found, expected) in [
                (next.original, value(truth)),
                (next.estimate, value(estimate)),
            ] {
                assert_eq!(found.is_some(), expected.is_some());
                near(found.unwrap_or(0.0), expected.unwrap_or(0.0));
            }
        }
        assert_eq!(cells.next(), None);
    });
}
