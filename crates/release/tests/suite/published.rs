//! Compares views of random releases with lists of their rows, counted directly.

use equipoise_data::{Random, Region};
use equipoise_release::{
    ClassColumn, Domain, Estimator, LEFT_OUT, Matcher, PreparedQueries, Published, RowCells,
    ShownClasses, ValueSet,
};
use std::collections::BTreeMap;

/// A random release, as the cells of each row of each block. Rows of different blocks at the same
/// place in a bucket are unrelated.
struct Listed {
    /// For each column and value, whether it occurs in the original.
    occurs: Vec<Vec<bool>>,
    /// The columns of each block.
    blocks: Vec<Vec<usize>>,
    bucket_of_row: Vec<u32>,
    /// `[column][row]`.
    shown: Vec<Vec<ValueSet>>,
}

impl Listed {
    /// Classes or plain buckets, then blocks of rows, with columns in any order.
    fn any(random: &mut Random) -> (Self, Published<'static>) {
        let (rows, groups) = (1 + random.place(20), 1 + random.place(5));
        let group_of_row = groups_of(random, rows, groups);
        let mut listed = Listed {
            occurs: Vec::new(),
            blocks: Vec::new(),
            bucket_of_row: group_of_row.clone(),
            shown: Vec::new(),
        };
        let mut released = match random.below(2) {
            0 => Published::of_buckets(group_of_row),
            _ => listed.classes(random, groups),
        };
        let least = usize::from(released.blocks() == 0);
        for _ in 0..least + random.place(3 - least) {
            let columns = listed.rows_of_a_block(random, rows);
            released = released.with_rows(columns).unwrap();
        }
        let domains = listed.occurs.iter();
        let domains = domains.map(|occurs| Domain::with_occurring(occurs));
        let released = released.with_domains(domains).unwrap();
        let order = shuffled(random, released.columns());
        listed.put_in_order(&order);
        (listed, released.in_order(&order).unwrap())
    }

    /// Buckets of up to three blocks of columns that are released unchanged.
    fn slices(random: &mut Random) -> (Self, Published<'static>) {
        let (rows, buckets) = (1 + random.place(20), 1 + random.place(5));
        let bucket_of_row = groups_of(random, rows, buckets);
        let mut released = Published::of_buckets(bucket_of_row.clone());
        let mut listed = Listed {
            occurs: Vec::new(),
            blocks: Vec::new(),
            bucket_of_row,
            shown: Vec::new(),
        };
        for _ in 0..1 + random.place(3) {
            let first = listed.shown.len();
            let columns: Vec<(u32, Vec<u32>)> = (0..1 + random.place(2))
                .map(|_| {
                    let values = 1 + random.below(4) as u32;
                    (values, codes(random, rows, values))
                })
                .collect();
            for (values, codes) in &columns {
                listed.occurs.push(vec![true; *values as usize]);
                listed
                    .shown
                    .push(codes.iter().map(|&code| ValueSet::leaf(code)).collect());
            }
            listed.blocks.push((first..listed.shown.len()).collect());
            released = released.with_rows(columns).unwrap();
        }
        (listed, released)
    }

