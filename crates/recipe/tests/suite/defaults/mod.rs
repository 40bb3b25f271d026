//! What a recipe means: every key, every default.

mod models;

use equipoise_data::build::{Builder, Group, Groups, Intervals, Mask, Side};
use equipoise_data::{Decimal, OrderBy, Tree};
use equipoise_recipe::*;
use std::time::Duration;

const SMALL: &str = "
version = 1
[columns.age]
role = \"quasi-identifier\"
hierarchy = \"age.csv\"
[[privacy]]
model = \"k-anonymity\"
k = 5
";

fn parse(text: &str) -> Recipe {
    Recipe::parse(text, "recipe.toml").unwrap_or_else(|e| panic!("{e}"))
}

fn d(text: &str) -> Decimal {
    Decimal::parse(text).unwrap()
}

#[test]
fn a_small_recipe_has_every_default() {
    let recipe = parse(SMALL);
    assert_eq!(recipe.name, "recipe.toml");
    let input = Input {
        paths: Vec::new(),
        format: None,
        delimiter: None,
        quote: Some(b'"'),
        header: true,
        missing: vec![String::new(), "NA".to_owned()],
        person: None,
    };
    assert_eq!(recipe.input, input);
    let age = ColumnRecipe {
        name: "age".to_owned(),
        role: Role::QuasiIdentifier,
        kind: Kind::Text,
        format: None,
        derive: None,
        missing: vec![],
        linked: None,
        hierarchy: Some(HierarchySource::File("age.csv".to_owned())),
        unlisted: Unlisted::Error,
        order: None,
        items: None,
        min_level: 0,
        max_level: None,
        aggregate: None,
        weight: d("1"),
        sensitivity: None,
        reason: None,
    };
    assert_eq!(recipe.columns, [age]);
    assert_eq!(recipe.privacy, [Model::KAnonymity { k: 5 }]);
    let search = Search {
        method: Method::Optimal,
        loss: LossChoice::Loss,
        aggregation: Some(AggregationChoice::Geometric),
        suppression_weight: d("0.5"),
        max_suppression: Limit::Units(0),
        seed: 0,
        time_limit: None,
        max_nodes: None,
        cuts: Cuts::Strict,
        subsets: None,
        reading: ReadingChoice::Cautious,
        over: Over::Lattice,
    };
    assert_eq!(recipe.search, search);
    let output = Output {
        path: None,
        format: None,
        suppressed: Suppressed::Drop,
        label: "*".to_owned(),
        order: RowOrderChoice::Canonical,
        report: vec![ReportFormat::Text],
        public: Vec::new(),
        spreadsheet_safe: false,
    };
    assert_eq!(recipe.output, output);
    assert!(recipe.warnings.is_empty());
    assert_eq!(
        recipe.input.path().unwrap_err().message(),
        "the recipe names no input"
    );
    assert_eq!(
        recipe.output.path().unwrap_err().message(),
        "the recipe names no output"
    );
}

