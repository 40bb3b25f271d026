//! Every mistake gets a message that says what was given, what is accepted, and where.

use equipoise_data::ErrorKind;
use equipoise_recipe::Recipe;

/// Lines 1 to 11; further sections start at line 12.
const BASE: &str = "version = 1
[columns.age]
role = \"quasi-identifier\"
hierarchy = \"age.csv\"
[columns.job]
role = \"sensitive\"
[columns.pay]
role = \"sensitive\"
[[privacy]]
model = \"k-anonymity\"
k = 5
";

/// The message without `recipe.toml line `, and the hint.
fn failure(text: &str) -> (String, String) {
    let e = Recipe::parse(text, "recipe.toml").expect_err("this recipe is wrong");
    assert_eq!(e.kind(), ErrorKind::Usage);
    let message = e.message().strip_prefix("recipe.toml").unwrap_or_else(|| panic!("{e}")).trim_start_matches(" line ");
    (message.to_owned(), e.hint_text().unwrap_or_default().to_owned())
}

fn message(text: &str) -> String {
    failure(text).0
}

/// The message for BASE with a change.
fn changed(from: &str, to: &str) -> String {
    assert!(BASE.contains(from));
    message(&BASE.replacen(from, to, 1))
}

/// The message for BASE with a section added.
fn added(section: &str) -> String {
    message(&format!("{BASE}{section}"))
}

#[test]
fn the_base_is_sound() {
    assert!(Recipe::parse(BASE, "recipe.toml").unwrap().warnings.is_empty());
}

#[test]
fn text_that_is_no_toml() {
    let text = added("[search\nseed = 1\n");
    assert!(text.starts_with("12: not valid TOML: "), "{text}");
    let text = added("[search]\nseed = 1\nseed = 2\n");
    assert_eq!(text, "14: not valid TOML: duplicate key");
    let text = message("a = \nb = \n");
    assert!(text.starts_with(" has 2 problems\n- line 1: not valid TOML: "), "{text}");
}

#[test]
fn unknown_keys_name_their_place_and_what_is_accepted() {
    let unknown = |section: &str| failure(&format!("{BASE}{section}"));
    let (message, hint) = failure(&BASE.replace("role = \"quasi", "rolle = \"x\"\nrole = \"quasi"));
    assert_eq!(
        message,
        "3: unknown key `rolle` in `[columns.age]`; accepted: `role`, `type`, `format`, `hierarchy`, `unlisted`, `order`, `min-level`, \
         `max-level`, `weight`, `reason`"
    );
    assert_eq!(hint, "did you mean `role`?");
    let (message, hint) = failure(&BASE.replace("version = 1", "version = 1\nverbose = true"));
    assert_eq!(message, "2: unknown key `verbose` in the recipe; accepted: `version`, `input`, `columns`, `privacy`, `search`, `output`");
    assert_eq!(hint, "did you mean `version`?");
    let (message, hint) = unknown("[input]\nfile = \"x\"");
    assert_eq!(
        message,
        "13: unknown key `file` in `[input]`; accepted: `path`, `format`, `delimiter`, `quote`, `header`, `encoding`, `missing`, `person`"
    );
    assert_eq!(hint, "");
    let (message, hint) = unknown("[search]\nmax_suppression = 0.1");
    assert_eq!(
        message,
        "13: unknown key `max_suppression` in `[search]`; accepted: `method`, `loss`, `aggregation`, `suppression-weight`, \
         `max-suppression`, `seed`, `time-limit`, `max-nodes`"
    );
    assert_eq!(hint, "did you mean `max-suppression`?");
    let (message, hint) = unknown("[output]\nlable = \"#\"");
    assert_eq!(
        message,
        "13: unknown key `lable` in `[output]`; accepted: `path`, `format`, `suppressed`, `label`, `order`, `report`, `spreadsheet-safe`"
    );
    assert_eq!(hint, "did you mean `label`?");
    let (message, _) = failure(&BASE.replace("k = 5", "k = 5\nl = 3"));
    assert_eq!(message, "12: unknown key `l` in `[[privacy]]`; accepted: `model`, `k`");
    let hierarchy = |builder: &str| changed("\"age.csv\"", builder);
    let place = "`hierarchy` of `[columns.age]`";
    assert_eq!(
        hierarchy("{ intervals = [5], botom = 1 }"),
        format!("4: unknown key `botom` in {place}; accepted: `intervals`, `origin`, `bottom`, `top`")
    );
    assert_eq!(hierarchy("{ mask = \"right\", top = 1 }"), format!("4: unknown key `top` in {place}; accepted: `mask`, `char`, `levels`"));
    assert_eq!(
        hierarchy("{ groups = [{ label = \"a\", values = [\"1\"], x = 1 }] }"),
        format!("4: unknown key `x` in a group of {place}; accepted: `label`, `values`")
    );
    assert_eq!(
        hierarchy("{ groups = [{ label = \"a\", values = [\"1\"] }], rest = \"r\" }"),
        format!("4: unknown key `rest` in {place}; accepted: `groups`, `other`")
    );
}

