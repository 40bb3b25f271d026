//! The recipe as a whole, and how it fits a table.

use crate::analysis::{Analysis, Usefulness, read_analyses};
use crate::column::{ColumnRecipe, Role};
use crate::column_checks;
use crate::input::Input;
use crate::output::Output;
use crate::preference::{self, Preference};
use crate::privacy::{Model, OTHERS, Setting, warn_of_combination};
use crate::problems::Problems;
use crate::reader::{Section, column_place, quoted};
use crate::record::{ColumnSensitivity, RecordWish};
use crate::search::{Method, Search};
use equipoise_data::{Error, Result, did_you_mean};
use toml::de::{DeTable, DeValue};

/// A recipe that was read and checked, with all defaults filled in.
///
/// ```
/// # use equipoise_recipe::{Model, Recipe, Role};
/// let text = r#"
///     version = 1
///     [columns.age]
///     role = "quasi-identifier"
///     hierarchy = { intervals = [5, 10, 20] }
///     [[privacy]]
///     model = "k-anonymity"
///     k = 5
/// "#;
/// let recipe = Recipe::parse(text, "recipe.toml")?;
/// assert_eq!(recipe.privacy, [Model::KAnonymity { k: 5 }]);
/// assert_eq!(recipe.input.missing, ["", "NA"]);
/// recipe.check_columns(&["age".to_owned()])?;
///
/// let error = Recipe::parse(&text.replace("role", "rolle"), "recipe.toml").unwrap_err();
/// assert!(error.to_string().contains("line 4: unknown key `rolle` in `[columns.age]`"));
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// What messages call the recipe: usually its file name.
    pub name: String,
    /// `[input]`.
    pub input: Input,
    /// `[columns]`, in the order of the recipe.
    pub columns: Vec<ColumnRecipe>,
    /// `[[privacy]]`, in the order of the recipe, without repetitions.
    pub privacy: Vec<Model>,
    /// `[search]`.
    pub search: Search,
    /// `[record]`.
    pub record: RecordWish,
    /// `[preference]`.
    pub preference: Preference,
    /// `[output]`.
    pub output: Output,
    /// `[[analysis]]`, in the order of the recipe, without repetitions.
    pub analyses: Vec<Analysis>,
    /// `[usefulness]`; `None` when the recipe does not ask for it.
    pub usefulness: Option<Usefulness>,
    /// What is allowed and yet worth a second look, one sentence each.
    pub warnings: Vec<String>,
}

impl Recipe {
    /// Reads and checks the text of a recipe; `name` is what messages call it.
    ///
    /// # Errors
    /// One usage error with every problem found, each with its line: TOML that cannot be read,
    /// unknown keys, values out of range, models and columns that do not fit together.
    pub fn parse(text: &str, name: &str) -> Result<Self> {
        let mut problems = Problems::new(name, text);
        let (document, faults) = DeTable::parse_recoverable(text);
        for fault in faults {
            let error = Error::usage(format!("not valid TOML: {}", fault.message()));
            problems.add_error(fault.span().map_or(0, |s| s.start), error.caused_by(fault));
        }
        if !problems.is_empty() {
            // What was recovered from broken text would only lead to further complaints.
            return Err(problems.finish().expect_err("there is a fault"));
        }
        problems.look_up_keys_in(document.get_ref());
        let root = Section::new("the recipe".to_owned(), 0, document.get_ref());
        let recipe = Recipe::read(&mut problems, &root, name);
        Ok(Recipe {
            warnings: problems.finish()?,
            ..recipe
        })
    }

