//! Typical mistakes: what is said about them, as text and as JSON, and the exit code.

use super::scenario::Scenario;
use crate::common::people::{RECIPE, TABLE, TOWNS};

/// A recipe with one thing replaced, and the exit code of `anonymize`.
const RECIPES: [(&str, i32, &str, &str); 18] = [
    ("key", 2, "max-suppression", "max-supression"),
    ("section", 2, "[search]", "[serach]"),
    ("syntax", 2, "k = 2", "k = = 2"),
    ("parameter", 2, "k = 2", "k = 0"),
    ("several", 2, "k = 2\n", "k = -1\nkk = 3\nl = \"two\"\n"),
    ("model", 2, "\"k-anonymity\"", "\"k-anonimity\""),
    ("role", 2, "role = \"sensitive\"", "role = \"secret\""),
    ("column", 2, "[columns.note]", "[columns.notes]"),
    ("target", 2, "column = \"illness\"", "column = \"town\""),
    (
        "limit",
        2,
        "max-suppression = 0.25",
        "max-suppression = 25.5",
    ),
    (
        "method",
        2,
        "[search]",
        "[search]\nmethod = \"cell-suppression\"",
    ),
    ("input", 2, "path = \"people.csv\"", "path = \"nobody.csv\""),
    (
        "hierarchy",
        2,
        "hierarchy = \"town.csv\"",
        "hierarchy = \"city.csv\"",
    ),
    (
        "unlisted",
        3,
        "hierarchy = \"town.csv\"",
        "hierarchy = \"few.csv\"",
    ),
    (
        "number",
        3,
        "hierarchy = \"town.csv\"",
        "type = \"integer\"\nhierarchy = { intervals = [10] }",
    ),
    ("crowd", 2, "k = 2", "k = 100"),
    (
        "unmet",
        1,
        "{ intervals = [10, 20] }",
        "{ intervals = [10, 20] }\nmax-level = 0",
    ),
    ("diverse", 1, "l = 2", "l = 9"),
];

/// A table that cannot be read as one.
const TABLES: [(&str, &[u8]); 5] = [
    (
        "ragged",
        b"name,age,town,illness,note\nzorpa,7701,zorpau,zorpflu\n",
    ),
    ("twice", b"name,age,town,age,note\nzorpa,7701,zorpau,7,1\n"),
    ("empty", b""),
    (
        "latin",
        b"name,age,town,illness,note\nzorp\xe9,7701,zorpau,zorpflu,1\n",
    ),
    (
        "quotes",
        b"name,age,town,illness,note\n\"zorpa,7701,zorpau,zorpflu,1\n",
    ),
];

pub(crate) fn scenarios() -> Vec<Scenario> {
    vec![recipes(), tables(), commands()]
}

fn people(name: &str) -> Scenario {
    Scenario::new(name)
        .file("people.csv", TABLE)
        .file("town.csv", TOWNS)
        .file("few.csv", "zorpau;north;*\n")
        .file("recipe.toml", RECIPE)
}

fn recipes() -> Scenario {
    let all = RECIPES.iter().fold(
        people("mistakes-in-recipes"),
        |scenario, (name, code, from, to)| {
            let recipe = format!("{name}.toml");
            scenario
                .recipe(&recipe, &[(from, to)])
                .fails(*code, &format!("anonymize {recipe}"))
                .fails(*code, &format!("anonymize {recipe} --json --threads 1"))
        },
    );
    all.fails(3, "anonymize unlisted.toml --show-values")
        .fails(3, "anonymize unlisted.toml --stub")
        .fails(2, "check parameter.toml")
        .fails(2, "anonymize nothing.toml")
}

fn tables() -> Scenario {
    TABLES
        .iter()
        .fold(people("mistakes-in-tables"), |scenario, (name, table)| {
            let table_name = format!("{name}.csv");
            scenario
                .file(&table_name, *table)
                .fails(3, &format!("anonymize recipe.toml --input {table_name}"))
                .fails(3, &format!("check recipe.toml --table {table_name} --json"))
                .fails(3, &format!("inspect {table_name}"))
        })
}

fn commands() -> Scenario {
    people("mistakes-in-commands")
        .file("new.csv", TABLE.replacen("zorpau", "zorpxx", 1))
        .prepare("anonymize recipe.toml")
        .fails(2, "anonymise recipe.toml")
        .fails(2, "anonymize")
        .fails(2, "anonymize recipe.toml --treads 2")
        .fails(2, "anonymize recipe.toml --max-suppression many")
        .fails(2, "anonymize recipe.toml")
        .fails(2, "anonymize recipe.toml --json")
        .fails(2, "anonymize recipe.toml --output out/people.xlsx")
        .fails(2, "anonymize recipe.toml --output people.csv --force")
        .fails(3, "apply recipe.toml --input new.csv --output next.csv")
        .fails(
            3,
            "apply recipe.toml --input new.csv --output next.csv --show-values --json",
        )
        .fails(1, "verify out/people.certificate.json --table people.csv")
        .fails(2, "verify people.csv")
        .fails(3, "compare recipe.toml town.csv")
        .fails(2, "ask recipe.toml --k none")
        .fails(2, "ask recipe.toml --l note=2 --json")
        .fails(2, "ask recipe.toml --max-level name=1")
        .fails(2, "prefer recipe.toml --aspire necd=0.1")
        .fails(2, "prefer recipe.toml --aspire necd=-1 --aspire nwp=0.1")
        .fails(3, "session show people.csv")
        .fails(3, "atlas info people.csv")
        .fails(2, "sample cencus")
}
