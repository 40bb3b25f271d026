//! `atlas`: built, killed, resumed, damaged, out of date.

mod build;
mod damaged;
#[cfg(unix)]
mod killed;
