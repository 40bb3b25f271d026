//! Many clients at once.

use crate::client::{Served, wishes};
use serde_json::json;

#[test]
fn fifty_clients_get_the_answers_that_one_gets() {
    let served = Served::start();
    let mut client = served.client();
    let base = wishes(&mut client, json!({}));
    let asked: Vec<_> = (2..12)
        .map(|k| {
            let mut wishes = base.clone();
            wishes["thresholds"][0] = json!(k.to_string());
            json!({ "wishes": wishes })
        })
        .collect();
    let alone: Vec<_> = asked
        .iter()
        .map(|a| client.post("look", a).ok()["answer"].clone())
        .collect();
    std::thread::scope(|scope| {
        for number in 0..50 {
            let (served, asked, alone) = (&served, &asked, &alone);
            scope.spawn(move || {
                let mut client = served.client();
                for i in 0..20 {
                    let at = (number + i) % asked.len();
                    assert_eq!(client.post("look", &asked[at]).ok()["answer"], alone[at]);
                }
            });
        }
    });
}
