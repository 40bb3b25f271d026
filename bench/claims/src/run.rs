//! Runs groups of claims, and picks lines.

use crate::claim::{Claim, Verdict};
use crate::groups::group::Group;
use crate::value::{Expected, Value};
use equipoise_data::{Error, Result};
use serde_json::json;
use std::collections::BTreeSet;

/// All lines of the groups, or those that `only` picks: lines with that id, or else lines whose id
/// or statement contains it.
///
/// # Errors
/// When `only` picks nothing: a check that checks nothing must not pass.
pub(crate) fn claims(groups: &[Group], only: Option<&str>) -> Result<Vec<Claim>> {
    let Some(given) = only else {
        return Ok(groups.iter().flat_map(of_group).collect());
    };
    let only = given.to_lowercase();
    let is_id = |id: &str| id.to_lowercase() == only;
    // Where an id is given, `L1` does not mean `L14`, and other groups need not be computed.
    let with_id: Vec<&Group> = groups
        .iter()
        .filter(|group| group.ids.iter().any(|id| is_id(id)))
        .collect();
    if !with_id.is_empty() {
        let picked: Vec<Claim> = with_id
            .into_iter()
            .flat_map(of_group)
            .filter(|claim| is_id(claim.id))
            .collect();
        let absent = || {
            Error::data(format!(
                "the lines of `{only}` need shared data that is absent"
            ))
        };
        return if picked.is_empty() {
            Err(absent())
        } else {
            Ok(picked)
        };
    }
    let has = |claim: &Claim| {
        claim.id.to_lowercase().contains(&only) || claim.statement.to_lowercase().contains(&only)
    };
    let picked: Vec<Claim> = if is_written_as_id(given) {
        Vec::new()
    } else {
        groups.iter().flat_map(of_group).filter(has).collect()
    };
    if picked.is_empty() {
        return Err(
            Error::usage(format!("no line has the id or the words `{only}`"))
                .hint("run it without --only to see all lines"),
        );
    }
    Ok(picked)
}

/// One or two capital letters and a number, as `L14`: a wrong one is refused at once, instead of
/// after all lines were searched for it as words.
fn is_written_as_id(text: &str) -> bool {
    let number = text.trim_start_matches(|c: char| c.is_ascii_uppercase());
    (1..=2).contains(&(text.len() - number.len()))
        && !number.is_empty()
        && number.bytes().all(|b| b.is_ascii_digit())
}

/// The lines of a group. One that cannot be computed, or has lines of other ids than it names,
/// fails for each of its ids, and takes no other group with it. A group without lines lacks its
/// data.
fn of_group(group: &Group) -> Vec<Claim> {
    let named: BTreeSet<&str> = group.ids.iter().copied().collect();
    let checked = |lines: Vec<Claim>| {
        let found: BTreeSet<&str> = lines.iter().map(|claim| claim.id).collect();
        if lines.is_empty() || found == named {
            return Ok(lines);
        }
        // `--only` with an id looks only at groups that name it.
        Err(Error::internal(format!(
            "the group names {named:?} and has lines of {found:?}"
        )))
    };
    let failed = |error: Error| {
        let why = error
            .to_string()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        let statement = format!("these lines can be computed, but: {why}");
        group
            .ids
            .iter()
            .map(|id| Claim::new(id, &*statement, Expected::Flag(true), Value::Flag(false)))
            .collect()
    };
    (group.run)().and_then(checked).unwrap_or_else(failed)
}

/// What the program ends with: 1 when a line fails.
pub(crate) fn exit_code(claims: &[Claim]) -> u8 {
    u8::from(claims.iter().any(Claim::fails))
}

/// How many lines there are of each verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) holds: usize,
    pub(crate) corrected: usize,
    pub(crate) impossible: usize,
    pub(crate) fails: usize,
}

