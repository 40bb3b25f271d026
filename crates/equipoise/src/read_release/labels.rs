//! What released labels stand for: values of the table, by the record of a release or by the
//! recipe's hierarchies.

use crate::prepare::tree_of;
use crate::source::Job;
use equipoise_certify::DecisionFacts;
use equipoise_data::{Column, Error, Hierarchy, Level, Region, Result, Tree, ranks};
use equipoise_engine::guard;
use equipoise_recipe::ColumnRecipe;
use std::collections::HashMap;

/// A quasi-identifier of the table with its values in order.
pub(crate) struct Domain {
    /// Place among the columns of the table.
    pub(crate) at: usize,
    pub(crate) name: String,
    pub(crate) hierarchy: Hierarchy,
    /// The finest level that the recipe allows.
    low: usize,
    /// For numbers and dates, the leaves in their order.
    by_number: Option<Vec<u32>>,
}

/// A text of a released column and all that it stands for.
pub(crate) struct Label {
    pub(crate) cover: Cover,
    /// Lines of the hierarchy: the cost of a cell.
    pub(crate) lines: u64,
}

/// The leaves that a label stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cover {
    /// Neighbours in the order of the table's hierarchy.
    Run(Region),
    /// Others, sorted.
    Set(Vec<u32>),
}

impl Cover {
    fn of(mut leaves: Vec<u32>) -> Option<Self> {
        leaves.sort_unstable();
        leaves.dedup();
        let (first, last) = (*leaves.first()?, *leaves.last()?);
        let is_run = (last - first) as usize + 1 == leaves.len();
        Some(if is_run {
            Cover::Run(Region { first, last })
        } else {
            Cover::Set(leaves)
        })
    }

    /// Number of leaves.
    pub(crate) fn len(&self) -> usize {
        match self {
            Cover::Run(region) => region.len(),
            Cover::Set(leaves) => leaves.len(),
        }
    }
}

impl Domain {
    /// The values of a column in the order of its hierarchy, or in their own where it has none.
    ///
    /// # Errors
    /// A hierarchy that cannot be read or lacks values.
    pub(crate) fn new(job: &Job, column: &Column, at: usize, of: &ColumnRecipe) -> Result<Self> {
        let missing = &job.recipe.input.missing;
        let ranks = of
            .order_by(None)
            .map(|by| ranks(column, missing, by))
            .transpose()?;
        let (tree, listed) = match tree_of(job, column)? {
            Some(trees) => trees,
            None => (flat(job, column, ranks.as_deref())?, None),
        };
        let mut hierarchy = Hierarchy::bind(&tree, column, missing).map_err(|gaps| {
            Error::data(format!(
                "lacks {} of {} values in the data",
                gaps.codes.len(),
                column.dictionary.len()
            ))
            .at_column("hierarchy of `{}` ", &column.name)
            .hint("add a line for each value, or set `unlisted = \"top\"` for the column")
        })?;
        if let Some(listed) = &listed {
            hierarchy.count_lines_of(listed);
        }
        let low = usize::from(of.min_level).min(hierarchy.height());
        let by_number = ranks.map(|ranks| {
            let mut known: Vec<(u32, u32)> = ranks
                .iter()
                .zip(&hierarchy.leaf_of)
                .filter_map(|(rank, &leaf)| Some(((*rank)?, leaf)))
                .collect();
            known.sort_unstable();
            known.into_iter().map(|(_, leaf)| leaf).collect()
        });
        Ok(Domain {
            at,
            name: column.name.clone(),
            hierarchy,
            low,
            by_number,
        })
    }

    fn all(&self) -> Cover {
        Cover::Run(Region::all(&self.hierarchy))
    }

    /// Lines that a cell with a text stands for: those of the finest label of the hierarchy with
    /// this text and these leaves, at `level` where that is known.
    fn lines(&self, text: &str, cover: &Cover, level: Option<usize>) -> u64 {
        let Cover::Run(region) = cover else {
            return cover.len() as u64;
        };
        let of_level = |level: &Level| {
            let code = level.of_leaf[region.first as usize];
            let label = level.labels[code as usize].as_str();
            let is_shown = (label == text || guard(label) == text) && level.region(code) == *region;
            is_shown.then(|| level.lines[code as usize])
        };
        let levels = level.map_or(&self.hierarchy.levels[..], |level| {
            self.hierarchy.levels.get(level..=level).unwrap_or_default()
        });
        levels
            .iter()
            .find_map(of_level)
            .unwrap_or_else(|| self.hierarchy.lines_of(*region, self.low))
    }

