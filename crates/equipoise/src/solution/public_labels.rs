//! Labels that name no values but public ones: those that released rows have, and those that were
//! declared before the table was read.
//!
//! Rules such as `ordered` and `mask` make labels of the values that occur. A value that nobody has
//! but people who are left out must not show in them.

use crate::prepare::Prepared;
use crate::source::Job;
use equipoise_data::build::{Builder, Mask, Sequence, Side};
use equipoise_data::{Error, Hierarchy, Region, Result};
use equipoise_recipe::{HierarchySource, Method};
use equipoise_release::{Assignment, Regions, labels_of_ends};

/// A quasi-identifier at a level, as public values alone define it.
#[derive(Clone)]
pub(crate) struct Relabelled {
    /// The hierarchy of the search, with other labels at that level.
    pub(crate) hierarchy: Hierarchy,
    /// The level by its public number.
    pub(crate) level: u8,
    /// The lines of labels that the record holds. New rows with another value are unseen.
    pub(crate) lines: Vec<Vec<String>>,
}

/// Per leaf of a quasi-identifier whether a label may name it: released rows have it, or it was
/// declared before the table was read, by a hierarchy or a population.
fn public_leaves(prepared: &Prepared, rows: &Assignment, quasi: usize) -> Vec<bool> {
    let of = &prepared.quasi[quasi];
    let codes = &prepared.input.table.columns[of.at].codes;
    let mut is_public = vec![true; of.hierarchy.leaves()];
    let leaf = |code: u32| of.hierarchy.leaf_of[code as usize] as usize;
    codes.iter().for_each(|&code| is_public[leaf(code)] = false);
    let kept = codes
        .iter()
        .zip(rows.stays())
        .filter(|(_, stays)| *stays)
        .map(|(code, _)| code);
    let population = prepared
        .population
        .iter()
        .flat_map(|columns| &columns[quasi]);
    kept.chain(population)
        .for_each(|&code| is_public[leaf(code)] = true);
    is_public
}

/// The rule that makes labels of values that occur, where a column has one.
enum Rule<'a> {
    /// A label names the first and the last of its values.
    Ends,
    /// A label is as long as the longest value.
    Mask(&'a Mask),
}

/// The rule of a column whose labels may have to be made again.
fn rule<'a>(job: &'a Job, column: &str) -> Option<Rule<'a>> {
    // The labels of an earlier release were published with it.
    if job.given_tree(column).is_some() {
        None
    } else {
        declared_rule(job, column)
    }
}

fn declared_rule<'a>(job: &'a Job, column: &str) -> Option<Rule<'a>> {
    match job.recipe.column(column)?.hierarchy.as_ref()? {
        HierarchySource::Builder(Builder::Ordered(rule))
            if !matches!(rule.order, Sequence::List(_)) =>
        {
            Some(Rule::Ends)
        }
        HierarchySource::Builder(Builder::Mask(mask)) => Some(Rule::Mask(mask)),
        _ => None,
    }
}

/// A quasi-identifier at a level, where its labels would not name public values only.
///
/// # Errors
/// A label that is a text that means missing.
pub(crate) fn relabelled(
    job: &Job,
    prepared: &Prepared,
    rows: &Assignment,
    quasi: usize,
    level: usize,
) -> Result<Option<Relabelled>> {
    let of = &prepared.quasi[quasi];
    let (hierarchy, column) = (&of.hierarchy, &prepared.input.table.columns[of.at]);
    let Some(rule) = rule(job, &column.name) else {
        return Ok(None);
    };
    let is_public = public_leaves(prepared, rows, quasi);
    if is_public.iter().all(|public| *public) {
        return Ok(None);
    }
    match rule {
        Rule::Ends if (1..hierarchy.height()).contains(&level) => {
            let mut hierarchy = hierarchy.clone();
            hierarchy.levels[level].labels = labels_of_ends(&hierarchy, level, &is_public);
            let lines = public_lines(&hierarchy, &is_public);
            Ok(Some(Relabelled {
                hierarchy,
                level: level as u8,
                lines,
            }))
        }
        Rule::Ends => Ok(None),
        Rule::Mask(mask) => {
            let Some(relabelled) = masked(mask, hierarchy, &is_public, level) else {
                return Ok(None);
            };
            let labels = &relabelled.hierarchy.levels[level].labels;
            let missing = &job.recipe.input.missing;
            let is_token =
                |(label, old): (&String, &String)| label != old && missing.contains(label);
            if labels
                .iter()
                .zip(&hierarchy.levels[level].labels)
                .any(is_token)
            {
                return Err(Error::data("is a text that means missing")
                    .at_column("a label of column `{}` ", &column.name)
                    .hint("choose another `character` for the mask, or take the text out of `missing` in `[input]`"));
            }
            Ok(Some(relabelled))
        }
    }
}

