//! The worked examples of the source, with its errors mended as the specification says.

use super::world::Ground;
use equipoise_data::{Hierarchy, Table, Tree};
use equipoise_measure::disclosure::{
    Across, Attribute, Chains, LabelWeights, Phi, Record, RiskModel, Risks, Utility, jaro,
};
use equipoise_search::record::{
    Aruba, BestFirst, BranchAndBound, Dinkelbach, Exhaustive, Form, Genetic, Landscape,
    Neighbourhood, Optimizer, RecordMethod, Solved,
};
use equipoise_search::{Limits, UnwatchedSearch};
use equipoise_testkit::disclosure::{self as kit, Fit, OracleRisk, World, Worth};

const CUBE: Aruba = Aruba {
    neighbourhood: Neighbourhood::Cube,
};
const EXCHANGE: Aruba = Aruba {
    neighbourhood: Neighbourhood::Exchange,
};
const BOUNDED: BranchAndBound = BranchAndBound { max_nodes: None };

fn bound(lines: &[Vec<String>]) -> Hierarchy {
    let values: Vec<[String; 1]> = lines
        .iter()
        .map(|line| [line[0].clone()])
        .chain([[String::new()]])
        .collect();
    let table = Table::from_rows(&["x"], &values);
    Hierarchy::bind(
        &Tree::new(lines.to_vec()).unwrap(),
        &table.columns[0],
        &[String::new()],
    )
    .unwrap()
}

fn lines(text: &[&str]) -> Vec<Vec<String>> {
    text.iter()
        .map(|line| line.split(';').map(str::to_owned).collect())
        .collect()
}

/// O1: the hierarchy of places.
#[test]
fn depths_and_ancestors_of_places() {
    let places = lines(&[
        "Lafayette;Greater Lafayette;Tippecanoe;Indiana;Midwest;*",
        "West Lafayette;Greater Lafayette;Tippecanoe;Indiana;Midwest;*",
        "Dayton;Dayton;Tippecanoe;Indiana;Midwest;*",
        "Indianapolis;Indianapolis;Marion;Indiana;Midwest;*",
        "Chicago;Chicago;Cook;Illinois;Midwest;*",
        "Boston;Boston;Suffolk;Massachusetts;Northeast;*",
    ]);
    let hierarchy = bound(&places);
    let chains = Chains::new(&hierarchy, 0, 5);
    let label = |step: &equipoise_measure::disclosure::ChainLabel| {
        let level = &hierarchy.levels[usize::from(step.level)];
        level.labels[level.of_leaf[step.region.first as usize] as usize].clone()
    };
    let lafayette = chains.of(0);
    assert_eq!(lafayette[1].depth, 4, "Greater Lafayette");
    let above: Vec<String> = lafayette[1..].iter().map(label).collect();
    assert_eq!(
        above,
        ["Greater Lafayette", "Tippecanoe", "Indiana", "Midwest", "*"]
    );
    let below: Vec<&str> = (lafayette[1].region.first..=lafayette[1].region.last)
        .map(|leaf| places[leaf as usize][0].as_str())
        .collect();
    assert_eq!(below, ["Lafayette", "West Lafayette"]);
    assert_eq!(
        chains.of(2).iter().map(label).collect::<Vec<_>>(),
        ["Dayton", "Tippecanoe", "Indiana", "Midwest", "*"]
    );
}

