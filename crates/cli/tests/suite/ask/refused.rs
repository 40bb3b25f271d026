//! Wishes that are none, and sources that cannot be asked.

use crate::common::people::{people, people_with, recipe};
use crate::common::refusal::{DATA, USAGE, refuses_command};
use crate::common::{Workspace, keys};

fn refuses(files: &Workspace, wishes: &[&str], says: &[&str]) {
    for source in ["recipe.toml", "other.atlas"] {
        refuses_command(files, &[&["ask", source], wishes].concat(), USAGE, says);
    }
}

/// The people with an atlas of a name of its own, so that the recipe is asked by itself too.
fn charted() -> Workspace {
    let files = people();
    files.succeed(&["atlas", "build", "recipe.toml", "--output", "other.atlas"]);
    files
}

#[test]
fn levels() {
    let files = charted();
    for flag in ["--max-level", "--min-level"] {
        refuses(
            &files,
            &[flag, "ages=1"],
            &[
                flag,
                "`ages` is no quasi-identifier",
                "`age`, `town`",
                "did you mean `age`",
            ],
        );
        refuses(
            &files,
            &[flag, "illness=1"],
            &[flag, "`illness` is no quasi-identifier"],
        );
        refuses(
            &files,
            &[flag, "town=3"],
            &[flag, "the level of `town` is `3`", "from 0 to 2"],
        );
        for wrong in ["town=-1", "town=1.5", "town=north", "town=300"] {
            refuses(
                &files,
                &[&format!("{flag}={wrong}")],
                &[flag, "the level of `town` is", "from 0 to 2"],
            );
        }
        for wrong in ["town", "town=", "=1", ""] {
            refuses(
                &files,
                &[&format!("{flag}={wrong}")],
                &[flag, "a name and a value", "age=1"],
            );
        }
    }
    refuses(
        &files,
        &["--min-level", "age=2", "--max-level", "age=1"],
        &["`age`", "at least 2 and at most 1"],
    );
}

#[test]
fn thresholds() {
    let files = charted();
    refuses(&files, &["--k", "0"], &["--k", "`0`", "at least 1"]);
    for wrong in ["-1", "2.5", "five", "", "99999999999999999999999"] {
        refuses(
            &files,
            &[&format!("--k={wrong}")],
            &["--k", &format!("`{wrong}`"), "it must be"],
        );
    }
    refuses(
        &files,
        &["--l", "illness=0"],
        &["--l", "`illness`", "`0`", "at least 1"],
    );
    refuses(&files, &["--l", "illness"], &["--l", "a name and a value"]);
    refuses(
        &files,
        &["--threshold", "k-anonymty=2"],
        &[
            "--threshold",
            "no k-anonymty",
            "`k-anonymity`, `l-diversity:illness:distinct`",
        ],
    );
    refuses(
        &files,
        &["--threshold", "l-diversity:town=2"],
        &["--threshold", "no l-diversity of `town`"],
    );
    refuses(
        &files,
        &["--threshold", "l-diversity:illness:entropy=2"],
        &["--threshold", "no l-diversity of `illness`"],
    );
}

/// A recipe gets the model that a wish needs; an atlas cannot.
#[test]
fn models_that_are_not_there() {
    let files = charted();
    let ask = |source, wish| ["ask", source, "--t", wish];
    refuses_command(
        &files,
        &ask("other.atlas", "illness=0.5"),
        USAGE,
        &[
            "--t",
            "no t-closeness of `illness`",
            "add the model to the recipe",
        ],
    );
    files.succeed(
        &[
            &ask("recipe.toml", "illness=0.5")[..],
            &["--max-suppression", "1.0"],
        ]
        .concat(),
    );
    for (wish, says) in [
        ("illness=1.5", ["`1.5`", "from 0 to 1"]),
        ("illness=-0.1", ["`-0.1`", "from 0 to 1"]),
        (
            "illness=0.1234567891",
            ["0.1234567891", "at most nine decimals"],
        ),
        ("town=0.5", ["`town` is no sensitive column", "`illness`"]),
        (
            "ilness=0.5",
            ["`ilness` is no sensitive column", "did you mean `illness`"],
        ),
    ] {
        refuses_command(&files, &ask("recipe.toml", wish), USAGE, &says);
    }
    refuses_command(
        &files,
        &["ask", "recipe.toml", "--l", "town=2"],
        USAGE,
        &["--l", "`town` is no sensitive column"],
    );
}

