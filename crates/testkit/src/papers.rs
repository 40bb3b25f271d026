//! Worked examples of the literature, with their numbers.
//!
//! All are from T. Li, "Privacy Preservation in Data Publishing and Sharing", CERIAS TR 2010-16.
//! Where its text is known to be wrong or to mean something else, the example says so.
//!
//! - The disease numbers 0.5 and 0.278 of section 2.3 take the six diseases as equally frequent,
//!   although three of them occur twice. [`distances`] has them as printed; [`salaries`] has what
//!   the frequencies of the table give.
//! - `Child(N)` in the hierarchical distance must mean direct children: all leaves below would give
//!   0.833, not 0.278.
//! - Heights are counted in edges: the tree of diseases has height 3.
//! - A smoothed distribution does not sum to 1 as printed; it is brought back to 1 before the
//!   distance is taken. The thesis prints no smoothed distance of the salaries: those here were
//!   computed anew.
//! - (n,t)-closeness never compares a class of n units with anything: 2,000 people count as close,
//!   0.133 away from all.

use crate::{
    Case, OracleDistance, OracleEstimator, OracleLimit, OracleLoss, OracleMeasured, OracleModel,
    OracleQuasiColumn, ReducedFraction, SensitiveColumn,
};

/// A table, and what is known of its classes at some nodes.
#[derive(Clone, Debug)]
pub struct WorkedTable {
    /// Where it stands.
    pub source: &'static str,
    /// The table with hierarchies and models.
    pub case: Case,
    /// What is known.
    pub expected: Vec<ExpectedClass>,
}

/// The score of one class.
#[derive(Clone, Debug)]
pub struct ExpectedClass {
    /// Where the number stands, or how it was found.
    pub source: &'static str,
    /// The node.
    pub levels: Vec<usize>,
    /// The rows of the class, from 0.
    pub rows: Vec<usize>,
    /// The model, by its place in the case.
    pub model: usize,
    /// The score; a rounded one to the four decimals it has.
    pub score: OracleMeasured,
}

/// The entropy of a distribution.
#[derive(Clone, Debug)]
pub struct WorkedEntropy {
    /// Where it stands, or how it was found.
    pub source: &'static str,
    /// How often each value occurs, class by class; the entropies of the classes are averaged by
    /// size.
    pub classes: Vec<Vec<u64>>,
    /// The entropy in nats, rounded to five decimals.
    pub nats: f64,
}

/// The distance of two distributions over values with a given ground distance.
#[derive(Clone, Debug)]
pub struct WorkedDistance {
    /// Where it stands.
    pub source: &'static str,
    /// Counts of the one.
    pub p: Vec<u64>,
    /// Counts of the other.
    pub q: Vec<u64>,
    /// Ground distances, to be divided by `scale`.
    pub ground: Vec<Vec<i128>>,
    /// What to divide by.
    pub scale: i128,
    /// The exact distance.
    pub expected: ReducedFraction,
    /// The number as printed, rounded; where the text prints none, as it follows from the text.
    pub printed: f64,
}

/// All tables.
pub fn tables() -> Vec<WorkedTable> {
    vec![patients(), salaries(), cancer_and_flu(), virus()]
}

/// Nine patients: 3-anonymous, and yet everybody in the first class has heart disease.
pub fn patients() -> WorkedTable {
    let rows = "47677,29,heart disease|47602,22,heart disease|47678,27,heart disease|47905,43,flu|47909,52,heart disease\
                |47906,47,cancer|47605,30,heart disease|47673,36,cancer|47607,32,cancer";
    let disease = SensitiveColumn::new(2, texts("flu,cancer,heart disease"));
    let case = case(
        "zip,age,disease",
        rows,
        ZIPS,
        AGES,
        vec![disease],
        vec![
            OracleModel::K { k: 3 },
            OracleModel::DistinctL { column: 2, l: 2 },
        ],
    );
    let table_1_3 = |rows: &[usize], l| {
        let class = |model, score| ExpectedClass {
            source: "table 1.3",
            levels: vec![2, 1],
            rows: rows.to_vec(),
            model,
            score,
        };
        [
            class(0, OracleMeasured::whole(3)),
            class(1, OracleMeasured::whole(l)),
        ]
    };
    let expected = [
        table_1_3(&[0, 1, 2], 1),
        table_1_3(&[3, 4, 5], 3),
        table_1_3(&[6, 7, 8], 2),
    ]
    .into_iter()
    .flatten()
    .collect();
    WorkedTable {
        source: "tables 1.2 and 1.3",
        case,
        expected,
    }
}

