//! Worked examples of the specification, by their numbers there.

use equipoise_data::{Hierarchy, Table, Tree};
use equipoise_privacy::{
    Class, ClassModel, Distance, DistinctDiversity, EntropyDiversity, EntropyEstimator, KAnonymity,
    Score, Smoothed, SmoothedCloseness, TCloseness, entropy, information_utility, js, kl,
    split_utility,
};
use std::f64::consts::LN_2;

fn near(found: f64, printed: f64, digits: i32) {
    assert!(
        (found - printed).abs() <= 0.5001 * 10f64.powi(-digits),
        "{found} is not {printed} to {digits} digits"
    );
}

/// Each of these values once.
fn once(values: &[u32]) -> Vec<(u32, u64)> {
    values.iter().map(|&v| (v, 1)).collect()
}

fn measure(model: &dyn ClassModel, values: &[(u32, u64)]) -> f64 {
    model
        .score(&Class::new(values.iter().map(|v| v.1).sum(), values))
        .to_f64()
}

/// Salaries of 3 to 11 thousand, one each; a class by its salaries.
fn salaries(class: &[u32]) -> Vec<(u32, u64)> {
    once(&class.iter().map(|s| s - 3).collect::<Vec<_>>())
}

#[test]
fn o1_ordered_distance_of_salaries() {
    let ranks: Vec<Option<u32>> = (0..9).map(Some).collect();
    let model = TCloseness::new(0, Score::new(1, 6), &[1; 9], Distance::ordered(&ranks)).unwrap();
    for (class, printed) in [
        ([3, 4, 5], 0.375),
        ([6, 8, 11], 0.1667),
        ([7, 9, 10], 0.2361),
        ([3, 5, 9], 0.1667),
        ([4, 7, 10], 0.0833),
    ] {
        near(measure(&model, &salaries(&class)), printed, 4);
    }
    assert!(
        model.meets(&Class::new(3, &salaries(&[6, 8, 11]))),
        "one sixth is exactly t"
    );
}

const DISEASES: [[&str; 4]; 10] = [
    ["flu", "infection", "respiratory", "*"],
    ["pneumonia", "infection", "respiratory", "*"],
    ["bronchitis", "infection", "respiratory", "*"],
    ["pulmonary edema", "vascular lung", "respiratory", "*"],
    ["pulmonary embolism", "vascular lung", "respiratory", "*"],
    ["gastric ulcer", "stomach", "digestive", "*"],
    ["stomach cancer", "stomach", "digestive", "*"],
    ["gastritis", "stomach", "digestive", "*"],
    ["colitis", "colon", "digestive", "*"],
    ["colon cancer", "colon", "digestive", "*"],
];

fn diseases() -> (Hierarchy, impl Fn(&str) -> u32) {
    let tree = Tree::new(
        DISEASES
            .iter()
            .map(|l| l.iter().map(|s| (*s).to_owned()).collect())
            .collect(),
    )
    .unwrap();
    let table = Table::from_rows(&["disease"], &DISEASES.map(|l| [l[0]]));
    let column = table.columns[0].clone();
    let hierarchy = Hierarchy::bind(&tree, &column, &[]).unwrap();
    let leaf_of = hierarchy.leaf_of.clone();
    (hierarchy, move |disease: &str| {
        leaf_of[column
            .dictionary
            .find(disease)
            .expect("a disease of the tree") as usize]
    })
}

#[test]
fn o2_hierarchical_distance_of_diseases() {
    let (hierarchy, leaf) = diseases();
    let counts = |names: &[&str]| {
        let mut counts = vec![0u64; 10];
        names.iter().for_each(|n| counts[leaf(n) as usize] += 1);
        counts
    };
    let model = |reference: &[u64]| {
        TCloseness::new(
            0,
            Score::whole(1),
            reference,
            Distance::hierarchical(&hierarchy),
        )
        .unwrap()
    };
    let class = |names: [&str; 3]| names.map(|n| (leaf(n), 1));
    for (to, expected) in [
        ("bronchitis", 1.0 / 3.0),
        ("pulmonary embolism", 2.0 / 3.0),
        ("stomach cancer", 1.0),
    ] {
        near(
            measure(&model(&counts(&[to])), &[(leaf("flu"), 1)]),
            expected,
            12,
        );
    }
    let six = [
        "gastric ulcer",
        "gastritis",
        "stomach cancer",
        "flu",
        "bronchitis",
        "pneumonia",
    ];
    let first = class(["gastric ulcer", "gastritis", "stomach cancer"]);
    let groups = [
        class(["gastric ulcer", "stomach cancer", "pneumonia"]),
        class(["gastritis", "flu", "bronchitis"]),
        class(["gastritis", "bronchitis", "stomach cancer"]),
    ];
    // The printed numbers take the six diseases as equally frequent (E2); the product takes them as
    // they are.
    let uniform = model(&counts(&six));
    near(measure(&uniform, &first), 0.5, 4);
    groups
        .iter()
        .for_each(|g| near(measure(&uniform, g), 0.2778, 4));
    let empirical = model(&counts(
        &[&six[..], &["gastritis", "bronchitis", "stomach cancer"]].concat(),
    ));
    near(measure(&empirical, &first), 0.4444, 4);
    for (group, expected) in groups.iter().zip([0.2593, 0.2963, 0.1852]) {
        near(measure(&empirical, group), expected, 4);
    }
}