#[test]
fn all_problems_are_told_at_once_in_order_of_lines() {
    let text = BASE.replace("k = 5", "k = 0").replace("\"sensitive\"", "\"secret\"").replace("version = 1", "version = 1\nfoo = 2");
    assert_eq!(
        message(&text),
        " has 4 problems\n\
         - line 2: unknown key `foo` in the recipe; accepted: `version`, `input`, `columns`, `privacy`, `search`, `output`\n\
         - line 7: `role` in `[columns.job]` is `secret`; accepted: `quasi-identifier`, `sensitive`, `insensitive`, `identifying`\n\
         - line 9: `role` in `[columns.pay]` is `secret`; accepted: `quasi-identifier`, `sensitive`, `insensitive`, `identifying`\n\
         - line 12: `k` in `[[privacy]]` is 0; it must be a whole number, at least 1"
    );
}

#[test]
fn a_hint_stays_beside_its_problem() {
    let text = BASE.replace("k = 5", "k = 5\n[serch]\n[ouput]");
    let accepted = "accepted: `version`, `input`, `columns`, `privacy`, `search`, `output`";
    assert_eq!(
        message(&text),
        format!(
            " has 2 problems\n- line 12: unknown key `serch` in the recipe; {accepted} (did you mean `search`?)\n\
             - line 13: unknown key `ouput` in the recipe; {accepted} (did you mean `output`?)"
        )
    );
}

#[test]
fn version() {
    assert_eq!(changed("version = 1", "version = 2"), "1: `version` in the recipe is 2; this build reads version 1");
    assert_eq!(changed("version = 1", "version = \"1\""), "1: `version` in the recipe is `1`; this build reads version 1");
}

#[test]
fn sections_that_are_no_tables() {
    assert_eq!(changed("version = 1", "search = 3"), "1: `search` in the recipe is 3; it must be a table that begins with `[search]`");
    assert_eq!(
        message("version = 1\ncolumns = 3\n[[privacy]]\nmodel = \"k-anonymity\"\nk = 2"),
        "2: `columns` in the recipe is 3; it must be a table that begins with `[columns]`"
    );
    assert_eq!(
        changed("[columns.job]\nrole = \"sensitive\"\n", "[columns]\njob = \"sensitive\"\n"),
        "6: `job` in `[columns]` is `sensitive`; it must be a table that begins with `[columns.job]`"
    );
}

