//! JSON documents that carry the digest of their own content.
//!
//! The digest is the SHA-256 of the canonical form without the field `digest`: UTF-8, no white
//! space, the keys of each object in the order of their code points. Documents hold texts,
//! integers, true, false and null, never fractions of binary floating point, so there is one way to
//! write each. In Python the canonical form is
//! `json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)`.

use crate::digest::sha256_hex;
use crate::{Error, Result};
use hashbrown::HashSet;
use serde::de::{self, DeserializeOwned};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::fmt;

/// The version of the layout of certificates and records.
pub const FORMAT: u32 = 3;

/// The earlier layout that is still read.
const PREVIOUS: u32 = 2;

/// The version of Equipoise this crate belongs to.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A document that carries the digest of its own content.
pub(crate) trait Sealed: DeserializeOwned {
    /// The same document in the layout before this one.
    type Previous: DeserializeOwned + Into<Self>;
}

/// The result of reading a document.
pub(crate) enum Reading<T> {
    /// Its digest is right and its layout known.
    Whole(T),
    /// It is not what was written; what can still be read of it is here.
    Altered { reason: String, content: Option<T> },
    /// Its digest is right, but this version does not know its layout.
    Unknown { layout: String },
}

/// Reads a document and checks its digest.
pub(crate) fn read<T: Sealed>(text: &str) -> Reading<T> {
    let Ok(value) = serde_json::from_str::<Value>(text) else {
        return Reading::Altered {
            reason: "it is not valid JSON".into(),
            content: None,
        };
    };
    let Some(stated) = value.get("digest").and_then(Value::as_str) else {
        return Reading::Altered {
            reason: "it has no digest".into(),
            content: None,
        };
    };
    let whole = stated == digest(&value);
    let format = value.get("format").and_then(Value::as_u64);
    let known = [FORMAT, PREVIOUS]
        .map(|known| Some(known.into()))
        .contains(&format);
    let layout = layout(&value);
    // A record may be long: its parts are not kept twice.
    drop(value);
    // From the text and not from `value`, which would hide that a key stands twice.
    match content::<T>(text, format) {
        Ok(content) if whole && known => Reading::Whole(content),
        Err(_) if whole && has_repeated_key(text) => Reading::Altered {
            reason: "it has a key twice".into(),
            content: None,
        },
        _ if whole => Reading::Unknown { layout },
        Ok(content) => Reading::Altered {
            reason: "its digest is not that of its content".into(),
            content: Some(content),
        },
        Err(_) => Reading::Altered {
            reason: "its digest is not that of its content, which this version cannot read".into(),
            content: None,
        },
    }
}

fn layout(value: &Value) -> String {
    let field = |name: &str| value.get(name).map_or("none".into(), Value::to_string);
    format!(
        "format {} of Equipoise {}",
        field("format"),
        field("equipoise").trim_matches('"')
    )
}

/// Reads the content of a document of this layout or of the one before, whatever its digest.
pub(crate) fn peek<T: Sealed>(text: &str) -> Option<T> {
    #[derive(Deserialize)]
    struct Head {
        format: u64,
    }
    let head: Head = serde_json::from_str(text).ok()?;
    content(text, Some(head.format)).ok()
}

fn content<T: Sealed>(text: &str, format: Option<u64>) -> serde_json::Result<T> {
    if format == Some(PREVIOUS.into()) {
        serde_json::from_str::<T::Previous>(text).map(Into::into)
    } else {
        serde_json::from_str(text)
    }
}

/// Whether an object anywhere in the text has the same key twice.
fn has_repeated_key(text: &str) -> bool {
    serde_json::from_str::<Repeats>(text).is_ok_and(|repeats| repeats.0)
}

/// Any JSON value: whether one of its objects repeats a key.
struct Repeats(bool);

impl<'de> Deserialize<'de> for Repeats {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_any(RepeatsVisitor)
    }
}

struct RepeatsVisitor;

