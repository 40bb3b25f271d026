//! The source's algorithm: its worked example, brute force where it is right, and examples of where
//! it is wrong.

use super::mock::{Knowledge, Mock, with_links};
use super::naive::height;
use equipoise_data::Lattice;
use equipoise_explore::{By, Figures, KnownNodes, SourceNode, Visited, Wishes, source_answer};
use equipoise_testkit::Seeded;

fn figures(units: u64) -> Figures {
    Figures {
        units,
        rows: units,
        kept_classes: 1,
        losses: vec![0.0, 0.0],
    }
}

fn mock(lattice: Lattice, all_units: u64, units: impl Fn(&[u8]) -> u64) -> Mock {
    let mut truth = Vec::new();
    lattice.for_each(|levels| truth.push(figures(units(levels))));
    let brackets = truth.iter().map(|f| (f.units, f.units)).collect();
    Mock {
        all_units,
        brackets,
        ..Mock::new(lattice, truth, &mut Seeded::new(0), Knowledge::Tight)
    }
}

fn request(mock: &Mock, high: &[u8], max_units: u64) -> Wishes {
    Wishes {
        high: high.to_vec(),
        max_units,
        by: By::Height,
        ..mock.without_limits()
    }
}

/// The lattice of the worked example, age up to 4, workclass up to 2, education up to 3: tuples to
/// suppress for k = 3. Printed are 17 at 111, 11 at 121 and that 400 is within 8; the rest is made
/// up so that nothing grows on the way up.
fn worked_example() -> Mock {
    let lattice = Lattice::new(&[(0, 4), (0, 2), (0, 3)]).unwrap();
    mock(lattice, 30_162, |levels| {
        let by_height = [1_580, 600, 200, 60, 30, 6, 3, 1, 0, 0][height(levels) as usize];
        let printed = [([1, 1, 1], 17), ([1, 2, 1], 11), ([4, 0, 0], 7)];
        let above = printed
            .iter()
            .filter(|(p, _)| p.iter().zip(levels).all(|(p, l)| p <= l));
        above.map(|p| p.1).fold(by_height, u64::min)
    })
}

fn noted(levels: [u8; 3], node: u64, units: u64) -> SourceNode {
    SourceNode {
        node,
        levels: levels.to_vec(),
        height: height(&levels),
        units,
    }
}

#[test]
fn the_worked_example_of_the_source() {
    let mock = worked_example();
    // At 121 seven classes of one and two of two: 11 tuples for k = 3, 7 for k = 2.
    let strictest = |node: u64| {
        assert_eq!(mock.lattice.levels(node), [1, 2, 1]);
        [(3, 11), (2, 7)]
            .iter()
            .find(|&&(_, units)| units <= 8)
            .map(|&(k, _)| k)
    };
    let answer = source_answer(&mock, &request(&mock, &[1, 2, 1], 20), strictest);
    assert_eq!(
        answer.exact,
        [noted([1, 1, 1], mock.lattice.index(&[1, 1, 1]), 17)]
    );
    assert_eq!(answer.suggestions, None);
    // 121 itself; 000; 100, 010, 001; 110, 101, 011, 020; 111, 120, 021.
    assert_eq!(
        answer.visited,
        Visited {
            exact: 1 + 1 + 3 + 4 + 3,
            ..Visited::default()
        }
    );

    let answer = source_answer(&mock, &request(&mock, &[1, 2, 1], 8), strictest);
    assert!(answer.exact.is_empty());
    assert_eq!(
        answer.vmax,
        Some(noted([1, 2, 1], mock.lattice.index(&[1, 2, 1]), 11))
    );
    let suggestions = answer.suggestions.unwrap();
    assert_eq!(suggestions.suppression, Some(11));
    assert_eq!(suggestions.threshold, Some(2));
    assert_eq!(
        suggestions.height,
        [noted([4, 0, 0], mock.lattice.index(&[4, 0, 0]), 7)]
    );
    // Of heights 4 to 9 first 6, where 023 answers at once; then 4, where 400 is the last of eleven
    // nodes and vmax is known.
    assert_eq!(
        answer.visited,
        Visited {
            exact: 1,
            height: 1 + 10,
            ..Visited::default()
        }
    );
    assert_eq!(answer.visited.total(), 12);
}

/// Numbers of units that never grow on the way up.
fn monotone(random: &mut Seeded) -> Mock {
    let ranges: Vec<(usize, usize)> = (0..1 + random.below(4))
        .map(|_| (random.below(2), 1 + random.below(3)))
        .collect();
    let lattice = with_links(&ranges, random);
    let mut units: Vec<u64> = (0..lattice.nodes())
        .map(|_| random.below(13) as u64)
        .collect();
    let losses: Vec<f64> = units.iter().map(|_| random.below(4) as f64).collect();
    for node in 0..lattice.nodes() {
        let levels = lattice.levels(node);
        for a in lattice
            .leaders()
            .filter(|&a| levels[a] > lattice.bottom()[a])
        {
            units[node as usize] =
                units[node as usize].min(units[(node - lattice.stride(a)) as usize]);
        }
    }
    let figures = |(&units, &loss): (&u64, &f64)| Figures {
        losses: vec![loss, loss],
        ..figures(units)
    };
    let truth = units.iter().zip(&losses).map(figures).collect();
    Mock::new(lattice, truth, random, Knowledge::Vague)
}

