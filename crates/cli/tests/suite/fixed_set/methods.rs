//! Every method, with files of every format, persons, marked rows and aggregated columns.

use super::scenario::Scenario;

const K5: &str = "[[privacy]]\nmodel = \"k-anonymity\"\nk = 5\n";
const REPORTS: &str = "[output]\nreport = [\"html\", \"text\", \"json\"]\n";
const MARKED: &str = "[output]\nreport = [\"html\", \"text\", \"json\"]\nsuppressed = \"mark\"\n";
/// Marked rows with a label of their own, and every section published.
const PUBLISHED: &str = "[output]\nreport = [\"html\", \"text\", \"json\"]\nsuppressed = \"mark\"\nlabel = \"(hidden)\"\npublic = [\"before\", \"left-out\", \"loss\", \"usefulness\"]\n";
const DIVERSE: &str = "[[privacy]]\nmodel = \"l-diversity\"\ncolumn = \"diagnosis\"\nl = 2\n[[privacy]]\nmodel = \"k-anonymity\"\nk = 4\n";
pub(super) const USEFULNESS: &str = "[usefulness]\nqueries = 60\ndimensions = 2\nselectivity = 0.2\nsanity = true\ntarget = \"diagnosis\"\nfolds = 3\n[[analysis]]\nby = [\"sex\", \"education\"]\n[[analysis]]\nmean = \"income\"\nby = \"sex\"\n";

/// The section of age in the census, and one that is told as one number per class.
const AGE: &str = "type = \"integer\"\nhierarchy = { intervals = [5, 10, 20, 40], top = 80 }";
const AGE_AS_MEAN: &str = "type = \"integer\"\naggregate = \"mean\"";

/// Methods without levels for columns have no linked columns, and no bounds of levels.
const UNLINKED: (&str, &str) = ("linked = \"admission\"\n", "");
const FREE_POSTCODE: (&str, &str) = ("min-level = 2\n", "");

/// Columns of several types, most of them with missing values.
const TYPED: &[u8] = include_bytes!("typed.parquet");
const TYPED_RECIPE: &str = r#"version = 1
[input]
path = "typed.parquet"
[columns]
age = { role = "quasi-identifier", hierarchy = { intervals = [10, 50] } }
year = { role = "quasi-identifier", hierarchy = { intervals = [10] }, max-level = 0 }
born = { role = "sensitive", type = "date" }
paid = { role = "sensitive", type = "decimal" }
seen = { role = "sensitive" }
smokes = { role = "sensitive" }
weight = { role = "insensitive", type = "decimal", aggregate = "median" }
key = { role = "identifying" }
[[privacy]]
model = "k-anonymity"
k = 4
[[privacy]]
model = "t-closeness"
column = "paid"
distance = "ordered"
t = 0.9
[search]
max-suppression = 0.3
[output]
report = ["html", "text", "json"]
"#;

fn search(lines: &str) -> String {
    format!("[search]\n{lines}\n")
}

pub(crate) fn scenarios() -> Vec<Scenario> {
    [levels(), classes(), records(), preferences(), formats()].concat()
}

/// One level per column.
fn levels() -> Vec<Scenario> {
    let optimal = K5.to_owned() + &search("max-suppression = 0.03") + REPORTS + USEFULNESS;
    let all_losses = [
        ("nwp", ""),
        ("precision", "aggregation = \"arithmetic\""),
        ("aecs", ""),
        ("discernibility", "suppression-weight = 0.5"),
        ("entropy", "aggregation = \"max\""),
        ("height", ""),
    ];
    let losses = Scenario::census("losses", 400, &(K5.to_owned() + &search("loss = \"loss\"")));
    let losses = all_losses.iter().fold(losses, |scenario, (loss, keys)| {
        let recipe = format!("{loss}.toml");
        let keys = format!("loss = \"{loss}\"\nmax-suppression = 8\n{keys}");
        scenario
            .recipe(&recipe, &[("loss = \"loss\"", &keys)])
            .step(&format!(
                "anonymize {recipe} --output {loss}.csv --json --threads 1"
            ))
    });
    vec![
        Scenario::census("optimal", 600, &optimal)
            .recipe("published.toml", &[(REPORTS, PUBLISHED)])
            .recipe("aggregated.toml", &[(AGE, AGE_AS_MEAN)])
            .prepare("sample census --rows 500 --seed 7 --directory next")
            .release("recipe.toml", ".csv")
            .release("published.toml", ".csv")
            .release("aggregated.toml", ".csv")
            .step("check recipe.toml --table recipe.csv")
            .step("verify recipe.certificate.json --record recipe.record.json")
            .step("apply recipe.toml --record recipe.record.json --input next/census.csv --output next.csv --unseen generalize --max-suppression 0.5")
            .step("apply published.toml --record published.record.json --input next/census.csv --output dropped.csv --unseen drop --max-suppression 0.5 --internal --json --threads 1"),
        losses,
        best_effort(),
    ]
}

