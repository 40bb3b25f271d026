//! The rows: always the same, whole, and correlated as promised.

use equipoise_sample::{Census, MISSING};
use std::collections::{HashMap, HashSet};

const MANY: Census = Census {
    rows: 40_000,
    seed: 1,
};

/// The cells of a sample, row by row.
fn rows(census: Census) -> Vec<Vec<String>> {
    let text = String::from_utf8(census.to_csv()).unwrap();
    text.lines()
        .skip(1)
        .map(|l| l.split(',').map(str::to_owned).collect())
        .collect()
}

fn at(column: &str) -> usize {
    Census::header().iter().position(|h| *h == column).unwrap()
}

fn age(row: &[String]) -> u32 {
    row[at("age")].parse().unwrap()
}

/// Mean income of those rows that state one.
fn mean_income<'a>(rows: impl Iterator<Item = &'a Vec<String>>) -> u64 {
    let incomes: Vec<u64> = rows.filter_map(|r| r[at("income")].parse().ok()).collect();
    incomes.iter().sum::<u64>() / incomes.len() as u64
}

/// Share of rows for which `what` holds.
fn share<'a>(
    rows: impl Iterator<Item = &'a Vec<String>>,
    what: impl Fn(&Vec<String>) -> bool,
) -> f64 {
    let (mut yes, mut all) = (0.0, 0.0);
    for row in rows {
        yes += f64::from(what(row));
        all += 1.0;
    }
    yes / all
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
    let census = Census {
        rows: 10_000,
        seed: 1,
    };
    assert_eq!(
        census.row(0).join(","),
        "P00000001,female,49,16045,single,lower secondary,shop assistant,Germany,3,21300,breast cancer"
    );
    assert_eq!(
        census.row(5).join(","),
        "P00000006,male,25,01011,civil partnership,bachelor,software developer,Germany,4,56500,none"
    );
    assert_eq!(
        census.row(9_999).join(","),
        "P00010000,female,40,43042,married,master,teacher,Germany,3,18700,none"
    );
    assert_eq!(checksum(&census.to_csv()), 0x7d41_6272_613a_9aec);
    assert_eq!(
        checksum(
            &Census {
                rows: 10_000,
                seed: u64::MAX
            }
            .to_csv()
        ),
        0xed82_6775_8623_6b85
    );
}

#[test]
fn chunks_and_threads_do_not_change_rows() {
    let census = Census {
        rows: 5_000,
        seed: 9,
    };
    let whole = census.to_csv();
    for size in [1, 7, 1_000, 4_999] {
        let starts: Vec<u64> = (0..census.rows).step_by(size).collect();
        let mut out = Vec::new();
        census.write_header(&mut out);
        for start in starts {
            census.write_csv(start..start + size as u64, &mut out);
        }
        assert!(out == whole, "chunks of {size}");
    }
    let halves: Vec<Vec<u8>> = std::thread::scope(|scope| {
        let make = |range| {
            scope.spawn(move || {
                let mut out = Vec::new();
                census.write_csv(range, &mut out);
                out
            })
        };
        let handles = [make(0..2_500), make(2_500..5_000)];
        handles.into_iter().map(|h| h.join().unwrap()).collect()
    });
    assert!(whole.ends_with(&halves.concat()));
}

#[test]
fn a_smaller_sample_begins_a_larger_one_and_ranges_end_with_the_table() {
    let (small, large) = (Census { rows: 100, seed: 3 }, Census { rows: 300, seed: 3 });
    assert!(large.to_csv().starts_with(&small.to_csv()));
    let mut out = Vec::new();
    small.write_csv(90..1_000, &mut out);
    assert_eq!(out.iter().filter(|b| **b == b'\n').count(), 10);
    out.clear();
    small.write_csv(100..200, &mut out);
    assert!(out.is_empty());
    let far = Census {
        rows: u64::MAX,
        seed: 3,
    };
    assert_eq!(far.row(u64::MAX - 1)[0], format!("P{}", u64::MAX));
}

#[test]
#[should_panic(expected = "row 5 is not in a sample of 5 rows")]
fn a_row_outside_the_table_is_refused() {
    Census { rows: 5, seed: 1 }.row(5);
}

#[test]
fn an_empty_sample_is_a_header() {
    let text = String::from_utf8(Census { rows: 0, seed: 1 }.to_csv()).unwrap();
    assert_eq!(text, Census::header().join(",") + "\n");
}

