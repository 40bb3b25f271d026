//! The cautious reading: rows with the same cells, `*` among them, form classes of at least k
//! units.
//!
//! 1. *Greedy start.* Masks by cost; groups of rows that are in no class yet and reach k form one
//!    ([`Classes::greedy`]).
//! 2. *Improve.* Somebody who could be cheaper opens another class: those who gain come along,
//!    classes that can spare somebody help out, and classes that lost too many are filled up again
//!    or dissolved, whichever costs less. What got dearer by more than a threshold is taken back;
//!    the threshold falls to zero (threshold accepting: Dueck and Scheuer 1990).

use super::classes::Classes;
use super::ground::Ground;
use super::nodes::Nodes;
use super::prints::NONE;
use super::progress::Progress;
use super::refine::refine;
use equipoise_data::Random;

/// Kinds that are looked at to fill a class.
const SIGHT: usize = 160;

/// Attempts to improve per kind of rows, and their limits, where nobody sets another.
const STEPS_PER_KIND: u64 = 24;
const FEWEST_STEPS: u64 = 4_000;
const MOST_STEPS: u64 = 2_000_000;

/// Per row the suppressed columns, and what every choice costs at least.
pub(super) fn cautious_masks(ground: &Ground<'_>, progress: &mut Progress<'_>) -> (Vec<u64>, u64) {
    let nodes = Nodes::new(ground, progress.limits);
    let mut classes = Classes::greedy(ground, &nodes);
    let steps = progress.limits.max_nodes.unwrap_or_else(|| {
        (ground.kinds.len() as u64 * STEPS_PER_KIND).clamp(FEWEST_STEPS, MOST_STEPS)
    });
    let (mut masks, _) = improve(&mut classes, steps, progress);
    if !nodes.is_complete() {
        refine(ground, &mut masks);
    }
    (masks, bound(ground, &nodes))
}

/// Improves classes by so many attempts; the best state seen is returned as masks with its cost.
pub(super) fn improve(
    classes: &mut Classes<'_>,
    steps: u64,
    progress: &mut Progress<'_>,
) -> (Vec<u64>, u64) {
    let (ground, nodes) = (classes.ground, classes.nodes);
    let open: Vec<u32> = (0..ground.kinds.len() as u32)
        .filter(|&k| least(ground, nodes, k) > 0)
        .collect();
    let bound = bound(ground, nodes);
    let (mut masks, mut best) = (classes.masks(), classes.cost);
    if open.is_empty() {
        return (masks, best);
    }
    let mut search = Search {
        classes,
        random: Random::new(1),
        open,
    };
    let scale = ground.importance.iter().sum::<u64>() as f64 / ground.importance.len() as f64;
    let mut pending = false;
    for step in 0..steps {
        if best == bound || progress.is_over(step, steps, best) {
            break;
        }
        let left = (steps - step) as f64 / steps as f64;
        let threshold = HEAT * scale * left * left;
        let share = search.random.below(1 << 20) as f64 / f64::from(1 << 20);
        search.attempt((threshold * share) as u64);
        pending |= search.classes.cost < best;
        // Masks take a pass over the table: only from time to time, and at the end.
        if pending && (step % 65_536 == 0 || step + 1 == steps) && search.classes.cost < best {
            (masks, best) = (search.classes.masks(), search.classes.cost);
            pending = false;
        }
    }
    if search.classes.cost < best {
        (masks, best) = (search.classes.masks(), search.classes.cost);
    }
    (masks, best)
}

/// How much dearer, in cells, an attempt may be in the beginning.
const HEAT: f64 = 2.0;

/// What a row of a kind costs at least per row.
fn least(ground: &Ground<'_>, nodes: &Nodes, kind: u32) -> u64 {
    nodes.least(ground.kinds[kind as usize].tuple)
}

/// What every release costs at least.
pub(super) fn bound(ground: &Ground<'_>, nodes: &Nodes) -> u64 {
    ground
        .kinds
        .iter()
        .map(|kind| nodes.least(kind.tuple) * u64::from(kind.rows))
        .sum()
}

struct Search<'s, 'g> {
    classes: &'s mut Classes<'g>,
    random: Random,
    /// Kinds that cannot go without suppression.
    open: Vec<u32>,
}

/// Somebody who could come: what it saves per row, how many may come, from where.
struct Guest {
    saves: i64,
    kind: u32,
    from: u32,
    rows: u32,
}

/// Kind, node it comes from, rows.
type Arrival = (u32, u32, u32);

impl Search<'_, '_> {
    /// One attempt; what got dearer by more than the threshold is taken back.
    fn attempt(&mut self, threshold: u64) {
        let before = self.classes.cost;
        let done = self.change().is_some() && self.repair().is_some();
        if done && self.classes.cost <= before + threshold {
            self.classes.confirm();
        } else {
            self.classes.take_back();
        }
    }

    /// Somebody goes to another class, or a class is dissolved.
    fn change(&mut self) -> Option<()> {
        let (kind, from) = self.pick();
        if self.random.below(4) == 0 {
            return self.dissolve(from);
        }
        let now = self.classes.nodes.cost(from);
        let tuple = self.classes.ground.kinds[kind as usize].tuple;
        let choices: Vec<u32> = self
            .classes
            .nodes
            .of(tuple)
            .take_while(|&n| self.classes.nodes.cost(n) <= now)
            .filter(|&n| n != from)
            .collect();
        if choices.is_empty() {
            return None;
        }
        let node = self.random.pick(&choices);
        self.classes
            .shift(kind, from, node, self.classes.rows_at(kind, from));
        self.invite(node)
    }