#[test]
fn o3_js_tells_apart_what_emd_does_not() {
    let pairs = [([1, 99], [11, 89], 0.02571), ([40, 60], [50, 50], 0.00506)];
    for (p, q, printed) in pairs {
        let model = TCloseness::new(0, Score::new(1, 10), &q, Distance::Equal).unwrap();
        let class = [(0, p[0]), (1, p[1])];
        assert_eq!(model.score(&Class::new(100, &class)), Score::new(1, 10));
        let share = |c: [u64; 2]| c.map(|c| c as f64 / 100.0);
        near(js(&share(p), &share(q)), printed, 5);
        assert!(kl(&share(p), &share(q)) > js(&share(p), &share(q)));
    }
}

#[test]
fn o4_utility_of_three_thousand_rows() {
    let groups = [vec![300, 300], vec![200, 1800], vec![200, 200]];
    let model = TCloseness::new(0, Score::whole(1), &[700, 2300], Distance::Equal).unwrap();
    for (group, printed) in groups.iter().zip([0.2667, 0.1333, 0.2667]) {
        near(measure(&model, &[(0, group[0]), (1, group[1])]), printed, 4);
    }
    let found = information_utility(&groups);
    near(found.table, 0.54327, 5);
    near(found.loss, 0.44777, 5);
    near(found.utility, 0.09550, 5);
    // The first and third group have the same distribution: told together, nothing is lost.
    let (of_groups, beyond) = split_utility(&groups, &[0, 1, 0]);
    near(of_groups, 0.09550, 5);
    near(beyond, 0.0, 9);
}

#[test]
fn o5_skewed_table() {
    near(entropy(&[9900, 100]), 0.0560, 4);
    near(entropy(&[25, 25]), LN_2, 12);
    near(entropy(&[49, 1]), 0.0980, 4);
    near(entropy(&[1, 49]), 0.0980, 4);
    let model = TCloseness::new(0, Score::whole(1), &[9900, 100], Distance::Equal).unwrap();
    near(measure(&model, &[(0, 25), (1, 25)]), 0.49, 9);
    near(measure(&model, &[(0, 1), (1, 49)]), 0.97, 9);
    // 49 of 50 positive is more uncertain than the whole table, so no l that the table meets
    // excludes it.
    let l = EntropyDiversity::new(0, Score::whole(1), EntropyEstimator::Shannon, None).unwrap();
    let score = |values: &[(u32, u64)]| l.score(&Class::new(1, values));
    assert!(score(&[(0, 1), (1, 49)]) > score(&[(0, 9900), (1, 100)]));
    // Distinct 2-diversity needs one of the hundred rare rows in each class.
    let distinct = DistinctDiversity::new(0, 2, None).unwrap();
    assert!(
        !distinct.meets(&Class::new(99, &[(0, 99)]))
            && distinct.meets(&Class::new(100, &[(0, 99), (1, 1)]))
    );
}

#[test]
fn o6_revealing_one_occupation() {
    let q = [
        0.0314, 0.1331, 0.1063, 0.1196, 0.1323, 0.1329, 0.0452, 0.0657, 0.1225, 0.0327, 0.0512,
        0.0052, 0.0216, 0.0003,
    ];
    let only = |i: usize| {
        (0..q.len())
            .map(|j| f64::from(u8::from(i == j)))
            .collect::<Vec<_>>()
    };
    near(js(&q, &only(1)), 0.48814, 5);
    near(js(&q, &only(13)), 0.69178, 5);
    assert_eq!(kl(&q, &only(1)), f64::INFINITY);
}

