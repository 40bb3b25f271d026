//! All models: what the report promises, measures, and leaves open.

use crate::common::{adult, decimal, l_diversity, met, t_closeness, text, with_others};
use equipoise_recipe::{
    DistanceChoice, EntropyEstimatorChoice, LikenessChoice, LogChoice, MapEstimator, MapPopulation,
    Model, ReadingChoice, Role, SamplingChoice, UniquenessEstimator, Variant,
};
use equipoise_report::{
    AccountSection, Audience, ModelLine, ProtectionUnit, Report, ThresholdSide, open_promise,
    promise,
};
use serde_json::{Value, json};

const COLUMN: &str = "diagnosis";

fn diversity(l: &str, variant: Variant) -> Model {
    l_diversity(COLUMN, l, variant)
}

fn closeness(distance: DistanceChoice) -> Model {
    t_closeness(COLUMN, "0.2", distance)
}

fn alpha_k(values: Option<&[&str]>) -> Model {
    Model::AlphaKAnonymity {
        column: text(COLUMN),
        alpha: decimal("0.5"),
        k: 5,
        values: values.map(|values| values.iter().map(|v| text(v)).collect()),
        others_as_quasi_identifiers: false,
    }
}

fn semantic(log: LogChoice) -> Model {
    Model::SemanticPrivacy {
        column: text(COLUMN),
        delta: decimal("1"),
        log,
        others_as_quasi_identifiers: false,
    }
}

fn delta_disclosure() -> Model {
    Model::DeltaDisclosure {
        column: text(COLUMN),
        delta: decimal("0.7"),
        log: LogChoice::Natural,
        others_as_quasi_identifiers: false,
    }
}

fn likeness(variant: LikenessChoice) -> Model {
    Model::BetaLikeness {
        column: text(COLUMN),
        beta: decimal("1.5"),
        variant,
        others_as_quasi_identifiers: false,
    }
}

fn recursive() -> Model {
    diversity("3", Variant::Recursive { c: decimal("2") })
}

fn k_map(k: u64) -> Model {
    Model::KMap {
        k,
        population: MapPopulation::File(text("data/people.csv")),
    }
}

fn presence(min: &str) -> Model {
    Model::DeltaPresence {
        population: text("p.csv"),
        min: decimal(min),
        max: decimal("0.5"),
    }
}

