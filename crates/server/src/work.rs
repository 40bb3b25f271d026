//! What requests and workers share.

use crate::answers::Answers;
use crate::building::{Building, Phase};
use crate::key::Key;
use crate::problem::Problem;
use crate::requests::Release;
use equipoise::Error;
use equipoise_workbench::desk::Desk;
use equipoise_workbench::desk::wire::PageChart;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Mutex, MutexGuard, OnceLock};
use std::time::Instant;

/// Threads that answer. Most of the work of an answer is spread over all cores anyway; more than a
/// few let short questions pass a long one.
pub(crate) const WORKERS: usize = 4;

/// Questions that may wait for a worker.
const WAITING: usize = 256;

/// Something to do at the desk.
pub(crate) type Work = Box<dyn FnOnce(&Desk<'_>) + Send>;

/// What requests and workers share.
pub(crate) struct Shared {
    pub(crate) key: Key,
    pub(crate) name: String,
    pub(crate) started: Instant,
    building: Mutex<Building>,
    sender: Mutex<Option<SyncSender<Work>>>,
    receiver: Mutex<Receiver<Work>>,
    pub(crate) release: Mutex<Release>,
    /// What was answered lately; none where more may be known of a node when it is asked again.
    answers: OnceLock<Option<Answers>>,
    has_visitors: AtomicBool,
    told_problem: AtomicBool,
}

impl Shared {
    pub(crate) fn new(key: Key, name: String) -> Self {
        let (sender, receiver) = sync_channel(WAITING);
        Shared {
            key,
            name,
            started: Instant::now(),
            building: Mutex::default(),
            sender: Mutex::new(Some(sender)),
            receiver: Mutex::new(receiver),
            release: Mutex::default(),
            answers: OnceLock::new(),
            has_visitors: AtomicBool::new(false),
            told_problem: AtomicBool::new(false),
        }
    }

    pub(crate) fn building(&self) -> MutexGuard<'_, Building> {
        self.building.lock().expect("no thread panicked")
    }

    /// Questions can be answered from now on.
    pub(crate) fn set_ready(&self, chart: &PageChart) {
        self.answers
            .get_or_init(|| chart.complete.then(Answers::default));
        let mut building = self.building();
        (building.phase, building.units) = (Phase::Ready, Some(chart.units));
        (building.done, building.total) = (chart.annotated, chart.nodes);
    }

    /// What was answered lately.
    pub(crate) fn answers(&self) -> Option<&Answers> {
        self.answers.get()?.as_ref()
    }

    pub(crate) fn set_problem(&self, error: &Error) {
        let mut building = self.building();
        (building.phase, building.problem) = (Phase::Failed, Some(Problem::from(error)));
    }

    /// Takes note of a page that asks how far it is; `failed` when it was told of a failure.
    pub(crate) fn visited(&self, failed: bool) {
        self.has_visitors.store(true, Ordering::Relaxed);
        self.told_problem.fetch_or(failed, Ordering::Relaxed);
    }

    pub(crate) fn has_visitors(&self) -> bool {
        self.has_visitors.load(Ordering::Relaxed)
    }

    pub(crate) fn told_problem(&self) -> bool {
        self.told_problem.load(Ordering::Relaxed)
    }

    /// Hands work to the next worker that is free; false when too much waits already.
    pub(crate) fn hand(&self, work: Work) -> bool {
        let sender = self.sender.lock().expect("no thread panicked").clone();
        sender.is_some_and(|sender| {
            !matches!(
                sender.try_send(work),
                Err(TrySendError::Full(_) | TrySendError::Disconnected(_))
            )
        })
    }

    /// Takes no more work.
    pub(crate) fn close(&self) {
        self.sender.lock().expect("no thread panicked").take();
    }

    /// True when no more work is taken.
    pub(crate) fn is_closed(&self) -> bool {
        self.sender.lock().expect("no thread panicked").is_none()
    }

    /// Works until no more can come. A panic ends the work it is in, and nothing else.
    pub(crate) fn work(&self, desk: &Desk<'_>) {
        loop {
            let next = self.receiver.lock().expect("no thread panicked").recv();
            let Ok(work) = next else { return };
            // Whoever waits for an answer sees that none comes.
            let _panicked = catch_unwind(AssertUnwindSafe(|| work(desk)));
        }
    }
}
