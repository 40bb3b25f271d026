//! Builder for a recipe, and a recipe with its text.

use super::analysis::{UsefulnessBuilder, analysis_keys};
use super::column::ColumnBuilder;
use super::input::InputBuilder;
use super::keys::{Keys, name_literal};
use super::model::ModelBuilder;
use super::output::OutputBuilder;
use super::preference::PreferenceBuilder;
use super::record::RecordBuilder;
use super::search::SearchBuilder;
use crate::analysis::Analysis;
use crate::recipe::Recipe;
use equipoise_data::{Error, Result};
use std::fmt::Write;

/// Builder for a recipe. See [`Recipe::builder`].
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct RecipeBuilder {
    name: Option<String>,
    input: Option<Keys>,
    columns: Vec<ColumnBuilder>,
    privacy: Vec<Keys>,
    search: Option<Keys>,
    record: Option<Keys>,
    preference: Option<Keys>,
    output: Option<Keys>,
    analyses: Vec<Keys>,
    usefulness: Option<Keys>,
}

impl Recipe {
    /// Starts a recipe in code, as an alternative to a recipe file.
    ///
    /// The recipe gets the checks, messages and defaults of a file. Its text can be saved and run
    /// from the command line.
    ///
    /// ```
    /// # use equipoise_recipe::build::Side;
    /// # use equipoise_recipe::{ColumnRecipe, Input, Limit, Model, Output, Recipe, Search};
    ///
    /// let written = Recipe::builder()
    ///     .input(Input::builder().path("visits.csv"))
    ///     .column(ColumnRecipe::quasi_identifier("age").intervals([5, 10, 20]))
    ///     .column(ColumnRecipe::quasi_identifier("zip").mask(Side::Right))
    ///     .column(ColumnRecipe::sensitive("diagnosis"))
    ///     .column(ColumnRecipe::identifying("name"))
    ///     .require(Model::k_anonymity(5))
    ///     .require(Model::t_closeness("diagnosis", 0.2))
    ///     .search(Search::builder().max_suppression(Limit::parse("0.02")?))
    ///     .output(Output::builder().path("release.csv"))
    ///     .build()?;
    ///
    /// assert_eq!(written.recipe().privacy[0], Model::KAnonymity { k: 5 });
    /// assert_eq!(
    ///     written.text(),
    ///     r#"version = 1
    ///
    /// [input]
    /// path = "visits.csv"
    ///
    /// [columns.age]
    /// role = "quasi-identifier"
    /// hierarchy = { intervals = [5, 10, 20] }
    ///
    /// [columns.zip]
    /// role = "quasi-identifier"
    /// hierarchy = { mask = "right" }
    ///
    /// [columns.diagnosis]
    /// role = "sensitive"
    ///
    /// [columns.name]
    /// role = "identifying"
    ///
    /// [[privacy]]
    /// model = "k-anonymity"
    /// k = 5
    ///
    /// [[privacy]]
    /// model = "t-closeness"
    /// column = "diagnosis"
    /// t = 0.2
    ///
    /// [search]
    /// max-suppression = 0.02
    ///
    /// [output]
    /// path = "release.csv"
    /// "#
    /// );
    ///
    /// // Errors are those of a recipe file.
    /// let error = Recipe::builder()
    ///     .column(ColumnRecipe::quasi_identifier("age").intervals([5, 10, 20]))
    ///     .require(Model::k_anonymity(0))
    ///     .build()
    ///     .unwrap_err();
    /// assert_eq!(
    ///     error.message(),
    ///     "the recipe line 9: `k` in `[[privacy]]` is 0; it must be a whole number, at least 1"
    /// );
    /// assert_eq!(error.place().key, Some("privacy[0].k"));
    /// # Ok::<(), equipoise_data::Error>(())
    /// ```
    pub fn builder() -> RecipeBuilder {
        RecipeBuilder::default()
    }
}

impl RecipeBuilder {
    /// Sets the name of the recipe in messages. Default: "the recipe".
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Sets `[input]`.
    pub fn input(mut self, input: InputBuilder) -> Self {
        self.input = Some(input.keys);
        self
    }

