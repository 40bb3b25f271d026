//! Questions to the independent judge, and the rows that it reads.

mod asks;
mod csv_rows;

pub(crate) use asks::QuestionFacts;
pub(crate) use csv_rows::CsvRows;
