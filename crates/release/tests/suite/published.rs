//! Buckets of blocks, listed row by row and counted by hand.

use equipoise_data::{Random, Region};
use equipoise_release::{ClassColumn, Estimator, LEFT_OUT, Matcher, Published, ShownClasses};

/// A random release: what each row of each block shows. Rows of different blocks that have the same
/// place in a bucket have nothing to do with each other.
struct Listed {
    values: Vec<u32>,
    /// The columns of each block.
    blocks: Vec<Vec<usize>>,
    bucket_of_row: Vec<u32>,
    /// `[column][row]`.
    shown: Vec<Vec<Region>>,
}

impl Listed {
    /// Classes with regions that overlap, and one block of everything else.
    fn classes(random: &mut Random) -> (Self, Published<'static>) {
        let (rows, groups) = (1 + random.place(20), 1 + random.place(5));
        let (quasi, plain) = (1 + random.place(3), random.place(3));
        let group_of_row = groups_of(random, rows, groups);
        let values: Vec<u32> = (0..quasi + plain)
            .map(|_| 1 + random.below(5) as u32)
            .collect();
        let column = |values: &u32| {
            let mut regions: Vec<Region> = (0..1 + random.place(4))
                .map(|_| {
                    let ends = [
                        random.below((*values).into()),
                        random.below((*values).into()),
                    ];
                    Region {
                        first: ends[0].min(ends[1]) as u32,
                        last: ends[0].max(ends[1]) as u32,
                    }
                })
                .collect();
            regions.sort_unstable();
            regions.dedup();
            let of_class = (0..groups)
                .map(|_| random.place(regions.len()) as u32)
                .collect();
            ClassColumn {
                values: *values,
                regions,
                of_class,
            }
        };
        let columns: Vec<ClassColumn> = values[..quasi].iter().map(column).collect();
        let codes: Vec<Vec<u32>> = values[quasi..]
            .iter()
            .map(|&values| codes(random, rows, values))
            .collect();
        let shows = |column: &ClassColumn| {
            let of_group = |&group: &u32| match group {
                LEFT_OUT => Region::leaf(0),
                group => column.regions[column.of_class[group as usize] as usize],
            };
            group_of_row.iter().map(of_group).collect()
        };
        let mut shown: Vec<Vec<Region>> = columns.iter().map(shows).collect();
        shown.extend(codes.iter().map(|codes| leaves(codes)));
        let classes = ShownClasses::new(group_of_row, columns);
        let listed = Listed {
            values: values.clone(),
            blocks: vec![(0..quasi).collect(), (quasi..quasi + plain).collect()],
            bucket_of_row: classes.class_of_row().to_vec(),
            shown,
        };
        let released = Published::of_classes(classes)
            .with_rows(values[quasi..].iter().copied().zip(codes))
            .unwrap();
        (listed, released)
    }

    /// Buckets of up to three blocks of raw columns.
    fn slices(random: &mut Random) -> (Self, Published<'static>) {
        let (rows, buckets) = (1 + random.place(20), 1 + random.place(5));
        let bucket_of_row = groups_of(random, rows, buckets);
        let mut released = Published::of_buckets(bucket_of_row.clone());
        let (mut values, mut blocks, mut shown) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..1 + random.place(3) {
            let first = values.len();
            let columns: Vec<(u32, Vec<u32>)> = (0..1 + random.place(2))
                .map(|_| {
                    let values = 1 + random.below(4) as u32;
                    (values, codes(random, rows, values))
                })
                .collect();
            for (of, codes) in &columns {
                values.push(*of);
                shown.push(leaves(codes));
            }
            blocks.push((first..values.len()).collect());
            released = released.with_rows(columns).unwrap();
        }
        let listed = Listed {
            values,
            blocks,
            bucket_of_row,
            shown,
        };
        (listed, released)
    }

    fn any(random: &mut Random) -> (Self, Published<'static>) {
        match random.below(2) {
            0 => Listed::classes(random),
            _ => Listed::slices(random),
        }
    }

    fn buckets(&self) -> usize {
        let released = self.bucket_of_row.iter().filter(|b| **b != LEFT_OUT);
        released.max().map_or(0, |&bucket| bucket as usize + 1)
    }

