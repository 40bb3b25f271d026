//! The earth mover's distance between values on a line, with a missing value off it.

use crate::scratch::{with_pairs, with_zeros};
use crate::whole::{Room, Whole};
use std::collections::BinaryHeap;

/// The rank of a missing value.
const OFF: u32 = u32::MAX;

/// Values on a line, and the units of the input at each place.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// Per value its rank.
    ranks: Vec<u32>,
    /// Per gap between ranks the units of the input to its left.
    left: Vec<u64>,
    /// Sums of `left` up to, and without, each gap.
    left_sums: Vec<u128>,
    /// Units of each value in the input.
    reference: Vec<u64>,
    /// Units of the input that are missing.
    missing: u64,
    /// Units of the input on the line.
    on_line: u64,
}

impl Line {
    pub(crate) fn new(ranks: &[Option<u32>], count: usize, reference: &[u64]) -> Self {
        let ranks: Vec<u32> = ranks.iter().map(|r| r.unwrap_or(OFF)).collect();
        let mut at = vec![0u64; count];
        let mut missing = 0;
        for (&units, &rank) in reference.iter().zip(&ranks) {
            if rank == OFF {
                missing += units;
            } else {
                at[rank as usize] += units;
            }
        }
        let on_line = at.iter().sum();
        at.pop();
        let left: Vec<u64> = at
            .iter()
            .scan(0, |sum, units| Some(add(sum, *units)))
            .collect();
        let mut sum = 0u128;
        let mut left_sums = vec![0];
        left_sums.extend(left.iter().map(|&l| add(&mut sum, u128::from(l))));
        Line {
            ranks,
            reference: reference.to_vec(),
            left,
            left_sums,
            missing,
            on_line,
        }
    }

    /// The cheapest way to turn the class into the table, times `size * total * scale`.
    #[inline]
    pub(crate) fn cost<N: Whole>(
        &self,
        values: &[(u32, u64)],
        size: u64,
        total: u64,
        scale: u64,
    ) -> u128 {
        if values.len() * 16 < self.left.len()
            && self.missing == 0
            && values.iter().all(|v| self.ranks[v.0 as usize] != OFF)
        {
            return self.few(values, size, total);
        }
        with_zeros(self.left.len() + 1, |counts| {
            let mut missing = 0;
            for &(value, count) in values {
                match self.ranks[value as usize] {
                    OFF => missing += count,
                    rank => counts[rank as usize] += count,
                }
            }
            let counts = &mut counts[..=self.left.len()];
            counts[self.left.len()] = 0;
            let arriving = N::of(missing) * N::of(total) - N::of(self.missing) * N::of(size);
            if arriving == N::of(0) {
                return self.plain::<N>(counts, size, total).wide();
            }
            arriving.size().wide() * u128::from(scale)
                + self.with_missing(counts, size, total, arriving)
        })
    }

    /// Across each gap flows what is too much to its left.
    #[inline]
    fn plain<N: Whole>(&self, counts: &mut [u64], size: u64, total: u64) -> N {
        let (size, total) = (N::of(size), N::of(total));
        let (mut sum, mut cost) = (0, N::of(0));
        for (count, &left) in counts.iter_mut().zip(&self.left) {
            sum += std::mem::take(count);
            cost = cost + (N::of(sum) * total - N::of(left) * size).size();
        }
        cost
    }

    /// The same for a class with few of many values: between two of its ranks nothing is added, so
    /// the flow across the gaps falls, and the sums of its two parts, above and below 0, are known
    /// once it is known where they meet.
    fn few(&self, values: &[(u32, u64)], size: u64, total: u64) -> u128 {
        with_pairs(|places| {
            places.extend(
                values
                    .iter()
                    .map(|&(v, count)| (self.ranks[v as usize], count)),
            );
            places.sort_unstable_by_key(|p| p.0);
            let (size, total) = (u128::from(size), u128::from(total));
            let (mut sum, mut from, mut cost) = (0u128, 0, 0);
            let ends = places
                .iter()
                .map(|p| (p.0 as usize, p.1))
                .chain([(self.left.len(), 0)]);
            for (rank, count) in ends {
                let to = rank.min(self.left.len());
                let here = sum * total;
                let meet =
                    from + self.left[from..to].partition_point(|&l| u128::from(l) * size <= here);
                let flow = |from: usize, to: usize| {
                    (
                        (to - from) as u128 * here,
                        (self.left_sums[to] - self.left_sums[from]) * size,
                    )
                };
                let (above, below) = (flow(from, meet), flow(meet, to));
                cost += (above.0 - above.1) + (below.1 - below.0);
                sum += u128::from(count);
                from = to;
            }
            cost
        })
    }

    /// True when the input has missing values.
    pub(crate) fn has_missing(&self) -> bool {
        self.missing > 0
    }

