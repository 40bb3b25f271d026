//! Fills the report of a release with facts.

use crate::Job;
use crate::apply::APPLY;
use crate::decided::{Decided, Shown};
use crate::describe;
use crate::flat::Flat;
use crate::models::{population_sampling, uniqueness_estimator};
use crate::outcome::{Measured, SearchFigures};
use crate::preference::Preferred;
use crate::prepare::{Prepared, QuasiColumn};
use crate::risks::{RiskQuestion, THRESHOLD, audited, sets};
use crate::wildcard::wildcard;
use equipoise_certify as certify;
use equipoise_data::{Column, Encoded, Quasi, Result};
use equipoise_measure::risk::Fraction;
use equipoise_measure::risk::population::{Estimator, Sampling};
use equipoise_privacy::{Bound, Score};
use equipoise_recipe::{Limit, Model, Recipe, Role, RowOrder, Suppressed};
use equipoise_report::{self as report, Audience};
use equipoise_search::{ClassFacts, Examined, classes_at, classes_of};
use std::collections::BTreeMap;

/// The report of a release.
pub(crate) fn report(
    job: &Job,
    prepared: &Prepared,
    decided: &Decided,
    search: &SearchFigures,
    audience: Audience,
) -> Result<report::Report> {
    let (recipe, examined) = (&job.recipe, &decided.examined);
    let values = prepared.loss.attributes(&examined.found.levels, &examined.found.facts);
    let question = RiskQuestion {
        sensitive: &prepared.counting.columns,
        estimates: estimates(recipe, prepared.units),
        threshold: Fraction::new(THRESHOLD.0, THRESHOLD.1),
    };
    let before = before(prepared)?;
    let attributes: Vec<Attribute> = (0..prepared.quasi.len()).map(|a| Attribute::new(prepared, decided, a)).collect();
    Ok(report::Report {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        unit: match prepared.persons() {
            None => report::Unit::Rows,
            Some(column) => report::Unit::Persons { column: column.name.clone() },
        },
        table: table(job, prepared),
        asked: report::Asked {
            loss: recipe.search.loss.name().to_owned(),
            aggregation: recipe.search.aggregation.map(|a| a.name().to_owned()),
            limit_text: limit(&recipe.search.max_suppression, prepared),
            allowed_units: prepared.allowed_units,
            method: search.method.clone(),
        },
        models: models(job, prepared, examined),
        decision: attributes.iter().enumerate().map(|(a, of)| of.line(values.as_ref().map(|v| v[a]))).collect(),
        loss: report::LossLine { metric: recipe.search.loss.name().to_owned(), value: examined.found.loss },
        proved_optimal: search.proved_optimal,
        nodes_total: search.nodes_total,
        before: report::Classes::new(before.iter().map(|c| (c.size, 1))),
        after: report::Classes::new(examined.kept_sizes.iter().map(|(&size, &classes)| (size, classes))),
        risks_before: question.answer(&before),
        risks_after: question.answer(&after(prepared, decided)?),
        sets: if audience == Audience::Internal { Some(sets_of_input(job, prepared)?) } else { None },
        left_out: report::LeftOut {
            rows: examined.found.facts.suppressed_rows,
            units: examined.found.facts.suppressed_units,
            attributes: attributes.iter().map(Attribute::left_out).collect(),
        },
        suppressed: match recipe.output.suppressed {
            Suppressed::Drop => report::Suppressed::Dropped,
            Suppressed::Mark => report::Suppressed::Marked { label: recipe.output.label.clone() },
        },
        row_order: match recipe.output.order {
            RowOrder::Canonical => report::RowOrder::Canonical,
            RowOrder::Input => report::RowOrder::Input,
        },
        missing: prepared.input.table.columns.iter().filter_map(|c| missing(job, c)).collect(),
        wildcard: wildcard(prepared, decided, &recipe.output, before.iter().map(|c| c.size).min()),
        missing_tokens: recipe.input.missing.clone(),
        warnings: prepared.warnings.iter().chain(&decided.warnings).cloned().collect(),
        reproduce: vec![match search.method == APPLY {
            true => format!("equipoise apply {} --record <record of the earlier release> --input <rows> --output <release>", recipe.name),
            false => format!("equipoise anonymize {}", recipe.name),
        }],
        usefulness: crate::usefulness::of_release(job, prepared, decided)?,
        disclosure: decided.disclosed.as_ref().map(|of| of.told()),
        preference: decided.preferred.as_ref().map(Preferred::told),
    })
}

fn table(job: &Job, prepared: &Prepared) -> report::TableFacts {
    let line = |name: &String| report::ColumnLine {
        name: name.clone(),
        role: job.recipe.role(name).map_or_else(String::new, |r| r.name().to_owned()),
        reason: job.recipe.column(name).and_then(|c| c.reason.clone()),
        distinct: prepared.input.table.column(name).map(|c| c.dictionary.len() as u64),
    };
    report::TableFacts {
        rows: prepared.input.table.rows as u64,
        units: prepared.units,
        columns: prepared.input.names.iter().map(line).collect(),
    }
}

