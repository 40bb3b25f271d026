//! The facts that reports are made of, as the caller fills them in.
//!
//! They are not masked. What leaves this crate goes through [`crate::masked`] first, or is for the
//! owner of the table only.

pub(crate) mod account;
pub(crate) mod class_sizes;
pub(crate) mod disclosure;
pub(crate) mod left_out;
pub(crate) mod model;
pub(crate) mod preference;
pub(crate) mod report;
pub(crate) mod risks;
pub(crate) mod search;
pub(crate) mod sets;
pub(crate) mod table;
pub(crate) mod unit;
pub(crate) mod usefulness;
