//! Malformed requests of every kind: none crashes the server, none is answered with a fault of its
//! own, and none changes what is recorded unless it is a valid step.

use crate::client::{Client, Served, wishes};
use equipoise_testkit::Seeded;
use serde_json::{Value, json};

/// Addresses that record nothing, with a body that fits.
fn questions(client: &mut Client) -> Vec<(&'static str, Value)> {
    let wishes = wishes(client, json!({}));
    let node = json!({ "levels": [2, 2, 0], "thresholds": ["3", "2", "0.5"] });
    vec![
        (
            "look",
            json!({ "wishes": wishes, "levels": [1, 1, 1], "patience_ms": 5 }),
        ),
        ("pairs", json!({ "wishes": wishes })),
        ("heights", json!({ "wishes": wishes })),
        (
            "nodes",
            json!({ "wishes": wishes, "height": 4, "count": 3 }),
        ),
        ("left-out", node.clone()),
        (
            "rows",
            json!({ "levels": node["levels"], "thresholds": node["thresholds"], "from": 7, "count": 3 }),
        ),
        ("export", json!({ "candidate": null })),
    ]
}

/// Any value, the odd ones more often.
fn any(seeded: &mut Seeded, depth: usize) -> Value {
    match seeded.below(if depth > 2 { 12 } else { 14 }) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(-1),
        3 => json!(u64::MAX),
        4 => json!(i64::MIN),
        5 => json!(1e308),
        6 => json!(0.1),
        7 => json!(255),
        8 => json!(""),
        9 => json!("\u{0}\u{202e}💥"),
        10 => json!(
            [
                "9999999999999999999999",
                "-0",
                "1e5",
                "NaN",
                "0.1234567891",
                "00",
                "+3",
                " 3"
            ][seeded.below(8)]
        ),
        11 => json!("x".repeat(seeded.below(3000))),
        12 => (0..seeded.below(6))
            .map(|_| any(seeded, depth + 1))
            .collect(),
        _ => {
            let names = [
                "wishes",
                "levels",
                "thresholds",
                "low",
                "by",
                "max_units",
                "__proto__",
            ];
            let pairs = (0..seeded.below(4))
                .map(|_| (names[seeded.below(7)].to_owned(), any(seeded, depth + 1)));
            Value::Object(pairs.collect())
        }
    }
}

/// Replaces, removes or adds one part somewhere inside.
fn mutate(value: &mut Value, seeded: &mut Seeded) {
    match value {
        Value::Object(map) if !map.is_empty() && seeded.chance(80) => {
            let key = map.keys().nth(seeded.below(map.len())).unwrap().clone();
            match seeded.below(6) {
                0 => drop(map.remove(&key)),
                1 => drop(map.insert("unknown".to_owned(), any(seeded, 0))),
                _ => mutate(map.get_mut(&key).unwrap(), seeded),
            }
        }
        Value::Array(items) if !items.is_empty() && seeded.chance(80) => {
            let at = seeded.below(items.len());
            match seeded.below(6) {
                0 => drop(items.remove(at)),
                1 => items.insert(at, any(seeded, 1)),
                _ => mutate(&mut items[at], seeded),
            }
        }
        other => *other = any(seeded, 0),
    }
}

fn check_alive(client: &mut Client, questions: &[(&str, Value)], before: &Value) {
    assert_eq!(client.get("session").ok()["session"], *before);
    client.post("look", &questions[0].1).ok();
}

#[test]
fn bodies_of_any_shape() {
    let served = Served::start();
    let mut client = served.client();
    let questions = questions(&mut client);
    for (path, body) in &questions {
        client.post(path, body).ok();
    }
    let before = client.get("session").ok()["session"].clone();
    let mut seeded = Seeded::new(4);
    let mut refused = 0;
    for round in 0..3000 {
        let (path, good) = &questions[round % questions.len()];
        let mut body = good.clone();
        for _ in 0..=seeded.below(2) {
            mutate(&mut body, &mut seeded);
        }
        let answer = client.post(path, &body);
        assert!(
            answer.status == 200 || answer.status == 400,
            "{path} {body}: {} {:?}",
            answer.status,
            answer.json()
        );
        refused += u32::from(answer.status == 400);
    }
    assert!(refused > 1000, "{refused}");
    check_alive(&mut client, &questions, &before);
}

