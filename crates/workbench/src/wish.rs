//! Wishes as a curator writes them.

use equipoise_data::{
    Decimal, Error, ExactFraction, ModelName, Result, ThresholdKey, did_you_mean,
};
use equipoise_explore::{AxisHead, By, Chart, Head, SIZE, Thresholds, Wishes};
use equipoise_recipe::{Limit, Model, Pin, Recipe, Role, Variant, pin, text_literal};

/// Wishes in words: the flags of `ask` without their dashes. What is not wished for is as in the
/// recipe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WishTexts {
    /// The least size of a class: `5`.
    pub k: Option<String>,
    /// l of l-diversity by column: `occupation=3`.
    pub l: Vec<String>,
    /// t of t-closeness by column: `occupation=0.2`.
    pub t: Vec<String>,
    /// A threshold of any model: `model=value`, `model:column=value`, or with the variant or
    /// distance, `model:column:variant=value`.
    pub thresholds: Vec<String>,
    /// The finest level of a column: `age=1`.
    pub min_levels: Vec<String>,
    /// The coarsest level of a column: `age=2`.
    pub max_levels: Vec<String>,
    /// How many units may be left out: `20`, or a share with a decimal point.
    pub max_suppression: Option<String>,
    /// The greatest loss.
    pub max_loss: Option<String>,
    /// The greatest sum of levels.
    pub max_height: Option<String>,
    /// What the best answer is: a loss of the atlas, `height` or `suppression`.
    pub by: Option<String>,
}