#[test]
fn seeds_give_other_persons() {
    let (a, b) = (
        rows(Census {
            rows: 2_000,
            seed: 1,
        }),
        rows(Census {
            rows: 2_000,
            seed: 2,
        }),
    );
    let same = a.iter().zip(&b).filter(|(a, b)| a[1..] == b[1..]).count();
    assert!(same < 20, "{same}");
}

#[test]
fn every_row_is_well_formed() {
    let rows = rows(MANY);
    assert_eq!(rows.len(), MANY.rows as usize);
    assert_eq!(
        rows.iter().map(|r| &r[0]).collect::<HashSet<_>>().len(),
        rows.len()
    );
    for (i, row) in rows.iter().enumerate() {
        assert_eq!(row.len(), Census::header().len());
        assert_eq!(row[0], format!("P{:08}", i + 1));
        assert!(age(row) <= 100);
        assert!((1..=8).contains(&row[at("household-size")].parse::<u8>().unwrap()));
        let income = &row[at("income")];
        assert!(income == MISSING || income.parse::<u32>().is_ok_and(|a| a % 100 == 0));
        assert!(
            row.iter()
                .all(|cell| !cell.is_empty() && !cell.contains([';', '"', '*']))
        );
    }
    assert_eq!(MANY.row(77).to_vec(), rows[77]);
}

#[test]
fn postcodes_keep_leading_zeros_and_differ_in_size() {
    let mut towns: HashMap<String, u32> = HashMap::new();
    for row in rows(MANY) {
        *towns.entry(row[at("postcode")].clone()).or_default() += 1;
    }
    assert!(
        towns
            .keys()
            .all(|p| p.len() == 5 && p.bytes().all(|b| b.is_ascii_digit()))
    );
    assert!(towns.keys().filter(|p| p.starts_with('0')).count() > 40);
    assert!((200..=400).contains(&towns.len()), "{}", towns.len());
    let (least, most) = (towns.values().min().unwrap(), towns.values().max().unwrap());
    assert!(most > &(20 * least), "{least} {most}");
}

#[test]
fn one_to_two_percent_are_missing_in_four_columns_only() {
    let rows = rows(MANY);
    for (c, name) in Census::header().iter().enumerate() {
        let missing = share(rows.iter(), |r| r[c] == MISSING);
        if ["education", "occupation", "income", "diagnosis"].contains(name) {
            assert!((0.008..=0.02).contains(&missing), "{name}: {missing}");
        } else {
            assert_eq!(missing, 0.0, "{name}");
        }
    }
}

#[test]
fn children_are_single_without_job_and_income() {
    let rows = rows(MANY);
    let children: Vec<_> = rows.iter().filter(|r| age(r) < 16).collect();
    assert!(children.len() > 4_000);
    for child in children {
        assert_eq!(child[at("marital-status")], "single");
        assert!(["child", "pupil"].contains(&child[at("occupation")].as_str()));
        assert!(["none", "primary"].contains(&child[at("education")].as_str()));
        assert_eq!(child[at("income")], "0");
        assert_ne!(child[at("household-size")], "1");
    }
}

#[test]
fn ages_form_a_population() {
    let rows = rows(MANY);
    let band = |from: u32, to: u32| share(rows.iter(), |r| (from..to).contains(&age(r)));
    assert!(band(0, 15) > 0.1 && band(15, 65) > 0.6 && band(65, 101) > 0.15);
    assert!(band(90, 101) < 0.02 && band(90, 101) > 0.0);
    let women = |from: u32| {
        share(rows.iter().filter(|r| age(r) >= from), |r| {
            r[at("sex")] == "female"
        })
    };
    assert!(women(80) > women(0) + 0.05);
}

