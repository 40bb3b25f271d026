//! `[columns.x]`: what a column is and how it may be generalized.

use crate::derive::Derive;
use crate::hierarchy::{self, HierarchySource};
use crate::problems::Problems;
use crate::reader::{Section, quoted};
use crate::record::ColumnSensitivity;
use crate::values::{Kind, OrderSource};
use crate::words::{Word, words};
use equipoise_data::derive::WEEKDAYS;
use equipoise_data::{Decimal, OrderBy, Tree, check_date_format};
use toml::de::DeValue;

words! {
    /// What a column is to the people in the table.
    pub enum Role {
        /// Others may know it, and together with others of its kind it can single a person out. It
        /// is generalized.
        QuasiIdentifier = "quasi-identifier",
        /// What nobody should learn about a person. It is released as it is, and models protect it.
        Sensitive = "sensitive",
        /// Of no concern. It is released as it is.
        Insensitive = "insensitive",
        /// Names a person by itself. It is left out.
        Identifying = "identifying",
    }
}

words! {
    /// What happens to values that a hierarchy file does not list.
    #[non_exhaustive]
    pub enum Unlisted {
        /// They are an error.
        Error = "error",
        /// They generalize to the top at once.
        Top = "top",
    }
}

words! {
    /// What stands in the place of all numbers of a class.
    pub enum Aggregate {
        /// Their mean.
        Mean = "mean",
        /// The one in the middle; the lower of two.
        Median = "median",
        /// The most frequent; the smallest of several.
        Mode = "mode",
        /// The smallest and the largest.
        Interval = "interval",
    }
}

/// One column as the recipe describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnRecipe {
    /// The name in the table.
    pub name: String,
    /// What the column is.
    pub role: Role,
    /// How its texts are understood. Default text; with an intervals hierarchy, integer; with a
    /// dates hierarchy, date.
    pub kind: Kind,
    /// The format of dates, in `%` directives; without it `yyyy-mm-dd`.
    pub format: Option<String>,
    /// How it is computed from other columns, for a column that the table does not have.
    pub derive: Option<Derive>,
    /// Texts that mean "not known" in this column, beside those of the whole table.
    pub missing: Vec<String>,
    /// The column whose level it shares at every node.
    pub linked: Option<String>,
    /// How it generalizes. A quasi-identifier has one; a sensitive column may.
    pub hierarchy: Option<HierarchySource>,
    /// What happens to values the hierarchy file does not list. Default: an error.
    pub unlisted: Unlisted,
    /// The order of its values, where the type gives none.
    pub order: Option<OrderSource>,
    /// The text between two items, where each cell is a set of items.
    pub items: Option<String>,
    /// The release generalizes at least to this level. Default 0.
    pub min_level: u8,
    /// The release generalizes at most to this level; without it, up to the top.
    pub max_level: Option<u8>,
    /// Its numbers are replaced by one for each class, instead of generalizing them.
    pub aggregate: Option<Aggregate>,
    /// How much its loss counts, compared with other quasi-identifiers. Default 1.
    pub weight: Decimal,
    /// How sensitive its values are, where records are disclosed one by one.
    pub sensitivity: Option<ColumnSensitivity>,
    /// Why the column has its role: for the record, free text.
    pub reason: Option<String>,
}

const KEYS: [&str; 16] = [
    "role",
    "type",
    "format",
    "derive",
    "missing",
    "linked",
    "hierarchy",
    "unlisted",
    "order",
    "items",
    "min-level",
    "max-level",
    "aggregate",
    "weight",
    "sensitivity",
    "reason",
];

impl ColumnRecipe {
    /// The order for ordered distance: of numbers or dates, else the recipe's `order`, else the
    /// lines of the hierarchy.
    ///
    /// `tree` is the column's hierarchy where it has one. `None` when nothing gives an order.
    pub fn order_by<'a>(&'a self, tree: Option<&'a Tree>) -> Option<OrderBy<'a>> {
        match (self.kind, &self.order) {
            (Kind::Integer, _) => Some(OrderBy::Integer),
            (Kind::Decimal, _) => Some(OrderBy::Decimal),
            (Kind::Date, _) => Some(OrderBy::Date(self.format.as_deref())),
            (Kind::Text, Some(OrderSource::List(list))) => Some(OrderBy::List(list)),
            (Kind::Text, _) => tree.map(OrderBy::Hierarchy),
        }
    }

