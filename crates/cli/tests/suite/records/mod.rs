//! Records that are disclosed one by one, from the recipe to the verified certificate.

mod classes;
mod messages;
mod optimizers;
mod risks;

use crate::common::Workspace;
use crate::common::small::{SENSITIVE, Small};
use serde_json::Value;

const CITY: &str = "role = \"quasi-identifier\"\nhierarchy = \"city.csv\"";
const RACE: &str = "role = \"quasi-identifier\"\nhierarchy = \"race.csv\"";
const AGE: &str = "role = \"quasi-identifier\"\nhierarchy = \"age.csv\"";
const CITIES: &str = "Lafayette,Tippecanoe,Indiana,*\nDayton,Tippecanoe,Indiana,*\nGary,Gary,Indiana,*\nChicago,Cook,Illinois,*\nNaperville,DuPage,Illinois,*\nBoston,Boston,Boston,*\n";
const RACES: &str = "White,Any,*\nBlack,Any,*\nChinese,Asian,*\nThai,Asian,*\n";

fn ages() -> String {
    (20..60)
        .map(|age| {
            format!(
                "{age},{}s,{},*\n",
                age / 10,
                if age < 40 { "young" } else { "old" }
            )
        })
        .collect()
}

fn people() -> String {
    let mut text = String::from("city,race,age,ill,id,w\n");
    for i in 0..120usize {
        let city = [
            "Lafayette",
            "Dayton",
            "Gary",
            "Chicago",
            "Naperville",
            "Boston",
            "Lafayette",
        ][i * 5 % 7];
        let race = ["White", "Black", "Chinese", "White", "Thai"][i * 3 % 5];
        let age = if i == 17 {
            String::new()
        } else {
            (20 + i * i % 40).to_string()
        };
        let ill = ["flu", "gout", "cold"][i % 3];
        text += &format!(
            "{city},{race},{age},{ill},p{i},{}\n",
            ["1", "0.5", "2"][i % 3]
        );
    }
    text
}

const ID: (&str, &str) = ("id", "role = \"identifying\"");
const W: (&str, &str) = ("w", "role = \"identifying\"");

/// The people with further keys of `[record]`.
fn files(models: &[&str], search: &str, record: &str) -> Workspace {
    files_with(
        &[
            ("city", CITY),
            ("race", RACE),
            ("age", AGE),
            ("ill", SENSITIVE),
            ID,
            W,
        ],
        models,
        "",
        &format!("{search}\n[record]\n{record}"),
    )
}

fn files_with(columns: &[(&str, &str)], models: &[&str], input: &str, search: &str) -> Workspace {
    let (table, ages, search) = (people(), ages(), format!("method = \"record\"\n{search}"));
    let files = [
        ("city.csv", CITIES),
        ("race.csv", RACES),
        ("age.csv", ages.as_str()),
    ];
    Small {
        table: &table,
        columns,
        models,
        input,
        search: &search,
        files: &files,
    }
    .files()
}

fn release(w: &Workspace) -> Value {
    let json = w.succeed(&["anonymize", "recipe.toml"]);
    assert_eq!(json["outcome"], "released", "{json}");
    w.run(&[
        "verify",
        "out/table.certificate.json",
        "--record",
        "out/table.record.json",
    ])
    .expect(0);
    json
}

fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is no number"))
}

/// The cells of a CSV file.
fn cells(text: &str) -> Vec<Vec<String>> {
    text.lines()
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect()
}
