//! How files are read, and what is refused.

use equipoise_certify::{
    Ask, Counted, Distance, Measured, MeasuredModel, Persons, Question, measure,
};
use equipoise_data::{Error, ErrorKind};
use proptest::prelude::*;
use std::collections::HashMap;
use std::io::{self, Read};

fn read(question: &Question, text: &str) -> Measured {
    measure(question, text.as_bytes()).unwrap()
}

fn refused(question: &Question, text: impl AsRef<[u8]>) -> Error {
    measure(question, text.as_ref()).unwrap_err()
}

#[test]
fn quotes_line_ends_and_marks_of_byte_order() {
    let question = Question::new(["a", "b"]);
    let plain = read(&question, "a,b\nx,1\nx,1\ny,2\n");
    assert_eq!((plain.rows, plain.classes), (3, 2));
    for text in [
        "\u{feff}a,b\r\nx,1\r\n\"x\",\"1\"\r\ny,2\r\n",
        "a,b\nx,1\nx,1\ny,2",
        "\"a\",\"b\"\n\"x\",1\nx,1\ny,2\n",
    ] {
        let other = read(&question, text);
        assert_eq!(
            (other.rows, other.classes, &other.columns),
            (3, 2, &plain.columns),
            "{text:?}"
        );
        assert_ne!(other.sha256, plain.sha256);
    }
    // A quote amid a field is a character; a quoted field may hold delimiters, quotes and line
    // ends.
    let odd = read(&question, "a,b\nx\"y,1\n\"x\"\"y\",1\n\"a,b\",\"c\nd\"\n");
    assert_eq!(
        (odd.rows, odd.classes, odd.class_sizes.get(&2)),
        (3, 2, Some(&1))
    );
}

#[test]
fn texts_are_compared_as_they_are() {
    let question = Question::new(["a"]);
    assert_eq!(read(&question, "a\n1\n1.0\n01\n 1\nx\nX\n").classes, 6);
    // Lengths keep fields apart: these rows have equal characters in a row.
    assert_eq!(
        read(&Question::new(["a", "b"]), "a,b\nxy,z\nx,yz\n").classes,
        2
    );
}

#[test]
fn all_tokens_for_missing_are_one_value() {
    let mut question = Question::new(["a", "b"]);
    question.missing = vec![String::new(), "NA".into(), "?".into()];
    let measured = read(&question, "a,b\n,1\nNA,1\n?,1\nna,1\n");
    assert_eq!(
        (measured.classes, measured.class_sizes.get(&3)),
        (2, Some(&1))
    );
    question.missing.clear();
    assert_eq!(read(&question, "a,b\n,1\nNA,1\n?,1\nna,1\n").classes, 4);
}

#[test]
fn delimiters_and_files_without_a_header() {
    let mut question = Question::new(["second"]);
    question.delimiter = b';';
    question.quote = b'\'';
    question.header = false;
    question.columns = vec!["first".into(), "second".into()];
    let measured = read(&question, "1;'a;b'\n2;'a;b'\n3;c\n");
    assert_eq!(
        (measured.rows, measured.classes, measured.columns),
        (3, 2, question.columns.clone())
    );
    assert_eq!(refused(&question, "1;2;3\n").kind(), ErrorKind::Data);
    question.columns.clear();
    assert_eq!(refused(&question, "1;2\n").kind(), ErrorKind::Usage);
}

fn close(distance: Distance, reference: Option<Counted>) -> Ask {
    Ask::TCloseness {
        of: "s".into(),
        t: "1".into(),
        distance,
        reference,
    }
}

#[test]
fn a_header_alone_is_an_empty_table() {
    let mut question = Question::new(["a"]);
    question.models = vec![
        Ask::DistinctDiversity {
            of: "s".into(),
            l: 1,
        },
        close(Distance::Equal, None),
        Ask::KAnonymity { k: 1 },
    ];
    let measured = read(&question, "a,s\n");
    assert_eq!(
        (measured.rows, measured.classes, measured.smallest_class),
        (0, 0, None)
    );
    assert!(
        measured
            .models
            .iter()
            .all(|model| *model == MeasuredModel::default() && !model.met)
    );
}

#[test]
fn the_digest_is_that_of_the_bytes() {
    let measured = read(&Question::new(["a"]), "a\nx\n");
    assert_eq!(
        measured.sha256,
        "7a0e624fe91589d1deb4c2eb4dd23be329140728ca8c8571bcdc13124cf0f5a2"
    );
}

#[test]
fn bad_files_are_refused_with_the_line_and_never_the_value() {
    let question = Question::new(["a"]);
    for (text, message) in [
        (
            "",
            "the file is empty; its first line must name the columns",
        ),
        (
            "a,b\n1,2\nsecret\n",
            "line 3: the record has 1 fields; there are 2 columns",
        ),
        (
            "a,b\n1,2\n1,\"x\ny\"\nsecret,2,3\n",
            "line 5: the record has 3 fields; there are 2 columns",
        ),
        ("a,b,a\n1,2,3\n", "columns 1 and 3 are both named `a`"),
        (
            "b,c\n1,2\n",
            "column `a` is not in the file; columns: `b`, `c`",
        ),
    ] {
        let error = refused(&question, text);
        assert_eq!(
            (error.kind(), error.message().as_str()),
            (ErrorKind::Data, message)
        );
    }
    let error = refused(&question, b"a,b\n1,2\nsecret\xff,2\n");
    assert_eq!(error.message(), "line 3: a field is not valid UTF-8");
    assert_eq!(
        refused(&Question::new(Vec::<String>::new()), "a\n1\n").kind(),
        ErrorKind::Usage
    );
}

