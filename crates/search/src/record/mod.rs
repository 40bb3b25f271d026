//! Each record gets its own best generalization: least risk for a required utility, most utility
//! under a cap on risk, or the best mix.
//!
//! # Source
//! M. R. Fouad, *Privacy Risk and Scalability of Differentially-Private Data Anonymization*
//! (Purdue, CERIAS TR 2012-10), chapters 2, 4 and 5; section and algorithm numbers are those of the
//! thesis. What risk and utility are is in [`equipoise_measure::disclosure`].
//!
//! An optimizer sees a record as a [`Landscape`]: a box of nodes with a risk and a utility at each.
//! It says which [forms](Form) of the problem it [admits](Optimizer::admits). One file each:
//!
//! | optimizer | admits | answer |
//! |---|---|---|
//! | [`Exhaustive`] | all forms | exact, by definition |
//! | [`MinRisk`] | all forms | the best of given nodes |
//! | [`BestFirst`] (BTDA and its dual) | least risk, most utility | exact |
//! | [`Aruba`] | least risk | exact wherever it was tested, see there |
//! | [`BranchAndBound`] | all but the aggregate | exact unless its budget ends |
//! | [`Genetic`] | least risk | best found |
//! | [`Dinkelbach`] | the aggregate | exact |
//!
//! Whole tables are solved in `table.rs`, by going through records or, where a node's classes tell
//! the crowd of every record at once, through nodes (`sweep.rs`). `floor` turns what was decided
//! for records into classes that meet the models of the released table.
//!
//! Hierarchies must be bound to all of their values, including those that no row has, and to a leaf
//! for missing values, so that every label stands for a set of values of its own.

mod aggregate;
mod aruba;
mod best_first;
mod birkhoff;
mod branch_and_bound;
mod crowds;
mod evaluate;
mod exhaustive;
mod floor;
mod form;
mod genetic;
mod greedy;
mod landscape;
mod min_risk;
mod nodes;
mod optimizer;
mod records;
mod rules;
mod solutions;
mod sweep;
mod table;
mod task;
mod ties;

pub use aggregate::Dinkelbach;
pub use aruba::{Aruba, MOST_CUBE, Neighbourhood};
pub use best_first::BestFirst;
pub use birkhoff::Birkhoff;
pub use branch_and_bound::BranchAndBound;
pub use evaluate::{evaluate, raw_records};
pub use exhaustive::Exhaustive;
pub use floor::{Floored, floor};
pub use form::{Form, Infeasible, RatedNode};
pub use genetic::Genetic;
pub use landscape::Landscape;
pub use min_risk::{MinRisk, RatedRule, min_risk};
pub use optimizer::{Optimizer, Solved};
pub use records::Records;
pub use rules::{TableRule, measure_rules};
pub use solutions::RecordSolutions;
pub use table::RecordMethod;
pub use task::{RecordTask, Threshold};
