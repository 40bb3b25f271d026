//! Wishes back in words, and outcomes in sentences.

use super::file::About;
use crate::wish::WishTexts;
use equipoise_explore::session::{
    Aspired, Choice, Offer, OfferedThreshold, Preferred, Relax, Step, StepOutcome, Walked, flags,
};
use equipoise_explore::{AxisHead, By, Chart, SIZE, Thresholds, Wishes};
use equipoise_search::prefer::Ties;

/// The flags that ask for wishes, as far as there are flags for them; true when they say all of it.
pub(super) fn texts_of(chart: &Chart, wishes: &Wishes) -> (WishTexts, bool) {
    let (head, lattice) = (chart.head(), chart.lattice());
    let mut texts = WishTexts::default();
    let mut wished = wishes.thresholds.clone();
    for (number, axis) in head.axes.iter().chain(&head.tables).enumerate() {
        if *wished.of(number) != *chart.thresholds().of(number) {
            say_threshold(&mut texts, chart, number, axis, *wished.of(number));
        }
    }
    for (a, attribute) in head.attributes.iter().enumerate() {
        for (texts, wished, free) in [
            (&mut texts.min_levels, &wishes.low, lattice.bottom()),
            (&mut texts.max_levels, &wishes.high, lattice.top()),
        ] {
            if wished[a] != free[a] {
                texts.push(format!("{}={}", attribute.name, wished[a]));
            }
        }
    }
    texts.max_suppression =
        (wishes.max_units != head.max_units).then(|| wishes.max_units.to_string());
    texts.max_loss = wishes.max_loss.map(|loss| loss.to_string());
    texts.max_height = wishes.max_height.map(|height| height.to_string());
    texts.by = match wishes.by {
        By::Loss(0) => None,
        By::Loss(number) => head.losses.get(number).map(|l| l.metric.name().to_owned()),
        By::Height => Some("height".to_owned()),
        By::Suppression => Some("suppression".to_owned()),
    };
    let is_all = texts.wishes(chart).is_ok_and(|said| said == *wishes);
    (texts, is_all)
}

/// Adds the shortest flag that means this threshold and no other.
fn say_threshold(texts: &mut WishTexts, chart: &Chart, number: usize, axis: &AxisHead, grade: u64) {
    let mut meant = chart.thresholds();
    *meant.of(number) = grade;
    let value = axis.show(grade);
    let mut forms = vec![WishTexts {
        k: (axis.model == SIZE).then(|| value.clone()),
        ..WishTexts::default()
    }];
    if let Some(column) = &axis.column {
        let text = vec![format!("{column}={value}")];
        forms.push(WishTexts {
            l: text.clone(),
            ..WishTexts::default()
        });
        forms.push(WishTexts {
            t: text,
            ..WishTexts::default()
        });
    }
    let parts = [
        Some(axis.model.as_str()),
        axis.column.as_deref(),
        axis.detail.as_deref(),
    ];
    let parts: Vec<&str> = parts.into_iter().flatten().collect();
    let named = (1..=parts.len()).map(|n| WishTexts {
        thresholds: vec![format!("{}={value}", parts[..n].join(":"))],
        ..WishTexts::default()
    });
    forms.extend(named);
    let Some(form) = forms.into_iter().find(|form| {
        form.wishes(chart)
            .is_ok_and(|said| said.thresholds == meant)
    }) else {
        return;
    };
    texts.k = texts.k.take().or(form.k);
    texts.l.extend(form.l);
    texts.t.extend(form.t);
    texts.thresholds.extend(form.thresholds);
}

/// A node by the names of its columns: `age 1, town 2`.
pub(super) fn levels(about: &About, levels: &[u8]) -> String {
    let level = |(name, level): (&String, &u8)| format!("{name} {level}");
    about
        .columns
        .iter()
        .zip(levels)
        .map(level)
        .collect::<Vec<_>>()
        .join(", ")
}

/// Name of the model, key and value of each threshold that says anything.
pub(super) fn thresholds(about: &About, given: &Thresholds) -> Vec<(String, String, String)> {
    let all = about
        .models
        .iter()
        .zip(given.axes.iter().chain(&given.tables))
        .map(|(axis, grade)| (axis, axis.show(*grade)));
    all.filter(|(axis, value)| axis.entry.is_some() || value != "1")
        .map(|(axis, value)| (axis.name(), axis.key.to_string(), value))
        .collect()
}

/// What is left out, in the unit of protection and in rows.
pub(super) fn left_out(about: &About, units: u64, rows: Option<u64>) -> String {
    let plural = |n: u64, one: &str| {
        if n == 1 {
            format!("{n} {one}")
        } else {
            format!("{n} {one}s")
        }
    };
    match (about.persons, rows) {
        (false, _) => format!("{} left out", plural(units, "row")),
        (true, None) => format!("{} left out", plural(units, "person")),
        (true, Some(rows)) => format!(
            "{} of {} left out",
            plural(rows, "row"),
            plural(units, "person")
        ),
    }
}