    fn rows_of(&self, bucket: usize) -> Vec<usize> {
        (0..self.bucket_of_row.len())
            .filter(|&row| self.bucket_of_row[row] as usize == bucket)
            .collect()
    }

    /// Rows times the product over blocks of the mean over rows of the product over columns.
    fn weight(
        &self,
        bucket: usize,
        columns: &[usize],
        share: &dyn Fn(usize, Region) -> f64,
    ) -> f64 {
        let rows = self.rows_of(bucket);
        if rows.is_empty() {
            return 0.0;
        }
        let of_block = |block: &Vec<usize>| {
            let of_row = |&row: &usize| {
                let asked = columns.iter().enumerate();
                asked
                    .filter(|(_, column)| block.contains(column))
                    .map(|(at, &column)| share(at, self.shown[column][row]))
                    .product::<f64>()
            };
            rows.iter().map(of_row).sum::<f64>() / rows.len() as f64
        };
        rows.len() as f64 * self.blocks.iter().map(of_block).product::<f64>()
    }
}

fn groups_of(random: &mut Random, rows: usize, groups: usize) -> Vec<u32> {
    (0..rows)
        .map(|_| match random.below(5) {
            0 => LEFT_OUT,
            _ => random.place(groups) as u32,
        })
        .collect()
}

fn codes(random: &mut Random, rows: usize, values: u32) -> Vec<u32> {
    (0..rows)
        .map(|_| random.below(values.into()) as u32)
        .collect()
}

fn leaves(codes: &[u32]) -> Vec<Region> {
    codes.iter().map(|&code| Region::leaf(code)).collect()
}

/// Some columns in random order.
fn some_columns(random: &mut Random, columns: usize) -> Vec<usize> {
    let mut all: Vec<usize> = (0..columns).collect();
    for at in 0..columns {
        all.swap(at, at + random.place(columns - at));
    }
    all.truncate(1 + random.place(columns));
    all
}

fn near(found: f64, expected: f64, what: &str) {
    assert!(
        (found - expected).abs() <= 1e-9 * (1.0 + expected),
        "{what}: found {found}, expected {expected}"
    );
}

#[test]
fn estimates_are_those_of_the_definition() {
    let mut random = Random::new(1);
    let mut of_several_blocks = 0;
    for round in 0..2_000 {
        let (listed, released) = Listed::any(&mut random);
        let columns = some_columns(&mut random, listed.values.len());
        let estimator = Estimator::new(&released, &columns).unwrap();
        let accepted: Vec<Vec<u32>> = columns
            .iter()
            .map(|&column| {
                (0..listed.values[column])
                    .filter(|_| random.below(2) == 0)
                    .collect()
            })
            .collect();
        let share = |at: usize, region: Region| {
            let inside = accepted[at].iter().filter(|value| region.contains(**value));
            inside.count() as f64 / region.len() as f64
        };
        let expected = (0..listed.buckets())
            .map(|bucket| listed.weight(bucket, &columns, &share))
            .sum::<f64>();
        let places: Vec<usize> = (0..columns.len()).collect();
        let query: Vec<_> = places
            .iter()
            .map(|&at| estimator.accepting(at, accepted[at].clone()))
            .collect();
        let what = format!("round {round}, columns {columns:?}");
        near(estimator.estimate(&places, &query), expected, &what);
        // Prepared for few queries, and for many.
        for queries in [1, 100] {
            near(
                estimator.often(&places, queries).estimate(&query),
                expected,
                &what,
            );
        }
        let asked = |block: &&Vec<usize>| columns.iter().any(|column| block.contains(column));
        of_several_blocks += usize::from(listed.blocks.iter().filter(asked).count() > 1);
    }
    assert!(of_several_blocks > 500, "{of_several_blocks} rounds");
}

