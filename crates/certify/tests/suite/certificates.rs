//! What certificates and records say, and what certificates hold back.

use equipoise_certify::*;

/// A release with all that belongs to it.
pub(crate) struct Released {
    pub(crate) table: String,
    pub(crate) question: Question,
    pub(crate) certificate: Certificate,
    pub(crate) record: Record,
}

impl Released {
    pub(crate) fn verify(&self, table: &str, with_record: bool) -> Verification {
        let record = self.record.to_json().unwrap();
        verify(
            &self.certificate.to_json().unwrap(),
            table.as_bytes(),
            with_record.then_some(&record),
        )
        .unwrap()
    }
}

pub(crate) const TABLE: &str = "id,zip,age,disease,salary\n\
    1,476**,2*,flu,3\n2,476**,2*,ulcer,5\n3,476**,2*,asthma,\n\
    4,4790*,>=40,flu,4\n5,4790*,>=40,flu,5.0\n6,4790*,>=40,ulcer,9\n7,4790*,>=40,asthma,3\n";

/// Ten input rows, of which three were removed; these had a disease and two salaries that nobody
/// else has.
fn question(persons: Persons) -> Question {
    let mut question = Question::new(["zip", "age"]);
    let counts = |counts: &[(Option<&str>, u64)]| {
        Some(
            counts
                .iter()
                .map(|(text, n)| (text.map(String::from), *n))
                .collect::<Vec<_>>(),
        )
    };
    let line = |value: &str, part: &str| vec![value.into(), part.into(), "*".into()];
    let lines = vec![
        line("ulcer", "stomach"),
        line("leprosy", "skin"),
        line("flu", "lung"),
        line("asthma", "lung"),
    ];
    let ranks = [
        ("3", 0),
        ("4", 1),
        ("5", 2),
        ("5.0", 2),
        ("7777", 4),
        ("9", 3),
        ("8888", 5),
    ]
    .map(|(text, rank)| (text.into(), rank));
    let disease = counts(&[
        (Some("flu"), 3),
        (Some("ulcer"), 3),
        (Some("leprosy"), 1),
        (Some("asthma"), 3),
    ]);
    let salary = counts(&[
        (Some("3"), 3),
        (None, 1),
        (Some("4"), 1),
        (Some("5"), 1),
        (Some("5.0"), 1),
        (Some("9"), 1),
        (Some("7777"), 1),
        (Some("8888"), 1),
    ]);
    question.missing = vec![String::new()];
    let t = |column: &str, t: &str, distance, reference| Ask::TCloseness {
        of: column.into(),
        t: t.into(),
        distance,
        reference,
    };
    question.models = vec![
        Ask::KAnonymity { k: 3 },
        Ask::DistinctDiversity {
            of: "disease".into(),
            l: 2,
        },
        t(
            "disease",
            "0.3",
            Distance::Hierarchical { lines },
            disease.clone(),
        ),
        t("disease", "0.35", Distance::Equal, disease),
        t(
            "salary",
            "0.5",
            Distance::Ordered {
                ranks: ranks.to_vec(),
            },
            salary,
        ),
    ];
    question.persons = persons;
    question
}

/// The references of the question, to be changed.
fn references(question: &mut Question) -> impl Iterator<Item = &mut Counted> {
    question.models.iter_mut().filter_map(|ask| match ask {
        Ask::TCloseness { reference, .. } => reference.as_mut(),
        _ => None,
    })
}

pub(crate) fn release() -> Release {
    Release {
        file: "out.csv".into(),
        decision: Decision::levels(vec![("zip".into(), 2), ("age".into(), 1)]),
    }
}

pub(crate) fn facts() -> Facts {
    Facts {
        input_sha256: "ab".repeat(32),
        input_rows: 10,
        input_units: 10,
        recipe: "version = 1\n".into(),
        suppressed_rows: 3,
        loss: Some(LossFacts {
            metric: "loss".into(),
            value: "0.2419323650662908".into(),
        }),
        ..Facts::default()
    }
}

pub(crate) fn released(persons: Persons) -> Released {
    let question = question(persons);
    let measured = measure(&question, TABLE.as_bytes()).unwrap();
    let certificate = issue(&question, &measured, &release()).unwrap();
    let record = Record::new(&certificate, &question, &measured, facts()).unwrap();
    Released {
        table: TABLE.into(),
        question,
        certificate,
        record,
    }
}

#[test]
fn it_states_what_was_measured() {
    let certificate = released(Persons::Rows).certificate;
    let value: serde_json::Value = serde_json::from_str(&certificate.to_json().unwrap()).unwrap();
    let privacy = value["privacy"].as_array().unwrap();
    assert_eq!(
        privacy[0],
        serde_json::json!({ "model": "k-anonymity", "basis": "release", "asked": 3, "measured": 3 })
    );
    assert_eq!(
        privacy[1],
        serde_json::json!({ "model": "l-diversity", "column": "disease", "variant": "distinct", "basis": "release", "asked": 2, "measured": 3 })
    );
    // The second class has shares 2/4 flu, 1/4 ulcer, 1/4 asthma, the input 3/10 of each and 1/10
    // leprosy. So 1/20 moves from flu to asthma within the lung (1/2), 1/20 to ulcer and 1/10 to
    // leprosy (1): 7/40. It is not told: it depends on the one who had leprosy and is not in the
    // file.
    assert_eq!(
        (&privacy[2]["measured"], &privacy[2]["distance"]),
        (
            &serde_json::json!({ "at_most": "0.3" }),
            &"hierarchical".into()
        )
    );
    assert_eq!(
        value["decision"],
        serde_json::json!({ "kind": "levels", "levels": { "zip": 2, "age": 1 } })
    );
    assert_eq!(
        (&value["unit"], &value["suppressed"]),
        (&"rows".into(), &serde_json::json!({ "treatment": "drop" }))
    );
    assert_eq!(
        (
            &value["files"][0]["name"],
            &value["files"][0]["rows"],
            &value["files"][0]["delimiter"]
        ),
        (&"out.csv".into(), &7.into(), &",".into())
    );
    let order: Vec<Vec<&str>> = vec![vec!["3"], vec!["4"], vec!["5", "5.0"], vec!["9"]];
    assert_eq!(privacy[4]["order"], serde_json::json!(order));
}

