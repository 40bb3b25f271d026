//! Odd releases: every report can be rendered, says true things and nothing that is not a number.

use crate::common::{adult, before, text, values};
use equipoise_recipe::{
    Limit, LossChoice, MapPopulation, Method, Model, Role, RowOrderChoice, Variant,
};
use equipoise_report::{
    AccountSection, AttributeLine, Audience, Before, ClassSizes, DecidedBy, JournalistRisk,
    LeftOutFacts, LossLine, MissingLine, ProtectionUnit, Report, RiskFacts, SearchSettings,
    SuppressedRows, TableFacts,
};
use proptest::prelude::*;
use serde_json::Value;

const BOTH: [Audience; 2] = [Audience::Public, Audience::Internal];

/// A report without anything.
fn nothing() -> Report {
    Report {
        version: String::new(),
        unit: ProtectionUnit::Rows,
        table: TableFacts::default(),
        asked: SearchSettings {
            loss: LossChoice::Loss,
            aggregation: None,
            limit: Limit::NOTHING,
            allowed_units: None,
            method: DecidedBy::Search(Method::Optimal),
        },
        models: vec![],
        decision: vec![],
        loss: LossLine {
            metric: LossChoice::Loss,
            value: None,
        },
        proved_optimal: Some(false),
        nodes_total: Some(0),
        after: ClassSizes::default(),
        risks: RiskFacts::default(),
        before: None,
        sets: None,
        left_out: LeftOutFacts::default(),
        suppressed: SuppressedRows::Dropped,
        row_order: RowOrderChoice::Canonical,
        missing: vec![],
        wildcard: None,
        missing_tokens: vec![],
        warnings: vec![],
        published: vec![],
        reproduce: vec![],
        usefulness: None,
        account: AccountSection::Plain,
    }
}

/// Renders both forms for both audiences and checks what always holds.
fn check(report: &Report) {
    for audience in BOTH {
        let (text, json) = (report.to_text(audience), report.to_json(audience));
        assert_eq!(
            (&text, &json),
            (
                &report.clone().to_text(audience),
                &report.clone().to_json(audience)
            ),
            "the same bytes each time"
        );
        serde_json::from_str::<Value>(&json).unwrap();
        for odd in ["NaN", "inf ", "inf%", "infinity", "-0 "] {
            assert!(!text.contains(odd), "{odd} in\n{text}");
        }
        for line in text.lines() {
            assert_eq!(line, line.trim_end());
            assert!(!line.contains(char::is_control));
        }
        for section in 1..=9 {
            assert!(
                text.contains(&format!("\n{section}  ")),
                "section {section}"
            );
        }
    }
}

