//! Fills the report of a release with facts: first those of the released table, which everybody may
//! see, then those of the input.

use crate::prepare::flat::Flat;
use crate::prepare::models::{population_sampling, uniqueness_estimator};
use crate::prepare::{Prepared, QuasiColumn};
use crate::published;
use crate::released_facts::{ReleasedTable, mark};
use crate::risks::{RiskQuestion, THRESHOLD, sets};
use crate::solution::{Account, Decided, DecidedBy, SearchFigures};
use crate::source::Job;
use crate::wildcard::{Labelled, wildcard};
use equipoise_certify as certify;
use equipoise_data::build::Builder;
use equipoise_data::{Column, Result};
use equipoise_measure::risk::Fraction;
use equipoise_measure::risk::population::{Sampling, UniquesEstimator};
use equipoise_privacy::{Bound, Score, Verdict};
use equipoise_recipe::{
    HierarchySource, InputSection, Limit, LossChoice, Model, Recipe, Role, Suppressed, Unlisted,
};
use equipoise_release::{ColumnForm, ReleaseForm, Released};
use equipoise_report::{self as report, Audience};
use equipoise_search::Judged;
use std::collections::BTreeMap;

/// A release to report on.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'a> {
    pub(crate) job: &'a Job,
    pub(crate) prepared: &'a Prepared,
    pub(crate) decided: &'a Decided,
    pub(crate) search: &'a SearchFigures,
}

