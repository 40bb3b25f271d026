//! Whether an estimated dictionary can only overstate the risk.

use super::KnownValue;
use std::collections::HashMap;

/// An entry of a dictionary whose people have identifiers.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// Who it is.
    pub id: &'a str,
    /// What is known, attribute by attribute.
    pub known: Vec<&'a KnownValue>,
}

/// Whether one dictionary precedes another: every entry of the first has an entry of the second for
/// the same person whose attributes are all equal or more general.
///
/// If an estimate precedes the attacker's true dictionary and has an entry for every released
/// record, the risk by the estimate is an upper bound of the true one, for every way to release,
/// where the risk depends on sensitivity and |rho| alone (model III depends on the size of the
/// dictionary too) and where the estimate counts everybody once. That holds where entries may be
/// coarser than what is shown ([`Consistency::Compatible`](super::Consistency)), and not where they
/// may not (E3).
///
/// # Source
/// §2.5, Theorem 2.5.1.
///
/// # Cost
/// O(entries of both), and people with several entries multiply.
///
/// ```
/// use equipoise_data::Region;
/// use equipoise_measure::disclosure::{Entry, KnownValue, precedes};
/// let (city, state) = (KnownValue::Region(Region { first: 2, last: 2 }), KnownValue::Region(Region { first: 0, last: 5 }));
/// let entry = |id, known| Entry { id, known: vec![known] };
/// assert!(precedes(&[entry("1", &city), entry("2", &city)], &[entry("1", &city), entry("2", &state)]));
/// assert!(!precedes(&[entry("1", &state)], &[entry("1", &city)]));
/// assert!(!precedes(&[entry("3", &city)], &[entry("1", &city)]), "nobody of that name");
/// ```
pub fn precedes(first: &[Entry<'_>], second: &[Entry<'_>]) -> bool {
    let mut of_person: HashMap<&str, Vec<&Entry<'_>>> = HashMap::new();
    second
        .iter()
        .for_each(|entry| of_person.entry(entry.id).or_default().push(entry));
    let is_above = |above: &KnownValue, below: &KnownValue| match (above, below) {
        (KnownValue::Anything, _) => true,
        (KnownValue::Region(above), KnownValue::Region(below)) => above.covers(*below),
        (above, below) => above == below,
    };
    let has_match = |entry: &Entry<'_>| {
        let all_above = |other: &&&Entry<'_>| {
            other
                .known
                .iter()
                .zip(&entry.known)
                .all(|(above, below)| is_above(above, below))
        };
        of_person
            .get(entry.id)
            .is_some_and(|of| of.iter().any(|other| all_above(&other)))
    };
    first.iter().all(has_match)
}
