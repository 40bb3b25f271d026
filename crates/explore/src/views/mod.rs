//! Views of an atlas: the shadows of a lattice that is too large to be drawn.
//!
//! Each view answers one question of a curator, as plain data. Views resolve as few nodes as they
//! can: what brackets rule out is not looked at. Brackets and bounds are asked of any node of the
//! lattice, also of those an atlas does not list; exact figures only of listed ones, but for
//! [`one_step`].

mod at_hand;
mod cells;
mod columns;
mod division;
mod efficient;
mod front;
mod heights;
mod hexagons;
mod knees;
mod ladders;
mod nearest;
pub(crate) mod nodes;
mod pairs;
mod show;
mod staircase;
mod steps;

pub use at_hand::AtHand;
pub use cells::Stop;
pub use columns::{WithoutColumn, without_column};
pub use efficient::{Change, EfficientNode};
pub use front::{Front, FrontMeasure, front};
pub use heights::{AtHeight, ByHeight, by_height};
pub use hexagons::{Hexagons, hexagons};
pub use knees::Knee;
pub use ladders::{Ladder, ladders};
pub use nearest::Nearest;
pub use pairs::{PairMap, pair_map, pair_maps};
pub use steps::{Neighbour, Neighbours, OneStep, StepDifference, one_step};
