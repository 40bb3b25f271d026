//! A small table whose every cell can be recognized, so that a message that repeats one is caught.

use super::{Ran, Workspace};

/// Every cell holds `zorp` or is a number from 7700 to 7799.
pub(crate) const TABLE: &str = "\
name,age,town,illness,note
zorpa,7701,zorpau,zorpflu,zorp 1
zorpb,7703,zorpau,zorpgout,zorp 2
zorpc,7708,zorpau,zorpflu,zorp 3
zorpd,7709,zorpbo,zorpache,zorp 1
zorpe,7712,zorpbo,zorpflu,zorp 2
zorpf,7717,zorpbo,zorpgout,zorp 3
zorpg,7719,zorpcy,zorpflu,zorp 1
zorph,7721,zorpcy,zorpache,zorp 2
zorpi,7726,zorpcy,zorpgout,zorp 3
zorpj,7728,zorpau,zorpflu,zorp 1
zorpk,7733,zorpbo,zorpgout,zorp 2
zorpl,7738,zorpcy,zorpache,zorp 3
";

pub(crate) const TOWNS: &str = "zorpau;north;*\nzorpbo;north;*\nzorpcy;south;*\n";

pub(crate) const RECIPE: &str = r#"version = 1
[input]
path = "people.csv"
[columns.name]
role = "identifying"
[columns.age]
role = "quasi-identifier"
hierarchy = { intervals = [10, 20] }
[columns.town]
role = "quasi-identifier"
hierarchy = "town.csv"
[columns.illness]
role = "sensitive"
[columns.note]
role = "insensitive"
[[privacy]]
model = "k-anonymity"
k = 2
[[privacy]]
model = "l-diversity"
column = "illness"
l = 2
[search]
max-suppression = 0.25
[output]
path = "out/people.csv"
report = ["text", "json"]
"#;

/// The files that a release of this recipe consists of.
pub(crate) const RELEASED: [&str; 6] = [
    "people.certificate.json",
    "people.csv",
    "people.record.json",
    "people.report.json",
    "people.report.txt",
    "people.run.json",
];

/// A workspace with the table, its hierarchy and the recipe.
pub(crate) fn people() -> Workspace {
    let workspace = Workspace::new();
    workspace.write("people.csv", TABLE);
    workspace.write("town.csv", TOWNS);
    workspace.write("recipe.toml", RECIPE);
    workspace
}

/// The recipe with something replaced, which must be in it.
pub(crate) fn recipe(from: &str, to: &str) -> String {
    assert!(RECIPE.contains(from), "the recipe has no {from:?}");
    RECIPE.replacen(from, to, 1)
}

/// A workspace whose recipe has something replaced.
pub(crate) fn people_with(from: &str, to: &str) -> Workspace {
    let workspace = people();
    workspace.write("recipe.toml", recipe(from, to));
    workspace
}

/// No cell value is in what was printed.
pub(crate) fn assert_no_values(ran: &Ran) {
    for text in [&ran.stdout, &ran.stderr] {
        let lower = text.to_lowercase();
        assert!(
            !lower.contains("zorp"),
            "equipoise {} shows a cell value:\n{text}",
            ran.arguments
        );
        let number = (7700..7800).find(|n| lower.contains(&n.to_string()));
        assert_eq!(
            number, None,
            "equipoise {} shows a cell value:\n{text}",
            ran.arguments
        );
    }
}
