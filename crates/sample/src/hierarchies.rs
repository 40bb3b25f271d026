//! The hierarchy files that the recipe names.

use crate::values::*;

/// The hierarchies of the sample as files: path relative to the recipe, and text.
///
/// One line per value: the value, its labels from fine to coarse, and the top `*`; separated by
/// `;`, without header. The other columns get their hierarchies from builders in the recipe.
///
/// ```
/// let files = equipoise_sample::hierarchies();
/// let (path, text) = &files[1];
/// assert_eq!(path, "hierarchies/marital-status.csv");
/// assert!(text.starts_with("single;not in a couple;*\nmarried;in a couple;*\n"));
/// ```
pub fn hierarchies() -> Vec<(String, String)> {
    vec![
        file("sex", &SEX),
        file("marital-status", &MARITAL),
        file("education", &EDUCATION),
        file("occupation", &OCCUPATION),
        file("birth-country", &COUNTRY),
        file("diagnosis", &DIAGNOSIS),
    ]
}

pub(crate) fn file<const N: usize>(column: &str, lines: &[[&str; N]]) -> (String, String) {
    let text = lines
        .iter()
        .map(|line| format!("{};*\n", line.join(";")))
        .collect();
    (format!("hierarchies/{column}.csv"), text)
}
