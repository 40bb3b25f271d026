//! The HTML report: whole, well-formed, escaped, and with no number that the view does not hold.

use crate::common::{adult, before, column, l_diversity, met, text, values};
use equipoise_recipe::{MapPopulation, Method, Model, Role, Variant};
use equipoise_report::{
    AttributeLine, Audience, ColumnSet, ColumnSets, DecidedBy, JournalistRisk, LeftOutFacts,
    MissingLine, ProtectionUnit, Report, Sets, SuppressedRows, ThresholdSide,
};
use proptest::prelude::*;

const BOTH: [Audience; 2] = [Audience::Public, Audience::Internal];

/// Tags that have no end.
const VOID: [&str; 3] = ["meta", "br", "!doctype"];

/// Reads tags, attributes and references; panics where one is not as it should be. Returns the text
/// between tags, with references resolved, and the names of tags.
fn parse(html: &str) -> (String, Vec<String>) {
    let (mut words, mut tags, mut open) = (String::new(), Vec::new(), Vec::<String>::new());
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let raw = open.last().is_some_and(|tag| tag == "style");
        if raw && !rest[at..].starts_with("</style>") {
            panic!("a tag in the style sheet");
        }
        if !raw {
            words.push_str(&resolved(&rest[..at]));
            words.push(' ');
        }
        let end = end_of_tag(&rest[at..]) + at;
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "the end of another tag");
            continue;
        }
        let name = tag.split([' ', '/', '\n']).next().unwrap().to_lowercase();
        attributes(&tag[name.len()..]);
        tags.push(name.clone());
        if !VOID.contains(&name.as_str()) && !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "without an end: {open:?}");
    words.push_str(&resolved(rest));
    (words.split_whitespace().collect::<Vec<_>>().join(" "), tags)
}

/// The place of `>` outside of quotes.
fn end_of_tag(tag: &str) -> usize {
    let mut quoted = false;
    let end = tag.char_indices().skip(1).find(|&(_, c)| {
        quoted ^= c == '"';
        assert!(c != '<', "a tag in a tag: {tag:.60}");
        c == '>' && !quoted
    });
    end.expect("the tag has an end").0
}

fn attributes(mut rest: &str) {
    loop {
        rest = rest.trim_start_matches([' ', '\n', '/']);
        if rest.is_empty() || rest.eq_ignore_ascii_case("html") {
            return;
        }
        let (name, value) = rest
            .split_once("=\"")
            .expect("an attribute has a value in quotes");
        assert!(
            name.chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '-' || c == ':'),
            "the name {name:?}"
        );
        assert!(!name.starts_with("on"), "an event handler");
        let (value, after) = value.split_once('"').expect("the quotes have an end");
        resolved(value);
        let own = value.starts_with('#') || value == "http://www.w3.org/2000/svg";
        assert!(
            !matches!(name, "href" | "src" | "xmlns") || own,
            "something from outside: {value}"
        );
        rest = after;
    }
}

fn resolved(text: &str) -> String {
    let mut parts = text.split('&');
    let mut resolved = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let (name, after) = part.split_once(';').expect("a reference has an end");
        resolved.push(match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" | "#39" => '\'',
            other => panic!("the reference {other}"),
        });
        resolved.push_str(after);
    }
    resolved
}

/// Adult with all that a report can have.
fn full() -> Report {
    let mut report = adult();
    let journalist = Some(JournalistRisk {
        highest: 0.5,
        average: 0.011,
        units_above: 900,
        population_uniques: 40,
    });
    let risks = &mut before(&mut report).risks;
    risks.journalist = journalist;
    let set = ColumnSet {
        columns: vec![text("age")],
        distinction: 0.1,
        separation: Some(0.9),
        unique_share: 0.01,
    };
    report.sets = Some(Sets {
        subsets: Some(ColumnSets {
            looked_at: 1,
            largest: 1,
            complete: true,
            sets: vec![set],
        }),
        special_uniques: None,
    });
    report
}