#[test]
fn every_key_is_understood() {
    let recipe = parse(
        r#"
version = 1
[input]
path = "in.csv"
format = "csv"
delimiter = "\t"
quote = "'"
header = false
encoding = "UTF-8"
missing = ["", "?", "-"]
person = "pid"
[columns.age]
role = "quasi-identifier"
type = "integer"
hierarchy = { intervals = [5, 10], origin = 2, bottom = 18, top = 90 }
min-level = 1
max-level = 2
weight = 0.1
reason = "known to neighbours"
[columns."post code"]
role = "quasi-identifier"
hierarchy = { mask = "left", char = "x", levels = 3 }
[columns.height]
role = "quasi-identifier"
type = "decimal"
hierarchy = { intervals = [0.1, 0.5], origin = -0.05 }
[columns.city]
role = "quasi-identifier"
hierarchy = { groups = [{ label = "north", values = ["a", "b"] }, { label = "south", values = ["c"] }], other = "other" }
[columns.land]
role = "quasi-identifier"
unlisted = "top"
hierarchy = "land.csv"
[columns.nest]
role = "quasi-identifier"
[columns.nest.hierarchy]
levels = [
  [{ label = "p", values = ["1"] }, { label = "q", values = ["2"] }],
  [{ label = "all", values = ["p", "q"] }],
]
[columns.when]
role = "sensitive"
type = "date"
format = "%d.%m.%Y"
[columns.grade]
role = "sensitive"
order = ["low", "high"]
[columns.kind]
role = "sensitive"
hierarchy = "kind.csv"
order = "hierarchy"
[columns.bag]
role = "sensitive"
items = ", "
[columns.note]
role = "insensitive"
[columns.name]
role = "identifying"
[[privacy]]
model = "k-anonymity"
k = 1_000
[[privacy]]
model = "l-diversity"
column = "grade"
l = 3
variant = "distinct"
others-as-quasi-identifiers = true
[[privacy]]
model = "t-closeness"
column = "kind"
t = 0.2000000000000000000000000001
distance = "equal"
others-as-quasi-identifiers = false
[search]
method = "optimal"
loss = "entropy"
aggregation = "max"
suppression-weight = 0.25
max-suppression = 0.02
seed = 7
time-limit = 1.5
max-nodes = 100
[output]
path = "out.csv"
format = "csv"
suppressed = "mark"
label = "+"
order = "input"
report = ["json", "text", "json"]
public = ["before", "left-out", "before"]
spreadsheet-safe = true
"#,
    );
    let input = Input {
        paths: vec!["in.csv".to_owned()],
        format: Some(Format::Csv),
        delimiter: Some(b'\t'),
        quote: Some(b'\''),
        header: false,
        missing: vec![String::new(), "?".to_owned(), "-".to_owned()],
        person: Some("pid".to_owned()),
    };
    assert_eq!(recipe.input, input);
    let names: Vec<&str> = recipe.columns.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "age",
            "post code",
            "height",
            "city",
            "land",
            "nest",
            "when",
            "grade",
            "kind",
            "bag",
            "note",
            "name"
        ]
    );

    let built = |name: &str| match recipe.column(name).unwrap().hierarchy.clone().unwrap() {
        HierarchySource::Builder(builder) => builder,
        other => panic!("{:?}", other.path()),
    };
    let bands = Intervals {
        origin: d("2"),
        bottom: Some(d("18")),
        top: Some(d("90")),
        ..Intervals::new(vec![d("5"), d("10")])
    };
    assert_eq!(built("age"), Builder::Intervals(bands));
    let bands = Intervals {
        origin: d("-0.05"),
        decimal: true,
        ..Intervals::new(vec![d("0.1"), d("0.5")])
    };
    assert_eq!(built("height"), Builder::Intervals(bands));
    assert_eq!(
        built("post code"),
        Builder::Mask(Mask {
            character: 'x',
            levels: Some(3),
            ..Mask::new(Side::Left)
        })
    );
    let groups = vec![vec![
        Group::new("north", &["a", "b"]),
        Group::new("south", &["c"]),
    ]];
    assert_eq!(
        built("city"),
        Builder::Groups(Groups {
            levels: groups,
            other: Some("other".to_owned())
        })
    );
    let groups = vec![
        vec![Group::new("p", &["1"]), Group::new("q", &["2"])],
        vec![Group::new("all", &["p", "q"])],
    ];
    assert_eq!(built("nest"), Builder::Groups(Groups::new(groups)));

    let age = recipe.column("age").unwrap();
    assert_eq!(
        (age.min_level, age.max_level, age.weight),
        (1, Some(2), d("0.1"))
    );
    assert_eq!(age.reason.as_deref(), Some("known to neighbours"));
    assert_eq!(recipe.column("land").unwrap().unlisted, Unlisted::Top);
    assert_eq!(
        recipe.column("when").unwrap().format.as_deref(),
        Some("%d.%m.%Y")
    );
    let list = ["low".to_owned(), "high".to_owned()];
    assert_eq!(
        recipe.column("grade").unwrap().order,
        Some(OrderSource::List(list.into()))
    );
    assert_eq!(
        recipe.column("kind").unwrap().order,
        Some(OrderSource::Hierarchy)
    );
    assert_eq!(recipe.column("bag").unwrap().items.as_deref(), Some(", "));
    assert_eq!(recipe.role("name"), Some(Role::Identifying));
    assert_eq!(
        recipe.role("pid"),
        Some(Role::Identifying),
        "the person column needs no section"
    );
    assert_eq!(recipe.role("other"), None);

    let exact = d("0.2000000000000000000000000001");
    assert_eq!(
        recipe.privacy,
        [
            Model::KAnonymity { k: 1000 },
            Model::LDiversity {
                column: "grade".to_owned(),
                l: d("3"),
                variant: Variant::Distinct,
                others_as_quasi_identifiers: true
            },
            Model::TCloseness {
                column: "kind".to_owned(),
                t: exact,
                distance: DistanceChoice::Equal,
                others_as_quasi_identifiers: false
            },
        ]
    );
    let search = Search {
        method: Method::Optimal,
        loss: LossChoice::Entropy,
        aggregation: Some(AggregationChoice::Max),
        suppression_weight: d("0.25"),
        max_suppression: Limit::Share(d("0.02")),
        seed: 7,
        time_limit: Some(Duration::from_millis(1500)),
        max_nodes: Some(100),
        cuts: Cuts::Strict,
        subsets: None,
        reading: ReadingChoice::Cautious,
        over: Over::Lattice,
    };
    assert_eq!(recipe.search, search);
    let output = Output {
        path: Some("out.csv".to_owned()),
        format: Some(Format::Csv),
        suppressed: Suppressed::Mark,
        label: "+".to_owned(),
        order: RowOrderChoice::Input,
        report: vec![ReportFormat::Json, ReportFormat::Text],
        public: vec![InputSection::Before, InputSection::LeftOut],
        spreadsheet_safe: true,
    };
    assert_eq!(recipe.output, output);
    assert_eq!(
        recipe.warnings,
        [
            "recipe.toml line 88: rows in input order can be linked to the source by their place",
            "recipe.toml line 90: the public report includes figures about people who were left out: `before`, `left-out`",
        ]
    );
}

