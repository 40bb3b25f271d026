//! The oracle on the shared Adult table agrees with the numbers of a peer; announced and passed
//! when the data is absent.

use equipoise_testkit::shared::{adult, lattice_k5, read_cells, shared_data};
use equipoise_testkit::{
    Case, Oracle, OracleDistance, OracleFacts, OracleLoss, OracleModel, evaluate, synth,
};
use sha2::{Digest, Sha256};
use std::io::BufWriter;

fn check(facts: &OracleFacts, loss: f64, suppressed: u64, kept: u64) {
    assert!(
        (facts.loss - loss).abs() < 1e-9,
        "{} is not {loss}",
        facts.loss
    );
    assert_eq!(
        (facts.suppressed_rows, facts.kept_classes, facts.feasible),
        (suppressed, kept, true)
    );
}

#[test]
fn optimum_at_k_5() {
    let Some(case) = adult(&[]) else { return };
    assert_eq!(case.rows.len(), 30_162);
    assert_eq!(case.nodes().len(), 12_960);
    let case = Case {
        models: vec![OracleModel::K { k: 5 }],
        ..case
    };
    check(
        &evaluate(&case, &[0, 3, 0, 0, 2, 1, 1, 2, 0]),
        0.2419323650662908,
        1346,
        397,
    );
}

#[test]
fn sensitive_occupation() {
    let Some(case) = adult(&["occupation"]) else {
        return;
    };
    assert_eq!(case.nodes().len(), 4320);
    let column = case.sensitive[0].index;
    let diverse = Case {
        models: vec![OracleModel::DistinctL { column, l: 3 }],
        ..case.clone()
    };
    check(
        &evaluate(&diverse, &[0, 3, 0, 0, 2, 1, 1, 0]),
        0.1629291266463162,
        1102,
        473,
    );
    let t = OracleModel::T {
        column,
        t_num: 1,
        t_den: 5,
        text: "0.2".into(),
        distance: OracleDistance::Equal,
    };
    let close = Case {
        models: vec![OracleModel::K { k: 5 }, t],
        ..case
    };
    check(
        &evaluate(&close, &[1, 4, 1, 1, 3, 1, 2, 1]),
        0.8150031862123897,
        235,
        6,
    );
}

/// Some nodes all over the lattice, in all three losses of the file.
#[test]
fn nodes_of_the_lattice_file() {
    let (Some(lattice), Some(case)) = (lattice_k5(), adult(&[])) else {
        return;
    };
    assert_eq!(lattice.len(), 12_960);
    let sample = lattice.iter().step_by(2591);
    for (loss, digits) in [
        (OracleLoss::Loss, 1e-9),
        (OracleLoss::Precision, 1e-9),
        (OracleLoss::Aecs, 1e-6),
    ] {
        let case = Case {
            models: vec![OracleModel::K { k: 5 }],
            loss,
            ..case.clone()
        };
        let mut oracle = Oracle::new(&case);
        for row in sample.clone() {
            let facts = oracle.evaluate(&row.levels.map(usize::from));
            let expected = match loss {
                OracleLoss::Loss => row.loss,
                OracleLoss::Precision => row.precision,
                _ => row.aecs,
            };
            assert!(
                (facts.loss - expected).abs() < digits,
                "{loss:?} {:?}: {} is not {expected}",
                row.levels,
                facts.loss
            );
            assert_eq!(
                (
                    facts.classes.len() as u64,
                    facts.kept_classes,
                    facts.suppressed_rows
                ),
                (row.classes, row.classes_ge_k, row.suppressed)
            );
        }
    }
}

/// The lattice file itself has the optima that the peer reports.
#[test]
fn optima_of_the_lattice_file() {
    let Some(lattice) = lattice_k5() else { return };
    let optima = [
        (0, [0, 4, 1, 1, 3, 2, 2, 1, 0], 0.5731509655590044),
        (603, [0, 3, 0, 2, 2, 1, 1, 2, 0], 0.3137130352819242),
        (1508, [0, 3, 0, 0, 2, 1, 1, 2, 0], 0.2419323650662908),
        (30_162, [0, 3, 0, 0, 2, 1, 1, 1, 0], 0.22041192847984292),
    ];
    for (limit, levels, loss) in optima {
        let within = lattice.iter().filter(|row| row.suppressed <= limit);
        let best = within.min_by(|a, b| a.loss.total_cmp(&b.loss)).unwrap();
        assert_eq!(best.levels, levels);
        assert!((best.loss - loss).abs() < 1e-9);
    }
}

#[test]
fn a_million_rows_have_the_known_hash() {
    let Some(data) = shared_data() else { return };
    let mut rows = read_cells(&data.join("adult/adult.csv"));
    let header = rows.remove(0);
    let mut hasher = BufWriter::with_capacity(1 << 16, HashWriter(Sha256::new()));
    synth::write(&header, &rows, 1_000_000, &mut hasher).unwrap();
    let hash = hasher.into_inner().ok().unwrap().0.finalize();
    let hex: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(
        hex,
        "be6c196a4920b4b5caefa7c40cf468479748721e60f3b0b6784be787e2143ee7"
    );
}

struct HashWriter(Sha256);

impl std::io::Write for HashWriter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
