//! Every model against a slow definition, on random files with missing values and persons.

use crate::counting::{Case, MISSING};
use crate::definitions::{A, B, Bound, Counts, Tables, number};
use crate::generator::Generator;
use crate::naive::{self, Row};
use equipoise_certify::*;
use std::collections::BTreeSet;

/// All models with parameters drawn by chance.
pub(crate) fn asks(
    case: &Case,
    g: &mut Generator,
    reference: &Counts,
    population: ClassCounts,
    input: InputClasses,
) -> Vec<Ask> {
    let of = || Of::from("value");
    let reference = || {
        Some(
            reference
                .iter()
                .map(|(value, units)| (value.clone(), *units))
                .collect::<Counted>(),
        )
    };
    let numbers: Vec<(String, String)> = ["1", "1.0", "2", "3", "3.00", "10", "-4.5"]
        .iter()
        .zip(&case.ranks)
        .map(|(number, (text, _))| (text.clone(), (*number).to_owned()))
        .collect();
    let neighbours = [
        Neighbours::Equal,
        Neighbours::Ranks(case.ranks.clone()),
        Neighbours::Lines(case.lines.clone()),
        Neighbours::Numbers(numbers),
    ];
    let bandwidth = (*g.pick(&["0.3", "0.05", "0.8", "1.7"])).to_owned();
    let smoothed = neighbours.map(|by| Distance::Smoothed {
        bandwidth: bandwidth.clone(),
        by,
    });
    let distances: Vec<Distance> = case.distances().into_iter().chain(smoothed).collect();
    let mut text = |texts: &[&str]| (*g.pick(texts)).to_owned();
    let share = &["0", "0.25", "0.5", "0.75", "1"];
    let mut asks = vec![
        Ask::ProbabilisticDiversity {
            of: of(),
            l: text(&["1", "1.5", "2"]),
        },
        Ask::EntropyDiversity {
            of: of(),
            l: text(&["1", "2", "1.9"]),
            estimator: EntropyEstimator::Shannon,
        },
        Ask::EntropyDiversity {
            of: of(),
            l: text(&["1", "2", "1.9"]),
            estimator: EntropyEstimator::Grassberger,
        },
        Ask::RecursiveDiversity {
            of: of(),
            c: text(&["0.5", "1", "2"]),
            l: 2,
        },
        Ask::RecursiveDiversity {
            of: of(),
            c: text(&["0.5", "1", "2"]),
            l: 3,
        },
        Ask::AlphaK {
            of: of(),
            alpha: text(share),
            k: 2,
            values: None,
        },
        Ask::AlphaK {
            of: of(),
            alpha: text(share),
            k: 1,
            values: None,
        },
        Ask::AlphaK {
            of: of(),
            alpha: text(share),
            k: 1,
            values: Some(vec!["1".into(), "3".into(), "none".into()]),
        },
        Ask::SemanticPrivacy {
            of: of(),
            delta: text(&["0", "0.5", "1"]),
            log: LogBase::Natural,
            reference: reference(),
        },
        Ask::SemanticPrivacy {
            of: of(),
            delta: text(&["0", "1", "2"]),
            log: LogBase::Binary,
            reference: reference(),
        },
        Ask::DeltaDisclosure {
            of: of(),
            delta: text(&["0.5", "1", "2"]),
            log: LogBase::Natural,
            reference: reference(),
        },
        Ask::DeltaDisclosure {
            of: of(),
            delta: text(&["0.5", "1", "2"]),
            log: LogBase::Binary,
            reference: reference(),
        },
        Ask::BetaLikeness {
            of: of(),
            beta: text(&["0.5", "1", "2"]),
            likeness: Likeness::Basic,
            reference: reference(),
        },
        Ask::BetaLikeness {
            of: of(),
            beta: text(&["0.5", "1", "2"]),
            likeness: Likeness::Enhanced,
            reference: reference(),
        },
        Ask::SampleUniqueness {
            threshold: text(share),
        },
        Ask::AverageRisk {
            threshold: text(share),
        },
        Ask::KMap {
            k: 3,
            population: MapPopulation::Counted(Some(population.clone())),
        },
        Ask::DeltaPresence {
            min: "0".into(),
            max: text(share),
            population: Some(population),
        },
        Ask::LkcPrivacy {
            of: of(),
            l: 1,
            k: 3,
            c: text(share),
        },
        Ask::LkcPrivacy {
            of: of(),
            l: 5,
            k: 1,
            c: text(share),
        },
    ];
    for distance in distances {
        asks.push(Ask::TCloseness {
            of: of(),
            t: text(share),
            distance: distance.clone(),
            reference: reference(),
        });
        asks.push(Ask::NtCloseness {
            of: of(),
            n: 6,
            t: text(share),
            distance,
            input: Some(input.clone()),
        });
    }
    asks
}

