//! A question about a released table: the layout of the file, the roles of its columns, and the
//! models.

use crate::ask::Ask;
use crate::grouping::Grouping;
use equipoise_data::{Error, Result};
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};

/// A question about a released table.
///
/// ```
/// use equipoise_certify::Question;
/// let question = Question::new(["zip", "age"]);
/// assert_eq!(question.delimiter, b',');
/// ```
#[derive(Clone, Debug)]
pub struct Question {
    /// The format of the file. What follows about delimiters, quotes and headers is for CSV.
    pub format: FileFormat,
    /// Separates fields.
    pub delimiter: u8,
    /// Encloses fields that contain a delimiter, a line end or a quote.
    pub quote: u8,
    /// Whether the first record names the columns.
    pub header: bool,
    /// The names of the columns in order. Required without a header; with one, it must agree unless
    /// this is empty.
    pub columns: Vec<String>,
    /// The quasi-identifiers.
    pub quasi_identifiers: Vec<String>,
    /// The rule by which rows form classes.
    pub grouping: Grouping,
    /// The models to measure.
    pub models: Vec<Ask>,
    /// Texts that mean "missing"; as quasi-identifiers they are one value.
    pub missing: Vec<String>,
    /// The label of suppressed rows, where these are kept and marked.
    pub mark_label: Option<String>,
    /// The unit of protection.
    pub persons: Persons,
}

impl Question {
    /// A question about class sizes in rows of a comma-separated file with a header and without
    /// missing values.
    pub fn new<S: Into<String>>(quasi_identifiers: impl IntoIterator<Item = S>) -> Self {
        Question {
            format: FileFormat::Csv,
            delimiter: b',',
            quote: b'"',
            header: true,
            columns: Vec::new(),
            quasi_identifiers: quasi_identifiers.into_iter().map(Into::into).collect(),
            grouping: Grouping::EqualTexts,
            models: Vec::new(),
            missing: Vec::new(),
            mark_label: None,
            persons: Persons::Rows,
        }
    }

    /// The columns whose equal texts form a class.
    pub(crate) fn class_columns(&self) -> &[String] {
        self.grouping.class_columns(&self.quasi_identifiers)
    }

    /// Refuses what buckets do not have: persons and marked rows.
    fn check_buckets(&self) -> Result<()> {
        if self.grouping == Grouping::EqualTexts {
            return Ok(());
        }
        if self.persons != Persons::Rows {
            return Err(Error::usage(
                "buckets count rows, not persons: the rows of one person may be in several buckets",
            ));
        }
        if self.mark_label.is_some() {
            return Err(Error::usage("suppressed rows cannot be marked in buckets"));
        }
        Ok(())
    }
}

/// The format of a released file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FileFormat {
    /// Text with delimiters. A compressed file counts as the text in it.
    #[default]
    Csv,
    /// Parquet. A null is missing.
    Parquet,
}

/// The units that are counted in a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Persons {
    /// Rows.
    Rows,
    /// Distinct texts of this column of the file. Rows without a person count as one person, so
    /// that they never make a class look larger than it may be.
    Column(String),
    /// Distinct numbers; one for each row of the file, in its order.
    Listed(Vec<u32>),
}

/// Places of the columns of a question in a file.
pub(crate) struct Layout {
    pub(crate) columns: Vec<String>,
    pub(crate) quasi_identifiers: Vec<usize>,
    pub(crate) person: Option<usize>,
}

impl Layout {
    pub(crate) fn new(question: &Question, columns: &[String]) -> Result<Self> {
        if question.quasi_identifiers.is_empty() {
            return Err(Error::usage(
                "no quasi-identifier is given; classes need at least one",
            ));
        }
        question.check_buckets()?;
        let mut places: HashMap<&str, usize> = HashMap::new();
        for (place, name) in columns.iter().enumerate() {
            if let Some(first) = places.insert(name, place) {
                return Err(Error::data(format!(
                    "columns {} and {} are both named `{name}`",
                    first + 1,
                    place + 1
                ))
                .hint("give each column a name of its own"));
            }
        }
        let mut layout = Layout {
            quasi_identifiers: Vec::new(),
            person: None,
            columns: columns.to_vec(),
        };
        layout.quasi_identifiers = layout.places(&question.quasi_identifiers)?;
        question
            .grouping
            .check_columns(&question.quasi_identifiers, columns)?;
        if let Persons::Column(name) = &question.persons {
            layout.person = Some(layout.place(name)?);
        }
        Ok(layout)
    }

    /// The place of a column.
    pub(crate) fn place(&self, name: &str) -> Result<usize> {
        let place = self.columns.iter().position(|column| column == name);
        place.ok_or_else(|| {
            Error::data(format!(
                "column `{name}` is not in the file; columns: {}",
                listed(&self.columns)
            ))
        })
    }

    pub(crate) fn places(&self, names: &[String]) -> Result<Vec<usize>> {
        names.iter().map(|name| self.place(name)).collect()
    }
}

fn listed(columns: &[String]) -> String {
    columns
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// The classes and the counts that the models of a question need, each of them once.
pub(crate) struct Plan {
    /// The columns that form classes; the first are those of the question.
    pub(crate) groupings: Vec<Vec<String>>,
    /// The columns whose values are counted, and in which classes.
    pub(crate) tallies: Vec<(usize, String)>,
    /// For each model its classes and its counts.
    pub(crate) models: Vec<(usize, Option<usize>)>,
}

impl Plan {
    pub(crate) fn new(question: &Question) -> Self {
        let mut plan = Plan {
            groupings: vec![question.class_columns().to_vec()],
            tallies: Vec::new(),
            models: Vec::new(),
        };
        for ask in &question.models {
            let Some(of) = ask.of() else {
                plan.models.push((0, None));
                continue;
            };
            let mut columns = question.class_columns().to_vec();
            if matches!(ask, Ask::KmAnonymity { .. }) {
                columns.retain(|column| *column != of.column);
            }
            columns.extend(of.others.iter().cloned());
            let grouping = place_of(&mut plan.groupings, columns);
            let tally = place_of(&mut plan.tallies, (grouping, of.column.clone()));
            plan.models.push((grouping, Some(tally)));
        }
        plan
    }
}

/// The place of the item; a new item is added at the end.
fn place_of<T: PartialEq>(items: &mut Vec<T>, item: T) -> usize {
    items
        .iter()
        .position(|known| *known == item)
        .unwrap_or_else(|| {
            items.push(item);
            items.len() - 1
        })
}
