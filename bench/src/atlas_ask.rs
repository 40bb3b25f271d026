//! Random questions to an atlas: how long each takes, by the clock.

use crate::goal::Goal;
use crate::meter::Cost;
use crate::row::Row;
use equipoise::process::process_cpu;
use equipoise_data::Result;
use equipoise_explore::{
    Answer, Atlas, By, Chart, Explorer, FrontMeasure, Thresholds, Wishes, front, ladders,
};
use equipoise_testkit::Seeded;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Microseconds that a question and views may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) median_us: f64,
    pub(crate) worst_us: f64,
    pub(crate) views_us: f64,
}

/// Questions that are asked.
const QUESTIONS: usize = 1_000;

/// Of so many the answers are compared with a scan of all nodes.
const SCANNED: usize = 20;

/// Questions for which views are drawn.
const DRAWN: usize = 100;

/// Nothing is asked for but what the recipe has, and all nodes are accepted.
pub(crate) fn wishes(chart: &Chart) -> Wishes {
    Wishes {
        thresholds: chart.thresholds(),
        low: chart.lattice().bottom().to_vec(),
        high: chart.lattice().top().to_vec(),
        max_units: chart.head().max_units,
        max_loss: None,
        max_height: None,
        by: By::Loss(0),
    }
}

/// Random questions: k from 2 to 20, l from 1 to 5, t from 0.2 to 0.8, up to a tenth of all rows,
/// the finest levels up by two and the coarsest down by two at most, by loss or by height.
pub(crate) fn questions(chart: &Chart, number: usize) -> Vec<Wishes> {
    let mut r = Seeded::new(4);
    (0..number).map(|_| question(chart, &mut r)).collect()
}

fn question(chart: &Chart, r: &mut Seeded) -> Wishes {
    let mut wishes = wishes(chart);
    for (axis, threshold) in chart.head().axes.iter().zip(&mut wishes.thresholds.axes) {
        *threshold = match axis.key.as_str() {
            "k" => 2 + r.below(19) as u64,
            "l" => 1 + r.below(5) as u64,
            _ => axis.scale / 100 * (20 + r.below(61)) as u64,
        };
    }
    for (low, high) in wishes.low.iter_mut().zip(&mut wishes.high) {
        if r.chance(40) {
            *high -= (r.below(3) as u8).min(*high - *low);
        }
        if r.chance(20) {
            *low += (r.below(3) as u8).min(*high - *low);
        }
    }
    wishes.max_units = r.below(chart.head().units as usize / 10 + 1) as u64;
    wishes.by = r.pick(&[By::Loss(0), By::Height]);
    wishes
}

/// An explorer that was asked before, but not with these thresholds.
struct Fresh<'a> {
    explorer: Explorer<'a>,
    seen: Vec<Thresholds>,
}

impl<'a> Fresh<'a> {
    /// An explorer keeps what it worked out for the latest thresholds. It is no longer fresh long
    /// before it forgets.
    const MOST_SEEN: usize = 32;

    fn new(atlas: &'a Atlas) -> Result<Self> {
        let explorer = Explorer::new(atlas, None);
        let mut first = wishes(atlas.chart());
        // No question asks for this.
        *first.thresholds.of(0) = 21;
        for by in [By::Loss(0), By::Height] {
            explorer.ask(&Wishes {
                by,
                ..first.clone()
            })?;
        }
        Ok(Fresh {
            explorer,
            seen: Vec::new(),
        })
    }

    /// One that has not seen these thresholds.
    fn for_thresholds(&mut self, thresholds: &Thresholds) -> Result<&Explorer<'a>> {
        if self.seen.contains(thresholds) || self.seen.len() >= Fresh::MOST_SEEN {
            *self = Fresh::new(self.explorer.atlas())?;
        }
        self.seen.push(thresholds.clone());
        Ok(&self.explorer)
    }
}

/// The times of many short pieces of work, several of each.
pub(crate) struct Times {
    /// Microseconds by the clock, per piece of work.
    wall_us: Vec<Vec<f64>>,
    cpu: Duration,
}

impl Times {
    pub(crate) fn new(pieces: usize) -> Times {
        Times {
            wall_us: vec![Vec::new(); pieces],
            cpu: Duration::ZERO,
        }
    }

    /// Does a piece of work once more.
    pub(crate) fn take<T>(&mut self, piece: usize, work: impl FnOnce() -> T) -> T {
        let (cpu, start) = (process_cpu(), Instant::now());
        let result = work();
        self.wall_us[piece].push(start.elapsed().as_secs_f64() * 1e6);
        self.cpu += process_cpu() - cpu;
        result
    }

    /// The part of the pieces that take no longer.
    pub(crate) fn share_within(&self, most_us: f64) -> f64 {
        let within = self
            .wall_us
            .iter()
            .filter(|times| median((*times).clone()) <= most_us)
            .count();
        within as f64 / self.wall_us.len() as f64
    }

