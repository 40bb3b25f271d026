//! Answers that were given lately.

use axum::body::Bytes;
use std::collections::HashMap;
use std::sync::Mutex;

/// Answers of one generation. Two are kept: some tens of kilobytes an answer, so a few megabytes in
/// all.
const GENERATION: usize = 128;

/// What was answered lately, by the question. Only for questions that have one answer, whoever asks
/// and when.
#[derive(Default)]
pub(crate) struct Answers(Mutex<Generations>);

#[derive(Default)]
struct Generations {
    latest: HashMap<Vec<u8>, Bytes>,
    earlier: HashMap<Vec<u8>, Bytes>,
}

impl Answers {
    pub(crate) fn find(&self, question: &[u8]) -> Option<Bytes> {
        let mut generations = self.0.lock().expect("no thread panicked");
        if let Some(answer) = generations.latest.get(question) {
            return Some(answer.clone());
        }
        let (question, answer) = generations.earlier.remove_entry(question)?;
        generations.put(question, answer.clone());
        Some(answer)
    }

    pub(crate) fn keep(&self, question: Vec<u8>, answer: Bytes) {
        self.0
            .lock()
            .expect("no thread panicked")
            .put(question, answer);
    }
}

impl Generations {
    fn put(&mut self, question: Vec<u8>, answer: Bytes) {
        if self.latest.len() >= GENERATION {
            self.earlier = std::mem::take(&mut self.latest);
        }
        self.latest.insert(question, answer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_again_stays_and_there_are_never_many() {
        let answers = Answers::default();
        answers.keep(b"often".to_vec(), Bytes::from_static(b"yes"));
        for number in 0..10 * GENERATION {
            answers.keep(number.to_string().into_bytes(), Bytes::from_static(b"no"));
            assert_eq!(
                answers.find(b"often").as_deref(),
                Some(&b"yes"[..]),
                "{number}"
            );
        }
        assert_eq!(answers.find(b"0"), None);
        let generations = answers.0.lock().unwrap();
        assert!(generations.latest.len() + generations.earlier.len() <= 2 * GENERATION);
    }
}
