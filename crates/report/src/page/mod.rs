//! Page furniture: what texts, HTML pages and pictures are made of, whatever they say.

pub(crate) mod document;
pub(crate) mod html;
pub(crate) mod json;
pub(crate) mod picture;
pub(crate) mod scatter;
pub(crate) mod text;
