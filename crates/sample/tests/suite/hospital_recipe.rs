//! The hospital's recipe and files fit the rows and each other.

use equipoise_data::build::{Areas, lint};
use equipoise_data::{Hierarchy, Table, Tree};
use equipoise_recipe::{Derive, HierarchySource, Recipe, Role};
use equipoise_sample::Hospital;
use std::collections::{BTreeMap, BTreeSet};

const MANY: Hospital = Hospital {
    rows: 40_000,
    seed: 1,
};

fn table() -> Table {
    let text = String::from_utf8(MANY.to_csv()).unwrap();
    let rows: Vec<[String; 25]> = text.lines().skip(1).map(cells).collect();
    Table::from_rows(&Hospital::header(), &rows)
}

fn cells(line: &str) -> [String; 25] {
    let mut cells = line.split(',').map(str::to_owned);
    std::array::from_fn(|_| cells.next().unwrap())
}

fn parsed() -> Recipe {
    Recipe::parse(&MANY.recipe(), "hospital.toml").unwrap()
}

/// The files with their lines, by path.
fn files() -> BTreeMap<String, Vec<Vec<String>>> {
    let lines = |text: &str| {
        text.lines()
            .map(|l| l.split(';').map(str::to_owned).collect())
            .collect()
    };
    Hospital::files()
        .into_iter()
        .map(|(path, text)| (path, lines(&text)))
        .collect()
}

/// What means missing in a column.
fn missing(recipe: &Recipe, column: &str) -> Vec<String> {
    let own = recipe
        .column(column)
        .map(|c| c.missing.clone())
        .unwrap_or_default();
    recipe.input.missing.iter().cloned().chain(own).collect()
}

/// The tree of each column of the table that has a hierarchy, from its file or its builder.
fn trees(table: &Table) -> BTreeMap<String, Tree> {
    let (recipe, files) = (parsed(), files());
    let tree = |name: &str, source: &HierarchySource| match source {
        HierarchySource::File(path) => Tree::new(files[path].clone()).unwrap(),
        HierarchySource::Areas { path, inhabitants } => {
            Areas::read(files[path].clone(), inhabitants.clone())
                .unwrap()
                .tree()
                .unwrap()
        }
        HierarchySource::Builder(builder) => builder
            .tree(table.column(name).unwrap(), &missing(&recipe, name))
            .unwrap(),
    };
    let columns = recipe.columns.iter().filter(|c| c.derive.is_none());
    columns
        .filter_map(|c| Some((c.name.clone(), tree(&c.name, c.hierarchy.as_ref()?))))
        .collect()
}

fn with_role(role: Role) -> BTreeSet<String> {
    parsed()
        .columns
        .into_iter()
        .filter(|c| c.role == role)
        .map(|c| c.name)
        .collect()
}

#[test]
fn every_value_is_in_its_hierarchy() {
    let (table, recipe) = (table(), parsed());
    let trees = trees(&table);
    assert_eq!(trees.len(), 12);
    for (column, tree) in trees {
        assert!(
            tree.lines().iter().all(|line| line.last().unwrap() == "*"),
            "{column}"
        );
        let bound = Hierarchy::bind(
            &tree,
            table.column(&column).unwrap(),
            &missing(&recipe, &column),
        );
        let bound = bound.unwrap_or_else(|gaps| panic!("{column} lacks values: {gaps:?}"));
        let has_missing =
            !["hospital", "ward", "admission", "discharge"].contains(&column.as_str());
        assert_eq!(bound.missing.is_some(), has_missing, "{column}");
        if column != "postcode" {
            assert_eq!(
                bound.leaves() as u64 - u64::from(has_missing),
                bound.domain,
                "{column} lists a value that never occurs"
            );
        }
    }
}

/// Nothing that a reader of the files would stumble over, and no missing code among the values.
#[test]
fn files_are_tidy() {
    for (path, lines) in files()
        .into_iter()
        .filter(|(path, _)| path.starts_with("hierarchies/"))
    {
        assert!(
            lines.iter().flatten().all(|l| !l.is_empty()
                && l.trim() == l
                && !["NA", "9", "99"].contains(&l.as_str())),
            "{path}"
        );
        assert_eq!(lint(&Tree::new(lines).unwrap()), [""; 0], "{path}");
    }
}

#[test]
fn the_recipe_gives_every_column_a_role_and_a_reason() {
    let recipe = parsed();
    recipe
        .check_columns(&Hospital::header().map(str::to_owned))
        .unwrap();
    assert_eq!(recipe.columns.len(), 25 + 2);
    assert!(
        recipe
            .columns
            .iter()
            .all(|c| c.reason.as_ref().is_some_and(|r| !r.is_empty()))
    );
    let quasi = "age stay hospital ward sex marital-status nationality postcode insurance admission-type admission discharge discharge-status";
    assert_eq!(
        with_role(Role::QuasiIdentifier),
        quasi.split(' ').map(str::to_owned).collect()
    );
    assert_eq!(with_role(Role::QuasiIdentifier).len(), 13);
    assert!(
        with_role(Role::Identifying).is_superset(
            &["patient-id", "record-id", "birth-date", "physician"]
                .map(str::to_owned)
                .into()
        )
    );
    assert_eq!(recipe.input.person.as_deref(), Some("patient-id"));
    assert_eq!(
        recipe
            .privacy
            .iter()
            .map(|m| m.name().as_str())
            .collect::<Vec<_>>(),
        ["k-anonymity", "l-diversity"]
    );
}

