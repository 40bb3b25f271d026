//! One line of the table, and its verdict.

use crate::value::{Expected, Value};
use serde_json::json;

/// What a source claims, and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Claim {
    /// As in the list of claims, such as `L1`; also an erratum (`E2`) or a test value (`O4`).
    /// Several lines may share one.
    pub(crate) id: &'static str,
    /// What is claimed, and by which reading where there are several.
    pub(crate) statement: String,
    /// What it should be.
    pub(crate) expected: Expected,
    /// What the product computes.
    pub(crate) ours: Value,
    /// What became of it.
    pub(crate) verdict: Verdict,
}

/// What became of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The product computes what the source says.
    Holds,
    /// It does once a mistake of the source is mended or a gap is closed, for this reason.
    HoldsCorrected(String),
    /// It cannot be true as it stands, for this reason, and the product computes what is true.
    CannotHold(String),
    /// The product computes something else than it should.
    Fails,
}

impl Claim {
    /// A claim that should be true as it stands.
    pub(crate) fn new(
        id: &'static str,
        statement: impl Into<String>,
        expected: Expected,
        ours: Value,
    ) -> Self {
        let verdict = if expected.agrees(&ours) {
            Verdict::Holds
        } else {
            Verdict::Fails
        };
        Claim {
            id,
            statement: statement.into(),
            expected,
            ours,
            verdict,
        }
    }

    /// Says that it holds only by a correction. A claim that fails still fails: a reason mends no
    /// number.
    #[must_use]
    pub(crate) fn corrected(mut self, reason: impl Into<String>) -> Self {
        if self.verdict == Verdict::Holds {
            self.verdict = Verdict::HoldsCorrected(reason.into());
        }
        self
    }

    /// A claim that cannot be true: the source says one thing, and `instead` is what must come out.
    /// It fails when something else comes out, what the source says among that, and then shows what
    /// was to come out.
    pub(crate) fn impossible(
        id: &'static str,
        statement: impl Into<String>,
        (said, instead): (Expected, Expected),
        ours: Value,
        reason: impl Into<String>,
    ) -> Self {
        let as_known = instead.agrees(&ours) && !said.agrees(&ours);
        let (expected, verdict) = if as_known {
            (said, Verdict::CannotHold(reason.into()))
        } else {
            (instead, Verdict::Fails)
        };
        Claim {
            id,
            statement: statement.into(),
            expected,
            ours,
            verdict,
        }
    }

    /// Whether the product computes something else than it should.
    pub(crate) fn fails(&self) -> bool {
        self.verdict == Verdict::Fails
    }

    pub(crate) fn to_json(&self) -> serde_json::Value {
        // Lists have one item per line for the table.
        let flat = |text: String| text.replace('\n', ", ");
        json!({
            "id": self.id,
            "claim": self.statement,
            "expected": flat(self.expected.to_string()),
            "ours": flat(self.ours.to_string()),
            "verdict": self.verdict.name(),
            "reason": self.verdict.reason(),
        })
    }
}

impl Verdict {
    /// The word of the JSON.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::HoldsCorrected(_) => "holds-corrected",
            Verdict::CannotHold(_) => "cannot-hold",
            Verdict::Fails => "fails",
        }
    }

    /// Why it does not simply hold.
    pub(crate) fn reason(&self) -> Option<&str> {
        match self {
            Verdict::HoldsCorrected(reason) | Verdict::CannotHold(reason) => Some(reason),
            Verdict::Holds | Verdict::Fails => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flag(flag: bool) -> (Expected, Value) {
        (Expected::Flag(flag), Value::Flag(flag))
    }

    #[test]
    fn a_wrong_number_fails_and_no_reason_mends_it() {
        let wrong = Claim::new("L1", "x", Expected::Printed("0.375"), Value::Float(0.374));
        assert_eq!(wrong.verdict, Verdict::Fails);
        assert!(wrong.clone().corrected("E1: because").fails());
        let right = Claim::new("L1", "x", Expected::Printed("0.375"), Value::Float(0.375));
        assert_eq!(right.verdict, Verdict::Holds);
        assert_eq!(
            right.corrected("E1: because").verdict,
            Verdict::HoldsCorrected("E1: because".into())
        );
    }

    #[test]
    fn what_cannot_hold_must_come_out_as_known() {
        let line = |ours| {
            Claim::impossible(
                "L2",
                "x",
                (Expected::Printed("0.5"), Expected::Printed("0.444")),
                Value::Float(ours),
                "E2",
            )
        };
        assert_eq!(line(4.0 / 9.0).verdict, Verdict::CannotHold("E2".into()));
        assert_eq!(
            line(4.0 / 9.0).expected,
            Expected::Printed("0.5"),
            "what the source says"
        );
        for ours in [0.5, 0.3, f64::NAN] {
            assert!(line(ours).fails(), "{ours}");
            assert_eq!(
                line(ours).expected,
                Expected::Printed("0.444"),
                "what was to come out"
            );
        }
        let ((yes, _), (no, _)) = (flag(true), flag(false));
        assert!(
            Claim::impossible(
                "L2",
                "x",
                (yes.clone(), yes),
                Value::Flag(true),
                "what is possible is not impossible"
            )
            .fails()
        );
        assert!(Claim::impossible("L2", "x", (no.clone(), no), Value::Flag(true), "E2").fails());
    }

    #[test]
    fn json_is_flat() {
        let line = Claim::new(
            "O1",
            "x",
            Expected::printed(&["0.5", "0.2"]),
            Value::floats(&[0.5, 0.2]),
        )
        .corrected("E1: because");
        let json = line.to_json();
        assert_eq!(json["ours"], "0.50000, 0.20000");
        assert_eq!(
            (&json["verdict"], &json["reason"]),
            (&json!("holds-corrected"), &json!("E1: because"))
        );
        assert!(Claim::new("O1", "x", flag(true).0, flag(true).1).to_json()["reason"].is_null());
    }
}
