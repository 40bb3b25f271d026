//! Neighbours of a node.

use super::mock::{Knowledge, Mock};
use super::naive::{meets, within};
use equipoise_explore::{KnownNodes, one_step};
use equipoise_testkit::Seeded;

#[test]
fn neighbours_are_one_level_away_with_their_differences() {
    for seed in 0..2_000 {
        let mut random = Seeded::new(seed);
        let knowledge = random.pick(&[Knowledge::Tight, Knowledge::Vague, Knowledge::Partial]);
        let mock = Mock::random(&mut random, knowledge);
        let wishes = mock.wishes(&mut random);
        let node = random.below(mock.truth.len()) as u64;
        let levels = mock.lattice.levels(node);
        let view = one_step(&mock, &wishes, node);
        let mut is_known = mock.resolvable[node as usize];
        for (a, step) in view.steps.iter().enumerate() {
            assert_eq!(
                step.finer.is_some(),
                mock.lattice.leads(a) && levels[a] > mock.lattice.bottom()[a]
            );
            assert_eq!(
                step.coarser.is_some(),
                mock.lattice.leads(a) && levels[a] < mock.lattice.top()[a]
            );
            for (neighbour, by) in [(&step.finer, -1), (&step.coarser, 1)] {
                let Some(neighbour) = neighbour else { continue };
                let n = neighbour.node as usize;
                let mut expected = levels.clone();
                mock.lattice
                    .group(a)
                    .for_each(|b| expected[b] = expected[b].strict_add_signed(by as i8));
                assert_eq!(
                    (&neighbour.levels, mock.lattice.levels(neighbour.node)),
                    (&expected, expected.clone())
                );
                is_known &= mock.resolvable[n];
                assert_eq!(
                    neighbour.figures,
                    mock.resolvable[n].then(|| mock.truth[n].clone())
                );
                assert_eq!(neighbour.within, within(&wishes, &expected, &[]));
                let feasible = neighbour.within && meets(&mock, &wishes, neighbour.node);
                assert!(
                    neighbour.feasible.is_none_or(|f| f == feasible),
                    "seed {seed}"
                );
                assert!(neighbour.feasible.is_some() || !mock.resolvable[n]);
                assert_eq!(
                    neighbour.difference.is_some(),
                    mock.resolvable[n] && mock.resolvable[node as usize]
                );
                if let Some(difference) = neighbour.difference {
                    let (old, new) = (&mock.truth[node as usize], &mock.truth[n]);
                    assert_eq!(old.units as i64 + difference.units, new.units as i64);
                    assert_eq!(old.rows as i64 + difference.rows, new.rows as i64);
                    assert_eq!(
                        old.kept_classes as i64 + difference.kept_classes,
                        new.kept_classes as i64
                    );
                    assert_eq!(
                        old.losses[wishes.loss()] + difference.loss,
                        new.losses[wishes.loss()]
                    );
                    assert_eq!(difference.height, by * mock.lattice.group(a).count() as i32);
                }
            }
        }
        assert_eq!(view.complete, mock.is_complete() && is_known);
    }
}
