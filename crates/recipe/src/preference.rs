//! `[preference]`: what the publisher aspires to in two measures, and how it is looked for.

use crate::column::{ColumnRecipe, Role};
use crate::problems::Problems;
use crate::reader::{Section, number, quoted};
use crate::search::{Method, Over, Search};
use crate::words::{Word, words};
use equipoise_data::{Decimal, did_you_mean};
use toml::de::DeValue;

words! {
    /// A measure that can be aspired to.
    pub enum MeasureChoice {
        /// How unequal classes are.
        Necd = "necd",
        /// Risk of the person in the smallest class.
        HighestRisk = "highest-risk",
        /// Risk, averaged over all people.
        AverageRisk = "average-risk",
        /// Share of people who are alone in their class.
        Uniqueness = "uniqueness",
        /// Share of rows, or persons, that are left out.
        Suppression = "suppression",
        /// The loss `loss`.
        Loss = "loss",
        /// The loss `nwp`.
        Nwp = "nwp",
        /// The loss `precision`.
        Precision = "precision",
        /// The loss `aecs`.
        Aecs = "aecs",
        /// The loss `discernibility`.
        Discernibility = "discernibility",
        /// The loss `entropy`.
        Entropy = "entropy",
        /// The loss `height`.
        Height = "height",
    }
}

words! {
    /// What decides between releases that achieve the same.
    pub enum PreferenceTies {
        /// The least of both measures together.
        Deviation = "deviation",
        /// The largest smallest class, then the least of both measures together.
        Privacy = "privacy",
    }
}

impl MeasureChoice {
    /// The measure of a word.
    pub fn named(word: &str) -> Option<Self> {
        MeasureChoice::WORDS
            .iter()
            .find(|(name, _)| *name == word)
            .map(|m| m.1)
    }

    /// All words.
    pub fn names() -> impl Iterator<Item = &'static str> {
        MeasureChoice::WORDS.iter().map(|(name, _)| *name)
    }

    /// True for a measure that weighs columns.
    pub fn is_weighed(self) -> bool {
        matches!(
            self,
            MeasureChoice::Loss
                | MeasureChoice::Nwp
                | MeasureChoice::Precision
                | MeasureChoice::Entropy
        )
    }

    /// True for a measure of levels, which partitions do not have.
    pub fn is_of_levels(self) -> bool {
        matches!(
            self,
            MeasureChoice::Precision | MeasureChoice::Entropy | MeasureChoice::Height
        )
    }
}

/// `[preference]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preference {
    /// Two measures and what is aspired to, in the order of [`MeasureChoice`]; empty where nothing
    /// is.
    pub aspire: Vec<AspiredValue>,
    /// Default `deviation`.
    pub ties: PreferenceTies,
    /// Whether weights of columns that do not sum to one are made to. Default false.
    pub normalize: bool,
    /// Partitions in a generation. Default 100.
    pub population: u64,
    /// Partitions that are evaluated. Default 50,000.
    pub evaluations: u64,
    /// How often two partitions are crossed. Default 0.8.
    pub crossover: Decimal,
    /// How often a boundary changes. Default 0.001.
    pub mutation: Decimal,
    /// Whether the best is improved by local search. Default true.
    pub polish: bool,
    /// Whether only labels of hierarchies are released. Default false.
    pub taxonomy: bool,
    /// Columns of numbers that are divided at multiples of a number only.
    pub granulate: Vec<ColumnWidth>,
}

/// A measure and its target value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AspiredValue {
    /// The measure.
    pub measure: MeasureChoice,
    /// The value; smaller is better.
    pub value: Decimal,
}

/// A column of numbers and the width of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnWidth {
    /// The name of the column.
    pub column: String,
    /// The width: the column is divided at multiples of it only.
    pub width: Decimal,
}

impl Default for Preference {
    fn default() -> Self {
        let decimal = |text: &str| Decimal::parse(text).expect("it is a number");
        Preference {
            aspire: Vec::new(),
            ties: PreferenceTies::Deviation,
            normalize: false,
            population: 100,
            evaluations: 50_000,
            crossover: decimal("0.8"),
            mutation: decimal("0.001"),
            polish: true,
            taxonomy: false,
            granulate: Vec::new(),
        }
    }
}

