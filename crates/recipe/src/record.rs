//! `[record]`: what each record may risk and must be worth, where records are disclosed one by one.

use crate::problems::Problems;
use crate::reader::{Section, number, whole};
use crate::words::words;
use equipoise_data::Decimal;
use toml::de::DeValue;

words! {
    /// What is asked of each record.
    pub enum FormChoice {
        /// The least risk for a required utility.
        LeastRisk = "least-risk",
        /// The most utility under a cap on risk.
        MostUtility = "most-utility",
        /// The least risk less `lambda` times utility.
        Mix = "mix",
        /// The most `lambda` over risk plus utility to the power of `kappa`.
        Aggregate = "aggregate",
    }
}

words! {
    /// How sensitivity and the number of people who fit become a risk.
    pub enum RecordRisk {
        /// Sensitivity over the people who fit.
        Expected = "expected",
        /// One over the people who fit.
        Identification = "identification",
        /// Sensitivity times the logarithm of all people over those who fit.
        Entropic = "entropic",
        /// The same as printed in its source, which is not monotone.
        EntropicRaw = "entropic-raw",
    }
}

words! {
    /// What a shown label is worth.
    pub enum RecordUtility {
        /// How deep it lies below the top.
        Depth = "depth",
        /// One over the values below it.
        Leaves = "leaves",
        /// The logarithm of all values over those below it.
        Information = "information",
        /// The loss of Xiao and Tao, less that of the top.
        XiaoTao = "xiao-tao",
        /// The loss LM, less that of the top.
        Lm = "lm",
    }
}

words! {
    /// How weights become a sensitivity.
    pub enum Sensitivity {
        /// Their sum.
        Additive = "additive",
        /// e to their sum.
        Multiplicative = "multiplicative",
    }
}

words! {
    /// When an entry of a dictionary fits what is shown.
    pub enum ConsistencyChoice {
        /// It is among what is shown.
        Covered = "covered",
        /// One is among the other.
        Compatible = "compatible",
        /// It is similar to a value among what is shown.
        Fuzzy = "fuzzy",
    }
}

words! {
    /// How the risks by several dictionaries become one.
    pub enum AcrossChoice {
        /// All are equally likely.
        Mean = "mean",
        /// The worst for the record.
        Worst = "worst",
        /// By `priors`.
        Bayes = "bayes",
    }
}

words! {
    /// How the best node of a record is found.
    pub enum OptimizerChoice {
        /// Exactly where that is quick, else the best found.
        Auto = "auto",
        /// Every node.
        Exhaustive = "exhaustive",
        /// The best of `rules`.
        MinRisk = "min-risk",
        /// From the top down, the least risky first.
        BestFirst = "best-first",
        /// Along the frontier of what is worth enough.
        Aruba = "aruba",
        /// Attribute by attribute, with bounds.
        BranchAndBound = "branch-and-bound",
        /// Ways that compete.
        Genetic = "genetic",
        /// The aggregate form, exactly.
        Aggregate = "aggregate",
        /// The best of nodes that are good for a sample of records.
        Pool = "pool",
    }
}

words! {
    /// Which nodes are next to a node.
    pub enum NeighbourhoodChoice {
        /// A step up on one attribute and down on another.
        Exchange = "exchange",
        /// Up to one step on every attribute.
        Cube = "cube",
    }
}

/// The utility that each record must keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MinUtility {
    /// A share of what the raw record is worth.
    Share(Decimal),
    /// A number.
    Absolute(Decimal),
}

/// How sensitive a column is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnSensitivity {
    /// The weight of each value; none where it may never be shown.
    Weight(Option<Decimal>),
    /// A column of the table that has, for each row, what the weight is multiplied by.
    Column(String),
}

