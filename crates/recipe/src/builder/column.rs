//! Builder for `[columns.x]`.

use super::hierarchy::{keys_beside, literal};
use super::keys::{Keys, Literal, setters};
use super::number::Number;
use crate::column::{Aggregate, ColumnRecipe, Role, Unlisted};
use crate::derive::{AgeAt, Derive};
use crate::hierarchy::HierarchySource;
use crate::record::ColumnSensitivity;
use crate::values::Kind;
use equipoise_data::build::{Mask, Side};

/// Builder for a column. Keys that are not set keep the defaults of [`ColumnRecipe`].
///
/// ```
/// # use equipoise_recipe::ColumnRecipe;
/// # use equipoise_recipe::build::{CalendarUnit, Dates};
/// let age = ColumnRecipe::quasi_identifier("age").intervals([5, 10, 20]).weight(0.5);
/// let job = ColumnRecipe::quasi_identifier("job").hierarchy_file("job.csv").max_level(2);
/// let admission = ColumnRecipe::quasi_identifier("admission")
///     .hierarchy(Dates::new(vec![CalendarUnit::Month, CalendarUnit::Year]))
///     .format("%d.%m.%Y");
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct ColumnBuilder {
    pub(super) name: String,
    pub(super) keys: Keys,
    /// Keys that the hierarchy needs, unless the column sets them itself.
    beside: Keys,
}

/// Builders for columns of each role.
impl ColumnRecipe {
    /// Starts a quasi-identifier.
    pub fn quasi_identifier(name: impl Into<String>) -> ColumnBuilder {
        ColumnRecipe::builder(name, Role::QuasiIdentifier)
    }

    /// Starts a sensitive column.
    pub fn sensitive(name: impl Into<String>) -> ColumnBuilder {
        ColumnRecipe::builder(name, Role::Sensitive)
    }

    /// Starts an insensitive column.
    pub fn insensitive(name: impl Into<String>) -> ColumnBuilder {
        ColumnRecipe::builder(name, Role::Insensitive)
    }

    /// Starts an identifying column.
    pub fn identifying(name: impl Into<String>) -> ColumnBuilder {
        ColumnRecipe::builder(name, Role::Identifying)
    }

    /// Starts a column with the given role.
    pub fn builder(name: impl Into<String>, role: Role) -> ColumnBuilder {
        ColumnBuilder {
            name: name.into(),
            keys: Keys::default().with("role", Literal::text(role.name())),
            beside: Keys::default(),
        }
    }
}

setters! { ColumnBuilder {
    /// The type of the values.
    kind(kind: Kind) = "type", Literal::text(kind.name());
    /// The format of dates, in `%` directives.
    format(format: impl AsRef<str>) = "format", Literal::text(format);
    /// The rule by which the column is computed from others.
    derive(rule: Derive) = "derive", derive_literal(&rule);
    /// The texts of missing cells in this column, in addition to those of the whole table.
    missing(missing: impl IntoIterator<Item = impl AsRef<str>>) =
        "missing", Literal::texts(missing);
    /// The column whose level it shares at every node.
    linked(column: impl AsRef<str>) = "linked", Literal::text(column);
    /// Whether values that the hierarchy file does not list are an error or generalize to the top.
    unlisted(unlisted: Unlisted) = "unlisted", Literal::text(unlisted.name());
    /// The values of the column in order, from low to high.
    order(values: impl IntoIterator<Item = impl AsRef<str>>) = "order", Literal::texts(values);
    /// The text between two items, where each cell is a set of items.
    items(separator: impl AsRef<str>) = "items", Literal::text(separator);
    /// The lowest level to generalize to.
    min_level(level: u8) = "min-level", Literal::number(level);
    /// The highest level to generalize to.
    max_level(level: u8) = "max-level", Literal::number(level);
    /// The statistic that replaces the numbers of a class.
    aggregate(aggregate: Aggregate) = "aggregate", Literal::text(aggregate.name());
    /// The weight of its loss, compared with other quasi-identifiers.
    weight(weight: impl Into<Number>) = "weight", Literal::number(weight);
    /// The sensitivity of its values, where records are disclosed one by one.
    sensitivity(sensitivity: ColumnSensitivity) = "sensitivity", sensitivity_literal(&sensitivity);
    /// The reason for its role, as free text.
    reason(reason: impl AsRef<str>) = "reason", Literal::text(reason);
} }

impl ColumnBuilder {
    /// Generalizes by a hierarchy file, relative to the recipe.
    pub fn hierarchy_file(self, path: impl Into<String>) -> Self {
        self.hierarchy(HierarchySource::File(path.into()))
    }

    /// Generalizes numbers to intervals of these widths, from level 1 up.
    pub fn intervals(mut self, widths: impl IntoIterator<Item = impl Into<Number>>) -> Self {
        let rule = Keys::default().with("intervals", Literal::numbers(widths));
        self.keys.set("hierarchy", rule.braces());
        self.beside = Keys::default();
        self
    }

    /// Masks characters one by one, starting from this side.
    pub fn mask(self, side: Side) -> Self {
        self.hierarchy(Mask::new(side))
    }

    /// Generalizes by any hierarchy: a rule of [`equipoise_data::build`], a file, or areas.
    ///
    /// Some rules hold the type, the order or the date format of their column. In a recipe these
    /// are keys of the column: the rule sets them unless the column sets them itself.
    pub fn hierarchy(mut self, source: impl Into<HierarchySource>) -> Self {
        let source = source.into();
        self.keys.set("hierarchy", literal(&source));
        self.beside = keys_beside(&source);
        self
    }

    /// Orders values by the lines of the hierarchy.
    pub fn order_by_hierarchy(mut self) -> Self {
        self.keys.set("order", Literal::text("hierarchy"));
        self
    }

    /// All keys of the section.
    pub(super) fn section(&self) -> Keys {
        let mut keys = self.keys.clone();
        keys.complete(self.beside.clone());
        keys
    }
}

fn derive_literal(rule: &Derive) -> Literal {
    let keys = Keys::default();
    let keys = match rule {
        Derive::Age { birth, at } => {
            let (AgeAt::Column(at) | AgeAt::Day(at)) = at;
            keys.with("age", Literal::text(birth))
                .with("at", Literal::text(at))
        }
        Derive::Days { from, to } => keys.with("days", Literal::texts([from, to])),
        Derive::Weekday(date) => keys.with("weekday", Literal::text(date)),
    };
    keys.braces()
}

fn sensitivity_literal(sensitivity: &ColumnSensitivity) -> Literal {
    match sensitivity {
        ColumnSensitivity::Weight(Some(weight)) => Literal::number(*weight),
        ColumnSensitivity::Weight(None) => Literal::text("infinite"),
        ColumnSensitivity::Column(column) => Keys::default()
            .with("column", Literal::text(column))
            .braces(),
    }
}