#[test]
fn the_type_follows_the_builder() {
    let with = |line: &str| parse(&SMALL.replace("hierarchy = \"age.csv\"", line)).columns[0].kind;
    assert_eq!(with("hierarchy = { intervals = [5] }"), Kind::Integer);
    assert_eq!(
        with("hierarchy = { intervals = [0.5] }\ntype = \"decimal\""),
        Kind::Decimal
    );
    assert_eq!(with("hierarchy = { mask = \"right\" }"), Kind::Text);
    assert_eq!(with("hierarchy = \"age.csv\"\ntype = \"text\""), Kind::Text);
}

#[test]
fn aggregation_follows_the_loss() {
    let with = |loss: &str| parse(&format!("{SMALL}[search]\nloss = \"{loss}\"")).search;
    for (word, loss, aggregation) in [
        ("loss", LossChoice::Loss, Some(AggregationChoice::Geometric)),
        (
            "precision",
            LossChoice::Precision,
            Some(AggregationChoice::Arithmetic),
        ),
        ("entropy", LossChoice::Entropy, Some(AggregationChoice::Sum)),
        ("aecs", LossChoice::Aecs, None),
        ("discernibility", LossChoice::Discernibility, None),
        ("height", LossChoice::Height, None),
    ] {
        let search = with(word);
        assert_eq!((search.loss, search.aggregation), (loss, aggregation));
        assert_eq!(loss.name(), word);
    }
}

#[test]
fn order_is_by_type_then_list_then_hierarchy() {
    let column = |keys: &str| {
        parse(&format!(
            "{SMALL}[columns.s]\nrole = \"sensitive\"\n{keys}\n"
        ))
        .columns[1]
            .clone()
    };
    let tree = Tree::new(vec![vec!["a".to_owned(), "*".to_owned()]]).unwrap();
    assert!(matches!(
        column("type = \"integer\"").order_by(Some(&tree)),
        Some(OrderBy::Integer)
    ));
    assert!(matches!(
        column("type = \"decimal\"").order_by(None),
        Some(OrderBy::Decimal)
    ));
    assert!(matches!(
        column("type = \"date\"").order_by(None),
        Some(OrderBy::Date(None))
    ));
    assert!(matches!(
        column("type = \"date\"\nformat = \"%Y\"").order_by(None),
        Some(OrderBy::Date(Some("%Y")))
    ));
    assert!(
        matches!(column("order = [\"a\"]").order_by(Some(&tree)), Some(OrderBy::List(list)) if list == ["a"])
    );
    assert!(matches!(
        column("hierarchy = \"s.csv\"").order_by(Some(&tree)),
        Some(OrderBy::Hierarchy(_))
    ));
    assert!(matches!(
        column("hierarchy = \"s.csv\"\norder = \"hierarchy\"").order_by(Some(&tree)),
        Some(OrderBy::Hierarchy(_))
    ));
    assert!(column("").order_by(None).is_none());
}

