//! Every privacy model, once at least, with its public and internal reports.

use super::methods::USEFULNESS;
use super::scenario::Scenario;

const REST: &str =
    "[search]\nmax-suppression = 0.2\n[output]\nreport = [\"html\", \"text\", \"json\"]\n";

const EDUCATION: &str = "[columns.education]\nrole = \"insensitive\"";

/// The name of a scenario and the keys of its models, of which all hold at once.
const MODELS: [(&str, &[&str]); 13] = [
    (
        "distinct-l",
        &["model = \"l-diversity\"\ncolumn = \"diagnosis\"\nl = 3"],
    ),
    (
        "probabilistic-l",
        &["model = \"l-diversity\"\ncolumn = \"diagnosis\"\nvariant = \"probabilistic\"\nl = 1.3"],
    ),
    (
        "entropy-l",
        &[
            "model = \"l-diversity\"\ncolumn = \"diagnosis\"\nvariant = \"entropy\"\nl = 2",
            "model = \"l-diversity\"\ncolumn = \"occupation\"\nvariant = \"entropy\"\nestimator = \"grassberger\"\nl = 1.5",
        ],
    ),
    (
        "recursive-l",
        &["model = \"l-diversity\"\ncolumn = \"diagnosis\"\nvariant = \"recursive\"\nl = 2\nc = 4"],
    ),
    (
        "alpha-k",
        &["model = \"alpha-k-anonymity\"\ncolumn = \"diagnosis\"\nalpha = 0.8\nk = 3"],
    ),
    (
        "t-closeness",
        &[
            "model = \"t-closeness\"\ncolumn = \"diagnosis\"\nt = 0.4",
            "model = \"t-closeness\"\ncolumn = \"income\"\nt = 0.45",
            "model = \"t-closeness\"\ncolumn = \"occupation\"\nt = 0.9\ndistance = \"equal\"",
        ],
    ),
    (
        "nt-closeness",
        &["model = \"nt-closeness\"\ncolumn = \"diagnosis\"\nn = 150\nt = 0.4"],
    ),
    (
        "gains",
        &[
            "model = \"beta-likeness\"\ncolumn = \"diagnosis\"\nbeta = 30\nvariant = \"enhanced\"",
            "model = \"delta-disclosure\"\ncolumn = \"diagnosis\"\ndelta = 3.5",
        ],
    ),
    (
        "lkc",
        &["model = \"lkc-privacy\"\ncolumn = \"diagnosis\"\nl = 2\nk = 5\nc = 0.9"],
    ),
    (
        "risks",
        &[
            "model = \"sample-uniqueness\"\nthreshold = 0.05",
            "model = \"average-risk\"\nthreshold = 0.2",
            "model = \"population-uniqueness\"\nthreshold = 0.1\nsampling-fraction = 0.05",
        ],
    ),
    (
        "pitman",
        &[
            "model = \"population-uniqueness\"\nthreshold = 0.1\npopulation-size = 20000\nestimator = \"pitman\"",
        ],
    ),
    (
        "k-map",
        &[
            "model = \"k-map\"\nk = 4\npopulation = \"register/census.csv\"",
            "model = \"k-map\"\nk = 3\nestimator = \"poisson\"\nsampling-fraction = 0.1",
        ],
    ),
    (
        "presence",
        &["model = \"delta-presence\"\npopulation = \"register/census.csv\"\nmin = 0\nmax = 0.8"],
    ),
];

/// Purchases of persons, of whom some have several rows.
const PURCHASES: &str = "\
who,town,age,bought
p1,Aden,31,milk|bread
p2,Aden,33,bread|milk|tea
p3,Aden,,milk|bread
p4,Bonn,38,tea
p5,Bonn,36,tea|milk
p6,Bonn,35,
p7,Cork,52,bread|milk
p8,Cork,58,milk|bread
p9,Cork,51,bread|tea
p10,Cork,55,tea|bread
";

const ITEMS: &str = r#"version = 1
[input]
path = "purchases.csv"
missing = [""]
[columns.who]
role = "identifying"
[columns.town]
role = "quasi-identifier"
hierarchy = { groups = [{ label = "coast", values = ["Aden", "Cork"] }, { label = "inland", values = ["Bonn"] }] }
[columns.age]
role = "quasi-identifier"
type = "integer"
hierarchy = { intervals = [10, 20] }
[columns.bought]
role = "sensitive"
items = "|"
[[privacy]]
model = "km-anonymity"
column = "bought"
k = 2
m = 2
[search]
max-suppression = 4
[output]
report = ["html", "text", "json"]
"#;

