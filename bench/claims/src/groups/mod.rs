//! All claims, one file per group of them.
//!
//! To add claims: write a file with a `GROUP` like the ones here and put it into [`ALL`]. A claim
//! is computed by the product through its public interfaces; what is computed here is only what the
//! source prints and the product does not do.

mod closeness;
mod disclosure;
mod distances;
mod exploration;
pub(crate) mod group;
mod information;
mod large_groups;
mod partitions;
mod preferences;
mod skewness;

use group::Group;

/// All groups, in the order of the table.
pub(crate) const ALL: &[Group] = &[
    distances::GROUP,
    closeness::GROUP,
    large_groups::GROUP,
    information::GROUP,
    skewness::GROUP,
    partitions::GROUP,
    disclosure::GROUP,
    preferences::GROUP,
    exploration::PRINTED,
    exploration::ADULT,
];
