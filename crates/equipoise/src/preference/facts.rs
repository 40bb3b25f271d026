//! What is known of a release that was preferred.

use super::Setup;
use crate::prepare::Prepared;
use equipoise_certify as certify;
use equipoise_report as report;
use equipoise_search::prefer::{BestPartition, Place, Survey, front};
use serde_json::{Value, json};

/// What was aspired to, what was reached, and what lies around.
pub(crate) struct Preferred {
    over: report::PreferredOver,
    measures: [report::Aspired; 2],
    figures: report::PreferenceFigures,
    /// Places where values may be separated, where partitions were chosen from.
    bits: Option<usize>,
    /// Per quasi-identifier its number of runs.
    runs: Vec<(String, usize)>,
}

/// What was aspired to and reached, for the command line.
#[derive(Clone, Debug)]
pub struct PreferenceTold {
    /// As text.
    pub lines: String,
    /// As JSON.
    pub object: Value,
}

impl Preferred {
    pub(crate) fn over_lattice(
        setup: &Setup,
        places: &[Place],
        chosen: usize,
        survey: &Survey,
    ) -> Self {
        let points: Vec<_> = places.iter().map(|p| p.point).collect();
        let efficient = front(&points).into_iter().map(|i| places[i]).collect();
        let figures = figures(
            setup,
            places[chosen],
            efficient,
            survey.is_complete(),
            survey.nodes_total,
        );
        Preferred {
            over: report::PreferredOver::Lattice,
            measures: measures(setup),
            figures,
            bits: None,
            runs: Vec::new(),
        }
    }

    pub(crate) fn over_partitions(
        setup: &Setup,
        prepared: &Prepared,
        found: &BestPartition,
    ) -> Self {
        let figures = figures(
            setup,
            found.place,
            found.front.clone(),
            found.proved,
            found.evaluations,
        );
        let runs = prepared
            .quasi_names()
            .map(str::to_owned)
            .zip(found.regions.iter().map(Vec::len))
            .collect();
        Preferred {
            over: report::PreferredOver::Partitions,
            measures: measures(setup),
            figures,
            bits: Some(found.bits),
            runs,
        }
    }

    /// The facts that the recipe declares, for everybody.
    pub(crate) fn declared(&self) -> report::Preference {
        report::Preference {
            over: self.over,
            measures: self.measures.clone(),
            figures: None,
        }
    }

    /// All of it, for the owner of the input.
    pub(crate) fn told(&self) -> report::Preference {
        report::Preference {
            figures: Some(self.figures.clone()),
            ..self.declared()
        }
    }

    fn is_within(&self) -> bool {
        self.told().is_within().unwrap_or(false)
    }

    /// The measures, each with its value.
    fn reached(&self) -> impl Iterator<Item = (&report::Aspired, f64)> {
        self.measures.iter().zip(self.figures.reached)
    }

    /// For the command line.
    pub(crate) fn outcome(&self) -> PreferenceTold {
        PreferenceTold {
            lines: self.lines(),
            object: self.to_json(),
        }
    }

    fn lines(&self) -> String {
        let sure = match (self.over, self.figures.proved) {
            (report::PreferredOver::Lattice, true) => "exact over the lattice",
            (report::PreferredOver::Lattice, false) => "best found over a part of the lattice",
            (report::PreferredOver::Partitions, true) => "exact over free partitions",
            (report::PreferredOver::Partitions, false) => "best found over free partitions",
        };
        let met = if self.is_within() {
            "both aspirations are met"
        } else {
            "not both aspirations are met"
        };
        let measure = |(m, reached): (&report::Aspired, f64)| {
            format!("{}: aspired {}, reached {reached:.6}\n", m.name, m.asked)
        };
        let mut lines =
            self.reached().map(measure).collect::<String>() + &format!("{met} ({sure})\n");
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

    fn to_json(&self) -> Value {
        let f = &self.figures;
        let pair = |value: &dyn Fn(&report::Aspired, f64) -> f64| {
            self.reached()
                .map(|(m, reached)| (m.name.clone(), json!(value(m, reached))))
                .collect::<serde_json::Map<_, _>>()
        };
        let [first, second] = self.measures.each_ref().map(|m| m.name.as_str());
        let point = |p: &report::EfficientPoint| json!({ first: p.point[0], second: p.point[1], "k": p.least });
        let mut object = json!({
            "over": self.over.name(),
            "exact": f.proved,
            "aspired": pair(&|m, _| m.asked),
            "reached": pair(&|_, reached| reached),
            "achievement": f.achievement,
            "aspired_achievement": f.asked_achievement,
            "within_aspiration": self.is_within(),
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

    /// For the record.
    pub(crate) fn recorded(&self) -> certify::PreferenceFacts {
        let f = &self.figures;
        let measure = |(m, reached): (&report::Aspired, f64)| certify::AspiredFacts {
            measure: m.name.clone(),
            aspired: m.asked.to_string(),
            reached: reached.to_string(),
        };
        certify::PreferenceFacts {
            over: match self.over {
                report::PreferredOver::Lattice => certify::PreferredOver::Lattice.into(),
                report::PreferredOver::Partitions => certify::PreferredOver::Partitions.into(),
            },
            exact: f.proved,
            measures: self.reached().map(measure).collect(),
            achievement: f.achievement.to_string(),
            effective_k: f.least,
        }
    }
}

fn measures(setup: &Setup) -> [report::Aspired; 2] {
    let aspired = setup.aspiration.point();
    [0, 1].map(|i| report::Aspired {
        name: setup.measures[i].name().to_owned(),
        asked: aspired[i],
    })
}

fn figures(
    setup: &Setup,
    place: Place,
    efficient: Vec<Place>,
    proved: bool,
    choices: u64,
) -> report::PreferenceFigures {
    report::PreferenceFigures {
        reached: place.point,
        proved,
        choices,
        achievement: setup.aspiration.achievement(place.point),
        asked_achievement: setup.aspiration.own_achievement(),
        least: place.least,
        efficient: efficient
            .into_iter()
            .map(|p| report::EfficientPoint {
                point: p.point,
                least: p.least,
            })
            .collect(),
    }
}
