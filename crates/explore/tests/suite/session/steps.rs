//! What each step does, and which steps cannot follow.

use super::{answered, keep, shown, stuck, unmet, wishes, words};
use equipoise_data::ErrorKind;
use equipoise_explore::session::{
    Choice, Decision, Relax, Session, SessionNote, Step, StepOutcome,
};
use equipoise_explore::{Answer, NoSuggestion, Relaxed, Suggestions, Thresholds, Wishes};

#[test]
fn a_wish_leads_to_its_answer() {
    let mut session = Session::new("0123abcd", "recipe.toml");
    assert_eq!(
        (session.atlas(), session.recipe(), session.cursor()),
        ("0123abcd", "recipe.toml", 0)
    );
    assert_eq!(session.state(), Default::default());
    session.wish(wishes(20), words("k:3"), answered()).unwrap();
    assert_eq!(session.state().wishes, Some(wishes(20)));
    assert_eq!(session.state().current, Some(vec![1, 1, 1]));
    session.wish(wishes(8), words("k:3"), unmet()).unwrap();
    assert_eq!(session.state().wishes, Some(wishes(8)));
    assert_eq!(session.state().current, None, "an unmet wish has no node");
    session.choose(vec![0, 2, 1]).unwrap();
    assert_eq!(session.state().current, Some(vec![0, 2, 1]));
}

#[test]
fn an_accepted_suggestion_relaxes_one_wish_only() {
    let mut session = stuck();
    session.accept(Relax::Suppression, None, None).unwrap();
    let mut expected = wishes(11);
    assert_eq!(
        (session.state().wishes, session.state().current),
        (Some(expected.clone()), Some(vec![1, 2, 1]))
    );

    // Another one of the same wish takes its place.
    session
        .accept(Relax::Height, None, Some("coarse is fine"))
        .unwrap();
    expected = wishes(8);
    expected.low = vec![0, 0, 0];
    expected.high = vec![4, 2, 1];
    expected.max_height = Some(4);
    assert_eq!(
        (session.state().wishes, session.state().current),
        (Some(expected), Some(vec![4, 0, 0]))
    );

    session
        .accept(Relax::Threshold, None, Some("agreed with the board"))
        .unwrap();
    expected = wishes(8);
    expected.thresholds.axes = vec![2, 40];
    assert_eq!(
        (session.state().wishes, session.state().current),
        (Some(expected), Some(vec![1, 2, 1]))
    );
    let reasons = vec![
        (Relax::Height, "coarse is fine".to_owned()),
        (Relax::Threshold, "agreed with the board".to_owned()),
    ];
    assert_eq!(session.state().reasons, reasons);
}

#[test]
fn a_table_model_stands_behind_the_axes() {
    let mut session = Session::new("0", "r");
    let StepOutcome::Unmet {
        mut suggestions,
        proved,
    } = unmet()
    else {
        unreachable!()
    };
    let offer = suggestions.threshold.as_mut().unwrap();
    (offer.axis, offer.grade) = (2, 99);
    session
        .wish(
            wishes(8),
            vec![],
            StepOutcome::Unmet {
                suggestions: suggestions.clone(),
                proved,
            },
        )
        .unwrap();
    session
        .accept(Relax::Threshold, None, Some("why not"))
        .unwrap();
    assert_eq!(
        session.state().wishes.unwrap().thresholds,
        Thresholds {
            axes: vec![3, 40],
            tables: vec![99]
        }
    );
    suggestions.threshold.as_mut().unwrap().axis = 3;
    let e = session
        .wish(
            wishes(8),
            vec![],
            StepOutcome::Unmet {
                suggestions,
                proved,
            },
        )
        .unwrap_err();
    assert_eq!(
        e.message(),
        "a threshold of model 3 is suggested, and there are 3"
    );
}

#[test]
fn weaker_privacy_needs_a_reason() {
    let mut session = stuck();
    let before = session.clone();
    for reason in [None, Some(""), Some(" \n")] {
        let e = session.accept(Relax::Threshold, None, reason).unwrap_err();
        assert_eq!(
            (e.kind(), e.message().as_str()),
            (ErrorKind::Usage, "weaker privacy needs a reason")
        );
        assert!(e.hint_text().is_some());
    }
    assert_eq!(session, before, "what was refused left no trace");
}

#[test]
fn only_what_was_suggested_can_be_accepted() {
    let refused = |session: &mut Session| {
        session
            .accept(Relax::Height, None, None)
            .unwrap_err()
            .message()
    };
    let mut session = Session::new("0", "r");
    assert_eq!(
        refused(&mut session),
        "there is no suggestion `height` to accept: nothing was asked yet"
    );
    session.wish(wishes(20), vec![], answered()).unwrap();
    assert_eq!(
        refused(&mut session),
        "there is no suggestion `height` to accept: the last wish was met"
    );
    session
        .wish(
            wishes(8),
            vec![],
            StepOutcome::Unmet {
                suggestions: Default::default(),
                proved: false,
            },
        )
        .unwrap();
    assert_eq!(
        refused(&mut session),
        "the last wish came without a suggestion `height`"
    );
    let e = session.accept(Relax::Threshold, None, None).unwrap_err();
    assert_eq!(
        e.message(),
        "the last wish came without a suggestion `threshold`"
    );
}

