//! What the page releases is what the exported command line releases.

use crate::client::{Client, Served, bytes, wishes};
use equipoise::{Job, Outcome, RunOptions, Unwatched, anonymize};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Releases and waits.
fn release(client: &mut Client, body: &Value) -> Value {
    let begun = client.post("release", body);
    assert_eq!(begun.status, 202, "{:?}", begun.json());
    loop {
        let state = client.get("release").ok();
        if state["phase"] != "running" {
            return state;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// All files of a folder with their bytes, but for run figures, which hold times.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files: Vec<(PathBuf, Vec<u8>)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| !path.to_string_lossy().ends_with("run.json"))
        .map(|path| (PathBuf::from(path.file_name().unwrap()), bytes(&path)))
        .collect();
    files.sort();
    files
}

#[test]
fn the_same_bytes_as_the_exported_command_line() {
    let served = Served::start();
    let mut client = served.client();
    let wished = wishes(
        &mut client,
        json!({ "thresholds": ["6", "2", "0.45"], "max_units": 45 }),
    );
    client
        .post("session/wish", &json!({ "wishes": wished }))
        .ok();
    client.post("session/keep", &json!({})).ok();
    for candidate in [Value::Null, json!("A")] {
        let exported = client
            .post("export", &json!({ "candidate": candidate }))
            .ok();
        let done = release(
            &mut client,
            &json!({ "candidate": candidate, "because": "it is good", "force": true }),
        );
        assert_eq!(done["phase"], "done", "{done}");
        assert_eq!(done["command"], exported["command"]);
        assert_eq!(done["outcome"]["suppressed_rows"], exported["node"]["rows"]);
        let released = files(&served.path("release"));
        assert!(released.len() >= 4, "table, certificate, record, report");
        // The recipe that was exported, run by itself.
        let recipe = PathBuf::from(exported["recipe_path"].as_str().unwrap());
        assert_eq!(
            exported["recipe"].as_str().unwrap().as_bytes(),
            bytes(&recipe)
        );
        std::fs::remove_dir_all(served.path("release")).unwrap();
        let outcome = anonymize(
            &Job::open(&recipe).unwrap(),
            &RunOptions::default(),
            &Unwatched,
        )
        .unwrap();
        assert!(matches!(outcome, Outcome::Met(_)));
        assert_eq!(files(&served.path("release")), released);
        for file in done["files"].as_array().unwrap() {
            let name = file["name"].as_str().unwrap();
            let fetched = client.get(&format!("release/{name}"));
            assert_eq!(
                fetched.body,
                bytes(Path::new(file["path"].as_str().unwrap()))
            );
            assert_eq!(fetched.header("content-disposition"), Some("attachment"));
        }
        for name in [
            "recipe.toml",
            "..%2Frecipe.toml",
            "people.csv%00",
            "nothing",
        ] {
            let status = client.get(&format!("release/{name}")).status;
            assert_eq!(status, 404, "{name}");
        }
    }
}

#[test]
fn the_first_answer_can_be_released_at_once() {
    let served = Served::start();
    let mut client = served.client();
    let done = release(&mut client, &json!({ "because": "the recipe says so" }));
    assert_eq!(done["phase"], "done", "{done}");
    let session = client.get("session").ok()["session"].clone();
    assert_eq!(session["decision"]["because"], "the recipe says so");
    let again = release(&mut client, &json!({ "because": "the recipe says so" }));
    assert_eq!(again["phase"], "failed");
    assert_eq!(
        again["problem"]["kind"], "usage",
        "files that exist are not replaced: {again}"
    );
    let forced = release(
        &mut client,
        &json!({ "because": "the recipe says so", "force": true }),
    );
    assert_eq!(forced["phase"], "done");
    assert_eq!(
        client.get("session").ok()["session"]["cursor"],
        session["cursor"],
        "one decision, not three"
    );
}

#[test]
fn an_output_that_another_process_writes_is_left_alone() {
    let served = Served::start();
    let mut client = served.client();
    std::fs::create_dir(served.path("release")).unwrap();
    let path = served.path("release/.equipoise-people.certificate.json.lock");
    let lock = std::fs::File::create(&path).unwrap();
    lock.lock().unwrap();
    let refused = release(&mut client, &json!({ "because": "the recipe says so" }));
    assert_eq!(
        (&refused["phase"], &refused["problem"]["kind"]),
        (&json!("failed"), &json!("usage"))
    );
    assert!(
        refused["problem"]["message"]
            .as_str()
            .unwrap()
            .contains("another process is writing"),
        "{refused}"
    );
    lock.unlock().unwrap();
    let done = release(&mut client, &json!({ "because": "the recipe says so" }));
    assert_eq!(done["phase"], "done", "{done}");
    assert!(!path.exists());
}

#[test]
fn a_table_that_changed_is_not_released() {
    let served = Served::start();
    let mut client = served.client();
    let text = String::from_utf8(bytes(&served.path("people.csv"))).unwrap();
    let shortened: String = text
        .lines()
        .take(200)
        .flat_map(|line| [line, "\n"])
        .collect();
    std::fs::write(served.path("people.csv"), shortened).unwrap();
    let exported = client.post("export", &json!({})).ok();
    assert!(
        exported["warnings"][0]
            .as_str()
            .unwrap()
            .contains("has changed since"),
        "{exported}"
    );
    let refused = client.post("release", &json!({ "because": "why not" }));
    assert_eq!(
        (refused.status, refused.problem()["kind"].as_str()),
        (422, Some("data"))
    );
    assert_eq!(
        client.get("session").ok()["session"]["cursor"],
        0,
        "nothing was decided"
    );
    assert!(!served.path("release").exists());
}

#[test]
fn what_somebody_did_not_see_is_not_released() {
    let served = Served::start();
    let mut client = served.client();
    let moment = client.get("session").ok()["session"]["moment"].clone();
    let levels = client.get("session").ok()["look"]["steps"][0]["node"]["levels"].clone();
    served
        .client()
        .post("session/choose", &json!({ "levels": levels }))
        .ok();
    for (path, mut body) in [
        ("release", json!({ "because": "x" })),
        ("session/decide", json!({ "because": "x" })),
        ("session/accept", json!({ "which": "height" })),
    ] {
        body["seen"] = moment.clone();
        let refused = client.post(path, &body);
        assert!(
            refused.problem()["message"]
                .as_str()
                .unwrap()
                .starts_with("the session has moved on"),
            "{path}: {refused:?}"
        );
    }
    let seen = client.get("session").ok()["session"]["moment"].clone();
    assert_eq!(
        release(&mut client, &json!({ "because": "x", "seen": seen }))["phase"],
        "done"
    );
}

#[test]
fn nothing_to_decide_on_and_no_reason_are_refused() {
    let served = Served::start();
    let mut client = served.client();
    assert_eq!(client.get("release").ok()["phase"], "idle");
    let refused = client.post("release", &json!({ "because": " " }));
    assert_eq!(
        (refused.status, refused.problem()["message"].as_str()),
        (400, Some("a decision needs a reason"))
    );
    let impossible = wishes(
        &mut client,
        json!({ "thresholds": ["290", "2", "0.5"], "high": [0, 0, 0], "max_units": 0 }),
    );
    client
        .post("session/wish", &json!({ "wishes": impossible }))
        .ok();
    assert_eq!(
        client.post("release", &json!({ "because": "x" })).status,
        400
    );
    assert_eq!(client.get("release").ok()["phase"], "idle");
    assert_eq!(client.post("export", &json!({})).status, 400);
    assert!(!served.path("release").exists());
}
