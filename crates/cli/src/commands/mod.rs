//! One file per command.

pub(crate) mod anonymize;
pub(crate) mod apply;
pub(crate) mod ask;
pub(crate) mod atlas;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod demo;
pub(crate) mod explore;
pub(crate) mod frontier;
pub(crate) mod init;
pub(crate) mod inspect;
pub(crate) mod prefer;
pub(crate) mod sample;
pub(crate) mod session;
pub(crate) mod shell;
pub(crate) mod verify;
