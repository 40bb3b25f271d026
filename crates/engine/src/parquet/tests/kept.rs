//! Texts of all types, and types that come back.

use super::*;
use crate::parquet::calendar::*;
use proptest::prelude::*;

fn int96(nanos: u64, julian: u32) -> Int96 {
    let mut value = Int96::new();
    value.set_data(nanos as u32, (nanos >> 32) as u32, julian);
    value
}

/// A schema, its raw values, and the texts that must be read.
fn checked(fields: &str, raw: Raw, expected: &[&str]) {
    let (_folder, path) = temporary();
    write_raw(&path, fields, std::slice::from_ref(&raw), 2);
    let input = read_one(&path).unwrap_or_else(|e| panic!("{fields}: {e}"));
    assert_eq!(texts(&input, 0), expected, "{fields}");
    let again = path.with_file_name("again.parquet");
    rewrite(&input, &again, 3);
    assert_eq!(self::fields(&path), self::fields(&again), "{fields}");
    assert_eq!(texts(&read_one(&again).unwrap(), 0), expected, "{fields}");
}

#[test]
fn every_type_has_its_text_and_keeps_its_type() {
    let some = |v: &[i32]| Raw::Int32(v.iter().map(|v| Some(*v)).collect());
    let long = |v: &[i64]| Raw::Int64(v.iter().map(|v| Some(*v)).collect());
    checked(
        "required boolean a;",
        Raw::Boolean(vec![Some(true), Some(false)]),
        &["true", "false"],
    );
    checked(
        "optional boolean a;",
        Raw::Boolean(vec![Some(true), None]),
        &["true", ""],
    );
    checked(
        "required int32 a;",
        some(&[0, -1, i32::MIN, i32::MAX]),
        &["0", "-1", "-2147483648", "2147483647"],
    );
    checked(
        "optional int32 a (INTEGER(32,false));",
        some(&[0, -1]),
        &["0", "4294967295"],
    );
    checked(
        "optional int64 a (INTEGER(64,false));",
        long(&[7, -1]),
        &["7", "18446744073709551615"],
    );
    checked(
        "optional int32 a (INTEGER(8,true));",
        some(&[-128]),
        &["-128"],
    );
    checked(
        "required int64 a;",
        long(&[i64::MIN, i64::MAX]),
        &["-9223372036854775808", "9223372036854775807"],
    );
    checked(
        "optional int32 a (DATE);",
        some(&[0, 19_782, -1, -719_529]),
        &["1970-01-01", "2024-02-29", "1969-12-31", "-0001-12-31"],
    );
    checked(
        "optional int32 a (TIME(MILLIS,true));",
        some(&[0, 86_399_999, 3_600_500]),
        &["00:00:00", "23:59:59.999", "01:00:00.5"],
    );
    checked(
        "optional int64 a (TIME(NANOS,false));",
        long(&[1, 60_000_000_000]),
        &["00:00:00.000000001", "00:01:00"],
    );
    checked(
        "required int64 a (TIMESTAMP(MILLIS,true));",
        long(&[0, -1]),
        &["1970-01-01T00:00:00Z", "1969-12-31T23:59:59.999Z"],
    );
    checked(
        "required int64 a (TIMESTAMP(MICROS,false));",
        long(&[1_500_000, 951_782_400_000_000]),
        &["1970-01-01T00:00:01.5", "2000-02-29T00:00:00"],
    );
    checked(
        "optional int64 a (TIMESTAMP_MILLIS);",
        long(&[1_000]),
        &["1970-01-01T00:00:01Z"],
    );
    checked(
        "optional int96 a;",
        Raw::Int96(vec![Some(int96(1_000_000_000, 2_440_589)), None]),
        &["1970-01-02T00:00:01", ""],
    );
    checked(
        "optional int32 a (DECIMAL(5,2));",
        some(&[150, -5, 0]),
        &["1.50", "-0.05", "0.00"],
    );
    checked("optional int64 a (DECIMAL(10,0));", long(&[-12]), &["-12"]);
    let bytes = |v: &[&[u8]]| v.iter().map(|v| Some(v.to_vec())).collect::<Vec<_>>();
    checked(
        "optional fixed_len_byte_array(3) a (DECIMAL(6,3));",
        Raw::Fixed(bytes(&[&[0xff, 0xff, 0xfe], &[1, 0, 0]])),
        &["-0.002", "65.536"],
    );
    checked(
        "optional fixed_len_byte_array(20) a (DECIMAL(38,1));",
        Raw::Fixed(bytes(&[&[0xff; 20], &[0; 20]])),
        &["-0.1", "0.0"],
    );
    checked(
        "optional binary a (DECIMAL(9,1));",
        Raw::Bytes(bytes(&[&[0x80], &[0, 0x80]])),
        &["-12.8", "12.8"],
    );
    checked(
        "optional fixed_len_byte_array(16) a (UUID);",
        Raw::Fixed(bytes(&[&[0xab; 16]])),
        &["abababab-abab-abab-abab-abababababab"],
    );
    checked(
        "required binary a (UTF8);",
        Raw::Bytes(bytes(&["ä".as_bytes(), b"", b"NA"])),
        &["ä", "", "NA"],
    );
    checked(
        "optional binary a;",
        Raw::Bytes(vec![Some(b"raw".to_vec()), None]),
        &["raw", ""],
    );
    checked(
        "optional binary a (ENUM);",
        Raw::Bytes(bytes(&[b"x"])),
        &["x"],
    );
    checked(
        "optional float a;",
        Raw::Float(vec![Some(0.1), Some(1.0), Some(-0.0), Some(f32::NAN), None]),
        &["0.1", "1", "-0", "NaN", ""],
    );
    checked(
        "optional double a;",
        Raw::Double(vec![Some(0.1), Some(1e21), Some(f64::INFINITY)]),
        &["0.1", "1000000000000000000000", "inf"],
    );
}

