//! Areas with enough inhabitants, put together from a table of codes.

use super::labels::TOP;
use super::runs::{first_and_last, label_runs};
use crate::error::{Error, Result};
use crate::hierarchy::Tree;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// Codes of places merged into areas until each has at least so many inhabitants; the last level is
/// `*`.
///
/// Codes are sorted as texts, and an area is a run of neighbours. On each level, as long as an area
/// has too few inhabitants, the two neighbours that share the most leading characters merge, of
/// which at least one has too few; of several such pairs the one with fewer inhabitants together,
/// then the first. Each level starts from the areas of the level below. So an area grows within its
/// region first, and only what is left over joins another one.
///
/// An area of one code is labelled by it; one that is exactly all codes of the table with some
/// beginning by that, such as `80*`; any other by its first and last code, `8010 .. 8055`.
///
/// The hierarchy has a line for each code of the table, whether data have it or not: borders come
/// from the table of inhabitants alone and give nothing away about the data.
///
/// ```
/// # use equipoise_data::build::{Areas, CodedPlace};
/// let places = [("8010", 900), ("8020", 300), ("8101", 1800), ("9000", 5000)];
/// let places = places.map(|(code, inhabitants)| CodedPlace::new(code, inhabitants)).to_vec();
/// let tree = Areas { inhabitants: vec![1000, 2000], places }.tree()?;
/// assert_eq!(tree.lines()[0], ["8010", "80*", "8*", "*"]);
/// assert_eq!(tree.lines()[2], ["8101", "8101", "8*", "*"]);
/// # Ok::<(), equipoise_data::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Areas {
    /// The fewest inhabitants of an area on each level, from level 1 up; they rise.
    pub inhabitants: Vec<u64>,
    /// Each code and its inhabitants.
    pub places: Vec<CodedPlace>,
}

/// A place with a code, such as a postcode.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CodedPlace {
    /// The code.
    pub code: String,
    /// Number of inhabitants.
    pub inhabitants: u64,
}

impl CodedPlace {
    /// Creates a place from its code and number of inhabitants.
    pub fn new(code: impl Into<String>, inhabitants: u64) -> Self {
        CodedPlace {
            code: code.into(),
            inhabitants,
        }
    }
}

impl Areas {
    /// Reads a table of two columns, code and inhabitants. A first line whose second column is no
    /// number is a header.
    ///
    /// # Errors
    /// A data error that names the lines that are no place, or repeat one.
    pub fn read(lines: Vec<Vec<String>>, inhabitants: Vec<u64>) -> Result<Self> {
        if let Some((i, line)) = lines.iter().enumerate().find(|(_, line)| line.len() != 2) {
            return Err(Error::data(format!(
                "has {} columns; a table of places has two: code and inhabitants",
                line.len()
            ))
            .at_line("line {} ", i as u64 + 1));
        }
        let count = |line: &[String]| line[1].trim().parse::<u64>().ok();
        let header = usize::from(lines.first().is_some_and(|line| count(line).is_none()));
        let bad: Vec<usize> = (header..lines.len())
            .filter(|&i| count(&lines[i]).is_none())
            .collect();
        if let Some(first) = bad.first() {
            let (lines, place) = (lines.len() - header, first + 1);
            return Err(Error::data(format!(
                "{} of {lines} lines have no whole number of inhabitants (first is line {place})",
                bad.len()
            ))
            .at_line("", place as u64)
            .hint("write digits only, without separators of thousands"));
        }
        let place = |line: Vec<String>| {
            let inhabitants = count(&line).expect("bad lines were told");
            CodedPlace {
                code: line.into_iter().next().expect("a line has two columns"),
                inhabitants,
            }
        };
        Ok(Areas {
            inhabitants,
            places: lines.into_iter().skip(header).map(place).collect(),
        })
    }

    /// Checks the thresholds alone: at least one, above 0, rising.
    pub fn check_inhabitants(inhabitants: &[u64]) -> Result<()> {
        match inhabitants.first() {
            None => {
                return Err(Error::usage(
                    "`inhabitants` is empty; it must list at least one number",
                ));
            }
            Some(0) => {
                return Err(Error::usage(
                    "`inhabitants` begins with 0; it must be at least 1",
                ));
            }
            Some(_) => {}
        }
        match inhabitants.windows(2).find(|pair| pair[1] <= pair[0]) {
            None => Ok(()),
            Some(pair) => Err(Error::usage(format!(
                "`inhabitants` has {} after {}; each number must be greater than the one before",
                pair[1], pair[0]
            ))),
        }
    }

