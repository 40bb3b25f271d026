//! Public files say nothing about people who are left out but their number.
//!
//! Each world is a small table with a few outsiders, who differ from everybody else so that they
//! are left out. Their other values are then changed. Where the released rows stay the same, every
//! public byte must stay the same; and no public file may name a value that nobody but they have.
//!
//! `EQUIPOISE_LONG=1` looks at ten times as many worlds.

use crate::common::Workspace;
use equipoise::{Job, Outcome, RunOptions, Unwatched, anonymize};
use equipoise_testkit::Seeded;
use std::fmt::Write;

const WORLDS: u64 = 900;

/// Public files of a release.
const PUBLIC: [&str; 4] = [
    "release.certificate.json",
    "release.report.txt",
    "release.report.json",
    "release.report.html",
];

/// A table and a recipe. The outsiders are the last rows.
struct World {
    recipe: String,
    method: &'static str,
    marks: bool,
    has_persons: bool,
    people: Vec<Vec<String>>,
    outsiders: usize,
}

/// The released table, and the other public files by name.
type Published = (Vec<u8>, Vec<(&'static str, Vec<u8>)>);

const COLUMNS: &str = "place,age,code,illness,pay,note,person";

impl World {
    fn new(seed: u64) -> Self {
        let mut r = Seeded::new(seed);
        let method = METHODS[(seed % METHODS.len() as u64) as usize];
        let has_persons = r.chance(35);
        let marks = r.chance(20);
        let outsiders = if r.chance(25) {
            11 + r.below(3)
        } else {
            1 + r.below(4)
        };
        let missing = r.pick(&[0, 0, 8]);
        let rows = 24 + r.below(24);
        let mut people: Vec<Vec<String>> = Vec::new();
        for row in 0..rows {
            let cell = |r: &mut Seeded, values: &[&str]| {
                if r.chance(missing) {
                    String::new()
                } else {
                    r.pick(values).to_owned()
                }
            };
            people.push(vec![
                cell(&mut r, &["north", "south", "east"]),
                cell(&mut r, &["20", "21", "22", "23", "80", "81", "82"]),
                cell(&mut r, &["a1", "a2", "b1"]),
                cell(&mut r, &["flu", "flu", "gout", "hiv", "cold"]),
                cell(&mut r, &["100", "200", "300"]),
                format!("n{row}"),
                if r.chance(60) {
                    format!("p{row}")
                } else {
                    format!("p{}", r.below(rows))
                },
            ]);
        }
        let recipe = recipe(&mut r, method, has_persons, marks, missing > 0);
        World {
            recipe,
            method,
            marks,
            has_persons,
            people,
            outsiders,
        }
    }

    /// The table with one variant of the outsiders, and the values that nobody else has: numbers of
    /// eight digits and texts that begin with `only`. A variant changes some of their cells.
    fn table(&self, seed: u64, variant: u64) -> (String, Vec<String>) {
        let (mut r, mut changed) = (Seeded::new(seed ^ 0x5eed), Seeded::new(seed * 10 + variant));
        let mut table = format!("{COLUMNS}\n");
        let mut alone = Vec::new();
        self.people
            .iter()
            .for_each(|row| writeln!(table, "{}", row.join(",")).unwrap());
        for number in 0..self.outsiders {
            let mut cell = |own: String, usual: &[&str], own_percent: usize| {
                let first = (r.chance(own_percent), r.below(usual.len()));
                let (is_own, which) = if variant > 0 && changed.chance(25) {
                    (changed.chance(own_percent), changed.below(usual.len()))
                } else {
                    first
                };
                if is_own {
                    alone.push(own.clone());
                }
                if is_own { own } else { usual[which].to_owned() }
            };
            let place = cell(format!("only-w{variant}-{number}"), &["only-west"], 10);
            let age = cell(
                (77_000_000 + seed * 100 + variant * 20 + number as u64).to_string(),
                &["20", "81", ""],
                40,
            );
            let code = cell(format!("only{variant}c{number}"), &["a1", "b1", ""], 15);
            let illness = cell("only-illness".to_owned(), &["flu", "gout", "hiv", ""], 20);
            let pay = cell("900".to_owned(), &["100", "300", ""], 20);
            writeln!(
                table,
                "{place},{age},{code},{illness},{pay},outsider{number},q{number}"
            )
            .unwrap();
        }
        alone
            .retain(|value| value.starts_with("only-w") || value.len() == 8 || value.contains('c'));
        (table, alone)
    }

    /// The public bytes of a release of this table, where there is one that leaves all outsiders
    /// out.
    fn release(&self, table: &str) -> Option<Published> {
        let files = Workspace::new();
        files.write("table.csv", table);
        files.write("recipe.toml", &self.recipe);
        files.write(
            "place.csv",
            "north;up;*\nsouth;down;*\neast;up;*\nonly-west;far;*\n",
        );
        files.write(
            "illness.csv",
            "flu;mild;*\ncold;mild;*\ngout;severe;*\nhiv;severe;*\nonly-illness;severe;*\n",
        );
        files.write("population.csv", population());
        let job = Job::open(&files.path("recipe.toml"))
            .unwrap_or_else(|e| panic!("{e}\n{}", self.recipe));
        let suppressed = match anonymize(&job, &RunOptions::default(), &Unwatched) {
            Ok(Outcome::Met(release)) => release.suppressed_rows,
            Ok(_) => 0,
            Err(error) => {
                assert_ne!(
                    error.kind(),
                    equipoise::ErrorKind::Internal,
                    "{error}\n{}\n{table}",
                    self.recipe
                );
                0
            }
        };
        if suppressed < self.outsiders as u64 {
            return None;
        }
        let release = files.read("out/release.csv");
        // Somebody who is in the file has a note there; a marked row hides its quasi-identifiers.
        let is_shown =
            |line: &str| line.contains("outsider") && !(self.marks && line.starts_with("*,*,*"));
        if String::from_utf8_lossy(&release).lines().any(is_shown) {
            return None;
        }
        Some((
            release,
            PUBLIC
                .map(|name| (name, files.read(&format!("out/{name}"))))
                .into_iter()
                .collect(),
        ))
    }
}

const METHODS: [&str; 8] = [
    "optimal",
    "best-effort",
    "mondrian",
    "local-recoding",
    "cell-suppression",
    "record",
    "preference",
    "partitions",
];

fn population() -> String {
    let mut text = String::from("place,age,code,person\n");
    for (number, place) in ["north", "south", "east", "only-west"]
        .iter()
        .cycle()
        .take(160)
        .enumerate()
    {
        let (age, code) = (
            [20, 21, 22, 23, 80, 81, 82][number % 7],
            ["a1", "a2", "b1"][number % 3],
        );
        writeln!(text, "{place},{age},{code},x{number}").unwrap();
    }
    text
}

fn recipe(
    r: &mut Seeded,
    method: &str,
    has_persons: bool,
    marks: bool,
    has_missing: bool,
) -> String {
    let mut text = String::from("version = 1\n[input]\npath = \"table.csv\"\n");
    if has_persons {
        text += "person = \"person\"\n";
    }
    let is_flat = matches!(method, "mondrian" | "cell-suppression" | "partitions");
    let place = r.pick(&[
        "\"place.csv\"",
        "{ frequency = [4, 12] }",
        "{ groups = [{ label = \"far\", values = [\"north\"] }], other = \"rest\" }",
    ]);
    let age = r.pick(&[
        "{ intervals = [5, 20] }",
        "{ ordered = [2, 4] }",
        "{ ordered = [4] }",
    ]);
    let code = r.pick(&[
        "{ mask = \"right\" }",
        "{ mask = \"left\" }",
        "{ prefix = [1] }",
    ]);
    for (name, kind, hierarchy) in [
        ("place", "text", place),
        ("age", "integer", age),
        ("code", "text", code),
    ] {
        write!(
            text,
            "[columns.{name}]\nrole = \"quasi-identifier\"\ntype = \"{kind}\"\n"
        )
        .unwrap();
        if !(is_flat && r.chance(60)) {
            writeln!(text, "hierarchy = {hierarchy}").unwrap();
            if place == "\"place.csv\"" && name == "place" {
                text += "unlisted = \"top\"\n";
            }
        }
    }
    text += "[columns.illness]\nrole = \"sensitive\"\nhierarchy = \"illness.csv\"\n";
    text += "[columns.pay]\nrole = \"sensitive\"\ntype = \"integer\"\n";
    if r.chance(30) {
        text += "hierarchy = { ordered = [2] }\n";
    }
    text += "[columns.note]\nrole = \"insensitive\"\n[columns.person]\nrole = \"identifying\"\n";
    writeln!(
        text,
        "[[privacy]]\nmodel = \"k-anonymity\"\nk = {}",
        2 + r.below(3)
    )
    .unwrap();
    for _ in 0..r.below(3) {
        text += &model(r);
    }
    let (name, over) = if method == "partitions" {
        ("preference", "over = \"partitions\"\n")
    } else {
        (method, "")
    };
    let loss = match method {
        "optimal" | "best-effort" => r.pick(&[
            "loss",
            "precision",
            "aecs",
            "discernibility",
            "entropy",
            "height",
            "nwp",
        ]),
        _ => "loss",
    };
    writeln!(
        text,
        "[search]\nmethod = \"{name}\"\n{over}max-suppression = {}\nloss = \"{loss}\"",
        r.pick(&["0.4", "1.0", "14"])
    )
    .unwrap();
    if name == "preference" {
        text += "[preference]\naspire = { necd = 0.3, nwp = 0.3 }\nnormalize = true\n";
        if method == "partitions" {
            text += "evaluations = 300\npopulation = 20\n";
            if r.chance(50) && !has_missing {
                text += "granulate = { age = 5 }\n";
            }
        }
    }
    if method == "record" {
        text += "[record]\nmin-utility = \"40%\"\n";
    }
    if r.chance(25) {
        text += "[usefulness]\nqueries = 20\n";
    }
    writeln!(
        text,
        "[output]\npath = \"out/release.csv\"\nreport = [\"text\", \"json\", \"html\"]"
    )
    .unwrap();
    if marks {
        text += "suppressed = \"mark\"\n";
    }
    text
}

fn model(r: &mut Seeded) -> String {
    let models = [
        "l-diversity\"\ncolumn = \"illness\"\nl = 2",
        "l-diversity\"\ncolumn = \"illness\"\nl = 1.5\nvariant = \"entropy\"",
        "l-diversity\"\ncolumn = \"pay\"\nl = 2\nc = 4\nvariant = \"recursive\"",
        "l-diversity\"\ncolumn = \"pay\"\nl = 1.2\nvariant = \"probabilistic\"",
        "t-closeness\"\ncolumn = \"illness\"\nt = 0.7\ndistance = \"equal\"",
        "t-closeness\"\ncolumn = \"illness\"\nt = 0.6\ndistance = \"hierarchical\"",
        "t-closeness\"\ncolumn = \"pay\"\nt = 0.6\ndistance = \"ordered\"",
        "nt-closeness\"\ncolumn = \"pay\"\nn = 8\nt = 0.7\ndistance = \"equal\"",
        "semantic-privacy\"\ncolumn = \"illness\"\ndelta = 2",
        "delta-disclosure\"\ncolumn = \"pay\"\ndelta = 3",
        "beta-likeness\"\ncolumn = \"pay\"\nbeta = 4",
        "alpha-k-anonymity\"\ncolumn = \"illness\"\nalpha = 0.9\nk = 2",
        "lkc-privacy\"\ncolumn = \"illness\"\nl = 2\nk = 2\nc = 0.95",
        "sample-uniqueness\"\nthreshold = 0.3",
        "average-risk\"\nthreshold = 0.4",
        "population-uniqueness\"\nthreshold = 0.9\nsampling-fraction = 0.1",
        "k-map\"\nk = 2\npopulation = \"population.csv\"",
        "delta-presence\"\nmin = 0.0\nmax = 1.0\npopulation = \"population.csv\"",
    ];
    format!("[[privacy]]\nmodel = \"{}\n", r.pick(&models))
}

/// Looks at every second world from `first` on, and prints what it saw.
#[allow(clippy::print_stdout)]
fn look(first: u64) {
    let worlds = if std::env::var_os("EQUIPOISE_LONG").is_some() {
        10 * WORLDS
    } else {
        WORLDS
    };
    let (mut pairs, mut leaks, mut named, mut labels) = (0, Vec::new(), Vec::new(), Vec::new());
    let (mut seen, mut looked_for) = (std::collections::BTreeMap::<String, u64>::new(), 0);
    for seed in (first..worlds).step_by(2) {
        let world = World::new(seed);
        let variants = (0..4).map(|variant| world.table(seed, variant));
        let variants: Vec<_> = variants
            .map(|(table, alone)| (world.release(&table), alone))
            .collect();
        for (released, alone) in &variants {
            let Some((release, public)) = released else {
                continue;
            };
            for (file, bytes) in public
                .iter()
                .map(|(name, bytes)| (*name, bytes))
                .chain([("release.csv", release)])
            {
                let text = String::from_utf8_lossy(bytes);
                looked_for += alone.len();
                let is_there = |value: &&String| text.contains(value.as_str());
                named.extend(
                    alone
                        .iter()
                        .filter(is_there)
                        .map(|value| format!("seed {seed}: {value} in {file}")),
                );
            }
        }
        let released: Vec<_> = variants.iter().filter_map(|v| v.0.as_ref()).collect();
        for (i, (release, public)) in released.iter().enumerate() {
            for (other, other_public) in &released[i + 1..] {
                // A population declares values, and may add them to labels.
                if release != other && world.recipe.contains("population.csv") {
                    continue;
                }
                if release != other {
                    labels.extend(
                        differing_labels(release, other)
                            .map(|found| format!("seed {seed}, {}: {found}", world.method)),
                    );
                    continue;
                }
                pairs += 1;
                *seen
                    .entry(format!(
                        "{}{}",
                        world.method,
                        if world.has_persons { ", persons" } else { "" }
                    ))
                    .or_default() += 1;
                let differ = public.iter().zip(other_public).filter(|(a, b)| a.1 != b.1);
                leaks.extend(differ.map(|(a, b)| {
                    format!("seed {seed}, {}: {}", a.0, first_difference(&a.1, &b.1))
                }));
            }
        }
    }
    println!(
        "public files that differ: {} of {pairs} pairs; values named that only people left out have: {} of {looked_for}",
        leaks.len(),
        named.len()
    );
    println!("{seen:?}");
    println!(
        "labels that differ although the same rows share them: {}",
        labels.len()
    );
    let found = [leaks, named, labels].concat();
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(pairs > worlds / 3, "{pairs} pairs: {seen:?}");
}

/// Two releases of the same rows in which the same rows share labels, but where a label is another
/// text: then people who are left out made the difference. The column `note` tells rows apart.
fn differing_labels(a: &[u8], b: &[u8]) -> Option<String> {
    let rows = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let row = |line: &str| {
            let cells: Vec<String> = line.split(',').map(str::to_owned).collect();
            (cells[5].clone(), cells)
        };
        text.lines()
            .skip(1)
            .map(row)
            .collect::<std::collections::BTreeMap<_, _>>()
    };
    let (a, b) = (rows(a), rows(b));
    if !a.keys().eq(b.keys()) {
        return None;
    }
    for column in 0..3 {
        let pairs: std::collections::BTreeSet<(&String, &String)> = a
            .values()
            .zip(b.values())
            .map(|(a, b)| (&a[column], &b[column]))
            .collect();
        let is_one_to_one = |side: usize| {
            let one: std::collections::BTreeSet<&String> = pairs
                .iter()
                .map(|pair| if side == 0 { pair.0 } else { pair.1 })
                .collect();
            one.len() == pairs.len()
        };
        // A set is written as a label or as a list, and the top as `*`: that is a matter of the
        // decision, not of the values that are named.
        let is_same_form =
            |a: &str, b: &str| a != "*" && b != "*" && a.contains('|') == b.contains('|');
        let differing = pairs.iter().find(|(a, b)| a != b && is_same_form(a, b));
        if let Some((a, b)) =
            differing.filter(|_| pairs.len() > 1 && is_one_to_one(0) && is_one_to_one(1))
        {
            return Some(format!("column {column} has `{a}` and `{b}`"));
        }
    }
    None
}

fn first_difference(a: &[u8], b: &[u8]) -> String {
    let (a, b) = (String::from_utf8_lossy(a), String::from_utf8_lossy(b));
    let lines = a.lines().zip(b.lines()).find(|(a, b)| a != b);
    lines.map_or_else(
        || "different lengths".to_owned(),
        |(a, b)| format!("`{a}` and `{b}`"),
    )
}

#[test]
fn public_files_are_silent_about_people_left_out_in_even_worlds() {
    look(0);
}

#[test]
fn public_files_are_silent_about_people_left_out_in_odd_worlds() {
    look(1);
}

/// All public files of a release of `table`, in one text.
fn public_text(table: &str, recipe: &str) -> String {
    let files = Workspace::new();
    files.write("table.csv", table);
    files.write("recipe.toml", recipe);
    files.write("q.csv", "a;*\nb;*\nc;*\n");
    let job = Job::open(&files.path("recipe.toml")).unwrap();
    let Ok(Outcome::Met(release)) = anonymize(&job, &RunOptions::default(), &Unwatched) else {
        panic!("there is a release")
    };
    assert_eq!(release.suppressed_rows, 1);
    std::iter::once("release.csv")
        .chain(PUBLIC)
        .map(|name| files.text(&format!("out/{name}")))
        .collect()
}

const OUTPUT: &str =
    "[output]\npath = \"out/release.csv\"\nreport = [\"text\", \"json\", \"html\"]\n";

/// One person is left out. Compared with the input, the illness of that person decided whether a
/// class was called skewed.
#[test]
fn the_skewness_audit_does_not_depend_on_who_is_left_out() {
    let rows = |last: &str| {
        let many = |row: &str, times: usize| format!("{row}\n").repeat(times);
        [
            "q,s\n".to_owned(),
            many("a,hiv", 4),
            many("a,flu", 4),
            many("b,flu", 16),
            many("b,gout", 16),
            many(last, 1),
        ]
        .concat()
    };
    let recipe = format!(
        "version = 1\n[input]\npath = \"table.csv\"\n[columns.q]\nrole = \"quasi-identifier\"\nhierarchy = \"q.csv\"\n[columns.s]\n\
         role = \"sensitive\"\n[[privacy]]\nmodel = \"k-anonymity\"\nk = 2\n[search]\nmax-suppression = 1.0\n{OUTPUT}"
    );
    assert_eq!(
        public_text(&rows("c,hiv"), &recipe),
        public_text(&rows("c,gout"), &recipe)
    );
}

/// One person, of 97 or 85 years, is left out. Ranges and lists of everybody else do not name that
/// age.
#[test]
fn labels_do_not_name_values_that_only_people_left_out_have() {
    let rows = |last: &str| {
        let pairs = ["20", "21", "22", "80", "81", "82"]
            .iter()
            .flat_map(|age| ["x", "y"].map(|zip| format!("{age},{zip}\n")));
        format!("age,zip\n{}{last}\n", pairs.collect::<String>())
    };
    let zip = "[columns.zip]\nrole = \"quasi-identifier\"\nhierarchy = { groups = [{ label = \"z\", values = [\"x\", \"y\", \"w\"] }] }\nmax-level = 0\n";
    let head =
        "version = 1\n[input]\npath = \"table.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n";
    let model = "[[privacy]]\nmodel = \"k-anonymity\"\nk = 2\n";
    let levels = "[search]\nmax-suppression = 2\n";
    let partitions = "[search]\nmethod = \"preference\"\nover = \"partitions\"\nmax-suppression = 2\n[preference]\naspire = { necd = 0.3, nwp = 0.3 }\nnormalize = true\nevaluations = 500\n";
    for (age, search) in [
        (
            "type = \"integer\"\nhierarchy = { ordered = [4] }\n",
            levels.to_owned(),
        ),
        (
            "type = \"integer\"\n",
            format!("{partitions}granulate = {{ age = 20 }}\n"),
        ),
        ("", partitions.to_owned()),
    ] {
        let recipe = format!("{head}{age}{zip}{model}{search}{OUTPUT}");
        let [first, second] =
            ["97", "85"].map(|age| public_text(&rows(&format!("{age},w")), &recipe));
        // Columns with more digits, such as checksums, are no ages.
        let names = |text: &str, age: &str| {
            text.split(|c: char| !c.is_ascii_alphanumeric())
                .any(|word| word == age)
        };
        assert!(!names(&first, "97") && !names(&second, "85"), "{first}");
        assert_eq!(first, second, "{recipe}");
    }
}

/// Files of a recipe with columns, a table and further lines.
fn files_of(table: &str, columns: &str, rest: &str) -> Workspace {
    let files = Workspace::new();
    files.write("table.csv", table);
    files.write(
        "recipe.toml",
        format!("version = 1\n[input]\npath = \"table.csv\"\n{columns}{rest}{OUTPUT}"),
    );
    files
}

fn quasi(name: &str, rest: &str) -> String {
    format!("[columns.{name}]\nrole = \"quasi-identifier\"\n{rest}\n")
}

/// Lists are made of labels, and no label in them is there for people who are left out.
#[test]
fn lists_have_no_label_that_only_people_left_out_are_under() {
    let columns =
        quasi("p", "hierarchy = { prefix = [1] }") + &quasi("c", "hierarchy = { prefix = [3] }");
    let search = "[[privacy]]\nmodel = \"k-anonymity\"\nk = 5\n[search]\nmethod = \"preference\"\nover = \"partitions\"\nmax-suppression = 1.0\n\
                  [preference]\naspire = { necd = 0.3, nwp = 0.3 }\nnormalize = true\nevaluations = 500\npopulation = 20\n";
    for last in ["bbb9", "bxy9"] {
        let rows = [
            "n,aaa1\n".repeat(3),
            "n,ccc1\n".repeat(3),
            "n,ddd1\n".repeat(6),
            format!("z,{last}\n"),
        ]
        .concat();
        let files = files_of(&format!("p,c\n{rows}"), &columns, search);
        files.run(&["anonymize", "recipe.toml"]).expect(0);
        assert!(
            !files.text("out/release.csv").contains(&last[..3]),
            "{}",
            files.text("out/release.csv")
        );
    }
}

/// A mask fills codes up to the longest one, which nobody may have who is released.
#[test]
fn masks_of_classes_are_no_longer_than_released_values() {
    let columns = quasi(
        "p",
        "hierarchy = { groups = [{ label = \"all\", values = [\"n\", \"m\", \"z\"] }] }",
    ) + &quasi("c", "hierarchy = { mask = \"right\" }")
        + "[columns.s]\nrole = \"sensitive\"\n";
    let search = "[[privacy]]\nmodel = \"k-anonymity\"\nk = 5\n[[privacy]]\nmodel = \"l-diversity\"\ncolumn = \"s\"\nl = 3\n\
                  [search]\nmethod = \"local-recoding\"\nmax-suppression = 1.0\n";
    let release = |last: &str| {
        let mut rows = String::from("p,c,s\n");
        for p in ["n", "m"] {
            for c in ["a1", "a2", "b1"] {
                ["u", "v", "w"]
                    .iter()
                    .for_each(|s| writeln!(rows, "{p},{c},{s}").unwrap());
            }
        }
        let files = files_of(&format!("{rows}z,{last},u\n"), &columns, search);
        files.run(&["anonymize", "recipe.toml"]).expect(0);
        files.text("out/release.csv")
    };
    assert_eq!(release("zzzzzzzzz"), release("zzzz"));
}

/// The certificate of a hierarchical distance shows the hierarchy of the sensitive column.
#[test]
fn a_hierarchical_distance_needs_a_hierarchy_that_is_not_made_of_the_table() {
    let columns = quasi("q", "hierarchy = { prefix = [1] }")
        + "[columns.pay]\nrole = \"sensitive\"\ntype = \"integer\"\nhierarchy = { ordered = [2] }\n";
    let model = "[[privacy]]\nmodel = \"t-closeness\"\ncolumn = \"pay\"\nt = 0.5\ndistance = \"hierarchical\"\n";
    let files = files_of("q,pay\na,100\na,200\n", &columns, model);
    let run = files.run(&["anonymize", "recipe.toml"]);
    run.expect(2);
    assert!(
        run.stderr
            .contains("is made of the values of the table by `ordered`")
            && run.stderr.contains("hint: use `intervals`"),
        "{}",
        run.stderr
    );
}

/// Rows with unseen values are left out before the table is counted; the public number of people
/// left out has them too.
#[test]
fn rows_that_apply_drops_count_as_left_out() {
    let columns = quasi("place", "hierarchy = { prefix = [1] }\nmax-level = 0")
        + &quasi(
            "age",
            "type = \"integer\"\nhierarchy = { intervals = [5] }\nmax-level = 1",
        );
    let search = "[[privacy]]\nmodel = \"k-anonymity\"\nk = 4\n[search]\nmax-suppression = 1.0\n";
    let kept = "a,20\n".repeat(8) + &"b,21\n".repeat(8);
    let singles: String = ('c'..='n').map(|place| format!("{place},60\n")).collect();
    let files = files_of(&format!("place,age\n{kept}{singles}"), &columns, search);
    files.run(&["anonymize", "recipe.toml"]).expect(0);
    let applied = |rows: &str, name: &str| {
        files.write("new.csv", format!("place,age\n{kept}{rows}"));
        let output = format!("out/{name}.csv");
        files
            .run(&[
                "apply",
                "recipe.toml",
                "--record",
                "out/release.record.json",
                "--input",
                "new.csv",
                "--output",
                &output,
                "--unseen",
                "drop",
            ])
            .expect(0);
        (
            files.text(&output),
            files.text(&format!("out/{name}.report.txt")),
        )
    };
    let (seen, unseen) = (
        applied(&singles, "seen"),
        applied(&"q,77\n".repeat(12), "unseen"),
    );
    assert_eq!(seen, unseen);
    assert!(
        unseen.1.contains("12 of 28 rows (42.9 %) are left out."),
        "{}",
        unseen.1
    );
}