/// Every model and variant, words of its promise, and the beginning of the title of a caveat.
fn all() -> Vec<(ModelLine, &'static [&'static str], &'static str)> {
    use ThresholdSide::{AtLeast, AtMost, Below};
    let entropy = |estimator| diversity("4", Variant::Entropy { estimator });
    vec![
        (
            met(Model::KAnonymity { k: 5 }, AtLeast, "7"),
            &["at least 5 rows that look the same"],
            "Classes whose members",
        ),
        (
            met(diversity("3", Variant::Distinct), AtLeast, "3"),
            &["at least 3 different values", "`diagnosis`"],
            "Values that differ",
        ),
        (
            met(diversity("2.5", Variant::Probabilistic), AtLeast, "100/39"),
            &["more than one in 2.5"],
            "Values that mean much the same",
        ),
        (
            met(
                entropy(EntropyEstimatorChoice::Shannon),
                AtLeast,
                "4.123456789",
            ),
            &["as if 4 values"],
            "One value that is likely",
        ),
        (
            met(entropy(EntropyEstimatorChoice::Grassberger), AtLeast, "4"),
            &["does not show"],
            "One value that is likely",
        ),
        (
            met(recursive(), Below, "5/3"),
            &["less than 2 times", "from the 3rd most"],
            "Values that mean much the same",
        ),
        (
            met(alpha_k(None), AtMost, "4/9"),
            &["at least 5 rows", "no value of `diagnosis`", "0.5"],
            "Values that mean much the same",
        ),
        (
            met(alpha_k(Some(&["flu", "cold"])), AtMost, "4/9"),
            &["none of the 2 listed values"],
            "Values that are not listed",
        ),
        (
            met(closeness(DistanceChoice::Equal), AtMost, "1/7"),
            &["equally far", "at most 0.2"],
            "Rare values",
        ),
        (
            met(closeness(DistanceChoice::Ordered), AtMost, "1/7"),
            &["neighbours", "and 1 the"],
            "Rare values",
        ),
        (
            met(closeness(DistanceChoice::Hierarchical), AtMost, "1/7"),
            &["meet low"],
            "Finding somebody",
        ),
        (
            met(
                closeness(DistanceChoice::Smoothed {
                    bandwidth: decimal("0.3"),
                }),
                AtMost,
                "0.1",
            ),
            &["blended", "distance of 0.3", "0.693 the greatest"],
            "Finding somebody",
        ),
        (
            met(
                Model::NtCloseness {
                    column: text(COLUMN),
                    n: 1000,
                    t: decimal("0.15"),
                    distance: DistanceChoice::Equal,
                    others_as_quasi_identifiers: false,
                },
                AtMost,
                "0.1",
            ),
            &["fewer than 1000 rows", "at most 0.15"],
            "Large classes",
        ),
        (
            met(semantic(LogChoice::Binary), AtMost, "0.9"),
            &["a factor of 2,"],
            "Shares that grow",
        ),
        (
            met(semantic(LogChoice::Natural), AtMost, "0.9"),
            &["a factor of 2.72,"],
            "Shares that grow",
        ),
        (
            met(delta_disclosure(), Below, "0.6931"),
            &["than a factor of 2.02."],
            "Values that are absent, and",
        ),
        (
            met(likeness(LikenessChoice::Basic), AtMost, "4/3"),
            &["more than 1.5 times"],
            "Values that are absent, and",
        ),
        (
            met(likeness(LikenessChoice::Enhanced), AtMost, "4/3"),
            &["more than 1.5 times", "none becomes certain"],
            "Values that are absent (enhanced",
        ),
        (
            met(
                Model::LkcPrivacy {
                    column: text(COLUMN),
                    l: 3,
                    k: 5,
                    c: decimal("0.5"),
                    others_as_quasi_identifiers: false,
                },
                AtMost,
                "2/5",
            ),
            &[
                "any 3 quasi-identifiers",
                "at least 5 rows",
                "a share of 0.5",
            ],
            "Whoever knows one quasi-identifier more",
        ),
        (
            met(
                Model::KmAnonymity {
                    column: text(COLUMN),
                    k: 5,
                    m: 2,
                    others_as_quasi_identifiers: false,
                },
                AtLeast,
                "6",
            ),
            &["up to 2 items of `diagnosis`", "at least 5 rows"],
            "Whoever knows one item more",
        ),
        (
            met(
                Model::SampleUniqueness {
                    threshold: decimal("0.01"),
                },
                AtMost,
                "0",
            ),
            &["a share of 0.01 of the released rows"],
            "Those who are unique",
        ),
        (
            met(
                Model::AverageRisk {
                    threshold: decimal("0.1"),
                },
                AtMost,
                "1/12",
            ),
            &["a share of 0.1 of the rows"],
            "The worst behind",
        ),
        (
            met(
                Model::PopulationUniqueness {
                    threshold: decimal("0.05"),
                    estimator: UniquenessEstimator::Pitman,
                    sampling: SamplingChoice::Fraction(decimal("0.1")),
                },
                AtMost,
                "0.0123456",
            ),
            &["a share of 0.05 is estimated"],
            "An estimate that may be wrong",
        ),
        (
            met(k_map(5), AtLeast, "9"),
            &["(`people.csv`) finds at least 5"],
            "Whoever knows that",
        ),
        (
            met(
                Model::KMap {
                    k: 5,
                    population: MapPopulation::Estimated {
                        estimator: MapEstimator::Poisson,
                        sampling: SamplingChoice::PopulationSize(99),
                        significance: decimal("0.01"),
                    },
                },
                AtLeast,
                "9",
            ),
            &["estimated to find at least 5", "fewer is at most 0.01"],
            "Whoever knows that",
        ),
        (
            ModelLine {
                least: Some(text("3/29")),
                ..met(presence("0.1"), AtMost, "4/9")
            },
            &["(`p.csv`)", "from 0.1 to 0.5"],
            "Other registers",
        ),
    ]
}

