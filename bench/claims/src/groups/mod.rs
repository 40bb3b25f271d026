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

#[cfg(test)]
mod tests {
    use super::*;
    use equipoise_testkit::shared::shared_data;
    use std::collections::BTreeSet;

    /// `--only` with an id looks only at groups that name it. Without the shared data, groups that
    /// need it have no lines.
    #[test]
    fn every_group_has_lines_of_the_ids_it_names_and_of_no_other() {
        for group in ALL {
            let named: BTreeSet<&str> = group.ids.iter().copied().collect();
            let found: BTreeSet<&str> = (group.run)()
                .unwrap()
                .iter()
                .map(|claim| claim.id)
                .collect();
            let is_absent = found.is_empty() && shared_data().is_none();
            assert!(is_absent || named == found, "{named:?}, {found:?}");
        }
    }
}
