//! k of tables with suppressed cells, in both readings, against the definitions.

use crate::generator::Generator;
use equipoise_certify::*;
use std::collections::HashSet;

const LABEL: &str = "*";

/// The fewest persons (or rows) that a row is counted with, over all sets of `size` columns.
fn by_definition(
    rows: &[(Vec<String>, String)],
    by_person: bool,
    size: usize,
    matches: impl Fn(&str, &str) -> bool,
) -> u64 {
    let columns = rows[0].0.len();
    let sets = (0u32..1 << columns).filter(|set| set.count_ones() as usize == size);
    let of_set = |set: u32| {
        let alike = |a: &[String], b: &[String]| {
            (0..columns)
                .filter(|c| set >> c & 1 == 1)
                .all(|c| matches(&a[c], &b[c]))
        };
        let counted = |row: &[String]| {
            let found = rows.iter().filter(|other| alike(row, &other.0));
            match by_person {
                false => found.count(),
                true => found.map(|other| &other.1).collect::<HashSet<_>>().len(),
            }
        };
        rows.iter().map(|row| counted(&row.0)).min().unwrap_or(0) as u64
    };
    sets.map(of_set).min().unwrap_or(0)
}

#[test]
fn both_readings_on_all_columns_and_on_every_few() {
    let mut differing = 0;
    for seed in 0..400 {
        let mut g = Generator::new(seed);
        let (columns, by_person) = (1 + g.below(4) as usize, g.below(2) == 1);
        let row = |g: &mut Generator| {
            let cell =
                |g: &mut Generator| [LABEL, "x", "y", "z", ""][g.below(5) as usize].to_owned();
            (
                (0..columns).map(|_| cell(g)).collect::<Vec<String>>(),
                format!("p{}", g.below(6)),
            )
        };
        let rows: Vec<(Vec<String>, String)> = (0..2 + g.below(14)).map(|_| row(&mut g)).collect();
        let names: Vec<String> = (0..columns).map(|c| format!("c{c}")).collect();
        let mut table = format!("{},person\n", names.join(","));
        rows.iter()
            .for_each(|(cells, person)| table += &format!("{},{person}\n", cells.join(",")));
        let size = 1 + g.below(columns as u64) as usize;
        let subsets = (size < columns).then_some(size as u64);
        let cautious = by_definition(&rows, by_person, size, |a, b| a == b);
        let wildcard = by_definition(&rows, by_person, size, |a, b| {
            a == b || a == LABEL || b == LABEL
        });
        for reading in [CellReading::Cautious, CellReading::Wildcard] {
            let mut question = Question::new(names.clone());
            question.missing = vec![String::new()];
            question.persons = if by_person {
                Persons::Column("person".into())
            } else {
                Persons::Rows
            };
            question.models = vec![Ask::CellAnonymity {
                k: 2,
                reading,
                label: LABEL.into(),
                subsets,
            }];
            let measured = measure(&question, table.as_bytes()).unwrap();
            let (own, other) = if reading == CellReading::Cautious {
                (cautious, wildcard)
            } else {
                (wildcard, cautious)
            };
            let model = &measured.models[0];
            assert_eq!(
                model.value,
                Some(Value::Exact(Ratio::whole(own))),
                "seed {seed}, {reading:?}\n{table}"
            );
            assert_eq!(
                model.other_reading,
                Some(other),
                "seed {seed}, {reading:?}\n{table}"
            );
            assert_eq!(model.met, own >= 2);
        }
        differing += u64::from(cautious != wildcard);
    }
    assert!(
        differing > 100,
        "the tables are worth something: {differing}"
    );
}

/// A certificate says which reading it is about, and a file that lacks k in it is found out.
#[test]
fn the_reading_is_stated_and_verified() {
    let table = "a,b\n1,*\n1,x\n*,x\n";
    let mut question = Question::new(["a", "b"]);
    question.models = vec![Ask::CellAnonymity {
        k: 2,
        reading: CellReading::Wildcard,
        label: LABEL.into(),
        subsets: None,
    }];
    let measured = measure(&question, table.as_bytes()).unwrap();
    let decision = Decision::Cells {
        reading: CellReading::Wildcard.into(),
        subsets: None,
        label: LABEL.into(),
        aggregated: Aggregations::default(),
    };
    let certificate = issue(
        &question,
        &measured,
        &Release {
            file: "t.csv".into(),
            decision,
        },
    )
    .unwrap();
    let promise = &certificate.privacy[0];
    assert_eq!(
        (&promise.variant, promise.measured_in_other_reading),
        (&Some(Variant::Cells(CellReading::Wildcard).into()), Some(1))
    );
    let text = certificate.to_json().unwrap();
    assert!(verify(&text, table.as_bytes(), None).unwrap().holds());
    assert!(
        !verify(&text, "a,b\n1,*\n1,x\n2,x\n".as_bytes(), None)
            .unwrap()
            .holds()
    );
    // Who states another k for the other reading is found out too.
    let mut altered = certificate;
    altered.privacy[0].measured_in_other_reading = Some(3);
    assert!(
        !verify(
            &altered.seal().unwrap().to_json().unwrap(),
            table.as_bytes(),
            None
        )
        .unwrap()
        .holds()
    );
}
