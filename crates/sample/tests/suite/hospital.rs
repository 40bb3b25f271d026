//! The hospital's rows: always the same, whole, several per patient, and correlated as promised.

use equipoise_sample::Hospital;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::LazyLock;

const MANY: Hospital = Hospital {
    rows: 40_000,
    seed: 1,
};

type Row = Vec<String>;

/// The cells of a sample, row by row.
fn rows(hospital: Hospital) -> Vec<Row> {
    let text = String::from_utf8(hospital.to_csv()).unwrap();
    text.lines()
        .skip(1)
        .map(|l| l.split(',').map(str::to_owned).collect())
        .collect()
}

/// Made once for all tests that only read.
fn many() -> &'static [Row] {
    static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| rows(MANY));
    &ROWS
}

fn at(column: &str) -> usize {
    Hospital::header()
        .iter()
        .position(|h| *h == column)
        .unwrap()
}

fn cell<'a>(row: &'a Row, column: &str) -> &'a str {
    &row[at(column)]
}

/// Share of rows for which `what` holds.
fn share<'a>(rows: impl Iterator<Item = &'a Row>, what: impl Fn(&Row) -> bool) -> f64 {
    let (mut yes, mut all) = (0.0, 0.0);
    for row in rows {
        yes += f64::from(what(row));
        all += 1.0;
    }
    yes / all
}

/// Days since 1 March of year 0, by a formula other than that of the sample; `None` for what is no
/// day of the calendar.
fn days(text: &str) -> Option<i64> {
    let parts: Vec<i64> = text.split('-').map(|p| p.parse().unwrap()).collect();
    let [year, month, day] = parts[..] else {
        return None;
    };
    assert!(text.len() == 10 && (1..=12).contains(&month));
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = |month: i64| match month {
        2 => 28 + i64::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let before: i64 = (1..month).map(length).sum();
    let leaps = |y: i64| y / 4 - y / 100 + y / 400;
    (1..=length(month))
        .contains(&day)
        .then(|| 365 * year + leaps(year - 1) + before + day)
}

fn stay(row: &Row) -> i64 {
    days(cell(row, "discharge")).unwrap() - days(cell(row, "admission")).unwrap()
}

/// Years at admission, or none where the birth date is not known.
fn age(row: &Row) -> Option<i64> {
    let (born, admitted) = (cell(row, "birth-date"), cell(row, "admission"));
    let year = |date: &str| date[..4].parse::<i64>().unwrap();
    (born != "1900-01-01")
        .then(|| year(admitted) - year(born) - i64::from(admitted[5..] < born[5..]))
}

fn aged(rows: &[Row], from: i64, to: i64) -> impl Iterator<Item = &Row> {
    rows.iter()
        .filter(move |r| age(r).is_some_and(|a| (from..to).contains(&a)))
}

fn by_patient(rows: &[Row]) -> BTreeMap<&str, Vec<&Row>> {
    let mut patients: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        patients
            .entry(cell(row, "patient-id"))
            .or_default()
            .push(row);
    }
    patients
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let values: Vec<f64> = values.collect();
    values.iter().sum::<f64>() / values.len() as f64
}

