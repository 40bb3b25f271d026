//! The view of releases, against its definition on small random ones.

mod published;