    fn read<'a>(problems: &mut Problems<'a>, root: &Section<'a>, name: &str) -> Self {
        problems.accept(
            root,
            &[
                "version",
                "input",
                "columns",
                "privacy",
                "search",
                "record",
                "preference",
                "output",
                "analysis",
                "usefulness",
            ],
        );
        check_version(problems, root);
        let input = problems
            .section(root, "input")
            .map(|s| Input::read(problems, &s))
            .unwrap_or_default();
        let (columns, sound) = read_columns(problems, root);
        let search = problems
            .section(root, "search")
            .map(|s| Search::read(problems, &s))
            .unwrap_or_default();
        let record = problems
            .section(root, "record")
            .map(|s| RecordWish::read(problems, &s))
            .unwrap_or_default();
        let preference = problems
            .section(root, "preference")
            .map(|s| Preference::read(problems, &s, &search))
            .unwrap_or_default();
        preference::check(problems, root, &columns, &search, &preference);
        check_quasi_identifiers(problems, root, &columns, sound, &search);
        check_sensitivities(problems, root, &columns, &search);
        column_checks::check_derived(problems, root, &columns);
        column_checks::check_links(problems, root, &columns);
        column_checks::check_missing(problems, root, &columns, &input.missing);
        if let Some(person) = input.person.as_deref() {
            warn_of_person(problems, root, person, &columns);
        }
        let setting = Setting {
            columns: &columns,
            missing: &input.missing,
        };
        let privacy = match (search.method, root.get("privacy")) {
            (Method::Record, None) => Vec::new(),
            _ => read_privacy(problems, root, &setting),
        };
        let privacy = with_floor(privacy, search.method);
        let output = problems
            .section(root, "output")
            .map(|s| Output::read(problems, &s, &input))
            .unwrap_or_default();
        let analyses = read_analyses(problems, root, &columns);
        let usefulness = problems
            .section(root, "usefulness")
            .map(|s| Usefulness::read(problems, &s, &columns));
        Recipe {
            name: name.to_owned(),
            input,
            columns,
            privacy,
            search,
            record,
            preference,
            output,
            analyses,
            usefulness,
            warnings: Vec::new(),
        }
    }

    /// The column of that name, if the recipe has it.
    pub fn column(&self, name: &str) -> Option<&ColumnRecipe> {
        self.columns.iter().find(|c| c.name == name)
    }

    /// The error of a preference, where the weights of quasi-identifiers are neither equal nor sum to
    /// one.
    pub fn unusual_weights(&self) -> Option<Error> {
        let quasi = self
            .columns
            .iter()
            .filter(|c| c.role == Role::QuasiIdentifier && c.aggregate.is_none());
        preference::unusual_weights(
            &quasi
                .map(|c| (c.name.as_str(), &c.weight))
                .collect::<Vec<_>>(),
        )
        .map(|(message, hint)| Error::usage(message).hint(hint))
    }

    /// The role of a column of the table. The person column is identifying unless the recipe says
    /// otherwise.
    pub fn role(&self, name: &str) -> Option<Role> {
        let of_person = self
            .input
            .person
            .as_deref()
            .filter(|p| *p == name)
            .map(|_| Role::Identifying);
        self.column(name).map(|c| c.role).or(of_person)
    }

    /// The places of all columns with a role, in the order of the table: that is the order of
    /// quasi-identifiers everywhere.
    pub fn with_role(&self, role: Role, names: &[String]) -> Vec<usize> {
        (0..names.len())
            .filter(|&i| self.role(&names[i]) == Some(role))
            .collect()
    }

    /// Checks that the recipe fits a table with these columns: each column has a role, and each
    /// name in the recipe is a column.
    ///
    /// # Errors
    /// One usage error with every name that does not fit.
    pub fn check_columns(&self, names: &[String]) -> Result<()> {
        let known = || names.iter().map(String::as_str);
        let (mut problems, mut hints) = (Vec::new(), Vec::new());
        let person = self
            .input
            .person
            .iter()
            .filter(|p| self.column(p).is_none())
            .map(|p| ("person column", p));
        for name in self
            .columns
            .iter()
            .filter(|c| c.derive.is_some() && names.contains(&c.name))
            .map(|c| &c.name)
        {
            problems.push(format!(
                "column `{name}` is to be derived, and the table has a column of that name"
            ));
            hints.push(format!(
                "give the derived column another name, or take `derive` out of {}",
                column_place(name)
            ));
        }
        for (what, name) in self
            .columns
            .iter()
            .filter(|c| c.derive.is_none())
            .map(|c| ("column", &c.name))
            .chain(person)
        {
            if !names.contains(name) {
                problems.push(format!("{what} `{name}` is not in the table"));
                let free = known().filter(|n| self.role(n).is_none());
                hints.extend(did_you_mean(name, free).or_else(|| did_you_mean(name, known())));
            }
        }
        if !problems.is_empty() {
            problems.push(format!("columns of the table: {}", quoted(known())));
        }
        let without: Vec<&str> = known().filter(|n| self.role(n).is_none()).collect();
        if !without.is_empty() {
            let (word, verb) = if without.len() == 1 {
                ("column", "has")
            } else {
                ("columns", "have")
            };
            problems.push(format!(
                "{word} {} of the table {verb} no role in the recipe",
                quoted(without.iter().copied())
            ));
            hints.push(format!(
                "add a section such as {} with `role` for each: `quasi-identifier`, `sensitive`, `insensitive` or `identifying`",
                column_place(without[0])
            ));
        }
        if problems.is_empty() {
            return Ok(());
        }
        let error = Error::usage(problems.join("; ")).in_file(&self.name);
        Err(if hints.is_empty() {
            error
        } else {
            error.hint(hints.join(" "))
        })
    }
}

