//! Measures again what a certificate and its record state.

use crate::certificate::*;
use crate::digest::sha256_hex;
use crate::issue::stated_distance;
use crate::measure::Judged;
use crate::measured::{DistanceKind, Measured, MeasuredCloseness};
use crate::question::{Closeness, Distance, Persons, Question, SensitiveColumn};
use crate::record::{self, Record, SensitiveFacts};
use crate::verify::Rederived;
use crate::{Result, parse_decimal};
use std::fmt::Display;

/// The question whose answer a certificate states. Each promise about a sensitive column has an entry of its own.
pub(crate) fn question(certificate: &Certificate, record: Option<&Record>) -> Question {
    let output = &certificate.output;
    let persons = match (certificate.unit, &output.person, record.and_then(|record| record.persons.as_ref())) {
        (Unit::Persons, Some(column), _) => Persons::Column(column.clone()),
        (Unit::Persons, None, Some(list)) => Persons::Listed(list.0.clone()),
        _ => Persons::Rows,
    };
    Question {
        delimiter: output.delimiter.0,
        quote: output.quote.0,
        header: output.header,
        // A header that was changed must not hide what the rows show; it is compared afterwards.
        columns: if output.header { Vec::new() } else { output.columns.clone() },
        quasi_identifiers: certificate.quasi_identifiers.clone(),
        sensitive: certificate.privacy.iter().filter_map(|promise| sensitive(promise, record)).collect(),
        missing: output.missing.clone(),
        mark_label: match &certificate.suppressed {
            Suppressed::Mark { label } => Some(label.clone()),
            Suppressed::Drop => None,
        },
        persons,
    }
}

fn sensitive(promise: &Promise, record: Option<&Record>) -> Option<SensitiveColumn> {
    match promise {
        Promise::KAnonymity(_) => None,
        Promise::LDiversity(l) => Some(SensitiveColumn { name: l.column.clone(), distinct: true, closeness: Vec::new() }),
        Promise::TCloseness(t) => {
            let facts = record.and_then(|record| record.sensitive.iter().find(|facts| facts.column == t.column));
            let closeness = Closeness { distance: distance(t, facts), reference: facts.and_then(|facts| facts.reference.clone()) };
            Some(SensitiveColumn { name: t.column.clone(), distinct: false, closeness: vec![closeness] })
        }
    }
}

/// From the record where it has one, because that knows the values of the input too.
fn distance(t: &TCloseness, facts: Option<&SensitiveFacts>) -> Distance {
    match t.distance {
        DistanceKind::Equal => Distance::Equal,
        DistanceKind::Ordered => {
            let ranks = facts.and_then(|facts| facts.ranks.clone());
            Distance::Ordered { ranks: ranks.unwrap_or_else(|| ranks_of(t.order.as_deref().unwrap_or_default())) }
        }
        DistanceKind::Hierarchical => {
            let lines = facts.and_then(|facts| facts.lines.clone()).or_else(|| t.lines.clone());
            Distance::Hierarchical { lines: lines.unwrap_or_default() }
        }
    }
}

fn ranks_of(order: &[Vec<String>]) -> Vec<(String, u32)> {
    order.iter().zip(0..).flat_map(|(tied, rank)| tied.iter().map(move |text| (text.clone(), rank))).collect()
}

/// What was measured again, line by line.
pub(crate) struct Rederivation {
    pub(crate) lines: Vec<Rederived>,
    pub(crate) needs_record: Vec<String>,
    /// Whether the file fulfils what was asked; none when no model is broken but one could not be judged.
    pub(crate) promise_holds: Option<bool>,
}

impl Rederivation {
    pub(crate) fn new(certificate: &Certificate, record: Option<&Record>, sha256: &str, judged: Result<Judged>) -> Self {
        let mut all = Rederivation { lines: Vec::new(), needs_record: Vec::new(), promise_holds: Some(true) };
        all.compare("sha256", certificate.output.sha256.as_str(), sha256);
        match judged {
            Ok(judged) => all.measured(certificate, record, &judged),
            Err(error) => {
                all.line("the file", "readable as stated", error.message(), false);
                all.promise_holds = None;
            }
        }
        all
    }

    fn measured(&mut self, certificate: &Certificate, record: Option<&Record>, judged: &Judged) {
        let measured = &judged.measured;
        self.compare("rows", &certificate.output.rows, &measured.rows);
        let (stated, found) = (&certificate.output.columns, &measured.columns);
        self.line("columns", stated.join(", "), found.join(", "), stated == found);
        let Decision::Levels { levels } = &certificate.decision;
        let same = levels.0.iter().map(|(column, _)| column).eq(&certificate.quasi_identifiers);
        self.line("levels", "one for each quasi-identifier", if same { "one for each" } else { "others" }, same);
        self.line("models", "at least one", certificate.privacy.len(), !certificate.privacy.is_empty());
        let units_known =
            certificate.unit == Unit::Rows || certificate.output.person.is_some() || record.is_some_and(|record| record.persons.is_some());
        let mut columns = measured.sensitive.iter();
        for promise in &certificate.privacy {
            match promise {
                Promise::KAnonymity(k) => self.k_anonymity(k, measured, units_known),
                Promise::LDiversity(l) => {
                    let found = columns.next().and_then(|column| column.distinct_l);
                    self.at_least(&format!("l-diversity of `{}`, asked {}", l.column, l.asked), l.asked, l.measured, found);
                }
                Promise::TCloseness(t) => {
                    let found = columns.next().and_then(|column| column.closeness.first());
                    let facts = record.and_then(|record| record.sensitive.iter().find(|facts| facts.column == t.column));
                    self.t_closeness(t, found, units_known, facts.is_some_and(|facts| facts.reference.is_some()));
                }
            }
        }
        for fault in &judged.faults {
            self.line("closeness", "measurable", fault.message(), false);
        }
        if let Some(record) = record {
            self.recorded(certificate, record, measured);
        }
    }

