//! Groups of rows that are left out more often than others.

use super::wire;
use equipoise_data::{Column, Hierarchy};
use equipoise_recipe::Role;

/// Groups of a column that are told apart where that is possible, and that are listed.
const GROUPS: usize = 12;

/// A group is marked when its share among those left out is more than this many times its share of
/// the table, as in reports,
const MARKED_FROM: f64 = 1.25;

/// and when so many of it are left out,
const FEWEST: u64 = 5;

/// and when that is so many standard deviations more than chance would leave out: once in a hundred
/// groups.
const BEYOND_CHANCE: f64 = 2.33;

/// Bands that many different numbers are put into.
const BANDS: usize = 8;

/// A quasi-identifier on the finest level with few labels: the released one may say nothing any
/// more.
pub(super) fn by_level(
    column: &Column,
    hierarchy: &Hierarchy,
    kept: &[bool],
) -> wire::LeftOutColumn {
    let levels = &hierarchy.levels;
    let few = |l: &usize| (2..=GROUPS).contains(&levels[*l].labels.len());
    let level = (0..levels.len()).find(few).unwrap_or(0);
    let label_of: Vec<u32> = hierarchy
        .leaf_of
        .iter()
        .map(|&leaf| levels[level].of_leaf[leaf as usize])
        .collect();
    let groups = groups(column, &label_of, &levels[level].labels, kept);
    wire::LeftOutColumn {
        name: column.name.clone(),
        role: Role::QuasiIdentifier.name(),
        groups,
    }
}

/// A sensitive column by its values, or by bands where these are many numbers.
pub(super) fn by_value(column: &Column, kept: &[bool]) -> wire::LeftOutColumn {
    let (label_of, labels) = bands(column).unwrap_or_else(|| {
        let labels: Vec<String> = column.dictionary.texts().map(str::to_owned).collect();
        ((0..labels.len() as u32).collect(), labels)
    });
    wire::LeftOutColumn {
        name: column.name.clone(),
        role: Role::Sensitive.name(),
        groups: groups(column, &label_of, &labels, kept),
    }
}

/// Bands of about as many rows each, where a column has many different numbers. What is no number
/// has a label of its own.
fn bands(column: &Column) -> Option<(Vec<u32>, Vec<String>)> {
    let texts: Vec<&str> = column.dictionary.texts().collect();
    let numbers: Vec<Option<f64>> = texts
        .iter()
        .map(|text| text.parse().ok().filter(|n: &f64| n.is_finite()))
        .collect();
    let mut order: Vec<usize> = (0..texts.len())
        .filter(|&code| numbers[code].is_some())
        .collect();
    if order.len() <= GROUPS || texts.len() - order.len() > 2 {
        return None;
    }
    order.sort_by(|&a, &b| {
        numbers[a]
            .unwrap_or(0.0)
            .total_cmp(&numbers[b].unwrap_or(0.0))
    });
    let counts = column.counts();
    let total: u64 = order.iter().map(|&code| counts[code]).sum();
    let (mut label_of, mut labels) = (vec![0; texts.len()], Vec::new());
    let (mut first, mut seen) = (0, 0u64);
    for at in 0..order.len() {
        seen += counts[order[at]];
        let is_full =
            seen * BANDS as u64 >= total * (labels.len() as u64 + 1) || at + 1 == order.len();
        if is_full {
            order[first..=at]
                .iter()
                .for_each(|&code| label_of[code] = labels.len() as u32);
            let (low, high) = (texts[order[first]], texts[order[at]]);
            labels.push(if low == high {
                low.to_owned()
            } else {
                format!("{low} to {high}")
            });
            first = at + 1;
        }
    }
    for code in (0..texts.len()).filter(|&code| numbers[code].is_none()) {
        label_of[code] = labels.len() as u32;
        labels.push(texts[code].to_owned());
    }
    Some((label_of, labels))
}