    /// True when the type or the recipe orders the values, whatever the hierarchy.
    pub(crate) fn has_own_order(&self) -> bool {
        self.kind != Kind::Text || self.order.is_some()
    }

    /// Reads a section; `None` when it has no usable role.
    pub(crate) fn read<'a>(
        problems: &mut Problems<'a>,
        name: &str,
        section: &Section<'a>,
    ) -> Option<Self> {
        problems.accept(section, &KEYS);
        let role = problems.word::<Role>(section, "role", &[]);
        if section.get("role").is_none() {
            let roles = quoted(Role::WORDS.iter().map(|(word, _)| *word));
            problems.add_with(
                section.at,
                format!("column `{name}` has no role"),
                Some(format!("add `role` to {}: {roles}", section.place)),
            );
        }
        let derive = Derive::read(problems, section);
        let is_derived_number = derive.as_ref().is_some_and(Derive::is_number);
        let kind = problems
            .word::<Kind>(section, "type", &[])
            .or(is_derived_number.then_some(Kind::Integer));
        let order = read_order(problems, section).or_else(|| weekdays(derive.as_ref()));
        let hierarchy = hierarchy::read(problems, section, kind, order.as_ref());
        let column = ColumnRecipe {
            name: name.to_owned(),
            role: role.unwrap_or(Role::QuasiIdentifier),
            kind: kind.unwrap_or_else(|| hierarchy::kind_built_of(section)),
            format: problems.filled(section, "format"),
            missing: problems.texts(section, "missing").unwrap_or_default(),
            linked: problems.filled(section, "linked"),
            hierarchy,
            unlisted: problems
                .word(section, "unlisted", &[])
                .unwrap_or(Unlisted::Error),
            order,
            derive,
            items: problems.filled(section, "items"),
            min_level: problems
                .whole(section, "min-level", 0, u64::from(u8::MAX))
                .unwrap_or(0) as u8,
            max_level: problems
                .whole(section, "max-level", 0, u64::from(u8::MAX))
                .map(|n| n as u8),
            aggregate: problems.word(section, "aggregate", &[]),
            weight: problems
                .number_within(
                    section,
                    "weight",
                    |w| !w.is_negative(),
                    "it must be at least 0",
                )
                .unwrap_or(Decimal::ONE),
            sensitivity: ColumnSensitivity::read(problems, section),
            reason: problems.text(section, "reason"),
        };
        column.check(problems, section);
        role.map(|_| column)
    }

    fn check<'a>(&self, problems: &mut Problems<'a>, section: &Section<'a>) {
        if let Some(format) = &self.format {
            if self.kind != Kind::Date {
                let message = format!(
                    "`format` in {} is for dates and the column's `type` is `{}`",
                    section.place, self.kind
                );
                problems.add_with(
                    section.at("format"),
                    message,
                    Some("a column of dates has `type = \"date\"`".to_owned()),
                );
            } else if let Err(e) = check_date_format(format) {
                problems.add_error(section.at("format"), e.at_item(&section.place));
            }
        }
        if let Some(max) = self.max_level.filter(|max| self.min_level > *max) {
            let message = format!(
                "`min-level` in {} is {} and `max-level` is {max}; the minimum is above the maximum",
                section.place, self.min_level
            );
            problems.add(section.at("min-level"), message);
        }
        if self.aggregate.is_some() {
            self.check_aggregate(problems, section);
        }
        if self.order == Some(OrderSource::Hierarchy) && section.get("hierarchy").is_none() {
            let message = format!(
                "`order` in {} is `hierarchy`, and the column has none",
                section.place
            );
            problems.add_with(
                section.at("order"),
                message,
                Some(format!("add `hierarchy` to {}", section.place)),
            );
        }
        if self.order.is_some() && self.kind != Kind::Text {
            let message = format!(
                "`order` in {} is not used: values of type `{}` have an order of their own",
                section.place, self.kind
            );
            problems.warn(section.at("order"), message);
        }
        if self.unlisted == Unlisted::Top
            && self.hierarchy.as_ref().is_none_or(|h| h.path().is_none())
        {
            problems.warn(
                section.at("unlisted"),
                format!(
                    "`unlisted` in {} is not used: it is for hierarchy files",
                    section.place
                ),
            );
        }
        if self.items.is_some() && section.get("role").is_some() && self.role != Role::Sensitive {
            problems.warn(
                section.at("items"),
                format!(
                    "`items` in {} is not used: it is for sensitive columns",
                    section.place
                ),
            );
        }
        if section.get("role").is_some() && self.role != Role::QuasiIdentifier {
            for key in ["min-level", "max-level", "weight"]
                .into_iter()
                .filter(|key| section.get(key).is_some())
            {
                let message = format!(
                    "`{key}` in {} is not used: only quasi-identifiers are generalized",
                    section.place
                );
                problems.warn(section.at(key), message);
            }
        }
    }
}

