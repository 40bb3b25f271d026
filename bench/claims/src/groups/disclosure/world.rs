//! People with their attributes and hierarchies, and questions about disclosing some of them.

use equipoise_data::{
    Column, Dictionary as Texts, Encoded, Error, Hierarchy, Quasi, Region, Result, Tree,
};
use equipoise_measure::disclosure::{
    Across, AdversaryDictionary, Attribute, Consistency, Crowds, KnownValue, LabelWeights, Phi,
    Record, RiskModel, Risks, Scratch, Utility,
};
use equipoise_search::record::{
    Form, Landscape, Optimizer, RecordMethod, RecordSolutions, RecordTask, Records, Solved,
    Threshold, evaluate,
};
use equipoise_search::{Limits, UnwatchedSearch};
use std::collections::HashMap;

/// A table with the hierarchy and the leaf weight of each attribute.
pub(super) struct World {
    pub(super) hierarchies: Vec<Hierarchy>,
    weights: Vec<f64>,
    /// `[attribute][row]`: the line of the hierarchy.
    pub(super) codes: Vec<Vec<u32>>,
}

/// The lines of a hierarchy, from the value to the top.
pub(super) type Lines = Vec<Vec<String>>;

/// The sensitivity of the source's fourth chapter: a sum of weights.
pub(super) const SUM: Phi = Phi::Additive { base: 0.0 };

/// Model I with a sum of weights.
pub(super) fn expected(phi: Phi) -> Risks {
    Risks {
        phi,
        model: RiskModel::Expected,
        across: Across::Mean,
    }
}

impl World {
    /// `codes` counts the lines of each tree. All lines are values of their column, and so is what
    /// is missing: without it a label for all values could not be told from the top.
    pub(super) fn new(trees: Vec<Lines>, weights: Vec<f64>, codes: Vec<Vec<u32>>) -> Result<World> {
        let bound = |lines: Lines| {
            let mut dictionary = Texts::new();
            lines
                .iter()
                .map(|line| line[0].as_str())
                .chain([""])
                .for_each(|text| {
                    dictionary.intern(text);
                });
            let column = Column {
                name: "attribute".to_owned(),
                dictionary,
                codes: Vec::new(),
            };
            let lacks = |_| Error::internal("a hierarchy lacks values");
            Hierarchy::bind(&Tree::new(lines)?, &column, &[String::new()]).map_err(lacks)
        };
        Ok(World {
            hierarchies: trees.into_iter().map(bound).collect::<Result<_>>()?,
            weights,
            codes,
        })
    }

    /// Number of people.
    pub(super) fn people(&self) -> usize {
        self.codes.first().map_or(0, Vec::len)
    }

    /// The same people with the first so many attributes.
    pub(super) fn first(&self, attributes: usize) -> World {
        World {
            hierarchies: self.hierarchies[..attributes].to_vec(),
            weights: self.weights[..attributes].to_vec(),
            codes: self.codes[..attributes].to_vec(),
        }
    }

    /// The sum of the heights of all hierarchies: what a raw record is worth where no branch is
    /// short.
    pub(super) fn most(&self) -> usize {
        self.hierarchies.iter().map(Hierarchy::height).sum()
    }

    /// The first `people` as a dictionary, in which each is known at levels that `level` gives for
    /// an attribute and a row; none for attributes that the dictionary lacks.
    pub(super) fn dictionary(
        &self,
        people: usize,
        consistency: Consistency,
        level: impl Fn(usize, usize) -> Option<usize>,
    ) -> Result<AdversaryDictionary> {
        let column = |(a, hierarchy): (usize, &Hierarchy)| {
            let mut place: HashMap<(usize, u32), u32> = HashMap::new();
            let mut values = Vec::new();
            let mut code = |row: usize| {
                let (level, leaf) = (
                    level(a, row)?,
                    hierarchy.leaf_of[self.codes[a][row] as usize],
                );
                let next = place.len() as u32;
                Some(*place.entry((level, leaf)).or_insert_with(|| {
                    values.push(known(hierarchy, level, leaf));
                    next
                }))
            };
            let codes = (0..people).map(&mut code).collect::<Option<Vec<u32>>>();
            codes.map(|codes| (values, codes))
        };
        AdversaryDictionary::new(
            consistency,
            people,
            self.hierarchies.iter().enumerate().map(column).collect(),
            None,
        )
    }

    /// What is known of an attribute of a row that is known at a level.
    pub(super) fn known(&self, attribute: usize, row: usize, level: usize) -> KnownValue {
        let hierarchy = &self.hierarchies[attribute];
        known(
            hierarchy,
            level,
            hierarchy.leaf_of[self.codes[attribute][row] as usize],
        )
    }

    /// The first `people` with all they are.
    pub(super) fn raw(&self, people: usize) -> Result<AdversaryDictionary> {
        self.dictionary(people, Consistency::Covered, |_, _| Some(0))
    }

