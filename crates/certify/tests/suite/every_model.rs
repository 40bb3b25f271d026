//! One release under every model: what is stated, what is held back, and that changes are noticed.

use equipoise_certify::*;

const HEAD: &str = "id,zip,age,disease,part,items\n";
const ROWS: [&str; 12] = [
    "1,1*,2*,flu,lung,a|b",
    "2,1*,2*,flu,lung,a|b",
    "3,1*,2*,ulcer,gut,a|b",
    "4,1*,2*,ulcer,gut,a|c",
    "5,1*,2*,asthma,lung,a|c",
    "6,1*,2*,asthma,lung,a|c",
    "7,2*,3*,flu,lung,b",
    "8,2*,3*,flu,lung,b",
    "9,2*,3*,flu,lung,",
    "10,2*,3*,ulcer,gut,b",
    "11,2*,3*,ulcer,gut,c|d",
    "12,2*,3*,asthma,lung,d|c|d",
];
/// Removed from the release; nobody else has this disease.
const REMOVED: [&str; 2] = ["13,3*,3*,leprosy,skin,z", "14,3*,3*,ulcer,gut,z"];

fn text<'a>(rows: impl IntoIterator<Item = &'a str>) -> String {
    rows.into_iter()
        .fold(HEAD.to_owned(), |text, row| text + row + "\n")
}

fn input() -> InputClasses {
    let line = |labels: &[&str]| {
        labels
            .iter()
            .map(|label| (*label).to_owned())
            .collect::<Vec<_>>()
    };
    let lines = vec![
        vec![
            line(&["1*", "low", "*"]),
            line(&["2*", "low", "*"]),
            line(&["3*", "high", "*"]),
        ],
        vec![line(&["2*", "*"]), line(&["3*", "*"])],
    ];
    let rows = ROWS.iter().chain(&REMOVED).copied();
    count_input(
        &Question::new(["zip", "age"]),
        "disease",
        &[],
        lines,
        text(rows).as_bytes(),
    )
    .unwrap()
}

fn population() -> ClassCounts {
    let rows = ROWS.iter().chain(&REMOVED).chain(&[
        "a,1*,2*,,,",
        "b,1*,2*,,,",
        "c,1*,2*,,,",
        "d,2*,3*,,,",
        "e,2*,3*,,,",
        "f,4*,3*,,,",
    ]);
    count_classes(
        &Question::new(["zip", "age"]),
        text(rows.copied()).as_bytes(),
    )
    .unwrap()
}