impl ColumnRecipe {
    /// Only numbers can be put together, and only where no model looks at them.
    fn check_aggregate<'a>(&self, problems: &mut Problems<'a>, section: &Section<'a>) {
        let at = section.at("aggregate");
        if !matches!(self.kind, Kind::Integer | Kind::Decimal) {
            let message = format!(
                "`aggregate` in {} is for numbers and the column's `type` is `{}`",
                section.place, self.kind
            );
            problems.add_with(
                at,
                message,
                Some(
                    "a column of numbers has `type = \"integer\"` or `type = \"decimal\"`"
                        .to_owned(),
                ),
            );
        }
        if !matches!(self.role, Role::QuasiIdentifier | Role::Insensitive) {
            let message = format!(
                "`aggregate` in {} is for quasi-identifiers and insensitive columns",
                section.place
            );
            problems.add_with(
                at,
                message,
                Some("models look at sensitive values as they are".to_owned()),
            );
        }
        for key in ["hierarchy", "min-level", "max-level", "linked"]
            .into_iter()
            .filter(|key| section.get(key).is_some())
        {
            problems.add(
                section.at(key),
                format!(
                    "`{key}` in {} has no meaning beside `aggregate`: the column forms no classes",
                    section.place
                ),
            );
        }
    }
}

/// Weekdays have an order without being told.
fn weekdays(derive: Option<&Derive>) -> Option<OrderSource> {
    matches!(derive, Some(Derive::Weekday(_)))
        .then(|| OrderSource::List(WEEKDAYS.map(str::to_owned).to_vec()))
}

fn read_order<'a>(problems: &mut Problems<'a>, section: &Section<'a>) -> Option<OrderSource> {
    let value = section.get("order")?;
    match value.get_ref() {
        DeValue::String(word) if word == "hierarchy" => Some(OrderSource::Hierarchy),
        DeValue::Array(_) => {
            let list = problems.texts(section, "order")?;
            let mut sorted: Vec<&String> = list.iter().collect();
            sorted.sort_unstable();
            let repeated = sorted.windows(2).filter(|pair| pair[0] == pair[1]).count();
            if list.is_empty() || repeated > 0 {
                let what = if list.is_empty() {
                    "is empty".to_owned()
                } else {
                    format!("repeats {repeated} of its values")
                };
                problems.add(
                    section.at("order"),
                    format!(
                        "`order` in {} {what}; it must list every value once, from low to high",
                        section.place
                    ),
                );
                return None;
            }
            Some(OrderSource::List(list))
        }
        _ => {
            problems.wrong(
                section,
                "order",
                value,
                "it must be a list of values from low to high, or `hierarchy`",
            );
            None
        }
    }
}