fn check_version<'a>(problems: &mut Problems<'a>, root: &Section<'a>) {
    match root.get("version") {
        None => problems.warn_whole("no `version`; it is read as `version = 1`"),
        Some(value) if crate::reader::whole(value) != Some(1) => {
            problems.wrong(root, "version", value, "this build reads version 1");
        }
        Some(_) => {}
    }
}

/// The columns, and whether every section could be read.
fn read_columns<'a>(problems: &mut Problems<'a>, root: &Section<'a>) -> (Vec<ColumnRecipe>, bool) {
    let Some(section) = problems.section(root, "columns") else {
        return (Vec::new(), root.get("columns").is_none());
    };
    let mut columns = Vec::new();
    let mut sound = true;
    for (key, value) in section.entries() {
        let name = key.get_ref().as_ref();
        let column = match value.get_ref() {
            DeValue::Table(table) => ColumnRecipe::read(
                problems,
                name,
                &Section::new(column_place(name), key.span().start, table),
            ),
            _ => {
                problems.wrong(
                    &section,
                    name,
                    value,
                    &format!("it must be a table that begins with {}", column_place(name)),
                );
                None
            }
        };
        sound &= column.is_some();
        columns.extend(column);
    }
    (columns, sound)
}

fn check_quasi_identifiers<'a>(
    problems: &mut Problems<'a>,
    root: &Section<'a>,
    columns: &[ColumnRecipe],
    sound: bool,
    search: &Search,
) {
    // Aggregated columns form no classes.
    let quasi: Vec<&ColumnRecipe> = columns
        .iter()
        .filter(|c| c.role == Role::QuasiIdentifier && c.aggregate.is_none())
        .collect();
    if quasi.is_empty() && sound {
        problems.add_whole(
            "no column has the role `quasi-identifier`; a release needs at least one",
            "these are the columns by which others could recognize a person, such as age, sex or place",
        );
    }
    let sections: Vec<_> = root
        .get("columns")
        .and_then(|v| v.get_ref().as_table())
        .into_iter()
        .flatten()
        .collect();
    for column in quasi.iter().filter(|_| search.needs_hierarchies()) {
        let Some((key, value)) = sections
            .iter()
            .find(|(key, _)| key.get_ref() == &column.name)
        else {
            continue;
        };
        if value.get_ref().get("hierarchy").is_none() {
            let message = format!("quasi-identifier `{}` has no hierarchy", column.name);
            problems.add_with(
                key.span().start,
                message,
                Some(format!("add `hierarchy` to {}", column_place(&column.name))),
            );
        }
    }
    if !quasi.is_empty() && quasi.iter().all(|c| c.weight.is_zero()) {
        problems.add_whole(
            "every quasi-identifier has `weight = 0`",
            "at least one weight must be greater than 0, or nothing would count as a loss",
        );
    }
}

