//! Measures again what a certificate and its record state.

use crate::ask::Ask;
use crate::certificate::{
    Certificate, Decision, Method, ReleasedFile, Suppressed, Unit, statements,
};
use crate::class_counts::Units;
use crate::digest::sha256_hex;
use crate::facts::{PreferredOver, WitnessFacts};
use crate::measure::Judged;
use crate::measured::{Measured, MeasuredModel};
use crate::model_name::{Diversity, Variant};
use crate::promise::{Basis, Known, Promise};
use crate::question::{Persons, Question};
use crate::record::{self, Record};
use crate::stated::{self, Stated};
use crate::{Error, Result};
use serde::Serialize;
use std::fmt::Display;

/// The question whose answer a certificate states.
pub(crate) struct Asked {
    /// With the models that could be read.
    pub(crate) question: Question,
    /// For each promise why it could not be.
    faults: Vec<Option<Error>>,
}

/// The documents of a release, and the file that is checked.
#[derive(Clone, Copy)]
pub(crate) struct Documents<'a> {
    pub(crate) certificate: &'a Certificate,
    /// The table as the certificate describes it.
    pub(crate) table: &'a ReleasedFile,
    pub(crate) record: Option<&'a Record>,
}

impl Asked {
    pub(crate) fn new(documents: Documents<'_>) -> Self {
        let Documents {
            certificate,
            table,
            record,
        } = documents;
        let persons = match (
            certificate.unit,
            &table.person,
            record.and_then(|record| record.persons.as_ref()),
        ) {
            (Unit::Persons, Some(column), _) => Persons::Column(column.clone()),
            (Unit::Persons, None, Some(list)) => Persons::Listed(list.0.clone()),
            _ => Persons::Rows,
        };
        let promises = certificate.privacy.iter().enumerate();
        let read = promises.map(|(i, promise)| {
            promise.ask(&record.map_or_else(Known::default, |record| known(record, i, promise)))
        });
        let (mut models, mut faults) = (Vec::new(), Vec::new());
        for ask in read {
            match ask {
                Ok(ask) => {
                    models.push(ask);
                    faults.push(None);
                }
                Err(fault) => faults.push(Some(fault)),
            }
        }
        let question = Question {
            format: table.format,
            delimiter: table.delimiter.map_or(b',', |character| character.0),
            quote: table.quote.map_or(b'"', |character| character.0),
            header: table.header,
            // A header that was changed must not hide what the rows show; it is compared
            // afterwards.
            columns: if table.header {
                Vec::new()
            } else {
                table.columns.clone()
            },
            quasi_identifiers: certificate.quasi_identifiers.clone(),
            grouping: certificate.grouping.clone(),
            models,
            missing: table.missing.clone(),
            mark_label: match &certificate.suppressed {
                Suppressed::Mark { label } => Some(label.clone()),
                Suppressed::Drop {} => None,
            },
            persons,
        };
        Asked { question, faults }
    }
}

/// Facts of the record about a promise.
fn known<'a>(record: &'a Record, place: usize, promise: &Promise) -> Known<'a> {
    Known {
        facts: record
            .sensitive
            .iter()
            .find(|facts| Some(&facts.column) == promise.column.as_ref()),
        input_units: Some(record.input.units),
        population: record
            .populations
            .iter()
            .find(|facts| facts.promise == place)
            .map(|facts| &facts.classes),
        input: record
            .input_classes
            .iter()
            .find(|facts| facts.promise == place)
            .map(|facts| &facts.input),
    }
}

/// A statement and what was measured again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rederived {
    /// The subject of the statement.
    pub what: String,
    /// The value in the certificate or the record.
    pub stated: String,
    /// The value that the file shows.
    pub found: String,
    /// Whether they agree and what was asked is fulfilled.
    pub ok: bool,
}

