//! Worked examples with their published values (T. Li, "Privacy Preservation in Data Publishing and
//! Sharing", 2010, chapters 1 and 2; disease values against the empirical distribution).

use equipoise_certify::{
    Ask, Counted, Distance, EntropyEstimator, Measured, Neighbours, Persons, Question, Ratio,
    Value, measure,
};

fn question(sensitive: &str, distance: Distance, reference: Option<Counted>) -> Question {
    let mut question = Question::new(["group"]);
    let (of, t) = (|| sensitive.into(), "1".into());
    question.models = vec![
        Ask::TCloseness {
            of: of(),
            t,
            distance,
            reference,
        },
        Ask::DistinctDiversity { of: of(), l: 1 },
    ];
    question
}

fn table(sensitive: &str, groups: &[&[&str]]) -> String {
    let mut text = format!("group,{sensitive}\n");
    for (group, values) in groups.iter().enumerate() {
        values
            .iter()
            .for_each(|value| text += &format!("{group},{value}\n"));
    }
    text
}

/// The distance of one group from a reference that has all values of all groups.
fn value_of(sensitive: &str, distance: &Distance, group: &[&str], all: &[&[&str]]) -> Value {
    let mut reference: Counted = Vec::new();
    for value in all.iter().flat_map(|group| *group) {
        match reference
            .iter_mut()
            .find(|(text, _)| text.as_deref() == Some(value))
        {
            Some((_, units)) => *units += 1,
            None => reference.push((Some((*value).into()), 1)),
        }
    }
    let question = question(sensitive, distance.clone(), Some(reference));
    let measured = measure(&question, table(sensitive, &[group]).as_bytes()).unwrap();
    measured.models[0].value.unwrap()
}

fn distance_of(sensitive: &str, distance: &Distance, group: &[&str], all: &[&[&str]]) -> Ratio {
    let value = value_of(sensitive, distance, group, all);
    assert!(value.is_exact());
    value.ratio().unwrap()
}

fn ratio(num: u128, den: u128) -> Ratio {
    Ratio::new(num, den).unwrap()
}

#[test]
fn salaries() {
    let ranks = (3..=11)
        .map(|salary| (salary.to_string(), salary - 3))
        .collect();
    let ordered = Distance::Ordered { ranks };
    let diverse: &[&[&str]] = &[&["3", "4", "5"], &["6", "8", "11"], &["7", "9", "10"]];
    for (group, expected) in diverse
        .iter()
        .zip([ratio(3, 8), ratio(1, 6), ratio(17, 72)])
    {
        assert_eq!(distance_of("salary", &ordered, group, diverse), expected);
    }
    let close: &[&[&str]] = &[&["3", "5", "9"], &["6", "8", "11"], &["4", "7", "10"]];
    for (group, expected) in close.iter().zip([ratio(1, 6), ratio(1, 6), ratio(1, 12)]) {
        assert_eq!(distance_of("salary", &ordered, group, close), expected);
    }
    // The whole table against itself: the worst group.
    let measured = measure(
        &question("salary", ordered, None),
        table("salary", diverse).as_bytes(),
    )
    .unwrap();
    assert_eq!(
        (measured.models[0].against_release, measured.models[0].value),
        (Some(Value::Exact(ratio(3, 8))), None)
    );
    assert_eq!(measured.models[1].value, Some(Value::Exact(ratio(3, 1))));
}

fn disease_lines() -> Vec<Vec<String>> {
    let branches = [
        (
            "respiratory infection",
            "respiratory",
            &["flu", "pneumonia", "bronchitis"][..],
        ),
        (
            "vascular lung",
            "respiratory",
            &["pulmonary edema", "pulmonary embolism"],
        ),
        (
            "stomach",
            "digestive",
            &["gastric ulcer", "stomach cancer", "gastritis"],
        ),
        ("colon", "digestive", &["colitis", "colon cancer"]),
    ];
    let line =
        |value: &str, low: &str, high: &str| [value, low, high, "*"].map(String::from).to_vec();
    branches
        .iter()
        .flat_map(|(low, high, values)| values.iter().map(move |value| line(value, low, high)))
        .collect()
}

