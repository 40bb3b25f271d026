//! Small tables where what a search may take for granted is false.

use super::{OracleBy, Request, threshold_of};
use crate::{
    Case, OracleDistance, OracleEstimator, OracleLimit, OracleLoss, OracleModel, OracleQuasiColumn,
    ReducedFraction, SensitiveColumn,
};

/// A case, a request, and the only right answer, worked out by hand.
#[derive(Clone, Debug)]
pub struct Trap {
    /// The model, and what is not as one might think.
    pub name: &'static str,
    /// The table and its models.
    pub case: Case,
    /// What is asked.
    pub request: Request,
    /// Levels and suppressed units of the answer.
    pub best: Option<(Vec<usize>, u64)>,
    /// The same of the suggestion to suppress more.
    pub suppression: Option<(Vec<usize>, u64)>,
    /// The model, the value and the units that vmax suppresses under it, of the suggestion to ask
    /// for less.
    pub threshold: Option<(usize, ReducedFraction, u64)>,
    /// The same as of the answer, of the suggestion to go to other levels.
    pub height: Option<(Vec<usize>, u64)>,
}

/// All traps. Whatever is asked by, the answers are the same: where there is one, it is the only
/// one.
pub fn trap_cases() -> Vec<Trap> {
    vec![
        near_to_the_input(),
        as_many_of_each(),
        below_but_not_at(),
        fewest_below_vmax(),
        stricter_suppresses_less(),
        low_but_not_high(),
        everybody_loses_a_row(),
        nothing_is_known(),
    ]
}

/// A table of two columns from the values of each label, and the hierarchy of the labels.
fn case(classes: &[(&str, &str)], hierarchy: &[&str], models: Vec<OracleModel>) -> Case {
    let row = |label: &str, value: char| vec![label.to_owned(), value.to_string()];
    let rows: Vec<Vec<String>> = classes
        .iter()
        .flat_map(|(label, values)| values.chars().map(|value| row(label, value)))
        .collect();
    let lines: Vec<Vec<String>> = hierarchy
        .iter()
        .map(|line| line.split(' ').map(str::to_owned).collect())
        .collect();
    let max_level = lines[0].len() - 1;
    let values = ["w", "x", "y", "z"].map(str::to_owned).to_vec();
    Case {
        columns: vec!["label".into(), "value".into()],
        rows,
        quasi: vec![OracleQuasiColumn {
            index: 0,
            lines,
            weight: 1.0,
            min_level: 0,
            max_level,
        }],
        sensitive: vec![SensitiveColumn::new(1, values)],
        person: None,
        population: None,
        missing: vec!["-".into()],
        models,
        loss: OracleLoss::Loss,
        aggregation: None,
        suppression_weight: 0.5,
        limit: OracleLimit::Units(0),
    }
}

/// A request with the thresholds of the case, from the bottom to one level.
fn trap(name: &'static str, case: Case, high: usize, max_units: u64) -> Trap {
    let thresholds = case.models.iter().map(threshold_of).collect();
    let request = Request {
        thresholds,
        low: vec![0],
        high: vec![high],
        max_units,
        max_loss: None,
        max_height: None,
        by: OracleBy::Loss,
    };
    Trap {
        name,
        case,
        request,
        best: None,
        suppression: None,
        threshold: None,
        height: None,
    }
}

/// The input has as many x as y. a and c are like it; b and d are not, and each spoils its class of
/// level 1, at distance 1/10. Level 0: b and d go, 4 rows. Level 1: AB and CD go, 20 rows.
fn near_to_the_input() -> Trap {
    let classes = [
        ("a", "xxxxyyyy"),
        ("b", "xx"),
        ("c", "xxxxyyyy"),
        ("d", "yy"),
        ("e", "xy"),
        ("f", "xy"),
    ];
    let hierarchy = ["a AB *", "b AB *", "c CD *", "d CD *", "e EF *", "f EF *"];
    let model = OracleModel::T {
        column: 1,
        t_num: 1,
        t_den: 20,
        text: "0.05".into(),
        distance: OracleDistance::Equal,
    };
    let trap = trap(
        "t-closeness: vmax fails, a node below satisfies",
        case(&classes, &hierarchy, vec![model]),
        1,
        4,
    );
    Trap {
        best: Some((vec![0], 4)),
        ..trap
    }
}

/// a, c and d have as many x as y. b has x only: alone 4 rows go, with a in AB (6 x, 2 y) 8, and at
/// the top (8 x, 4 y) all 12.
const SPOILT: [(&str, &str); 4] = [("a", "xxyy"), ("b", "xxxx"), ("c", "xy"), ("d", "xy")];
const PAIRS: [&str; 4] = ["a AB *", "b AB *", "c CD *", "d CD *"];

fn entropy(l: u64) -> OracleModel {
    OracleModel::EntropyL {
        column: 1,
        l: ReducedFraction::whole(l),
        estimator: OracleEstimator::Shannon,
    }
}