    /// The leaves in the order of a record, those that it does not know behind.
    pub(crate) fn order_of(&self, facts: &DecisionFacts) -> Vec<u32> {
        let leaf_of = self.leaf_of_text();
        let mut order: Vec<u32> = facts
            .lines
            .iter()
            .filter_map(|line| leaf_of.get(line.first()?.as_str()).copied())
            .collect();
        let mut is_known = vec![false; self.hierarchy.leaves()];
        order
            .iter()
            .for_each(|&leaf| is_known[leaf as usize] = true);
        order.extend((0..self.hierarchy.leaves() as u32).filter(|&leaf| !is_known[leaf as usize]));
        order
    }

    /// The leaves in the order of their numbers, where they have them.
    pub(crate) fn order_of_numbers(&self) -> Option<Vec<u32>> {
        let mut order = self.by_number.clone()?;
        order.extend(
            (0..self.hierarchy.leaves() as u32)
                .filter(|leaf| Some(*leaf) == self.hierarchy.missing),
        );
        (order.len() == self.hierarchy.leaves()).then_some(order)
    }

    fn leaf_of_text(&self) -> HashMap<&str, u32> {
        self.hierarchy.levels[0]
            .labels
            .iter()
            .map(String::as_str)
            .zip(0..)
            .collect()
    }
}

/// The values of a column in their order, and one label above all of them.
fn flat(job: &Job, column: &Column, ranks: Option<&[Option<u32>]>) -> Result<Tree> {
    let (missing, label) = (&job.recipe.input.missing, &job.recipe.output.label);
    let rank = |code: usize| ranks.and_then(|ranks| ranks[code]);
    let mut values: Vec<(Option<u32>, &str)> = column
        .dictionary
        .texts()
        .enumerate()
        .map(|(code, text)| (rank(code), text))
        .collect();
    values.retain(|(_, text)| !missing.iter().any(|m| m == text));
    values.sort_unstable();
    match values.is_empty() {
        true => Tree::new(vec![vec![String::new(), label.clone()]]),
        false => Tree::new(
            values
                .into_iter()
                .map(|(_, text)| vec![text.to_owned(), label.clone()])
                .collect(),
        ),
    }
}

/// Finds what labels of one column of one release stand for.
pub(crate) struct Labels<'a> {
    domain: &'a Domain,
    missing: &'a [String],
    /// What marks suppressed rows and cells.
    mark: &'a str,
    known: HashMap<String, Cover>,
    /// The level of the column, where a record has it.
    level: Option<usize>,
}

impl<'a> Labels<'a> {
    /// By a record if there is one, else by the hierarchy of the recipe.
    pub(crate) fn new(
        domain: &'a Domain,
        missing: &'a [String],
        mark: &'a str,
        facts: Option<&DecisionFacts>,
    ) -> Self {
        let known = match facts {
            Some(facts) => recorded(domain, facts),
            None => HashMap::new(),
        };
        let level = facts
            .filter(|facts| facts.labels.is_empty())
            .map(|facts| usize::from(facts.level));
        Labels {
            domain,
            missing,
            mark,
            known,
            level,
        }
    }

    /// What each text of a column stands for; the first that cannot be told is given back.
    pub(crate) fn resolve(
        mut self,
        column: &Column,
        by_record: bool,
    ) -> std::result::Result<Vec<Label>, String> {
        let texts: Vec<&str> = column.dictionary.texts().collect();
        if !by_record {
            self.add_levels(&texts);
        }
        texts
            .iter()
            .map(|text| self.label(text).ok_or_else(|| (*text).to_owned()))
            .collect()
    }

    fn label(&self, text: &str) -> Option<Label> {
        let cover = self.cover(text)?;
        let lines = match self.is_mark(text) {
            true => self.domain.hierarchy.domain,
            false => self.domain.lines(text, &cover, self.level),
        };
        Some(Label { cover, lines })
    }

    fn is_mark(&self, text: &str) -> bool {
        (text == self.mark || text == guard(self.mark)) && !self.known.contains_key(text)
    }

