//! The integration tests of this crate, in one program: it is linked once.

mod contents;
mod interrupt;
mod journal;
mod killed;
mod lock;
mod stage;
mod text;