/// Statements that were measured again, line by line.
pub(crate) struct Rederivation {
    pub(crate) lines: Vec<Rederived>,
    pub(crate) needs_record: Vec<String>,
    pub(crate) only_stated: Vec<String>,
    /// Whether the file fulfils what was asked; none when no model is broken but one could not be
    /// judged.
    pub(crate) promise_holds: Option<bool>,
}

impl Rederivation {
    pub(crate) fn new(
        documents: Documents<'_>,
        asked: &Asked,
        sha256: &str,
        judged: Result<Judged>,
    ) -> Self {
        let mut all = Rederivation {
            lines: Vec::new(),
            needs_record: Vec::new(),
            only_stated: Vec::new(),
            promise_holds: Some(true),
        };
        all.compare("sha256", documents.table.sha256.as_str(), sha256);
        match judged {
            Ok(judged) => all.measured(documents, asked, &judged.measured),
            Err(error) => {
                all.line("the file", "readable as stated", error.message(), false);
                all.promise_holds = None;
            }
        }
        all
    }

    fn measured(&mut self, documents: Documents<'_>, asked: &Asked, measured: &Measured) {
        let Documents {
            certificate,
            table,
            record,
        } = documents;
        self.compare("rows", &table.rows, &measured.rows);
        let (stated, found) = (&table.columns, &measured.columns);
        self.line(
            "columns",
            stated.join(", "),
            found.join(", "),
            stated == found,
        );
        let same = certificate.decision.fits(&certificate.quasi_identifiers);
        self.line(
            "levels",
            "one for each quasi-identifier",
            if same { "one for each" } else { "others" },
            same,
        );
        self.form(certificate, table);
        self.only_stated(certificate, record);
        self.line(
            "models",
            "at least one",
            certificate.privacy.len(),
            !certificate.privacy.is_empty(),
        );
        let units_known = certificate.unit == Unit::Rows
            || table.person.is_some()
            || record.is_some_and(|record| record.persons.is_some());
        let mut models = asked.question.models.iter().zip(&measured.models);
        for (promise, fault) in certificate.privacy.iter().zip(&asked.faults) {
            if let Some(fault) = fault {
                self.line("a model", "readable", fault.message(), false);
                self.promise(None);
            } else if let Some((ask, model)) = models.next() {
                let values = ask
                    .column()
                    .and_then(|column| measured.values.get(column))
                    .map(Vec::as_slice)
                    .unwrap_or_default();
                if promise.basis == Basis::Publisher {
                    self.line(
                        &format!("{}, basis", name_of(ask)),
                        "measured on the release",
                        "stated by the publisher",
                        false,
                    );
                }
                if !promise.has_parameters_of(ask, values) {
                    self.line(
                        &format!("{}, parameters", name_of(ask)),
                        "those of the model and the file",
                        "others",
                        false,
                    );
                }
                // Whether a model has a meaning does not depend on who is counted.
                match certificate
                    .grouping
                    .check_model(ask, &certificate.quasi_identifiers)
                {
                    Ok(()) => self.model(promise, ask, model, measured, units_known),
                    Err(refused) => {
                        self.line(&name_of(ask), "measurable", refused.message(), false);
                        self.promise(None);
                    }
                }
            }
        }
        if let Some(record) = record {
            self.recorded(certificate, record, measured);
            self.references(certificate, record);
            // A promise that cannot be read would shift the places of the others.
            if asked.faults.iter().all(Option::is_none) {
                self.witnesses(record, &asked.question, measured);
            }
        }
    }

    /// Checks the form of a certificate of this version, whatever the file shows.
    fn form(&mut self, certificate: &Certificate, table: &ReleasedFile) {
        let is_known = statements(&certificate.grouping).contains(&certificate.statement.as_str());
        self.line(
            "statement",
            "the standard wording",
            if is_known {
                "the standard wording"
            } else {
                "a different text"
            },
            is_known,
        );
        let impossible = certificate.impossible_decision(table);
        self.line(
            "decision",
            "possible for this file and these models",
            impossible.unwrap_or("possible"),
            impossible.is_none(),
        );
        if certificate.unit == Unit::Rows && table.person.is_some() {
            self.line("unit", "rows", "a person column", false);
        }
    }

