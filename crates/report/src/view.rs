//! What an audience may see of a report. Text, JSON and HTML are made from this alone.

use crate::caveat::{Caveat, caveats};
use crate::classes::{ClassesView, When};
use crate::headline::headline;
use crate::left_out::LeftOutView;
use crate::mask::{Count, Totals, missing_rows, released_rows};
use crate::measured::ModelView;
use crate::number::{finite, listed};
use crate::readings::ReadingsView;
use crate::risk_view::RisksView;
use crate::words::{word, word_or_empty, words};
use crate::{
    AccountSection, AttributeLine, Audience, DecidedBy, DisclosureView, MissingLine,
    PreferenceView, ProtectionUnit, Report, Sets, UsefulnessView,
};
use equipoise_recipe::{AggregationChoice, InputSection, Limit, LossChoice, Role, RowOrderChoice};
use serde::Serialize;

/// The version of the JSON layout.
const FORMAT: u32 = 3;

/// What an audience may see of a report, ready to be rendered or serialized.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReportView {
    /// The version of this layout.
    pub format: u32,
    /// The version of Equipoise.
    pub equipoise: String,
    /// Who is going to read it.
    #[serde(serialize_with = "word")]
    pub audience: Audience,
    /// What is masked and why.
    pub masking: String,
    /// Sections that read the input and that the publisher chose to publish.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "words")]
    pub published: Vec<InputSection>,
    /// The release in a few sentences.
    pub headline: String,
    /// The release in one sentence.
    #[serde(skip)]
    pub(crate) lead: String,
    /// What that sentence does not say of the headline.
    #[serde(skip)]
    pub(crate) rest: String,
    /// `rows` or `persons`.
    pub unit: &'static str,
    /// The column that tells persons apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// The table and the release.
    pub table: TableView,
    /// What was asked for, beside the models.
    pub asked: AskedView,
    /// What was asked of each model and measured.
    pub privacy: Vec<ModelView>,
    /// What became of each quasi-identifier.
    pub decision: Vec<DecisionView>,
    /// The loss.
    pub loss: LossView,
    /// The search.
    pub search: SearchView,
    /// Class sizes.
    pub classes: SidesView,
    /// Risks.
    pub risks: RisksView,
    /// What the release is still good for, where the recipe asks for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usefulness: Option<UsefulnessView>,
    /// What each record risks and is worth, where records were disclosed one by one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disclosure: Option<DisclosureView>,
    /// What was aspired to and reached, where a preference decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preference: Option<PreferenceView>,
    /// Which columns of the input tell rows apart, for its owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sets: Option<Sets>,
    /// Who is left out.
    pub left_out: LeftOutView,
    /// Missing values by column.
    pub missing: Vec<MissingView>,
    /// k in both readings of missing values.
    pub readings: ReadingsView,
    /// The texts that were read as "missing".
    pub missing_tokens: Vec<String>,
    /// The order of released rows.
    #[serde(serialize_with = "word")]
    pub row_order: RowOrderChoice,
    /// What is not protected.
    pub caveats: Vec<Caveat>,
    /// Warnings.
    pub warnings: Vec<String>,
    /// Command lines.
    pub reproduce: Vec<String>,
}

/// The input and the release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableView {
    /// Input rows.
    pub rows: Count,
    /// Input units.
    pub units: Count,
    /// Rows that are neither dropped nor marked.
    pub released_rows: Count,
    /// All columns.
    pub columns: Vec<ColumnView>,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ColumnView {
    /// Its name.
    pub name: String,
    /// Its role; an empty text in JSON where the recipe does not name it.
    #[serde(serialize_with = "word_or_empty")]
    pub role: Option<Role>,
    /// Why it has that role.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Its distinct values in the input, for its owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distinct: Option<u64>,
}

