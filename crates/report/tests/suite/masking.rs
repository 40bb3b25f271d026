//! What a public report masks cannot be worked out from it.

use crate::common::{adult, before, of_release, text, values};
use equipoise_recipe::Model;
use equipoise_report::{
    Audience, Audit, ClassSizes, ExposedClasses, JournalistRisk, LeftOutAttribute, LeftOutFacts,
    LeftOutValue, Report, RiskFacts, SimilarityAudit, SkewnessAudit,
};
use proptest::prelude::*;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A report in which everything follows from the released rows and the rows left out per value of
/// one attribute.
fn world(released: &[u64], left_out: &[u64]) -> Report {
    let labels = ["a", "b", "c", "d"];
    let counts: Vec<(&str, u64, u64)> = labels
        .iter()
        .zip(released)
        .zip(left_out)
        .map(|((l, &r), &x)| (*l, r + x, x))
        .collect();
    with_left_out(vec![values("letter", &counts)])
}

/// The example with these attributes, and with totals, loss and classes that follow from them.
fn with_left_out(attributes: Vec<LeftOutAttribute>) -> Report {
    let sum = |of: &dyn Fn(&LeftOutValue) -> u64| attributes[0].values.iter().map(of).sum::<u64>();
    let (rows, left_out) = (sum(&|v| v.rows), sum(&|v| v.left_out_rows));
    let units = sum(&|v| v.left_out_units);
    let mut report = adult();
    (report.table.released_rows, report.table.released_units) = (rows - left_out, rows - left_out);
    report.asked.allowed_units = Some(rows / 2);
    report.loss.value = Some(left_out as f64 / rows.max(1) as f64);
    let input = before(&mut report);
    (input.rows, input.units) = (rows, rows);
    input.classes = ClassSizes::new([(1, rows)]);
    input.missing.clear();
    report.after = ClassSizes::new([(rows - left_out, 1)]);
    report.left_out = LeftOutFacts {
        rows: Some(left_out),
        units,
        attributes,
    };
    report.missing.clear();
    report
        .decision
        .iter_mut()
        .for_each(|line| line.loss = Some(left_out as f64 / rows.max(1) as f64));
    report
}

/// All that the public gets.
fn published(report: &Report) -> (String, String) {
    (
        report.to_json(Audience::Public),
        report.to_text(Audience::Public),
    )
}

fn parsed(report: &Report, audience: Audience) -> Value {
    serde_json::from_str(&report.to_json(audience)).unwrap()
}

