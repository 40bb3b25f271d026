//! Classes that are made of the labels of single records, and rows that fit none.

use super::risks::recomputed;
use super::{files, release};
use crate::common::Workspace;
use crate::common::small::{SENSITIVE, Small};

#[test]
fn rows_may_be_left_out_instead_of_losing_more_than_was_asked() {
    let strict = release(&files(
        &["model = \"k-anonymity\"\nk = 4"],
        "",
        "min-utility = \"60%\"",
    ));
    let loose = release(&files(
        &["model = \"k-anonymity\"\nk = 4"],
        "max-suppression = 1.0",
        "min-utility = \"60%\"",
    ));
    assert!(strict["disclosure"]["short_rows"].as_u64() > Some(0));
    assert!(
        strict["warnings"]
            .to_string()
            .contains("less than was asked")
    );
    assert_eq!(loose["disclosure"]["short_rows"], 0);
    assert!(
        loose["suppressed_rows"].as_u64() > Some(0)
            && loose["suppressed_rows"].as_u64() < Some(120)
    );
}

/// Where no class can have what was asked, there are classes all the same, and an empty table is no
/// release.
#[test]
fn a_wish_that_no_class_can_have_still_gives_classes() {
    let json = release(&files(
        &["model = \"k-anonymity\"\nk = 8"],
        "max-suppression = 1.0",
        "min-utility = \"95%\"",
    ));
    assert!(
        json["classes"].as_u64() > Some(1) && json["disclosure"]["short_rows"].as_u64() > Some(0),
        "{json}"
    );
}

#[test]
fn aggregate_solutions_that_are_all_or_nothing_are_told_with_the_remedy() {
    let json = release(&files(
        &[],
        "",
        "form = \"aggregate\"\nbase-sensitivity = 0.1",
    ));
    assert!(
        json["warnings"]
            .to_string()
            .contains("shown whole or hidden whole"),
        "{}",
        json["warnings"]
    );
    assert!(
        json["warnings"].to_string().contains("min-level"),
        "{}",
        json["warnings"]
    );
}

/// A mark shows what a class under the highest labels shows, and both would be one class to whoever
/// reads the file.
#[test]
fn rows_get_the_widest_labels_instead_of_a_mark() {
    for (k, share) in [(4, "60%"), (8, "95%"), (3, "0%")] {
        let w = files(
            &[&format!("model = \"k-anonymity\"\nk = {k}")],
            "max-suppression = 0.5",
            &format!("min-utility = \"{share}\""),
        );
        w.write(
            "recipe.toml",
            w.text("recipe.toml")
                .replace("[output]\n", "[output]\nsuppressed = \"mark\"\n"),
        );
        assert_eq!(release(&w)["suppressed_rows"], 0);
        assert!(recomputed(&w).4 >= k);
    }
}

/// One column `x` of a table, with rows for each value.
fn one_column(
    rows: &[(&str, &str, usize)],
    lines: &str,
    column: &str,
    models: &[&str],
    search: &str,
) -> Workspace {
    let row = |(x, ill, times): &(&str, &str, usize)| format!("{x},{ill}\n").repeat(*times);
    let table = format!("x,ill\n{}", rows.iter().map(row).collect::<String>());
    let x = format!("role = \"quasi-identifier\"\nhierarchy = \"x.csv\"\n{column}");
    let search = format!("method = \"record\"\n{search}");
    Small {
        table: &table,
        columns: &[("x", &x), ("ill", SENSITIVE)],
        models,
        input: "",
        search: &search,
        files: &[("x.csv", lines)],
    }
    .files()
}

#[test]
fn a_row_that_fits_no_class_makes_some_classes_one_and_not_all() {
    let values: Vec<String> = (0..20).map(|i| format!("v{i:02}")).collect();
    let rows: Vec<(&str, &str, usize)> = values
        .iter()
        .flat_map(|v| [(v.as_str(), "yes", 5), (v.as_str(), "no", 5)])
        .chain([("z", "yes", 1)])
        .collect();
    let lines: String = values
        .iter()
        .map(|v| format!("{v},*\n"))
        .chain(["z,*\n".to_owned()])
        .collect();
    let w = one_column(
        &rows,
        &lines,
        "",
        &["model = \"t-closeness\"\ncolumn = \"ill\"\nt = 0.02"],
        "[record]\nmin-utility = \"100%\"",
    );
    release(&w);
    let hidden = w
        .lines("out/table.csv")
        .iter()
        .filter(|line| line.starts_with('*'))
        .count();
    assert!(hidden > 1 && hidden < 100, "{hidden} of 201 rows");
}

#[test]
fn a_risk_that_is_not_monotone_keeps_the_classes_that_there_are() {
    let rows = [
        ("a", "flu", 5),
        ("b", "flu", 5),
        ("c", "flu", 2),
        ("d", "flu", 2),
    ];
    let k = "model = \"k-anonymity\"\nk = 3";
    let w = one_column(
        &rows,
        "a,*\nb,*\nc,*\nd,*\n",
        "",
        &[k],
        "[record]\nmin-utility = \"0%\"\nrisk = \"entropic-raw\"",
    );
    release(&w);
    assert_eq!(
        w.lines("out/table.csv")
            .iter()
            .filter(|line| line.starts_with('*'))
            .count(),
        4
    );
}

#[test]
fn who_is_left_out_is_who_finds_no_class() {
    let lines = "a,A,*\nb,A,*\nc,A,*\nd,D,*\ne,E,*\n";
    let rows = [
        ("a", "flu", 1),
        ("b", "flu", 3),
        ("d", "flu", 3),
        ("e", "flu", 1),
    ];
    let k = "model = \"k-anonymity\"\nk = 3";
    let wish = "max-suppression = 1\n[record]\nmin-utility = \"100%\"";
    let w = one_column(&rows, lines, "max-level = 1", &[k], wish);
    assert_eq!(release(&w)["suppressed_rows"], 1);
    assert!(
        w.lines("out/table.csv")
            .iter()
            .any(|line| line.starts_with("A,"))
            && !w.text("out/table.csv").contains("e,")
    );
    // A mark cannot be taken for a label here, so rows may have one.
    let wish = "max-suppression = 3\n[record]\nmin-utility = \"100%\"";
    let w = one_column(
        &[("b", "flu", 3), ("d", "flu", 3), ("e", "flu", 3)],
        lines,
        "max-level = 1",
        &["model = \"k-anonymity\"\nk = 3"],
        wish,
    );
    w.write(
        "table.csv",
        w.text("table.csv")
            .replacen("b,flu\n", "", 2)
            .replacen("e,flu\n", "", 1),
    );
    w.write(
        "recipe.toml",
        w.text("recipe.toml")
            .replace("[output]\n", "[output]\nsuppressed = \"mark\"\n"),
    );
    assert_eq!(release(&w)["suppressed_rows"], 3);
    assert_eq!(
        w.lines("out/table.csv")
            .iter()
            .filter(|line| line.starts_with("*,"))
            .count(),
        3
    );
    let w = one_column(
        &rows,
        lines,
        "max-level = 1",
        &[k],
        "[record]\nmin-utility = \"100%\"",
    );
    let ran = w.run(&["anonymize", "recipe.toml"]);
    ran.expect(1);
    assert!(
        ran.stderr.contains("within `max-level`") || ran.stdout.contains("within `max-level`"),
        "{} {}",
        ran.stdout,
        ran.stderr
    );
}
