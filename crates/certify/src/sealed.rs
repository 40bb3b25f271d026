//! JSON documents that carry the digest of their own content.
//!
//! The digest is the SHA-256 of the canonical form without the field `digest`: UTF-8, no white
//! space, the keys of each object in the order of their code points. Documents hold texts,
//! integers, true, false and null, never fractions of binary floating point, so there is one way to
//! write each. In Python the canonical form is
//! `json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)`.

use crate::digest::sha256_hex;
use crate::{Error, Result};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

/// The version of the layout of certificates and records.
pub const FORMAT: u32 = 2;

/// The version of Equipoise this crate belongs to.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What a document turned out to be.
pub(crate) enum Reading<T> {
    /// Its digest is right and its layout known.
    Whole(T),
    /// It is not what was written; what can still be read of it is here.
    Altered { reason: String, content: Option<T> },
    /// Its digest is right, but this version does not know its layout.
    Unknown { layout: String },
}

/// Reads a document and checks its digest.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Reading<T> {
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
    let known = value.get("format") == Some(&FORMAT.into());
    let layout = layout(&value);
    // A record may be long: its parts are not kept twice.
    drop(value);
    // From the text and not from `value`, which would hide that a key stands twice.
    match serde_json::from_str::<T>(text) {
        Ok(content) if whole && known => Reading::Whole(content),
        _ if whole && has_repeated_key::<T>(text) => Reading::Altered {
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

fn has_repeated_key<T: DeserializeOwned>(text: &str) -> bool {
    serde_json::from_str::<T>(text).is_err_and(|error| error.to_string().contains("duplicate"))
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