/// Every model with parameters that this release just meets.
fn asks() -> Vec<Ask> {
    let of = || Of::from("disease");
    let reference = || {
        Some(
            [("flu", 5), ("ulcer", 5), ("asthma", 3), ("leprosy", 1)]
                .map(|(text, units)| (Some(text.to_owned()), units))
                .to_vec(),
        )
    };
    let lines: Vec<Vec<String>> = [
        ("flu", "lung"),
        ("asthma", "lung"),
        ("ulcer", "gut"),
        ("leprosy", "skin"),
    ]
    .map(|(value, part)| vec![value.to_owned(), part.to_owned(), "*".to_owned()])
    .to_vec();
    let ranks: Vec<(String, u32)> = ["flu", "asthma", "leprosy", "ulcer"]
        .iter()
        .zip(0..)
        .map(|(text, rank)| ((*text).into(), rank))
        .collect();
    let numbers: Vec<(String, String)> = [
        ("flu", "-1.5"),
        ("asthma", "0"),
        ("leprosy", "4.77"),
        ("ulcer", "2.25"),
    ]
    .map(|(a, b)| (a.into(), b.into()))
    .to_vec();
    let smoothed = |by| Distance::Smoothed {
        bandwidth: "0.6".into(),
        by,
    };
    let t = |distance, t: &str| Ask::TCloseness {
        of: of(),
        t: t.into(),
        distance,
        reference: reference(),
    };
    let estimated = |estimator, sampling, sample| MapPopulation::Estimated {
        estimator,
        sampling,
        sample,
        significance: "0.01".into(),
    };
    let unique = |estimator| Ask::PopulationUniqueness {
        threshold: "0".into(),
        estimator,
        sampling: Sampling::Fraction("0.2".into()),
    };
    let nt = |distance, t: &str| Ask::NtCloseness {
        of: of(),
        n: 10,
        t: t.into(),
        distance,
        input: Some(input()),
    };
    vec![
        Ask::KAnonymity { k: 6 },
        Ask::DistinctDiversity { of: of(), l: 3 },
        Ask::ProbabilisticDiversity {
            of: of(),
            l: "2".into(),
        },
        Ask::EntropyDiversity {
            of: of(),
            l: "2.7".into(),
            estimator: EntropyEstimator::Shannon,
        },
        Ask::EntropyDiversity {
            of: of(),
            l: "2".into(),
            estimator: EntropyEstimator::Grassberger,
        },
        Ask::RecursiveDiversity {
            of: of(),
            c: "1.01".into(),
            l: 2,
        },
        Ask::AlphaK {
            of: of(),
            alpha: "0.5".into(),
            k: 6,
            values: Some(vec!["leprosy".into(), "flu".into()]),
        },
        Ask::AlphaK {
            of: Of {
                column: "disease".into(),
                others: vec!["part".into()],
            },
            alpha: "1".into(),
            k: 2,
            values: None,
        },
        t(Distance::Equal, "0.2"),
        t(
            Distance::Ordered {
                ranks: ranks.clone(),
            },
            "0.2",
        ),
        t(
            Distance::Hierarchical {
                lines: lines.clone(),
            },
            "0.2",
        ),
        t(smoothed(Neighbours::Equal), "0.1"),
        t(smoothed(Neighbours::Ranks(ranks)), "0.1"),
        t(smoothed(Neighbours::Lines(lines.clone())), "0.1"),
        t(smoothed(Neighbours::Numbers(numbers)), "0.1"),
        Ask::DeltaDisclosure {
            of: of(),
            delta: "0.5".into(),
            log: LogBase::Natural,
            reference: reference(),
        },
        Ask::DeltaDisclosure {
            of: of(),
            delta: "0.7".into(),
            log: LogBase::Binary,
            reference: reference(),
        },
        Ask::SemanticPrivacy {
            of: of(),
            delta: "0.5".into(),
            log: LogBase::Natural,
            reference: without_leprosy(reference()),
        },
        Ask::BetaLikeness {
            of: of(),
            beta: "0.6".into(),
            likeness: Likeness::Basic,
            reference: reference(),
        },
        Ask::BetaLikeness {
            of: of(),
            beta: "0.6".into(),
            likeness: Likeness::Enhanced,
            reference: reference(),
        },
        Ask::SampleUniqueness {
            threshold: "0".into(),
        },
        Ask::AverageRisk {
            threshold: "0.17".into(),
        },
        unique(UniquenessEstimator::Zayatz),
        unique(UniquenessEstimator::Pitman),
        unique(UniquenessEstimator::Snb),
        unique(UniquenessEstimator::Dankar),
        Ask::KMap {
            k: 8,
            population: MapPopulation::Counted(Some(population())),
        },
        Ask::KMap {
            k: 5,
            population: estimated(
                MapEstimator::Poisson,
                Sampling::Fraction("0.5".into()),
                None,
            ),
        },
        Ask::KMap {
            k: 5,
            population: estimated(
                MapEstimator::ZeroTruncatedPoisson,
                Sampling::PopulationSize(28),
                Some(14),
            ),
        },
        Ask::DeltaPresence {
            min: "0.66".into(),
            max: "0.75".into(),
            population: Some(released_population()),
        },
        nt(Distance::Equal, "0.2"),
        nt(smoothed(Neighbours::Lines(lines)), "0.05"),
        Ask::LkcPrivacy {
            of: of(),
            l: 1,
            k: 6,
            c: "0.5".into(),
        },
        Ask::KmAnonymity {
            of: "items".into(),
            items: "|".into(),
            k: 2,
            m: 2,
        },
    ]
}

/// Only the classes that are released: where nobody may be known to be absent, there are no others.
fn released_population() -> ClassCounts {
    let mut counts = population();
    counts.0.retain(|(labels, _)| {
        labels[0].as_deref() == Some("1*") || labels[0].as_deref() == Some("2*")
    });
    counts
}

/// A class lacks leprosy, so semantic privacy holds only where nobody had it.
fn without_leprosy(reference: Option<Counted>) -> Option<Counted> {
    let mut reference = reference?;
    reference.retain(|(value, _)| value.as_deref() != Some("leprosy"));
    reference[0].1 += 1;
    Some(reference)
}

