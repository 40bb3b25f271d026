//! Distinct rows, each with the number of rows that it stands for.

/// Columns of codes, with the number of rows that each entry stands for.
///
/// [`Entries::of_rows`] and [`Entries::project`] return distinct entries, sorted by the first
/// column, then by the second, and so on.
///
/// ```
/// use equipoise_release::Entries;
/// let entries = Entries::of_rows(&[&[1, 0, 1], &[5, 5, 5]], &[2, 6], 3);
/// assert_eq!((entries.len(), entries.columns[0].as_slice()), (2, &[0, 1][..]));
/// assert_eq!(entries.weights, [1, 2]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entries {
    /// The codes, by column and entry.
    pub columns: Vec<Vec<u32>>,
    /// Exclusive upper bound on the codes of each column.
    pub sizes: Vec<u32>,
    /// Number of rows of each entry.
    pub weights: Vec<u64>,
}

/// Up to this number of code combinations, rows are always counted in a table of all combinations.
const SMALL_TABLE: u64 = 1 << 14;

impl Entries {
    /// The distinct rows of these columns.
    ///
    /// # Cost
    /// O(rows log rows) at most; O(rows) where few combinations are possible.
    pub fn of_rows(columns: &[&[u32]], sizes: &[u32], rows: usize) -> Self {
        group(columns, sizes, |_| 1, rows)
    }

    /// The distinct combinations of these columns, in the given order.
    pub fn project(&self, columns: &[usize]) -> Self {
        let codes: Vec<&[u32]> = columns
            .iter()
            .map(|&c| self.columns[c].as_slice())
            .collect();
        let sizes: Vec<u32> = columns.iter().map(|&c| self.sizes[c]).collect();
        group(&codes, &sizes, |entry| self.weights[entry], self.len())
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// True when there are no entries.
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }
}

/// Groups equal rows. If a table of all code combinations is not much larger than the rows, rows
/// are counted in that table. If a combination fits into a word, words are sorted. Otherwise row
/// numbers are sorted.
fn group(columns: &[&[u32]], sizes: &[u32], weight: impl Fn(usize) -> u64, len: usize) -> Entries {
    let combinations = sizes.iter().try_fold(1_u64, |product, &size| {
        product.checked_mul(u64::from(size.max(1)))
    });
    let Some(combinations) = combinations else {
        return group_by_places(columns, sizes, weight, len);
    };
    let key = |row: usize| {
        columns.iter().zip(sizes).fold(0, |key, (codes, &size)| {
            key * u64::from(size.max(1)) + u64::from(codes[row])
        })
    };
    let counted: Vec<(u64, u64)> = if combinations <= SMALL_TABLE.max(16 * len as u64) {
        let mut table = vec![0; combinations as usize];
        (0..len).for_each(|row| table[key(row) as usize] += weight(row));
        (0..).zip(table).filter(|&(_, rows)| rows > 0).collect()
    } else {
        let mut keys: Vec<(u64, u64)> = (0..len).map(|row| (key(row), weight(row))).collect();
        keys.sort_unstable_by_key(|&(key, _)| key);
        keys.dedup_by(|next, kept| {
            next.0 == kept.0 && {
                kept.1 += next.1;
                true
            }
        });
        keys
    };
    let mut keys: Vec<u64> = counted.iter().map(|&(key, _)| key).collect();
    let mut codes: Vec<Vec<u32>> = Vec::with_capacity(columns.len());
    for &size in sizes.iter().rev() {
        let size = u64::from(size.max(1));
        codes.push(
            keys.iter_mut()
                .map(|key| {
                    let code = (*key % size) as u32;
                    *key /= size;
                    code
                })
                .collect(),
        );
    }
    codes.reverse();
    Entries {
        columns: codes,
        sizes: sizes.to_vec(),
        weights: counted.into_iter().map(|(_, rows)| rows).collect(),
    }
}

fn group_by_places(
    columns: &[&[u32]],
    sizes: &[u32],
    weight: impl Fn(usize) -> u64,
    len: usize,
) -> Entries {
    let codes = |row: usize| columns.iter().map(move |codes| codes[row]);
    let mut order: Vec<usize> = (0..len).collect();
    order.sort_unstable_by(|&a, &b| codes(a).cmp(codes(b)));
    let (mut first, mut weights): (Vec<usize>, Vec<u64>) = (Vec::new(), Vec::new());
    for row in order {
        match (first.last(), weights.last_mut()) {
            (Some(&last), Some(rows)) if codes(last).eq(codes(row)) => *rows += weight(row),
            _ => {
                first.push(row);
                weights.push(weight(row));
            }
        }
    }
    let columns = columns
        .iter()
        .map(|codes| first.iter().map(|&row| codes[row]).collect())
        .collect();
    Entries {
        columns,
        sizes: sizes.to_vec(),
        weights,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use equipoise_data::Random;

    #[test]
    fn all_ways_of_grouping_agree() {
        let mut random = Random::new(3);
        for round in 0..200 {
            let (rows, width) = (random.place(60), 1 + random.place(4));
            let used = 1 + random.below(6) as u32;
            let columns: Vec<Vec<u32>> = (0..width)
                .map(|_| {
                    (0..rows)
                        .map(|_| random.below(used.into()) as u32)
                        .collect()
                })
                .collect();
            let codes: Vec<&[u32]> = columns.iter().map(Vec::as_slice).collect();
            let mut expected = std::collections::BTreeMap::new();
            for row in 0..rows {
                *expected
                    .entry(codes.iter().map(|c| c[row]).collect::<Vec<_>>())
                    .or_insert(0) += 1_u64;
            }
            // The sizes decide which algorithm runs: a table, words, or row numbers.
            for size in [used, 1 << 12, u32::MAX] {
                let entries = Entries::of_rows(&codes, &vec![size; width], rows);
                let found = (0..entries.len()).map(|e| {
                    (
                        entries.columns.iter().map(|c| c[e]).collect::<Vec<_>>(),
                        entries.weights[e],
                    )
                });
                assert!(found.eq(expected.clone()), "round {round}, sizes {size}");
                let last = entries.project(&[width - 1]);
                let found = (0..last.len()).map(|e| (last.columns[0][e], last.weights[e]));
                let rows =
                    |code: u32| columns[width - 1].iter().filter(|c| **c == code).count() as u64;
                let of_last = (0..used)
                    .map(|code| (code, rows(code)))
                    .filter(|(_, rows)| *rows > 0);
                assert!(found.eq(of_last), "round {round}, sizes {size}");
            }
        }
    }
}
