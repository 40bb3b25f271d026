//! Whole files against naive definitions: classes, persons, missing values, ties, three distances.

use crate::generator::Generator;
use crate::naive::{self, Cell, Row, common_level, costs};
use equipoise_certify::{Ask, Distance, Measured, Persons, Question, Ratio, Value, measure};
use std::collections::{BTreeMap, BTreeSet};

/// A random table: two quasi-identifiers, a value out of seven (some of equal rank), a person.
pub(crate) struct Case {
    pub(crate) rows: Vec<Row>,
    pub(crate) lines: Vec<Vec<String>>,
    pub(crate) ranks: Vec<(String, u32)>,
}

pub(crate) const VALUES: [&str; 7] = ["1", "1.0", "2", "3", "3.00", "10", "a,\"b\""];
pub(crate) const MISSING: [&str; 2] = ["", "NA"];

impl Case {
    pub(crate) fn new(g: &mut Generator) -> Self {
        let persons = 1 + g.below(12);
        let missing = g.below(4) == 0;
        let cell = |g: &mut Generator, texts: &[&str], odds: u64| {
            let text = (*g.pick(texts)).to_owned();
            (!missing || g.below(odds) > 0).then_some(text)
        };
        let count = 1 + g.index(24);
        let kinds = 1 + g.index(VALUES.len());
        let rows = (0..count).map(|_| Row {
            key: vec![cell(g, &["x", "y"], 5), cell(g, &["p", "xp", "q"], 5)],
            value: cell(g, &VALUES[..kinds], 3),
            person: g.below(persons) as u32,
        });
        let rows = rows.collect();
        let columns = 2 + g.index(3);
        Case {
            rows,
            lines: g.tree(VALUES.len(), columns, |i| VALUES[i].into()),
            ranks: VALUES
                .iter()
                .zip([0, 0, 1, 2, 2, 3, 4])
                .map(|(text, rank)| ((*text).into(), rank))
                .collect(),
        }
    }

    /// The table as text. Missing cells take turns between the tokens.
    pub(crate) fn text(rows: &[Row]) -> String {
        let mut tokens = MISSING.iter().cycle();
        let mut field = |cell: &Cell| match cell {
            None => (*tokens.next().unwrap()).to_owned(),
            Some(text) if text.contains(['"', ',']) => format!("\"{}\"", text.replace('"', "\"\"")),
            Some(text) => text.clone(),
        };
        let mut text = "person,a,value,b\n".to_owned();
        for row in rows {
            text += &format!(
                "p{},{},{},{}\n",
                row.person,
                field(&row.key[0]),
                field(&row.value),
                field(&row.key[1])
            );
        }
        text
    }

    pub(crate) fn distances(&self) -> [Distance; 3] {
        let hierarchical = Distance::Hierarchical {
            lines: self.lines.clone(),
        };
        [
            Distance::Equal,
            Distance::Ordered {
                ranks: self.ranks.clone(),
            },
            hierarchical,
        ]
    }

    pub(crate) fn question(
        &self,
        persons: Persons,
        reference: Option<&BTreeMap<Cell, u64>>,
    ) -> Question {
        let reference = reference.map(|counts| {
            counts
                .iter()
                .map(|(value, units)| (value.clone(), *units))
                .collect::<Vec<_>>()
        });
        let mut question = Question::new(["a", "b"]);
        question.models = vec![
            Ask::KAnonymity { k: 1 },
            Ask::DistinctDiversity {
                of: "value".into(),
                l: 0,
            },
        ];
        question
            .models
            .extend(self.distances().map(|distance| Ask::TCloseness {
                of: "value".into(),
                t: "1".into(),
                distance,
                reference: reference.clone(),
            }));
        question.missing = MISSING.map(String::from).to_vec();
        question.persons = persons;
        question
    }

    /// The distance of a class by the transport solver; the domain is what occurs in the reference.
    pub(crate) fn naive_distance(
        &self,
        distance: &Distance,
        class: &BTreeMap<Cell, u64>,
        reference: &BTreeMap<Cell, u64>,
    ) -> Ratio {
        let values: Vec<&Cell> = reference.keys().collect();
        let counts = |of: &BTreeMap<Cell, u64>| {
            values
                .iter()
                .map(|value| of.get(*value).copied().unwrap_or(0))
                .collect::<Vec<_>>()
        };
        let (unit, cost) = match distance {
            Distance::Equal => (
                1,
                costs(
                    &values.iter().map(|v| v.as_ref()).collect::<Vec<_>>(),
                    1,
                    |a, b| i64::from(a != b),
                ),
            ),
            Distance::Ordered { ranks } => {
                let rank = |text: &String| ranks.iter().find(|(known, _)| known == text).unwrap().1;
                let present: BTreeSet<u32> = values
                    .iter()
                    .filter_map(|value| value.as_ref().map(rank))
                    .collect();
                let place = |text: &String| present.range(..rank(text)).count() as i64;
                let unit = (present.len() as i64 - 1).max(1);
                let places: Vec<_> = values
                    .iter()
                    .map(|value| value.as_ref().map(place))
                    .collect();
                (unit, costs(&places, unit, |a, b| (a - b).abs()))
            }
            Distance::Hierarchical { lines } => {
                let line = |text: &String| lines.iter().find(|line| line[0] == *text).unwrap();
                let unit = lines[0].len() as i64 - 1;
                let lines: Vec<_> = values
                    .iter()
                    .map(|value| value.as_ref().map(line))
                    .collect();
                (unit, costs(&lines, unit, |a, b| common_level(a, b)))
            }
            Distance::Smoothed { .. } => panic!("smoothing moves no earth"),
        };
        naive::emd(&counts(class), &counts(reference), &cost, unit)
    }

