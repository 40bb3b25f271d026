//! Rows that no decision can tell apart, counted: what partitions are made of.

use equipoise_data::{Encoded, Fate, Ranked, Result, distinct_rows};

/// Rows that are alike in all quasi-identifiers, sensitive columns and persons.
#[derive(Debug)]
pub(crate) struct Items {
    /// Per item its rows.
    pub(crate) rows: Vec<u32>,
    /// `[attribute][item]`: the leaf.
    pub(crate) leaves: Vec<Vec<u32>>,
    /// `[sensitive column][item]`: the value.
    pub(crate) values: Vec<Vec<u32>>,
    /// Per item the person, where persons are the unit of protection.
    pub(crate) persons: Option<Vec<u32>>,
    /// Per row its item.
    pub(crate) of_row: Vec<u32>,
}

/// Some rows of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) item: u32,
    pub(crate) rows: u32,
}

impl Items {
    /// # Errors
    /// Rows wider than 4,096 bits when packed.
    ///
    /// # Cost
    /// O(rows x columns + items log items).
    pub(crate) fn new(encoded: &Encoded<'_>) -> Result<Self> {
        let ranked = |codes, rank_of: &[u32]| Ranked {
            codes,
            rank_of: rank_of.to_vec(),
            marked_rank: None,
            ranks: rank_of.iter().max().map_or(1, |&rank| rank as usize + 1),
        };
        let everyone: Vec<u32> = encoded.persons.map_or(Vec::new(), |p| {
            (0..=p.iter().max().copied().unwrap_or(0)).collect()
        });
        let quasi = encoded
            .quasi
            .iter()
            .map(|q| ranked(q.codes, &q.hierarchy.leaf_of));
        let sensitive = encoded
            .sensitive
            .iter()
            .map(|s| ranked(s.codes, s.value_of));
        let columns: Vec<Ranked<'_>> = quasi
            .chain(sensitive)
            .chain(encoded.persons.map(|p| ranked(p, &everyone)))
            .collect();
        let distinct = distinct_rows(&columns, encoded.rows, |_| Fate::Kept)?;
        let width = columns.len();
        let column = |at: usize| {
            distinct
                .tuples
                .iter()
                .skip(at)
                .step_by(width.max(1))
                .copied()
                .collect::<Vec<u32>>()
        };
        let (attributes, sensitive) = (encoded.quasi.len(), encoded.sensitive.len());
        Ok(Items {
            rows: distinct.counts.iter().map(|&rows| rows as u32).collect(),
            leaves: (0..attributes).map(column).collect(),
            values: (attributes..attributes + sensitive).map(column).collect(),
            persons: encoded.persons.map(|_| column(attributes + sensitive)),
            of_row: distinct.of_row,
        })
    }

    /// Number of items.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// All rows.
    pub(crate) fn all(&self) -> Vec<Part> {
        self.rows
            .iter()
            .zip(0..)
            .map(|(&rows, item)| Part { item, rows })
            .collect()
    }

    /// Gives each row the group that its part of an item is in. Rows of an item are alike; those
    /// that come first in the table go to the groups that do.
    pub(crate) fn group_of_row(&self, groups: &[Vec<Part>], none: u32) -> Vec<u32> {
        let mut first = vec![0u32; self.len() + 1];
        groups
            .iter()
            .flatten()
            .for_each(|part| first[part.item as usize + 1] += 1);
        (0..self.len()).for_each(|item| first[item + 1] += first[item]);
        let mut next = first.clone();
        let mut held = vec![(none, 0u32); first[self.len()] as usize];
        for (group, parts) in groups.iter().enumerate() {
            for part in parts {
                let place = &mut next[part.item as usize];
                held[*place as usize] = (group as u32, part.rows);
                *place += 1;
            }
        }
        let mut next = first.clone();
        let group = |&item: &u32| {
            let (place, end) = (&mut next[item as usize], first[item as usize + 1]);
            while *place < end && held[*place as usize].1 == 0 {
                *place += 1;
            }
            if *place == end {
                return none;
            }
            held[*place as usize].1 -= 1;
            held[*place as usize].0
        };
        self.of_row.iter().map(group).collect()
    }
}
