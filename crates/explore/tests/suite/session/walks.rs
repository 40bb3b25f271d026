//! Random negotiations: nothing is lost, and every step back is a step back.

use super::{answered, shown, unmet, wishes};
use equipoise_explore::session::{Choice, Relax, Session, Step, StepOutcome};
use equipoise_testkit::Seeded;

/// A step that may or may not be able to follow.
fn step(seeded: &mut Seeded) -> Step {
    let name = |seeded: &mut Seeded| seeded.pick(&["A", "B", "C", "x", "y", ""]).to_owned();
    let text = |seeded: &mut Seeded| seeded.pick(&["", "so be it", "it's \"fine\"\n"]).to_owned();
    match seeded.below(8) {
        0 | 1 => {
            let answer = match seeded.below(3) {
                0 => answered(),
                1 => unmet(),
                _ => StepOutcome::Unmet {
                    suggestions: Default::default(),
                    proved: false,
                },
            };
            Step::Wish {
                wishes: wishes(seeded.bits() >> seeded.below(64)),
                words: vec![],
                answer,
            }
        }
        2 => {
            let which = seeded.pick(&[Relax::Suppression, Relax::Height, Relax::Threshold]);
            Step::Accept {
                which,
                axis: None,
                reason: Some(text(seeded)).filter(|_| seeded.chance(60)),
            }
        }
        3 => Step::Choose {
            levels: (0..3 + usize::from(seeded.chance(10)))
                .map(|_| seeded.below(4) as u8)
                .collect(),
        },
        4 => Step::RenameCandidate {
            from: name(seeded),
            to: name(seeded),
        },
        5 => Step::RemoveCandidate { name: name(seeded) },
        6 => Step::Note {
            about: Some(name(seeded)).filter(|_| seeded.chance(60)),
            text: text(seeded),
        },
        _ => {
            let on = if seeded.chance(50) {
                Choice::Current
            } else {
                Choice::Candidate(name(seeded))
            };
            Step::Decide {
                on,
                because: text(seeded),
            }
        }
    }
}

/// Any finite number.
fn number(seeded: &mut Seeded) -> f64 {
    std::iter::repeat_with(|| f64::from_bits(seeded.bits()))
        .find(|x| x.is_finite())
        .unwrap()
}

#[test]
fn nothing_is_lost_and_every_state_comes_back() {
    let (mut taken, mut refused) = (0, 0);
    for seed in 0..150 {
        let mut seeded = Seeded::new(seed);
        let mut session = Session::new("0", "r");
        session.choose(vec![0, 0, 0]).unwrap();
        let mut recorded = 1;
        for _ in 0..40 {
            let before = session.clone();
            match seeded.below(10) {
                0..=5 => match session.push(step(&mut seeded)) {
                    Ok(()) => recorded += 1,
                    Err(_) => {
                        refused += 1;
                        assert_eq!(session, before, "what is refused leaves no trace");
                    }
                },
                6 => {
                    let loss = number(&mut seeded);
                    session
                        .keep(None, &shown([1, 1, 1], loss), &wishes(8).thresholds, 1)
                        .unwrap();
                    recorded += 1;
                }
                7 | 8 => {
                    if session.undo().is_some() {
                        let undone = session.clone();
                        session.redo().unwrap();
                        assert_eq!((&session, session.state()), (&before, before.state()));
                        session = undone;
                    }
                }
                _ => {
                    session.redo();
                }
            }
            if session.cursor() > before.cursor() && session.steps().len() > before.cursor() {
                let mut back = session.clone();
                back.undo().unwrap();
                assert_eq!(back.state(), before.state());
            }
            assert_eq!(session.steps().len() + session.set_aside().len(), recorded);
            // With all bits of every loss.
            assert_eq!(Session::from_json(&session.to_json()).unwrap(), session);
        }
        taken += recorded;
    }
    assert!(
        taken > 1500 && refused > 500,
        "{taken} steps were taken and {refused} refused"
    );
}
