//! `atlas`: built, killed, resumed, damaged, out of date.

#[path = "../common/mod.rs"]
mod common;

mod build;
mod damaged;
#[cfg(unix)]
mod killed;
