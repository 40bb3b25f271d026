//! Worked examples of the literature, with their numbers.
//!
//! All are from T. Li, "Privacy Preservation in Data Publishing and Sharing", CERIAS TR 2010-16. Where its text is
//! known to be wrong or to mean something else, the example says so.
//!
//! - The disease numbers 0.5 and 0.278 of section 2.3 take the six diseases as equally frequent, although three of
//!   them occur twice. [`distances`] has them as printed; [`salaries`] has what the frequencies of the table give.
//! - `Child(N)` in the hierarchical distance must mean direct children: all leaves below would give 0.833, not 0.278.
//! - Heights are counted in edges: the tree of diseases has height 3.

use crate::{Case, Distance, Fraction, Limit, Loss, Measured, Model, QuasiColumn, SensitiveColumn};

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
    /// The score.
    pub score: Measured,
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
    pub expected: Fraction,
    /// The number as printed, rounded; where the text prints none, as it follows from the text.
    pub printed: f64,
}

/// All tables.
pub fn tables() -> Vec<WorkedTable> {
    vec![patients(), salaries(), cancer_and_flu()]
}

/// Nine patients: 3-anonymous, and yet everybody in the first class has heart disease.
pub fn patients() -> WorkedTable {
    let rows = "47677,29,heart disease|47602,22,heart disease|47678,27,heart disease|47905,43,flu|47909,52,heart disease\
                |47906,47,cancer|47605,30,heart disease|47673,36,cancer|47607,32,cancer";
    let disease = SensitiveColumn { index: 2, lines: None, order: texts("flu,cancer,heart disease") };
    let case = case("zip,age,disease", rows, ZIPS, AGES, vec![disease], vec![Model::K { k: 3 }, Model::DistinctL { column: 2, l: 2 }]);
    let table_1_3 = |rows: &[usize], l| {
        let class = |model, score| ExpectedClass { source: "table 1.3", levels: vec![2, 1], rows: rows.to_vec(), model, score };
        [class(0, Measured::K(3)), class(1, Measured::L(l))]
    };
    let expected = [table_1_3(&[0, 1, 2], 1), table_1_3(&[3, 4, 5], 3), table_1_3(&[6, 7, 8], 2)].into_iter().flatten().collect();
    WorkedTable { source: "tables 1.2 and 1.3", case, expected }
}

/// Nine salaries and diseases. The node 2,1 is table 2.2, the node 1,2 is table 2.5.
///
/// The models are, in order: k = 3; distinct 3-diversity of salary and of disease; t-closeness of salary, ordered,
/// t = 0.375; of disease, hierarchical, t = 0.5.
pub fn salaries() -> WorkedTable {
    let rows = "47677,29,3K,gastric ulcer|47602,22,4K,gastritis|47678,27,5K,stomach cancer|47905,43,6K,gastritis|47909,52,11K,flu\
                |47906,47,8K,bronchitis|47605,30,7K,bronchitis|47673,36,9K,pneumonia|47607,32,10K,stomach cancer";
    let diseases = lines(DISEASES);
    let order = diseases.iter().map(|line| line[0].clone()).collect();
    let salary = SensitiveColumn { index: 2, lines: None, order: texts("3K,4K,5K,6K,7K,8K,9K,10K,11K") };
    let disease = SensitiveColumn { index: 3, lines: Some(diseases), order };
    let models = vec![
        Model::K { k: 3 },
        Model::DistinctL { column: 2, l: 3 },
        Model::DistinctL { column: 3, l: 3 },
        Model::T { column: 2, t_num: 3, t_den: 8, text: "0.375".into(), distance: Distance::Ordered },
        Model::T { column: 3, t_num: 1, t_den: 2, text: "0.5".into(), distance: Distance::Hierarchical },
    ];
    let case = case("zip,age,salary,disease", rows, ZIPS, AGES, vec![salary, disease], models);
    let class = |source, levels: [usize; 2], rows: [usize; 3], salary: (i128, i128), disease: (i128, i128)| {
        let expected = |model, score| ExpectedClass { source, levels: levels.to_vec(), rows: rows.to_vec(), model, score };
        let distance = |(num, den)| Measured::T(Fraction::new(num, den));
        let scores = [Measured::K(3), Measured::L(3), Measured::L(3), distance(salary), distance(disease)];
        scores.into_iter().enumerate().map(|(model, score)| expected(model, score)).collect::<Vec<_>>()
    };
    // Salaries: 0.375 and 0.167 are printed in section 2.3, the others follow from the same formula. Diseases: from the
    // frequencies of the table, see the head of this module; 8/27 in the last class of table 2.2 is worked out in the tests.
    let expected = [
        class("table 2.2", [2, 1], [0, 1, 2], (3, 8), (4, 9)),
        class("table 2.2", [2, 1], [3, 4, 5], (1, 6), (8, 27)),
        class("table 2.2", [2, 1], [6, 7, 8], (17, 72), (8, 27)),
        class("table 2.5", [1, 2], [0, 2, 7], (1, 6), (7, 27)),
        class("table 2.5", [1, 2], [3, 4, 5], (1, 6), (8, 27)),
        class("table 2.5", [1, 2], [1, 6, 8], (1, 12), (5, 27)),
    ];
    WorkedTable { source: "tables 2.1, 2.2 and 2.5", case, expected: expected.into_iter().flatten().collect() }
}

