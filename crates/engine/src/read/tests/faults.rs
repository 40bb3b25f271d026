//! Wrong files: each error names the file and the line, whatever the blocks and threads, and no
//! cell value.

use super::super::blocks::LONGEST_RECORD;
use super::*;
use equipoise_data::ErrorKind;

/// The message after the path, and the hint.
#[track_caller]
fn fault(bytes: &[u8], options: &ReadOptions) -> (String, String) {
    let (folder, path) = file(bytes);
    let mut errors = Vec::new();
    for (block_bytes, threads) in (1..40)
        .flat_map(|b| [(b, 1), (b, 2)])
        .chain([(BLOCK_BYTES, 1)])
    {
        let e = read(&path, options, block_bytes, threads).unwrap_err();
        assert_eq!(e.kind(), ErrorKind::Data, "{e}");
        let message = e
            .message()
            .strip_prefix(&format!("{}: ", path.display()))
            .expect("the file is named")
            .to_owned();
        errors.push((message, e.hint_text().unwrap_or_default().to_owned()));
    }
    drop(folder);
    errors.dedup();
    assert_eq!(
        errors.len(),
        1,
        "the error depends on blocks or threads: {errors:?}"
    );
    errors.remove(0)
}

#[track_caller]
fn check(text: &str, message: &str, hint: &str) {
    let (found, hinted) = fault(text.as_bytes(), &ReadOptions::default());
    assert_eq!(found, message, "{text:?}");
    assert!(hinted.contains(hint), "{hinted}");
}

#[test]
fn files_without_rows() {
    for text in ["", "\n", "\r\n\n\n", "\u{feff}", "\u{feff}\n"] {
        check(text, "the file is empty", "at least one row");
    }
    for text in ["a,b", "a,b\n", "\na,b\n\n\r\n", "\u{feff}a,b\r\n", "a\n"] {
        check(
            text,
            "the file has a header but no rows",
            "at least one row",
        );
    }
}

#[test]
fn ragged_rows() {
    check(
        "a,b,c\n1,2,3\n1,2\n",
        "line 3 has 2 fields, 3 expected",
        "quote that is not closed",
    );
    check(
        "a,b,c\n1,2,3\n1,2",
        "line 3 has 2 fields, 3 expected",
        "quote that is not closed",
    );
    check(
        "a,b\n1,2\n\n1,2,3\n",
        "line 4 has 3 fields, 2 expected",
        "put values that contain `,` in quotes",
    );
    check(
        "a;b\n1;2\n3;4\n5,6\n",
        "line 4 has 1 field, 2 expected",
        "this line has no `;`",
    );
    check(
        "a\tb\n1\t2\n3\t4\t\n",
        "line 3 has 3 fields, 2 expected",
        "`\\t`",
    );
    check("a,b\n1,2\n \n3,4\n", "line 3 has 1 field, 2 expected", "");
    check(
        "a,b\n1,2\n\"\"\n3,4\n",
        "line 3 has 1 field, 2 expected",
        "",
    );
}

#[test]
fn lines_are_counted_inside_quotes_too() {
    check(
        "a,b\n\"1\n\n\",2\n\"3\r\n\"\n",
        "line 5 has 1 field, 2 expected",
        "",
    );
    check("\n\n\"a\n\",b\n1\n", "line 5 has 1 field, 2 expected", "");
}

#[test]
fn the_first_fault_in_the_file_is_reported() {
    check(
        "a,b\n1,2\n1\n1,2,3\n\"x\n",
        "line 3 has 1 field, 2 expected",
        "",
    );
    let (message, _) = fault(b"a,b\n1,2\n1,2,3\n\xff,2\n", &ReadOptions::default());
    assert_eq!(message, "line 3 has 3 fields, 2 expected");
    let (message, _) = fault(b"a,b\n1,2\n\xff,2\n1,2,3\n", &ReadOptions::default());
    assert_eq!(message, "line 3 is not valid UTF-8");
}

#[test]
fn names_of_columns() {
    check(
        "a,,c, \n1,2,3,4\n",
        "line 1 has no name for columns 2 and 4",
        "name every column",
    );
    check(
        "\na,b,\n1,2,3\n",
        "line 2 has no name for column 3",
        "name every column",
    );
    check(
        "a,b,a,b,c,a\n1,2,3,4,5,6\n",
        "line 1 gives several columns the same name: `a` at columns 1, 3 and 6; `b` at columns 2 and 4",
        "a name of its own",
    );
    check("\"\"\nx\n", "line 1 has no name for column 1", "");
}