pub(crate) fn scenarios() -> Vec<Scenario> {
    let mut all: Vec<Scenario> = MODELS
        .iter()
        .map(|(name, models)| of_census(name, models))
        .collect();
    all.push(
        Scenario::new("model-km")
            .file("purchases.csv", PURCHASES)
            .file("recipe.toml", ITEMS)
            .release("recipe.toml", ".csv")
            .fails(1, "check recipe.toml")
            .step("check recipe.toml --table recipe.csv --json"),
    );
    all.extend([
        of_few_values(),
        of_two_columns(),
        of_persons(),
        of_a_population(),
    ]);
    all
}

fn sections(models: &[&str]) -> String {
    models
        .iter()
        .map(|keys| format!("[[privacy]]\n{keys}\n"))
        .collect()
}

fn of_census(name: &str, models: &[&str]) -> Scenario {
    let scenario = Scenario::census(&format!("model-{name}"), 400, &(sections(models) + REST));
    let scenario = if sections(models).contains("register/") {
        scenario.prepare("sample census --rows 4000 --seed 3 --directory register")
    } else {
        scenario
    };
    // Who compares a release with a population or with supersets needs one level per column, which
    // open intervals do not show.
    let code = match name {
        "nt-closeness" => 3,
        "k-map" | "presence" => 1,
        _ => 0,
    };
    scenario
        .release("recipe.toml", ".csv")
        .fails(code, "check recipe.toml --table recipe.csv --json")
        .step("verify recipe.certificate.json --record recipe.record.json --json")
}

/// A model of a column with few values.
fn of_few_values() -> Scenario {
    let model = "model = \"semantic-privacy\"\ncolumn = \"education\"\ndelta = 3\nlog = \"binary\"";
    Scenario::census("model-semantic", 400, &(sections(&[model]) + REST))
        .recipe(
            "recipe.toml",
            &[(EDUCATION, &EDUCATION.replace("insensitive", "sensitive"))],
        )
        .release("recipe.toml", ".csv")
}

/// Usefulness where a population has values that nobody in the table has.
fn of_a_population() -> Scenario {
    let model = "model = \"k-map\"\nk = 4\npopulation = \"register/census.csv\"";
    let more = sections(&[model]) + REST + USEFULNESS;
    Scenario::census("population-usefulness", 400, &more)
        .prepare("sample census --rows 4000 --seed 3 --directory register")
        .release("recipe.toml", ".csv")
        .step("compare recipe.toml recipe.csv --json")
}

/// A model against somebody who knows the other sensitive column.
fn of_two_columns() -> Scenario {
    let model = "model = \"l-diversity\"\ncolumn = \"diagnosis\"\nl = 2\nothers-as-quasi-identifiers = true";
    let harmless = |column: &str| {
        let section = format!("[columns.{column}]\nrole = \"sensitive\"");
        let harmless = section.replace("sensitive", "insensitive");
        (section, harmless)
    };
    let (occupation, income) = (harmless("occupation"), harmless("income"));
    Scenario::census("model-several-columns", 400, &(sections(&[model]) + REST))
        .recipe(
            "recipe.toml",
            &[
                (&occupation.0, &occupation.1),
                (&income.0, &income.1),
                (EDUCATION, &EDUCATION.replace("insensitive", "sensitive")),
            ],
        )
        .release("recipe.toml", ".csv")
        .step("check recipe.toml --table recipe.csv --json")
}

/// Models that count persons.
fn of_persons() -> Scenario {
    let models = [
        "model = \"k-anonymity\"\nk = 3",
        "model = \"l-diversity\"\ncolumn = \"diagnosis-1\"\nl = 2",
        "model = \"t-closeness\"\ncolumn = \"diagnosis-1\"\nt = 0.7",
    ];
    let rest = "[search]\nmethod = \"best-effort\"\nmax-nodes = 60\nmax-suppression = 0.3\n[output]\nreport = [\"html\", \"text\", \"json\"]\nsuppressed = \"mark\"\n";
    Scenario::hospital("model-persons", 400, &(sections(&models) + rest))
        .recipe("dropped.toml", &[("suppressed = \"mark\"\n", "")])
        .fails(1, "anonymize recipe.toml --output marked.csv")
        .release("dropped.toml", ".csv")
        .step("verify dropped.certificate.json --record dropped.record.json")
}
