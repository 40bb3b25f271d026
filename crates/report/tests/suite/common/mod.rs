//! A report such as a table like Adult would give, with made-up counts that add up.

use equipoise_report::{
    Asked, AttributeLine, Audit, Before, Classes, ColumnLine, Estimate, Exposed, LeftOut,
    LeftOutAttribute, LeftOutValue, LossLine, MissingLine, ModelLine, Reference, Report, Risks,
    RowOrder, Side, Similarity, Skewness, Suppressed, TableFacts, Unit,
};

pub(crate) fn text(word: &str) -> String {
    word.to_owned()
}

pub(crate) fn column(name: &str, role: &str, distinct: u64) -> ColumnLine {
    ColumnLine {
        name: text(name),
        role: text(role),
        reason: None,
        distinct: Some(distinct),
    }
}

/// A model that is met, with parameters as `k=5`.
pub(crate) fn model(name: &str, side: Side, asked: &str, measured: &str) -> ModelLine {
    ModelLine {
        model: text(name),
        asked: pairs(asked),
        side,
        measured: Some(text(measured)),
        met: true,
        ..ModelLine::default()
    }
}

/// `c=2 l=3` as pairs.
pub(crate) fn pairs(line: &str) -> Vec<(String, String)> {
    line.split_whitespace()
        .filter_map(|pair| pair.split_once('='))
        .map(|(a, b)| (text(a), text(b)))
        .collect()
}

/// Values of an attribute as label, rows and rows left out.
pub(crate) fn values(name: &str, values: &[(&str, u64, u64)]) -> LeftOutAttribute {
    let value = |&(label, rows, left_out): &(&str, u64, u64)| LeftOutValue {
        label: text(label),
        rows,
        left_out_rows: left_out,
        left_out_units: left_out,
    };
    LeftOutAttribute {
        name: text(name),
        values: values.iter().map(value).collect(),
    }
}

fn attribute(
    name: &str,
    levels: (u8, u8),
    labels: u64,
    raw_values: u64,
    example: &str,
    loss: f64,
) -> AttributeLine {
    let example = (!example.is_empty()).then(|| text(example));
    AttributeLine {
        name: text(name),
        level: Some(levels.0),
        height: Some(levels.1),
        labels,
        raw_values: Some(raw_values),
        example,
        loss: Some(loss),
    }
}

fn missing(rows: &[(&str, u64)]) -> Vec<MissingLine> {
    rows.iter()
        .map(|&(column, rows)| MissingLine {
            column: text(column),
            rows,
        })
        .collect()
}

/// The facts of the input that a report has.
pub(crate) fn before(report: &mut Report) -> &mut Before {
    report
        .before
        .as_mut()
        .expect("the report describes the input")
}

/// The report without anything that reads the input.
pub(crate) fn of_release(mut report: Report) -> Report {
    report.before = None;
    report.published.clear();
    report.loss.value = None;
    report.asked.allowed_units = None;
    report.left_out.attributes.clear();
    report
        .decision
        .iter_mut()
        .for_each(|line| (line.loss, line.raw_values) = (None, None));
    report
        .table
        .columns
        .iter_mut()
        .for_each(|column| column.distinct = None);
    report
        .risks
        .audits
        .iter_mut()
        .for_each(|audit| audit.skewness.reference = Reference::Release);
    report
}