#[test]
fn input() {
    let input = |line: &str| added(&format!("[input]\n{line}"));
    assert_eq!(input("path = 3"), "13: `path` in `[input]` is 3; it must be a text in quotes");
    assert_eq!(input("path = \"\""), "13: `path` in `[input]` is ``; it must not be empty");
    assert_eq!(input("format = \"xlsx\""), "13: `format` in `[input]` is `xlsx`; accepted: `csv`");
    assert_eq!(input("format = \"parquet\""), "13: `format` in `[input]` is `parquet`; that is not in this version; accepted: `csv`");
    assert_eq!(input("encoding = \"latin1\""), "13: `encoding` in `[input]` is `latin1`; this version reads only `utf-8`");
    let one = "it must be one ASCII character, such as `,` or `;`";
    assert_eq!(input("delimiter = \"||\""), format!("13: `delimiter` in `[input]` is `||`; {one}"));
    assert_eq!(input("delimiter = \"ä\""), format!("13: `delimiter` in `[input]` is `ä`; {one}"));
    assert_eq!(input("delimiter = \"\""), format!("13: `delimiter` in `[input]` is ``; {one}"));
    assert_eq!(
        input("quote = \"<>\""),
        "13: `quote` in `[input]` is `<>`; it must be one ASCII character, or empty when nothing is quoted"
    );
    assert_eq!(input("delimiter = '\"'"), "13: `delimiter` and `quote` in `[input]` are the same character");
    assert_eq!(input("header = \"yes\""), "13: `header` in `[input]` is `yes`; it must be true or false");
    assert_eq!(input("missing = \"NA\""), "13: `missing` in `[input]` is `NA`; it must be a list of texts in quotes");
    assert_eq!(input("missing = [\"NA\", 99]"), "13: item 2 of `missing` in `[input]` is a number; it must be a text in quotes");
    assert_eq!(input("person = \"\""), "13: `person` in `[input]` is ``; it must not be empty");
}

#[test]
fn columns() {
    let roles = "`quasi-identifier`, `sensitive`, `insensitive`, `identifying`";
    let (text, hint) = failure(&BASE.replace("\"quasi-identifier\"", "\"quasi-identifer\""));
    assert_eq!(text, format!("3: `role` in `[columns.age]` is `quasi-identifer`; accepted: {roles}"));
    assert_eq!(hint, "did you mean `quasi-identifier`?");
    let (text, hint) = failure(&format!("{BASE}[columns.\"post code\"]\n"));
    assert_eq!(text, "12: column `post code` has no role");
    assert_eq!(hint, format!("add `role` to `[columns.\"post code\"]`: {roles}"));

    let job = |line: &str| failure(&BASE.replace("[columns.pay]", &format!("{line}\n[columns.pay]")));
    assert_eq!(job("type = \"number\"").0, "7: `type` in `[columns.job]` is `number`; accepted: `text`, `integer`, `decimal`, `date`");
    assert_eq!(job("type = 3").0, "7: `type` in `[columns.job]` is 3; accepted: `text`, `integer`, `decimal`, `date`");
    let (text, hint) = job("format = \"%Y\"");
    assert_eq!(text, "7: `format` in `[columns.job]` is for dates and the column's `type` is `text`");
    assert_eq!(hint, "a column of dates has `type = \"date\"`");
    assert_eq!(
        job("type = \"date\"\nformat = \"%H\"").0,
        "8: `[columns.job]`: date format is `%H`; it must hold a year and only known directives, such as `%Y-%m-%d` or `%d.%m.%Y`"
    );
    assert_eq!(job("unlisted = \"bottom\"").0, "7: `unlisted` in `[columns.job]` is `bottom`; accepted: `error`, `top`");
    let list = "it must list every value once, from low to high";
    assert_eq!(job("order = []").0, format!("7: `order` in `[columns.job]` is empty; {list}"));
    assert_eq!(job("order = [\"a\", \"b\", \"a\"]").0, format!("7: `order` in `[columns.job]` repeats 1 of its values; {list}"));
    assert_eq!(job("order = [1]").0, "7: item 1 of `order` in `[columns.job]` is a number; it must be a text in quotes");
    assert_eq!(
        job("order = \"numbers\"").0,
        "7: `order` in `[columns.job]` is `numbers`; it must be a list of values from low to high, or `hierarchy`"
    );
    let (text, hint) = job("order = \"hierarchy\"");
    assert_eq!(text, "7: `order` in `[columns.job]` is `hierarchy`, and the column has none");
    assert_eq!(hint, "add `hierarchy` to `[columns.job]`");

    let age = |line: &str| failure(&BASE.replace("[columns.job]", &format!("{line}\n[columns.job]"))).0;
    assert_eq!(
        age("min-level = 3\nmax-level = 2"),
        "5: `min-level` in `[columns.age]` is 3 and `max-level` is 2; the minimum is above the maximum"
    );
    assert_eq!(age("min-level = -1"), "5: `min-level` in `[columns.age]` is -1; it must be a whole number, 0 to 255");
    assert_eq!(age("max-level = 256"), "5: `max-level` in `[columns.age]` is 256; it must be a whole number, 0 to 255");
    assert_eq!(age("max-level = 1.0"), "5: `max-level` in `[columns.age]` is 1.0; it must be a whole number, 0 to 255");
    assert_eq!(age("weight = -0.5"), "5: `weight` in `[columns.age]` is -0.5; it must be at least 0");
    for number in ["inf", "nan"] {
        let expected = format!("5: `weight` in `[columns.age]` is {number}; it must be a finite number of at most 38 digits");
        assert_eq!(age(&format!("weight = {number}")), expected);
    }
    assert_eq!(age("weight = 0"), ": every quasi-identifier has `weight = 0`");
    assert_eq!(age("reason = 1"), "5: `reason` in `[columns.age]` is 1; it must be a text in quotes");
}