    /// The hierarchy, with a line for each code of the table.
    ///
    /// # Errors
    /// A usage error for wrong thresholds; a data error for a table that is empty, repeats codes,
    /// or has fewer inhabitants in all than are asked of one area.
    ///
    /// # Cost
    /// O(c log c) for c codes, times the levels.
    pub fn tree(&self) -> Result<Tree> {
        Self::check_inhabitants(&self.inhabitants)?;
        let mut places: Vec<(&str, u64)> = self
            .places
            .iter()
            .map(|place| (place.code.as_str(), place.inhabitants))
            .collect();
        places.sort_unstable();
        self.check_places(&places)?;
        let codes: Vec<&str> = places.iter().map(|p| p.0).collect();
        let mut levels: Vec<Vec<Range<usize>>> = Vec::new();
        let mut areas: Vec<Range<usize>> = (0..codes.len()).map(|i| i..i + 1).collect();
        for &least in &self.inhabitants {
            areas = Merging::new(&places, areas, least).finish();
            levels.push(areas.clone());
        }
        let labels = label_runs(&codes, &levels, |run, separator| {
            label(&codes, run, separator)
        });
        let mut lines: Vec<Vec<String>> =
            codes.iter().map(|code| vec![(*code).to_owned()]).collect();
        for (areas, labels) in levels.iter().zip(&labels) {
            for (area, label) in areas.iter().zip(labels) {
                lines[area.clone()]
                    .iter_mut()
                    .for_each(|line| line.push(label.clone()));
            }
        }
        lines.iter_mut().for_each(|line| line.push(TOP.to_owned()));
        Tree::new(lines)
    }

    fn check_places(&self, sorted: &[(&str, u64)]) -> Result<()> {
        if sorted.is_empty() {
            return Err(Error::data(
                "the table of places is empty; it needs a line for each code",
            ));
        }
        let repeated = sorted
            .windows(2)
            .filter(|pair| pair[0].0 == pair[1].0)
            .count();
        if repeated > 0 {
            return Err(Error::data(format!(
                "the table of places repeats {repeated} of its codes; each code has one line"
            )));
        }
        let all: u128 = sorted.iter().map(|p| u128::from(p.1)).sum();
        match self
            .inhabitants
            .iter()
            .find(|least| u128::from(**least) > all)
        {
            None => Ok(()),
            Some(least) => Err(Error::data(format!(
                "the table of places has {all} inhabitants in all; one area is to have {least}"
            ))
            .hint("leave out that number: `*` holds all places anyway")),
        }
    }
}

fn label(codes: &[&str], run: &Range<usize>, separator: &str) -> String {
    let shared = shared_beginning(codes[run.start], codes[run.end - 1]);
    let outside = |at: Option<usize>| {
        at.and_then(|i| codes.get(i))
            .is_none_or(|code| !code.starts_with(shared))
    };
    // Codes with one beginning lie side by side, so a look at both neighbours is enough.
    if run.len() > 1 && outside(run.start.checked_sub(1)) && outside(Some(run.end)) {
        return format!("{shared}*");
    }
    first_and_last(codes, run, separator)
}

/// The characters that two codes begin with.
fn shared_beginning<'a>(a: &'a str, b: &str) -> &'a str {
    let differ = a.char_indices().zip(b.chars()).find(|((_, x), y)| x != y);
    match differ {
        Some(((at, _), _)) => &a[..at],
        None => &a[..a.len().min(b.len())],
    }
}

/// Two neighbours that could merge; the greatest merges first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    shared: usize,
    inhabitants: Reverse<u128>,
    start: Reverse<usize>,
    middle: usize,
    end: usize,
}

/// Areas of one level while they merge. An area is known by the position of its first code.
struct Merging<'a> {
    places: &'a [(&'a str, u64)],
    least: u128,
    /// Inhabitants of all codes before each position.
    before: Vec<u128>,
    /// For the first position of an area its end, and for its end its start; of other positions
    /// nothing is asked.
    end_of: Vec<usize>,
    start_of: Vec<usize>,
    pairs: BinaryHeap<Pair>,
}

