//! What `verify` tells apart.

use crate::certificates::{Released, TABLE, released};
use crate::counting::Case;
use crate::generator::Generator;
use crate::naive;
use equipoise_certify::*;
use sha2::Digest as _;
use std::collections::BTreeMap;

fn kinds(verification: &Verification) -> Vec<String> {
    let value = serde_json::to_value(&verification.findings).unwrap();
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["kind"].as_str().unwrap().to_owned())
        .collect()
}

/// The certificate of an attacker who changed it and then repaired its digest.
fn repaired(released: &Released, change: impl FnOnce(&mut Certificate)) -> String {
    let mut certificate = released.certificate.clone();
    change(&mut certificate);
    certificate.seal().unwrap().to_json().unwrap()
}

/// A change of a certificate.
type Change<'a> = dyn Fn(&mut Certificate) + 'a;

fn all_units() -> [Persons; 3] {
    [
        Persons::Rows,
        Persons::Column("id".into()),
        Persons::Listed(vec![0, 1, 2, 3, 4, 5, 6]),
    ]
}

#[test]
fn an_untouched_release_holds() {
    for persons in all_units() {
        let released = released(persons.clone());
        for with_record in [false, true] {
            let verification = released.verify(&released.table, with_record);
            assert_eq!(verification.findings, [], "{:#?}", verification.rederived);
            assert!(verification.holds() && verification.rederived.iter().all(|line| line.ok));
            let needed = match (with_record, &persons) {
                (true, _) => 0,
                (false, Persons::Listed(_)) => 7,
                (false, _) => 3,
            };
            assert_eq!(
                verification.needs_record.len(),
                needed,
                "{:?}",
                verification.needs_record
            );
        }
    }
}

#[test]
fn every_altered_cell_is_detected() {
    let released = released(Persons::Rows);
    let lines: Vec<Vec<&str>> = released
        .table
        .lines()
        .map(|line| line.split(',').collect())
        .collect();
    for line in 0..lines.len() {
        for column in 0..lines[0].len() {
            for text in ["", "x", "flu", "476**", "2*", "3"] {
                let mut changed = lines.clone();
                if changed[line][column] == text {
                    continue;
                }
                changed[line][column] = text;
                let table: String = changed.iter().map(|line| line.join(",") + "\n").collect();
                for with_record in [false, true] {
                    let verification = released.verify(&table, with_record);
                    assert!(!verification.holds());
                    assert_eq!(kinds(&verification), ["data-altered"]);
                }
            }
        }
    }
}

#[test]
fn rows_added_removed_or_moved_are_detected() {
    for persons in all_units() {
        let released = released(persons);
        let lines: Vec<&str> = released.table.lines().collect();
        let text = |lines: &[&str]| {
            lines
                .iter()
                .map(|line| format!("{line}\n"))
                .collect::<String>()
        };
        let mut tables = vec![
            text(&lines[..1]),
            String::new(),
            "\"".into(),
            released.table.replace('\n', "\r\n"),
            released.table.clone() + "\n",
        ];
        for line in 1..lines.len() {
            let mut fewer = lines.clone();
            let removed = fewer.remove(line);
            tables.push(text(&fewer));
            let mut more = lines.clone();
            more.insert(line, removed);
            tables.push(text(&more));
            let mut moved = lines.clone();
            moved.swap(line, if line == 1 { 2 } else { 1 });
            tables.push(text(&moved));
        }
        for table in tables {
            for with_record in [false, true] {
                assert_eq!(
                    kinds(&released.verify(&table, with_record)),
                    ["data-altered"],
                    "{table}"
                );
            }
        }
    }
}

#[test]
fn altered_data_are_judged_all_the_same() {
    let released = released(Persons::Rows);
    let promise = |table: &str, with_record| match &released.verify(table, with_record).findings[..]
    {
        [Finding::DataAltered { promise_holds, .. }] => *promise_holds,
        other => panic!("{other:?}"),
    };
    // An identifier does not matter for the models; the distance from the input takes the record.
    let harmless = released.table.replace("7,4790*", "8,4790*");
    assert_eq!(
        (promise(&harmless, true), promise(&harmless, false)),
        (Some(true), None)
    );
    // A class of one row.
    let broken = released.table.replace("7,4790*", "7,4791*");
    assert_eq!(
        (promise(&broken, true), promise(&broken, false)),
        (Some(false), Some(false))
    );
    // A disease that cannot be placed leaves k, l and the other column judged, but not this one.
    assert_eq!(
        promise(&released.table.replace("asthma,3", "cough,3"), true),
        None
    );
    assert_eq!(promise("nonsense", true), None);
}

