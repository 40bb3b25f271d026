//! What is written is read back, wherever the blocks are cut.

use super::super::lines::read_lines_in_blocks;
use super::*;
use crate::{Compression, CsvWriter, WriteOptions};
use proptest::collection::vec;
use proptest::prelude::*;

fn cell() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[ab,;|\t\"'\n\r =\u{feff}\u{e4}\u{1f600}\0]{0,6}",
        2 => "[xy]{1,2}",
        // Longer than 16 bytes, alike at both ends.
        1 => "12345678[ab\"\n]{1,3}12345678",
        1 => "[\u{e4}a]{8,20}",
    ]
}

prop_compose! {
    fn table()(width in 1usize..5)(
        names in vec(cell(), width),
        rows in vec(vec(cell(), width), 1..12),
    ) -> (Vec<String>, Vec<Vec<String>>) {
        (names.iter().enumerate().map(|(i, name)| format!("{name}{i}")).collect(), rows)
    }
}

fn write(options: &WriteOptions, names: &[String], rows: &[Vec<String>]) -> Vec<u8> {
    let mut out = CsvWriter::new(Vec::new(), options);
    out.row(names).unwrap();
    for row in rows {
        out.row(row).unwrap();
    }
    out.finish().unwrap()
}

fn expected(names: &[String], rows: &[Vec<String>]) -> Table {
    Table::from_rows(&names.iter().map(String::as_str).collect::<Vec<_>>(), rows)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn a_written_table_is_read_back(
        (names, cells) in table(),
        delimiter in prop::sample::select(&b",;\t|:\0 "[..]),
        quote in prop::sample::select(&b"\"'"[..]),
        compression in prop::sample::select(vec![Compression::None, Compression::Gzip, Compression::Zstd]),
        block_bytes in 1usize..64,
        threads in 1usize..=3,
    ) {
        let bytes = write(&WriteOptions { delimiter, quote, compression, ..Default::default() }, &names, &cells);
        let (_folder, path) = file(&bytes);
        let options = ReadOptions { delimiter: Some(delimiter), quote: Some(quote), ..ReadOptions::default() };
        let input = read(&path, &options, block_bytes, threads).unwrap();
        let expected = expected(&names, &cells);
        prop_assert_eq!(&input.names, &names);
        prop_assert_eq!(super::rows(&input.table), cells);
        for (a, b) in input.table.columns.iter().zip(&expected.columns) {
            prop_assert_eq!(&a.codes, &b.codes);
        }
        prop_assert_eq!(input.bytes, bytes.len() as u64);
        assert_same(&input, &read(&path, &options, BLOCK_BYTES, 1).unwrap());
    }

    #[test]
    fn line_ends_and_a_byte_order_mark_make_no_difference(
        cells in vec(vec("[a-c\u{e4}]{1,10}", 3), 1..8),
        crlf: bool,
        mark: bool,
        last_line_end: bool,
        block_bytes in 1usize..64,
    ) {
        let line_end = if crlf { "\r\n" } else { "\n" };
        let lines: Vec<String> = cells.iter().map(|row| row.join(";")).collect();
        let mut text = if mark { "\u{feff}".to_owned() } else { String::new() };
        text += &format!("x;y;z{line_end}{}", lines.join(line_end));
        text += if last_line_end { line_end } else { "" };
        let (_folder, path) = file(text.as_bytes());
        let input = read(&path, &ReadOptions::default(), block_bytes, 2).unwrap();
        prop_assert_eq!(&input.names, &["x", "y", "z"]);
        prop_assert_eq!(super::rows(&input.table), cells);
        prop_assert_eq!(input.crlf, crlf);
        prop_assert_eq!(input.delimiter, b';');
    }

    /// Another parser agrees on any text, however odd. It takes a lone carriage return for a line
    /// end and text after a closing quote for a part of the value, so texts with these are left
    /// out.
    #[test]
    fn another_parser_agrees(text in "[ab,\"\n]{0,24}", block_bytes in 1usize..30) {
        let (_folder, path) = file(text.as_bytes());
        if let Ok(lines) = read_lines_in_blocks(&path, Some(b','), block_bytes) {
            let mut reader = ::csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
            let theirs: Vec<Vec<String>> = reader.deserialize().map(|r| r.unwrap()).collect();
            prop_assert_eq!(lines, theirs);
        }
    }
}

#[test]
fn a_worker_far_ahead_rests_and_comes_back() {
    // The first record keeps one thread busy while the other goes through hundreds of tiny blocks.
    // It nearly fills a window of 16 bytes doubled 18 times, so that few of the others share its
    // block.
    let long = "\"\"".repeat(2_097_100);
    let mut text = format!("x,y\n\"{long}\",first\n");
    let mut cells = vec![vec!["\"".repeat(2_097_100), "first".to_owned()]];
    for i in 0..3000 {
        text += &format!("{i},{}\n", i % 7);
        cells.push(vec![i.to_string(), (i % 7).to_string()]);
    }
    let (_folder, path) = file(text.as_bytes());
    for threads in 1..=3 {
        let input = read(&path, &ReadOptions::default(), 16, threads).unwrap();
        assert_eq!(super::rows(&input.table), cells);
    }
}

/// More distinct values than a cache has places, short ones and long ones that are alike at both
/// ends.
#[test]
fn many_values_get_the_codes_of_first_sight() {
    let mut state = 7u64;
    let mut draw = move |n: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    };
    let cells: Vec<Vec<String>> = (0..6000)
        .map(|_| {
            vec![
                draw(3000).to_string(),
                format!("same start {} same end", draw(2000)),
                draw(3).to_string(),
                draw(1 << 30).to_string(),
            ]
        })
        .collect();
    let names = ["a", "b", "c", "d"].map(str::to_owned);
    let (_folder, path) = file(&write(&WriteOptions::default(), &names, &cells));
    let expected = expected(&names, &cells);
    for (block_bytes, threads) in [(BLOCK_BYTES, 1), (5000, 1), (5000, 2), (777, 3)] {
        let input = read(&path, &ReadOptions::default(), block_bytes, threads).unwrap();
        for (a, b) in input.table.columns.iter().zip(&expected.columns) {
            assert_eq!(a.codes, b.codes);
            assert!(a.dictionary.texts().eq(b.dictionary.texts()));
        }
    }
}