fn best_effort() -> Scenario {
    let more = K5.to_owned()
        + &search("method = \"best-effort\"\nseed = 5\nmax-nodes = 40\nmax-suppression = 0.1")
        + REPORTS;
    Scenario::hospital("best-effort", 600, &more)
        .recipe("marked.toml", &[(REPORTS, PUBLISHED)])
        .release("recipe.toml", ".csv.gz")
        .release("marked.toml", ".csv")
        .fails(2, "check recipe.toml --table recipe.csv.gz --wildcard")
}

/// Classes that are formed one by one.
fn classes() -> Vec<Scenario> {
    let more = |method: &str| DIVERSE.to_owned() + &search(method) + MARKED + USEFULNESS;
    let cells = |keys: &str| {
        K5.to_owned() + &search(&format!("method = \"cell-suppression\"\n{keys}")) + REPORTS
    };
    let persons = |method: &str| {
        K5.to_owned() + &search(&format!("method = \"{method}\"\nmax-suppression = 0.05")) + MARKED
    };
    vec![
        Scenario::census("mondrian", 600, &more("method = \"mondrian\""))
            .recipe(
                "relaxed.toml",
                &[("\"mondrian\"", "\"mondrian\"\ncuts = \"relaxed\"")],
            )
            .recipe(
                "free.toml",
                &[
                    (AGE, "type = \"integer\""),
                    ("hierarchy = \"census/hierarchies/marital-status.csv\"", ""),
                    (
                        "role = \"insensitive\"\ntype = \"integer\"",
                        "role = \"quasi-identifier\"\ntype = \"integer\"\naggregate = \"median\"",
                    ),
                ],
            )
            .release("recipe.toml", ".csv")
            .release("relaxed.toml", ".parquet")
            .release("free.toml", ".csv"),
        Scenario::hospital("mondrian-persons", 500, &persons("mondrian"))
            .recipe("free.toml", &[UNLINKED])
            .release("free.toml", ".csv"),
        Scenario::census(
            "local-recoding",
            500,
            &more("method = \"local-recoding\"\nmax-suppression = 0.01"),
        )
        .recipe(
            "aggregated.toml",
            &[
                (AGE, "type = \"integer\"\naggregate = \"interval\""),
                (MARKED, PUBLISHED),
            ],
        )
        .release("recipe.toml", ".csv")
        .release("aggregated.toml", ".csv"),
        Scenario::hospital("local-recoding-persons", 300, &persons("local-recoding"))
            .recipe("free.toml", &[UNLINKED])
            .release("free.toml", ".csv"),
        Scenario::census("cell-suppression", 300, &cells(""))
            .recipe("free.toml", &[FREE_POSTCODE])
            .release("free.toml", ".csv"),
        Scenario::census(
            "cell-suppression-wildcard",
            300,
            &cells("reading = \"wildcard\"\nsubsets = 2"),
        )
        .recipe("free.toml", &[FREE_POSTCODE])
        .release("free.toml", ".csv"),
    ]
}

fn records() -> Vec<Scenario> {
    let more = |keys: &str| {
        K5.to_owned()
            + &search("method = \"record\"\nmax-suppression = 0.02\nseed = 2")
            + &format!("[record]\n{keys}\n")
            + REPORTS
    };
    vec![
        Scenario::census("record", 300, &more("min-utility = \"40%\""))
            .recipe("capped.toml", &[("min-utility = \"40%\"", "form = \"most-utility\"\nmax-risk = 0.1\nutility = \"information\"\nrisk = \"identification\"\nconsistency = \"compatible\"")])
            .recipe("genetic.toml", &[("min-utility = \"40%\"", "optimizer = \"genetic\"\nutility = \"leaves\"\nsensitivity = \"multiplicative\""), (REPORTS, MARKED)])
            .release("recipe.toml", ".csv")
            .release("capped.toml", ".csv")
            .release("genetic.toml", ".csv")
            .step("frontier recipe.toml --points 3 --records 40 --optimizers auto,genetic --output frontier.html")
            .step("frontier recipe.toml --points 3 --records 40 --optimizers aruba,branch-and-bound --json --threads 1"),
        Scenario::hospital(
            "record-persons",
            300,
            &more("optimizer = \"pool\"\nrisk = \"entropic\"\nutility = \"lm\""),
        )
        .recipe("free.toml", &[UNLINKED]).release("free.toml", ".csv"),
    ]
}

