//! Mistakes in rules that make hierarchies of dates, orders, frequencies, prefixes and areas.

use super::{BASE, failure};

pub(crate) const BUILDERS: &str =
    "`intervals`, `mask`, `groups`, `dates`, `ordered`, `frequency`, `prefix`, `areas`, `levels`";

const PLACE: &str = "`hierarchy` of `[columns.age]`";

/// Message and hint with `text` in place of the hierarchy file, which stands on line 4.
fn with(text: &str) -> (String, String) {
    failure(&BASE.replace("\"age.csv\"", text))
}

#[test]
fn near_misses_are_recognized() {
    for (given, meant) in [
        ("date", "dates"),
        ("order", "ordered"),
        ("frequencies", "frequency"),
        ("prefixes", "prefix"),
        ("area", "areas"),
    ] {
        let (text, hint) = with(&format!("{{ {given} = [2] }}"));
        assert_eq!(
            text,
            format!("4: {PLACE} names no builder; accepted: {BUILDERS}")
        );
        assert_eq!(hint, format!("did you mean `{meant}`?"));
    }
    let (text, _) = with("{ dates = [\"year\"], prefix = [3] }");
    assert_eq!(
        text,
        format!("4: unknown key `prefix` in {PLACE}; accepted: `dates`")
    );
}

#[test]
fn dates() {
    let (text, hint) = with("{ dates = [\"moth\"] }");
    let units = "`day`, `week`, `iso-year`, `month`, `quarter`, `year`, `decade`, `weekday`";
    assert_eq!(
        text,
        format!("4: `dates` in {PLACE} has the unit `moth`; accepted: {units}")
    );
    assert_eq!(hint, "did you mean `month`?");
    let (text, hint) = with("{ dates = [\"week\", \"year\"] }");
    assert_eq!(
        text,
        format!("4: {PLACE}: `dates` has `year` after `week`; a week can lie in two of them")
    );
    assert_eq!(hint, "`iso-year` holds whole weeks; or leave out `week`");
    assert_eq!(
        with("{ dates = [] }").0,
        format!("4: {PLACE}: `dates` is empty; it must list at least one unit")
    );
    assert_eq!(
        with("{ dates = \"year\" }").0,
        format!("4: `dates` in {PLACE} is `year`; it must be a list of texts in quotes")
    );
    for kind in ["text", "integer", "decimal"] {
        let (text, _) = with(&format!("{{ dates = [\"year\"] }}\ntype = \"{kind}\""));
        assert_eq!(
            text,
            format!(
                "4: {PLACE} has `dates` and the column's `type` is `{kind}`; it must be `date`"
            )
        );
    }
    let (text, hint) = with("{ dates = [\"month\", \"year\"] }\nformat = \"%Y\"");
    assert_eq!(
        text,
        format!("4: {PLACE}: `dates` has `month`, which dates written as `%Y` do not tell")
    );
    assert_eq!(hint, "begin with a unit that the format holds");
    let (text, _) = with("{ dates = [\"month\"] }\nformat = \"%H\"");
    assert!(
        text.starts_with("5: `[columns.age]`: date format is `%H`"),
        "told once, where it stands: {text}"
    );
}

#[test]
fn ordered() {
    let nothing = format!("4: {PLACE} has `ordered`, and nothing puts the values in order");
    for text in [
        "{ ordered = [2] }",
        "{ ordered = [2] }\ntype = \"text\"",
        "{ ordered = [2] }\norder = \"hierarchy\"",
    ] {
        let (text, hint) = with(text);
        assert_eq!(text, nothing);
        assert_eq!(
            hint,
            "add to `[columns.age]` a list of values from low to high as `order`, or the `type` of numbers or dates"
        );
    }
    let with = |sizes: &str| with(&format!("{{ ordered = {sizes} }}\ntype = \"integer\"")).0;
    assert_eq!(
        with("2"),
        format!("4: `ordered` in {PLACE} is 2; it must be a list of sizes, such as `[2, 4]`")
    );
    let no_whole = |item: usize| {
        format!(
            "4: item {item} of `ordered` in {PLACE} is no whole number; it must be a list of sizes, such as `[2, 4]`"
        )
    };
    assert_eq!(with("[2, -4]"), no_whole(2));
    assert_eq!(with("[2.0]"), no_whole(1));
    assert_eq!(
        with("[]"),
        format!("4: {PLACE}: `ordered` is empty; it must list at least one size")
    );
    assert_eq!(
        with("[0]"),
        format!("4: {PLACE}: `ordered` begins with 0; a run has at least 2 values")
    );
    let nest = "each size must be a multiple of the one before and greater than it";
    assert_eq!(
        with("[4, 2]"),
        format!("4: {PLACE}: `ordered` has 2 after 4; {nest}")
    );
}

