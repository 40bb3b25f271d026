//! An atlas that somebody cuts or overwrites while it is served.

use crate::client::{Served, wishes};
use serde_json::{Value, json};
use std::fs::OpenOptions;

/// With a memory map the first answer after the cut would end the process.
#[test]
fn a_server_goes_on_with_the_atlas_that_it_opened() {
    for served in [Served::start(), Served::partial()] {
        let mut client = served.client();
        let base = wishes(&mut client, json!({}));
        let mut look = |k: u64| -> Value {
            let mut wishes = base.clone();
            wishes["thresholds"][0] = json!(k.to_string());
            client.post("look", &json!({ "wishes": wishes })).ok()["answer"].clone()
        };
        let before: Vec<Value> = (2..8).map(&mut look).collect();
        let atlas = served.path("recipe.atlas");
        OpenOptions::new()
            .write(true)
            .open(&atlas)
            .unwrap()
            .set_len(100)
            .unwrap();
        // What was answered is remembered, what was not is read from the records.
        let after: Vec<Value> = (2..8).map(&mut look).collect();
        assert_eq!(after, before);
        assert!(
            before.iter().any(|answer| answer["levels"].is_array()),
            "{before:?}"
        );
        for k in 8..40 {
            look(k);
        }
        std::fs::write(&atlas, vec![0xff; 1 << 20]).unwrap();
        for k in 40..60 {
            look(k);
        }
        assert_eq!(client.get("status").ok()["phase"], "ready");
    }
}
