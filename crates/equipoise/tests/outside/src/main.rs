use equipoise::{Job, Result, Source, TypedCells, TypedTable, Unwatched, decide};

const RECIPE: &str = r#"
version = 1
[columns]
age = { role = "quasi-identifier", hierarchy = { intervals = [10, 20] } }
illness = { role = "sensitive" }
[[privacy]]
model = "k-anonymity"
k = 2
"#;

fn main() -> Result<()> {
    let table = TypedTable::new()
        .with_column("age", [31, 34, 58, 52])?
        .with_column("illness", [Some("flu"), Some("cold"), None, Some("flu")])?;
    match decide(&Job::new(RECIPE)?, Source::Table(&table), &Unwatched)?.into_result() {
        Ok(solution) => {
            for verdict in solution.verdicts() {
                println!("{}: {}", verdict.model, if verdict.met { "met" } else { "not met" });
            }
            if let TypedCells::Text(ages) = solution.table(&Unwatched)?.columns()[0].cells() {
                println!("{}", ages.iter().flatten().cloned().collect::<Vec<_>>().join(" "));
            }
        }
        Err(unmet) => println!("{}", unmet.explanation),
    }
    Ok(())
}