#[test]
fn a_required_empty_text_stays_a_text() {
    let (_folder, path) = temporary();
    write_raw(
        &path,
        "required binary a (UTF8);",
        &[Raw::Bytes(vec![Some(Vec::new()), Some(b"x".to_vec())])],
        9,
    );
    let again = path.with_file_name("again.parquet");
    rewrite(&read_one(&path).unwrap(), &again, 9);
    assert_eq!(fields(&again), fields(&path));
}

#[test]
fn a_text_that_is_none_of_the_type_makes_the_column_texts() {
    let (_folder, path) = temporary();
    write_raw(&path, "optional int32 a;", &[Raw::Int32(vec![Some(1)])], 9);
    let input = read_one(&path).unwrap();
    let texts = ["1-5".to_owned(), "01".to_owned()];
    let column = ParquetColumn {
        name: "a",
        of: input.type_of("a"),
        texts: &texts,
        nulls: vec![false; 2],
        unused: Vec::new(),
    };
    let mut out = ParquetWriter::new(Vec::new(), &[column]).unwrap();
    out.rows(&[0], 2).unwrap();
    out.rows(&[1], 1).unwrap();
    let bytes = out.finish().unwrap();
    std::fs::write(&path, &bytes).unwrap();
    assert_eq!(
        self::texts(&read_one(&path).unwrap(), 0),
        ["1-5", "1-5", "01"]
    );
}

#[test]
fn nulls_and_values_that_are_no_cells_are_told_by_column() {
    let (_folder, path) = temporary();
    write_raw(&path, "optional int32 a;", &[Raw::Int32(vec![None])], 9);
    let options = ReadOptions {
        null: None,
        ..ReadOptions::default()
    };
    let keep = |names: &[String]| Ok(vec![true; names.len()]);
    let e = read_tables(std::slice::from_ref(&path), &options, &keep, &Quiet).unwrap_err();
    assert!(
        e.message()
            .ends_with("column `a` has nulls, and no text means missing"),
        "{e}"
    );
    let options = ReadOptions {
        null: Some("NA".to_owned()),
        ..ReadOptions::default()
    };
    assert_eq!(
        texts(
            &read_tables(std::slice::from_ref(&path), &options, &keep, &Quiet).unwrap(),
            0
        ),
        ["NA"]
    );
    write_raw(
        &path,
        "required binary a;",
        &[Raw::Bytes(vec![Some(vec![0xff])])],
        9,
    );
    assert!(
        read_one(&path)
            .unwrap_err()
            .message()
            .ends_with("column `a` has bytes in row group 1 that are not UTF-8 text")
    );
    write_raw(
        &path,
        "required int32 a (TIME(MILLIS,true));",
        &[Raw::Int32(vec![Some(86_400_000)])],
        9,
    );
    assert!(
        read_one(&path)
            .unwrap_err()
            .message()
            .ends_with("has a value in row group 1 that its type does not allow")
    );
}