#[test]
fn candidates_get_letters_and_each_name_once() {
    let mut session = stuck();
    assert_eq!(keep(&mut session, Some("B"), [0, 0, 0]).unwrap(), "B");
    assert_eq!(keep(&mut session, None, [0, 0, 1]).unwrap(), "A");
    assert_eq!(
        keep(&mut session, None, [0, 0, 2]).unwrap(),
        "C",
        "B is taken"
    );
    session.rename("A", "first").unwrap();
    session.remove("B").unwrap();
    for used in ["A", "B", "C", "first"] {
        let e = keep(&mut session, Some(used), [1, 1, 1]).unwrap_err();
        assert_eq!(
            e.message(),
            format!("the name `{used}` was given to a candidate before; a name is used once")
        );
        assert!(session.rename("C", used).is_err());
    }
    assert_eq!(
        session
            .state()
            .candidates
            .iter()
            .map(|c| c.name.as_str())
            .collect::<Vec<_>>(),
        ["first", "C"]
    );
    assert_eq!(session.state().candidates[0].levels, [0, 0, 1]);
    for _ in 0..23 {
        keep(&mut session, None, [0, 0, 0]).unwrap();
    }
    assert_eq!(session.state().candidates.last().unwrap().name, "Z");
    assert_eq!(keep(&mut session, None, [0, 0, 0]).unwrap(), "AA");
    assert_eq!(keep(&mut session, None, [0, 0, 0]).unwrap(), "AB");
    for name in ["", " ", " a", "a\n", "a\tb", &"x".repeat(41)] {
        assert!(
            keep(&mut session, Some(name), [0, 0, 0]).is_err(),
            "{name:?}"
        );
    }
}

#[test]
fn notes_and_the_decision_go_with_a_candidate() {
    let mut session = stuck();
    keep(&mut session, None, [0, 2, 1]).unwrap();
    session.note(Some("A"), "fine ages").unwrap();
    session.note(None, "by Friday").unwrap();
    session
        .decide(Choice::Candidate("A".to_owned()), "ages matter")
        .unwrap();
    session.rename("A", "fine").unwrap();
    let state = session.state();
    assert_eq!(
        state.notes[0],
        SessionNote {
            about: Some("fine".to_owned()),
            text: "fine ages".to_owned()
        }
    );
    assert_eq!(state.notes[1].about, None);
    let decision = Decision {
        candidate: Some("fine".to_owned()),
        levels: vec![0, 2, 1],
        thresholds: Some(wishes(8).thresholds),
        because: "ages matter".to_owned(),
    };
    assert_eq!(state.decision, Some(decision));
    let e = session.remove("fine").unwrap_err();
    assert_eq!(
        e.message(),
        "candidate `fine` is the one that was decided on, so it stays"
    );
    session.accept(Relax::Suppression, None, None).unwrap();
    session.decide(Choice::Current, "simpler").unwrap();
    session.remove("fine").unwrap();
    assert_eq!(session.state().decision.unwrap().levels, [1, 2, 1]);
    assert_eq!(session.state().notes.len(), 2, "what was written stays");
}

#[test]
fn the_decision_is_for_the_node_of_its_time() {
    let mut session = stuck();
    let e = session.decide(Choice::Current, "because").unwrap_err();
    assert_eq!(e.message(), "there is no current node to decide on");
    session.choose(vec![1, 2, 0]).unwrap();
    assert_eq!(
        session.decide(Choice::Current, " ").unwrap_err().message(),
        "a decision needs a reason"
    );
    session.decide(Choice::Current, "because").unwrap();
    session.choose(vec![0, 0, 0]).unwrap();
    assert_eq!(session.state().decision.unwrap().levels, [1, 2, 0]);
}

#[test]
fn who_is_not_there_cannot_be_spoken_of() {
    let mut session = stuck();
    let none = "there is no candidate `B`; there is none yet";
    assert_eq!(session.note(Some("B"), "x").unwrap_err().message(), none);
    keep(&mut session, None, [0, 0, 0]).unwrap();
    let one = "there is no candidate `B`; there are `A`";
    assert_eq!(session.rename("B", "C").unwrap_err().message(), one);
    assert_eq!(session.remove("B").unwrap_err().message(), one);
    assert_eq!(
        session
            .decide(Choice::Candidate("B".to_owned()), "x")
            .unwrap_err()
            .message(),
        one
    );
    assert_eq!(
        session.note(None, "").unwrap_err().message(),
        "the note is empty; it needs a text"
    );
}

