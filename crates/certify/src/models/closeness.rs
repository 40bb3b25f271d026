//! t-closeness: the greatest distance of a class from the input and from the released table.

use super::domain::{Domain, Positions, Yardstick};
use super::evidence::{Evidence, greatest};
use crate::measured::{MeasuredModel, Value, Witness};
use crate::parameters::Distance;
use crate::tally::{self, Counts};
use crate::{Error, Ratio, Result};
use hashbrown::HashMap;

pub(super) fn judge(
    column: &str,
    t: Ratio,
    distance: &Distance,
    reference: Option<&[(Option<String>, u64)]>,
    evidence: &Evidence<'_>,
) -> Result<MeasuredModel> {
    let counts = evidence.counts()?;
    let input = reference
        .map(|reference| of_input(column, distance, reference, counts))
        .transpose()?;
    let input = input
        .map(|(yardstick, positions)| worst(&yardstick, &positions, evidence))
        .transpose()?;
    let (yardstick, positions) = of_release(column, distance, counts)?;
    let (release, _) = worst(&yardstick, &positions, evidence)?;
    let (value, witness) = input.unzip();
    let met = value.is_some_and(|value| value.at_most(t));
    Ok(MeasuredModel {
        value,
        met,
        witness,
        against_release: Some(release),
        ..MeasuredModel::default()
    })
}

fn worst(
    yardstick: &Yardstick,
    positions: &Positions,
    evidence: &Evidence<'_>,
) -> Result<(Value, Witness)> {
    greatest(evidence, |_, cells| {
        let (class, missing) = positions.of_class(cells);
        yardstick.distance(&class, missing)
    })
}

fn of_release(
    column: &str,
    distance: &Distance,
    counts: &Counts,
) -> Result<(Yardstick, Positions)> {
    let missing = counts.whole[tally::MISSING as usize];
    let domain = Domain::new(
        distance,
        counts.values().map(|value| counts.text(value)),
        missing > 0,
    )?;
    let positions = Positions::new(column, counts, |text| domain.place(text), true)?;
    let units = counts
        .values()
        .map(|value| (Some(counts.text(value)), counts.whole[value as usize]));
    let yardstick = domain.yardstick(column, units.chain([(None, missing)]))?;
    Ok((yardstick, positions))
}

fn of_input(
    column: &str,
    distance: &Distance,
    reference: &[(Option<String>, u64)],
    counts: &Counts,
) -> Result<(Yardstick, Positions)> {
    let known = known(column, reference)?;
    let has_missing = known.contains_key(&None);
    let domain = Domain::new(distance, known.keys().filter_map(|text| *text), has_missing)?;
    let place = |text: &[u8]| {
        known
            .contains_key(&Some(text))
            .then(|| domain.place(text))
            .flatten()
    };
    let positions = Positions::new(column, counts, place, has_missing)?;
    let yardstick = domain.yardstick(column, known.iter().map(|(text, units)| (*text, *units)))?;
    Ok((yardstick, positions))
}

/// The values of a reference that occur, each with its units.
pub(super) fn known<'a>(
    column: &str,
    reference: &'a [(Option<String>, u64)],
) -> Result<HashMap<Option<&'a [u8]>, u64>> {
    let mut known = HashMap::new();
    for (text, units) in reference.iter().filter(|(_, units)| *units > 0) {
        if known
            .insert(text.as_ref().map(|text| text.as_bytes()), *units)
            .is_some()
        {
            return Err(Error::data(format!(
                "the reference of column `{column}` lists one value twice"
            )));
        }
    }
    Ok(known)
}