#[test]
fn quasi_identifiers() {
    let (text, hint) = failure(&BASE.replace("quasi-identifier", "insensitive"));
    assert_eq!(text, ": no column has the role `quasi-identifier`; a release needs at least one");
    assert_eq!(hint, "these are the columns by which others could recognize a person, such as age, sex or place");
    let (text, _) = failure("version = 1\n[[privacy]]\nmodel = \"k-anonymity\"\nk = 2");
    assert_eq!(text, ": no column has the role `quasi-identifier`; a release needs at least one");
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
    assert_eq!(with("\"\"").0, "4: `hierarchy` in `[columns.age]` is ``; it must not be empty");
    let (text, hint) = with("{ interval = [5] }");
    assert_eq!(text, format!("4: {place} names no builder; accepted: `intervals`, `mask`, `groups`, `levels`"));
    assert_eq!(hint, "did you mean `intervals`?");
    assert_eq!(with("{ intervals = 5 }").0, format!("4: `intervals` in {place} is 5; it must be a list of widths, such as `[5, 10, 20]`"));
    assert_eq!(with("{ intervals = [\"5\"] }").0, format!("4: {place} lists a width that is no number"));
    assert_eq!(with("{ intervals = [] }").0, format!("4: {place}: `intervals` is empty; it must list at least one width"));
    let (text, hint) = with("{ intervals = [5, 12] }");
    let nest = "each width must be a multiple of the one before and greater than it";
    assert_eq!(text, format!("4: {place}: interval width 12 follows 5; {nest}"));
    assert_eq!(hint, "otherwise a band would lie in two bands of the next level");
    let (text, hint) = with("{ intervals = [0.5] }");
    assert_eq!(text, format!("4: {place}: interval width is 0.5; bands of whole numbers need whole bounds"));
    assert_eq!(hint, "a column of decimals has `type = \"decimal\"`");
    assert_eq!(
        with("{ intervals = [5] }\ntype = \"text\"").0,
        format!("4: {place} has `intervals` and the column's `type` is `text`; it must be `integer` or `decimal`")
    );
    assert_eq!(
        with("{ intervals = [5], top = \"90\" }").0,
        format!("4: `top` in {place} is `90`; it must be a finite number of at most 38 digits")
    );
    assert_eq!(with("{ mask = \"rihgt\" }").0, format!("4: `mask` in {place} is `rihgt`; accepted: `right`, `left`"));
    assert_eq!(with("{ mask = \"right\", char = \"**\" }").0, format!("4: `char` in {place} is `**`; it must be one character"));
    assert_eq!(with("{ mask = \"right\", levels = 0 }").0, format!("4: `levels` in {place} is 0; it must be a whole number, 1 to 255"));
    assert_eq!(
        with("{ groups = \"north\" }").0,
        format!("4: {place} must list groups such as `{{ label = \"north\", values = [\"a\", \"b\"] }}`")
    );
    assert_eq!(with("{ groups = [\"north\"] }").0, format!("4: a group in {place} is no table with `label` and `values`"));
    assert_eq!(with("{ groups = [{ label = \"north\" }] }").0, format!("4: a group of {place} has no `values`"));
    assert_eq!(with("{ groups = [{ values = [\"a\"] }] }").0, format!("4: a group of {place} has no `label`"));
    assert_eq!(with("{ groups = [] }").0, format!("4: {place}: a level of `groups` is empty; it must list at least one group"));
    assert_eq!(with("{ levels = 3 }").0, format!("4: `levels` in {place} is 3; it must be a list of levels, each a list of groups"));
    let (text, hint) = with("{ levels = [[{ label = \"p\", values = [\"secret\"] }], [{ label = \"all\", values = [\"q\"] }]] }");
    assert_eq!(
        text,
        format!(
            "4: {place}: group `all` of level 2 lists `q`, which is no label of level 1; label `p` of level 1 is in no group of level 2"
        )
    );
    assert!(!hint.contains("secret"));
}

