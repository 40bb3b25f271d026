//! Cell values stay out of logs.

use super::people::people;
use equipoise::{Job, Source, TypedCells, TypedTable};

#[test]
fn the_debug_format_of_a_table_has_names_types_and_counts() {
    let table = TypedTable::new()
        .with_column("age", [Some(7_301), None, Some(7_302)])
        .unwrap()
        .with_column("city", ["Xanten", "Xanten", "Yverdon"])
        .unwrap();
    let expected = "TypedTable { rows: 3, columns: [\
        TypedColumn { name: \"age\", cells: Integer { cells: 3, missing: 1 } }, \
        TypedColumn { name: \"city\", cells: Text { cells: 3, missing: 0 } }] }";
    assert_eq!(format!("{table:?}"), expected);
    assert_eq!(
        format!("{:?}", Source::Table(&table)),
        format!("Table({expected})")
    );
    let named = |cells: TypedCells| format!("{cells:?}");
    assert_eq!(
        named(TypedCells::from([1.5])),
        "Decimal { cells: 1, missing: 0 }"
    );
    assert_eq!(
        named(TypedCells::from([true])),
        "Boolean { cells: 1, missing: 0 }"
    );
    assert_eq!(
        named(TypedCells::dates([None::<String>])),
        "Date { cells: 1, missing: 1 }"
    );
    let printed = format!("{:?}", people());
    assert!(!printed.contains("Some("), "{printed}");
}

#[test]
fn the_debug_format_of_a_job_names_hierarchies_without_their_values() {
    let recipe = "version = 1\n[columns.city]\nrole = \"quasi-identifier\"\nhierarchy = \"cities\"\n[[privacy]]\nmodel = \"k-anonymity\"\nk = 2\n";
    let lines = [["Xanten", "Germany", "*"], ["Yverdon", "Switzerland", "*"]];
    let job = Job::new(recipe)
        .unwrap()
        .with_hierarchy("city", lines)
        .unwrap();
    let printed = format!("{job:?}");
    assert!(
        printed.contains("hierarchies_in_memory: [\"city\"]"),
        "{printed}"
    );
    for value in ["Xanten", "Germany", "Yverdon"] {
        assert!(!printed.contains(value), "{printed}");
    }
}
