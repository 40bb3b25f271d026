//! Rows that a bucket column groups: against the definitions, and what certificates say of them.

use crate::counting::{Case, MISSING};
use crate::definitions::Tables;
use crate::generator::Generator;
use crate::models;
use crate::naive::{self, Cell, Row};
use equipoise_certify::*;
use equipoise_data::ErrorKind;
use std::collections::{BTreeMap, BTreeSet};

fn buckets(blocks: &[&[&str]]) -> Grouping {
    let owned = |block: &&[&str]| block.iter().map(|name| (*name).to_owned()).collect();
    Grouping::Buckets {
        column: "bucket".into(),
        blocks: blocks.iter().map(owned).collect(),
    }
}

/// The columns of [`Sliced`] in two blocks: quasi-identifiers, and the rest.
const TWO: [&[&str]; 2] = [&["a", "b"], &["value", "note"]];

/// A random table whose rows are in buckets.
struct Sliced {
    case: Case,
    /// The bucket of each row.
    bucket_of: Vec<u64>,
}

impl Sliced {
    fn new(g: &mut Generator) -> Self {
        let case = Case::new(g);
        let count = 1 + g.below(5);
        let bucket_of = case.rows.iter().map(|_| g.below(count)).collect();
        Sliced { case, bucket_of }
    }

    /// The first rows as text. Missing cells take turns between the tokens.
    fn text(&self, rows: usize, values: &[&Cell]) -> String {
        let mut tokens = MISSING.iter().cycle();
        let mut field = |cell: &Cell| match cell {
            None => (*tokens.next().unwrap()).to_owned(),
            Some(text) => format!("\"{}\"", text.replace('"', "\"\"")),
        };
        let mut text = "a,bucket,value,note,b\n".to_owned();
        let cells = self.case.rows.iter().zip(&self.bucket_of).zip(values);
        for ((row, bucket), value) in cells.take(rows) {
            let (a, b) = (field(&row.key[0]), field(&row.key[1]));
            // The note goes where the value goes.
            let note = value.as_ref().map_or(0, String::len);
            let value = field(value);
            text += &format!("{a},b{bucket},{value},n{note},{b}\n");
        }
        text
    }

    fn values(&self) -> Vec<&Cell> {
        self.case.rows.iter().map(|row| &row.value).collect()
    }

    /// The same values in another order within each bucket.
    fn permuted(&self, g: &mut Generator) -> Vec<&Cell> {
        let mut values = self.values();
        for at in 0..values.len() {
            let same: Vec<usize> = (at..values.len())
                .filter(|other| self.bucket_of[*other] == self.bucket_of[at])
                .collect();
            values.swap(at, *g.pick(&same));
        }
        values
    }

    /// The table with the bucket as the only quasi-identifier.
    fn by_bucket(&self) -> Case {
        let rows = self.case.rows.iter().zip(&self.bucket_of);
        let rows = rows.map(|(row, bucket)| Row {
            key: vec![Some(format!("b{bucket}"))],
            ..row.clone()
        });
        Case {
            rows: rows.collect(),
            lines: self.case.lines.clone(),
            ranks: self.case.ranks.clone(),
        }
    }

    fn question(&self) -> Question {
        let mut question = self.case.question(Persons::Rows, None);
        question.grouping = buckets(&TWO);
        question.models.clear();
        question
    }

    /// Every model with random parameters, those without a meaning for buckets included.
    fn asks(&self, g: &mut Generator) -> Vec<Ask> {
        let reference = naive::distribution(&self.case.rows, false);
        let (population, input) = (ClassCounts::default(), InputClasses::default());
        let mut asks = models::asks(&self.case, g, &reference, population, input);
        let distinct = Ask::DistinctDiversity {
            of: "value".into(),
            l: g.below(4),
        };
        asks.extend([Ask::BucketSize { k: g.below(6) }, distinct]);
        asks
    }
}

fn has_meaning(ask: &Ask) -> bool {
    matches!(
        ask.model(),
        Model::BucketSize
            | Model::LDiversity
            | Model::TCloseness
            | Model::SemanticPrivacy
            | Model::DeltaDisclosure
            | Model::BetaLikeness
    )
}