/// O3: two ways to disclose a member of the case study. O4: harmonic weights of counties and
/// states.
#[test]
fn losses_of_the_case_study() {
    let city = lines(&[
        "West Lafayette;Greater Lafayette;Tippecanoe;Indiana;*",
        "Lafayette;Greater Lafayette;Tippecanoe;Indiana;*",
    ]);
    let race = lines(&["White;Caucasian;*", "Other;Caucasian;*", "Chinese;Asian;*"]);
    let day = |day: u32, month: &str| format!("{day:02} {month} 1975;{month} 1975;1975;*");
    let days: Vec<String> = (1..=31)
        .map(|d| day(d, "May"))
        .chain((1..=30).map(|d| day(d, "June")))
        .chain(["01 May 1980;May 1980;1980;*".to_owned()])
        .collect();
    let income = |i: u32| {
        format!(
            "{i};{}0s;{}-;{};*",
            i / 10,
            i / 40,
            if (20..100).contains(&i) {
                "20 to 99"
            } else {
                "other"
            }
        )
    };
    let incomes: Vec<String> = (0..160).map(income).collect();
    let split = |texts: &[String]| lines(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    // Tens that lie on both sides of a border would not be a tree; these do not.
    let incomes: Vec<Vec<String>> = split(&incomes)
        .into_iter()
        .map(|mut l| {
            l[2] = format!("{} of {}", l[2], l[3]);
            l[1] = format!("{} of {}", l[1], l[2]);
            l
        })
        .collect();
    let all = [
        (city, 0.3),
        (race, 0.4),
        (split(&days), 0.5),
        (incomes, 0.75),
    ];
    let attributes: Vec<Attribute> = all
        .iter()
        .map(|(lines, weight)| {
            let hierarchy = bound(lines);
            let weights = LabelWeights::new(&hierarchy, *weight, &[], &[]).unwrap();
            Attribute::new(
                &hierarchy,
                (0, hierarchy.height()),
                &weights,
                Utility::Depth,
            )
        })
        .collect();
    let risks = Risks {
        phi: Phi::Multiplicative,
        model: RiskModel::Expected,
        across: Across::Mean,
    };
    let leaf =
        |a: usize, value: &str| all[a].0.iter().position(|line| line[0] == value).unwrap() as u32;
    let leaves = [
        leaf(0, "West Lafayette"),
        leaf(1, "White"),
        leaf(2, "10 May 1975"),
        leaf(3, "52"),
    ];
    let record = Record::unknown(&attributes, &leaves, None, &risks);
    let loss = |node: &[u8], crowd: u64| {
        (
            record.phi(node),
            record.risk_among(node, std::iter::once((crowd, 1_000))),
            record.utility(node),
        )
    };
    let (phi, risk, utility) = loss(&[0, 0, 0, 0], 7);
    assert!(
        (phi - 7.03).abs() < 0.005 && (risk - 1.004).abs() < 0.001 && utility == 13.0,
        "{phi} {risk} {utility}"
    );
    let (phi, risk, utility) = loss(&[0, 2, 1, 3], 198);
    assert!(
        (phi - 1.38).abs() < 0.005 && (risk - 0.007).abs() < 0.0001 && utility == 7.0,
        "{phi} {risk} {utility}"
    );
    assert_eq!(attributes[2].weights(leaves[2])[..2], [0.5, 0.5 / 31.0]);
    assert_eq!(attributes[3].weights(leaves[3])[3], 0.75 / 80.0);

    let places = bound(&lines(&[
        "a;county 1;state;*",
        "b;county 1;state;*",
        "c;county 2;state;*",
        "d;county 2;state;*",
        "e;county 2;state;*",
        "f;county 3;other;*",
    ]));
    let weights = LabelWeights::new(&places, 0.6, &[], &[]).unwrap();
    assert_eq!(
        [weights.of(1, 0), weights.of(1, 1), weights.of(2, 0)],
        [0.6 / 2.0, 0.6 / 3.0, weights.of(2, 0)]
    );
    assert!((weights.of(2, 0) - 0.6 / 5.0).abs() < 1e-15);
}

/// A box of nodes with given risks and utilities.
struct Given {
    heights: Vec<u8>,
    of_node: Vec<(f64, f64)>,
    parts: Vec<(f64, f64)>,
}

impl Given {
    fn index(&self, node: &[u8]) -> usize {
        usize::from(node[0]) * (usize::from(self.heights[1]) + 1) + usize::from(node[1])
    }
}

impl Landscape for Given {
    fn heights(&self) -> &[u8] {
        &self.heights
    }

    fn utility(&self, node: &[u8]) -> f64 {
        self.of_node[self.index(node)].1
    }

    fn risk(&self, node: &[u8]) -> f64 {
        self.of_node[self.index(node)].0
    }

    fn parts(&self, node: &[u8]) -> Option<(f64, f64)> {
        self.parts.get(self.index(node)).copied()
    }
}

/// O5: the lattice of the traces in §4.3, 5 by 4 nodes.
fn traced() -> Given {
    let named = [
        (0, 0, 80, 28),
        (1, 0, 63, 23),
        (0, 1, 70, 24),
        (2, 0, 45, 16),
        (1, 1, 60, 21),
        (0, 2, 62, 18),
        (3, 0, 24, 12),
        (2, 1, 35, 14),
        (1, 2, 40, 15),
        (0, 3, 55, 17),
        (4, 0, 16, 8),
        (3, 1, 22, 11),
        (2, 2, 26, 12),
        (1, 3, 28, 13),
        (4, 1, 14, 5),
        (3, 2, 15, 7),
        (2, 3, 21, 9),
        (4, 2, 12, 2),
        (3, 3, 10, 4),
        (4, 3, 0, 0),
    ];
    let mut of_node = vec![(0.0, 0.0); 20];
    named
        .iter()
        .for_each(|&(x, y, r, u)| of_node[x * 4 + y] = (f64::from(r), f64::from(u)));
    Given {
        heights: vec![4, 3],
        of_node,
        parts: Vec::new(),
    }
}

#[test]
fn traces_of_best_first_and_aruba() {
    let land = traced();
    let form = Form::LeastRisk { min_utility: 18.0 };
    let solve = |optimizer: &dyn Optimizer| -> Solved { optimizer.solve(&land, &form, 1).unwrap() };
    let (best_first, aruba) = (solve(&BestFirst), solve(&CUBE));
    assert_eq!((best_first.visited, aruba.visited), (18, 11));
    for solved in [
        best_first,
        aruba,
        solve(&EXCHANGE),
        solve(&BOUNDED),
        solve(&Exhaustive),
        solve(&Genetic::default()),
    ] {
        assert_eq!(
            (solved.point.node.as_slice(), solved.point.risk),
            ([1, 1].as_slice(), 60.0),
            "E11: e and not f"
        );
    }
    assert!(
        CUBE.solve(&land, &Form::LeastRisk { min_utility: 29.0 }, 1)
            .is_err_and(|e| e.nearest == Some(28.0))
    );
    let free = CUBE
        .solve(&land, &Form::LeastRisk { min_utility: 0.0 }, 1)
        .unwrap();
    assert_eq!(
        free.point.node,
        [4, 3],
        "where the top is worth enough there is no frontier"
    );
}

/// O9: a record of 4 by 3 nodes whose figures were computed by hand.
fn computed() -> Given {
    let least = [[0u8, 0], [0, 1], [1, 0], [2, 0], [3, 1], [0, 2]];
    let (city, race) = ([0.3, 0.15, 0.05, 0.0], [0.4, 0.2, 0.0]);
    let (mut of_node, mut parts) = (Vec::new(), Vec::new());
    for x in 0..4u8 {
        for y in 0..3u8 {
            let crowd = least.iter().filter(|m| m[0] <= x && m[1] <= y).count() as f64;
            let phi = 0.1 + city[usize::from(x)] + race[usize::from(y)];
            of_node.push((phi / crowd, f64::from(5 - x - y)));
            parts.push((crowd, phi));
        }
    }
    Given {
        heights: vec![3, 2],
        of_node,
        parts,
    }
}

#[test]
fn figures_and_optima_of_the_computed_record() {
    let land = computed();
    let value = |node: &[u8]| {
        -Form::Aggregate {
            lambda: 1.0,
            kappa: 1,
        }
        .objective(land.risk(node), land.utility(node))
    };
    let all = [
        ([0, 0], 1.0, 0.8, 0.8, 6.25),
        ([0, 1], 2.0, 0.6, 0.3, 7.333333),
        ([0, 2], 3.0, 0.4, 0.133333, 10.5),
        ([1, 0], 2.0, 0.65, 0.325, 7.076923),
        ([1, 1], 3.0, 0.45, 0.15, 9.666667),
        ([1, 2], 4.0, 0.25, 0.0625, 18.0),
        ([2, 0], 3.0, 0.55, 0.183333, 8.454545),
        ([2, 1], 4.0, 0.35, 0.0875, 13.428571),
        ([2, 2], 5.0, 0.15, 0.03, 34.333333),
        ([3, 0], 3.0, 0.5, 0.166667, 8.0),
        ([3, 1], 5.0, 0.3, 0.06, 17.666667),
        ([3, 2], 6.0, 0.1, 0.016667, 60.0),
    ];
    for (node, crowd, phi, risk, f) in all {
        let found = land.parts(&node).unwrap();
        let near = |a: f64, b: f64| (a - b).abs() < 1e-6;
        assert!(
            near(found.0, crowd)
                && near(found.1, phi)
                && near(land.risk(&node), risk)
                && near(value(&node), f),
            "{node:?}"
        );
    }
    let optima: [(f64, [u8; 2]); 5] = [
        (1.0, [2, 2]),
        (2.0, [1, 2]),
        (3.0, [0, 2]),
        (4.0, [0, 1]),
        (5.0, [0, 0]),
    ];
    let optimizers: [&dyn Optimizer; 5] = [&Exhaustive, &BestFirst, &CUBE, &EXCHANGE, &BOUNDED];
    for (min_utility, node) in optima {
        for optimizer in optimizers {
            let solved = optimizer
                .solve(&land, &Form::LeastRisk { min_utility }, 0)
                .unwrap();
            assert_eq!(
                solved.point.node,
                node,
                "{} {min_utility}",
                optimizer.name()
            );
        }
    }
    // E7: the aggregate jumps from showing everything to showing nothing.
    for (kappa, at) in [(1, 5.0 / 58.75), (2, 25.0 / 58.75), (3, 125.0 / 58.75)] {
        let node = |lambda: f64| {
            Dinkelbach
                .solve(&land, &Form::Aggregate { lambda, kappa }, 0)
                .unwrap()
                .point
                .node
        };
        assert_eq!(
            (node(at * 0.999), node(at * 1.001)),
            (vec![0, 0], vec![3, 2]),
            "{kappa}"
        );
    }
    let solved = Dinkelbach
        .solve(
            &land,
            &Form::Aggregate {
                lambda: 1.0,
                kappa: 1,
            },
            0,
        )
        .unwrap();
    assert_eq!(
        (solved.point.node.as_slice(), solved.visited),
        ([3, 2].as_slice(), 2 * 12),
        "two rounds"
    );
}

/// O10: hiding attributes is choosing a dense part of a graph, so the threshold form is hard.
#[test]
fn the_graph_of_the_hardness_proof() {
    let attribute = |i: usize| kit::OracleAttribute {
        lines: lines(&[&format!("a{i};*"), &format!("b{i};*"), ";*"]),
        weights: vec![1.0; 3],
        levels: (0, 1),
    };
    let raw: Vec<String> = (0..4).map(|i| format!("a{i}")).collect();
    let edge = |(x, y): (usize, usize)| {
        let text = |i: usize| {
            if i == x || i == y {
                format!("b{i}")
            } else {
                format!("a{i}")
            }
        };
        (0..4).map(|i| Some(text(i))).collect::<Vec<_>>()
    };
    let own = raw.iter().cloned().map(Some).collect();
    let entries = std::iter::once(own)
        .chain([(0, 1), (0, 2), (1, 2), (2, 3)].map(edge))
        .collect();
    let world = World {
        attributes: (0..4).map(attribute).collect(),
        rows: vec![raw],
        dictionaries: vec![kit::OracleDictionary {
            entries,
            persons: None,
        }],
        fit: Fit::Covered,
        base: Some(0.0),
        risk: OracleRisk::One,
        worth: Worth::U1,
        worst: false,
        prior: None,
        factors: None,
    };
    let ground = Ground::new(&world);
    let optimizers: [&dyn Optimizer; 4] = [&BestFirst, &CUBE, &EXCHANGE, &BOUNDED];
    for optimizer in optimizers {
        let solve = |task: &equipoise_search::record::RecordTask<'_>| {
            task.solve(
                &RecordMethod::Each(optimizer),
                &Limits::default(),
                0,
                &UnwatchedSearch,
            )
        };
        let answer = ground
            .with(Form::LeastRisk { min_utility: 2.5 }, solve)
            .unwrap();
        assert_eq!(
            (answer.node(0), answer.risk[0]),
            ([1, 1, 1, 0].as_slice(), 0.25),
            "{}",
            optimizer.name()
        );
    }
}

