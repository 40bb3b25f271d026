//! Models of the whole table, and delta-presence.

use equipoise_privacy::{
    AverageRisk, Class, ClassModel, DeltaPresence, SampleUniqueness, Score, TableModel,
};
use equipoise_testkit::Seeded;

#[test]
fn risks_from_sizes() {
    let mut r = Seeded::new(71);
    let (risk, unique) = (
        AverageRisk::new(Score::new(1, 5)).unwrap(),
        SampleUniqueness::new(Score::whole(0)).unwrap(),
    );
    for _ in 0..500 {
        let mut sizes: Vec<u64> = (0..r.below(20)).map(|_| 1 + r.below(5) as u64).collect();
        sizes.sort_unstable();
        let runs: Vec<(u64, u64)> = sizes
            .chunk_by(|a, b| a == b)
            .map(|c| (c[0], c.len() as u64))
            .collect();
        let units = sizes.iter().sum::<u64>().max(1) as u128;
        assert_eq!(risk.score(&runs), Score::new(sizes.len() as u128, units));
        assert_eq!(
            unique.score(&runs),
            Score::new(sizes.iter().filter(|s| **s == 1).count() as u128, units)
        );
    }
}

#[test]
fn presence_has_two_ends() {
    let tenth = |n| Score::new(n, 10);
    let model = DeltaPresence::new(tenth(2), tenth(5)).unwrap();
    for size in 1..20u64 {
        for population in 0..40u64 {
            let class = Class {
                size,
                population,
                ..Class::default()
            };
            let (low, high) = (size * 10 >= population * 2, size * 10 <= population * 5);
            let meets = population >= size && low && high;
            assert_eq!(model.meets(&class), meets);
            assert_eq!(
                model.bound().allows(model.score(&class), model.asked()),
                meets
            );
            let is_share = population >= size && low;
            assert_eq!(
                model.score(&class),
                if is_share {
                    Score::new(size.into(), population.into())
                } else {
                    Score::INFINITE
                }
            );
        }
    }
    assert_eq!((model.min(), model.asked()), (tenth(2), tenth(5)));
}
