//! Labels of runs: consecutive values under the names of the first and the last.

use hashbrown::HashMap;
use std::ops::Range;

/// For each level and run the label that `label` makes with a separator: ` .. `, or more dots where
/// that could be mistaken for a value of another run or for another run.
///
/// `names` are the values by position, all different. A separator with more dots in a row than any
/// name has leaves one reading only, so the end is reached.
pub(super) fn label_runs(
    names: &[&str],
    levels: &[Vec<Range<usize>>],
    label: impl Fn(&Range<usize>, &str) -> String,
) -> Vec<Vec<String>> {
    let position: HashMap<&str, usize> = names
        .iter()
        .enumerate()
        .map(|(i, name)| (*name, i))
        .collect();
    let mut separator = " .. ".to_owned();
    loop {
        let labels: Vec<Vec<String>> = levels
            .iter()
            .map(|runs| runs.iter().map(|run| label(run, &separator)).collect())
            .collect();
        if levels
            .iter()
            .zip(&labels)
            .all(|(runs, labels)| is_clear(runs, labels, &position))
        {
            return labels;
        }
        separator.insert(1, '.');
    }
}

/// First and last name, or the one name of a run of one.
pub(super) fn first_and_last(names: &[&str], run: &Range<usize>, separator: &str) -> String {
    if run.len() == 1 {
        names[run.start].to_owned()
    } else {
        format!("{}{separator}{}", names[run.start], names[run.end - 1])
    }
}

fn is_clear(runs: &[Range<usize>], labels: &[String], position: &HashMap<&str, usize>) -> bool {
    let mut seen = hashbrown::HashSet::new();
    runs.iter().zip(labels).all(|(run, label)| {
        let of_another = position
            .get(label.as_str())
            .is_some_and(|at| !run.contains(at));
        seen.insert(label.as_str()) && !of_another
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(names: &[&str], runs: &[Range<usize>]) -> Vec<String> {
        label_runs(names, &[runs.to_vec()], |run, separator| {
            first_and_last(names, run, separator)
        })
        .remove(0)
    }

    #[test]
    fn a_label_has_one_reading() {
        assert_eq!(labels(&["a", "b", "c"], &[0..2, 2..3]), ["a .. b", "c"]);
        assert_eq!(
            labels(&["a", "b", "a .. b"], &[0..2, 2..3]),
            ["a ... b", "a .. b"]
        );
        assert_eq!(
            labels(&["a .. b", "c", "a", "b .. c"], &[0..2, 2..4]),
            ["a .. b ... c", "a ... b .. c"]
        );
        assert_eq!(
            labels(&["a", "a .. c", "c", "d"], &[0..3, 3..4]),
            ["a .. c", "d"],
            "a value of the run itself is no danger"
        );
    }
}