/// FNV-1a, enough to notice any change.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |h, &b| {
        (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Samples are named by rows and seed in tests, guides and benches, so their bytes never change.
#[test]
fn a_sample_is_the_same_in_every_version() {
    let hospital = Hospital {
        rows: 10_000,
        seed: 1,
    };
    assert_eq!(
        hospital.row(0).join(","),
        "R00000001,P0000132,H07,internal medicine,1969-05-31,M,divorced,Germany,15042,10,2,2024-01-02,2024-01-06,01,E11.90,I48.2,NA,NA,NA,NA,NA,NA,1,4355.02,D070106"
    );
    assert_eq!(
        hospital.row(9_999).join(","),
        "R00010000,P0010058,H06,cardiology,1936-07-16,F,widowed,Germany,13015,11,1,2024-04-17,2024-04-21,01,I50.14,I10.90,N18.3,NA,NA,NA,NA,NA,3,8615.59,D060203"
    );
    assert_eq!(checksum(&hospital.to_csv()), 0x8a17_6cb3_526f_4297);
    assert_eq!(
        checksum(
            &Hospital {
                rows: 10_000,
                seed: u64::MAX
            }
            .to_csv()
        ),
        0x1ab4_b710_5135_3385
    );
}

#[test]
fn chunks_do_not_change_rows() {
    let hospital = Hospital {
        rows: 3_000,
        seed: 9,
    };
    let whole = hospital.to_csv();
    for size in [1, 7, 256, 1_000, 2_999] {
        let mut out = Vec::new();
        hospital.write_header(&mut out);
        for start in (0..hospital.rows).step_by(size) {
            hospital.write_csv(start..start + size as u64, &mut out);
        }
        assert!(out == whole, "chunks of {size}");
    }
    assert_eq!(hospital.row(777).to_vec(), rows(hospital)[777]);
}

#[test]
fn any_size_is_the_beginning_of_a_larger_one() {
    let large = Hospital {
        rows: 2_000,
        seed: 3,
    }
    .to_csv();
    for size in [0, 1, 10, 255, 256, 257, 1_000] {
        let small = Hospital {
            rows: size,
            seed: 3,
        }
        .to_csv();
        assert_eq!(
            small.iter().filter(|b| **b == b'\n').count() as u64,
            1 + size
        );
        assert!(large.starts_with(&small), "{size}");
    }
    let mut out = Vec::new();
    Hospital { rows: 10, seed: 3 }.write_csv(10..20, &mut out);
    assert!(out.is_empty());
    let far = Hospital {
        rows: u64::MAX,
        seed: 3,
    };
    assert_eq!(far.row(u64::MAX - 1)[0], format!("R{}", u64::MAX));
}

#[test]
#[should_panic(expected = "row 5 is not in a sample of 5 rows")]
fn a_row_outside_the_table_is_refused() {
    Hospital { rows: 5, seed: 1 }.row(5);
}

#[test]
fn seeds_give_other_patients() {
    let (a, b) = (
        rows(Hospital {
            rows: 2_000,
            seed: 1,
        }),
        rows(Hospital {
            rows: 2_000,
            seed: 2,
        }),
    );
    let same = a
        .iter()
        .zip(&b)
        .filter(|(a, b)| a[at("birth-date")] == b[at("birth-date")])
        .count();
    assert!(same < 60, "{same}");
}

#[test]
fn every_row_is_well_formed() {
    assert_eq!(Hospital::header().len(), 25);
    assert_eq!(
        Hospital::header()
            .iter()
            .filter(|h| h.starts_with("diagnosis-"))
            .count(),
        8
    );
    let rows = many();
    assert_eq!(rows.len(), MANY.rows as usize);
    for (i, row) in rows.iter().enumerate() {
        assert_eq!(row.len(), 25);
        assert_eq!(row[0], format!("R{:08}", i + 1));
        assert!(
            row.iter()
                .all(|cell| !cell.is_empty() && !cell.contains([';', '"', '*']))
        );
        let patient = cell(row, "patient-id");
        assert!(
            patient.len() == 8 && patient.starts_with('P') && patient[1..].parse::<u32>().is_ok()
        );
        let cost = cell(row, "cost");
        assert!(
            cost == "NA"
                || cost
                    .rsplit_once('.')
                    .is_some_and(|(whole, cents)| whole.parse::<u32>().is_ok() && cents.len() == 2)
        );
        let procedures = cell(row, "procedures");
        assert!(procedures == "NA" || procedures.parse::<u32>().is_ok_and(|n| n < 30));
    }
}

#[test]
fn most_patients_come_once_or_twice_and_some_ten_times() {
    let rows = many();
    let patients = by_patient(rows);
    let with = |from: usize, to: usize| {
        patients
            .values()
            .filter(|p| (from..to).contains(&p.len()))
            .count() as f64
            / patients.len() as f64
    };
    assert!(
        (0.55..0.75).contains(&with(1, 2)) && (0.12..0.25).contains(&with(2, 3)),
        "{} {}",
        with(1, 2),
        with(2, 3)
    );
    assert!((0.005..0.03).contains(&with(10, 99)), "{}", with(10, 99));
    assert!(patients.values().map(Vec::len).max() > Some(20));
    // Rows of a patient are seldom neighbours.
    let neighbours = rows
        .windows(2)
        .filter(|w| cell(&w[0], "patient-id") == cell(&w[1], "patient-id"))
        .count();
    assert!(neighbours < rows.len() / 20, "{neighbours}");
}

#[test]
fn facts_of_a_patient_stay_the_same() {
    let rows = many();
    let patients = by_patient(rows);
    let distinct = |p: &[&Row], column: &str| {
        p.iter()
            .map(|r| cell(r, column))
            .collect::<BTreeSet<_>>()
            .len()
    };
    for stays in patients.values() {
        for column in ["birth-date", "sex", "nationality"] {
            assert_eq!(distinct(stays, column), 1, "{column}");
        }
        assert!(
            stays
                .iter()
                .map(|r| cell(r, "marital-status"))
                .filter(|m| *m != "NA")
                .collect::<BTreeSet<_>>()
                .len()
                <= 1
        );
        assert!(distinct(stays, "postcode") <= 2);
    }
    let several = || patients.values().filter(|p| p.len() > 1);
    let moved = several().filter(|p| distinct(p, "postcode") == 2).count() as f64
        / several().count() as f64;
    assert!((0.01..0.08).contains(&moved), "{moved}");
    let elsewhere =
        several().filter(|p| distinct(p, "hospital") > 1).count() as f64 / several().count() as f64;
    assert!((0.1..0.5).contains(&elsewhere), "{elsewhere}");
}

#[test]
fn stays_follow_each_other_and_death_ends_them() {
    let rows = many();
    for stays in by_patient(rows).values_mut() {
        stays.sort_by_key(|r| cell(r, "admission"));
        for (n, row) in stays.iter().enumerate() {
            let (admission, discharge) = (cell(row, "admission"), cell(row, "discharge"));
            assert!(
                admission <= discharge
                    && ("2023-01-01".."2025").contains(&admission)
                    && discharge < "2025",
                "{row:?}"
            );
            assert!(cell(row, "birth-date") <= admission);
            assert!(
                stays
                    .get(n + 1)
                    .is_none_or(|next| discharge < cell(next, "admission"))
            );
            assert!(cell(row, "discharge-status") != "07" || n + 1 == stays.len());
        }
    }
}

#[test]
fn dates_are_days_of_the_calendar_and_leap_days_occur() {
    let rows = many();
    for column in ["birth-date", "admission", "discharge"] {
        assert!(
            rows.iter().all(|r| days(cell(r, column)).is_some()),
            "{column}"
        );
        assert!(
            rows.iter().any(|r| cell(r, column).ends_with("-02-29")),
            "{column}"
        );
    }
    // 1900-01-01 stands for nothing but a date that is not known: nobody is that old.
    assert!(rows.iter().filter_map(age).all(|a| (0..=103).contains(&a)));
    assert!(rows.iter().any(|r| age(r).is_some_and(|a| a >= 95)));
}

/// Days of the week: planned admissions avoid the weekend, and so do discharges.
#[test]
fn weeks_have_a_rhythm() {
    let rows = many();
    // The first of January 2023 was a Sunday.
    let sunday = days("2023-01-01").unwrap();
    let weekend = |column: &'static str| {
        move |r: &Row| [0, 6].contains(&(days(cell(r, column)).unwrap() - sunday).rem_euclid(7))
    };
    let planned = share(
        rows.iter().filter(|r| cell(r, "admission-type") == "3"),
        weekend("admission"),
    );
    let emergency = share(
        rows.iter().filter(|r| cell(r, "admission-type") == "1"),
        weekend("admission"),
    );
    assert!(
        planned < 0.08 && (0.18..0.29).contains(&emergency),
        "{planned} {emergency}"
    );
    assert!(share(rows.iter(), weekend("discharge")) < 0.2);
    for year in ["2023", "2024"] {
        let part = share(rows.iter(), |r| cell(r, "admission").starts_with(year));
        assert!((0.45..0.55).contains(&part), "{year}: {part}");
    }
}

