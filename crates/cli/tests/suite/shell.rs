//! Completions, manual pages, and hierarchy files to fill in.

use crate::common::Workspace;

#[test]
fn every_shell_gets_a_script_that_knows_the_commands() {
    let w = Workspace::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = w.command(&["completions", shell]).output().unwrap();
        let script = String::from_utf8(ran.stdout).unwrap();
        assert!(
            ran.status.success()
                && ["anonymize", "max-suppression"]
                    .iter()
                    .all(|word| script.contains(word)),
            "{shell}"
        );
    }
    assert_eq!(
        w.command(&["completions", "dos"])
            .output()
            .unwrap()
            .status
            .code(),
        Some(2)
    );
}

#[test]
fn every_command_has_a_manual_page() {
    let w = Workspace::new();
    let page = |command: &[&str]| {
        let ran = w.command(&[&["man"], command].concat()).output().unwrap();
        assert!(ran.status.success(), "{command:?}");
        String::from_utf8(ran.stdout).unwrap()
    };
    let whole = page(&[]);
    assert!(
        whole.contains(".TH equipoise 1") && whole.contains("Exit codes"),
        "{whole}"
    );
    for command in [
        "init",
        "anonymize",
        "apply",
        "check",
        "inspect",
        "verify",
        "ask",
        "sample",
        "demo",
    ] {
        assert!(whole.contains(command), "{command}");
        assert!(
            page(&[command]).contains(&format!(".TH equipoise-{command} 1")),
            "{command}"
        );
    }
    assert!(page(&["atlas", "build"]).contains(".TH equipoise-atlas-build 1"));
    let ran = w.command(&["man", "atlas", "burn"]).output().unwrap();
    assert_eq!(ran.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("commands there: build, info"));
}

const RECIPE: &str = r#"
version = 1
[input]
path = "table.csv"
[columns.town]
role = "quasi-identifier"
hierarchy = "towns.csv"
[columns.job]
role = "quasi-identifier"
hierarchy = "jobs.csv"
[[privacy]]
model = "k-anonymity"
k = 2
[output]
path = "out.csv"
"#;

#[test]
fn a_stub_lists_what_a_hierarchy_lacks_and_is_refused_until_it_is_filled_in() {
    let w = Workspace::new();
    w.write("table.csv", "town,job\nA,x\nA,x\nC,y\nC,y\nNA,y\nNA,y\n");
    w.write("towns.csv", "A;north;*\nB;north;*\n");
    w.write("recipe.toml", RECIPE);
    let failed = |arguments: &[&str], code: i32| {
        let ran = w.command(arguments).output().unwrap();
        assert_eq!(
            ran.status.code(),
            Some(code),
            "{}",
            String::from_utf8_lossy(&ran.stderr)
        );
        String::from_utf8_lossy(&ran.stderr).into_owned()
    };
    let told = failed(&["anonymize", "recipe.toml", "--stub"], 3);
    assert!(
        told.contains("towns.stub.csv` for `town`") && told.contains("jobs.csv` for `job`"),
        "{told}"
    );
    assert_eq!(
        w.lines("towns.stub.csv"),
        ["A;north;*", "B;north;*", "C;???;*"]
    );
    assert_eq!(w.lines("jobs.csv"), ["x;???;*", "y;???;*"]);
    assert!(!w.path("out.csv").exists());
    // Nothing that exists is replaced by the way.
    assert!(failed(&["anonymize", "recipe.toml", "--stub"], 2).contains("exists already"));

    w.write("recipe.toml", RECIPE.replace("towns.csv", "towns.stub.csv"));
    let told = failed(&["anonymize", "recipe.toml"], 3);
    assert!(
        told.contains("1 line still has `???` in place of a label"),
        "{told}"
    );
    for file in ["towns.stub.csv", "jobs.csv"] {
        w.write(file, w.text(file).replace("???", "south"));
    }
    let ran = w
        .command(&["anonymize", "recipe.toml", "--stub"])
        .output()
        .unwrap();
    assert_eq!(
        ran.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    assert_eq!(w.lines("out.csv").len(), 7);
}