#[test]
fn buckets_are_measured_as_the_models_say() {
    let mut g = Generator::new(61);
    for _ in 0..250 {
        let sliced = Sliced::new(&mut g);
        let kept = 1 + g.index(sliced.case.rows.len());
        let case = sliced.by_bucket();
        let tables = Tables {
            case: &case,
            released: &case.rows[..kept],
            population: &[],
            by_person: false,
        };
        let mut question = sliced.question();
        question.models = sliced.asks(&mut g);
        question.models.retain(has_meaning);
        let text = sliced.text(kept, &sliced.values());
        let measured = measure(&question, text.as_bytes()).unwrap();
        for (ask, found) in question.models.iter().zip(&measured.models) {
            models::check(ask, found, &tables);
        }
        let classes = naive::classes(tables.released);
        let mut sizes = BTreeMap::new();
        for rows in classes.values() {
            *sizes.entry(rows.len() as u64).or_insert(0) += 1;
        }
        assert_eq!(measured.class_sizes, sizes);
        assert_eq!(
            (measured.rows, measured.units, measured.classes),
            (kept as u64, kept as u64, classes.len() as u64)
        );
        let witness = measured.smallest_class_witness.as_ref().unwrap();
        assert_eq!(Some(classes[witness].len() as u64), measured.smallest_class);
    }
}

/// Nothing but the bucket links the blocks, so a permutation within buckets changes no value.
#[test]
fn a_permutation_within_buckets_changes_nothing_but_the_digest() {
    let mut g = Generator::new(62);
    let mut moved = 0;
    for _ in 0..150 {
        let sliced = Sliced::new(&mut g);
        let mut question = sliced.question();
        question.models = sliced.asks(&mut g);
        question.models.retain(has_meaning);
        let rows = sliced.case.rows.len();
        let (own, other) = (sliced.values(), sliced.permuted(&mut g));
        let mut first = measure(&question, sliced.text(rows, &own).as_bytes()).unwrap();
        let second = measure(&question, sliced.text(rows, &other).as_bytes()).unwrap();
        first.sha256.clone_from(&second.sha256);
        assert_eq!(first, second);
        moved += usize::from(own != other);
    }
    assert!(moved > 50, "{moved}");
}

/// Models that look at the quasi-identifiers of a class are refused, as is everything that would
/// be measured on the wrong rows.
#[test]
fn models_without_a_meaning_are_refused() {
    let mut g = Generator::new(63);
    let sliced = Sliced::new(&mut g);
    let text = sliced.text(sliced.case.rows.len(), &sliced.values());
    let refused = |question: &Question| {
        let error = measure(question, text.as_bytes()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Usage, "{error}");
        error.message().to_owned()
    };
    let mut others = sliced.asks(&mut g);
    others.retain(|ask| !has_meaning(ask));
    others.extend([
        Ask::KAnonymity { k: 1 },
        Ask::CellAnonymity {
            k: 1,
            reading: CellReading::Wildcard,
            label: "*".into(),
            subsets: None,
        },
        Ask::PopulationUniqueness {
            threshold: "1".into(),
            estimator: UniquenessEstimator::Zayatz,
            sampling: Sampling::Fraction("0.5".into()),
        },
        Ask::KmAnonymity {
            of: "value".into(),
            items: "|".into(),
            k: 1,
            m: 1,
        },
    ]);
    let mut names = BTreeSet::new();
    for ask in others {
        let mut question = sliced.question();
        names.insert(ask.name());
        question.models = vec![ask.clone()];
        assert!(refused(&question).starts_with(ask.name()), "{ask:?}");
    }
    assert_eq!(names.len(), 10, "{names:?}");

    let distinct = |of: Of| Ask::DistinctDiversity { of, l: 0 };
    // The bucket's distribution says too little about a person whose quasi-identifier is linked to
    // the value.
    let linked: [&[&[&str]]; 3] = [
        &[&["a"], &["b", "value"], &["note"]],
        &[&["a", "value", "note"], &["b"]],
        &[&["note"], &["a", "b", "value"]],
    ];
    for blocks in linked {
        let mut question = sliced.question();
        question.grouping = buckets(blocks);
        question.models = vec![distinct("value".into())];
        refused(&question);
    }
    let mut question = sliced.question();
    question.models = vec![distinct(Of {
        column: "value".into(),
        others: vec!["note".into()],
    })];
    refused(&question);
    question.models = vec![distinct("bucket".into())];
    refused(&question);
    question.models = vec![distinct("a".into())];
    refused(&question);
    question.models = vec![Ask::BucketSize { k: 1 }];
    assert!(measure(&question, text.as_bytes()).is_ok());
    question.grouping = Grouping::EqualTexts;
    refused(&question);
}

