//! What is recorded.

use crate::client::{Served, wishes};
use equipoise_workbench::AtlasOptions;
use serde_json::{Value, json};

#[test]
fn every_suggestion_can_be_accepted_and_is_then_met() {
    let served = Served::start();
    let mut client = served.client();
    let impossible = wishes(
        &mut client,
        json!({ "thresholds": ["9", "3", "0.3"], "high": [1, 1, 0], "max_units": 5 }),
    );
    let stand = client
        .post("session/wish", &json!({ "wishes": impossible }))
        .ok();
    assert!(stand["look"]["answer"].is_null() && stand["session"]["current"].is_null());
    let cards = stand["look"]["suggestions"]["cards"]
        .as_array()
        .unwrap()
        .clone();
    let none = stand["look"]["suggestions"]["none"]
        .as_array()
        .unwrap()
        .len();
    assert!(cards.len() + none >= 3, "{cards:?}");
    let kinds: Vec<&str> = cards.iter().map(|c| c["which"].as_str().unwrap()).collect();
    assert!(
        kinds.contains(&"suppression") && kinds.contains(&"height"),
        "{kinds:?}"
    );
    for card in &cards {
        let mut accepted = json!({ "which": card["which"], "model": card["model"] });
        if card["which"] == "threshold" {
            let refused = client.post("session/accept", &accepted);
            assert_eq!(
                refused.problem()["message"],
                "weaker privacy needs a reason"
            );
            accepted["reason"] = json!("the table is old");
        }
        let stand = client.post("session/accept", &accepted).ok();
        assert_eq!(
            stand["look"]["node"], card["node"],
            "the card shows what accepting it gives"
        );
        assert_eq!(stand["look"]["sentence"], card["sentence"]);
        assert_eq!(stand["session"]["wishes"], card["wishes"]);
        assert!(!stand["look"]["answer"].is_null(), "{card}");
        assert_eq!(stand["look"]["within_wishes"], true);
        assert!(stand["look"]["node"]["units"].as_u64() <= card["wishes"]["max_units"].as_u64());
        let undone = client.post("session/undo", &json!({})).ok();
        assert_eq!(
            undone["session"]["wishes"],
            impossible_with_nulls(&impossible),
            "one undo takes back all of it"
        );
    }
}

/// Over the wire nothing is left out.
fn impossible_with_nulls(wishes: &Value) -> Value {
    let mut wishes = wishes.clone();
    (wishes["max_loss"], wishes["max_height"]) = (Value::Null, Value::Null);
    wishes
}

#[test]
fn weaker_privacy_of_each_model_can_be_accepted() {
    let served = Served::start();
    let mut client = served.client();
    let mut models = Vec::new();
    // Only the models stand in the way, and each alone could give.
    for thresholds in [["9", "1", "1"], ["3", "2", "0.02"], ["60", "1", "0.9"]] {
        let wished = wishes(
            &mut client,
            json!({ "thresholds": thresholds, "high": [3, 2, 1], "max_units": 3 }),
        );
        let stand = client
            .post("session/wish", &json!({ "wishes": wished }))
            .ok();
        for card in stand["look"]["suggestions"]["cards"]
            .as_array()
            .into_iter()
            .flatten()
            .filter(|c| c["which"] == "threshold")
        {
            let accepted =
                json!({ "which": "threshold", "model": card["model"], "reason": "for a test" });
            let stand = client.post("session/accept", &accepted).ok();
            let model = card["model"].as_u64().unwrap() as usize;
            assert_eq!(stand["session"]["wishes"]["thresholds"][model], card["new"]);
            assert_eq!(stand["look"]["within_wishes"], true);
            models.push(model);
            client.post("session/undo", &json!({})).ok();
        }
    }
    models.sort_unstable();
    models.dedup();
    assert!(models.len() > 1, "{models:?}");
}