/// Records that are disclosed one by one are no classes by themselves: unless the recipe asks for a
/// k, at least two rows are shown alike.
fn with_floor(mut privacy: Vec<Model>, method: Method) -> Vec<Model> {
    if method == Method::Record
        && !privacy
            .iter()
            .any(|m| matches!(m, Model::KAnonymity { .. }))
    {
        privacy.push(Model::KAnonymity { k: LEAST_K });
    }
    privacy
}

/// The k of records that are disclosed one by one, unless the recipe says otherwise.
const LEAST_K: u64 = 2;

/// Columns with weights are columns, and weights are used.
fn check_sensitivities<'a>(
    problems: &mut Problems<'a>,
    root: &Section<'a>,
    columns: &[ColumnRecipe],
    search: &Search,
) {
    let at = root.at("columns");
    for column in columns {
        let Some(sensitivity) = &column.sensitivity else {
            continue;
        };
        let place = column_place(&column.name);
        if column.role != Role::QuasiIdentifier {
            problems.warn(
                at,
                format!("`sensitivity` in {place} is not used: only quasi-identifiers are weighed"),
            );
        } else if search.method != Method::Record && root.get("record").is_none() {
            problems.warn(
                at,
                format!("`sensitivity` in {place} is not used: it is for `method = \"record\"`"),
            );
        }
        if let ColumnSensitivity::Column(name) = sensitivity
            && !columns.iter().any(|c| c.name == *name)
        {
            let hint = format!(
                "add {} with its `role`; `identifying` leaves it out of the release",
                column_place(name)
            );
            problems.add_with(
                at,
                format!("`sensitivity` in {place} names the column `{name}`, which the recipe does not have"),
                Some(hint),
            );
        }
    }
}

fn warn_of_person<'a>(
    problems: &mut Problems<'a>,
    root: &Section<'a>,
    person: &str,
    columns: &[ColumnRecipe],
) {
    if let Some(column) = columns
        .iter()
        .find(|c| c.name == person && c.role != Role::Identifying)
    {
        let at = root.at("input");
        problems.warn(
            at,
            format!(
                "person column `{person}` has the role `{}`, so the release will hold it",
                column.role
            ),
        );
    }
}

fn read_privacy<'a>(
    problems: &mut Problems<'a>,
    root: &Section<'a>,
    setting: &Setting<'_>,
) -> Vec<Model> {
    let Some(value) = root.get("privacy") else {
        problems.add_whole(
            "the recipe asks for no privacy model",
            "add a section `[[privacy]]` with a `model`, such as `k-anonymity` with `k`",
        );
        return Vec::new();
    };
    let items = value.get_ref().as_array().filter(|items| !items.is_empty());
    let Some(items) = items else {
        problems.wrong(
            root,
            "privacy",
            value,
            "it must be one or more sections that begin with `[[privacy]]`",
        );
        return Vec::new();
    };
    let mut models: Vec<(Model, usize, bool)> = Vec::new();
    for (i, item) in items.iter().enumerate() {
        let place = if items.len() == 1 {
            "`[[privacy]]`".to_owned()
        } else {
            format!("`[[privacy]]` number {}", i + 1)
        };
        let Some(table) = item.get_ref().as_table() else {
            problems.add(
                item.span().start,
                format!("{place} must be a table with a `model`"),
            );
            continue;
        };
        let section = Section::new(place, item.span().start, table);
        let Some(model) = Model::read(problems, &section, setting) else {
            continue;
        };
        if models.iter().any(|(known, ..)| *known == model) {
            problems.warn(section.at, format!("{model} is asked for twice"));
        } else {
            models.push((model, section.at, section.get(OTHERS).is_some()));
        }
    }
    warn_of_combination(problems, &models);
    models.into_iter().map(|(model, ..)| model).collect()
}
