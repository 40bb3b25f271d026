//! One file per command.

pub(crate) mod anonymize;
pub(crate) mod check;
pub(crate) mod demo;
pub(crate) mod inspect;
pub(crate) mod sample;
pub(crate) mod verify;