fn limit(limit: &Limit, prepared: &Prepared) -> String {
    match limit {
        Limit::Units(n) => format!("{n} {}", describe::unit(prepared, *n)),
        Limit::Share(share) => format!("{} %", share.to_f64() * 100.0),
    }
}

/// The models, what was asked of them and what was measured.
fn models(job: &Job, prepared: &Prepared, examined: &Examined) -> Vec<report::ModelLine> {
    let owned = |pairs: Vec<(&str, String)>| pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let line = |(m, model): (Measured, &equipoise_privacy::Model)| report::ModelLine {
        measured: m.measured.map(exact),
        least: None,
        model: m.model,
        column: m.column,
        variant: m.variant,
        distance: m.distance,
        asked: owned(m.asked),
        settings: owned(m.settings),
        others_as_quasi_identifiers: m.others_as_quasi_identifiers,
        side: match model.bound() {
            Bound::AtLeast => report::Side::AtLeast,
            Bound::AtMost => report::Side::AtMost,
            Bound::Below => report::Side::Below,
        },
        met: m.met,
    };
    describe::measured(job, &examined.verdicts).into_iter().zip(prepared.panel.models()).map(line).collect()
}

/// The other end of models that are bounded from both sides: only the judge of the released file measures it.
pub(crate) fn add_least(report: &mut report::Report, measured: &certify::Measured) {
    for (line, found) in report.models.iter_mut().zip(&measured.models) {
        let ratio = found.least.and_then(|value| value.ratio());
        line.least = ratio.map(|ratio| exact(Score::new(ratio.num(), ratio.den())));
    }
}

/// A score with all its digits; the report decides who sees how many.
fn exact(score: Score) -> String {
    match score.fraction() {
        (_, 0) => "infinite".to_owned(),
        (numerator, 1) => numerator.to_string(),
        (numerator, denominator) => format!("{numerator}/{denominator}"),
    }
}

/// The population estimates that the recipe asks for.
pub(crate) fn estimates(recipe: &Recipe, units: u64) -> Vec<(Estimator, Sampling)> {
    let estimate = |model: &Model| match model {
        Model::PopulationUniqueness { estimator, sampling, .. } => {
            Some((uniqueness_estimator(*estimator), population_sampling(sampling, units)))
        }
        _ => None,
    };
    recipe.privacy.iter().filter_map(estimate).collect()
}

/// Which columns of the input tell rows apart. That takes a while for large tables, and only the internal report tells it.
fn sets_of_input(job: &Job, prepared: &Prepared) -> Result<report::Sets> {
    let columns = prepared.quasi.iter().map(|q| &prepared.input.table.columns[q.at]);
    let names: Vec<String> = prepared.quasi_names().map(str::to_owned).collect();
    sets(&Flat::new(columns, &job.recipe.input.missing).codes(), &names, None, None)
}

/// The classes of the input as it is. What they say about sensitive columns is not looked at: nobody shall see them.
fn before(prepared: &Prepared) -> Result<Vec<ClassFacts>> {
    let encoded = Encoded { sensitive: Vec::new(), amounts: Vec::new(), ..prepared.encoded() };
    classes_at(&encoded, &vec![0; prepared.quasi.len()])
}

/// The classes of the released rows, with the values of all sensitive columns.
fn after(prepared: &Prepared, decided: &Decided) -> Result<Vec<ClassFacts>> {
    let (columns, examined) = (&prepared.input.table.columns, &decided.examined);
    let kept: Vec<usize> = (0..examined.kept_rows.len()).filter(|&row| examined.kept_rows[row]).collect();
    let pick = |codes: &[u32]| kept.iter().map(|&row| codes[row]).collect::<Vec<u32>>();
    let quasi: Vec<Vec<u32>> = prepared.quasi.iter().map(|q| pick(&columns[q.at].codes)).collect();
    let sensitive: Vec<Vec<u32>> = prepared.counting.columns.iter().map(|s| pick(&columns[s.at].codes)).collect();
    let persons = prepared.persons().map(|p| pick(&p.codes));
    let encoded = Encoded {
        rows: kept.len(),
        quasi: prepared.quasi.iter().zip(&quasi).map(|(q, codes)| Quasi { codes, hierarchy: &q.hierarchy }).collect(),
        sensitive: audited(&prepared.counting.columns, &sensitive),
        persons: persons.as_deref(),
        amounts: Vec::new(),
        weights: None,
        population: prepared.population.as_deref(),
    };
    match decided.level_of_each() {
        Some(levels) => classes_at(&encoded, levels),
        None => classes_of(&encoded, &pick(&examined.class_of_row), &|class| decided.regions(class)),
    }
}