/// An outcome in a sentence: with the nodes that were suggested, or only with what was suggested of
/// them.
pub(super) fn outcome(about: &About, outcome: &StepOutcome, with_nodes: bool) -> String {
    let (suggestions, proved) = match outcome {
        StepOutcome::Answered {
            levels: l,
            units,
            rows,
            loss,
            proved,
            ..
        } => {
            let known = if *proved { "proved best" } else { "best found" };
            return format!(
                "{}; {}; loss {loss:.6} ({known})",
                levels(about, l),
                left_out(about, *units, Some(*rows))
            );
        }
        StepOutcome::Unmet {
            suggestions,
            proved,
        } => (suggestions, proved),
    };
    let node =
        |l: &[u8], units: u64| format!("{}; {}", levels(about, l), left_out(about, units, None));
    let suppression = |o: &Offer| {
        if with_nodes {
            node(&o.levels, o.units)
        } else {
            left_out(about, o.units, None)
        }
    };
    let height = |o: &Offer| {
        if with_nodes {
            node(&o.levels, o.units)
        } else {
            levels(about, &o.levels)
        }
    };
    let threshold = |o: &OfferedThreshold| {
        let weaker = about.models.get(o.axis).map_or_else(String::new, |a| {
            format!("{} = {} of {}", a.key, a.show(o.grade), a.name())
        });
        if with_nodes {
            format!("{weaker}; {}", node(&o.levels, o.units))
        } else {
            weaker
        }
    };
    let offers = suggestions
        .suppression
        .iter()
        .map(|o| (Relax::Suppression, suppression(o)));
    let offers = offers.chain(
        suggestions
            .height
            .iter()
            .map(|o| (Relax::Height, height(o))),
    );
    let thresholds = suggestions
        .threshold
        .iter()
        .chain(&suggestions.other_thresholds);
    let offers = offers.chain(thresholds.map(|o| (Relax::Threshold, threshold(o))));
    let offers: Vec<String> = offers
        .map(|(which, what)| format!("{which} ({what})"))
        .collect();
    let none = if *proved {
        "cannot be met"
    } else {
        "no answer was found"
    };
    if offers.is_empty() {
        format!("{none}, and nothing was suggested")
    } else {
        format!("{none}; suggested: {}", offers.join(", "))
    }
}

/// The word for a kind of step.
pub(super) fn kind(step: &Step) -> &'static str {
    match step {
        Step::Wish { .. } => "wish",
        Step::Prefer { .. } => "prefer",
        Step::Accept { .. } => "accept",
        Step::Choose { .. } => "choose",
        Step::Candidate(_) => "keep",
        Step::RenameCandidate { .. } => "rename",
        Step::RemoveCandidate { .. } => "remove",
        Step::Note { .. } => "note",
        Step::Decide { .. } => "decide",
    }
}

/// A wish as flags, or that it asks for nothing beyond the recipe.
pub(super) fn wish(words: &[(String, String)]) -> String {
    if words.is_empty() {
        "as in the recipe".to_owned()
    } else {
        flags(words)
    }
}

/// An aspiration as flags.
pub(super) fn aspiration(aspired: &Aspired) -> Vec<(String, String)> {
    let pairs = |flag: &str, point: [f64; 2]| {
        let pair = |i: usize| {
            (
                flag.to_owned(),
                format!("{}={}", aspired.measures[i], point[i]),
            )
        };
        vec![pair(0), pair(1)]
    };
    let mut words = pairs("aspire", aspired.to);
    words.extend(
        aspired
            .from
            .map_or_else(Vec::new, |from| pairs("from", from)),
    );
    words.push(("steps".to_owned(), aspired.steps.to_string()));
    if aspired.ties != Ties::Deviation {
        words.push(("ties".to_owned(), aspired.ties.name().to_owned()));
    }
    words
}

/// What an aspiration came to, in a sentence.
pub(super) fn preferred(about: &About, aspired: &Aspired, found: Option<&Preferred>) -> String {
    let Some(found) = found else {
        return "nothing is within the wishes".to_owned();
    };
    let known = if found.proved {
        "proved best"
    } else {
        "best found"
    };
    let [first, second] = &aspired.measures;
    let Walked {
        levels: at,
        point,
        units,
        ..
    } = &found.best;
    let out = left_out(about, *units, None);
    let along = found.walked.len();
    format!(
        "{}; {first} {:.4}, {second} {:.4}; {out} ({known}); {along} along the way",
        levels(about, at),
        point[0],
        point[1]
    )
}

/// A step in a sentence.
pub(super) fn step(about: &About, step: &Step) -> String {
    let because = |reason: &Option<String>| {
        reason
            .as_ref()
            .map_or_else(String::new, |r| format!(", because: {r}"))
    };
    match step {
        Step::Wish { words, answer, .. } => {
            format!("asked {}: {}", wish(words), outcome(about, answer, false))
        }
        Step::Prefer {
            words,
            aspired,
            answer,
            ..
        } => {
            format!(
                "aspired to {}: {}",
                flags(words),
                preferred(about, aspired, answer.as_ref())
            )
        }
        Step::Accept {
            which,
            axis,
            reason,
        } => {
            let of = axis
                .and_then(|axis| about.models.get(axis))
                .map_or_else(String::new, |model| format!(" of {}", model.name()));
            format!("accepted the suggestion `{which}`{of}{}", because(reason))
        }
        Step::Choose { levels: l } => format!("chose {}", levels(about, l)),
        Step::Candidate(c) => {
            format!(
                "kept {} as `{}`: {}; loss {:.6}",
                levels(about, &c.levels),
                c.name,
                left_out(about, c.units, Some(c.rows)),
                c.loss
            )
        }
        Step::RenameCandidate { from, to } => format!("renamed `{from}` to `{to}`"),
        Step::RemoveCandidate { name } => format!("removed `{name}`"),
        Step::Note {
            about: Some(name),
            text,
        } => format!("noted about `{name}`: {text}"),
        Step::Note { about: None, text } => format!("noted: {text}"),
        Step::Decide {
            on: Choice::Candidate(name),
            because,
        } => format!("decided on `{name}`, because: {because}"),
        Step::Decide {
            on: Choice::Current,
            because,
        } => format!("decided on the node looked at, because: {because}"),
    }
}