#[test]
fn income_rises_with_education_and_has_a_long_tail() {
    let rows = rows(MANY);
    let adults = || rows.iter().filter(|r| (30..60).contains(&age(r)));
    let of = |education: &str| mean_income(adults().filter(|r| r[at("education")] == education));
    let means = [
        "primary",
        "lower secondary",
        "upper secondary",
        "bachelor",
        "master",
    ]
    .map(of);
    assert!(means.is_sorted_by(|a, b| a < b), "{means:?}");
    let by = |column: &str, value: &str| {
        mean_income(adults().filter(|r| r[at(column)].starts_with(value)))
    };
    assert!(by("sex", "male") > by("sex", "female") * 11 / 10);
    assert!(by("postcode", "1") > by("postcode", "2") * 11 / 10);
    assert!(by("occupation", "manager") > by("occupation", "cleaner") * 2);
    let mut incomes: Vec<u64> = adults()
        .filter_map(|r| r[at("income")].parse().ok())
        .collect();
    incomes.sort_unstable();
    assert!(incomes[incomes.len() * 99 / 100] > 4 * incomes[incomes.len() / 2]);
}

#[test]
fn education_depends_on_the_cohort_and_jobs_on_education_and_sex() {
    let rows = rows(MANY);
    let higher = |r: &Vec<String>| {
        ["bachelor", "master", "doctorate"].contains(&r[at("education")].as_str())
    };
    let cohort =
        |from: u32, to: u32| share(rows.iter().filter(|r| (from..to).contains(&age(r))), higher);
    assert!(cohort(25, 45) > 0.3 && cohort(45, 65) < cohort(25, 45) && cohort(80, 101) < 0.15);
    let job = |r: &&Vec<String>, name: &str| r[at("occupation")] == name;
    let higher_known = |r: &Vec<String>| higher(r) || r[at("education")] == MISSING;
    assert!(
        rows.iter()
            .filter(|r| job(r, "physician"))
            .all(higher_known)
    );
    assert!(
        share(rows.iter().filter(|r| job(r, "nurse")), |r| r[at("sex")]
            == "female")
            > 0.7
    );
    assert!(
        share(rows.iter().filter(|r| job(r, "electrician")), |r| r
            [at("sex")]
            == "male")
            > 0.7
    );
    assert!(
        share(rows.iter().filter(|r| age(r) >= 75), |r| r
            [at("occupation")]
            == "retired")
            > 0.85
    );
}

#[test]
fn diagnoses_depend_on_age_and_sex() {
    let rows = rows(MANY);
    let has = |name: &'static str| move |r: &Vec<String>| r[at("diagnosis")] == name;
    let aged = |from: u32, to: u32| rows.iter().filter(move |r| (from..to).contains(&age(r)));
    assert!(share(aged(0, 15), has("none")) > 0.7);
    assert!(share(aged(75, 101), has("none")) < 0.2);
    assert!(
        share(aged(60, 101), has("hypertension")) > 10.0 * share(aged(0, 30), has("hypertension"))
    );
    assert!(
        share(aged(85, 101), has("dementia")) > 0.04 && share(aged(0, 45), has("dementia")) == 0.0
    );
    let men = || rows.iter().filter(|r| r[at("sex")] == "male");
    let women = || rows.iter().filter(|r| r[at("sex")] == "female");
    assert_eq!(share(women(), has("prostate cancer")), 0.0);
    assert!(share(women(), has("breast cancer")) > 20.0 * share(men(), has("breast cancer")));
}

#[test]
fn countries_have_a_heavy_head_and_depend_on_the_region() {
    let rows = rows(MANY);
    let home = |r: &Vec<String>| r[at("birth-country")] == "Germany";
    let region = |digit: &'static str| {
        share(
            rows.iter().filter(|r| r[at("postcode")].starts_with(digit)),
            home,
        )
    };
    assert!((0.8..0.9).contains(&share(rows.iter(), home)));
    assert!(region("1") + 0.1 < region("2"));
    let mut counts: HashMap<&str, u32> = HashMap::new();
    for row in &rows {
        *counts.entry(&row[at("birth-country")]).or_default() += 1;
    }
    assert_eq!(counts.len(), 36);
    assert!(
        counts
            .values()
            .filter(|c| **c < MANY.rows as u32 / 500)
            .count()
            >= 10
    );
}

#[test]
fn households_fit_the_marital_status() {
    let rows = rows(MANY);
    let couples = || {
        rows.iter().filter(|r| {
            ["married", "civil partnership"].contains(&r[at("marital-status")].as_str())
        })
    };
    assert!(couples().all(|r| r[at("household-size")] != "1"));
    assert!(
        share(
            rows.iter().filter(|r| r[at("marital-status")] == "widowed"),
            |r| r[at("household-size")] == "1"
        ) > 0.6
    );
}
