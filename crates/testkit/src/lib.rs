//! Random tables and brute-force oracles for the tests