fn random_rows(g: &mut Generator, count: usize) -> Vec<Row> {
    let rows = (0..count).map(|_| Row {
        key: vec![
            Some((*g.pick(&["x", "y"])).into()),
            Some((*g.pick(&["p", "xp", "q"])).into()),
        ],
        value: None,
        person: g.below(9) as u32,
    });
    rows.collect()
}

fn lines() -> Vec<Vec<Vec<String>>> {
    let owned = |lines: &[&[&str]]| {
        lines
            .iter()
            .map(|line| line.iter().map(|label| (*label).to_owned()).collect())
            .collect()
    };
    vec![owned(&A), owned(&B)]
}

pub(crate) fn check(ask: &Ask, found: &MeasuredModel, tables: &Tables<'_>) {
    let (expected, bound, asked) = tables.definition(ask);
    let value = number(found.value.unwrap());
    let near = |a: f64, b: f64| a == b || (a - b).abs() <= 2e-9 * (1.0 + b.abs());
    assert!(
        near(value, expected),
        "{ask:?}: measured {value}, expected {expected}"
    );
    if !near(expected, asked) {
        let met = match bound {
            Bound::AtMost | Bound::Below => expected < asked,
            Bound::AtLeast => expected > asked,
        };
        assert_eq!(found.met, met, "{ask:?}: {value}");
    } else if found.value.unwrap().is_exact() {
        assert_eq!(found.met, !matches!(bound, Bound::Below), "{ask:?}: a tie");
    }
}

#[test]
fn random_tables_are_measured_as_the_models_say() {
    let mut g = Generator::new(41);
    for _ in 0..250 {
        let case = Case::new(&mut g);
        let kept = 1 + g.index(case.rows.len());
        let count = 5 + g.index(30);
        let population = random_rows(&mut g, count);
        for (persons, by_person) in [
            (Persons::Rows, false),
            (Persons::Column("person".into()), true),
        ] {
            let tables = Tables {
                case: &case,
                released: &case.rows[..kept],
                population: &population,
                by_person,
            };
            let mut question = case.question(persons, None);
            question.models.clear();
            let reference = naive::distribution(&case.rows, by_person);
            let counted = count_classes(&question, Case::text(&population).as_bytes()).unwrap();
            let input = count_input(
                &question,
                "value",
                &[],
                lines(),
                Case::text(&case.rows).as_bytes(),
            )
            .unwrap();
            question.models = asks(&case, &mut g, &reference, counted, input);
            let measured = measure(&question, Case::text(tables.released).as_bytes()).unwrap();
            for (ask, found) in question.models.iter().zip(&measured.models) {
                check(ask, found, &tables);
            }
        }
    }
}

/// Other columns that divide classes are as good as quasi-identifiers.
#[test]
fn other_columns_divide_classes() {
    let mut g = Generator::new(42);
    for _ in 0..150 {
        let case = Case::new(&mut g);
        for (persons, by_person) in [
            (Persons::Rows, false),
            (Persons::Column("person".into()), true),
        ] {
            let reference = naive::distribution(&case.rows, by_person);
            let mut question = case.question(persons, None);
            let mut models = asks(
                &case,
                &mut g,
                &reference,
                ClassCounts::default(),
                InputClasses::default(),
            );
            // Whoever knows one quasi-identifier of two does not know the other column.
            models.retain(|ask| {
                ask.of().is_some()
                    && !matches!(ask, Ask::NtCloseness { .. } | Ask::LkcPrivacy { l: 1, .. })
            });
            question.models = models;
            let whole = measure(&question, Case::text(&case.rows).as_bytes()).unwrap();
            question.quasi_identifiers.pop();
            for ask in &mut question.models {
                let (Ask::ProbabilisticDiversity { of, .. }
                | Ask::EntropyDiversity { of, .. }
                | Ask::RecursiveDiversity { of, .. }
                | Ask::AlphaK { of, .. }
                | Ask::TCloseness { of, .. }
                | Ask::SemanticPrivacy { of, .. }
                | Ask::DeltaDisclosure { of, .. }
                | Ask::LkcPrivacy { of, .. }
                | Ask::BetaLikeness { of, .. }) = ask
                else {
                    panic!("{ask:?}")
                };
                of.others = vec!["b".into()];
            }
            let divided = measure(&question, Case::text(&case.rows).as_bytes()).unwrap();
            assert_eq!(divided.models, whole.models);
            assert!(divided.classes <= whole.classes);
        }
    }
}

