//! What recipes say about hierarchies, as rules.

use equipoise_data::build::{
    Builder, CalendarUnit, CodeRange, Dates, Frequency, Ordered, Prefix, Sequence,
};
use equipoise_recipe::{ColumnRecipe, HierarchySource, Kind, Recipe};

/// The column `x` with these lines.
fn column(lines: &str) -> (ColumnRecipe, Vec<String>) {
    let text = format!(
        "version = 1\n[columns.x]\nrole = \"quasi-identifier\"\n{lines}\n[[privacy]]\nmodel = \"k-anonymity\"\nk = 5\n"
    );
    let recipe = Recipe::parse(&text, "recipe.toml").unwrap_or_else(|e| panic!("{e}"));
    (recipe.column("x").unwrap().clone(), recipe.warnings)
}

fn builder(lines: &str) -> (Builder, Kind) {
    let (column, warnings) = column(lines);
    assert!(warnings.is_empty(), "{warnings:?}");
    match column.hierarchy.unwrap() {
        HierarchySource::Builder(builder) => (builder, column.kind),
        other => panic!("{:?}", other.path()),
    }
}

#[test]
fn dates_take_the_format_of_the_column() {
    let units = vec![
        CalendarUnit::Month,
        CalendarUnit::Quarter,
        CalendarUnit::Year,
        CalendarUnit::Decade,
    ];
    let line = "hierarchy = { dates = [\"month\", \"quarter\", \"year\", \"decade\"] }";
    let plain = Builder::Dates(Dates::new(units.clone()));
    assert_eq!(plain.name(), "dates");
    assert_eq!(
        builder(line),
        (plain.clone(), Kind::Date),
        "dates need no type"
    );
    assert_eq!(
        builder(&format!("{line}\ntype = \"date\"")),
        (plain, Kind::Date)
    );
    let german = Builder::Dates(Dates {
        units,
        format: Some("%d.%m.%Y".to_owned()),
    });
    assert_eq!(
        builder(&format!("{line}\nformat = \"%d.%m.%Y\"")),
        (german, Kind::Date)
    );
    for &unit in CalendarUnit::ALL {
        let word = unit.name();
        assert_eq!(
            builder(&format!("hierarchy = {{ dates = [\"{word}\"] }}")).0,
            Builder::Dates(Dates::new(vec![unit]))
        );
    }
}

#[test]
fn ordered_takes_the_order_of_the_column() {
    let of = |more: &str| builder(&format!("hierarchy = {{ ordered = [2, 4] }}\n{more}"));
    let rule = |order| {
        Builder::Ordered(Ordered {
            sizes: vec![2, 4],
            order,
        })
    };
    let list = Sequence::List(["a", "b", "c"].map(str::to_owned).to_vec());
    assert_eq!(
        of("order = [\"a\", \"b\", \"c\"]"),
        (rule(list), Kind::Text)
    );
    assert_eq!(
        of("type = \"integer\""),
        (rule(Sequence::Integer), Kind::Integer)
    );
    assert_eq!(
        of("type = \"decimal\""),
        (rule(Sequence::Decimal), Kind::Decimal)
    );
    assert_eq!(of("type = \"date\"").0, rule(Sequence::Date(None)));
    assert_eq!(
        of("type = \"date\"\nformat = \"%Y\"").0,
        rule(Sequence::Date(Some("%Y".to_owned())))
    );
    assert_eq!(rule(Sequence::Integer).name(), "ordered");
}

#[test]
fn frequencies_and_prefixes() {
    let (rule, _) = builder("hierarchy = { frequency = [10, 100] }");
    assert_eq!(
        (rule.clone(), rule.name()),
        (
            Builder::Frequency(Frequency::new(vec![10, 100])),
            "frequency"
        )
    );
    let named = Frequency {
        other: "rest".to_owned(),
        ..Frequency::new(vec![10])
    };
    assert_eq!(
        builder("hierarchy = { frequency = [10], other = \"rest\" }").0,
        Builder::Frequency(named)
    );
    let (rule, _) = builder("hierarchy = { prefix = [3, 1] }");
    assert_eq!(
        (rule.clone(), rule.name()),
        (Builder::Prefix(Prefix::new(vec![3, 1])), "prefix")
    );
    let range = |text: &str, label| CodeRange::parse(text, label).unwrap();
    let listed = vec![range("C00-D49", None), range("A00-B99", None)];
    let rule = Prefix {
        ranges: listed,
        ..Prefix::new(vec![3])
    };
    assert_eq!(
        builder("hierarchy = { prefix = [3], ranges = [\"C00-D49\", \"A00-B99\"] }").0,
        Builder::Prefix(rule)
    );
    let named = vec![
        range("C00-D49", Some("growths")),
        range("A00-B99", Some("infections")),
    ];
    let rule = Prefix {
        ranges: named,
        other: Some("rest".to_owned()),
        lengths: vec![3],
    };
    let text = "hierarchy = { prefix = [3], ranges = { \"C00-D49\" = \"growths\", \"A00-B99\" = \"infections\" }, other = \"rest\" }";
    assert_eq!(builder(text).0, Builder::Prefix(rule));
}

#[test]
fn areas_come_from_a_file() {
    let (column, warnings) = column(
        "hierarchy = { areas = \"places.csv\", inhabitants = [10_000, 50_000] }\nunlisted = \"top\"",
    );
    let source = column.hierarchy.unwrap();
    assert_eq!(source.path(), Some("places.csv"));
    assert_eq!(
        source,
        HierarchySource::Areas {
            path: "places.csv".to_owned(),
            inhabitants: vec![10_000, 50_000]
        }
    );
    assert!(
        warnings.is_empty(),
        "codes that the table lacks may go to the top: {warnings:?}"
    );
    let (_, warnings) = self::column("hierarchy = { prefix = [1] }\nunlisted = \"top\"");
    assert_eq!(
        warnings,
        ["recipe.toml line 5: `unlisted` in `[columns.x]` is not used: it is for hierarchy files"]
    );
}