    /// Statements of the certificate that no file can show and that the record does not confirm.
    fn only_stated(&mut self, certificate: &Certificate, record: Option<&Record>) {
        let is_recorded = record.is_some_and(|record| !record.decision.is_empty());
        match &certificate.decision {
            Decision::Levels { .. } if !is_recorded => {
                self.only_stated.push("the levels: a file does not show which level of a hierarchy its labels belong to".to_owned());
            }
            Decision::Classes { .. } => {
                self.only_stated
                    .push("the method: a file does not show how its classes were found".to_owned());
            }
            Decision::Buckets {} | Decision::Slices {} => {
                self.only_stated.push("the blocks: a file does not show whether the values of different blocks were permuted within each bucket".to_owned());
            }
            _ => {}
        }
        if !certificate.decision.aggregated().is_empty() {
            self.only_stated.push(
                "the aggregates: a file does not show the numbers that they stand for".to_owned(),
            );
        }
        if record.is_none() {
            self.only_stated.push(
                "the suppressed rows: a file does not show whether any were left out".to_owned(),
            );
        }
    }

    fn model(
        &mut self,
        promise: &Promise,
        ask: &Ask,
        model: &MeasuredModel,
        measured: &Measured,
        units_known: bool,
    ) {
        let name = name_of(ask);
        if !units_known && !matches!(ask, Ask::DistinctDiversity { .. }) {
            return self.without_persons(promise, ask, &name, measured);
        }
        if let Some(fault) = &model.fault {
            self.line(&name, "measurable", fault, false);
            return self.promise(None);
        }
        // Floating point may be rounded to a neighbour elsewhere.
        let neighbours = stated::neighbours(model);
        let mut whence = "";
        if ask.is_relative() {
            let found: Vec<_> = neighbours
                .iter()
                .filter_map(stated::against_release)
                .collect();
            let ok = promise
                .measured_against_release
                .as_ref()
                .is_some_and(|stated| found.iter().any(|found| stated.says(found)));
            let text = |stated: Option<&Stated>| stated.map_or("nothing".into(), Stated::to_string);
            let stated = text(promise.measured_against_release.as_ref());
            self.line(
                &format!("{name}, from the release"),
                stated,
                text(found.first()),
                ok,
            );
            whence = ", from the input";
        }
        if !ask.is_complete() {
            self.needs_record
                .push(format!("{name}{}", from_elsewhere(ask)));
            return self.promise(None);
        }
        let found: Vec<_> = neighbours
            .iter()
            .filter_map(|model| stated::measured(ask, model))
            .collect();
        let what = format!("{name}{whence}, asked {}", promise.asked);
        let Some(first) = found.first() else {
            self.line(&what, &promise.measured, "nothing", false);
            return self.promise(None);
        };
        if promise.measured_in_other_reading != model.other_reading {
            let number = |k: Option<u64>| k.map_or_else(|| "nothing".to_owned(), |k| k.to_string());
            self.line(
                &format!("{name}, in the other reading of suppressed cells"),
                number(promise.measured_in_other_reading),
                number(model.other_reading),
                false,
            );
        }
        let same = found.iter().any(|found| promise.measured.says(found));
        self.line(&what, &promise.measured, first, same && model.met);
        self.promise(Some(model.met));
    }

