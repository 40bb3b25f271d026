//! Characters replaced one by one, from the right or from the left.

use super::{TOP, known_texts};
use crate::{Column, Error, Result};

/// More levels than this are refused: no search could tell them apart in time, and the labels would
/// fill the memory.
const MAX_LEVELS: usize = 100;

/// From which side characters are replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The last characters go first: `8010`, `801*`, `80**`.
    Right,
    /// The first characters go first: `8010`, `*010`, `**10`.
    Left,
}

/// Replaces one more character on each level; the last level is `*`.
///
/// Values of unequal length are first filled up with the mask character on the masked side, to the
/// length of the longest. So `E11` and `E11.9`, masked on the right, meet in `E11**`, and a short
/// value repeats its label on neighbouring levels until its own characters are reached. Level 0
/// keeps the text as given. Characters are Unicode characters, not bytes.
///
/// This is a tree for all values: on level j the label tells all but j characters of the filled-up
/// value, and those tell the label on level j + 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    /// Where characters are replaced first.
    pub side: Side,
    /// What replaces them.
    pub character: char,
    /// At most so many levels of masked labels between the value and the top; without it, as many
    /// as are needed.
    pub levels: Option<usize>,
}

impl Mask {
    /// Masks with `*`, character by character up to the top.
    pub fn new(side: Side) -> Self {
        Mask {
            side,
            character: '*',
            levels: None,
        }
    }

    /// Checks that at least one level is asked for.
    pub fn check(&self) -> Result<()> {
        match self.levels {
            Some(0) => Err(Error::usage(
                "`levels` of a mask is 0; it must be at least 1",
            )),
            _ => Ok(()),
        }
    }

    pub(super) fn lines(&self, column: &Column, missing: &[String]) -> Result<Vec<Vec<String>>> {
        let mut texts: Vec<&str> = known_texts(column, missing).collect();
        texts.sort_unstable();
        let longest = texts.iter().map(|t| t.chars().count()).max().unwrap_or(0);
        // When every character is masked the label is the top.
        let masked = longest
            .saturating_sub(1)
            .min(self.levels.unwrap_or(usize::MAX));
        if masked > MAX_LEVELS {
            return Err(Error::data(format!(
                "its longest value has {longest} characters; a mask has one level per character and at most {MAX_LEVELS} levels"
            ))
            .at_column("column `{}`: ", &column.name)
            .hint("`levels` in the mask limits how many characters are masked before the top"));
        }
        Ok(texts
            .iter()
            .map(|text| self.line(text, longest, masked))
            .collect())
    }

    fn line(&self, text: &str, longest: usize, masked: usize) -> Vec<String> {
        let mut characters: Vec<char> = text.chars().collect();
        let fill = longest - characters.len();
        let at = if self.side == Side::Right {
            characters.len()
        } else {
            0
        };
        characters.splice(at..at, std::iter::repeat_n(self.character, fill));
        let mut line = vec![text.to_owned()];
        for j in 0..masked {
            let next = if self.side == Side::Right {
                longest - 1 - j
            } else {
                j
            };
            characters[next] = self.character;
            line.push(characters.iter().collect());
        }
        line.push(TOP.to_owned());
        line
    }
}

#[cfg(test)]
mod tests {
    use super::super::Builder;
    use super::super::tests::{column, shown};
    use super::*;
    use crate::Tree;
    use proptest::prelude::*;

    fn build(mask: Mask, values: &[&str]) -> Tree {
        Builder::Mask(mask)
            .tree(&column(values), &["NA".into()])
            .unwrap()
    }

    #[test]
    fn one_more_character_goes_on_each_level() {
        let values = ["8020", "NA", "8010"];
        assert_eq!(
            shown(&build(Mask::new(Side::Right), &values)),
            [
                "8010 | 801* | 80** | 8*** | *",
                "8020 | 802* | 80** | 8*** | *"
            ]
        );
        assert_eq!(
            shown(&build(Mask::new(Side::Left), &values)),
            [
                "8010 | *010 | **10 | ***0 | *",
                "8020 | *020 | **20 | ***0 | *"
            ]
        );
    }