#[test]
fn a_query_on_some_of_the_columns_ignores_the_others() {
    let mut random = Random::new(2);
    for round in 0..500 {
        let (listed, released) = Listed::any(&mut random);
        let all: Vec<usize> = (0..listed.values.len()).collect();
        let asked = some_columns(&mut random, all.len());
        let (of_all, of_asked) = (
            Estimator::new(&released, &all).unwrap(),
            Estimator::new(&released, &asked).unwrap(),
        );
        let places: Vec<usize> = (0..asked.len()).collect();
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (at, &column) in asked.iter().enumerate() {
            let values = vec![random.below(listed.values[column].into()) as u32];
            left.push(of_all.accepting(column, values.clone()));
            right.push(of_asked.accepting(at, values));
        }
        near(
            of_all.estimate(&asked, &left),
            of_asked.estimate(&places, &right),
            &format!("round {round}"),
        );
    }
}

#[test]
fn matching_buckets_are_those_of_the_definition() {
    let mut random = Random::new(3);
    let (mut several, mut none) = (0, 0);
    for round in 0..2_000 {
        let (listed, released) = Listed::any(&mut random);
        let columns = match random.below(2) {
            // All columns of the first block in their order: it may be searched by halves.
            0 => listed.blocks[0].clone(),
            _ => some_columns(&mut random, listed.values.len()),
        };
        let person: Vec<u32> = columns
            .iter()
            .map(|&column| random.below(listed.values[column].into()) as u32)
            .collect();
        let share = |at: usize, region: Region| match region.contains(person[at]) {
            true => 1.0 / region.len() as f64,
            false => 0.0,
        };
        let expected: Vec<(usize, f64)> = (0..listed.buckets())
            .map(|bucket| (bucket, listed.weight(bucket, &columns, &share)))
            .filter(|(_, weight)| *weight > 0.0)
            .collect();
        let found = released.matching(&columns, &person).unwrap();
        assert_eq!(
            found.iter().map(|fit| fit.bucket).collect::<Vec<_>>(),
            expected.iter().map(|fit| fit.0).collect::<Vec<_>>(),
            "round {round}, columns {columns:?}, person {person:?}"
        );
        for (found, expected) in found.iter().zip(&expected) {
            near(found.weight, expected.1, &format!("round {round}"));
        }
        let total = expected.iter().map(|fit| fit.1).sum();
        let matcher = Matcher::new(&released, &columns).unwrap();
        near(matcher.rows_at(&person, &mut Vec::new()), total, "all");
        several += usize::from(expected.len() > 1);
        none += usize::from(expected.is_empty());
    }
    assert!(several > 200 && none > 200, "{several}, {none}");
}

#[test]
fn a_column_with_many_values_is_matched_value_by_value() {
    // More values than runs of neighbours: several values share one.
    let mut random = Random::new(4);
    let values = 5_000;
    let region = |random: &mut Random| {
        let first = random.below(values) as u32;
        let last = (first + random.below(9) as u32).min(values as u32 - 1);
        Region { first, last }
    };
    let mut regions: Vec<Region> = (0..300).map(|_| region(&mut random)).collect();
    regions.sort_unstable();
    regions.dedup();
    let of_class: Vec<u32> = (0..regions.len() as u32).collect();
    let column = ClassColumn {
        values: values as u32,
        regions: regions.clone(),
        of_class: of_class.clone(),
    };
    let released = Published::of_classes(ShownClasses::new(of_class, vec![column]));
    let matcher = Matcher::new(&released, &[0]).unwrap();
    for value in 0..values as u32 {
        let found: Vec<usize> = matcher
            .matching(&[value])
            .iter()
            .map(|fit| fit.bucket)
            .collect();
        let expected: Vec<usize> = (0..regions.len())
            .filter(|&at| regions[at].contains(value))
            .collect();
        assert_eq!(found, expected, "value {value}");
    }
}

