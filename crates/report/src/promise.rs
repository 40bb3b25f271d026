//! What each model promises, in one or two plain sentences.

use crate::number::{decimal, file_name, ordinal};
use crate::{AccountSection, ProtectionUnit};
use equipoise_recipe::{
    Decimal, DistanceChoice, EntropyEstimatorChoice, LikenessChoice, LogChoice, MapPopulation,
    Model, ReadingChoice, Variant,
};

/// Returns the promise of a model with its parameters, for a reader who has never heard of it.
///
/// Where single cells were suppressed, `account` decides how k is read.
///
/// ```
/// use equipoise_recipe::Model;
/// use equipoise_report::{AccountSection, ProtectionUnit, promise};
/// let text = promise(&Model::KAnonymity { k: 5 }, &AccountSection::Plain, &ProtectionUnit::Rows);
/// assert!(text.starts_with("Whoever knows all quasi-identifiers of somebody"));
/// ```
pub fn promise(model: &Model, account: &AccountSection, unit: &ProtectionUnit) -> String {
    let words = Words {
        units: unit.noun(2),
        account,
        open: None,
    };
    words.promise(model)
}

/// Returns the promise of a model whose parameter `key` is not decided yet: its letter stands in
/// place of its number.
///
/// ```
/// use equipoise_recipe::Model;
/// use equipoise_report::{ProtectionUnit, open_promise};
/// let text = open_promise(&Model::KAnonymity { k: 5 }, "k", &ProtectionUnit::Rows);
/// assert!(text.ends_with("finds at least k rows that look the same, or none."));
/// ```
pub fn open_promise(model: &Model, key: &str, unit: &ProtectionUnit) -> String {
    let words = Words {
        units: unit.noun(2),
        account: &AccountSection::Plain,
        open: Some(key),
    };
    words.promise(model)
}

/// What sentences are made of, beside the model.
struct Words<'a> {
    units: &'static str,
    account: &'a AccountSection,
    /// The key of the parameter that is told by its letter.
    open: Option<&'a str>,
}

