//! What a diagnosis brings with it, and how diagnoses are drawn.

/// A code and what is typical of those who have it.
#[derive(Clone, Copy)]
pub(crate) struct Diagnosis {
    pub(crate) code: &'static str,
    /// The ward that treats it.
    pub(crate) ward: usize,
    /// How common it is, by band of age: the first year, then up to 14, 29, 44, 59, 74 and older.
    pub(super) ages: [u32; 7],
    /// How much likelier it is among women, in percent; the rest up to 200 is for men.
    pub(super) women: u32,
    /// Factors of `ages` as the reason of a stay and beside another reason.
    pub(super) main: u32,
    pub(super) beside: u32,
    /// Whether it lasts, so that the patient has it at the next stay too.
    pub(super) lasts: bool,
    /// Typical days of a stay.
    pub(crate) days: u32,
    /// Cost of a stay beside its days, in hundreds.
    pub(crate) cost: u32,
    /// Of 1000, how many die at the age where risk is typical.
    pub(crate) grave: u32,
    /// Of 1000, how many come as an emergency.
    pub(crate) urgent: u32,
}

/// A diagnosis that takes people into a ward for some days.
pub(crate) const fn d(
    code: &'static str,
    ward: usize,
    days: u32,
    cost: u32,
    ages: [u32; 7],
) -> Diagnosis {
    Diagnosis {
        code,
        ward,
        ages,
        women: 100,
        main: 10,
        beside: 1,
        lasts: false,
        days,
        cost,
        grave: 4,
        urgent: 450,
    }
}

impl Diagnosis {
    /// How often it is the reason of a stay, and how often beside another one, in tenths.
    pub(crate) const fn of(self, main: u32, beside: u32) -> Self {
        Diagnosis {
            main,
            beside,
            ..self
        }
    }

    /// It stays with the patient, and is noted beside other reasons so often, in tenths.
    pub(crate) const fn lasts(self, beside: u32) -> Self {
        Diagnosis {
            lasts: true,
            beside,
            ..self
        }
    }

    pub(crate) const fn women(self, percent: u32) -> Self {
        Diagnosis {
            women: percent,
            ..self
        }
    }

    /// Of 1000 die, and come as an emergency.
    pub(crate) const fn risk(self, grave: u32, urgent: u32) -> Self {
        Diagnosis {
            grave,
            urgent,
            ..self
        }
    }

    /// Of ten who have it for good, how many come for it when they come for what they have.
    pub(crate) fn returns(&self) -> u32 {
        self.main.min(10)
    }
}