/// Keys of the search for partitions, and those of both.
pub(crate) const OF_PARTITIONS: [&str; 7] = [
    "population",
    "evaluations",
    "crossover",
    "mutation",
    "polish",
    "taxonomy",
    "granulate",
];
const KEYS: [&str; 10] = [
    "aspire",
    "ties",
    "normalize",
    "population",
    "evaluations",
    "crossover",
    "mutation",
    "polish",
    "taxonomy",
    "granulate",
];

impl Preference {
    pub(crate) fn read<'a>(
        problems: &mut Problems<'a>,
        section: &Section<'a>,
        search: &Search,
    ) -> Self {
        problems.accept(section, &KEYS);
        let default = Preference::default();
        let share = |n: &Decimal| !n.is_negative() && *n <= Decimal::ONE;
        let must = "it must be at least 0 and at most 1";
        if search.method == Method::Preference && search.over == Over::Lattice {
            for key in OF_PARTITIONS
                .iter()
                .filter(|key| section.get(key).is_some())
            {
                let message = format!(
                    "`{key}` in {} is for `over = \"partitions\"` in `[search]`",
                    section.place
                );
                problems.add(section.at(key), message);
            }
        }
        Preference {
            aspire: read_aspirations(problems, section, search),
            ties: problems.word(section, "ties", &[]).unwrap_or(default.ties),
            normalize: problems
                .flag(section, "normalize")
                .unwrap_or(default.normalize),
            population: problems
                .whole(section, "population", 2, 100_000)
                .unwrap_or(default.population),
            evaluations: problems
                .whole(section, "evaluations", 1, 1 << 40)
                .unwrap_or(default.evaluations),
            crossover: problems
                .number_within(section, "crossover", share, must)
                .unwrap_or(default.crossover),
            mutation: problems
                .number_within(section, "mutation", share, must)
                .unwrap_or(default.mutation),
            polish: problems.flag(section, "polish").unwrap_or(default.polish),
            taxonomy: problems
                .flag(section, "taxonomy")
                .unwrap_or(default.taxonomy),
            granulate: read_granules(problems, section),
        }
    }
}

/// Two measures, each with a number.
fn read_aspirations<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    search: &Search,
) -> Vec<AspiredValue> {
    let Some(value) = section.get("aspire") else {
        return Vec::new();
    };
    let must = "it must be two measures with a number each, such as `{ necd = 1.0, nwp = 0.2 }`";
    let DeValue::Table(table) = value.get_ref() else {
        problems.wrong(section, "aspire", value, must);
        return Vec::new();
    };
    let inner = Section::new(
        format!("`aspire` in {}", section.place),
        value.span().start,
        table,
    );
    let mut aspire = Vec::new();
    for (key, value) in inner.entries() {
        let name = key.get_ref().as_ref();
        let Some(measure) = MeasureChoice::named(name) else {
            let message = format!(
                "`{name}` in {} is no measure; measures: {}",
                inner.place,
                quoted(MeasureChoice::names())
            );
            problems.add_with(
                key.span().start,
                message,
                did_you_mean(name, MeasureChoice::names()),
            );
            continue;
        };
        if search.over == Over::Partitions && measure.is_of_levels() {
            let message = format!(
                "`{name}` in {} is a measure of levels, and partitions have none",
                inner.place
            );
            problems.add(key.span().start, message);
        }
        match number(value) {
            Some(value) if value > utopian() => aspire.push(AspiredValue { measure, value }),
            Some(_) => problems.wrong_with(
                &inner,
                name,
                value,
                "it is at or below the utopian point, which is -0.000001: no release is better than 0 in any measure",
                Some("aspire to 0 or more".to_owned()),
            ),
            None => problems.wrong(&inner, name, value, "it must be a number"),
        }
    }
    if inner.entries().len() != 2 {
        let message = format!(
            "{} has {} measures; {must}",
            inner.place,
            inner.entries().len()
        );
        problems.add(value.span().start, message);
    }
    aspire.sort_by_key(|of| {
        MeasureChoice::WORDS
            .iter()
            .position(|(_, measure)| *measure == of.measure)
    });
    aspire
}