/// 3,000 people with cancer or flu. The node 1,1 is table 2.4, which is not 0.1-close.
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
    let rows: Vec<&str> = counted.iter().flat_map(|&(row, count)| std::iter::repeat_n(row, count)).collect();
    let zips = "47673;476**;*|47674;476**;*|47605;476**;*|47602;476**;*|47603;476**;*|47607;476**;*\
                |47905;479**;*|47904;479**;*|47906;479**;*|47907;479**;*";
    let ages = "29;2*;*|21;2*;*|25;2*;*|23;2*;*|43;4*;*|48;4*;*|47;4*;*|41;4*;*|34;3*;*|30;3*;*|36;3*;*|32;3*;*";
    let disease = SensitiveColumn { index: 2, lines: None, order: texts("cancer,flu") };
    let model = Model::T { column: 2, t_num: 1, t_den: 10, text: "0.1".into(), distance: Distance::Equal };
    let case = case("zip,age,disease", &rows.join("|"), zips, ages, vec![disease], vec![model]);
    // The whole table has 700/3000 = 7/30 cancer. The classes have 15/30, 3/30 and 15/30.
    let class = |rows: std::ops::Range<usize>, num| ExpectedClass {
        source: "table 2.4",
        levels: vec![1, 1],
        rows: rows.collect(),
        model: 0,
        score: Measured::T(Fraction::new(num, 30)),
    };
    WorkedTable { source: "tables 2.3 and 2.4", case, expected: vec![class(0..600, 8), class(600..2600, 4), class(2600..3000, 8)] }
}