#[test]
fn numbers_are_taken_by_their_digits() {
    let limit = |text: &str| {
        parse(&format!("{SMALL}[search]\nmax-suppression = {text}"))
            .search
            .max_suppression
    };
    assert_eq!(limit("1"), Limit::Units(1));
    assert_eq!(limit("1_000"), Limit::Units(1000));
    assert_eq!(limit("0x10"), Limit::Units(16));
    assert_eq!(limit("1.0"), Limit::Share(d("1")));
    assert_eq!(limit("1e-2"), Limit::Share(d("0.01")));
    assert_eq!(limit("0.000_1"), Limit::Share(d("0.0001")));
    assert_eq!(limit("0.29").allowed(100), 29);
    let weight =
        |text: &str| parse(&SMALL.replace("[[", &format!("weight = {text}\n[["))).columns[0].weight;
    assert_eq!(weight("0.1").to_string(), "0.1");
    assert_eq!(weight("2").to_string(), "2");
    let seconds = |text: &str| {
        parse(&format!("{SMALL}[search]\ntime-limit = {text}"))
            .search
            .time_limit
            .unwrap()
    };
    assert_eq!(seconds("30"), Duration::from_secs(30));
    assert_eq!(seconds("1e-12"), Duration::from_nanos(1));
}

#[test]
fn quotes_can_be_switched_off() {
    assert_eq!(
        parse(&format!("{SMALL}[input]\nquote = \"\"")).input.quote,
        None
    );
}

#[test]
fn the_form_of_the_report_is_a_word_or_a_list() {
    let with = |text: &str| parse(&format!("{SMALL}[output]\nreport = {text}"));
    assert_eq!(with("\"json\"").output.report, [ReportFormat::Json]);
    assert!(with("[]").output.report.is_empty());
    let recipe = with("[\"html\", \"json\", \"text\", \"html\"]");
    assert_eq!(
        recipe.output.report,
        [ReportFormat::Html, ReportFormat::Json, ReportFormat::Text]
    );
    assert!(recipe.warnings.is_empty());
}

#[test]
fn what_is_allowed_and_odd_is_a_warning() {
    let warnings = |text: &str| parse(text).warnings;
    let all = |line: usize, text: &str| vec![format!("recipe.toml line {line}: {text}")];
    assert_eq!(
        warnings(&SMALL.replace("version = 1", "")),
        ["recipe.toml: no `version`; it is read as `version = 1`"]
    );
    assert_eq!(
        warnings(&SMALL.replace("k = 5", "k = 1")),
        all(8, "k = 1 protects nothing: every table meets it")
    );
    let twice = format!("{SMALL}[[privacy]]\nmodel = \"k-anonymity\"\nk = 5\n");
    assert_eq!(warnings(&twice), all(9, "5-anonymity is asked for twice"));
    assert_eq!(parse(&twice).privacy.len(), 1);
    let sensitive = format!("{SMALL}[columns.s]\nrole = \"sensitive\"\n");
    assert_eq!(
        warnings(&SMALL.replace("[[", "items = \"|\"\n[[")),
        all(
            6,
            "`items` in `[columns.age]` is not used: it is for sensitive columns"
        )
    );
    assert_eq!(
        warnings(&format!("{sensitive}weight = 2")),
        all(
            11,
            "`weight` in `[columns.s]` is not used: only quasi-identifiers are generalized"
        )
    );
    assert_eq!(
        warnings(&format!("{sensitive}type = \"integer\"\norder = [\"1\"]")),
        all(
            12,
            "`order` in `[columns.s]` is not used: values of type `integer` have an order of their own"
        )
    );
    assert_eq!(
        warnings(&format!("{sensitive}unlisted = \"top\"")),
        all(
            11,
            "`unlisted` in `[columns.s]` is not used: it is for hierarchy files"
        )
    );
    assert_eq!(
        warnings(&format!("{sensitive}[input]\nperson = \"s\"")),
        all(
            11,
            "person column `s` has the role `sensitive`, so the release will hold it"
        )
    );
}