/// A little better than the best that any release can be.
fn utopian() -> Decimal {
    Decimal::parse("-0.000001").expect("it is a number")
}

fn read_granules<'a>(problems: &mut Problems<'a>, section: &Section<'a>) -> Vec<ColumnWidth> {
    let Some(value) = section.get("granulate") else {
        return Vec::new();
    };
    let DeValue::Table(table) = value.get_ref() else {
        problems.wrong(
            section,
            "granulate",
            value,
            "it must be columns with a width each, such as `{ age = 5 }`",
        );
        return Vec::new();
    };
    let inner = Section::new(
        format!("`granulate` in {}", section.place),
        value.span().start,
        table,
    );
    let mut granules = Vec::new();
    for (key, _) in inner.entries() {
        let name = key.get_ref().as_ref();
        let width = problems.number_within(
            &inner,
            name,
            |n| *n > Decimal::ZERO,
            "it must be greater than 0",
        );
        granules.extend(width.map(|width| ColumnWidth {
            column: name.to_owned(),
            width,
        }));
    }
    granules
}

/// What the preference needs of the rest of the recipe.
pub(crate) fn check<'a>(
    problems: &mut Problems<'a>,
    root: &Section<'a>,
    columns: &[ColumnRecipe],
    search: &Search,
    preference: &Preference,
) {
    let quasi = || {
        columns
            .iter()
            .filter(|c| c.role == Role::QuasiIdentifier && c.aggregate.is_none())
    };
    for ColumnWidth { column: name, .. } in &preference.granulate {
        if !quasi().any(|c| c.name == *name) {
            let message = format!(
                "`granulate` in `[preference]` names `{name}`, which is no quasi-identifier of the recipe"
            );
            problems.add_with(
                root.at("preference"),
                message,
                did_you_mean(name, quasi().map(|c| c.name.as_str())),
            );
        }
    }
    if search.method != Method::Preference {
        return;
    }
    // What could not be read is told already.
    let is_told = root
        .get("preference")
        .is_some_and(|value| value.get_ref().get("aspire").is_some());
    if preference.aspire.is_empty() && !is_told {
        problems.add_with(
            root.at("search"),
            "`method = \"preference\"` needs what is aspired to".to_owned(),
            Some("add a section `[preference]` with two measures, such as `aspire = { necd = 1.0, nwp = 0.2 }`".to_owned()),
        );
    }
    let weights: Vec<(&str, &Decimal)> = quasi().map(|c| (c.name.as_str(), &c.weight)).collect();
    let matters = preference.aspire.iter().any(|of| of.measure.is_weighed());
    if let Some((message, hint)) =
        unusual_weights(&weights).filter(|_| matters && !preference.normalize)
    {
        problems.add_with(root.at("columns"), message, Some(hint));
    }
}

/// What is to be said of weights that are not all the same and do not sum to one: that, and what
/// they would be if they did.
pub(crate) fn unusual_weights(weights: &[(&str, &Decimal)]) -> Option<(String, String)> {
    let sum: f64 = weights.iter().map(|(_, weight)| weight.to_f64()).sum();
    let are_equal = weights.windows(2).all(|pair| pair[0].1 == pair[1].1);
    if are_equal || sum <= 0.0 || (sum - 1.0).abs() <= 1e-6 {
        return None;
    }
    let share =
        |(name, weight): &(&str, &Decimal)| format!("`{name}` {}", rounded(weight.to_f64() / sum));
    let shares: Vec<String> = weights.iter().map(share).collect();
    Some((
        format!(
            "the weights of the quasi-identifiers sum to {}; for preferences they must sum to 1",
            rounded(sum)
        ),
        format!(
            "`normalize = true` in `[preference]`, or `--normalize`, divides them by their sum: {}",
            shares.join(", ")
        ),
    ))
}

/// A number with at most six decimals.
fn rounded(number: f64) -> String {
    let text = format!("{number:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
