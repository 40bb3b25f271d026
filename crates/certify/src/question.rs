//! What to measure: the layout of the file, the roles of its columns, and what closeness needs to know.

use equipoise_data::{Error, Result};
use hashbrown::HashMap;

/// What is asked of a released table.
///
/// ```
/// use equipoise_certify::Question;
/// let question = Question::new(["zip", "age"]);
/// assert_eq!(question.delimiter, b',');
/// ```
#[derive(Clone, Debug)]
pub struct Question {
    /// Separates fields.
    pub delimiter: u8,
    /// Encloses fields that contain a delimiter, a line end or a quote.
    pub quote: u8,
    /// Whether the first record names the columns.
    pub header: bool,
    /// The names of the columns in order. Required without a header; with one, it must agree unless this is empty.
    pub columns: Vec<String>,
    /// The columns whose equal texts form a class.
    pub quasi_identifiers: Vec<String>,
    /// The columns whose values are measured.
    pub sensitive: Vec<SensitiveColumn>,
    /// Texts that mean "missing"; as quasi-identifiers they are one value.
    pub missing: Vec<String>,
    /// The label of suppressed rows, where these are kept and marked.
    pub mark_label: Option<String>,
    /// The unit of protection.
    pub persons: Persons,
}

impl Question {
    /// A question about class sizes in rows of a comma-separated file with a header and without missing values.
    pub fn new<S: Into<String>>(quasi_identifiers: impl IntoIterator<Item = S>) -> Self {
        Question {
            delimiter: b',',
            quote: b'"',
            header: true,
            columns: Vec::new(),
            quasi_identifiers: quasi_identifiers.into_iter().map(Into::into).collect(),
            sensitive: Vec::new(),
            missing: Vec::new(),
            mark_label: None,
            persons: Persons::Rows,
        }
    }
}

/// What is counted in a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Persons {
    /// Rows.
    Rows,
    /// Distinct texts of this column of the file. Rows without a person count as one person, so that they never
    /// make a class look larger than it may be.
    Column(String),
    /// Distinct numbers; one for each row of the file, in its order.
    Listed(Vec<u32>),
}

/// A sensitive column and what to measure of it.
#[derive(Clone, Debug)]
pub struct SensitiveColumn {
    /// Its name.
    pub name: String,
    /// Whether to count distinct values (l-diversity).
    pub distinct: bool,
    /// The distances to measure (t-closeness).
    pub closeness: Vec<Closeness>,
}

/// One distance to measure.
#[derive(Clone, Debug)]
pub struct Closeness {
    /// The distance between values.
    pub distance: Distance,
    /// Each value of the whole input with its units; `None` is "missing". Without it only the released table's own
    /// distribution is used.
    pub reference: Option<Vec<(Option<String>, u64)>>,
}

/// The distance between two values of a sensitive column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Distance {
    /// Different values are 1 apart.
    Equal,
    /// Steps between ranks over the greatest number of steps.
    Ordered {
        /// The rank of each value of the domain; equal ranks are one position.
        ranks: Vec<(String, u32)>,
    },
    /// Level of the lowest common label over the height.
    Hierarchical {
        /// The lines of the hierarchy file, value first and top last.
        lines: Vec<Vec<String>>,
    },
}

/// Where the columns of a question stand in a file.
pub(crate) struct Layout {
    pub(crate) columns: Vec<String>,
    pub(crate) quasi_identifiers: Vec<usize>,
    pub(crate) sensitive: Vec<usize>,
    pub(crate) person: Option<usize>,
}

impl Layout {
    pub(crate) fn new(question: &Question, columns: &[String]) -> Result<Self> {
        if question.quasi_identifiers.is_empty() {
            return Err(Error::usage("no quasi-identifier is given; classes need at least one"));
        }
        let mut places: HashMap<&str, usize> = HashMap::new();
        for (place, name) in columns.iter().enumerate() {
            if let Some(first) = places.insert(name, place) {
                return Err(Error::data(format!("columns {} and {} are both named `{name}`", first + 1, place + 1))
                    .hint("give each column a name of its own"));
            }
        }
        let find = |name: &str| {
            places
                .get(name)
                .copied()
                .ok_or_else(|| Error::data(format!("column `{name}` is not in the file; columns: {}", listed(columns))))
        };
        Ok(Layout {
            quasi_identifiers: question.quasi_identifiers.iter().map(|name| find(name)).collect::<Result<_>>()?,
            sensitive: question.sensitive.iter().map(|column| find(&column.name)).collect::<Result<_>>()?,
            person: match &question.persons {
                Persons::Column(name) => Some(find(name)?),
                Persons::Rows | Persons::Listed(_) => None,
            },
            columns: columns.to_vec(),
        })
    }
}

fn listed(columns: &[String]) -> String {
    columns.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