    /// Checks a promise about persons on a file that does not have them.
    fn without_persons(&mut self, promise: &Promise, ask: &Ask, name: &str, measured: &Measured) {
        const WHY: &str = "the file does not have the person of each row";
        if let (Ask::KAnonymity { k }, Stated::Whole(stated)) = (ask, &promise.measured) {
            self.needs_record.push(format!("{name} in persons: {WHY}"));
            // A class has at most as many persons as rows, so the file alone can show that the
            // promise is broken.
            let rows = measured.smallest_class.unwrap_or(0);
            self.line(
                "rows of the smallest class",
                format!("at least {stated} persons"),
                format!("{rows} rows"),
                rows >= *stated,
            );
            return self.promise((rows < *k).then_some(false));
        }
        if ask.is_relative() {
            self.needs_record
                .push(format!("{name}, from the release: {WHY}"));
            self.needs_record.push(format!("{name}, from the input"));
        } else {
            self.needs_record.push(format!("{name}: {WHY}"));
        }
        self.promise(None);
    }

    fn recorded(&mut self, certificate: &Certificate, record: &Record, measured: &Measured) {
        let (stated, found) = (&record.released, record::released_facts(measured));
        self.compare(
            "record: sha256 of the file",
            &record.output_sha256.join(", "),
            &measured.sha256,
        );
        self.compare("record: rows", &stated.rows, &found.rows);
        self.compare("record: units", &stated.units, &found.units);
        self.compare("record: classes", &stated.classes, &found.classes);
        self.compare(
            "record: marked rows",
            &stated.marked_rows,
            &found.marked_rows,
        );
        let sizes = |same| if same { "as recorded" } else { "other sizes" };
        let same = stated.class_sizes == found.class_sizes;
        self.line("record: class sizes", "as recorded", sizes(same), same);
        let kept = match certificate.suppressed {
            Suppressed::Drop {} => found.rows.saturating_add(record.suppressed.rows),
            Suppressed::Mark { .. } => found.rows,
        };
        self.compare(
            "record: input rows, from released and suppressed ones",
            &record.input.rows,
            &kept,
        );
        self.compare(
            "record: sha256 of the recipe",
            &record.recipe.sha256,
            &sha256_hex(record.recipe.text.as_bytes()),
        );
        self.decided(certificate, record);
    }

    /// Compares the decision that the certificate states with that of the record.
    fn decided(&mut self, certificate: &Certificate, record: &Record) {
        if certificate.unit == Unit::Rows && record.suppressed.persons.is_some() {
            self.line("record: unit", "persons", "rows", false);
        }
        if record.decision.is_empty() {
            return; // An older version wrote it.
        }
        if matches!(
            certificate.decision,
            Decision::Buckets {} | Decision::Slices {}
        ) {
            return; // Quasi-identifiers have neither levels nor labels.
        }
        let kind = |is_levels: bool| {
            if is_levels {
                "levels"
            } else {
                "labels of classes"
            }
        };
        let has_levels = record.decision.iter().all(|facts| facts.labels.is_empty());
        self.compare(
            "record: decision",
            kind(has_levels),
            kind(matches!(certificate.decision, Decision::Levels { .. })),
        );
        let over = record.preference.as_ref().and_then(|of| of.over.known());
        match &certificate.decision {
            // Both are in the order of the table. The certificate may write names so that
            // spreadsheets take them as text.
            Decision::Levels { levels, .. } => {
                let text = |levels: &mut dyn Iterator<Item = u32>| {
                    levels
                        .map(|level| level.to_string())
                        .collect::<Vec<_>>()
                        .join(", ")
                };
                let stated = text(&mut levels.0.iter().map(|(_, level)| *level));
                let recorded = text(
                    &mut record
                        .decision
                        .iter()
                        .map(|facts| u32::from(facts.public_level.unwrap_or(facts.level))),
                );
                self.compare("record: levels", &recorded, &stated);
            }
            Decision::Classes { method, .. } => {
                let is = |of: Method| method.known() == Some(&of);
                let same = is(Method::Record) == record.disclosure.is_some()
                    && is(Method::Preference) == (over == Some(&PreferredOver::Partitions));
                self.line(
                    "record: method",
                    "as recorded",
                    if same { "as recorded" } else { "another one" },
                    same,
                );
            }
            Decision::Cells { .. } | Decision::Buckets {} | Decision::Slices {} => {}
        }
    }

