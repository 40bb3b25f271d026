//! All decisions, before they are written down.

use crate::dated::{age, joint_ladder, links};
use crate::drafted::DraftOptions;
use crate::facts::Facts;
use crate::ladder::{Ladder, Setting, ladder};
use crate::missing::tokens;
use crate::person::{self, Person};
use crate::reading::{Understood, understand};
use crate::role::{Reasoned, role};
use crate::words::split;
use equipoise_data::{Column, Error, Result, Table};
use equipoise_recipe::{Kind, Role};

/// The search proves its answer where there are at most so many nodes.
const MOST_NODES: u128 = 1 << 20;

/// Persons do not add up as rows do, so each node costs a look at all of them: this many nodes
/// times rows are bearable.
const MOST_LOOKS: u128 = 1 << 30;

/// A column with all that is decided about it.
pub(crate) struct Planned {
    pub(crate) name: String,
    pub(crate) role: Role,
    pub(crate) why: String,
    pub(crate) kind: Kind,
    pub(crate) understood: String,
    pub(crate) format: Option<&'static str>,
    pub(crate) derive: Option<String>,
    pub(crate) missing: Vec<String>,
    pub(crate) ladder: Option<Ladder>,
    pub(crate) linked: Option<String>,
    pub(crate) path: String,
    pub(crate) remarks: Vec<String>,
    pub(crate) distinct: usize,
    /// At least four of five rows have a value.
    is_mostly_known: bool,
}

/// A whole recipe.
pub(crate) struct Plan {
    pub(crate) missing: Vec<String>,
    pub(crate) person: Option<(String, String)>,
    pub(crate) columns: Vec<Planned>,
    /// Sensitive columns to protect, with an l for each.
    pub(crate) diverse: Vec<(String, u64)>,
    /// Nodes of the lattice.
    pub(crate) nodes: u128,
    rows: u64,
    pub(crate) notes: Vec<String>,
}

impl Plan {
    pub(crate) fn can_be_proved(&self) -> bool {
        let bearable =
            self.person.is_none() || self.nodes.saturating_mul(u128::from(self.rows)) <= MOST_LOOKS;
        self.nodes <= MOST_NODES && bearable
    }
}

/// Looks at the table and decides.
pub(crate) fn plan(table: &Table, options: &DraftOptions) -> Result<Plan> {
    if table.columns.is_empty() {
        return Err(Error::data(
            "a table without columns has nothing to draft a recipe for",
        ));
    }
    if options.k < 2 {
        return Err(Error::usage(format!(
            "k is {}; it must be at least 2, because everybody is in a class with one row",
            options.k
        )));
    }
    let counts: Vec<Vec<u64>> = table.columns.iter().map(Column::counts).collect();
    let (missing, mut notes) = tokens(table, &counts);
    let mut facts: Vec<Facts<'_>> = table
        .columns
        .iter()
        .zip(&counts)
        .map(|(c, counts)| Facts::new(c, counts, &missing))
        .collect();
    let mut read: Vec<Understood> = facts.iter_mut().map(understand).collect();
    let mut person = person::find(table, &facts, &read, options.person.as_deref())?;
    if let Some(at) = person.at {
        keep_all_values(&mut read[at]);
    }
    notes.append(&mut person.notes);
    let reasoned = roles(&facts, &read, &person, &mut notes);
    let columns = columns(&facts, &read, reasoned, options);
    notes.extend(of_size(&facts, &person, options.k));
    let person = person
        .at
        .map(|at| (facts[at].name().to_owned(), person.because));
    Ok(Plan {
        diverse: diverse(&columns, options.k),
        nodes: nodes(&columns),
        rows: table.rows as u64,
        missing,
        person,
        columns,
        notes,
    })
}

/// Of who is who nothing is taken for missing: every row needs a person.
fn keep_all_values(read: &mut Understood) {
    read.missing.clear();
    read.remarks.clear();
}

