//! Worked examples with their published values (T. Li, "Privacy Preservation in Data Publishing and Sharing", 2010,
//! chapters 1 and 2; disease values against the empirical distribution).

use equipoise_certify::{Closeness, Distance, Measured, Persons, Question, Ratio, SensitiveColumn, measure};

fn question(sensitive: &str, distance: Distance) -> Question {
    let mut question = Question::new(["group"]);
    let closeness = vec![Closeness { distance, reference: None }];
    question.sensitive = vec![SensitiveColumn { name: sensitive.into(), distinct: true, closeness }];
    question
}

fn table(sensitive: &str, groups: &[&[&str]]) -> String {
    let mut text = format!("group,{sensitive}\n");
    for (group, values) in groups.iter().enumerate() {
        values.iter().for_each(|value| text += &format!("{group},{value}\n"));
    }
    text
}

/// The distance of one group from a reference that has all values of all groups.
fn distance_of(sensitive: &str, distance: &Distance, group: &[&str], all: &[&[&str]]) -> Ratio {
    let mut question = question(sensitive, distance.clone());
    let mut reference: Vec<(Option<String>, u64)> = Vec::new();
    for value in all.iter().flat_map(|group| *group) {
        match reference.iter_mut().find(|(text, _)| text.as_deref() == Some(value)) {
            Some((_, units)) => *units += 1,
            None => reference.push((Some((*value).into()), 1)),
        }
    }
    question.sensitive[0].closeness[0].reference = Some(reference);
    let measured = measure(&question, table(sensitive, &[group]).as_bytes()).unwrap();
    measured.sensitive[0].closeness[0].against_input.unwrap()
}

fn ratio(num: u128, den: u128) -> Ratio {
    Ratio::new(num, den).unwrap()
}

#[test]
fn salaries() {
    let ranks = (3..=11).map(|salary| (salary.to_string(), salary - 3)).collect();
    let ordered = Distance::Ordered { ranks };
    let diverse: &[&[&str]] = &[&["3", "4", "5"], &["6", "8", "11"], &["7", "9", "10"]];
    for (group, expected) in diverse.iter().zip([ratio(3, 8), ratio(1, 6), ratio(17, 72)]) {
        assert_eq!(distance_of("salary", &ordered, group, diverse), expected);
    }
    let close: &[&[&str]] = &[&["3", "5", "9"], &["6", "8", "11"], &["4", "7", "10"]];
    for (group, expected) in close.iter().zip([ratio(1, 6), ratio(1, 6), ratio(1, 12)]) {
        assert_eq!(distance_of("salary", &ordered, group, close), expected);
    }
    // The whole table against itself: the worst group.
    let measured = measure(&question("salary", ordered), table("salary", diverse).as_bytes()).unwrap();
    assert_eq!(measured.sensitive[0].closeness[0].against_release, Some(ratio(3, 8)));
    assert_eq!(measured.sensitive[0].closeness[0].against_input, None);
    assert_eq!(measured.sensitive[0].distinct_l, Some(3));
}

fn disease_lines() -> Vec<Vec<String>> {
    let branches = [
        ("respiratory infection", "respiratory", &["flu", "pneumonia", "bronchitis"][..]),
        ("vascular lung", "respiratory", &["pulmonary edema", "pulmonary embolism"]),
        ("stomach", "digestive", &["gastric ulcer", "stomach cancer", "gastritis"]),
        ("colon", "digestive", &["colitis", "colon cancer"]),
    ];
    let line = |value: &str, low: &str, high: &str| [value, low, high, "*"].map(String::from).to_vec();
    branches.iter().flat_map(|(low, high, values)| values.iter().map(move |value| line(value, low, high))).collect()
}