#[test]
fn every_altered_character_of_the_certificate_is_detected() {
    let released = released(Persons::Rows);
    let text = released.certificate.to_json().unwrap();
    for (at, byte) in text
        .bytes()
        .enumerate()
        .filter(|(_, byte)| !byte.is_ascii_whitespace())
    {
        let mut bytes = text.clone().into_bytes();
        bytes[at] = if byte == b'7' { b'8' } else { b'7' };
        let altered = String::from_utf8(bytes).unwrap();
        let verification = verify(&altered, released.table.as_bytes(), None).unwrap();
        assert!(!verification.holds(), "character {at}");
        assert_eq!(
            kinds(&verification)[0],
            "certificate-altered",
            "character {at}"
        );
        assert!(
            !kinds(&verification).contains(&"data-altered".into()),
            "the data are as they were"
        );
    }
    // Another layout of the same content is the same certificate.
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(
        verify(&value.to_string(), released.table.as_bytes(), None)
            .unwrap()
            .holds()
    );
}

#[test]
fn an_altered_certificate_beside_altered_data() {
    let released = released(Persons::Rows);
    let text = released
        .certificate
        .to_json()
        .unwrap()
        .replace("\"asked\": 3", "\"asked\": 2");
    let table = released.table.replace("7,4790*", "8,4790*");
    let record = released.record.to_json().unwrap();
    let found = |record| kinds(&verify(&text, table.as_bytes(), record).unwrap());
    // Without a whole certificate only the record tells what the data were.
    assert_eq!(found(None), ["certificate-altered"]);
    assert_eq!(
        found(Some(record.as_str())),
        ["certificate-altered", "data-altered"]
    );
}

#[test]
fn unreadable_certificates_are_altered_ones() {
    let released = released(Persons::Rows);
    let text = released.certificate.to_json().unwrap();
    let twice = text.replacen(
        "\"unit\": \"rows\"",
        "\"unit\": \"persons\",\n  \"unit\": \"rows\"",
        1,
    );
    let half = &text[..text.len() / 2];
    for bad in [
        "",
        "{}",
        "[1]",
        "null",
        half,
        &twice,
        &text.replace("\"digest\"", "\"signature\""),
        &text.replace("\"rows\"", "\"cells\""),
    ] {
        let verification = verify(bad, released.table.as_bytes(), None).unwrap();
        assert_eq!(kinds(&verification)[0], "certificate-altered", "{bad}");
        assert!(!verification.holds());
    }
}

#[test]
fn other_versions_are_noted_and_unknown_formats_refused() {
    let released = released(Persons::Rows);
    let table = released.table.as_bytes();
    let newer = repaired(&released, |certificate| {
        certificate.equipoise = "99.0.0".into()
    });
    let verification = verify(&newer, table, None).unwrap();
    assert_eq!(kinds(&verification), ["other-version"]);
    assert!(verification.holds());
    let unknown = repaired(&released, |certificate| certificate.format = FORMAT + 1);
    for unknown in [&unknown, FIRST_FORMAT] {
        let verification = verify(unknown, table, None).unwrap();
        assert_eq!(kinds(&verification), ["unknown-format"]);
        assert!(!verification.holds());
        assert!(
            verification.findings[0]
                .message()
                .starts_with("other version: ")
        );
    }
}

/// A certificate of the first format, as it was issued.
const FIRST_FORMAT: &str = include_str!("format-1.certificate.json");

/// A certificate and its record of the second format, as they were issued for the table of these
/// tests.
const SECOND_FORMAT: [&str; 2] = [
    include_str!("format-2.certificate.json"),
    include_str!("format-2.record.json"),
];