/// The same limits where the model is there.
#[test]
fn thresholds_of_shares() {
    let model =
        "model = \"t-closeness\"\ncolumn = \"illness\"\nt = 0.5\ndistance = \"equal\"\n[search]";
    let files = people_with("[search]", &format!("[[privacy]]\n{model}"));
    files.succeed(&["atlas", "build", "recipe.toml", "--output", "other.atlas"]);
    refuses(
        &files,
        &["--t", "illness=1.5"],
        &["--t", "`1.5`", "at most 1"],
    );
    refuses(
        &files,
        &["--t", "illness=0.1234567891"],
        &["--t", "at most nine decimals"],
    );
    refuses(
        &files,
        &["--threshold", "t-closeness=x"],
        &["--threshold", "`x`", "not negative"],
    );
    files.succeed(&["ask", "other.atlas", "--t", "illness=0.123456789"]);
}

/// Two variants of a model: a flag must say which.
#[test]
fn a_name_that_means_two_models() {
    let model = "[[privacy]]\nmodel = \"l-diversity\"\ncolumn = \"illness\"\nvariant = \"entropy\"\nl = 1.5\n[search]";
    let files = people_with("[search]", model);
    files.succeed(&["atlas", "build", "recipe.toml", "--output", "other.atlas"]);
    refuses(
        &files,
        &["--l", "illness=2"],
        &["--l", "several models", "model:column:variant"],
    );
    let found = files.succeed(&[
        "ask",
        "other.atlas",
        "--threshold",
        "l-diversity:illness:entropy=1.25",
    ]);
    let l = |i: usize| found["asked"]["thresholds"][i]["value"].clone();
    assert_eq!((l(1), l(2)), (2.into(), 1.25.into()));
}

#[test]
fn other_wishes() {
    let files = charted();
    refuses(
        &files,
        &["--by", "precision"],
        &[
            "--by is `precision`",
            "`height`, `suppression`, `loss`",
            "--loss",
        ],
    );
    refuses(
        &files,
        &["--max-suppression", "1.5"],
        &["--max-suppression", "`1.5`"],
    );
    refuses(
        &files,
        &["--max-loss=-1"],
        &["--max-loss is `-1`", "not negative"],
    );
    refuses(&files, &["--max-loss", "NaN"], &["--max-loss is `NaN`"]);
    refuses(
        &files,
        &["--max-height=1.5"],
        &["--max-height is `1.5`", "whole number"],
    );
    refuses(
        &files,
        &["--patience=soon"],
        &["--patience is `soon`", "seconds"],
    );
    refuses(
        &files,
        &["--patience=-1"],
        &["--patience is `-1`", "seconds"],
    );
    refuses(
        &files,
        &["--max-time=1e300"],
        &["--max-time is `1e300`", "seconds"],
    );
    refuses(
        &files,
        &["--max-nodes", "0"],
        &["--max-nodes is `0`", "at least 1"],
    );
    for wrong in ["0", "12X", "1.5G", "99999999999G", "M", ""] {
        refuses(
            &files,
            &[&format!("--max-bytes={wrong}")],
            &["--max-bytes is", "K, M or G"],
        );
    }
}

/// A model of groups that cut across classes has no place in an atlas.
#[test]
fn a_joint_model() {
    let files = people();
    let lkc = "model = \"lkc-privacy\"\ncolumn = \"illness\"\nl = 2\nk = 2\nc = 0.9\n";
    files.write(
        "recipe.toml",
        recipe(
            "model = \"l-diversity\"\ncolumn = \"illness\"\nl = 2\n",
            lkc,
        ),
    );
    for command in [
        &["ask", "recipe.toml"][..],
        &["atlas", "build", "recipe.toml"],
    ] {
        refuses_command(
            &files,
            command,
            USAGE,
            &["lkc-privacy", "cut across classes", "anonymize"],
        );
    }
}

#[test]
fn sources() {
    let files = people();
    files.write("note.txt", "an atlas this is not");
    refuses_command(
        &files,
        &["ask", "nowhere.atlas"],
        USAGE,
        &["could not open `nowhere.atlas`", "no such file"],
    );
    refuses_command(
        &files,
        &["atlas", "info", "nowhere.atlas"],
        USAGE,
        &["could not open `nowhere.atlas`", "no such file"],
    );
    refuses_command(
        &files,
        &["atlas", "info", "note.txt"],
        DATA,
        &["note.txt: this is not an atlas", "equipoise atlas build"],
    );
    refuses_command(
        &files,
        &["ask", "note.txt"],
        USAGE,
        &["note.txt", "not valid TOML"],
    );
    std::fs::create_dir(files.path("folder")).unwrap();
    refuses_command(
        &files,
        &["ask", "folder"],
        USAGE,
        &["`folder`", "it is a folder"],
    );
    let error = refuses_command(
        &files,
        &["atlas", "build", "recipe.toml", "--loss", "lost"],
        USAGE,
        &["`lost` is no loss", "`precision`"],
    );
    assert_eq!(keys(&error), ["kind", "message", "hint"]);
}
