//! The traps are what they say, and the oracle does not fall into them.

use equipoise_testkit::ask::{AskNode, OracleBy, Trap, answer, trap_cases};
use equipoise_testkit::{Case, evaluate};

fn short(node: &Option<AskNode>) -> Option<(Vec<usize>, u64)> {
    node.as_ref().map(|node| (node.levels.clone(), node.units))
}

#[test]
fn answers_as_worked_out() {
    for Trap {
        name,
        case,
        request,
        best,
        suppression,
        threshold,
        height,
    } in trap_cases()
    {
        for by in [OracleBy::Loss, OracleBy::Height, OracleBy::Suppression] {
            let mut request = request.clone();
            request.by = by;
            let found = answer(&case, &request);
            assert_eq!(short(&found.best), best, "{name}");
            assert_eq!(short(&found.suppression), suppression, "{name}");
            assert_eq!(short(&found.height), height, "{name}");
            assert_eq!(
                found.threshold.map(|t| (t.model, t.value, t.node.units)),
                threshold,
                "{name}"
            );
            assert!(
                found.ties.is_empty() && found.other_thresholds.is_empty() && !found.doubtful,
                "{name}"
            );
        }
    }
}

fn units(case: &Case, level: usize) -> u64 {
    evaluate(case, &[level]).suppressed_units
}

/// Where the answer is below vmax, vmax itself needs more than is allowed.
#[test]
fn vmax_fails_where_a_node_below_satisfies() {
    let traps = trap_cases();
    let is_below = |trap: &&Trap| {
        trap.best
            .as_ref()
            .is_some_and(|(levels, _)| *levels != trap.request.high)
    };
    let below: Vec<&Trap> = traps.iter().filter(is_below).collect();
    assert!(below.len() >= 3);
    for trap in below {
        assert!(
            units(&trap.case, trap.request.high[0]) > trap.request.max_units,
            "{}",
            trap.name
        );
    }
    let rising = traps
        .iter()
        .find(|trap| trap.name.contains("only a low height"))
        .expect("a trap of that name");
    assert_eq!(
        [0, 1, 2, 3].map(|level| units(&rising.case, level)),
        [16, 8, 16, 16]
    );
}