struct One {
    ask: Ask,
    question: Question,
    certificate: Certificate,
    record: Record,
}

fn release(ask: Ask) -> One {
    let mut question = Question::new(["zip", "age"]);
    question.missing = vec![String::new()];
    question.models = vec![ask.clone()];
    let measured = measure(&question, text(ROWS).as_bytes()).unwrap();
    let release = Release {
        file: "out.csv".into(),
        decision: Decision::levels(vec![("zip".into(), 1), ("age".into(), 1)]),
    };
    let certificate =
        issue(&question, &measured, &release).unwrap_or_else(|error| panic!("{ask:?}: {error}"));
    let facts = Facts {
        input_rows: 14,
        input_units: 14,
        suppressed_rows: 2,
        ..Facts::default()
    };
    let record = Record::new(&certificate, &question, &measured, facts).unwrap();
    One {
        ask,
        question,
        certificate,
        record,
    }
}

impl One {
    fn verify(&self, table: &str, with_record: bool) -> Verification {
        let record = self.record.to_json().unwrap();
        verify(
            &self.certificate.to_json().unwrap(),
            table.as_bytes(),
            with_record.then_some(record.as_str()),
        )
        .unwrap()
    }

    /// The same after somebody changed the certificate, and the record with it, and repaired all
    /// digests.
    fn repaired(&self, change: impl FnOnce(&mut Certificate)) -> One {
        let mut certificate = self.certificate.clone();
        change(&mut certificate);
        let certificate = certificate.seal().unwrap();
        let mut record = self.record.clone();
        record.certificate_digest.clone_from(&certificate.digest);
        record.output_sha256 = vec![certificate.files[0].sha256.clone()];
        One {
            ask: self.ask.clone(),
            question: self.question.clone(),
            certificate,
            record: record.seal().unwrap(),
        }
    }
}

#[test]
fn documents_survive_writing_and_reading() {
    for one in asks().into_iter().map(release) {
        let (certificate, record) = (
            one.certificate.to_json().unwrap(),
            one.record.to_json().unwrap(),
        );
        assert_eq!(
            serde_json::from_str::<Certificate>(&certificate).unwrap(),
            one.certificate
        );
        assert_eq!(serde_json::from_str::<Record>(&record).unwrap(), one.record);
    }
}

#[test]
fn certificates_hold_back_what_leads_to_the_removed() {
    for one in asks().into_iter().map(release) {
        let mut promises = one.certificate.privacy.clone();
        // What the recipe lists is no secret of the table.
        promises
            .iter_mut()
            .for_each(|promise| promise.values = None);
        let text = serde_json::to_string(&promises).unwrap();
        for held_back in [
            "leprosy",
            "skin",
            "4.77",
            "\"3*\"",
            "high",
            "\"14\"",
            ":14",
            "populations",
            "reference\"",
            "classes",
        ] {
            assert!(
                !text.contains(held_back),
                "{}: {held_back} in {text}",
                one.ask.name()
            );
        }
    }
}

#[test]
fn untouched_releases_hold() {
    for one in asks().into_iter().map(release) {
        for with_record in [false, true] {
            let verification = one.verify(&text(ROWS), with_record);
            assert_eq!(
                verification.findings,
                [],
                "{:?}: {:#?}",
                one.ask,
                verification.rederived
            );
            let needs = matches!(
                one.ask.name(),
                "t-closeness"
                    | "semantic-privacy"
                    | "delta-disclosure"
                    | "beta-likeness"
                    | "delta-presence"
                    | "nt-closeness"
            );
            let counted = matches!(
                &one.ask,
                Ask::KMap {
                    population: MapPopulation::Counted(_),
                    ..
                }
            );
            let sized = matches!(
                &one.ask,
                Ask::KMap {
                    population: MapPopulation::Estimated {
                        sampling: Sampling::PopulationSize(_),
                        ..
                    },
                    ..
                }
            );
            let expected = usize::from(!with_record && (needs || counted || sized));
            assert_eq!(
                verification.needs_record.len(),
                expected,
                "{:?}",
                verification.needs_record
            );
        }
    }
}

