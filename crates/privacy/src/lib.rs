//! Privacy models: what a class must fulfil, with a score, a verdict and a witness
