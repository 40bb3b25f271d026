//! Wall time, CPU time and peak memory of work in this process.

use equipoise::process::process_cpu;
use std::fs;
use std::time::{Duration, Instant};

/// What a run cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cost {
    pub(crate) wall_ms: f64,
    /// User and system time of all threads.
    pub(crate) cpu_ms: f64,
    /// The largest resident set, where the system tells.
    pub(crate) peak_mb: Option<f64>,
}

impl Cost {
    /// The smallest times of two runs, and the larger memory: noise adds time, and memory must
    /// suffice for every run.
    pub(crate) fn best(self, other: Cost) -> Cost {
        Cost {
            wall_ms: self.wall_ms.min(other.wall_ms),
            cpu_ms: self.cpu_ms.min(other.cpu_ms),
            peak_mb: self.peak_mb.zip(other.peak_mb).map(|(a, b)| a.max(b)),
        }
    }
}

/// Short work is repeated for so long: a few milliseconds may all lie in one slow moment of the
/// machine.
const LEAST_TIME: Duration = Duration::from_millis(500);

/// Runs `work` once unmeasured, so that caches and allocator are warm, then at least `repeat`
/// times, and keeps the best.
pub(crate) fn warm<T>(repeat: u16, mut work: impl FnMut() -> T) -> (Cost, T) {
    let mut result = work();
    let start = Instant::now();
    let mut best = once(|| result = work());
    let mut runs = 1;
    while runs < repeat || start.elapsed() < LEAST_TIME {
        best = best.best(once(|| result = work()));
        runs = runs.saturating_add(1);
    }
    (best, result)
}

/// What one run costs.
pub(crate) fn once(work: impl FnOnce()) -> Cost {
    let watched = forget_peak();
    let (cpu, start) = (process_cpu(), Instant::now());
    work();
    let wall_ms = start.elapsed().as_secs_f64() * 1e3;
    let cpu_ms = (process_cpu() - cpu).as_secs_f64() * 1e3;
    Cost {
        wall_ms,
        cpu_ms,
        peak_mb: if watched { peak_mb() } else { None },
    }
}

/// Sets the peak of the resident set back to what it is now; false where that is not possible.
fn forget_peak() -> bool {
    fs::write("/proc/self/clear_refs", "5").is_ok()
}

/// The current resident set in MB, if the system reports it.
pub(crate) fn resident_mb() -> Option<f64> {
    memory_mb("VmRSS:")
}

fn peak_mb() -> Option<f64> {
    memory_mb("VmHWM:")
}

fn memory_mb(key: &str) -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(key))?;
    let kilobytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes / 1024.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_costs_cpu_and_sleep_does_not() {
        let sleep = once(|| std::thread::sleep(Duration::from_millis(60)));
        assert!(sleep.wall_ms >= 60.0, "{sleep:?}");
        let start = Instant::now();
        let busy = once(|| while start.elapsed() < Duration::from_millis(60) {});
        assert!(busy.cpu_ms > 5.0, "{busy:?}");
    }

    #[test]
    fn the_peak_is_that_of_the_work_and_not_of_what_was_before() {
        // Held until the peak is read: a test beside this one may set the peak back to what is held
        // then.
        let mut held = Vec::new();
        let large = once(|| held = std::hint::black_box(vec![1u8; 200 << 20]));
        drop(held);
        let small = once(|| drop(std::hint::black_box(vec![1u8; 1 << 20])));
        let (Some(large), Some(small)) = (large.peak_mb, small.peak_mb) else {
            return;
        };
        assert!(
            large > 200.0 && small < large - 100.0,
            "{large} and {small}"
        );
    }

    #[test]
    fn measures_so_often_after_one_run_to_warm_up_and_short_work_more_often() {
        for (length, exactly) in [(LEAST_TIME / 2, Some(4)), (LEAST_TIME / 20, None)] {
            let mut runs = 0;
            let (_, last) = warm(3, || {
                std::thread::sleep(length);
                runs += 1;
                runs
            });
            assert_eq!(runs, last);
            assert!(
                exactly.map_or(runs > 4, |n| runs == n),
                "{runs} runs of {length:?}"
            );
        }
    }

    #[test]
    fn best_is_least_time_and_most_memory() {
        let a = Cost {
            wall_ms: 1.0,
            cpu_ms: 4.0,
            peak_mb: Some(5.0),
        };
        let b = Cost {
            wall_ms: 2.0,
            cpu_ms: 3.0,
            peak_mb: Some(6.0),
        };
        assert_eq!(
            a.best(b),
            Cost {
                wall_ms: 1.0,
                cpu_ms: 3.0,
                peak_mb: Some(6.0)
            }
        );
        assert_eq!(a.best(Cost { peak_mb: None, ..b }).peak_mb, None);
    }
}
