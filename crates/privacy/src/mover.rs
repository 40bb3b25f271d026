//! The earth mover's distance of classes to one reference, prepared once and then cheap.
//!
//! All three ground distances give a cost in integers: the distance is
//! `cost / (size * total * scale)`. Where that denominator has at most 62 bits, so has everything
//! on the way, and 64-bit numbers are used.

use crate::distance::Distance;
use crate::limit::Limit;
use crate::line::Line;
use crate::scratch::with_zeros;
use crate::whole::Whole;

/// A distance together with the reference.
#[derive(Clone, Debug)]
pub(crate) struct Mover {
    total: u64,
    scale: u64,
    /// Up to this class size 64 bits are enough.
    short: u64,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Units of each value.
    Equal(Vec<u64>),
    Ordered(Line),
    Hierarchical(Labels),
}

/// All labels of a hierarchy, level after level, so that a label comes before the one above it.
#[derive(Clone, Debug)]
struct Labels {
    /// Units of the input under each label below the top.
    reference: Vec<u64>,
    /// The label above each label; past the end where it is the top.
    above: Vec<u32>,
    leaves: usize,
    height: usize,
}

impl Mover {
    /// Prepares `distance` for classes of a table with these units of each value.
    pub(crate) fn new(distance: &Distance, reference: &[u64]) -> Self {
        let total = reference.iter().sum::<u64>().max(1);
        let scale = distance.scale();
        let short = ((1u128 << 62) / (u128::from(total) * u128::from(scale))) as u64;
        let kind = match distance {
            Distance::Equal => Kind::Equal(reference.to_vec()),
            Distance::Ordered(o) => Kind::Ordered(Line::new(&o.ranks, o.count, reference)),
            Distance::Hierarchical(h) => {
                Kind::Hierarchical(Labels::new(&h.parents, h.leaves, reference))
            }
        };
        Mover {
            total,
            scale,
            short,
            kind,
        }
    }

    /// The units of the reference.
    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    /// Numerator and denominator of the distance of a class; 0 for an empty one.
    #[inline]
    pub(crate) fn fraction(&self, values: &[(u32, u64)]) -> (u128, u128) {
        let size: u64 = values.iter().map(|v| v.1).sum();
        if size == 0 {
            return (0, 1);
        }
        if size <= self.short {
            let denominator = size * self.total * self.scale;
            return (self.cost::<i64>(values, size), denominator.into());
        }
        let denominator = u128::from(size) * u128::from(self.total) * u128::from(self.scale);
        (self.cost::<i128>(values, size), denominator)
    }

    /// Whether the distance of a class is within the limit. Like comparing [`Mover::fraction`] with
    /// it, but a class with missing values on a line is often decided by bounds.
    #[inline]
    pub(crate) fn is_within(&self, values: &[(u32, u64)], limit: &Limit) -> bool {
        if let Kind::Ordered(line) = &self.kind
            && line.has_missing()
        {
            let size: u64 = values.iter().map(|v| v.1).sum();
            if size > 0 && size <= self.short {
                let (low, high) = line.bounds(values, size, self.total, self.scale);
                let denominator = u128::from(size * self.total * self.scale);
                if limit.compare(high as u128, denominator).is_le() {
                    return true;
                }
                if low == high || limit.compare(low as u128, denominator).is_gt() {
                    return false;
                }
            }
        }
        let (numerator, denominator) = self.fraction(values);
        limit.compare(numerator, denominator).is_le()
    }

    fn cost<N: Whole>(&self, values: &[(u32, u64)], size: u64) -> u128 {
        match &self.kind {
            Kind::Equal(reference) => {
                let surplus = |&(v, count): &(u32, u64)| {
                    surplus::<N>(count, self.total, reference[v as usize], size)
                };
                values
                    .iter()
                    .map(surplus)
                    .fold(N::of(0), |a, b| a + b)
                    .wide()
            }
            Kind::Ordered(line) => line.cost::<N>(values, size, self.total, self.scale),
            Kind::Hierarchical(labels) => labels.cost::<N>(values, size, self.total).wide(),
        }
    }

    /// The distance of a class that has one value only: everything moves away from it. The largest
    /// there is, since the distance is convex; right to a relative 1e-13.
    pub(crate) fn of_single(&self, value: u32) -> f64 {
        let (total, scale) = (self.total as f64, self.scale as f64);
        match &self.kind {
            Kind::Equal(reference) => 1.0 - reference[value as usize] as f64 / total,
            Kind::Ordered(line) => line.of_single(value, total, scale),
            Kind::Hierarchical(labels) => {
                let mut label = value as usize;
                let mut away = 0.0;
                while label < labels.above.len() {
                    away += 1.0 - labels.reference[label] as f64 / total;
                    label = labels.above[label] as usize;
                }
                away / scale
            }
        }
    }
}