/// `[record]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordWish {
    /// What is asked. Default `least-risk`.
    pub form: FormChoice,
    /// For `least-risk`. Default half of what the raw record is worth.
    pub min_utility: MinUtility,
    /// For `most-utility`.
    pub max_risk: Option<Decimal>,
    /// For `mix` and `aggregate`. Default 1.
    pub lambda: Decimal,
    /// For `aggregate`. Default 1.
    pub kappa: u32,
    /// Default `depth`.
    pub utility: RecordUtility,
    /// Default `expected`.
    pub risk: RecordRisk,
    /// Default `additive`.
    pub sensitivity: Sensitivity,
    /// The sensitivity of a record of which nothing is shown. Default 0.
    pub base_sensitivity: Decimal,
    /// Default `covered`.
    pub consistency: ConsistencyChoice,
    /// For `fuzzy`. Default 0.8.
    pub similarity: Decimal,
    /// Files with people that an attacker knows.
    pub dictionaries: Vec<String>,
    /// Whether the table itself is a dictionary. Default: where there is no other.
    pub include_table: bool,
    /// Default `mean`; `bayes` where there are `priors`.
    pub across: AcrossChoice,
    /// The probability of each dictionary, that of the table first.
    pub priors: Vec<Decimal>,
    /// A file with weights of columns, values, labels or persons.
    pub weights: Option<String>,
    /// Default `auto`.
    pub optimizer: OptimizerChoice,
    /// For `aruba`. Default `exchange`.
    pub neighbourhood: NeighbourhoodChoice,
    /// For `min-risk`: levels by column.
    pub rules: Vec<Vec<ColumnLevel>>,
    /// For `pool`: so many nodes at most. Default 3,000.
    pub pool: u64,
    /// A file with what an attacker really knows, to see whether the risk by the dictionary bounds
    /// the true one.
    pub true_dictionary: Option<String>,
    /// The column that tells who is who in table and true dictionary.
    pub id: Option<String>,
}

impl Default for RecordWish {
    fn default() -> Self {
        let decimal = |text: &str| Decimal::parse(text).expect("it is a number");
        RecordWish {
            form: FormChoice::LeastRisk,
            min_utility: MinUtility::Share(decimal("0.5")),
            max_risk: None,
            lambda: Decimal::ONE,
            kappa: 1,
            utility: RecordUtility::Depth,
            risk: RecordRisk::Expected,
            sensitivity: Sensitivity::Additive,
            base_sensitivity: Decimal::ZERO,
            consistency: ConsistencyChoice::Covered,
            similarity: decimal("0.8"),
            dictionaries: Vec::new(),
            include_table: true,
            across: AcrossChoice::Mean,
            priors: Vec::new(),
            weights: None,
            optimizer: OptimizerChoice::Auto,
            neighbourhood: NeighbourhoodChoice::Exchange,
            rules: Vec::new(),
            pool: 3_000,
            true_dictionary: None,
            id: None,
        }
    }
}

const KEYS: [&str; 22] = [
    "form",
    "min-utility",
    "max-risk",
    "lambda",
    "kappa",
    "utility",
    "risk",
    "sensitivity",
    "base-sensitivity",
    "consistency",
    "similarity",
    "dictionaries",
    "include-table",
    "across",
    "priors",
    "weights",
    "optimizer",
    "neighbourhood",
    "rules",
    "pool",
    "true-dictionary",
    "id",
];

