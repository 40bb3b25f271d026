//! `compare` of random releases that no program of ours made, against figures computed from sets of
//! texts.

use crate::common::Workspace;
use equipoise::{CompareRequest, Job, Unwatched, compare};
use equipoise_testkit::Seeded;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

const TABLES: u64 = 250;

/// Each city with its region. Nobody lives in the last one.
const CITIES: [(&str, &str); 6] = [
    ("a", "up"),
    ("b", "up"),
    ("c", "down"),
    ("d", "down"),
    ("e", "left"),
    ("z", "left"),
];

type Texts = BTreeSet<String>;

/// A label and the values of the table that it stands for.
#[derive(Clone)]
struct Label {
    text: String,
    values: Texts,
}

/// A table of ages and cities.
struct World {
    rows: Vec<[String; 2]>,
    ages: Texts,
    cities: Texts,
}

impl World {
    fn new(r: &mut Seeded) -> Self {
        let has_missing = r.chance(40);
        let rows: Vec<[String; 2]> = (0..4 + r.below(26))
            .map(|_| {
                let is_missing = |r: &mut Seeded| has_missing && r.chance(12);
                let age = match is_missing(r) {
                    true => String::new(),
                    false => (20 + r.below(30)).to_string(),
                };
                let city = match is_missing(r) {
                    true => "",
                    false => CITIES[r.below(5)].0,
                };
                [age, city.to_owned()]
            })
            .collect();
        let values = |at: usize| rows.iter().map(|row| row[at].clone()).collect();
        World {
            ages: values(0),
            cities: values(1),
            rows,
        }
    }

    /// A label that stands for an age, as one tool or another writes it.
    fn age(&self, r: &mut Seeded, value: &str) -> Label {
        let label = |text: String, values: Texts| Label { text, values };
        let Ok(age) = value.parse::<i64>() else {
            return label(String::new(), Texts::from([String::new()]));
        };
        let (low, high) = (age - r.below(8) as i64, age + r.below(8) as i64);
        let is_inside = |text: &&String| {
            let age = text.parse::<i64>();
            age.is_ok_and(|age| (low..=high).contains(&age))
        };
        let inside: Texts = self.ages.iter().filter(is_inside).cloned().collect();
        match r.below(10) {
            0 => label("*".into(), self.ages.clone()),
            1 => label(value.into(), Texts::from([value.into()])),
            2 => label(format!("{low}..{high}"), inside),
            3 => label(format!("{low} .. {high}"), inside),
            4 => label(format!("{low}-{high}"), inside),
            5 => label(format!("[{low}, {})", high + 1), inside),
            6 => label(format!("[{low}, {high}]"), inside),
            7 => {
                // All numbers of a range, whether somebody has them or not.
                let numbers: Vec<String> = (low..=high).map(|age| age.to_string()).collect();
                label(format!("{{{}}}", numbers.join(", ")), inside)
            }
            8 => {
                // Somebody's age, and a range in which nobody is.
                label(format!("{value}|150-160"), Texts::from([value.into()]))
            }
            _ => {
                let more = some(r, &self.ages, value);
                let list = joined(r, &more, &[], "|");
                label(format!("{low}..{high}|{list}"), &inside | &more)
            }
        }
    }

    /// A label that stands for a city.
    fn city(&self, r: &mut Seeded, value: &str) -> Label {
        let label = |text: String, values: Texts| Label { text, values };
        let Some((_, region)) = CITIES.iter().find(|(city, _)| *city == value) else {
            return label(String::new(), Texts::from([String::new()]));
        };
        let within = |regions: &[&str]| -> Texts {
            let of = |city: &&str| CITIES.iter().find(|(c, _)| c == city).map(|c| c.1);
            let is_in = |city: &&String| of(&city.as_str()).is_some_and(|of| regions.contains(&of));
            self.cities.iter().filter(is_in).cloned().collect()
        };
        let absent: &[&str] = r.pick(&[&[], &["z"]]);
        match r.below(6) {
            0 => label("*".into(), self.cities.clone()),
            1 => label(value.into(), Texts::from([value.into()])),
            2 => label((*region).into(), within(&[region])),
            3 => {
                let other = r.pick(&["up", "down", "left"]);
                label(format!("{region}|{other}"), within(&[region, other]))
            }
            4 => {
                let values = some(r, &self.cities, value);
                label(joined(r, &values, absent, "|"), values)
            }
            _ => {
                let values = some(r, &self.cities, value);
                let list = joined(r, &values, absent, ", ");
                label(format!("{{{list}}}"), values)
            }
        }
    }

    /// A release: of each row that it has, the two labels. Rows share labels where they can.
    fn release(&self, r: &mut Seeded) -> Vec<[Label; 2]> {
        let (mut known, mut released): (Vec<[Label; 2]>, Vec<[Label; 2]>) =
            (Vec::new(), Vec::new());
        for row in &self.rows {
            let fits = |labels: &&[Label; 2]| {
                let mut pairs = labels.iter().zip(row);
                pairs.all(|(label, value)| label.values.contains(value))
            };
            let fitting: Vec<[Label; 2]> = known.iter().filter(fits).cloned().collect();
            let labels = match !fitting.is_empty() && r.chance(70) {
                true => r.pick(&fitting),
                false => [self.age(r, &row[0]), self.city(r, &row[1])],
            };
            known.push(labels.clone());
            if !r.chance(10) {
                released.push(labels);
            }
        }
        released
    }