/// The labels that a release shows of a quasi-identifier at a level, by code, if these rows are
/// kept.
///
/// # Errors
/// A label that is a text that means missing.
pub fn labels_as_released(
    job: &Job,
    prepared: &Prepared,
    rows: &Assignment,
    quasi: usize,
    level: usize,
) -> Result<Vec<String>> {
    let relabelled = relabelled(job, prepared, rows, quasi, level)?;
    let hierarchy = match &relabelled {
        Some(of) => &of.hierarchy,
        None => &prepared.quasi[quasi].hierarchy,
    };
    Ok(hierarchy.levels[level].labels.clone())
}

/// Whether labels of a column name the first and the last of the values that occur.
pub(crate) fn is_made_of_ends(job: &Job, column: &str) -> bool {
    matches!(declared_rule(job, column), Some(Rule::Ends))
}

/// A masked column as the rule masks the public values alone: the longest of these decides how many
/// levels there are. None where that changes nothing.
fn masked(
    mask: &Mask,
    hierarchy: &Hierarchy,
    is_public: &[bool],
    level: usize,
) -> Option<Relabelled> {
    let (longest, longest_public) = (
        longest(hierarchy, &|_| true),
        longest(hierarchy, &|leaf| is_public[leaf]),
    );
    if longest == longest_public || longest_public == 0 {
        return None;
    }
    let masked_levels = mask.levels.unwrap_or(usize::MAX).min(longest_public - 1);
    let new_level = match level {
        level if level == hierarchy.height() => masked_levels + 1,
        level => level.saturating_sub(longest - longest_public),
    };
    let mut relabelled = shortened(mask, hierarchy, is_public);
    if level > 0 && new_level == 0 {
        // All public values are as they were, but for what filled them up.
        let labels = &mut relabelled.levels[level];
        for leaf in (0..is_public.len())
            .filter(|&leaf| is_public[leaf] && hierarchy.missing != Some(leaf as u32))
        {
            labels.labels[labels.of_leaf[leaf] as usize]
                .clone_from(&hierarchy.levels[0].labels[leaf]);
        }
    }
    let mut different: Vec<&String> = relabelled.levels[level].labels.iter().collect();
    different.sort_unstable();
    // Values that hold the character of the mask can become alike; they keep the labels that they
    // have.
    if different.windows(2).any(|pair| pair[0] == pair[1]) {
        return None;
    }
    // A mask says what all of its values have in common, those of people left out too.
    let lines = public_lines(&relabelled, &vec![true; is_public.len()]);
    Some(Relabelled {
        hierarchy: relabelled,
        level: new_level as u8,
        lines,
    })
}

/// The number of characters of the longest of these values.
fn longest(hierarchy: &Hierarchy, is_meant: &dyn Fn(usize) -> bool) -> usize {
    let known = (0..hierarchy.leaves())
        .filter(|&leaf| is_meant(leaf) && hierarchy.missing != Some(leaf as u32));
    known
        .map(|leaf| hierarchy.levels[0].labels[leaf].chars().count())
        .max()
        .unwrap_or(0)
}

/// A masked hierarchy whose labels are no longer than the longest public value.
fn shortened(mask: &Mask, hierarchy: &Hierarchy, is_public: &[bool]) -> Hierarchy {
    let length = |text: &str| text.chars().count();
    let longest = longest(hierarchy, &|leaf| is_public[leaf]);
    let mut short = hierarchy.clone();
    let height = hierarchy.height();
    for level in short.levels.iter_mut().take(height).skip(1) {
        let missing = hierarchy.missing.map(|leaf| level.of_leaf[leaf as usize]);
        for (_, label) in level
            .labels
            .iter_mut()
            .enumerate()
            .filter(|(code, _)| missing != Some(*code as u32))
        {
            let too_long = length(label).saturating_sub(longest);
            *label = match mask.side {
                Side::Right => label.chars().take(length(label) - too_long).collect(),
                Side::Left => label.chars().skip(too_long).collect(),
            };
        }
    }
    short
}

fn public_lines(hierarchy: &Hierarchy, is_public: &[bool]) -> Vec<Vec<String>> {
    let public = (0..hierarchy.leaves())
        .filter(|&leaf| is_public[leaf] && hierarchy.missing != Some(leaf as u32));
    public
        .map(|leaf| {
            hierarchy
                .levels
                .iter()
                .map(|level| level.labels[level.of_leaf[leaf] as usize].clone())
                .collect()
        })
        .collect()
}

