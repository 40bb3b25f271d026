//! Mistakes in `[columns]`.

use super::hierarchies::BUILDERS;
use super::{BASE, failure};

#[test]
fn columns() {
    let roles = "`quasi-identifier`, `sensitive`, `insensitive`, `identifying`";
    let (text, hint) = failure(&BASE.replace("\"quasi-identifier\"", "\"quasi-identifer\""));
    assert_eq!(
        text,
        format!("3: `role` in `[columns.age]` is `quasi-identifer`; accepted: {roles}")
    );
    assert_eq!(hint, "did you mean `quasi-identifier`?");
    let (text, hint) = failure(&format!("{BASE}[columns.\"post code\"]\n"));
    assert_eq!(text, "12: column `post code` has no role");
    assert_eq!(
        hint,
        format!("add `role` to `[columns.\"post code\"]`: {roles}")
    );

    let job =
        |line: &str| failure(&BASE.replace("[columns.pay]", &format!("{line}\n[columns.pay]")));
    assert_eq!(
        job("type = \"number\"").0,
        "7: `type` in `[columns.job]` is `number`; accepted: `text`, `integer`, `decimal`, `date`"
    );
    assert_eq!(
        job("type = 3").0,
        "7: `type` in `[columns.job]` is 3; accepted: `text`, `integer`, `decimal`, `date`"
    );
    let (text, hint) = job("format = \"%Y\"");
    assert_eq!(
        text,
        "7: `format` in `[columns.job]` is for dates and the column's `type` is `text`"
    );
    assert_eq!(hint, "a column of dates has `type = \"date\"`");
    assert_eq!(
        job("type = \"date\"\nformat = \"%H\"").0,
        "8: `[columns.job]`: date format is `%H`; it must hold a year and only known directives, such as `%Y-%m-%d` or `%d.%m.%Y`"
    );
    assert_eq!(
        job("unlisted = \"bottom\"").0,
        "7: `unlisted` in `[columns.job]` is `bottom`; accepted: `error`, `top`"
    );
    let list = "it must list every value once, from low to high";
    assert_eq!(
        job("order = []").0,
        format!("7: `order` in `[columns.job]` is empty; {list}")
    );
    assert_eq!(
        job("order = [\"a\", \"b\", \"a\"]").0,
        format!("7: `order` in `[columns.job]` repeats 1 of its values; {list}")
    );
    assert_eq!(
        job("order = [1]").0,
        "7: item 1 of `order` in `[columns.job]` is a number; it must be a text in quotes"
    );
    assert_eq!(
        job("order = \"numbers\"").0,
        "7: `order` in `[columns.job]` is `numbers`; it must be a list of values from low to high, or `hierarchy`"
    );
    let (text, hint) = job("order = \"hierarchy\"");
    assert_eq!(
        text,
        "7: `order` in `[columns.job]` is `hierarchy`, and the column has none"
    );
    assert_eq!(hint, "add `hierarchy` to `[columns.job]`");

    assert_eq!(
        job("items = \"\"").0,
        "7: `items` in `[columns.job]` is ``; it must not be empty"
    );
    assert_eq!(
        job("items = [\"|\"]").0,
        "7: `items` in `[columns.job]` is a list; it must be a text in quotes"
    );

    let age =
        |line: &str| failure(&BASE.replace("[columns.job]", &format!("{line}\n[columns.job]"))).0;
    assert_eq!(
        age("min-level = 3\nmax-level = 2"),
        "5: `min-level` in `[columns.age]` is 3 and `max-level` is 2; the minimum is above the maximum"
    );
    assert_eq!(
        age("min-level = -1"),
        "5: `min-level` in `[columns.age]` is -1; it must be a whole number, 0 to 255"
    );
    assert_eq!(
        age("max-level = 256"),
        "5: `max-level` in `[columns.age]` is 256; it must be a whole number, 0 to 255"
    );
    assert_eq!(
        age("max-level = 1.0"),
        "5: `max-level` in `[columns.age]` is 1.0; it must be a whole number, 0 to 255"
    );
    assert_eq!(
        age("weight = -0.5"),
        "5: `weight` in `[columns.age]` is -0.5; it must be at least 0"
    );
    for number in ["inf", "nan"] {
        let expected = format!(
            "5: `weight` in `[columns.age]` is {number}; it must be a finite number of at most 38 digits"
        );
        assert_eq!(age(&format!("weight = {number}")), expected);
    }
    assert_eq!(
        age("weight = 0"),
        ": every quasi-identifier has `weight = 0`"
    );
    assert_eq!(
        age("reason = 1"),
        "5: `reason` in `[columns.age]` is 1; it must be a text in quotes"
    );
}

