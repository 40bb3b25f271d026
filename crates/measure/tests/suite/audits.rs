//! The three attacks on published examples and at the edges of their definitions.

use equipoise_measure::risk::Fraction;
use equipoise_measure::risk::audit::{AuditedClass, Exposed, Skewness, homogeneity, similarity};

const MISSING: Option<u32> = Some(99);

/// Nine patients in three classes of three (Li, Li, Venkatasubramanian 2007, table 2; the first
/// class is homogeneous).
#[test]
fn homogeneity_fires_on_the_published_3_anonymous_table() {
    let (heart, flu, cancer) = (0, 1, 2);
    let classes: [AuditedClass<'_>; 3] = [
        (3, &[(heart, 3)]),
        (3, &[(flu, 1), (heart, 1), (cancer, 1)]),
        (3, &[(heart, 1), (cancer, 2)]),
    ];
    assert_eq!(
        homogeneity(classes, None),
        Exposed {
            classes: 1,
            units: 3
        }
    );
}

#[test]
fn missing_values_neither_make_nor_rescue() {
    let classes: [AuditedClass<'_>; 5] = [
        (2, &[(99, 2)]),
        (3, &[(4, 2), (99, 1)]),
        (4, &[(4, 1), (5, 1), (99, 2)]),
        (5, &[(4, 5), (5, 0)]), // a value without units is not there
        (6, &[]),
    ];
    assert_eq!(
        homogeneity(classes, MISSING),
        Exposed {
            classes: 2,
            units: 8
        }
    );
    // Where nothing is declared missing, code 99 is a value as any other.
    assert_eq!(
        homogeneity(classes, None),
        Exposed {
            classes: 2,
            units: 7
        }
    );
    let labels: Vec<u32> = (0..100).map(|value| value / 10).collect();
    assert_eq!(
        similarity(classes, &labels, MISSING),
        Exposed {
            classes: 3,
            units: 12
        }
    );
}

/// 10,000 rows of which 1 % is positive: half positive, and 49 of 50 positive, pass distinct and
/// entropy 2-diversity.
#[test]
fn skewness_fires_on_the_one_percent_example() {
    let (negative, positive) = (0, 1);
    let reference = [(negative, 9900), (positive, 100)];
    let classes: [AuditedClass<'_>; 3] = [
        (2, &[(negative, 1), (positive, 1)]),
        (50, &[(negative, 1), (positive, 49)]),
        (9948, &[(negative, 9898), (positive, 50)]),
    ];
    let found = Skewness::default().audit(classes, &reference, None);
    assert_eq!(
        found.exposed,
        Exposed {
            classes: 2,
            units: 52
        }
    );
    let worst = found.worst.unwrap();
    assert_eq!((worst.class, worst.units, worst.value), (1, 50, positive));
    assert_eq!(
        (worst.share, worst.times),
        (Fraction::new(49, 50), Some(Fraction::new(98, 1)))
    );
}

#[test]
fn both_limits_include_equality() {
    let reference = [(0, 90), (1, 10)];
    let class = |positive: u64| [(0, 100 - positive), (1, positive)];
    let fires = |skewness: Skewness, positive: u64| {
        skewness
            .audit([(100, &class(positive)[..])], &reference, None)
            .exposed
            .classes
            == 1
    };
    let five_times = Skewness::new((5, 1), (0, 1)).unwrap();
    assert!(fires(five_times, 50) && !fires(five_times, 49));
    let a_third = Skewness::new((1, 1), (34, 100)).unwrap();
    assert!(
        fires(a_third, 34)
            && fires(Skewness::new((2, 1), (1, 3)).unwrap(), 34)
            && !fires(Skewness::new((2, 1), (35, 100)).unwrap(), 34)
    );
    // Shares are of all counted values: missing ones dilute.
    let with_missing: [AuditedClass<'_>; 1] = [(100, &[(1, 50), (99, 50)])];
    let found = five_times.audit(with_missing, &reference, MISSING);
    assert_eq!(found.worst.unwrap().share, Fraction::new(1, 2));
    assert_eq!(Skewness::new((1, 2), (1, 2)), None);
    assert_eq!(Skewness::new((5, 1), (3, 2)), None);
    assert_eq!(Skewness::new((5, 0), (1, 2)), None);
}

#[test]
fn a_value_that_the_reference_lacks_is_the_worst() {
    let classes: [AuditedClass<'_>; 2] = [(10, &[(1, 10)]), (10, &[(0, 4), (7, 6)])];
    let found = Skewness::default().audit(classes, &[(0, 999), (1, 1)], None);
    assert_eq!(found.exposed.classes, 2);
    assert_eq!(
        (found.worst.unwrap().value, found.worst.unwrap().times),
        (7, None)
    );
    let nothing: [AuditedClass<'_>; 0] = [];
    assert_eq!(Skewness::default().audit(nothing, &[], None).worst, None);
}

/// Trap E7: occupations in three kinds, of which the third has four only. A class with five
/// distinct values can be similar only if it has all five of one of the other kinds.
#[test]
fn similarity_by_kinds_of_occupation() {
    let kind: Vec<u32> = (0..14).map(|value| value / 5).collect();
    let five: Vec<(u32, u64)> = (0..5).map(|value| (value, 1)).collect();
    let third_and_one: Vec<(u32, u64)> = (9..14).map(|value| (value, 1)).collect();
    let four: Vec<(u32, u64)> = (10..14).map(|value| (value, 1)).collect();
    let classes: [AuditedClass<'_>; 3] = [(5, &five), (5, &third_and_one), (4, &four)];
    assert_eq!(
        similarity(classes, &kind, None),
        Exposed {
            classes: 2,
            units: 9
        }
    );
    assert_eq!(homogeneity(classes, None), Exposed::default());
}

#[test]
fn homogeneous_classes_are_similar() {
    let labels = [0, 0, 1, 1];
    let one: [AuditedClass<'_>; 1] = [(2, &[(3, 2)])];
    assert_eq!(similarity(one, &labels, None), homogeneity(one, None));
}