/// Rows by label, those left out most beyond their share first; what is not listed is together in
/// the last.
fn groups(
    column: &Column,
    label_of: &[u32],
    labels: &[String],
    kept: &[bool],
) -> Vec<wire::PageGroup> {
    let (mut rows, mut gone) = (vec![0u64; labels.len()], vec![0u64; labels.len()]);
    for (&code, &kept) in column.codes.iter().zip(kept) {
        let label = label_of[code as usize] as usize;
        rows[label] += 1;
        gone[label] += u64::from(!kept);
    }
    let all = (rows.iter().sum(), gone.iter().sum());
    let mut order: Vec<usize> = (0..labels.len()).filter(|&i| rows[i] > 0).collect();
    let excess = |i: usize| gone[i] as f64 - expected(rows[i], all);
    order.sort_by(|&a, &b| {
        excess(b)
            .total_cmp(&excess(a))
            .then_with(|| labels[a].cmp(&labels[b]))
    });
    let listed = if order.len() > GROUPS {
        GROUPS - 1
    } else {
        order.len()
    };
    let others = order.split_off(listed);
    let mut groups: Vec<wire::PageGroup> = order
        .iter()
        .map(|&i| group(labels[i].clone(), rows[i], gone[i], all))
        .collect();
    if !others.is_empty() {
        let sum = |of: &[u64]| others.iter().map(|&i| of[i]).sum();
        groups.push(group(
            format!("{} others", others.len()),
            sum(&rows),
            sum(&gone),
            all,
        ));
    }
    groups
}

/// How many of so many rows would be left out by chance.
fn expected(rows: u64, (all, all_gone): (u64, u64)) -> f64 {
    rows as f64 * all_gone as f64 / all.max(1) as f64
}

fn group(label: String, rows: u64, left_out: u64, all: (u64, u64)) -> wire::PageGroup {
    let expected = expected(rows, all);
    let ratio = if expected > 0.0 {
        left_out as f64 / expected
    } else {
        0.0
    };
    // Drawn without putting back, which rows are left out varies by this.
    let spread = (expected * (1.0 - rows as f64 / all.0.max(1) as f64)).sqrt();
    let is_marked = ratio > MARKED_FROM
        && left_out >= FEWEST
        && left_out as f64 - expected >= BEYOND_CHANCE * spread;
    wire::PageGroup {
        label,
        rows,
        left_out,
        ratio,
        is_marked,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use equipoise_data::Table;

    fn column(cells: &[&str]) -> Column {
        let rows: Vec<[&str; 1]> = cells.iter().map(|cell| [*cell]).collect();
        Table::from_rows(&["c"], &rows).columns.remove(0)
    }

    #[test]
    fn a_few_people_are_no_pattern() {
        let all = (1000, 50);
        assert!(
            !group("three of three".into(), 3, 3, all).is_marked,
            "too few to say"
        );
        assert!(group("ten of forty".into(), 40, 10, all).is_marked);
        assert!(
            !group("six of a hundred".into(), 100, 6, all).is_marked,
            "chance leaves out five"
        );
        assert!(!group("all".into(), 1000, 50, all).is_marked);
    }

    #[test]
    fn many_numbers_become_bands_that_hold_every_row_once() {
        let cells: Vec<String> = (0..100)
            .map(|n| (n * 10).to_string())
            .chain(["NA".to_owned()])
            .collect();
        let column = column(&cells.iter().map(String::as_str).collect::<Vec<_>>());
        let kept: Vec<bool> = (0..101).map(|row| row % 7 != 0).collect();
        let told = by_value(&column, &kept);
        assert_eq!(told.groups.len(), BANDS + 1);
        assert!(
            told.groups.iter().any(|g| g.label == "0 to 120")
                && told.groups.iter().any(|g| g.label == "NA"),
            "{:?}",
            told.groups
        );
        assert_eq!(told.groups.iter().map(|g| g.rows).sum::<u64>(), 101);
        assert_eq!(
            told.groups.iter().map(|g| g.left_out).sum::<u64>(),
            kept.iter().filter(|k| !**k).count() as u64
        );
    }

    #[test]
    fn what_is_not_listed_is_counted_together() {
        let cells: Vec<String> = (0..40).map(|n| format!("value {}", n % 20)).collect();
        let column = column(&cells.iter().map(String::as_str).collect::<Vec<_>>());
        let told = by_value(&column, &[true; 40]);
        assert_eq!(
            (told.groups.len(), told.groups[GROUPS - 1].label.as_str()),
            (GROUPS, "9 others")
        );
        assert_eq!(told.groups.iter().map(|g| g.rows).sum::<u64>(), 40);
    }
}