#[test]
fn diseases() {
    let tree = Distance::Hierarchical {
        lines: disease_lines(),
    };
    let all: &[&[&str]] = &[
        &["gastric ulcer", "gastritis", "stomach cancer"],
        &["gastritis", "flu", "bronchitis"],
        &["bronchitis", "pneumonia", "stomach cancer"],
    ];
    assert_eq!(distance_of("disease", &tree, all[0], all), ratio(4, 9));
    for (group, expected) in [
        (
            &["gastric ulcer", "stomach cancer", "pneumonia"],
            ratio(7, 27),
        ),
        (&["gastritis", "flu", "bronchitis"], ratio(8, 27)),
        (&["gastritis", "bronchitis", "stomach cancer"], ratio(5, 27)),
    ] {
        assert_eq!(distance_of("disease", &tree, group, all), expected);
    }
    // Against the six diseases with equal shares, as the source prints it.
    let uniform: &[&[&str]] = &[&[
        "gastric ulcer",
        "gastritis",
        "stomach cancer",
        "flu",
        "bronchitis",
        "pneumonia",
    ]];
    assert_eq!(distance_of("disease", &tree, all[0], uniform), ratio(1, 2));
    for group in [
        &["gastric ulcer", "stomach cancer", "pneumonia"],
        &["gastritis", "flu", "bronchitis"],
    ] {
        assert_eq!(distance_of("disease", &tree, group, uniform), ratio(5, 18));
    }
    // Single values: the ground distances themselves.
    for (a, b, expected) in [
        ("flu", "bronchitis", ratio(1, 3)),
        ("flu", "pulmonary embolism", ratio(2, 3)),
        ("flu", "stomach cancer", ratio(1, 1)),
    ] {
        let pair = distance_of("disease", &tree, &[a], &[&[a, b]]);
        // Half of the reference lies at the other value.
        assert_eq!(ratio(pair.num() * 2, pair.den()), expected);
    }
}