    #[test]
    fn short_values_repeat_their_label_until_their_own_characters_are_reached() {
        assert_eq!(
            shown(&build(Mask::new(Side::Right), &["E11.9", "E11", "E1"])),
            [
                "E1 | E1*** | E1*** | E1*** | E**** | *",
                "E11 | E11** | E11** | E1*** | E**** | *",
                "E11.9 | E11.* | E11** | E1*** | E**** | *"
            ]
        );
        assert_eq!(
            shown(&build(Mask::new(Side::Left), &["5", "25", "125"])),
            [
                "125 | *25 | **5 | *",
                "25 | *25 | **5 | *",
                "5 | **5 | **5 | *"
            ]
        );
    }

    #[test]
    fn characters_are_not_bytes_and_the_mask_can_be_chosen() {
        let mask = Mask {
            character: 'ж',
            ..Mask::new(Side::Right)
        };
        assert_eq!(
            shown(&build(mask, &["äöü", "日本"])),
            ["äöü | äöж | äжж | *", "日本 | 日本ж | 日жж | *"]
        );
    }

    #[test]
    fn levels_limit_the_mask() {
        let mask = Mask {
            levels: Some(2),
            ..Mask::new(Side::Right)
        };
        assert_eq!(
            shown(&build(mask.clone(), &["12345"])),
            ["12345 | 1234* | 123** | *"]
        );
        assert_eq!(
            shown(&build(mask, &["12", ""])),
            [" | ** | *", "12 | 1* | *"]
        );
        assert_eq!(
            shown(&build(Mask::new(Side::Right), &["a", "*"])),
            ["* | *", "a | *"]
        );
        assert_eq!(shown(&build(Mask::new(Side::Right), &[""])), [" | *"]);
        let e = Mask {
            levels: Some(0),
            ..Mask::new(Side::Left)
        }
        .check()
        .unwrap_err();
        assert_eq!(
            e.message(),
            "`levels` of a mask is 0; it must be at least 1"
        );
    }

    #[test]
    fn very_long_values_need_a_limit() {
        let long = "x".repeat(200);
        let e = Builder::Mask(Mask::new(Side::Right))
            .tree(&column(&[&long]), &[])
            .unwrap_err();
        assert_eq!(
            e.message(),
            "column `x`: its longest value has 200 characters; a mask has one level per character and at most 100 levels"
        );
        assert_eq!(
            build(
                Mask {
                    levels: Some(3),
                    ..Mask::new(Side::Right)
                },
                &[&long]
            )
            .height(),
            4
        );
    }

    proptest! {
        /// Whatever the values, the mask character among them, each level is a tree and the order
        /// of rows is nothing.
        #[test]
        fn every_mask_is_a_tree(
            values in proptest::collection::vec("[ab*é]{0,5}", 1..30),
            left in any::<bool>(),
            levels in proptest::option::of(1usize..5),
        ) {
            let side = if left { Side::Left } else { Side::Right };
            let mask = Mask { levels, ..Mask::new(side) };
            let mut texts: Vec<&str> = values.iter().map(String::as_str).collect();
            let tree = build(mask.clone(), &texts);
            let longest = values.iter().map(|v| v.chars().count()).max().unwrap();
            let masked = longest.saturating_sub(1).min(levels.unwrap_or(usize::MAX));
            prop_assert_eq!(tree.height(), masked + 1);
            for line in tree.lines() {
                for (j, label) in line.iter().enumerate().take(masked + 1).skip(1) {
                    prop_assert_eq!(label.chars().count(), longest);
                    prop_assert!(label.chars().filter(|c| *c == '*').count() >= j);
                }
            }
            texts.reverse();
            prop_assert_eq!(build(mask, &texts), tree);
        }
    }
}