#[test]
fn bytes_that_are_not_utf8() {
    for (bytes, line) in [
        (&b"a,b\n1,2\n3,\xe4\n5,6\n"[..], 3),
        (b"a,\xe4\n1,2\n", 1),
        (b"a,b\n1,\"\n\n\xff\"\n", 2),
        (b"a,b\n1,2\n3,\xe2\x82", 3),
        (b"\xef\xbb\xbfa,b\n\n\x80\n", 3),
    ] {
        let (message, hint) = fault(bytes, &ReadOptions::default());
        assert_eq!(message, format!("line {line} is not valid UTF-8"));
        assert_eq!(hint, "save the file as UTF-8");
    }
    for bytes in [b"\xff\xfea\0\n\0", b"\xfe\xff\0a\0\n"] {
        assert_eq!(
            fault(bytes, &ReadOptions::default()).0,
            "line 1 is UTF-16, not UTF-8"
        );
    }
}

#[test]
fn quotes_that_do_not_match() {
    check(
        "a,b\n1,2\n3,\"4\n5,6\n",
        "line 3 has an opening quote without a closing one",
        "close the quoted value",
    );
    check(
        "a,b\n\"1\n2\",\"\n\n",
        "line 3 has an opening quote without a closing one",
        "",
    );
    check(
        "\"a,b\n1,2\n",
        "line 1 has an opening quote without a closing one",
        "",
    );
    check(
        "a,b\n1,\"2\"x\n",
        "line 2 has a quoted value that goes on after its closing quote; `,` or a line end must follow",
        "double each `\"`",
    );
    check(
        "a,b\n1,\"2\n3,\"x\"\n",
        "line 2 has a quoted value that goes on after its closing quote; `,` or a line end must follow",
        "",
    );
}

#[test]
fn a_record_without_end_is_refused_before_it_fills_the_memory() {
    let rest = LONGEST_RECORD + 100;
    let quoted = [b"a,b\n1,2\n3,\"".to_vec(), vec![b'\n'; rest]].concat();
    let endless = [b"a,b\n1,2\n".to_vec(), vec![b'x'; rest]].concat();
    for (bytes, says) in [
        (&quoted, "line 3 has an opening quote without a closing one"),
        (
            &endless,
            "line 3 begins a record of more than 16 MB, the longest allowed",
        ),
    ] {
        let (_folder, path) = file(bytes);
        let e = read_table(&path, &ReadOptions::default(), &all_columns, &Quiet).unwrap_err();
        assert!(e.message().ends_with(says), "{e}");
    }
}

#[test]
fn files_that_cannot_be_opened() {
    let folder = tempfile::tempdir().unwrap();
    let absent = folder.path().join("absent.csv");
    for (path, says) in [
        (absent.as_path(), "absent.csv`: no such file or folder"),
        (folder.path(), "`: it is a folder"),
    ] {
        // A folder is a table, if it holds one.
        let table = read_table(path, &ReadOptions::default(), &all_columns, &Quiet)
            .err()
            .filter(|_| path != folder.path());
        let others = [
            read_lines(path, None).unwrap_err(),
            crate::read_text(path).unwrap_err(),
            crate::open(path).err().unwrap(),
        ];
        for e in table.into_iter().chain(others) {
            assert_eq!(e.kind(), ErrorKind::Usage);
            assert!(
                e.message().starts_with("could not open `") && e.message().ends_with(says),
                "{e}"
            );
            assert!(e.hint_text().is_some());
        }
    }
    let e = read_table(folder.path(), &ReadOptions::default(), &all_columns, &Quiet).unwrap_err();
    assert!(
        e.message().contains("has no file that ends like a table"),
        "{e}"
    );
    assert_eq!(e.kind(), ErrorKind::Usage);
}

#[test]
fn a_dialect_that_cannot_work_is_a_mistake_of_the_call() {
    let (_folder, path) = file(b"a,b\n1,2\n");
    for (delimiter, quote) in [
        (Some(b'"'), Some(b'"')),
        (Some(b'\n'), None),
        (None, Some(b'\r')),
    ] {
        let e = read(
            &path,
            &ReadOptions {
                delimiter,
                quote,
                ..ReadOptions::default()
            },
            BLOCK_BYTES,
            1,
        )
        .unwrap_err();
        assert_eq!(e.kind(), ErrorKind::Usage);
    }
}

#[test]
fn cell_values_stay_out_of_messages() {
    for text in [
        "a,b\nSECRET,SECRET\nSECRET\n",
        "a,b\nSECRET,SECRET,SECRET\n",
        "a,b\n\"SECRET\"SECRET,1\n",
        "a,b\nSECRET,\"SECRET\n",
    ] {
        let (message, hint) = fault(text.as_bytes(), &ReadOptions::default());
        assert!(
            !message.contains("SECRET") && !hint.contains("SECRET"),
            "{message}"
        );
    }
    let (message, _) = fault(b"a,b\nSECRET,\xff\n", &ReadOptions::default());
    assert!(!message.contains("SECRET"));
    let (_folder, path) = file(b"a,b\nSECRET,1\n");
    let input = read(&path, &ReadOptions::default(), BLOCK_BYTES, 1).unwrap();
    assert!(!format!("{input:?}").contains("SECRET"));
}
