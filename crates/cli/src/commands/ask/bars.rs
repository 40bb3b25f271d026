//! A small drawing: what each threshold would leave out.

use super::words::{share, units};
use crate::say::grouped;
use equipoise::ThresholdKey;
use equipoise_workbench::{Asked, AskedCurve};
use std::io::IsTerminal;

/// Columns of the longest bar.
const LONGEST: u64 = 30;

/// Bars of a drawing.
const MOST: usize = 9;

/// What bars are drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    /// Blocks in eighths of a character.
    Blocks,
    /// A plain character, for files, pipes and terminals that show nothing else.
    Plain,
}

impl Ink {
    /// Blocks where somebody looks at a terminal that can show them.
    pub(super) fn of_stdout() -> Self {
        let variable = |name: &str| std::env::var(name).ok().filter(|v| !v.is_empty());
        let is_dumb =
            variable("TERM").is_some_and(|term| term == "dumb") || variable("NO_COLOR").is_some();
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .into_iter()
            .find_map(variable)
            .unwrap_or_default()
            .to_lowercase();
        let shows_blocks = cfg!(windows) || locale.contains("utf-8") || locale.contains("utf8");
        if std::io::stdout().is_terminal() && !is_dumb && shows_blocks {
            Ink::Blocks
        } else {
            Ink::Plain
        }
    }

    /// A bar; whatever is not nothing is seen.
    fn bar(self, part: u64, whole: u64) -> String {
        let scaled = |steps: u64| {
            let exact =
                (u128::from(part) * u128::from(LONGEST * steps)).div_ceil(u128::from(whole.max(1)));
            u64::try_from(exact)
                .unwrap_or(u64::MAX)
                .min(LONGEST * steps) as usize
        };
        match self {
            Ink::Plain => "#".repeat(scaled(1)),
            Ink::Blocks => {
                let eighths = scaled(8);
                let last = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
                "█".repeat(eighths / 8) + last
            }
        }
    }
}

/// The drawing of a curve: a bar per threshold, the wished one marked.
pub(super) fn drawing(asked: &Asked, curve: &AskedCurve, ink: Ink) -> String {
    let points = picked(curve);
    let most = points.iter().map(|p| p.1).max().unwrap_or(0);
    let label = |value: &str| format!("{} = {value}", curve.key);
    let width = points
        .iter()
        .map(|p| label(&p.0).chars().count())
        .max()
        .unwrap_or(0);
    let numbers = points.iter().map(|p| grouped(p.1).len()).max().unwrap_or(0);
    let mut text = format!(
        "{} left out for each {} of {}, at these levels:\n",
        capital(units(asked, 2)),
        curve.key,
        curve.model
    );
    for (value, out) in points {
        let bar = ink.bar(*out, most);
        let gap = " ".repeat(LONGEST as usize - bar.chars().count());
        let mark = if *value == curve.asked {
            "  <- your wish"
        } else {
            ""
        };
        text += &format!(
            "  {:<width$}  {bar}{gap}  {:>numbers$} ({}){mark}\n",
            label(value),
            grouped(*out),
            share(*out, asked.units)
        );
    }
    text
}

fn capital(word: &str) -> &'static str {
    if word == "persons" { "Persons" } else { "Rows" }
}

