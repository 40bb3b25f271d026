//! A hierarchy file to fill in.

use super::labels::{TOP, known_texts};
use crate::error::{Error, Result};
use crate::hierarchy::Tree;
use crate::table::Column;
use hashbrown::HashSet;

/// Stands in a stub where somebody has to write a label.
pub const PLACEHOLDER: &str = "???";

/// The lines of a hierarchy file with a line for each value of `column`: those of `tree` as they
/// are, then one for each value it does not list, sorted, with [`PLACEHOLDER`] for each label
/// between the value and the top.
///
/// Without a tree there is one level between value and top. Texts in `missing` get no line.
///
/// ```
/// # use equipoise_data::{Table, Tree, build::{check_filled, stub}};
/// let line = |texts: [&str; 3]| texts.map(str::to_owned).to_vec();
/// let tree = Tree::new(vec![line(["1", "low", "all"])])?;
/// let table = Table::from_rows(&["x"], &[["1"], ["7"], ["NA"]]);
/// let lines = stub(Some(&tree), &table.columns[0], &["NA".to_owned()]);
/// assert_eq!(lines, [line(["1", "low", "all"]), line(["7", "???", "all"])]);
/// assert!(check_filled(&lines).is_err());
/// # Ok::<(), equipoise_data::Error>(())
/// ```
pub fn stub(tree: Option<&Tree>, column: &Column, missing: &[String]) -> Vec<Vec<String>> {
    let known: &[Vec<String>] = tree.map_or(&[], Tree::lines);
    let height = tree.map_or(2, Tree::height);
    let top = known
        .first()
        .and_then(|line| line.last())
        .map_or(TOP, String::as_str);
    let listed: HashSet<&str> = known.iter().map(|line| line[0].as_str()).collect();
    let mut unlisted: Vec<&str> = known_texts(column, missing)
        .filter(|text| !listed.contains(text))
        .collect();
    unlisted.sort_unstable();
    let line = |text: &str| {
        let mut line = vec![PLACEHOLDER.to_owned(); height + 1];
        top.clone_into(&mut line[height]);
        text.clone_into(&mut line[0]);
        line
    };
    known
        .iter()
        .cloned()
        .chain(unlisted.into_iter().map(line))
        .collect()
}

/// Refuses the lines of a file that still has placeholders where labels should be.
pub fn check_filled(lines: &[Vec<String>]) -> Result<()> {
    let is_open = |line: &[String]| line.iter().skip(1).any(|label| label == PLACEHOLDER);
    let open: Vec<usize> = (0..lines.len()).filter(|&i| is_open(&lines[i])).collect();
    let Some(first) = open.first() else {
        return Ok(());
    };
    let have = if open.len() == 1 {
        "line still has"
    } else {
        "lines still have"
    };
    Err(Error::data(format!(
        "{} {have} `{PLACEHOLDER}` in place of a label (first is line {})",
        open.len(),
        first + 1
    ))
    .at_line("", *first as u64 + 1)
    .hint("write the label that the value belongs to on each level"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::column;
    use super::*;

    fn shown(lines: &[Vec<String>]) -> Vec<String> {
        lines.iter().map(|line| line.join(" | ")).collect()
    }

    #[test]
    fn known_lines_stay_and_new_ones_are_open() {
        let tree = Tree::new(
            ["b", "a"]
                .map(|v| [v, "x", "y", "all"].map(str::to_owned).to_vec())
                .into(),
        )
        .unwrap();
        let lines = stub(Some(&tree), &column(&["d", "NA", "a", "c"]), &["NA".into()]);
        assert_eq!(
            shown(&lines),
            [
                "b | x | y | all",
                "a | x | y | all",
                "c | ??? | ??? | all",
                "d | ??? | ??? | all"
            ]
        );
        let e = check_filled(&lines).unwrap_err();
        assert_eq!(
            e.message(),
            "2 lines still have `???` in place of a label (first is line 3)"
        );
        assert_eq!(
            e.hint_text(),
            Some("write the label that the value belongs to on each level")
        );
        assert!(check_filled(&lines[..2]).is_ok());
        assert_eq!(
            check_filled(&lines[..3]).unwrap_err().message(),
            "1 line still has `???` in place of a label (first is line 3)"
        );
    }

    #[test]
    fn without_a_tree_and_with_low_ones() {
        assert_eq!(
            shown(&stub(None, &column(&["b", "a"]), &[])),
            ["a | ??? | *", "b | ??? | *"]
        );
        let flat = Tree::new(vec![vec!["a".to_owned()]]).unwrap();
        assert_eq!(shown(&stub(Some(&flat), &column(&["b"]), &[])), ["a", "b"]);
        let low = Tree::new(vec![vec!["a".to_owned(), "any".to_owned()]]).unwrap();
        let lines = stub(Some(&low), &column(&["b", "???"]), &[]);
        assert_eq!(shown(&lines), ["a | any", "??? | any", "b | any"]);
        assert!(
            check_filled(&lines).is_ok(),
            "a value may look like a placeholder"
        );
    }
}
