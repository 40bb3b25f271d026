//! Applies a decision to a table of codes