impl WishTexts {
    /// Flag and value of each wish, in a fixed order.
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
            one("by", &self.by),
            one("k", &self.k),
            many("l", &self.l),
            many("t", &self.t),
            many("threshold", &self.thresholds),
            many("min-level", &self.min_levels),
            many("max-level", &self.max_levels),
            one("max-suppression", &self.max_suppression),
            one("max-loss", &self.max_loss),
            one("max-height", &self.max_height),
        ]
        .concat()
    }

    /// The wishes, checked against an atlas.
    ///
    /// # Errors
    /// Texts that are no wishes, models and columns that the atlas does not have.
    pub(crate) fn wishes(&self, chart: &Chart) -> Result<Wishes> {
        let head = chart.head();
        let Thresholds {
            mut axes,
            mut tables,
        } = chart.thresholds();
        for Named {
            flag,
            model,
            column,
            detail,
            value,
        } in self.named()?
        {
            let models: Vec<&AxisHead> = head.axes.iter().chain(&head.tables).collect();
            let asked = (flag.as_str(), flag.key());
            let number = find_axis(&models, asked, &model, column.as_deref(), detail.as_deref())?;
            let axis = models[number];
            let threshold = threshold(axis, flag.as_str(), &value)?;
            *if number < axes.len() {
                &mut axes[number]
            } else {
                &mut tables[number - head.axes.len()]
            } = threshold;
        }
        let lattice = chart.lattice();
        let mut low = lattice.bottom().to_vec();
        let mut high = lattice.top().to_vec();
        for (flag, texts, levels) in [
            ("--min-level", &self.min_levels, &mut low),
            ("--max-level", &self.max_levels, &mut high),
        ] {
            for text in texts {
                let (attribute, level) = level(head, flag, text)?;
                levels[attribute] = level;
            }
        }
        let max_units = match &self.max_suppression {
            Some(text) => Limit::parse(text)
                .map_err(|e| e.at_key("{}: ", "--max-suppression"))?
                .allowed(head.units),
            None => head.max_units,
        };
        let by = by(head, self.by.as_deref())?;
        let max_loss = self
            .max_loss
            .as_deref()
            .map(|text| positive("--max-loss", text))
            .transpose()?;
        let max_height = self
            .max_height
            .as_deref()
            .map(|text| whole("--max-height", text))
            .transpose()?;
        Ok(Wishes {
            thresholds: Thresholds { axes, tables },
            low,
            high,
            max_units,
            max_loss,
            max_height,
            by,
        })
    }

    /// The thresholds that are wished for.
    fn named(&self) -> Result<Vec<Named>> {
        let mut named = Vec::new();
        if let Some(k) = &self.k {
            named.push(Named {
                flag: ThresholdFlag::K,
                model: SIZE.to_string(),
                column: None,
                detail: None,
                value: k.clone(),
            });
        }
        for (flag, model, texts) in [
            (ThresholdFlag::L, ModelName::LDiversity, &self.l),
            (ThresholdFlag::T, ModelName::TCloseness, &self.t),
        ] {
            for text in texts {
                let (column, value) = assignment(flag.as_str(), text, "occupation=3")?;
                named.push(Named {
                    flag,
                    model: model.to_string(),
                    column: Some(column),
                    detail: None,
                    value,
                });
            }
        }
        for text in &self.thresholds {
            let (of, value) = assignment("--threshold", text, "t-closeness:occupation=0.2")?;
            let (model, column, detail) = parts_of(&of);
            let [column, detail] = [column, detail].map(|part| part.map(str::to_owned));
            named.push(Named {
                flag: ThresholdFlag::Threshold,
                model: model.to_owned(),
                column,
                detail,
                value,
            });
        }
        Ok(named)
    }

    /// The recipe with models for `--l` and `--t` that it does not have.
    ///
    /// # Errors
    /// Columns that cannot have these models.
    pub(crate) fn complete(&self, recipe: &Recipe, text: &str) -> Result<String> {
        let has = |named: &Named| {
            recipe.privacy.iter().any(|m| {
                let is_kind = match m {
                    Model::LDiversity { variant, .. } => {
                        named.flag == ThresholdFlag::L
                            && !matches!(variant, Variant::Recursive { .. })
                    }
                    Model::TCloseness { .. } => named.flag == ThresholdFlag::T,
                    _ => false,
                };
                is_kind && m.column() == named.column.as_deref()
            })
        };
        let lacking: Vec<Named> = self
            .named()?
            .into_iter()
            .filter(|n| matches!(n.flag, ThresholdFlag::L | ThresholdFlag::T) && !has(n))
            .collect();
        lacking.iter().try_for_each(|named| named.check(recipe))?;
        let entry = |named: Named| {
            let key = named.flag.key().map_or("", ThresholdKey::as_str);
            let column = named.column.unwrap_or_default();
            let pair = |key: &str, value: String| (key.to_owned(), value);
            vec![
                pair("model", text_literal(&named.model)),
                pair("column", text_literal(&column)),
                pair(key, named.value),
            ]
        };
        let added: Vec<_> = lacking.into_iter().map(entry).collect();
        if added.is_empty() {
            return Ok(text.to_owned());
        }
        pin(
            text,
            &Pin {
                added,
                ..Pin::default()
            },
        )
        .map_err(|e| e.at_key("{}: ", "--l, --t"))
    }
}

/// The flag that a threshold was given with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ThresholdFlag {
    K,
    L,
    T,
    Threshold,
}

impl ThresholdFlag {
    fn as_str(self) -> &'static str {
        match self {
            ThresholdFlag::K => "--k",
            ThresholdFlag::L => "--l",
            ThresholdFlag::T => "--t",
            ThresholdFlag::Threshold => "--threshold",
        }
    }

    /// The key that the flag sets; without one, any.
    fn key(self) -> Option<ThresholdKey> {
        match self {
            ThresholdFlag::L => Some(ThresholdKey::L),
            ThresholdFlag::T => Some(ThresholdKey::T),
            ThresholdFlag::K | ThresholdFlag::Threshold => None,
        }
    }
}

/// A threshold by the name of its model.
struct Named {
    flag: ThresholdFlag,
    model: String,
    column: Option<String>,
    detail: Option<String>,
    value: String,
}

