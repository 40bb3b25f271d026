//! What an atlas says about itself: everything that is not about one node.

use crate::word::word;
use equipoise_data::{Error, Hierarchy, Lattice, Level, ModelName, Result, ThresholdKey};
use equipoise_measure::loss::prepare;
use equipoise_measure::{Aggregation, Loss, LossOptions, Metric, Shape};
use equipoise_privacy::{AnyModel, Bound, Grid};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// All that is not about one node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// Input rows.
    pub rows: u64,
    /// Units of protection: rows, or distinct persons.
    pub units: u64,
    /// Whether persons are the unit.
    pub persons: bool,
    /// The quasi-identifiers, in table order.
    pub attributes: Vec<AttributeHead>,
    /// The axes; the first is the size of a class.
    pub axes: Vec<AxisHead>,
    /// Models that judge the whole table.
    pub tables: Vec<AxisHead>,
    /// Whether a model forbids that any class is absent.
    pub forbids_absence: bool,
    /// The losses; the first is the recipe's own.
    pub losses: Vec<LossHead>,
    /// The recipe's own limit of suppressed units.
    pub max_units: u64,
    /// The same as it was written.
    pub max_suppression: String,
    /// Where the atlas comes from.
    pub origin: Origin,
}

/// Where an atlas comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The recipe file.
    pub recipe_path: String,
    /// Its text.
    pub recipe: String,
    /// The table.
    pub input_path: String,
    /// A checksum of everything that was read: the table, hierarchies, populations.
    pub sources: String,
}

/// A quasi-identifier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttributeHead {
    /// The column.
    pub name: String,
    /// Its finest level in the lattice.
    pub low: u8,
    /// Its coarsest level in the lattice.
    pub high: u8,
    /// The place of the attribute before it whose level it always has; none where it moves by
    /// itself, as in all files of version 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub linked: Option<usize>,
    /// The leaf of what is missing, where something is. Files written before losses asked for it do
    /// not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<u32>,
    /// D of the losses.
    pub domain: u64,
    /// The levels of its hierarchy, from the values up.
    pub levels: Vec<LevelHead>,
    /// Input rows with each leaf.
    pub leaf_rows: Vec<u64>,
}

/// A level of a hierarchy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelHead {
    /// The labels.
    pub labels: Vec<String>,
    /// Per label its lines.
    pub lines: Vec<u64>,
    /// Per leaf the code of its label.
    pub of_leaf: Vec<u32>,
}

/// A model whose threshold can be negotiated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AxisHead {
    /// The model; its name in recipes in the file.
    #[serde(with = "model_name")]
    pub model: ModelName,
    /// Its sensitive column.
    pub column: Option<String>,
    /// Its variant or distance, where it has one.
    pub detail: Option<String>,
    /// Its number among the models of the recipe; none for the size of classes where the recipe has
    /// no k-anonymity.
    pub entry: Option<usize>,
    /// The key of the threshold in the recipe.
    #[serde(with = "threshold_key")]
    pub key: ThresholdKey,
    /// The good side of the threshold: `at-least`, `at-most` or `below` in the file.
    #[serde(with = "BoundName")]
    pub bound: Bound,
    /// Steps of the grid from 0 to 1.
    pub scale: u64,
    /// Whether fewer units are suppressed on the way up, whatever merges.
    pub monotone: bool,
    /// The recipe's own threshold.
    pub asked: u64,
}

/// The names of bounds in an atlas file.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Bound", rename_all = "kebab-case")]
enum BoundName {
    AtLeast,
    AtMost,
    Below,
}

word!(model_name: ModelName, ModelName::as_str, ModelName::from_word, "model");
word!(threshold_key: ThresholdKey, ThresholdKey::as_str, ThresholdKey::from_word, "key");
word!(metric_name: Metric, Metric::name, Metric::from_name, "loss");

impl AxisHead {
    /// The grid of the thresholds.
    pub fn grid(&self) -> Grid {
        Grid {
            bound: self.bound,
            scale: self.scale,
        }
    }

    /// What the axis is called in messages, such as `t-closeness of occupation`.
    pub fn name(&self) -> String {
        match &self.column {
            Some(column) => format!("{} of `{column}`", self.model),
            None => self.model.to_string(),
        }
    }

    /// A threshold as a decimal number.
    pub fn show(&self, threshold: u64) -> String {
        if threshold == Grid::INFINITE {
            return "infinite".to_owned();
        }
        let (whole, part) = (threshold / self.scale, threshold % self.scale);
        if part == 0 {
            return whole.to_string();
        }
        let digits = (self.scale as f64).log10().round() as usize;
        format!(
            "{whole}.{}",
            format!("{part:0digits$}").trim_end_matches('0')
        )
    }

