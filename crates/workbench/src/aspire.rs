//! Aspirations in words: two measures, and what is aspired to in each.

use equipoise::parts::measure;
use equipoise_data::{Error, Result, did_you_mean};
use equipoise_explore::session::Aspired;
use equipoise_measure::Measure;
use equipoise_recipe::{PreferenceTies, Recipe};
use equipoise_search::prefer::{Aspiration, Point, Ties};

/// Aspirations on the way unless somebody says how many.
const USUAL_STEPS: u32 = 10;

/// More aspirations than this are no dialogue.
const MOST_STEPS: u32 = 1_000;

/// An aspiration in words: the flags of `prefer` without their dashes. What is not said is as in
/// `[preference]` of the recipe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AspireTexts {
    /// Two measures and what is aspired to: `necd=1.0`, `nwp=0.2`.
    pub aspire: Vec<String>,
    /// Where the way begins, in the same measures; else at the node that is looked at, or where the
    /// efficient nodes end.
    pub from: Vec<String>,
    /// Aspirations on the way: `10`.
    pub steps: Option<String>,
    /// What decides between equals: `deviation` or `privacy`.
    pub ties: Option<String>,
    /// Divide the weights of columns by their sum, where they are neither equal nor sum to one.
    pub normalize: bool,
}

impl AspireTexts {
    /// Flag and value of each, in a fixed order.
    pub fn words(&self) -> Vec<(String, String)> {
        let one = |flag: &str, value: &Option<String>| {
            value
                .iter()
                .map(|v| (flag.to_owned(), v.clone()))
                .collect::<Vec<_>>()
        };
        let many = |flag: &str, values: &[String]| {
            values
                .iter()
                .map(|v| (flag.to_owned(), v.clone()))
                .collect::<Vec<_>>()
        };
        [
            many("aspire", &self.aspire),
            many("from", &self.from),
            one("steps", &self.steps),
            one("ties", &self.ties),
        ]
        .concat()
    }

    /// What is aspired to, with all that is not said taken from the recipe and from where somebody
    /// stands.
    pub(crate) fn aspired(&self, recipe: &Recipe, start: Start<'_>) -> Result<Aspired> {
        let preference = &recipe.preference;
        let pairs: Vec<(Measure, f64)> = match self.aspire.as_slice() {
            [] => preference
                .aspire
                .iter()
                .map(|of| (measure(of.measure), of.value.to_f64()))
                .collect(),
            texts => texts
                .iter()
                .map(|text| pair("--aspire", text))
                .collect::<Result<_>>()?,
        };
        let (measures, to) = in_order("--aspire", pairs)?;
        Aspiration::new(to)?;
        if measures.iter().any(|m| is_weighed(*m)) {
            check_weights(recipe, self.normalize)?;
        }
        let from = match self.from.as_slice() {
            [] => None,
            texts => {
                let (other, from) = in_order(
                    "--from",
                    texts
                        .iter()
                        .map(|text| pair("--from", text))
                        .collect::<Result<_>>()?,
                )?;
                if other != measures {
                    return Err(
                        Error::usage("`--from` names other measures than `--aspire`")
                            .hint("a way leads from one point to another"),
                    );
                }
                Aspiration::new(from)?;
                Some(from)
            }
        };
        let ties = match &self.ties {
            Some(name) => Ties::from_name(name).ok_or_else(|| {
                Error::usage(format!(
                    "--ties is `{name}`; it must be `deviation` or `privacy`"
                ))
            })?,
            None => match preference.ties {
                PreferenceTies::Deviation => Ties::Deviation,
                PreferenceTies::Privacy => Ties::Privacy,
            },
        };
        Ok(Aspired {
            measures: measures.map(|m| m.name().to_owned()),
            to,
            from: from.map_or_else(|| start(measures), |from| Ok(Some(from)))?,
            steps: self.steps.as_deref().map_or(Ok(USUAL_STEPS), steps)?,
            ties,
        })
    }
}

/// Whether the weights of columns matter to a measure.
pub(crate) fn is_weighed(measure: Measure) -> bool {
    matches!(measure, Measure::Loss(metric) if metric.per_attribute())
}

/// The measures among these that are losses, which an atlas has to keep.
pub fn losses_among(measures: &[String]) -> Vec<String> {
    measures
        .iter()
        .filter(|name| matches!(Measure::named(name), Some(Measure::Loss(_))))
        .cloned()
        .collect()
}

/// Where somebody stands, in two measures.
pub(crate) type Start<'a> = &'a dyn Fn([Measure; 2]) -> Result<Option<Point>>;

/// # Errors
/// Weights of quasi-identifiers that are neither equal nor sum to one, unless they are to be
/// normalized.
fn check_weights(recipe: &Recipe, normalize: bool) -> Result<()> {
    match recipe
        .unusual_weights()
        .filter(|_| !recipe.preference.normalize && !normalize)
    {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

fn steps(text: &str) -> Result<u32> {
    let number = text.parse().ok().filter(|n| (1..=MOST_STEPS).contains(n));
    number.ok_or_else(|| {
        Error::usage(format!(
            "--steps is `{text}`; it must be a whole number from 1 to {MOST_STEPS}"
        ))
    })
}

/// `necd=1.0`.
fn pair(flag: &str, text: &str) -> Result<(Measure, f64)> {
    let (name, value) = text.split_once('=').ok_or_else(|| {
        Error::usage(format!(
            "`{flag} {text}` needs a measure and a number with `=` between them"
        ))
        .hint("such as `nwp=0.2`")
    })?;
    let measure = Measure::named(name).ok_or_else(|| {
        let names: Vec<&str> = Measure::all().map(|m| m.0).collect();
        let listed = names
            .iter()
            .map(|n| format!("`{n}`"))
            .collect::<Vec<_>>()
            .join(", ");
        let error = Error::usage(format!(
            "`{name}` in `{flag}` is no measure; measures: {listed}"
        ));
        match did_you_mean(name, names) {
            Some(hint) => error.hint(hint),
            None => error,
        }
    })?;
    let number = value.parse().ok().filter(|n: &f64| n.is_finite());
    number.map(|n| (measure, n)).ok_or_else(|| {
        Error::usage(format!(
            "`{flag}` of `{name}` is `{value}`; it must be a number"
        ))
    })
}

/// Two different measures in the order in which they are listed everywhere.
fn in_order(flag: &str, mut pairs: Vec<(Measure, f64)>) -> Result<([Measure; 2], Point)> {
    pairs.sort_by_key(|(measure, _)| Measure::all().position(|(_, m)| m == *measure));
    match pairs[..] {
        [(a, x), (b, y)] if a != b => Ok(([a, b], [x, y])),
        [(a, _), (b, _)] if a == b => Err(Error::usage(format!("`{flag}` names `{a}` twice; two different measures are needed"))),
        _ => Err(Error::usage(format!("`{flag}` is needed twice, with two different measures; {} are given", pairs.len()))
            .hint("such as `--aspire necd=1.0 --aspire nwp=0.2`, or `aspire = { necd = 1.0, nwp = 0.2 }` in `[preference]` of the recipe")),
    }
}

/// The measures of an aspiration that was kept.
///
/// # Errors
/// Names that this version does not know.
pub(crate) fn measures(aspired: &Aspired) -> Result<[Measure; 2]> {
    let named = |name: &String| {
        Measure::named(name).ok_or_else(|| Error::data(format!("there is no measure `{name}`")))
    };
    Ok([named(&aspired.measures[0])?, named(&aspired.measures[1])?])
}