/// Which code means missing in which column; later diagnoses are mostly missing and not listed
/// here.
const MISSING: [(&str, &str); 15] = [
    ("birth-date", "1900-01-01"),
    ("sex", "9"),
    ("marital-status", "NA"),
    ("nationality", "NA"),
    ("postcode", "NA"),
    ("insurance", "99"),
    ("admission-type", "9"),
    ("discharge-status", "99"),
    ("diagnosis-1", "NA"),
    ("diagnosis-2", "NA"),
    ("diagnosis-3", "NA"),
    ("procedures", "NA"),
    ("cost", "NA"),
    ("physician", "NA"),
    ("diagnosis-8", "NA"),
];

#[test]
fn each_missing_code_occurs_in_its_columns_and_only_there() {
    let rows = many();
    for (c, name) in Hospital::header().iter().enumerate() {
        for code in ["NA", "9", "99", "1900-01-01", ""] {
            let found = share(rows.iter(), |r| r[c] == code);
            let later = name.starts_with("diagnosis-") && code == "NA";
            if later || MISSING.contains(&(name, code)) {
                assert!(found > 0.0, "{name} lacks {code}");
                assert!(
                    found < 0.02 || later && *name != "diagnosis-1",
                    "{name}: {found}"
                );
            } else if (*name, code) == ("procedures", "9") {
                assert!(
                    found > 0.001,
                    "nine procedures are a number that occurs: {found}"
                );
            } else {
                assert_eq!(found, 0.0, "{name}: {code}");
            }
        }
    }
}

