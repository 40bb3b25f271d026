//! Risks: what a release exposes, to whom, and how sure that is.
//!
//! Each measure answers the question of one attacker. In the words of El Emam (Guide to the
//! De-Identification of Personal Health Information, 2013, chapter 16):
//!
//! - the **prosecutor** looks for one person and knows that this person is in the table;
//! - the **journalist** looks for anybody at all, to show that it can be done, and does not know
//!   who of the population was sampled;
//! - the **marketer** links the whole table and is content when many links are right.
//!
//! | module | question | counts |
//! |---|---|---|
//! | [`re_identification`] | how likely is a right link, for the worst person and on average? | sizes of classes |
//! | [`population`] | how many people of the whole population are one of a kind? | sizes of classes, size of the population |
//! | [`subsets`] | which columns, alone or together, tell people apart? | rows as codes |
//! | [`special_uniques`] | which records stand out already by few columns? | rows as codes |
//! | [`audit`] | what does a class give away about its people even if nobody can be told apart in it? | sensitive values per class |
//!
//! Everything here sees codes and counts, never texts. Counts and fractions are exact; the
//! estimates of [`population`] are floating point and say how far rounding can have moved them.

pub mod audit;
mod fraction;
mod partition;
pub mod population;
pub mod re_identification;
mod refine;
pub mod special_uniques;
pub mod subsets;
mod tuples;

pub use fraction::Fraction;
pub use tuples::Tuples;
