//! Who is in which class, with a record of changes so that they can be taken back.

use super::ground::Ground;
use super::nodes::Nodes;
use super::prints::{NONE, bits};
use std::collections::HashMap;

/// A change: rows of a kind went from one node to another.
#[derive(Clone, Copy, Debug)]
struct Shift {
    kind: u32,
    from: u32,
    to: u32,
    rows: u32,
}

/// Where all units are. A node is open when it has at least k units.
#[derive(Debug)]
pub(super) struct Classes<'g> {
    pub(super) ground: &'g Ground<'g>,
    pub(super) nodes: &'g Nodes,
    /// Per kind the nodes where it is, and with how many rows.
    places: Vec<Vec<(u32, u32)>>,
    /// Per node the units of protection.
    units: Vec<u64>,
    /// Per node the kinds in it.
    members: Vec<Vec<u32>>,
    /// Kinds of one person in one node, for persons with several kinds.
    shared: HashMap<(u32, u32), u32>,
    /// What all suppressed cells cost.
    pub(super) cost: u64,
    record: Vec<Shift>,
}

impl<'g> Classes<'g> {
    /// The cheap masks first: whoever still is in no class and finds k others like him there,
    /// stays.
    pub(super) fn greedy(ground: &'g Ground<'g>, nodes: &'g Nodes) -> Self {
        let mut classes = Classes {
            ground,
            nodes,
            places: vec![Vec::new(); ground.kinds.len()],
            units: vec![0; nodes.len()],
            members: vec![Vec::new(); nodes.len()],
            shared: HashMap::new(),
            cost: 0,
            record: Vec::new(),
        };
        let last = nodes.len() as u32 - 1;
        for node in 0..=last {
            classes.gather(node);
            if classes.units[node as usize] < ground.k && node < last {
                classes.disperse(node);
            }
        }
        classes.fill_last(last);
        classes.record.clear();
        classes
    }

    /// All that are nowhere enter a node.
    fn gather(&mut self, node: u32) {
        let nodes = self.nodes;
        for &tuple in nodes.tuples(node) {
            for kind in self.ground.kinds_of(tuple as usize) {
                if self.places[kind].is_empty() {
                    self.enter(kind as u32, node, self.ground.kinds[kind].rows);
                }
            }
        }
    }

    /// All leave a node for nowhere.
    fn disperse(&mut self, node: u32) {
        for kind in self.members[node as usize].clone() {
            self.leave(kind, node, self.ground.kinds[kind as usize].rows);
        }
    }

    /// Those who are left over may be too few to be a class of their own. Others join them: from
    /// classes that can spare somebody, the dearest first, and then whole classes.
    fn fill_last(&mut self, last: u32) {
        if self.units[last as usize] == 0 {
            return;
        }
        for node in (0..last).rev() {
            for kind in self.members[node as usize].clone() {
                while self.is_short(last) && self.adds(kind, last) && self.spare(kind, node) > 0 {
                    self.shift(kind, node, last, 1);
                }
            }
        }
        for node in (0..last).rev().filter(|&n| n != last) {
            if !self.is_short(last) {
                return;
            }
            for kind in self.members[node as usize].clone() {
                self.shift(kind, node, last, self.rows_at(kind, node));
            }
        }
    }

    fn enter(&mut self, kind: u32, node: u32, rows: u32) {
        let of = &self.ground.kinds[kind as usize];
        let places = &mut self.places[kind as usize];
        match places.iter_mut().find(|(n, _)| *n == node) {
            Some((_, there)) => *there += rows,
            None => {
                places.push((node, rows));
                self.members[node as usize].push(kind);
            }
        }
        self.units[node as usize] += if of.person == NONE {
            u64::from(rows)
        } else {
            let there = self.shared.entry((node, of.person)).or_default();
            *there += 1;
            u64::from(*there == 1)
        };
        self.cost += self.nodes.cost(node) * u64::from(rows);
    }

