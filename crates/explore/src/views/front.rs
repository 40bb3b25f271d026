//! The front: what does each bit of suppression buy?

use super::efficient::{Change, EfficientNode};
use super::knees::{Knee, knees};
use super::nodes::{Decoder, for_each_missing, within};
use super::show::with_figures;
use super::staircase::{Place, Staircase};
use crate::order::beneath;
use crate::{Figures, KnownNodes, Wishes};
use equipoise_data::{Levels, height};
use serde::{Deserialize, Serialize};

/// Open nodes that a front names.
const OPEN_NODES: usize = 256;

/// A number of a node that a front weighs against another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FrontMeasure {
    /// Units of protection that lose a row.
    Suppression,
    /// The loss of this number.
    Loss(usize),
    /// The sum of levels.
    Height,
    /// Classes that stay; the only one of which more is better.
    Classes,
}

impl FrontMeasure {
    /// The value of a node.
    fn value(self, figures: &Figures, height: u32) -> f64 {
        match self {
            FrontMeasure::Suppression => figures.units as f64,
            FrontMeasure::Loss(loss) => figures.losses[loss],
            FrontMeasure::Height => f64::from(height),
            FrontMeasure::Classes => figures.kept_classes as f64,
        }
    }

    /// The value turned so that less is better.
    fn cost(self, figures: &Figures, height: u32) -> f64 {
        if self == FrontMeasure::Classes {
            -self.value(figures, height)
        } else {
            self.value(figures, height)
        }
    }

    /// The least cost a node can have by what is known without resolving it.
    fn least(self, known: &dyn KnownNodes, node: u64, height: u32) -> f64 {
        match self {
            FrontMeasure::Suppression => known.units(node).0 as f64,
            FrontMeasure::Loss(loss) => beneath(known.loss_bound(node, loss)),
            FrontMeasure::Height => f64::from(height),
            FrontMeasure::Classes => f64::NEG_INFINITY,
        }
    }
}

/// Answers "what do I get for leaving out more?": the efficient nodes between two measures. No
/// other node is better in one of them and not worse in the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Front {
    /// What is paid.
    pub x: FrontMeasure,
    /// What is bought.
    pub y: FrontMeasure,
    /// The efficient nodes from the best to the worst in `x`, that is by rising value (for classes
    /// by falling).
    pub points: Vec<EfficientNode>,
    /// Where the curve bends most, the sharpest bend first.
    pub knees: Vec<Knee>,
    /// Nodes that might be efficient and could not be looked at; without those of a partial atlas
    /// that are too many to walk over.
    pub open: u64,
    /// The first of these, the most promising first: what is worth a closer look.
    pub open_nodes: Vec<u64>,
    /// Whether all nodes are listed and nothing here is open.
    pub complete: bool,
}

/// The front between two measures over the wished levels.
///
/// It shows what lies beyond the limits: the greatest suppression and loss are ignored, and the
/// greatest height where the height is one of the measures. Nodes that leave out everything are no
/// release and not shown.
///
/// # Cost
/// O(nodes x log nodes). A node is resolved only if no efficient node beats the best it could be:
/// those with the best y they could have come first, so whatever could rule a node out is known
/// when its turn comes.
pub fn front(known: &dyn KnownNodes, wishes: &Wishes, x: FrontMeasure, y: FrontMeasure) -> Front {
    let loss = if let FrontMeasure::Loss(loss) = y {
        loss
    } else {
        wishes.loss()
    };
    let listed = known.nodes(loss);
    let mut staircase = Staircase::new();
    let mut open = Vec::new();
    for hope in hopes(known, wishes, &listed, x, y) {
        if staircase.rules_out(&hope) {
            continue;
        }
        match known.figures(hope.node) {
            Some(figures) if known.leaves_something(&figures) => {
                let (x, y) = (x.cost(&figures, hope.height), y.cost(&figures, hope.height));
                staircase.add(Place { x, y, ..hope }, figures);
            }
            Some(_) => {}
            None => open.push(hope),
        }
    }
    for_each_missing(known, &listed, |node, levels| {
        open.extend(hope(known, wishes, node, levels, x, y))
    });
    open.retain(|hope| !staircase.rules_out(hope));
    let open_nodes = open.iter().take(OPEN_NODES).map(|hope| hope.node).collect();
    let open = open.len() as u64;
    let places: Vec<(f64, f64)> = staircase
        .steps
        .iter()
        .map(|step| (step.place.x, step.place.y))
        .collect();
    let mut points = Vec::<EfficientNode>::new();
    for step in staircase.steps {
        let place = step.place;
        let (x, y) = (
            x.value(&step.with, place.height),
            y.value(&step.with, place.height),
        );
        let shown = with_figures(known, place.node, step.with);
        let changes = points
            .last()
            .map_or_else(Vec::new, |last| changes(&last.shown.levels, &shown.levels));
        points.push(EfficientNode {
            shown,
            x,
            y,
            others: step.others,
            changes,
        });
    }
    let knees = knees(&points, &places, x == FrontMeasure::Suppression);
    Front {
        x,
        y,
        points,
        knees,
        open,
        open_nodes,
        complete: known.is_complete() && open == 0,
    }
}

/// The best that each listed node could be, the best in y first, then in x.
fn hopes(
    known: &dyn KnownNodes,
    wishes: &Wishes,
    listed: &[u64],
    x: FrontMeasure,
    y: FrontMeasure,
) -> Vec<Place> {
    let mut decoder = Decoder::new(known, listed.len());
    let mut hopes = Vec::with_capacity(listed.len());
    hopes.extend(
        listed
            .iter()
            .filter_map(|&node| hope(known, wishes, node, decoder.levels(node), x, y)),
    );
    // The order in y does as well as the order in x, and where y is a loss the nodes are nearly in
    // it.
    hopes.sort_by(|a: &Place, b: &Place| a.y.total_cmp(&b.y).then_with(|| a.x.total_cmp(&b.x)));
    hopes
}

/// The best that a node could be; none if it is no release or outside the wishes.
fn hope(
    known: &dyn KnownNodes,
    wishes: &Wishes,
    node: u64,
    levels: &[u8],
    x: FrontMeasure,
    y: FrontMeasure,
) -> Option<Place> {
    let height = height(levels);
    let too_high = wishes.max_height.is_some_and(|most| height > most)
        && x != FrontMeasure::Height
        && y != FrontMeasure::Height;
    if too_high || !within(wishes, levels) || !known.may_leave_something(known.units(node).0) {
        return None;
    }
    Some(Place {
        x: x.least(known, node, height),
        y: y.least(known, node, height),
        height,
        node,
    })
}

/// The attributes that differ.
fn changes(old: &Levels, new: &Levels) -> Vec<Change> {
    let pairs = old.iter().zip(new).enumerate();
    pairs
        .filter(|(_, (from, to))| from != to)
        .map(|(attribute, (&from, &to))| Change {
            attribute,
            from,
            to,
        })
        .collect()
}
