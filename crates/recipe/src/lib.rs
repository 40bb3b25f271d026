//! The recipe file: parse, validate, defaults
