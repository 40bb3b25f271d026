//! Measures a released file with code of its own and writes certificates
