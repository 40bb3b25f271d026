//! Puts classes with the same grades together.

use super::{Persons, Wanted};
use equipoise_data::{Classes, Key, View};
use equipoise_privacy::Grid;
use std::collections::HashMap;

/// Grades below this are counted in an array.
const SMALL: u64 = 1 << 12;

/// The classes of a node by their grades. The buffers are used again for every node.
#[derive(Default)]
pub(crate) struct Grouping<const W: usize> {
    /// `[axis][class]`.
    pub(super) grades: Vec<Vec<u64>>,
    /// Classes in the order of their groups.
    pub(super) order: Vec<u32>,
    /// Their keys and rows.
    pub(super) keys: Vec<(Key<W>, u64)>,
    /// Where each group ends.
    pub(super) ends: Vec<u32>,
    sorted: Vec<(u64, u32)>,
    counts: Vec<u32>,
}

impl<const W: usize> Grouping<W> {
    /// Groups the classes by their grades.
    pub(super) fn group(&mut self, classes: &Classes<W>) {
        match &self.grades[..] {
            [grades] if grades.iter().all(|&g| g < SMALL) => self.count(),
            _ => self.sort(),
        }
        self.keys.clear();
        self.keys.resize(classes.len(), ([0; W], 0));
        // Where each class goes, so that its key is read in order and written once.
        let places = &mut self.counts;
        places.clear();
        places.resize(classes.len(), 0);
        for (place, &class) in self.order.iter().enumerate() {
            places[class as usize] = place as u32;
        }
        let (mut place, keys) = (places.iter(), &mut self.keys);
        classes.for_each(|key, rows| keys[*place.next().expect("a place for each class") as usize] = (key, rows));
    }

    /// One axis with small grades: a counting sort.
    fn count(&mut self) {
        let grades = &self.grades[0];
        let counts = &mut self.counts;
        counts.clear();
        counts.resize(grades.iter().max().map_or(0, |&g| g as usize) + 2, 0);
        grades.iter().for_each(|&g| counts[g as usize + 1] += 1);
        self.ends.clear();
        for grade in 1..counts.len() {
            let here = counts[grade];
            counts[grade] += counts[grade - 1];
            if here > 0 {
                self.ends.push(counts[grade]);
            }
        }
        self.order.clear();
        self.order.resize(grades.len(), 0);
        for (class, &grade) in grades.iter().enumerate() {
            let next = &mut counts[grade as usize];
            self.order[*next as usize] = class as u32;
            *next += 1;
        }
    }

    /// Sorts by all grades, packed into one word where they fit, else axis by axis.
    fn sort(&mut self) {
        let classes = self.grades.first().map_or(0, Vec::len);
        let bits: Vec<u32> = self.grades.iter().map(|g| width(g)).collect();
        let sorted = &mut self.sorted;
        sorted.clear();
        if bits.iter().sum::<u32>() <= u64::BITS {
            sorted.extend((0..classes as u32).map(|c| (0, c)));
            for (grades, &bits) in self.grades.iter().zip(&bits) {
                let infinite = if bits < u64::BITS { (1 << bits) - 1 } else { Grid::INFINITE };
                for (entry, &grade) in sorted.iter_mut().zip(grades) {
                    entry.0 = entry.0.checked_shl(bits).unwrap_or(0) | grade.min(infinite);
                }
            }
        } else {
            sorted.extend(ranks(&self.grades, classes).into_iter().zip(0..));
        }
        sorted.sort_unstable();
        self.order.clear();
        self.order.extend(sorted.iter().map(|e| e.1));
        self.ends.clear();
        let mut end = 0;
        for run in sorted.chunk_by(|a, b| a.0 == b.0) {
            end += run.len() as u32;
            self.ends.push(end);
        }
    }

    /// `[axis][group]`: the grades of each group.
    pub(super) fn group_grades(&self) -> Vec<Vec<u64>> {
        let of_axis = |grades: &Vec<u64>| self.ends.iter().map(|&end| grades[self.order[end as usize - 1] as usize]).collect();
        self.grades.iter().map(of_axis).collect()
    }
}

/// Bits that tell all grades apart, with one more value for infinite ones.
fn width(grades: &[u64]) -> u32 {
    let largest = grades.iter().filter(|&&g| g != Grid::INFINITE).max().copied().unwrap_or(0);
    u64::BITS - largest.saturating_add(1).leading_zeros()
}

/// Per class the rank of its grades among all, axis by axis: for grades that do not fit one word together.
fn ranks(grades: &[Vec<u64>], classes: usize) -> Vec<u64> {
    let mut all = vec![0u64; classes];
    for axis in grades {
        let mut order: Vec<usize> = (0..classes).collect();
        order.sort_unstable_by_key(|&c| (all[c], axis[c]));
        let mut next = vec![0; classes];
        for pair in order.windows(2) {
            let is_new = (all[pair[0]], axis[pair[0]]) != (all[pair[1]], axis[pair[1]]);
            next[pair[1]] = next[pair[0]] + u64::from(is_new);
        }
        all = next;
    }
    all
}

/// Persons by the worst grades of their classes.
pub(super) fn persons(wanted: &Wanted<'_>, persons: &View, grades: &[Vec<u64>], classes: usize) -> Persons {
    let of_class = |class: usize| grades.iter().map(|g| g[class]).collect::<Vec<u64>>();
    let mut units: HashMap<Vec<u64>, u64> = HashMap::new();
    let mut worst: HashMap<u64, Vec<u64>> = HashMap::new();
    for class in 0..classes {
        let of_class = of_class(class);
        for &person in persons.shared(class) {
            let worst = worst.entry(person).or_insert_with(|| of_class.clone());
            for ((held, &grade), axis) in worst.iter_mut().zip(&of_class).zip(wanted.axes) {
                *held = axis.grid.worse(*held, grade);
            }
        }
        match persons.alone(class) {
            0 => {}
            alone => *units.entry(of_class).or_insert(0) += alone,
        }
    }
    worst.into_values().for_each(|grades| *units.entry(grades).or_insert(0) += 1);
    let mut groups: Vec<(Vec<u64>, u64)> = units.into_iter().collect();
    groups.sort_unstable();
    Persons {
        grades: (0..grades.len()).map(|axis| groups.iter().map(|g| g.0[axis]).collect()).collect(),
        units: groups.iter().map(|g| g.1).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_that_do_not_fit_a_word_are_ranked_in_the_same_order() {
        let mut state = 1u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        for _ in 0..200 {
            let classes = next(30) as usize + 1;
            let grades: Vec<Vec<u64>> = (0..3)
                .map(|_| (0..classes).map(|_| [0, 1, 7, 1 << 40, Grid::INFINITE - 1, Grid::INFINITE][next(6) as usize]).collect())
                .collect();
            let ranks = ranks(&grades, classes);
            let of = |c: usize| grades.iter().map(|g| g[c]).collect::<Vec<_>>();
            for a in 0..classes {
                for b in 0..classes {
                    assert_eq!(ranks[a].cmp(&ranks[b]), of(a).cmp(&of(b)));
                }
            }
        }
    }

    #[test]
    fn there_is_room_for_infinity() {
        assert_eq!(width(&[0, 1, 3]), 3);
        assert_eq!(width(&[Grid::INFINITE]), 1);
        assert_eq!(width(&[Grid::INFINITE - 1]), 64);
    }
}