#[test]
fn diagnoses_are_uneven_and_later_ones_mostly_missing() {
    let rows = many();
    let missing: Vec<f64> = (1..=8)
        .map(|n| share(rows.iter(), |r| cell(r, &format!("diagnosis-{n}")) == "NA"))
        .collect();
    assert!(missing.is_sorted_by(|a, b| a < b), "{missing:?}");
    assert!(
        missing[1] < 0.2 && missing[4] > 0.7 && missing[7] > 0.95 && missing[7] < 1.0,
        "{missing:?}"
    );
    let first = at("diagnosis-1");
    let codes: BTreeSet<&str> = rows
        .iter()
        .flat_map(|r| &r[first..first + 8])
        .map(String::as_str)
        .filter(|c| *c != "NA")
        .collect();
    assert!(codes.len() > 120, "{}", codes.len());
    for code in &codes {
        let bytes = code.as_bytes();
        assert!(
            (3..=6).contains(&code.len())
                && bytes[0].is_ascii_uppercase()
                && bytes[1..3].iter().all(u8::is_ascii_digit),
            "{code}"
        );
        assert!(
            code.len() == 3 || bytes[3] == b'.' || code.starts_with('U'),
            "{code}"
        );
    }
    assert_eq!(
        codes.iter().map(|c| c.len()).collect::<BTreeSet<_>>(),
        BTreeSet::from([3, 4, 5, 6])
    );
    assert!(codes.contains("I21.4") && codes.contains("Z38") && codes.contains("U071"));
    // A category has one code or several.
    let mut of_category: HashMap<&str, u32> = HashMap::new();
    codes
        .iter()
        .for_each(|c| *of_category.entry(&c[..3]).or_default() += 1);
    assert!(of_category.values().any(|n| *n == 1) && of_category.values().any(|n| *n > 1));
    for row in rows {
        let noted: Vec<&String> = row[first + 1..first + 8]
            .iter()
            .take_while(|c| *c != "NA")
            .collect();
        assert_eq!(
            noted.iter().collect::<HashSet<_>>().len(),
            noted.len(),
            "nothing is noted twice"
        );
        assert!(
            row[first + 1 + noted.len()..first + 8]
                .iter()
                .all(|c| c == "NA"),
            "the list has no gaps"
        );
    }
}

#[test]
fn postcodes_keep_leading_zeros_and_differ_in_size() {
    let mut places: HashMap<String, u32> = HashMap::new();
    for row in many().iter().filter(|r| cell(r, "postcode") != "NA") {
        *places.entry(cell(row, "postcode").to_owned()).or_default() += 1;
    }
    assert!(
        places
            .keys()
            .all(|p| p.len() == 5 && p.bytes().all(|b| b.is_ascii_digit()))
    );
    assert!(places.keys().filter(|p| p.starts_with('0')).count() > 100);
    assert!((800..=2_000).contains(&places.len()), "{}", places.len());
    assert!(places.values().max() > Some(&400));
}