#[test]
fn every_section_and_every_attribute_is_there() {
    for audience in BOTH {
        let report = full();
        let html = report.to_html(audience);
        let (words, tags) = parse(&html);
        for title in [
            "What was asked, and what was measured",
            "Class sizes, before and after",
            "Risks, before and after",
            "What each attribute lost",
            "Who is left out",
            "Missing values",
            "Columns, their roles and why",
            "What this does not protect against",
            "How the search went",
            "Warnings",
            "How to reproduce this",
        ] {
            assert_eq!(
                words.matches(title).count(),
                2,
                "{title}: once as a title and once in the contents"
            );
        }
        report
            .table
            .columns
            .iter()
            .for_each(|c| assert!(words.contains(&c.name), "{}", c.name));
        let json: serde_json::Value = serde_json::from_str(&report.to_json(audience)).unwrap();
        for caveat in json["caveats"].as_array().unwrap() {
            let title = caveat["title"].as_str().unwrap();
            assert!(words.contains(&title.replace('`', "")), "{title}");
        }
        assert!(
            words.contains("Both attacks bite most when rows are recoded one by one or locally")
        );
        assert!(
            words.contains("$ equipoise anonymize recipe.toml") && words.contains("Proved optimal")
        );
        let count = |tag: &str| tags.iter().filter(|t| *t == tag).count();
        // Class sizes, risks, losses, and the attributes with values that are left out more often
        // than others.
        let pictures = 3 + if audience == Audience::Public { 5 } else { 6 };
        assert_eq!(
            (
                count("svg"),
                count("figcaption"),
                count("title"),
                count("desc")
            ),
            (pictures, pictures, pictures + 1, pictures)
        );
        assert_eq!(count("table"), count("caption"));
        assert_eq!(
            (count("script"), count("img"), count("link"), count("h1")),
            (0, 0, 0, 1)
        );
    }
}

#[test]
fn an_internal_report_says_so() {
    let banner = "internal: contains personal data";
    let internal = full().to_html(Audience::Internal);
    assert!(parse(&internal).0.contains(banner) && internal.contains("@top-center"));
    assert!(parse(&internal).0.contains("Which columns tell rows apart"));
    let public = full().to_html(Audience::Public);
    assert!(!public.contains(banner) && !public.contains("Which columns tell rows apart"));
    assert!(
        parse(&public)
            .0
            .contains("Counts of people below 11 are masked")
    );
}

#[test]
fn what_is_not_proved_says_so() {
    let mut report = adult();
    (report.proved_optimal, report.asked.method) =
        (Some(false), DecidedBy::Search(Method::BestEffort));
    let words = parse(&report.to_html(Audience::Public)).0;
    assert!(words.contains("Best found, not proved.") && !words.contains("Proved optimal"));
    assert!(words.contains("best-effort"));
    report.models[0].met = false;
    let html = report.to_html(Audience::Public);
    assert!(
        html.contains("<h1 class=\"unmet\">NOT MET: k-anonymity.</h1>")
            && html.contains("NOT MET</strong>")
    );
}

#[test]
fn pictures_have_no_colours_of_their_own() {
    let html = full().to_html(Audience::Public);
    let pictures: Vec<&str> = html
        .split("<svg")
        .skip(1)
        .map(|rest| rest.split_once("</svg>").unwrap().0)
        .collect();
    for picture in pictures {
        for attribute in ["fill=\"", "stroke=\""] {
            let colours = picture
                .split(attribute)
                .skip(1)
                .filter(|rest| !rest.starts_with("none\""));
            assert_eq!(colours.count(), 0, "{picture}");
        }
    }
}

/// Names that would break out of their place if they could.
const HOSTILE: [&str; 6] = [
    "<script>alert(1)</script>",
    "]]>--><!--",
    "\"' onload='x' \"",
    "&lt;b&gt;&#x41;",
    "`tick`` &amp",
    "\u{202e}\u{0}\u{1b}[31m\n</svg>",
];

