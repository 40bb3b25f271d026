//! Risk and utility of disclosing one record: what an attacker with a dictionary of people can do
//! with it, and what it still says.
//!
//! # Source
//! M. R. Fouad, *Privacy Risk and Scalability of Differentially-Private Data Anonymization*
//! (Purdue, CERIAS TR 2012-10), chapters 2 to 5. Section numbers in this module are those of the
//! thesis.
//!
//! A record is shown with one label per attribute; a label is a step on the [chain](Chains) from
//! the value to the top. A node is a vector of steps. An adversary holds an [`AdversaryDictionary`]
//! and cannot tell apart its entries that are consistent with what is shown: |rho| of them. What is
//! shown has a sensitivity, [`Phi`]; the [risk](RiskModel) is made of both. Every step up makes
//! |rho| no smaller, the sensitivity no larger and the [`Utility`] no larger, which is what the
//! searches rest on.
//!
//! An entry fits a node exactly if its least node is at or below it, so |rho| of all nodes of a
//! record is a histogram of least nodes. Entries whose least node has less than the required
//! utility fit no node that is examined, and are dropped first. Where a record's labels must cover
//! the values of an entry, crowds are classes, and forming the classes of a node yields the crowds
//! of all records at once.
//!
//! | file | what it holds |
//! |---|---|
//! | `chain.rs` | the labels above a value, one for each set of values |
//! | `sensitivity.rs` | weights of labels, and how they go up a hierarchy |
//! | `utility.rs` | utilities and losses of a label |
//! | `jaro.rs` | similarity of two texts |
//! | `dictionary.rs` | people that an attacker knows, and which of them fit a label |
//! | `tuples.rs` | attributes that are looked at together |
//! | `selection.rs` | entries that count for a record |
//! | `marks.rs` | sets of entries that fit a step, bit by bit |
//! | `dominance.rs` | how many fit a node, for all nodes of a record |
//! | `crowds.rs` | how many fit one node, for all records of a table |
//! | `record.rs` | risk and utility of the nodes of one record |
//! | `precedes.rs` | whether an estimated dictionary can only overstate the risk |

mod chain;
mod crowds;
mod dictionary;
mod dominance;
mod jaro;
mod marks;
mod precedes;
mod record;
mod selection;
mod sensitivity;
mod tuples;
mod utility;

pub use chain::{ChainLabel, Chains};
pub use crowds::{CrowdScratch, Crowds};
pub use dictionary::{AdversaryDictionary, Consistency, KnownValue, Reader, Scratch, least_step};
pub use dominance::{Dominance, Ups};
pub use jaro::jaro;
pub use precedes::{Entry, precedes};
pub use record::{Across, Attribute, Phi, Record, RiskModel, Risks};
pub use sensitivity::LabelWeights;
pub use tuples::AttributeTuples;
pub use utility::Utility;