#[test]
fn equal_distances() {
    let rows = |parts: &[(&'static str, usize)]| {
        parts
            .iter()
            .flat_map(|(value, n)| vec![*value; *n])
            .collect::<Vec<_>>()
    };
    let groups = [
        rows(&[("cancer", 30), ("flu", 30)]),
        rows(&[("cancer", 20), ("flu", 180)]),
        rows(&[("cancer", 20), ("flu", 20)]),
    ];
    let all: Vec<&[&str]> = groups.iter().map(Vec::as_slice).collect();
    for (group, expected) in groups
        .iter()
        .zip([ratio(4, 15), ratio(2, 15), ratio(4, 15)])
    {
        assert_eq!(
            distance_of("disease", &Distance::Equal, group, &all),
            expected
        );
    }
    let (small, whole) = (rows(&[("a", 1), ("b", 99)]), rows(&[("a", 11), ("b", 89)]));
    assert_eq!(
        distance_of("x", &Distance::Equal, &small, &[&whole]),
        ratio(1, 10)
    );
}

fn patients(column: &str) -> Measured {
    let rows = "zip,age,disease\n476**,2*,heart\n476**,2*,heart\n476**,2*,heart\n4790*,>=40,flu\n4790*,>=40,heart\n4790*,>=40,cancer\n\
                476**,3*,heart\n476**,3*,cancer\n476**,3*,cancer\n";
    let mut question = Question::new(["zip", "age"]);
    question.models = vec![Ask::DistinctDiversity {
        of: column.into(),
        l: 1,
    }];
    measure(&question, rows.as_bytes()).unwrap()
}

#[test]
fn three_anonymous_patients_with_a_homogeneous_group() {
    let measured = patients("disease");
    assert_eq!(
        (
            measured.rows,
            measured.units,
            measured.classes,
            measured.smallest_class
        ),
        (9, 9, 3, Some(3))
    );
    assert_eq!(
        measured.class_sizes.into_iter().collect::<Vec<_>>(),
        [(3, 3)]
    );
    assert_eq!(measured.models[0].value, Some(Value::Exact(ratio(1, 1))));
    assert_eq!(
        measured.models[0].witness,
        Some(vec![Some("476**".into()), Some("2*".into())])
    );
}

#[test]
fn twelve_rows_of_one_person_are_a_class_of_one() {
    let text = format!("id,zip\n{}b,2\nc,2\n", "a,1\n".repeat(12));
    let mut question = Question::new(["zip"]);
    question.persons = Persons::Column("id".into());
    let measured = measure(&question, text.as_bytes()).unwrap();
    assert_eq!(
        (
            measured.rows,
            measured.units,
            measured.classes,
            measured.smallest_class
        ),
        (14, 3, 2, Some(1))
    );
}

/// Diversity of the same nine patients: the homogeneous group fails every variant beyond one value.
#[test]
fn the_homogeneous_group_has_no_diversity() {
    let rows = "zip,disease\n1,heart\n1,heart\n1,heart\n2,flu\n2,heart\n2,cancer\n3,heart\n3,cancer\n3,cancer\n";
    let mut question = Question::new(["zip"]);
    let of = || "disease".into();
    question.models = vec![
        Ask::ProbabilisticDiversity {
            of: of(),
            l: "1".into(),
        },
        Ask::EntropyDiversity {
            of: of(),
            l: "1".into(),
            estimator: EntropyEstimator::Shannon,
        },
        Ask::RecursiveDiversity {
            of: of(),
            c: "100".into(),
            l: 2,
        },
        Ask::AlphaK {
            of: of(),
            alpha: "1".into(),
            k: 3,
            values: None,
        },
    ];
    let measured = measure(&question, rows.as_bytes()).unwrap();
    let (one, met): (Vec<_>, Vec<_>) = measured
        .models
        .iter()
        .map(|model| (model.value.unwrap(), model.met))
        .unzip();
    assert_eq!(
        one,
        [
            Value::Exact(ratio(1, 1)),
            Value::Exact(ratio(1, 1)),
            Value::Infinite,
            Value::Exact(ratio(1, 1))
        ]
    );
    assert_eq!(met, [true, true, false, true]);
}

/// The salaries of a table that is distinct and entropy 3-diverse.
#[test]
fn three_salaries_are_entropy_three_diverse() {
    let mut question = Question::new(["group"]);
    question.models = vec![Ask::EntropyDiversity {
        of: "salary".into(),
        l: "3".into(),
        estimator: EntropyEstimator::Shannon,
    }];
    let text = table(
        "salary",
        &[&["3", "4", "5"], &["6", "8", "11"], &["7", "9", "10"]],
    );
    let measured = measure(&question, text.as_bytes()).unwrap();
    assert_eq!(
        (measured.models[0].value, measured.models[0].met),
        (Some(Value::Exact(ratio(3, 1))), true)
    );
}

/// 99 % negative: entropies of 0.0560 (all), 0.6931 (half and half) and 0.0980 (49 of 50).
#[test]
fn entropies_of_a_skewed_table() {
    let entropy = |positive: usize, negative: usize| {
        let mut question = Question::new(["group"]);
        question.models = vec![Ask::EntropyDiversity {
            of: "test".into(),
            l: "1".into(),
            estimator: EntropyEstimator::Shannon,
        }];
        let rows = [vec!["+"; positive], vec!["-"; negative]].concat();
        let measured = measure(&question, table("test", &[&rows]).as_bytes()).unwrap();
        decimal(measured.models[0].value.unwrap()).ln()
    };
    for (positive, negative, expected) in [
        (100, 9900, 0.0560),
        (25, 25, std::f64::consts::LN_2),
        (49, 1, 0.0980),
    ] {
        assert!(
            (entropy(positive, negative) - expected).abs() < 5e-5,
            "{positive} and {negative}"
        );
    }
    let whole = [vec!["+"; 100], vec!["-"; 9900]].concat();
    for (group, expected) in [
        ([vec!["+"; 25], vec!["-"; 25]].concat(), ratio(49, 100)),
        ([vec!["+"; 49], vec!["-"; 1]].concat(), ratio(97, 100)),
    ] {
        assert_eq!(
            distance_of("test", &Distance::Equal, &group, &[&whole]),
            expected
        );
    }
}

fn decimal(value: Value) -> f64 {
    let ratio = value.ratio().unwrap();
    ratio.num() as f64 / ratio.den() as f64
}

/// Smoothed divergences of the salaries 3 to 11, of which each occurs once, and of decades from 30
/// to 90.
#[test]
fn smoothed_divergences() {
    let smoothed =
        |values: std::ops::RangeInclusive<u32>, step: usize, bandwidth: &str| Distance::Smoothed {
            bandwidth: bandwidth.into(),
            by: Neighbours::Numbers(
                values
                    .step_by(step)
                    .map(|value| (value.to_string(), value.to_string()))
                    .collect(),
            ),
        };
    let all: &[&[&str]] = &[&["3", "4", "5", "6", "7", "8", "9", "10", "11"]];
    for (bandwidth, low, spread) in [
        ("0.3", 0.2266, 0.0578),
        ("0.2", 0.2635, 0.0953),
        ("0.5", 0.1731, 0.0151),
    ] {
        let distance = smoothed(3..=11, 1, bandwidth);
        for (group, expected) in [(["3", "4", "5"], low), (["6", "8", "11"], spread)] {
            let found = decimal(value_of("salary", &distance, &group, all));
            assert!(
                (found - expected).abs() < 5.1e-5,
                "{bandwidth}: {found} and not {expected}"
            );
        }
    }
    // Two groups of a table that has every decade: the divergence of one from the other takes a
    // reference with zeros, which no table gives, so the domain is kept by a hundred thousandth of
    // the other decades.
    let decades: Vec<&str> = vec!["30", "40", "50", "60", "70", "80", "90"];
    for (other, expected) in [(["50", "60"], 0.1605), (["80", "90"], 0.6397)] {
        let mut reference: Vec<&str> = decades.clone();
        other
            .iter()
            .for_each(|value| reference.extend(vec![*value; 100_000]));
        let found = decimal(value_of(
            "age",
            &smoothed(30..=90, 10, "0.5"),
            &["30", "40"],
            &[&reference],
        ));
        assert!(
            (found - expected).abs() < 2e-4,
            "{found} and not {expected}"
        );
    }
}
