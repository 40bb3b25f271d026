//! `[search]`: what is best, and how much effort and suppression it may cost.

use crate::limit::Limit;
use crate::problems::Problems;
use crate::reader::{Section, number, whole};
use crate::values::Kind;
use crate::words::words;
use equipoise_data::Decimal;
use std::time::Duration;
use toml::de::DeValue;

words! {
    /// How the search goes.
    pub enum Method {
        /// Finds the best node and proves that none is better.
        Optimal = "optimal",
        /// Looks where good nodes are likely until its budget is used up; nothing is proved.
        BestEffort = "best-effort",
        /// Halves the table again and again; each class has ranges and labels of its own.
        Mondrian = "mondrian",
        /// Chooses labels of the hierarchies for each class by itself, from the best node on.
        LocalRecoding = "local-recoding",
        /// Suppresses as few single cells as it can, for k-anonymity.
        CellSuppression = "cell-suppression",
        /// Gives each record its own best generalization, as `[record]` says.
        Record = "record",
        /// Comes closest to what `[preference]` aspires to, or goes furthest beyond.
        Preference = "preference",
    }
}

words! {
    /// What a preference chooses from.
    pub enum Over {
        /// The nodes of the lattice, all of them.
        Lattice = "lattice",
        /// Free ordered partitions of the values of each column.
        Partitions = "partitions",
    }
}

words! {
    /// How Mondrian cuts.
    #[non_exhaustive]
    pub enum Cuts {
        /// Rows with the same value stay on the same side.
        Strict = "strict",
        /// Rows with the value at the cut may go to both sides.
        Relaxed = "relaxed",
    }
}

words! {
    /// What a suppressed cell is to whoever compares rows.
    pub enum ReadingChoice {
        /// A value of its own.
        Cautious = "cautious",
        /// Any value: it matches everything.
        Wildcard = "wildcard",
    }
}

words! {
    /// What the search makes small.
    pub enum LossChoice {
        /// How much of the domain each released label covers.
        Loss = "loss",
        /// How much of the values that occur each released label covers: the normalized weighted
        /// penalty.
        Nwp = "nwp",
        /// How high each attribute is generalized.
        Precision = "precision",
        /// Average size of a class.
        Aecs = "aecs",
        /// Squared class sizes, and suppressed rows at full price.
        Discernibility = "discernibility",
        /// Bits needed to get back to the raw values.
        Entropy = "entropy",
        /// Sum of levels.
        Height = "height",
    }
}

words! {
    /// How the losses of attributes become one number.
    pub enum AggregationChoice {
        /// Geometric mean of 1 + v, less 1.
        Geometric = "geometric",
        /// Arithmetic mean.
        Arithmetic = "arithmetic",
        /// Sum.
        Sum = "sum",
        /// Largest.
        Max = "max",
    }
}

impl LossChoice {
    /// How attributes are joined unless the recipe says otherwise; `None` for a loss of the whole
    /// table.
    pub fn default_aggregation(self) -> Option<AggregationChoice> {
        match self {
            LossChoice::Loss => Some(AggregationChoice::Geometric),
            LossChoice::Nwp | LossChoice::Precision => Some(AggregationChoice::Arithmetic),
            LossChoice::Entropy => Some(AggregationChoice::Sum),
            LossChoice::Aecs | LossChoice::Discernibility | LossChoice::Height => None,
        }
    }

    /// True when generalization and suppression are separate terms that can be weighed.
    fn weighs_suppression(self) -> bool {
        !matches!(self, LossChoice::Aecs | LossChoice::Height)
    }
}

/// What is best, and how much effort and suppression it may cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// How the search goes. Default optimal.
    pub method: Method,
    /// What it makes small. Default `loss`.
    pub loss: LossChoice,
    /// How attributes are joined; `None` for a loss of the whole table.
    pub aggregation: Option<AggregationChoice>,
    /// Weight of suppression against generalization, 0 to 1. Default 0.5: both count in full.
    pub suppression_weight: Decimal,
    /// The most that may be suppressed. Default nothing.
    pub max_suppression: Limit,
    /// Seed of whatever draws at random. Default 0.
    pub seed: u64,
    /// The search stops after this time with its best checked node.
    pub time_limit: Option<Duration>,
    /// The search stops after forming the classes of so many nodes.
    pub max_nodes: Option<u64>,
    /// How Mondrian cuts. Default strict.
    pub cuts: Cuts,
    /// Cell suppression looks at every so many quasi-identifiers; without it, at all of them
    /// together.
    pub subsets: Option<u64>,
    /// What a suppressed cell is. Default cautious.
    pub reading: ReadingChoice,
    /// What a preference chooses from. Default the lattice.
    pub over: Over,
}