impl Named {
    /// Checks what can be said without a table: it should be told of the flag, not of a recipe that
    /// nobody has written.
    fn check(&self, recipe: &Recipe) -> Result<()> {
        let Named {
            flag, model, value, ..
        } = self;
        let (key, flag) = (flag.key(), flag.as_str());
        let column = self.column.as_deref().unwrap_or_default();
        let sensitive: Vec<&str> = recipe
            .columns
            .iter()
            .filter(|c| c.role == Role::Sensitive)
            .map(|c| c.name.as_str())
            .collect();
        if !sensitive.contains(&column) {
            let listed: Vec<String> = sensitive.iter().map(|c| format!("`{c}`")).collect();
            let listed = if listed.is_empty() {
                "none".to_owned()
            } else {
                listed.join(", ")
            };
            let error = Error::usage(format!(
                "{flag}: `{column}` is no sensitive column of the recipe; sensitive columns: {listed}"
            ));
            return Err(match did_you_mean(column, sensitive.iter().copied()) {
                Some(hint) => error.hint(hint),
                None => error,
            });
        }
        let number = Decimal::parse(value).filter(|n| !n.is_negative());
        let accepted = number.is_some_and(|n| {
            if key == Some(ThresholdKey::L) {
                n.is_integer() && n >= Decimal::from(1)
            } else {
                n <= Decimal::from(1)
            }
        });
        let range = if key == Some(ThresholdKey::L) {
            "a whole number of at least 1"
        } else {
            "a number from 0 to 1"
        };
        if accepted {
            Ok(())
        } else {
            Err(Error::usage(format!(
                "{flag}: {} of {model} of `{column}` is `{value}`; it must be {range}",
                key.map_or("", ThresholdKey::as_str)
            )))
        }
    }
}

fn assignment(flag: &str, text: &str, example: &str) -> Result<(String, String)> {
    // A column may have the sign in its name, a value cannot.
    match text.rsplit_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => {
            Ok((name.to_owned(), value.to_owned()))
        }
        _ => Err(Error::usage(format!(
            "{flag} is `{text}`; it needs a name and a value with `=` between them"
        ))
        .hint(format!("such as `{flag} {example}`"))),
    }
}

/// The parts of `MODEL:COLUMN:VARIANT`.
fn parts_of(name: &str) -> (&str, Option<&str>, Option<&str>) {
    let mut parts = name.splitn(3, ':');
    (parts.next().unwrap_or_default(), parts.next(), parts.next())
}

/// The number of the model that is called `MODEL`, `MODEL:COLUMN` or `MODEL:COLUMN:VARIANT`.
pub(crate) fn axis_called(models: &[&AxisHead], name: &str) -> Result<usize> {
    let (model, column, detail) = parts_of(name);
    find_axis(models, ("threshold", None), model, column, detail)
}

fn find_axis(
    models: &[&AxisHead],
    (flag, wanted_key): (&str, Option<ThresholdKey>),
    model: &str,
    column: Option<&str>,
    detail: Option<&str>,
) -> Result<usize> {
    let fits = |a: &AxisHead| {
        a.model.as_str() == model
            && (column.is_none() || a.column.as_deref() == column)
            && (detail.is_none() || a.detail.as_deref() == detail)
            && wanted_key.is_none_or(|key| a.key == key)
    };
    let found: Vec<usize> = (0..models.len()).filter(|&i| fits(models[i])).collect();
    let listed = || {
        let name = |a: &AxisHead| {
            let parts = [
                Some(a.model.as_str()),
                a.column.as_deref(),
                a.detail.as_deref(),
            ];
            format!(
                "`{}`",
                parts.into_iter().flatten().collect::<Vec<_>>().join(":")
            )
        };
        models
            .iter()
            .map(|a| name(a))
            .collect::<Vec<_>>()
            .join(", ")
    };
    match found[..] {
        [number] => Ok(number),
        // The size of classes has the first axis, also where a recipe asks for it twice.
        [first, ..] if model == SIZE.as_str() => Ok(first),
        [] => {
            let of = column.map_or_else(String::new, |c| format!(" of `{c}`"));
            Err(Error::usage(format!(
                "{flag}: there is no {model}{of} here; models: {}",
                listed()
            ))
            .hint("add the model to the recipe, then build the atlas again"))
        }
        _ => Err(Error::usage(format!(
            "{flag}: `{model}` can mean several models: {}",
            listed()
        ))
        .hint("name the column and the variant too: `model:column:variant`")),
    }
}