#[test]
fn values_from_elsewhere_are_refused() {
    let reference = |texts: &[&str]| {
        Some(
            texts
                .iter()
                .map(|text| (Some((*text).to_owned()), 2))
                .collect::<Vec<_>>(),
        )
    };
    let lines = |texts: &[&str]| {
        texts
            .iter()
            .map(|text| vec![(*text).to_owned(), "*".into()])
            .collect::<Vec<_>>()
    };
    let ranks = |texts: &[&str]| {
        texts
            .iter()
            .zip(0..)
            .map(|(text, rank)| ((*text).to_owned(), rank))
            .collect::<Vec<_>>()
    };
    let known = &["x", "y"];
    for (distance, reference) in [
        (Distance::Equal, reference(known)),
        (
            Distance::Ordered {
                ranks: ranks(known),
            },
            None,
        ),
        (
            Distance::Ordered {
                ranks: ranks(&["x", "y", "secret"]),
            },
            reference(known),
        ),
        (
            Distance::Hierarchical {
                lines: lines(known),
            },
            None,
        ),
        (
            Distance::Hierarchical {
                lines: lines(&["x", "y", "secret"]),
            },
            reference(known),
        ),
    ] {
        let mut question = Question::new(["a"]);
        question.missing = vec![String::new()];
        let has_reference = reference.is_some();
        question.models = vec![close(distance, reference)];
        let error = refused(&question, "a,s\n1,x\n1,secret\n1,secret\n");
        assert_eq!(error.kind(), ErrorKind::Data);
        assert_eq!(
            error.message(),
            "line 3: a value of column `s` is not among the values it was released with"
        );
        assert!(measure(&question, "a,s\n1,x\n1,y\n".as_bytes()).is_ok());
        if has_reference {
            assert!(
                refused(&question, "a,s\n1,x\n1,\n")
                    .message()
                    .starts_with("line 3: ")
            );
        }
    }
}

#[test]
fn a_list_of_persons_must_fit_the_file() {
    let mut question = Question::new(["a"]);
    for length in [1, 3] {
        question.persons = Persons::Listed(vec![0; length]);
        assert_eq!(refused(&question, "a\n1\n1\n").kind(), ErrorKind::Data);
    }
    question.persons = Persons::Listed(vec![7; 2]);
    assert_eq!(read(&question, "a\n1\n1\n").smallest_class, Some(1));
}

/// Hands out a text in pieces.
struct Pieces<'a> {
    rest: &'a [u8],
    lengths: std::iter::Cycle<std::slice::Iter<'a, usize>>,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = *self.lengths.next().unwrap_or(&1);
        let count = length.min(self.rest.len()).min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest = &self.rest[count..];
        Ok(count)
    }
}

/// Records as they may stand in a file, some of which begin alike or mean the same.
const RECORDS: [&str; 10] = [
    "a,b\n",
    "x,1\n",
    "x,1\r\n",
    "x,1\r",
    "\"x\",1\n",
    "\n\nx,1\n",
    "\"x\n\",1\n",
    "x,\"1\nx,1\n\"\n",
    "x,11\n",
    "\"a \"\"b\"\"\",\n",
];

proptest! {
    #[test]
    fn repeated_records_are_read_like_others(
        runs in prop::collection::vec((0..RECORDS.len(), 1..5usize), 0..12),
        lengths in prop::collection::vec(1..40usize, 1..6),
        whole in any::<bool>(),
    ) {
        let mut text = String::from("a,b\n");
        runs.iter().for_each(|&(record, times)| text += &RECORDS[record].repeat(times));
        if !whole {
            text.pop();
        }
        let mut sizes: HashMap<Vec<Vec<u8>>, u64> = HashMap::new();
        for record in csv::Reader::from_reader(text.as_bytes()).byte_records() {
            *sizes.entry(record.unwrap().iter().map(<[u8]>::to_vec).collect()).or_default() += 1;
        }
        let pieces = Pieces { rest: text.as_bytes(), lengths: lengths.iter().cycle() };
        let measured = measure(&Question::new(["a", "b"]), pieces).unwrap();
        prop_assert_eq!(&measured, &read(&Question::new(["a", "b"]), &text));
        prop_assert_eq!(measured.rows, sizes.values().sum::<u64>());
        prop_assert_eq!(measured.classes, sizes.len() as u64);
        prop_assert_eq!(measured.smallest_class, sizes.values().min().copied());
    }
}

#[test]
fn the_line_is_right_after_records_that_repeat() {
    let error = refused(
        &Question::new(["a"]),
        "a,b\nx,1\nx,1\nx,1\n\"y\nz\",1\n\"y\nz\",1\nsecret\n",
    );
    assert_eq!(
        error.message(),
        "line 9: the record has 1 fields; there are 2 columns"
    );
}

#[test]
fn a_row_that_repeats_the_header_is_a_row_with_a_class_of_its_own() {
    let measured = read(&Question::new(["a", "b"]), "a,b\na,b\na,b\nx,1\n");
    assert_eq!(
        (measured.rows, measured.classes, measured.smallest_class),
        (3, 2, Some(1))
    );
    assert_eq!(
        measured.class_sizes.into_iter().collect::<Vec<_>>(),
        [(1, 1), (2, 1)]
    );
}
