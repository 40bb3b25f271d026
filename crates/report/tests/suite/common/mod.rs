//! A report such as a table like Adult would give, with made-up counts that add up.

use equipoise_recipe::{
    AggregationChoice, Decimal, DistanceChoice, InputSection, Limit, LossChoice, Method, Model,
    Role, RowOrderChoice, UniquenessEstimator, Variant,
};
use equipoise_report::{
    AccountSection, AttributeLine, Audit, Before, ClassSizes, ColumnLine, DecidedBy,
    ExposedClasses, LeftOutAttribute, LeftOutFacts, LeftOutValue, LossLine, MissingLine, ModelLine,
    ProtectionUnit, Reference, Report, RiskFacts, SearchSettings, SimilarityAudit, SkewnessAudit,
    SuppressedRows, TableFacts, ThresholdSide, UniquenessEstimate,
};

pub(crate) fn text(word: &str) -> String {
    word.to_owned()
}

pub(crate) fn decimal(digits: &str) -> Decimal {
    Decimal::parse(digits).expect("it is a number")
}

pub(crate) fn column(name: &str, role: Role, distinct: u64) -> ColumnLine {
    ColumnLine {
        name: text(name),
        role: Some(role),
        reason: None,
        distinct: Some(distinct),
    }
}

/// A model that is met.
pub(crate) fn met(model: Model, side: ThresholdSide, measured: &str) -> ModelLine {
    ModelLine {
        model,
        side,
        measured: Some(text(measured)),
        least: None,
        met: true,
    }
}

pub(crate) fn l_diversity(column: &str, l: &str, variant: Variant) -> Model {
    Model::LDiversity {
        column: text(column),
        l: decimal(l),
        variant,
        others_as_quasi_identifiers: false,
    }
}

pub(crate) fn t_closeness(column: &str, t: &str, distance: DistanceChoice) -> Model {
    Model::TCloseness {
        column: text(column),
        t: decimal(t),
        distance,
        others_as_quasi_identifiers: false,
    }
}

/// The same model, for which the other sensitive columns count as known; models without a column
/// stay as they are.
pub(crate) fn with_others(mut model: Model) -> Model {
    match &mut model {
        Model::LDiversity {
            others_as_quasi_identifiers,
            ..
        }
        | Model::AlphaKAnonymity {
            others_as_quasi_identifiers,
            ..
        }
        | Model::TCloseness {
            others_as_quasi_identifiers,
            ..
        }
        | Model::NtCloseness {
            others_as_quasi_identifiers,
            ..
        }
        | Model::SemanticPrivacy {
            others_as_quasi_identifiers,
            ..
        }
        | Model::DeltaDisclosure {
            others_as_quasi_identifiers,
            ..
        }
        | Model::BetaLikeness {
            others_as_quasi_identifiers,
            ..
        }
        | Model::LkcPrivacy {
            others_as_quasi_identifiers,
            ..
        }
        | Model::KmAnonymity {
            others_as_quasi_identifiers,
            ..
        } => *others_as_quasi_identifiers = true,
        Model::KAnonymity { .. }
        | Model::SampleUniqueness { .. }
        | Model::AverageRisk { .. }
        | Model::PopulationUniqueness { .. }
        | Model::KMap { .. }
        | Model::DeltaPresence { .. } => {}
    }
    model
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
        unit: ProtectionUnit::Rows,
        table: TableFacts {
            released_rows: 29_060,
            released_units: 29_060,
            columns: columns(),
        },
        asked: SearchSettings {
            loss: LossChoice::Loss,
            aggregation: Some(AggregationChoice::Geometric),
            limit: Limit::Share(decimal("0.05")),
            allowed_units: Some(1_508),
            method: DecidedBy::Search(Method::Optimal),
        },
        models: vec![
            met(Model::KAnonymity { k: 5 }, ThresholdSide::AtLeast, "5"),
            met(
                l_diversity("occupation", "3", Variant::Distinct),
                ThresholdSide::AtLeast,
                "3",
            ),
            met(
                t_closeness("occupation", "0.6", DistanceChoice::Equal),
                ThresholdSide::AtMost,
                "16511/28140",
            ),
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
            metric: LossChoice::Loss,
            value: Some(0.1629291266463162),
        },
        proved_optimal: Some(true),
        nodes_total: Some(4_320),
        before: Some(Before {
            rows: 30_162,
            units: 30_162,
            classes: ClassSizes::new([
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
            risks: RiskFacts {
                estimates: vec![estimate(0.04321)],
                ..RiskFacts::default()
            },
            missing: missing(&[
                ("native-country", 420),
                ("occupation", 1_843),
                ("race", 7),
                ("sex", 0),
            ]),
            wildcard: Some(1),
        }),
        after: ClassSizes::new([
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
        risks: RiskFacts {
            estimates: vec![estimate(0.0)],
            audits: vec![audit()],
            ..RiskFacts::default()
        },
        left_out: LeftOutFacts {
            rows: Some(1_102),
            units: 1_102,
            attributes: left_out(),
        },
        suppressed: SuppressedRows::Dropped,
        row_order: RowOrderChoice::Canonical,
        missing: missing(&[("native-country", 418), ("occupation", 1_790), ("race", 1)]),
        wildcard: Some(6),
        missing_tokens: vec![text(""), text("?")],
        warnings: vec![text(
            "column `hours-per-week` is insensitive and has 94 distinct values: it may identify people together with what others know",
        )],
        published: vec![
            InputSection::Before,
            InputSection::LeftOut,
            InputSection::Loss,
        ],
        reproduce: vec![
            text("equipoise anonymize recipe.toml"),
            text("equipoise verify release/certificate.json"),
        ],
        usefulness: None,
        account: AccountSection::Plain,
    }
}

fn estimate(share: f64) -> UniquenessEstimate {
    UniquenessEstimate {
        estimator: UniquenessEstimator::Pitman,
        share,
        fell_back: None,
    }
}

fn audit() -> Audit {
    Audit {
        column: text("occupation"),
        homogeneity: ExposedClasses::default(),
        skewness: SkewnessAudit {
            exposed: ExposedClasses {
                classes: 3,
                units: 19,
            },
            worst: Some(7.5),
            ..SkewnessAudit::default()
        },
        similarity: Some(SimilarityAudit {
            level: 1,
            exposed: ExposedClasses {
                classes: 1,
                units: 7,
            },
        }),
    }
}

fn columns() -> Vec<ColumnLine> {
    let mut columns = vec![column("id", Role::Identifying, 30_162)];
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
        columns.push(column(name, Role::QuasiIdentifier, distinct));
    }
    columns.push(column("occupation", Role::Sensitive, 14));
    let reason = Some(text(
        "the data board found on review that nobody outside knows it",
    ));
    columns.push(ColumnLine {
        reason,
        ..column("hours-per-week", Role::Insensitive, 94)
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
