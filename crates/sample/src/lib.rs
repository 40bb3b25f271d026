//! Makes realistic public test tables
