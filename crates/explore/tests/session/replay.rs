//! Asked once more, wishes have the outcome they had, or the difference is told.

use crate::{answered, stuck, unmet, wishes};
use equipoise_data::Error;
use equipoise_explore::session::Outcome;

fn changed(change: impl Fn(&mut Outcome)) -> Outcome {
    let mut outcome = answered();
    change(&mut outcome);
    outcome
}

fn with_loss(new: f64) -> Outcome {
    changed(|o| {
        if let Outcome::Answered { loss, .. } = o {
            *loss = new;
        }
    })
}

#[test]
fn the_same_atlas_answers_the_same() {
    let mut session = stuck();
    session.undo();
    let mut asked = Vec::new();
    let differences = session.replay(|w| {
        asked.push(w.clone());
        Ok(if w.max_units == 20 { with_loss(0.3) } else { unmet() })
    });
    assert_eq!(differences.unwrap(), [], "0.3 and 0.1 + 0.2 are the same loss");
    assert_eq!(asked, [wishes(20), wishes(8)]);
}

#[test]
fn every_field_of_an_outcome_counts() {
    let session = stuck();
    let proved = changed(|o| {
        if let Outcome::Answered { proved, .. } = o {
            *proved = false;
        }
    });
    let levels = changed(|o| {
        if let Outcome::Answered { levels, .. } = o {
            levels[2] = 0;
        }
    });
    let rows = changed(|o| {
        if let Outcome::Answered { rows, .. } = o {
            *rows += 1;
        }
    });
    for now in [proved, levels, rows, with_loss(0.3 + 1e-11), unmet()] {
        let found = session.replay(|w| Ok(if w.max_units == 20 { now.clone() } else { unmet() })).unwrap();
        assert_eq!(found.len(), 1, "{now:?}");
        assert_eq!((found[0].step, &found[0].recorded, &found[0].now), (0, &answered(), &now));
    }
    let found = session.replay(|_| Ok(answered())).unwrap();
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
    assert_eq!(stuck().replay(|_| Err(Error::limit("no time"))).unwrap_err().message(), "no time");
}
