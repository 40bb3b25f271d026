//! The whole flow as one API