    /// Whether a threshold says anything: k of 1 and l of less than 1 do not, nor do shares and
    /// distances above 1.
    pub fn has_meaning(&self, threshold: u64) -> bool {
        match self.key {
            ThresholdKey::K if self.model == SIZE => threshold >= 2,
            ThresholdKey::K | ThresholdKey::L => threshold >= self.scale,
            ThresholdKey::T | ThresholdKey::Alpha | ThresholdKey::Max | ThresholdKey::Threshold => {
                threshold <= self.scale
            }
            // C, beta and delta have no upper end.
            _ => threshold != Grid::INFINITE,
        }
    }

    /// The axis of a model of a panel, which is number `entry` there.
    ///
    /// # Errors
    /// Models that have no threshold to negotiate, and thresholds finer than the grid.
    pub fn new(
        model: &AnyModel,
        entry: usize,
        key: ThresholdKey,
        column: Option<String>,
        detail: Option<String>,
    ) -> Result<Self> {
        let scale = match model {
            AnyModel::Class(m) if m.has_whole_scores() => 1,
            AnyModel::Joint(m) => {
                return Err(Error::usage(format!(
                    "{} judges groups that cut across classes; an atlas cannot hold what every threshold of it would cost",
                    m.name()
                ))
                .hint("`anonymize` finds the best release for given thresholds"));
            }
            _ => Grid::FINE,
        };
        let (bound, asked) = (model.bound(), model.asked());
        let grid = Grid { bound, scale };
        let grade = grid.grade(asked);
        if grid.score(grade) != asked {
            return Err(Error::usage(format!(
                "{} asks for {key} = {asked}; an atlas has thresholds of at most nine decimals",
                model.name()
            )));
        }
        Ok(AxisHead {
            model: model.name(),
            column,
            detail,
            entry: Some(entry),
            key,
            bound,
            scale,
            monotone: matches!(model, AnyModel::Class(m) if m.monotone().under_merging),
            asked: grade,
        })
    }

    /// The axis of the size of classes, where no model asks for one: every size will do.
    pub fn size() -> Self {
        AxisHead {
            model: SIZE,
            column: None,
            detail: None,
            entry: None,
            key: ThresholdKey::K,
            bound: Bound::AtLeast,
            scale: 1,
            monotone: true,
            asked: 1,
        }
    }
}

/// The axes of all models of a panel, the size of classes first, and the models that judge whole
/// tables. `describe` gives the key of the threshold, the column and the variant of a model.
///
/// # Errors
/// Those of [`AxisHead::new`].
pub fn axes_of(
    models: &[AnyModel],
    describe: impl Fn(usize) -> (ThresholdKey, Option<String>, Option<String>),
) -> Result<(Vec<AxisHead>, Vec<AxisHead>)> {
    let (mut axes, mut tables) = (vec![AxisHead::size()], Vec::new());
    for (entry, model) in models.iter().enumerate() {
        let (key, column, detail) = describe(entry);
        let axis = AxisHead::new(model, entry, key, column, detail)?;
        match model {
            AnyModel::Table(_) => tables.push(axis),
            // The size of classes is there once; a second wish for it has an axis of its own.
            _ if model.name() == SIZE && axes[0].entry.is_none() => axes[0] = axis,
            _ => axes.push(axis),
        }
    }
    Ok((axes, tables))
}

/// The model whose axis is the size of classes.
pub const SIZE: ModelName = ModelName::KAnonymity;

/// A loss and how its parts are weighed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LossHead {
    /// The metric; its name in recipes in the file.
    #[serde(with = "metric_name")]
    pub metric: Metric,
    /// The aggregation of the values of attributes; its name in recipes in the file.
    #[serde(with = "aggregation_name")]
    pub aggregation: Option<Aggregation>,
    /// A weight per attribute; empty means equal weights.
    pub weights: Vec<f64>,
    /// How suppression is weighed.
    pub suppression_weight: f64,
}

mod aggregation_name {
    use super::*;
    use serde::de::Error as _;

    pub(super) fn serialize<S: Serializer>(
        aggregation: &Option<Aggregation>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        aggregation.map(Aggregation::name).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Aggregation>, D::Error> {
        let unknown = |word: &str| D::Error::custom(format!("unknown aggregation `{word}`"));
        let word = Option::<String>::deserialize(deserializer)?;
        word.map(|word| Aggregation::from_name(&word).ok_or_else(|| unknown(&word)))
            .transpose()
    }
}

impl LossHead {
    /// What is written down of loss options.
    pub fn new(options: &LossOptions) -> Self {
        LossHead {
            metric: options.metric,
            aggregation: options.aggregation,
            weights: options.weights.clone(),
            suppression_weight: options.suppression_weight,
        }
    }