#[test]
fn units_and_values_of_buckets_are_counted_by_person() {
    let mut random = Random::new(5);
    for round in 0..500 {
        let (listed, released) = Listed::slices(&mut random);
        let persons = codes(&mut random, listed.bucket_of_row.len(), 6);
        let by_person = released.clone().with_persons(persons.clone()).unwrap();
        let distinct = |rows: &[usize]| {
            let mut of_rows: Vec<u32> = rows.iter().map(|&row| persons[row]).collect();
            of_rows.sort_unstable();
            of_rows.dedup();
            of_rows.len() as u64
        };
        let (mut sizes, mut units) = (Vec::new(), Vec::new());
        let mut values = Vec::new();
        for bucket in 0..listed.buckets() {
            let rows = listed.rows_of(bucket);
            sizes.push(rows.len() as u64);
            units.push(distinct(&rows));
            let with = |value: u32| -> Vec<usize> {
                let shows = |row: &&usize| listed.shown[0][**row].first == value;
                rows.iter().filter(shows).copied().collect()
            };
            let of_bucket: Vec<(u32, u64)> = (0..listed.values[0])
                .map(|value| (value, distinct(&with(value))))
                .filter(|(_, units)| *units > 0)
                .collect();
            values.push(of_bucket);
        }
        assert_eq!(released.units(), sizes, "round {round}");
        assert_eq!(by_person.units(), units, "round {round}");
        assert_eq!(by_person.value_units(0).unwrap(), values, "round {round}");
        let all: Vec<usize> = (0..listed.bucket_of_row.len())
            .filter(|&row| listed.bucket_of_row[row] != LEFT_OUT)
            .collect();
        assert_eq!(by_person.all_units(true), distinct(&all), "round {round}");
        let unmarked: Vec<usize> = all
            .iter()
            .copied()
            .filter(|&row| listed.bucket_of_row[row] != 0)
            .collect();
        let marked = by_person
            .clone()
            .with_marked((listed.buckets() > 0).then_some(0));
        assert_eq!(
            marked.all_units(false),
            distinct(&unmarked),
            "round {round}"
        );
    }
}

#[test]
fn columns_of_several_blocks_are_not_linked() {
    let released = Published::of_buckets(vec![0, 0, 1])
        .with_rows([(2, vec![0, 1, 1])])
        .unwrap()
        .with_rows([(2, vec![1, 0, 1])])
        .unwrap();
    assert_eq!((released.blocks(), released.block(1)), (2, 1..2));
    let error = released.tuples(&[0, 1]).unwrap_err();
    assert!(error.message().contains("several blocks"), "{error}");
    // Half of the first bucket has 0 in each block, so a quarter of its rows has both by chance.
    let estimator = Estimator::new(&released, &[0, 1]).unwrap();
    let query = [
        estimator.accepting(0, vec![0]),
        estimator.accepting(1, vec![0]),
    ];
    assert_eq!(estimator.estimate(&[0, 1], &query), 0.5);
}

#[test]
fn classes_that_show_the_same_are_one() {
    let column = |of_class: Vec<u32>| ClassColumn {
        values: 3,
        regions: vec![
            Region::leaf(0),
            Region { first: 0, last: 2 },
            Region::leaf(2),
        ],
        of_class,
    };
    // The third group has no rows, and nothing shows the region of all values then.
    let classes = ShownClasses::new(
        vec![3, 0, LEFT_OUT, 1, 0],
        vec![column(vec![2, 0, 1, 2]), column(vec![0, 0, 0, 0])],
    );
    assert_eq!(classes.class_of_row(), [1, 1, LEFT_OUT, 0, 1]);
    assert_eq!(
        classes.columns()[0].regions,
        [Region::leaf(0), Region::leaf(2)]
    );
    let released = Published::of_classes(classes);
    assert_eq!((released.sizes(), released.left_out()), (&[1, 3][..], 1));
    let unlinked = released.unlinked(9).unwrap();
    assert_eq!((unlinked.left_out(), unlinked.is_linked()), (5, false));
    assert!(Published::of_buckets(vec![0, 0]).unlinked(1).is_err());
}

#[test]
fn rows_that_do_not_fit_are_refused() {
    let released = || Published::of_buckets(vec![0, 0]);
    assert!(released().with_rows([(2, vec![0, 2])]).is_err());
    assert!(released().with_rows([(2, vec![0])]).is_err());
    assert!(released().with_persons(vec![0]).is_err());
    assert!(released().with_aggregated(vec![vec![1.0, 2.0]]).is_err());
    assert!(released().with_aggregated(vec![vec![1.0]]).is_ok());
}
