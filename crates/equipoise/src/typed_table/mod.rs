//! Tables in memory: input from callers, and releases for them.

mod cells;
mod conversions;

pub(crate) use cells::CellType;
pub use cells::TypedCells;

use crate::watch::Pace;
use equipoise_data::{Error, Result, Table};
use equipoise_engine::ColumnType;
use std::collections::{BTreeMap, HashMap};
use std::fmt;

/// A table in memory, with a type for each column.
///
/// ```
/// use equipoise::TypedTable;
/// let table = TypedTable::new()
///     .with_column("age", [34, 36, 51])?
///     .with_column("city", [Some("Bonn"), None, Some("Lyon")])?;
/// assert_eq!((table.rows(), table.columns().len()), (3, 2));
/// # Ok::<(), equipoise::Error>(())
/// ```
#[derive(Clone, Default, PartialEq)]
pub struct TypedTable {
    columns: Vec<TypedColumn>,
    /// The place of each column, by name.
    place_of: HashMap<String, usize>,
}

/// A column of a table in memory.
#[derive(Clone, PartialEq)]
pub struct TypedColumn {
    name: String,
    cells: TypedCells,
}

/// Prints the name, the type and the numbers of cells. Cell values stay out of logs.
impl fmt::Debug for TypedColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TypedColumn")
            .field("name", &self.name)
            .field("cells", &self.cells)
            .finish()
    }
}

/// Prints the columns with their types, and the number of rows. Cell values stay out of logs.
impl fmt::Debug for TypedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TypedTable")
            .field("rows", &self.rows())
            .field("columns", &self.columns)
            .finish()
    }
}

impl TypedColumn {
    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The cells, one per row.
    pub fn cells(&self) -> &TypedCells {
        &self.cells
    }
}

impl TypedTable {
    /// A table without columns.
    pub fn new() -> Self {
        TypedTable::default()
    }

    /// Adds a column after the others.
    ///
    /// ```
    /// use equipoise::TypedTable;
    /// let table = TypedTable::new().with_column("age", [34, 36])?;
    /// let error = table.with_column("height", [1.75, f64::NAN]).unwrap_err();
    /// assert_eq!(error.message(), "column `height`: a cell is infinite or not a number (row 2)");
    /// # Ok::<(), equipoise::Error>(())
    /// ```
    ///
    /// # Errors
    /// A name that is empty or already taken, a different number of rows than the other columns,
    /// numbers that are not finite, invalid dates.
    pub fn with_column(
        mut self,
        name: impl Into<String>,
        cells: impl Into<TypedCells>,
    ) -> Result<Self> {
        let (name, cells) = (name.into(), cells.into());
        if name.trim().is_empty() {
            return Err(
                Error::usage(format!("column {} has no name", self.columns.len() + 1))
                    .hint("give every column a unique name"),
            );
        }
        if self.column(&name).is_some() {
            return Err(Error::usage("is already in the table")
                .at_column("column `{}` ", name)
                .hint("give every column a unique name"));
        }
        if let Some(first) = self
            .columns
            .first()
            .filter(|c| c.cells.len() != cells.len())
        {
            return Err(Error::usage(format!(
                "has {}, and column `{}` has {}",
                counted(cells.len()),
                first.name,
                counted(first.cells.len())
            ))
            .at_column("column `{}` ", name)
            .hint("all columns of a table have the same number of rows"));
        }
        cells.check(&name)?;
        self.place_of.insert(name.clone(), self.columns.len());
        self.columns.push(TypedColumn { name, cells });
        Ok(self)
    }

    /// The columns.
    pub fn columns(&self) -> &[TypedColumn] {
        &self.columns
    }

    /// The column with this name.
    pub fn column(&self, name: &str) -> Option<&TypedColumn> {
        self.place_of.get(name).map(|&place| &self.columns[place])
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.cells.len())
    }

    /// The number of cells.
    pub(crate) fn cell_count(&self) -> u64 {
        self.rows() as u64 * self.columns.len() as u64
    }

    /// The types of the columns.
    pub(crate) fn types(&self) -> BTreeMap<String, CellType> {
        let columns = self.columns.iter();
        columns
            .map(|column| (column.name.clone(), column.cells.cell_type()))
            .collect()
    }

    /// The types of columns in Parquet files. Columns of texts are not listed.
    pub(crate) fn parquet_types(&self) -> Vec<(String, ColumnType)> {
        let columns = self.columns.iter();
        columns
            .filter_map(|column| {
                let of = match column.cells.cell_type() {
                    CellType::Text => None,
                    CellType::Integer => ColumnType::integer(&column.name),
                    CellType::Decimal => ColumnType::decimal(&column.name),
                    CellType::Date => ColumnType::date(&column.name),
                    CellType::Boolean => ColumnType::boolean(&column.name),
                };
                Some((column.name.clone(), of?))
            })
            .collect()
    }

    /// Encodes the table as if read from a CSV file; `null` is the text of missing cells.
    ///
    /// # Errors
    /// Missing cells if no text means missing; a stop by the user.
    pub(crate) fn encode(&self, null: Option<&str>, pace: &Pace<'_>) -> Result<Table> {
        let columns = self.columns.iter();
        Ok(Table {
            rows: self.rows(),
            columns: columns
                .map(|column| column.cells.encode(&column.name, null, pace))
                .collect::<Result<_>>()?,
        })
    }

    /// Adds a column from the texts of its cells.
    ///
    /// # Errors
    /// An internal error for texts that do not have the type; a stop by the user.
    pub(crate) fn with_texts<'a>(
        self,
        name: &str,
        cell_type: CellType,
        cells: impl Iterator<Item = Option<&'a str>>,
        pace: &Pace<'_>,
    ) -> Result<Self> {
        self.with_column(name, TypedCells::parse(cell_type, cells, pace)?)
    }
}

fn counted(rows: usize) -> String {
    match rows {
        1 => "1 row".to_owned(),
        _ => format!("{rows} rows"),
    }
}
