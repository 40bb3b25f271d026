//! Asked once more, wishes have the outcome they had, or the difference is told.

use super::{answered, aspired, preferred, stuck, unmet, wishes, words};
use equipoise_data::{Error, Result};
use equipoise_explore::Wishes;
use equipoise_explore::session::{Aspired, Came, Preferred, Session, StepOutcome};

/// There is no aspiration to replay.
fn never(_: &Wishes, _: &Aspired) -> Result<Option<Preferred>> {
    Err(Error::internal("nothing was aspired to"))
}

fn changed(change: impl Fn(&mut StepOutcome)) -> StepOutcome {
    let mut outcome = answered();
    change(&mut outcome);
    outcome
}

fn with_loss(new: f64) -> StepOutcome {
    changed(|o| {
        if let StepOutcome::Answered { loss, .. } = o {
            *loss = new;
        }
    })
}

#[test]
fn the_same_atlas_answers_the_same() {
    let mut session = stuck();
    session.undo();
    let mut asked = Vec::new();
    let ask = |w: &Wishes| {
        asked.push(w.clone());
        Ok(if w.max_units == 20 {
            with_loss(0.3)
        } else {
            unmet()
        })
    };
    let differences = session.replay(ask, never);
    assert_eq!(
        differences.unwrap(),
        [],
        "0.3 and 0.1 + 0.2 are the same loss"
    );
    assert_eq!(asked, [wishes(20), wishes(8)]);
}

#[test]
fn every_field_of_an_outcome_counts() {
    let session = stuck();
    let proved = changed(|o| {
        if let StepOutcome::Answered { proved, .. } = o {
            *proved = false;
        }
    });
    let levels = changed(|o| {
        if let StepOutcome::Answered { levels, .. } = o {
            levels[2] = 0;
        }
    });
    let rows = changed(|o| {
        if let StepOutcome::Answered { rows, .. } = o {
            *rows += 1;
        }
    });
    for now in [proved, levels, rows, with_loss(0.3 + 1e-11), unmet()] {
        let found = session
            .replay(
                |w| {
                    Ok(if w.max_units == 20 {
                        now.clone()
                    } else {
                        unmet()
                    })
                },
                never,
            )
            .unwrap();
        assert_eq!(found.len(), 1, "{now:?}");
        assert_eq!(
            (found[0].step, &found[0].recorded, &found[0].now),
            (0, &Came::Answer(answered()), &Came::Answer(now))
        );
    }
    let found = session.replay(|_| Ok(answered()), never).unwrap();
    assert_eq!(found.iter().map(|d| d.step).collect::<Vec<_>>(), [1]);
    assert_eq!(
        found[0].to_string(),
        "step 2 (`--k 3 --max-suppression 8`): no node, suggested suppression [1, 2, 1] with 11 units left out; height [4, 0, 0] \
         with 3 units left out; threshold [1, 2, 1] with 8 units left out, grade 2 before, levels [1, 1, 1] with 17 units and 17 \
         rows left out at loss 0.30000000000000004 (proved) now"
    );
}

#[test]
fn a_failing_question_ends_the_replay() {
    assert_eq!(
        stuck()
            .replay(|_| Err(Error::limit("no time")), never)
            .unwrap_err()
            .message(),
        "no time"
    );
}

#[test]
fn aspirations_are_replayed_too() {
    let mut session = Session::new("0123abcd", "recipe.toml");
    session
        .prefer(
            wishes(20),
            words("aspire:necd=0.5 aspire:nwp=0.2"),
            aspired(),
            Some(preferred()),
        )
        .unwrap();
    let refuse = |_: &Wishes| Err(Error::internal("nothing was wished for"));
    assert_eq!(
        session
            .replay(refuse, |_, _| Ok(Some(preferred())))
            .unwrap(),
        []
    );
    let mut other = preferred();
    other.walked[0].point[1] += 1e-6;
    for now in [None, Some(other)] {
        let found = session.replay(refuse, |w, a| {
            assert_eq!((w, a), (&wishes(20), &aspired()));
            Ok(now.clone())
        });
        let found = found.unwrap();
        assert_eq!(found.len(), 1);
        assert!(
            found[0]
                .to_string()
                .starts_with("step 1 (`--aspire necd=0.5 --aspire nwp=0.2`): levels [1, 1, 1]"),
            "{}",
            found[0]
        );
    }
}

#[test]
fn an_aspiration_is_where_the_session_stands() {
    let mut session = stuck();
    session
        .prefer(
            wishes(20),
            words("aspire:necd=0.5"),
            aspired(),
            Some(preferred()),
        )
        .unwrap();
    let state = session.state();
    assert_eq!(
        (state.current, state.aspired),
        (Some(vec![1, 1, 1]), Some((aspired(), Some(preferred()))))
    );
    session.choose(vec![0, 2, 1]).unwrap();
    assert_eq!(session.state().current, Some(vec![0, 2, 1]));
    assert_eq!(Session::from_json(&session.to_json()).unwrap(), session);
    session.undo();
    session.undo();
    assert_eq!(session.state().aspired, None);
    let twice = Aspired {
        measures: ["nwp".to_owned(), "nwp".to_owned()],
        ..aspired()
    };
    assert!(
        session
            .prefer(wishes(20), Vec::new(), twice, None)
            .unwrap_err()
            .message()
            .contains("aspired to twice")
    );
    let endless = Aspired {
        to: [f64::INFINITY, 1.0],
        ..aspired()
    };
    assert!(
        session
            .prefer(wishes(20), Vec::new(), endless, None)
            .unwrap_err()
            .message()
            .contains("finite")
    );
}