    /// Of each piece of work the median.
    pub(crate) fn spread(self) -> Spread {
        let runs = self.wall_us.first().map_or(1, Vec::len).max(1);
        let cpu_ms = self.cpu.as_secs_f64() * 1e3 / runs as f64;
        let each: Vec<f64> = self.wall_us.into_iter().map(median).collect();
        let (worst, sum) = (
            each.iter().copied().fold(0.0, f64::max),
            each.iter().sum::<f64>(),
        );
        Spread {
            median: median(each),
            worst,
            cost: Cost {
                wall_ms: sum / 1e3,
                cpu_ms,
                peak_mb: None,
            },
        }
    }
}

/// How long many pieces of work take, in microseconds, and what all of them cost together.
pub(crate) struct Spread {
    pub(crate) median: f64,
    pub(crate) worst: f64,
    pub(crate) cost: Cost,
}

/// Each question with thresholds that are new to the explorer, and the same once more. Of several
/// passes the median counts, question by question: a slow moment of the machine is none of the
/// question's.
pub(crate) fn ask_rows(
    names: [&str; 2],
    atlas: &Atlas,
    bounds: &Bounds,
    passes: u16,
) -> Result<[Row; 2]> {
    let asked = questions(atlas.chart(), QUESTIONS);
    let (mut first_times, mut again_times) = (Times::new(QUESTIONS), Times::new(QUESTIONS));
    let mut answers = Vec::new();
    let mut changed = 0;
    for pass in 0..passes {
        let mut fresh = Fresh::new(atlas)?;
        for (i, wishes) in asked.iter().enumerate() {
            let explorer = fresh.for_thresholds(&wishes.thresholds)?;
            let first = first_times.take(i, || explorer.ask(wishes))?;
            let again = again_times.take(i, || explorer.ask(wishes))?;
            changed += usize::from(first.best != again.best);
            if pass == 0 {
                answers.push(first);
            }
        }
    }
    let wrong = wrong(atlas, &asked, &answers, changed);
    let unanswered = answers
        .iter()
        .filter(|answer| answer.best.is_none())
        .count();
    let note = format!("{unanswered} of {QUESTIONS} questions have no answer and get suggestions");
    let (first, again) = (first_times.spread(), again_times.spread());
    let goals = |s: &Spread| {
        vec![
            Goal::Micros {
                what: "median",
                measured: s.median,
                most: bounds.median_us,
            },
            Goal::Micros {
                what: "worst",
                measured: s.worst,
                most: bounds.worst_us,
            },
        ]
    };
    let row = |name: &str, s: &Spread| Row {
        goals: goals(s),
        wrong: wrong.clone(),
        ..Row::new(name, s.cost)
    };
    Ok([
        Row {
            notes: vec![note],
            ..row(names[0], &first)
        },
        row(names[1], &again),
    ])
}

/// All price ladders and the front, for thresholds that are new.
pub(crate) fn views_row(name: &str, atlas: &Atlas, bounds: &Bounds, passes: u16) -> Result<Row> {
    let asked = questions(atlas.chart(), DRAWN);
    let mut times = Times::new(DRAWN);
    for _ in 0..passes {
        let mut fresh = Fresh::new(atlas)?;
        for (i, wishes) in asked.iter().enumerate() {
            let explorer = fresh.for_thresholds(&wishes.thresholds)?;
            times.take(i, || {
                let view = explorer.view(&wishes.thresholds);
                drop(black_box((
                    ladders(&view, wishes),
                    front(
                        &view,
                        wishes,
                        FrontMeasure::Suppression,
                        FrontMeasure::Loss(0),
                    ),
                )));
            });
        }
    }
    let spread = times.spread();
    let goals = vec![Goal::Micros {
        what: "worst",
        measured: spread.worst,
        most: bounds.views_us,
    }];
    let notes = vec![format!(
        "of {DRAWN} questions, median {:.0} us",
        spread.median
    )];
    Ok(Row {
        goals,
        notes,
        ..Row::new(name, spread.cost)
    })
}

/// What is wrong with answers.
fn wrong(atlas: &Atlas, asked: &[Wishes], answers: &[Answer], changed: usize) -> Vec<String> {
    let mut found = Vec::new();
    if changed > 0 {
        found.push(format!(
            "{changed} questions are answered otherwise when they are repeated"
        ));
    }
    let unproved = answers.iter().filter(|answer| !answer.proved).count();
    if unproved > 0 {
        found.push(format!("{unproved} answers are not proved"));
    }
    // Losses that are equal but for rounding are equal.
    let close = |a: f64, b: f64| (a - b).abs() <= 1e-12 * a.max(1.0);
    let differs = |(wishes, answer): &(&Wishes, &Answer)| match (
        scan(atlas, wishes),
        value(wishes, answer),
    ) {
        (Some(least), Some(found)) => !close(least, found),
        (least, found) => least.is_some() || found.is_some(),
    };
    let differing = asked
        .iter()
        .zip(answers)
        .take(SCANNED)
        .filter(differs)
        .count();
    if differing > 0 {
        found.push(format!(
            "{differing} of {SCANNED} answers are not what a scan of all nodes gives"
        ));
    }
    found
}