    /// Bounds on [`Line::cost`], by one pass each: what flows if every gap had its own best choice,
    /// and what flows if missing units are put down as the input has its values, or as soon as they
    /// are wanted.
    pub(crate) fn bounds(
        &self,
        values: &[(u32, u64)],
        size: u64,
        total: u64,
        scale: u64,
    ) -> (i64, i64) {
        let gaps = self.left.len();
        with_zeros(gaps + 1, |counts| {
            let mut missing = 0;
            for &(value, count) in values {
                match self.ranks[value as usize] {
                    OFF => missing += count,
                    rank => counts[rank as usize] += count,
                }
            }
            counts[gaps] = 0;
            let (size, total) = (size as i64, total as i64);
            let arriving = missing as i64 * total - self.missing as i64 * size;
            let (sign, most) = (if arriving < 0 { -1 } else { 1 }, arriving.abs());
            let part = most as f64 / self.on_line.max(1) as f64;
            let (mut sum, mut put_down) = (0i64, 0i64);
            let (mut low, mut evenly, mut greedily) = (0i64, 0i64, 0i64);
            for (count, &left) in counts[..gaps].iter_mut().zip(&self.left) {
                sum += std::mem::take(count) as i64;
                let wanted = sign * (left as i64 * size - sum * total);
                let own = wanted.clamp(0, most);
                low += (wanted - own).abs();
                put_down = put_down.max(own);
                greedily += (wanted - put_down).abs();
                // Any number that grows from left to right will do, so rounding does not matter.
                evenly += (wanted - ((left as i64 as f64 * part) as i64).min(most)).abs();
            }
            let off = most * scale as i64;
            (off + low, off + greedily.min(evenly))
        })
    }

    fn with_missing<N: Whole>(
        &self,
        counts: &mut [u64],
        size: u64,
        total: u64,
        arriving: N,
    ) -> u128 {
        let (size, total) = (N::of(size), N::of(total));
        let mut sum = 0;
        let wanted = counts.iter_mut().zip(&self.left).map(|(count, &left)| {
            sum += std::mem::take(count);
            let (left, sum) = (N::of(left) * size, N::of(sum) * total);
            // A surplus of missing goes to the line, a lack comes from it; turning all signs around
            // changes no cost.
            if arriving < N::of(0) {
                sum - left
            } else {
                left - sum
            }
        });
        N::with_room(|room| flow(room, wanted, arriving.size())).wide()
    }

    /// The units of each value in the input.
    pub(crate) fn reference(&self) -> &[u64] {
        &self.reference
    }

    /// A step for each gap: down to the right where the left side has too much, else up. A missing
    /// value is a whole line away from the cheapest or the dearest place, whichever is on its side.
    pub(crate) fn prices(&self, values: &[(u32, u64)], size: u64, total: u64) -> Vec<f64> {
        let gaps = self.left.len();
        let mut counts = vec![0u64; gaps + 1];
        let mut missing = 0;
        for &(value, count) in values {
            match self.ranks[value as usize] {
                OFF => missing += count,
                rank => counts[rank as usize] += count,
            }
        }
        let extra = |count: u64, reference: u64| {
            i128::from(count) * i128::from(total) - i128::from(reference) * i128::from(size)
        };
        let mut at = vec![0.0f64; gaps + 1];
        let mut sum = 0;
        for gap in 0..gaps {
            sum += counts[gap];
            at[gap + 1] = at[gap] - extra(sum, self.left[gap]).signum() as f64;
        }
        let (low, high) = at
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), &p| {
                (l.min(p), h.max(p))
            });
        let scale = gaps.max(1) as f64;
        let off = if extra(missing, self.missing) > 0 {
            low + scale
        } else {
            high - scale
        };
        self.ranks
            .iter()
            .map(|&rank| if rank == OFF { off } else { at[rank as usize] })
            .collect()
    }

    /// The distance of a class that has one value only.
    pub(crate) fn of_single(&self, value: u32, total: f64, scale: f64) -> f64 {
        let rank = self.ranks[value as usize];
        if rank == OFF {
            return 1.0 - self.missing as f64 / total;
        }
        // To the left flows what belongs left of each gap; to the right what belongs right of it.
        let (rank, gaps) = (rank as usize, self.left.len());
        let leftward = self.left_sums[rank];
        let rightward = (gaps - rank) as u128 * u128::from(self.on_line)
            - (self.left_sums[gaps] - self.left_sums[rank]);
        ((leftward + rightward) as f64 / scale + self.missing as f64) / total
    }
}

fn add<N: Copy + std::ops::AddAssign>(sum: &mut N, more: N) -> N {
    *sum += more;
    *sum
}

/// What moving along the line costs when `arriving` units from outside may be put down anywhere,
/// all at one price.
///
/// Across each gap flows the surplus to its left plus what was put down there. What was put down
/// grows from left to right, from 0 to `arriving`; the cheapest such function is the L1 isotonic
/// fit to the surplus with its sign turned (`wanted`), cut to that range.
fn flow<N: Whole>(room: &mut Room<N>, wanted_at: impl Iterator<Item = N>, arriving: N) -> N {
    let (wanted, fit, heap) = room;
    wanted.clear();
    wanted.extend(wanted_at);
    isotonic_fit(wanted, fit, heap);
    let off = wanted
        .iter()
        .zip(fit)
        .map(|(&w, p)| (w - (*p).clamp(N::of(0), arriving)).size());
    off.fold(N::of(0), |sum, off| sum + off)
}

/// The non-decreasing sequence with the least sum of absolute differences to `wanted`. O(n log n),
/// by slope trick.
fn isotonic_fit<N: Whole>(wanted: &[N], fit: &mut Vec<N>, room: &mut Vec<N>) {
    room.clear();
    fit.clear();
    let mut heap = BinaryHeap::from(std::mem::take(room));
    for &w in wanted {
        heap.push(w);
        if let Some(mut top) = heap.peek_mut()
            && *top > w
        {
            *top = w;
        }
        fit.push(*heap.peek().expect("one was pushed"));
    }
    for i in (1..fit.len()).rev() {
        fit[i - 1] = fit[i - 1].min(fit[i]);
    }
    *room = heap.into_vec();
}