#[test]
fn privacy_models() {
    assert_eq!(
        failure("[columns.age]\nrole = \"quasi-identifier\"\nhierarchy = \"a\"\n"),
        (
            ": the recipe asks for no privacy model".to_owned(),
            "add a section `[[privacy]]` with a `model`, such as `k-anonymity` with `k`".to_owned()
        )
    );
    let sections = "it must be one or more sections that begin with `[[privacy]]`";
    assert_eq!(changed("[[privacy]]", "[privacy]"), format!("9: `privacy` in the recipe is a table; {sections}"));
    assert_eq!(
        message("privacy = []\n[columns.a]\nrole = \"quasi-identifier\"\nhierarchy = \"a\""),
        format!("1: `privacy` in the recipe is a list; {sections}")
    );
    let models = "accepted: `k-anonymity`, `l-diversity`, `t-closeness`";
    let (text, hint) = failure(&BASE.replace("\"k-anonymity\"", "\"k-anonimity\""));
    assert_eq!(text, format!("10: `model` in `[[privacy]]` is `k-anonimity`; {models}"));
    assert_eq!(hint, "did you mean `k-anonymity`?");
    let (text, hint) = failure(&BASE.replace("\"k-anonymity\"", "\"nt-closeness\""));
    assert_eq!(text, format!("10: `model` in `[[privacy]]` is `nt-closeness`; that is not in this version; {models}"));
    assert_eq!(hint, "");
    assert_eq!(changed("model = \"k-anonymity\"\n", ""), format!("9: `[[privacy]]` has no `model`; {models}"));
    assert_eq!(changed("k = 5", ""), "9: `[[privacy]]` has no `k`");
    for (k, shown) in [("0", "0"), ("-3", "-3"), ("2.5", "2.5"), ("\"5\"", "`5`"), ("true", "true"), ("[5]", "a list")] {
        let expected = format!("11: `k` in `[[privacy]]` is {shown}; it must be a whole number, at least 1");
        assert_eq!(changed("k = 5", &format!("k = {k}")), expected);
    }
    assert_eq!(
        added("[[privacy]]\nmodel = \"k-anonymity\"\nk = 0"),
        "14: `k` in `[[privacy]]` number 2 is 0; it must be a whole number, at least 1"
    );
}

