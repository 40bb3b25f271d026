//! Every mistake gets a message that says what was given, what is accepted, and where.

mod closeness;
mod columns;
mod diversity;
mod hierarchies;
mod methods;
mod models;
mod population;
mod preference;
mod sections;

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
    let message = e.message();
    let message = message
        .strip_prefix("recipe.toml")
        .unwrap_or_else(|| panic!("{e}"))
        .trim_start_matches(" line ");
    (
        message.to_owned(),
        e.hint_text().unwrap_or_default().to_owned(),
    )
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

/// How messages call the section that `of` adds.
const PLACE: &str = "`[[privacy]]` number 2";

/// Message and hint for BASE with a second model: its section is line 12, its parameters start at
/// line 14.
fn of(model: &str, lines: &str) -> (String, String) {
    failure(&format!("{BASE}[[privacy]]\nmodel = \"{model}\"\n{lines}"))
}

/// A number that a parameter does not accept is told with its line, and a hint where one helps.
fn refuses(model: &str, others: &str, key: &str, numbers: &[&str], must: &str, hint: &str) {
    let line = 14 + others.lines().count();
    for number in numbers {
        let expected = format!("{line}: `{key}` in {PLACE} is {number}; {must}");
        assert_eq!(
            of(model, format!("{others}\n{key} = {number}").trim_start()),
            (expected, hint.to_owned()),
            "{model}"
        );
    }
}

const SHARE_HINT: &str = "it is a share: `0.05` is five in a hundred";

#[test]
fn the_base_is_sound() {
    assert!(
        Recipe::parse(BASE, "recipe.toml")
            .unwrap()
            .warnings
            .is_empty()
    );
}

#[test]
fn text_that_is_no_toml() {
    let text = added("[search\nseed = 1\n");
    assert!(text.starts_with("12: not valid TOML: "), "{text}");
    let text = added("[search]\nseed = 1\nseed = 2\n");
    assert_eq!(text, "14: not valid TOML: duplicate key");
    let text = message("a = \nb = \n");
    assert!(
        text.starts_with(" has 2 problems\n- line 1: not valid TOML: "),
        "{text}"
    );
}

#[test]
fn unknown_keys_name_their_place_and_what_is_accepted() {
    let unknown = |section: &str| failure(&format!("{BASE}{section}"));
    let (message, hint) = failure(&BASE.replace("role = \"quasi", "rolle = \"x\"\nrole = \"quasi"));
    assert_eq!(
        message,
        "3: unknown key `rolle` in `[columns.age]`; accepted: `role`, `type`, `format`, `derive`, `missing`, `linked`, `hierarchy`, `unlisted`, `order`, `items`, \
         `min-level`, `max-level`, `aggregate`, `weight`, `sensitivity`, `reason`"
    );
    assert_eq!(hint, "did you mean `role`?");
    let (message, hint) = failure(&BASE.replace("version = 1", "version = 1\nverbose = true"));
    assert_eq!(
        message,
        "2: unknown key `verbose` in the recipe; accepted: `version`, `input`, `columns`, `privacy`, `search`, `record`, `preference`, `output`, `analysis`, `usefulness`"
    );
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
         `max-suppression`, `seed`, `time-limit`, `max-nodes`, `cuts`, `subsets`, `reading`, `over`"
    );
    assert_eq!(hint, "did you mean `max-suppression`?");
    let (message, hint) = unknown("[output]\nlable = \"#\"");
    assert_eq!(
        message,
        "13: unknown key `lable` in `[output]`; accepted: `path`, `format`, `suppressed`, `label`, `order`, `report`, `public`, `spreadsheet-safe`"
    );
    assert_eq!(hint, "did you mean `label`?");
    let (message, hint) = failure(&BASE.replace("k = 5", "k = 5\nl = 3"));
    assert_eq!(
        message,
        "12: unknown key `l` in `[[privacy]]`; accepted: `model`, `k`"
    );
    assert_eq!(hint, "`l` is for `l-diversity`, `lkc-privacy`");
    let hierarchy = |builder: &str| changed("\"age.csv\"", builder);
    let place = "`hierarchy` of `[columns.age]`";
    assert_eq!(
        hierarchy("{ intervals = [5], botom = 1 }"),
        format!(
            "4: unknown key `botom` in {place}; accepted: `intervals`, `origin`, `bottom`, `top`"
        )
    );
    assert_eq!(
        hierarchy("{ mask = \"right\", top = 1 }"),
        format!("4: unknown key `top` in {place}; accepted: `mask`, `char`, `levels`")
    );
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
    let text = BASE
        .replace("k = 5", "k = 0")
        .replace("\"sensitive\"", "\"secret\"")
        .replace("version = 1", "version = 1\nfoo = 2");
    assert_eq!(
        message(&text),
        " has 4 problems\n\
         - line 2: unknown key `foo` in the recipe; accepted: `version`, `input`, `columns`, `privacy`, `search`, `record`, `preference`, `output`, `analysis`, `usefulness`\n\
         - line 7: `role` in `[columns.job]` is `secret`; accepted: `quasi-identifier`, `sensitive`, `insensitive`, `identifying`\n\
         - line 9: `role` in `[columns.pay]` is `secret`; accepted: `quasi-identifier`, `sensitive`, `insensitive`, `identifying`\n\
         - line 12: `k` in `[[privacy]]` is 0; it must be a whole number, at least 1"
    );
}