/// The points to draw: the wish, its neighbours, and some that are further away.
fn picked(curve: &AskedCurve) -> Vec<&(String, u64)> {
    let number = |text: &str| text.parse::<f64>().ok();
    let Some(wish) = number(&curve.asked) else {
        return Vec::new();
    };
    // k and l below 1 ask for nothing.
    let least = if matches!(curve.key, ThresholdKey::K | ThresholdKey::L) {
        1.0
    } else {
        0.0
    };
    let known = curve
        .points
        .iter()
        .filter_map(|p| Some((number(&p.0).filter(|n| *n >= least)?, p)));
    let known: Vec<(f64, &(String, u64))> = known.collect();
    let is_whole = known.iter().all(|(value, _)| value.fract() == 0.0);
    let aims: [f64; MOST] = if is_whole {
        [
            wish - 3.0,
            wish - 2.0,
            wish - 1.0,
            wish,
            wish + 1.0,
            wish + 2.0,
            wish + 5.0,
            wish * 2.0,
            wish * 4.0,
        ]
    } else {
        [0.25, 0.5, 0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 2.0].map(|factor| wish * factor)
    };
    let mut places: Vec<usize> = aims
        .iter()
        .filter_map(|aim| nearest(&known, *aim))
        .collect();
    places.extend(known.iter().position(|(_, p)| p.0 == curve.asked));
    places.sort_unstable();
    places.dedup();
    // Of bars that are as long as both their neighbours only the wish is drawn.
    let out = |at: usize| places.get(at).map(|&i| known[i].1.1);
    let is_dull = |at: usize| {
        at > 0
            && out(at - 1) == out(at)
            && out(at + 1) == out(at)
            && known[places[at]].1.0 != curve.asked
    };
    (0..places.len())
        .filter(|&at| !is_dull(at))
        .map(|at| known[places[at]].1)
        .collect()
}

fn nearest(known: &[(f64, &(String, u64))], aim: f64) -> Option<usize> {
    (0..known.len()).min_by(|&a, &b| {
        (known[a].0 - aim)
            .abs()
            .total_cmp(&(known[b].0 - aim).abs())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_show_whatever_is_not_nothing() {
        for ink in [Ink::Blocks, Ink::Plain] {
            assert_eq!(ink.bar(0, 100), "");
            assert!(!ink.bar(1, 1_000_000).is_empty());
            assert_eq!(ink.bar(7, 7).chars().count(), LONGEST as usize);
            assert_eq!(ink.bar(0, 0), "");
            assert_eq!(
                ink.bar(u64::MAX, u64::MAX).chars().count(),
                LONGEST as usize
            );
        }
        assert_eq!(Ink::Blocks.bar(1, 16), "█▉");
        assert_eq!(Ink::Plain.bar(1, 15), "##");
    }

    fn curve(asked: &str, points: &[(&str, u64)]) -> AskedCurve {
        let points = points
            .iter()
            .map(|(value, units)| ((*value).to_owned(), *units))
            .collect();
        let key = if asked.contains('.') { "t" } else { "k" };
        AskedCurve {
            model: "a model".into(),
            key: ThresholdKey::from_word(key).unwrap(),
            asked: asked.into(),
            points,
        }
    }

    #[test]
    fn the_wish_is_always_among_the_points() {
        let sizes: Vec<(String, u64)> = (1..60).map(|k| (k.to_string(), k * 3)).collect();
        let sizes: Vec<(&str, u64)> = sizes.iter().map(|(k, n)| (k.as_str(), *n)).collect();
        let drawn = |asked: &str, points: &[(&str, u64)]| {
            picked(&curve(asked, points))
                .iter()
                .map(|p| p.0.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(
            drawn("5", &sizes),
            ["2", "3", "4", "5", "6", "7", "10", "20"]
        );
        assert_eq!(drawn("1", &sizes), ["1", "2", "3", "4", "6"]);
        assert_eq!(
            drawn(
                "0.2",
                &[
                    ("0.05", 90),
                    ("0.19", 40),
                    ("0.2", 39),
                    ("0.21", 30),
                    ("1", 0)
                ]
            ),
            ["0.05", "0.19", "0.2", "0.21"]
        );
        assert_eq!(drawn("2", &[("0", 0), ("2", 0), ("infinite", 7)]), ["2"]);
        assert_eq!(
            drawn(
                "4",
                &[
                    ("1", 9),
                    ("2", 9),
                    ("3", 9),
                    ("4", 9),
                    ("5", 9),
                    ("6", 9),
                    ("8", 20)
                ]
            ),
            ["1", "4", "6", "8"]
        );
    }
}