#[test]
fn nodes_and_thresholds_are_alike() {
    let mut session = stuck();
    let e = session.choose(vec![0, 0]).unwrap_err();
    assert_eq!(
        e.message(),
        "a node has 2 levels and another has 3; each has one per quasi-identifier"
    );
    let thresholds = Thresholds {
        axes: vec![1],
        tables: vec![],
    };
    let e = session
        .keep(None, &shown([0, 0, 0], 0.5), &thresholds, 1)
        .unwrap_err();
    assert_eq!(
        e.message(),
        "thresholds for 1 axes and 0 table models stand beside thresholds for 2 axes and 1 table models"
    );
    assert!(
        session
            .keep(
                None,
                &shown([0, 0, 0], f64::INFINITY),
                &wishes(8).thresholds,
                1
            )
            .is_err()
    );
    assert!(
        session
            .keep(None, &shown([0, 0, 0], 0.5), &wishes(8).thresholds, 2)
            .is_err(),
        "there is no such loss"
    );
    let mut wrong = wishes(8);
    wrong.max_loss = Some(f64::NAN);
    assert_eq!(
        session.wish(wrong, vec![], unmet()).unwrap_err().message(),
        "the greatest loss is NaN; it must be a finite number"
    );
    for change in [
        |w: &mut Wishes| w.low.push(0),
        |w: &mut Wishes| w.high.clear(),
    ] {
        let mut wrong = wishes(8);
        change(&mut wrong);
        assert!(session.wish(wrong, vec![], unmet()).is_err());
    }
    assert_eq!(session.cursor(), 2);
}

#[test]
fn what_is_undone_can_be_redone_or_is_set_aside() {
    let mut session = stuck();
    keep(&mut session, None, [0, 0, 0]).unwrap();
    let whole = session.clone();
    assert!(matches!(session.undo(), Some(Step::Candidate(c)) if c.name == "A"));
    assert!(matches!(session.undo(), Some(Step::Wish { .. })));
    assert_eq!(session.state().current, Some(vec![1, 1, 1]));
    assert!(matches!(session.redo(), Some(Step::Wish { .. })));
    assert!(session.redo().is_some());
    assert_eq!(session.redo(), None);
    assert_eq!(session, whole);
    session.undo();
    session.undo();
    session.choose(vec![0, 1, 0]).unwrap();
    assert_eq!(session.steps().len(), 2);
    assert_eq!(session.set_aside(), &whole.steps()[1..]);
    assert_eq!(session.redo(), None);
    assert_eq!(
        keep(&mut session, None, [0, 0, 0]).unwrap(),
        "A",
        "the name was given back with the step"
    );
    while session.undo().is_some() {}
    assert_eq!((session.cursor(), session.state()), (0, Default::default()));
}

#[test]
fn a_session_knows_its_atlas() {
    let session = stuck();
    session.check_atlas("0123abcd").unwrap();
    assert_eq!(
        session.check_atlas("0123abce").unwrap_err().kind(),
        ErrorKind::Usage
    );
}

#[test]
fn an_answer_is_kept_in_short() {
    let mut answer = Answer {
        best: Some(shown([1, 1, 1], 0.25)),
        ties: vec![],
        proved: true,
        nodes_visited: 9,
        suggestions: None,
    };
    let expected = StepOutcome::Answered {
        node: 0,
        levels: vec![1, 1, 1],
        units: 5,
        rows: 6,
        loss: 0.25,
        proved: true,
    };
    assert_eq!(StepOutcome::of(&wishes(8), &answer), expected);
    answer.best = None;
    assert_eq!(
        StepOutcome::of(&wishes(8), &answer),
        StepOutcome::Unmet {
            suggestions: Default::default(),
            proved: true
        }
    );
    answer.suggestions = Some(Suggestions {
        suppression: Err(NoSuggestion {
            reason: "no".to_owned(),
            proved: true,
        }),
        height: Ok(shown([4, 0, 0], 0.5)),
        threshold: Ok(Relaxed {
            axis: 1,
            grade: 30,
            shown: shown([1, 2, 1], 0.5),
        }),
        other_thresholds: vec![],
    });
    let StepOutcome::Unmet { suggestions, .. } = StepOutcome::of(&wishes(8), &answer) else {
        panic!("there is no best")
    };
    assert_eq!(suggestions.suppression, None);
    assert_eq!(
        suggestions.height.map(|o| (o.levels, o.units)),
        Some((vec![4, 0, 0], 5))
    );
    assert_eq!(
        suggestions.threshold.map(|o| (o.axis, o.grade, o.levels)),
        Some((1, 30, vec![1, 2, 1]))
    );
}
