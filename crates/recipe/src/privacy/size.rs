//! Models that ask for the size of groups: k-anonymity, LKC-privacy, k^m-anonymity.

use super::keys::{SHARE_ABOVE_0, decimal, warn_of_size_and_share, whole};
use super::model::Model;
use super::target::Target;
use crate::column::{ColumnRecipe, Role};
use crate::problems::Problems;
use crate::reader::{Section, column_place};

pub(super) fn read_k<'a>(problems: &mut Problems<'a>, section: &Section<'a>) -> Option<Model> {
    let k = whole(problems, section, "k", 1)?;
    if k == 1 {
        problems.warn(
            section.at("k"),
            "k = 1 protects nothing: every table meets it",
        );
    }
    Some(Model::KAnonymity { k })
}

pub(super) fn read_lkc<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    columns: &[ColumnRecipe],
) -> Option<Model> {
    let target = Target::read(problems, section, columns, "lkc-privacy");
    let l = whole(problems, section, "l", 1);
    let k = whole(problems, section, "k", 1);
    let c = decimal(problems, section, "c", &SHARE_ABOVE_0);
    let (target, l, k, c) = (target?, l?, k?, c?);
    let quasi = columns
        .iter()
        .filter(|column| column.role == Role::QuasiIdentifier)
        .count();
    if usize::try_from(l).map_or(true, |l| l > quasi) {
        problems.warn(
            section.at("l"),
            format!("l = {l} is read as {quasi}: there are no more quasi-identifiers to know"),
        );
    }
    warn_of_size_and_share(problems, section, k, ("c", c));
    Some(Model::LkcPrivacy {
        column: target.name(),
        l,
        k,
        c,
        others_as_quasi_identifiers: target.others,
    })
}

pub(super) fn read_km<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    columns: &[ColumnRecipe],
) -> Option<Model> {
    let target = Target::read(problems, section, columns, "km-anonymity");
    let k = whole(problems, section, "k", 1);
    let m = whole(problems, section, "m", 1);
    let (target, k, m) = (target?, k?, m?);
    if target.column.items.is_none() {
        let name = &target.column.name;
        let message =
            format!("km-anonymity protects the sets of column `{name}`, which has no `items`");
        let hint = format!(
            "add `items`, the text between two items of a set, such as `items = \"|\"`, to {}",
            column_place(name)
        );
        problems.add_with(section.at("column"), message, Some(hint));
        return None;
    }
    if k == 1 {
        problems.warn(
            section.at("k"),
            "k = 1 protects nothing: every table meets it",
        );
    }
    Some(Model::KmAnonymity {
        column: target.name(),
        k,
        m,
        others_as_quasi_identifiers: target.others,
    })
}
