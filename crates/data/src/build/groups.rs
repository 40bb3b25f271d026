//! Values listed under labels, and labels under further labels.

use super::labels::{TOP, known_texts};
use crate::error::{Error, Result, did_you_mean};
use crate::order::read_values;
use crate::table::Column;
use hashbrown::{HashMap, HashSet};

/// A label and what it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The label that is released.
    pub label: String,
    /// On level 1 values of the column, on higher levels labels of the level below.
    pub values: Vec<String>,
}

impl Group {
    /// A group from texts.
    pub fn new(label: &str, values: &[&str]) -> Self {
        Group {
            label: label.to_owned(),
            values: values.iter().map(|v| (*v).to_owned()).collect(),
        }
    }
}

/// Explicit groups, on one level or several. `*` is the level above when the last one has more than
/// one label.
///
/// Lines stand in the order of the lists, so that they can serve as an order; values of the data
/// that are not listed come last, and are an error unless `other` gives them a label. Listed values
/// that do not occur get no line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groups {
    /// The groups of each level, from level 1 up.
    pub levels: Vec<Vec<Group>>,
    /// The label of everything that is not listed, on every level.
    pub other: Option<String>,
}

impl Groups {
    /// Groups that must list every value.
    pub fn new(levels: Vec<Vec<Group>>) -> Self {
        Groups {
            levels,
            other: None,
        }
    }

    /// Checks that each level lists each label and value once, and that higher levels list only
    /// labels of the level below, and without `other` all of them. Every problem is in the one
    /// error.
    pub fn check(&self) -> Result<()> {
        if self.levels.is_empty() || self.levels.iter().any(Vec::is_empty) {
            return Err(Error::usage(
                "a level of `groups` is empty; it must list at least one group",
            ));
        }
        let mut problems = Vec::new();
        let mut hint = None;
        for (i, groups) in self.levels.iter().enumerate() {
            check_once(i + 1, groups, &mut problems);
            if i > 0 {
                self.check_nested(i, &mut problems, &mut hint);
            }
        }
        if problems.is_empty() {
            return Ok(());
        }
        let error = Error::usage(problems.join("; "));
        Err(if let Some(hint) = hint {
            error.hint(hint)
        } else {
            error
        })
    }

    fn check_nested(&self, i: usize, problems: &mut Vec<String>, hint: &mut Option<String>) {
        let (level, below) = (i + 1, self.labels(i - 1));
        let listed: HashSet<&str> = self.levels[i]
            .iter()
            .flat_map(|g| g.values.iter().map(String::as_str))
            .collect();
        for group in &self.levels[i] {
            for value in group.values.iter().filter(|v| !below.contains(&v.as_str())) {
                problems.push(format!(
                    "group `{}` of level {level} lists `{value}`, which is no label of level {i}",
                    group.label
                ));
                *hint = hint
                    .take()
                    .or_else(|| did_you_mean(value, below.iter().copied()));
            }
        }
        if self.other.is_none() {
            for label in below.iter().filter(|l| !listed.contains(**l)) {
                problems.push(format!(
                    "label `{label}` of level {i} is in no group of level {level}"
                ));
            }
        }
    }

    /// The labels that level `i + 1` can have.
    fn labels(&self, i: usize) -> Vec<&str> {
        let mut labels: Vec<&str> = self.levels[i].iter().map(|g| g.label.as_str()).collect();
        if let Some(other) = self.other.as_deref().filter(|o| !labels.contains(o)) {
            labels.push(other);
        }
        labels
    }