impl<'de> de::Visitor<'de> for RepeatsVisitor {
    type Value = Repeats;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_map<A: de::MapAccess<'de>>(
        self,
        mut map: A,
    ) -> std::result::Result<Repeats, A::Error> {
        let (mut keys, mut repeats) = (HashSet::new(), false);
        while let Some((key, value)) = map.next_entry::<String, Repeats>()? {
            repeats |= !keys.insert(key) | value.0;
        }
        Ok(Repeats(repeats))
    }

    fn visit_seq<A: de::SeqAccess<'de>>(
        self,
        mut seq: A,
    ) -> std::result::Result<Repeats, A::Error> {
        let mut repeats = false;
        while let Some(value) = seq.next_element::<Repeats>()? {
            repeats |= value.0;
        }
        Ok(Repeats(repeats))
    }

    fn visit_unit<E>(self) -> std::result::Result<Repeats, E> {
        Ok(Repeats(false))
    }

    fn visit_bool<E>(self, _: bool) -> std::result::Result<Repeats, E> {
        Ok(Repeats(false))
    }

    fn visit_u64<E>(self, _: u64) -> std::result::Result<Repeats, E> {
        Ok(Repeats(false))
    }

    fn visit_i64<E>(self, _: i64) -> std::result::Result<Repeats, E> {
        Ok(Repeats(false))
    }

    fn visit_f64<E>(self, _: f64) -> std::result::Result<Repeats, E> {
        Ok(Repeats(false))
    }

    fn visit_str<E>(self, _: &str) -> std::result::Result<Repeats, E> {
        Ok(Repeats(false))
    }
}

/// The digest that belongs to the content.
pub(crate) fn digest_of(content: &impl Serialize) -> Result<String> {
    let value = serde_json::to_value(content)
        .map_err(|_| Error::internal("a certificate cannot be written as JSON"))?;
    Ok(digest(&value))
}

fn digest(value: &Value) -> String {
    let mut bytes = Vec::new();
    match value {
        Value::Object(fields) => write_fields(
            fields.iter().filter(|(key, _)| *key != "digest"),
            &mut bytes,
        ),
        other => write_canonical(other, &mut bytes),
    }
    sha256_hex(&bytes)
}

fn write_canonical(value: &Value, out: &mut Vec<u8>) {
    match value {
        Value::Object(fields) => write_fields(fields.iter(), out),
        Value::Array(items) => {
            out.push(b'[');
            for (i, item) in items.iter().enumerate() {
                out.extend_from_slice(if i == 0 { b"" } else { b"," });
                write_canonical(item, out);
            }
            out.push(b']');
        }
        plain => out.extend_from_slice(plain.to_string().as_bytes()),
    }
}

fn write_fields<'a>(fields: impl Iterator<Item = (&'a String, &'a Value)>, out: &mut Vec<u8>) {
    let mut fields: Vec<_> = fields.collect();
    fields.sort_by_key(|(key, _)| *key);
    out.push(b'{');
    for (i, (key, value)) in fields.into_iter().enumerate() {
        out.extend_from_slice(if i == 0 { b"" } else { b"," });
        out.extend_from_slice(Value::from(key.as_str()).to_string().as_bytes());
        out.push(b':');
        write_canonical(value, out);
    }
    out.push(b'}');
}

/// The document as text for people: indented, with a line end. The same content gives the same
/// bytes.
pub(crate) fn to_json(content: &impl Serialize) -> Result<String> {
    let text = serde_json::to_string_pretty(content)
        .map_err(|_| Error::internal("a certificate cannot be written as JSON"))?;
    Ok(text + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_keys_are_found_on_every_level() {
        for (text, repeats) in [
            (
                r#"{"a": 1, "b": [null, true, -1, 1.5, "a", {"a": {}}]}"#,
                false,
            ),
            (r#"{"a": 1, "b": 2, "a": 1}"#, true),
            (r#"{"a": [{"b": 1, "\u0062": 2}]}"#, true),
            (r#"{"a": {"b": {"c": 1, "c": 1}}}"#, true),
            (r#"{"a": "#, false),
        ] {
            assert_eq!(has_repeated_key(text), repeats, "{text}");
        }
    }

    #[test]
    fn canonical_form_sorts_keys_and_drops_the_outer_digest() {
        let value: Value =
            serde_json::from_str(r#"{ "b": [1, {"z": null, "digest": "kept", "ä": "\u0001\"é"}], "digest": "x", "a": true }"#).unwrap();
        let mut bytes = Vec::new();
        write_canonical(&value, &mut bytes);
        let text = r#"{"a":true,"b":[1,{"digest":"kept","z":null,"ä":"\u0001\"é"}],"digest":"x"}"#;
        assert_eq!(String::from_utf8(bytes).unwrap(), text);
        assert_eq!(
            digest(&value),
            sha256_hex(text.replace(r#","digest":"x""#, "").as_bytes())
        );
    }
}