#[test]
fn diversity_and_closeness() {
    let second = |lines: &str| failure(&format!("{BASE}[[privacy]]\n{lines}"));
    let l = |lines: &str| second(&format!("model = \"l-diversity\"\n{lines}"));
    let t = |lines: &str| second(&format!("model = \"t-closeness\"\n{lines}"));
    let place = "`[[privacy]]` number 2";
    assert_eq!(l("column = \"job\"").0, format!("12: {place} has no `l`"));
    assert_eq!(l("l = 3").0, format!("12: {place} has no `column`"));
    assert_eq!(l("column = \"job\"\nl = 0").0, format!("15: `l` in {place} is 0; it must be a whole number, at least 1"));
    for variant in ["entropy", "recursive", "probabilistic"] {
        assert_eq!(
            l(&format!("column = \"job\"\nl = 3\nvariant = \"{variant}\"\nc = 2")).0,
            format!("16: `variant` in {place} is `{variant}`; that is not in this version; accepted: `distinct`")
        );
    }
    assert_eq!(l("column = \"job\"\nl = 3\nvariant = \"distnct\"").1, "did you mean `distinct`?");
    let (text, hint) = l("column = \"jobs\"\nl = 3");
    assert_eq!(text, "14: l-diversity protects column `jobs`, which is not in `[columns]`");
    assert_eq!(hint, "did you mean `job`? sensitive columns: `job`, `pay`");
    let (text, hint) = t("column = \"age\"\nt = 0.1");
    assert_eq!(text, "14: t-closeness protects column `age`, whose role is `quasi-identifier`; it must be `sensitive`");
    assert_eq!(hint, "sensitive columns: `job`, `pay`");
    let none = BASE.replace("\"sensitive\"", "\"insensitive\"");
    let (_, hint) = failure(&format!("{none}[[privacy]]\nmodel = \"t-closeness\"\ncolumn = \"zzz\"\nt = 0.1"));
    assert_eq!(hint, "no column has the role `sensitive`");

    assert_eq!(t("column = \"job\"").0, format!("12: {place} has no `t`"));
    for number in ["1.2", "-0.1", "1.0000000000000000000000000001", "2"] {
        let expected = format!("15: `t` in {place} is {number}; it must be at least 0 and at most 1");
        assert_eq!(t(&format!("column = \"job\"\nt = {number}")).0, expected);
    }
    assert_eq!(
        t("column = \"job\"\nt = \"0.1\"").0,
        format!("15: `t` in {place} is `0.1`; it must be a finite number of at most 38 digits")
    );
    assert_eq!(
        t("column = \"job\"\nt = 0.1\ndistance = \"smoothed\"").0,
        format!("16: `distance` in {place} is `smoothed`; that is not in this version; accepted: `equal`, `ordered`, `hierarchical`")
    );
    let (text, hint) = t("column = \"job\"\nt = 0.1\ndistance = \"hierarchical\"");
    assert_eq!(text, format!("16: `distance` in {place} is `hierarchical`, and column `job` has no hierarchy"));
    assert_eq!(hint, "add `hierarchy` to `[columns.job]`");
    let (text, hint) = t("column = \"job\"\nt = 0.1\ndistance = \"ordered\"");
    assert_eq!(text, format!("16: `distance` in {place} is `ordered`, and column `job` has no order"));
    assert_eq!(hint, "add `order`, a `hierarchy`, or the `type` of its numbers or dates to `[columns.job]`");
}