impl Subject<'_> {
    /// The report of a release. The public gets what the released table, the recipe and the number
    /// of people left out determine, and the sections about the input that the recipe publishes by
    /// name. The owner of the input gets all of them.
    pub(crate) fn report(
        self,
        released: &Released,
        usefulness: Option<&report::UsefulnessFacts>,
        audience: Audience,
    ) -> Result<report::Report> {
        let mut report = self.of_release(released)?;
        let published = &self.job.recipe.output.public;
        let has =
            |section: InputSection| audience == Audience::Internal || published.contains(&section);
        if has(InputSection::Before) {
            report.before = Some(self.before()?);
        }
        if has(InputSection::LeftOut) {
            report.left_out.rows = Some(self.left_out().0);
            report.left_out.attributes =
                self.attributes().iter().map(Attribute::left_out).collect();
        }
        if has(InputSection::Loss) {
            self.add_losses(&mut report);
            if let Account::Preference(_) = &self.decided.account {
                report.account = self.account(true);
            }
        }
        if has(InputSection::Usefulness) {
            report.usefulness = usefulness.cloned();
        }
        match audience {
            Audience::Public => report.published = published.clone(),
            Audience::Internal => self.add_internal(&mut report)?,
        }
        Ok(report)
    }

    /// The report that follows from the released table, the recipe and the number of people left
    /// out.
    fn of_release(self, released: &Released) -> Result<report::Report> {
        let Subject {
            job,
            prepared,
            decided,
            search,
        } = self;
        let recipe = &job.recipe;
        let left_out = self.left_out().1;
        let quasi = decided.quasi_names(job, prepared);
        let persons = prepared
            .persons()
            .map(|column| decided.of_written_rows(recipe, released, &column.codes));
        let marked = mark(&recipe.output, decided.judged.found.facts.suppressed_rows);
        let table = ReleasedTable::new(recipe, released, persons, &quasi, marked)?;
        let counting = table.counting(job)?;
        let classes = table.classes(&counting)?;
        let question = self.risk_question(&counting.columns);
        let journalist = if prepared.population.is_some() {
            let kept = published::kept_classes(prepared, decided);
            question.journalist(&published::class_facts(prepared, kept, &[])?)
        } else {
            None
        };
        let after = report::ClassSizes::new(classes.iter().map(|c| (c.size, 1)));
        let (released_rows, released_units) = table.size();
        let mut report = report::Report {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            unit: match prepared.persons() {
                None => report::ProtectionUnit::Rows,
                Some(column) => report::ProtectionUnit::Persons {
                    column: column.name.clone(),
                },
            },
            table: report::TableFacts {
                released_rows,
                released_units,
                columns: self.columns(),
            },
            asked: report::SearchSettings {
                loss: recipe.search.loss,
                aggregation: recipe.search.aggregation,
                limit: recipe.search.max_suppression,
                allowed_units: match recipe.search.max_suppression {
                    Limit::Units(units) => Some(units),
                    Limit::Share(_) => self.has_public_total().then_some(prepared.allowed_units),
                },
                method: search.method,
            },
            models: models(job, prepared, &decided.judged),
            decision: (0..prepared.quasi.len())
                .map(|a| self.attribute(a, &table))
                .collect(),
            loss: report::LossLine {
                metric: recipe.search.loss,
                value: None,
            },
            proved_optimal: self.is_proof_public().then_some(search.proved_optimal),
            nodes_total: (!self.has_masks()).then_some(search.nodes_total),
            wildcard: table.wildcard(
                &recipe.input.missing,
                after.sizes().first().map(|&(size, _)| size),
            ),
            risks: table.risks(&question, &classes, journalist),
            after,
            before: None,
            sets: None,
            left_out: report::LeftOutFacts {
                units: left_out,
                ..report::LeftOutFacts::default()
            },
            suppressed: match recipe.output.suppressed {
                Suppressed::Drop => report::SuppressedRows::Dropped,
                Suppressed::Mark => report::SuppressedRows::Marked {
                    label: recipe.output.label.clone(),
                },
            },
            row_order: recipe.output.order,
            missing: table.missing(&recipe.input.missing),
            missing_tokens: recipe.input.missing.clone(),
            warnings: recipe
                .warnings
                .iter()
                .chain(&decided.public_warnings)
                .cloned()
                .collect(),
            published: Vec::new(),
            reproduce: vec![match search.method == DecidedBy::Apply {
                true => {
                    format!(
                        "equipoise apply {} --record <record of the earlier release> --input <rows> --output <release>",
                        recipe.name
                    )
                }
                false => format!("equipoise anonymize {}", recipe.name),
            }],
            usefulness: None,
            account: self.account(false),
        };
        if self.is_loss_public() {
            self.add_losses(&mut report);
        }
        Ok(report)
    }

    /// Adds facts that only the owner of the input may see.
    fn add_internal(self, report: &mut report::Report) -> Result<()> {
        let Subject {
            job,
            prepared,
            decided,
            search,
        } = self;
        for line in &mut report.table.columns {
            line.distinct = prepared
                .input
                .table
                .column(&line.name)
                .map(|c| c.dictionary.len() as u64);
        }
        for (at, (line, attribute)) in report
            .decision
            .iter_mut()
            .zip(self.attributes())
            .enumerate()
        {
            line.height = Some(attribute.quasi.hierarchy.height() as u8);
            line.level = line
                .level
                .and(decided.level_of_each().map(|levels| levels[at]));
            line.raw_values = Some(attribute.raw_values());
        }
        report.asked.allowed_units = Some(prepared.allowed_units);
        report.proved_optimal = Some(search.proved_optimal);
        report.nodes_total = Some(search.nodes_total);
        let sensitive = &prepared.counting.columns;
        let kept = published::kept_classes(prepared, decided);
        report.risks = self
            .risk_question(sensitive)
            .answer(&published::class_facts(prepared, kept, sensitive)?);
        report.sets = Some(sets_of_input(job, prepared)?);
        report.warnings = prepared
            .warnings
            .iter()
            .cloned()
            .chain(decided.all_warnings())
            .collect();
        report.account = self.account(true);
        Ok(())
    }

    /// The account of the method: the facts that the recipe declares and, with `figures`, those
    /// that read the input.
    fn account(self, figures: bool) -> report::AccountSection {
        let search = &self.job.recipe.search;
        match &self.decided.account {
            Account::Plain => report::AccountSection::Plain,
            Account::Cells { .. } => report::AccountSection::Cells {
                reading: search.reading,
                subsets: search.subsets,
            },
            Account::Records(of) => {
                let facts = if figures {
                    of.complete()
                } else {
                    of.declared()
                };
                report::AccountSection::Records(Box::new(facts))
            }
            Account::Preference(of) => {
                let facts = if figures {
                    of.complete()
                } else {
                    of.declared()
                };
                report::AccountSection::Preference(facts)
            }
        }
    }

    fn risk_question<'a>(
        self,
        sensitive: &'a [crate::prepare::sensitive::SensitiveColumn],
    ) -> RiskQuestion<'a> {
        RiskQuestion {
            sensitive,
            estimates: estimates(&self.job.recipe, self.prepared.units),
            threshold: Fraction::new(THRESHOLD.0, THRESHOLD.1),
        }
    }

    fn columns(self) -> Vec<report::ColumnLine> {
        let recipe = &self.job.recipe;
        let line = |name: &String| report::ColumnLine {
            name: name.clone(),
            role: recipe.role(name),
            reason: recipe.column(name).and_then(|c| c.reason.clone()),
            distinct: None,
        };
        self.prepared.input.names.iter().map(line).collect()
    }

    /// A quasi-identifier as the released table shows it.
    fn attribute(self, a: usize, table: &ReleasedTable<'_>) -> report::AttributeLine {
        let name = &self.prepared.input.table.columns[self.prepared.quasi[a].at].name;
        let (labels, example) = table.labels(name);
        let level = match self.decided.form {
            ReleaseForm::Levels(_) => Some(self.decided.public_level(a)),
            ReleaseForm::Regions(_) => None,
        };
        let height = (!self.is_mask(a)).then_some(self.prepared.quasi[a].hierarchy.height() as u8);
        report::AttributeLine {
            name: name.clone(),
            level,
            height,
            labels,
            raw_values: None,
            example,
            loss: None,
        }
    }

    /// Adds the loss of the release and of each quasi-identifier.
    fn add_losses(self, report: &mut report::Report) {
        let found = &self.decided.judged.found;
        report.loss.value = Some(found.loss);
        let values = self.prepared.loss.attributes(&found.levels, &found.facts);
        for (line, value) in report.decision.iter_mut().zip(values.into_iter().flatten()) {
            line.loss = Some(value);
        }
    }

    /// Rows left out, and the units of protection with such a row; those that were taken out before
    /// the table was counted included.
    fn left_out(self) -> (u64, u64) {
        self.decided.left_out(self.prepared)
    }

    /// Whether input rows are known to whoever has the release and the number of people left out.
    fn has_public_total(self) -> bool {
        self.prepared.persons().is_none() || self.left_out().1 == 0
    }

    /// Whether the loss follows from the release, the recipe, declared hierarchies and the public
    /// total.
    fn is_loss_public(self) -> bool {
        let recipe = &self.job.recipe;
        let has_levels = self.decided.level_of_each().is_some();
        // A rule counts the values that occur; so does a file whose unlisted values are sent to the
        // top.
        let is_declared = |q: &QuasiColumn| {
            let of = recipe.column(&self.prepared.input.table.columns[q.at].name);
            of.is_some_and(|of| {
                of.unlisted != Unlisted::Top
                    && matches!(
                        of.hierarchy,
                        Some(HierarchySource::File(_) | HierarchySource::Areas { .. })
                    )
            })
        };
        match recipe.search.loss {
            LossChoice::Height => has_levels && !self.has_masks(),
            LossChoice::Precision => has_levels && !self.has_masks() && self.has_public_total(),
            LossChoice::Loss => {
                has_levels && self.has_public_total() && self.prepared.quasi.iter().all(is_declared)
            }
            LossChoice::Aecs | LossChoice::Discernibility => self.has_public_total(),
            LossChoice::Entropy | LossChoice::Nwp => false,
        }
    }

    /// Whether the recipe alone decides that the search proves its answer: without limits, it
    /// always does.
    fn is_proof_public(self) -> bool {
        let search = &self.job.recipe.search;
        self.search.method == DecidedBy::Apply
            || search.is_provable() && search.time_limit.is_none() && search.max_nodes.is_none()
    }

    /// Whether the longest value decides how many levels a quasi-identifier has.
    fn is_mask(self, a: usize) -> bool {
        let of = self
            .job
            .recipe
            .column(&self.prepared.input.table.columns[self.prepared.quasi[a].at].name);
        matches!(
            of.and_then(|of| of.hierarchy.as_ref()),
            Some(HierarchySource::Builder(Builder::Mask(_)))
        )
    }

    fn has_masks(self) -> bool {
        (0..self.prepared.quasi.len()).any(|a| self.is_mask(a))
    }

    /// The input as it was read.
    fn before(self) -> Result<report::Before> {
        let Subject { job, prepared, .. } = self;
        // Without sensitive columns: nobody may see what they would give away.
        let classes = published::input_classes(prepared)?;
        let classes = published::class_facts(prepared, classes, &[])?;
        let (table, missing) = (&prepared.input.table, &job.recipe.input.missing);
        let columns: Vec<Labelled<'_>> = prepared
            .quasi
            .iter()
            .map(|q| Labelled::new(&table.columns[q.at], missing))
            .collect();
        let persons = prepared.persons().map(|p| p.codes.as_slice());
        Ok(report::Before {
            rows: prepared.all_rows(),
            units: prepared.all_units(),
            classes: report::ClassSizes::new(classes.iter().map(|c| (c.size, 1))),
            risks: self.risk_question(&[]).answer(&classes),
            missing: table
                .columns
                .iter()
                .filter_map(|c| self::missing(job, c))
                .collect(),
            wildcard: wildcard(
                &columns,
                table.rows,
                persons,
                classes.iter().map(|c| c.size).min(),
            ),
        })
    }

    fn attributes(&self) -> Vec<Attribute<'_>> {
        (0..self.prepared.quasi.len())
            .map(|a| Attribute::new(self.prepared, self.decided, a))
            .collect()
    }
}

