//! Models that judge the whole table: classes go smallest first until the rest holds.

use equipoise_data::{Classes, Encoded, Hierarchy, Layout, ModelName, Quasi, Table, Tree, count};
use equipoise_privacy::{
    Alone, AnyModel, Bound, Judgement, KAnonymity, Monotone, Panel, Score, TableModel,
};

/// The average risk of being found, classes over units, is at most 1/4.
#[derive(Debug)]
struct AverageRisk;

impl TableModel for AverageRisk {
    fn name(&self) -> ModelName {
        ModelName::AverageRisk
    }

    fn monotone(&self) -> Monotone {
        Monotone {
            under_merging: false,
            under_generalization: true,
            under_suppression: false,
        }
    }

    fn bound(&self) -> Bound {
        Bound::AtMost
    }

    fn asked(&self) -> Score {
        Score::new(1, 4)
    }

    fn score(&self, sizes: &[(u64, u64)]) -> Score {
        let classes: u64 = sizes.iter().map(|s| s.1).sum();
        let units: u64 = sizes.iter().map(|s| s.0 * s.1).sum();
        Score::new(classes.into(), u128::from(units.max(1)))
    }
}

/// Classes with as many rows as given.
fn classes(sizes: &[usize]) -> Classes<1> {
    let rows: Vec<[String; 1]> = sizes
        .iter()
        .enumerate()
        .flat_map(|(c, &n)| vec![[c.to_string()]; n])
        .collect();
    let table = Table::from_rows(&["x"], &rows);
    let tree = Tree::new(
        (0..sizes.len())
            .map(|c| vec![c.to_string(), "*".to_owned()])
            .collect(),
    )
    .unwrap();
    let hierarchy = Hierarchy::bind(&tree, &table.columns[0], &[]).unwrap();
    let encoded = Encoded {
        rows: rows.len(),
        quasi: vec![Quasi {
            codes: &table.columns[0].codes,
            hierarchy: &hierarchy,
        }],
        sensitive: Vec::new(),
        persons: None,
        amounts: Vec::new(),
        weights: None,
        population: None,
    };
    count(&encoded, &Layout::new(&encoded, &[0], &[0]), &[0])
}

fn kept(panel: &Panel, classes: &Classes<1>) -> Vec<bool> {
    let mut judgements = Vec::new();
    panel.judge(classes, &Alone, &mut judgements);
    judgements.iter().map(|j| *j == Judgement::Kept).collect()
}

#[test]
fn classes_go_smallest_first_and_sizes_go_together() {
    let panel = Panel::new(vec![AnyModel::Table(Box::new(AverageRisk))]);
    // 5 classes, 15 units: 1/3. Without the two of size 1: 3 classes, 13 units, below 1/4.
    let table = classes(&[1, 7, 1, 4, 2]);
    assert_eq!(kept(&panel, &table), [false, true, false, true, true]);
    let verdict = &panel.verdicts(&table, &Alone, |c| kept(&panel, &table)[c])[0];
    assert_eq!(
        (verdict.measured, verdict.met),
        (Some(Score::new(3, 13)), true)
    );
    assert_eq!(panel.failing_units(&table, &Alone), [2]);
    assert!(!panel.verdicts(&table, &Alone, |_| true)[0].met);
    // Nothing can be kept where even the largest class is too small.
    assert_eq!(kept(&panel, &classes(&[3, 2, 3])), [false, false, false]);
}

#[test]
fn class_models_come_first_and_nothing_is_concluded_from_table_models() {
    let panel = Panel::new(vec![
        AnyModel::Class(Box::new(KAnonymity::new(2).unwrap())),
        AnyModel::Table(Box::new(AverageRisk)),
    ]);
    let mut judgements = Vec::new();
    panel.judge(&classes(&[1, 2, 9, 2]), &Alone, &mut judgements);
    // The class of one fails k for good; with 13 units in 3 classes the rest holds.
    assert_eq!(
        judgements,
        [
            Judgement::FailsForGood,
            Judgement::Kept,
            Judgement::Kept,
            Judgement::Kept
        ]
    );
    panel.judge(&classes(&[1, 2, 3, 4]), &Alone, &mut judgements);
    // 3 classes, 9 units: the class of two goes, then the one of three, for this table's sake only.
    assert_eq!(
        judgements,
        [
            Judgement::FailsForGood,
            Judgement::Fails,
            Judgement::Fails,
            Judgement::Kept
        ]
    );
    assert_eq!(panel.only_size(), None);
    assert!(panel.bounds_suppression());
    assert!(!Panel::new(vec![AnyModel::Table(Box::new(AverageRisk))]).bounds_suppression());
}
