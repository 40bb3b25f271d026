//! While the atlas is built, and when it ends.

use crate::client::{Client, RECIPE, Served, table};
use equipoise_server::{ServeOptions, serve};
use equipoise_workbench::AtlasOptions;
use equipoise_workbench::desk::ExploreOptions;
use std::net::TcpStream;
use std::sync::atomic::Ordering;

#[test]
fn the_front_grows_while_the_atlas_is_built() {
    let served = Served::with(RECIPE, AtlasOptions::default(), 20);
    let status = served.wait_until("annotating");
    assert_eq!(status["name"], "recipe.toml");
    let mut client = served.client();
    let front = loop {
        let status = client.get("status").ok();
        if status["done"].as_u64() >= Some(20) {
            assert_eq!(status["units"], 300);
            break status["front"].as_array().unwrap().clone();
        }
    };
    let falls = front.windows(2).all(|w| {
        w[0]["units"].as_u64() < w[1]["units"].as_u64()
            && w[0]["loss"].as_f64() > w[1]["loss"].as_f64()
    });
    assert!(falls && !front.is_empty(), "{front:?}");
    for path in ["chart", "session"] {
        let refused = client.get(path);
        assert_eq!(
            (refused.status, refused.problem()["kind"].as_str()),
            (409, Some("not-ready"))
        );
    }
    served.gate.hold_after.store(0, Ordering::SeqCst);
    served.wait_until("ready");
    assert_eq!(client.get("chart").ok()["complete"], true);
}

#[test]
fn it_stops_when_told_while_it_is_built_and_goes_on_from_there() {
    let served = Served::with(RECIPE, AtlasOptions::default(), 20);
    served.wait_until("annotating");
    let (result, folder) = served.stop();
    let error = result.unwrap_err();
    assert!(
        error.message().starts_with("stopped by the user; "),
        "{error}"
    );
    let served = Served::again(folder, AtlasOptions::default(), 0);
    assert_eq!(served.client().get("chart").ok()["complete"], true);
}

#[test]
fn a_clean_end_closes_the_port() {
    let served = Served::start();
    let host = served
        .place
        .url
        .trim_start_matches("http://")
        .trim_end_matches('/')
        .to_owned();
    let mut client = served.client();
    client.get("chart").ok();
    let (result, _) = served.stop();
    assert_eq!(result, Ok(()));
    assert!(TcpStream::connect(host).is_err());
}

#[test]
fn an_atlas_that_is_there_is_used_and_one_that_is_out_of_date_is_built_again() {
    let (_, folder) = Served::start().stop();
    let atlas = folder.path().join("recipe.atlas");
    let before = std::fs::metadata(&atlas).unwrap().modified().unwrap();
    let (_, folder) = Served::again(folder, AtlasOptions::default(), 0).stop();
    assert_eq!(
        std::fs::metadata(&atlas).unwrap().modified().unwrap(),
        before
    );
    std::fs::write(folder.path().join("people.csv"), table(200)).unwrap();
    let served = Served::again(folder, AtlasOptions::default(), 0);
    assert_eq!(served.client().get("chart").ok()["rows"], 200);
}

#[test]
fn what_is_wrong_with_a_recipe_is_told_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = folder.path().join("recipe.toml");
    std::fs::write(&recipe, "version = 1\n").unwrap();
    let options = ServeOptions {
        explore: ExploreOptions::default(),
        port: Some(0),
    };
    let mut seen = None;
    let error = serve(&recipe, &options, &equipoise::Unwatched, |place| {
        seen = Some(place.clone());
        Ok(())
    })
    .unwrap_err();
    assert_eq!(error.kind(), equipoise::ErrorKind::Usage);
    let place = seen.unwrap();
    assert!(place.address.ends_with(&format!("#{}", place.key)));
}

#[test]
fn a_port_that_is_taken_is_told() {
    let served = Served::start();
    let port = served
        .place
        .url
        .trim_end_matches('/')
        .rsplit(':')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    let options = ServeOptions {
        explore: ExploreOptions::default(),
        port: Some(port),
    };
    let error = serve(
        &served.path("recipe.toml"),
        &options,
        &equipoise::Unwatched,
        |_| Ok(()),
    )
    .unwrap_err();
    assert!(
        error
            .message()
            .starts_with(&format!("port {port} on 127.0.0.1 cannot be used")),
        "{error}"
    );
    // The first one goes on.
    Client::new(&served.place).get("chart").ok();
}
