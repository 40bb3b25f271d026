//! The recipe and hierarchies fit the rows and each other.

use equipoise_data::build::lint;
use equipoise_data::{Hierarchy, Table, Tree};
use equipoise_recipe::{HierarchySource, Recipe, Role};
use equipoise_sample::{Census, MISSING, TABLE_PATH, hierarchies, recipe};
use std::collections::{BTreeMap, BTreeSet};

fn table(rows: u64) -> Table {
    let census = Census { rows, seed: 1 };
    let rows: Vec<[String; 11]> = (0..rows).map(|i| census.row(i)).collect();
    Table::from_rows(&Census::header(), &rows)
}

/// The trees of the files, by path.
fn files() -> BTreeMap<String, Tree> {
    let lines = |text: &str| {
        text.lines()
            .map(|l| l.split(';').map(str::to_owned).collect())
            .collect()
    };
    hierarchies()
        .into_iter()
        .map(|(path, text)| (path, Tree::new(lines(&text)).unwrap()))
        .collect()
}

fn parsed() -> Recipe {
    Recipe::parse(&recipe(), "census.toml").unwrap()
}

/// The tree of each column that has a hierarchy, from its file or its builder.
fn trees(table: &Table) -> BTreeMap<String, Tree> {
    let files = files();
    let tree = |name: &str, source: &HierarchySource| match source {
        HierarchySource::File(path) => files[path].clone(),
        HierarchySource::Builder(builder) => builder
            .tree(table.column(name).unwrap(), &[MISSING.to_owned()])
            .unwrap(),
        HierarchySource::Areas { path, .. } => panic!("{path} is no hierarchy"),
    };
    let columns = parsed().columns;
    columns
        .iter()
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
fn files_end_in_one_top_and_have_no_stray_labels() {
    for (path, tree) in files() {
        for line in tree.lines() {
            assert_eq!(line.last().unwrap(), "*", "{path}");
            assert!(
                line.iter()
                    .all(|l| !l.is_empty() && l != MISSING && l.trim() == l),
                "{path}"
            );
        }
        assert_eq!(lint(&tree), [""; 0], "{path}");
    }
}

#[test]
fn every_value_is_in_its_hierarchy_and_every_line_occurs() {
    let table = table(40_000);
    let trees = trees(&table);
    assert_eq!(trees.len(), 9);
    for (column, tree) in trees {
        let bound = Hierarchy::bind(&tree, table.column(&column).unwrap(), &[MISSING.to_owned()]);
        let bound = bound.unwrap_or_else(|gaps| panic!("{column} lacks values: {gaps:?}"));
        let known = bound.leaves() as u64 - u64::from(bound.missing.is_some());
        assert_eq!(
            known, bound.domain,
            "{column} lists a value that never occurs"
        );
    }
}

#[test]
fn the_recipe_gives_every_column_a_role() {
    parsed()
        .check_columns(&Census::header().map(str::to_owned))
        .unwrap();
    assert_eq!(parsed().columns.len(), Census::header().len());
    assert_eq!(
        with_role(Role::Identifying),
        BTreeSet::from(["person-id".to_owned()])
    );
    assert!(with_role(Role::Sensitive).contains("diagnosis"));
    assert_eq!(with_role(Role::QuasiIdentifier).len(), 7);
    assert_eq!(
        parsed()
            .privacy
            .iter()
            .map(|m| m.name().as_str())
            .collect::<Vec<_>>(),
        ["k-anonymity", "l-diversity"]
    );
}

#[test]
fn the_recipe_names_the_table_and_exactly_the_files_that_exist() {
    let recipe = parsed();
    assert_eq!(recipe.input.paths, [TABLE_PATH]);
    assert!(recipe.input.missing.iter().any(|m| m == MISSING));
    let file = |source: HierarchySource| {
        if let HierarchySource::File(path) = source {
            Some(path)
        } else {
            None
        }
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
fn the_recipe_raises_no_warning() {
    assert_eq!(parsed().warnings, [""; 0]);
}

/// What the comments invite to try must be valid too.
#[test]
fn the_recipe_is_valid_with_its_suggestions_switched_on() {
    let bare = |line: &str| {
        let rest = line.strip_prefix("# ")?;
        (rest.starts_with("[[") || rest.contains(" = ")).then(|| rest.to_owned())
    };
    let text: String = recipe()
        .lines()
        .map(|l| bare(l).unwrap_or(l.to_owned()) + "\n")
        .collect();
    let on = Recipe::parse(&text, "census.toml").unwrap();
    assert_eq!(on.input.person.as_deref(), Some("person-id"));
    assert_eq!(on.column("postcode").unwrap().max_level, Some(4));
    assert_eq!(on.privacy.last().unwrap().name().as_str(), "t-closeness");
}

#[test]
fn the_lattice_is_modest() {
    let trees = trees(&table(20_000));
    let nodes: usize = with_role(Role::QuasiIdentifier)
        .iter()
        .map(|c| trees[c].height() + 1)
        .product();
    assert_eq!(nodes, 7_776);
}

/// One node that keeps the promises of the recipe at 5,000 rows, so the optimum there loses no
/// more: age in bands of 20 years, marital status as couple or not, country of birth as home or
/// abroad, household size in bands.
#[test]
fn a_useful_release_exists_at_five_thousand_rows() {
    for seed in 1..=5 {
        let census = Census { rows: 5_000, seed };
        let mut classes: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for i in 0..census.rows {
            let [
                _,
                sex,
                age,
                _,
                marital,
                _,
                _,
                country,
                household,
                _,
                diagnosis,
            ] = census.row(i);
            let age = age.parse::<u32>().unwrap() / 20;
            let couple = ["married", "civil partnership"].contains(&marital.as_str());
            let household = household.parse::<u32>().unwrap().min(5).div_ceil(2);
            let key = format!("{sex},{age},{couple},{},{household}", country == "Germany");
            classes.entry(key).or_default().push(diagnosis);
        }
        let fails = |class: &Vec<String>| {
            let distinct: BTreeSet<_> = class.iter().filter(|d| *d != MISSING).collect();
            class.len() < 5 || distinct.len() < 3
        };
        let (failing, kept): (Vec<_>, Vec<_>) = classes.into_values().partition(fails);
        let suppressed: usize = failing.iter().map(Vec::len).sum();
        assert!(suppressed <= 5_000 * 2 / 100, "seed {seed}: {suppressed}");
        assert!(kept.len() > 60, "seed {seed}: {}", kept.len());
    }
}