/// What was asked for, beside the models.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AskedView {
    /// The loss to make small.
    #[serde(serialize_with = "word")]
    pub loss: LossChoice,
    /// How attributes were joined.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "word_or_empty"
    )]
    pub aggregation: Option<AggregationChoice>,
    /// The limit as asked for, such as `2 %` or `12 rows`.
    #[serde(rename = "limit")]
    pub limit_text: String,
    /// The limit as asked for.
    #[serde(skip)]
    pub(crate) limit: Limit,
    /// The units it allows.
    pub allowed_units: Option<u64>,
    /// The method.
    pub method: DecidedBy,
}

/// A quasi-identifier.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DecisionView {
    /// Its name.
    pub name: String,
    /// Its level.
    pub level: Option<u8>,
    /// Its highest level.
    pub height: Option<u8>,
    /// Distinct labels in the release.
    pub labels: u64,
    /// Distinct values in the input, for its owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw_values: Option<u64>,
    /// A label that many rows have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
    /// Its own loss.
    pub loss: Option<f64>,
}

/// The loss.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LossView {
    /// The metric.
    #[serde(serialize_with = "word")]
    pub metric: LossChoice,
    /// Its value; none where it reads the input, or would give a masked count away.
    pub value: Option<f64>,
}

/// The search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SearchView {
    /// Whether no better node exists; none where that depends on more than the recipe.
    pub proved_optimal: Option<bool>,
    /// Nodes of the lattice; none where their number depends on values of the input.
    pub nodes_total: Option<u64>,
}

/// Class sizes of input and release.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SidesView {
    /// The input, where it is reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<ClassesView>,
    /// The release.
    pub after: ClassesView,
}

/// Missing values of a column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MissingView {
    /// The column.
    pub column: String,
    /// Released rows where it is missing.
    pub released_rows: Count,
    /// Input rows where it is missing, where the input is reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<Count>,
}

impl ReportView {
    pub(crate) fn of(report: &Report, audience: Audience) -> Self {
        let totals = Totals::of(report, audience);
        let left_out = LeftOutView::of(report, &totals);
        let after = ClassesView::of(&report.after, When::After, &totals);
        let headline = headline(report, &left_out, &totals);
        ReportView {
            format: FORMAT,
            equipoise: report.version.clone(),
            audience,
            masking: masking(report, audience),
            published: report.published.clone(),
            headline: headline.all,
            lead: headline.lead,
            rest: headline.rest,
            unit: report.unit.noun(2),
            person: match &report.unit {
                ProtectionUnit::Rows => None,
                ProtectionUnit::Persons { column } => Some(column.clone()),
            },
            table: table(report, &totals),
            asked: asked(report, &totals),
            privacy: report
                .models
                .iter()
                .map(|line| ModelView::of(line, &report.account, &report.unit, audience))
                .collect(),
            decision: report
                .decision
                .iter()
                .map(|line| decision(line, report, &totals))
                .collect(),
            loss: LossView {
                metric: report.loss.metric,
                value: report
                    .loss
                    .value
                    .and_then(|value| loss(value, report, &totals)),
            },
            search: SearchView {
                proved_optimal: report.proved_optimal,
                nodes_total: report.nodes_total,
            },
            classes: SidesView {
                before: report
                    .before
                    .as_ref()
                    .map(|of| ClassesView::of(&of.classes, When::Before, &totals)),
                after,
            },
            risks: RisksView::of(report, &totals),
            usefulness: report.usefulness.as_ref().map(|of| of.seen(&totals)),
            disclosure: match &report.account {
                AccountSection::Records(of) => Some(of.seen(
                    report.after.sizes().first().map(|&(size, _)| size),
                    audience,
                )),
                AccountSection::Plain
                | AccountSection::Cells { .. }
                | AccountSection::Preference(_) => None,
            },
            preference: match &report.account {
                AccountSection::Preference(of) => {
                    Some(of.seen(report.proved_optimal, report.nodes_total, &totals))
                }
                AccountSection::Plain
                | AccountSection::Cells { .. }
                | AccountSection::Records(_) => None,
            },
            sets: report
                .sets
                .as_ref()
                .filter(|_| audience == Audience::Internal)
                .map(Sets::ranked),
            left_out,
            missing: missing(report, &totals),
            readings: ReadingsView::of(report, &totals),
            missing_tokens: report.missing_tokens.clone(),
            row_order: report.row_order,
            caveats: caveats(report, audience),
            warnings: report.warnings.clone(),
            reproduce: report.reproduce.clone(),
        }
    }
}