    fn cover(&self, text: &str) -> Option<Cover> {
        if self.missing.iter().any(|m| m == text || guard(m) == text)
            && !self.known.contains_key(text)
        {
            return self
                .domain
                .hierarchy
                .missing
                .map(|leaf| Cover::Run(Region::leaf(leaf)));
        }
        // Spreadsheet-safe files have an apostrophe before signs.
        let guarded = || text.strip_prefix('\'').and_then(|text| self.written(text));
        let known = self
            .known
            .get(text)
            .cloned()
            .or_else(|| self.is_mark(text).then(|| self.domain.all()));
        known.or_else(|| self.written(text)).or_else(guarded)
    }

    /// Takes up the labels of the hierarchy.
    fn add_levels(&mut self, texts: &[&str]) {
        for level in self.levels(texts) {
            let of = &self.domain.hierarchy.levels[level];
            for (code, label) in (0..).zip(&of.labels) {
                let cover = Cover::Run(of.region(code));
                self.known
                    .entry(guard(label))
                    .or_insert_with(|| cover.clone());
                self.known.entry(label.clone()).or_insert(cover);
            }
        }
    }

    /// The levels at which labels are looked for: the one that has all texts, else all of them from
    /// the coarsest.
    fn levels(&self, texts: &[&str]) -> Vec<usize> {
        let hierarchy = &self.domain.hierarchy;
        let is_other = |text: &str| text == self.mark || self.missing.iter().any(|m| m == text);
        let fits = |level: usize| {
            let labels: std::collections::HashSet<&str> = hierarchy.levels[level]
                .labels
                .iter()
                .map(String::as_str)
                .collect();
            texts
                .iter()
                .all(|text| is_other(text) || labels.contains(text))
        };
        match (0..hierarchy.levels.len()).find(|&level| fits(level)) {
            Some(level) => vec![level],
            None => (0..hierarchy.levels.len()).rev().collect(),
        }
    }

    /// Sets as they are written where no label fits: `20..29`, or values with `|` between them.
    fn written(&self, text: &str) -> Option<Cover> {
        let leaf_of = |text: &str| {
            self.domain.hierarchy.levels[0]
                .labels
                .iter()
                .position(|label| label == text)
                .map(|leaf| leaf as u32)
        };
        if let Some((first, last)) = text.split_once("..") {
            let order = self.domain.by_number.as_ref()?;
            let place = |text: &str| order.iter().position(|leaf| Some(*leaf) == leaf_of(text));
            let (first, last) = (place(first.trim())?, place(last.trim())?);
            return Cover::of(order.get(first..=last)?.to_vec());
        }
        let parts: Vec<&str> = text.split('|').collect();
        if parts.len() < 2 {
            return None;
        }
        Cover::of(
            parts
                .iter()
                .map(|part| leaf_of(part))
                .collect::<Option<Vec<u32>>>()?,
        )
    }
}

/// What the labels of a record stand for.
fn recorded(domain: &Domain, facts: &DecisionFacts) -> HashMap<String, Cover> {
    let leaf_of = domain.leaf_of_text();
    // One place more than lines is that of missing values.
    let leaf = |place: usize| match facts.lines.get(place) {
        Some(line) => leaf_of.get(line.first()?.as_str()).copied(),
        None => domain.hierarchy.missing,
    };
    let mut places: HashMap<&str, Vec<u32>> = HashMap::new();
    if facts.labels.is_empty() {
        let level = usize::from(facts.level);
        for (place, line) in facts.lines.iter().enumerate() {
            if let Some(label) = line.get(level) {
                places.entry(label).or_default().extend(leaf(place));
            }
        }
        // At the top, missing values have the label of all others.
        let top = facts
            .lines
            .first()
            .filter(|line| level + 1 == line.len() && level > 0);
        if let (Some(line), Some(missing)) = (top, domain.hierarchy.missing) {
            places.entry(&line[level]).or_default().push(missing);
        }
    }
    for (label, first, last) in &facts.labels {
        places
            .entry(label)
            .or_default()
            .extend((*first..=*last).filter_map(|place| leaf(place as usize)));
    }
    let mut known = HashMap::new();
    for (label, leaves) in places {
        if let Some(cover) = Cover::of(leaves) {
            known.insert(guard(label), cover.clone());
            known.insert(label.to_owned(), cover);
        }
    }
    known
}