/// With others, supersets keep the values of the other columns: they are quasi-identifiers that no
/// hierarchy raises.
#[test]
fn supersets_keep_other_columns() {
    let table = "a,o,value\nx,1,s\ny,1,t\nx,2,s\ny,2,s\n";
    let mut question = Question::new(["a"]);
    let lines = vec![vec![
        vec!["x".to_owned(), "*".to_owned()],
        vec!["y".to_owned(), "*".to_owned()],
    ]];
    let others = vec!["o".to_owned()];
    let input = count_input(&question, "value", &others, lines, table.as_bytes()).unwrap();
    let of = Of {
        column: "value".into(),
        others,
    };
    question.models = vec![Ask::NtCloseness {
        of,
        n: 2,
        t: "0.5".into(),
        distance: Distance::Equal,
        input: Some(input),
    }];
    let measured = measure(&question, table.as_bytes()).unwrap();
    assert_eq!(
        measured.models[0].value,
        Some(Value::Exact(Ratio::new(1, 2).unwrap()))
    );
    assert!(measured.models[0].met);
    question.models.iter_mut().for_each(|ask| {
        if let Ask::NtCloseness { n, .. } = ask {
            *n = 3;
        }
    });
    assert_eq!(
        measure(&question, table.as_bytes()).unwrap().models[0].value,
        Some(Value::Infinite)
    );
}

/// All subsets of the items of every row, counted one by one.
fn naive_km(rows: &[(String, String, u32)], m: usize, by_person: bool) -> Option<u64> {
    let sets: Vec<(&String, BTreeSet<&str>, u32)> = rows
        .iter()
        .map(|(class, items, person)| {
            (
                class,
                items.split('|').filter(|item| !item.is_empty()).collect(),
                *person,
            )
        })
        .collect();
    let mut least: Option<u64> = None;
    for (class, items, _) in &sets {
        let items: Vec<&&str> = items.iter().collect();
        for mask in 1u32..1 << items.len() {
            let chosen: Vec<&str> = items
                .iter()
                .enumerate()
                .filter(|(i, _)| mask & 1 << i != 0)
                .map(|(_, item)| **item)
                .collect();
            if chosen.len() <= m {
                let having = sets.iter().filter(|(other, set, _)| {
                    other == class && chosen.iter().all(|item| set.contains(item))
                });
                let persons: BTreeSet<u32> = having.clone().map(|(_, _, person)| *person).collect();
                let support = if by_person {
                    persons.len()
                } else {
                    having.count()
                } as u64;
                least = Some(least.map_or(support, |least| least.min(support)));
            }
        }
    }
    least
}

#[test]
fn combinations_of_items_are_counted_as_defined() {
    let mut g = Generator::new(43);
    for _ in 0..300 {
        let rows: Vec<(String, String, u32)> = (0..1 + g.index(12))
            .map(|_| {
                let items: Vec<&str> = (0..g.index(5))
                    .map(|_| *g.pick(&["a", "b", "c", "d", ""]))
                    .collect();
                (
                    (*g.pick(&["x", "y"])).to_owned(),
                    items.join("|"),
                    g.below(4) as u32,
                )
            })
            .collect();
        let table = rows.iter().fold(
            "class,items,person\n".to_owned(),
            |text, (class, items, person)| text + &format!("{class},{items},{person}\n"),
        );
        for by_person in [false, true] {
            // The column of items may itself be a quasi-identifier.
            for quasi_identifiers in [vec!["class"], vec!["class", "items"]] {
                let mut question = Question::new(quasi_identifiers);
                question.missing = vec![MISSING[0].into()];
                question.persons = if by_person {
                    Persons::Column("person".into())
                } else {
                    Persons::Rows
                };
                let m = 1 + g.below(3);
                question.models = vec![Ask::KmAnonymity {
                    of: "items".into(),
                    items: "|".into(),
                    k: 2,
                    m,
                }];
                let found = &measure(&question, table.as_bytes()).unwrap().models[0];
                let expected = naive_km(&rows, m as usize, by_person);
                assert_eq!(
                    found.value,
                    Some(
                        expected.map_or(Value::Infinite, |least| Value::Exact(Ratio::whole(least)))
                    ),
                    "{table}"
                );
                assert_eq!(found.met, expected.is_none_or(|least| least >= 2));
            }
        }
    }
}

