//! The file of a session: what was written opens, what was damaged is refused.

use super::{keep, stuck};
use equipoise_data::{Error, ErrorKind};
use equipoise_explore::Thresholds;
use equipoise_explore::session::{Choice, Relax, Session};
use equipoise_testkit::Seeded;
use serde_json::{Value, json};

/// Written by hand when the layout was new. It must open for ever.
const FIRST: &str = include_str!("../../kept/session-1.json");

fn first() -> Value {
    serde_json::from_str(FIRST).unwrap()
}

fn refused(text: &str) -> Error {
    let e = Session::from_json(text).unwrap_err();
    assert_eq!(e.kind(), ErrorKind::Data, "{e}");
    e
}

/// The kept file with one thing changed.
fn altered(pointer: &str, new: Value) -> String {
    let mut value = first();
    *value
        .pointer_mut(pointer)
        .unwrap_or_else(|| panic!("{pointer}")) = new;
    value.to_string()
}

#[test]
fn the_first_file_still_opens() {
    let mut session = Session::from_json(FIRST).unwrap();
    assert_eq!(
        (session.atlas(), session.recipe()),
        ("6b1f0c2a9d3e4857", "census.toml")
    );
    assert_eq!(
        (
            session.steps().len(),
            session.cursor(),
            session.set_aside().len()
        ),
        (12, 10, 2)
    );
    let state = session.state();
    let wishes = state.wishes.unwrap();
    assert_eq!(
        wishes.thresholds,
        Thresholds {
            axes: vec![2, 2],
            tables: vec![100]
        }
    );
    assert_eq!((wishes.low, wishes.high), (vec![0, 0, 0], vec![1, 2, 1]));
    assert_eq!(
        (wishes.max_units, wishes.max_loss, wishes.max_height),
        (8, None, None)
    );
    assert_eq!(state.current, Some(vec![0, 2, 1]));
    assert_eq!(
        state
            .candidates
            .iter()
            .map(|c| (c.name.as_str(), c.units, c.loss))
            .collect::<Vec<_>>(),
        [("two", 6, 0.25)]
    );
    assert_eq!(
        state
            .notes
            .iter()
            .map(|n| (n.about.as_deref(), n.text.as_str()))
            .collect::<Vec<_>>(),
        [(Some("two"), "the board will ask about k = 2")]
    );
    assert_eq!(
        state.reasons,
        [(
            Relax::Threshold,
            "the table was published in part before".to_owned()
        )]
    );
    let decision = state.decision.unwrap();
    assert_eq!(
        (decision.candidate.as_deref(), decision.levels),
        (Some("two"), vec![1, 2, 1])
    );
    assert_eq!(decision.because, "keeps age fine");
    session.redo();
    session.redo();
    assert_eq!(
        session.state().decision.unwrap().because,
        "a second thought"
    );
}

#[test]
fn what_is_written_is_laid_out_as_it_was() {
    let session = Session::from_json(FIRST).unwrap();
    let written: Value = serde_json::from_str(&session.to_json()).unwrap();
    assert_eq!(written, first());
    assert!(
        session.to_json().ends_with("}\n") && session.to_json().lines().count() > 50,
        "it is indented"
    );
    assert_eq!(Session::from_json(&session.to_json()).unwrap(), session);
}

#[test]
fn other_versions_are_told() {
    let e = refused(&altered("/version", json!(2)));
    assert_eq!(
        e.message(),
        "the session has version 2; this build reads version 1"
    );
    let mut newer = first();
    newer["mood"] = json!("good");
    newer["version"] = json!(2);
    assert_eq!(
        refused(&newer.to_string()).message(),
        e.message(),
        "the version comes before what it brought"
    );
    assert_eq!(
        refused(&altered("/version", json!("1"))).message(),
        "the session has a version that is no number; this build reads version 1"
    );
    for text in ["{}", "[]", "7", "\"x\"", "null"] {
        assert_eq!(
            refused(text).message(),
            "the session cannot be read: it has no `version`"
        );
    }
    for text in ["", "{", "age,sex\n1,2\n", &"[".repeat(100_000)] {
        assert!(
            refused(text)
                .message()
                .starts_with("the session cannot be read: it is not valid JSON")
        );
    }
}

