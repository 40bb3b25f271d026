//! What a further spectrum costs on a node whose classes exist, what distinct values cost a
//! roll-up, and risks of all sets of columns.

use crate::adult::{Adult, Parts};
use crate::goal::Goal;
use crate::meter::warm;
use crate::row::Row;
use crate::run::Run;
use equipoise_data::{Buffer, Classes, Encoded, Hashing, Layout, Result, Sensitive, Steps, count};
use equipoise_measure::risk::{Tuples, subsets::Subsets};
use equipoise_privacy::*;
use std::hint::black_box;
use std::path::Path;

/// Every so manieth node of the lattice is looked at.
const NODE_STEP: usize = 16;

/// Runs the workloads that are asked for.
pub(crate) fn run(run: &mut Run, data: &Path) -> Result<()> {
    let adult = Adult::load(data)?;
    let parts = adult.parts()?;
    if run.wants("adult spectrum") {
        spectra(run, &parts)?;
    }
    if run.wants("adult roll-ups with distinct values") {
        roll_ups(run, &parts);
    }
    if run.wants("adult risks of all sets of columns") {
        let codes = adult.codes();
        let (cost, found) = warm(run.args.repeat, || {
            Subsets::new(&Tuples::new(&codes, None)?, Subsets::BUDGET)
        });
        let looked_at = found?.list().len();
        let wrong = if looked_at == 511 {
            Vec::new()
        } else {
            vec![format!("{looked_at} sets were looked at, not 511")]
        };
        let goals = vec![Goal::Cpu {
            measured: cost.cpu_ms,
            below: 300.0,
        }];
        run.add(Row {
            goals,
            wrong,
            ..Row::new("adult risks of all sets of columns", cost)
        });
    }
    Ok(())
}

fn spectra(run: &mut Run, parts: &Parts<'_>) -> Result<()> {
    let nodes: Vec<Vec<u8>> = (0..parts.lattice.nodes())
        .step_by(NODE_STEP)
        .map(|i| parts.lattice.levels(i))
        .collect();
    let order: Vec<usize> = (0..parts.hierarchies.len()).collect();
    let layout = Layout::new(&parts.encoded, parts.lattice.bottom(), &order);
    let all: Vec<Classes<1>> = nodes
        .iter()
        .map(|levels| count(&parts.encoded, &layout, levels))
        .collect();
    let by_leaf = {
        let sensitive = &parts.encoded.sensitive[0];
        let sensitive = vec![Sensitive {
            value_of: &parts.occupations.0.leaf_of,
            ..*sensitive
        }];
        let encoded = Encoded {
            sensitive,
            ..parts.encoded.clone()
        };
        nodes
            .iter()
            .map(|levels| count(&encoded, &layout, levels))
            .collect::<Vec<Classes<1>>>()
    };
    let classes: usize = all.iter().map(Classes::len).sum();
    for (name, most, model) in models(parts)? {
        let lists = if name.ends_with("hierarchical") {
            &by_leaf
        } else {
            &all
        };
        let work = || {
            lists
                .iter()
                .for_each(|classes| _ = black_box(Spectrum::of(model.as_ref(), classes)))
        };
        let (cost, ()) = warm(run.args.repeat, work);
        let measured = cost.cpu_ms * 1e6 / classes as f64;
        run.add(Row {
            goals: vec![Goal::PerClass { measured, most }],
            ..Row::new(format!("adult spectrum, {name}"), cost)
        });
    }
    Ok(())
}