#[test]
fn search() {
    let search = |lines: &str| failure(&format!("{BASE}[search]\n{lines}"));
    assert_eq!(
        search("method = \"best-effort\"").0,
        "13: `method` in `[search]` is `best-effort`; that is not in this version; accepted: `optimal`"
    );
    assert_eq!(search("method = \"fast\"").0, "13: `method` in `[search]` is `fast`; accepted: `optimal`");
    assert_eq!(
        search("loss = \"lost\"").0,
        "13: `loss` in `[search]` is `lost`; accepted: `loss`, `precision`, `aecs`, `discernibility`, `entropy`, `height`"
    );
    assert_eq!(
        search("aggregation = \"mean\"").0,
        "13: `aggregation` in `[search]` is `mean`; accepted: `geometric`, `arithmetic`, `sum`, `max`"
    );
    for loss in ["aecs", "discernibility", "height"] {
        assert_eq!(
            search(&format!("loss = \"{loss}\"\naggregation = \"sum\"")).0,
            format!(
                "14: `aggregation` in `[search]` has no meaning for `{loss}`, which is a loss of the whole table; it is for `loss`, `precision` and `entropy`"
            )
        );
    }
    for loss in ["aecs", "height"] {
        assert_eq!(
            search(&format!("loss = \"{loss}\"\nsuppression-weight = 0.5")).0,
            format!(
                "14: `suppression-weight` in `[search]` has no meaning for `{loss}`, which has no separate terms for generalization and suppression"
            )
        );
    }
    for loss in ["discernibility", "entropy", "precision", "loss"] {
        assert!(Recipe::parse(&format!("{BASE}[search]\nloss = \"{loss}\"\nsuppression-weight = 0.5"), "r").is_ok());
    }
    assert_eq!(search("suppression-weight = 1.5").0, "13: `suppression-weight` in `[search]` is 1.5; it must be at least 0 and at most 1");
    for (text, shown) in [("1.2", "1.2"), ("-1", "-1"), ("-0.5", "-0.5"), ("nan", "nan"), ("inf", "inf")] {
        let (message, hint) = search(&format!("max-suppression = {text}"));
        assert_eq!(
            message,
            format!(
                "13: max-suppression is `{shown}`; it must be a whole number of units, or a share from 0.0 to 1.0 with a decimal point"
            )
        );
        assert_eq!(hint, "`0.02` allows two in a hundred, `20` allows twenty, `1` allows one and `1.0` allows all");
    }
    assert_eq!(search("max-suppression = \"5%\"").0, "13: `max-suppression` in `[search]` is `5%`; it must be a number without quotes");
    assert_eq!(search("seed = -1").0, "13: `seed` in `[search]` is -1; it must be a whole number, at least 0");
    assert_eq!(search("time-limit = 0").0, "13: `time-limit` in `[search]` is 0; it must be a number of seconds greater than 0");
    assert_eq!(search("time-limit = -1.5").0, "13: `time-limit` in `[search]` is -1.5; it must be a number of seconds greater than 0");
    assert_eq!(search("max-nodes = 0").0, "13: `max-nodes` in `[search]` is 0; it must be a whole number, at least 1");
}

#[test]
fn output() {
    let output = |lines: &str| added(&format!("[output]\n{lines}"));
    assert_eq!(output("path = \"\""), "13: `path` in `[output]` is ``; it must not be empty");
    assert_eq!(output("format = \"json\""), "13: `format` in `[output]` is `json`; accepted: `csv`");
    assert_eq!(output("suppressed = \"keep\""), "13: `suppressed` in `[output]` is `keep`; accepted: `drop`, `mark`");
    assert_eq!(output("label = \"\""), "13: `label` in `[output]` is ``; it must not be empty");
    assert_eq!(output("label = \"a\\nb\""), "13: `label` in `[output]` has a control character");
    assert_eq!(
        output("suppressed = \"mark\"\nlabel = \"NA\""),
        "14: `label` in `[output]` is `NA`, which also means a missing value; marked rows could not be told apart"
    );
    assert_eq!(output("order = \"sorted\""), "13: `order` in `[output]` is `sorted`; accepted: `canonical`, `input`");
    assert_eq!(output("report = \"pdf\""), "13: `report` in `[output]` is `pdf`; accepted: one or a list of `text`, `json`");
    assert_eq!(output("report = [\"text\", 3]"), "13: `report` in `[output]` is 3; accepted: one or a list of `text`, `json`");
    assert_eq!(output("spreadsheet-safe = 1"), "13: `spreadsheet-safe` in `[output]` is 1; it must be true or false");
}

#[test]
fn lines_are_counted_as_editors_do() {
    let crlf = BASE.replace("k = 5", "k = 0").replace('\n', "\r\n");
    assert_eq!(message(&crlf), "11: `k` in `[[privacy]]` is 0; it must be a whole number, at least 1");
    assert!(Recipe::parse(&format!("\u{feff}{BASE}"), "recipe.toml").is_ok(), "a byte order mark is no mistake");
    assert_eq!(message(&format!("\u{feff}{}", BASE.replace("k = 5", "k = 0"))), message(&BASE.replace("k = 5", "k = 0")));
}
