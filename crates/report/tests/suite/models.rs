//! All models: what the report promises, measures, and leaves open.

use crate::common::{adult, model, pairs, text};
use equipoise_report::{Audience, ModelLine, Report, Side, Unit, promise};
use serde_json::{Value, json};

fn with_column(line: ModelLine, settings: &str) -> ModelLine {
    ModelLine {
        column: Some(text("diagnosis")),
        settings: pairs(settings),
        ..line
    }
}

fn variant(line: ModelLine, variant: &str) -> ModelLine {
    ModelLine {
        variant: Some(text(variant)),
        ..line
    }
}

fn distance(line: ModelLine, distance: &str) -> ModelLine {
    ModelLine {
        distance: Some(text(distance)),
        ..line
    }
}

/// Every model and variant, words of its promise, and the beginning of the title of a caveat.
fn all() -> Vec<(ModelLine, &'static [&'static str], &'static str)> {
    use Side::{AtLeast, AtMost, Below};
    let settings = |line: ModelLine, settings: &str| ModelLine {
        settings: pairs(settings),
        ..line
    };
    let diversity = |side, asked, measured, name, settings| {
        variant(
            with_column(model("l-diversity", side, asked, measured), settings),
            name,
        )
    };
    let likeness = |name| {
        variant(
            with_column(model("beta-likeness", AtMost, "beta=1.5", "4/3"), ""),
            name,
        )
    };
    vec![
        (
            model("k-anonymity", AtLeast, "k=5", "7"),
            &["at least 5 rows that look the same"],
            "Classes whose members",
        ),
        (
            diversity(AtLeast, "l=3", "3", "distinct", ""),
            &["at least 3 different values", "`diagnosis`"],
            "Values that differ",
        ),
        (
            diversity(AtLeast, "l=2.5", "100/39", "probabilistic", ""),
            &["more than one in 2.5"],
            "Values that mean much the same",
        ),
        (
            diversity(
                AtLeast,
                "l=4",
                "4.123456789",
                "entropy",
                "estimator=shannon",
            ),
            &["as if 4 values"],
            "One value that is likely",
        ),
        (
            diversity(AtLeast, "l=4", "4", "entropy", "estimator=grassberger"),
            &["does not show"],
            "One value that is likely",
        ),
        (
            diversity(Below, "c=2 l=3", "5/3", "recursive", ""),
            &["less than 2 times", "from the 3rd most"],
            "Values that mean much the same",
        ),
        (
            with_column(
                model("alpha-k-anonymity", AtMost, "alpha=0.5 k=5", "4/9"),
                "",
            ),
            &["at least 5 rows", "no value of `diagnosis`", "0.5"],
            "Values that mean much the same",
        ),
        (
            with_column(
                model("alpha-k-anonymity", AtMost, "alpha=0.5 k=5", "4/9"),
                "values=2",
            ),
            &["none of the 2 listed values"],
            "Values that are not listed",
        ),
        (
            distance(
                with_column(model("t-closeness", AtMost, "t=0.2", "1/7"), ""),
                "equal",
            ),
            &["equally far", "at most 0.2"],
            "Rare values",
        ),
        (
            distance(
                with_column(model("t-closeness", AtMost, "t=0.2", "1/7"), ""),
                "ordered",
            ),
            &["neighbours", "and 1 the"],
            "Rare values",
        ),
        (
            distance(
                with_column(model("t-closeness", AtMost, "t=0.2", "1/7"), ""),
                "hierarchical",
            ),
            &["meet low"],
            "Finding somebody",
        ),
        (
            distance(
                with_column(
                    model("t-closeness", AtMost, "t=0.2", "0.1"),
                    "bandwidth=0.3",
                ),
                "smoothed",
            ),
            &["blended", "distance of 0.3", "0.693 the greatest"],
            "Finding somebody",
        ),
        (
            distance(
                with_column(model("nt-closeness", AtMost, "n=1000 t=0.15", "0.1"), ""),
                "equal",
            ),
            &["fewer than 1000 rows", "at most 0.15"],
            "Large classes",
        ),
        (
            with_column(
                model("semantic-privacy", AtMost, "delta=1", "0.9"),
                "log=binary",
            ),
            &["a factor of 2,"],
            "Shares that grow",
        ),
        (
            with_column(
                model("semantic-privacy", AtMost, "delta=1", "0.9"),
                "log=natural",
            ),
            &["a factor of 2.72,"],
            "Shares that grow",
        ),
        (
            with_column(
                model("delta-disclosure", Below, "delta=0.7", "0.6931"),
                "log=natural",
            ),
            &["than a factor of 2.02."],
            "Values that are absent, and",
        ),
        (
            likeness("basic"),
            &["more than 1.5 times"],
            "Values that are absent, and",
        ),
        (
            likeness("enhanced"),
            &["more than 1.5 times", "none becomes certain"],
            "Values that are absent (enhanced",
        ),
        (
            with_column(model("lkc-privacy", AtMost, "l=3 k=5 c=0.5", "2/5"), ""),
            &[
                "any 3 quasi-identifiers",
                "at least 5 rows",
                "a share of 0.5",
            ],
            "Whoever knows one quasi-identifier more",
        ),
        (
            with_column(model("km-anonymity", AtLeast, "k=5 m=2", "6"), ""),
            &["up to 2 items of `diagnosis`", "at least 5 rows"],
            "Whoever knows one item more",
        ),
        (
            model("sample-uniqueness", AtMost, "threshold=0.01", "0"),
            &["a share of 0.01 of the released rows"],
            "Those who are unique",
        ),
        (
            model("average-risk", AtMost, "threshold=0.1", "1/12"),
            &["a share of 0.1 of the rows"],
            "The worst behind",
        ),
        (
            settings(
                model(
                    "population-uniqueness",
                    AtMost,
                    "threshold=0.05",
                    "0.0123456",
                ),
                "estimator=pitman sampling-fraction=0.1",
            ),
            &["a share of 0.05 is estimated"],
            "An estimate that may be wrong",
        ),
        (
            settings(
                model("k-map", AtLeast, "k=5", "9"),
                "population=data/people.csv",
            ),
            &["(`people.csv`) finds at least 5"],
            "Whoever knows that",
        ),
        (
            settings(
                model("k-map", AtLeast, "k=5", "9"),
                "estimator=poisson population-size=99 significance=0.01",
            ),
            &["estimated to find at least 5", "fewer is at most 0.01"],
            "Whoever knows that",
        ),
        (
            ModelLine {
                least: Some(text("3/29")),
                ..settings(
                    model("delta-presence", AtMost, "min=0.1 max=0.5", "4/9"),
                    "population=p.csv",
                )
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
    report
        .view(Audience::Public)
        .caveats
        .into_iter()
        .map(|caveat| caveat.title)
        .collect()
}

#[test]
fn each_has_a_promise_with_its_numbers_and_a_caveat() {
    for (line, words, caveat) in all() {
        let sentence = promise(&line, &Unit::Rows);
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
        let (name, side) = (line.model.clone(), line.side);
        let report = report(vec![ModelLine {
            measured: Some(text("12345/30162")),
            least: None,
            met: false,
            ..line
        }]);
        let shown = parsed(&report, Audience::Public)["privacy"][0]["measured"].clone();
        assert_eq!(
            shown,
            if side == Side::AtLeast { 0.409 } else { 0.41 },
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
    let recursive = variant(
        with_column(model("l-diversity", Side::Below, "c=2 l=3", "infinite"), ""),
        "recursive",
    );
    let report = report(vec![ModelLine {
        met: false,
        ..recursive
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
    let line = with_column(
        model("delta-disclosure", Side::Below, "delta=0.7", "0.6999999"),
        "log=natural",
    );
    assert_eq!(
        parsed(&report(vec![line]), Audience::Public)["privacy"][0]["measured"],
        "<0.7"
    );
}

#[test]
fn persons_and_known_columns_are_named() {
    let persons = Unit::Persons {
        column: text("patient"),
    };
    for (line, ..) in all() {
        let sentence = promise(&line, &persons);
        assert!(!sentence.contains(" rows"), "{sentence}");
        let known = ModelLine {
            others_as_quasi_identifiers: true,
            ..line
        };
        assert!(
            promise(&known, &persons)
                .ends_with("who knows all other sensitive columns of that person.")
        );
    }
}

#[test]
fn a_model_that_nobody_knows_is_named() {
    let line = model("new-model", Side::AtMost, "a=1 b=2", "1");
    assert!(promise(&line, &Unit::Rows).contains("meets `new-model` with a = 1, b = 2"));
    assert_eq!(
        promise(&ModelLine::default(), &Unit::Rows),
        "Every class of rows that look the same meets `` with ."
    );
}

/// Two sensitive columns with a model each.
fn two_columns(others: [bool; 2]) -> Report {
    let mut report = adult();
    report.table.columns.last_mut().unwrap().role = text("sensitive");
    let line = |(column, others): (&str, bool)| ModelLine {
        column: Some(text(column)),
        others_as_quasi_identifiers: others,
        ..model("l-diversity", Side::AtLeast, "l=2", "2")
    };
    report.models = ["occupation", "hours-per-week"]
        .into_iter()
        .zip(others)
        .map(line)
        .collect();
    report
}

fn caveat(report: &Report, title: &str) -> Option<String> {
    report
        .view(Audience::Public)
        .caveats
        .into_iter()
        .find(|caveat| caveat.title == title)
        .map(|caveat| caveat.text)
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
    report.table.columns.last_mut().unwrap().role = text("sensitive");
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
        model("k-map", Side::AtLeast, "k=5", "9"),
        model("k-map", Side::AtLeast, "k=4", "9"),
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
    let presence = report(vec![model(
        "delta-presence",
        Side::AtMost,
        "min=0 max=0.5",
        "1/3",
    )]);
    assert!(
        !titles(&presence)
            .iter()
            .any(|title| title.starts_with("Being in the table"))
    );
}