fn preferences() -> Vec<Scenario> {
    let aspire = "[preference]\naspire = { necd = 0.05, nwp = 0.3 }\nnormalize = true\n";
    let lattice = DIVERSE.to_owned()
        + &search("method = \"preference\"\nmax-suppression = 0.02")
        + aspire
        + REPORTS
        + USEFULNESS;
    let partitions = "method = \"preference\"\nover = \"partitions\"\nseed = 4";
    let further = "normalize = true\nevaluations = 300\npopulation = 20\nties = \"privacy\"";
    vec![
        Scenario::census("preference-lattice", 400, &lattice)
            .recipe("published.toml", &[(REPORTS, PUBLISHED)])
            .release("recipe.toml", ".csv")
            .release("published.toml", ".csv"),
        Scenario::census("preference-partitions", 400, &lattice)
            .recipe(
                "free.toml",
                &[
                    ("method = \"preference\"", partitions),
                    ("normalize = true", further),
                ],
            )
            .recipe(
                "taxonomy.toml",
                &[
                    ("method = \"preference\"", partitions),
                    (
                        "normalize = true",
                        &format!("{further}\ntaxonomy = true\npolish = false"),
                    ),
                    (REPORTS, PUBLISHED),
                ],
            )
            .release("free.toml", ".csv")
            .release("taxonomy.toml", ".csv"),
    ]
}

/// Tables in other formats than plain CSV, and several releases of one table side by side.
fn formats() -> Vec<Scenario> {
    let more = K5.to_owned() + &search("max-suppression = 0.03") + REPORTS + USEFULNESS;
    let of_parquet = [("path = \"census/census.csv\"", "path = \"levels.parquet\"")];
    let method = |method: &'static str| ("[search]", format!("[search]\nmethod = \"{method}\""));
    let (mondrian, local) = (method("mondrian"), method("local-recoding"));
    vec![
        Scenario::census("formats", 400, &more)
            .recipe("levels.toml", &[("k = 5", "k = 1"), ("min-level = 2", "max-level = 0")])
            .recipe("parquet.toml", &[of_parquet[0], ("[columns.person-id]\nrole = \"identifying\"\n", ""), ("[columns.birth-country]\nrole = \"identifying\"\n", ""), (AGE, "hierarchy = { frequency = [20, 60] }")])
            .recipe("safe.toml", &[("[output]", "[output]\nspreadsheet-safe = true\norder = \"input\"")])
            .step("anonymize levels.toml --output levels.parquet")
            .step("inspect levels.parquet")
            .release("parquet.toml", ".parquet")
            .step("anonymize parquet.toml --output from-parquet.csv.zst --json --threads 1")
            .step("anonymize safe.toml --output safe.csv.gz"),
        Scenario::new("typed-parquet")
            .file("typed.parquet", TYPED)
            .file("recipe.toml", TYPED_RECIPE)
            .recipe("marked.toml", &[("[output]", "[output]\nsuppressed = \"mark\"")])
            .step("inspect recipe.toml --json")
            .release("recipe.toml", ".parquet")
            .release("marked.toml", ".csv"),
        Scenario::census("compare", 400, &more)
            .recipe("mondrian.toml", &[(mondrian.0, &mondrian.1)])
            .recipe("local.toml", &[(local.0, &local.1)])
            .recipe("marked.toml", &[(REPORTS, MARKED)])
            .step("anonymize recipe.toml --output levels.csv --quiet")
            .step("anonymize mondrian.toml --output mondrian.parquet --quiet")
            .step("anonymize local.toml --output local.csv --quiet")
            .step("anonymize marked.toml --output marked.csv --quiet")
            .step("compare recipe.toml levels.csv mondrian.parquet local.csv marked.csv --output compare.html")
            .step("compare recipe.toml levels.certificate.json local.record.json --json"),
    ]
}
