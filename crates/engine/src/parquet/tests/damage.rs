//! Files that are cut off or changed give errors, never a panic and never a row too many.

use super::*;

fn sample(path: &Path) {
    let texts = (0..40)
        .map(|i| (i % 5 != 0).then(|| format!("text {}", i % 7).into_bytes()))
        .collect();
    let fields = "required int32 a; optional binary b (UTF8); optional double c; optional boolean d; optional fixed_len_byte_array(4) e (DECIMAL(9,2));";
    let columns = [
        Raw::Int32((0..40).map(|i| Some(i % 11)).collect()),
        Raw::Bytes(texts),
        Raw::Double(
            (0..40)
                .map(|i| (i % 3 != 0).then_some(f64::from(i) / 8.0))
                .collect(),
        ),
        Raw::Boolean((0..40).map(|i| Some(i % 2 == 0)).collect()),
        Raw::Fixed((0..40i32).map(|i| Some(i.to_be_bytes().to_vec())).collect()),
    ];
    write_raw(path, fields, &columns, 25);
}

#[test]
fn every_truncation_is_an_error() {
    let (_folder, path) = temporary();
    sample(&path);
    let bytes = std::fs::read(&path).unwrap();
    for length in (4..bytes.len()).step_by(7).chain([bytes.len() - 1]) {
        std::fs::write(&path, &bytes[..length]).unwrap();
        let e = read_one(&path).unwrap_err();
        assert!(
            e.message().contains("the Parquet file is damaged"),
            "{length}: {e}"
        );
    }
}

/// A changed byte may change a value, which no reader can notice; anything else is an error.
#[test]
fn a_changed_byte_gives_an_error_or_a_table_of_the_same_size() {
    let (_folder, path) = temporary();
    sample(&path);
    let bytes = std::fs::read(&path).unwrap();
    let mut refused = 0;
    for at in 4..bytes.len() {
        for change in [0x01, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            std::fs::write(&path, &changed).unwrap();
            match read_one(&path) {
                Ok(input) => assert!(
                    input
                        .table
                        .columns
                        .iter()
                        .all(|c| c.codes.len() == input.table.rows)
                ),
                Err(e) => {
                    refused += 1;
                    assert_ne!(e.kind(), equipoise_data::ErrorKind::Internal, "{at}: {e}");
                }
            }
        }
    }
    assert!(
        refused > bytes.len() / 2,
        "only {refused} of {} changes were noticed",
        3 * bytes.len()
    );
}
