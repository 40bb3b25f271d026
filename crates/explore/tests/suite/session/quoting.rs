//! A quoted word comes out of a shell as it went in.

use super::words;
use equipoise_explore::session::{flags, quote};
use equipoise_testkit::Seeded;
use std::process::Command;

/// What `sh` makes of a command line: its arguments.
fn arguments(line: &str) -> Vec<String> {
    // A character that no argument below has marks the end of each one.
    let script = format!("for word in {line}; do printf '%s\\001' \"$word\"; done");
    let output = Command::new("sh").arg("-c").arg(script).output().unwrap();
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{line}"
    );
    let text = String::from_utf8(output.stdout).unwrap();
    text.split_terminator('\u{1}').map(str::to_owned).collect()
}

#[test]
fn any_word_survives_a_shell() {
    let mut all: Vec<String> = [
        "",
        " ",
        "plain",
        "two words",
        "it's",
        "'",
        "''",
        "\"",
        "$HOME",
        "`id`",
        "$(id)",
        "a\nb",
        "\n",
        "\\",
        "\\n",
        "~",
        "*",
        "?",
        "[a]",
        "#x",
        "a;b",
        "a&b",
        "a|b",
        "<x>",
        "!",
        "{a,b}",
        "=x",
        "a=b",
        "-x",
        "é ß",
        "\t",
        "%s",
        "\r",
    ]
    .map(str::to_owned)
    .to_vec();
    let mut seeded = Seeded::new(4);
    let alphabet: Vec<char> = "ab '\"$`\\\n\t*?[]{}()<>|&;#~!=-%é".chars().collect();
    all.extend((0..500).map(|_| {
        (0..seeded.below(9))
            .map(|_| seeded.pick(&alphabet))
            .collect()
    }));
    let line: Vec<String> = all.iter().map(|word| quote(word)).collect();
    assert_eq!(arguments(&line.join(" ")), all);
}

#[test]
fn plain_words_stay_plain() {
    for word in [
        "5",
        "0.02",
        "age=1",
        "max-level",
        "a/b.csv",
        "k:3",
        "x_y@z%+,",
    ] {
        assert_eq!(quote(word), word);
    }
}

#[test]
fn a_wish_becomes_flags() {
    assert_eq!(
        flags(&words("k:5 max-level:age=1")),
        "--k 5 --max-level age=1"
    );
    let odd = [
        ("max-level".to_owned(), "birth country=2".to_owned()),
        ("k".to_owned(), "-1".to_owned()),
    ];
    assert_eq!(
        arguments(&flags(&odd)),
        ["--max-level", "birth country=2", "--k=-1"]
    );
    assert_eq!(flags(&[]), "");
}
