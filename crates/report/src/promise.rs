//! What each model promises, in one or two plain sentences.

use crate::measured::file_name;
use crate::number::{decimal, ordinal};
use crate::{ModelLine, Unit};

/// What a model promises with its parameters, for a reader who has never heard of it.
///
/// ```
/// use equipoise_report::{ModelLine, Unit, promise};
/// let line = ModelLine { model: "k-anonymity".into(), asked: vec![("k".into(), "5".into())], met: true, ..ModelLine::default() };
/// assert!(promise(&line, &Unit::Rows).starts_with("Whoever knows all quasi-identifiers of somebody"));
/// ```
pub fn promise(line: &ModelLine, unit: &Unit) -> String {
    let mut text = Words {
        line,
        units: unit.noun(2),
    }
    .promise();
    if line.others_as_quasi_identifiers {
        text.push_str(" This holds also against somebody who knows all other sensitive columns of that person.");
    }
    text
}

/// What sentences are made of.
struct Words<'a> {
    line: &'a ModelLine,
    units: &'static str,
}

impl Words<'_> {
    fn k_anonymity(&self) -> String {
        let k = self.value("k");
        let known = match self.line.value("subsets") {
            None => "all quasi-identifiers".to_owned(),
            Some(number) => format!("any {}", several(number, "quasi-identifier")),
        };
        if self.line.variant.as_deref() == Some("wildcard") {
            let alike = self.those(
                k,
                "agree",
                " with somebody's row wherever both show a value",
            );
            return format!(
                "Of {known}, at least {alike}, counting the row itself: a suppressed cell may be any value. Those that look exactly the same may be fewer."
            );
        }
        let alike = self.those(k, "look", " the same");
        format!("Whoever knows {known} of somebody finds at least {alike}, or none.")
    }

    fn promise(&self) -> String {
        let units = self.units;
        match self.line.model.as_str() {
            "k-anonymity" => self.k_anonymity(),
            "l-diversity" => self.diversity(),
            "alpha-k-anonymity" => self.alpha_k(),
            "t-closeness" | "nt-closeness" => self.closeness(),
            "semantic-privacy" => format!(
                "Finding somebody's class makes no value of `{}` more likely or less likely than in the whole table by more than {}, and \
                 rules none out.",
                self.column(),
                self.factor()
            ),
            "delta-disclosure" => format!(
                "Among {units} that look the same, each value of `{}` that occurs is more frequent or rarer than in the whole table by less \
                 than {}. Values may be absent.",
                self.column(),
                self.factor()
            ),
            "beta-likeness" => self.likeness(),
            "lkc-privacy" => format!(
                "Whoever knows any {} of somebody finds at least {}, or none, and no value of `{}` belongs to more than a share of {} of \
                 these.",
                several(self.value("l"), "quasi-identifier"),
                self.those(self.value("k"), "agree", " on them"),
                self.column(),
                self.value("c")
            ),
            "km-anonymity" => format!(
                "Whoever knows all quasi-identifiers of somebody, and up to {} of `{}`, finds at least {}, or none.",
                several(self.value("m"), "item"),
                self.column(),
                self.those(self.value("k"), "fit", "")
            ),
            _ => self.of_the_table(),
        }
    }

    /// Models about the table as a whole, and about the population.
    fn of_the_table(&self) -> String {
        let (units, threshold) = (self.units, self.value("threshold"));
        match self.line.model.as_str() {
            "sample-uniqueness" => format!(
                "At most a share of {threshold} of the released {units} look like no other. This is about the table as a whole: whoever is \
                 alone stays alone."
            ),
            "average-risk" => format!(
                "Whoever links every row of the release with a name is right for at most a share of {threshold} of the {units}. This is an \
                 average over the table."
            ),
            "population-uniqueness" => format!(
                "Of the people that the table was drawn from, at most a share of {threshold} is estimated to have quasi-identifiers that \
                 nobody else has."
            ),
            "k-map" => self.k_map(),
            "delta-presence" => format!(
                "Whoever finds somebody in the population{} and looks up the class can believe with a chance from {} to {} that this person is \
                 in the table.",
                self.file(),
                self.value("min"),
                self.value("max")
            ),
            other => {
                let asked: Vec<String> = self
                    .line
                    .asked
                    .iter()
                    .map(|(name, value)| format!("{name} = {value}"))
                    .collect();
                format!(
                    "Every class of {units} that look the same meets `{other}` with {}.",
                    asked.join(", ")
                )
            }
        }
    }

    fn diversity(&self) -> String {
        let (units, column, l) = (self.units, self.column(), self.value("l"));
        match self.line.variant.as_deref().unwrap_or("distinct") {
            "distinct" => format!(
                "Among {units} that look the same, `{column}` has at least {}.",
                several(l, "different value")
            ),
            "probabilistic" => format!(
                "Among {units} that look the same, no value of `{column}` belongs to more than one in {l}: the best guess is right at most \
                 once in {l} times."
            ),
            "entropy" => {
                let corrected = match self.line.value("estimator") {
                    Some("grassberger") => {
                        " Grassberger's correction also gives credit for values that a class does not show."
                    }
                    _ => "",
                };
                format!(
                    "Among {units} that look the same, `{column}` is as uncertain as if {l} values were equally frequent. One of them may still \
                     be more frequent than the others.{corrected}"
                )
            }
            "recursive" => format!(
                "Among {units} that look the same, the most frequent value of `{column}` occurs less than {} times as often as all values from \
                 the {} most frequent on together. Measured is how often it occurs over how often these do.",
                self.value("c"),
                ordinal(l)
            ),
            other => format!(
                "Among {units} that look the same, `{column}` is diverse to the degree {l} ({other} l-diversity)."
            ),
        }
    }

    fn alpha_k(&self) -> String {
        let limited = match self.line.value("values") {
            Some("1") => "the listed value of".to_owned(),
            Some(number) => format!("none of the {number} listed values of"),
            None => "no value of".to_owned(),
        };
        let verb = if limited.starts_with("the") {
            "belongs to at most"
        } else {
            "belongs to more than"
        };
        format!(
            "Whoever knows all quasi-identifiers of somebody finds at least {}, or none, and {limited} `{}` {verb} a share of {} of them.",
            self.those(self.value("k"), "look", " the same"),
            self.column(),
            self.value("alpha")
        )
    }

    fn closeness(&self) -> String {
        let (units, column, t) = (self.units, self.column(), self.value("t"));
        let smoothed = self.line.distance.as_deref() == Some("smoothed");
        let greatest = if smoothed { "0.693" } else { "1" };
        let scale = format!(
            "{t}, where 0 is no difference and {greatest} the greatest.{}",
            self.distance()
        );
        if self.line.model == "t-closeness" {
            return format!(
                "Among {units} that look the same, `{column}` is spread nearly as in the whole table: the distance between the two is at most \
                 {scale}"
            );
        }
        let n = self.value("n");
        format!(
            "Among fewer than {n} {units} that look the same, `{column}` is spread nearly as in some crowd of at least {n} around them: the \
             distance between the two is at most {scale} Where {n} or more look the same, nothing is limited."
        )
    }

    fn distance(&self) -> String {
        match self.line.distance.as_deref() {
            Some("equal") => " All values count as equally far apart.".to_owned(),
            Some("ordered") => {
                " Values that are neighbours in their order count as close.".to_owned()
            }
            Some("hierarchical") => {
                " Values that meet low in their hierarchy count as close.".to_owned()
            }
            Some("smoothed") => {
                let bandwidth = self
                    .line
                    .value("bandwidth")
                    .map_or_else(String::new, |b| format!(" up to a distance of {b}"));
                format!(" Values are blended with their neighbours{bandwidth} first.")
            }
            _ => String::new(),
        }
    }

    fn likeness(&self) -> String {
        let enhanced = match self.line.variant.as_deref() {
            Some("enhanced") => {
                " Frequent values are limited further, so that none becomes certain."
            }
            _ => "",
        };
        format!(
            "Finding somebody's class raises the chance of no value of `{}` by more than {} times its share in the whole table.{enhanced}",
            self.column(),
            self.value("beta")
        )
    }

    fn k_map(&self) -> String {
        let k = self.value("k");
        match self.line.value("estimator") {
            None => format!(
                "Whoever takes a released row to the population{} finds at least {k} people who fit.",
                self.file()
            ),
            Some(_) => {
                let doubt = self
                    .line
                    .value("significance")
                    .map_or_else(String::new, |s| format!(" For each class the estimated chance that there are fewer is at most {s}."));
                format!(
                    "Whoever takes a released row to a register of the population is estimated to find at least {k} people who fit.{doubt}"
                )
            }
        }
    }

    /// The factor that belongs to a difference of logarithms, rounded up.
    fn factor(&self) -> String {
        let delta = self.value("delta");
        let number = delta.parse::<f64>().unwrap_or(f64::NAN);
        let (power, factor) = match self.line.value("log") {
            Some("binary") => (format!("2^{delta}"), number.exp2()),
            _ => (format!("exp({delta})"), number.exp()),
        };
        // Two decimals are enough to picture it, and large ones are better left as powers.
        match (factor * 100.0 - 1e-9).ceil() / 100.0 {
            up if up < 1000.0 => format!("a factor of {}", decimal(up)),
            _ => format!("a factor of {power}"),
        }
    }

    fn file(&self) -> String {
        self.line
            .value("population")
            .map_or_else(String::new, |path| format!(" (`{}`)", file_name(path)))
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

    fn value(&self, name: &str) -> &str {
        // A parameter that the caller forgot should look like that, and no report should fail for
        // it.
        self.line.value(name).unwrap_or("?")
    }

    fn column(&self) -> &str {
        self.line
            .column
            .as_deref()
            .unwrap_or("the sensitive column")
    }
}

/// `1 item`, `2 items`.
pub(crate) fn several(number: &str, noun: &str) -> String {
    format!("{number} {noun}{}", if number == "1" { "" } else { "s" })
}