/// Where a logarithm or a root is a fraction, ties are met.
#[test]
fn ties_are_decided_exactly() {
    let table = "a,s\n1,x\n1,x\n1,x\n1,x\n1,p\n1,q\n1,r\n1,t\n";
    let mut question = Question::new(["a"]);
    let of = || Of::from("s");
    let counted = |counts: &[(&str, u64)]| {
        Some(
            counts
                .iter()
                .map(|(text, units)| (Some((*text).to_owned()), *units))
                .collect::<Counted>(),
        )
    };
    // Shares 1/2 and four times 1/8; in the input 1/4 and four times 3/16.
    let reference = || counted(&[("x", 4), ("p", 3), ("q", 3), ("r", 3), ("t", 3)]);
    let same = || counted(&[("x", 8), ("p", 2), ("q", 2), ("r", 2), ("t", 2)]);
    question.models = vec![
        Ask::EntropyDiversity {
            of: of(),
            l: "4".into(),
            estimator: EntropyEstimator::Shannon,
        },
        Ask::EntropyDiversity {
            of: of(),
            l: "4.00000001".into(),
            estimator: EntropyEstimator::Shannon,
        },
        Ask::SemanticPrivacy {
            of: of(),
            delta: "1".into(),
            log: LogBase::Binary,
            reference: reference(),
        },
        Ask::DeltaDisclosure {
            of: of(),
            delta: "1".into(),
            log: LogBase::Binary,
            reference: reference(),
        },
        Ask::SemanticPrivacy {
            of: of(),
            delta: "0".into(),
            log: LogBase::Natural,
            reference: same(),
        },
        Ask::TCloseness {
            of: of(),
            t: "0".into(),
            distance: Distance::Smoothed {
                bandwidth: "0.3".into(),
                by: Neighbours::Equal,
            },
            reference: same(),
        },
        Ask::BetaLikeness {
            of: of(),
            beta: "1".into(),
            likeness: Likeness::Basic,
            reference: reference(),
        },
        Ask::ProbabilisticDiversity {
            of: of(),
            l: "2".into(),
        },
        Ask::RecursiveDiversity {
            of: of(),
            c: "1".into(),
            l: 2,
        },
    ];
    let measured = measure(&question, table.as_bytes()).unwrap();
    let met: Vec<bool> = measured.models.iter().map(|model| model.met).collect();
    assert_eq!(
        met,
        [true, false, true, false, true, true, true, true, false]
    );
    assert_eq!(
        measured.models[2].value,
        Some(Value::Exact(Ratio::whole(1)))
    );
    assert_eq!(
        measured.models[0].value,
        Some(Value::Exact(Ratio::whole(4)))
    );
}

/// The claim of the source: with as many units as the table, (n,t)-closeness is t-closeness; n
/// units in each class give 0.
#[test]
fn nt_closeness_lies_between_its_neighbours() {
    let mut g = Generator::new(44);
    for _ in 0..100 {
        let case = Case::new(&mut g);
        let mut question =
            case.question(Persons::Rows, Some(&naive::distribution(&case.rows, false)));
        let text = Case::text(&case.rows);
        let input = count_input(&question, "value", &[], lines(), text.as_bytes()).unwrap();
        let nt = |n| Ask::NtCloseness {
            of: "value".into(),
            n,
            t: "1".into(),
            distance: Distance::Equal,
            input: Some(input.clone()),
        };
        let rows = case.rows.len() as u64;
        let smallest = measure(&question, text.as_bytes())
            .unwrap()
            .smallest_class
            .unwrap();
        question.models.truncate(3);
        question
            .models
            .extend([nt(rows), nt(smallest), nt(rows + 1)]);
        let measured = measure(&question, text.as_bytes()).unwrap();
        let values: Vec<_> = measured.models[2..]
            .iter()
            .map(|model| model.value.unwrap())
            .collect();
        assert_eq!(values[0], values[1], "all rows are the only set");
        assert_eq!(values[2], Value::Exact(Ratio::ZERO));
        assert_eq!(
            values[3],
            Value::Infinite,
            "no set is larger than the table"
        );
    }
}