/// A row that is alone in its class breaks every model, also for those who repair the digests.
#[test]
fn an_altered_cell_breaks_every_promise() {
    let mut rows = ROWS.to_vec();
    rows[0] = "1,9*,2*,flu,lung,a|b";
    let table = text(rows);
    // All but one: Grassberger's estimate of the entropy of a single unit is 1.27, which is that of
    // more than three values.
    let is_broken = |ask: &Ask| {
        !matches!(
            ask,
            Ask::EntropyDiversity {
                estimator: EntropyEstimator::Grassberger,
                ..
            }
        )
    };
    for one in asks().into_iter().filter(is_broken).map(release) {
        assert!(
            matches!(
                one.verify(&table, true).findings[..],
                [Finding::DataAltered {
                    promise_holds: Some(false),
                    ..
                }]
            ),
            "{:?}",
            one.ask
        );
        let sha256 = measure(&one.question, table.as_bytes()).unwrap().sha256;
        let one = one.repaired(|certificate| certificate.files[0].sha256 = sha256);
        let verification = one.verify(&table, true);
        let line = verification
            .rederived
            .iter()
            .find(|line| line.what.starts_with(one.ask.name()) && line.what.contains("asked"));
        assert!(!line.unwrap().ok, "{:?}", one.ask);
        assert!(
            verification
                .findings
                .iter()
                .any(|finding| matches!(finding, Finding::PromiseUnmet { .. }))
        );
        let measured = measure(&one.question, table.as_bytes()).unwrap();
        let release = Release {
            file: "out.csv".into(),
            decision: Decision::levels(vec![("zip".into(), 1), ("age".into(), 1)]),
        };
        assert!(!measured.models[0].met && issue(&one.question, &measured, &release).is_err());
    }
}

#[test]
fn what_a_repaired_certificate_states_must_be_true() {
    for one in asks().into_iter().map(release) {
        let unmet = |change: &dyn Fn(&mut Promise)| {
            let one = one.repaired(|certificate| change(&mut certificate.privacy[0]));
            let findings = one.verify(&text(ROWS), true).findings;
            !findings.is_empty()
                && findings
                    .iter()
                    .all(|finding| matches!(finding, Finding::PromiseUnmet { .. }))
        };
        let changes: [&dyn Fn(&mut Promise); 7] = [
            &|promise| promise.measured = Stated::Text("0.123".into()),
            &|promise| promise.measured = Stated::Whole(77),
            &|promise| {
                promise.measured = Stated::Parts(vec![("num".into(), Stated::Text("1".into()))])
            },
            &|promise| promise.asked = Stated::Text("x".into()),
            &|promise| promise.asked = Stated::Parts(Vec::new()),
            &|promise| promise.model = Word::Unknown("no-such-model".into()),
            &|promise| promise.variant = Some(Word::Unknown("no-such-variant".into())),
        ];
        for (i, change) in changes.iter().enumerate() {
            assert!(unmet(*change), "{:?}: change {i}", one.ask);
        }
        if one.certificate.privacy[0]
            .measured_against_release
            .is_some()
        {
            assert!(unmet(&|promise| promise.measured_against_release = None));
            assert!(unmet(
                &|promise| promise.measured_against_release = Some(Stated::Whole(77))
            ));
        }
    }
}

#[test]
fn promises_have_the_fields_of_their_model() {
    let json = |at: usize| {
        let certificate = release(asks().remove(at)).certificate;
        serde_json::to_value(&certificate.privacy[0]).unwrap()
    };
    let fraction = |num: &str, den: &str, decimal: &str| serde_json::json!({ "num": num, "den": den, "decimal": decimal });
    assert_eq!(
        json(5),
        serde_json::json!({
            "model": "l-diversity", "column": "disease", "variant": "recursive", "basis": "release",
            "asked": { "c": "1.01", "l": 2 }, "measured": fraction("1", "1", "1.000000"),
        })
    );
    assert_eq!(
        json(6),
        serde_json::json!({
            "model": "alpha-k-anonymity", "column": "disease", "values": ["leprosy", "flu"], "basis": "release",
            "asked": { "alpha": "0.5", "k": 6 }, "measured": fraction("1", "2", "0.500000"),
        })
    );
    assert_eq!(
        json(7)["others_as_quasi_identifiers"],
        serde_json::json!(["part"])
    );
    assert_eq!(
        json(26),
        serde_json::json!({ "model": "k-map", "basis": "release", "asked": 8, "measured": 8 })
    );
    assert_eq!(
        json(29),
        serde_json::json!({
            "model": "delta-presence", "basis": "release", "asked": { "min": "0.66", "max": "0.75" }, "measured": { "min": "0.666", "max": "0.750" },
        })
    );
    assert_eq!(json(33)["items"], "|");
    // Asthma has 1/3 of the first class and 3/14 of the input: ln(14/9) is 0.4418, which would give
    // the 3/14 away.
    assert_eq!(
        (&json(15)["measured"], &json(15)["log"]),
        (&serde_json::json!({ "below": "0.5" }), &"natural".into())
    );
    assert_eq!(
        json(14)["numbers"],
        serde_json::json!([["asthma", "0"], ["flu", "-1.5"], ["ulcer", "2.25"]])
    );
}