impl Mover {
    /// A price per value under which no class is worth more than its distance, and this class about
    /// as much: what it is worth is the mean price of its rows. The mean price of the input is 0.
    /// None where there is no better one than [`Mover::of_single`].
    ///
    /// Prices differ by no more than the distance of values, so moving earth from dear to cheap
    /// places gains no more than it costs.
    pub(crate) fn prices(&self, values: &[(u32, u64)]) -> Option<Vec<f64>> {
        let size: u64 = values.iter().map(|v| v.1).sum();
        let (mut prices, reference) = match &self.kind {
            Kind::Equal(_) => return None,
            Kind::Ordered(line) => (line.prices(values, size, self.total), line.reference()),
            Kind::Hierarchical(labels) => (
                labels.prices(values, size, self.total),
                &labels.reference[..labels.leaves],
            ),
        };
        let mean = prices
            .iter()
            .zip(reference)
            .map(|(p, &q)| p * q as f64)
            .sum::<f64>()
            / self.total as f64;
        prices
            .iter_mut()
            .for_each(|p| *p = (*p - mean) / self.scale as f64);
        Some(prices)
    }
}

/// `max(p - q, 0)` times `size * total`.
#[inline]
fn surplus<N: Whole>(count: u64, total: u64, reference: u64, size: u64) -> N {
    (N::of(count) * N::of(total) - N::of(reference) * N::of(size)).max(N::of(0))
}

impl Labels {
    fn new(parents: &[Vec<u32>], leaves: usize, reference: &[u64]) -> Self {
        let mut level = reference.to_vec();
        level.resize(leaves, 0);
        let (mut all, mut above) = (Vec::new(), Vec::new());
        for parents in parents {
            let mut next = vec![0; parents.iter().max().map_or(0, |&p| p as usize + 1)];
            for (&units, &parent) in level.iter().zip(parents) {
                next[parent as usize] += units;
            }
            let first = (all.len() + level.len()) as u32;
            above.extend(parents.iter().map(|&p| first + p));
            all.append(&mut level);
            level = next;
        }
        Labels {
            reference: all,
            above,
            leaves,
            height: parents.len(),
        }
    }

    /// What a label has too much leaves it, over half of each of two steps that are as high as the
    /// distance: so each step up costs what the labels below it have too much. Labels without units
    /// of the class have nothing too much.
    fn cost<N: Whole>(&self, values: &[(u32, u64)], size: u64, total: u64) -> N {
        let labels = self.above.len();
        if labels == 0 {
            return N::of(0);
        }
        // One place past the end for the top.
        with_zeros(labels + 1, |counts| {
            let counts = &mut counts[..labels + 1];
            if values.len() * self.height * 2 < labels - self.leaves {
                self.few::<N>(values, size, total, counts)
            } else {
                self.many::<N>(values, size, total, counts)
            }
        })
    }

    /// Half a step for each label on the way up: up where it has too much, down where it lacks.
    fn prices(&self, values: &[(u32, u64)], size: u64, total: u64) -> Vec<f64> {
        let labels = self.above.len();
        let mut counts = vec![0; labels + self.leaves];
        values.iter().for_each(|v| counts[v.0 as usize] = v.1);
        for label in 0..labels {
            counts[self.above[label] as usize] += counts[label];
        }
        let mut prices = vec![0.0; labels + self.leaves];
        for label in (0..labels).rev() {
            let extra = i128::from(counts[label]) * i128::from(total)
                - i128::from(self.reference[label]) * i128::from(size);
            prices[label] = prices[self.above[label] as usize] + 0.5 * extra.signum() as f64;
        }
        prices.truncate(self.leaves);
        prices
    }

    fn many<N: Whole>(
        &self,
        values: &[(u32, u64)],
        size: u64,
        total: u64,
        counts: &mut [u64],
    ) -> N {
        let mut cost = N::of(0);
        let (leaves, above) = (&self.reference[..self.leaves], &self.above[..self.leaves]);
        for &(value, count) in values {
            cost = cost + surplus::<N>(count, total, leaves[value as usize], size);
            counts[above[value as usize] as usize] += count;
        }
        for label in self.leaves..self.above.len() {
            let count = std::mem::take(&mut counts[label]);
            cost = cost + surplus::<N>(count, total, self.reference[label], size);
            counts[self.above[label] as usize] += count;
        }
        counts[self.above.len()] = 0;
        cost
    }

    /// The same, visiting only labels above the values there are.
    fn few<N: Whole>(&self, values: &[(u32, u64)], size: u64, total: u64, counts: &mut [u64]) -> N {
        let labels = self.above.len();
        for &(value, count) in values {
            let mut label = value as usize;
            while label < labels {
                counts[label] += count;
                label = self.above[label] as usize;
            }
        }
        let mut cost = N::of(0);
        for &(value, _) in values {
            let mut label = value as usize;
            while label < labels {
                // Each label is counted once, by the first value below it that comes along.
                let count = std::mem::take(&mut counts[label]);
                if count == 0 {
                    break;
                }
                cost = cost + surplus::<N>(count, total, self.reference[label], size);
                label = self.above[label] as usize;
            }
        }
        cost
    }
}
