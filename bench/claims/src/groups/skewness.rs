//! What diversity lets pass and closeness does not: oracle O5 of `publishing-thesis`.

use crate::claim::Claim;
use crate::example::{Example, distances, score};
use crate::groups::group::Group;
use crate::value::{Expected, Value};
use equipoise_data::Result;
use equipoise_privacy::{
    Bound, Distance, DistinctDiversity, EntropyDiversity, EntropyEstimator, Score, entropy,
};
use equipoise_testkit::{Seeded, papers};

pub(crate) const GROUP: Group = Group { ids: &["O5"], run };

/// The node of the 10,000 people that has the classes of the text.
const CLASSES: [u8; 1] = [0];

fn run() -> Result<Vec<Claim>> {
    let example = Example::new(papers::virus().case)?;
    let values = example.values("virus")?;
    let classes = example.counted(&values, &CLASSES);
    let (half, most) = (&classes[0], &classes[1]);
    let perplexity = EntropyDiversity::new(0, Score::whole(1), EntropyEstimator::Shannon, None)?;
    let of_table = score(&perplexity, &values.reference);
    let far = distances(&classes[..2], &values.reference, Distance::Equal)?;
    Ok(vec![
        Claim::new(
            "O5",
            "entropy of 10,000 people of whom 100 are positive, of 50 with 50, of 49 with 1, in nats",
            Expected::printed(&["0.0560", "0.6931", "0.0980"]),
            Value::floats(&[&values.reference, half, most].map(|counts| entropy(counts))),
        ),
        Claim::new(
            "O5",
            "49 positive and 1 negative pass entropy diversity at the level of the whole table",
            Expected::Flag(true),
            Value::Flag(Bound::AtLeast.allows(score(&perplexity, most), of_table)),
        ),
        Claim::new(
            "O5",
            "equal distance of 50 with 50 and of 49 with 1 from all",
            Expected::printed(&["0.49", "0.97"]),
            Value::exact(&far),
        ),
        Claim::new(
            "O5",
            "at most so many classes can be distinct 2-diverse (an even partition, and 200 random ones)",
            Expected::Whole(100),
            Value::Whole(most_diverse(&values.reference)?),
        ),
    ])
}

/// The largest number of classes that are distinct 2-diverse, over partitions of all people.
fn most_diverse(all: &[u64]) -> Result<u64> {
    let model = DistinctDiversity::new(0, 2, None)?;
    let diverse = |classes: &[Vec<u64>]| {
        classes
            .iter()
            .filter(|c| c.iter().any(|&n| n > 0) && score(&model, c) >= Score::whole(2))
            .count() as u64
    };
    let even: Vec<Vec<u64>> = (0..100)
        .map(|_| all.iter().map(|n| n / 100).collect())
        .collect();
    let mut r = Seeded::new(100);
    let mut best = diverse(&even);
    for _ in 0..200 {
        let number = 50 + r.below(400);
        let mut classes = vec![vec![0; all.len()]; number];
        for (value, &count) in all.iter().enumerate() {
            (0..count).for_each(|_| classes[r.below(number)][value] += 1);
        }
        best = best.max(diverse(&classes));
    }
    Ok(best)
}