#[test]
fn a_hint_stays_beside_its_problem() {
    let text = BASE.replace("k = 5", "k = 5\n[serch]\n[ouput]");
    let accepted = "accepted: `version`, `input`, `columns`, `privacy`, `search`, `record`, `preference`, `output`, `analysis`, `usefulness`";
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
    assert_eq!(
        changed("version = 1", "version = 2"),
        "1: `version` in the recipe is 2; this build reads version 1"
    );
    assert_eq!(
        changed("version = 1", "version = \"1\""),
        "1: `version` in the recipe is `1`; this build reads version 1"
    );
}

#[test]
fn sections_that_are_no_tables() {
    assert_eq!(
        changed("version = 1", "search = 3"),
        "1: `search` in the recipe is 3; it must be a table that begins with `[search]`"
    );
    assert_eq!(
        message("version = 1\ncolumns = 3\n[[privacy]]\nmodel = \"k-anonymity\"\nk = 2"),
        "2: `columns` in the recipe is 3; it must be a table that begins with `[columns]`"
    );
    assert_eq!(
        changed(
            "[columns.job]\nrole = \"sensitive\"\n",
            "[columns]\njob = \"sensitive\"\n"
        ),
        "6: `job` in `[columns]` is `sensitive`; it must be a table that begins with `[columns.job]`"
    );
}

#[test]
fn lines_are_counted_as_editors_do() {
    let crlf = BASE.replace("k = 5", "k = 0").replace('\n', "\r\n");
    assert_eq!(
        message(&crlf),
        "11: `k` in `[[privacy]]` is 0; it must be a whole number, at least 1"
    );
    assert!(
        Recipe::parse(&format!("\u{feff}{BASE}"), "recipe.toml").is_ok(),
        "a byte order mark is no mistake"
    );
    assert_eq!(
        message(&format!("\u{feff}{}", BASE.replace("k = 5", "k = 0"))),
        message(&BASE.replace("k = 5", "k = 0"))
    );
}

#[test]
fn an_error_has_file_line_and_key_as_fields() {
    let fields = |e: &equipoise_data::Error| {
        let place = e.place();
        let file = place.file.map(|file| file.display().to_string());
        (file, place.line, place.key.map(str::to_owned))
    };
    let expected = |line: u64, key: &str| {
        (
            Some("recipe.toml".to_owned()),
            Some(line),
            Some(key.to_owned()),
        )
    };
    let wrong = BASE.replace("k = 5", "k = 0");
    let e = Recipe::parse(&wrong, "recipe.toml").unwrap_err();
    assert_eq!(fields(&e), expected(11, "privacy[0].k"));
    assert!(e.problem_list().is_empty());

    let wrong = wrong.replacen("role = \"sensitive\"", "role = \"sensitiv\"", 1);
    let e = Recipe::parse(&wrong, "recipe.toml").unwrap_err();
    let found: Vec<_> = e.problem_list().iter().map(fields).collect();
    assert_eq!(
        found,
        [
            expected(6, "columns.job.role"),
            expected(11, "privacy[0].k")
        ]
    );

    let e = Recipe::parse("a = \n", "recipe.toml").unwrap_err();
    assert_eq!((e.place().line, e.place().key), (Some(1), None));
    assert!(std::error::Error::source(&e).is_some());
}
