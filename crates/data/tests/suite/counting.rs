//! Counting: parts merge in any order, weights stand for rows, and persons are exact.

use equipoise_data::{
    Buffer, Classes, Encoded, Hashing, Hierarchy, Layout, Quasi, Sensitive, Steps, Table, Tree,
    count, count_range,
};
use std::collections::{BTreeMap, BTreeSet};

const ROWS: usize = 400;

/// A small table with two quasi-identifiers, a sensitive column and persons with several rows.
fn table() -> Table {
    let mut state = 7u64;
    let mut draw = |n: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    };
    let rows: Vec<[String; 4]> = (0..ROWS)
        .map(|_| {
            [
                draw(6).to_string(),
                draw(3).to_string(),
                draw(4).to_string(),
                format!("p{}", draw(150)),
            ]
        })
        .collect();
    Table::from_rows(&["a", "b", "s", "person"], &rows)
}

fn hierarchy(table: &Table, column: usize, values: u64) -> Hierarchy {
    let lines = (0..values)
        .map(|v| vec![v.to_string(), format!("g{}", v / 2), "*".to_owned()])
        .collect();
    Hierarchy::bind(&Tree::new(lines).unwrap(), &table.columns[column], &[]).unwrap()
}

struct Fixture {
    table: Table,
    hierarchies: [Hierarchy; 2],
    values: Vec<u32>,
}

impl Fixture {
    fn new() -> Self {
        let table = table();
        let hierarchies = [hierarchy(&table, 0, 6), hierarchy(&table, 1, 3)];
        let values = (0..table.columns[2].dictionary.len() as u32).collect();
        Fixture {
            table,
            hierarchies,
            values,
        }
    }

    fn encoded(&self, persons: bool) -> Encoded<'_> {
        let columns = &self.table.columns;
        Encoded {
            rows: ROWS,
            quasi: self
                .hierarchies
                .iter()
                .zip(columns)
                .map(|(hierarchy, c)| Quasi {
                    codes: &c.codes,
                    hierarchy,
                })
                .collect(),
            sensitive: vec![Sensitive {
                codes: &columns[2].codes,
                value_of: &self.values,
                only_occurrence: false,
            }],
            persons: persons.then_some(columns[3].codes.as_slice()),
            amounts: Vec::new(),
            weights: None,
            population: None,
        }
    }

    fn layout(&self, persons: bool) -> Layout {
        Layout::new(&self.encoded(persons), &[0, 0], &[0, 1])
    }
}

#[test]
fn parts_merge_in_any_order() {
    let fixture = Fixture::new();
    for persons in [false, true] {
        let encoded = fixture.encoded(persons);
        let layout = fixture.layout(persons);
        let whole: Classes<1> = count(&encoded, &layout, &[0, 0]);
        let cuts = [0, 1, 57, 58, 200, 399, ROWS];
        let part = |i: usize| count_range::<1>(&encoded, &layout, &[0, 0], cuts[i]..cuts[i + 1]);
        for order in [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [3, 0, 5, 1, 4, 2]] {
            let merged = Classes::merge(order.iter().map(|&i| part(i)).collect())
                .unwrap()
                .settled();
            assert_eq!(
                normal(&merged),
                normal(&whole),
                "persons: {persons}, order {order:?}"
            );
        }
        // Merging merged parts is the same again.
        let left = Classes::merge(vec![part(0), part(1), part(2)]).unwrap();
        let right = Classes::merge(vec![part(5), part(3), part(4)]).unwrap();
        assert_eq!(
            normal(&Classes::merge(vec![right, left]).unwrap().settled()),
            normal(&whole)
        );
        assert_eq!(
            (0..whole.len()).map(|c| whole.rows(c)).sum::<u64>(),
            ROWS as u64,
            "control total"
        );
    }
}

/// Keys, rows, sizes and values, independent of how they are stored.
fn normal(classes: &Classes<1>) -> Vec<(u64, u64, u64, BTreeMap<u32, u64>)> {
    let mut scratch = Vec::new();
    (0..classes.len())
        .map(|c| {
            let values = classes.values(0, c, &mut scratch).iter().copied().collect();
            (classes.key(c)[0], classes.rows(c), classes.size(c), values)
        })
        .collect()
}

#[test]
fn persons_count_once_per_class_and_value() {
    let fixture = Fixture::new();
    let encoded = fixture.encoded(true);
    let layout = fixture.layout(true);
    let columns = &fixture.table.columns;
    for levels in [[0u8, 0], [1, 0], [2, 1], [2, 2]] {
        let classes: Classes<1> = count(&encoded, &layout, &levels);
        let mut persons: BTreeMap<(u32, u32), BTreeSet<u32>> = BTreeMap::new();
        let mut pairs: BTreeMap<(u32, u32), BTreeSet<(u32, u32)>> = BTreeMap::new();
        for row in 0..ROWS {
            let code = |a: usize| {
                let h = &fixture.hierarchies[a];
                h.levels[usize::from(levels[a])].of_leaf
                    [h.leaf_of[columns[a].codes[row] as usize] as usize]
            };
            let class = (code(0), code(1));
            persons
                .entry(class)
                .or_default()
                .insert(columns[3].codes[row]);
            pairs
                .entry(class)
                .or_default()
                .insert((columns[3].codes[row], columns[2].codes[row]));
        }
        assert_eq!(classes.len(), persons.len());
        let mut scratch = Vec::new();
        for c in 0..classes.len() {
            let key = &classes.key(c);
            let class = (layout.code(key, 0), layout.code(key, 1));
            assert_eq!(classes.size(c), persons[&class].len() as u64);
            for &(value, units) in classes.values(0, c, &mut scratch) {
                assert_eq!(
                    units,
                    pairs[&class].iter().filter(|p| p.1 == value).count() as u64
                );
            }
        }
        let everybody: BTreeSet<u32> = columns[3].codes.iter().copied().collect();
        assert_eq!(classes.units(), everybody.len() as u64);
    }
}