/// Labels whose counts a public report tells.
fn told(json: &Value, attribute: usize) -> BTreeSet<String> {
    let values = json["left_out"]["attributes"][attribute]["values"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    values
        .iter()
        .filter(|v| v["left_out"].is_u64())
        .map(|v| v["label"].as_str().unwrap().to_owned())
        .collect()
}

/// Goes through all tables up to a size. A reader who has the release and knows how reports are
/// made can only tell apart tables with different reports. Among those that give the same report,
/// every count that is not told must differ.
fn no_table_gives_itself_away(released: &[u64], most: u64) {
    let mut worlds: BTreeMap<(String, String), Vec<Vec<u64>>> = BTreeMap::new();
    let mut left_out = vec![0; released.len()];
    loop {
        worlds
            .entry(published(&world(released, &left_out)))
            .or_default()
            .push(left_out.clone());
        let Some(place) = left_out.iter().position(|&x| x < most) else {
            break;
        };
        left_out[place] += 1;
        left_out[..place].fill(0);
    }
    for ((json, _), tables) in &worlds {
        let json: Value = serde_json::from_str(json).unwrap();
        if json["left_out"]["rows"] == 0 {
            continue;
        }
        let told = told(&json, 0);
        for (value, label) in ["a", "b", "c", "d"].iter().enumerate().take(released.len()) {
            let counts: BTreeSet<u64> = tables.iter().map(|table| table[value]).collect();
            assert!(
                told.contains(*label) || counts.len() > 1,
                "{label} is {counts:?} in {tables:?}"
            );
        }
        let totals: BTreeSet<u64> = tables.iter().map(|table| table.iter().sum()).collect();
        assert!(
            json["left_out"]["rows"].is_u64() || totals.len() > 1,
            "total {totals:?}"
        );
    }
}

#[test]
fn one_value() {
    no_table_gives_itself_away(&[500], 30);
    no_table_gives_itself_away(&[992], 30);
}

#[test]
fn two_values() {
    no_table_gives_itself_away(&[500, 60], 26);
    no_table_gives_itself_away(&[990, 0], 14);
}

#[test]
fn three_values() {
    no_table_gives_itself_away(&[500, 60, 0], 13);
}

#[test]
fn masked_labels_are_listed_only_if_the_release_has_them() {
    let report = world(&[500, 60, 0, 400], &[90, 3, 2, 40]);
    let json = parsed(&report, Audience::Public);
    let attribute = &json["left_out"]["attributes"][0];
    let labels: Vec<&str> = attribute["values"]
        .as_array()
        .unwrap()
        .iter()
        .map(|v| v["label"].as_str().unwrap())
        .collect();
    assert_eq!(labels, ["a", "b", "d"]);
    assert_eq!(attribute["values"][1]["rows"], Value::Null);
    assert_eq!(
        (
            &attribute["masked_together"]["left_out"],
            &attribute["masked_together"]["rows"]
        ),
        (&45.into(), &505.into())
    );
    let internal = parsed(&report, Audience::Internal);
    assert_eq!(
        internal["left_out"]["attributes"][0]["values"]
            .as_array()
            .unwrap()
            .len(),
        4
    );
    assert_eq!(
        internal["left_out"]["attributes"][0]["masked_together"],
        Value::Null
    );
}

#[test]
fn rows_of_few_persons_are_masked_however_many_they_are() {
    let mut report = world(&[500, 60, 400], &[90, 300, 40]);
    report.left_out.attributes[0].values[1].left_out_units = 2;
    let json = parsed(&report, Audience::Public);
    assert_eq!(told(&json, 0), BTreeSet::from([text("a")]));
}

/// Values of an attribute: released rows, rows left out, and units among them.
fn attribute() -> impl Strategy<Value = LeftOutAttribute> {
    let count = prop_oneof![0u64..14, 0u64..60, 0u64..3_000];
    let value = (0u64..2_000, count, 1u64..4);
    prop::collection::vec(value, 1..9).prop_map(|values| {
        let value =
            |(label, (released, left_out, per_unit)): (usize, (u64, u64, u64))| LeftOutValue {
                label: format!("value {label}"),
                rows: released + left_out,
                left_out_rows: left_out,
                left_out_units: left_out.div_ceil(per_unit),
            };
        LeftOutAttribute {
            name: text("letter"),
            values: values.into_iter().enumerate().map(value).collect(),
        }
    })
}

/// The same released rows, with the rows left out of two values exchanged.
fn exchanged(attribute: &LeftOutAttribute, a: usize, b: usize) -> LeftOutAttribute {
    let mut other = attribute.clone();
    for (to, from) in [(a, b), (b, a)] {
        let (new, old) = (&attribute.values[from], &attribute.values[to]);
        let value = &mut other.values[to];
        value.rows = old.rows - old.left_out_rows + new.left_out_rows;
        value.left_out_rows = new.left_out_rows;
        value.left_out_units = new.left_out_units;
    }
    other
}

/// The same released rows, with one row more left out of `a` and one less of `b`, of the same
/// persons or of one more and one less. None where that is impossible.
fn shifted(
    attribute: &LeftOutAttribute,
    a: usize,
    b: usize,
    units: bool,
) -> Option<LeftOutAttribute> {
    let mut other = attribute.clone();
    other.values[a].rows += 1;
    other.values[a].left_out_rows += 1;
    other.values[a].left_out_units += u64::from(units);
    let less = &mut other.values[b];
    less.rows = less.rows.checked_sub(1)?;
    less.left_out_rows = less.left_out_rows.checked_sub(1)?;
    less.left_out_units = less.left_out_units.checked_sub(u64::from(units))?;
    (less.left_out_units <= less.left_out_rows).then_some(other)
}

/// Tables that a reader could mistake this one for: with another count of value `a`.
fn alternatives(attribute: &LeftOutAttribute, a: usize, others: &[usize]) -> Vec<LeftOutAttribute> {
    let count = |table: &LeftOutAttribute| table.values[a].left_out_rows;
    let exchanges = others.iter().map(|&b| exchanged(attribute, a, b));
    let shifts = others
        .iter()
        .flat_map(|&b| [(a, b), (b, a)])
        .flat_map(|(a, b)| [true, false].map(|units| shifted(attribute, a, b, units)));
    exchanges
        .chain(shifts.flatten())
        .filter(|table| count(table) != count(attribute))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_masked_count_could_be_another(attribute in attribute(), more in attribute()) {
        let report = with_left_out(vec![attribute.clone(), more.clone()]);
        prop_assume!(report.left_out.units > 10);
        // Of a release of few people, totals are masked too.
        prop_assume!(report.table.released_units == 0 || report.table.released_units > 10);
        let public = published(&report);
        let told = told(&parsed(&report, Audience::Public), 0);
        let masked: Vec<usize> = (0..attribute.values.len()).filter(|&v| !told.contains(&attribute.values[v].label)).collect();
        for &value in &masked {
            let others: Vec<usize> = masked.iter().copied().filter(|&o| o != value).collect();
            let same = alternatives(&attribute, value, &others).into_iter().any(|other| {
                // Persons do not add up in general; here their total is given, as it would be.
                let mut twin = with_left_out(vec![other, more.clone()]);
                twin.left_out.units = report.left_out.units;
                published(&twin) == public
            });
            prop_assert!(same, "{}", attribute.values[value].label);
        }
    }

    #[test]
    fn no_small_count_is_public(attribute in attribute(), sizes in prop::collection::vec((1u64..60, 1u64..20), 0..9)) {
        let mut report = with_left_out(vec![attribute]);
        report.after = ClassSizes::new(sizes.clone());
        before(&mut report).classes = ClassSizes::new(sizes);
        let json = parsed(&report, Audience::Public);
        let mut small = Vec::new();
        small_counts(&json["table"], "table", &mut small);
        small_counts(&json["left_out"], "left_out", &mut small);
        small_counts(&json["classes"], "classes", &mut small);
        small_counts(&json["risks"], "risks", &mut small);
        small_counts(&json["missing"], "missing", &mut small);
        // What is released can be counted by anybody, and is told when both totals are.
        small.retain(|path| !path.ends_with("released_rows"));
        prop_assert!(small.is_empty(), "{:?} in {}", small, json);
    }

    #[test]
    fn masked_bands_could_be_others(sizes in prop::collection::vec((prop_oneof![1u64..12, 1u64..130], prop_oneof![1u64..4, 1u64..40]), 1..6)) {
        let mut report = adult();
        let units = sizes.iter().map(|(size, classes)| size * classes).sum();
        prop_assume!(units > 10);
        (report.table.released_rows, report.table.released_units) = (units, units);
        let input = before(&mut report);
        input.classes = ClassSizes::new(sizes.clone());
        (input.rows, input.units) = (units, units);
        report.left_out = LeftOutFacts::default();
        let public = parsed(&report, Audience::Public)["classes"]["before"].clone();
        let internal = parsed(&report, Audience::Internal)["classes"]["before"].clone();
        let bands = |json: &Value| json["bands"].as_array().unwrap().clone();
        let (public_bands, bands) = (bands(&public), bands(&internal));
        let least: Vec<u64> = bands.iter().map(|b| b["from"].as_u64().unwrap()).collect();
        let units: Vec<u64> = bands.iter().map(|b| b["units"].as_u64().unwrap()).collect();
        let hidden: Vec<usize> = (0..bands.len()).filter(|&b| public_bands[b]["units"].is_null()).collect();
        for &band in hidden.iter().filter(|&&b| (1..11).contains(&units[b])) {
            let sum: u64 = hidden.iter().map(|&b| units[b]).sum();
            let others: Vec<usize> = hidden.iter().copied().filter(|&b| b != band).collect();
            // Any number from the least size on is a sum of sizes of a band. Unless all are hidden,
            // none is empty.
            let all = hidden.len() == bands.len();
            let singles_known = public["smallest"] == 1;
            let possible = |v: u64| {
                let rest = sum.saturating_sub(v);
                let fits = if all { rest >= 2 || rest == 0 } else { rest >= others.iter().map(|&b| least[b]).sum() };
                let itself = v >= least[band] || (all && v == 0 && !(band == 0 && singles_known));
                v <= sum && fits && itself
            };
            prop_assert!((0..=sum).any(|v| v != units[band] && possible(v)), "band {} of {:?}", band, units);
            prop_assert!(public["classes"].is_null() && public["average"].is_null() && public["largest"].is_null());
        }
        let risk = parsed(&report, Audience::Public)["risks"]["before"].clone();
        for (number, above) in risk["prosecutor"]["above"].as_array().unwrap().iter().enumerate() {
            let inside = hidden.iter().filter(|&&b| b < number + 2).count();
            prop_assert_eq!(above["units"].is_null(), inside > 0 && inside < hidden.len());
        }
    }
}

/// Paths of counts of people from 1 to 10.
fn small_counts(json: &Value, path: &str, small: &mut Vec<String>) {
    match json {
        Value::Object(fields) => {
            for (name, field) in fields {
                let counts = matches!(
                    name.as_str(),
                    "rows" | "units" | "left_out" | "released_rows"
                );
                if counts && field.as_u64().is_some_and(|n| (1..11).contains(&n)) {
                    small.push(format!("{path}.{name}"));
                }
                small_counts(field, &format!("{path}.{name}"), small);
            }
        }
        Value::Array(items) => items
            .iter()
            .for_each(|item| small_counts(item, path, small)),
        _ => {}
    }
}

#[test]
fn a_masked_total_takes_along_what_tells_it() {
    let report = world(&[1_500, 600], &[4, 3]);
    let json = parsed(&report, Audience::Public);
    for path in [
        "/table/rows",
        "/table/units",
        "/asked/allowed_units",
        "/loss/value",
        "/left_out/share",
        "/classes/before/units",
    ] {
        assert_eq!(json.pointer(path), Some(&Value::Null), "{path}");
    }
    assert_eq!(json["left_out"]["rows"], "<11");
    assert_eq!(json["table"]["released_rows"], 2_100);
    assert_eq!(json["left_out"]["attributes"], Value::Array(vec![]));
    assert!(
        json["decision"]
            .as_array()
            .unwrap()
            .iter()
            .all(|line| line["loss"].is_null())
    );
    let text = report.to_text(Audience::Public);
    assert!(text.contains("Fewer than 11 rows are left out.") && !text.contains("2,107"));
    assert!(
        report
            .to_text(Audience::Internal)
            .contains("7 of 2,107 rows (0.3 %) are left out.")
    );
}

#[test]
fn nothing_left_out_is_no_secret() {
    let json = parsed(&world(&[1_500, 600], &[0, 0]), Audience::Public);
    assert_eq!(
        (&json["left_out"]["rows"], &json["table"]["rows"]),
        (&0.into(), &2_100.into())
    );
}

#[test]
fn missing_values_are_withheld_where_the_rest_could_be_counted() {
    let mut report = world(&[1_500, 600], &[40, 30]);
    let missing = |report: &Report| parsed(report, Audience::Public)["missing"][0]["rows"].clone();
    before(&mut report).missing = vec![equipoise_report::MissingLine {
        column: text("letter"),
        rows: 583,
    }];
    assert_eq!(missing(&report), Value::Null);
    before(&mut report).missing[0].rows = 7;
    assert_eq!(missing(&report), Value::Null);
    report.left_out = LeftOutFacts::default();
    assert_eq!(missing(&report), "<11");
    before(&mut report).missing[0].rows = 583;
    assert_eq!(missing(&report), 583);
    assert_eq!(
        parsed(&report, Audience::Internal)["missing"][0]["rows"],
        583
    );
}

#[test]
fn of_a_distance_from_the_input_only_that_it_is_kept_is_told() {
    let mut report = adult();
    let measured =
        |report: &Report, audience| parsed(report, audience)["privacy"][2]["measured"].clone();
    assert_eq!(measured(&report, Audience::Public), "<=0.6");
    assert_eq!(measured(&report, Audience::Internal), "16511/28140");
    report.models[2].met = false;
    assert_eq!(measured(&report, Audience::Public), 0.587);
}

#[test]
fn other_values_are_rounded_against_the_release_but_not_over_what_was_asked() {
    let mut report = adult();
    let measured =
        |report: &Report, audience| parsed(report, audience)["privacy"][2]["measured"].clone();
    let average_risk = |threshold| Model::AverageRisk {
        threshold: crate::common::decimal(threshold),
    };
    report.models[2].model = average_risk("0.6");
    assert_eq!(measured(&report, Audience::Public), 0.587);
    report.models[2].model = average_risk("0.5868");
    assert_eq!(measured(&report, Audience::Public), 0.5868);
    report.models[2].met = false;
    assert_eq!(measured(&report, Audience::Public), 0.587);
}

/// Counts that a public report tells, of pairs of a part and a whole.
fn nested(json: &Value) -> Vec<(Option<u64>, Option<u64>)> {
    let at = |path: &str| json.pointer(path).and_then(Value::as_u64);
    let mut pairs = Vec::new();
    for side in ["before", "after"] {
        let risk = |path: &str| at(&format!("/risks/{side}/{path}"));
        let (above, alone) = (
            risk("journalist/above/units"),
            risk("journalist/population_uniques/units"),
        );
        let all = at(&format!("/classes/{side}/units"));
        pairs.extend([(above, all), (alone, all), (alone, above)]);
        pairs.extend([
            (above, risk("prosecutor/above/0/units")),
            (alone, risk("sample_uniques/units")),
        ]);
    }
    let audit = |path: &str| at(&format!("/risks/audits/0/{path}/units"));
    let all = at("/classes/after/units");
    pairs.extend([
        (audit("homogeneity"), all),
        (audit("skewness"), all),
        (audit("similarity"), all),
    ]);
    pairs.push((audit("homogeneity"), audit("similarity")));
    pairs
}

/// Risks of a table whose classes are these: parts of the units by tenths.
fn parts(classes: &ClassSizes, tenths: [u64; 5], less: u64) -> RiskFacts {
    let all: u64 = classes
        .sizes()
        .iter()
        .map(|(size, number)| size * number)
        .sum();
    let below = |size: u64| {
        classes
            .sizes()
            .iter()
            .filter(|c| c.0 < size)
            .map(|(size, number)| size * number)
            .sum::<u64>()
    };
    let part = |of: u64, tenths: u64| (of * tenths / 10).saturating_sub(less);
    let above = part(below(5), tenths[0]);
    let similar = part(all, tenths[2]);
    let exposed = |units| ExposedClasses { classes: 1, units };
    RiskFacts {
        journalist: Some(JournalistRisk {
            highest: 0.5,
            average: 0.1,
            units_above: above,
            population_uniques: part(above.min(below(2)), tenths[1]),
        }),
        audits: vec![Audit {
            column: text("occupation"),
            homogeneity: exposed(part(similar, tenths[3])),
            skewness: SkewnessAudit {
                exposed: exposed(part(all, tenths[4])),
                worst: Some(7.0),
                ..SkewnessAudit::default()
            },
            similarity: Some(SimilarityAudit {
                level: 1,
                exposed: exposed(similar),
            }),
        }],
        ..RiskFacts::default()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_part_of_the_risks_is_small_or_leaves_few(
        sizes in prop::collection::vec((prop_oneof![1u64..7, 1u64..60], 1u64..40), 1..7),
        tenths in [0u64..11, 0u64..11, 0u64..11, 0u64..11, 0u64..11],
        less in 0u64..14,
        left_out in prop_oneof![0u64..30, 0u64..3],
    ) {
        let classes = ClassSizes::new(sizes);
        let mut report = world(&[900, 200], &[left_out, 0]);
        before(&mut report).risks = parts(&classes, tenths, less);
        report.risks = parts(&classes, tenths, less);
        before(&mut report).classes = classes.clone();
        report.after = classes;
        let json = parsed(&report, Audience::Public);
        let mut small = Vec::new();
        small_counts(&json["risks"], "risks", &mut small);
        prop_assert!(small.is_empty(), "{:?} in {}", small, json["risks"]);
        for (part, whole) in nested(&json) {
            let left = whole.zip(part).filter(|&(_, part)| part > 0).map(|(whole, part)| whole.abs_diff(part));
            prop_assert!(!left.is_some_and(|left| (1..11).contains(&left)), "{:?} of {:?} in {}", part, whole, json["risks"]);
        }
    }
}

#[test]
fn small_parts_look_the_same() {
    let with = |homogeneous, skewed, worst| {
        let mut report = adult();
        let audit = &mut report.risks.audits[0];
        audit.homogeneity.units = homogeneous;
        audit.skewness.exposed.units = skewed;
        audit.skewness.worst = Some(worst);
        audit.similarity = None;
        published(&report)
    };
    assert_eq!(with(3, 1, 6.0), with(8, 10, 6.0));
    assert_ne!(with(3, 1, 6.0), with(3, 11, 6.0));
}

#[test]
fn risks_before_go_with_the_totals() {
    let mut report = world(&[1_500, 600], &[4, 3]);
    let journalist = Some(JournalistRisk {
        highest: 1.0 / 3.0,
        average: 0.12345,
        units_above: 400,
        population_uniques: 40,
    });
    before(&mut report).risks = RiskFacts {
        journalist,
        ..adult().before.unwrap().risks
    };
    report.risks = report.before.as_ref().unwrap().risks.clone();
    let json = parsed(&report, Audience::Public);
    for path in [
        "journalist/highest",
        "journalist/average",
        "journalist/above/units",
        "population_uniques/0/share",
        "prosecutor/average",
        "marketer/expected",
    ] {
        assert_eq!(
            json.pointer(&format!("/risks/before/{path}")),
            Some(&Value::Null),
            "{path}"
        );
    }
    assert_eq!(json["risks"]["after"]["journalist"]["highest"], 0.334);
    assert_eq!(
        json["risks"]["after"]["population_uniques"][0]["share"],
        0.044
    );
    let internal = parsed(&report, Audience::Internal);
    assert_eq!(
        internal["risks"]["before"]["journalist"]["average"],
        0.12345
    );
    assert_eq!(
        internal["risks"]["after"]["population_uniques"][0]["share"],
        0.04321
    );
}

/// Facts of the input that a report has beside those of the release, changed one by one: the public
/// report of the release alone is the same, because it has none of them.
#[test]
fn a_report_of_the_release_has_nothing_of_the_input() {
    let mut other = adult();
    other.before = None;
    other.left_out.attributes = vec![values(
        "sex",
        &[("Female", 9_782, 398), ("Other", 20_380, 704)],
    )];
    other.loss.value = Some(0.5);
    other
        .decision
        .iter_mut()
        .for_each(|line| line.loss = Some(0.5));
    assert_eq!(
        published(&of_release(adult())),
        published(&of_release(other))
    );
    let text = of_release(adult()).to_text(Audience::Public);
    assert!(!text.contains("before"), "{text}");
    for words in [
        "Its value is only in the internal report",
        "The internal report describes them.",
        "in the whole release",
    ] {
        assert!(
            text.split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
                .contains(words),
            "{words}"
        );
    }
}

#[test]
fn published_sections_say_whom_they_describe() {
    let text = adult()
        .to_text(Audience::Public)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    assert!(
        text.contains("The publisher chose to publish `before`, `left-out` and `loss` too."),
        "{text}"
    );
    assert!(
        text.contains("they describe people who were left out as well"),
        "{text}"
    );
}

/// Rows of persons who are left out, and how many persons there are, do not follow from the number
/// of persons left out.
#[test]
fn of_persons_left_out_only_their_number_is_public() {
    let mut report = of_release(adult());
    report.unit = equipoise_report::ProtectionUnit::Persons {
        column: text("patient"),
    };
    report.left_out = LeftOutFacts {
        rows: None,
        units: 640,
        attributes: Vec::new(),
    };
    let json = parsed(&report, Audience::Public);
    assert_eq!(
        (&json["left_out"]["units"], &json["left_out"]["rows"]),
        (&640.into(), &Value::Null)
    );
    assert_eq!(
        (
            &json["table"]["units"],
            &json["table"]["rows"],
            &json["left_out"]["share"]
        ),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    assert!(
        report
            .to_text(Audience::Public)
            .contains("640 persons have rows left out.")
    );
}