/// Distances of distributions as printed.
pub fn distances() -> Vec<WorkedDistance> {
    // gastric ulcer, gastritis, stomach cancer; flu, bronchitis, pneumonia; pulmonary embolism. Height 3.
    let site = [0, 0, 0, 1, 1, 1, 2];
    let level = |i: usize, j: usize| match (i == j, site[i] == site[j], site[i] > 0 && site[j] > 0) {
        (true, ..) => 0,
        (_, true, _) => 1,
        (_, _, true) => 2,
        _ => 3,
    };
    let disease: Vec<Vec<i128>> = (0..7).map(|i| (0..7).map(|j| level(i, j)).collect()).collect();
    let salary: Vec<Vec<i128>> = (0..9usize).map(|i| (0..9).map(|j| i.abs_diff(j) as i128).collect()).collect();
    let equal = vec![vec![0, 1], vec![1, 0]];
    let uniform = [1, 1, 1, 1, 1, 1, 0];
    let worked = |source, p: &[u64], q: &[u64], ground: &Vec<Vec<i128>>, scale, (num, den), printed| WorkedDistance {
        source,
        p: p.to_vec(),
        q: q.to_vec(),
        ground: ground.clone(),
        scale,
        expected: Fraction::new(num, den),
        printed,
    };
    let one = |i: usize| -> Vec<u64> { (0..7).map(|j| u64::from(i == j)).collect() };
    vec![
        worked("section 2.3, salaries 3K to 5K", &[1, 1, 1, 0, 0, 0, 0, 0, 0], &[1; 9], &salary, 8, (3, 8), 0.375),
        worked("section 2.3, salaries 6K, 8K, 11K", &[0, 0, 0, 1, 0, 1, 0, 0, 1], &[1; 9], &salary, 8, (1, 6), 0.167),
        worked("section 2.3, flu to bronchitis", &one(3), &one(4), &disease, 3, (1, 3), 0.333),
        worked("section 2.3, flu to pulmonary embolism", &one(3), &one(6), &disease, 3, (2, 3), 0.667),
        worked("section 2.3, flu to stomach cancer", &one(3), &one(2), &disease, 3, (1, 1), 1.0),
        worked("section 2.3, stomach diseases", &[1, 1, 1, 0, 0, 0, 0], &uniform, &disease, 3, (1, 2), 0.5),
        worked("section 2.3, table 2.5, first class", &[1, 0, 1, 0, 0, 1, 0], &uniform, &disease, 3, (5, 18), 0.278),
        worked("table 2.5, second class", &[0, 1, 0, 1, 1, 0, 0], &uniform, &disease, 3, (5, 18), 0.278),
        worked("table 2.5, third class", &[0, 1, 1, 0, 1, 0, 0], &uniform, &disease, 3, (5, 18), 0.278),
        worked("section 2.3, probability scaling", &[1, 99], &[11, 89], &equal, 1, (1, 10), 0.1),
        worked("section 2.3, probability scaling", &[4, 6], &[5, 5], &equal, 1, (1, 10), 0.1),
        worked("section 2.1, half positive", &[1, 1], &[100, 9900], &equal, 1, (49, 100), 0.49),
        worked("section 2.1, 49 of 50 positive", &[49, 1], &[100, 9900], &equal, 1, (97, 100), 0.97),
    ]
}

/// Level 1 is the zip of table 2.5, level 2 that of tables 1.3 and 2.2; 4790* is a short branch.
const ZIPS: &str = "47677;4767*;476**;*|47602;4760*;476**;*|47678;4767*;476**;*|47905;4790*;4790*;*|47909;4790*;4790*;*\
                    |47906;4790*;4790*;*|47605;4760*;476**;*|47673;4767*;476**;*|47607;4760*;476**;*";

/// Level 1 is the age of tables 1.3 and 2.2, level 2 that of table 2.5.
const AGES: &str = "29;2*;<=40;*|22;2*;<=40;*|27;2*;<=40;*|43;>=40;>=40;*|52;>=40;>=40;*|47;>=40;>=40;*\
                    |30;3*;<=40;*|36;3*;<=40;*|32;3*;<=40;*";

/// The tree of figure 2.2, which is lost in the text: put together again from the distances that the text gives.
const DISEASES: &str = "flu;infection;respiratory;*|pneumonia;infection;respiratory;*|bronchitis;infection;respiratory;*\
                        |pulmonary edema;vascular lung;respiratory;*|pulmonary embolism;vascular lung;respiratory;*\
                        |gastric ulcer;stomach;digestive;*|stomach cancer;stomach;digestive;*|gastritis;stomach;digestive;*\
                        |colitis;colon;digestive;*|colon cancer;colon;digestive;*";

fn texts(list: &str) -> Vec<String> {
    list.split(',').map(str::to_owned).collect()
}

fn lines(list: &str) -> Vec<Vec<String>> {
    list.split('|').map(|line| line.split(';').map(str::to_owned).collect()).collect()
}

/// A case whose first two columns are the quasi-identifiers; nothing may be suppressed.
fn case(columns: &str, rows: &str, zips: &str, ages: &str, sensitive: Vec<SensitiveColumn>, models: Vec<Model>) -> Case {
    let quasi = [zips, ages].into_iter().enumerate().map(|(index, list)| {
        let lines = lines(list);
        let max_level = lines[0].len() - 1;
        QuasiColumn { index, lines, weight: 1.0, min_level: 0, max_level }
    });
    Case {
        columns: texts(columns),
        rows: rows.split('|').map(texts).collect(),
        quasi: quasi.collect(),
        sensitive,
        person: None,
        missing: vec![String::new(), "NA".into()],
        models,
        loss: Loss::Loss,
        aggregation: None,
        suppression_weight: 0.5,
        limit: Limit::Units(0),
    }
}
