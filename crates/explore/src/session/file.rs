//! Sessions as JSON text.

use super::Session;
use super::shape::Shape;
use super::state::State;
use equipoise_data::{Error, Result};
use serde_json::Value;

/// The version of the layout that this build writes and reads.
pub const VERSION: u32 = 1;

impl Session {
    /// The session as JSON, indented for people.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self)
            .expect("a session holds texts and finite numbers only");
        text.push('\n');
        text
    }

    /// Reads what [`Session::to_json`] wrote, and checks that every step can follow the ones
    /// before.
    ///
    /// # Errors
    /// A data error that says what is wrong: no JSON, another version, a field that is not known or
    /// missing, a step that cannot be.
    pub fn from_json(text: &str) -> Result<Self> {
        let refused = |what: String| Error::data(format!("the session cannot be read: {what}"));
        let value: Value = serde_json::from_str(text)
            .map_err(|e| refused(format!("it is not valid JSON: {e}")).caused_by(e))?;
        check_version(&value)?;
        // From the text and not from `value`, which would hide that a field stands twice.
        let session: Session =
            serde_json::from_str(text).map_err(|e| refused(e.to_string()).caused_by(e))?;
        // What is written back has every field that is known, so what it lacks is not known.
        let known =
            serde_json::to_value(&session).map_err(|e| refused(e.to_string()).caused_by(e))?;
        if let Some(place) = unknown_field(&value, &known) {
            return Err(refused(format!("it has an unknown field, {place}")).hint(
                "it may come from a newer Equipoise; a session is not to be edited by hand",
            ));
        }
        session
            .check()
            .map_err(|e| refused(e.message()).caused_by(e))?;
        Ok(session)
    }

    /// Checks what the types alone do not: the cursor, that all nodes and thresholds are alike,
    /// that steps can follow.
    fn check(&self) -> Result<()> {
        let steps = self.steps.len();
        if self.cursor > steps {
            return Err(Error::usage(format!(
                "its cursor is {} and it has {steps} steps",
                self.cursor
            )));
        }
        let (mut shape, mut state) = (Shape::default(), State::default());
        for (i, step) in self.steps.iter().enumerate() {
            shape
                .check(step)
                .and_then(|()| state.take(step))
                .map_err(|e| e.at_item(format_args!("step {}", i + 1)))?;
        }
        for (i, step) in self.set_aside.iter().enumerate() {
            shape
                .check(step)
                .map_err(|e| e.at_item(format_args!("step {} of those set aside", i + 1)))?;
        }
        Ok(())
    }
}

fn check_version(value: &Value) -> Result<()> {
    let Some(version) = value.get("version") else {
        return Err(
            Error::data("the session cannot be read: it has no `version`")
                .hint("is it the file of a session?"),
        );
    };
    if version == &Value::from(VERSION) {
        return Ok(());
    }
    let told = version.as_u64().map_or_else(
        || "a version that is no number".to_owned(),
        |v| format!("version {v}"),
    );
    Err(Error::data(format!(
        "the session has {told}; this build reads version {VERSION}"
    ))
    .hint("a newer Equipoise may have written it"))
}

/// The name and place of a field that was read and is not written back.
fn unknown_field(read: &Value, known: &Value) -> Option<String> {
    match (read, known) {
        (Value::Object(read), Value::Object(known)) => {
            read.iter().find_map(|(name, value)| match known.get(name) {
                None => Some(format!("`{name}`")),
                Some(known) => {
                    unknown_field(value, known).map(|inner| format!("{inner} in `{name}`"))
                }
            })
        }
        (Value::Array(read), Value::Array(known)) => {
            let mut pairs = read.iter().zip(known).enumerate();
            pairs.find_map(|(i, (read, known))| {
                unknown_field(read, known).map(|inner| format!("{inner} in item {}", i + 1))
            })
        }
        _ => None,
    }
}
