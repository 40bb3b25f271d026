//! The atlas: every trade-off of a table, answered at once.
//!
//! # Source
//! Pilalidou and Vassiliadis, "Trading privacy for information loss in the blink of an eye", SSDBM 2012: an annotated lattice,
//! answers without delay, three suggestions for wishes that cannot be met. The project's own: spectra of any model, joint
//! spectra, losses at every step, exact answers for models that are not monotone, brackets where not all nodes are known.

mod answer;
mod known;
mod wishes;

pub use answer::{Answer, Relaxed, Shown, Suggestions};
pub use known::{Figures, Known};
pub use wishes::{By, Thresholds, Wishes};