/// x at most as often as the others together, times c.
fn recursive(c: u64) -> OracleModel {
    OracleModel::RecursiveL {
        column: 1,
        l: 2,
        c: ReducedFraction::whole(c),
    }
}

fn as_many_of_each() -> Trap {
    let trap = trap(
        "entropy: vmax suppresses every row, the bottom a third",
        case(&SPOILT, &PAIRS, vec![entropy(2)]),
        2,
        4,
    );
    Trap {
        best: Some((vec![0], 4)),
        ..trap
    }
}

/// The ratios are 1 in a, c and d, infinite in b, 3 in AB, and 2 at the top, which is not below 2.
fn below_but_not_at() -> Trap {
    let trap = trap(
        "recursive: vmax equals c and must be below it",
        case(&SPOILT, &PAIRS, vec![recursive(2)]),
        2,
        4,
    );
    Trap {
        best: Some((vec![0], 4)),
        ..trap
    }
}

/// The same with one row fewer allowed. The fewest are at the bottom; the next c on the grid lets
/// vmax keep everything.
fn fewest_below_vmax() -> Trap {
    let trap = trap(
        "recursive: the fewest are suppressed far below vmax",
        case(&SPOILT, &PAIRS, vec![recursive(2)]),
        2,
        3,
    );
    let above_two = ReducedFraction::new(2_000_000_001, 1_000_000_000);
    Trap {
        suppression: Some((vec![0], 4)),
        threshold: Some((0, above_two, 0)),
        ..trap
    }
}

/// At level 0, sizes 12, 6, 2, 2 with 4, 3, 2, 1 values, and an average risk of at most 3/20. l =
/// 4: 1/12, 10 rows go. l = 3: 2/18, 4 go. l = 2: 3/20, 2 go. l = 1: 4/22 is too much, and both
/// classes of 2 go: 4 rows.
fn stricter_suppresses_less() -> Trap {
    let classes = [
        ("a", "wwwxxxyyyzzz"),
        ("b", "wwxxyy"),
        ("c", "wx"),
        ("d", "ww"),
    ];
    let models = vec![
        OracleModel::DistinctL { column: 1, l: 4 },
        OracleModel::AverageRisk {
            threshold: ReducedFraction::new(3, 20),
        },
    ];
    let case = case(&classes, &["a *", "b *", "c *", "d *"], models);
    let trap = trap(
        "distinct l beside average risk: the mildest l suppresses more than the next",
        case,
        0,
        2,
    );
    Trap {
        suppression: Some((vec![0], 10)),
        threshold: Some((0, ReducedFraction::whole(2), 2)),
        height: Some((vec![1], 0)),
        ..trap
    }
}

/// Level 0: no class has both values. Level 1: ab and cd do, e and f go: 8 rows. Level 2: abe and
/// cdf have 6 x and 2 y, and the top has 12 and 4: all go. So whoever looks for a height by halving
/// looks in the wrong half.
fn low_but_not_high() -> Trap {
    let classes = [
        ("a", "xx"),
        ("b", "yy"),
        ("c", "xx"),
        ("d", "yy"),
        ("e", "xxxx"),
        ("f", "xxxx"),
    ];
    let hierarchy = [
        "a ab abe *",
        "b ab abe *",
        "c cd cdf *",
        "d cd cdf *",
        "e e abe *",
        "f f cdf *",
    ];
    let trap = trap(
        "entropy: only a low height satisfies, all above fail",
        case(&classes, &hierarchy, vec![entropy(2)]),
        0,
        8,
    );
    Trap {
        threshold: Some((0, ReducedFraction::whole(1), 0)),
        height: Some((vec![1], 8)),
        ..trap
    }
}

/// k = 2. Both persons are in a; one has another row in b, the other in c. b and c go, and with
/// them a row of each person, but a stays.
fn everybody_loses_a_row() -> Trap {
    let mut case = case(
        &[("a", "xx"), ("b", "x"), ("c", "x")],
        &["a *", "b *", "c *"],
        vec![OracleModel::K { k: 2 }],
    );
    case.columns.push("person".into());
    case.person = Some(2);
    case.rows
        .iter_mut()
        .zip(["p", "q", "p", "q"])
        .for_each(|(row, person)| row.push(person.into()));
    let trap = trap(
        "persons: all of them lose a row, and yet a class is kept",
        case,
        0,
        2,
    );
    Trap {
        best: Some((vec![0], 2)),
        ..trap
    }
}

/// b has no known value, so it meets no l from 1 on, and less than 1 cannot be asked for.
fn nothing_is_known() -> Trap {
    let case = case(
        &[("a", "xy"), ("b", "--")],
        &["a *", "b *"],
        vec![OracleModel::DistinctL { column: 1, l: 2 }],
    );
    let trap = trap(
        "distinct l: a class without a known value meets no l",
        case,
        0,
        1,
    );
    Trap {
        suppression: Some((vec![0], 2)),
        height: Some((vec![1], 0)),
        ..trap
    }
}
