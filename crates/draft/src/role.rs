//! What a column is to the people in the table.

use crate::facts::Facts;
use crate::reading::{Reading, Shape, Understood};
use crate::words::{BELIEF, BIRTH, DIRECT, HEALTH, MONEY, NUMBERED, OF_A_NAME};
use equipoise_recipe::Role;

/// A role and why.
#[derive(Clone, Debug)]
pub(crate) struct Reasoned {
    pub(crate) role: Role,
    pub(crate) why: &'static str,
    pub(crate) remarks: Vec<&'static str>,
}

const TOO_EXACT: &str = "nearly every row has a value of its own: whoever knows it has found the row; make it coarser, or leave it out";

/// The role of a column. `persons` is the number of persons, where a column tells them apart.
///
/// Nothing is insensitive here: that a column harms nobody cannot be seen in a table.
pub(crate) fn role(facts: &Facts<'_>, read: &Understood, persons: Option<u64>) -> Reasoned {
    let reasoned = |role, why| Reasoned {
        role,
        why,
        remarks: Vec::new(),
    };
    if let Some(why) = identifying(facts, read, persons) {
        return reasoned(Role::Identifying, why);
    }
    if let Some(why) = sensitive(facts, read) {
        let remarks = if facts.is_nearly_unique() {
            vec![TOO_EXACT]
        } else {
            Vec::new()
        };
        return Reasoned {
            role: Role::Sensitive,
            why,
            remarks,
        };
    }
    let mut quasi = reasoned(
        Role::QuasiIdentifier,
        "others may know it, and nothing in the table shows that it is harmless",
    );
    if matches!(read.reading, Reading::Text(Shape::Classified)) {
        quasi
            .remarks
            .push("if these codes are diagnoses, the role is `sensitive`");
    }
    quasi
}

fn identifying(facts: &Facts<'_>, read: &Understood, persons: Option<u64>) -> Option<&'static str> {
    let words = &facts.words;
    if facts.distinct() == 0 {
        return None;
    }
    if read.dates().is_some() {
        return BIRTH.tell(words).then_some(
            "a date of birth is too exact: with a sex and a place it singles people out",
        );
    }
    let has_name = words.iter().any(|w| w == "name") && OF_A_NAME.tell(words);
    if (DIRECT.tell(words) || has_name) && facts.distinct() > 1 {
        return Some("its name says that it leads to a single person");
    }
    if read.is_running {
        return Some("it numbers the rows, which leads back to the source");
    }
    if matches!(read.reading, Reading::Decimal(_)) || read.is_number() && !NUMBERED.tell(words) {
        return None;
    }
    let of_persons = persons.is_some_and(|p| {
        p >= 20 && facts.distinct() as u64 * 20 >= p * 19 && facts.has_long_texts(3)
    });
    match () {
        () if NUMBERED.tell(words) && facts.has_many_values() => {
            Some("its name says that it numbers or names, and it has many values")
        }
        () if facts.is_nearly_unique() => Some("nearly every row has a value of its own"),
        () if of_persons && facts.common_shape().is_some() => {
            Some("it has about as many values as there are persons")
        }
        () if facts.has_many_values() && facts.has_long_texts(25) => {
            Some("long texts, most of them found once: anything may stand in them")
        }
        () => None,
    }
}

fn sensitive(facts: &Facts<'_>, read: &Understood) -> Option<&'static str> {
    // A date of a diagnosis is known to whoever was there, as other dates are.
    if read.dates().is_some() {
        return None;
    }
    let words = &facts.words;
    match () {
        () if HEALTH.tell(words) => {
            Some("its name speaks of health, which nobody should learn about a person")
        }
        () if MONEY.tell(words) => {
            Some("its name speaks of money, which nobody should learn about a person")
        }
        () if BELIEF.tell(words) => {
            Some("its name speaks of beliefs or offences, which nobody should learn about a person")
        }
        () => None,
    }
}

impl Facts<'_> {
    /// The average text has at least so many characters.
    fn has_long_texts(&self, characters: usize) -> bool {
        self.values.iter().map(|v| v.text.len()).sum::<usize>()
            >= characters * self.values.len().max(1)
    }
}
