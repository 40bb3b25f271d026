//! What a report says of aspirations, and to whom.

use crate::common::adult;
use equipoise_recipe::{MeasureChoice, Over};
use equipoise_report::{
    AccountSection, AspiredMeasure, Audience, ClassSizes, EfficientPoint, LeftOutFacts,
    PreferenceFacts, PreferenceFigures, Report,
};
use serde_json::{Value, json};

fn preference(over: Over, proved: bool) -> PreferenceFacts {
    let measure = |measure, asked| AspiredMeasure { measure, asked };
    let figures = PreferenceFigures {
        reached: [0.123_456, 0.199_87],
        proved,
        choices: 12_960,
        achievement: 0.1,
        asked_achievement: 0.17,
        least: 5,
        efficient: vec![
            EfficientPoint {
                point: [0.05, 0.4],
                least: 7,
            },
            EfficientPoint {
                point: [0.123_456, 0.199_87],
                least: 5,
            },
        ],
    };
    PreferenceFacts {
        over,
        measures: [
            measure(MeasureChoice::Necd, 1.0),
            measure(MeasureChoice::Nwp, 0.2),
        ],
        figures: Some(figures),
    }
}

fn report(over: Over, proved: bool) -> Report {
    Report {
        account: AccountSection::Preference(preference(over, proved)),
        ..adult()
    }
}

/// The value that the release reached in a measure.
fn reached_in(report: &mut Report, measure: usize) -> &mut f64 {
    match &mut report.account {
        AccountSection::Preference(PreferenceFacts {
            figures: Some(figures),
            ..
        }) => &mut figures.reached[measure],
        other => panic!("no figures of a preference: {other:?}"),
    }
}

/// The same with nobody left out.
fn whole(over: Over, proved: bool) -> Report {
    let mut report = report(over, proved);
    report.left_out = LeftOutFacts::default();
    report.after = ClassSizes::new([(report.table.released_rows, 1)]);
    report
}

fn seen(report: &Report, audience: Audience) -> Value {
    serde_json::from_str::<Value>(&report.to_json(audience)).unwrap()["preference"].clone()
}

fn words(report: &Report, audience: Audience) -> String {
    report
        .to_text(audience)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn exact_over_the_lattice_best_found_over_partitions() {
    use Over::{Lattice, Partitions};
    let cases = [
        (
            Lattice,
            true,
            "Exact over the lattice: of all 12,960 choices of levels, none that keeps the promises comes closer",
        ),
        (
            Lattice,
            false,
            "Best found over the lattice: not all 12,960 choices of levels were looked at",
        ),
        (
            Partitions,
            true,
            "Exact over free partitions: all 12,960 there are were looked at",
        ),
        (
            Partitions,
            false,
            "Best found over free partitions: 12,960 of them were looked at, and another one may come closer",
        ),
    ];
    for (over, proved, expected) in cases {
        let told = words(&report(over, proved), Audience::Internal);
        assert!(told.contains(expected), "{expected}\n{told}");
        assert!(
            report(over, proved)
                .to_html(Audience::Internal)
                .contains("Efficient choices, the aspiration and the release")
        );
        let is_divided = told.contains("divided into groups, once for all rows");
        assert_eq!(is_divided, over == Partitions);
    }
}

#[test]
fn the_public_sees_neither_other_choices_nor_fine_digits() {
    let report = whole(Over::Lattice, true);
    let (own, public) = (
        seen(&report, Audience::Internal),
        seen(&report, Audience::Public),
    );
    assert_eq!(own["measures"][0]["reached"], 0.123_456);
    assert_eq!(own["efficient"].as_array().unwrap().len(), 2);
    assert_eq!(public["measures"][0]["reached"], 0.123);
    assert_eq!(public["efficient"], Value::Null);
    assert_eq!(
        (&public["within_aspiration"], &public["choices"]),
        (&json!(true), &json!(4_320))
    );
    assert!(
        !report
            .to_html(Audience::Public)
            .contains("Efficient choices")
    );
    // How many partitions there are tells how many values the input has.
    let all = whole(Over::Partitions, true);
    assert_eq!(seen(&all, Audience::Public)["choices"], Value::Null);
    assert!(words(&all, Audience::Public).contains("all there are were looked at"));
}

/// 0.19987 is told as 0.2, which could be more than what was aspired to.
#[test]
fn whether_aspirations_are_met_is_no_more_precise_than_the_figures() {
    let mut report = report(Over::Lattice, true);
    assert!(
        report.left_out.units > 11,
        "counts of those left out are told"
    );
    assert_eq!(seen(&report, Audience::Internal)["within_aspiration"], true);
    assert_eq!(
        seen(&report, Audience::Public)["within_aspiration"],
        Value::Null
    );
    assert!(
        words(&report, Audience::Public)
            .contains("Only the internal report says whether both aspirations are met")
    );
    for (reached, expected) in [(0.19, true), (0.21, false)] {
        *reached_in(&mut report, 1) = reached;
        assert_eq!(
            seen(&report, Audience::Public)["within_aspiration"],
            expected
        );
    }
    *reached_in(&mut report, 0) = 1.0;
    assert_eq!(
        seen(&report, Audience::Public)["within_aspiration"],
        false,
        "one that is not met decides"
    );
}