impl RecordWish {
    pub(crate) fn read<'a>(problems: &mut Problems<'a>, section: &Section<'a>) -> Self {
        problems.accept(section, &KEYS);
        let default = RecordWish::default();
        let not_negative = |n: &Decimal| !n.is_negative();
        let dictionaries = problems.texts(section, "dictionaries").unwrap_or_default();
        let priors = read_priors(problems, section);
        let usual_across = if priors.is_empty() {
            AcrossChoice::Mean
        } else {
            AcrossChoice::Bayes
        };
        let wish = RecordWish {
            form: problems.word(section, "form", &[]).unwrap_or(default.form),
            min_utility: read_min_utility(problems, section).unwrap_or(default.min_utility),
            max_risk: problems.number_within(
                section,
                "max-risk",
                not_negative,
                "it must be at least 0",
            ),
            lambda: problems
                .number_within(section, "lambda", not_negative, "it must be at least 0")
                .unwrap_or(default.lambda),
            kappa: problems
                .whole(section, "kappa", 0, 16)
                .map_or(default.kappa, |k| k as u32),
            utility: problems
                .word(section, "utility", &[])
                .unwrap_or(default.utility),
            risk: problems.word(section, "risk", &[]).unwrap_or(default.risk),
            sensitivity: problems
                .word(section, "sensitivity", &[])
                .unwrap_or(default.sensitivity),
            base_sensitivity: problems
                .number_within(
                    section,
                    "base-sensitivity",
                    not_negative,
                    "it must be at least 0",
                )
                .unwrap_or(default.base_sensitivity),
            consistency: problems
                .word(section, "consistency", &[])
                .unwrap_or(default.consistency),
            similarity: problems
                .number_within(
                    section,
                    "similarity",
                    |n| *n > Decimal::ZERO && *n <= Decimal::ONE,
                    "it must be above 0 and at most 1",
                )
                .unwrap_or(default.similarity),
            include_table: problems
                .flag(section, "include-table")
                .unwrap_or(dictionaries.is_empty()),
            dictionaries,
            across: problems
                .word(section, "across", &[])
                .unwrap_or(usual_across),
            priors,
            weights: problems.filled(section, "weights"),
            optimizer: problems
                .word(section, "optimizer", &[])
                .unwrap_or(default.optimizer),
            neighbourhood: problems
                .word(section, "neighbourhood", &[])
                .unwrap_or(default.neighbourhood),
            rules: read_rules(problems, section),
            pool: problems
                .whole(section, "pool", 1, 1 << 20)
                .unwrap_or(default.pool),
            true_dictionary: problems.filled(section, "true-dictionary"),
            id: problems.filled(section, "id"),
        };
        wish.check(problems, section);
        wish
    }

    /// Keys that mean nothing beside others are mistakes, not noise: they would change nothing.
    fn check<'a>(&self, problems: &mut Problems<'a>, section: &Section<'a>) {
        let place = section.place.clone();
        let needs: [(&str, bool, &str); 9] = [
            (
                "min-utility",
                self.form == FormChoice::LeastRisk,
                "`form = \"least-risk\"`",
            ),
            (
                "max-risk",
                self.form == FormChoice::MostUtility,
                "`form = \"most-utility\"`",
            ),
            (
                "lambda",
                matches!(self.form, FormChoice::Mix | FormChoice::Aggregate),
                "the forms `mix` and `aggregate`",
            ),
            (
                "kappa",
                self.form == FormChoice::Aggregate,
                "`form = \"aggregate\"`",
            ),
            (
                "base-sensitivity",
                self.sensitivity == Sensitivity::Additive,
                "`sensitivity = \"additive\"`",
            ),
            (
                "similarity",
                self.consistency == ConsistencyChoice::Fuzzy,
                "`consistency = \"fuzzy\"`",
            ),
            (
                "neighbourhood",
                self.optimizer == OptimizerChoice::Aruba,
                "`optimizer = \"aruba\"`",
            ),
            (
                "rules",
                self.optimizer == OptimizerChoice::MinRisk,
                "`optimizer = \"min-risk\"`",
            ),
            (
                "pool",
                self.optimizer == OptimizerChoice::Pool,
                "`optimizer = \"pool\"`",
            ),
        ];
        for (key, _, of) in needs
            .iter()
            .filter(|(key, fits, _)| section.get(key).is_some() && !fits)
        {
            problems.add(section.at(key), format!("`{key}` in {place} is for {of}"));
        }
        if self.form == FormChoice::MostUtility && section.get("max-risk").is_none() {
            problems.add(
                section.at("form"),
                format!("`form = \"most-utility\"` in {place} needs `max-risk`"),
            );
        }
        if self.optimizer == OptimizerChoice::MinRisk && section.get("rules").is_none() {
            let message = format!("`optimizer = \"min-risk\"` in {place} needs `rules`");
            problems.add_with(
                section.at("optimizer"),
                message,
                Some("a rule has levels by column, such as `{ age = 1 }`".to_owned()),
            );
        }
        if !self.include_table && self.dictionaries.is_empty() {
            problems.add(
                section.at("include-table"),
                format!("{place} has no dictionary: not even the table is one"),
            );
        }
        if self.true_dictionary.is_some() != self.id.is_some() {
            let message = format!("`true-dictionary` and `id` in {place} go together");
            problems.add_with(
                section.at("true-dictionary"),
                message,
                Some("`id` is the column that tells who is who".to_owned()),
            );
        }
        self.check_priors(problems, section);
    }

    fn check_priors<'a>(&self, problems: &mut Problems<'a>, section: &Section<'a>) {
        let place = &section.place;
        let number = self.dictionaries.len() + usize::from(self.include_table);
        if (self.across == AcrossChoice::Bayes) == self.priors.is_empty() {
            let message =
                format!("`priors` in {place} are for `across = \"bayes\"`, and it needs them");
            return problems.add(section.at("across"), message);
        }
        if self.priors.is_empty() {
            return;
        }
        if self.priors.len() != number {
            let message = format!(
                "`priors` in {place} has {} numbers for {number} dictionaries",
                self.priors.len()
            );
            return problems.add_with(
                section.at("priors"),
                message,
                Some("the table, if it is one of them, comes first".to_owned()),
            );
        }
        let sum: f64 = self.priors.iter().map(Decimal::to_f64).sum();
        if (sum - 1.0).abs() > 1e-9 {
            problems.add(
                section.at("priors"),
                format!("`priors` in {place} sum to {sum}; they must sum to 1"),
            );
        }
    }
}

