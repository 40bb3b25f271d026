//! The whole text of a report, compared with a file.
//!
//! `EQUIPOISE_REWRITE=1 cargo test -p equipoise-report --test suite golden::` writes the files anew;
//! review the difference.

use crate::common::{adult, before, of_release};
use equipoise_report::{Audience, Report};
use std::path::Path;

fn compare(name: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name);
    if std::env::var_os("EQUIPOISE_REWRITE").is_some() {
        std::fs::write(&path, made).unwrap();
    }
    let kept = std::fs::read_to_string(&path)
        .unwrap_or_default()
        .replace("\r\n", "\n");
    for (number, (kept, made)) in kept.lines().zip(made.lines()).enumerate() {
        assert_eq!(made, kept, "line {} of {name}", number + 1);
    }
    assert_eq!(made, kept, "{name}");
}

#[test]
fn the_example_adds_up() {
    let report = adult();
    let units = |classes: &equipoise_report::ClassSizes| {
        classes
            .sizes()
            .iter()
            .map(|(size, number)| size * number)
            .sum::<u64>()
    };
    let before = report.before.as_ref().unwrap();
    assert_eq!(units(&before.classes), before.rows);
    assert_eq!(units(&report.after), report.table.released_rows);
    assert_eq!(
        before.rows - report.left_out.rows.unwrap(),
        report.table.released_rows
    );
    for attribute in &report.left_out.attributes {
        assert_eq!(
            attribute.values.iter().map(|v| v.rows).sum::<u64>(),
            before.rows,
            "{}",
            attribute.name
        );
        assert_eq!(
            attribute
                .values
                .iter()
                .map(|v| v.left_out_rows)
                .sum::<u64>(),
            report.left_out.units,
            "{}",
            attribute.name
        );
    }
}

/// As the public gets it.
#[test]
fn public_text() {
    compare(
        "adult-public.txt",
        &of_release(adult()).to_text(Audience::Public),
    );
}

/// With sections about the input that the publisher names.
#[test]
fn public_text_with_published_sections() {
    compare("adult-published.txt", &adult().to_text(Audience::Public));
}

#[test]
fn internal_text() {
    compare("adult-internal.txt", &adult().to_text(Audience::Internal));
}

#[test]
fn public_json() {
    compare(
        "adult-public.json",
        &of_release(adult()).to_json(Audience::Public),
    );
}

/// 6 of 1,510 rows left out: a total that is masked.
fn few_left_out() -> Report {
    let mut report = adult();
    (report.table.released_rows, report.table.released_units) = (1_504, 1_504);
    (report.left_out.rows, report.left_out.units) = (Some(6), 6);
    (before(&mut report).rows, before(&mut report).units) = (1_510, 1_510);
    before(&mut report).classes = equipoise_report::ClassSizes::new([(1, 610), (3, 200), (10, 30)]);
    report.after = equipoise_report::ClassSizes::new([(8, 13), (50, 28)]);
    report.wildcard = Some(8);
    report
}

#[test]
fn public_text_with_a_masked_total() {
    compare("few-public.txt", &few_left_out().to_text(Audience::Public));
}
