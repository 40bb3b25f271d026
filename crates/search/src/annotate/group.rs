//! Puts classes with the same grades together.

use super::{AnnotationRequest, Axis, Graded, Persons};
use equipoise_data::{Classes, Key, View};
use std::collections::HashMap;

/// Sizes below this are counted in an array.
const SMALL: u64 = 1 << 12;

/// So many counters are looked at together.
const STRIDE: usize = 8;

/// The classes of a node by their grades. The buffers are used again for every node.
#[derive(Default)]
pub(crate) struct Grouping {
    /// `[axis][class]`; not used where sizes are counted.
    pub(super) grades: Vec<Vec<u64>>,
    /// Per group its classes. Groups are in the order of their grades.
    pub(super) classes: Vec<u64>,
    /// Whether a group is all classes of a size: then `places` has the group of each size, else
    /// `of_class` that of each class.
    by_size: bool,
    of_class: Vec<u32>,
    places: Vec<u32>,
    /// All grades of a class in one word.
    words: Vec<u64>,
    /// Groups in the order in which they are met.
    met: Vec<Met>,
    slots: Vec<u32>,
}

/// A group: its word, its classes, and one of them.
#[derive(Clone, Copy)]
struct Met {
    word: u64,
    classes: u32,
    number: u32,
    example: u32,
}

impl Grouping {
    /// Calls `visit` with the group, the key and the rows of every class.
    #[inline(always)]
    pub(super) fn for_each<const W: usize>(
        &self,
        classes: &Classes<W>,
        mut visit: impl FnMut(usize, &Key<W>, u64),
    ) {
        if self.by_size {
            return classes
                .for_each(|key, rows| visit(self.places[rows as usize] as usize, &key, rows));
        }
        let mut groups = self.of_class.iter();
        classes.for_each(|key, rows| {
            visit(
                *groups.next().expect("a group for each class") as usize,
                &key,
                rows,
            )
        });
    }

    /// Groups classes by their rows, where nothing else is asked for and no class is very large.
    /// Returns the sizes of the groups.
    pub(super) fn by_size<const W: usize>(
        &mut self,
        wanted: &AnnotationRequest<'_>,
        classes: &Classes<W>,
    ) -> Option<Vec<u64>> {
        let [
            Axis {
                of: Graded::Size, ..
            },
        ] = wanted.axes
        else {
            return None;
        };
        let mut any = 0;
        classes.for_each(|_, rows| any |= rows);
        if any >= SMALL || classes.persons().is_some() {
            return None;
        }
        // Two counters for each size, used in turn: one that is used at every class is waited for.
        let limit = (any as usize + 1).next_power_of_two().max(STRIDE);
        self.places.clear();
        self.places.resize(limit * 2, 0);
        let mut turn = 0;
        classes.for_each(|_, rows| {
            self.places[rows as usize | turn] += 1;
            turn ^= limit;
        });
        let (places, others) = self.places.split_at_mut(limit);
        places
            .iter_mut()
            .zip(&*others)
            .for_each(|(place, other)| *place += other);
        self.classes.clear();
        let mut sizes = Vec::new();
        for (stride, first) in places
            .as_chunks_mut::<STRIDE>()
            .0
            .iter_mut()
            .zip((0..).step_by(STRIDE))
        {
            // Large sizes are few and far between.
            if *stride == [0; STRIDE] {
                continue;
            }
            for (place, size) in stride
                .iter_mut()
                .zip(first..)
                .filter(|(place, _)| **place > 0)
            {
                let classes = std::mem::replace(place, sizes.len() as u32);
                self.classes.push(classes.into());
                sizes.push(size);
            }
        }
        self.by_size = true;
        Some(sizes)
    }

    /// Groups the classes by their grades. Returns `[axis][group]`: the grades of each group.
    pub(super) fn by_grades(&mut self) -> Vec<Vec<u64>> {
        self.by_size = false;
        pack(&self.grades, &mut self.words);
        self.meet();
        self.sort();
        let of_axis = |grades: &Vec<u64>| {
            self.met
                .iter()
                .map(|group| grades[group.example as usize])
                .collect()
        };
        self.grades.iter().map(of_axis).collect()
    }