    /// A first block that shows the same regions in all rows of a bucket.
    fn classes(&mut self, random: &mut Random, groups: usize) -> Published<'static> {
        let columns = 1 + random.place(3);
        let mut shown = Vec::new();
        for _ in 0..columns {
            let occurs = occurring(random);
            let regions = regions(random, occurs.len());
            let of_class = (0..groups).map(|_| random.place(regions.len()) as u32);
            shown.push(ClassColumn {
                values: occurs.len() as u32,
                of_class: of_class.collect(),
                regions,
            });
            self.occurs.push(occurs);
        }
        for column in &shown {
            let of_group = |&group: &u32| match group {
                LEFT_OUT => ValueSet::leaf(0),
                group => column.regions[column.of_class[group as usize] as usize].clone(),
            };
            self.shown
                .push(self.bucket_of_row.iter().map(of_group).collect());
        }
        self.blocks.push((0..columns).collect());
        // Readers can distinguish groups that show the same regions.
        let tags: Vec<u32> = (0..groups).map(|_| random.below(2) as u32).collect();
        let tags = &tags[..random.place(2) * groups];
        let classes = ShownClasses::with_tags(self.bucket_of_row.clone(), shown, tags);
        self.bucket_of_row = classes.class_of_row().to_vec();
        Published::of_classes(classes)
    }

    /// A block with cells for each row: values or regions.
    fn rows_of_a_block(&mut self, random: &mut Random, rows: usize) -> Vec<RowCells<'static>> {
        let first = self.shown.len();
        let columns: Vec<RowCells<'static>> = (0..1 + random.place(2))
            .map(|_| {
                let occurs = occurring(random);
                let regions = (random.below(2) == 0).then(|| regions(random, occurs.len()));
                let present: Vec<u32> = (0..occurs.len() as u32)
                    .filter(|&value| occurs[value as usize])
                    .collect();
                let code = |random: &mut Random| match &regions {
                    None => present[random.place(present.len())],
                    Some(regions) => random.place(regions.len()) as u32,
                };
                let codes: Vec<u32> = (0..rows).map(|_| code(random)).collect();
                let cell = |&code: &u32| match &regions {
                    None => ValueSet::leaf(code),
                    Some(regions) => regions[code as usize].clone(),
                };
                self.shown.push(codes.iter().map(cell).collect());
                let values = occurs.len() as u32;
                self.occurs.push(occurs);
                RowCells {
                    values,
                    regions,
                    codes: codes.into(),
                }
            })
            .collect();
        self.blocks.push((first..self.shown.len()).collect());
        columns
    }

    fn put_in_order(&mut self, order: &[usize]) {
        self.occurs = order
            .iter()
            .map(|&column| self.occurs[column].clone())
            .collect();
        self.shown = order
            .iter()
            .map(|&column| self.shown[column].clone())
            .collect();
        let place = |column: usize| order.iter().position(|of| *of == column).unwrap();
        let blocks = self.blocks.iter_mut().flatten();
        blocks.for_each(|column| *column = place(*column));
    }

    /// The values of a region that occur.
    fn size(&self, column: usize, region: &ValueSet) -> usize {
        let occurs = |value: &u32| self.occurs[column][*value as usize];
        region.values().filter(occurs).count()
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

    /// The rows times the product over blocks of the mean over rows of the product over columns.
    fn weight(
        &self,
        bucket: usize,
        columns: &[usize],
        share: &dyn Fn(usize, &ValueSet) -> f64,
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
                    .map(|(at, &column)| share(at, &self.shown[column][row]))
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

/// Whether each value of a column occurs; at least one does.
fn occurring(random: &mut Random) -> Vec<bool> {
    let mut occurs: Vec<bool> = (0..1 + random.place(5))
        .map(|_| random.below(4) > 0)
        .collect();
    let certain = random.place(occurs.len());
    occurs[certain] = true;
    occurs
}

/// Distinct sets of values, sorted: runs and others.
fn regions(random: &mut Random, values: usize) -> Vec<ValueSet> {
    let mut regions: Vec<ValueSet> = (0..1 + random.place(4))
        .map(|_| {
            let ends = [random.place(values) as u32, random.place(values) as u32];
            let (first, last) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            match random.below(2) {
                0 => ValueSet::from(Region { first, last }),
                _ => ValueSet::of_values(ends).unwrap(),
            }
        })
        .collect();
    regions.sort_unstable();
    regions.dedup();
    regions
}

fn shuffled(random: &mut Random, columns: usize) -> Vec<usize> {
    let mut all: Vec<usize> = (0..columns).collect();
    for at in 0..columns {
        all.swap(at, at + random.place(columns - at));
    }
    all
}

/// Some columns in random order, sometimes none.
fn some_columns(random: &mut Random, columns: usize) -> Vec<usize> {
    let mut some = shuffled(random, columns);
    some.truncate(random.place(columns + 1));
    some
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
    let (mut of_several_blocks, mut summed, mut direct) = (0, 0, 0);
    for round in 0..3_000 {
        let (listed, released) = Listed::any(&mut random);
        let columns = some_columns(&mut random, listed.shown.len());
        let estimator = Estimator::new(&released, &columns).unwrap();
        let accepted: Vec<Vec<u32>> = columns
            .iter()
            .map(|&column| {
                let values = 0..listed.occurs[column].len() as u32;
                values.filter(|_| random.below(2) == 0).collect()
            })
            .collect();
        let share = |at: usize, region: &ValueSet| {
            let occurs = &listed.occurs[columns[at]];
            let inside = accepted[at]
                .iter()
                .filter(|value| region.contains(**value) && occurs[**value as usize]);
            match listed.size(columns[at], region) {
                0 => 0.0,
                size => inside.count() as f64 / size as f64,
            }
        };
        let expected = (0..released.buckets())
            .map(|bucket| listed.weight(bucket, &columns, &share))
            .sum::<f64>();
        let places: Vec<usize> = (0..columns.len()).collect();
        let query: Vec<_> = places
            .iter()
            .map(|&at| {
                // Adds a value twice, and a value that the column does not have.
                let again = accepted[at].first().copied();
                let beyond = listed.occurs[columns[at]].len() as u32;
                let values = accepted[at].iter().copied().chain(again).chain([beyond]);
                estimator.accepting(at, values.collect())
            })
            .collect();
        let what = format!("round {round}, columns {columns:?}");
        near(estimator.estimate(&places, &query), expected, &what);
        // Prepares for few queries, and for many.
        for queries in [1, 100] {
            let prepared = estimator.prepare(&places, queries);
            near(prepared.estimate(&query), expected, &what);
            match prepared {
                PreparedQueries::Summed(_) => summed += 1,
                PreparedQueries::Direct(..) => direct += 1,
            }
        }
        let asked = |block: &&Vec<usize>| columns.iter().any(|column| block.contains(column));
        of_several_blocks += usize::from(listed.blocks.iter().filter(asked).count() > 1);
    }
    assert!(of_several_blocks > 500, "{of_several_blocks} rounds");
    assert!(summed > 500 && direct > 500, "{summed}, {direct}");
}

#[test]
fn buckets_have_the_rows_and_cells_of_the_list() {
    let mut random = Random::new(12);
    let mut of_regions = 0;
    for round in 0..500 {
        let (listed, released) = match round % 2 {
            0 => Listed::any(&mut random),
            _ => Listed::slices(&mut random),
        };
        assert_eq!(released.each_bucket().count(), released.buckets());
        for (number, bucket) in released.each_bucket().enumerate() {
            let rows = listed.rows_of(number);
            assert_eq!(
                (bucket.number(), bucket.size()),
                (number, rows.len() as u64)
            );
            let expected: Vec<u32> = rows.iter().map(|&row| row as u32).collect();
            assert_eq!(bucket.rows(), expected);
            assert!(!bucket.is_marked());
            for (column, shown) in listed.shown.iter().enumerate() {
                let cell = |code: u32| match released.regions(column) {
                    None => ValueSet::leaf(code),
                    Some(regions) => regions[code as usize].clone(),
                };
                let found = bucket.codes(column).map(cell);
                assert!(found.eq(rows.iter().map(|&row| shown[row].clone())));
                if let Some(region) = bucket.region(column) {
                    of_regions += 1;
                    assert!(rows.iter().all(|&row| shown[row] == *region));
                }
            }
        }
    }
    assert!(of_regions > 300, "{of_regions}");
}

#[test]
fn a_query_on_some_of_the_columns_ignores_the_others() {
    let mut random = Random::new(2);
    for round in 0..1_000 {
        let (listed, released) = Listed::any(&mut random);
        let all: Vec<usize> = (0..listed.shown.len()).collect();
        let asked = some_columns(&mut random, all.len());
        let (of_all, of_asked) = (
            Estimator::new(&released, &all).unwrap(),
            Estimator::new(&released, &asked).unwrap(),
        );
        let places: Vec<usize> = (0..asked.len()).collect();
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (at, &column) in asked.iter().enumerate() {
            let values = vec![random.place(listed.occurs[column].len()) as u32];
            left.push(of_all.accepting(column, values.clone()));
            right.push(of_asked.accepting(at, values));
        }
        let expected = of_asked.estimate(&places, &right);
        let what = format!("round {round}");
        near(of_all.estimate(&asked, &left), expected, &what);
        for queries in [1, 100] {
            near(
                of_all.prepare(&asked, queries).estimate(&left),
                expected,
                &what,
            );
        }
    }
}

#[test]
fn matching_buckets_are_those_of_the_definition() {
    let mut random = Random::new(3);
    let (mut several, mut none, mut beyond) = (0, 0, 0);
    for round in 0..3_000 {
        let (listed, released) = Listed::any(&mut random);
        let columns = match random.below(2) {
            // All columns of the first block in order, so that binary search may apply.
            0 => listed.blocks[0].clone(),
            _ => some_columns(&mut random, listed.shown.len()),
        };
        // Any person: some values occur in no row, and some are not values of the column.
        let person: Vec<u32> = columns
            .iter()
            .map(|&column| match random.below(12) {
                0 => listed.occurs[column].len() as u32 + random.below(3) as u32,
                _ => random.place(listed.occurs[column].len()) as u32,
            })
            .collect();
        let share = |at: usize, region: &ValueSet| match region.contains(person[at]) {
            true => 1.0 / listed.size(columns[at], region).max(1) as f64,
            false => 0.0,
        };
        let expected: Vec<(usize, f64)> = (0..released.buckets())
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
        let is_beyond =
            |(&column, &value): (&usize, &u32)| value as usize >= listed.occurs[column].len();
        beyond += usize::from(columns.iter().zip(&person).any(is_beyond));
    }
    assert!(
        several > 200 && none > 200 && beyond > 200,
        "{several}, {none}, {beyond}"
    );
}

#[test]
fn tuples_are_counted_within_blocks() {
    let mut random = Random::new(6);
    let (mut counted, mut refused) = (0, 0);
    for round in 0..1_000 {
        let (listed, released) = Listed::any(&mut random);
        let columns = some_columns(&mut random, listed.shown.len());
        let of_rows = columns
            .iter()
            .filter(|&&column| released.cells(column).is_none());
        let mut blocks: Vec<usize> = of_rows.map(|&column| released.block_of(column)).collect();
        blocks.sort_unstable();
        blocks.dedup();
        let found = released.tuples(&columns);
        if blocks.len() > 1 {
            assert!(found.is_err(), "round {round}");
            refused += 1;
            continue;
        }
        let found = found.unwrap();
        let mut expected: BTreeMap<(u32, Vec<ValueSet>), u64> = BTreeMap::new();
        for (row, &bucket) in listed.bucket_of_row.iter().enumerate() {
            if bucket != LEFT_OUT {
                let tuple = columns
                    .iter()
                    .map(|&column| listed.shown[column][row].clone());
                *expected.entry((bucket, tuple.collect())).or_default() += 1;
            }
        }
        let shown = |entry: usize| {
            let of_columns = columns.iter().zip(&found.columns[1..]);
            let cell = |(&column, codes): (&usize, &Vec<u32>)| match released.regions(column) {
                None => ValueSet::leaf(codes[entry]),
                Some(regions) => regions[codes[entry] as usize].clone(),
            };
            (
                (found.columns[0][entry], of_columns.map(cell).collect()),
                found.weights[entry],
            )
        };
        let found: BTreeMap<(u32, Vec<ValueSet>), u64> = (0..found.len()).map(shown).collect();
        assert_eq!(found, expected, "round {round}, columns {columns:?}");
        counted += 1;
    }
    assert!(counted > 300 && refused > 100, "{counted}, {refused}");
}

#[test]
fn a_column_with_many_values_is_matched_value_by_value() {
    // There are more values than runs of neighbouring values, so several values share a run.
    let mut random = Random::new(4);
    let values = 5_000;
    let region = |random: &mut Random| {
        let first = random.below(values) as u32;
        let last = (first + random.below(9) as u32).min(values as u32 - 1);
        Region { first, last }
    };
    let mut regions: Vec<ValueSet> = (0..300).map(|_| region(&mut random).into()).collect();
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
        let (mut of_rows, mut of_persons) = (Vec::new(), Vec::new());
        for bucket in 0..listed.buckets() {
            let rows = listed.rows_of(bucket);
            sizes.push(rows.len() as u64);
            units.push(distinct(&rows));
            let with = |value: u32| -> Vec<usize> {
                let shows = |row: &&usize| listed.shown[0][**row].contains(value);
                rows.iter().filter(shows).copied().collect()
            };
            let of_bucket = |units: &dyn Fn(&[usize]) -> u64| -> Vec<(u32, u64)> {
                (0..listed.occurs[0].len() as u32)
                    .map(|value| (value, units(&with(value))))
                    .filter(|(_, units)| *units > 0)
                    .collect()
            };
            of_rows.push(of_bucket(&|rows| rows.len() as u64));
            of_persons.push(of_bucket(&distinct));
        }
        assert_eq!(released.units(), sizes, "round {round}");
        assert_eq!(by_person.units(), units, "round {round}");
        assert_eq!(released.value_units(0).unwrap(), of_rows, "round {round}");
        assert_eq!(
            by_person.value_units(0).unwrap(),
            of_persons,
            "round {round}"
        );
        for (facts, bucket) in by_person.class_facts(&[0]).unwrap().iter().zip(0..) {
            let expected = (units[bucket], vec![of_persons[bucket].clone()]);
            assert_eq!(
                (facts.size, facts.values.clone()),
                expected,
                "round {round}"
            );
        }
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
    assert_eq!((released.blocks(), released.block(1)), (2, &[1][..]));
    let error = released.tuples(&[0, 1]).unwrap_err();
    assert!(error.message().contains("several blocks"), "{error}");
    // Half of the first bucket has 0 in each block, so a quarter of its rows is expected to have
    // both.
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
        regions: vec![ValueSet::leaf(0), ValueSet::all(3), ValueSet::leaf(2)],
        of_class,
    };
    // The third group has no rows, so no class shows the region of all values.
    let classes = ShownClasses::new(
        vec![3, 0, LEFT_OUT, 1, 0],
        vec![column(vec![2, 0, 1, 2]), column(vec![0, 0, 0, 0])],
    );
    assert_eq!(classes.class_of_row(), [1, 1, LEFT_OUT, 0, 1]);
    assert_eq!(
        classes.columns()[0].regions,
        [ValueSet::leaf(0), ValueSet::leaf(2)]
    );
    let released = Published::of_classes(classes);
    assert_eq!((released.sizes(), released.left_out()), (&[1, 3][..], 1));
    let unlinked = released.unlinked(9).unwrap();
    assert_eq!((unlinked.left_out(), unlinked.is_linked()), (5, false));
    assert!(Published::of_buckets(vec![0, 0]).unlinked(1).is_err());
}

#[test]
fn classes_without_columns_are_one() {
    let classes = ShownClasses::new(vec![1, LEFT_OUT, 0], Vec::new());
    assert_eq!(
        (classes.len(), classes.class_of_row()),
        (1, &[0, LEFT_OUT, 0][..])
    );
    let released = Published::of_classes(classes);
    assert_eq!((released.sizes(), released.left_out()), (&[2][..], 1));
    assert!(ShownClasses::new(vec![LEFT_OUT], Vec::new()).is_empty());
}

/// A list of ages fits a person whose age nobody in the original has.
#[test]
fn people_outside_of_the_original_are_matched_by_their_values() {
    // Of the ages 90 to 94, only 90 and 94 occur.
    let domain = Domain::with_occurring(&[true, false, false, false, true]);
    let age = ClassColumn {
        values: 5,
        regions: vec![ValueSet::all(5)],
        of_class: vec![0],
    };
    let released = Published::of_classes(ShownClasses::new(vec![0; 6], vec![age]))
        .with_domains([domain])
        .unwrap();
    for value in [0, 3] {
        assert_eq!(released.matching(&[0], &[value]).unwrap()[0].weight, 3.0);
    }
    assert!(released.matching(&[0], &[7]).unwrap().is_empty());
    // All rows have one of the two ages that occur.
    let estimator = Estimator::new(&released, &[0]).unwrap();
    let rows = |values: &[u32]| {
        let query = estimator.accepting(0, values.to_vec());
        estimator.estimate(&[0], &[query])
    };
    assert_eq!(
        (rows(&[0]), rows(&[1, 2, 3]), rows(&[0, 1, 4])),
        (3.0, 0.0, 6.0)
    );
}

#[test]
fn rows_that_do_not_fit_are_refused() {
    let released = || Published::of_buckets(vec![0, 0]);
    let regions = |last| RowCells {
        values: 3,
        regions: Some(vec![ValueSet::from(Region { first: 0, last })]),
        codes: vec![0, 0].into(),
    };
    assert!(released().with_rows([regions(2)]).is_ok());
    assert!(released().with_rows([regions(3)]).is_err());
    let two = || {
        released()
            .with_rows([(2, vec![0, 1]), (3, vec![2, 2])])
            .unwrap()
    };
    for order in [&[0][..], &[0, 0], &[0, 2], &[0, 1, 1]] {
        assert!(two().in_order(order).is_err(), "{order:?}");
    }
    assert_eq!(two().in_order(&[1, 0]).unwrap().domain(0).values(), 3);
    assert!(two().with_domains([Domain::new(2)]).is_err());
    assert!(
        two()
            .with_domains([Domain::new(3), Domain::new(2)])
            .is_err()
    );
    assert!(released().with_rows([(2, vec![0, 2])]).is_err());
    assert!(released().with_rows([(2, vec![0])]).is_err());
    assert!(released().with_persons(vec![0]).is_err());
    assert!(released().with_aggregated(vec![vec![1.0, 2.0]]).is_err());
    assert!(released().with_aggregated(vec![vec![1.0]]).is_ok());
}
