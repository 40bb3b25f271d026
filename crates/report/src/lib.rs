//! Text and JSON reports from verdicts and measures
