//! Texts for sets of values.

use equipoise_data::{Error, Hierarchy, Level, Region, Result};
use std::collections::HashMap;

/// Separates the ends of a range.
const TO: &str = "..";

/// Separates the ends of a range in labels of hierarchies.
const ENDS: &str = " .. ";

/// Separates the values of a list.
const OR: &str = "|";

/// The notation for a set that has no label in the hierarchy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// The first and the last value: `17..23`. For numbers and dates.
    Range,
    /// The fewest labels and values that make up the set: `Asia|Canada|Mexico`.
    List,
}

/// The regions of a column that need texts.
#[derive(Clone, Copy)]
pub struct Regions<'a> {
    /// The hierarchy of the column.
    pub hierarchy: &'a Hierarchy,
    /// The lowest level whose labels are used.
    pub low: usize,
    /// The notation for a set that has no label in the hierarchy.
    pub manner: Manner,
    /// Whether each label of the hierarchy names the first and the last of its values that occur:
    /// `17 .. 23`.
    pub names_ends: bool,
    /// Whether the text of a region, given by its number, may name a leaf. Naming a value that
    /// nobody in the region has would reveal something about other people.
    pub may_name: &'a dyn Fn(usize, u32) -> bool,
}

impl Regions<'_> {
    /// Returns a text for each region. No two texts are equal.
    ///
    /// A region that a label of the hierarchy covers exactly gets that label. Where two regions
    /// would get the same text, a level or a number is added.
    ///
    /// # Errors
    /// Two regions that would still have the same text.
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
            // All ranges are written alike: whether a range is a label can depend on values that
            // may not be named.
            Manner::Range if self.names_ends => self.ends(number, region, ENDS),
            Manner::Range => self.ends(number, region, TO),
            Manner::List => self.pieces(number, region).join(OR),
        };
        (text, None)
    }

    /// A range from the first to the last value of a region that may be named.
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

    /// The fewest labels that make up a region, and values that may be named where there is no
    /// label.
    fn pieces(&self, number: usize, region: Region) -> Vec<&str> {
        let named =
            |region: Region| (region.first..=region.last).any(|leaf| (self.may_name)(number, leaf));
        let pieces = self.hierarchy.pieces(region, self.low);
        pieces
            .into_iter()
            // A label that covers nobody in the region would also reveal something about other
            // people.
            .filter(|&(_, piece)| named(piece))
            .map(|(level, piece)| {
                let code = level.of_leaf[piece.first as usize];
                level.labels[code as usize].as_str()
            })
            .collect()
    }
}

/// Makes texts distinct by adding their levels or numbers.
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
    // Regions that differ only in values that may not be named get a number.
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

/// The labels of a level, rewritten so that they name only public values. For a hierarchy whose
/// labels name their first and last values: `17 .. 23`.
///
/// A label stays unchanged if all or none of its values are public. If none are, it is not
/// released.
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
        // A text whose separator has more consecutive dots than any other text is unique.
        between.insert(1, '.');
    }
}