/// E8: the third model as printed is negative and falls when less is hidden; the normalized one
/// does neither.
#[test]
fn the_third_model_is_normalized() {
    let risk = |model, sum, crowd| {
        Risks {
            phi: Phi::Additive { base: 0.0 },
            model,
            across: Across::Mean,
        }
        .of(sum, std::iter::once((crowd, 100)))
    };
    assert!((risk(RiskModel::EntropicRaw, 2.0, 10) + 4.605).abs() < 1e-3);
    assert_eq!(
        risk(RiskModel::EntropicRaw, 0.0, 100),
        0.0,
        "hiding everything is riskier"
    );
    assert!(risk(RiskModel::Entropic, 2.0, 10) > risk(RiskModel::Entropic, 0.0, 100));
    assert_eq!(
        risk(RiskModel::Expected, 2.0, 0),
        2.0,
        "E4: who fits nobody is counted as one"
    );
    let both = |across| {
        Risks {
            phi: Phi::Additive { base: 0.0 },
            model: RiskModel::Expected,
            across,
        }
        .of(1.0, [(2, 10), (5, 10)].into_iter())
    };
    assert_eq!(
        [
            both(Across::Mean),
            both(Across::Worst),
            both(Across::Bayes(vec![0.25, 0.75]))
        ],
        [0.35, 0.5, 0.25 * 0.5 + 0.75 * 0.2]
    );
}

#[test]
fn similarities_are_those_of_the_definition() {
    let words = [
        "",
        "a",
        "anna",
        "annah",
        "hanna",
        "martha",
        "marhta",
        "dixon",
        "dicksonx",
        "Jellyfish",
        "smellyfish",
        "äpfel",
        "apfel",
    ];
    for one in words {
        for other in words.iter().filter(|w| !w.is_empty() && !one.is_empty()) {
            assert!(
                (jaro(one, other) - kit::jaro(one, other)).abs() < 1e-12,
                "{one} {other}"
            );
        }
    }
    assert!(jaro("anna", "annah") >= 0.8 && jaro("anna", "bert") < 0.8);
}