/// The smallest loss or height within the wishes, by looking at every node.
fn scan(atlas: &Atlas, wishes: &Wishes) -> Option<f64> {
    let chart = atlas.chart();
    let value = |node: u64| {
        let levels = chart.lattice().levels(node);
        let is_wished = levels
            .iter()
            .zip(&wishes.low)
            .zip(&wishes.high)
            .all(|((level, low), high)| low <= level && level <= high);
        let figures = chart.figures(
            &levels,
            atlas.record(node).filter(|_| is_wished)?,
            &wishes.thresholds,
        );
        let is_met = figures.units <= wishes.max_units && figures.units < chart.head().units;
        let height = levels.iter().map(|&level| f64::from(level)).sum();
        is_met.then(|| {
            if wishes.by == By::Height {
                height
            } else {
                figures.losses[0]
            }
        })
    };
    (0..chart.lattice().nodes())
        .filter_map(value)
        .min_by(f64::total_cmp)
}

/// What an answer was chosen by.
fn value(wishes: &Wishes, answer: &Answer) -> Option<f64> {
    answer.best.as_ref().map(|best| {
        if wishes.by == By::Height {
            f64::from(best.height)
        } else {
            best.losses[0]
        }
    })
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adult::{Adult, cells};
    use crate::atlas_source::Source;
    use equipoise_data::Encoded;
    use equipoise_privacy::{AnyModel, DistinctDiversity, KAnonymity, Panel};
    use equipoise_testkit::shared::shared_data;

    /// An atlas of k and l on Adult with six quasi-identifiers.
    fn with_atlas(run: impl FnOnce(&Atlas)) {
        let Some(data) = shared_data() else { return };
        let (adult, names) = (Adult::load(&data).unwrap(), cells(&data).swap_remove(0));
        let parts = adult.parts().unwrap();
        let encoded = Encoded {
            quasi: parts.encoded.quasi[..6].to_vec(),
            ..parts.encoded.clone()
        };
        let models: [Box<dyn equipoise_privacy::ClassModel>; 2] = [
            Box::new(KAnonymity::new(5).unwrap()),
            Box::new(DistinctDiversity::new(0, 3, None).unwrap()),
        ];
        let panel = Panel::new(models.into_iter().map(AnyModel::Class).collect());
        let source = Source {
            names: names[..6].to_vec(),
            encoded,
            panel,
            keys: vec![
                equipoise_data::ThresholdKey::K,
                equipoise_data::ThresholdKey::L,
            ],
        };
        run(&source.build().unwrap());
    }

    const BOUNDS: Bounds = Bounds {
        median_us: 50.0,
        worst_us: 1_000.0,
        views_us: 5_000.0,
    };

    #[test]
    fn answers_are_right_and_other_ones_are_told() {
        with_atlas(|atlas| {
            let [first, again] = ask_rows(["first", "again"], atlas, &BOUNDS, 1).unwrap();
            assert!(
                first.wrong.is_empty() && again.wrong.is_empty(),
                "{:?}",
                first.wrong
            );
            assert_eq!(
                (first.goals.len(), first.notes.len(), again.notes.len()),
                (2, 1, 0)
            );
            assert_eq!(
                views_row("views", atlas, &BOUNDS, 1).unwrap().goals.len(),
                1
            );
            let asked = questions(atlas.chart(), SCANNED);
            let explorer = Explorer::new(atlas, None);
            let mut answers: Vec<Answer> = asked
                .iter()
                .map(|wishes| explorer.ask(wishes).unwrap())
                .collect();
            assert!(
                answers.iter().any(|answer| answer.best.is_none())
                    && answers.iter().any(|answer| answer.best.is_some())
            );
            answers.reverse();
            answers[0].proved = false;
            assert_eq!(wrong(atlas, &asked, &answers, 3).len(), 3);
        });
    }

    #[test]
    fn thresholds_are_new_to_a_fresh_explorer() {
        with_atlas(|atlas| {
            let mut fresh = Fresh::new(atlas).unwrap();
            let mut seen: Vec<Thresholds> = Vec::new();
            for wishes in questions(atlas.chart(), 200) {
                fresh.for_thresholds(&wishes.thresholds).unwrap();
                if fresh.seen.len() == 1 {
                    seen.clear();
                }
                assert!(!seen.contains(&wishes.thresholds) && seen.len() < Fresh::MOST_SEEN);
                seen.push(wishes.thresholds);
            }
        });
    }

    #[test]
    fn the_median_of_each_and_the_worst_of_all() {
        let wall_us = vec![
            vec![1.0, 9.0, 2.0],
            vec![5.0, 5.0, 4.0],
            vec![3.0, 3.0, 100.0],
        ];
        let times = Times {
            wall_us,
            cpu: Duration::from_millis(6),
        };
        assert_eq!(times.share_within(3.0), 2.0 / 3.0);
        let spread = times.spread();
        assert_eq!((spread.median, spread.worst), (3.0, 5.0));
        assert_eq!(
            spread.cost,
            Cost {
                wall_ms: 0.01,
                cpu_ms: 2.0,
                peak_mb: None
            }
        );
    }
}