impl Words<'_> {
    fn promise(&self, model: &Model) -> String {
        let mut text = self.sentences(model);
        if model.others_as_quasi_identifiers() {
            text.push_str(
                " This holds also against somebody who knows all other sensitive columns of that person.",
            );
        }
        text
    }

    fn sentences(&self, model: &Model) -> String {
        let units = self.units;
        match model {
            Model::KAnonymity { k } => self.k_anonymity(*k),
            Model::LDiversity {
                column, l, variant, ..
            } => self.diversity(column, l, variant),
            Model::AlphaKAnonymity {
                column,
                alpha,
                k,
                values,
                ..
            } => self.alpha_k(column, alpha, *k, values.as_ref().map(Vec::len)),
            Model::TCloseness {
                column,
                t,
                distance,
                ..
            } => {
                let scale = self.scale(t, distance);
                format!(
                    "Among {units} that look the same, `{column}` is spread nearly as in the whole table: the distance between the two is at most \
                     {scale}"
                )
            }
            Model::NtCloseness {
                column,
                n,
                t,
                distance,
                ..
            } => {
                let (n, scale) = (self.number("n", n), self.scale(t, distance));
                format!(
                    "Among fewer than {n} {units} that look the same, `{column}` is spread nearly as in some crowd of at least {n} around them: the \
                     distance between the two is at most {scale} Where {n} or more look the same, nothing is limited."
                )
            }
            Model::SemanticPrivacy {
                column, delta, log, ..
            } => format!(
                "Finding somebody's class makes no value of `{column}` more likely or less likely than in the whole table by more than {}, and \
                 rules none out.",
                self.factor(delta, *log)
            ),
            Model::DeltaDisclosure {
                column, delta, log, ..
            } => format!(
                "Among {units} that look the same, each value of `{column}` that occurs is more frequent or rarer than in the whole table by less \
                 than {}. Values may be absent.",
                self.factor(delta, *log)
            ),
            Model::BetaLikeness {
                column,
                beta,
                variant,
                ..
            } => self.likeness(column, beta, *variant),
            Model::LkcPrivacy {
                column, l, k, c, ..
            } => format!(
                "Whoever knows any {} of somebody finds at least {}, or none, and no value of `{column}` belongs to more than a share of {} of \
                 these.",
                several(&self.number("l", l), "quasi-identifier"),
                self.those(&self.number("k", k), "agree", " on them"),
                self.number("c", c)
            ),
            Model::KmAnonymity { column, k, m, .. } => format!(
                "Whoever knows all quasi-identifiers of somebody, and up to {} of `{column}`, finds at least {}, or none.",
                several(&self.number("m", m), "item"),
                self.those(&self.number("k", k), "fit", "")
            ),
            Model::SampleUniqueness { threshold } => format!(
                "At most a share of {} of the released {units} look like no other. This is about the table as a whole: whoever is \
                 alone stays alone.",
                self.number("threshold", threshold)
            ),
            Model::AverageRisk { threshold } => format!(
                "Whoever links every row of the release with a name is right for at most a share of {} of the {units}. This is an \
                 average over the table.",
                self.number("threshold", threshold)
            ),
            Model::PopulationUniqueness { threshold, .. } => format!(
                "Of the people that the table was drawn from, at most a share of {} is estimated to have quasi-identifiers that \
                 nobody else has.",
                self.number("threshold", threshold)
            ),
            Model::KMap { k, population } => self.k_map(*k, population),
            Model::DeltaPresence {
                population,
                min,
                max,
            } => format!(
                "Whoever finds somebody in the population (`{}`) and looks up the class can believe with a chance from {} to {} that this person is \
                 in the table.",
                file_name(population),
                self.number("min", min),
                self.number("max", max)
            ),
        }
    }

    fn k_anonymity(&self, k: u64) -> String {
        let k = self.number("k", &k);
        let (reading, subsets) = match self.account {
            AccountSection::Cells { reading, subsets } => (*reading, *subsets),
            AccountSection::Plain | AccountSection::Records(_) | AccountSection::Preference(_) => {
                (ReadingChoice::Cautious, None)
            }
        };
        let known = match subsets {
            None => "all quasi-identifiers".to_owned(),
            Some(number) => format!("any {}", several(&number.to_string(), "quasi-identifier")),
        };
        match reading {
            ReadingChoice::Wildcard => {
                let alike = self.those(
                    &k,
                    "agree",
                    " with somebody's row wherever both show a value",
                );
                format!(
                    "Of {known}, at least {alike}, counting the row itself: a suppressed cell may be any value. Those that look exactly the same may be fewer."
                )
            }
            ReadingChoice::Cautious => {
                let alike = self.those(&k, "look", " the same");
                format!("Whoever knows {known} of somebody finds at least {alike}, or none.")
            }
        }
    }

    fn diversity(&self, column: &str, l: &Decimal, variant: &Variant) -> String {
        let (units, l) = (self.units, self.number("l", l));
        match variant {
            Variant::Distinct => format!(
                "Among {units} that look the same, `{column}` has at least {}.",
                several(&l, "different value")
            ),
            Variant::Probabilistic => format!(
                "Among {units} that look the same, no value of `{column}` belongs to more than one in {l}: the best guess is right at most \
                 once in {l} times."
            ),
            Variant::Entropy { estimator } => {
                let corrected = match estimator {
                    EntropyEstimatorChoice::Grassberger => {
                        " Grassberger's correction also gives credit for values that a class does not show."
                    }
                    EntropyEstimatorChoice::Shannon => "",
                };
                format!(
                    "Among {units} that look the same, `{column}` is as uncertain as if {l} values were equally frequent. One of them may still \
                     be more frequent than the others.{corrected}"
                )
            }
            Variant::Recursive { c } => format!(
                "Among {units} that look the same, the most frequent value of `{column}` occurs less than {} times as often as all values from \
                 the {} most frequent on together. Measured is how often it occurs over how often these do.",
                self.number("c", c),
                ordinal(&l)
            ),
        }
    }

    fn alpha_k(&self, column: &str, alpha: &Decimal, k: u64, values: Option<usize>) -> String {
        let (limited, verb) = match values {
            Some(1) => ("the listed value of".to_owned(), "belongs to at most"),
            Some(number) => (
                format!("none of the {number} listed values of"),
                "belongs to more than",
            ),
            None => ("no value of".to_owned(), "belongs to more than"),
        };
        format!(
            "Whoever knows all quasi-identifiers of somebody finds at least {}, or none, and {limited} `{column}` {verb} a share of {} of them.",
            self.those(&self.number("k", &k), "look", " the same"),
            self.number("alpha", alpha)
        )
    }

    /// A distance, its scale, and how far apart values are taken to be.
    fn scale(&self, t: &Decimal, distance: &DistanceChoice) -> String {
        let (greatest, apart) = match distance {
            DistanceChoice::Equal => ("1", " All values count as equally far apart.".to_owned()),
            DistanceChoice::Ordered => (
                "1",
                " Values that are neighbours in their order count as close.".to_owned(),
            ),
            DistanceChoice::Hierarchical => (
                "1",
                " Values that meet low in their hierarchy count as close.".to_owned(),
            ),
            DistanceChoice::Smoothed { bandwidth } => (
                "0.693",
                format!(
                    " Values are blended with their neighbours up to a distance of {bandwidth} first."
                ),
            ),
        };
        format!(
            "{}, where 0 is no difference and {greatest} the greatest.{apart}",
            self.number("t", t)
        )
    }

    fn likeness(&self, column: &str, beta: &Decimal, variant: LikenessChoice) -> String {
        let enhanced = match variant {
            LikenessChoice::Enhanced => {
                " Frequent values are limited further, so that none becomes certain."
            }
            LikenessChoice::Basic => "",
        };
        format!(
            "Finding somebody's class raises the chance of no value of `{column}` by more than {} times its share in the whole table.{enhanced}",
            self.number("beta", beta)
        )
    }

    fn k_map(&self, k: u64, population: &MapPopulation) -> String {
        let k = self.number("k", &k);
        match population {
            MapPopulation::File(path) => format!(
                "Whoever takes a released row to the population (`{}`) finds at least {k} people who fit.",
                file_name(path)
            ),
            MapPopulation::Estimated { significance, .. } => format!(
                "Whoever takes a released row to a register of the population is estimated to find at least {k} people who fit. \
                 For each class the estimated chance that there are fewer is at most {significance}."
            ),
        }
    }

    /// The factor that belongs to a difference of logarithms, rounded up.
    fn factor(&self, delta: &Decimal, log: LogChoice) -> String {
        let delta = self.number("delta", delta);
        let number = delta.parse::<f64>().unwrap_or(f64::NAN);
        let (power, factor) = match log {
            LogChoice::Binary => (format!("2^{delta}"), number.exp2()),
            LogChoice::Natural => (format!("exp({delta})"), number.exp()),
        };
        // Two decimals are enough to picture it, and large ones are better left as powers.
        match (factor * 100.0 - 1e-9).ceil() / 100.0 {
            up if up < 1000.0 => format!("a factor of {}", decimal(up)),
            _ => format!("a factor of {power}"),
        }
    }

    /// `5 rows that look the same`, `1 row that looks the same`.
    fn those(&self, number: &str, verb: &str, rest: &str) -> String {
        let (units, ending) = if number == "1" {
            (self.units.trim_end_matches('s'), "s")
        } else {
            (self.units, "")
        };
        format!("{number} {units} that {verb}{ending}{rest}")
    }

    /// The number of a parameter, or its letter where it is open.
    fn number(&self, key: &str, value: &dyn ToString) -> String {
        match self.open {
            Some(open) if open == key => key.to_owned(),
            Some(_) | None => value.to_string(),
        }
    }
}

/// `1 item`, `2 items`.
pub(crate) fn several(number: &str, noun: &str) -> String {
    format!("{number} {noun}{}", if number == "1" { "" } else { "s" })
}
