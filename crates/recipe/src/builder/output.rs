//! Builder for `[output]`.

use super::keys::{Keys, Literal, setters};
use crate::input::Format;
use crate::output::{InputSection, Output, ReportFormat, RowOrderChoice, Suppressed};

/// Builder for `[output]`. Keys that are not set keep the defaults of [`Output`].
///
/// ```
/// # use equipoise_recipe::{Output, ReportFormat};
/// let output = Output::builder().path("release.csv").report([ReportFormat::Html]);
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct OutputBuilder {
    pub(super) keys: Keys,
}

impl Output {
    /// Starts an `[output]` section.
    pub fn builder() -> OutputBuilder {
        OutputBuilder::default()
    }
}

setters! { OutputBuilder {
    /// The released file, relative to the recipe.
    path(path: impl AsRef<str>) = "path", Literal::text(path);
    /// The format of the released table.
    format(format: Format) = "format", Literal::text(format.name());
    /// Whether suppressed rows are dropped or marked.
    suppressed(suppressed: Suppressed) = "suppressed", Literal::text(suppressed.name());
    /// The text of a suppressed cell.
    label(label: impl AsRef<str>) = "label", Literal::text(label);
    /// The order of rows.
    order(order: RowOrderChoice) = "order", Literal::text(order.name());
    /// The formats of the report.
    report(formats: impl IntoIterator<Item = ReportFormat>) =
        "report", Literal::texts(formats.into_iter().map(ReportFormat::name));
    /// The sections about the input that the public report includes.
    public(sections: impl IntoIterator<Item = InputSection>) =
        "public", Literal::texts(sections.into_iter().map(InputSection::name));
    /// Whether to guard cells that a spreadsheet would evaluate as formulas.
    spreadsheet_safe(safe: bool) = "spreadsheet-safe", Literal::flag(safe);
} }