/// A threshold on the grid of its axis.
pub(crate) fn threshold(axis: &AxisHead, flag: &str, text: &str) -> Result<u64> {
    let wrong = |accepted: &str| {
        Error::usage(format!(
            "{flag}: {} of {} is `{text}`; it must be {accepted}",
            axis.key,
            axis.name()
        ))
    };
    let any = if axis.scale == 1 {
        "a whole number"
    } else {
        "a number that is not negative"
    };
    let number = Decimal::parse(text)
        .filter(|n| !n.is_negative())
        .ok_or_else(|| wrong(any))?;
    let ExactFraction {
        numerator,
        denominator,
    } = number
        .fraction()
        .ok_or_else(|| wrong("a number of fewer digits"))?;
    let scaled = numerator
        .checked_mul(axis.scale.into())
        .ok_or_else(|| wrong("a smaller number"))?;
    if scaled % denominator != 0 {
        return Err(wrong(if axis.scale == 1 {
            "a whole number"
        } else {
            "a number of at most nine decimals"
        }));
    }
    let threshold = u64::try_from(scaled / denominator)
        .ok()
        .filter(|&t| t < u64::MAX)
        .ok_or_else(|| wrong("a smaller number"))?;
    match axis.key {
        ThresholdKey::K | ThresholdKey::L if threshold < axis.scale => Err(wrong("at least 1")),
        ThresholdKey::T | ThresholdKey::Alpha | ThresholdKey::Max | ThresholdKey::Threshold
            if threshold > axis.scale =>
        {
            Err(wrong("at most 1"))
        }
        _ => Ok(threshold),
    }
}

fn level(head: &Head, flag: &str, text: &str) -> Result<(usize, u8)> {
    let (name, value) = assignment(flag, text, "age=1")?;
    let names: Vec<&str> = head.attributes.iter().map(|a| a.name.as_str()).collect();
    let attribute = names.iter().position(|n| *n == name).ok_or_else(|| {
        let listed: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
        let error = Error::usage(format!(
            "{flag}: `{name}` is no quasi-identifier; quasi-identifiers: {}",
            listed.join(", ")
        ));
        match did_you_mean(&name, names.iter().copied()) {
            Some(hint) => error.hint(hint),
            None => error,
        }
    })?;
    let of = &head.attributes[attribute];
    let level: u8 = value.parse().ok().filter(|l| (of.low..=of.high).contains(l)).ok_or_else(|| {
        Error::usage(format!("{flag}: the level of `{name}` is `{value}`; it must be a whole number from {} to {}", of.low, of.high))
            .hint("`min-level` and `max-level` of the recipe bound the levels of its atlas")
    })?;
    Ok((attribute, level))
}

pub(crate) fn by(head: &Head, text: Option<&str>) -> Result<By> {
    match text {
        None => Ok(By::Loss(0)),
        Some("height") => Ok(By::Height),
        Some("suppression") => Ok(By::Suppression),
        Some(metric) => head
            .losses
            .iter()
            .position(|l| l.metric.name() == metric)
            .map(By::Loss)
            .ok_or_else(|| {
                let losses: Vec<String> = head
                    .losses
                    .iter()
                    .map(|l| format!("`{}`", l.metric.name()))
                    .collect();
                Error::usage(format!(
                    "--by is `{metric}`; here it can be `height`, `suppression`, {}",
                    losses.join(", ")
                ))
                .hint("`atlas build --loss` adds losses to an atlas")
            }),
    }
}

fn positive(flag: &str, text: &str) -> Result<f64> {
    let number = text
        .parse::<f64>()
        .ok()
        .filter(|n| n.is_finite() && *n >= 0.0);
    number.ok_or_else(|| {
        Error::usage(format!(
            "{flag} is `{text}`; it must be a number that is not negative"
        ))
    })
}

fn whole(flag: &str, text: &str) -> Result<u32> {
    text.parse()
        .map_err(|_| Error::usage(format!("{flag} is `{text}`; it must be a whole number")))
}
