//! Numbers of persons as documents list them.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Numbers of persons. One text in JSON, numbers separated by blanks, so that a long list stays
/// small in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonList(pub Vec<u32>);

impl Serialize for PersonList {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut text = String::with_capacity(self.0.len() * 4);
        for (i, number) in self.0.iter().enumerate() {
            if i > 0 {
                text.push(' ');
            }
            text += &number.to_string();
        }
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for PersonList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let numbers = text
            .split_ascii_whitespace()
            .map(str::parse)
            .collect::<std::result::Result<_, _>>();
        numbers
            .map(PersonList)
            .map_err(|_| de::Error::custom("a list of persons has something that is no number"))
    }
}
