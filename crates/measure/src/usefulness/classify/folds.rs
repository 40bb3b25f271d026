//! Which rows are tested together.

use equipoise_data::Random;

/// The fold of each row. Every value of the target is spread over the folds as evenly as possible,
/// and so are all rows.
pub(super) fn stratified(targets: &[u32], folds: usize, seed: u64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..targets.len() as u32).collect();
    let mut random = Random::new(seed);
    for at in (1..order.len()).rev() {
        order.swap(at, random.place(at + 1));
    }
    // Stable: rows of one value stay shuffled.
    order.sort_by_key(|&row| targets[row as usize]);
    let mut fold_of = vec![0; targets.len()];
    for (at, row) in order.into_iter().enumerate() {
        fold_of[row as usize] = (at % folds) as u32;
    }
    fold_of
}

#[cfg(test)]
mod tests {
    use super::stratified;

    #[test]
    fn folds_have_their_share_of_every_value() {
        let targets: Vec<u32> = (0..1003)
            .map(|row| u32::from(row % 7 == 0) + u32::from(row % 50 == 0))
            .collect();
        let folds = stratified(&targets, 10, 4);
        for value in 0..3 {
            let all = targets.iter().filter(|t| **t == value).count();
            for fold in 0..10 {
                let here = (0..1003)
                    .filter(|&row| targets[row] == value && folds[row] == fold)
                    .count();
                assert!(here == all / 10 || here == all / 10 + 1, "{here} of {all}");
            }
        }
        assert_eq!(folds, stratified(&targets, 10, 4));
        assert_ne!(folds, stratified(&targets, 10, 5));
    }
}
