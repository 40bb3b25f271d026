//! Headers, blank lines, kept columns, compression, progress.

use super::super::lines::read_lines_in_blocks;
use super::*;
use equipoise_data::ErrorKind;
use flate2::{Compression, write::GzEncoder};
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

#[track_caller]
fn check(text: &str, options: &ReadOptions, names: &[&str], cells: &[&[&str]]) {
    let input = read_every_way(text.as_bytes(), options).unwrap();
    assert_eq!(input.names, names, "{text:?}");
    assert_eq!(rows(&input.table), cells, "{text:?}");
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn blank_lines_are_skipped_between_rows_of_several_columns() {
    let options = ReadOptions::default();
    check(
        "\n\na,b\n\n1,2\n\r\n3,4\n\n\n",
        &options,
        &["a", "b"],
        &[&["1", "2"], &["3", "4"]],
    );
    check(
        "a,b\r\n\r\n1,2\r\n\r\n",
        &options,
        &["a", "b"],
        &[&["1", "2"]],
    );
}

#[test]
fn a_blank_line_is_a_row_of_a_table_of_one_column() {
    let options = ReadOptions::default();
    check("a\nx\n\ny\n", &options, &["a"], &[&["x"], &[""], &["y"]]);
    check(
        "a\r\nx\r\n\r\ny",
        &options,
        &["a"],
        &[&["x"], &[""], &["y"]],
    );
    check("a\n\nx\n\n", &options, &["a"], &[&[""], &["x"], &[""]]);
    check("a\n\"\"\n", &options, &["a"], &[&[""]]);
    check("\n\na\nx\n", &options, &["a"], &[&["x"]]);
}

#[test]
fn without_a_header_columns_are_numbered() {
    let options = ReadOptions {
        header: false,
        ..Default::default()
    };
    check(
        "1;2\n3;4",
        &options,
        &["column-1", "column-2"],
        &[&["1", "2"], &["3", "4"]],
    );
    check(
        "\n\"1\n\";1\n",
        &options,
        &["column-1", "column-2"],
        &[&["1\n", "1"]],
    );
    check("7\n7\n", &options, &["column-1"], &[&["7"], &["7"]]);
}

#[test]
fn text_stays_as_given() {
    let cells: &[&[&str]] = &[
        &["007", " x ", "1.0"],
        &["7", "", "1"],
        &["\u{feff}", "NA", "a\"b"],
        &["nul\0", "\u{1f600}", "'"],
    ];
    check(
        "a,b,c\n007, x ,1.0\n7,,1\n\u{feff},NA,a\"b\nnul\0,\u{1f600},'\n",
        &ReadOptions::default(),
        &["a", "b", "c"],
        cells,
    );
}

#[test]
fn quoting_can_be_turned_off() {
    let options = ReadOptions {
        quote: None,
        ..Default::default()
    };
    check(
        "a,b\n\"x,y\"\n5\",\"\n",
        &options,
        &["a", "b"],
        &[&["\"x", "y\""], &["5\"", "\""]],
    );
}

#[test]
fn only_kept_columns_are_stored() {
    let (_folder, path) = file(b"name,age,city\nAda,36,London\nAlan,41,London\n");
    let asked = Mutex::new(Vec::new());
    let keep = |names: &[String]| {
        asked.lock().unwrap().push(names.to_vec());
        Ok(vec![false, true, true])
    };
    let input = read_table(&path, &ReadOptions::default(), &keep, &Quiet).unwrap();
    assert_eq!(
        input
            .table
            .columns
            .iter()
            .map(|c| c.name.as_str())
            .collect::<Vec<_>>(),
        ["age", "city"]
    );
    assert_eq!(rows(&input.table), [["36", "London"], ["41", "London"]]);
    assert_eq!(*asked.lock().unwrap(), [["name", "age", "city"]]);

    let none = read_table(
        &path,
        &ReadOptions::default(),
        &|n| Ok(vec![false; n.len()]),
        &Quiet,
    )
    .unwrap();
    assert_eq!((none.table.rows, none.table.columns.len()), (2, 0));
    let e = read_table(
        &path,
        &ReadOptions::default(),
        &|_| Err(Error::usage("no")),
        &Quiet,
    )
    .unwrap_err();
    assert_eq!(e.message(), "no");
    let e = read_table(&path, &ReadOptions::default(), &|_| Ok(vec![true]), &Quiet).unwrap_err();
    assert_eq!(e.kind(), ErrorKind::Internal);
}

#[test]
fn the_checksum_is_of_the_bytes_on_disk() {
    let input = read_every_way(b"\xef\xbb\xbfa,b\n1,2\n", &ReadOptions::default()).unwrap();
    // From `printf '\xef\xbb\xbfa,b\n1,2\n' | sha256sum`.
    assert_eq!(
        input.sha256,
        "4baf8d035fbc583379d998ac9ed3d18276d308ee43cf945ee88d0c54cca33992"
    );
    assert_eq!(input.bytes, 11);
}

#[test]
fn gzip_is_told_by_its_bytes_and_may_have_several_members() {
    let text = b"a;b\n1;2\n3;4\n";
    let plain = read_every_way(text, &ReadOptions::default()).unwrap();
    let one = gzip(text);
    let two = [gzip(&text[..6]), gzip(&text[6..])].concat();
    for bytes in [one, two] {
        let input = read_every_way(&bytes, &ReadOptions::default()).unwrap();
        assert_eq!(rows(&input.table), rows(&plain.table));
        assert_ne!(input.sha256, plain.sha256);
        assert_eq!(input.bytes, bytes.len() as u64);
    }
}

#[test]
fn damaged_gzip_is_wrong_data() {
    let text: Vec<u8> = (0..2000)
        .flat_map(|i| format!("{i},{}\n", i * i).into_bytes())
        .collect();
    let whole = gzip(&text);
    for end in [3, 9, 12, whole.len() / 2, whole.len() - 9, whole.len() - 1] {
        let (_folder, path) = file(&whole[..end]);
        let e = read_table(&path, &ReadOptions::default(), &all_columns, &Quiet).unwrap_err();
        assert_eq!(e.kind(), ErrorKind::Data);
        assert!(
            e.message()
                .ends_with("table.csv: the gzip data end too early; the file is cut off"),
            "{end}: {e}"
        );
    }
    let mut damaged = whole.clone();
    let checksum = damaged.len() - 6;
    damaged[checksum] ^= 1;
    for bytes in [damaged, [whole, b"more".to_vec()].concat()] {
        let (_folder, path) = file(&bytes);
        let e = read_table(&path, &ReadOptions::default(), &all_columns, &Quiet).unwrap_err();
        assert_eq!(e.kind(), ErrorKind::Data);
    }
}

#[test]
fn progress_grows_to_the_size_of_the_file() {
    struct Noted(Mutex<Vec<(u64, u64)>>);
    impl ReadWatch for Noted {
        fn progress(&self, done: u64, total: u64) {
            self.0.lock().unwrap().push((done, total));
        }
        fn stopped(&self) -> bool {
            false
        }
    }
    let text = format!("a,b\n{}", "1,2\n".repeat(50_000));
    let (_folder, path) = file(text.as_bytes());
    let noted = Noted(Mutex::new(Vec::new()));
    pool(2)
        .install(|| {
            read_csv(
                std::slice::from_ref(&path),
                &ReadOptions::default(),
                &all_columns,
                &noted,
                1000,
            )
        })
        .unwrap();
    let seen = noted.0.into_inner().unwrap();
    assert!(seen.len() > 20 && seen.is_sorted(), "{seen:?}");
    assert_eq!(
        *seen.last().unwrap(),
        (text.len() as u64, text.len() as u64)
    );
}

#[test]
fn reading_stops_when_asked() {
    struct After(AtomicUsize);
    impl ReadWatch for After {
        fn progress(&self, _: u64, _: u64) {
            self.0.fetch_sub(1, Ordering::Relaxed);
        }
        fn stopped(&self) -> bool {
            self.0.load(Ordering::Relaxed) == 0
        }
    }
    let (_folder, path) = file(format!("a,b\n{}", "1,2\n".repeat(1000)).as_bytes());
    for threads in 1..=3 {
        let watch = After(AtomicUsize::new(7));
        let e = pool(threads)
            .install(|| {
                read_csv(
                    std::slice::from_ref(&path),
                    &ReadOptions::default(),
                    &all_columns,
                    &watch,
                    10,
                )
            })
            .unwrap_err();
        assert_eq!(
            (e.kind(), e.message().as_str()),
            (ErrorKind::Limit, "stopped by the user")
        );
    }
}

#[test]
fn lines_may_be_ragged_and_have_no_header() {
    let (_folder, path) = file(b"\xef\xbb\xbf1;\"low; or so\";*\r\n\r\n2;*\r\n3;high;*;more");
    for block_bytes in 1..50 {
        let lines = read_lines_in_blocks(&path, None, block_bytes).unwrap();
        assert_eq!(
            lines,
            [
                &["1", "low; or so", "*"][..],
                &["2", "*"],
                &["3", "high", "*", "more"]
            ]
        );
    }
    let (_folder, path) = file(&gzip(b"1|*\n2|*\n"));
    assert_eq!(read_lines(&path, None).unwrap(), [["1", "*"], ["2", "*"]]);
    let (_folder, path) = file(b"1,5;x\n");
    assert_eq!(read_lines(&path, Some(b',')).unwrap(), [["1", "5;x"]]);
    let (_folder, path) = file(b"");
    assert_eq!(read_lines(&path, None).unwrap(), Vec::<Vec<String>>::new());
    let (_folder, path) = file(b"1;*\n2;\"*\n");
    let e = read_lines(&path, None).unwrap_err();
    assert!(
        e.message()
            .ends_with("table.csv: line 2 has an opening quote without a closing one"),
        "{e}"
    );
}

/// A file that is read twice would count everybody in it twice.
#[test]
fn a_file_is_read_once() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("data");
    std::fs::create_dir(&inside).unwrap();
    let path = inside.join("a.csv");
    std::fs::write(&path, "x\n1\n2\n").unwrap();
    let read = |paths: &[std::path::PathBuf]| {
        crate::read_tables(
            paths,
            &crate::ReadOptions::default(),
            &|names| Ok(vec![true; names.len()]),
            &crate::Quiet,
        )
    };
    let around = inside.join("../data/a.csv");
    for paths in [
        vec![path.clone(), path.clone()],
        vec![inside.clone(), around],
        vec![path.clone(), inside.clone()],
    ] {
        let e = read(&paths).unwrap_err();
        assert!(e.message().contains("is given twice"), "{e}");
    }
    assert!(!read(std::slice::from_ref(&inside)).unwrap().repeated);
    // A copy cannot be told from rows that really are alike, so it is only noticed.
    std::fs::copy(&path, inside.join("b.csv")).unwrap();
    let twice = read(std::slice::from_ref(&inside)).unwrap();
    assert_eq!((twice.table.rows, twice.repeated), (4, true));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&path, inside.join("c.csv")).unwrap();
        assert!(
            read(std::slice::from_ref(&inside))
                .unwrap_err()
                .message()
                .contains("is given twice")
        );
    }
}