#[test]
fn diagnoses_depend_on_age_and_sex() {
    let rows = many();
    let main = |start: &'static str| move |r: &Row| cell(r, "diagnosis-1").starts_with(start);
    assert!(share(aged(rows, 65, 110), main("I")) > 6.0 * share(aged(rows, 5, 40), main("I")));
    assert!(share(aged(rows, 75, 110), main("S72")) > 10.0 * share(aged(rows, 5, 60), main("S72")));
    assert!(
        share(aged(rows, 0, 1), main("Z38")) > 0.3 && share(aged(rows, 1, 110), main("Z38")) == 0.0
    );
    let of = |sex: &'static str| rows.iter().filter(move |r| cell(r, "sex") == sex);
    let first = at("diagnosis-1");
    let has = |start: &'static str| {
        move |r: &Row| r[first..first + 8].iter().any(|c| c.starts_with(start))
    };
    assert_eq!(
        (
            share(of("M"), has("O")),
            share(of("F"), has("C61")),
            share(of("F"), has("N40"))
        ),
        (0.0, 0.0, 0.0)
    );
    assert!(share(of("F"), has("O")) > 0.05 && share(of("M"), has("C61")) > 0.01);
    assert!(share(of("F"), has("C50")) > 20.0 * share(of("M"), has("C50")));
}

#[test]
fn the_old_die_and_move_into_homes() {
    let rows = many();
    let status = |code: &'static str| move |r: &Row| cell(r, "discharge-status") == code;
    assert!(
        share(aged(rows, 75, 110), status("07")) > 5.0 * share(aged(rows, 1, 45), status("07"))
    );
    assert!(
        share(aged(rows, 75, 110), status("05")) > 20.0 * share(aged(rows, 1, 60), status("05"))
    );
    assert!(share(aged(rows, 1, 60), status("01")) > 0.85);
    let heart_failure = || {
        rows.iter()
            .filter(|r| cell(r, "diagnosis-1").starts_with("I50"))
    };
    assert!(share(heart_failure(), status("07")) > 0.03 && share(rows.iter(), status("07")) < 0.03);
}

#[test]
fn lasting_illnesses_come_back() {
    let rows = many();
    let first = at("diagnosis-1");
    let set = |r: &Row| {
        r[first..first + 8]
            .iter()
            .filter(|c| *c != "NA")
            .cloned()
            .collect::<HashSet<String>>()
    };
    let shares = |a: &Row, b: &Row| set(a).intersection(&set(b)).count() > 0;
    let patients = by_patient(rows);
    let pairs: Vec<(&Row, &Row)> = patients
        .values()
        .filter(|p| p.len() > 2)
        .map(|p| (p[0], p[1]))
        .collect();
    let same = pairs.iter().filter(|(a, b)| shares(a, b)).count() as f64 / pairs.len() as f64;
    let others =
        pairs.windows(2).filter(|w| shares(w[0].0, w[1].0)).count() as f64 / pairs.len() as f64;
    assert!(same > 0.8 && same > 1.5 * others, "{same} {others}");
    let often: Vec<&Row> = patients
        .values()
        .filter(|p| p.len() >= 10)
        .flatten()
        .copied()
        .collect();
    let top = |rows: &[&Row]| {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        rows.iter()
            .for_each(|r| *counts.entry(cell(r, "diagnosis-1")).or_default() += 1);
        counts.into_values().max().unwrap() as f64 / rows.len() as f64
    };
    let repeated = mean(patients.values().filter(|p| p.len() >= 10).map(|p| top(p)));
    assert!(
        repeated > 0.5,
        "those who come often come for one reason: {repeated}"
    );
    assert!(mean(often.iter().map(|r| stay(r) as f64)) < mean(rows.iter().map(|r| stay(r) as f64)));
}