#[test]
fn frequency() {
    let with = |text: &str| with(text).0;
    assert_eq!(
        with("{ frequency = 5 }"),
        format!(
            "4: `frequency` in {PLACE} is 5; it must be a list of numbers of rows, such as `[10, 100]`"
        )
    );
    assert_eq!(
        with("{ frequency = [] }"),
        format!("4: {PLACE}: `frequency` is empty; it must list at least one number of rows")
    );
    assert_eq!(
        with("{ frequency = [0] }"),
        format!(
            "4: {PLACE}: `frequency` begins with 0; it must be at least 2, because every value has a row"
        )
    );
    assert_eq!(
        with("{ frequency = [10, 5] }"),
        format!(
            "4: {PLACE}: `frequency` has 5 after 10; each number must be greater than the one before"
        )
    );
    assert_eq!(
        with("{ frequency = [10], other = \"*\" }"),
        format!("4: {PLACE}: `other` is `*`, which is the label of the top")
    );
    assert_eq!(
        with("{ frequency = [10], other = \"\" }"),
        format!("4: `other` in {PLACE} is ``; it must not be empty")
    );
}

#[test]
fn prefix() {
    let with = |text: &str| with(text).0;
    assert_eq!(
        with("{ prefix = [] }"),
        format!("4: {PLACE}: `prefix` is empty; it must list at least one number of characters")
    );
    assert_eq!(
        with("{ prefix = [0] }"),
        format!(
            "4: {PLACE}: `prefix` has 0; it must keep at least 1 character, and `*` is above it anyway"
        )
    );
    assert_eq!(
        with("{ prefix = [1, 3] }"),
        format!("4: {PLACE}: `prefix` has 3 after 1; each level must keep fewer characters")
    );
    let forms = "it must be a list such as `[\"A00-B99\"]`, or a table such as `{ \"A00-B99\" = \"infections\" }`";
    assert_eq!(
        with("{ prefix = [3], ranges = \"A00-B99\" }"),
        format!("4: `ranges` in {PLACE} is `A00-B99`; {forms}")
    );
    assert_eq!(
        with("{ prefix = [3], ranges = [] }"),
        format!("4: `ranges` in {PLACE} is empty; {forms}")
    );
    assert_eq!(
        with("{ prefix = [3], ranges = [\"A00-B9\"] }"),
        format!(
            "4: {PLACE}: range is `A00-B9`; it must be two codes of the same length, such as `A00-B99`, or one code"
        )
    );
    assert_eq!(
        with("{ prefix = [3], ranges = [\"A00-B99\", \"B50-C99\"] }"),
        format!("4: {PLACE}: ranges `A00-B99` and `B50-C99` overlap")
    );
    assert_eq!(
        with("{ prefix = [3, 1], ranges = [\"A00-B99\"] }"),
        format!("4: {PLACE}: range `A00-B99` has codes of 3 characters; the level below keeps 1")
    );
    assert_eq!(
        with("{ prefix = [3], ranges = { \"A00-B99\" = 1 } }"),
        format!("4: `A00-B99` in `ranges` of {PLACE} is 1; it must be a text in quotes")
    );
    assert_eq!(
        with("{ prefix = [3], other = \"rest\" }"),
        format!("4: {PLACE}: `other` is the label of codes in no range, and there are no `ranges`")
    );
}

#[test]
fn areas() {
    let (text, hint) = with("{ areas = \"places.csv\" }");
    assert_eq!(text, format!("4: {PLACE} has `areas` and no `inhabitants`"));
    assert_eq!(
        hint,
        "add the fewest inhabitants of an area, such as `inhabitants = [10000]`"
    );
    let with = |text: &str| with(text).0;
    assert_eq!(
        with("{ areas = 5, inhabitants = [5] }"),
        format!("4: `areas` in {PLACE} is 5; it must be a text in quotes")
    );
    assert_eq!(
        with("{ areas = \"\", inhabitants = [5] }"),
        format!("4: `areas` in {PLACE} is ``; it must not be empty")
    );
    let of = |inhabitants: &str| {
        with(&format!(
            "{{ areas = \"places.csv\", inhabitants = {inhabitants} }}"
        ))
    };
    assert_eq!(
        of("5"),
        format!(
            "4: `inhabitants` in {PLACE} is 5; it must be a list of numbers, such as `[10000, 50000]`"
        )
    );
    assert_eq!(
        of("[]"),
        format!("4: {PLACE}: `inhabitants` is empty; it must list at least one number")
    );
    assert_eq!(
        of("[0]"),
        format!("4: {PLACE}: `inhabitants` begins with 0; it must be at least 1")
    );
    assert_eq!(
        of("[9, 3]"),
        format!(
            "4: {PLACE}: `inhabitants` has 3 after 9; each number must be greater than the one before"
        )
    );
}