/// Nine salaries and diseases. The node 2,1 is table 2.2, the node 1,2 is table 2.5.
///
/// The models are, in order: k = 3; distinct 3-diversity of salary and of disease; t-closeness of
/// salary, ordered, t = 0.375; of disease, hierarchical, t = 0.5; entropy 3-diversity of salary and
/// of disease; t-closeness of salary, smoothed with the bandwidth 0.3.
pub fn salaries() -> WorkedTable {
    let rows = "47677,29,3K,gastric ulcer|47602,22,4K,gastritis|47678,27,5K,stomach cancer|47905,43,6K,gastritis|47909,52,11K,flu\
                |47906,47,8K,bronchitis|47605,30,7K,bronchitis|47673,36,9K,pneumonia|47607,32,10K,stomach cancer";
    let diseases = lines(DISEASES);
    let order = diseases.iter().map(|line| line[0].clone()).collect();
    let salary = SensitiveColumn::new(2, texts("3K,4K,5K,6K,7K,8K,9K,10K,11K"));
    let disease = SensitiveColumn {
        lines: Some(diseases),
        ..SensitiveColumn::new(3, order)
    };
    let models = vec![
        OracleModel::K { k: 3 },
        OracleModel::DistinctL { column: 2, l: 3 },
        OracleModel::DistinctL { column: 3, l: 3 },
        OracleModel::T {
            column: 2,
            t_num: 3,
            t_den: 8,
            text: "0.375".into(),
            distance: OracleDistance::Ordered,
        },
        OracleModel::T {
            column: 3,
            t_num: 1,
            t_den: 2,
            text: "0.5".into(),
            distance: OracleDistance::Hierarchical,
        },
        OracleModel::EntropyL {
            column: 2,
            l: ReducedFraction::whole(3),
            estimator: OracleEstimator::Shannon,
        },
        OracleModel::EntropyL {
            column: 3,
            l: ReducedFraction::whole(3),
            estimator: OracleEstimator::Shannon,
        },
        OracleModel::T {
            column: 2,
            t_num: 1,
            t_den: 4,
            text: "0.25".into(),
            distance: OracleDistance::Smoothed {
                bandwidth: ReducedFraction::new(3, 10),
            },
        },
    ];
    let case = case(
        "zip,age,salary,disease",
        rows,
        ZIPS,
        AGES,
        vec![salary, disease],
        models,
    );
    let class = |source,
                 levels: [usize; 2],
                 rows: [usize; 3],
                 salary: (i128, i128),
                 disease: (i128, i128)| {
        let expected = |model, score| ExpectedClass {
            source,
            levels: levels.to_vec(),
            rows: rows.to_vec(),
            model,
            score,
        };
        let distance = |(num, den)| OracleMeasured::ratio(num, den);
        // Three units with three values each: 3 by every reading.
        let three = OracleMeasured::whole(3);
        let scores = [
            three,
            three,
            three,
            distance(salary),
            distance(disease),
            three,
            three,
        ];
        scores
            .into_iter()
            .enumerate()
            .map(|(model, score)| expected(model, score))
            .collect::<Vec<_>>()
    };
    // Salaries: 0.375 and 0.167 are printed in section 2.3, the others follow from the same
    // formula. Diseases: from the frequencies of the table, see the head of this module; 8/27 in
    // the last class of table 2.2 is worked out in the tests.
    let expected = [
        class("table 2.2", [2, 1], [0, 1, 2], (3, 8), (4, 9)),
        class("table 2.2", [2, 1], [3, 4, 5], (1, 6), (8, 27)),
        class("table 2.2", [2, 1], [6, 7, 8], (17, 72), (8, 27)),
        class("table 2.5", [1, 2], [0, 2, 7], (1, 6), (7, 27)),
        class("table 2.5", [1, 2], [3, 4, 5], (1, 6), (8, 27)),
        class("table 2.5", [1, 2], [1, 6, 8], (1, 12), (5, 27)),
    ];
    let smoothed = |rows: [usize; 3], distance| ExpectedClass {
        source: "computed anew",
        levels: vec![2, 1],
        rows: rows.to_vec(),
        model: 7,
        score: OracleMeasured::Float(distance),
    };
    let smoothed = [smoothed([0, 1, 2], 0.2266), smoothed([3, 4, 5], 0.0578)];
    WorkedTable {
        source: "tables 2.1, 2.2 and 2.5",
        case,
        expected: expected.into_iter().flatten().chain(smoothed).collect(),
    }
}