#[test]
fn unknown_fields_are_named() {
    for (place, told) in [
        ("", "`mood`"),
        ("/steps/0/wish", "`mood` in `wish` in item 1 in `steps`"),
        (
            "/steps/0/wish/wishes",
            "`mood` in `wishes` in `wish` in item 1 in `steps`",
        ),
        (
            "/steps/0/wish/wishes/thresholds",
            "`mood` in `thresholds` in `wishes` in `wish` in item 1 in `steps`",
        ),
        (
            "/steps/0/wish/answer/answered",
            "`mood` in `answered` in `answer` in `wish` in item 1 in `steps`",
        ),
        (
            "/steps/1/candidate",
            "`mood` in `candidate` in item 2 in `steps`",
        ),
        ("/steps/3/accept", "`mood` in `accept` in item 4 in `steps`"),
        (
            "/set_aside/0/accept",
            "`mood` in `accept` in item 1 in `set_aside`",
        ),
    ] {
        let mut value = first();
        value.pointer_mut(place).unwrap()["mood"] = json!(null);
        assert_eq!(
            refused(&value.to_string()).message(),
            format!("the session cannot be read: it has an unknown field, {told}")
        );
    }
    let mut value = first();
    value["steps"][0] = json!({ "dance": {} });
    assert!(
        refused(&value.to_string())
            .message()
            .contains("unknown variant `dance`")
    );
}

#[test]
fn a_field_that_stands_twice_or_not_at_all_is_refused() {
    let twice = FIRST.replacen("\"cursor\": 10", "\"cursor\": 10, \"cursor\": 9", 1);
    assert!(
        refused(&twice)
            .message()
            .contains("duplicate field `cursor`")
    );
    for name in ["atlas", "recipe", "steps", "cursor", "set_aside"] {
        let mut value = first();
        value.as_object_mut().unwrap().remove(name);
        assert!(
            refused(&value.to_string())
                .message()
                .contains(&format!("missing field `{name}`")),
            "{name}"
        );
    }
}

#[test]
fn what_cannot_have_been_is_refused() {
    let levels = "a node has 2 levels and another has 3; each has one per quasi-identifier";
    for (pointer, new, told) in [
        ("/cursor", json!(13), "its cursor is 13 and it has 12 steps"),
        (
            "/steps/4/candidate/name",
            json!("A"),
            "step 5: the name `A` was given to a candidate before; a name is used once",
        ),
        (
            "/steps/7/choose/levels",
            json!([1, 2]),
            &format!("step 8: {levels}"),
        ),
        (
            "/steps/2/wish/answer/unmet/suggestions/height/levels",
            json!([1, 2]),
            &format!("step 3: {levels}"),
        ),
        (
            "/steps/2/wish/answer/unmet/suggestions/threshold/axis",
            json!(3),
            "step 3: a threshold of model 3 is suggested, and there are 3",
        ),
        (
            "/steps/3/accept/reason",
            json!(null),
            "step 4: weaker privacy needs a reason",
        ),
        (
            "/steps/3/accept/reason",
            json!("  "),
            "step 4: weaker privacy needs a reason",
        ),
        (
            "/steps/2/wish/answer/unmet/suggestions/threshold",
            json!(null),
            "step 4: the last wish came without a suggestion `threshold`",
        ),
        (
            "/steps/9/decide/on",
            json!({ "candidate": "A" }),
            "step 10: there is no candidate `A`; there are `two`",
        ),
        (
            "/steps/10/note/text",
            json!(""),
            "step 11: the note is empty; it needs a text",
        ),
        (
            "/set_aside/1/wish/wishes/low",
            json!([0, 0]),
            &format!("step 2 of those set aside: {levels}"),
        ),
        (
            "/steps/4/candidate/thresholds/tables",
            json!([]),
            "step 5: thresholds for 2 axes and 0 table models stand beside thresholds for 2 axes and 1 table models",
        ),
    ] {
        assert_eq!(
            refused(&altered(pointer, new)).message(),
            format!("the session cannot be read: {told}"),
            "{pointer}"
        );
    }
    for (pointer, new) in [
        ("/cursor", json!(-1)),
        ("/steps/7/choose/levels", json!([1, 2, 256])),
        ("/steps/1/candidate/loss", json!(null)),
        ("/steps/0/wish/wishes/by", json!("mood")),
    ] {
        refused(&altered(pointer, new));
    }
    refused(&FIRST.replacen("0.25", "1e999", 1));
}

