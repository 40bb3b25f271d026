//! Turns what was measured into a certificate.

use crate::certificate::*;
use crate::measured::{DistanceKind, Measured, MeasuredSensitive};
use crate::question::{Distance, Persons, Question};
use crate::sealed::{FORMAT, VERSION};
use crate::{Error, Ratio, Result, parse_decimal};
use hashbrown::{HashMap, HashSet};

/// What a release says about itself that cannot be measured on the file.
#[derive(Clone, Debug)]
pub struct Release {
    /// The name of the released file, without a path.
    pub file: String,
    /// The level of each quasi-identifier, in the order of the table.
    pub levels: Vec<(String, u32)>,
    /// What was asked.
    pub asked: Vec<Asked>,
}

/// A model that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Classes of at least k units.
    KAnonymity {
        /// k.
        k: u64,
    },
    /// At least l distinct values in each class.
    LDiversity {
        /// The sensitive column.
        column: String,
        /// l.
        l: u64,
    },
    /// A distance of at most t from the input for each class.
    TCloseness {
        /// The sensitive column.
        column: String,
        /// t, as given: a decimal text.
        t: String,
        /// The distance between values.
        distance: DistanceKind,
    },
}

/// Makes the certificate of a release from what was measured on its file.
///
/// # Errors
/// An internal error when the file does not fulfil what was asked: by then the search has promised that it does.
/// So there is no certificate whose promise was not met when it was issued.
///
/// # Example
/// ```
/// use equipoise_certify::{Asked, Question, Release, issue, measure, verify};
/// let table = "zip\n476**\n476**\n";
/// let question = Question::new(["zip"]);
/// let measured = measure(&question, table.as_bytes())?;
/// let release = Release { file: "out.csv".into(), levels: vec![("zip".into(), 2)], asked: vec![Asked::KAnonymity { k: 2 }] };
/// let certificate = issue(&question, &measured, &release)?;
/// assert!(verify(&certificate.to_json()?, table.as_bytes(), None)?.holds());
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn issue(question: &Question, measured: &Measured, release: &Release) -> Result<Certificate> {
    if release.file.is_empty() || release.file.contains(['/', '\\']) {
        return Err(Error::internal("a certificate names its file without a path"));
    }
    if release.asked.is_empty() || !release.levels.iter().map(|(column, _)| column).eq(&question.quasi_identifiers) {
        return Err(Error::internal("a certificate needs a model, and a level for each quasi-identifier in their order"));
    }
    let (unit, person) = match &question.persons {
        Persons::Rows => (Unit::Rows, None),
        Persons::Column(name) => (Unit::Persons, Some(name.clone())),
        Persons::Listed(_) => (Unit::Persons, None),
    };
    let output = Output {
        file: release.file.clone(),
        sha256: measured.sha256.clone(),
        rows: measured.rows,
        columns: measured.columns.clone(),
        person,
        delimiter: AsciiChar(question.delimiter),
        quote: AsciiChar(question.quote),
        header: question.header,
        missing: question.missing.clone(),
    };
    let suppressed = match &question.mark_label {
        None => Suppressed::Drop,
        Some(label) => Suppressed::Mark { label: label.clone() },
    };
    let certificate = Certificate {
        format: FORMAT,
        equipoise: VERSION.into(),
        statement: STATEMENT.into(),
        unit,
        output,
        quasi_identifiers: question.quasi_identifiers.clone(),
        decision: Decision::Levels { levels: Levels(release.levels.clone()) },
        suppressed,
        privacy: release.asked.iter().map(|asked| promise(question, measured, asked)).collect::<Result<_>>()?,
        digest: String::new(),
    };
    certificate.seal()
}

fn promise(question: &Question, measured: &Measured, asked: &Asked) -> Result<Promise> {
    match asked {
        Asked::KAnonymity { k } => {
            let found = measured.smallest_class.ok_or_else(|| unmeasured("k-anonymity"))?;
            fulfilled(found >= *k, "k-anonymity", k, &found)?;
            Ok(Promise::KAnonymity(KAnonymity { asked: *k, measured: found }))
        }
        Asked::LDiversity { column, l } => {
            let found = columns(measured, column).find_map(|column| column.distinct_l).ok_or_else(|| unmeasured("l-diversity"))?;
            fulfilled(found >= *l, "l-diversity", l, &found)?;
            Ok(Promise::LDiversity(LDiversity { column: column.clone(), variant: Variant::Distinct, asked: *l, measured: found }))
        }
        Asked::TCloseness { column, t, distance } => t_closeness(question, measured, column, t, *distance).map(Promise::TCloseness),
    }
}