#[test]
fn a_weight_is_as_good_as_rows() {
    let fixture = Fixture::new();
    let weights: Vec<u64> = (0..ROWS as u64)
        .map(|i| if i % 3 == 0 { 1 << 33 } else { i % 5 + 1 })
        .collect();
    let encoded = Encoded {
        weights: Some(&weights),
        ..fixture.encoded(false)
    };
    let classes: Classes<1> = count(&encoded, &fixture.layout(false), &[2, 2]);
    assert_eq!(
        (classes.len(), classes.rows(0)),
        (1, weights.iter().sum::<u64>())
    );
    assert_eq!(encoded.total_rows(), weights.iter().sum::<u64>());
    let mut scratch = Vec::new();
    assert_eq!(
        classes
            .values(0, 0, &mut scratch)
            .iter()
            .map(|v| v.1)
            .sum::<u64>(),
        weights.iter().sum::<u64>()
    );
}

/// Marks say which values occur; everything else is as with counts, at every node and however the
/// parts are merged.
#[test]
fn marks_tell_the_values_that_occur() {
    let fixture = Fixture::new();
    let counted = fixture.encoded(false);
    let mut marked = fixture.encoded(false);
    marked.sensitive[0].only_occurrence = true;
    let layout = fixture.layout(false);
    let steps = Steps::new(
        &fixture.hierarchies.iter().collect::<Vec<_>>(),
        layout.clone(),
    );
    let occur = |classes: &Classes<1>| {
        let of_class = |(key, rows, size, values): (u64, u64, u64, BTreeMap<u32, u64>)| {
            (key, rows, size, values.into_keys().collect())
        };
        normal(classes)
            .into_iter()
            .map(of_class)
            .collect::<Vec<(u64, u64, u64, Vec<u32>)>>()
    };
    let base: Classes<1> = count(&marked, &layout, &[0, 0]);
    let mut scratch = Vec::new();
    assert!(
        (0..base.len()).all(|c| base.values(0, c, &mut scratch).iter().all(|v| v.1 == 1)),
        "these are marks"
    );
    let parts = |cut: usize| {
        vec![
            count_range(&marked, &layout, &[0, 0], cut..ROWS),
            count_range(&marked, &layout, &[0, 0], 0..cut),
        ]
    };
    assert_eq!(occur(&Classes::merge(parts(123)).unwrap()), occur(&base));
    for levels in [[0u8, 0], [1, 0], [0, 1], [2, 0], [1, 1], [2, 1], [2, 2]] {
        let rolled = base.roll_up(
            &steps.remap::<1>(&[0, 0], &levels),
            usize::MAX,
            Hashing::Full,
            &mut Buffer::default(),
        );
        assert_eq!(
            occur(&rolled),
            occur(&count(&counted, &layout, &levels)),
            "{levels:?}"
        );
    }
}

/// Classes know how many rows of a population fall into them, after any roll-up.
#[test]
fn a_population_rolls_up_with_the_classes() {
    let fixture = Fixture::new();
    let columns = &fixture.table.columns;
    // The table itself twice, less every third row, so that some classes of the table have no
    // population and vice versa.
    let codes = |a: usize| -> Vec<u32> {
        (0..2 * ROWS)
            .filter(|i| i % 3 > 0)
            .map(|i| columns[a].codes[i % ROWS])
            .collect()
    };
    let population = [codes(0), codes(1)];
    for persons in [false, true] {
        let encoded = Encoded {
            population: Some(&population),
            ..fixture.encoded(persons)
        };
        let part = Encoded {
            rows: ROWS / 10,
            population: Some(&population),
            ..fixture.encoded(persons)
        };
        let layout = fixture.layout(persons);
        let steps = Steps::new(
            &fixture.hierarchies.iter().collect::<Vec<_>>(),
            layout.clone(),
        );
        for encoded in [&encoded, &part] {
            let base: Classes<1> = count(encoded, &layout, &[0, 0]);
            for levels in [[0u8, 0], [1, 0], [2, 1], [1, 2], [2, 2]] {
                let label = |a: usize, code: u32| {
                    let h = &fixture.hierarchies[a];
                    h.levels[usize::from(levels[a])].of_leaf[h.leaf_of[code as usize] as usize]
                };
                let mut expected: BTreeMap<(u32, u32), u64> = BTreeMap::new();
                for (&x, &y) in population[0].iter().zip(&population[1]) {
                    *expected.entry((label(0, x), label(1, y))).or_insert(0) += 1;
                }
                let rolled = base.roll_up(
                    &steps.remap::<1>(&[0, 0], &levels),
                    usize::MAX,
                    Hashing::Full,
                    &mut Buffer::default(),
                );
                for classes in [&rolled, &count(encoded, &layout, &levels)] {
                    let of_class = |c: usize| {
                        (
                            layout.code(&classes.key(c), 0),
                            layout.code(&classes.key(c), 1),
                        )
                    };
                    for c in 0..classes.len() {
                        assert_eq!(
                            classes.population(c),
                            expected.get(&of_class(c)).copied().unwrap_or(0),
                            "{levels:?}"
                        );
                    }
                    let met: BTreeSet<(u32, u32)> = (0..classes.len()).map(of_class).collect();
                    assert_eq!(
                        classes.empty_classes(),
                        expected.keys().filter(|k| !met.contains(k)).count() as u64
                    );
                }
            }
        }
    }
}
