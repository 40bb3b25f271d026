//! Classes of tuples, divided by one column after the other.

/// Items in classes, one class after the other.
#[derive(Debug, Default)]
pub(super) struct List {
    pub(super) items: Vec<u32>,
    /// Where each class ends.
    ends: Vec<u32>,
}

impl List {
    pub(super) fn one_class(items: Vec<u32>) -> Self {
        List {
            ends: vec![items.len() as u32],
            items,
        }
    }

    pub(super) fn classes(&self) -> impl Iterator<Item = &[u32]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|(start, &end)| &self.items[start as usize..end as usize])
    }
}

/// What a set of columns does to the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Totals {
    /// Number of classes.
    pub(super) distinct: u64,
    /// Number of rows that are alone.
    pub(super) unique: u64,
    /// Sum of squared class sizes in rows.
    pub(super) squares: u128,
}

impl Totals {
    fn add_class(&mut self, rows: u64) {
        self.distinct += 1;
        self.unique += u64::from(rows == 1);
        self.squares += u128::from(rows) * u128::from(rows);
    }
}

/// What a value of the added column has collected in the class at hand.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Slot {
    count: u32,
    /// The tuple last seen, then the place where the next one goes.
    place: u32,
    rows: u64,
}

/// Memory to divide classes in.
#[derive(Debug)]
pub(super) struct Scratch {
    slots: Vec<Slot>,
    touched: Vec<u32>,
}

impl Scratch {
    pub(super) fn new(columns: &[Dense]) -> Self {
        let values = columns
            .iter()
            .map(|column| column.values)
            .max()
            .unwrap_or(0);
        Scratch {
            slots: vec![Slot::default(); values],
            touched: Vec::with_capacity(values),
        }
    }

    /// Counts a class by the values of a column; leaves the result in the slots of the touched
    /// values.
    #[inline(always)]
    fn count(&mut self, class: &[u32], codes: &[u32], weight: &impl Fn(u32) -> u64) {
        self.touched.clear();
        for &item in class {
            let code = codes[item as usize];
            let slot = &mut self.slots[code as usize];
            if slot.count == 0 {
                self.touched.push(code);
            }
            slot.count += 1;
            slot.place = item;
            slot.rows += weight(item);
        }
    }

    /// Divides every class by a column. Items that are alone go to `alone`, the others to the new
    /// list. Returns the totals of the new classes and of those that are alone.
    #[inline(always)]
    pub(super) fn split(
        &mut self,
        from: &List,
        codes: &[u32],
        weight: impl Fn(u32) -> u64,
        alone: &mut impl FnMut(u32),
        to: &mut List,
    ) -> (Totals, Totals) {
        let (mut shared, mut stripped) = (Totals::default(), Totals::default());
        let mut strip = |stripped: &mut Totals, item: u32| {
            stripped.add_class(weight(item));
            alone(item);
        };
        to.items.clear();
        to.items.resize(from.items.len(), 0);
        to.ends.clear();
        let mut end = 0;
        for class in from.classes() {
            if let &[a, b] = class {
                // Most classes are pairs where columns are many.
                if codes[a as usize] == codes[b as usize] {
                    shared.add_class(weight(a) + weight(b));
                    to.items[end as usize..][..2].copy_from_slice(class);
                    end += 2;
                    to.ends.push(end);
                } else {
                    class.iter().for_each(|&item| strip(&mut stripped, item));
                }
                continue;
            }
            self.count(class, codes, &weight);
            for &code in &self.touched {
                let slot = &mut self.slots[code as usize];
                if slot.count == 1 {
                    strip(&mut stripped, slot.place);
                    *slot = Slot::default();
                } else {
                    shared.add_class(slot.rows);
                    slot.place = end;
                    end += slot.count;
                    to.ends.push(end);
                }
            }
            for &item in class {
                let slot = &mut self.slots[codes[item as usize] as usize];
                if slot.count > 0 {
                    to.items[slot.place as usize] = item;
                    slot.place += 1;
                }
            }
            self.touched
                .iter()
                .for_each(|&code| self.slots[code as usize] = Slot::default());
        }
        to.items.truncate(end as usize);
        (shared, stripped)
    }

    /// As `split`, for sets that are not refined further: nothing has to be put in order. Also says
    /// whether items are left that the column does not tell apart.
    pub(super) fn tally(
        &mut self,
        from: &List,
        codes: &[u32],
        weight: impl Fn(u32) -> u64,
        alone: &mut impl FnMut(u32),
    ) -> (Totals, bool) {
        let (mut totals, mut confused) = (Totals::default(), false);
        for class in from.classes() {
            if let &[a, b] = class {
                if codes[a as usize] == codes[b as usize] {
                    totals.add_class(weight(a) + weight(b));
                    confused = true;
                } else {
                    totals.add_class(weight(a));
                    totals.add_class(weight(b));
                    alone(a);
                    alone(b);
                }
                continue;
            }
            self.count(class, codes, &weight);
            for &code in &self.touched {
                let slot = std::mem::take(&mut self.slots[code as usize]);
                totals.add_class(slot.rows);
                if slot.count == 1 {
                    alone(slot.place);
                } else {
                    confused = true;
                }
            }
        }
        (totals, confused)
    }
}

/// A column with the codes `0..values`.
#[derive(Clone, Debug)]
pub(super) struct Dense {
    pub(super) codes: Vec<u32>,
    pub(super) values: usize,
}

impl Dense {
    pub(super) fn new(codes: &[u32]) -> Self {
        let most = codes.iter().max().map_or(0, |&code| code as usize);
        if most <= 4 * codes.len() + 256 {
            let mut place = vec![u32::MAX; most + 1];
            let mut values = 0;
            let dense = codes.iter().map(|&code| {
                let place = &mut place[code as usize];
                if *place == u32::MAX {
                    *place = values;
                    values += 1;
                }
                *place
            });
            let codes = dense.collect();
            return Dense {
                codes,
                values: values as usize,
            };
        }
        let mut values = codes.to_vec();
        values.sort_unstable();
        values.dedup();
        Dense {
            codes: codes
                .iter()
                .map(|code| values.partition_point(|v| v < code) as u32)
                .collect(),
            values: values.len(),
        }
    }

    pub(super) fn at(&self, rows: &[u32]) -> Self {
        Dense {
            codes: rows.iter().map(|&row| self.codes[row as usize]).collect(),
            values: self.values,
        }
    }
}
