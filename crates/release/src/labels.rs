//! Texts for sets of values.

use equipoise_data::{Error, Hierarchy, Level, Region, Result};
use std::collections::HashMap;

/// What stands between the ends of a range.
const TO: &str = "..";

/// Separates the ends of a range in labels of hierarchies.
const ENDS: &str = " .. ";

/// What stands between the values of a list.
const OR: &str = "|";

/// How a set is written that the hierarchy has no label for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// By its first and last value: `17..23`. For numbers and dates.
    Range,
    /// By the labels and values that it is made of, as few as there are: `Asia|Canada|Mexico`.
    List,
}

/// The regions of a column that need texts.
#[derive(Clone, Copy)]
pub struct Regions<'a> {
    /// The hierarchy of the column.
    pub hierarchy: &'a Hierarchy,
    /// The lowest level whose labels are used.
    pub low: usize,
    /// The way to write a set that the hierarchy has no label for.
    pub manner: Manner,
    /// Whether labels of the hierarchy name the first and the last of the values that occur:
    /// `17 .. 23`.
    pub names_ends: bool,
    /// Whether the text of a region, by its number, may name a leaf. A value that nobody in the
    /// region has would give away others.
    pub may_name: &'a dyn Fn(usize, u32) -> bool,
}

impl Regions<'_> {
    /// A text for each region, no text for two of them.
    ///
    /// A region that a label of the hierarchy covers exactly has that label. Where two regions
    /// would have the same text, the level is added, or a number.
    ///
    /// # Errors
    /// When two regions would have the same text in spite of that.
    ///
    /// ```
    /// use equipoise_data::{Hierarchy, Region, Table, Tree};
    /// use equipoise_release::{Manner, Regions};
    /// let tree = Tree::new([["17", "young", "*"], ["18", "young", "*"], ["40", "old", "*"]].map(|l| l.map(str::to_owned).to_vec()).to_vec())?;
    /// let table = Table::from_rows(&["age"], &[["17"], ["18"], ["40"]]);
    /// let hierarchy = Hierarchy::bind(&tree, &table.columns[0], &[]).unwrap();
    /// let regions = [(0, 0), (0, 1), (1, 2), (0, 2)].map(|(first, last)| Region { first, last });
    /// let column = Regions { hierarchy: &hierarchy, low: 0, manner: Manner::Range, names_ends: false, may_name: &|_, _| true };
    /// assert_eq!(column.labels(&regions)?, ["17", "young", "18..40", "*"]);
    /// // Nobody in the third region is 40.
    /// assert_eq!(Regions { may_name: &|_, leaf| leaf < 2, ..column }.labels(&regions[2..3])?, ["18"]);
    /// # Ok::<(), equipoise_data::Error>(())
    /// ```
    pub fn labels(&self, regions: &[Region]) -> Result<Vec<String>> {
        let text = |(number, &region): (usize, &Region)| self.text(number, region);
        distinct_texts(regions.iter().enumerate().map(text).collect())
    }

    /// The text of a region, and the level of the hierarchy that it comes from.
    fn text(&self, number: usize, region: Region) -> (String, Option<usize>) {
        let Regions {
            hierarchy,
            low,
            manner,
            ..
        } = *self;
        let is_label = |level: &Level| level.region_of(region.first) == region;
        if let Some(level) =
            (low..hierarchy.levels.len()).find(|&level| is_label(&hierarchy.levels[level]))
        {
            let labels = &hierarchy.levels[level];
            let label = &labels.labels[labels.of_leaf[region.first as usize] as usize];
            let is_between = 0 < level && level < hierarchy.height();
            let all_named =
                || (region.first..=region.last).all(|leaf| (self.may_name)(number, leaf));
            return match self.names_ends && is_between && !all_named() {
                true => (self.ends(number, region, ENDS), Some(level)),
                false => (label.clone(), Some(level)),
            };
        }
        let text = match manner {
            // One way to write ranges: whether one is a label can depend on values that may not be
            // named.
            Manner::Range if self.names_ends => self.ends(number, region, ENDS),
            Manner::Range => self.ends(number, region, TO),
            Manner::List => self.pieces(number, region).join(OR),
        };
        (text, None)
    }

    /// The first and the last value of a region that may be named.
    fn ends(&self, number: usize, region: Region, between: &str) -> String {
        let value = |leaf: u32| self.hierarchy.levels[0].labels[leaf as usize].trim_matches(' ');
        let named = || (region.first..=region.last).filter(|&leaf| (self.may_name)(number, leaf));
        match (named().next(), named().next_back()) {
            (Some(first), Some(last)) if first < last => {
                format!("{}{between}{}", value(first), value(last))
            }
            (Some(only), _) => value(only).to_owned(),
            (None, _) => String::new(),
        }
    }

    /// The labels, as few as there are, that make up a region; values that may be named where there
    /// are none.
    fn pieces(&self, number: usize, region: Region) -> Vec<&str> {
        let named =
            |region: Region| (region.first..=region.last).any(|leaf| (self.may_name)(number, leaf));
        let pieces = self.hierarchy.pieces(region, self.low);
        pieces
            .into_iter()
            // A label that nobody in the region is under would tell of others too.
            .filter(|&(_, piece)| named(piece))
            .map(|(level, piece)| {
                let code = level.of_leaf[piece.first as usize];
                level.labels[code as usize].as_str()
            })
            .collect()
    }
}