#[test]
fn quasi_identifiers() {
    let (text, hint) = failure(&BASE.replace("quasi-identifier", "insensitive"));
    assert_eq!(
        text,
        ": no column has the role `quasi-identifier`; a release needs at least one"
    );
    assert_eq!(
        hint,
        "these are the columns by which others could recognize a person, such as age, sex or place"
    );
    let (text, _) = failure("version = 1\n[[privacy]]\nmodel = \"k-anonymity\"\nk = 2");
    assert_eq!(
        text,
        ": no column has the role `quasi-identifier`; a release needs at least one"
    );
    let (text, hint) = failure(&BASE.replace("hierarchy = \"age.csv\"\n", ""));
    assert_eq!(text, "2: quasi-identifier `age` has no hierarchy");
    assert_eq!(hint, "add `hierarchy` to `[columns.age]`");
}

#[test]
fn hierarchies() {
    let place = "`hierarchy` of `[columns.age]`";
    let with = |text: &str| failure(&BASE.replace("\"age.csv\"", text));
    assert_eq!(
        with("5").0,
        "4: `hierarchy` in `[columns.age]` is 5; it must be a path in quotes or a builder such as `{ mask = \"right\" }`"
    );
    assert_eq!(
        with("\"\"").0,
        "4: `hierarchy` in `[columns.age]` is ``; it must not be empty"
    );
    let (text, hint) = with("{ interval = [5] }");
    assert_eq!(
        text,
        format!("4: {place} names no builder; accepted: {BUILDERS}")
    );
    assert_eq!(hint, "did you mean `intervals`?");
    assert_eq!(
        with("{ intervals = 5 }").0,
        format!(
            "4: `intervals` in {place} is 5; it must be a list of widths, such as `[5, 10, 20]`"
        )
    );
    assert_eq!(
        with("{ intervals = [\"5\"] }").0,
        format!("4: {place} lists a width that is no number")
    );
    assert_eq!(
        with("{ intervals = [] }").0,
        format!("4: {place}: `intervals` is empty; it must list at least one width")
    );
    let (text, hint) = with("{ intervals = [5, 12] }");
    let nest = "each width must be a multiple of the one before and greater than it";
    assert_eq!(
        text,
        format!("4: {place}: interval width 12 follows 5; {nest}")
    );
    assert_eq!(
        hint,
        "otherwise a band would lie in two bands of the next level"
    );
    let (text, hint) = with("{ intervals = [0.5] }");
    assert_eq!(
        text,
        format!("4: {place}: interval width is 0.5; bands of whole numbers need whole bounds")
    );
    assert_eq!(hint, "a column of decimals has `type = \"decimal\"`");
    assert_eq!(
        with("{ intervals = [5] }\ntype = \"text\"").0,
        format!(
            "4: {place} has `intervals` and the column's `type` is `text`; it must be `integer` or `decimal`"
        )
    );
    assert_eq!(
        with("{ intervals = [5], top = \"90\" }").0,
        format!("4: `top` in {place} is `90`; it must be a finite number of at most 38 digits")
    );
    assert_eq!(
        with("{ mask = \"rihgt\" }").0,
        format!("4: `mask` in {place} is `rihgt`; accepted: `right`, `left`")
    );
    assert_eq!(
        with("{ mask = \"right\", char = \"**\" }").0,
        format!("4: `char` in {place} is `**`; it must be one character")
    );
    assert_eq!(
        with("{ mask = \"right\", levels = 0 }").0,
        format!("4: `levels` in {place} is 0; it must be a whole number, 1 to 255")
    );
    assert_eq!(
        with("{ groups = \"north\" }").0,
        format!(
            "4: {place} must list groups such as `{{ label = \"north\", values = [\"a\", \"b\"] }}`"
        )
    );
    assert_eq!(
        with("{ groups = [\"north\"] }").0,
        format!("4: a group in {place} is no table with `label` and `values`")
    );
    assert_eq!(
        with("{ groups = [{ label = \"north\" }] }").0,
        format!("4: a group of {place} has no `values`")
    );
    assert_eq!(
        with("{ groups = [{ values = [\"a\"] }] }").0,
        format!("4: a group of {place} has no `label`")
    );
    assert_eq!(
        with("{ groups = [] }").0,
        format!("4: {place}: a level of `groups` is empty; it must list at least one group")
    );
    assert_eq!(
        with("{ levels = 3 }").0,
        format!("4: `levels` in {place} is 3; it must be a list of levels, each a list of groups")
    );
    let (text, hint) = with(
        "{ levels = [[{ label = \"p\", values = [\"secret\"] }], [{ label = \"all\", values = [\"q\"] }]] }",
    );
    assert_eq!(
        text,
        format!(
            "4: {place}: group `all` of level 2 lists `q`, which is no label of level 1; label `p` of level 1 is in no group of level 2"
        )
    );
    assert!(!hint.contains("secret"));
}
