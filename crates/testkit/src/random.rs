//! Random small cases from a seed: ties, singletons, big classes, missing values, uneven trees,
//! persons.

use crate::question::choose_question;
use crate::{
    Case, ModelKind, OracleLimit, OracleLoss, OracleQuasiColumn, Population, Seeded,
    SensitiveColumn,
};
use std::collections::{BTreeMap, BTreeSet};

/// How large a random case may be and what may occur in it.
#[derive(Clone, Debug)]
pub struct CaseShape {
    /// Most rows.
    pub max_rows: usize,
    /// Most quasi-identifiers.
    pub max_quasi: usize,
    /// Most sensitive columns.
    pub max_sensitive: usize,
    /// Greatest height of a hierarchy.
    pub max_height: usize,
    /// Most nodes of the whole lattice.
    pub max_nodes: usize,
    /// Whether persons are the unit; `None` draws it.
    pub persons: Option<bool>,
    /// Whether cells may be missing.
    pub missing: bool,
    /// The kinds of models to draw from.
    pub models: Vec<ModelKind>,
    /// Whether a model may be asked of classes divided by the other sensitive columns.
    pub others: bool,
}

/// k-anonymity, distinct l-diversity and t-closeness by moving mass, with any of its distances.
impl Default for CaseShape {
    fn default() -> Self {
        let models = ModelKind::FIRST_THREE.to_vec();
        let (max_rows, max_quasi, max_sensitive, max_height, max_nodes) = (30, 4, 2, 3, 200);
        CaseShape {
            max_rows,
            max_quasi,
            max_sensitive,
            max_height,
            max_nodes,
            persons: None,
            missing: true,
            models,
            others: false,
        }
    }
}

impl CaseShape {
    /// All models that judge a class by itself and the input, also of divided classes.
    pub fn all_class_models() -> Self {
        CaseShape {
            models: ModelKind::OF_CLASSES.to_vec(),
            others: true,
            max_rows: 20,
            max_nodes: 60,
            ..CaseShape::default()
        }
    }

    /// All models.
    pub fn all_models() -> Self {
        CaseShape {
            models: ModelKind::ALL.to_vec(),
            ..CaseShape::all_class_models()
        }
    }

    /// Models of one kind only.
    pub fn only(kind: ModelKind) -> Self {
        CaseShape {
            models: vec![kind],
            others: false,
            ..CaseShape::all_class_models()
        }
    }

    /// The same without a kind.
    pub fn without(mut self, kind: ModelKind) -> Self {
        self.models.retain(|&k| k != kind);
        self
    }

    fn wants(&self, is: impl Fn(&ModelKind) -> bool) -> bool {
        self.models.iter().any(is)
    }

    /// True where what only some models need must be there, or by chance.
    fn needs(&self, r: &mut Seeded, is: impl Fn(&ModelKind) -> bool, percent: usize) -> bool {
        self.models.iter().all(&is) || self.wants(is) && r.chance(percent)
    }
}

/// What a column is for, before its place in the table is known.
enum Role {
    Quasi(OracleQuasiColumn),
    Sensitive(SensitiveColumn),
    Person,
    Insensitive,
}