/// A change of a document as JSON.
type JsonChange<'a> = &'a dyn Fn(&mut serde_json::Value);

/// The text of a document that somebody changed and sealed again, by code of the test's own.
fn resealed(text: &str, change: JsonChange<'_>) -> String {
    fn sorted(value: &serde_json::Value) -> serde_json::Value {
        match value {
            serde_json::Value::Object(fields) => {
                let fields: BTreeMap<&String, serde_json::Value> = fields
                    .iter()
                    .map(|(key, value)| (key, sorted(value)))
                    .collect();
                serde_json::json!(fields)
            }
            serde_json::Value::Array(items) => items.iter().map(sorted).collect(),
            plain => plain.clone(),
        }
    }
    let mut value: serde_json::Value = serde_json::from_str(text).unwrap();
    change(&mut value);
    value.as_object_mut().unwrap().shift_remove("digest");
    let digest = sha2::Sha256::digest(sorted(&value).to_string());
    let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    value["digest"] = digest.into();
    value.to_string()
}

#[test]
fn the_previous_format_is_still_verified() {
    let [certificate, record] = SECOND_FORMAT;
    let found = |certificate: &str, record| verify(certificate, TABLE.as_bytes(), record).unwrap();
    for record in [None, Some(record)] {
        let verification = found(certificate, record);
        assert_eq!(verification.findings, [], "{:#?}", verification.rederived);
        assert_eq!(verification.needs_record.is_empty(), record.is_some());
    }
    assert!(found(&resealed(certificate, &|_| ()), Some(record)).holds());
    assert_eq!(Record::parse(record).unwrap().output_sha256.len(), 1);
    let peeked = Certificate::peek(certificate).unwrap();
    assert_eq!(
        (peeked.format, peeked.table().unwrap().name.as_str()),
        (2, "out.csv")
    );
    // It is checked like any other.
    let table = TABLE.replace("7,4790*", "7,4791*");
    let altered = verify(certificate, table.as_bytes(), Some(record)).unwrap();
    assert_eq!(kinds(&altered), ["data-altered"]);
    let altered = certificate.replacen("\"measured\": 3", "\"measured\": 4", 1);
    assert_eq!(
        kinds(&found(&altered, Some(record))),
        ["certificate-altered"]
    );
    let unmet: [JsonChange<'_>; 4] = [
        &|c| c["privacy"][1]["measured"] = 4.into(),
        &|c| c["privacy"][0]["model"] = "bucket-size".into(),
        &|c| c["privacy"][1]["basis"] = "publisher".into(),
        &|c| c["decision"] = serde_json::json!({ "kind": "slices" }),
    ];
    for (i, change) in unmet.iter().enumerate() {
        let found = kinds(&found(&resealed(certificate, change), None));
        assert!(
            !found.is_empty() && found.iter().all(|kind| kind == "promise-unmet"),
            "change {i}: {found:?}"
        );
    }
}

