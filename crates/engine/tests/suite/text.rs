//! Small texts: recipes and JSON.

use equipoise_data::ErrorKind;
use equipoise_engine::{open, read_error, read_text};
use flate2::{Compression, write::GzEncoder};
use std::io::{Read, Write};

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn text_is_utf8_without_a_mark() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("recipe.toml");
    for (bytes, text) in [
        (&b""[..], ""),
        (b"a = 1\r\n", "a = 1\r\n"),
        (b"\xef\xbb\xbf\xc3\xa4", "\u{e4}"),
        (b"\x1f", "\x1f"),
    ] {
        std::fs::write(&path, bytes).unwrap();
        assert_eq!(read_text(&path).unwrap(), text);
    }
    std::fs::write(&path, b"a\nb\n\xe4\n").unwrap();
    let e = read_text(&path).unwrap_err();
    assert_eq!(e.kind(), ErrorKind::Data);
    assert!(
        e.message()
            .ends_with("recipe.toml: line 3 is not valid UTF-8"),
        "{e}"
    );
}

#[test]
fn a_text_of_more_than_64_mb_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bomb.json");
    std::fs::write(&path, gzip(&vec![b' '; (64 << 20) + 1])).unwrap();
    assert_eq!(read_text(&path).unwrap_err().kind(), ErrorKind::Limit);
    std::fs::write(&path, gzip(&vec![b' '; 64 << 20])).unwrap();
    assert_eq!(read_text(&path).unwrap().len(), 64 << 20);
}

#[test]
fn open_decompresses_and_its_errors_can_be_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("release.csv");
    let whole = gzip(b"age\n30\n");
    std::fs::write(&path, &whole).unwrap();
    let mut text = String::new();
    open(&path).unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(text, "age\n30\n");
    std::fs::write(&path, &whole[..whole.len() - 3]).unwrap();
    let e = open(&path)
        .unwrap()
        .read_to_end(&mut Vec::new())
        .unwrap_err();
    assert_eq!(read_error(&path, e).kind(), ErrorKind::Data);
}
