//! The wildcard reading against its quadratic definition.

use crate::counting::Case;
use crate::generator::Generator;
use crate::naive::{self, Row};
use equipoise_certify::{Persons, Question, wildcard_k};

fn matches(a: &Row, b: &Row) -> bool {
    a.key
        .iter()
        .zip(&b.key)
        .all(|(a, b)| a.is_none() || b.is_none() || a == b)
}

fn naive_k(rows: &[Row], by_person: bool) -> Option<u64> {
    let matching = |row: &Row| {
        rows.iter()
            .filter(|other| matches(row, other))
            .cloned()
            .collect::<Vec<_>>()
    };
    rows.iter()
        .map(|row| naive::units(&matching(row), by_person))
        .min()
}

#[test]
fn it_is_the_smallest_number_of_matching_units() {
    let mut g = Generator::new(21);
    let mut differs = 0;
    for _ in 0..600 {
        let case = Case::new(&mut g);
        for (persons, by_person) in [
            (Persons::Rows, false),
            (Persons::Column("person".into()), true),
        ] {
            let question = case.question(persons, None);
            let found = wildcard_k(&question, Case::text(&case.rows).as_bytes()).unwrap();
            assert_eq!(found.k, naive_k(&case.rows, by_person));
            assert_eq!(
                (found.rows, found.units),
                (case.rows.len() as u64, naive::units(&case.rows, by_person))
            );
            let strict = naive::classes(&case.rows)
                .values()
                .map(|rows| naive::units(rows, by_person))
                .min();
            assert!(found.k >= strict, "a wildcard only adds matches");
            differs += u32::from(found.k != strict);
        }
    }
    assert!(differs > 20, "the cases must tell the two readings apart");
}

#[test]
fn a_table_without_rows_has_none() {
    assert_eq!(
        wildcard_k(&Question::new(["a"]), "a\n".as_bytes())
            .unwrap()
            .k,
        None
    );
}
