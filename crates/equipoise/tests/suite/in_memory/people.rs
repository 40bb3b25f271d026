//! A table of people, in memory and as a file.

use equipoise::{TypedCells, TypedTable};
use std::path::Path;

pub(super) const ROWS: usize = 240;

/// Every column says which role it has; methods, models and other keys are added.
pub(super) const COLUMNS: &str = r#"
[columns.person]
role = "identifying"
[columns.age]
role = "quasi-identifier"
type = "integer"
hierarchy = { intervals = [5, 10, 20, 40] }
[columns.sex]
role = "quasi-identifier"
hierarchy = { mask = "right" }
[columns.zip]
role = "quasi-identifier"
hierarchy = { mask = "right" }
[columns.born]
role = "insensitive"
[columns.income]
role = "insensitive"
type = "decimal"
[columns.smoker]
role = "insensitive"
[columns.disease]
role = "sensitive"
"#;

/// Some cells of most columns are missing.
pub(super) fn people() -> TypedTable {
    let rows = 0..ROWS;
    let unless = |is_missing: bool, cell: String| (!is_missing).then_some(cell);
    let person = |i: usize| format!("p{}", i * 2 / 3);
    let age = |i: usize| (!i.is_multiple_of(29)).then_some(20 + (i * 7 % 53) as i64);
    let sex = |i: usize| unless(i.is_multiple_of(31), ["F", "M"][i * 3 / 2 % 2].to_owned());
    let zip = |i: usize| format!("53{}{}", i * 5 % 3, i * i % 4);
    let born = |i: usize| {
        unless(
            i.is_multiple_of(11),
            format!("19{}-02-1{}", 60 + i % 40, i % 10),
        )
    };
    let income = |i: usize| (!i.is_multiple_of(7)).then_some((i % 90) as f64 * 12.5);
    let smoker = |i: usize| (!i.is_multiple_of(13)).then_some(i.is_multiple_of(3));
    let disease = |i: usize| ["flu", "cold", "gout", "NA", "asthma"][i * i % 5];
    TypedTable::new()
        .with_column("person", rows.clone().map(person).collect::<Vec<_>>())
        .and_then(|t| t.with_column("age", rows.clone().map(age).collect::<Vec<_>>()))
        .and_then(|t| t.with_column("sex", rows.clone().map(sex).collect::<Vec<_>>()))
        .and_then(|t| t.with_column("zip", rows.clone().map(zip).collect::<Vec<_>>()))
        .and_then(|t| t.with_column("born", TypedCells::dates(rows.clone().map(born))))
        .and_then(|t| t.with_column("income", rows.clone().map(income).collect::<Vec<_>>()))
        .and_then(|t| t.with_column("smoker", rows.clone().map(smoker).collect::<Vec<_>>()))
        .and_then(|t| t.with_column("disease", rows.map(disease).collect::<Vec<_>>()))
        .unwrap()
}

/// The texts of a column; an empty one where a cell is missing.
pub(super) fn texts(cells: &TypedCells) -> Vec<String> {
    fn all<T: ToString>(cells: &[Option<T>]) -> Vec<String> {
        let text = |cell: &Option<T>| cell.as_ref().map_or_else(String::new, T::to_string);
        cells.iter().map(text).collect()
    }
    match cells {
        TypedCells::Text(cells) | TypedCells::Date(cells) => all(cells),
        TypedCells::Integer(cells) => all(cells),
        TypedCells::Decimal(cells) => all(cells),
        TypedCells::Boolean(cells) => all(cells),
        other => panic!("{other:?}"),
    }
}

/// The table as the text of a CSV file; no cell of these tables needs quotes.
pub(super) fn csv(table: &TypedTable) -> String {
    let names: Vec<&str> = table.columns().iter().map(|c| c.name()).collect();
    let columns: Vec<Vec<String>> = table.columns().iter().map(|c| texts(c.cells())).collect();
    let mut text = names.join(",") + "\n";
    for row in 0..table.rows() {
        let cells: Vec<&str> = columns.iter().map(|c| c[row].as_str()).collect();
        text += &(cells.join(",") + "\n");
    }
    text
}

pub(super) fn write_csv(path: &Path, table: &TypedTable) {
    std::fs::write(path, csv(table)).unwrap();
}
