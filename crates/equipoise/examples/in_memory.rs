//! Anonymizes a table in memory.
//!
//! `cargo run -p equipoise --example in_memory`

#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use equipoise::recipe::{ColumnRecipe, Search, WrittenRecipe};
use equipoise::{
    Job, Limit, Model, Recipe, Result, Source, TypedCells, TypedTable, Unwatched, decide,
};

/// Requires at least three people and at least two diagnoses in each class.
fn recipe() -> Result<WrittenRecipe> {
    Recipe::builder()
        .column(ColumnRecipe::quasi_identifier("age").intervals([10, 20, 40]))
        .column(ColumnRecipe::quasi_identifier("city").hierarchy_file("cities.csv"))
        .column(ColumnRecipe::sensitive("diagnosis"))
        .column(ColumnRecipe::insensitive("admitted"))
        .require(Model::k_anonymity(3))
        .require(Model::l_diversity("diagnosis", 2))
        .search(Search::builder().max_suppression(Limit::Units(2)))
        .build()
}

/// The texts of cells; a missing cell is a dash.
fn listed(cells: &[Option<String>]) -> String {
    let texts = cells.iter().map(|cell| cell.as_deref().unwrap_or("-"));
    texts.collect::<Vec<_>>().join(", ")
}

pub(crate) fn main() -> Result<()> {
    // Lines in memory replace the file that the recipe names.
    let cities = [
        ["Bonn", "Germany", "*"],
        ["Ulm", "Germany", "*"],
        ["Lyon", "France", "*"],
    ];
    let job = Job::from(recipe()?).with_hierarchy("city", cities)?;

    // Columns have types, and any cell may be missing.
    let admitted = (1..=8).map(|day| (day != 3).then(|| format!("2026-03-{day:02}")));
    let table = TypedTable::new()
        .with_column("age", [31, 34, 38, 52, 55, 57, 58, 90])?
        .with_column(
            "city",
            ["Bonn", "Ulm", "Bonn", "Lyon", "Lyon", "Lyon", "Lyon", "Ulm"],
        )?
        .with_column(
            "diagnosis",
            ["flu", "cold", "flu", "flu", "gout", "cold", "gout", "flu"],
        )?
        .with_column("admitted", TypedCells::dates(admitted))?;

    let outcome = decide(&job, Source::Table(&table), &Unwatched)?;
    let solution = match outcome.into_result() {
        Ok(solution) => solution,
        Err(unmet) => {
            println!("Nothing can be released: {}", unmet.explanation);
            return Ok(());
        }
    };
    for verdict in solution.verdicts() {
        println!(
            "{}: {}",
            verdict.model,
            if verdict.met { "met" } else { "not met" }
        );
    }
    println!(
        "{} of {} rows are suppressed.",
        solution.suppressed_rows(),
        solution.rows()
    );

    // Independent code measures the table before it is returned.
    let release = solution.table(&Unwatched)?;
    for column in release.columns() {
        match column.cells() {
            TypedCells::Text(cells) => println!("{}: texts {}", column.name(), listed(cells)),
            TypedCells::Date(cells) => println!("{}: dates {}", column.name(), listed(cells)),
            // The debug format of cells shows their type and number, but no values.
            other => println!("{}: {other:?}", column.name()),
        }
    }
    Ok(())
}