/// Texts with their levels, made different from each other.
fn distinct_texts(mut texts: Vec<(String, Option<usize>)>) -> Result<Vec<String>> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    texts
        .iter()
        .for_each(|(text, _)| *seen.entry(text.clone()).or_default() += 1);
    for (text, level) in texts.iter_mut().filter(|(text, _)| seen[text] > 1) {
        if let Some(level) = level.filter(|level| *level > 0) {
            *text = format!("{text} (level {level})");
        }
    }
    // Regions that differ only in values that may not be named.
    let mut named: HashMap<String, usize> = HashMap::new();
    for (text, _) in &mut texts {
        let number = named.entry(text.clone()).or_default();
        *number += 1;
        if *number > 1 {
            *text = format!("{text} ({number})");
        }
    }
    let mut different: Vec<&String> = texts.iter().map(|(text, _)| text).collect();
    different.sort_unstable();
    if different.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(Error::data("two different sets of values would have the same label")
            .hint("change values or labels of the hierarchy that are written alike or contain `..` or `|`"));
    }
    Ok(texts.into_iter().map(|(text, _)| text).collect())
}

/// The labels of a level that name no values but public ones, for a hierarchy whose labels name the
/// first and the last of their values: `17 .. 23`.
///
/// Labels of which every value is public, or none, stay as they are: the latter are not released.
pub fn labels_of_ends(hierarchy: &Hierarchy, level: usize, is_public: &[bool]) -> Vec<String> {
    let level = &hierarchy.levels[level];
    let value = |leaf: usize| hierarchy.levels[0].labels[leaf].trim_matches(' ');
    let run = |code: u32| {
        let region = level.region(code);
        region.first as usize..region.last as usize + 1
    };
    let mut between = ENDS.to_owned();
    loop {
        let label = |(label, code): (&String, u32)| {
            let public: Vec<usize> = run(code).filter(|&leaf| is_public[leaf]).collect();
            match public[..] {
                [] => label.clone(),
                _ if public.len() == run(code).len() => label.clone(),
                [only] => value(only).to_owned(),
                [first, .., last] => format!("{}{between}{}", value(first), value(last)),
            }
        };
        let labels: Vec<String> = level.labels.iter().zip(0..).map(label).collect();
        let mut different: Vec<&String> = labels.iter().collect();
        different.sort_unstable();
        if different.windows(2).all(|pair| pair[0] != pair[1]) {
            return labels;
        }
        // A text with more dots in a row than any other has is no other text.
        between.insert(1, '.');
    }
}