    /// The figures of a release by their keys; a divergence that is infinite has none.
    fn figures(&self, released: &[[Label; 2]]) -> BTreeMap<&'static str, f64> {
        let domains = [&self.ages, &self.cities];
        let rows = self.rows.len() as f64;
        let left_out = rows - released.len() as f64;
        let span = |values: &Texts| {
            let ages: Vec<f64> = values.iter().filter_map(|age| age.parse().ok()).collect();
            let most = ages.iter().copied().fold(f64::MIN, f64::max);
            (most - ages.iter().copied().fold(f64::MAX, f64::min)).max(0.0)
        };
        let penalty = |at: usize, values: &Texts| match (at, values.len()) {
            (0, _) if span(&self.ages) > 0.0 => span(values) / span(&self.ages),
            (0, _) | (_, 1) => 0.0,
            (_, size) => size as f64 / self.cities.len() as f64,
        };
        let size = |values: [&Texts; 2]| (values[0].len() * values[1].len()) as f64;
        let both = |values: [&Texts; 2]| penalty(0, values[0]) + penalty(1, values[1]);
        let shown = |labels: &[Label; 2]| -> [Texts; 2] { labels.clone().map(|of| of.values) };
        let shown: Vec<[Texts; 2]> = released.iter().map(shown).collect();
        let sum = |of: &dyn Fn([&Texts; 2]) -> f64| {
            let released: f64 = shown.iter().map(|[a, b]| of([a, b])).sum();
            (released + left_out * of(domains)) / rows
        };
        let mut truth: BTreeMap<&[String; 2], f64> = BTreeMap::new();
        self.rows
            .iter()
            .for_each(|row| *truth.entry(row).or_default() += 1.0);
        let of_tuple = |(row, &count): (&&[String; 2], &f64)| {
            let covering = shown
                .iter()
                .filter(|[ages, cities]| ages.contains(&row[0]) && cities.contains(&row[1]));
            let spread: f64 = covering.map(|[a, b]| 1.0 / size([a, b])).sum();
            count / rows * (count / (spread + left_out / size(domains))).log2()
        };
        let divergence: f64 = truth.iter().map(of_tuple).sum();
        let mut classes: BTreeMap<[&str; 2], f64> = BTreeMap::new();
        for [age, city] in released {
            *classes.entry([&age.text, &city.text]).or_default() += 1.0;
        }
        let mut figures = BTreeMap::from([
            ("classes", classes.len() as f64),
            ("k", classes.values().copied().fold(f64::MAX, f64::min)),
            (
                "average_class",
                released.len() as f64 / classes.len() as f64,
            ),
            ("ambiguity_bits", sum(&|values| size(values).log2())),
            ("ncp", sum(&both) / 2.0),
        ]);
        if divergence.is_finite() {
            figures.insert("kl_bits", divergence.max(0.0));
        }
        figures
    }
}

/// A value with up to three others.
fn some(r: &mut Seeded, values: &Texts, value: &str) -> Texts {
    let known: Vec<&String> = values.iter().filter(|value| !value.is_empty()).collect();
    let others = (0..r.below(4)).map(|_| known[r.below(known.len())].clone());
    others.chain([value.to_owned()]).collect()
}

fn joined(r: &mut Seeded, values: &Texts, more: &[&str], between: &str) -> String {
    let values = values.iter().map(String::as_str);
    let mut list: Vec<&str> = values.chain(more.iter().copied()).collect();
    r.shuffle(&mut list);
    list.join(between)
}

#[test]
fn figures_of_foreign_releases_are_those_of_their_sets() {
    let (mut infinite, mut compared) = (0, 0);
    for seed in 0..TABLES {
        let mut r = Seeded::new(seed);
        let world = World::new(&mut r);
        let released = world.release(&mut r);
        if released.is_empty() {
            continue;
        }
        let files = Workspace::new();
        let rows = world.rows.iter();
        let rows: String = rows.map(|[age, city]| format!("{age},{city}\n")).collect();
        files.write("table.csv", format!("age,city\n{rows}"));
        let mut release = "age,city\n".to_owned();
        for [age, city] in &released {
            writeln!(release, "\"{}\",\"{}\"", age.text, city.text).unwrap();
        }
        files.write("foreign.csv", &release);
        let lines = CITIES.map(|(city, region)| format!("{city},{region},*\n"));
        files.write("city.csv", lines.concat());
        let (hierarchy, method) = match r.chance(50) {
            true => ("hierarchy = { intervals = [5, 10] }\n", "optimal"),
            false => ("", "mondrian"),
        };
        files.write("recipe.toml", format!("version = 1\n[input]\npath = \"table.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\ntype = \"integer\"\n{hierarchy}[columns.city]\nrole = \"quasi-identifier\"\nhierarchy = \"city.csv\"\n[[privacy]]\nmodel = \"k-anonymity\"\nk = 2\n[search]\nmethod = \"{method}\"\n[usefulness]\nqueries = 0\n"));
        let job = Job::open(&files.path("recipe.toml")).unwrap();
        let request = CompareRequest {
            releases: vec![files.path("foreign.csv")],
            show_values: true,
        };
        let what = || format!("seed {seed}\n{rows}\n{release}");
        let found = compare(&job, &request, &Unwatched);
        let found = found.unwrap_or_else(|error| panic!("{error}: {}", what()));
        let found: Value = serde_json::to_value(found).unwrap();
        let expected = world.figures(&released);
        for (key, expected) in &expected {
            let found = found["releases"][0]["figures"][key].as_f64();
            let is_near = |found: f64| (found - expected).abs() < 1e-9 * (1.0 + expected.abs());
            let what = || format!("{key}: found {found:?}, expected {expected}: {}", what());
            assert!(found.is_some_and(is_near), "{}", what());
        }
        infinite += u64::from(!expected.contains_key("kl_bits"));
        compared += 1;
    }
    assert!(compared > TABLES * 9 / 10, "{compared} tables");
    assert!(infinite < compared / 2, "{infinite} without a divergence");
}