    fn leave(&mut self, kind: u32, node: u32, rows: u32) {
        let of = &self.ground.kinds[kind as usize];
        let places = &mut self.places[kind as usize];
        let at = places
            .iter()
            .position(|(n, _)| *n == node)
            .expect("the kind is there");
        places[at].1 -= rows;
        if places[at].1 == 0 {
            places.swap_remove(at);
            let members = &mut self.members[node as usize];
            let at = members
                .iter()
                .position(|&m| m == kind)
                .expect("the kind is a member");
            members.swap_remove(at);
        }
        self.units[node as usize] -= if of.person == NONE {
            u64::from(rows)
        } else {
            let there = self
                .shared
                .get_mut(&(node, of.person))
                .expect("the person is there");
            *there -= 1;
            u64::from(*there == 0)
        };
        self.cost -= self.nodes.cost(node) * u64::from(rows);
    }

    /// Rows of a kind go from one node to another.
    pub(super) fn shift(&mut self, kind: u32, from: u32, to: u32, rows: u32) {
        self.leave(kind, from, rows);
        self.enter(kind, to, rows);
        self.record.push(Shift {
            kind,
            from,
            to,
            rows,
        });
    }

    /// Nodes that were left since the last time that changes were confirmed or taken back.
    pub(super) fn left(&self) -> Vec<u32> {
        let mut nodes: Vec<u32> = self.record.iter().map(|s| s.from).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }

    /// Changes stay.
    pub(super) fn confirm(&mut self) {
        self.record.clear();
    }

    /// Changes are taken back.
    pub(super) fn take_back(&mut self) {
        while let Some(Shift {
            kind,
            from,
            to,
            rows,
        }) = self.record.pop()
        {
            self.leave(kind, to, rows);
            self.enter(kind, from, rows);
        }
    }

    /// Where the rows of a kind are.
    pub(super) fn places(&self, kind: u32) -> &[(u32, u32)] {
        &self.places[kind as usize]
    }

    /// How many rows of a kind are in a node.
    pub(super) fn rows_at(&self, kind: u32, node: u32) -> u32 {
        self.places[kind as usize]
            .iter()
            .find(|(n, _)| *n == node)
            .map_or(0, |p| p.1)
    }

    /// The kinds in a node.
    pub(super) fn members(&self, node: u32) -> &[u32] {
        &self.members[node as usize]
    }

    /// Units of protection in a node.
    pub(super) fn units(&self, node: u32) -> u64 {
        self.units[node as usize]
    }

    /// Whether a node has somebody, but less than k.
    pub(super) fn is_short(&self, node: u32) -> bool {
        (1..self.ground.k).contains(&self.units[node as usize])
    }

    /// Rows of a kind that a node can spare and stay open.
    pub(super) fn spare(&self, kind: u32, node: u32) -> u64 {
        let person = self.ground.kinds[kind as usize].person;
        let is_there_twice = person != NONE
            && self
                .shared
                .get(&(node, person))
                .is_some_and(|&rows| rows > 1);
        let spare = self.units[node as usize].saturating_sub(self.ground.k);
        u64::from(self.rows_at(kind, node)).min(if is_there_twice { 1 } else { spare })
    }

    /// Whether rows of a kind would be further units of a node: its person may be there already.
    pub(super) fn adds(&self, kind: u32, node: u32) -> bool {
        let person = self.ground.kinds[kind as usize].person;
        person == NONE
            || self
                .shared
                .get(&(node, person))
                .is_none_or(|&rows| rows == 0)
    }

    /// The cheapest open node of a tuple other than one.
    pub(super) fn cheapest_open(&self, tuple: u32, except: u32) -> Option<u32> {
        self.nodes
            .of(tuple)
            .find(|&n| n != except && self.units[n as usize] >= self.ground.k)
    }

    /// Per row the columns that are suppressed.
    pub(super) fn masks(&self) -> Vec<u64> {
        let mut masks = vec![0; self.ground.columns[0].len()];
        for (kind, places) in self.ground.kinds.iter().zip(&self.places) {
            let mut places = places.clone();
            places.sort_unstable();
            let mut rows = self.ground.rows[kind.start as usize..].iter();
            for (node, count) in places {
                let mask = self.nodes.masks[self.nodes.mask_of[node as usize] as usize];
                for &row in rows.by_ref().take(count as usize) {
                    masks[row as usize] = mask;
                }
            }
        }
        debug_assert!(
            masks
                .iter()
                .all(|&m| bits(m).all(|c| c < self.ground.columns.len()))
        );
        masks
    }
}