#[test]
fn a_negotiation_survives_a_restart() {
    let served = Served::start();
    let mut client = served.client();
    let first = client.get("session").ok();
    assert_eq!(first["session"]["cursor"], 0);
    assert_eq!(
        first["session"]["current"],
        first["look"]["answer"]["levels"]
    );
    client.post("session/keep", &json!({})).ok();
    let wished = wishes(&mut client, json!({ "thresholds": ["8", "2", "0.5"] }));
    client
        .post("session/wish", &json!({ "wishes": wished }))
        .ok();
    client
        .post("session/keep", &json!({ "name": "strict" }))
        .ok();
    client
        .post(
            "session/note",
            &json!({ "about": "strict", "text": "the board likes eight" }),
        )
        .ok();
    let steps = client.get("session").ok()["look"]["steps"]
        .as_array()
        .unwrap()
        .clone();
    let levels = steps.iter().find(|s| s["is_coarser"] == true).unwrap()["node"]["levels"].clone();
    client
        .post("session/choose", &json!({ "levels": levels }))
        .ok();
    client
        .post("session/rename", &json!({ "from": "A", "to": "mild" }))
        .ok();
    let before = client
        .post(
            "session/decide",
            &json!({ "candidate": "strict", "because": "eight is enough" }),
        )
        .ok();
    let session = &before["session"];
    assert_eq!(
        (&session["cursor"], &session["current"]),
        (&json!(7), &levels)
    );
    let names: Vec<&Value> = session["candidates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| &c["name"])
        .collect();
    assert_eq!(names, [&json!("mild"), &json!("strict")]);
    assert_eq!(
        session["candidates"][1]["notes"],
        json!(["the board likes eight"])
    );
    assert_eq!(session["decision"]["because"], "eight is enough");
    let (_, folder) = served.stop();
    let served = Served::again(folder, AtlasOptions::default(), 0);
    let mut client = served.client();
    assert_eq!(client.get("session").ok()["session"], *session);
    for _ in 0..7 {
        client.post("session/undo", &json!({})).ok();
    }
    assert_eq!(
        client.post("session/undo", &json!({})).problem()["message"],
        "nothing was done yet that could be undone"
    );
    for _ in 0..7 {
        client.post("session/redo", &json!({})).ok();
    }
    assert_eq!(client.get("session").ok()["session"], *session);
}

#[test]
fn steps_that_cannot_be_are_refused_and_change_nothing() {
    let served = Served::start();
    let mut client = served.client();
    let before = client.get("session").ok()["session"].clone();
    let cases = [
        ("session/choose", json!({ "levels": [9, 9, 9] })),
        ("session/choose", json!({ "levels": [] })),
        ("session/keep", json!({ "name": " " })),
        (
            "session/keep",
            json!({ "levels": [0, 0, 0], "thresholds": ["1"] }),
        ),
        ("session/rename", json!({ "from": "Z", "to": "Y" })),
        ("session/remove", json!({ "name": "Z" })),
        ("session/note", json!({ "text": "  " })),
        ("session/note", json!({ "about": "Z", "text": "x" })),
        ("session/decide", json!({ "because": "" })),
        (
            "session/decide",
            json!({ "candidate": "Z", "because": "x" }),
        ),
        ("session/accept", json!({ "which": "suppression" })),
        ("session/accept", json!({ "which": "beauty" })),
        ("session/redo", json!({})),
    ];
    for (path, body) in cases {
        let refused = client.post(path, &body);
        assert_eq!(
            (refused.status, refused.problem()["kind"].as_str()),
            (400, Some("usage")),
            "{path} {body}"
        );
    }
    assert_eq!(client.get("session").ok()["session"], before);
}

#[test]
fn steps_of_the_command_line_are_taken_in() {
    let served = Served::start();
    let mut client = served.client();
    client
        .post("session/note", &json!({ "text": "by the page" }))
        .ok();
    let mut file =
        equipoise_workbench::SessionFile::open(&served.path("recipe.session.json")).unwrap();
    file.note(None, "by the command line").unwrap();
    let session = client.get("session").ok()["session"].clone();
    assert_eq!(session["notes"].as_array().unwrap().len(), 2);
    let after = client
        .post("session/note", &json!({ "text": "by the page again" }))
        .ok()["session"]
        .clone();
    assert_eq!(after["notes"][1]["text"], "by the command line");
    assert_eq!(after["cursor"], 3);
    assert!(
        file.note(None, "too late").is_err(),
        "the other one has to look again"
    );
}
