//! Whether a draft can be run as it is.

use equipoise_data::derive::{At, Dated, Rule, derive};
use equipoise_data::{Column, Dictionary, Hierarchy, Table, Tree};
use equipoise_draft::{Draft, DraftOptions, draft};
use equipoise_recipe::{AgeAt, Derive, HierarchySource, Recipe, Role};

/// A table of one column.
pub(crate) fn column<S: AsRef<str>>(name: &str, values: impl IntoIterator<Item = S>) -> Table {
    let rows: Vec<[String; 1]> = values
        .into_iter()
        .map(|v| [v.as_ref().to_owned()])
        .collect();
    Table::from_rows(&[name], &rows)
}

/// Columns of equal length side by side.
pub(crate) fn beside(tables: impl IntoIterator<Item = Table>) -> Table {
    let mut tables = tables.into_iter();
    let mut all = tables.next().expect("there is a column");
    for table in tables {
        assert_eq!(table.rows, all.rows);
        all.columns.extend(table.columns);
    }
    all
}

pub(crate) fn drafted(table: &Table) -> (Draft, Recipe) {
    drafted_with(table, &DraftOptions::new("table.csv", "release/table.csv"))
}

/// A draft that fits: it is read without warnings, has every column, and every hierarchy has a line
/// for every value.
pub(crate) fn drafted_with(table: &Table, options: &DraftOptions) -> (Draft, Recipe) {
    let draft = draft(table, options).unwrap_or_else(|e| panic!("{e}"));
    let recipe = Recipe::parse(&draft.recipe, "recipe.toml")
        .unwrap_or_else(|e| panic!("{e}\n{}", draft.recipe));
    assert_eq!(recipe.warnings, Vec::<String>::new(), "{}", draft.recipe);
    let names: Vec<String> = table.columns.iter().map(|c| c.name.clone()).collect();
    recipe
        .check_columns(&names)
        .unwrap_or_else(|e| panic!("{e}\n{}", draft.recipe));
    assert_eq!(recipe.columns.len(), draft.columns.len());
    for (of, said) in recipe.columns.iter().zip(&draft.columns) {
        let said = draft
            .columns
            .iter()
            .find(|d| d.name == of.name)
            .unwrap_or(said);
        assert_eq!(
            (of.role, of.kind, &of.missing, of.derive.is_some()),
            (said.role, said.kind, &said.missing, said.derived),
            "{}",
            of.name
        );
        assert_ne!(of.role, Role::Insensitive, "nothing is harmless on a guess");
        assert_eq!(of.reason.as_deref(), Some(said.why.as_str()));
        if of.role == Role::QuasiIdentifier {
            check_hierarchy(table, &draft, &recipe, &of.name);
        }
    }
    check_links(&recipe, &draft, table);
    (draft, recipe)
}

fn check_hierarchy(table: &Table, draft: &Draft, recipe: &Recipe, name: &str) {
    let column = read(table, recipe, name);
    let tree = tree(draft, recipe, &column);
    let bound = Hierarchy::bind(&tree, &column, &recipe.input.missing);
    assert!(
        bound.is_ok(),
        "column `{name}` has values without a line:\n{}",
        draft.recipe
    );
    let tops = tree.lines().iter().flat_map(|line| &line[1..]);
    assert!(
        tops.into_iter()
            .all(|label| !recipe.input.missing.contains(label)),
        "a label of `{name}` means missing"
    );
}

fn tree(draft: &Draft, recipe: &Recipe, column: &Column) -> Tree {
    match recipe
        .column(&column.name)
        .and_then(|c| c.hierarchy.as_ref())
        .expect("a quasi-identifier has a hierarchy")
    {
        HierarchySource::Builder(builder) => builder
            .tree(column, &recipe.input.missing)
            .unwrap_or_else(|e| panic!("{e}\n{}", draft.recipe)),
        HierarchySource::File(path) => {
            let file = draft
                .files
                .iter()
                .find(|f| f.path == *path)
                .expect("the file is drafted too");
            Tree::new(file.lines.clone()).expect("the file is a tree")
        }
        HierarchySource::Areas { .. } => panic!("areas need a table that nobody gave"),
    }
}

fn check_links(recipe: &Recipe, draft: &Draft, table: &Table) {
    for of in recipe.columns.iter().filter(|c| c.linked.is_some()) {
        let height = |name: &str| tree(draft, recipe, &read(table, recipe, name)).height();
        assert_eq!(
            height(&of.name),
            height(of.linked.as_deref().unwrap()),
            "linked columns have one height"
        );
    }
}

/// The column as `anonymize` would see it: codes for missing replaced, or derived.
fn read(table: &Table, recipe: &Recipe, name: &str) -> Column {
    let of = recipe.column(name).unwrap();
    let token = &recipe.input.missing[0];
    if let Some(rule) = &of.derive {
        let Derive::Age { birth, at } = rule else {
            panic!("only ages are drafted")
        };
        let dates = [
            birth,
            if let AgeAt::Column(at) = at {
                at
            } else {
                birth
            },
        ]
        .map(|n| plain(table, recipe, n, token));
        let dated = |i: usize, n: &str| Dated {
            column: &dates[i],
            format: recipe.column(n).and_then(|c| c.format.as_deref()),
        };
        let at = match at {
            AgeAt::Column(at) => At::Column(dated(1, at)),
            AgeAt::Day(day) => At::Day(day),
        };
        return derive(
            name,
            Rule::Age {
                birth: dated(0, birth),
                at,
            },
            &recipe.input.missing,
        )
        .unwrap_or_else(|e| panic!("{e}"))
        .column;
    }
    plain(table, recipe, name, token)
}

fn plain(table: &Table, recipe: &Recipe, name: &str, token: &str) -> Column {
    let column = table.column(name).unwrap();
    let missing = &recipe.column(name).unwrap().missing;
    let mut dictionary = Dictionary::new();
    let text = |code: &u32| column.dictionary.text(*code);
    let codes = column.codes.iter().map(|c| {
        dictionary.intern(if missing.iter().any(|m| m == text(c)) {
            token
        } else {
            text(c)
        })
    });
    Column {
        name: name.to_owned(),
        codes: codes.collect(),
        dictionary,
    }
}