#[test]
fn diseases() {
    let tree = Distance::Hierarchical { lines: disease_lines() };
    let all: &[&[&str]] = &[
        &["gastric ulcer", "gastritis", "stomach cancer"],
        &["gastritis", "flu", "bronchitis"],
        &["bronchitis", "pneumonia", "stomach cancer"],
    ];
    assert_eq!(distance_of("disease", &tree, all[0], all), ratio(4, 9));
    for (group, expected) in [
        (&["gastric ulcer", "stomach cancer", "pneumonia"], ratio(7, 27)),
        (&["gastritis", "flu", "bronchitis"], ratio(8, 27)),
        (&["gastritis", "bronchitis", "stomach cancer"], ratio(5, 27)),
    ] {
        assert_eq!(distance_of("disease", &tree, group, all), expected);
    }
    // Against the six diseases with equal shares, as the source prints it.
    let uniform: &[&[&str]] = &[&["gastric ulcer", "gastritis", "stomach cancer", "flu", "bronchitis", "pneumonia"]];
    assert_eq!(distance_of("disease", &tree, all[0], uniform), ratio(1, 2));
    for group in [&["gastric ulcer", "stomach cancer", "pneumonia"], &["gastritis", "flu", "bronchitis"]] {
        assert_eq!(distance_of("disease", &tree, group, uniform), ratio(5, 18));
    }
    // Single values: the ground distances themselves.
    for (a, b, expected) in
        [("flu", "bronchitis", ratio(1, 3)), ("flu", "pulmonary embolism", ratio(2, 3)), ("flu", "stomach cancer", ratio(1, 1))]
    {
        let pair = distance_of("disease", &tree, &[a], &[&[a, b]]);
        // Half of the reference lies at the other value.
        assert_eq!(ratio(pair.num() * 2, pair.den()), expected);
    }
}

#[test]
fn equal_distances() {
    let rows = |parts: &[(&'static str, usize)]| parts.iter().flat_map(|(value, n)| vec![*value; *n]).collect::<Vec<_>>();
    let groups = [rows(&[("cancer", 30), ("flu", 30)]), rows(&[("cancer", 20), ("flu", 180)]), rows(&[("cancer", 20), ("flu", 20)])];
    let all: Vec<&[&str]> = groups.iter().map(Vec::as_slice).collect();
    for (group, expected) in groups.iter().zip([ratio(4, 15), ratio(2, 15), ratio(4, 15)]) {
        assert_eq!(distance_of("disease", &Distance::Equal, group, &all), expected);
    }
    let (small, whole) = (rows(&[("a", 1), ("b", 99)]), rows(&[("a", 11), ("b", 89)]));
    assert_eq!(distance_of("x", &Distance::Equal, &small, &[&whole]), ratio(1, 10));
}

fn patients(column: &str) -> Measured {
    let rows = "zip,age,disease\n476**,2*,heart\n476**,2*,heart\n476**,2*,heart\n4790*,>=40,flu\n4790*,>=40,heart\n4790*,>=40,cancer\n\
                476**,3*,heart\n476**,3*,cancer\n476**,3*,cancer\n";
    let mut question = Question::new(["zip", "age"]);
    question.sensitive = vec![SensitiveColumn { name: column.into(), distinct: true, closeness: Vec::new() }];
    measure(&question, rows.as_bytes()).unwrap()
}

#[test]
fn three_anonymous_patients_with_a_homogeneous_group() {
    let measured = patients("disease");
    assert_eq!((measured.rows, measured.units, measured.classes, measured.smallest_class), (9, 9, 3, Some(3)));
    assert_eq!(measured.class_sizes.into_iter().collect::<Vec<_>>(), [(3, 3)]);
    assert_eq!(measured.sensitive[0].distinct_l, Some(1));
    assert_eq!(measured.sensitive[0].distinct_witness, Some(vec![Some("476**".into()), Some("2*".into())]));
}

#[test]
fn twelve_rows_of_one_person_are_a_class_of_one() {
    let text = format!("id,zip\n{}b,2\nc,2\n", "a,1\n".repeat(12));
    let mut question = Question::new(["zip"]);
    question.persons = Persons::Column("id".into());
    let measured = measure(&question, text.as_bytes()).unwrap();
    assert_eq!((measured.rows, measured.units, measured.classes, measured.smallest_class), (14, 3, 2, Some(1)));
}
