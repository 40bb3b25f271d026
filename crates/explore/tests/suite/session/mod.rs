//! The record of a negotiation: its steps, its file, its replay.

mod file;
mod quoting;
mod replay;
mod steps;
mod walks;

use equipoise_explore::session::{
    Aspired, Offer, OfferedThreshold, Offers, Preferred, Session, StepOutcome, Walked,
};
use equipoise_explore::{By, Shown, Thresholds, Wishes};
use equipoise_search::prefer::Ties;

/// The wishes of the source's worked example: h = 121, k = 3.
fn wishes(max_units: u64) -> Wishes {
    Wishes {
        thresholds: Thresholds {
            axes: vec![3, 40],
            tables: vec![7],
        },
        low: vec![0, 1, 0],
        high: vec![1, 2, 1],
        max_units,
        max_loss: Some(0.1),
        max_height: Some(3),
        by: By::Loss(1),
    }
}

fn words(text: &str) -> Vec<(String, String)> {
    text.split_whitespace()
        .map(|w| w.split_once(':').unwrap())
        .map(|(flag, value)| (flag.to_owned(), value.to_owned()))
        .collect()
}

/// Its first answer.
fn answered() -> StepOutcome {
    StepOutcome::Answered {
        node: 9,
        levels: vec![1, 1, 1],
        units: 17,
        rows: 17,
        loss: 0.1 + 0.2,
        proved: true,
    }
}

/// Its second answer, with the three suggestions.
fn unmet() -> StepOutcome {
    let suggestions = Offers {
        suppression: Some(Offer {
            levels: vec![1, 2, 1],
            units: 11,
        }),
        threshold: Some(OfferedThreshold {
            axis: 0,
            grade: 2,
            levels: vec![1, 2, 1],
            units: 8,
        }),
        other_thresholds: Vec::new(),
        height: Some(Offer {
            levels: vec![4, 0, 0],
            units: 3,
        }),
    };
    StepOutcome::Unmet {
        suggestions,
        proved: true,
    }
}

fn shown(levels: [u8; 3], loss: f64) -> Shown {
    let height = levels.iter().map(|l| u32::from(*l)).sum();
    Shown {
        node: 0,
        levels: levels.to_vec(),
        height,
        units: 5,
        rows: 6,
        kept_classes: 9,
        losses: vec![0.9, loss],
    }
}

/// A session whose last wish was not met.
fn stuck() -> Session {
    let mut session = Session::new("0123abcd", "recipe.toml");
    session
        .wish(wishes(20), words("k:3 max-suppression:20"), answered())
        .unwrap();
    session
        .wish(wishes(8), words("k:3 max-suppression:8"), unmet())
        .unwrap();
    session
}

fn keep(
    session: &mut Session,
    name: Option<&str>,
    levels: [u8; 3],
) -> equipoise_data::Result<String> {
    session.keep(name, &shown(levels, 0.5), &wishes(8).thresholds, 1)
}

fn aspired() -> Aspired {
    let measures = ["necd".to_owned(), "nwp".to_owned()];
    Aspired {
        measures,
        to: [0.5, 0.2],
        from: Some([1.0, 0.3]),
        steps: 10,
        ties: Ties::Deviation,
    }
}

fn preferred() -> Preferred {
    let walked = |levels: [u8; 3], point| Walked {
        levels: levels.to_vec(),
        point,
        least: 3,
        units: 2,
    };
    let best = walked([1, 1, 1], [0.4, 0.3]);
    Preferred {
        walked: vec![walked([0, 2, 1], [0.6, 0.1]), best.clone()],
        best,
        proved: true,
    }
}
