//! `explore` as it is typed.

use crate::common::Workspace;
use crate::common::explored::Explored;

fn sample(workspace: &Workspace) {
    let made = workspace
        .command(&["sample", "census", "--rows", "400", "--directory", "census"])
        .output()
        .unwrap();
    assert!(made.status.success());
}

#[test]
fn it_says_where_the_page_is_and_ends_cleanly() {
    let workspace = Workspace::new();
    sample(&workspace);
    let explored =
        Explored::start(&mut workspace.command(&["explore", "census/recipe.toml", "--port", "0"]));
    explored.wait_until_ready();
    assert!(
        explored
            .printed()
            .starts_with("Open this address in a browser on this machine."),
        "{}",
        explored.printed()
    );
    assert!(explored.get("chart").contains(r#""rows":400"#));
    let ended = explored.stop();
    assert_eq!(
        ended.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&ended.stderr)
    );
    assert!(String::from_utf8_lossy(&ended.stdout).ends_with("Stopped.\n"));
    assert!(workspace.path("census/recipe.atlas").exists());
}

#[test]
fn a_table_gets_a_drafted_recipe_once() {
    let workspace = Workspace::new();
    sample(&workspace);
    workspace.write("table/people.csv", workspace.read("census/census.csv"));
    for is_first in [true, false] {
        let explored = Explored::start(&mut workspace.command(&[
            "explore",
            "table/people.csv",
            "--json",
            "--port",
            "0",
            "--max-nodes",
            "50",
        ]));
        explored.wait_until_ready();
        assert!(explored.printed().starts_with('{'));
        let ended = explored.stop();
        let warned =
            String::from_utf8_lossy(&ended.stderr).contains("there was no recipe for this table");
        assert_eq!(
            (ended.status.code(), warned),
            (Some(0), is_first),
            "{}",
            String::from_utf8_lossy(&ended.stderr)
        );
    }
    assert!(workspace.path("table/recipe.toml").exists());
    workspace.write("table/others.csv", workspace.read("census/census.csv"));
    let refused = workspace
        .command(&["explore", "table/others.csv"])
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("is for another table than"));
}

#[test]
fn what_is_wrong_is_told_as_by_other_commands() {
    let workspace = Workspace::new();
    let gone = workspace
        .command(&["explore", "nothing.toml", "--json"])
        .output()
        .unwrap();
    assert_eq!(
        gone.status.code(),
        Some(2),
        "{}",
        String::from_utf8_lossy(&gone.stderr)
    );
    workspace.write("bad.toml", "version = 1\n");
    let bad = workspace
        .command(&["explore", "bad.toml", "--port", "0"])
        .output()
        .unwrap();
    assert_eq!(bad.status.code(), Some(2));
    assert!(
        bad.stdout.is_empty(),
        "no address of a page that will not come"
    );
}
