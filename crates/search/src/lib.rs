//! Finds the best node of a lattice, and proves it