/// 3,000 people with cancer or flu. The node 1,1 is table 2.4, which is not 0.1-close, but (1000,
/// 0.1)-close: the two small classes together, who have zip 476** and any age, are 1,000 people,
/// half of them with cancer like each of the two.
pub fn cancer_and_flu() -> WorkedTable {
    let counted = [
        ("47673,29,cancer", 100),
        ("47674,21,flu", 100),
        ("47605,25,cancer", 200),
        ("47602,23,flu", 200),
        ("47905,43,cancer", 100),
        ("47904,48,flu", 900),
        ("47906,47,cancer", 100),
        ("47907,41,flu", 900),
        ("47603,34,cancer", 100),
        ("47605,30,flu", 100),
        ("47602,36,cancer", 100),
        ("47607,32,flu", 100),
    ];
    let rows: Vec<&str> = counted
        .iter()
        .flat_map(|&(row, count)| std::iter::repeat_n(row, count))
        .collect();
    let zips = "47673;476**;*|47674;476**;*|47605;476**;*|47602;476**;*|47603;476**;*|47607;476**;*\
                |47905;479**;*|47904;479**;*|47906;479**;*|47907;479**;*";
    let ages = "29;2*;*|21;2*;*|25;2*;*|23;2*;*|43;4*;*|48;4*;*|47;4*;*|41;4*;*|34;3*;*|30;3*;*|36;3*;*|32;3*;*";
    let disease = SensitiveColumn::new(2, texts("cancer,flu"));
    let models = vec![
        OracleModel::T {
            column: 2,
            t_num: 1,
            t_den: 10,
            text: "0.1".into(),
            distance: OracleDistance::Equal,
        },
        OracleModel::NtCloseness {
            column: 2,
            n: 1000,
            t: ReducedFraction::new(1, 10),
            distance: OracleDistance::Equal,
        },
    ];
    let case = case(
        "zip,age,disease",
        &rows.join("|"),
        zips,
        ages,
        vec![disease],
        models,
    );
    // The whole table has 700/3000 = 7/30 cancer. The classes have 15/30, 3/30 and 15/30.
    let class = |rows: std::ops::Range<usize>, num| {
        let class = |model, score| ExpectedClass {
            source: "table 2.4",
            levels: vec![1, 1],
            rows: rows.clone().collect(),
            model,
            score,
        };
        [
            class(0, OracleMeasured::ratio(num, 30)),
            class(1, OracleMeasured::whole(0)),
        ]
    };
    let expected = [class(0..600, 8), class(600..2600, 4), class(2600..3000, 8)]
        .into_iter()
        .flatten()
        .collect();
    WorkedTable {
        source: "tables 2.3 and 2.4",
        case,
        expected,
    }
}

