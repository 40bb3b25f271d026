//! What a curator reads.

use crate::common::Workspace;
use crate::common::people::{assert_no_values, people, people_with};

fn said(files: &Workspace, wishes: &[&str]) -> String {
    let ran = files.run(&[&["ask", "recipe.toml"], wishes].concat());
    assert_no_values(ran.expect(0));
    ran.stdout
}

/// As the one of `shape.rs`, which is worked out by hand.
#[test]
fn an_answer() {
    let text = said(
        &people(),
        &[
            "--by",
            "height",
            "--max-suppression",
            "3",
            "--threshold",
            "l-diversity=1",
        ],
    );
    let first = "Each released row shares its quasi-identifiers with at least 2 others; l-diversity of `illness` holds with l = 1; \
                 3 of 12 rows (25.0 %) are left out.";
    assert_eq!(text.replace('\n', " ").find(first), Some(0), "{text}");
    for line in [
        "  age   level 2 of 3  2 groups for 12 values",
        "  town  level 0 of 2  3 values, as they are",
        "height 2: proved best of 12 nodes",
        "Rows left out for each k of k-anonymity, at these levels:",
        "<- your wish",
        "Classes that would go: 3 classes of 1 row; together 3 rows.",
        "  age     finer, 2 -> 1               +2",
    ] {
        assert!(text.contains(line), "{line:?} is not in:\n{text}");
    }
    let marked = text.lines().filter(|l| l.ends_with("<- your wish")).count();
    assert_eq!(marked, 2, "one per drawing:\n{text}");
    assert!(text.is_ascii(), "no terminal looks at it:\n{text}");
}

#[test]
fn k_of_one_and_two() {
    let files = people();
    let one = said(
        &files,
        &[
            "--k",
            "1",
            "--l",
            "illness=1",
            "--max-level",
            "age=0",
            "--max-level",
            "town=0",
        ],
    );
    assert!(
        one.starts_with("Some released rows share their quasi-identifiers with no other; "),
        "{one}"
    );
    assert!(
        one.contains("no row is left out.") && one.contains("No class would go."),
        "{one}"
    );
    let two = said(
        &files,
        &["--by", "suppression", "--k", "12", "--l", "illness=1"],
    );
    assert!(
        two.starts_with("Each released row shares its quasi-identifiers with at least 11 others"),
        "{two}"
    );
}

#[test]
fn persons() {
    let files = people_with(
        "path = \"people.csv\"",
        "path = \"people.csv\"\nperson = \"name\"",
    );
    let text = said(
        &files,
        &[
            "--max-suppression",
            "1.0",
            "--max-level",
            "age=1",
            "--max-level",
            "town=0",
        ],
    );
    assert!(
        text.starts_with(
            "Each person in the release shares their quasi-identifiers with at least "
        ),
        "{text}"
    );
    let one_line = text.replace('\n', " ");
    assert!(
        one_line.contains("of 12 persons (") && one_line.contains("lose at least one row, "),
        "{text}"
    );
    assert!(
        text.contains("Persons left out for each k") && text.contains("persons left out"),
        "{text}"
    );
}

/// Ties are named, five of them.
#[test]
fn ties() {
    let text = said(
        &people(),
        &["--by", "suppression", "--k", "1", "--l", "illness=1"],
    );
    assert!(
        text.contains("proved best of 12 nodes, others are as good"),
        "{text}"
    );
    assert_eq!(
        text.lines()
            .filter(|l| l.starts_with("  as good: "))
            .count(),
        5,
        "{text}"
    );
    assert!(text.contains("  and 6 more\n"), "{text}");
}

/// The order of the cards is fixed, and the one that weakens privacy comes last.
#[test]
fn cards() {
    let wishes = [
        "--k",
        "4",
        "--l",
        "illness=1",
        "--max-suppression",
        "6",
        "--max-level",
        "age=1",
        "--max-level",
        "town=0",
    ];
    let text = said(&people(), &wishes);
    assert!(
        text.starts_with("Nothing meets these wishes: k-anonymity with k = 4; "),
        "{text}"
    );
    let places: Vec<Option<usize>> = [
        "\n1. Leave out more: ",
        "\n2. Coarser: ",
        "\n3. Weaker privacy: ",
    ]
    .iter()
    .map(|c| text.find(c))
    .collect();
    assert!(places[0].is_some() && places.is_sorted(), "{text}");
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "at most 6 of 12 rows left out; age at level 1 or finer; town at level 0.",
        "1. Leave out more: there is no such way; every node within the level bounds leaves out all there is.",
        "3. Weaker privacy: k = 2 instead of 4; highest risk 25 % -> 50 %.",
        "5 of 12 rows (41.7 %) are left out",
        "Write down why before you choose it.",
        "> equipoise ask recipe.toml --k 2 --l illness=1 --max-level age=1 --max-level town=0 --max-suppression 6",
        "Without column `age`",
        "your wish is met.",
    ] {
        assert!(one_line.contains(words), "{words:?} is not in:\n{text}");
    }
    assert!(!text.to_lowercase().contains("recommend"), "{text}");
}

/// What a card says to do keeps all that was said before, but for the one wish.
#[test]
fn commands_keep_the_other_wishes() {
    let wishes = [
        "--k",
        "3",
        "--max-suppression",
        "1",
        "--max-level",
        "age=0",
        "--max-level",
        "town=1",
        "--patience",
        "2",
    ];
    let text = said(&people(), &wishes);
    let commands: Vec<&str> = text
        .lines()
        .filter_map(|l| l.strip_prefix("   > "))
        .collect();
    let coarser = commands
        .iter()
        .find(|c| !c.contains("age=0"))
        .expect("a card for coarser levels");
    assert!(
        coarser.starts_with("equipoise ask recipe.toml --k 3 --max-level "),
        "{coarser}"
    );
    assert!(
        coarser.ends_with(" --max-suppression 1 --patience 2"),
        "{coarser}"
    );
    assert_eq!(coarser.matches("age=").count(), 1, "{coarser}");
}
