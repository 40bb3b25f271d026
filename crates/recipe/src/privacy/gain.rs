//! Models that limit by how much a share grows or shrinks: semantic privacy, delta-disclosure,
//! beta-likeness.

use super::choices::{LikenessChoice, LogChoice};
use super::keys::{ABOVE_0, FROM_0, decimal, word_or};
use super::model::Model;
use super::target::Target;
use crate::column::ColumnRecipe;
use crate::problems::Problems;
use crate::reader::Section;

pub(super) fn read_semantic<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    columns: &[ColumnRecipe],
) -> Option<Model> {
    let target = Target::read(problems, section, columns, "semantic-privacy");
    let delta = decimal(problems, section, "delta", &FROM_0);
    let log = word_or(problems, section, "log", LogChoice::Natural);
    let target = target?;
    Some(Model::SemanticPrivacy {
        column: target.name(),
        delta: delta?,
        log: log?,
        others_as_quasi_identifiers: target.others,
    })
}

pub(super) fn read_delta<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    columns: &[ColumnRecipe],
) -> Option<Model> {
    let target = Target::read(problems, section, columns, "delta-disclosure");
    let delta = decimal(problems, section, "delta", &ABOVE_0);
    let log = word_or(problems, section, "log", LogChoice::Natural);
    let target = target?;
    Some(Model::DeltaDisclosure {
        column: target.name(),
        delta: delta?,
        log: log?,
        others_as_quasi_identifiers: target.others,
    })
}

pub(super) fn read_beta<'a>(
    problems: &mut Problems<'a>,
    section: &Section<'a>,
    columns: &[ColumnRecipe],
) -> Option<Model> {
    let target = Target::read(problems, section, columns, "beta-likeness");
    let beta = decimal(problems, section, "beta", &ABOVE_0);
    let variant = word_or(problems, section, "variant", LikenessChoice::Basic);
    let target = target?;
    Some(Model::BetaLikeness {
        column: target.name(),
        beta: beta?,
        variant: variant?,
        others_as_quasi_identifiers: target.others,
    })
}
