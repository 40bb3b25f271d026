//! Progress bars at a terminal, none in a pipe; and Ctrl-C.

use equipoise::{Error, Result, Stage, Watch, remove_temporaries};
use indicatif::{ProgressBar, ProgressStyle};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

static STOPPED: AtomicBool = AtomicBool::new(false);

/// A bar for the stage at hand.
pub(crate) struct Progress {
    bar: Option<Mutex<(Option<Stage>, ProgressBar)>>,
}

/// Begins to watch. The first Ctrl-C asks the run to stop and clean up, the second ends it at once.
pub(crate) fn start(visible: bool) -> Result<Progress> {
    ctrlc::set_handler(|| {
        if STOPPED.swap(true, Ordering::SeqCst) {
            let _no_new_ones = remove_temporaries();
            std::process::exit(4);
        }
    })
    .map_err(|e| Error::internal(format!("could not watch for Ctrl-C: {e}")))?;
    Ok(Progress { bar: visible.then(|| Mutex::new((None, ProgressBar::hidden()))) })
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
            *bar = (Some(stage), ProgressBar::new(total).with_style(style(stage)));
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
        Stage::Search => "{elapsed:>4} searching [{bar:40}] {human_pos} of {human_len} nodes decided",
        Stage::Annotate => "{elapsed:>4} charting  [{bar:40}] {human_pos} of {human_len} nodes",
        Stage::Write => "{elapsed:>4} writing   [{bar:40}] {human_pos} of {human_len} rows",
        Stage::Check => "{elapsed:>4} checking  [{bar:40}]",
    };
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> ")
}