impl Summary {
    pub(crate) fn new(claims: &[Claim]) -> Self {
        let mut sum = Summary::default();
        for claim in claims {
            *match claim.verdict {
                Verdict::Holds => &mut sum.holds,
                Verdict::HoldsCorrected(_) => &mut sum.corrected,
                Verdict::CannotHold(_) => &mut sum.impossible,
                Verdict::Fails => &mut sum.fails,
            } += 1;
        }
        sum
    }
}

/// All lines for machines.
pub(crate) fn json(claims: &[Claim]) -> serde_json::Value {
    let Summary {
        holds,
        corrected,
        impossible,
        fails,
    } = Summary::new(claims);
    json!({
        "claims": claims.iter().map(Claim::to_json).collect::<Vec<_>>(),
        "summary": { "holds": holds, "holds-corrected": corrected, "cannot-hold": impossible, "fails": fails },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use equipoise_data::ErrorKind;

    fn line(id: &'static str, statement: &str, ours: bool) -> Claim {
        Claim::new(id, statement, Expected::Flag(true), Value::Flag(ours))
    }

    const GROUPS: &[Group] = &[
        Group {
            ids: &["L1", "O1"],
            run: || {
                Ok(vec![
                    line("L1", "salaries", true),
                    line("O1", "salaries too", false),
                ])
            },
        },
        Group {
            ids: &["L14"],
            run: || Ok(vec![line("L14", "a split", true)]),
        },
        Group {
            ids: &["B1", "B2"],
            run: || Err(Error::data("the table is gone")),
        },
        Group {
            ids: &["B3"],
            run: || Ok(Vec::new()),
        },
    ];

    fn ids(only: Option<&str>) -> Vec<&'static str> {
        claims(GROUPS, only)
            .unwrap()
            .iter()
            .map(|claim| claim.id)
            .collect()
    }

    #[test]
    fn an_id_picks_its_lines_and_words_pick_others() {
        assert_eq!(ids(None), ["L1", "O1", "L14", "B1", "B2"]);
        assert_eq!(ids(Some("l1")), ["L1"], "not L14");
        assert_eq!(
            ids(Some("L")),
            ["L1", "O1", "L14", "B1", "B2"],
            "in all statements"
        );
        assert_eq!(ids(Some("1")), ["L1", "O1", "L14", "B1"]);
        assert_eq!(ids(Some("Salaries")), ["L1", "O1"]);
    }

    #[test]
    fn ids_are_told_from_words() {
        assert!(["L1", "BO2", "F26"].into_iter().all(is_written_as_id));
        let words = ["L", "1", "k5", "l1", "SDC1", "L1a", "", "Salaries"];
        assert!(!words.into_iter().any(is_written_as_id));
    }

    #[test]
    fn a_group_with_lines_of_other_ids_fails() {
        let run = || Ok(vec![line("L1", "salaries", true)]);
        for ids in [&["L2"][..], &["L1", "L2"], &[]] {
            let lines = of_group(&Group { ids, run });
            assert!(lines.len() == ids.len() && lines.iter().all(Claim::fails));
        }
        assert!(!of_group(&Group { ids: &["L1"], run })[0].fails());
    }

    #[test]
    fn nothing_picked_is_an_error() {
        assert_eq!(
            claims(GROUPS, Some("L99")).unwrap_err().kind(),
            ErrorKind::Usage
        );
        assert_eq!(
            claims(GROUPS, Some("B3")).unwrap_err().kind(),
            ErrorKind::Data,
            "its data is absent"
        );
    }

    #[test]
    fn a_group_that_breaks_fails_for_each_id_and_alone() {
        let all = claims(GROUPS, None).unwrap();
        assert_eq!(
            all.iter()
                .filter(|claim| claim.fails())
                .map(|claim| claim.id)
                .collect::<Vec<_>>(),
            ["O1", "B1", "B2"]
        );
        assert!(all[3].statement.contains("the table is gone"));
        assert_eq!(
            Summary::new(&all),
            Summary {
                holds: 2,
                fails: 3,
                ..Summary::default()
            }
        );
        assert_eq!(json(&all)["summary"]["fails"], 3);
        assert_eq!((exit_code(&all), exit_code(&all[..1])), (1, 0));
    }
}
