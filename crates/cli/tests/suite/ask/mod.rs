//! `ask`: what it prints, what it refuses, and that what it promises is what a release comes to.

mod applied;
mod draw;
mod refused;
mod shape;
mod text;

use serde_json::Value;

/// The object without the time that it took.
fn timeless(mut object: Value) -> Value {
    let took = object
        .as_object_mut()
        .expect("an object")
        .remove("answer_us");
    assert!(took.is_some_and(|us| us.as_f64().is_some_and(|us| us >= 0.0)));
    object
}