    /// Somebody who costs more than he must, if one is found soon.
    fn pick(&mut self) -> (u32, u32) {
        let mut picked = (0, 0);
        for _ in 0..6 {
            let kind = self.random.pick(&self.open);
            let (node, _) = *self
                .classes
                .places(kind)
                .iter()
                .max_by_key(|(n, _)| self.classes.nodes.cost(*n))
                .expect("everybody is somewhere");
            picked = (kind, node);
            if self.classes.nodes.cost(node) > least(self.classes.ground, self.classes.nodes, kind)
            {
                break;
            }
        }
        picked
    }

    /// Fills a node: those who gain, and as many others as it needs.
    fn invite(&mut self, node: u32) -> Option<()> {
        let greedy = self.random.below(2) == 0;
        let mut guests = self.guests(node);
        guests.sort_by_key(|g| (-g.saves, g.kind, g.from));
        let needed = |classes: &Classes<'_>| classes.ground.k.saturating_sub(classes.units(node));
        for guest in &guests {
            let spare = self.classes.spare(guest.kind, guest.from);
            let wanted = match guest.saves > 0 {
                true if greedy => u64::from(guest.rows),
                true => spare,
                false if self.classes.adds(guest.kind, node) => spare.min(needed(self.classes)),
                false => 0,
            };
            if wanted > 0 {
                self.classes
                    .shift(guest.kind, guest.from, node, wanted as u32);
            }
        }
        for guest in guests.iter().take_while(|g| g.saves >= 0) {
            let rest =
                u64::from(self.classes.rows_at(guest.kind, guest.from)).min(needed(self.classes));
            if rest > 0 && self.classes.adds(guest.kind, node) {
                self.classes
                    .shift(guest.kind, guest.from, node, rest as u32);
            }
        }
        (needed(self.classes) == 0).then_some(())
    }

    /// Who could come to a node; not all are looked at where they are many.
    fn guests(&mut self, node: u32) -> Vec<Guest> {
        let (ground, nodes) = (self.classes.ground, self.classes.nodes);
        let tuples = nodes.tuples(node);
        let start = if tuples.len() > SIGHT {
            self.random.place(tuples.len())
        } else {
            0
        };
        let cost = nodes.cost(node) as i64;
        let mut guests = Vec::new();
        for &tuple in tuples[start..].iter().chain(&tuples[..start]).take(SIGHT) {
            for kind in ground.kinds_of(tuple as usize) {
                for &(from, rows) in self
                    .classes
                    .places(kind as u32)
                    .iter()
                    .filter(|(from, _)| *from != node)
                {
                    guests.push(Guest {
                        saves: nodes.cost(from) as i64 - cost,
                        kind: kind as u32,
                        from,
                        rows,
                    });
                }
            }
        }
        guests
    }

    /// All members of a node go where it is cheapest.
    fn dissolve(&mut self, node: u32) -> Option<()> {
        for kind in self.classes.members(node).to_vec() {
            let to = self
                .classes
                .cheapest_open(self.classes.ground.kinds[kind as usize].tuple, node)?;
            self.classes
                .shift(kind, node, to, self.classes.rows_at(kind, node));
        }
        Some(())
    }

    /// Classes that lost too many are filled up or dissolved, whichever costs less.
    fn repair(&mut self) -> Option<()> {
        for node in self.classes.left() {
            if self.classes.is_short(node) {
                let filled = self.fill(node);
                match (filled, self.dissolving(node)) {
                    (Some((dearer, guests)), other) if other.is_none_or(|d| dearer <= d) => {
                        for (kind, from, rows) in guests {
                            self.classes.shift(kind, from, node, rows);
                        }
                    }
                    (_, Some(_)) => self.dissolve(node)?,
                    _ => return None,
                }
            }
        }
        let all_open = self
            .classes
            .left()
            .into_iter()
            .all(|n| !self.classes.is_short(n));
        all_open.then_some(())
    }

    /// What it costs to dissolve a node.
    fn dissolving(&self, node: u32) -> Option<i64> {
        let (ground, nodes) = (self.classes.ground, self.classes.nodes);
        let mut dearer = 0;
        for &kind in self.classes.members(node) {
            let of = &ground.kinds[kind as usize];
            let to = self.classes.cheapest_open(of.tuple, node)?;
            dearer += i64::from(self.classes.rows_at(kind, node))
                * (nodes.cost(to) as i64 - nodes.cost(node) as i64);
        }
        Some(dearer)
    }

    /// Who fills a node up at the least cost, and what it costs; only those whom their class can
    /// spare.
    fn fill(&mut self, node: u32) -> Option<(i64, Vec<Arrival>)> {
        let mut guests = self.guests(node);
        guests
            .retain(|g| self.classes.adds(g.kind, node) && self.classes.spare(g.kind, g.from) > 0);
        guests.sort_by_key(|g| (-g.saves, g.kind, g.from));
        let kinds = &self.classes.ground.kinds;
        let mut needed = self.classes.ground.k - self.classes.units(node);
        let mut taken: Vec<Arrival> = Vec::new();
        let mut dearer = 0;
        for guest in guests {
            let person = kinds[guest.kind as usize].person;
            if person != NONE && taken.iter().any(|t| kinds[t.0 as usize].person == person) {
                continue;
            }
            let gone: u64 = taken
                .iter()
                .filter(|t| t.1 == guest.from)
                .map(|t| u64::from(t.2))
                .sum();
            let rows = self
                .classes
                .spare(guest.kind, guest.from)
                .saturating_sub(gone)
                .min(needed);
            if rows > 0 {
                taken.push((guest.kind, guest.from, rows as u32));
                dearer -= guest.saves * rows as i64;
                needed -= rows;
            }
        }
        (needed == 0).then_some((dearer, taken))
    }
}
