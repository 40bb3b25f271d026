//! Account of a preference.

use equipoise_certify as certify;
use equipoise_recipe::Over;
use equipoise_report as report;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// The aspirations of a preference, the values reached, and the alternatives.
#[derive(Clone, Debug)]
pub struct PreferenceAccount {
    pub(crate) over: Over,
    pub(crate) measures: [report::AspiredMeasure; 2],
    pub(crate) figures: report::PreferenceFigures,
    /// Number of places where values may be separated, if the choice was among partitions.
    pub(crate) bits: Option<usize>,
    /// The number of runs of each quasi-identifier.
    pub(crate) runs: Vec<(String, usize)>,
}

/// Serializes as in the JSON of the release.
impl Serialize for PreferenceAccount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json().serialize(serializer)
    }
}

impl PreferenceAccount {
    /// The set of choices.
    pub fn over(&self) -> Over {
        self.over
    }

    /// The two measures with their aspirations.
    pub fn measures(&self) -> &[report::AspiredMeasure; 2] {
        &self.measures
    }

    /// The value of each measure that the release reached.
    pub fn reached(&self) -> [f64; 2] {
        self.figures.reached
    }

    /// Whether both aspirations are met.
    pub fn is_within_aspiration(&self) -> bool {
        self.complete().is_within().unwrap_or(false)
    }

    /// Whether no candidate achieves more.
    pub fn is_proved(&self) -> bool {
        self.figures.proved
    }

    /// Distance of the release from utopia, weighted by the aspirations.
    pub fn achievement(&self) -> f64 {
        self.figures.achievement
    }

    /// The smallest class of the release.
    pub fn effective_k(&self) -> u64 {
        self.figures.least
    }

    /// The facts that the recipe declares, for all readers.
    pub(crate) fn declared(&self) -> report::PreferenceFacts {
        report::PreferenceFacts {
            over: self.over,
            measures: self.measures.clone(),
            figures: None,
        }
    }

    /// All facts, for the owner of the input.
    pub(crate) fn complete(&self) -> report::PreferenceFacts {
        report::PreferenceFacts {
            figures: Some(self.figures.clone()),
            ..self.declared()
        }
    }

    /// The measures, each with its value.
    fn measured(&self) -> impl Iterator<Item = (&report::AspiredMeasure, f64)> {
        self.measures.iter().zip(self.figures.reached)
    }

    /// Some lines for a terminal.
    pub fn to_text(&self) -> String {
        let sure = match (self.over, self.figures.proved) {
            (Over::Lattice, true) => "exact over the lattice",
            (Over::Lattice, false) => "best found over a part of the lattice",
            (Over::Partitions, true) => "exact over free partitions",
            (Over::Partitions, false) => "best found over free partitions",
        };
        let met = if self.is_within_aspiration() {
            "both aspirations are met"
        } else {
            "not both aspirations are met"
        };
        let measure = |(m, reached): (&report::AspiredMeasure, f64)| {
            format!("{}: aspired {}, reached {reached:.6}\n", m.measure, m.asked)
        };
        let mut lines =
            self.measured().map(measure).collect::<String>() + &format!("{met} ({sure})\n");
        if !self.runs.is_empty() {
            let groups: Vec<String> = self
                .runs
                .iter()
                .map(|(name, runs)| format!("{name} {runs}"))
                .collect();
            lines = format!("Groups of values: {}\n{lines}", groups.join(", "));
        }
        lines
    }

    fn json(&self) -> Value {
        let f = &self.figures;
        let pair = |value: &dyn Fn(&report::AspiredMeasure, f64) -> f64| {
            self.measured()
                .map(|(m, reached)| (m.measure.to_string(), json!(value(m, reached))))
                .collect::<serde_json::Map<_, _>>()
        };
        let [first, second] = self.measures.each_ref().map(|m| m.measure.name());
        let point = |p: &report::EfficientPoint| json!({ first: p.point[0], second: p.point[1], "k": p.least });
        let mut object = json!({
            "over": self.over.name(),
            "exact": f.proved,
            "aspired": pair(&|m, _| m.asked),
            "reached": pair(&|_, reached| reached),
            "achievement": f.achievement,
            "aspired_achievement": f.asked_achievement,
            "within_aspiration": self.is_within_aspiration(),
            "effective_k": f.least,
            "efficient": f.efficient.iter().map(point).collect::<Vec<_>>(),
        });
        if let Some(bits) = self.bits {
            object["bits"] = json!(bits);
            object["evaluations"] = json!(f.choices);
            object["runs"] = self
                .runs
                .iter()
                .map(|(name, runs)| (name.clone(), json!(runs)))
                .collect::<serde_json::Map<_, _>>()
                .into();
        }
        object
    }

    /// The facts that the record keeps.
    pub(crate) fn recorded(&self) -> certify::PreferenceFacts {
        let f = &self.figures;
        let measure = |(m, reached): (&report::AspiredMeasure, f64)| certify::AspiredFacts {
            measure: m.measure.to_string(),
            aspired: m.asked.to_string(),
            reached: reached.to_string(),
        };
        certify::PreferenceFacts {
            over: match self.over {
                Over::Lattice => certify::PreferredOver::Lattice.into(),
                Over::Partitions => certify::PreferredOver::Partitions.into(),
            },
            exact: f.proved,
            measures: self.measured().map(measure).collect(),
            achievement: f.achievement.to_string(),
            effective_k: f.least,
        }
    }
}