/// 10,000 people of whom one in a hundred has a virus: distinct and entropy diversity let pass what
/// t-closeness does not.
///
/// The text describes classes and prints no table. Here the class `half` has 50 positive and 50
/// negative, `most` 49 positive and 1 negative, and `rest` all others. The models are distinct
/// 2-diversity; entropy diversity at the 1.05 that the whole table has (exp(0.056) = 1.0576);
/// t-closeness, equal, t = 0.48.
pub fn virus() -> WorkedTable {
    let counted = [
        ("half,yes", 50),
        ("half,no", 50),
        ("most,yes", 49),
        ("most,no", 1),
        ("rest,yes", 1),
        ("rest,no", 9849),
    ];
    let rows = counted
        .iter()
        .flat_map(|&(row, count)| std::iter::repeat_n(texts(row), count))
        .collect();
    let groups = lines("half;*|most;*|rest;*");
    let models = vec![
        OracleModel::DistinctL { column: 1, l: 2 },
        OracleModel::EntropyL {
            column: 1,
            l: ReducedFraction::new(105, 100),
            estimator: OracleEstimator::Shannon,
        },
        OracleModel::T {
            column: 1,
            t_num: 48,
            t_den: 100,
            text: "0.48".into(),
            distance: OracleDistance::Equal,
        },
    ];
    let case = Case {
        columns: texts("group,virus"),
        rows,
        quasi: vec![OracleQuasiColumn {
            index: 0,
            lines: groups,
            weight: 1.0,
            min_level: 0,
            max_level: 1,
        }],
        sensitive: vec![SensitiveColumn::new(1, texts("no,yes"))],
        ..case("group,virus", "", ZIPS, AGES, Vec::new(), models)
    };
    let class = |rows: std::ops::Range<usize>, perplexity, hundredths| {
        let class = |model, score| ExpectedClass {
            source: "section 2.1",
            levels: vec![0],
            rows: rows.clone().collect(),
            model,
            score,
        };
        [
            class(0, OracleMeasured::whole(2)),
            class(1, perplexity),
            class(2, OracleMeasured::ratio(hundredths, 100)),
        ]
    };
    // exp(0.6931) = 2 exactly; exp(0.09804) = 1.1030.
    let expected = [
        class(0..100, OracleMeasured::whole(2), 49),
        class(100..150, OracleMeasured::Float(1.1030), 97),
    ];
    WorkedTable {
        source: "section 2.1",
        case,
        expected: expected.into_iter().flatten().collect(),
    }
}

/// Entropies as printed or as they follow from the text.
pub fn entropies() -> Vec<WorkedEntropy> {
    let worked = |source, classes: &[[u64; 2]], nats| WorkedEntropy {
        source,
        classes: classes.iter().map(|c| c.to_vec()).collect(),
        nats,
    };
    vec![
        worked("section 2.1, all people", &[[100, 9900]], 0.0560),
        worked(
            "section 2.1, half positive",
            &[[50, 50]],
            std::f64::consts::LN_2,
        ),
        worked(
            "section 2.1, 49 of 50 positive: above all people",
            &[[49, 1]],
            0.09804,
        ),
        worked("table 2.3, all people", &[[700, 2300]], 0.54327),
        worked(
            "table 2.4, average of its classes",
            &[[300, 300], [200, 1800], [200, 200]],
            0.44777,
        ),
    ]
}

/// Distances of distributions as printed.
pub fn distances() -> Vec<WorkedDistance> {
    // gastric ulcer, gastritis, stomach cancer; flu, bronchitis, pneumonia; pulmonary embolism.
    // Height 3.
    let site = [0, 0, 0, 1, 1, 1, 2];
    let level = |i: usize, j: usize| match (i == j, site[i] == site[j], site[i] > 0 && site[j] > 0)
    {
        (true, ..) => 0,
        (_, true, _) => 1,
        (_, _, true) => 2,
        _ => 3,
    };
    let disease: Vec<Vec<i128>> = (0..7)
        .map(|i| (0..7).map(|j| level(i, j)).collect())
        .collect();
    let salary: Vec<Vec<i128>> = (0..9usize)
        .map(|i| (0..9).map(|j| i.abs_diff(j) as i128).collect())
        .collect();
    let equal = vec![vec![0, 1], vec![1, 0]];
    let uniform = [1, 1, 1, 1, 1, 1, 0];
    let worked =
        |source, p: &[u64], q: &[u64], ground: &Vec<Vec<i128>>, scale, (num, den), printed| {
            WorkedDistance {
                source,
                p: p.to_vec(),
                q: q.to_vec(),
                ground: ground.clone(),
                scale,
                expected: ReducedFraction::new(num, den),
                printed,
            }
        };
    let one = |i: usize| -> Vec<u64> { (0..7).map(|j| u64::from(i == j)).collect() };
    vec![
        worked(
            "section 2.3, salaries 3K to 5K",
            &[1, 1, 1, 0, 0, 0, 0, 0, 0],
            &[1; 9],
            &salary,
            8,
            (3, 8),
            0.375,
        ),
        worked(
            "section 2.3, salaries 6K, 8K, 11K",
            &[0, 0, 0, 1, 0, 1, 0, 0, 1],
            &[1; 9],
            &salary,
            8,
            (1, 6),
            0.167,
        ),
        worked(
            "section 2.3, flu to bronchitis",
            &one(3),
            &one(4),
            &disease,
            3,
            (1, 3),
            0.333,
        ),
        worked(
            "section 2.3, flu to pulmonary embolism",
            &one(3),
            &one(6),
            &disease,
            3,
            (2, 3),
            0.667,
        ),
        worked(
            "section 2.3, flu to stomach cancer",
            &one(3),
            &one(2),
            &disease,
            3,
            (1, 1),
            1.0,
        ),
        worked(
            "section 2.3, stomach diseases",
            &[1, 1, 1, 0, 0, 0, 0],
            &uniform,
            &disease,
            3,
            (1, 2),
            0.5,
        ),
        worked(
            "section 2.3, table 2.5, first class",
            &[1, 0, 1, 0, 0, 1, 0],
            &uniform,
            &disease,
            3,
            (5, 18),
            0.278,
        ),
        worked(
            "table 2.5, second class",
            &[0, 1, 0, 1, 1, 0, 0],
            &uniform,
            &disease,
            3,
            (5, 18),
            0.278,
        ),
        worked(
            "table 2.5, third class",
            &[0, 1, 1, 0, 1, 0, 0],
            &uniform,
            &disease,
            3,
            (5, 18),
            0.278,
        ),
        worked(
            "section 2.3, probability scaling",
            &[1, 99],
            &[11, 89],
            &equal,
            1,
            (1, 10),
            0.1,
        ),
        worked(
            "section 2.3, probability scaling",
            &[4, 6],
            &[5, 5],
            &equal,
            1,
            (1, 10),
            0.1,
        ),
        worked(
            "section 2.1, half positive",
            &[1, 1],
            &[100, 9900],
            &equal,
            1,
            (49, 100),
            0.49,
        ),
        worked(
            "section 2.1, 49 of 50 positive",
            &[49, 1],
            &[100, 9900],
            &equal,
            1,
            (97, 100),
            0.97,
        ),
    ]
}