#[test]
fn blocks_divide_the_columns_of_the_file() {
    let table = "a,bucket,value,note,b\nx,1,s,t,y\n";
    let kind = |change: &dyn Fn(&mut Question)| {
        let mut question = Question::new(["a", "b"]);
        question.grouping = buckets(&TWO);
        question.models = vec![Ask::BucketSize { k: 1 }];
        change(&mut question);
        measure(&question, table.as_bytes()).map_or_else(|error| Some(error.kind()), |_| None)
    };
    assert_eq!(kind(&|_| ()), None);
    let of_blocks = |blocks: &[&[&str]]| kind(&|question| question.grouping = buckets(blocks));
    let impossible: [&[&[&str]]; 5] = [
        &[],
        &[&["a", "b", "value", "note"]],
        &[&["a", "b"], &["value", "note"], &[]],
        &[&["a", "b"], &["value", "note", "a"]],
        &[&["a", "b"], &["value", "note", "bucket"]],
    ];
    for blocks in impossible {
        assert_eq!(of_blocks(blocks), Some(ErrorKind::Usage), "{blocks:?}");
    }
    let of_another_file: [&[&[&str]]; 2] = [
        &[&["a", "b"], &["value"]],
        &[&["a", "b"], &["value", "note", "age"]],
    ];
    for blocks in of_another_file {
        assert_eq!(of_blocks(blocks), Some(ErrorKind::Data), "{blocks:?}");
    }
    let usage = Some(ErrorKind::Usage);
    assert_eq!(kind(&|q| q.quasi_identifiers.push("bucket".into())), usage);
    assert_eq!(kind(&|q| q.persons = Persons::Column("note".into())), usage);
    assert_eq!(kind(&|q| q.persons = Persons::Listed(vec![1])), usage);
    assert_eq!(kind(&|q| q.mark_label = Some("*".into())), usage);
    // A row without a bucket.
    assert_eq!(
        kind(&|q| q.missing = vec!["1".into()]),
        Some(ErrorKind::Data)
    );
    // Tables that are not released have no buckets.
    let mut question = Question::new(["a", "b"]);
    question.grouping = buckets(&TWO);
    let usage = |error: equipoise_data::Error| assert_eq!(error.kind(), ErrorKind::Usage);
    usage(count_classes(&question, table.as_bytes()).unwrap_err());
    usage(count_input(&question, "value", &[], vec![], table.as_bytes()).unwrap_err());
    usage(wildcard_k(&question, table.as_bytes()).unwrap_err());
}

/// Two buckets of three rows; diseases are permuted within them.
const TABLE: &str = "bucket,zip,age,disease,ward\n\
    1,47601,22,flu,A\n1,47602,27,asthma,B\n1,47677,29,ulcer,A\n\
    2,47905,43,ulcer,C\n2,47906,47,flu,B\n2,47909,52,ulcer,C\n";

fn question() -> Question {
    let mut question = Question::new(["zip", "age"]);
    question.grouping = buckets(&[&["zip", "age"], &["disease", "ward"]]);
    let reference = [("flu", 2), ("asthma", 1), ("ulcer", 4)];
    let reference = reference.map(|(value, units)| (Some(value.to_owned()), units));
    question.models = vec![
        Ask::BucketSize { k: 3 },
        Ask::DistinctDiversity {
            of: "disease".into(),
            l: 2,
        },
        Ask::TCloseness {
            of: "disease".into(),
            t: "0.3".into(),
            distance: Distance::Equal,
            reference: Some(reference.to_vec()),
        },
    ];
    question
}

fn issued(question: &Question, decision: Decision) -> equipoise_data::Result<Certificate> {
    let release = Release {
        file: "out.csv".into(),
        decision,
    };
    issue(
        question,
        &measure(question, TABLE.as_bytes()).unwrap(),
        &release,
    )
}

fn certificate() -> Certificate {
    issued(&question(), Decision::Buckets {}).unwrap()
}

fn verified(certificate: Certificate) -> Verification {
    let text = certificate.seal().unwrap().to_json().unwrap();
    verify(&text, TABLE.as_bytes(), None).unwrap()
}

#[test]
fn a_certificate_states_the_buckets_and_their_blocks() {
    let certificate = certificate();
    let text = certificate.to_json().unwrap();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        value["grouping"],
        serde_json::json!({ "buckets": { "column": "bucket", "blocks": [["zip", "age"], ["disease", "ward"]] } })
    );
    assert_eq!(value["decision"], serde_json::json!({ "kind": "buckets" }));
    assert_eq!(
        value["privacy"][0],
        serde_json::json!({ "model": "bucket-size", "basis": "release", "asked": 3, "measured": 3 })
    );
    assert_eq!(value["privacy"][1]["measured"], 2);
    let statement = value["statement"].as_str().unwrap();
    assert!(statement.contains("rows are not records"), "{statement}");
    assert!(!text.contains("k-anonymity"));
    assert_eq!(
        serde_json::from_str::<Certificate>(&text).unwrap(),
        certificate
    );

    let measured = measure(&question(), TABLE.as_bytes()).unwrap();
    let facts = Facts {
        input_rows: 7,
        input_units: 7,
        suppressed_rows: 1,
        ..Facts::default()
    };
    let record = Record::new(&certificate, &question(), &measured, facts).unwrap();
    let record = record.to_json().unwrap();
    for record in [None, Some(record.as_str())] {
        let verification = verify(&text, TABLE.as_bytes(), record).unwrap();
        assert_eq!(verification.findings, [], "{:#?}", verification.rederived);
        let is_blocks = |stated: &String| stated.starts_with("the blocks: ");
        assert!(verification.only_stated.iter().any(is_blocks));
        assert_eq!(verification.needs_record.is_empty(), record.is_some());
    }
}