/// The models, what was asked of them and what was measured.
fn models(job: &Job, prepared: &Prepared, judged: &Judged) -> Vec<report::ModelLine> {
    let line = |((model, verdict), judge): ((&Model, &Verdict), &equipoise_privacy::AnyModel)| {
        report::ModelLine {
            model: model.clone(),
            side: match judge.bound() {
                Bound::AtLeast => report::ThresholdSide::AtLeast,
                Bound::AtMost => report::ThresholdSide::AtMost,
                Bound::Below => report::ThresholdSide::Below,
            },
            measured: verdict.measured.map(exact),
            least: None,
            met: verdict.met,
        }
    };
    job.recipe
        .privacy
        .iter()
        .zip(&judged.verdicts)
        .zip(prepared.panel.models())
        .map(line)
        .collect()
}

/// The other end of models that are bounded from both sides: only the judge of the released file
/// measures it.
pub(crate) fn add_least(report: &mut report::Report, measured: &certify::Measured) {
    for (line, found) in report.models.iter_mut().zip(&measured.models) {
        let ratio = found.least.and_then(|value| value.ratio());
        line.least = ratio.map(|ratio| exact(Score::new(ratio.num(), ratio.den())));
    }
}

/// A score with all its digits; the report decides who sees how many.
fn exact(score: Score) -> String {
    let fraction = score.fraction();
    match fraction.denominator {
        0 => "infinite".to_owned(),
        1 => fraction.numerator.to_string(),
        denominator => format!("{}/{denominator}", fraction.numerator),
    }
}