/// The text with line breaks undone.
fn flowing(report: &Report, audience: Audience) -> String {
    report
        .to_text(audience)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn nothing_at_all() {
    check(&nothing());
    let text = flowing(&nothing(), Audience::Public);
    assert!(text.contains("No row is released."));
    assert!(text.contains("No privacy model was asked for, so nothing is promised."));
}

#[test]
fn nothing_kept() {
    let mut report = adult();
    report.after = ClassSizes::default();
    report.left_out.rows = Some(30_162);
    report.left_out.units = 30_162;
    (report.table.released_rows, report.table.released_units) = (0, 0);
    report.models.iter_mut().for_each(|m| m.measured = None);
    report.decision.iter_mut().for_each(|line| line.labels = 0);
    check(&report);
    let text = flowing(&report, Audience::Public);
    assert!(text.contains("No row is released. 30,162 of 30,162 rows (100.0 %) are left out."));
    assert!(text.contains("nothing kept met"));
}

#[test]
fn nobody_left_out() {
    let mut report = adult();
    report.left_out = LeftOutFacts {
        rows: Some(0),
        units: 0,
        attributes: vec![values("sex", &[("Female", 9_782, 0), ("Male", 20_380, 0)])],
    };
    check(&report);
    let text = flowing(&report, Audience::Internal);
    assert!(text.contains("No row is left out."));
    assert!(text.contains("Nobody. Every row of the table is in the release."));
}

#[test]
fn one_left_out() {
    let mut report = adult();
    report.left_out = LeftOutFacts {
        rows: Some(1),
        units: 1,
        attributes: vec![values("sex", &[("Female", 9_782, 1), ("Male", 20_380, 0)])],
    };
    check(&report);
    assert!(
        flowing(&report, Audience::Internal).contains("1 of 30,162 rows (<0.1 %) is left out.")
    );
    assert!(
        flowing(&report, Audience::Internal)
            .contains("1 row is in classes that do not keep the promises.")
    );
    assert!(flowing(&report, Audience::Public).contains("Fewer than 11 rows are left out."));
}

#[test]
fn a_table_of_few() {
    let mut report = nothing();
    report.table = TableFacts {
        released_rows: 7,
        released_units: 7,
        columns: vec![],
    };
    report.before = Some(Before {
        rows: 7,
        units: 7,
        classes: ClassSizes::new([(1, 7)]),
        ..Before::default()
    });
    report.after = ClassSizes::new([(7, 1)]);
    check(&report);
    let json: Value = serde_json::from_str(&report.to_json(Audience::Public)).unwrap();
    assert_eq!(
        (&json["table"]["rows"], &json["table"]["released_rows"]),
        (&Value::Null, &"<11".into())
    );
    assert!(
        json["classes"]["before"]["bands"]
            .as_array()
            .unwrap()
            .iter()
            .all(|band| band["units"].is_null())
    );
}

#[test]
fn persons() {
    let mut report = adult();
    report.unit = ProtectionUnit::Persons {
        column: text("patient"),
    };
    report.left_out.units = 640;
    before(&mut report).units = 20_111;
    check(&report);
    let text = flowing(&report, Audience::Public);
    for words in [
        "shares its quasi-identifiers with rows of at least 4 other persons",
        "640 of 20,111 persons (3.2 %) have rows left out.",
        "Counted are persons, told apart by `patient`",
        "finds at least 5 persons that look the same",
        "Persons in classes of",
        "have rows in classes that do not keep the promises (1,102 rows in all)",
        "These tables count rows, not persons.",
    ] {
        assert!(text.contains(words), "{words}");
    }
    assert!(!text.contains("Several rows of one person"));
}

#[test]
fn marked_rows_and_input_order() {
    let mut report = adult();
    report.suppressed = SuppressedRows::Marked { label: text("*") };
    report.row_order = RowOrderChoice::Input;
    check(&report);
    let text = flowing(&report, Audience::Public);
    assert!(text.contains("1,102 of 30,162 rows (3.7 %) are marked."));
    assert!(text.contains(
        "in the file with `*` in every quasi-identifier, and were judged as one more class"
    ));
    assert!(text.contains("Rows are in the order of the input, which links them to it."));
}

#[test]
fn a_model_that_is_not_met() {
    let mut report = adult();
    report.models[1].met = false;
    report.models[1].measured = Some(text("1"));
    report.proved_optimal = Some(false);
    check(&report);
    let text = flowing(&report, Audience::Public);
    assert!(text.contains("NOT MET: l-diversity of `occupation`."));
    assert!(text.contains("Best found, not proved: of all 4,320 choices of levels"));
}

#[test]
fn risks_name_their_attackers() {
    let mut report = adult();
    report.unit = ProtectionUnit::Persons {
        column: text("patient"),
    };
    let text = flowing(&report, Audience::Public);
    for words in [
        "The prosecutor knows that somebody is in the table",
        "The marketer links every row",
        "Persons with risk over 1 in 5",
        "Marketer, right links 17,886 59.3 %",
    ] {
        assert!(text.contains(words), "{words}");
    }
    assert!(!text.contains("ournalist"), "no population is known");
    report.risks.journalist = Some(JournalistRisk {
        highest: 0.1,
        average: 0.01,
        units_above: 0,
        population_uniques: 0,
    });
    before(&mut report).risks.estimates[0].fell_back =
        Some("every unit is unique in the sample".to_owned());
    report.risks.audits[0].skewness.worst = Some(f64::INFINITY);
    check(&report);
    let text = flowing(&report, Audience::Internal);
    for words in [
        "The journalist has a register of the population",
        "Journalist, highest risk 10.0 %",
        "Before, `pitman` had no answer, because every unit is unique in the sample.",
        "skewness, without limit 3 19",
        "similarity, level 1 1 7",
    ] {
        assert!(text.contains(words), "{words}");
    }
}

#[test]
fn one_class_and_no_sensitive_column() {
    let mut report = adult();
    report.after = ClassSizes::new([(29_060, 1)]);
    report
        .table
        .columns
        .retain(|column| column.role != Some(Role::Sensitive));
    report.risks = RiskFacts::default();
    report.models.truncate(1);
    check(&report);
    let text = flowing(&report, Audience::Public);
    assert!(
        text.contains("Marketer, right links 17,886 59.3 % ████▊ 1 <0.1 %"),
        "{text}"
    );
    assert!(!text.contains("Homogeneity"));
}

#[test]
fn losses_that_are_not_made_of_attributes() {
    for (metric, value, words) in [
        (
            LossChoice::Aecs,
            28.8,
            "It is 28.8, the average class size.",
        ),
        (LossChoice::Height, 9.0, "It is 9, the sum of levels."),
        (
            LossChoice::Discernibility,
            1.25e9,
            "It is 1,250,000,000, which sums up",
        ),
        (
            LossChoice::Nwp,
            f64::NAN,
            "Its value is only in the internal report",
        ),
        (
            LossChoice::Nwp,
            f64::INFINITY,
            "Its value is only in the internal report",
        ),
    ] {
        let mut report = adult();
        report.loss = LossLine {
            metric,
            value: Some(value),
        };
        report.decision.iter_mut().for_each(|line| line.loss = None);
        check(&report);
        let text = flowing(&report, Audience::Internal);
        assert!(text.contains(words), "{words}");
        assert!(text.contains("how far up the levels"));
    }
}

#[test]
fn entropy_compares_attributes() {
    let mut report = adult();
    report.loss = LossLine {
        metric: LossChoice::Entropy,
        value: Some(81_234.5),
    };
    report
        .decision
        .iter_mut()
        .for_each(|line| line.loss = Some(f64::from(line.level.unwrap_or(0)) * 1_234.5));
    check(&report);
    let json: Value = serde_json::from_str(&report.to_json(Audience::Public)).unwrap();
    assert_eq!(
        (&json["loss"]["value"], &json["decision"][1]["loss"]),
        (&81_235.0.into(), &3_704.0.into())
    );
    assert!(flowing(&report, Audience::Public).contains("The bars compare"));
}

#[test]
fn names_and_labels_from_hostile_files() {
    let mut report = adult();
    let nasty = "\u{1b}[2J\r\n\"'`<b>名\u{202e}\u{0}";
    report.table.columns[1].name = nasty.repeat(30);
    report.decision[1].name = nasty.repeat(30);
    report.decision[1].example = Some(nasty.to_owned());
    report.warnings = vec![nasty.to_owned()];
    report.reproduce = vec![nasty.to_owned()];
    report.missing_tokens = vec![nasty.to_owned()];
    report.left_out.attributes[1].name = nasty.to_owned();
    report.left_out.attributes[1].values[3].label = nasty.to_owned();
    report.left_out.attributes[2].values[3].label = text("  ");
    check(&report);
    assert!(report.to_text(Audience::Public).contains("(empty)"));
}

#[test]
fn text_fits_a_page() {
    let mut wide = adult();
    wide.unit = ProtectionUnit::Persons {
        column: text("patient"),
    };
    before(&mut wide).classes = ClassSizes::new([(1, 999_999_999)]);
    for attribute in &mut wide.left_out.attributes {
        attribute
            .values
            .iter_mut()
            .for_each(|value| value.label = "long ".repeat(30));
    }
    wide.decision
        .iter_mut()
        .for_each(|line| line.name = "long".repeat(30));
    wide.models[1].model =
        crate::common::l_diversity(&"long-".repeat(30), "1000000", Variant::Distinct);
    for report in [adult(), wide] {
        for line in BOTH
            .map(|audience| report.to_text(audience))
            .iter()
            .flat_map(|text| text.lines())
        {
            // A single word may be longer.
            assert!(
                line.chars().count() <= 92
                    || line.contains("longlong")
                    || line.contains("long-long-"),
                "{line}"
            );
        }
    }
    assert!(adult().to_text(Audience::Public).contains("measured"));
}

#[test]
fn many_values_are_cut_in_the_text_and_complete_in_json() {
    let labels: Vec<String> = (0..20).map(|n| format!("place {n}")).collect();
    let counts: Vec<(&str, u64, u64)> = labels
        .iter()
        .map(|l| (l.as_str(), 100, 50))
        .chain([("elsewhere", 28_162, 102)])
        .collect();
    let mut report = adult();
    report.left_out.attributes = vec![values("place", &counts)];
    check(&report);
    let text = report.to_text(Audience::Public);
    assert_eq!(text.matches("\n  place ").count(), 8, "{text}");
    assert!(text.contains("and 12 more; the JSON report has all"));
    let json: Value = serde_json::from_str(&report.to_json(Audience::Public)).unwrap();
    assert_eq!(
        json["left_out"]["attributes"][0]["values"]
            .as_array()
            .unwrap()
            .len(),
        21
    );
}

#[test]
fn no_word_promises_more_than_was_measured() {
    let mut persons = adult();
    persons.unit = ProtectionUnit::Persons {
        column: text("patient"),
    };
    for report in [adult(), persons, nothing()] {
        for audience in BOTH {
            for rendered in [report.to_text(audience), report.to_json(audience)] {
                let lower = rendered.to_lowercase();
                for word in [
                    "safe",
                    "anonymous",
                    "anonymized",
                    "anonymised",
                    "guarantee",
                    "secure",
                ] {
                    assert!(!lower.contains(word), "{word}");
                }
            }
        }
    }
}

fn any_count() -> impl Strategy<Value = u64> {
    prop_oneof![0u64..30, any::<u64>()]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Facts that contradict each other are the caller's mistake, but no reason to fail.
    #[test]
    fn any_facts_can_be_rendered(
        counts in prop::collection::vec(any_count(), 12),
        sizes in prop::collection::vec((any_count(), any_count()), 0..6),
        left_out in prop::collection::vec((any_count(), any_count(), any_count()), 0..6),
        (loss, own) in (any::<f64>(), any::<f64>()),
        (level, height) in (any::<u8>(), any::<u8>()),
        (metric, label) in (prop::sample::select(&[LossChoice::Loss, LossChoice::Precision, LossChoice::Entropy, LossChoice::Aecs, LossChoice::Height][..]), any::<String>()),
    ) {
        let mut report = adult();
        (report.table.released_rows, report.table.released_units) = (counts[0], counts[1]);
        (before(&mut report).rows, before(&mut report).units) = (counts[8], counts[9]);
        report.asked.allowed_units = Some(counts[2]);
        report.nodes_total = Some(counts[3]);
        before(&mut report).classes = ClassSizes::new(sizes.iter().copied());
        report.after = ClassSizes::new(sizes.iter().rev().map(|&(a, b)| (b, a)));
        report.left_out.rows = Some(counts[4]);
        report.left_out.units = counts[5];
        report.left_out.attributes[0].values = left_out
            .iter()
            .map(|&(rows, left_out_rows, left_out_units)| equipoise_report::LeftOutValue { label: label.clone(), rows, left_out_rows, left_out_units })
            .collect();
        report.missing = vec![MissingLine { column: label.clone(), rows: counts[6] }];
        report.loss = LossLine { metric, value: Some(loss) };
        report.decision[0] =
            AttributeLine { name: text("name"), level: Some(level), height: Some(height), labels: counts[7], raw_values: Some(counts[8]), example: Some(label.clone()), loss: Some(own) };
        report.models[2].measured = Some(label.clone());
        report.models[0].model = Model::KAnonymity { k: counts[0] };
        report.models[1].model = Model::KMap { k: counts[1], population: MapPopulation::File(label) };
        report.risks.threshold = loss;
        report.risks.estimates[0].share = own;
        report.risks.journalist =
            Some(JournalistRisk { highest: loss, average: own, units_above: counts[9], population_uniques: counts[10] });
        report.risks.audits[0].homogeneity.units = counts[11];
        report.risks.audits[0].skewness.worst = Some(own);
        check(&report);
    }
}