proptest! {
    #[test]
    fn dates_and_times_read_back(days in -2_000_000_000i64..2_000_000_000, value: i64, nanos in 0u64..86_400_000_000_000, julian: u32) {
        let mut text = String::new();
        write_date(&mut text, days);
        prop_assert_eq!(read_date(&text), Some(days));
        for per_second in [1_000, 1_000_000, 1_000_000_000] {
            for utc in [false, true] {
                let mut text = String::new();
                write_timestamp(&mut text, value, per_second, utc);
                prop_assert_eq!(read_timestamp(&text, per_second, utc), Some(value), "{}", text);
            }
        }
        let mut text = String::new();
        write_int96(&mut text, nanos, julian).unwrap();
        prop_assert_eq!(read_int96(&text), Some((nanos, julian)));
    }

    #[test]
    fn days_follow_each_other(days in -800_000i64..800_000) {
        let text = |days| { let mut text = String::new(); write_date(&mut text, days); text };
        let (a, b) = (text(days), text(days + 1));
        let day = |t: &str| t[t.len() - 2..].parse::<u32>().unwrap();
        let month = |t: &str| t[t.len() - 5..t.len() - 3].parse::<u32>().unwrap();
        prop_assert!(day(&b) == day(&a) + 1 || (day(&b) == 1 && day(&a) >= 28 && month(&b) == month(&a) % 12 + 1), "{} {}", a, b);
    }

    /// What is read and written again has the same values, the same types, and the same texts.
    #[test]
    fn values_of_any_type_come_back(
        a in prop::collection::vec(any::<Option<i32>>(), 1..40),
        seed: u64,
        group_rows in 1usize..50,
    ) {
        let long: Vec<Option<i64>> = a.iter().map(|v| v.map(|v| i64::from(v).wrapping_mul(seed as i64))).collect();
        let double: Vec<Option<f64>> = long.iter().map(|v| v.map(|v| f64::from_bits(v as u64)).filter(|v| !v.is_nan())).collect();
        let float: Vec<Option<f32>> = a.iter().map(|v| v.map(|v| f32::from_bits(v as u32)).filter(|v| !v.is_nan())).collect();
        let wide: Vec<Option<Vec<u8>>> = long.iter().map(|v| v.map(|v| (i128::from(v) << 40).to_be_bytes().to_vec())).collect();
        let text: Vec<Option<Vec<u8>>> = a.iter().map(|v| v.map(|v| "xä\n".repeat(1 + v.unsigned_abs() as usize % 9).into_bytes())).collect();
        let fields = "optional int32 a; optional int64 b; optional int64 c (TIMESTAMP(MICROS,true)); optional int64 d (DECIMAL(18,4));
            optional double e; optional float f; optional fixed_len_byte_array(16) g (DECIMAL(38,7)); optional binary h (UTF8); optional int32 i (DATE);";
        let raw = [
            Raw::Int32(a.clone()), Raw::Int64(long.clone()), Raw::Int64(long.clone()), Raw::Int64(long), Raw::Double(double), Raw::Float(float),
            Raw::Fixed(wide), Raw::Bytes(text), Raw::Int32(a),
        ];
        let (_folder, path) = temporary();
        write_raw(&path, fields, &raw, group_rows);
        let input = read_one(&path).unwrap();
        let again = path.with_file_name("again.parquet");
        rewrite(&input, &again, 7);
        prop_assert_eq!(super::fields(&path), super::fields(&again));
        let third = path.with_file_name("third.parquet");
        let reread = read_one(&again).unwrap();
        prop_assert_eq!(rows(&input.table), rows(&reread.table));
        rewrite(&reread, &third, 7);
        prop_assert_eq!(std::fs::read(&again).unwrap(), std::fs::read(&third).unwrap(), "the same rows give the same bytes");
        prop_assert_eq!(values(&path), values(&again));
    }
}

/// All rows as the crate shows them for debugging.
fn values(path: &Path) -> Vec<String> {
    let reader = SerializedFileReader::new(std::fs::File::open(path).unwrap()).unwrap();
    reader
        .get_row_iter(None)
        .unwrap()
        .map(|row| format!("{:?}", row.unwrap()))
        .collect()
}