#[test]
fn the_recipe_derives_links_and_names_missing_codes() {
    let recipe = parsed();
    let column = |name: &str| recipe.column(name).unwrap();
    assert!(
        matches!(&column("age").derive, Some(Derive::Age { birth, .. }) if birth == "birth-date")
    );
    assert!(
        matches!(&column("stay").derive, Some(Derive::Days { from, to }) if (from.as_str(), to.as_str()) == ("admission", "discharge"))
    );
    assert_eq!(column("discharge").linked.as_deref(), Some("admission"));
    let own: BTreeMap<&str, &str> = recipe
        .columns
        .iter()
        .flat_map(|c| {
            c.missing
                .iter()
                .map(|code| (c.name.as_str(), code.as_str()))
        })
        .collect();
    let expected = [
        ("admission-type", "9"),
        ("birth-date", "1900-01-01"),
        ("discharge-status", "99"),
        ("insurance", "99"),
        ("sex", "9"),
    ];
    assert_eq!(own, expected.into());
    assert_eq!(recipe.input.missing, ["NA"]);
}

#[test]
fn the_recipe_names_the_table_and_exactly_the_files_that_exist() {
    let recipe = parsed();
    assert_eq!(recipe.input.paths, [Hospital::TABLE_PATH]);
    let file = |source: HierarchySource| match source {
        HierarchySource::File(path) | HierarchySource::Areas { path, .. } => Some(path),
        HierarchySource::Builder(_) => None,
    };
    let named: BTreeSet<String> = recipe
        .columns
        .into_iter()
        .filter_map(|c| file(c.hierarchy?))
        .collect();
    assert_eq!(named, files().into_keys().collect());
}

/// The first thing a newcomer sees should not begin with warnings.
#[test]
fn the_recipe_raises_no_warning_at_any_size() {
    for rows in [1, 10, 1_000, 300_000] {
        let text = Hospital { rows, seed: 1 }.recipe();
        assert_eq!(
            Recipe::parse(&text, "hospital.toml").unwrap().warnings,
            [""; 0]
        );
    }
    let usual = Hospital {
        rows: Hospital::USUAL_ROWS,
        seed: 1,
    }
    .recipe();
    assert!(usual.contains("frequency = [3000, 30000]"));
    assert!(
        Hospital {
            rows: 1_000,
            seed: 1
        }
        .recipe()
        .contains("frequency = [10, 100]")
    );
}

/// What the comments invite to try must be valid too.
#[test]
fn the_recipe_is_valid_with_its_suggestions_switched_on() {
    let bare = |line: &str| {
        let rest = line.strip_prefix("# ")?;
        (rest.starts_with("[[") || rest.contains(" = ")).then(|| rest.to_owned())
    };
    let text: String = MANY
        .recipe()
        .lines()
        .map(|l| bare(l).unwrap_or(l.to_owned()) + "\n")
        .collect();
    let on = Recipe::parse(&text, "hospital.toml").unwrap();
    assert!(on.search.time_limit.is_some());
    assert_eq!(on.privacy.last().unwrap().name().as_str(), "t-closeness");
}

/// A node that keeps the promises of the recipe: age in bands of 20 years, year of admission and
/// discharge, department, whether in a couple, whether a national. So what best effort finds need
/// not be a table of stars.
#[test]
fn a_useful_release_exists() {
    let (trees, mut classes) = (
        trees(&table()),
        BTreeMap::<String, (BTreeSet<String>, BTreeSet<String>)>::new(),
    );
    let label = |column: &str, value: &str, level: usize| {
        trees[column]
            .lines()
            .iter()
            .find(|l| l[0] == value)
            .map_or("missing".to_owned(), |l| l[level].clone())
    };
    let at = |name: &str| Hospital::header().iter().position(|h| *h == name).unwrap();
    let text = String::from_utf8(MANY.to_csv()).unwrap();
    let mut patients = BTreeSet::new();
    for row in text.lines().skip(1).map(cells) {
        let cell = |name: &str| row[at(name)].as_str();
        let year = |name: &str| cell(name)[..4].parse::<u32>().unwrap();
        let young = u32::from(cell("admission")[5..] < cell("birth-date")[5..]);
        let age = (year("admission") - year("birth-date") - young).min(100) / 20;
        let (ward, nation) = (
            label("ward", cell("ward"), 1),
            label("nationality", cell("nationality"), 2),
        );
        let key = format!(
            "{}{age}{ward}{nation}{}{}",
            cell("sex"),
            cell("admission")[..4].to_owned(),
            &cell("discharge")[..4]
        );
        let class = classes
            .entry(key + &label("marital-status", cell("marital-status"), 1))
            .or_default();
        class.0.insert(cell("patient-id").to_owned());
        class
            .1
            .extend(Some(cell("diagnosis-1").to_owned()).filter(|d| d != "NA"));
        patients.insert(cell("patient-id").to_owned());
    }
    let (kept, failing): (Vec<_>, Vec<_>) = classes
        .into_values()
        .partition(|(patients, reasons)| patients.len() >= 5 && reasons.len() >= 3);
    let lost: BTreeSet<String> = failing
        .into_iter()
        .flat_map(|(patients, _)| patients)
        .collect();
    assert!(
        lost.len() * 100 <= patients.len() * 5,
        "{} of {}",
        lost.len(),
        patients.len()
    );
    assert!(kept.len() > 200, "{}", kept.len());
}