fn line(places: usize) -> Vec<Vec<f64>> {
    let apart = |i: usize, j: usize| i.abs_diff(j) as f64 / (places - 1) as f64;
    (0..places)
        .map(|i| (0..places).map(|j| apart(i, j)).collect())
        .collect()
}

#[test]
fn o13_smoothed_js_of_salaries() {
    for (bandwidth, low, spread) in [
        (0.3, 0.2266, 0.0578),
        (0.2, 0.2635, 0.0953),
        (0.5, 0.1731, 0.0151),
    ] {
        let smooth = Smoothed::new(&line(9), None, bandwidth).unwrap();
        let model = SmoothedCloseness::new(0, Score::whole(1), &[1; 9], &smooth).unwrap();
        near(measure(&model, &salaries(&[3, 4, 5])), low, 4);
        near(measure(&model, &salaries(&[6, 8, 11])), spread, 4);
    }
    // With a bandwidth below the least distance nothing is smoothed.
    let narrow = SmoothedCloseness::new(
        0,
        Score::whole(1),
        &[1; 9],
        &Smoothed::new(&line(9), None, 0.1).unwrap(),
    )
    .unwrap();
    let plain = js(
        &[
            1.0 / 3.0,
            1.0 / 3.0,
            1.0 / 3.0,
            0.0,
            0.0,
            0.0,
            0.0,
            0.0,
            0.0,
        ],
        &[1.0 / 9.0; 9],
    );
    near(measure(&narrow, &salaries(&[3, 4, 5])), plain, 8);
}

/// Domain 30 to 90 in steps of ten: near values differ less than far ones, while plain JS is ln 2
/// for both. The second class is the reference in the source; here it has nearly all of the input,
/// since a reference covers the whole domain.
#[test]
fn o13_smoothing_knows_what_is_near() {
    const MANY: u64 = 1 << 40;
    let smooth = Smoothed::new(&line(7), None, 0.5).unwrap();
    let from_30_40 = |at: usize| {
        let mut reference = [1; 7];
        reference[at] = MANY;
        reference[at + 1] = MANY;
        let model = SmoothedCloseness::new(0, Score::whole(1), &reference, &smooth).unwrap();
        measure(&model, &once(&[0, 1]))
    };
    near(from_30_40(2), 0.1605, 4);
    near(from_30_40(5), 0.6397, 4);
    near(js(&[0.5, 0.5, 0.0, 0.0], &[0.0, 0.0, 0.5, 0.5]), LN_2, 12);
}

/// Nine patients: zip and age as released, and their disease.
const PATIENTS: [(&str, &str); 9] = [
    ("476**, 2*", "heart disease"),
    ("476**, 2*", "heart disease"),
    ("476**, 2*", "heart disease"),
    ("4790*, >=40", "flu"),
    ("4790*, >=40", "heart disease"),
    ("4790*, >=40", "cancer"),
    ("476**, 3*", "heart disease"),
    ("476**, 3*", "cancer"),
    ("476**, 3*", "cancer"),
];

#[test]
fn o14_patients_are_3_anonymous_and_one_class_is_homogeneous() {
    let kinds = ["heart disease", "flu", "cancer"];
    let class = |label: &str| {
        let of = |kind: &str| {
            PATIENTS
                .iter()
                .filter(|p| p.0 == label && p.1 == kind)
                .count() as u64
        };
        (0..)
            .zip(kinds.map(of))
            .filter(|v| v.1 > 0)
            .collect::<Vec<(u32, u64)>>()
    };
    let k = KAnonymity::new(3).unwrap();
    let distinct = DistinctDiversity::new(0, 2, None).unwrap();
    for (label, homogeneous) in [
        ("476**, 2*", true),
        ("4790*, >=40", false),
        ("476**, 3*", false),
    ] {
        let values = class(label);
        let size = values.iter().map(|v| v.1).sum();
        assert!(k.meets(&Class::new(size, &values)));
        assert_eq!(
            distinct.meets(&Class::new(size, &values)),
            !homogeneous,
            "{label}"
        );
    }
    // The variant with salaries: three different ones per class are distinct and entropy 3-diverse,
    // exactly.
    let three = Score::whole(3);
    for values in [[3, 4, 5], [6, 8, 11], [7, 9, 10]].map(|c| salaries(&c)) {
        let class = Class::new(3, &values);
        assert!(DistinctDiversity::new(0, 3, None).unwrap().meets(&class));
        assert!(
            EntropyDiversity::new(0, three, EntropyEstimator::Shannon, None)
                .unwrap()
                .meets(&class)
        );
    }
}
