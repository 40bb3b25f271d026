//! Mistakes in models that compare a class with the table.

use super::{PLACE, of, refuses};

const JOB: &str = "column = \"job\"";

/// The models with a distance, and what else they need.
const BOTH: [(&str, &str); 2] = [
    ("t-closeness", JOB),
    ("nt-closeness", "column = \"job\"\nn = 9"),
];

#[test]
fn t_and_n() {
    for (model, lines) in BOTH {
        refuses(
            model,
            lines,
            "t",
            &["1.2", "-0.1", "1.0000000000000000000000000001", "2"],
            "it must be at least 0 and at most 1",
            "",
        );
        let line = 14 + lines.lines().count();
        let (text, _) = of(model, &format!("{lines}\nt = \"0.1\""));
        assert_eq!(
            text,
            format!(
                "{line}: `t` in {PLACE} is `0.1`; it must be a finite number of at most 38 digits"
            )
        );
    }
    refuses(
        "nt-closeness",
        &format!("{JOB}\nt = 0.1"),
        "n",
        &["0", "10.5", "-1"],
        "it must be a whole number, at least 1",
        "",
    );
}

#[test]
fn distances_need_what_they_measure_by() {
    for (model, lines) in BOTH {
        let line = 15 + lines.lines().count();
        let with = |word: &str| of(model, &format!("{lines}\nt = 0.1\ndistance = \"{word}\""));
        let (text, hint) = with("hierarchical");
        assert_eq!(
            text,
            format!(
                "{line}: `distance` in {PLACE} is `hierarchical`, and column `job` has no hierarchy"
            )
        );
        assert_eq!(hint, "add `hierarchy` to `[columns.job]`");
        let (text, hint) = with("ordered");
        assert_eq!(
            text,
            format!("{line}: `distance` in {PLACE} is `ordered`, and column `job` has no order")
        );
        assert_eq!(
            hint,
            "add `order`, a `hierarchy`, or the `type` of its numbers or dates to `[columns.job]`"
        );
        let (text, hint) = with("smooth");
        assert_eq!(
            text,
            format!(
                "{line}: `distance` in {PLACE} is `smooth`; accepted: `equal`, `ordered`, `hierarchical`, `smoothed`"
            )
        );
        assert_eq!(hint, "did you mean `smoothed`?");
    }
}

#[test]
fn bandwidth_is_for_smoothed_distance() {
    for (model, lines) in BOTH {
        let smoothed = format!("{lines}\nt = 0.1\ndistance = \"smoothed\"");
        refuses(
            model,
            &smoothed,
            "bandwidth",
            &["0", "-0.3", "0.0"],
            "it must be greater than 0",
            "",
        );
        let line = 16 + lines.lines().count();
        let (text, _) = of(
            model,
            &format!("{lines}\nt = 0.1\ndistance = \"equal\"\nbandwidth = 0.3"),
        );
        assert_eq!(
            text,
            format!(
                "{line}: `bandwidth` in {PLACE} is for the distance `smoothed`, and this one is `equal`"
            )
        );
        let (text, _) = of(model, &format!("{lines}\nt = 0.1\nbandwidth = 0.3"));
        assert_eq!(
            text,
            format!(
                "{}: `bandwidth` in {PLACE} is for the distance `smoothed`, and this one is `equal`",
                line - 1
            )
        );
    }
}

#[test]
fn gains() {
    refuses(
        "semantic-privacy",
        JOB,
        "delta",
        &["-0.1", "-1"],
        "it must be at least 0",
        "",
    );
    refuses(
        "delta-disclosure",
        JOB,
        "delta",
        &["0", "-1", "0.0"],
        "it must be greater than 0",
        "",
    );
    refuses(
        "beta-likeness",
        JOB,
        "beta",
        &["0", "-0.5"],
        "it must be greater than 0",
        "",
    );
    for model in ["semantic-privacy", "delta-disclosure"] {
        let (text, hint) = of(model, &format!("{JOB}\ndelta = 1\nlog = \"binray\""));
        assert_eq!(
            text,
            format!("16: `log` in {PLACE} is `binray`; accepted: `natural`, `binary`")
        );
        assert_eq!(hint, "did you mean `binary`?");
        assert_eq!(
            of(model, &format!("{JOB}\ndelta = 1\nlog = 2")).0,
            format!("16: `log` in {PLACE} is 2; accepted: `natural`, `binary`")
        );
    }
    let (text, hint) = of(
        "beta-likeness",
        &format!("{JOB}\nbeta = 1\nvariant = \"enhance\""),
    );
    assert_eq!(
        text,
        format!("16: `variant` in {PLACE} is `enhance`; accepted: `basic`, `enhanced`")
    );
    assert_eq!(hint, "did you mean `enhanced`?");
}
