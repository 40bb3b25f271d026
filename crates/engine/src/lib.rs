//! The only crate that opens files: read, write, stage