#[test]
fn buckets_and_decisions_belong_together() {
    let equal = Question {
        grouping: Grouping::EqualTexts,
        models: vec![Ask::KAnonymity { k: 1 }],
        ..question()
    };
    let levels = || Decision::levels(vec![("zip".into(), 0), ("age".into(), 0)]);
    let slices = Question {
        grouping: buckets(&[&["zip"], &["age"], &["disease", "ward"]]),
        ..question()
    };
    let cases = [
        (question(), Decision::Buckets {}, true),
        (question(), Decision::Slices {}, true),
        (question(), levels(), false),
        (slices.clone(), Decision::Slices {}, true),
        (slices, Decision::Buckets {}, false),
        (equal.clone(), levels(), true),
        (equal.clone(), Decision::Buckets {}, false),
        (equal, Decision::Slices {}, false),
    ];
    for (i, (question, decision, fits)) in cases.into_iter().enumerate() {
        assert_eq!(issued(&question, decision).is_ok(), fits, "case {i}");
    }
    let unmet = Question {
        models: vec![Ask::BucketSize { k: 4 }],
        ..question()
    };
    assert!(issued(&unmet, Decision::Buckets {}).is_err());
}

/// Whoever changes a certificate of buckets and repairs its digest is caught.
#[test]
fn a_repaired_certificate_of_buckets_must_be_true() {
    assert!(verified(certificate()).holds());
    type Change<'a> = &'a dyn Fn(&mut Certificate);
    let blocks = |blocks: &'static [&'static [&'static str]]| {
        move |certificate: &mut Certificate| certificate.grouping = buckets(blocks)
    };
    let equal = "The values were measured on the released file. The certificate is not signed: it shows that the file and the certificate belong together, not who made them.";
    let changes: [Change<'_>; 19] = [
        &|c| c.grouping = Grouping::EqualTexts,
        &|c| {
            c.grouping = Grouping::Buckets {
                column: "ward".into(),
                blocks: vec![vec!["zip".into(), "age".into()], vec!["disease".into()]],
            }
        },
        &blocks(&[&["zip", "age", "disease", "ward"]]),
        &blocks(&[&["zip", "age"], &["disease"]]),
        &blocks(&[&["zip"], &["age"], &["disease", "ward"]]),
        &blocks(&[&["zip", "age", "ward"], &["disease"]]),
        &blocks(&[&["zip"], &["age", "disease", "ward"]]),
        &|c| c.decision = Decision::levels(vec![("zip".into(), 0), ("age".into(), 0)]),
        &|c| c.unit = Unit::Persons,
        &|c| c.suppressed = Suppressed::Mark { label: "*".into() },
        &|c| c.statement = equal.into(),
        &|c| c.quasi_identifiers.push("disease".into()),
        &|c| c.privacy[0].model = Model::KAnonymity.into(),
        &|c| c.privacy[0].basis = Basis::Publisher,
        &|c| c.privacy[1].basis = Basis::Publisher,
        &|c| (c.privacy[0].asked, c.privacy[0].measured) = (Stated::Whole(4), Stated::Whole(4)),
        &|c| c.privacy[1].measured = Stated::Whole(3),
        &|c| c.privacy[1].column = Some("zip".into()),
        &|c| c.privacy[2].measured_against_release = Some(Stated::Text("0.1".into())),
    ];
    for (i, change) in changes.iter().enumerate() {
        let mut certificate = certificate();
        change(&mut certificate);
        let found = verified(certificate).findings;
        let unmet = |finding: &Finding| matches!(finding, Finding::PromiseUnmet { .. });
        assert!(
            !found.is_empty() && found.iter().all(unmet),
            "change {i}: {found:?}"
        );
    }
    // A row that moves to another bucket.
    let table = TABLE.replace("2,47909", "1,47909");
    let sha256 = measure(&question(), table.as_bytes()).unwrap().sha256;
    let mut certificate = certificate();
    certificate.files[0].sha256 = sha256;
    let text = certificate.seal().unwrap().to_json().unwrap();
    let found = verify(&text, table.as_bytes(), None).unwrap();
    assert!(!found.holds());
}
