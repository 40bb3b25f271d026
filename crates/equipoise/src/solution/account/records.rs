//! Account of records that were disclosed one by one.

use equipoise_certify as certify;
use equipoise_report::{DictionaryLine, Disclosure, DisclosureFigures, Quartiles, Spreads};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// Risks and utilities of records that were disclosed one by one.
#[derive(Clone, Debug)]
pub struct RecordAccount {
    /// The facts that the recipe declares.
    pub(crate) declared: Disclosure,
    pub(crate) figures: DisclosureFigures,
    /// The smallest class of the release, in units of protection.
    pub(crate) least_class: u64,
    /// Every record is shown completely or hidden completely, although intermediate nodes were
    /// possible.
    pub(crate) is_corner: bool,
    /// The time limit ended the search before every record was solved.
    pub(crate) out_of_time: bool,
}

/// Serializes as in the JSON of the release.
impl Serialize for RecordAccount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json().serialize(serializer)
    }
}

impl RecordAccount {
    /// The optimizer.
    pub fn optimizer(&self) -> &str {
        &self.declared.optimizer
    }

    /// Whether no record has a better node, ignoring the classes of the release.
    pub fn is_proved(&self) -> bool {
        self.figures.proved
    }

    /// Risks and utilities of the unchanged input.
    pub fn before(&self) -> Spreads {
        self.figures.before
    }

    /// Risks and utilities of the best choice for each record by itself.
    pub fn best(&self) -> Spreads {
        self.figures.best
    }

    /// Risks and utilities of the release.
    pub fn after(&self) -> Spreads {
        self.figures.after
    }

    /// The smallest number of people of a dictionary that fit a released record.
    pub fn least_crowd(&self) -> u64 {
        self.figures.least_crowd
    }

    /// The smallest class of the release, in units of protection.
    pub fn least_class(&self) -> u64 {
        self.least_class
    }

    /// Rows that were moved away from their best node so that classes meet the models.
    pub fn moved_rows(&self) -> u64 {
        self.figures.moved_rows
    }

    /// Rows whose utility is below the requested one.
    pub fn short_rows(&self) -> u64 {
        self.figures.short_rows
    }

    /// Whether the risk is an upper bound of the true one.
    pub fn is_upper_bound(&self) -> bool {
        self.figures.bound
    }

    /// The facts that the recipe declares, for all readers.
    pub(crate) fn declared(&self) -> Disclosure {
        let line = |d: &DictionaryLine| DictionaryLine {
            people: None,
            ..d.clone()
        };
        Disclosure {
            dictionaries: self.declared.dictionaries.iter().map(line).collect(),
            ..self.declared.clone()
        }
    }

    /// All facts, for the owner of the input.
    pub(crate) fn complete(&self) -> Disclosure {
        Disclosure {
            figures: Some(self.figures.clone()),
            ..self.declared.clone()
        }
    }

    fn json(&self) -> Value {
        let f = &self.figures;
        json!({
            "optimizer": self.declared.optimizer, "proved": f.proved,
            "risk": { "before": f.before.risk, "best": f.best.risk, "after": f.after.risk },
            "utility": { "before": f.before.utility, "best": f.best.utility, "after": f.after.utility },
            "least_crowd": f.least_crowd, "least_class": self.least_class,
            "moved_rows": f.moved_rows, "short_rows": f.short_rows,
            "upper_bound": { "valid": f.bound, "reason": f.bound_reason },
        })
    }

    /// The facts that the record keeps.
    pub(crate) fn recorded(&self) -> certify::DisclosureFacts {
        let f = &self.figures;
        certify::DisclosureFacts {
            asked: self.declared.asked.clone(),
            optimizer: self.declared.optimizer.clone(),
            proved: f.proved,
            before: spread_facts(&f.before),
            best: spread_facts(&f.best),
            after: spread_facts(&f.after),
            rows_by_level: f
                .attributes
                .iter()
                .map(|line| (line.name.clone(), line.rows.clone()))
                .collect(),
            least_class: self.least_class,
            least_crowd: f.least_crowd,
            moved_rows: f.moved_rows,
            short_rows: f.short_rows,
            upper_bound: f.bound,
        }
    }

    /// Warnings for the owner of the input.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if self.is_corner {
            warnings.push(
                "every record is shown whole or hidden whole: the aggregate form tends to extremes; bound the levels of columns by `min-level` and `max-level`, try other values of `lambda` (`frontier` sweeps them), or ask for `form = \"least-risk\"`"
                    .to_owned(),
            );
        }
        if self.figures.short_rows > 0 {
            warnings.push(
                "some rows are shown with less than was asked for them, so that classes of the released file meet the models; a larger `max-suppression` in `[search]` would let them be left out instead"
                    .to_owned(),
            );
        }
        if self.out_of_time {
            warnings.push("the time limit was reached; records that were not solved by then have a quick answer".to_owned());
        }
        warnings
    }
}

fn spread_facts(of: &Spreads) -> certify::SpreadFacts {
    let texts = |s: &Quartiles| {
        [
            s.least,
            s.quarter,
            s.median,
            s.three_quarters,
            s.most,
            s.mean,
        ]
        .map(|number| number.to_string())
    };
    certify::SpreadFacts {
        risk: texts(&of.risk),
        utility: texts(&of.utility),
    }
}
