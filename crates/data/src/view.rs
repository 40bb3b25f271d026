//! Counts of values per class: sensitive values, or persons.

/// A unit of protection that may occur in several classes: a person, or a person with one sensitive
/// value.
pub(crate) type Unit = u64;

/// The unit of a person with a value.
pub(crate) fn unit(person: u32, value: u32) -> Unit {
    u64::from(person) << 32 | u64::from(value)
}

/// For each class the counts of its values.
///
/// Where rows are the unit, counts simply add when classes merge. Where persons are, a person
/// counts once per class and value, so persons that occur in several classes are kept by name in
/// `shared` until they occur in one class only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    ends: Vec<u32>,
    values: Vec<(u32, u64)>,
    shared: Option<Shared>,
}

/// Per class the units that are known to occur in other classes too, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Shared {
    ends: Vec<u32>,
    units: Vec<Unit>,
}

/// The classes of a finer node, by the class of the coarser node they fall into.
pub(crate) struct Members {
    ends: Vec<u32>,
    order: Vec<u32>,
}

impl Members {
    /// Counting sort of `0..targets.len()` by target.
    pub(crate) fn new(targets: &[u32], classes: usize) -> Self {
        let mut ends = vec![0u32; classes + 1];
        for &t in targets {
            ends[t as usize + 1] += 1;
        }
        for i in 0..classes {
            ends[i + 1] += ends[i];
        }
        let mut next = ends.clone();
        let mut order = vec![0; targets.len()];
        for (i, &t) in targets.iter().enumerate() {
            order[next[t as usize] as usize] = i as u32;
            next[t as usize] += 1;
        }
        Members { ends, order }
    }

    pub(crate) fn of(&self, class: usize) -> &[u32] {
        &self.order[self.ends[class] as usize..self.ends[class + 1] as usize]
    }

    pub(crate) fn classes(&self) -> usize {
        self.ends.len() - 1
    }
}

fn range(ends: &[u32], class: usize) -> std::ops::Range<usize> {
    let start = if class == 0 { 0 } else { ends[class - 1] };
    start as usize..ends[class] as usize
}

impl View {
    /// Counts the value of each row, by class.
    pub(crate) fn of_rows(
        members: &Members,
        value: impl Fn(usize) -> u32,
        weight: impl Fn(usize) -> u64,
    ) -> Self {
        let mut builder = Builder::default();
        for class in 0..members.classes() {
            for &row in members.of(class) {
                builder.add(value(row as usize), weight(row as usize));
            }
            builder.close();
        }
        builder.view
    }

    /// Lists the units of each row, by class.
    pub(crate) fn of_units(members: &Members, unit: impl Fn(usize) -> Unit) -> Self {
        let mut shared = Shared::default();
        for class in 0..members.classes() {
            let start = shared.units.len();
            shared
                .units
                .extend(members.of(class).iter().map(|&row| unit(row as usize)));
            shared.close(start);
        }
        View {
            ends: vec![0; members.classes()],
            values: Vec::new(),
            shared: Some(shared),
        }
    }

    /// The view of merged classes.
    pub(crate) fn merge(&self, members: &Members) -> Self {
        let mut builder = Builder::default();
        for class in 0..members.classes() {
            for &member in members.of(class) {
                for &(value, count) in &self.values[range(&self.ends, member as usize)] {
                    builder.add(value, count);
                }
            }
            builder.close();
        }
        View {
            shared: self.shared.as_ref().map(|s| s.merge(members)),
            ..builder.view
        }
    }

    /// Puts the classes of `other` behind those of `self`.
    pub(crate) fn append(&mut self, other: &View) {
        let offset = self.values.len() as u32;
        self.ends.extend(other.ends.iter().map(|e| e + offset));
        self.values.extend_from_slice(&other.values);
        if let (Some(mine), Some(theirs)) = (&mut self.shared, &other.shared) {
            let offset = mine.units.len() as u32;
            mine.ends.extend(theirs.ends.iter().map(|e| e + offset));
            mine.units.extend_from_slice(&theirs.units);
        }
    }

    /// Turns units that occur in one class only into plain counts: they can never meet themselves
    /// again.
    pub(crate) fn settle(&mut self) {
        let Some(shared) = &self.shared else { return };
        let mut sorted = shared.units.clone();
        sorted.sort_unstable();
        let single: Vec<Unit> = sorted
            .chunk_by(|a, b| a == b)
            .filter(|run| run.len() == 1)
            .map(|run| run[0])
            .collect();
        if single.is_empty() {
            return;
        }
        let mut builder = Builder::default();
        let mut rest = Shared::default();
        for class in 0..self.ends.len() {
            for &(value, count) in &self.values[range(&self.ends, class)] {
                builder.add(value, count);
            }
            let start = rest.units.len();
            for &unit in &shared.units[range(&shared.ends, class)] {
                if single.binary_search(&unit).is_ok() {
                    builder.add(unit as u32, 1);
                } else {
                    rest.units.push(unit);
                }
            }
            builder.close();
            rest.close(start);
        }
        *self = View {
            shared: Some(rest),
            ..builder.view
        };
    }