/// The population estimates that the recipe asks for.
pub(crate) fn estimates(recipe: &Recipe, units: u64) -> Vec<(UniquesEstimator, Sampling)> {
    let estimate = |model: &Model| match model {
        Model::PopulationUniqueness {
            estimator,
            sampling,
            ..
        } => Some((
            uniqueness_estimator(*estimator),
            population_sampling(sampling, units),
        )),
        _ => None,
    };
    recipe.privacy.iter().filter_map(estimate).collect()
}

/// Which columns of the input tell rows apart. That takes a while for large tables, and only the
/// internal report tells it.
fn sets_of_input(job: &Job, prepared: &Prepared) -> Result<report::Sets> {
    let columns = prepared
        .quasi
        .iter()
        .map(|q| &prepared.input.table.columns[q.at]);
    let names: Vec<String> = prepared.quasi_names().map(str::to_owned).collect();
    sets(
        &Flat::new(columns, &job.recipe.input.missing).codes(),
        &names,
        None,
        None,
    )
}

fn missing(job: &Job, column: &Column) -> Option<report::MissingLine> {
    // Columns that were read for weights or identifiers alone are not released.
    let recipe = &job.recipe;
    if recipe.role(&column.name) == Some(Role::Identifying)
        && recipe.input.person.as_ref() != Some(&column.name)
    {
        return None;
    }
    let codes: Vec<u32> = job
        .recipe
        .input
        .missing
        .iter()
        .filter_map(|m| column.dictionary.find(m))
        .collect();
    let counts = if codes.is_empty() {
        return None;
    } else {
        column.counts()
    };
    Some(report::MissingLine {
        column: column.name.clone(),
        rows: codes.iter().map(|&c| counts[c as usize]).sum(),
    })
}