impl ReportView {
    /// Whether the levels are those of an earlier release.
    pub(crate) fn is_applied(&self) -> bool {
        self.asked.method == DecidedBy::Apply
    }
}

fn masking(report: &Report, audience: Audience) -> String {
    if audience == Audience::Internal {
        return "Nothing is masked. This report is personal data: keep it where the input is kept."
            .to_owned();
    }
    let computed = "This report is computed from the released table, the recipe and the number of people left out, so it reveals nothing more \
                    about them than these do. Counts of people below 11 are masked. The internal report also describes the input.";
    if report.published.is_empty() {
        return computed.to_owned();
    }
    let names = listed(
        &report
            .published
            .iter()
            .map(|name| format!("`{name}`"))
            .collect::<Vec<_>>(),
    );
    format!(
        "The publisher chose to publish {names} too. These figures are computed from the input, so they describe people who were left out as well. Counts of \
         people below 11 are masked, and so is whatever they could be computed from. The internal report has all counts."
    )
}

fn table(report: &Report, totals: &Totals) -> TableView {
    let columns = report.table.columns.iter().map(|column| ColumnView {
        name: column.name.clone(),
        role: column.role,
        reason: column.reason.clone(),
        distinct: column.distinct.filter(|_| totals.internal()),
    });
    TableView {
        rows: totals.rows,
        units: totals.units,
        released_rows: totals.released_rows,
        columns: columns.collect(),
    }
}

/// Columns with missing values in the release or, where that is reported, in the input.
fn missing(report: &Report, totals: &Totals) -> Vec<MissingView> {
    let before = report.before.as_ref().map(|of| &of.missing);
    let rows_of = |lines: &[MissingLine], column: &str| {
        lines
            .iter()
            .find(|line| line.column == column)
            .map_or(0, |line| line.rows)
    };
    let mut names: Vec<&str> = Vec::new();
    for line in before.into_iter().flatten().chain(&report.missing) {
        if !names.contains(&line.column.as_str()) {
            names.push(&line.column);
        }
    }
    let view = |name: &str| MissingView {
        column: name.to_owned(),
        released_rows: released_rows(rows_of(&report.missing, name), totals),
        rows: before.map(|lines| missing_rows(rows_of(lines, name), totals)),
    };
    names.into_iter().map(view).collect()
}

fn asked(report: &Report, totals: &Totals) -> AskedView {
    let asked = &report.asked;
    AskedView {
        loss: asked.loss,
        aggregation: asked.aggregation,
        limit_text: limit_text(&asked.limit, &report.unit),
        limit: asked.limit,
        allowed_units: asked.allowed_units.filter(|_| totals.told),
        method: asked.method,
    }
}

fn limit_text(limit: &Limit, unit: &ProtectionUnit) -> String {
    match limit {
        Limit::Units(units) => format!("{units} {}", unit.noun(*units)),
        Limit::Share(share) => format!("{} %", share.to_f64() * 100.0),
    }
}

fn decision(line: &AttributeLine, report: &Report, totals: &Totals) -> DecisionView {
    DecisionView {
        name: line.name.clone(),
        level: line.level,
        height: line.height,
        labels: line.labels,
        raw_values: line.raw_values.filter(|_| totals.internal()),
        example: line.example.clone(),
        loss: line.loss.and_then(|value| loss(value, report, totals)),
    }
}

/// A loss as far as it may be told: it depends on the number of input rows, except for heights.
fn loss(value: f64, report: &Report, totals: &Totals) -> Option<f64> {
    let metric = report.loss.metric;
    let value = finite(value).filter(|_| totals.told || metric == LossChoice::Height)?;
    Some(if metric == LossChoice::Entropy && !totals.internal() {
        value.round()
    } else {
        value
    })
}