    /// Numbers groups in the order in which their words are met, by hashing: most classes have the
    /// grades of many others, so this leaves little to sort.
    fn meet(&mut self) {
        let Grouping {
            words,
            of_class,
            met,
            slots,
            ..
        } = self;
        met.clear();
        of_class.clear();
        let bits = (words.len() * 2).next_power_of_two().ilog2().max(4);
        slots.clear();
        slots.resize(1 << bits, u32::MAX);
        for (class, &word) in words.iter().enumerate() {
            let mut slot =
                (word.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - bits)) as usize;
            let number = loop {
                let number = slots[slot];
                match met.get_mut(number as usize) {
                    Some(group) if group.word == word => {
                        group.classes += 1;
                        break number;
                    }
                    Some(_) => slot = (slot + 1) & (slots.len() - 1),
                    None => {
                        let number = met.len() as u32;
                        met.push(Met {
                            word,
                            classes: 1,
                            number,
                            example: class as u32,
                        });
                        slots[slot] = number;
                        break number;
                    }
                }
            };
            of_class.push(number);
        }
    }

    /// From the order in which groups were met to that of their grades.
    fn sort(&mut self) {
        let Grouping {
            of_class,
            met,
            places,
            classes,
            ..
        } = self;
        met.sort_unstable_by_key(|group| group.word);
        places.clear();
        places.resize(met.len(), 0);
        met.iter()
            .zip(0..)
            .for_each(|(group, place)| places[group.number as usize] = place);
        of_class
            .iter_mut()
            .for_each(|group| *group = places[*group as usize]);
        classes.clear();
        classes.extend(met.iter().map(|group| u64::from(group.classes)));
    }
}

/// Per class a word that rises as its grades do: they stand side by side where they fit, else it is
/// a rank.
fn pack(grades: &[Vec<u64>], words: &mut Vec<u64>) {
    words.clear();
    let bits: Vec<u32> = grades.iter().map(|g| width(g)).collect();
    let classes = grades.first().map_or(0, Vec::len);
    if bits.iter().sum::<u32>() > u64::BITS {
        return words.extend(ranks(grades, classes));
    }
    words.resize(classes, 0);
    for (grades, &bits) in grades.iter().zip(&bits) {
        if bits == u64::BITS {
            // The only axis: any other would need a bit.
            words.copy_from_slice(grades);
            continue;
        }
        // Of infinity, all ones are left.
        let mask = (1 << bits) - 1;
        words
            .iter_mut()
            .zip(grades)
            .for_each(|(word, &grade)| *word = *word << bits | grade & mask);
    }
}

/// Bits that tell all grades apart, with one more value for infinite ones.
fn width(grades: &[u64]) -> u32 {
    // One more than infinity is 0, and all together have as many bits as the largest.
    let beyond = grades
        .iter()
        .fold(1, |any: u64, grade| any | grade.wrapping_add(1));
    u64::BITS - beyond.leading_zeros()
}

