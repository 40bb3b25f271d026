//! Random small cases from a seed: ties, singletons, big classes, missing values, uneven trees, persons.

use crate::{Aggregation, Case, Distance, Limit, Loss, Model, QuasiColumn, SensitiveColumn};
use std::collections::{BTreeMap, BTreeSet};

/// A seeded generator (splitmix64): the same seed gives the same numbers everywhere.
#[derive(Clone, Debug)]
pub struct Seeded(u64);

impl Seeded {
    /// A generator from a seed.
    pub fn new(seed: u64) -> Self {
        Seeded(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `n - 1`. The bias of the remainder does not matter here.
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of the items.
    pub fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    /// Puts the items in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// How large a random case may be and what may occur in it.
#[derive(Clone, Debug)]
pub struct Shape {
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
}

impl Default for Shape {
    fn default() -> Self {
        Shape { max_rows: 30, max_quasi: 4, max_sensitive: 2, max_height: 3, max_nodes: 200, persons: None, missing: true }
    }
}

/// What a column is for, before its place in the table is known.
enum Role {
    Quasi(QuasiColumn),
    Sensitive(SensitiveColumn),
    Person,
    Insensitive,
}

impl Case {
    /// A random case; the same seed and shape give the same case.
    pub fn random(seed: u64, shape: &Shape) -> Case {
        let r = &mut Seeded::new(seed);
        // Round numbers of rows make distances that are short decimals, which can equal t exactly.
        let n = if r.chance(30) { r.pick(&[1, 4, 5, 8, 10, 20]).min(shape.max_rows) } else { 1 + r.below(shape.max_rows) };
        let mut columns: Vec<(String, Role, Vec<String>)> = Vec::new();

        // Some rows repeat the quasi-identifiers of an earlier row.
        let like: Vec<usize> = (0..n).map(|row| if row > 0 && r.chance(35) { r.below(row) } else { row }).collect();
        let bounded = r.chance(25);
        let weighted = r.chance(25);
        for (i, height) in heights(r, shape).into_iter().enumerate() {
            let (column, mut cells) = quasi_column(r, shape, n, height, bounded, weighted);
            for row in 0..n {
                cells[row] = cells[like[row]].clone();
            }
            columns.push((format!("q{i}"), Role::Quasi(column), cells));
        }
        for i in 0..r.below(shape.max_sensitive + 1) {
            let (column, cells) = sensitive_column(r, shape, n);
            columns.push((format!("s{i}"), Role::Sensitive(column), cells));
        }
        if shape.persons.unwrap_or_else(|| r.chance(50)) {
            let persons = 1 + r.below(n);
            columns.push(("person".into(), Role::Person, (0..n).map(|_| format!("p{}", r.below(persons))).collect()));
        }
        // A table of one column would turn an empty cell into an empty line.
        if columns.len() == 1 || r.chance(15) {
            columns.push(("note".into(), Role::Insensitive, (0..n).map(|_| format!("n{}", r.below(3))).collect()));
        }
        r.shuffle(&mut columns);
        let mut case = assemble(n, columns);
        choose_question(r, &mut case);
        case
    }
}

fn assemble(n: usize, columns: Vec<(String, Role, Vec<String>)>) -> Case {
    let mut case = Case {
        columns: columns.iter().map(|(name, ..)| name.clone()).collect(),
        rows: (0..n).map(|row| columns.iter().map(|(_, _, cells)| cells[row].clone()).collect()).collect(),
        quasi: Vec::new(),
        sensitive: Vec::new(),
        person: None,
        missing: vec![String::new(), "NA".into()],
        models: Vec::new(),
        loss: Loss::Loss,
        aggregation: None,
        suppression_weight: 0.5,
        limit: Limit::Units(0),
    };
    for (index, (_, role, _)) in columns.into_iter().enumerate() {
        match role {
            Role::Quasi(column) => case.quasi.push(QuasiColumn { index, ..column }),
            Role::Sensitive(column) => case.sensitive.push(SensitiveColumn { index, ..column }),
            Role::Person => case.person = Some(index),
            Role::Insensitive => {}
        }
    }
    case
}

/// Heights of the hierarchies, the largest lowered until the lattice is small enough.
fn heights(r: &mut Seeded, shape: &Shape) -> Vec<usize> {
    let mut heights: Vec<usize> = (0..1 + r.below(shape.max_quasi)).map(|_| r.below(shape.max_height + 1).max(r.below(2))).collect();
    while heights.iter().map(|h| h + 1).product::<usize>() > shape.max_nodes {
        *heights.iter_mut().max().expect("there is a quasi-identifier") -= 1;
    }
    heights
}

/// Cells drawn from the first few of `values`, the first ones more often, some missing.
fn skewed_cells(r: &mut Seeded, shape: &Shape, n: usize, values: &[String]) -> Vec<String> {
    let occurring = if r.chance(50) { values.len() } else { 1 + r.below(values.len()) };
    let missing_percent = if shape.missing { r.pick(&[0, 0, 0, 10, 40]) } else { 0 };
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

fn quasi_column(r: &mut Seeded, shape: &Shape, n: usize, height: usize, bounded: bool, weighted: bool) -> (QuasiColumn, Vec<String>) {
    // Numbers that differ as texts, or words. In a tree of numbers one number may stand on several levels.
    let numbers = r.chance(40);
    let mut values: Vec<String> = ["1", "01", "1.0", "2", "3", "10", "5"].map(String::from).to_vec();
    if !numbers {
        values = (0..7).map(|i| format!("v{i}")).collect();
    }
    r.shuffle(&mut values);
    values.truncate(r.pick(&[1, 2, 3, 3, 4, 5, 6, 7]));
    let cells = skewed_cells(r, shape, n, &values);
    let min_level = if bounded { r.below(height + 1) } else { 0 };
    let max_level = if bounded { min_level + r.below(height - min_level + 1) } else { height };
    let weight = if weighted { r.pick(&[1.0, 0.5, 2.0, 3.0, 0.25]) } else { 1.0 };
    (QuasiColumn { index: 0, lines: random_lines(r, values, height, numbers), weight, min_level, max_level }, cells)
}

fn sensitive_column(r: &mut Seeded, shape: &Shape, n: usize) -> (SensitiveColumn, Vec<String>) {
    let mut order: Vec<String> = (0..1 + r.below(6)).map(|i| format!("s{i}")).collect();
    r.shuffle(&mut order);
    let mut values = order.clone();
    r.shuffle(&mut values);
    let cells = skewed_cells(r, shape, n, &values);
    let height = 1 + r.below(3);
    let lines = r.chance(70).then(|| random_lines(r, values, height, false));
    (SensitiveColumn { index: 0, lines, order }, cells)
}

/// A random tree over `values`, one line each, in random order.
///
/// Going up, the labels of a level are put into random groups. A group of one label may repeat it: a short branch. One
/// group just below the top may already bear the top label. No label stands twice on a level, so (level, label) is a
/// node with one parent.
fn random_lines(r: &mut Seeded, values: Vec<String>, height: usize, numbers: bool) -> Vec<Vec<String>> {
    let mut lines: Vec<Vec<String>> = values.into_iter().map(|value| vec![value]).collect();
    for level in 1..=height {
        let below: BTreeSet<String> = lines.iter().map(|line| line[level - 1].clone()).collect();
        let parents = if level == height {
            below.into_iter().map(|label| (label, "*".to_owned())).collect()
        } else {
            random_parents(r, below.into_iter().collect(), level, level + 1 == height, numbers)
        };
        for line in &mut lines {
            line.push(parents[&line[level - 1]].clone());
        }
    }
    r.shuffle(&mut lines);
    lines
}

fn random_parents(r: &mut Seeded, below: Vec<String>, level: usize, under_top: bool, numbers: bool) -> BTreeMap<String, String> {
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
            let mut fresh =
                || if numbers { r.below(20).to_string() } else { format!("{level}{}", r.pick(&["a", "b", "c", "d", "e", "f", "g"])) };
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

/// Draws the models, the loss and the limit.
fn choose_question(r: &mut Seeded, case: &mut Case) {
    let k = 1 + r.below(6) as u64;
    if case.sensitive.is_empty() || r.chance(60) {
        case.models.push(Model::K { k: k.min(case.units()) });
    }
    for column in case.sensitive.clone() {
        if r.chance(50) {
            case.models.push(Model::DistinctL { column: column.index, l: r.pick(&[1, 2, 2, 2, 3, 4]) });
        }
        let mut distances = vec![Distance::Equal, Distance::Ordered];
        if column.lines.is_some() {
            distances.push(Distance::Hierarchical);
        }
        r.shuffle(&mut distances);
        let how_many = r.pick(&[0, 0, 0, 1, 1, 1, 1, 2]);
        case.models.extend(distances.into_iter().take(how_many).map(|distance| closeness(r, column.index, distance)));
    }
    if case.models.is_empty() {
        case.models.push(closeness(r, case.sensitive[0].index, Distance::Equal));
    }
    r.shuffle(&mut case.models);
    case.loss = r.pick(&[Loss::Loss, Loss::Loss, Loss::Precision, Loss::Aecs, Loss::Discernibility, Loss::Entropy, Loss::Height]);
    let aggregations = [Aggregation::Geometric, Aggregation::Arithmetic, Aggregation::Sum, Aggregation::Max];
    case.aggregation = r.chance(60).then(|| r.pick(&aggregations));
    case.suppression_weight = r.pick(&[0.5, 0.5, 0.5, 0.0, 0.2, 0.8, 1.0]);
    case.limit = limit(r);
}

fn closeness(r: &mut Seeded, column: usize, distance: Distance) -> Model {
    let thresholds = [
        ("0.0", 0, 1),
        ("0.1", 1, 10),
        ("0.2", 1, 5),
        ("0.25", 1, 4),
        ("0.3", 3, 10),
        ("0.375", 3, 8),
        ("0.5", 1, 2),
        ("0.75", 3, 4),
        ("1.0", 1, 1),
    ];
    let (text, t_num, t_den) = r.pick(&thresholds);
    Model::T { column, t_num, t_den, text: text.into(), distance }
}

fn limit(r: &mut Seeded) -> Limit {
    let shares = [
        ("0.0", 0, 1),
        ("0.05", 5, 100),
        ("0.1", 1, 10),
        ("0.29", 29, 100),
        ("0.333", 333, 1000),
        ("0.5", 1, 2),
        ("0.8", 4, 5),
        ("1.0", 1, 1),
        ("1.0", 1, 1),
    ];
    if r.chance(40) {
        return Limit::Units(r.pick(&[0, 0, 1, 2, 3, 5, 8]));
    }
    let (text, numerator, denominator) = r.pick(&shares);
    Limit::Share { numerator, denominator, text: text.into() }
}