/// One quasi-identifier as it is released.
struct Attribute<'a> {
    column: &'a Column,
    quasi: &'a QuasiColumn,
    shown: ColumnForm<'a>,
    labels: Vec<&'a str>,
    /// Per label its rows, those left out, and the units among these. Where classes have labels of
    /// their own, those left out have none.
    rows: Vec<u64>,
    gone_rows: Vec<u64>,
    gone_units: Vec<u64>,
}

impl<'a> Attribute<'a> {
    fn new(prepared: &'a Prepared, decided: &'a Decided, attribute: usize) -> Self {
        let (quasi, assignment) = (&prepared.quasi[attribute], &decided.rows);
        let column = &prepared.input.table.columns[quasi.at];
        let shown = decided.form.column(attribute);
        let labels: Vec<&str> = match shown {
            ColumnForm::Level(level) => decided.hierarchy(prepared, attribute).levels
                [usize::from(level)]
            .labels
            .iter()
            .map(String::as_str)
            .collect(),
            ColumnForm::Regions(of) => of.labels.iter().map(String::as_str).chain([NONE]).collect(),
        };
        let label_of = |row: usize| match shown {
            ColumnForm::Level(level) => {
                let leaf = quasi.hierarchy.leaf_of[column.codes[row] as usize];
                quasi.hierarchy.levels[usize::from(level)].of_leaf[leaf as usize] as usize
            }
            ColumnForm::Regions(of) => assignment
                .class(row)
                .map_or(of.labels.len(), |class| of.of_class[class] as usize),
        };
        let (mut rows, mut gone_rows) = (vec![0; labels.len()], vec![0; labels.len()]);
        let mut persons = BTreeMap::new();
        for (row, stays) in assignment.stays().enumerate() {
            let label = label_of(row);
            rows[label] += 1;
            if stays {
                continue;
            }
            gone_rows[label] += 1;
            if let Some(p) = prepared.persons() {
                persons.insert((label, p.codes[row]), ());
            }
        }
        let mut gone_units = if prepared.persons().is_some() {
            vec![0; labels.len()]
        } else {
            gone_rows.clone()
        };
        persons
            .keys()
            .for_each(|(label, _)| gone_units[*label] += 1);
        Attribute {
            column,
            quasi,
            shown,
            labels,
            rows,
            gone_rows,
            gone_units,
        }
    }

    /// Distinct values of the input; a hierarchy may have leaves that no row has.
    fn raw_values(&self) -> u64 {
        let counts = self.column.counts();
        let leaves = counts
            .iter()
            .zip(&self.quasi.hierarchy.leaf_of)
            .filter(|(rows, _)| **rows > 0)
            .map(|(_, leaf)| leaf);
        leaves.collect::<std::collections::BTreeSet<_>>().len() as u64
    }

    fn left_out(&self) -> report::LeftOutAttribute {
        let value = |i: usize| report::LeftOutValue {
            label: self.labels[i].to_owned(),
            rows: self.rows[i],
            left_out_rows: self.gone_rows[i],
            left_out_units: self.gone_units[i],
        };
        let all = (0..self.rows.len())
            .filter(|&i| self.rows[i] > 0 || matches!(self.shown, ColumnForm::Level(_)));
        report::LeftOutAttribute {
            name: self.column.name.clone(),
            values: all.map(value).collect(),
        }
    }
}

/// The label of people who are left out, if classes have their own labels.
const NONE: &str = "(no class)";
