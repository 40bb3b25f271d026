//! Builder for `[input]`.

use super::keys::{Keys, Literal, setters};
use crate::input::{Format, Input};

/// Builder for `[input]`. Keys that are not set keep the defaults of [`Input`].
///
/// ```
/// # use equipoise_recipe::Input;
/// let input = Input::builder().path("visits.csv").missing(["", "?"]).person("patient");
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct InputBuilder {
    pub(super) keys: Keys,
}

impl Input {
    /// Starts an `[input]` section.
    pub fn builder() -> InputBuilder {
        InputBuilder::default()
    }
}

setters! { InputBuilder {
    /// The file or folder of the table, relative to the recipe.
    path(path: impl AsRef<str>) = "path", Literal::text(path);
    /// The files and folders that make up one table, relative to the recipe.
    paths(paths: impl IntoIterator<Item = impl AsRef<str>>) = "path", Literal::texts(paths);
    /// The format of the table.
    format(format: Format) = "format", Literal::text(format.name());
    /// The character between cells.
    delimiter(delimiter: char) = "delimiter", Literal::text(delimiter.to_string());
    /// The quote character; `None` for a file without quoting.
    quote(quote: Option<char>) =
        "quote", Literal::text(quote.map_or_else(String::new, String::from));
    /// Whether the first line names the columns.
    header(header: bool) = "header", Literal::flag(header);
    /// The texts of missing cells, instead of the empty cell and `NA`.
    missing(missing: impl IntoIterator<Item = impl AsRef<str>>) =
        "missing", Literal::texts(missing);
    /// The column that identifies persons, where one person may have several rows.
    person(column: impl AsRef<str>) = "person", Literal::text(column);
} }