/// In persons, everything but the number of distinct values takes the persons of the record.
#[test]
fn listed_persons_take_the_record() {
    for ask in asks()
        .into_iter()
        .filter(|ask| !matches!(ask, Ask::NtCloseness { .. }))
    {
        let mut question = Question::new(["zip", "age"]);
        question.missing = vec![String::new()];
        question.persons = Persons::Listed((0..12).collect());
        question.models = vec![ask.clone()];
        let measured = measure(&question, text(ROWS).as_bytes()).unwrap();
        let release = Release {
            file: "out.csv".into(),
            decision: Decision::levels(vec![("zip".into(), 1), ("age".into(), 1)]),
        };
        let certificate = issue(&question, &measured, &release).unwrap();
        let facts = Facts {
            input_rows: 14,
            input_units: 14,
            suppressed_rows: 2,
            ..Facts::default()
        };
        let record = Record::new(&certificate, &question, &measured, facts)
            .unwrap()
            .to_json()
            .unwrap();
        let verified = |record| {
            verify(
                &certificate.to_json().unwrap(),
                text(ROWS).as_bytes(),
                record,
            )
            .unwrap()
        };
        assert_eq!(
            verified(None).needs_record.is_empty(),
            matches!(ask, Ask::DistinctDiversity { .. }),
            "{ask:?}"
        );
        assert_eq!(verified(None).findings, []);
        assert_eq!(
            (
                verified(Some(record.as_str())).findings,
                verified(Some(record.as_str())).needs_record
            ),
            (vec![], vec![])
        );
    }
}

/// Persons of larger sets are counted anew, so the record lists them.
#[test]
fn supersets_of_persons_survive_in_the_record() {
    let rows = [
        "1,1*,2*,flu,lung,",
        "1,1*,2*,flu,lung,",
        "2,1*,2*,ulcer,gut,",
        "1,2*,3*,flu,lung,",
        "3,2*,3*,ulcer,gut,",
    ];
    let table = text(rows);
    let mut question = Question::new(["zip", "age"]);
    question.persons = Persons::Column("id".into());
    let line = |low: &str| vec![low.to_owned(), "*".to_owned()];
    let lines = vec![vec![line("1*"), line("2*")], vec![line("2*"), line("3*")]];
    let nt = |n, input| Ask::NtCloseness {
        of: "disease".into(),
        n,
        t: "0.2".into(),
        distance: Distance::Equal,
        input: Some(input),
    };
    let input = count_input(&question, "disease", &[], lines, table.as_bytes()).unwrap();
    // All rows have three persons: one with flu, two with an ulcer. Each class has one of both, so
    // a sixth is moved.
    question.models = vec![nt(3, input.clone()), nt(4, input)];
    let measured = measure(&question, table.as_bytes()).unwrap();
    assert_eq!(
        measured.models[0].value,
        Some(Value::Exact(Ratio::new(1, 6).unwrap()))
    );
    assert_eq!(measured.models[1].value, Some(Value::Infinite));
    question.models.pop();
    let measured = measure(&question, table.as_bytes()).unwrap();
    let release = Release {
        file: "out.csv".into(),
        decision: Decision::levels(vec![("zip".into(), 1), ("age".into(), 1)]),
    };
    let certificate = issue(&question, &measured, &release).unwrap();
    let facts = Facts {
        input_rows: 5,
        input_units: 3,
        ..Facts::default()
    };
    let record = Record::new(&certificate, &question, &measured, facts).unwrap();
    let json = record.to_json().unwrap();
    assert_eq!(serde_json::from_str::<Record>(&json).unwrap(), record);
    assert_eq!(
        verify(
            &certificate.to_json().unwrap(),
            table.as_bytes(),
            Some(&json)
        )
        .unwrap()
        .findings,
        []
    );
}