    /// In rows every value of the input counts once, so the reference counts add up to the input.
    fn references(&mut self, certificate: &Certificate, record: &Record) {
        if certificate.unit != Unit::Rows {
            return;
        }
        for facts in &record.sensitive {
            if let Some(reference) = &facts.reference {
                let sum = reference
                    .iter()
                    .fold(0u64, |sum, (_, units)| sum.saturating_add(*units));
                self.compare(
                    &format!("record: reference counts of `{}`", facts.column),
                    &record.input.rows,
                    &sum,
                );
            }
        }
        for facts in &record.input_classes {
            let values = facts.input.classes.iter().flat_map(|class| &class.values);
            let rows = values.map(|(_, units)| {
                if let Units::Rows(rows) = units {
                    *rows
                } else {
                    0
                }
            });
            let sum = rows.fold(0u64, u64::saturating_add);
            self.compare(
                "record: rows of the classes of the input",
                &record.input.rows,
                &sum,
            );
        }
    }

    /// Each recorded witness that was measured again must be the same class with the same value.
    /// Classes are not printed, because they are values of the table.
    fn witnesses(&mut self, record: &Record, question: &Question, measured: &Measured) {
        let again = record::witnesses(question, measured);
        for stated in &record.witnesses {
            let Some(found) = again.iter().find(|found| found.promise == stated.promise) else {
                continue;
            };
            let ask = &question.models[found.promise];
            let neighbours = stated::neighbours(&measured.models[found.promise]);
            let texts: Vec<_> = neighbours
                .iter()
                .filter_map(|model| Some(record::value_text(ask, model.value?)))
                .collect();
            let column = stated
                .column
                .as_ref()
                .map_or(String::new(), |column| format!(" of `{column}`"));
            let what = format!("record: worst class under {}{column}", ask.name());
            let text = if stated.class == found.class {
                found.measured.clone()
            } else {
                format!("{} in another class", found.measured)
            };
            let same = WitnessFacts {
                measured: stated.measured.clone(),
                ..found.clone()
            } == *stated;
            self.line(
                &what,
                &stated.measured,
                text,
                same && texts.contains(&stated.measured),
            );
        }
    }

    fn compare<T: Display + PartialEq + ?Sized>(&mut self, what: &str, stated: &T, found: &T) {
        self.line(what, stated, found, stated == found);
    }

    fn line(&mut self, what: &str, stated: impl Display, found: impl Display, ok: bool) {
        self.lines.push(Rederived {
            what: what.into(),
            stated: stated.to_string(),
            found: found.to_string(),
            ok,
        });
    }

    /// One broken model breaks the promise, whatever else could not be judged.
    fn promise(&mut self, met: Option<bool>) {
        self.promise_holds = match (self.promise_holds, met) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (None, _) | (_, None) => None,
            _ => Some(true),
        };
    }
}

/// A model in a few words: `l-diversity (entropy) of `disease``.
fn name_of(ask: &Ask) -> String {
    let variant = ask
        .variant()
        .filter(|variant| *variant != Variant::Diversity(Diversity::Distinct))
        .map_or(String::new(), |variant| format!(" ({})", variant.name()));
    let column = ask
        .column()
        .map_or(String::new(), |column| format!(" of `{column}`"));
    let distance = ask.distance().map_or(String::new(), |distance| {
        format!(" with {} distance", distance.kind().name())
    });
    format!("{}{variant}{column}{distance}", ask.name())
}

/// The source of facts that the file does not have.
fn from_elsewhere(ask: &Ask) -> &'static str {
    match ask {
        Ask::KMap { .. } | Ask::DeltaPresence { .. } => ", from the population",
        _ => ", from the input",
    }
}