/// A layout has the fields of its format and no others, on every level.
#[test]
fn layouts_are_not_mixed() {
    let released = released(Persons::Rows);
    let third = released.certificate.to_json().unwrap();
    let (second, files) = (
        SECOND_FORMAT[0],
        serde_json::to_value(&released.certificate.files),
    );
    let files = files.unwrap();
    let changes: [(&str, JsonChange<'_>); 10] = [
        (second, &|c| c["files"] = files.clone()),
        (second, &|c| c["grouping"] = "equal-texts".into()),
        (second, &|c| c["output"]["role"] = "table".into()),
        (second, &|c| c["format"] = 3.into()),
        (&third, &|c| c["format"] = 2.into()),
        (&third, &|c| c["output"] = files[0].clone()),
        (&third, &|c| c["grouping"] = "buckets".into()),
        (&third, &|c| c["suppressed"]["note"] = "nobody".into()),
        (&third, &|c| {
            c["decision"] = serde_json::json!({ "kind": "slices", "note": "safe" })
        }),
        (&third, &|c| c["files"][0]["role"] = "proof".into()),
    ];
    for (i, (text, change)) in changes.iter().enumerate() {
        let found = verify(&resealed(text, change), released.table.as_bytes(), None).unwrap();
        assert_eq!(kinds(&found), ["unknown-format"], "change {i}");
        assert!(!found.holds());
    }
}

/// The format has room for several files, and for values that the publisher states. This version
/// writes neither, and does not vouch for them.
#[test]
fn more_files_and_statements_of_the_publisher_are_refused() {
    let released = released(Persons::Rows);
    let found = |text: &str| verify(text, released.table.as_bytes(), None).unwrap();
    let of_files: [&Change<'_>; 3] = [
        &|c| c.files.push(c.files[0].clone()),
        &|c| c.files.clear(),
        &|c| c.files[0].role = FileRole::Block,
    ];
    for change in of_files {
        let text = repaired(&released, |certificate| change(certificate));
        assert_eq!(kinds(&found(&text)), ["unknown-format"]);
        assert!(!found(&text).holds());
        let altered = text.replace("\"unit\": \"rows\"", "\"unit\": \"persons\"");
        assert_eq!(kinds(&found(&altered)), ["certificate-altered"]);
    }
    for promise in 0..released.certificate.privacy.len() {
        let text = repaired(&released, |c| {
            c.privacy[promise].basis = Basis::Publisher;
        });
        assert_eq!(kinds(&found(&text)), ["promise-unmet"]);
        let lie = repaired(&released, |c| {
            c.privacy[promise].basis = Basis::Publisher;
            c.privacy[promise].measured = Stated::Whole(7);
        });
        assert!(!found(&lie).holds());
    }
}

/// Whoever repairs all digests is caught by what the file shows.
#[test]
fn a_repaired_certificate_must_still_be_true() {
    let released = released(Persons::Rows);
    let found = |text: &str, table: &str| kinds(&verify(text, table.as_bytes(), None).unwrap());
    let table = released.table.replace("7,4790*", "7,4791*");
    let sha256 = measure(&released.question, table.as_bytes())
        .unwrap()
        .sha256;
    let text = repaired(&released, |certificate| {
        certificate.files[0].sha256 = sha256.clone()
    });
    assert!(
        found(&text, &table).contains(&"promise-unmet".into()),
        "a class of one row"
    );
    assert!(!found(&text, &table).contains(&"data-altered".into()));
    let k = |c: &mut Certificate, asked, measured| {
        (c.privacy[0].asked, c.privacy[0].measured) =
            (Stated::Whole(asked), Stated::Whole(measured));
    };
    let changes: [&dyn Fn(&mut Certificate); 12] = [
        &|c| k(c, 4, 4),
        &|c| k(c, 4, 3),
        &|c| k(c, 2, 2),
        &|c| c.privacy[0].model = Word::Unknown("k-anonimity".into()),
        &|c| c.privacy[1].column = None,
        &|c| c.privacy[1].asked = Stated::Text("2".into()),
        &|c| c.files[0].rows += 1,
        &|c| c.files[0].columns.swap(0, 1),
        &|c| c.quasi_identifiers.push("id".into()),
        &|c| c.privacy.clear(),
        &|c| c.privacy[2].measured_against_release = Some(Stated::Text("0.000001".into())),
        &|c| {
            c.privacy[2]
                .lines
                .iter_mut()
                .flatten()
                .for_each(|line| line[1] = "one".into())
        },
    ];
    for (i, change) in changes.iter().enumerate() {
        let text = repaired(&released, |certificate| change(certificate));
        let found = found(&text, &released.table);
        assert!(
            found.iter().all(|kind| kind == "promise-unmet") && !found.is_empty(),
            "change {i}: {found:?}"
        );
    }
}

/// What a certificate says in words, and of its decision, must be what a release of this kind can
/// have.
#[test]
fn a_repaired_certificate_must_be_one_that_is_written() {
    let released = released(Persons::Rows);
    let classes = |method: Word<Method>| Decision::Classes {
        method,
        aggregated: Aggregations::default(),
    };
    let unknown = |method: &str| Word::Unknown(method.into());
    let cells = Decision::Cells {
        reading: CellReading::Cautious.into(),
        subsets: None,
        label: "*".into(),
        aggregated: Aggregations::default(),
    };
    let aggregated = |column: &str, by: Word<Aggregate>| {
        let aggregated = Aggregations(vec![(column.into(), by)]);
        Decision::Classes {
            method: Method::Mondrian.into(),
            aggregated,
        }
    };
    let changes: [(&str, &Change<'_>); 14] = [
        ("statement", &|c| {
            c.statement = "The release is anonymous.".into()
        }),
        ("statement", &|c| c.statement.push(' ')),
        ("decision", &|c| c.decision = classes(unknown("optimal"))),
        ("decision", &|c| c.decision = classes(unknown("magic"))),
        ("decision", &|c| c.decision = cells.clone()),
        ("decision", &|c| {
            c.decision = aggregated("age", Word::Unknown("sum".into()))
        }),
        ("decision", &|c| {
            c.decision = aggregated("height", Aggregate::Mean.into())
        }),
        ("decision", &|c| {
            c.decision = Decision::levels(vec![("zip".into(), 2), ("age".into(), 256)])
        }),
        ("levels", &|c| {
            c.decision = Decision::levels(vec![("zip".into(), 2)])
        }),
        ("levels", &|c| {
            c.decision = Decision::levels(vec![("zip".into(), 2), ("disease".into(), 1)])
        }),
        ("unit", &|c| c.files[0].person = Some("id".into())),
        ("k-anonymity, parameters", &|c| {
            c.privacy[0].column = Some("disease".into())
        }),
        ("k-anonymity, parameters", &|c| {
            c.privacy[0].significance = Some("0.01".into())
        }),
        (
            "t-closeness of `disease` with hierarchical distance, parameters",
            &|c| {
                let lines = c.privacy[2].lines.as_mut().unwrap();
                lines.push(vec!["cough".into(), "lung".into(), "*".into()]);
            },
        ),
    ];
    for (i, (what, change)) in changes.iter().enumerate() {
        let text = repaired(&released, |certificate| change(certificate));
        let found = verify(&text, released.table.as_bytes(), None)
            .unwrap()
            .findings;
        let is_it = |finding: &Finding| matches!(finding, Finding::PromiseUnmet { what: found, .. } if found == what);
        assert!(found.iter().any(is_it), "change {i}: {found:?}");
    }
    for method in [
        Method::Mondrian,
        Method::LocalRecoding,
        Method::Record,
        Method::Preference,
    ] {
        let text = repaired(&released, |certificate| {
            certificate.decision = classes(method.into())
        });
        assert!(
            verify(&text, released.table.as_bytes(), None)
                .unwrap()
                .holds(),
            "{method:?}"
        );
    }
}

/// A file does not show which level its labels belong to, nor how classes were found: that is said,
/// and the record decides.
#[test]
fn what_a_file_does_not_show_is_said_and_compared_with_the_record() {
    let released = released(Persons::Rows);
    let facts = |column: &str, level, labels| DecisionFacts {
        column: column.into(),
        level,
        public_level: None,
        lines: vec![],
        absent: vec![],
        labels,
    };
    let levels = |zip, age| Decision::levels(vec![("zip".into(), zip), ("age".into(), age)]);
    let classes = |method: Method| Decision::Classes {
        method: method.into(),
        aggregated: Aggregations::default(),
    };
    let own = vec![("476**".to_owned(), 0, 1)];
    let recorded = [
        vec![facts("zip", 2, vec![]), facts("age", 1, vec![])],
        vec![facts("zip", 0, own.clone()), facts("age", 0, own)],
    ];
    let cases = [
        (levels(2, 1), 0, None),
        (levels(2, 0), 0, Some("record: levels")),
        (levels(1, 2), 0, Some("record: levels")),
        (classes(Method::Mondrian), 0, Some("record: decision")),
        (classes(Method::Mondrian), 1, None),
        (classes(Method::Record), 1, Some("record: method")),
        (classes(Method::Preference), 1, Some("record: method")),
        (levels(2, 1), 1, Some("record: decision")),
    ];
    for (i, (decision, of, expected)) in cases.into_iter().enumerate() {
        let certificate = Certificate {
            decision: decision.clone(),
            ..released.certificate.clone()
        }
        .seal()
        .unwrap();
        let text = certificate.to_json().unwrap();
        let alone = verify(&text, released.table.as_bytes(), None).unwrap();
        assert!(
            alone.holds(),
            "case {i}: the file does not contradict it: {:?}",
            alone.findings
        );
        let word = if matches!(decision, Decision::Levels { .. }) {
            "the levels: "
        } else {
            "the method: "
        };
        assert!(
            alone.only_stated.iter().any(|s| s.starts_with(word)),
            "case {i}: {:?}",
            alone.only_stated
        );
        assert!(
            alone
                .only_stated
                .iter()
                .any(|s| s.starts_with("the suppressed rows: ")),
            "case {i}: {:?}",
            alone.only_stated
        );

        let decision = recorded[of].clone();
        let record = Record {
            certificate_digest: certificate.digest.clone(),
            decision,
            ..released.record.clone()
        }
        .seal()
        .unwrap();
        let with = verify(
            &text,
            released.table.as_bytes(),
            Some(&record.to_json().unwrap()),
        )
        .unwrap();
        let found: Vec<&str> = with
            .rederived
            .iter()
            .filter(|line| !line.ok)
            .map(|line| line.what.as_str())
            .collect();
        assert!(
            found.iter().copied().eq(expected) || expected.is_some_and(|e| found.contains(&e)),
            "case {i}: {found:?}"
        );
        assert_eq!(with.holds(), expected.is_none(), "case {i}");
        assert!(
            !with
                .only_stated
                .iter()
                .any(|s| s.starts_with("the levels: ")),
            "case {i}: {:?}",
            with.only_stated
        );
    }
}

/// A pair of file and certificate that was made anew is consistent: certificates are not signed.
#[test]
fn integrity_is_not_authorship() {
    let released = released(Persons::Rows);
    let table = released.table.replace("7,4790*", "8,4790*");
    let sha256 = measure(&released.question, table.as_bytes())
        .unwrap()
        .sha256;
    let text = repaired(&released, |certificate| {
        certificate.files[0].sha256 = sha256
    });
    assert!(verify(&text, table.as_bytes(), None).unwrap().holds());
    // The owner's record shows that it is another certificate.
    let record = released.record.to_json().unwrap();
    assert_eq!(
        kinds(&verify(&text, table.as_bytes(), Some(&record)).unwrap()),
        ["foreign-record"]
    );
}

#[test]
fn a_stated_distance_from_the_input_needs_the_record() {
    let released = released(Persons::Rows);
    for (asked, measured, alone) in [
        ("0.3", "0.050", vec![]),
        ("0.09", "0.090", vec![]),
        ("x", "0.100", vec!["promise-unmet"]),
    ] {
        let mut certificate = released.certificate.clone();
        let t = &mut certificate.privacy[2];
        (t.asked, t.measured) = (Stated::Text(asked.into()), Stated::Text(measured.into()));
        let certificate = certificate.seal().unwrap();
        let record = Record {
            certificate_digest: certificate.digest.clone(),
            ..released.record.clone()
        }
        .seal()
        .unwrap();
        let (text, record) = (certificate.to_json().unwrap(), record.to_json().unwrap());
        let found = |record| kinds(&verify(&text, released.table.as_bytes(), record).unwrap());
        assert_eq!(found(None), alone);
        assert_eq!(
            found(Some(record.as_str())),
            ["promise-unmet"],
            "asked {asked}, stated {measured}"
        );
    }
}

#[test]
fn records_are_checked_too() {
    let released = released(Persons::Rows);
    let text = released.certificate.to_json().unwrap();
    let found =
        |record: &str| kinds(&verify(&text, released.table.as_bytes(), Some(record)).unwrap());
    let record = released.record.to_json().unwrap();
    assert_eq!(
        found(&record.replace("\"rows\": 10", "\"rows\": 11")),
        ["record-altered"]
    );
    assert_eq!(found("no record"), ["record-altered"]);
    // A record that was changed and repaired must still be true where the file can tell.
    let changes: [&dyn Fn(&mut Record); 9] = [
        &|r| r.input.rows += 1,
        &|r| r.suppressed.rows += 1,
        &|r| r.released.classes += 1,
        &|r| r.released.class_sizes[0].0 += 1,
        &|r| r.recipe.text.push(' '),
        &|r| r.output_sha256 = vec!["00".into()],
        &|r| r.witnesses[0].class[0] = None,
        &|r| r.witnesses[2].measured = "1/3".into(),
        &|r| {
            r.sensitive[0]
                .reference
                .iter_mut()
                .flatten()
                .for_each(|(_, units)| *units *= 2)
        },
    ];
    for (i, change) in changes.iter().enumerate() {
        let mut record = released.record.clone();
        change(&mut record);
        let found = found(&record.seal().unwrap().to_json().unwrap());
        assert!(
            found.iter().all(|kind| kind == "promise-unmet") && !found.is_empty(),
            "change {i}: {found:?}"
        );
    }
}

/// The file alone can show that a class has too few persons, because it has no more persons than
/// rows.
#[test]
fn too_few_rows_are_too_few_persons() {
    let released = released(Persons::Listed(vec![0, 1, 2, 3, 4, 5, 6]));
    let change = |certificate: &mut Certificate| {
        (
            certificate.privacy[0].asked,
            certificate.privacy[0].measured,
        ) = (Stated::Whole(4), Stated::Whole(4));
    };
    let found = verify(
        &repaired(&released, change),
        released.table.as_bytes(),
        None,
    )
    .unwrap();
    assert_eq!(kinds(&found), ["promise-unmet"]);
}

#[test]
fn findings_never_have_cell_values() {
    let released = released(Persons::Rows);
    let table = released
        .table
        .replace("asthma", "hidden-disease")
        .replace("476**", "hidden-place");
    for with_record in [false, true] {
        let text = serde_json::to_string(&released.verify(&table, with_record)).unwrap();
        assert!(!text.contains("hidden"), "{text}");
    }
}

/// Random releases hold with and without their record, and one more than the measured k does not.
#[test]
fn random_releases_hold() {
    let mut g = Generator::new(31);
    for _ in 0..150 {
        let case = Case::new(&mut g);
        let kept = 1 + g.index(case.rows.len());
        let rows = &case.rows[..kept];
        let listed = Persons::Listed(rows.iter().map(|row| row.person).collect());
        for (persons, by_person) in [
            (Persons::Rows, false),
            (Persons::Column("person".into()), true),
            (listed, true),
        ] {
            let mut question =
                case.question(persons, Some(&naive::distribution(&case.rows, by_person)));
            let table = Case::text(rows);
            let first = measure(&question, table.as_bytes()).unwrap();
            for (ask, model) in question.models.iter_mut().zip(&first.models) {
                let value = model.value.unwrap().ratio().unwrap();
                match ask {
                    Ask::KAnonymity { k } => *k = value.num() as u64,
                    Ask::DistinctDiversity { l, .. } => *l = value.num() as u64,
                    Ask::TCloseness { t, .. } => *t = value.decimal_up(2 + g.index(3)),
                    _ => panic!("three models are asked"),
                }
            }
            let measured = measure(&question, table.as_bytes()).unwrap();
            let release = Release {
                file: "t.csv".into(),
                decision: Decision::levels(vec![("a".into(), 0), ("b".into(), 0)]),
            };
            let certificate = issue(&question, &measured, &release).unwrap();
            let rows_of = |n: usize| n as u64;
            let facts = Facts {
                input_rows: rows_of(case.rows.len()),
                suppressed_rows: rows_of(case.rows.len() - kept),
                ..Facts::default()
            };
            let record = Record::new(&certificate, &question, &measured, facts)
                .unwrap()
                .to_json()
                .unwrap();
            for record in [None, Some(record.as_str())] {
                let verification =
                    verify(&certificate.to_json().unwrap(), table.as_bytes(), record).unwrap();
                assert_eq!(verification.findings, [], "{:#?}", verification.rederived);
            }
            question.models = vec![Ask::KAnonymity {
                k: measured.smallest_class.unwrap() + 1,
            }];
            assert!(
                issue(
                    &question,
                    &measure(&question, table.as_bytes()).unwrap(),
                    &release
                )
                .is_err()
            );
        }
    }
}
