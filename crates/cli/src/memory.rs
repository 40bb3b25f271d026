//! The allocator, and the end of a run that gets no more memory.

use crate::exit::Exit;
use equipoise::process::allocation_may_fail;
use mimalloc::MiMalloc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Allocates with mimalloc. Lists of classes come and go all the time, and many of them are large:
/// measured, searches take a fifth less time with it.
///
/// Where the system has no more memory, the process says so and ends with exit code 4, the code of
/// every other limit. Rust would end it with a signal. This is the last thing that a process
/// without memory can do: nothing is unwound, so files under a temporary name stay behind for the
/// next run to remove. Nothing is published half, as after a kill.
///
/// Requests that may fail say so with [`allocation_may_fail`], because an allocator cannot tell
/// them apart.
pub(crate) struct OrExit;

/// Whether errors are also printed as an object.
static AS_JSON: AtomicBool = AtomicBool::new(false);

/// Lets the message be an object on stdout too, as other errors with `--json`.
pub(crate) fn tell_as_json() {
    AS_JSON.store(true, Ordering::Relaxed);
}

// An allocator is unsafe by its trait. It hands on what mimalloc does, and does not return where
// that fails.
#[allow(unsafe_code)]
mod allocator {
    use super::{MiMalloc, OrExit, allocation_may_fail, out_of_memory};
    use std::alloc::{GlobalAlloc, Layout};

    fn or_exit(memory: *mut u8, bytes: usize) -> *mut u8 {
        if memory.is_null() && !allocation_may_fail() {
            out_of_memory(bytes)
        } else {
            memory
        }
    }

    unsafe impl GlobalAlloc for OrExit {
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            or_exit(unsafe { MiMalloc.alloc(layout) }, layout.size())
        }

        unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
            or_exit(unsafe { MiMalloc.alloc_zeroed(layout) }, layout.size())
        }

        unsafe fn realloc(&self, memory: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
            or_exit(unsafe { MiMalloc.realloc(memory, layout, bytes) }, bytes)
        }

        unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
            unsafe { MiMalloc.dealloc(memory, layout) }
        }
    }
}

/// The longest message, with some room.
const MESSAGE_BYTES: usize = 512;

const HINT: &str = "close other programs, give the process more memory, or use a machine that has more; fewer threads (`--threads`) and fewer columns need less";

/// Whether a thread has begun to print the error of this run.
static ERROR_BEGUN: AtomicBool = AtomicBool::new(false);

/// Whether the error of this run has been printed.
static ERROR_PRINTED: AtomicBool = AtomicBool::new(false);

/// Whether a thread is ending the process for lack of memory.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// Prints the error of this run with `print`, which should not allocate. A run prints one error: if
/// another thread is printing that memory is short, this does not return.
pub(crate) fn print_error(print: impl FnOnce()) {
    if ERROR_BEGUN.swap(true, Ordering::SeqCst) && IS_ENDING.load(Ordering::SeqCst) {
        wait_for_end();
    }
    print();
    ERROR_PRINTED.store(true, Ordering::SeqCst);
}

/// Waits while another thread prints the error and ends the process.
fn wait_for_end() -> ! {
    loop {
        std::thread::sleep(PAUSE);
    }
}

const PAUSE: Duration = Duration::from_millis(10);

/// Pauses to wait for a thread that prints an error. It needs no memory, so it does not take long.
const PAUSES: u32 = 100;

/// Ends the process because there is no more memory.
#[cold]
fn out_of_memory(bytes: usize) -> ! {
    end(format_args!("{bytes} more bytes"))
}

/// Prints an error, unless the run has another one, and ends the process. It must not allocate.
fn end(lacking: std::fmt::Arguments<'_>) -> ! {
    if IS_ENDING.swap(true, Ordering::SeqCst) {
        wait_for_end();
    }
    if ERROR_BEGUN.swap(true, Ordering::SeqCst) {
        let mut pauses = 0..PAUSES;
        while !ERROR_PRINTED.load(Ordering::SeqCst) && pauses.next().is_some() {
            std::thread::sleep(PAUSE);
        }
    } else {
        report(lacking);
    }
    exit_at_once(Exit::Limit)
}

fn report(lacking: std::fmt::Arguments<'_>) {
    let what = format_args!("out of memory: the system could not provide {lacking}");
    // First where nobody has to read it for the process to go on.
    print(2, format_args!("error: {what}\n  hint: {HINT}\n"));
    if AS_JSON.load(Ordering::Relaxed) {
        let error = format_args!(r#"{{"kind":"limit","message":"{what}","hint":"{HINT}"}}"#);
        print(
            1,
            format_args!("{{\"outcome\":\"error\",\"error\":{error}}}\n"),
        );
    }
}

/// Turns an abort for lack of memory into exit code 4.
///
/// A thread that starts needs memory that does not come from our allocator: for its signal stack
/// and its thread-local values. If there is none, the standard library or the C library aborts.
#[cfg(unix)]
#[allow(unsafe_code)]
pub(crate) fn catch_aborts() {
    extern "C" fn on_abort(_: libc::c_int) {
        // If memory is not short, the process aborts when this function returns.
        if is_short() {
            end(format_args!("the memory that a thread needs"))
        }
    }
    let handler: extern "C" fn(libc::c_int) = on_abort;
    // Sound: the handler writes, maps memory and ends the process, which handlers may do.
    unsafe { libc::signal(libc::SIGABRT, handler as libc::sighandler_t) };
}

#[cfg(not(unix))]
pub(crate) fn catch_aborts() {}

/// Whether the system refuses as much memory as a thread needs.
#[cfg(unix)]
#[allow(unsafe_code)]
fn is_short() -> bool {
    const BYTES: usize = 8 << 20;
    // Sound: nothing uses the mapping, and it is removed at once.
    unsafe {
        let memory = libc::mmap(
            std::ptr::null_mut(),
            BYTES,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
            -1,
            0,
        );
        if memory == libc::MAP_FAILED {
            return true;
        }
        libc::munmap(memory, BYTES);
    }
    false
}

/// Writes to a file descriptor, from the stack.
#[allow(unsafe_code)]
fn print(descriptor: i32, text: std::fmt::Arguments<'_>) {
    use std::io::Write;
    let mut buffer = [0; MESSAGE_BYTES];
    let mut rest = &mut buffer[..];
    let _ = rest.write_fmt(text);
    let length = MESSAGE_BYTES - rest.len();
    // Sound: the bytes are those of the buffer. Whoever does not listen is not waited for.
    let _written = unsafe { libc::write(descriptor, buffer.as_ptr().cast(), length as _) };
}

/// Ends the process at once. What runs at a usual end may need memory, or get in the way of threads
/// that still work.
#[cfg(unix)]
#[allow(unsafe_code)]
pub(crate) fn exit_at_once(exit: Exit) -> ! {
    // Sound: it has no conditions.
    unsafe { libc::_exit(exit as i32) }
}

#[cfg(not(unix))]
pub(crate) fn exit_at_once(exit: Exit) -> ! {
    std::process::exit(exit as i32)
}