/// A share such as `"50%"`, or a number.
fn read_min_utility<'a>(problems: &mut Problems<'a>, section: &Section<'a>) -> Option<MinUtility> {
    let value = section.get("min-utility")?;
    let must = "it must be a share of what a record is worth, such as `\"50%\"`, or a number of at least 0";
    let read = match value.get_ref() {
        DeValue::String(text) => text
            .strip_suffix('%')
            .and_then(|n| Decimal::parse(n.trim()))
            .and_then(|percent| {
                let hundred = Decimal::from(100u64);
                // Plain digits take an exponent, so that no digit is lost.
                let share = Decimal::parse(&format!("{percent}e-2"))?;
                (!percent.is_negative() && percent <= hundred).then_some(MinUtility::Share(share))
            }),
        _ => number(value)
            .filter(|n| !n.is_negative())
            .map(MinUtility::Absolute),
    };
    if read.is_none() {
        problems.wrong(section, "min-utility", value, must);
    }
    read
}

fn read_priors<'a>(problems: &mut Problems<'a>, section: &Section<'a>) -> Vec<Decimal> {
    let Some(value) = section.get("priors") else {
        return Vec::new();
    };
    let items = value.get_ref().as_array();
    let numbers: Option<Vec<Decimal>> = items.and_then(|items| {
        items
            .iter()
            .map(|i| number(i).filter(|n| !n.is_negative()))
            .collect()
    });
    if numbers.is_none() {
        problems.wrong(
            section,
            "priors",
            value,
            "it must be a list of probabilities",
        );
    }
    numbers.unwrap_or_default()
}

fn read_rules<'a>(problems: &mut Problems<'a>, section: &Section<'a>) -> Vec<Vec<ColumnLevel>> {
    let Some(value) = section.get("rules") else {
        return Vec::new();
    };
    let rule = |item: &crate::reader::Value<'a>| -> Option<Vec<ColumnLevel>> {
        let level = |value| whole(value).and_then(|n| u8::try_from(n).ok());
        item.get_ref()
            .as_table()?
            .iter()
            .map(|(key, value)| {
                Some(ColumnLevel {
                    column: key.get_ref().to_string(),
                    level: level(value)?,
                })
            })
            .collect()
    };
    let rules: Option<Vec<Vec<ColumnLevel>>> = value
        .get_ref()
        .as_array()
        .and_then(|items| items.iter().map(rule).collect());
    if rules.as_ref().is_none_or(Vec::is_empty) {
        problems.wrong(
            section,
            "rules",
            value,
            "it must be a list of levels by column, such as `[{ age = 1 }, { age = 2, zip = 3 }]`",
        );
    }
    rules.unwrap_or_default()
}

/// A column and the level of its hierarchy to which it is generalized.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnLevel {
    /// The name of the column.
    pub column: String,
    /// The level; 0 is the level of the values themselves.
    pub level: u8,
}

impl ColumnSensitivity {
    /// `sensitivity` of a column: a weight, `"infinite"`, or the column that has it.
    pub(crate) fn read<'a>(problems: &mut Problems<'a>, section: &Section<'a>) -> Option<Self> {
        let value = section.get("sensitivity")?;
        let read = match value.get_ref() {
            DeValue::String(text) if text == "infinite" => Some(ColumnSensitivity::Weight(None)),
            DeValue::Float(text) if text.as_str() == "inf" => Some(ColumnSensitivity::Weight(None)),
            DeValue::Table(table) => match (
                table.len(),
                table.get("column").and_then(|c| c.get_ref().as_str()),
            ) {
                (1, Some(column)) => Some(ColumnSensitivity::Column(column.to_owned())),
                _ => None,
            },
            _ => number(value)
                .filter(|n| !n.is_negative())
                .map(|n| ColumnSensitivity::Weight(Some(n))),
        };
        if read.is_none() {
            let must = "it must be a weight of at least 0, `\"infinite\"`, or `{ column = \"...\" }` for weights that differ by row";
            problems.wrong(section, "sensitivity", value, must);
        }
        read
    }
}