/// A name, the nanoseconds that a class may cost, and the model.
type Priced = (&'static str, f64, Box<dyn ClassModel>);

/// Models with the nanoseconds that a class may cost: 15, and for each of the 14 values 1.5, or 4
/// for a distance.
fn models(parts: &Parts<'_>) -> Result<Vec<Priced>> {
    let values = parts.reference.len();
    let (counts, distances) = (15.0 + 1.5 * values as f64, 15.0 + 4.0 * values as f64);
    let three = Score::whole(3);
    let ranks: Vec<Option<u32>> = (0..values as u32).map(Some).collect();
    let apart = |i: usize| {
        (0..values)
            .map(|j| i.abs_diff(j) as f64 / (values - 1) as f64)
            .collect()
    };
    let smoothed = Smoothed::new(
        &(0..values).map(apart).collect::<Vec<Vec<f64>>>(),
        None,
        0.3,
    )?;
    let t = Score::new(1, 5);
    Ok(vec![
        ("k-anonymity", counts, Box::new(KAnonymity::new(5)?)),
        (
            "distinct l",
            counts,
            Box::new(DistinctDiversity::new(0, 3, None)?),
        ),
        (
            "probabilistic l",
            counts,
            Box::new(ProbabilisticDiversity::new(0, three, None)?),
        ),
        (
            "entropy l",
            counts,
            Box::new(EntropyDiversity::new(
                0,
                three,
                EntropyEstimator::Shannon,
                None,
            )?),
        ),
        (
            "recursive (c,l)",
            counts,
            Box::new(RecursiveDiversity::new(0, 3, three, None)?),
        ),
        (
            "(alpha,k)",
            counts,
            Box::new(AlphaKAnonymity::new(0, Score::new(1, 2), 5, None, None)?),
        ),
        (
            "semantic privacy",
            counts,
            Box::new(SemanticPrivacy::new(
                0,
                Score::whole(1),
                Log::Natural,
                &parts.reference,
            )?),
        ),
        (
            "delta-disclosure",
            counts,
            Box::new(DeltaDisclosure::new(
                0,
                Score::whole(1),
                Log::Natural,
                &parts.reference,
            )?),
        ),
        (
            "beta-likeness",
            counts,
            Box::new(BetaLikeness::new(
                0,
                Score::whole(2),
                Likeness::Basic,
                &parts.reference,
            )?),
        ),
        (
            "t, equal",
            distances,
            Box::new(TCloseness::new(0, t, &parts.reference, Distance::Equal)?),
        ),
        (
            "t, ordered",
            distances,
            Box::new(TCloseness::new(
                0,
                t,
                &parts.reference,
                Distance::ordered(&ranks),
            )?),
        ),
        (
            "t, hierarchical",
            distances,
            Box::new(TCloseness::new(
                0,
                t,
                &parts.occupations.1,
                Distance::hierarchical(parts.occupations.0),
            )?),
        ),
        (
            "t, smoothed (no aim)",
            f64::INFINITY,
            Box::new(SmoothedCloseness::new(0, t, &parts.reference, &smoothed)?),
        ),
    ])
}

/// The same roll-ups without and with the distinct values of each class.
fn roll_ups(run: &mut Run, parts: &Parts<'_>) {
    let sensitive = Sensitive {
        only_occurrence: true,
        ..parts.encoded.sensitive[0]
    };
    let marked = Encoded {
        sensitive: vec![sensitive],
        ..parts.encoded.clone()
    };
    let plain = Encoded {
        sensitive: Vec::new(),
        ..parts.encoded.clone()
    };
    let (without, ()) = warm(run.args.repeat, roll_up_everywhere(parts, &plain));
    let (with, ()) = warm(run.args.repeat, roll_up_everywhere(parts, &marked));
    let goals = vec![Goal::Times {
        measured: with.cpu_ms / without.cpu_ms,
        most: 2.0,
    }];
    run.add(Row {
        goals,
        ..Row::new("adult roll-ups with distinct values", with)
    });
}

/// From the bottom each attribute to each level, and from there each other attribute to its top.
fn roll_up_everywhere<'a>(parts: &'a Parts<'_>, encoded: &Encoded<'_>) -> impl FnMut() + 'a {
    let order: Vec<usize> = (0..parts.hierarchies.len()).collect();
    let (bottom, top) = (parts.lattice.bottom(), parts.lattice.top());
    let layout = Layout::new(encoded, bottom, &order);
    let base = count::<1>(encoded, &layout, bottom);
    let steps = Steps::new(&parts.hierarchies, layout);
    let mut buffer = Buffer::default();
    move || {
        let mut step = |classes: &Classes<1>, from: &[u8], attribute: usize, level: u8| {
            let mut to = from.to_vec();
            to[attribute] = level;
            (
                classes.roll_up(
                    &steps.remap::<1>(from, &to),
                    usize::MAX,
                    Hashing::Full,
                    &mut buffer,
                ),
                to,
            )
        };
        for a in 0..top.len() {
            for level in 1..=top[a] {
                let (rolled, at) = step(&base, bottom, a, level);
                for b in (0..top.len()).filter(|&b| b != a) {
                    black_box(step(&rolled, &at, b, top[b]));
                }
            }
        }
    }
}