fn t_closeness(question: &Question, measured: &Measured, column: &str, t: &str, kind: DistanceKind) -> Result<TCloseness> {
    let (t_num, t_den) = parse_decimal(t)?;
    let entries = columns(measured, column).flat_map(|column| column.closeness.iter().map(move |closeness| (closeness, &column.values)));
    let found = entries.filter(|(closeness, _)| closeness.distance == kind);
    let found = found.filter_map(|(closeness, values)| Some((closeness.against_input?, closeness.against_release?, values))).next();
    let (input, release, values) = found.ok_or_else(|| unmeasured("t-closeness"))?;
    fulfilled(input.at_most(t_num, t_den), "t-closeness", &t, &input.decimal_up(6))?;
    let asked_of = question.sensitive.iter().filter(|asked| asked.name == column);
    let distance =
        asked_of.flat_map(|asked| &asked.closeness).map(|closeness| &closeness.distance).find(|distance| distance.kind() == kind);
    let (order, lines) = match distance {
        Some(Distance::Ordered { ranks }) => (Some(released_order(ranks, values)), None),
        Some(Distance::Hierarchical { lines }) => (None, Some(released_lines(lines, values))),
        _ => (None, None),
    };
    Ok(TCloseness {
        column: column.into(),
        distance: kind,
        asked: t.into(),
        measured: stated_distance(input, t)?,
        measured_against_release: release.into(),
        order,
        lines,
    })
}

/// How a distance from the input is stated: rounded up, so that it neither understates nor gives away how many rows
/// the input had, but not above the threshold that it keeps.
pub(crate) fn stated_distance(distance: Ratio, asked: &str) -> Result<String> {
    const PLACES: usize = 3;
    let up = distance.decimal_up(PLACES);
    let ((t_num, t_den), (up_num, up_den)) = (parse_decimal(asked)?, parse_decimal(&up)?);
    let exceeds = !Ratio::new(up_num, up_den)?.at_most(t_num, t_den);
    Ok(if exceeds && distance.at_most(t_num, t_den) { asked.into() } else { up })
}

/// The released values by rank.
fn released_order(ranks: &[(String, u32)], values: &[String]) -> Vec<Vec<String>> {
    let released: HashSet<&str> = values.iter().map(String::as_str).collect();
    let mut ranked: Vec<(u32, &str)> =
        ranks.iter().map(|(text, rank)| (*rank, text.as_str())).filter(|(_, text)| released.contains(text)).collect();
    ranked.sort_unstable();
    ranked.chunk_by(|a, b| a.0 == b.0).map(|tied| tied.iter().map(|(_, text)| (*text).to_owned()).collect()).collect()
}

/// The lines of the released values, in the order of the values and not of the file.
fn released_lines(lines: &[Vec<String>], values: &[String]) -> Vec<Vec<String>> {
    let by_value: HashMap<&str, &Vec<String>> = lines.iter().filter_map(|line| Some((line.first()?.as_str(), line))).collect();
    values.iter().filter_map(|value| by_value.get(value.as_str()).map(|line| (*line).clone())).collect()
}

fn columns<'a>(measured: &'a Measured, name: &'a str) -> impl Iterator<Item = &'a MeasuredSensitive> {
    measured.sensitive.iter().filter(move |column| column.name == name)
}

fn fulfilled(met: bool, model: &str, asked: &dyn std::fmt::Display, found: &dyn std::fmt::Display) -> Result<()> {
    if met {
        return Ok(());
    }
    Err(Error::internal(format!("the released file, read back, does not fulfil {model}: asked {asked}, measured {found}")))
}

fn unmeasured(model: &str) -> Error {
    Error::internal(format!("a certificate was to state {model}, which was not measured on the released file"))
}
