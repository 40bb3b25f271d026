//! The bytes of files, and the checksum of what they hold.

use equipoise_data::ErrorKind;
use equipoise_engine::{Access, Checksum, Staged, checksum, file_length, first_bytes, read_bytes};
use std::fs;
use std::path::Path;

fn pattern(length: usize) -> Vec<u8> {
    (0..length).map(|i| (i % 251) as u8).collect()
}

#[test]
fn all_bytes_of_a_file_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.atlas");
    for length in [
        0,
        1,
        4095,
        4096,
        4097,
        (4 << 20) - 1,
        4 << 20,
        (9 << 20) + 5,
    ] {
        fs::write(&path, pattern(length)).unwrap();
        assert!(read_bytes(&path).unwrap() == pattern(length), "{length}");
        assert_eq!(file_length(&path).unwrap(), length as u64);
        assert!(
            first_bytes(&path, 16).unwrap() == pattern(length.min(16)),
            "{length}"
        );
        let (mut of_file, mut of_bytes) = (Checksum::new(), Checksum::new());
        of_file.write_file(&path).unwrap();
        of_bytes.write(&(length as u64).to_le_bytes());
        of_bytes.write(&pattern(length));
        assert_eq!(of_file.finish(), of_bytes.finish(), "{length}");
    }
}

#[test]
fn a_staged_file_can_be_read_before_it_has_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let mut file =
        Staged::create(&folder.path().join("table.atlas"), Access::OwnerOnly, false).unwrap();
    std::io::Write::write_all(&mut file, &pattern(5000)).unwrap();
    assert!(read_bytes(file.finish().unwrap().temporary()).unwrap() == pattern(5000));
}

#[test]
fn what_is_no_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "x").unwrap();
    let at = |name: &str| folder.path().join(name);
    for (path, reason) in [
        (at("absent"), "no such file or folder"),
        (folder.path().to_owned(), "it is a folder"),
        (
            at("file").join("below"),
            "a part of the path is a file, not a folder",
        ),
    ] {
        let e = read_bytes(&path).unwrap_err();
        assert_eq!(
            (e.kind(), e.message().as_str()),
            (
                ErrorKind::Usage,
                format!("could not open `{}`: {reason}", path.display()).as_str()
            )
        );
        assert!(e.hint_text().is_some());
    }
    #[cfg(unix)]
    {
        let pipe = at("pipe");
        assert!(
            std::process::Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        for path in [Path::new("/dev/null"), &pipe] {
            let e = first_bytes(path, 4).unwrap_err();
            assert!(
                e.kind() == ErrorKind::Usage && e.message().ends_with("it is not a regular file"),
                "{e}"
            );
        }
    }
}

#[test]
fn debug_shows_no_bytes() {
    assert_eq!(
        format!("{:?}", Checksum::new()),
        "Checksum(2d06800538d394c2)"
    );
}

/// Values of the reference implementation.
#[test]
fn the_checksum_is_xxh3() {
    let values = [
        (0, 0x2d06_8005_38d3_94c2),
        (1000, 0x33ef_703f_b2b2_0ed1),
        (100_000, 0x42c2_3aee_ad96_750d),
    ];
    for (length, value) in values {
        assert_eq!(checksum(&pattern(length)), value, "{length}");
    }
}

/// The algorithm changes its ways at 16, 128, 240, 256 and 1024 bytes.
#[test]
fn parts_make_no_difference() {
    for length in (0..300).chain([511, 512, 1023, 1024, 1025, 2049, 10_000]) {
        let bytes = pattern(length);
        for part in [1, 7, 64, 255, 256, 257, 4000] {
            let mut sum = Checksum::new();
            bytes.chunks(part).for_each(|part| sum.write(part));
            assert_eq!(
                sum.finish(),
                checksum(&bytes),
                "{length} bytes, {part} at a time"
            );
            assert_eq!(sum.clone().finish(), sum.finish());
        }
    }
}