/// 30,162 rows, 1,102 left out. It describes the input too.
pub(crate) fn adult() -> Report {
    Report {
        version: text("0.1.0"),
        unit: Unit::Rows,
        table: TableFacts {
            released_rows: 29_060,
            released_units: 29_060,
            columns: columns(),
        },
        asked: Asked {
            loss: text("loss"),
            aggregation: Some(text("geometric")),
            limit_text: text("5 %"),
            allowed_units: Some(1_508),
            method: text("optimal"),
        },
        models: vec![
            model("k-anonymity", Side::AtLeast, "k=5", "5"),
            ModelLine {
                column: Some(text("occupation")),
                variant: Some(text("distinct")),
                ..model("l-diversity", Side::AtLeast, "l=3", "3")
            },
            ModelLine {
                column: Some(text("occupation")),
                distance: Some(text("equal")),
                ..model("t-closeness", Side::AtMost, "t=0.6", "16511/28140")
            },
        ],
        decision: vec![
            attribute("sex", (0, 1), 2, 2, "Male", 0.0365),
            attribute("age", (3, 4), 4, 72, "40-59", 0.2791),
            attribute("race", (0, 1), 5, 5, "White", 0.0365),
            attribute("marital-status", (0, 2), 7, 7, "Never-married", 0.0365),
            attribute("education", (2, 3), 3, 16, "Higher education", 0.4102),
            attribute("native-country", (1, 2), 4, 41, "North America", 0.2517),
            attribute("workclass", (2, 2), 1, 7, "", 1.0),
            attribute("salary-class", (0, 1), 2, 2, "<=50K", 0.0365),
        ],
        loss: LossLine {
            metric: text("loss"),
            value: Some(0.1629291266463162),
        },
        proved_optimal: Some(true),
        nodes_total: Some(4_320),
        before: Some(Before {
            rows: 30_162,
            units: 30_162,
            classes: Classes::new([
                (1, 13_912),
                (2, 2_003),
                (3, 801),
                (4, 404),
                (6, 480),
                (12, 214),
                (31, 60),
                (63, 10),
                (110, 1),
                (177, 1),
            ]),
            risks: Risks {
                estimates: vec![estimate(0.04321)],
                ..Risks::default()
            },
            missing: missing(&[
                ("native-country", 420),
                ("occupation", 1_843),
                ("race", 7),
                ("sex", 0),
            ]),
            wildcard: Some(1),
        }),
        after: Classes::new([
            (5, 60),
            (7, 48),
            (14, 110),
            (28, 95),
            (66, 72),
            (190, 71),
            (321, 11),
            (1_203, 1),
            (1_248, 1),
        ]),
        sets: None,
        risks: Risks {
            estimates: vec![estimate(0.0)],
            audits: vec![audit()],
            ..Risks::default()
        },
        left_out: LeftOut {
            rows: Some(1_102),
            units: 1_102,
            attributes: left_out(),
        },
        suppressed: Suppressed::Dropped,
        row_order: RowOrder::Canonical,
        missing: missing(&[("native-country", 418), ("occupation", 1_790), ("race", 1)]),
        wildcard: Some(6),
        missing_tokens: vec![text(""), text("?")],
        warnings: vec![text(
            "column `hours-per-week` is insensitive and has 94 distinct values: it may identify people together with what others know",
        )],
        published: vec![text("before"), text("left-out"), text("loss")],
        reproduce: vec![
            text("equipoise anonymize recipe.toml"),
            text("equipoise verify release/certificate.json"),
        ],
        usefulness: None,
        disclosure: None,
        preference: None,
    }
}

fn estimate(share: f64) -> Estimate {
    Estimate {
        estimator: text("pitman"),
        share,
        fell_back: None,
    }
}

fn audit() -> Audit {
    Audit {
        column: text("occupation"),
        homogeneity: Exposed::default(),
        skewness: Skewness {
            exposed: Exposed {
                classes: 3,
                units: 19,
            },
            worst: Some(7.5),
            ..Skewness::default()
        },
        similarity: Some(Similarity {
            level: 1,
            exposed: Exposed {
                classes: 1,
                units: 7,
            },
        }),
    }
}

fn columns() -> Vec<ColumnLine> {
    let mut columns = vec![column("id", "identifying", 30_162)];
    for (name, distinct) in [
        ("sex", 2),
        ("age", 72),
        ("race", 5),
        ("marital-status", 7),
        ("education", 16),
        ("native-country", 41),
        ("workclass", 7),
        ("salary-class", 2),
    ] {
        columns.push(column(name, "quasi-identifier", distinct));
    }
    columns.push(column("occupation", "sensitive", 14));
    let reason = Some(text(
        "the data board found on review that nobody outside knows it",
    ));
    columns.push(ColumnLine {
        reason,
        ..column("hours-per-week", "insensitive", 94)
    });
    columns
}

fn left_out() -> Vec<LeftOutAttribute> {
    vec![
        values("sex", &[("Female", 9_782, 398), ("Male", 20_380, 704)]),
        values(
            "age",
            &[
                ("0-19", 1_102, 21),
                ("20-39", 16_210, 391),
                ("40-59", 10_411, 452),
                ("60-", 2_439, 238),
            ],
        ),
        values(
            "race",
            &[
                ("White", 25_926, 348),
                ("Black", 2_817, 274),
                ("Asian-Pac-Islander", 895, 213),
                ("Amer-Indian-Eskimo", 286, 144),
                ("Other", 231, 117),
                ("?", 7, 6),
            ],
        ),
        values(
            "marital-status",
            &[
                ("Married-civ-spouse", 14_065, 201),
                ("Never-married", 9_726, 242),
                ("Divorced", 4_214, 209),
                ("Separated", 939, 141),
                ("Widowed", 827, 166),
                ("Married-spouse-absent", 370, 122),
                ("Married-AF-spouse", 21, 21),
            ],
        ),
        values(
            "education",
            &[
                ("Secondary education", 14_123, 440),
                ("Higher education", 15_000, 560),
                ("Primary education", 1_039, 102),
            ],
        ),
        values(
            "native-country",
            &[
                ("North America", 28_600, 720),
                ("Asia", 640, 209),
                ("Europe", 493, 168),
                ("?", 420, 2),
                ("South America", 9, 3),
            ],
        ),
        values("workclass", &[("*", 30_162, 1_102)]),
        values(
            "salary-class",
            &[("<=50K", 22_654, 1_095), (">50K", 7_508, 7)],
        ),
    ]
}
