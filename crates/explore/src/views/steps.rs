//! One step: what would a neighbour cost?

use super::nodes::within;
use crate::order::Limits;
use crate::{Figures, KnownNodes, Wishes};
use equipoise_data::{Levels, height};

/// Answers "what if this one attribute were a level finer, or coarser?".
#[derive(Clone, Debug, PartialEq)]
pub struct OneStep {
    /// The node in the middle.
    pub node: u64,
    /// Its exact figures, if they can be had.
    pub figures: Option<Figures>,
    /// Per attribute the neighbours; none at the edge of the lattice, and none for one that is
    /// linked to another and moves with that.
    pub steps: Vec<Neighbours>,
    /// Whether all nodes are listed and nothing here is open.
    pub complete: bool,
}

/// The neighbours along one attribute.
#[derive(Clone, Debug, PartialEq)]
pub struct Neighbours {
    /// One level down.
    pub finer: Option<Neighbour>,
    /// One level up.
    pub coarser: Option<Neighbour>,
}

/// A node one step away.
#[derive(Clone, Debug, PartialEq)]
pub struct Neighbour {
    /// The node.
    pub node: u64,
    /// Its levels.
    pub levels: Levels,
    /// Its exact figures, if they can be had.
    pub figures: Option<Figures>,
    /// What changes by going there, if the figures of both nodes can be had.
    pub difference: Option<StepDifference>,
    /// Whether its levels are within the wished bounds.
    pub within: bool,
    /// Whether it meets all wishes, these bounds among them; none where that is not known.
    pub feasible: Option<bool>,
}

/// The numbers of a neighbour less those of the node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepDifference {
    /// Units of protection that lose a row.
    pub units: i64,
    /// Rows that go.
    pub rows: i64,
    /// Classes that stay.
    pub kept_classes: i64,
    /// The loss that counts.
    pub loss: f64,
    /// The sum of levels: 1 or -1, times the attributes that move together.
    pub height: i32,
}

/// What one step away from a node comes to. Asks for the exact figures of the node and of all its
/// neighbours.
pub fn one_step(known: &dyn KnownNodes, wishes: &Wishes, node: u64) -> OneStep {
    let lattice = known.lattice();
    let levels = lattice.levels(node);
    let figures = known.figures(node);
    let steps = (0..levels.len()).map(|a| {
        let finer = lattice.leads(a) && levels[a] > lattice.bottom()[a];
        let coarser = lattice.leads(a) && levels[a] < lattice.top()[a];
        let step = |up| neighbour(known, wishes, (&levels, figures.as_ref()), a, up);
        Neighbours {
            finer: finer.then(|| step(false)),
            coarser: coarser.then(|| step(true)),
        }
    });
    let steps: Vec<Neighbours> = steps.collect();
    let is_known =
        |neighbour: &Option<Neighbour>| neighbour.as_ref().is_none_or(|n| n.figures.is_some());
    let complete = known.is_complete()
        && figures.is_some()
        && steps
            .iter()
            .all(|s| is_known(&s.finer) && is_known(&s.coarser));
    OneStep {
        node,
        figures,
        steps,
        complete,
    }
}

fn neighbour(
    known: &dyn KnownNodes,
    wishes: &Wishes,
    from: (&Levels, Option<&Figures>),
    attribute: usize,
    up: bool,
) -> Neighbour {
    let mut levels = from.0.clone();
    if up {
        levels[attribute] += 1;
    } else {
        levels[attribute] -= 1;
    }
    known.lattice().settle(&mut levels);
    let moved = known.lattice().group(attribute).count() as i32;
    let node = known.lattice().index(&levels);
    let figures = known.figures(node);
    let within = within(wishes, &levels);
    let limits = Limits::new(known, wishes);
    let meets = match &figures {
        Some(figures) => Some(limits.meets(&limits.exact(figures, node, height(&levels)))),
        None => limits.decided(known, node, height(&levels)),
    };
    let feasible = if within { meets } else { Some(false) };
    let change = |(old, new): (&Figures, &Figures)| StepDifference {
        units: new.units as i64 - old.units as i64,
        rows: new.rows as i64 - old.rows as i64,
        kept_classes: new.kept_classes as i64 - old.kept_classes as i64,
        loss: new.losses[wishes.loss()] - old.losses[wishes.loss()],
        height: if up { moved } else { -moved },
    };
    let difference = from.1.zip(figures.as_ref()).map(change);
    Neighbour {
        node,
        levels,
        figures,
        difference,
        within,
        feasible,
    }
}