    fn options(&self) -> LossOptions {
        LossOptions {
            metric: self.metric,
            aggregation: self.aggregation,
            weights: self.weights.clone(),
            suppression_weight: self.suppression_weight,
        }
    }
}

impl AttributeHead {
    /// What is written down of a quasi-identifier that moves by itself.
    pub fn new(name: &str, levels: (u8, u8), hierarchy: &Hierarchy, leaf_rows: Vec<u64>) -> Self {
        let level = |l: &Level| LevelHead {
            labels: l.labels.clone(),
            lines: l.lines.clone(),
            of_leaf: l.of_leaf.clone(),
        };
        AttributeHead {
            name: name.to_owned(),
            low: levels.0,
            high: levels.1,
            linked: None,
            missing: hierarchy.missing,
            domain: hierarchy.domain,
            levels: hierarchy.levels.iter().map(level).collect(),
            leaf_rows,
        }
    }

    /// The hierarchy as losses see it.
    fn hierarchy(&self) -> Hierarchy {
        let level = |l: &LevelHead| Level {
            labels: l.labels.clone(),
            lines: l.lines.clone(),
            of_leaf: l.of_leaf.clone(),
        };
        Hierarchy {
            levels: self.levels.iter().map(level).collect(),
            domain: self.domain,
            leaf_of: Vec::new(),
            missing: self.missing,
        }
    }
}

impl Head {
    /// The nodes.
    pub fn lattice(&self) -> Result<Lattice> {
        let ranges: Vec<(usize, usize)> = self
            .attributes
            .iter()
            .map(|a| (a.low.into(), a.high.into()))
            .collect();
        let leader_of: Vec<usize> = self
            .attributes
            .iter()
            .enumerate()
            .map(|(at, a)| a.linked.unwrap_or(at))
            .collect();
        Lattice::linked(&ranges, &leader_of)
    }

    /// The losses, ready to value nodes.
    ///
    /// # Errors
    /// Losses that this version does not know.
    pub fn prepare_losses(&self) -> Result<Vec<Box<dyn Loss>>> {
        let hierarchies: Vec<Hierarchy> = self
            .attributes
            .iter()
            .map(AttributeHead::hierarchy)
            .collect();
        let shape = Shape {
            rows: self.rows,
            hierarchies: hierarchies.iter().collect(),
            leaf_rows: self
                .attributes
                .iter()
                .map(|a| a.leaf_rows.clone())
                .collect(),
            // Thresholds are negotiable, so nothing is known of the least size of a kept class.
            least_size: 1,
        };
        self.losses
            .iter()
            .map(|loss| prepare(&loss.options(), &shape))
            .collect()
    }

    /// Checks what the rest of the crate takes for granted, so that a file that was tampered with
    /// cannot make it panic.
    pub(crate) fn check(&self) -> Result<()> {
        let is_level = |a: &AttributeHead, l: &LevelHead| {
            l.lines.len() == l.labels.len()
                && l.of_leaf.len() == a.leaf_rows.len()
                && l.of_leaf
                    .iter()
                    .all(|&code| (code as usize) < l.labels.len())
        };
        let is_attribute = |a: &AttributeHead| {
            a.low <= a.high
                && usize::from(a.high) < a.levels.len()
                && a.domain > 0
                && a.levels.iter().all(|l| is_level(a, l))
        };
        let leads = |l: &AttributeHead, a: &AttributeHead| {
            l.linked.is_none() && (l.low, l.high) == (a.low, a.high)
        };
        let is_link = |(at, a): (usize, &AttributeHead)| {
            a.linked
                .is_none_or(|l| self.attributes[..at].get(l).is_some_and(|l| leads(l, a)))
        };
        let height: u64 = self.attributes.iter().map(|a| u64::from(a.high)).sum();
        let is_axis = |a: &AxisHead| a.scale > 0;
        let is_sound = self.attributes.iter().all(is_attribute)
            && self.attributes.iter().enumerate().all(is_link)
            && height <= u16::MAX.into()
            && self.axes.first().is_some_and(|a| a.model == SIZE)
            && self.axes.iter().chain(&self.tables).all(is_axis)
            && self.axes[1..].iter().all(|a| a.entry.is_some())
            && !self.losses.is_empty()
            && self.units <= self.rows;
        if is_sound {
            Ok(())
        } else {
            Err(Error::data("the head of the atlas contradicts itself"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_have_names_in_the_file() {
        let names = [
            (Bound::AtLeast, "at-least"),
            (Bound::AtMost, "at-most"),
            (Bound::Below, "below"),
        ];
        for (bound, name) in names {
            let axis = AxisHead {
                bound,
                ..AxisHead::size()
            };
            let text = serde_json::to_string(&axis).unwrap();
            let expected = format!(
                r#"{{"model":"k-anonymity","column":null,"detail":null,"entry":null,"key":"k","bound":"{name}","scale":1,"monotone":true,"asked":1}}"#
            );
            assert_eq!(text, expected);
            assert_eq!(serde_json::from_str::<AxisHead>(&text).unwrap(), axis);
            let unknown = text.replace(name, "above");
            assert!(serde_json::from_str::<AxisHead>(&unknown).is_err());
        }
    }
}
