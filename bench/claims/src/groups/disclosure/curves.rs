//! How the least risk depends on the required utility, the dictionary and the sensitivity: claims
//! F1 to F3.

use super::numbers::{falling, list, rising};
use super::world::{SUM, World, expected};
use crate::claim::Claim;
use crate::value::{Expected, Value};
use equipoise_data::Result;
use equipoise_measure::disclosure::Phi;

/// Thresholds of the source.
const THRESHOLDS: [f64; 11] = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0];

/// The threshold where the dictionary is varied.
const FIXED: f64 = 8.0;

/// A tenth of the table is disclosed, to who knows all of it unless a line says otherwise.
pub(super) fn run(world: &World, name: &str) -> Result<Vec<Claim>> {
    let (people, disclosed) = (world.people(), world.people() / 10);
    let risks = |people: usize, phi: Phi, thresholds: &[f64]| {
        let question = world.disclose(disclosed, world.raw(people)?, expected(phi))?;
        thresholds
            .iter()
            .map(|&c| question.least_risk(c))
            .collect::<Result<Vec<f64>>>()
    };
    let (sum, product) = (
        risks(people, SUM, &THRESHOLDS)?,
        risks(people, Phi::Multiplicative, &THRESHOLDS)?,
    );
    let tenths = (1..=10)
        .map(|tenth| Ok(risks(people * tenth / 10, SUM, &[FIXED])?[0]))
        .collect::<Result<Vec<f64>>>()?;
    let larger = sum
        .iter()
        .zip(&product)
        .filter(|(sum, product)| product > sum)
        .count() as u64;
    Ok(vec![
        Claim::new(
            "F1",
            format!("{name}, c = 0 to 10: least mean risk {}; so many of 10 steps go up", list(&sum)),
            Expected::Whole(10),
            Value::Whole(rising(&sum)),
        ),
        Claim::new(
            "F2",
            format!("{name}, c = 8, dictionary 10 % to 100 % of the table: {}; steps that go down, and up", list(&tenths)),
            Expected::List(vec![Expected::Whole(9), Expected::Whole(0)]),
            Value::List(vec![Value::Whole(falling(&tenths)), Value::Whole(rising(&tenths))]),
        )
        .corrected(
            "E4: the disclosed records are in every dictionary; whom nobody fits would else have no risk until the dictionary grows",
        ),
        Claim::new(
            "F3",
            format!("{name}, c = 0 to 10, multiplicative sensitivity: {}; so many of 11 are larger than in F1", list(&product)),
            Expected::Whole(11),
            Value::Whole(larger),
        )
        .corrected("E24: `superior` can only mean a larger number; it follows from e^s > s"),
    ])
}
