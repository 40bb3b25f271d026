//! What is refused, and how strict responses are.

use crate::client::Served;
use serde_json::json;

#[test]
fn only_the_key_and_this_machine_open_the_interface() {
    let served = Served::start();
    let mut client = served.client();
    let mut status =
        |headers: &[(&str, &str)]| client.send("GET", "/api/v1/chart", headers, b"").status;
    assert_eq!(status(&[]), 200);
    assert_eq!(status(&[("authorization", "Bearer 0000")]), 401);
    assert_eq!(status(&[("authorization", "")]), 401);
    assert_eq!(status(&[("host", "evil.example")]), 421);
    assert_eq!(status(&[("origin", "http://evil.example")]), 403);
    assert_eq!(status(&[("sec-fetch-site", "cross-site")]), 403);
    let refused = client.send(
        "GET",
        "/api/v1/chart",
        &[("authorization", "Bearer 0000")],
        b"",
    );
    assert_eq!(refused.problem()["kind"], "refused");
    assert!(!String::from_utf8_lossy(&refused.body).contains(&served.place.key));
}

#[test]
fn the_page_itself_is_open_and_strict() {
    let served = Served::start();
    let mut client = served.client();
    for (path, kind) in [
        ("/", "text/html"),
        ("/assets/app.js", "text/javascript"),
        ("/assets/app.css", "text/css"),
    ] {
        let answer = client.send("GET", path, &[("authorization", "")], b"");
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.header("content-type").unwrap().starts_with(kind));
        let policy = answer.header("content-security-policy").unwrap();
        assert!(
            policy.starts_with("default-src 'none'") && !policy.contains("unsafe"),
            "{policy}"
        );
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        let text = String::from_utf8_lossy(&answer.body).into_owned();
        assert!(
            !text.contains(&served.place.key),
            "the page holds no secret"
        );
    }
    let page = String::from_utf8(client.send("GET", "/", &[], b"").body).unwrap();
    assert!(
        !page.contains("https://") && !page.contains("//cdn"),
        "nothing from outside"
    );
    for path in [
        "/../Cargo.toml",
        "/assets/../index.html",
        "/assets/",
        "/%2e%2e/etc/passwd",
        "/favicon.ico",
    ] {
        assert_eq!(client.send("GET", path, &[], b"").status, 404, "{path}");
    }
}

#[test]
fn every_address_is_described_and_every_description_has_an_address() {
    let served = Served::start();
    let mut client = served.client();
    let description = client
        .send("GET", "/api/v1/openapi.json", &[("authorization", "")], b"")
        .ok();
    assert_eq!(description["openapi"], "3.1.0");
    let paths = description["paths"].as_object().unwrap();
    assert_eq!(paths.len(), 24);
    for (path, methods) in paths {
        for method in methods.as_object().unwrap().keys() {
            let answer = client.send(
                &method.to_uppercase(),
                &path.replace("{name}", "none"),
                &[("content-type", "application/json")],
                b"?",
            );
            let described = methods[method]["responses"].as_object().unwrap();
            assert!(
                described.contains_key(&answer.status.to_string()),
                "{method} {path}: {}",
                answer.status
            );
            let wrong_key = (
                "401",
                [
                    ("authorization", "Bearer no"),
                    ("content-type", "application/json"),
                ],
            );
            let other_page = (
                "403",
                [
                    ("origin", "http://elsewhere.example"),
                    ("content-type", "application/json"),
                ],
            );
            let no_json = (method == "post")
                .then_some(("415", [("accept", "*/*"), ("content-type", "text/plain")]));
            for (status, headers) in [wrong_key, other_page].into_iter().chain(no_json) {
                let refused = client.send(
                    &method.to_uppercase(),
                    &path.replace("{name}", "none"),
                    &headers,
                    b"{}",
                );
                assert_eq!(refused.status.to_string(), status, "{method} {path}");
                assert!(described.contains_key(status), "{method} {path}: {status}");
            }
            // Only a file that there is not is not found.
            let is_missing_file = answer.status == 404
                && answer.problem()["message"] == "there is no such file of a release";
            assert!(
                is_missing_file || !matches!(answer.status, 404 | 405 | 500),
                "{method} {path}: {}",
                answer.status
            );
            let other = if method == "get" { "DELETE" } else { "PUT" };
            let refused = client.send(other, &path.replace("{name}", "none"), &[], b"");
            assert_eq!(refused.status, 405, "{other} {path}");
            assert_eq!(refused.problem()["kind"], "usage");
        }
    }
}

#[test]
fn bodies_that_are_too_long_or_no_json_are_refused_kindly() {
    let served = Served::start();
    let mut client = served.client();
    let json = [("content-type", "application/json")];
    let long = vec![b' '; 70_000];
    assert_eq!(
        client.send("POST", "/api/v1/look", &json, &long).status,
        413
    );
    assert_eq!(
        client
            .send(
                "POST",
                "/api/v1/look",
                &[("content-type", "text/plain")],
                b"{}"
            )
            .status,
        415
    );
    assert_eq!(client.send("POST", "/api/v1/look", &[], b"{}").status, 415);
    let refused = client.send("POST", "/api/v1/look", &json, b"{\"wishes\": 5}");
    assert_eq!(refused.status, 400);
    assert!(
        refused.problem()["message"]
            .as_str()
            .unwrap()
            .starts_with("the body of the request does not fit: "),
        "{refused:?}"
    );
    let deep = format!("{{\"wishes\": {}", "[".repeat(30_000));
    assert_eq!(
        client
            .send("POST", "/api/v1/look", &json, deep.as_bytes())
            .status,
        400
    );
}

#[test]
fn wishes_that_do_not_fit_say_what_would() {
    let served = Served::start();
    let mut client = served.client();
    let good = client.get("chart").ok()["wishes"].clone();
    let cases = [
        (
            "thresholds",
            json!(["3"]),
            "thresholds has 1 numbers; it must have 3, one for each model",
        ),
        (
            "thresholds",
            json!(["three", "2", "0.5"]),
            "thresholds: k of k-anonymity is `three`; it must be a whole number",
        ),
        (
            "thresholds",
            json!(["3", "2", "1.5"]),
            "thresholds: t of t-closeness of `illness` is `1.5`; it must be at most 1",
        ),
        (
            "low",
            json!([0, 0]),
            "low has 2 levels; it must have 3, one for each quasi-identifier",
        ),
        (
            "high",
            json!([9, 0, 0]),
            "the levels wished for `age` are 0 to 9; the atlas has levels 0 to 4",
        ),
        (
            "max_loss",
            json!(-1.0),
            "max_loss is -1; it must be a number that is not negative",
        ),
        (
            "by",
            json!("beauty"),
            "--by is `beauty`; here it can be `height`, `suppression`, `loss`, `nwp`",
        ),
    ];
    for (field, value, message) in cases {
        let mut wishes = good.clone();
        wishes[field] = value;
        let refused = client.post("look", &json!({ "wishes": wishes }));
        assert_eq!(
            (refused.status, refused.problem()["message"].as_str()),
            (400, Some(message)),
            "{field}"
        );
    }
}
