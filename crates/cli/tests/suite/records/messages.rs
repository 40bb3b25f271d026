//! Refusals and reports of releases that disclose records one by one.

use super::{files, people, release};
use serde_json::Value;

#[test]
fn what_cannot_be_is_refused_with_the_reason() {
    let refused = |record: &str, code: i32, says: &[&str]| {
        let w = files(&[], "", record);
        w.write("strangers.csv", "height,weight\n1,2\n");
        w.write("negative.csv", "column,weight\ncity,-1\n");
        w.write("rising.csv", "column,value,weight\ncity,Tippecanoe,2\n");
        w.write("nowhere.csv", "column,value,weight\ncity,Atlantis,2\n");
        let ran = w.run(&["anonymize", "recipe.toml"]);
        ran.expect(code);
        for words in says {
            assert!(
                ran.stderr.contains(words),
                "{record}: {words:?} is not in\n{}",
                ran.stderr
            );
        }
        assert!(w.names("out").is_empty());
    };
    refused(
        "min-utility = 9",
        2,
        &[
            "cannot keep a utility of 9",
            "the largest that each of them can keep is 6",
        ],
    );
    refused(
        "form = \"aggregate\"",
        2,
        &["needs a sensitivity above 0 everywhere", "base-sensitivity"],
    );
    refused(
        "dictionaries = [\"strangers.csv\"]",
        3,
        &["shares no quasi-identifier with the table", "`city`"],
    );
    refused(
        "weights = \"negative.csv\"",
        3,
        &["line 2", "negative or no number"],
    );
    refused(
        "weights = \"rising.csv\"",
        2,
        &["must not rise with generality", "`city`"],
    );
    refused(
        "weights = \"nowhere.csv\"",
        3,
        &["line 2", "neither a value nor a label"],
    );
    refused(
        "form = \"mix\"\noptimizer = \"aruba\"",
        2,
        &["`aruba` does not solve the form `mix`"],
    );
    refused(
        "risk = \"entropic-raw\"\noptimizer = \"genetic\"",
        2,
        &["only `exhaustive` admits it"],
    );
    refused("form = \"most-utility\"", 2, &["needs `max-risk`"]);
    refused("max-risk = 0.1", 2, &["`max-risk` in `[record]` is for"]);
    refused(
        "priors = [0.5, 0.6]\ndictionaries = [\"a.csv\"]\ninclude-table = true",
        2,
        &["sum to 1.1"],
    );
    refused(
        "min-utility = \"half\"",
        2,
        &["`min-utility` in `[record]` is `half`", "50%"],
    );
    refused(
        "optimiser = \"genetic\"",
        2,
        &["unknown key `optimiser`", "did you mean `optimizer`"],
    );
}

#[test]
fn the_report_tells_risks_to_the_owner_and_masks_them_for_others() {
    let w = files(
        &[],
        "",
        "dictionaries = [\"secret/people.csv\"]\ninclude-table = true\nmin-utility = \"29%\"",
    );
    std::fs::create_dir(w.path("secret")).unwrap();
    w.write("secret/people.csv", people());
    release(&w);
    // Sentences are wrapped.
    let read = || {
        w.text("out/table.report.txt")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    let text = read();
    for words in [
        "What each record risks and is worth",
        "guesses one of them",
        "at least 29 % of its utility",
        "`people.csv`",
    ] {
        assert!(text.contains(words), "{words:?} is not in\n{text}");
    }
    for words in [
        "input as it is",
        "Risk, release",
        "Utility, release",
        "How far each attribute went",
        "upper bound",
    ] {
        assert!(
            !text.contains(words),
            "{words:?} is for the owner of the input"
        );
    }
    let json = w.text("out/table.report.json");
    assert!(
        !text.contains("secret") && !json.contains("secret"),
        "folders are nobody's business"
    );
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        json["search"]["nodes_total"], 0,
        "a number of nodes of all records would tell how many there are"
    );
    w.run(&["anonymize", "recipe.toml", "--force", "--internal"])
        .expect(0);
    let text = read();
    for words in [
        "Risk, input as it is",
        "rows were moved for that",
        "Utility, release",
        "How far each attribute went",
        "no upper bound",
    ] {
        assert!(text.contains(words), "{words:?} is not in\n{text}");
    }
}