impl Case {
    /// A random case; the same seed and shape give the same case.
    pub fn random(seed: u64, shape: &CaseShape) -> Case {
        let r = &mut Seeded::new(seed);
        // Round numbers of rows make distances that are short decimals, which can equal t exactly.
        let n = if r.chance(30) {
            r.pick(&[1, 4, 5, 8, 10, 20]).min(shape.max_rows)
        } else {
            1 + r.below(shape.max_rows)
        };
        let mut columns: Vec<(String, Role, Vec<String>)> = Vec::new();

        // Some rows repeat the quasi-identifiers of an earlier row.
        let like: Vec<usize> = (0..n)
            .map(|row| {
                if row > 0 && r.chance(35) {
                    r.below(row)
                } else {
                    row
                }
            })
            .collect();
        let bounded = r.chance(25);
        let weighted = r.chance(25);
        for (i, height) in heights(r, shape).into_iter().enumerate() {
            let (column, mut cells) = quasi_column(r, shape, n, height, bounded, weighted);
            for row in 0..n {
                cells[row] = cells[like[row]].clone();
            }
            columns.push((format!("q{i}"), Role::Quasi(column), cells));
        }
        for i in 0..how_many_sensitive(r, shape) {
            let numbers = shape.wants(|kind| *kind == ModelKind::SmoothedT) && r.chance(40);
            let (column, cells) = if numbers {
                number_column(r, shape, n)
            } else {
                sensitive_column(r, shape, n)
            };
            columns.push((format!("s{i}"), Role::Sensitive(column), cells));
        }
        if shape.needs(r, |kind| *kind == ModelKind::KmAnonymity, 15) {
            let (column, cells) = item_column(r, n);
            columns.push(("items".into(), Role::Sensitive(column), cells));
        }
        if shape.persons.unwrap_or_else(|| r.chance(50)) {
            let persons = 1 + r.below(n);
            columns.push((
                "person".into(),
                Role::Person,
                (0..n).map(|_| format!("p{}", r.below(persons))).collect(),
            ));
        }
        // A table of one column would turn an empty cell into an empty line.
        if columns.len() == 1 || r.chance(15) {
            columns.push((
                "note".into(),
                Role::Insensitive,
                (0..n).map(|_| format!("n{}", r.below(3))).collect(),
            ));
        }
        r.shuffle(&mut columns);
        let mut case = assemble(n, columns);
        if shape.needs(r, |kind| kind.needs_population(), 25) {
            case.population = Some(population(r, shape, &case));
        }
        choose_question(r, &mut case, shape);
        case
    }
}

/// At least one where all models need one.
fn how_many_sensitive(r: &mut Seeded, shape: &CaseShape) -> usize {
    let least = usize::from(shape.models.iter().all(|kind| kind.needs_column()));
    let extra = usize::from(shape.others);
    least + r.below(shape.max_sensitive + 1 + extra - least)
}

fn assemble(n: usize, columns: Vec<(String, Role, Vec<String>)>) -> Case {
    let mut case = Case {
        columns: columns.iter().map(|(name, ..)| name.clone()).collect(),
        rows: (0..n)
            .map(|row| {
                columns
                    .iter()
                    .map(|(_, _, cells)| cells[row].clone())
                    .collect()
            })
            .collect(),
        quasi: Vec::new(),
        sensitive: Vec::new(),
        person: None,
        population: None,
        missing: vec![String::new(), "NA".into()],
        models: Vec::new(),
        loss: OracleLoss::Loss,
        aggregation: None,
        suppression_weight: 0.5,
        limit: OracleLimit::Units(0),
    };
    for (index, (_, role, _)) in columns.into_iter().enumerate() {
        match role {
            Role::Quasi(column) => case.quasi.push(OracleQuasiColumn { index, ..column }),
            Role::Sensitive(column) => case.sensitive.push(SensitiveColumn { index, ..column }),
            Role::Person => case.person = Some(index),
            Role::Insensitive => {}
        }
    }
    case
}

/// Heights of the hierarchies, the largest lowered until the lattice is small enough.
fn heights(r: &mut Seeded, shape: &CaseShape) -> Vec<usize> {
    let mut heights: Vec<usize> = (0..1 + r.below(shape.max_quasi))
        .map(|_| r.below(shape.max_height + 1).max(r.below(2)))
        .collect();
    while heights.iter().map(|h| h + 1).product::<usize>() > shape.max_nodes {
        *heights
            .iter_mut()
            .max()
            .expect("there is a quasi-identifier") -= 1;
    }
    heights
}