    pub(super) fn lines(&self, column: &Column, missing: &[String]) -> Result<Vec<Vec<String>>> {
        let label_of: Vec<HashMap<&str, &str>> = self
            .levels
            .iter()
            .map(|groups| {
                groups
                    .iter()
                    .flat_map(|g| g.values.iter().map(|v| (v.as_str(), g.label.as_str())))
                    .collect()
            })
            .collect();
        if self.other.is_none() {
            read_values(
                column,
                missing,
                |text| label_of[0].get(text),
                "in any group",
            )
            .map_err(|e| e.hint("list them, or give all others one label with `other`"))?;
        }
        let listed = self.levels[0].iter().flat_map(|g| &g.values);
        let place: HashMap<&str, usize> =
            listed.enumerate().map(|(i, v)| (v.as_str(), i)).collect();
        let mut texts: Vec<&str> = known_texts(column, missing).collect();
        texts.sort_unstable_by_key(|t| (place.get(t).copied().unwrap_or(usize::MAX), *t));
        Ok(texts
            .into_iter()
            .map(|text| self.line(text, &label_of))
            .collect())
    }

    /// Number of steps to the top. It follows from the rule alone, so that data cannot change the
    /// lattice.
    pub(super) fn height(&self) -> usize {
        let several = self.labels(self.levels.len() - 1).len() > 1;
        self.levels.len() + usize::from(several)
    }

    fn line(&self, text: &str, label_of: &[HashMap<&str, &str>]) -> Vec<String> {
        let mut line = vec![text.to_owned()];
        let mut label = text;
        for level in label_of {
            label = level
                .get(label)
                .copied()
                .or(self.other.as_deref())
                .expect("without `other` every value is listed");
            line.push(label.to_owned());
        }
        if self.height() > label_of.len() {
            line.push(TOP.to_owned());
        }
        line
    }
}