fn hostile(name: &str) -> Report {
    let mut report = full();
    report.version = text(name);
    report.models.push(met(
        l_diversity(name, "2", Variant::Distinct),
        ThresholdSide::AtLeast,
        "2",
    ));
    report.models.push(met(
        Model::KMap {
            k: 5,
            population: MapPopulation::File(text(name)),
        },
        ThresholdSide::AtLeast,
        "5",
    ));
    report.decision[1] = AttributeLine {
        name: text(name),
        example: Some(text(name)),
        ..report.decision[1].clone()
    };
    report.table.columns.push(equipoise_report::ColumnLine {
        reason: Some(text(name)),
        ..column(name, Role::Insensitive, 20)
    });
    report.left_out.attributes[1] = values(name, &[(name, 1_000, 400), ("other", 29_162, 702)]);
    report.suppressed = SuppressedRows::Marked { label: text(name) };
    report.missing.push(MissingLine {
        column: text(name),
        rows: 50,
    });
    report.missing_tokens = vec![text(name)];
    report.unit = ProtectionUnit::Persons { column: text(name) };
    report.warnings = vec![text(name)];
    report.reproduce = vec![text(name)];
    report
}

#[test]
fn hostile_names_stay_text() {
    let usual = parse(&hostile("plain").to_html(Audience::Internal)).1;
    for name in HOSTILE {
        for audience in BOTH {
            let (words, tags) = parse(&hostile(name).to_html(audience));
            assert!(!tags.iter().any(|tag| tag == "script"), "{name:?}");
            let told = name
                .chars()
                .next()
                .filter(|c| c.is_ascii() && *c != '`')
                .map(|_| name);
            told.into_iter()
                .for_each(|name| assert!(words.contains(name), "{name:?}"));
        }
        let tags = parse(&hostile(name).to_html(Audience::Internal)).1;
        let without_code = |tags: &[String]| tags.iter().filter(|t| *t != "code").count();
        assert_eq!(
            without_code(&tags),
            without_code(&usual),
            "{name:?} makes no tag"
        );
    }
}

/// The numbers of a text: runs of digits with commas and points inside.
fn numbers(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut open = false;
    for c in text.chars() {
        let inside = c.is_ascii_digit() || (open && matches!(c, ',' | '.'));
        match (inside, open) {
            (true, true) => found.last_mut().unwrap().push(c),
            (true, false) => found.push(c.to_string()),
            _ => {}
        }
        open = inside;
    }
    found
        .iter()
        .map(|n| n.trim_end_matches(['.', ',']).replace(',', ""))
        .collect()
}

/// Whether a number of the page is one of the view: as it is, as a share, or rounded.
fn in_view(number: &str, view: &[f64]) -> bool {
    let places = number
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len() as i32);
    // What is no number is the number of a version.
    let Ok(value) = number.parse::<f64>() else {
        return true;
    };
    let near = |a: f64| {
        (a - value).abs() <= 0.5001 * 10f64.powi(-places)
            && (places > 0 || a.fract() != 0.0 || a == value)
    };
    view.iter().any(|&known| near(known) || near(known * 100.0))
}

#[test]
fn no_number_of_people_is_shown_that_the_view_does_not_hold() {
    let mut few = full();
    few.left_out = LeftOutFacts {
        rows: Some(7),
        units: 7,
        attributes: vec![values("sex", &[("Female", 9_782, 3), ("Male", 20_380, 4)])],
    };
    for report in [full(), few] {
        let html = report.to_html(Audience::Public);
        let words = parse(&html).0;
        let json: serde_json::Value =
            serde_json::from_str(&report.to_json(Audience::Public)).unwrap();
        let mut known: Vec<f64> = numbers(&json.to_string())
            .iter()
            .filter_map(|n| n.parse().ok())
            .collect();
        // Numbers of sections, ticks of axes, 1 over a threshold, and the ratio that is marked.
        known.extend(
            (1..=12)
                .map(f64::from)
                .chain((0..=10).map(|tick| f64::from(tick) * 10.0))
                .chain([0.0, 20.0, 5.0, 1.25]),
        );
        let strange: Vec<String> = numbers(&words)
            .into_iter()
            .filter(|n| !in_view(n, &known))
            .collect();
        assert!(strange.is_empty(), "{strange:?}");
    }
}