fn of_size(facts: &[Facts<'_>], person: &Person, k: u64) -> Option<String> {
    let (units, word) = match person.at {
        Some(at) => (facts[at].distinct() as u64, "persons"),
        None => (facts[0].rows(), "rows"),
    };
    (units < k)
        .then(|| format!("the table has fewer than {k} {word}: no release can have classes of {k}"))
}

/// The role of each column. At least one is a quasi-identifier, because without one there is
/// nothing to generalize.
fn roles(
    facts: &[Facts<'_>],
    read: &[Understood],
    person: &Person,
    notes: &mut Vec<String>,
) -> Vec<Reasoned> {
    let persons = person.at.map(|at| facts[at].distinct() as u64);
    let of = |at: usize| {
        if person.at == Some(at) {
            let why = "it tells persons apart: it is counted by, and left out of the release";
            return Reasoned {
                role: Role::Identifying,
                why,
                remarks: Vec::new(),
            };
        }
        role(&facts[at], &read[at], persons)
    };
    let mut roles: Vec<Reasoned> = (0..facts.len()).map(of).collect();
    let has_age = || {
        age(
            facts,
            read,
            &roles.iter().map(|r| r.role).collect::<Vec<_>>(),
        )
        .is_some()
    };
    if roles.iter().all(|r| r.role != Role::QuasiIdentifier) && !has_age() {
        let others = (0..facts.len()).filter(|at| person.at != Some(*at));
        if let Some(at) = others.min_by_key(|&at| (facts[at].distinct(), at)) {
            let why =
                "no other column could be generalized, and a release needs at least one that is";
            roles[at] = Reasoned {
                role: Role::QuasiIdentifier,
                why,
                remarks: vec!["look at its role first"],
            };
            notes.push(format!(
                "every column looks identifying or sensitive: the role of `{}` is a makeshift",
                facts[at].name()
            ));
        }
    }
    roles
}

fn columns(
    facts: &[Facts<'_>],
    read: &[Understood],
    reasoned: Vec<Reasoned>,
    options: &DraftOptions,
) -> Vec<Planned> {
    let roles: Vec<Role> = reasoned.iter().map(|r| r.role).collect();
    let leaders = links(facts, read, &roles);
    let age = age(facts, read, &roles);
    let mut paths = Paths::default();
    let mut columns = Vec::new();
    for (at, of) in reasoned.into_iter().enumerate() {
        let path = paths.of(facts[at].name(), at);
        let mut planned = planned(&facts[at], &read[at], of, path, options);
        if planned.role == Role::QuasiIdentifier {
            planned.ladder = joint_ladder(read, &leaders, at).or(planned.ladder);
        }
        if let Some(leader) = leaders[at] {
            let name = facts[leader].name();
            planned.linked = Some(name.to_owned());
            planned.remarks.push(format!(
                "Linked: this date and `{name}` are nearly always in one order and near each other, so both are on one level. A column with \
                 `derive = {{ days = [...] }}` of both would keep how long it lasted."
            ));
        }
        columns.push(planned);
        columns.extend(age.as_ref().filter(|age| age.birth == at).map(derived));
    }
    columns
}

fn planned(
    facts: &Facts<'_>,
    read: &Understood,
    of: Reasoned,
    path: String,
    options: &DraftOptions,
) -> Planned {
    let setting = Setting {
        rows: facts.rows(),
        k: options.k,
        path: &path,
    };
    let ladder = (of.role == Role::QuasiIdentifier).then(|| ladder(facts, read, &setting));
    let mut remarks: Vec<String> = of.remarks.into_iter().map(str::to_owned).collect();
    remarks.extend(read.remarks.iter().cloned());
    Planned {
        name: facts.name().to_owned(),
        role: of.role,
        why: of.why.to_owned(),
        kind: read.kind(),
        understood: read.because.clone(),
        format: read.dates().and_then(|d| d.format.directives),
        derive: None,
        missing: read.missing.clone(),
        ladder,
        linked: None,
        path,
        remarks,
        distinct: facts.distinct(),
        is_mostly_known: facts.known_rows * 5 >= facts.rows() * 4,
    }
}

fn derived(age: &crate::dated::Age) -> Planned {
    Planned {
        name: age.name.clone(),
        role: Role::QuasiIdentifier,
        why: "known to everybody who knows the person".to_owned(),
        kind: Kind::Integer,
        understood: "whole numbers: derived from the date of birth".to_owned(),
        format: None,
        derive: Some(age.rule.clone()),
        missing: Vec::new(),
        ladder: Some(age.ladder.clone()),
        linked: None,
        path: String::new(),
        remarks: vec![age.comment.clone()],
        distinct: 0,
        is_mostly_known: false,
    }
}

/// The first two sensitive columns whose values classes can have several of. Of numbers that differ
/// in nearly every row that says little, so they come last.
fn diverse(columns: &[Planned], k: u64) -> Vec<(String, u64)> {
    let fits = |c: &&Planned| {
        c.role == Role::Sensitive && c.distinct >= 2 && c.is_mostly_known && !c.name.is_empty()
    };
    let mut chosen: Vec<&Planned> = Vec::new();
    for column in columns.iter().filter(fits).filter(|c| c.kind == Kind::Text) {
        // Of a list of columns, such as diagnosis-1 to diagnosis-8, the first says most.
        if chosen.len() < 2
            && chosen
                .iter()
                .all(|c| family(&c.name) != family(&column.name))
        {
            chosen.push(column);
        }
    }
    if chosen.is_empty() {
        chosen.extend(columns.iter().find(fits));
    }
    let l = |c: &Planned| if c.distinct >= 10 && k >= 3 { 3 } else { 2 };
    chosen.into_iter().map(|c| (c.name.clone(), l(c))).collect()
}

/// The words of a name without its numbers.
fn family(name: &str) -> Vec<String> {
    split(name)
        .into_iter()
        .filter(|w| !w.starts_with(char::is_numeric))
        .collect()
}

fn nodes(columns: &[Planned]) -> u128 {
    let free = columns
        .iter()
        .filter(|c| c.linked.is_none())
        .filter_map(|c| c.ladder.as_ref());
    free.fold(1u128, |nodes, ladder| {
        nodes.saturating_mul(ladder.height as u128 + 1)
    })
}

/// Names of hierarchy files: readable, and each given once on systems that do not tell capitals
/// apart.
#[derive(Default)]
struct Paths {
    given: Vec<String>,
}

impl Paths {
    fn of(&mut self, name: &str, at: usize) -> String {
        let letter = |c: char| {
            if c.is_alphanumeric() || c == '_' {
                c
            } else {
                '-'
            }
        };
        let lower: String = name.to_lowercase().chars().map(letter).take(40).collect();
        let stem = match lower.trim_matches('-') {
            "" => format!("column-{}", at + 1),
            stem => stem.to_owned(),
        };
        let numbered = |i: usize| {
            if i == 1 {
                stem.clone()
            } else {
                format!("{stem}-{i}")
            }
        };
        let free = (1..)
            .map(numbered)
            .find(|s| !self.given.contains(s))
            .expect("there are numbers enough");
        self.given.push(free.clone());
        format!("hierarchies/{free}.csv")
    }
}