/// Cells drawn from the first few of `values`, the first ones more often, some missing.
fn skewed_cells(r: &mut Seeded, shape: &CaseShape, n: usize, values: &[String]) -> Vec<String> {
    let occurring = if r.chance(50) {
        values.len()
    } else {
        1 + r.below(values.len())
    };
    let missing_percent = if shape.missing {
        r.pick(&[0, 0, 0, 10, 40])
    } else {
        0
    };
    let skewed = r.chance(60);
    let mut cell = || {
        if r.chance(missing_percent) {
            return r.pick(&["", "NA"]).to_owned();
        }
        let i = r.below(occurring);
        values[if skewed { i.min(r.below(occurring)) } else { i }].clone()
    };
    (0..n).map(|_| cell()).collect()
}

fn quasi_column(
    r: &mut Seeded,
    shape: &CaseShape,
    n: usize,
    height: usize,
    bounded: bool,
    weighted: bool,
) -> (OracleQuasiColumn, Vec<String>) {
    // Numbers that differ as texts, or words. In a tree of numbers one number may stand on several
    // levels.
    let numbers = r.chance(40);
    let mut values: Vec<String> = ["1", "01", "1.0", "2", "3", "10", "5"]
        .map(String::from)
        .to_vec();
    if !numbers {
        values = (0..7).map(|i| format!("v{i}")).collect();
    }
    r.shuffle(&mut values);
    values.truncate(r.pick(&[1, 2, 3, 3, 4, 5, 6, 7]));
    let cells = skewed_cells(r, shape, n, &values);
    let min_level = if bounded { r.below(height + 1) } else { 0 };
    let max_level = if bounded {
        min_level + r.below(height - min_level + 1)
    } else {
        height
    };
    let weight = if weighted {
        r.pick(&[1.0, 0.5, 2.0, 3.0, 0.25])
    } else {
        1.0
    };
    (
        OracleQuasiColumn {
            index: 0,
            lines: random_lines(r, values, height, numbers),
            weight,
            min_level,
            max_level,
        },
        cells,
    )
}

fn sensitive_column(r: &mut Seeded, shape: &CaseShape, n: usize) -> (SensitiveColumn, Vec<String>) {
    let mut order: Vec<String> = (0..1 + r.below(6)).map(|i| format!("s{i}")).collect();
    r.shuffle(&mut order);
    let mut values = order.clone();
    r.shuffle(&mut values);
    let cells = skewed_cells(r, shape, n, &values);
    let height = 1 + r.below(3);
    let lines = r.chance(70).then(|| random_lines(r, values, height, false));
    (
        SensitiveColumn {
            lines,
            ..SensitiveColumn::new(0, order)
        },
        cells,
    )
}

/// Numbers, of which two are equal and differ as texts.
fn number_column(r: &mut Seeded, shape: &CaseShape, n: usize) -> (SensitiveColumn, Vec<String>) {
    let mut values = ["1", "1.0", "2", "3.5", "5", "10", "-4"]
        .map(String::from)
        .to_vec();
    r.shuffle(&mut values);
    values.truncate(1 + r.below(6));
    let cells = skewed_cells(r, shape, n, &values);
    let number = |text: &String| text.parse::<f64>().expect("a number");
    values.sort_by(|a, b| number(a).total_cmp(&number(b)));
    (
        SensitiveColumn {
            numbers: true,
            ..SensitiveColumn::new(0, values)
        },
        cells,
    )
}

/// Sets of at most three of few items; an empty set is an empty cell.
fn item_column(r: &mut Seeded, n: usize) -> (SensitiveColumn, Vec<String>) {
    let items = 1 + r.below(5);
    let mut cell = || {
        let set: BTreeSet<String> = (0..r.below(4))
            .map(|_| format!("i{}", r.below(items).min(r.below(items))))
            .collect();
        set.into_iter().collect::<Vec<_>>().join("|")
    };
    let cells: Vec<String> = (0..n).map(|_| cell()).collect();
    let order = cells
        .iter()
        .filter(|cell| !cell.is_empty())
        .collect::<BTreeSet<_>>()
        .into_iter()
        .cloned()
        .collect();
    (
        SensitiveColumn {
            items: Some('|'),
            ..SensitiveColumn::new(0, order)
        },
        cells,
    )
}

