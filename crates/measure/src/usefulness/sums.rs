//! Sums over entries of products of one factor per column, many times over the same columns.

use super::entries::Entries;

/// Entries as a tree: one level per column, equal beginnings together. A factor of 0 leaves out all below it.
#[derive(Debug)]
pub(super) struct Sums {
    levels: Vec<Level>,
    /// Rows of each node of the last level.
    weights: Vec<f64>,
}

#[derive(Debug)]
struct Level {
    codes: Vec<u32>,
    /// For each node where its children begin in the next level; they end where those of the next node begin.
    starts: Vec<usize>,
}

impl Sums {
    /// The tree of entries that are sorted and distinct, with at least one column.
    pub(super) fn new(entries: &Entries) -> Self {
        let differs = |e: usize| entries.columns.iter().position(|column| e == 0 || column[e] != column[e - 1]);
        // An entry begins a node on the level of the first column in which it differs from the one before, and on all below.
        let first: Vec<usize> = (0..entries.len()).map(|e| differs(e).unwrap_or(usize::MAX)).collect();
        let level = |(c, column): (usize, &Vec<u32>)| {
            let (mut codes, mut starts, mut below) = (Vec::new(), Vec::new(), 0);
            for (&code, &first) in column.iter().zip(&first) {
                if first <= c {
                    codes.push(code);
                    starts.push(below);
                }
                below += usize::from(first <= c + 1);
            }
            starts.push(below);
            Level { codes, starts }
        };
        let levels = entries.columns.iter().enumerate().map(level).collect();
        Sums { levels, weights: entries.weights.iter().map(|&rows| rows as f64).collect() }
    }

    /// The sum over entries of rows times the factors `tables[column][code]`.
    ///
    /// # Numerics
    /// Added in the order of entries. Exact where factors are 0 and 1: counts are whole and below 2^53.
    pub(super) fn sum(&self, tables: &[Vec<f64>]) -> f64 {
        self.below(0, 0..self.levels[0].codes.len(), tables)
    }

    fn below(&self, level: usize, nodes: std::ops::Range<usize>, tables: &[Vec<f64>]) -> f64 {
        let (Level { codes, starts }, table) = (&self.levels[level], &tables[level]);
        if level + 1 == self.levels.len() {
            let weights = &self.weights[nodes.clone()];
            return codes[nodes].iter().zip(weights).map(|(&code, weight)| table[code as usize] * weight).sum();
        }
        let mut total = 0.0;
        for node in nodes {
            let factor = table[codes[node] as usize];
            if factor != 0.0 {
                total += factor * self.below(level + 1, starts[node]..starts[node + 1], tables);
            }
        }
        total
    }
}

/// The same sum without a tree, for columns that are asked for too seldom to build one.
pub(super) fn scan(entries: &Entries, columns: &[usize], tables: &[Vec<f64>]) -> f64 {
    let factor = |e: usize| columns.iter().zip(tables).map(|(&c, table)| table[entries.columns[c][e] as usize]).product::<f64>();
    (0..entries.len()).map(|e| factor(e) * entries.weights[e] as f64).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use equipoise_data::Random;

    #[test]
    fn the_tree_sums_what_a_scan_does() {
        let mut random = Random::new(8);
        for _ in 0..300 {
            let (rows, width) = (random.place(80), 1 + random.place(4));
            let columns: Vec<Vec<u32>> = (0..width).map(|_| (0..rows).map(|_| random.below(5) as u32).collect()).collect();
            let codes: Vec<&[u32]> = columns.iter().map(Vec::as_slice).collect();
            let entries = Entries::of_rows(&codes, &vec![5; width], rows);
            // Halves and whole numbers: sums are exact in any order.
            let tables: Vec<Vec<f64>> = (0..width).map(|_| (0..5).map(|_| random.below(4) as f64 / 2.0).collect()).collect();
            let all: Vec<usize> = (0..width).collect();
            assert_eq!(Sums::new(&entries).sum(&tables), scan(&entries, &all, &tables));
        }
    }
}
