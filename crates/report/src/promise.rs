//! What each model promises, in one plain sentence.

use crate::{ModelLine, Unit};

/// What a model promises with its parameters, for a reader who has never heard of it.
///
/// ```
/// use equipoise_report::{ModelLine, Unit, promise};
/// let line = ModelLine { model: "k-anonymity".into(), asked: "5".into(), met: true, ..ModelLine::default() };
/// assert!(promise(&line, &Unit::Rows).starts_with("Whoever knows all quasi-identifiers of somebody"));
/// ```
pub fn promise(line: &ModelLine, unit: &Unit) -> String {
    let asked = &line.asked;
    let units = unit.noun(2);
    let column = line.column.as_deref().unwrap_or("the sensitive column");
    match line.model.as_str() {
        "k-anonymity" => {
            format!("Whoever knows all quasi-identifiers of somebody finds at least {asked} {units} that look the same, or none.")
        }
        "l-diversity" => match line.variant.as_deref().unwrap_or("distinct") {
            "distinct" => format!("Among {units} that look the same, `{column}` has at least {asked} different values."),
            other => format!("Among {units} that look the same, `{column}` is diverse to the degree {asked} ({other} l-diversity)."),
        },
        "t-closeness" => format!(
            "Among {units} that look the same, `{column}` is spread nearly as in the whole table: the distance between the two is at most \
             {asked}, where 0 is no difference and 1 the greatest.{}",
            distance(line.distance.as_deref())
        ),
        other => format!("Every class of {units} that look the same meets `{other}` with {asked}."),
    }
}

fn distance(name: Option<&str>) -> &'static str {
    match name {
        Some("equal") => " All values count as equally far apart.",
        Some("ordered") => " Values that are neighbours in their order count as close.",
        Some("hierarchical") => " Values that meet low in their hierarchy count as close.",
        _ => "",
    }
}