fn missing(job: &Job, column: &Column) -> Option<report::MissingLine> {
    // Columns that were read for weights or identifiers alone are not released.
    let recipe = &job.recipe;
    if recipe.role(&column.name) == Some(Role::Identifying) && recipe.input.person.as_ref() != Some(&column.name) {
        return None;
    }
    let codes: Vec<u32> = job.recipe.input.missing.iter().filter_map(|m| column.dictionary.find(m)).collect();
    let counts = if codes.is_empty() { return None } else { column.counts() };
    Some(report::MissingLine { column: column.name.clone(), rows: codes.iter().map(|&c| counts[c as usize]).sum() })
}

/// One quasi-identifier as it is released.
struct Attribute<'a> {
    column: &'a Column,
    quasi: &'a QuasiColumn,
    shown: &'a Shown,
    labels: Vec<&'a str>,
    /// Per label its rows, those left out, and the units among these. Where classes have labels of their own, those left out have none.
    rows: Vec<u64>,
    gone_rows: Vec<u64>,
    gone_units: Vec<u64>,
}

impl<'a> Attribute<'a> {
    fn new(prepared: &'a Prepared, decided: &'a Decided, attribute: usize) -> Self {
        let (quasi, examined) = (&prepared.quasi[attribute], &decided.examined);
        let column = &prepared.input.table.columns[quasi.at];
        let shown = &decided.shown[attribute];
        let labels: Vec<&str> = match shown {
            Shown::Level(level) => quasi.hierarchy.levels[usize::from(*level)].labels.iter().map(String::as_str).collect(),
            Shown::Classes(of) => of.labels.iter().map(String::as_str).chain([NONE]).collect(),
        };
        let label_of = |row: usize| match shown {
            Shown::Level(level) => {
                let leaf = quasi.hierarchy.leaf_of[column.codes[row] as usize];
                quasi.hierarchy.levels[usize::from(*level)].of_leaf[leaf as usize] as usize
            }
            Shown::Classes(of) if examined.kept_rows[row] => of.of_class[examined.class_of_row[row] as usize] as usize,
            Shown::Classes(of) => of.labels.len(),
        };
        let (mut rows, mut gone_rows) = (vec![0; labels.len()], vec![0; labels.len()]);
        let mut persons = BTreeMap::new();
        for (row, kept) in examined.kept_rows.iter().enumerate() {
            let label = label_of(row);
            rows[label] += 1;
            if *kept {
                continue;
            }
            gone_rows[label] += 1;
            if let Some(p) = prepared.persons() {
                persons.insert((label, p.codes[row]), ());
            }
        }
        let mut gone_units = if prepared.persons().is_some() { vec![0; labels.len()] } else { gone_rows.clone() };
        persons.keys().for_each(|(label, _)| gone_units[*label] += 1);
        Attribute { column, quasi, shown, labels, rows, gone_rows, gone_units }
    }

    fn line(&self, loss: Option<f64>) -> report::AttributeLine {
        let kept: Vec<u64> = self.rows.iter().zip(&self.gone_rows).map(|(rows, gone)| rows - gone).collect();
        let most = (0..kept.len()).max_by_key(|&i| (kept[i], std::cmp::Reverse(i)));
        report::AttributeLine {
            name: self.column.name.clone(),
            level: match self.shown {
                Shown::Level(level) => Some(*level),
                Shown::Classes(_) => None,
            },
            height: self.quasi.hierarchy.height() as u8,
            labels: kept.iter().filter(|&&k| k > 0).count() as u64,
            raw_values: self.raw_values(),
            example: most.map(|i| self.labels[i].to_owned()),
            loss,
        }
    }

    /// Distinct values of the input; a hierarchy may have leaves that no row has.
    fn raw_values(&self) -> u64 {
        let counts = self.column.counts();
        let leaves = counts.iter().zip(&self.quasi.hierarchy.leaf_of).filter(|(rows, _)| **rows > 0).map(|(_, leaf)| leaf);
        leaves.collect::<std::collections::BTreeSet<_>>().len() as u64
    }

    fn left_out(&self) -> report::LeftOutAttribute {
        let value = |i: usize| report::LeftOutValue {
            label: self.labels[i].to_owned(),
            rows: self.rows[i],
            left_out_rows: self.gone_rows[i],
            left_out_units: self.gone_units[i],
        };
        let all = (0..self.rows.len()).filter(|&i| self.rows[i] > 0 || matches!(self.shown, Shown::Level(_)));
        report::LeftOutAttribute { name: self.column.name.clone(), values: all.map(value).collect() }
    }
}

/// What those left out show where classes have labels of their own.
const NONE: &str = "(no class)";