    /// Adds a column.
    pub fn column(mut self, column: ColumnBuilder) -> Self {
        self.columns.push(column);
        self
    }

    /// Adds a privacy model that the release must meet.
    pub fn require(mut self, model: impl Into<ModelBuilder>) -> Self {
        self.privacy.push(model.into().keys);
        self
    }

    /// Sets `[search]`.
    pub fn search(mut self, search: SearchBuilder) -> Self {
        self.search = Some(search.keys);
        self
    }

    /// Sets `[record]`.
    pub fn record(mut self, record: RecordBuilder) -> Self {
        self.record = Some(record.keys);
        self
    }

    /// Sets `[preference]`.
    pub fn preference(mut self, preference: PreferenceBuilder) -> Self {
        self.preference = Some(preference.keys);
        self
    }

    /// Sets `[output]`.
    pub fn output(mut self, output: OutputBuilder) -> Self {
        self.output = Some(output.keys);
        self
    }

    /// Adds an `[[analysis]]`.
    pub fn analysis(mut self, analysis: Analysis) -> Self {
        self.analyses.push(analysis_keys(&analysis));
        self
    }

    /// Sets `[usefulness]`, so that usefulness is measured.
    pub fn usefulness(mut self, usefulness: UsefulnessBuilder) -> Self {
        self.usefulness = Some(usefulness.keys);
        self
    }

    /// The text of the recipe, before any check. Line numbers in errors of
    /// [`RecipeBuilder::build`] refer to it.
    pub fn text(&self) -> String {
        let mut text = "version = 1\n".to_owned();
        add_section(&mut text, "[input]", &self.input);
        for column in &self.columns {
            let header = format!("[columns.{}]", name_literal(&column.name));
            add_section(&mut text, &header, &Some(column.section()));
        }
        add_section(&mut text, "[[privacy]]", &self.privacy);
        add_section(&mut text, "[search]", &self.search);
        add_section(&mut text, "[record]", &self.record);
        add_section(&mut text, "[preference]", &self.preference);
        add_section(&mut text, "[output]", &self.output);
        add_section(&mut text, "[[analysis]]", &self.analyses);
        add_section(&mut text, "[usefulness]", &self.usefulness);
        text
    }

    /// Writes the recipe as TOML, then parses and checks it like a file.
    ///
    /// # Errors
    /// Those of [`Recipe::parse`], and a usage error for a column that was added twice.
    pub fn build(&self) -> Result<WrittenRecipe> {
        let name = self.name.as_deref().unwrap_or("the recipe");
        let mut columns = self.columns.iter().enumerate();
        let twice = columns.find(|(i, column)| {
            let earlier = &self.columns[..*i];
            earlier.iter().any(|known| known.name == column.name)
        });
        if let Some((_, column)) = twice {
            return Err(Error::usage("is added twice")
                .hint("set all keys of a column on one builder")
                .at_column("column `{}` ", &column.name)
                .in_file(name));
        }
        WrittenRecipe::parse(self.text(), name)
    }
}

/// Appends one section per item, each with the same header.
fn add_section<'a>(text: &mut String, header: &str, all: impl IntoIterator<Item = &'a Keys>) {
    for keys in all {
        write!(text, "\n{header}\n{keys}").expect("a text takes everything");
    }
}

/// A checked recipe together with its TOML text.
///
/// The record of a release includes the text. Saved as a file, the text runs from the command
/// line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenRecipe {
    recipe: Recipe,
    text: String,
}

impl WrittenRecipe {
    /// Reads and checks the text of a recipe; messages call it `name`.
    ///
    /// # Errors
    /// Those of [`Recipe::parse`].
    pub fn parse(text: impl Into<String>, name: &str) -> Result<Self> {
        let text = text.into();
        Ok(WrittenRecipe {
            recipe: Recipe::parse(&text, name)?,
            text,
        })
    }

    /// The recipe.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// The text, as TOML.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The recipe, without its text.
    pub fn into_recipe(self) -> Recipe {
        self.recipe
    }
}