    fn worst(
        &self,
        distance: &Distance,
        released: &[Row],
        reference: &BTreeMap<Cell, u64>,
        by_person: bool,
    ) -> Option<Ratio> {
        let classes = naive::classes(released).into_values();
        classes
            .map(|rows| {
                self.naive_distance(distance, &naive::distribution(&rows, by_person), reference)
            })
            .max()
    }
}

fn check_sizes(measured: &Measured, rows: &[Row], by_person: bool) {
    let classes = naive::classes(rows);
    let sizes: Vec<u64> = classes
        .values()
        .map(|rows| naive::units(rows, by_person))
        .collect();
    let mut histogram = BTreeMap::new();
    sizes
        .iter()
        .for_each(|size| *histogram.entry(*size).or_insert(0) += 1);
    assert_eq!(
        (measured.rows, measured.units),
        (rows.len() as u64, naive::units(rows, by_person))
    );
    assert_eq!(
        (measured.classes, measured.smallest_class),
        (sizes.len() as u64, sizes.iter().min().copied())
    );
    assert_eq!(measured.class_sizes, histogram);
    let witness = measured.smallest_class_witness.as_ref().unwrap();
    assert_eq!(
        Some(naive::units(&classes[witness], by_person)),
        measured.smallest_class
    );
    let distinct = classes.values().map(|rows| {
        rows.iter()
            .filter_map(|row| row.value.as_ref())
            .collect::<BTreeSet<_>>()
            .len() as u64
    });
    assert_eq!(
        measured.models[1].value,
        distinct.min().map(|l| Value::Exact(Ratio::whole(l)))
    );
}

#[test]
fn random_tables_are_measured_as_the_definitions_say() {
    let mut g = Generator::new(11);
    for _ in 0..400 {
        let case = Case::new(&mut g);
        // What is released is a part of the input, as after suppression.
        let kept = 1 + g.index(case.rows.len());
        let released = &case.rows[..kept];
        let listed = Persons::Listed(released.iter().map(|row| row.person).collect());
        for (persons, by_person) in [
            (Persons::Rows, false),
            (Persons::Column("person".into()), true),
            (listed, true),
        ] {
            let input = naive::distribution(&case.rows, by_person);
            let own = naive::distribution(released, by_person);
            let question = case.question(persons, Some(&input));
            let measured = measure(&question, Case::text(released).as_bytes()).unwrap();
            check_sizes(&measured, released, by_person);
            for (found, distance) in measured.models[2..].iter().zip(case.distances()) {
                let worst = |reference| {
                    case.worst(&distance, released, reference, by_person)
                        .map(Value::Exact)
                };
                assert_eq!(found.value, worst(&input), "{distance:?}");
                assert_eq!(found.against_release, worst(&own), "{distance:?}");
            }
        }
    }
}

#[test]
fn the_order_of_rows_changes_nothing_but_the_digest() {
    let mut g = Generator::new(12);
    for _ in 0..100 {
        let case = Case::new(&mut g);
        let question = case.question(Persons::Column("person".into()), None);
        let mut first = measure(&question, Case::text(&case.rows).as_bytes()).unwrap();
        let mut rows = case.rows.clone();
        rows.reverse();
        let middle = g.index(rows.len());
        rows.rotate_left(middle);
        let second = measure(&question, Case::text(&rows).as_bytes()).unwrap();
        first.sha256.clone_from(&second.sha256);
        assert_eq!(first, second);
    }
}

#[test]
fn rows_without_a_person_are_one_person() {
    let mut question = Question::new(["zip"]);
    question.persons = Persons::Column("id".into());
    question.missing = MISSING.map(String::from).to_vec();
    let measured = measure(&question, "id,zip\nNA,1\n\"\",1\nx,1\n".as_bytes()).unwrap();
    assert_eq!((measured.units, measured.smallest_class), (2, Some(2)));
}

#[test]
fn marked_rows_are_one_class() {
    let mut question = Question::new(["zip", "age"]);
    question.mark_label = Some("*".into());
    let measured = measure(&question, "zip,age\n*,*\n1,*\n*,*\n1,*\n1,*\n".as_bytes()).unwrap();
    assert_eq!(
        (
            measured.marked_rows,
            measured.classes,
            measured.smallest_class
        ),
        (2, 2, Some(2))
    );
    assert_eq!(
        measured.smallest_class_witness,
        Some(vec![Some("*".into()), Some("*".into())])
    );
}

#[test]
fn adult_has_its_known_number_of_distinct_rows() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/data/adult/adult.csv"
    );
    let Ok(file) = std::fs::File::open(path) else {
        announce("the shared Adult table is not here; its test was left out");
        return;
    };
    let columns = [
        "sex",
        "age",
        "race",
        "marital-status",
        "education",
        "native-country",
        "workclass",
        "occupation",
        "salary-class",
    ];
    let mut question = Question::new(columns);
    question.delimiter = b';';
    let measured = measure(&question, file).unwrap();
    assert_eq!(
        (measured.rows, measured.classes, measured.smallest_class),
        (30_162, 19_502, Some(1))
    );
    assert_eq!(
        measured.sha256,
        "c700df9304fbf3c4d4db5938bffc510561bd4a2dfad285a3feef9a20619391c5"
    );
}

#[allow(clippy::print_stderr)] // A test that is left out says so.
fn announce(message: &str) {
    eprintln!("{message}");
}