impl Default for Search {
    fn default() -> Self {
        Search {
            method: Method::Optimal,
            loss: LossChoice::Loss,
            aggregation: LossChoice::Loss.default_aggregation(),
            suppression_weight: Decimal::parse("0.5").expect("0.5 is a number"),
            max_suppression: Limit::NOTHING,
            seed: 0,
            time_limit: None,
            max_nodes: None,
            cuts: Cuts::Strict,
            subsets: None,
            reading: ReadingChoice::Cautious,
            over: Over::Lattice,
        }
    }
}

impl Search {
    /// True when each class has labels of its own, so that there are no levels.
    pub fn is_by_class(&self) -> bool {
        is_by_class(self.method, self.over)
    }

    /// True when every quasi-identifier needs a hierarchy.
    pub fn needs_hierarchies(&self) -> bool {
        match self.method {
            Method::Optimal | Method::BestEffort | Method::LocalRecoding | Method::Record => true,
            Method::Preference => self.over == Over::Lattice,
            Method::Mondrian | Method::CellSuppression => false,
        }
    }

    /// True when a quasi-identifier is released in runs of its own order, whatever its hierarchy:
    /// Mondrian cuts numbers anywhere, and suppressed cells know nothing between a value and none.
    pub fn ignores_hierarchy(&self, kind: Kind, has_hierarchy: bool) -> bool {
        match self.method {
            Method::Mondrian => !has_hierarchy || kind != Kind::Text,
            Method::CellSuppression => true,
            Method::Preference => self.over == Over::Partitions && !has_hierarchy,
            Method::Optimal | Method::BestEffort | Method::LocalRecoding | Method::Record => false,
        }
    }

    /// True when the search proves its answer unless a limit ends it.
    pub fn is_provable(&self) -> bool {
        match self.method {
            Method::Optimal => true,
            Method::Preference => self.over == Over::Lattice,
            Method::BestEffort
            | Method::Mondrian
            | Method::LocalRecoding
            | Method::CellSuppression
            | Method::Record => false,
        }
    }

    /// True when the search draws at random, so that the seed decides what it finds.
    pub fn is_seeded(&self) -> bool {
        match self.method {
            Method::BestEffort | Method::LocalRecoding | Method::Record | Method::Preference => {
                true
            }
            Method::Optimal | Method::Mondrian | Method::CellSuppression => false,
        }
    }