    /// The (value, count) pairs of a class, in no particular order. `scratch` is used where persons
    /// are shared.
    pub fn class<'a>(&'a self, class: usize, scratch: &'a mut Vec<(u32, u64)>) -> &'a [(u32, u64)] {
        let plain = &self.values[range(&self.ends, class)];
        let Some(shared) = &self.shared else {
            return plain;
        };
        scratch.clear();
        scratch.extend_from_slice(plain);
        scratch.extend(
            shared.units[range(&shared.ends, class)]
                .iter()
                .map(|&u| (u as u32, 1)),
        );
        scratch.sort_unstable();
        let mut last = 0;
        for i in 1..scratch.len() {
            if scratch[i].0 == scratch[last].0 {
                scratch[last].1 += scratch[i].1;
            } else {
                last += 1;
                scratch[last] = scratch[i];
            }
        }
        scratch.truncate(last + 1);
        scratch
    }

    /// The sum of the counts of a class: its size, for a view of persons.
    pub fn size(&self, class: usize) -> u64 {
        let plain: u64 = self.values[range(&self.ends, class)]
            .iter()
            .map(|v| v.1)
            .sum();
        plain
            + self
                .shared
                .as_ref()
                .map_or(0, |s| range(&s.ends, class).len() as u64)
    }

    /// Distinct units over the classes that `wanted` picks.
    pub fn distinct(&self, wanted: impl Fn(usize) -> bool) -> u64 {
        let mut plain = 0;
        let mut units = Vec::new();
        for class in (0..self.ends.len()).filter(|&c| wanted(c)) {
            plain += self.values[range(&self.ends, class)]
                .iter()
                .map(|v| v.1)
                .sum::<u64>();
            if let Some(shared) = &self.shared {
                units.extend_from_slice(&shared.units[range(&shared.ends, class)]);
            }
        }
        units.sort_unstable();
        units.dedup();
        plain + units.len() as u64
    }

    /// The (value, count) pairs of several classes taken together, in the order of the values.
    pub(crate) fn joint(&self, classes: &[u32]) -> Vec<(u32, u64)> {
        let mut sums = std::collections::BTreeMap::new();
        let plain = classes
            .iter()
            .flat_map(|&c| &self.values[range(&self.ends, c as usize)]);
        plain.for_each(|&(value, count)| *sums.entry(value).or_insert(0) += count);
        if let Some(shared) = &self.shared {
            let mut units: Vec<Unit> = classes
                .iter()
                .flat_map(|&c| &shared.units[range(&shared.ends, c as usize)])
                .copied()
                .collect();
            units.sort_unstable();
            units.dedup();
            units
                .iter()
                .for_each(|&unit| *sums.entry(unit as u32).or_insert(0) += 1);
        }
        sums.into_iter().collect()
    }

    /// For classes in this order, how many units of each are in no class before it.
    pub fn newcomers(&self, order: &[usize]) -> Vec<u64> {
        let mut met = std::collections::HashSet::new();
        let mut count = |class: usize| {
            let plain: u64 = self.values[range(&self.ends, class)]
                .iter()
                .map(|v| v.1)
                .sum();
            let shared = self
                .shared
                .as_ref()
                .map_or(&[][..], |s| &s.units[range(&s.ends, class)]);
            plain + shared.iter().filter(|unit| met.insert(**unit)).count() as u64
        };
        order.iter().map(|&class| count(class)).collect()
    }

    /// Units of a class that are in no other class, by count.
    pub fn alone(&self, class: usize) -> u64 {
        self.values[range(&self.ends, class)]
            .iter()
            .map(|v| v.1)
            .sum()
    }

    /// Units of a class that may be in other classes too, by name, rising.
    pub fn shared(&self, class: usize) -> &[u64] {
        self.shared
            .as_ref()
            .map_or(&[], |s| &s.units[range(&s.ends, class)])
    }

    /// Bytes on the heap.
    pub(crate) fn bytes(&self) -> usize {
        self.ends.len() * 4
            + self.values.len() * 16
            + self
                .shared
                .as_ref()
                .map_or(0, |s| s.ends.len() * 4 + s.units.len() * 8)
    }
}

impl Shared {
    /// Ends a class whose units were pushed from `start` on.
    fn close(&mut self, start: usize) {
        self.units[start..].sort_unstable();
        let mut last = start;
        for i in start..self.units.len() {
            if i == start || self.units[i] != self.units[last - 1] {
                self.units[last] = self.units[i];
                last += 1;
            }
        }
        self.units.truncate(last);
        self.ends
            .push(u32::try_from(last).expect("at most 2^32 - 1 units in several classes"));
    }

    fn merge(&self, members: &Members) -> Shared {
        let mut out = Shared::default();
        for class in 0..members.classes() {
            let start = out.units.len();
            for &member in members.of(class) {
                out.units
                    .extend_from_slice(&self.units[range(&self.ends, member as usize)]);
            }
            out.close(start);
        }
        out
    }
}

/// Sums counts per value, class after class.
#[derive(Default)]
struct Builder {
    view: View,
    start: usize,
    /// Where each value stands in the class at hand; entries of earlier classes are recognised by
    /// their place.
    slots: Vec<u32>,
}

impl Builder {
    fn add(&mut self, value: u32, count: u64) {
        let v = value as usize;
        if v >= self.slots.len() {
            self.slots.resize(v + 1, u32::MAX);
        }
        let at = self.slots[v] as usize;
        match self.view.values.get_mut(at) {
            Some(entry) if at >= self.start && entry.0 == value => entry.1 += count,
            _ => {
                self.slots[v] = self.view.values.len() as u32;
                self.view.values.push((value, count));
            }
        }
    }

    fn close(&mut self) {
        self.start = self.view.values.len();
        self.view
            .ends
            .push(u32::try_from(self.start).expect("at most 2^32 - 1 counted values"));
    }
}