#[test]
fn losses_keep_every_bit() {
    let mut session = stuck();
    let mut seeded = Seeded::new(1);
    let mut losses = vec![
        0.1 + 0.2,
        f64::MIN_POSITIVE,
        5e-324,
        f64::MAX,
        -0.0,
        1.0 / 3.0,
    ];
    losses.extend(
        (0..2000)
            .map(|_| f64::from_bits(seeded.bits()))
            .filter(|x| x.is_finite()),
    );
    losses.extend((0..2000).map(|_| (seeded.bits() >> 11) as f64 / (1u64 << 53) as f64));
    for (i, loss) in losses.iter().enumerate() {
        let mut wishes = super::wishes(8);
        wishes.max_loss = Some(*loss);
        if i % 100 == 0 {
            session = stuck();
        }
        session.wish(wishes, vec![], super::unmet()).unwrap();
        if i % 100 == 99 || i + 1 == losses.len() {
            let read = Session::from_json(&session.to_json()).unwrap();
            for (a, b) in read.steps().iter().zip(session.steps()) {
                let bits = |step: &equipoise_explore::session::Step| match step {
                    equipoise_explore::session::Step::Wish { wishes, .. } => {
                        wishes.max_loss.unwrap().to_bits()
                    }
                    other => panic!("{other:?}"),
                };
                assert_eq!(bits(a), bits(b));
            }
        }
    }
}

/// Whatever a damaged text is, it is refused, or it is a session that works.
fn is_refused_or_works(text: &str) -> bool {
    let Ok(mut session) = Session::from_json(text) else {
        return true;
    };
    session.state();
    while session.redo().is_some() {
        session.state();
    }
    while session.undo().is_some() {
        session.state();
    }
    keep(&mut session, None, [0, 0, 0]).ok();
    session.decide(Choice::Current, "x").ok();
    assert_eq!(Session::from_json(&session.to_json()).unwrap(), session);
    false
}

#[test]
fn damaged_bytes_never_panic() {
    let mut seeded = Seeded::new(7);
    let pieces = [
        "0",
        "9",
        "-",
        ".",
        "e",
        "\"",
        ",",
        ":",
        "{",
        "}",
        "[",
        "]",
        "null",
        "\\u0000",
        "é",
        "\n",
        "18446744073709551616",
    ];
    let mut opened = 0;
    for _ in 0..6_000 {
        let mut bytes = FIRST.as_bytes().to_vec();
        for _ in 0..1 + seeded.below(3) {
            let at = seeded.below(bytes.len());
            let end = (at + seeded.below(6)).min(bytes.len());
            match seeded.below(4) {
                0 => bytes[at] = seeded.bits() as u8,
                1 => drop(bytes.drain(at..end)),
                2 => drop(bytes.splice(at..end, seeded.pick(&pieces).bytes())),
                _ => {
                    let piece = bytes[at..(at + 40).min(bytes.len())].to_vec();
                    let to = seeded.below(bytes.len());
                    drop(bytes.splice(to..to, piece));
                }
            }
        }
        opened += usize::from(!is_refused_or_works(&String::from_utf8_lossy(&bytes)));
    }
    assert!(
        opened > 200,
        "only {opened} damaged files opened: the damage is too coarse to test anything"
    );
}

/// Every value of a document by its path.
fn pointers(value: &Value, path: &str, all: &mut Vec<String>) {
    all.push(path.to_owned());
    match value {
        Value::Object(fields) => fields
            .iter()
            .for_each(|(name, v)| pointers(v, &format!("{path}/{name}"), all)),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .for_each(|(i, v)| pointers(v, &format!("{path}/{i}"), all)),
        _ => {}
    }
}

#[test]
fn exchanged_parts_never_panic() {
    let mut seeded = Seeded::new(8);
    let first = first();
    let mut all = Vec::new();
    pointers(&first, "", &mut all);
    let mut opened = 0;
    for _ in 0..6_000 {
        let mut value = first.clone();
        for _ in 0..1 + seeded.below(2) {
            let (from, to) = (seeded.pick(&all), seeded.pick(&all));
            let odd = [
                json!(null),
                json!(0),
                json!(u64::MAX),
                json!([]),
                json!({}),
                json!(""),
                json!([9, 9, 9]),
            ];
            let new = if seeded.chance(50) {
                first.pointer(&from).unwrap().clone()
            } else {
                seeded.pick(&odd)
            };
            if let Some(place) = value.pointer_mut(&to) {
                *place = new;
            }
        }
        opened += usize::from(!is_refused_or_works(&value.to_string()));
    }
    assert!(opened > 200, "only {opened} opened");
}