#[test]
fn steps_of_any_shape_never_fault() {
    let served = Served::start();
    let mut client = served.client();
    let wishes = wishes(&mut client, json!({}));
    let steps = [
        ("session/wish", json!({ "wishes": wishes })),
        (
            "session/accept",
            json!({ "which": "threshold", "model": 0, "reason": "r" }),
        ),
        ("session/choose", json!({ "levels": [2, 2, 0] })),
        (
            "session/keep",
            json!({ "name": "n", "levels": [3, 2, 0], "thresholds": ["3", "2", "0.5"] }),
        ),
        ("session/rename", json!({ "from": "A", "to": "B" })),
        ("session/remove", json!({ "name": "A" })),
        ("session/note", json!({ "about": null, "text": "t" })),
        (
            "session/decide",
            json!({ "candidate": null, "because": "b" }),
        ),
        ("session/undo", json!({})),
        ("session/redo", json!({})),
    ];
    let mut seeded = Seeded::new(5);
    for round in 0..800 {
        let (path, good) = &steps[round % steps.len()];
        let mut body = good.clone();
        if seeded.chance(60) {
            mutate(&mut body, &mut seeded);
        }
        let answer = client.post(path, &body);
        assert!(
            answer.status == 200 || answer.status == 400,
            "{path} {body}: {} {:?}",
            answer.status,
            answer.json()
        );
    }
    let session = client.get("session").ok();
    let (_, folder) = served.stop();
    // What was recorded can be read again.
    let served = Served::again(folder, equipoise_workbench::AtlasOptions::default(), 0);
    assert_eq!(
        served.client().get("session").ok()["session"],
        session["session"]
    );
}

#[test]
fn bytes_that_are_no_requests() {
    let served = Served::start();
    let mut client = served.client();
    let questions = questions(&mut client);
    let before = client.get("session").ok()["session"].clone();
    let good = format!(
        "POST /api/v1/look HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{}",
        served.place.key,
        questions[0].1.to_string().len(),
        questions[0].1
    )
    .into_bytes();
    assert_eq!(served.client().raw(&good).unwrap().status, 200);
    let mut seeded = Seeded::new(6);
    for _ in 0..400 {
        let mut bytes = good.clone();
        for _ in 0..=seeded.below(4) {
            let at = seeded.below(bytes.len());
            match seeded.below(3) {
                0 => bytes[at] = seeded.below(256) as u8,
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, seeded.below(256) as u8),
            }
        }
        // What waits for more of a request is told so, and then no more comes.
        bytes.extend(b"\r\n\r\n");
        let mut other = served.client();
        if let Some(answer) = other.raw_and_close(&bytes) {
            assert_ne!(answer.status, 500, "{}", String::from_utf8_lossy(&bytes));
        }
    }
    for head in [
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/9.9\r\nhost: localhost\r\n\r\n",
        "\0\0\0\0\r\n\r\n",
        "GET /\r\n\r\n",
        "\r\n\r\n\r\n",
    ] {
        let answer = served.client().raw_and_close(head.as_bytes());
        assert!(answer.is_none_or(|a| a.status >= 400), "{head:?}");
    }
    let many = format!(
        "GET / HTTP/1.1\r\nhost: localhost\r\n{}\r\n",
        "x: y\r\n".repeat(20_000)
    );
    assert!(
        served
            .client()
            .raw_and_close(many.as_bytes())
            .is_none_or(|a| a.status >= 400)
    );
    check_alive(&mut client, &questions, &before);
}

impl Client {
    /// Sends bytes and says that no more will come.
    fn raw_and_close(&mut self, bytes: &[u8]) -> Option<crate::client::Answer> {
        self.closing = true;
        self.raw(bytes)
    }
}