/// The leaves of a quasi-identifier that the label of each region may name, where classes have
/// labels of their own: released rows with that label have them, or they were declared.
pub(crate) struct NamedLeaves {
    quasi: usize,
    regions: Vec<Region>,
    /// Per region a bit for each of its leaves.
    bits: Vec<Vec<u64>>,
}

impl NamedLeaves {
    /// `of_class` says which of the regions each class has.
    pub(crate) fn new(
        prepared: &Prepared,
        rows: &Assignment,
        quasi: usize,
        regions: &[Region],
        of_class: &[u32],
    ) -> Self {
        let of = &prepared.quasi[quasi];
        let codes = &prepared.input.table.columns[of.at].codes;
        let mut is_declared = vec![true; of.hierarchy.leaves()];
        let leaf = |code: u32| of.hierarchy.leaf_of[code as usize];
        codes
            .iter()
            .for_each(|&code| is_declared[leaf(code) as usize] = false);
        let population = prepared
            .population
            .iter()
            .flat_map(|columns| &columns[quasi]);
        population.for_each(|&code| is_declared[leaf(code) as usize] = true);
        let mut named = NamedLeaves {
            quasi,
            regions: regions.to_vec(),
            bits: regions
                .iter()
                .map(|region| vec![0; region.len().div_ceil(64)])
                .collect(),
        };
        for (number, region) in regions.iter().enumerate() {
            (region.first..=region.last)
                .filter(|&leaf| is_declared[leaf as usize])
                .for_each(|leaf| named.add(number, leaf));
        }
        for (row, class) in rows.kept() {
            named.add(of_class[class] as usize, leaf(codes[row]));
        }
        named
    }

    fn add(&mut self, number: usize, leaf: u32) {
        let bit = (leaf - self.regions[number].first) as usize;
        self.bits[number][bit / 64] |= 1 << (bit % 64);
    }

    fn has(&self, number: usize, leaf: u32) -> bool {
        let bit = (leaf - self.regions[number].first) as usize;
        self.bits[number][bit / 64] >> (bit % 64) & 1 == 1
    }

    /// Per leaf whether some label other than the top may name it.
    fn below_the_top(&self, hierarchy: &Hierarchy) -> Vec<bool> {
        let mut is_named = vec![false; hierarchy.leaves()];
        for (number, region) in self
            .regions
            .iter()
            .enumerate()
            .filter(|(_, region)| **region != Region::all(hierarchy))
        {
            (region.first..=region.last)
                .filter(|&leaf| self.has(number, leaf))
                .for_each(|leaf| is_named[leaf as usize] = true);
        }
        is_named
    }

    /// The number of leaves that the label of a region may name.
    pub(crate) fn number(&self, region: usize) -> usize {
        self.bits[region]
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// A label for each region.
    ///
    /// # Errors
    /// Labels that are alike; and, where records are disclosed one by one, labels that would have
    /// to leave values out: who fits a label was counted with all of its values.
    pub(crate) fn labels(
        &self,
        job: &Job,
        prepared: &Prepared,
        regions: &[Region],
    ) -> Result<Vec<String>> {
        let of = &prepared.quasi[self.quasi];
        let column = &prepared.input.table.columns[of.at].name;
        let names_ends = matches!(rule(job, column), Some(Rule::Ends));
        let short = match rule(job, column) {
            Some(Rule::Mask(mask)) => Some(shortened(
                mask,
                &of.hierarchy,
                &self.below_the_top(&of.hierarchy),
            )),
            _ => None,
        };
        let (hierarchy, low, manner) = (
            short.as_ref().unwrap_or(&of.hierarchy),
            of.levels.0,
            of.manner,
        );
        let all = Regions {
            hierarchy,
            low,
            manner,
            names_ends,
            may_name: &|_, _| true,
        };
        let named = Regions {
            may_name: &|number, leaf| self.has(number, leaf),
            ..all
        };
        let labels = named
            .labels(regions)
            .map_err(|e| e.at_column("column `{}`: ", column))?;
        if job.recipe.search.method == Method::Record && labels != all.labels(regions)? {
            return Err(Error::data("would name values that no released row with the same label has")
                .at_column("labels of `{}` ", column)
                .hint("use a hierarchy whose labels do not depend on the values of the table, such as `intervals`, `dates` or a file"));
        }
        Ok(labels)
    }
}