impl<'a> Merging<'a> {
    fn new(places: &'a [(&'a str, u64)], areas: Vec<Range<usize>>, least: u64) -> Self {
        let mut before = vec![0];
        before.extend(places.iter().scan(0u128, |sum, place| {
            *sum += u128::from(place.1);
            Some(*sum)
        }));
        let blank = vec![usize::MAX; places.len() + 1];
        let mut merging = Merging {
            places,
            least: least.into(),
            before,
            end_of: blank.clone(),
            start_of: blank,
            pairs: BinaryHeap::new(),
        };
        for area in &areas {
            merging.set(area.clone());
        }
        areas
            .windows(2)
            .for_each(|two| merging.offer(two[0].start, two[0].end, two[1].end));
        merging
    }

    fn set(&mut self, area: Range<usize>) {
        self.end_of[area.start] = area.end;
        self.start_of[area.end] = area.start;
    }

    /// Notes a pair of neighbours of which at least one is too small. Areas only grow, so a pair
    /// that is none now will be one only after a merge, and is offered then.
    fn offer(&mut self, start: usize, middle: usize, end: usize) {
        let sum = |from: usize, to: usize| self.before[to] - self.before[from];
        if sum(start, middle) < self.least || sum(middle, end) < self.least {
            let shared = shared_beginning(self.places[start].0, self.places[end - 1].0)
                .chars()
                .count();
            self.pairs.push(Pair {
                shared,
                inhabitants: Reverse(sum(start, end)),
                start: Reverse(start),
                middle,
                end,
            });
        }
    }

    fn finish(mut self) -> Vec<Range<usize>> {
        while let Some(Pair {
            start: Reverse(start),
            middle,
            end,
            ..
        }) = self.pairs.pop()
        {
            if self.end_of[start] != middle
                || self.start_of[middle] != start
                || self.end_of[middle] != end
            {
                // One of the two has merged with somebody else since.
                continue;
            }
            self.end_of[middle] = usize::MAX;
            self.set(start..end);
            if start > 0 {
                self.offer(self.start_of[start], start, end);
            }
            if end < self.places.len() {
                self.offer(start, end, self.end_of[end]);
            }
        }
        let mut areas = Vec::new();
        let mut start = 0;
        while start < self.places.len() {
            areas.push(start..self.end_of[start]);
            start = self.end_of[start];
        }
        areas
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::shown;
    use super::*;
    use crate::ErrorKind;

    fn areas(inhabitants: &[u64], places: &[(&str, u64)]) -> Areas {
        Areas {
            inhabitants: inhabitants.to_vec(),
            places: places
                .iter()
                .map(|(code, n)| CodedPlace::new(*code, *n))
                .collect(),
        }
    }

    fn lines(text: &str) -> Vec<Vec<String>> {
        text.lines()
            .map(|line| line.split(';').map(str::to_owned).collect())
            .collect()
    }

    #[test]
    fn areas_grow_within_their_region_first() {
        let places = [
            ("9020", 40),
            ("8010", 5),
            ("8020", 5),
            ("8101", 40),
            ("8102", 3),
            ("9010", 60),
            ("7000", 2),
        ];
        assert_eq!(
            shown(&areas(&[10, 50], &places).tree().unwrap()),
            [
                "7000 | 7000 .. 8020 | 7000 .. 8102 | *",
                "8010 | 7000 .. 8020 | 7000 .. 8102 | *",
                "8020 | 7000 .. 8020 | 7000 .. 8102 | *",
                "8101 | 810* | 7000 .. 8102 | *",
                "8102 | 810* | 7000 .. 8102 | *",
                "9010 | 9010 | 90* | *",
                "9020 | 9020 | 90* | *"
            ]
        );
    }

    #[test]
    fn one_area_of_all_is_the_top() {
        assert_eq!(
            shown(&areas(&[3], &[("a", 1), ("b", 2)]).tree().unwrap()),
            ["a | * | *", "b | * | *"]
        );
        assert_eq!(
            shown(&areas(&[1], &[("a", 1)]).tree().unwrap()),
            ["a | a | *"]
        );
        assert_eq!(
            shown(
                &areas(&[2], &[("8", 1), ("81", 1), ("9", u64::MAX)])
                    .tree()
                    .unwrap()
            ),
            ["8 | 8* | *", "81 | 8* | *", "9 | 9 | *"]
        );
    }

    #[test]
    fn tables_are_read_with_and_without_a_header() {
        let expected = areas(&[1], &[("01", 5), ("02", 7)]);
        for text in ["01;5\n02;7", "code;inhabitants\n01;5\n02; 7 "] {
            assert_eq!(Areas::read(lines(text), vec![1]).unwrap(), expected);
        }
        let failure = |text: &str| {
            let e = Areas::read(lines(text), vec![1])
                .and_then(|areas| areas.tree())
                .unwrap_err();
            assert_eq!(e.kind(), ErrorKind::Data);
            e.message()
        };
        assert_eq!(
            failure("c;n\n1;5\n2;1.000\n3;-1"),
            "2 of 3 lines have no whole number of inhabitants (first is line 3)"
        );
        assert_eq!(
            failure("1;5\n2;6;7"),
            "line 2 has 3 columns; a table of places has two: code and inhabitants"
        );
        assert_eq!(
            failure("1;5\n2;6\n1;7"),
            "the table of places repeats 1 of its codes; each code has one line"
        );
        assert_eq!(
            failure("code;n"),
            "the table of places is empty; it needs a line for each code"
        );
        assert_eq!(
            failure("1;0"),
            "the table of places has 0 inhabitants in all; one area is to have 1"
        );
    }

    #[test]
    fn thresholds_rise() {
        let failure = |inhabitants: &[u64]| {
            areas(inhabitants, &[("a", 9)])
                .tree()
                .unwrap_err()
                .message()
        };
        assert_eq!(
            failure(&[]),
            "`inhabitants` is empty; it must list at least one number"
        );
        assert_eq!(
            failure(&[0]),
            "`inhabitants` begins with 0; it must be at least 1"
        );
        assert_eq!(
            failure(&[5, 5]),
            "`inhabitants` has 5 after 5; each number must be greater than the one before"
        );
        assert_eq!(
            failure(&[5, 3]),
            "`inhabitants` has 3 after 5; each number must be greater than the one before"
        );
    }
}
