//! A small world of the testkit as a task of the search.

use equipoise_data::{Column, Dictionary as Texts, Encoded, Hierarchy, Quasi, Table, Tree};
use equipoise_measure::disclosure::{
    Across, AdversaryDictionary, Attribute, Consistency, LabelWeights, Phi, Reader, Record,
    RiskModel, Risks, Scratch, Utility,
};
use equipoise_search::record::{Form, RecordTask, Records, Threshold};
use equipoise_testkit::disclosure::{self as kit, Fit, OracleRisk, World, Worth};

/// What a task borrows from.
pub(crate) struct Ground {
    pub(crate) hierarchies: Vec<Hierarchy>,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) levels: Vec<(usize, usize)>,
    pub(crate) records: Records,
    pub(crate) dictionaries: Vec<AdversaryDictionary>,
    pub(crate) risks: Risks,
}

fn hierarchy(lines: &[Vec<String>], column: &mut Column) -> Hierarchy {
    // All values of the hierarchy are leaves, those that no row has too. So is what is missing:
    // without it a label for all values could not be told from the top.
    for line in lines {
        column.dictionary.intern(&line[0]);
    }
    let listed = lines
        .iter()
        .filter(|line| line[0] != kit::MISSING)
        .cloned()
        .collect();
    Hierarchy::bind(
        &Tree::new(listed).unwrap(),
        column,
        &[kit::MISSING.to_owned()],
    )
    .unwrap()
}

impl Ground {
    /// A record with its risks, and entries left out that are worth less than `at_least`.
    pub(crate) fn record(&self, record: usize, at_least: Option<f64>) -> Record<'_> {
        Record::new(
            &self.attributes,
            &self.records.leaves_of(record),
            self.records.factors_of(record),
            &self.risks,
            &self.dictionaries,
            at_least,
            &mut Scratch::default(),
        )
    }

    pub(crate) fn new(world: &World) -> Self {
        let names: Vec<String> = (0..world.attributes.len())
            .map(|a| format!("a{a}"))
            .collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut columns = Table::from_rows(&names, &world.rows).columns;
        let hierarchies: Vec<Hierarchy> = world
            .attributes
            .iter()
            .zip(&mut columns)
            .map(|(of, column)| hierarchy(&of.lines, column))
            .collect();
        let utility = match world.worth {
            Worth::U1 => Utility::Leaves,
            Worth::U2 => Utility::Information,
            Worth::U3 => Utility::Depth,
            Worth::XiaoTao => Utility::XiaoTao,
            Worth::Lm => Utility::Lm,
        };
        let attribute = |(a, hierarchy): (usize, &Hierarchy)| {
            let of = &world.attributes[a];
            let leaf = |line: &Vec<String>| {
                hierarchy.leaf_of[columns[a].dictionary.find(&line[0]).unwrap() as usize]
            };
            let weights: Vec<(u32, f64)> = of
                .lines
                .iter()
                .map(leaf)
                .zip(of.weights.iter().copied())
                .collect();
            let weights = LabelWeights::new(hierarchy, 1.0, &weights, &[]).unwrap();
            Attribute::new(hierarchy, of.levels, &weights, utility)
        };
        let attributes: Vec<Attribute> = hierarchies.iter().enumerate().map(attribute).collect();
        let consistency = match world.fit {
            Fit::Covered => Consistency::Covered,
            Fit::Compatible => Consistency::Compatible,
            Fit::Fuzzy(least) => Consistency::Fuzzy(least),
        };
        let dictionaries = world
            .dictionaries
            .iter()
            .map(|d| dictionary(d, &hierarchies, consistency))
            .collect();
        let quasi = columns
            .iter()
            .zip(&hierarchies)
            .map(|(c, hierarchy)| Quasi {
                codes: &c.codes,
                hierarchy,
            })
            .collect();
        let encoded = Encoded {
            rows: world.rows.len(),
            quasi,
            sensitive: Vec::new(),
            persons: None,
            amounts: Vec::new(),
            weights: None,
            population: None,
        };
        let factors: Option<Vec<f64>> = world.factors.as_ref().map(|f| f.concat());
        let records = Records::new(&encoded, factors.as_deref()).unwrap();
        let risks = Risks {
            phi: world
                .base
                .map_or(Phi::Multiplicative, |base| Phi::Additive { base }),
            model: match world.risk {
                OracleRisk::One => RiskModel::Expected,
                OracleRisk::Two => RiskModel::Identification,
                OracleRisk::Three => RiskModel::Entropic,
                OracleRisk::ThreeRaw => RiskModel::EntropicRaw,
            },
            across: match &world.prior {
                _ if world.worst => Across::Worst,
                Some(prior) => Across::Bayes(prior.clone()),
                None => Across::Mean,
            },
        };
        let levels = world.attributes.iter().map(|a| a.levels).collect();
        Ground {
            hierarchies,
            attributes,
            levels,
            records,
            dictionaries,
            risks,
        }
    }

    /// Hands the task for a form to `run`.
    pub(crate) fn with<T>(&self, form: Form, run: impl FnOnce(&RecordTask<'_>) -> T) -> T {
        let hierarchies: Vec<&Hierarchy> = self.hierarchies.iter().collect();
        run(&RecordTask {
            attributes: &self.attributes,
            hierarchies: &hierarchies,
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

    /// A row with each record.
    pub(crate) fn row_of(&self, record: usize) -> usize {
        self.records
            .of_row
            .iter()
            .position(|&r| r as usize == record)
            .unwrap()
    }
}

fn dictionary(
    of: &kit::OracleDictionary,
    hierarchies: &[Hierarchy],
    consistency: Consistency,
) -> AdversaryDictionary {
    let column = |a: usize| {
        let mut texts = Texts::new();
        let codes: Vec<u32> = of
            .entries
            .iter()
            .map(|entry| Some(texts.intern(entry[a].as_ref()?)))
            .collect::<Option<_>>()?;
        let missing = [kit::MISSING.to_owned()];
        let reader = Reader::new(&hierarchies[a], &missing, consistency);
        let known = texts.texts().map(|text| reader.known(text)).collect();
        Some((known, codes))
    };
    AdversaryDictionary::new(
        consistency,
        of.entries.len(),
        (0..hierarchies.len()).map(column).collect(),
        of.persons.as_deref(),
    )
    .unwrap()
}