/// Level 1 is the zip of table 2.5, level 2 that of tables 1.3 and 2.2; 4790* is a short branch.
const ZIPS: &str = "47677;4767*;476**;*|47602;4760*;476**;*|47678;4767*;476**;*|47905;4790*;4790*;*|47909;4790*;4790*;*\
                    |47906;4790*;4790*;*|47605;4760*;476**;*|47673;4767*;476**;*|47607;4760*;476**;*";

/// Level 1 is the age of tables 1.3 and 2.2, level 2 that of table 2.5.
const AGES: &str = "29;2*;<=40;*|22;2*;<=40;*|27;2*;<=40;*|43;>=40;>=40;*|52;>=40;>=40;*|47;>=40;>=40;*\
                    |30;3*;<=40;*|36;3*;<=40;*|32;3*;<=40;*";

/// The tree of figure 2.2, which is lost in the text: put together again from the distances that
/// the text gives.
const DISEASES: &str = "flu;infection;respiratory;*|pneumonia;infection;respiratory;*|bronchitis;infection;respiratory;*\
                        |pulmonary edema;vascular lung;respiratory;*|pulmonary embolism;vascular lung;respiratory;*\
                        |gastric ulcer;stomach;digestive;*|stomach cancer;stomach;digestive;*|gastritis;stomach;digestive;*\
                        |colitis;colon;digestive;*|colon cancer;colon;digestive;*";

fn texts(list: &str) -> Vec<String> {
    list.split(',').map(str::to_owned).collect()
}

fn lines(list: &str) -> Vec<Vec<String>> {
    list.split('|')
        .map(|line| line.split(';').map(str::to_owned).collect())
        .collect()
}

/// A case whose first two columns are the quasi-identifiers; nothing may be suppressed.
fn case(
    columns: &str,
    rows: &str,
    zips: &str,
    ages: &str,
    sensitive: Vec<SensitiveColumn>,
    models: Vec<OracleModel>,
) -> Case {
    let quasi = [zips, ages].into_iter().enumerate().map(|(index, list)| {
        let lines = lines(list);
        let max_level = lines[0].len() - 1;
        OracleQuasiColumn {
            index,
            lines,
            weight: 1.0,
            min_level: 0,
            max_level,
        }
    });
    Case {
        columns: texts(columns),
        rows: rows.split('|').map(texts).collect(),
        quasi: quasi.collect(),
        sensitive,
        person: None,
        population: None,
        missing: vec![String::new(), "NA".into()],
        models,
        loss: OracleLoss::Loss,
        aggregation: None,
        suppression_weight: 0.5,
        limit: OracleLimit::Units(0),
    }
}