#[test]
fn wards_fit_the_chapter_and_the_hospital() {
    let rows = many();
    let in_ward = |ward: &'static str, start: &'static str| {
        share(
            rows.iter()
                .filter(|r| cell(r, "ward") == ward && cell(r, "diagnosis-1") != "NA"),
            |r| cell(r, "diagnosis-1").starts_with(start),
        )
    };
    assert!(
        in_ward("cardiology", "I") > 0.9
            && in_ward("obstetrics", "O") > 0.95
            && in_ward("psychiatry", "F") > 0.95
    );
    assert!(share(rows.iter(), |r| cell(r, "diagnosis-1").starts_with('I')) < 0.4);
    let children = share(aged(rows, 1, 15), |r| cell(r, "ward") == "paediatrics");
    assert!(
        children > 0.5 && share(aged(rows, 15, 110), |r| cell(r, "ward") == "paediatrics") == 0.0,
        "{children}"
    );
    let wards = |hospital: &str| {
        rows.iter()
            .filter(|r| cell(r, "hospital") == hospital)
            .map(|r| cell(r, "ward"))
            .collect::<HashSet<_>>()
            .len()
    };
    assert!(wards("H05") == 20 && wards("H04") < 8);
    // A physician works in one ward of one hospital.
    assert!(
        rows.iter()
            .filter(|r| cell(r, "physician") != "NA")
            .all(|r| cell(r, "physician")[1..3] == cell(r, "hospital")[1..])
    );
}

#[test]
fn people_go_to_hospitals_near_by() {
    let rows = many();
    let region: HashMap<String, String> = lines("hierarchies/hospital.csv")
        .into_iter()
        .map(|l| (l[0].clone(), l[1].clone()))
        .collect();
    let near = share(
        rows.iter().filter(|r| cell(r, "postcode").starts_with('0')),
        |r| region[cell(r, "hospital")] == "Coast",
    );
    let far = share(
        rows.iter().filter(|r| cell(r, "postcode").starts_with('3')),
        |r| region[cell(r, "hospital")] == "Coast",
    );
    assert!(near > 0.75 && far < 0.1, "{near} {far}");
}

#[test]
fn cost_rises_with_the_days() {
    let rows = many();
    let cost = |from: i64, to: i64| {
        mean(
            rows.iter()
                .filter(|r| (from..to).contains(&stay(r)))
                .filter_map(|r| cell(r, "cost").parse().ok()),
        )
    };
    let means = [
        cost(0, 3),
        cost(3, 6),
        cost(6, 12),
        cost(12, 24),
        cost(24, 200),
    ];
    assert!(means.is_sorted_by(|a, b| 1.2 * a < *b), "{means:?}");
    let stays = |p: fn(i64) -> bool| share(rows.iter(), |r| p(stay(r)));
    assert!(stays(|d| d == 0) > 0.005 && stays(|d| d > 30) > 0.003 && stays(|d| d < 8) > 0.6);
}

/// The lines of a file that goes with the table.
fn lines(path: &str) -> Vec<Vec<String>> {
    let (_, text) = Hospital::files()
        .into_iter()
        .find(|(p, _)| p == path)
        .unwrap();
    text.lines()
        .map(|l| l.split(';').map(str::to_owned).collect())
        .collect()
}

#[test]
fn places_list_every_postcode_with_its_inhabitants() {
    let places = lines("places.csv");
    assert_eq!(places[0], ["code", "inhabitants"]);
    let inhabitants: BTreeMap<&str, u32> = places[1..]
        .iter()
        .map(|l| (l[0].as_str(), l[1].parse().unwrap()))
        .collect();
    assert_eq!(inhabitants.len(), places.len() - 1, "each once");
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    let rows = many();
    for code in rows
        .iter()
        .map(|r| cell(r, "postcode"))
        .filter(|c| *c != "NA")
    {
        assert!(inhabitants.contains_key(code));
        *counts.entry(code).or_default() += 1;
    }
    // Where more people live, more patients come from.
    let large = |n: u32| {
        inhabitants
            .iter()
            .filter(|(_, i)| **i >= n)
            .map(|(c, _)| counts.get(c).copied().unwrap_or(0))
            .sum::<u32>()
    };
    let expected = |n: u32| {
        inhabitants.values().filter(|i| **i >= n).sum::<u32>() as f64
            / inhabitants.values().sum::<u32>() as f64
    };
    for n in [500, 2_000, 10_000] {
        let found = f64::from(large(n)) / rows.len() as f64;
        assert!(
            (found - expected(n)).abs() < 0.03,
            "{n}: {found} {}",
            expected(n)
        );
    }
}