/// The people of the table, most of the time all of them, and others: most are like somebody of the
/// table, some are not.
fn population(r: &mut Seeded, shape: &CaseShape, case: &Case) -> Population {
    let n = case.rows.len();
    let cells = |row: usize| -> Vec<String> {
        case.quasi
            .iter()
            .map(|q| case.rows[row][q.index].clone())
            .collect()
    };
    let name = |row: usize| {
        case.person
            .map_or(String::new(), |person| case.rows[row][person].clone())
    };
    let mut people: Vec<(Vec<String>, String)> =
        (0..n).map(|row| (cells(row), name(row))).collect();
    if r.chance(15) {
        r.shuffle(&mut people);
        people.truncate(1 + r.below(n));
    }
    let strangers = if r.chance(50) {
        r.pick(&[0, 20, 60])
    } else {
        0
    };
    for _ in 0..r.below(2 * shape.max_rows) {
        let mut row = cells(r.below(n));
        if r.chance(strangers) {
            let q = r.below(row.len());
            row[q] = r.pick(&case.quasi[q].lines)[0].clone();
        }
        people.push((row, format!("o{}", r.below(2 * n))));
    }
    let (rows, persons) = people.into_iter().unzip();
    Population {
        rows,
        persons: case.person.map(|_| persons),
    }
}

/// A random tree over `values`, one line each, in random order.
///
/// Going up, the labels of a level are put into random groups. A group of one label may repeat it:
/// a short branch. One group just below the top may already bear the top label. No label stands
/// twice on a level, so (level, label) is a node with one parent.
fn random_lines(
    r: &mut Seeded,
    values: Vec<String>,
    height: usize,
    numbers: bool,
) -> Vec<Vec<String>> {
    let mut lines: Vec<Vec<String>> = values.into_iter().map(|value| vec![value]).collect();
    for level in 1..=height {
        let below: BTreeSet<String> = lines.iter().map(|line| line[level - 1].clone()).collect();
        let parents = if level == height {
            below
                .into_iter()
                .map(|label| (label, "*".to_owned()))
                .collect()
        } else {
            random_parents(
                r,
                below.into_iter().collect(),
                level,
                level + 1 == height,
                numbers,
            )
        };
        for line in &mut lines {
            line.push(parents[&line[level - 1]].clone());
        }
    }
    r.shuffle(&mut lines);
    lines
}

fn random_parents(
    r: &mut Seeded,
    below: Vec<String>,
    level: usize,
    under_top: bool,
    numbers: bool,
) -> BTreeMap<String, String> {
    let groups = 1 + r.below(below.len());
    let mut children: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for label in below {
        children.entry(r.below(groups)).or_default().push(label);
    }
    let mut used = BTreeSet::new();
    let mut parents = BTreeMap::new();
    for children in children.into_values() {
        let repeated = (children.len() == 1 && r.chance(60)).then(|| children[0].clone());
        let top = (under_top && r.chance(10)).then(|| "*".to_owned());
        let wanted = repeated.or(top).filter(|label| !used.contains(label));
        let label = wanted.unwrap_or_else(|| {
            let mut fresh = || {
                if numbers {
                    r.below(20).to_string()
                } else {
                    format!("{level}{}", r.pick(&["a", "b", "c", "d", "e", "f", "g"]))
                }
            };
            loop {
                let label = fresh();
                if !used.contains(&label) {
                    break label;
                }
            }
        });
        used.insert(label.clone());
        parents.extend(children.into_iter().map(|child| (child, label.clone())));
    }
    parents
}