/// No label twice and no value twice. Values are counted, not shown: on level 1 they are cell
/// values.
fn check_once(level: usize, groups: &[Group], problems: &mut Vec<String>) {
    let mut labels = HashSet::new();
    let mut first: HashMap<&str, usize> = HashMap::new();
    let mut shared: Vec<((usize, usize), usize)> = Vec::new();
    for (i, group) in groups.iter().enumerate() {
        if group.label.is_empty() {
            problems.push(format!("a group of level {level} has an empty label"));
        } else if !labels.insert(group.label.as_str()) {
            problems.push(format!(
                "label `{}` is given twice on level {level}",
                group.label
            ));
        }
        for value in &group.values {
            let Some(&other) = first.get(value.as_str()) else {
                first.insert(value, i);
                continue;
            };
            match shared.iter_mut().find(|(pair, _)| *pair == (other, i)) {
                Some((_, count)) => *count += 1,
                None => shared.push(((other, i), 1)),
            }
        }
    }
    for ((a, b), count) in shared {
        let (a, b) = (&groups[a].label, &groups[b].label);
        problems.push(if a == b {
            format!("group `{a}` of level {level} lists a value twice")
        } else {
            format!("groups `{a}` and `{b}` of level {level} share {count} of their values")
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::Builder;
    use super::super::tests::{column, shown};
    use super::*;
    use crate::{ErrorKind, Tree};
    use proptest::prelude::*;

    fn build(rule: Groups, values: &[&str]) -> Result<Tree> {
        Builder::Groups(rule).tree(&column(values), &["NA".into()])
    }

    fn compass() -> Vec<Group> {
        vec![
            Group::new("north", &["b", "a"]),
            Group::new("south", &["d", "unseen"]),
        ]
    }

    #[test]
    fn one_level_gets_a_top() {
        let tree = build(Groups::new(vec![compass()]), &["d", "a", "NA", "b"]).unwrap();
        assert_eq!(
            shown(&tree),
            ["b | north | *", "a | north | *", "d | south | *"]
        );
        let tree = build(
            Groups::new(vec![vec![Group::new("any", &["a", "b"])]]),
            &["a", "b"],
        )
        .unwrap();
        assert_eq!(shown(&tree), ["a | any", "b | any"]);
    }

    #[test]
    fn levels_nest_and_other_catches_the_rest() {
        let levels = vec![
            vec![
                Group::new("AT", &["graz", "wien"]),
                Group::new("DE", &["ulm"]),
                Group::new("JP", &["kobe"]),
            ],
            vec![
                Group::new("Europe", &["AT", "DE"]),
                Group::new("Asia", &["JP"]),
            ],
        ];
        let tree = build(Groups::new(levels.clone()), &["kobe", "ulm", "graz"]).unwrap();
        assert_eq!(
            shown(&tree),
            [
                "graz | AT | Europe | *",
                "ulm | DE | Europe | *",
                "kobe | JP | Asia | *"
            ]
        );
        let rule = Groups {
            levels,
            other: Some("other".into()),
        };
        let tree = build(rule, &["zzz", "kobe", "abc"]).unwrap();
        assert_eq!(
            shown(&tree),
            [
                "kobe | JP | Asia | *",
                "abc | other | other | *",
                "zzz | other | other | *"
            ]
        );
    }

    #[test]
    fn unlisted_values_are_counted_all_at_once() {
        let e = build(Groups::new(vec![compass()]), &["a", "x", "y", "NA"]).unwrap_err();
        assert_eq!(
            e.message(),
            "column `x`: 2 of 3 values are not in any group (first at row 2)"
        );
        assert_eq!(
            e.hint_text(),
            Some("list them, or give all others one label with `other`")
        );
        assert_eq!(e.kind(), ErrorKind::Data);
    }

    #[test]
    fn every_mistake_in_the_rule_is_named() {
        let e = Groups::new(vec![compass(), vec![Group::new("all", &["nroth"])]])
            .check()
            .unwrap_err();
        assert_eq!(
            e.message(),
            "group `all` of level 2 lists `nroth`, which is no label of level 1; label `north` of level 1 is in no group of level 2; \
             label `south` of level 1 is in no group of level 2"
        );
        assert_eq!(e.hint_text(), Some("did you mean `north`?"));
        assert_eq!(e.kind(), ErrorKind::Usage);
        let twice = vec![
            Group::new("p", &["1", "2", "3"]),
            Group::new("q", &["3", "2", "9", "9"]),
            Group::new("q", &["7"]),
            Group::new("", &["8"]),
        ];
        assert_eq!(
            Groups::new(vec![twice]).check().unwrap_err().message(),
            "label `q` is given twice on level 1; a group of level 1 has an empty label; groups `p` and `q` of level 1 share 2 of their \
             values; group `q` of level 1 lists a value twice"
        );
        for empty in [vec![], vec![vec![]], vec![compass(), vec![]]] {
            let e = Groups::new(empty).check().unwrap_err();
            assert_eq!(
                e.message(),
                "a level of `groups` is empty; it must list at least one group"
            );
        }
    }

    proptest! {
        /// Any assignment of values to labels, and of labels to labels, is a tree, and row order
        /// does not matter.
        #[test]
        fn every_grouping_is_a_tree(
            first in proptest::collection::vec(0usize..4, 8),
            second in proptest::collection::vec(0usize..3, 5),
            values in proptest::collection::vec(0usize..10, 1..20),
        ) {
            let group = |label: String, of: &[usize], i: usize, prefix: &str| {
                let values = of.iter().enumerate().filter(|(_, g)| **g == i).map(|(v, _)| format!("{prefix}{v}")).collect();
                Group { label, values }
            };
            let level1 = (0..4).map(|i| group(format!("g{i}"), &first, i, "v")).collect();
            let level2 = (0..3).map(|i| group(format!("h{i}"), &second[..4], i, "g")).collect();
            let rule = Groups { levels: vec![level1, level2], other: Some("rest".into()) };
            let texts: Vec<String> = values.iter().map(|v| format!("v{v}")).collect();
            let mut texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let tree = build(rule.clone(), &texts).unwrap();
            prop_assert_eq!(tree.height(), 3);
            for line in tree.lines() {
                let v: usize = line[0][1..].parse().unwrap();
                let expected = first.get(v).map_or("rest".to_owned(), |g| format!("g{g}"));
                prop_assert_eq!(&line[1], &expected);
                let expected = first.get(v).map_or("rest".to_owned(), |g| format!("h{}", second[*g]));
                prop_assert_eq!(&line[2], &expected);
            }
            texts.reverse();
            prop_assert_eq!(build(rule, &texts).unwrap(), tree);
        }
    }
}
