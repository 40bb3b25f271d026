//! Progress bars at a terminal, none in a pipe; and Ctrl-C.

use crate::exit::Exit;
use crate::memory::exit_at_once;
use crate::say;
use equipoise::process::{has_replaced_since, remove_temporaries};
use equipoise::{Error, Result, Stage, Watch};
use indicatif::{ProgressBar, ProgressStyle};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

static STOPPED: AtomicBool = AtomicBool::new(false);

/// A bar for the stage at hand.
pub(crate) struct Progress {
    bar: Option<Mutex<(Option<Stage>, ProgressBar)>>,
}

/// The time a run gets to stop by itself. Together with what ends it, it is less than a second.
const PATIENCE: Duration = Duration::from_millis(600);

/// The time to print or to clean up before the process ends.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// Begins to watch. The first Ctrl-C asks the run to stop and clean up. A run that does not stop in
/// time, because some computation takes long, is ended; a replacement of files that has begun is
/// completed first. A second Ctrl-C ends it without the wait.
pub(crate) fn start(visible: bool, as_json: bool) -> Result<Progress> {
    ctrlc::set_handler(move || {
        if STOPPED.swap(true, Ordering::SeqCst) {
            // A replacement of files may hang with its disk. It can be ended in between: the next
            // run repairs it.
            let cleared = std::thread::Builder::new().spawn(|| {
                let _no_new_ones = remove_temporaries();
                exit_at_once(Exit::Limit)
            });
            if cleared.is_ok() {
                std::thread::sleep(LAST_WORDS);
            }
            exit_at_once(Exit::Limit);
        }
        let asked = Instant::now();
        let ended = std::thread::Builder::new()
            .name("stop".to_owned())
            .spawn(move || end(asked, as_json));
        // Without a thread for it, the second Ctrl-C is left.
        drop(ended);
    })
    .map_err(|e| {
        Error::limit(format!("could not watch for Ctrl-C: {e}"))
            .caused_by(e)
            .hint("give the process more memory")
    })?;
    Ok(Progress {
        bar: visible.then(|| Mutex::new((None, ProgressBar::hidden()))),
    })
}

/// Ends the process, unless it ends by itself before. Files appear whole or not at all, as ever.
fn end(mut asked: Instant, as_json: bool) {
    loop {
        std::thread::sleep(PATIENCE);
        if !has_replaced_since(asked) {
            let held = remove_temporaries();
            if !has_replaced_since(asked) {
                break;
            }
            drop(held);
        }
        // The run had done its work meanwhile, and should end by itself.
        asked = Instant::now();
    }
    // Nobody may be reading what is printed.
    let (said, heard) = std::sync::mpsc::channel();
    let speaks = std::thread::Builder::new().spawn(move || {
        say::error(&Error::stopped(), as_json);
        let _ = said.send(());
    });
    if speaks.is_ok() {
        let _ = heard.recv_timeout(LAST_WORDS);
    }
    exit_at_once(Exit::Limit)
}

impl Progress {
    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar
            && let Ok(bar) = bar.lock()
        {
            bar.1.finish_and_clear();
        }
    }
}

impl Watch for Progress {
    fn progress(&self, stage: Stage, done: u64, total: u64) {
        let Some(bar) = &self.bar else { return };
        let Ok(mut bar) = bar.lock() else { return };
        if bar.0 != Some(stage) {
            bar.1.finish_and_clear();
            *bar = (
                Some(stage),
                ProgressBar::new(total).with_style(style(stage)),
            );
        }
        bar.1.set_length(total);
        bar.1.set_position(done);
    }

    fn stopped(&self) -> bool {
        STOPPED.load(Ordering::Relaxed)
    }
}

fn style(stage: Stage) -> ProgressStyle {
    let template = match stage {
        Stage::Read => "{elapsed:>4} reading   [{bar:40}] {bytes} of {total_bytes}",
        Stage::Search => {
            "{elapsed:>4} searching [{bar:40}] {human_pos} of {human_len} nodes decided"
        }
        Stage::Annotate => "{elapsed:>4} charting  [{bar:40}] {human_pos} of {human_len} nodes",
        Stage::Write => "{elapsed:>4} writing   [{bar:40}] {human_pos} of {human_len} rows",
        Stage::Check => "{elapsed:>4} checking  [{bar:40}]",
        _ => "{elapsed:>4} working   [{bar:40}]",
    };
    ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars("=> ")
}
