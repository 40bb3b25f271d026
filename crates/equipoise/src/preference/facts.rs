//! What is known of a release that was preferred.

use super::Setup;
use crate::prepare::Prepared;
use equipoise_certify as certify;
use equipoise_report as report;
use equipoise_search::prefer::{BestPartition, Place, Survey, front};
use serde_json::{Value, json};

/// What was aspired to, what was reached, and what lies around.
pub(crate) struct Preferred {
    facts: report::Preference,
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
    pub(crate) fn over_lattice(setup: &Setup, places: &[Place], chosen: usize, survey: &Survey) -> Self {
        let points: Vec<_> = places.iter().map(|p| p.point).collect();
        let efficient = front(&points).into_iter().map(|i| places[i]).collect();
        let facts = facts(setup, places[chosen], efficient, report::PreferredOver::Lattice, survey.is_complete(), survey.nodes_total);
        Preferred { facts, bits: None, runs: Vec::new() }
    }

    pub(crate) fn over_partitions(setup: &Setup, prepared: &Prepared, found: &BestPartition) -> Self {
        let over = report::PreferredOver::Partitions;
        let facts = facts(setup, found.place, found.front.clone(), over, found.proved, found.evaluations);
        let runs = prepared.quasi_names().map(str::to_owned).zip(found.regions.iter().map(Vec::len)).collect();
        Preferred { facts, bits: Some(found.bits), runs }
    }

    /// For the report.
    pub(crate) fn told(&self) -> report::Preference {
        self.facts.clone()
    }

    /// For the command line.
    pub(crate) fn outcome(&self) -> PreferenceTold {
        PreferenceTold { lines: self.lines(), object: self.to_json() }
    }

    fn lines(&self) -> String {
        let f = &self.facts;
        let sure = match (f.over, f.proved) {
            (report::PreferredOver::Lattice, true) => "exact over the lattice",
            (report::PreferredOver::Lattice, false) => "best found over a part of the lattice",
            (report::PreferredOver::Partitions, true) => "exact over free partitions",
            (report::PreferredOver::Partitions, false) => "best found over free partitions",
        };
        let met = if f.is_within() { "both aspirations are met" } else { "not both aspirations are met" };
        let measure = |m: &report::Aspired| format!("{}: aspired {}, reached {:.6}\n", m.name, m.asked, m.reached);
        let mut lines = f.measures.iter().map(measure).collect::<String>() + &format!("{met} ({sure})\n");
        if !self.runs.is_empty() {
            let groups: Vec<String> = self.runs.iter().map(|(name, runs)| format!("{name} {runs}")).collect();
            lines = format!("Groups of values: {}\n{lines}", groups.join(", "));
        }
        lines
    }

    fn to_json(&self) -> Value {
        let f = &self.facts;
        let pair = |value: &dyn Fn(&report::Aspired) -> f64| {
            f.measures.iter().map(|m| (m.name.clone(), json!(value(m)))).collect::<serde_json::Map<_, _>>()
        };
        let point = |p: &report::EfficientPoint| json!({ f.measures[0].name.as_str(): p.point[0], f.measures[1].name.as_str(): p.point[1], "k": p.least });
        let mut object = json!({
            "over": f.over.name(),
            "exact": f.proved,
            "aspired": pair(&|m| m.asked),
            "reached": pair(&|m| m.reached),
            "achievement": f.achievement,
            "aspired_achievement": f.asked_achievement,
            "within_aspiration": f.is_within(),
            "effective_k": f.least,
            "efficient": f.efficient.iter().map(point).collect::<Vec<_>>(),
        });
        if let Some(bits) = self.bits {
            object["bits"] = json!(bits);
            object["evaluations"] = json!(f.choices);
            object["runs"] = self.runs.iter().map(|(name, runs)| (name.clone(), json!(runs))).collect::<serde_json::Map<_, _>>().into();
        }
        object
    }

    /// For the record.
    pub(crate) fn recorded(&self) -> certify::PreferenceFacts {
        let f = &self.facts;
        let measure = |m: &report::Aspired| certify::AspiredFacts {
            measure: m.name.clone(),
            aspired: m.asked.to_string(),
            reached: m.reached.to_string(),
        };
        certify::PreferenceFacts {
            over: f.over.name().to_owned(),
            exact: f.proved,
            measures: f.measures.iter().map(measure).collect(),
            achievement: f.achievement.to_string(),
            effective_k: f.least,
        }
    }
}

fn facts(
    setup: &Setup,
    place: Place,
    efficient: Vec<Place>,
    over: report::PreferredOver,
    proved: bool,
    choices: u64,
) -> report::Preference {
    let aspired = setup.aspiration.point();
    let measure = |i: usize| report::Aspired { name: setup.measures[i].name().to_owned(), asked: aspired[i], reached: place.point[i] };
    report::Preference {
        over,
        proved,
        choices,
        measures: [measure(0), measure(1)],
        achievement: setup.aspiration.achievement(place.point),
        asked_achievement: setup.aspiration.own_achievement(),
        least: place.least,
        efficient: efficient.into_iter().map(|p| report::EfficientPoint { point: p.point, least: p.least }).collect(),
    }
}