    pub(crate) fn read<'a>(problems: &mut Problems<'a>, section: &Section<'a>) -> Self {
        problems.accept(section, &KEYS);
        let default = Search::default();
        let loss = problems.word::<LossChoice>(section, "loss", &[]);
        let method = problems
            .word(section, "method", &[])
            .unwrap_or(default.method);
        let over = problems.word(section, "over", &[]).unwrap_or(default.over);
        let search = Search {
            method,
            loss: loss.unwrap_or(default.loss),
            aggregation: problems
                .word(section, "aggregation", &[])
                .or(default_aggregation(
                    is_by_class(method, over),
                    loss.unwrap_or(default.loss),
                )),
            suppression_weight: problems
                .number_within(
                    section,
                    "suppression-weight",
                    in_unit,
                    "it must be at least 0 and at most 1",
                )
                .unwrap_or(default.suppression_weight),
            max_suppression: read_limit(problems, section).unwrap_or_default(),
            seed: problems
                .whole(section, "seed", 0, u64::MAX)
                .unwrap_or(default.seed),
            time_limit: problems
                .number_within(
                    section,
                    "time-limit",
                    |t| *t > Decimal::ZERO,
                    "it must be a number of seconds greater than 0",
                )
                .map(|seconds| Duration::from_nanos(seconds.floor_of_share(1_000_000_000).max(1))),
            max_nodes: problems.whole(section, "max-nodes", 1, u64::MAX),
            cuts: problems.word(section, "cuts", &[]).unwrap_or(default.cuts),
            subsets: problems.whole(section, "subsets", 1, 64),
            reading: problems
                .word(section, "reading", &[])
                .unwrap_or(default.reading),
            over,
        };
        search.check_method(problems, section);
        if loss.is_some() || section.get("loss").is_none() {
            search.check(problems, section);
        }
        search
    }

    /// Keys that mean nothing beside this method.
    fn check_method<'a>(&self, problems: &mut Problems<'a>, section: &Section<'a>) {
        let owned = [
            ("cuts", Method::Mondrian),
            ("subsets", Method::CellSuppression),
            ("reading", Method::CellSuppression),
            ("over", Method::Preference),
        ];
        for (key, method) in owned
            .into_iter()
            .filter(|(key, method)| section.get(key).is_some() && *method != self.method)
        {
            problems.add(
                section.at(key),
                format!(
                    "`{key}` in {} is for `method = \"{method}\"`; the method is `{}`",
                    section.place, self.method
                ),
            );
        }
        let fits = match self.method {
            Method::Optimal | Method::BestEffort => true,
            Method::Preference if self.over == Over::Lattice => true,
            Method::Mondrian | Method::Preference => matches!(
                self.loss,
                LossChoice::Loss | LossChoice::Nwp | LossChoice::Aecs | LossChoice::Discernibility
            ),
            Method::LocalRecoding | Method::CellSuppression | Method::Record => {
                self.loss == LossChoice::Loss
            }
        };
        if !fits {
            let takes_more = matches!(self.method, Method::Mondrian | Method::Preference);
            let accepted = if takes_more {
                "`loss`, `nwp`, `aecs` or `discernibility`"
            } else {
                "`loss`"
            };
            let message = format!(
                "`{}` in {} is no loss of classes with labels of their own; `{}` takes {accepted}",
                self.loss, section.place, self.method
            );
            problems.add(section.at("loss"), message);
        }
        if self.is_by_class()
            && matches!(self.loss, LossChoice::Loss | LossChoice::Nwp)
            && self.aggregation != Some(AggregationChoice::Arithmetic)
        {
            let message = format!(
                "`aggregation` in {} must be `arithmetic` for `method = \"{}\"`: it makes a mean of all cells small",
                section.place, self.method
            );
            problems.add(section.at("aggregation"), message);
        }
        if self.is_by_class() && section.get("suppression-weight").is_some() {
            let message = format!(
                "`suppression-weight` in {} has no meaning for `method = \"{}\"`",
                section.place, self.method
            );
            problems.add(section.at("suppression-weight"), message);
        }
    }

    /// Keys that mean nothing beside this loss are mistakes, not noise: they would change nothing.
    fn check<'a>(&self, problems: &mut Problems<'a>, section: &Section<'a>) {
        if section.get("aggregation").is_some() && self.loss.default_aggregation().is_none() {
            let message = format!(
                "`aggregation` in {} has no meaning for `{}`, which is a loss of the whole table; it is for `loss`, `nwp`, `precision` and `entropy`",
                section.place, self.loss
            );
            problems.add(section.at("aggregation"), message);
        }
        if section.get("suppression-weight").is_some() && !self.loss.weighs_suppression() {
            let message = format!(
                "`suppression-weight` in {} has no meaning for `{}`, which has no separate terms for generalization and suppression",
                section.place, self.loss
            );
            problems.add(section.at("suppression-weight"), message);
        }
    }
}

const KEYS: [&str; 12] = [
    "method",
    "loss",
    "aggregation",
    "suppression-weight",
    "max-suppression",
    "seed",
    "time-limit",
    "max-nodes",
    "cuts",
    "subsets",
    "reading",
    "over",
];

fn is_by_class(method: Method, over: Over) -> bool {
    match method {
        Method::Optimal | Method::BestEffort => false,
        Method::Preference => over == Over::Partitions,
        Method::Mondrian | Method::LocalRecoding | Method::CellSuppression | Method::Record => true,
    }
}

/// Cells of classes with labels of their own are averaged.
fn default_aggregation(is_by_class: bool, loss: LossChoice) -> Option<AggregationChoice> {
    match loss.default_aggregation() {
        Some(_) if is_by_class => Some(AggregationChoice::Arithmetic),
        usual => usual,
    }
}

fn in_unit(number: &Decimal) -> bool {
    !number.is_negative() && *number <= Decimal::ONE
}

/// The limit, by the rule that the command line follows too.
fn read_limit<'a>(problems: &mut Problems<'a>, section: &Section<'a>) -> Option<Limit> {
    let value = section.get("max-suppression")?;
    // A whole number may be written in any of TOML's ways; everything else goes by its digits.
    if let Some(units) = whole(value) {
        return Some(Limit::Units(units));
    }
    let text = match value.get_ref() {
        DeValue::Float(float) => float.as_str().to_owned(),
        DeValue::Integer(_) => {
            number(value).map_or_else(|| "too large".to_owned(), |n| n.to_string())
        }
        _ => {
            problems.wrong(
                section,
                "max-suppression",
                value,
                "it must be a number without quotes",
            );
            return None;
        }
    };
    match Limit::parse(&text) {
        Ok(limit) => Some(limit),
        Err(e) => {
            problems.add_error(section.at("max-suppression"), e);
            None
        }
    }
}