/// The nodes of the lowest height among some, in the order of the spec.
fn lowest(mock: &Mock, nodes: impl Iterator<Item = u64> + Clone) -> Vec<u64> {
    let at = |n: u64| height(&mock.lattice.levels(n));
    let least = nodes.clone().map(at).min();
    let mut found: Vec<u64> = nodes.filter(|&n| Some(at(n)) == least).collect();
    let figures = |n: u64| &mock.truth[n as usize];
    found.sort_by(|&a, &b| {
        figures(a)
            .units
            .cmp(&figures(b).units)
            .then(figures(a).losses[0].total_cmp(&figures(b).losses[0]))
            .then(a.cmp(&b))
    });
    found
}

#[test]
fn on_monotone_models_it_agrees_with_brute_force() {
    let (mut exact, mut approximate, mut below) = (0, 0, 0);
    for seed in 0..4_000 {
        let mut random = Seeded::new(seed);
        let mock = monotone(&mut random);
        let high = mock.lattice.levels(random.below(mock.truth.len()) as u64);
        let mut wishes = request(&mock, &high, random.below(13) as u64);
        // A limit for one of linked attributes is one for all of them.
        let followers =
            (0..high.len()).filter(|&a| !mock.lattice.leads(a) && a % 2 == seed as usize % 2);
        followers.for_each(|a| wishes.high[a] = mock.lattice.top()[a]);
        let answer = source_answer(&mock, &wishes, Some);
        let satisfies = |n: u64| {
            mock.truth[n as usize].units <= wishes.max_units
                && mock.truth[n as usize].units < mock.all_units
        };
        let all = (0..mock.lattice.nodes()).filter(|&n| satisfies(n));
        let is_below = |n: u64| {
            mock.lattice
                .levels(n)
                .iter()
                .zip(&high)
                .all(|(l, h)| l <= h)
        };
        let nodes = |noted: &[SourceNode]| noted.iter().map(|n| n.node).collect::<Vec<u64>>();
        assert_eq!(
            nodes(&answer.exact),
            lowest(&mock, all.clone().filter(|&n| is_below(n))),
            "seed {seed}"
        );
        assert!(
            answer.visited.total() <= mock.lattice.nodes(),
            "seed {seed}: no node is counted twice"
        );
        assert!(
            mock.resolved().len() as u64 <= answer.visited.total(),
            "seed {seed}"
        );
        if let Some(suggestions) = answer.suggestions {
            approximate += 1;
            let vmax = mock.lattice.index(&high);
            assert_eq!(
                suggestions.suppression,
                Some(mock.truth[vmax as usize].units).filter(|&u| u < mock.all_units)
            );
            assert_eq!(suggestions.threshold, Some(vmax));
            let not_lower = |&n: &u64| height(&mock.lattice.levels(n)) >= height(&high);
            assert_eq!(
                nodes(&suggestions.height),
                lowest(&mock, all.clone().filter(not_lower)),
                "seed {seed}"
            );
            below += u64::from(
                !lowest(&mock, all.clone()).is_empty()
                    && nodes(&suggestions.height) != lowest(&mock, all),
            );
        } else {
            exact += 1;
        }
    }
    assert!(exact > 500 && approximate > 500, "{exact} {approximate}");
    assert!(
        below > 50,
        "a lower node outside the sublattice is missed now and then: {below}"
    );
}

#[test]
fn where_merging_can_harm_it_misses_answers_that_are_there() {
    // Two attributes of three levels. Merging the classes of 10 with others makes them fail, as
    // t-closeness can.
    let lattice = Lattice::new(&[(0, 2), (0, 2)]).unwrap();
    let units = |levels: &[u8]| match levels {
        [1, 0] => 2,
        [0, 2] => 3,
        [2, 2] => 0,
        _ => 50,
    };
    let mock = mock(lattice, 100, units);
    // vmax = 11 fails, and yet 10 below it satisfies.
    let answer = source_answer(&mock, &request(&mock, &[1, 1], 5), |_| None);
    assert!(answer.exact.is_empty());
    let wishes = request(&mock, &[1, 1], 5);
    let exhaustive = (0..9).find(|&n| {
        mock.truth[n as usize].units <= wishes.max_units
            && mock.lattice.levels(n).iter().all(|&l| l <= 1)
    });
    assert_eq!(exhaustive.map(|n| mock.lattice.levels(n)), Some(vec![1, 0]));
    let suggestions = answer.suggestions.unwrap();
    assert_eq!(
        suggestions.suppression,
        Some(50),
        "2 would be enough, at 10"
    );
    // Heights 2 to 4: 3 has no answer, so it goes up to 22, and misses 02 of height 2.
    assert_eq!(
        suggestions
            .height
            .iter()
            .map(|n| n.levels.clone())
            .collect::<Vec<_>>(),
        [[2, 2]]
    );
    let ladders = equipoise_explore::ladders(&mock, &wishes);
    assert_eq!(
        ladders[0].stops[1].found(),
        Some((1.0, mock.lattice.index(&[1, 0]))),
        "looking at all nodes finds it"
    );
}

#[test]
fn limits_outside_the_lattice_and_unknown_annotations_give_no_answer() {
    let mut mock = worked_example();
    let answer = source_answer(&mock, &request(&mock, &[1, 2, 9], 20), |_| None);
    assert_eq!(
        (
            answer.vmax,
            answer.exact.len(),
            answer.suggestions,
            answer.visited.total()
        ),
        (None, 0, None, 0)
    );
    let vmax = mock.lattice().index(&[1, 2, 1]) as usize;
    mock.brackets[vmax] = (0, 100);
    mock.resolvable[vmax] = false;
    let answer = source_answer(&mock, &request(&mock, &[1, 2, 1], 20), |_| None);
    assert_eq!((answer.vmax, answer.visited.total()), (None, 1));
}