/// Per class the rank of its grades among all, axis by axis: for grades that do not fit one word
/// together.
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
pub(super) fn persons(
    wanted: &AnnotationRequest<'_>,
    persons: &View,
    grades: &[Vec<u64>],
    classes: usize,
) -> Persons {
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
    worst
        .into_values()
        .for_each(|grades| *units.entry(grades).or_insert(0) += 1);
    let mut groups: Vec<(Vec<u64>, u64)> = units.into_iter().collect();
    groups.sort_unstable();
    Persons {
        grades: (0..grades.len())
            .map(|axis| groups.iter().map(|g| g.0[axis]).collect())
            .collect(),
        units: groups.iter().map(|g| g.1).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use equipoise_data::{Column, Dictionary, Encoded, Hierarchy, Layout, Quasi, Tree, count};
    use equipoise_privacy::Grid;

    #[test]
    fn grades_that_do_not_fit_a_word_are_ranked_in_the_same_order() {
        let mut state = 1u64;
        let mut next = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % below
        };
        for _ in 0..200 {
            let classes = next(30) as usize + 1;
            let grades: Vec<Vec<u64>> = (0..3)
                .map(|_| {
                    (0..classes)
                        .map(|_| {
                            [0, 1, 7, 1 << 40, Grid::INFINITE - 1, Grid::INFINITE][next(6) as usize]
                        })
                        .collect()
                })
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

    #[test]
    fn classes_with_the_same_grades_and_no_others_are_together() {
        let mut state = 5u64;
        let mut next = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % below
        };
        let mut grouping = Grouping::default();
        for round in 0..300 {
            let (axes, classes) = (round % 3 + 1, next(60) as usize);
            let some = [0, 1, 2, 300, 1 << 21, 1 << 40, Grid::INFINITE];
            grouping.grades = (0..axes)
                .map(|_| (0..classes).map(|_| some[next(7) as usize]).collect())
                .collect();
            let grades = grouping.by_grades();
            let of = |axes: &[Vec<u64>], i: usize| axes.iter().map(|a| a[i]).collect::<Vec<u64>>();
            let groups: Vec<Vec<u64>> = (0..grouping.classes.len())
                .map(|g| of(&grades, g))
                .collect();
            assert!(groups.is_sorted_by(|a, b| a < b), "{groups:?}");
            for (g, group) in groups.iter().enumerate() {
                let members: Vec<usize> = (0..classes)
                    .filter(|&c| of(&grouping.grades, c) == *group)
                    .collect();
                assert_eq!(members.len() as u64, grouping.classes[g]);
                assert!(members.iter().all(|&c| grouping.of_class[c] as usize == g));
            }
            assert_eq!(grouping.classes.iter().sum::<u64>(), classes as u64);
        }
    }

    #[test]
    fn counted_sizes_group_like_grades() {
        let axes = [Axis {
            of: Graded::Size,
            grid: Grid {
                bound: equipoise_privacy::Bound::AtLeast,
                scale: 1,
            },
        }];
        let wanted = AnnotationRequest {
            axes: &axes,
            losses: &[],
        };
        let mut grouping = Grouping::default();
        for (sizes, is_counted) in [
            (vec![3, 1, 1, 9, 3, 1, 700], true),
            (vec![], true),
            (vec![1, SMALL as usize - 1], true),
            (vec![1, SMALL as usize, 1], false),
            (vec![2; 50], true),
        ] {
            let codes: Vec<u32> = sizes
                .iter()
                .zip(0..)
                .flat_map(|(&size, code)| vec![code; size])
                .collect();
            let lines: Vec<Vec<String>> = (0..sizes.len().max(1))
                .map(|i| vec![i.to_string(), "*".to_owned()])
                .collect();
            let mut column = Column {
                name: "a".to_owned(),
                dictionary: Dictionary::new(),
                codes,
            };
            for line in &lines {
                column.dictionary.intern(&line[0]);
            }
            let hierarchy = Hierarchy::bind(&Tree::new(lines).unwrap(), &column, &[]).unwrap();
            let encoded = Encoded {
                rows: column.codes.len(),
                quasi: vec![Quasi {
                    codes: &column.codes,
                    hierarchy: &hierarchy,
                }],
                sensitive: vec![],
                persons: None,
                amounts: vec![],
                weights: None,
                population: None,
            };
            let classes: Classes<1> = count(&encoded, &Layout::new(&encoded, &[0], &[0]), &[0]);
            let counted = grouping.by_size(&wanted, &classes);
            assert_eq!(counted.is_some(), is_counted, "{sizes:?}");
            let sizes = counted.unwrap_or_else(|| {
                grouping.grades = vec![(0..classes.len()).map(|c| classes.rows(c)).collect()];
                grouping.by_grades().remove(0)
            });
            assert!(sizes.is_sorted_by(|a, b| a < b));
            let mut met = vec![0; sizes.len()];
            grouping.for_each(&classes, |group, _, rows| {
                assert_eq!(sizes[group], rows);
                met[group] += 1;
            });
            assert_eq!(met, grouping.classes);
        }
    }
}
