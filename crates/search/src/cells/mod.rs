//! The fewest suppressed cells such that k holds.
