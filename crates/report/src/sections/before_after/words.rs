//! Titles, numbers and shares as texts.

use crate::masked::classes::ClassesView;
use crate::masked::mask::Count;
use crate::masked::view::ReportView;
use crate::number::percent;

/// The title of a section that compares the release with the input where both are reported.
pub(crate) fn title(name: &str, view: &ReportView) -> String {
    if view.classes.before.is_some() {
        format!("{name}, before and after")
    } else {
        name.to_owned()
    }
}

/// A number with its share. A masked number says so, unless its share is told.
pub(crate) fn units(units: Count, share: Option<f64>) -> (String, String) {
    let number = match (units, share) {
        (Count::Withheld, Some(_)) => String::new(),
        _ => units.to_string(),
    };
    let share = match (units, share) {
        (_, None) => String::new(),
        (Count::Withheld, Some(share)) => format!("{:.0} %", share * 100.0),
        (_, Some(share)) => percent(share),
    };
    (number, share)
}

/// A number, or why there is none.
pub(crate) fn number_or_reason(number: Option<String>, of: &ClassesView) -> String {
    number.unwrap_or_else(|| {
        if of.units == Count::Exact(0) {
            "none"
        } else {
            "masked"
        }
        .to_owned()
    })
}