#[test]
fn masked_people_are_neither_drawn_nor_told() {
    let html = adult().to_html(Audience::Public);
    let words = parse(&html).0;
    // Six of seven people of unknown race are left out, and three of nine from South America.
    assert!(
        words.contains("Masked and not drawn for themselves: ? , Other"),
        "{words}"
    );
    assert!(
        !words.contains("? (missing):"),
        "no description of a masked value"
    );
    assert!(words.contains("similarity, level 1 masked <11"));
    let internal = parse(&adult().to_html(Audience::Internal)).0;
    assert!(internal.contains("? (missing)"));
}

#[test]
fn both_readings_of_missing_values_are_told() {
    let told = |report: &Report| {
        let words = parse(&report.to_html(Audience::Public)).0;
        let start = words.find("A value of its own").unwrap();
        words[start..].chars().take(70).collect::<String>()
    };
    let mut report = adult();
    assert!(
        told(&report).starts_with("A value of its own 1 5 Matches anything (wildcard) 1 6"),
        "{}",
        told(&report)
    );
    (before(&mut report).wildcard, report.wildcard) = (None, Some(12));
    assert!(told(&report).contains("(wildcard) not measured 12"));
    assert!(
        report
            .to_text(Audience::Public)
            .contains("Matches anything (wildcard)       not measured              12")
    );
    // When a few are left out, the table before is not told of.
    (before(&mut report).wildcard, report.wildcard) = (Some(3), Some(12));
    (report.left_out.rows, report.left_out.units) = (Some(7), 7);
    assert!(told(&report).contains("(wildcard) masked 12"));
    assert!(!report.to_json(Audience::Public).contains("\"wildcard\": 3"));
}

#[test]
fn large_tables_make_pages_of_modest_size() {
    let mut report = adult();
    let labels: Vec<String> = (0..300)
        .map(|i| format!("label number {i}, which is rather long as labels go"))
        .collect();
    let many: Vec<(&str, u64, u64)> = labels
        .iter()
        .enumerate()
        .map(|(i, l)| (l.as_str(), 100, 11 + i as u64 % 80))
        .collect();
    report.left_out.attributes = (0..24)
        .map(|i| values(&format!("column {i}"), &many))
        .collect();
    report.decision = (0..24)
        .map(|i| AttributeLine {
            name: format!("column {i}"),
            height: Some(200),
            level: Some(3),
            labels: 300,
            ..report.decision[1].clone()
        })
        .collect();
    for audience in BOTH {
        let html = report.to_html(audience);
        parse(&html);
        assert!(html.len() < 400_000, "{} bytes", html.len());
        assert!(html.contains("more that are not shown here"));
    }
}

#[test]
fn the_same_bytes_each_time() {
    for audience in BOTH {
        assert_eq!(full().to_html(audience), full().to_html(audience));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_name_gives_a_page(name in any::<String>(), rows in 0u64..100, left in 0u64..40, wildcard in proptest::option::of(0u64..9)) {
        let mut report = hostile(&name);
        report.left_out.attributes[0] = values(&name, &[(&name, rows + left, left), ("x", 500, 20)]);
        (before(&mut report).wildcard, report.wildcard) = (wildcard, None);
        for audience in BOTH {
            let html = report.to_html(audience);
            prop_assert!(!parse(&html).1.iter().any(|tag| tag == "script"));
        }
    }
}