#[test]
fn it_holds_back_what_leads_to_the_removed() {
    for persons in [Persons::Rows, Persons::Listed(vec![0, 1, 2, 3, 4, 5, 6])] {
        let text = released(persons).certificate.to_json().unwrap();
        for held_back in [
            "leprosy",
            "skin",
            "7777",
            "8888",
            "abab",
            "suppressed_rows",
            "version = 1",
            "reference",
        ] {
            assert!(!text.contains(held_back), "{held_back}");
        }
        for word in ["safe", "anonymous"] {
            assert!(!text.to_lowercase().contains(word));
        }
    }
}

/// The exact distance from the input has the input's total in its denominator; the certificate must
/// not.
#[test]
fn inputs_of_different_size_give_the_same_certificate() {
    let of_size = |tens: u64| {
        let mut question = question(Persons::Rows);
        for reference in references(&mut question) {
            // Nearly the same shares, of tables that differ in size.
            reference
                .iter_mut()
                .for_each(|(_, units)| *units = *units * tens * 10_000 + 1);
        }
        let measured = measure(&question, TABLE.as_bytes()).unwrap();
        let exact = measured.models[2].value.unwrap();
        (issue(&question, &measured, &release()).unwrap(), exact)
    };
    let ((first, first_exact), (second, second_exact)) = (of_size(1), of_size(7));
    assert_ne!(first_exact, second_exact);
    assert_eq!(first, second);
}

#[test]
fn an_unmet_promise_gets_no_certificate() {
    let issued = |models: Vec<Ask>| {
        let question = Question {
            models,
            ..question(Persons::Rows)
        };
        let measured = measure(&question, TABLE.as_bytes()).unwrap();
        issue(&question, &measured, &release())
    };
    let reference = references(&mut question(Persons::Rows)).next().cloned();
    let equal = |t: &str, reference| Ask::TCloseness {
        of: "disease".into(),
        t: t.into(),
        distance: Distance::Equal,
        reference,
    };
    assert!(issued(vec![equal("1", reference.clone())]).is_ok());
    for ask in [
        Ask::KAnonymity { k: 4 },
        Ask::DistinctDiversity {
            of: "disease".into(),
            l: 4,
        },
        equal("0.1", reference),
        // Not measured at all.
        equal("1", None),
    ] {
        assert_eq!(
            issued(vec![ask]).unwrap_err().kind(),
            equipoise_data::ErrorKind::Internal
        );
    }
    assert!(issued(Vec::new()).is_err());
    let question = question(Persons::Rows);
    let mut measured = measure(&question, TABLE.as_bytes()).unwrap();
    assert!(
        issue(
            &question,
            &measured,
            &Release {
                file: "a/out.csv".into(),
                ..release()
            }
        )
        .is_err()
    );
    assert!(
        issue(
            &question,
            &measured,
            &Release {
                decision: Decision::levels(Vec::new()),
                ..release()
            }
        )
        .is_err()
    );
    measured.models.pop();
    assert!(issue(&question, &measured, &release()).is_err());
}

#[test]
fn the_same_release_gives_the_same_bytes() {
    let (first, mut question) = (released(Persons::Rows), question(Persons::Rows));
    // The order in which references and ranks are handed over does not matter.
    references(&mut question).for_each(|reference| reference.reverse());
    for ask in &mut question.models {
        if let Ask::TCloseness {
            distance: Distance::Ordered { ranks },
            ..
        } = ask
        {
            ranks.reverse();
        }
    }
    let measured = measure(&question, TABLE.as_bytes()).unwrap();
    let certificate = issue(&question, &measured, &release()).unwrap();
    let record = Record::new(&certificate, &question, &measured, facts()).unwrap();
    assert_eq!(
        first.certificate.to_json().unwrap(),
        certificate.to_json().unwrap()
    );
    assert_eq!(first.record.to_json().unwrap(), record.to_json().unwrap());
}

#[test]
fn the_record_survives_writing_and_reading() {
    for persons in [
        Persons::Rows,
        Persons::Listed(vec![0, 1, 2, 3, 4, 5, 6]),
        Persons::Column("id".into()),
    ] {
        let record = released(persons).record;
        let text = record.to_json().unwrap();
        assert_eq!(serde_json::from_str::<Record>(&text).unwrap(), record);
        assert_eq!(record.witnesses.len(), 5);
        assert_eq!(
            record.witnesses[0].class,
            [Some("476**".to_owned()), Some("2*".to_owned())]
        );
    }
}