    fn k_anonymity(&mut self, k: &KAnonymity, measured: &Measured, units_known: bool) {
        if units_known {
            return self.at_least(&format!("k-anonymity, asked {}", k.asked), k.asked, k.measured, measured.smallest_class);
        }
        self.needs_record.push("k-anonymity in persons: the file does not have the person of each row".into());
        // A class has at most as many persons as rows, so the file alone can show that the promise is broken.
        let rows = measured.smallest_class.unwrap_or(0);
        self.line("rows of the smallest class", format!("at least {} persons", k.measured), format!("{rows} rows"), rows >= k.measured);
        self.promise((rows < k.asked).then_some(false));
    }

    fn at_least(&mut self, what: &str, asked: u64, stated: u64, found: Option<u64>) {
        let Some(found) = found else {
            self.line(what, stated, "nothing", false);
            return self.promise(None);
        };
        self.line(what, stated, found, found == stated && found >= asked);
        self.promise(Some(found >= asked));
    }

    fn t_closeness(&mut self, t: &TCloseness, found: Option<&MeasuredCloseness>, units_known: bool, has_reference: bool) {
        let name = format!("t-closeness of `{}` with {} distance", t.column, t.distance.name());
        let (input, release) = found.map_or((None, None), |found| (found.against_input, found.against_release));
        if units_known {
            let stated = &t.measured_against_release;
            let found = release.map(Fraction::from);
            let text = found.as_ref().map_or("nothing".into(), Fraction::to_string);
            self.line(&format!("{name}, from the release"), stated, text, found.as_ref() == Some(stated));
        } else {
            self.needs_record.push(format!("{name}, from the release: the file does not have the person of each row"));
        }
        let Some(input) = input.filter(|_| units_known) else {
            if !(has_reference && units_known) {
                self.needs_record.push(format!("{name}, from the input"));
            }
            return self.promise(None);
        };
        let met = parse_decimal(&t.asked).is_ok_and(|(num, den)| input.at_most(num, den));
        let stated = stated_distance(input, &t.asked).unwrap_or_default();
        self.line(&format!("{name}, from the input, asked {}", t.asked), &t.measured, &stated, met && stated == t.measured);
        self.promise(Some(met));
    }

    fn recorded(&mut self, certificate: &Certificate, record: &Record, measured: &Measured) {
        let (stated, found) = (&record.released, record::released_facts(measured));
        self.compare("record: sha256 of the file", &record.output_sha256, &measured.sha256);
        self.compare("record: rows", &stated.rows, &found.rows);
        self.compare("record: units", &stated.units, &found.units);
        self.compare("record: classes", &stated.classes, &found.classes);
        self.compare("record: marked rows", &stated.marked_rows, &found.marked_rows);
        let sizes = |same| if same { "as recorded" } else { "other sizes" };
        let same = stated.class_sizes == found.class_sizes;
        self.line("record: class sizes", "as recorded", sizes(same), same);
        let kept = match certificate.suppressed {
            Suppressed::Drop => found.rows.saturating_add(record.suppressed.rows),
            Suppressed::Mark { .. } => found.rows,
        };
        self.compare("record: input rows, from released and suppressed ones", &record.input.rows, &kept);
        self.compare("record: sha256 of the recipe", &record.recipe.sha256, &sha256_hex(record.recipe.text.as_bytes()));
        self.references(certificate, record);
        self.witnesses(record, measured);
    }

    /// In rows every value of the input counts once, so the reference counts add up to the input.
    fn references(&mut self, certificate: &Certificate, record: &Record) {
        for facts in record.sensitive.iter().filter(|_| certificate.unit == Unit::Rows) {
            if let Some(reference) = &facts.reference {
                let sum = reference.iter().fold(0u64, |sum, (_, units)| sum.saturating_add(*units));
                self.compare(&format!("record: reference counts of `{}`", facts.column), &record.input.rows, &sum);
            }
        }
    }

    /// Each recorded witness that was measured again must be the same class with the same value. Classes are not
    /// printed, because they are values of the table.
    fn witnesses(&mut self, record: &Record, measured: &Measured) {
        let again = record::witnesses(measured);
        for stated in &record.witnesses {
            let same = |other: &&record::WitnessFacts| {
                (&other.model, &other.column, other.distance) == (&stated.model, &stated.column, stated.distance)
            };
            if let Some(found) = again.iter().find(same) {
                let column = stated.column.as_ref().map_or(String::new(), |column| format!(" of `{column}`"));
                let what = format!("record: worst class under {}{column}", stated.model);
                let text =
                    if stated.class == found.class { found.measured.clone() } else { format!("{} in another class", found.measured) };
                self.line(&what, &stated.measured, text, stated == found);
            }
        }
    }

    fn compare<T: Display + PartialEq + ?Sized>(&mut self, what: &str, stated: &T, found: &T) {
        self.line(what, stated, found, stated == found);
    }

    fn line(&mut self, what: &str, stated: impl Display, found: impl Display, ok: bool) {
        self.lines.push(Rederived { what: what.into(), stated: stated.to_string(), found: found.to_string(), ok });
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