fn report(models: Vec<ModelLine>) -> Report {
    Report { models, ..adult() }
}

fn parsed(report: &Report, audience: Audience) -> Value {
    serde_json::from_str(&report.to_json(audience)).unwrap()
}

fn flowing(report: &Report) -> String {
    report
        .to_text(Audience::Public)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

fn titles(report: &Report) -> Vec<String> {
    parsed(report, Audience::Public)["caveats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|caveat| text(caveat["title"].as_str().unwrap()))
        .collect()
}

#[test]
fn each_has_a_promise_with_its_numbers_and_a_caveat() {
    for (line, words, caveat) in all() {
        let sentence = promise(&line.model, &AccountSection::Plain, &ProtectionUnit::Rows);
        for word in words {
            assert!(sentence.contains(word), "{word}: {sentence}");
        }
        assert!(
            !sentence.contains('?') && sentence.ends_with('.'),
            "{sentence}"
        );
        let report = report(vec![line]);
        assert!(
            titles(&report)
                .iter()
                .any(|title| title.starts_with(caveat)),
            "{caveat}: {:?}",
            titles(&report)
        );
    }
}

#[test]
fn no_word_promises_more_than_was_measured() {
    let report = report(all().into_iter().map(|(line, ..)| line).collect());
    for rendered in [
        report.to_text(Audience::Public),
        report.to_json(Audience::Public),
    ] {
        for word in [
            "safe",
            "anonymous",
            "anonymized",
            "anonymised",
            "guarantee",
            "secure",
            "NaN",
        ] {
            assert!(
                !rendered.to_lowercase().contains(&word.to_lowercase()),
                "{word}"
            );
        }
    }
}

#[test]
fn all_of_them_fit_a_page() {
    let report = report(all().into_iter().map(|(line, ..)| line).collect());
    for line in report
        .to_text(Audience::Public)
        .lines()
        .chain(report.to_text(Audience::Internal).lines())
    {
        assert!(line.chars().count() <= 92, "{line}");
    }
    let text = flowing(&report);
    for words in [
        "below 2 (l = 3) 1.667 met",
        "at most 0.5 (k = 5) 0.445 met",
        "at most 0.15 (n = 1000) <=0.15 met",
        "at most 0.5 (l = 3, k = 5) 0.4 met",
        "at least 5 (m = 2) 6 met",
        "0.1 to 0.5 0.103 to 0.445 met",
        "at least 2.5 2.564 met",
        "at least 4 4.123 met",
        "at most 0.05 0.013 met",
        "below 0.7 <0.7 met",
        "Settings: estimator = pitman, sampling-fraction = 0.1.",
        "Settings: population = people.csv.",
        "or the whole of it for a model of the table as a whole",
    ] {
        assert!(text.contains(words), "{words}");
    }
    assert!(!text.contains("data/"), "folders are not told");
}

#[test]
fn json_has_numbers_and_objects() {
    let report = report(all().into_iter().map(|(line, ..)| line).collect());
    let (public, internal) = (
        parsed(&report, Audience::Public),
        parsed(&report, Audience::Internal),
    );
    let find = |json: &Value, name: &str| {
        json["privacy"]
            .as_array()
            .unwrap()
            .iter()
            .find(|m| m["model"] == name)
            .unwrap()
            .clone()
    };
    assert_eq!(find(&public, "k-anonymity")["asked"], 5);
    assert_eq!(
        find(&public, "alpha-k-anonymity")["asked"],
        json!({ "alpha": 0.5, "k": 5 })
    );
    assert_eq!(
        find(&public, "delta-presence")["measured"],
        json!({ "min": 0.103, "max": 0.445 })
    );
    assert_eq!(
        find(&internal, "delta-presence")["measured"],
        json!({ "min": "3/29", "max": "4/9" })
    );
    assert_eq!(find(&public, "delta-disclosure")["side"], "below");
    assert_eq!(
        find(&public, "population-uniqueness")["settings"],
        json!({ "estimator": "pitman", "sampling-fraction": 0.1 })
    );
    assert_eq!(
        find(&public, "k-map")["settings"],
        json!({ "population": "people.csv" })
    );
    assert_eq!(find(&public, "k-anonymity").get("settings"), None);
}

#[test]
fn fractions_against_the_input_do_not_tell_its_rows() {
    for (line, ..) in all() {
        let (name, side) = (line.model.name(), line.side);
        let report = report(vec![ModelLine {
            measured: Some(text("12345/30162")),
            least: None,
            met: false,
            ..line
        }]);
        let shown = parsed(&report, Audience::Public)["privacy"][0]["measured"].clone();
        assert_eq!(
            shown,
            if side == ThresholdSide::AtLeast {
                0.409
            } else {
                0.41
            },
            "{name}"
        );
        assert_eq!(
            parsed(&report, Audience::Internal)["privacy"][0]["measured"],
            "12345/30162",
            "{name}"
        );
        assert!(
            !report.to_json(Audience::Public).contains("12345/"),
            "{name}"
        );
    }
}

#[test]
fn what_is_infinite_is_not_met_and_says_so() {
    let report = report(vec![ModelLine {
        met: false,
        ..met(recursive(), ThresholdSide::Below, "infinite")
    }]);
    assert!(flowing(&report).contains("below 2 (l = 3) infinite NOT MET"));
    assert_eq!(
        parsed(&report, Audience::Public)["privacy"][0]["measured"],
        "infinite"
    );
    let nothing = Report {
        models: vec![ModelLine {
            measured: None,
            ..report.models[0].clone()
        }],
        ..report
    };
    assert!(flowing(&nothing).contains("below 2 (l = 3) nothing kept NOT MET"));
    assert_eq!(
        parsed(&nothing, Audience::Public)["privacy"][0]["measured"],
        Value::Null
    );
}

#[test]
fn a_rounded_value_stays_on_its_side_of_a_strict_bound() {
    let line = met(delta_disclosure(), ThresholdSide::Below, "0.6999999");
    assert_eq!(
        parsed(&report(vec![line]), Audience::Public)["privacy"][0]["measured"],
        "<0.7"
    );
}

#[test]
fn persons_and_known_columns_are_named() {
    let persons = ProtectionUnit::Persons {
        column: text("patient"),
    };
    for (line, ..) in all() {
        let sentence = promise(&line.model, &AccountSection::Plain, &persons);
        assert!(!sentence.contains(" rows"), "{sentence}");
        let known = with_others(line.model);
        assert_eq!(
            promise(&known, &AccountSection::Plain, &persons)
                .ends_with("who knows all other sensitive columns of that person."),
            known.column().is_some()
        );
    }
}

#[test]
fn k_of_suppressed_cells_is_labelled_by_its_reading() {
    let with = |reading, subsets| Report {
        account: AccountSection::Cells { reading, subsets },
        ..report(vec![met(
            Model::KAnonymity { k: 5 },
            ThresholdSide::AtLeast,
            "5",
        )])
    };
    let wildcard = with(ReadingChoice::Wildcard, None);
    let model = &parsed(&wildcard, Audience::Public)["privacy"][0];
    assert_eq!(
        (&model["variant"], model.get("settings")),
        (&json!("wildcard"), None)
    );
    assert!(flowing(&wildcard).contains("a suppressed cell may be any value"));
    let subsets = with(ReadingChoice::Cautious, Some(2));
    let model = &parsed(&subsets, Audience::Public)["privacy"][0];
    assert_eq!(
        (&model["variant"], &model["settings"]),
        (&json!("cautious"), &json!({ "subsets": 2 }))
    );
    assert!(flowing(&subsets).contains("Whoever knows any 2 quasi-identifiers of somebody"));
}

#[test]
fn a_threshold_that_is_open_is_told_by_its_letter() {
    let open = |model: &Model, key| open_promise(model, key, &ProtectionUnit::Rows);
    assert!(open(&delta_disclosure(), "delta").contains("a factor of exp(delta)"));
    assert!(open(&recursive(), "c").contains("less than c times as often"));
    assert!(open(&recursive(), "c").contains("from the 3rd most"));
}

/// Two sensitive columns with a model each.
fn two_columns(others: [bool; 2]) -> Report {
    let mut report = adult();
    report.table.columns.last_mut().unwrap().role = Some(Role::Sensitive);
    let line = |(column, others): (&str, bool)| {
        let model = l_diversity(column, "2", Variant::Distinct);
        let model = if others { with_others(model) } else { model };
        met(model, ThresholdSide::AtLeast, "2")
    };
    report.models = ["occupation", "hours-per-week"]
        .into_iter()
        .zip(others)
        .map(line)
        .collect();
    report
}

fn caveat(report: &Report, title: &str) -> Option<String> {
    parsed(report, Audience::Public)["caveats"]
        .as_array()
        .unwrap()
        .iter()
        .find(|caveat| caveat["title"] == title)
        .map(|caveat| text(caveat["text"].as_str().unwrap()))
}

#[test]
fn the_trap_of_several_columns_is_explained() {
    let title = "Several sensitive columns together";
    let trap = caveat(&two_columns([false, false]), title).unwrap();
    assert!(
        trap.starts_with("`occupation` and `hours-per-week` are each protected as if"),
        "{trap}"
    );
    assert!(
        trap.contains("the clerk's diagnosis") && trap.contains("`others-as-quasi-identifiers`")
    );
    let half = caveat(&two_columns([true, false]), title).unwrap();
    assert!(
        half.starts_with("`hours-per-week` is protected as if"),
        "{half}"
    );
    let both = two_columns([true, true]);
    assert_eq!(caveat(&both, title), None);
    assert!(
        caveat(&both, "Sensitive columns that somebody knows")
            .unwrap()
            .contains("a single row")
    );
    let json = parsed(&both, Audience::Public);
    assert_eq!(json["privacy"][0]["others_as_quasi_identifiers"], true);
}

#[test]
fn caveats_follow_the_models_and_columns() {
    let all = titles(&adult());
    for start in [
        "Classes whose members",
        "Values that differ",
        "Finding somebody",
        "Columns released",
        "Minimality",
        "Downcoding",
        "Several releases",
        "Being in",
    ] {
        assert!(all.iter().any(|title| title.starts_with(start)), "{start}");
    }
    let mut report = adult();
    report.models.truncate(1);
    report.table.columns.last_mut().unwrap().role = Some(Role::Sensitive);
    let fewer = titles(&report);
    assert!(!fewer.iter().any(|t| t.starts_with("Values that differ")
        || t.starts_with("Finding")
        || t.starts_with("Columns released")));
    assert!(fewer.contains(&text("Sensitive columns without a model of their own")));
    assert!(fewer.contains(&text("Several sensitive columns together")));
}

#[test]
fn a_caveat_is_told_once_and_presence_replaces_membership() {
    let twice = report(vec![
        met(k_map(5), ThresholdSide::AtLeast, "9"),
        met(k_map(4), ThresholdSide::AtLeast, "9"),
    ]);
    assert_eq!(
        titles(&twice)
            .iter()
            .filter(|title| title.contains("k-map"))
            .count(),
        1
    );
    assert!(
        titles(&twice)
            .iter()
            .any(|title| title.starts_with("Being in the table"))
    );
    let presence = report(vec![met(presence("0"), ThresholdSide::AtMost, "1/3")]);
    assert!(
        !titles(&presence)
            .iter()
            .any(|title| title.starts_with("Being in the table"))
    );
}
