//! CPU time, memory and temporary files of the process, for programs that embed the library.

use std::time::Duration;

#[doc(inline)]
pub use equipoise_engine::{
    NoTemporaries, allocation_may_fail, has_replaced_since, remove_temporaries,
};

/// User and system time of all threads of this process since it started.
pub fn process_cpu() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(
        now.tv_sec.unsigned_abs(),
        u32::try_from(now.tv_nsec).unwrap_or(0),
    )
}