    /// Discloses the first `rows` to who knows a dictionary.
    pub(super) fn disclose(
        &self,
        rows: usize,
        dictionary: AdversaryDictionary,
        risks: Risks,
    ) -> Result<Question<'_>> {
        self.disclose_up_to(
            rows,
            dictionary,
            risks,
            &self
                .hierarchies
                .iter()
                .map(Hierarchy::height)
                .collect::<Vec<_>>(),
        )
    }

    /// The same with labels up to these levels.
    pub(super) fn disclose_up_to(
        &self,
        rows: usize,
        dictionary: AdversaryDictionary,
        risks: Risks,
        highest: &[usize],
    ) -> Result<Question<'_>> {
        let encoded = Encoded {
            rows,
            quasi: self
                .codes
                .iter()
                .zip(&self.hierarchies)
                .map(|(codes, hierarchy)| Quasi {
                    codes: &codes[..rows],
                    hierarchy,
                })
                .collect(),
            sensitive: Vec::new(),
            persons: None,
            amounts: Vec::new(),
            weights: None,
            population: None,
        };
        let attribute = |((hierarchy, &weight), &high): ((&Hierarchy, &f64), &usize)| {
            let weights = LabelWeights::new(hierarchy, weight, &[], &[])?;
            Ok(Attribute::new(
                hierarchy,
                (0, high),
                &weights,
                Utility::Depth,
            ))
        };
        Ok(Question {
            hierarchies: self.hierarchies.iter().collect(),
            attributes: self
                .hierarchies
                .iter()
                .zip(&self.weights)
                .zip(highest)
                .map(attribute)
                .collect::<Result<_>>()?,
            levels: highest.iter().map(|&high| (0, high)).collect(),
            records: Records::new(&encoded, None)?,
            dictionaries: vec![dictionary],
            risks,
        })
    }
}

/// What is known of a leaf that is shown at a level.
fn known(hierarchy: &Hierarchy, level: usize, leaf: u32) -> KnownValue {
    if level == hierarchy.height() {
        return KnownValue::Anything;
    }
    let of_leaf = &hierarchy.levels[level].of_leaf;
    let code = of_leaf[leaf as usize];
    let (first, end) = (
        of_leaf.partition_point(|&c| c < code),
        of_leaf.partition_point(|&c| c <= code),
    );
    KnownValue::Region(Region {
        first: first as u32,
        last: end as u32 - 1,
    })
}

/// Records that are disclosed to who knows a dictionary.
pub(super) struct Question<'a> {
    pub(super) hierarchies: Vec<&'a Hierarchy>,
    pub(super) attributes: Vec<Attribute>,
    levels: Vec<(usize, usize)>,
    pub(super) records: Records,
    pub(super) dictionaries: Vec<AdversaryDictionary>,
    pub(super) risks: Risks,
}

/// The least risk at a utility of at least c.
pub(super) fn at_least(c: f64) -> Form {
    Form::LeastRisk { min_utility: c }
}

/// Seeds everything that is drawn by an optimizer.
const SEED: u64 = 5;

/// Records with at most so many nodes have all crowds worked out beforehand.
const MOST_TABULATED: usize = 1 << 16;

impl Question<'_> {
    /// Hands the task for a form to `run`.
    pub(super) fn with<T>(&self, form: Form, run: impl FnOnce(&RecordTask<'_>) -> T) -> T {
        run(&RecordTask {
            attributes: &self.attributes,
            hierarchies: &self.hierarchies,
            levels: &self.levels,
            records: &self.records,
            dictionaries: &self.dictionaries,
            risks: &self.risks,
            threshold: Threshold {
                form,
                is_share: false,
            },
        })
    }

    /// The best node of every record.
    pub(super) fn solve(&self, form: Form) -> Result<RecordSolutions> {
        self.solve_by(form, &RecordMethod::All)
    }

    pub(super) fn solve_by(
        &self,
        form: Form,
        method: &RecordMethod<'_>,
    ) -> Result<RecordSolutions> {
        self.with(form, |task| {
            task.solve(method, &Limits::default(), SEED, &UnwatchedSearch)
        })
    }

    /// The nodes of a record.
    pub(super) fn land(&self, record: usize) -> Record<'_> {
        let leaves = self.records.leaves_of(record);
        let mut land = Record::new(
            &self.attributes,
            &leaves,
            None,
            &self.risks,
            &self.dictionaries,
            None,
            &mut Scratch::default(),
        );
        land.tabulate(MOST_TABULATED);
        land
    }

    /// A node for one record.
    pub(super) fn solve_one(
        &self,
        record: usize,
        optimizer: &dyn Optimizer,
        form: Form,
    ) -> Result<Solved> {
        solve(optimizer, &self.land(record), form)
    }

    /// Risk, utility and crowd of every record where all are shown at the same levels.
    pub(super) fn rule(&self, levels: &[u8]) -> Vec<(f64, f64, u64)> {
        self.with(at_least(0.0), |task| {
            let pairs: Vec<(u32, Vec<u8>)> = (0..self.records.len())
                .map(|record| (record as u32, task.steps(record, levels)))
                .collect();
            evaluate(task, &pairs)
        })
    }

    /// What counts the people who fit each record at a node.
    pub(super) fn crowds(&self) -> Result<Crowds> {
        Crowds::new(&self.dictionaries[0], &self.records.leaves)
            .ok_or_else(|| Error::internal("crowds of raw values are classes"))
    }

    /// The mean of something over all rows.
    pub(super) fn mean(&self, of_record: impl IntoIterator<Item = f64>) -> f64 {
        let (sum, all) = of_record
            .into_iter()
            .zip(&self.records.rows)
            .fold((0.0, 0), |(s, n), (v, &rows)| {
                (s + v * rows as f64, n + rows)
            });
        sum / all as f64
    }

    /// The mean of the least risks at a utility of at least c.
    pub(super) fn least_risk(&self, c: f64) -> Result<f64> {
        Ok(self.solve(at_least(c))?.means(&self.records).0)
    }
}

/// A node of a record that has one.
pub(super) fn solve(optimizer: &dyn Optimizer, land: &dyn Landscape, form: Form) -> Result<Solved> {
    optimizer
        .solve(land, &form, SEED)
        .map_err(|_| Error::internal("a record cannot keep to a threshold that it should keep to"))
}
