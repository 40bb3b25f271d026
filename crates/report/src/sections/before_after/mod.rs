//! Tables and pictures that compare the input with the release.

pub(super) mod html;
pub(super) mod text;
pub(super) mod words;
