//! The readers of a report.

use std::fmt;

/// The readers of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Anybody who gets the release. What reads the input is absent unless it is published by name,
    /// and small counts of people are masked.
    Public,
    /// The owner of the input. Nothing is masked, so the report is personal data itself.
    Internal,
}

impl Audience {
    /// The word for it: `public` or `internal`.
    pub fn name(self) -> &'static str {
        match self {
            Audience::Public => "public",
            Audience::Internal => "internal",
        }
    }
}

impl fmt::Display for Audience {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
