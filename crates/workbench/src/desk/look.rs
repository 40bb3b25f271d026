//! The answer to wishes, and all that is seen without a click.

use super::recent::{Place, Scene};
use super::state::Desk;
use super::wire;
use super::words::grouped;
use equipoise_data::Result;
use equipoise_explore::{
    Answer, AtHand, Change, EfficientNode, Front, FrontMeasure, Hexagons, Intuition, KnownNodes,
    Neighbour, Shown, Stop, Thresholds, Wishes, front, hexagons, ladders,
};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long nodes of a partial atlas are looked for, where nothing else is said.
pub const DEFAULT_PATIENCE: Duration = Duration::from_millis(100);

/// Ties that are listed.
const TIES: usize = 20;

/// Hexagons across and down.
const HEXAGONS: (usize, usize) = (44, 22);

impl Desk<'_> {
    /// Answers wishes. `levels` looks at another node than the answer. Nothing is recorded.
    ///
    /// # Errors
    /// Wishes or levels that do not fit the atlas.
    pub fn look(
        &self,
        wishes: &wire::PageWishes,
        levels: Option<&[u8]>,
        patience: Duration,
    ) -> Result<wire::Look> {
        let started = Instant::now();
        let wishes = self.wishes(wishes)?;
        let levels = levels.map(|levels| self.levels(levels)).transpose()?;
        self.explorer
            .view(&wishes.thresholds)
            .resolve(wishes.loss());
        let answer = self.explorer.ask_within(&wishes, patience)?;
        if patience > DEFAULT_PATIENCE {
            self.look_closer(&wishes, started + patience);
        }
        let node = levels
            .map(|levels| self.shown(&wishes.thresholds, &levels))
            .transpose()?;
        Ok(self.seen(&wishes, &answer, node, started))
    }

    /// Asks beforehand what moving the slider of the first model will ask, so that its first drag
    /// is as quick as the second.
    pub fn warm_up(&self, is_stopped: &dyn Fn() -> bool) {
        if !self.explorer.atlas().is_complete() {
            return;
        }
        for step in &self.chart.models[0].steps {
            if is_stopped() {
                return;
            }
            let mut wishes = self.chart.wishes.clone();
            wishes.thresholds[0].clone_from(step);
            // Only what it leaves behind matters.
            let _ = self.look(&wishes, None, Duration::ZERO);
        }
    }

    /// Looks at nodes of a partial atlas that the front or a ladder leaves open, until the
    /// deadline.
    fn look_closer(&self, wishes: &Wishes, deadline: Instant) {
        if !self.explorer.can_look_closer() || self.explorer.atlas().is_complete() {
            return;
        }
        loop {
            let view = self.explorer.view(&wishes.thresholds);
            let open = front(
                &AtHand(&view),
                wishes,
                FrontMeasure::Suppression,
                FrontMeasure::Loss(wishes.loss()),
            )
            .open_nodes;
            let before = self.explorer.annotated();
            self.explorer.make_records(&open, deadline);
            if self.explorer.annotated() == before {
                break;
            }
        }
        let open: Vec<(usize, u8)> = {
            let view = self.explorer.view(&wishes.thresholds);
            let of_ladder = |l: &equipoise_explore::Ladder| {
                let (column, stops) = (l.attribute, l.stops.iter().zip(l.first..));
                stops
                    .filter(|(stop, _)| stop.is_open())
                    .map(|(_, level)| (column, level))
                    .collect::<Vec<_>>()
            };
            ladders(&AtHand(&view), wishes)
                .iter()
                .flat_map(of_ladder)
                .collect()
        };
        for (column, level) in open {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            let mut required = wishes.clone();
            for column in self.inner().lattice().group(column) {
                (required.low[column], required.high[column]) = (level, level);
            }
            // What it finds is kept with the records; that is all it is asked for.
            let _ = self.explorer.ask_within(&required, left);
        }
    }

    /// What is seen of an answer; `node` is looked at instead of it.
    pub(super) fn seen(
        &self,
        wishes: &Wishes,
        answer: &Answer,
        node: Option<Shown>,
        started: Instant,
    ) -> wire::Look {
        let node = node.or_else(|| answer.best.clone());
        let behind = node
            .as_ref()
            .and_then(|node| self.explorer.intuition(wishes, node.node));
        let annotated = self.explorer.annotated();
        let view = self.explorer.view(&wishes.thresholds);
        // In a partial atlas looking closer at all that might matter would take too long.
        let known: &dyn KnownNodes = if self.explorer.atlas().is_complete() {
            &view
        } else {
            &AtHand(&view)
        };
        let scene = self.scene(known, wishes, annotated);
        let ladders = ladders(known, wishes);
        wire::Look {
            answer: answer.best.as_ref().map(Self::node),
            proved: answer.proved,
            nodes_visited: answer.nodes_visited.min(self.chart.nodes),
            annotated: self.explorer.annotated(),
            ties: answer.ties.iter().take(TIES).map(Self::node).collect(),
            within_wishes: node.as_ref().is_some_and(|shown| wishes.allow(shown)),
            sentence: node
                .as_ref()
                .map(|shown| self.sentence(shown, &wishes.thresholds)),
            measured: node
                .as_ref()
                .map_or_else(Vec::new, |shown| self.measured(shown, &wishes.thresholds)),
            risk: node
                .as_ref()
                .and_then(|shown| self.risk(shown, &wishes.thresholds)),
            going: behind
                .iter()
                .flat_map(|b| &b.going)
                .map(|g| wire::PageDropped {
                    size: g.size,
                    classes: g.classes,
                    rows: g.rows,
                })
                .collect(),
            curves: behind
                .as_ref()
                .map_or_else(Vec::new, |behind| self.curves(behind)),
            steps: behind
                .as_ref()
                .zip(node.as_ref())
                .map_or_else(Vec::new, |(behind, node)| self.steps(behind, node, wishes)),
            front: self.front(&scene.front, wishes),
            density: scene.density.clone(),
            ladders: ladders
                .iter()
                .map(|l| wire::PageLadder {
                    column: l.attribute,
                    stops: self.stops(&l.stops, l.first, wishes),
                })
                .collect(),
            suggestions: answer
                .suggestions
                .as_ref()
                .map(|given| self.suggestions(wishes, given, &view)),
            node: node.as_ref().map(Self::node),
            wishes: self.wished(wishes),
            micros: started.elapsed().as_micros() as u64,
        }
    }

    /// The figures of a node.
    pub(super) fn shown(&self, thresholds: &Thresholds, levels: &[u8]) -> Result<Shown> {
        crate::session::figures(self.explorer, thresholds, levels)
    }

    pub(super) fn measured(
        &self,
        shown: &Shown,
        thresholds: &Thresholds,
    ) -> Vec<wire::PageMeasured> {
        let measured = self
            .explorer
            .measured(thresholds, shown.node)
            .unwrap_or_default();
        let grades = thresholds.axes.iter().chain(&thresholds.tables);
        let told = self
            .axes()
            .zip(grades)
            .zip(measured)
            .enumerate()
            .filter(|(_, ((axis, grade), _))| axis.entry.is_some() || **grade > 1);
        told.map(|(model, ((axis, &grade), measured))| wire::PageMeasured {
            model,
            asked: axis.show(grade),
            measured: measured.map(|measured| axis.show(measured)),
            met: measured.is_none_or(|measured| axis.grid().allows(measured, grade)),
        })
        .collect()
    }

    /// How likely a released record is identified; none where nothing is released.
    pub(super) fn risk(&self, shown: &Shown, thresholds: &Thresholds) -> Option<wire::PageRisk> {
        let head = self.inner().head();
        let smallest = self
            .explorer
            .measured(thresholds, shown.node)?
            .first()
            .copied()
            .flatten()?;
        let kept = head.rows - shown.rows;
        let average = (!head.persons && kept > 0).then(|| shown.kept_classes as f64 / kept as f64);
        Some(wire::PageRisk {
            highest: 1.0 / smallest.max(1) as f64,
            average,
        })
    }

    fn curves(&self, behind: &Intuition) -> Vec<wire::PageCurve> {
        let is_told = |i: usize| {
            self.axes()
                .nth(i)
                .is_some_and(|axis| i == 0 || axis.entry.is_some())
        };
        let curve = |(model, (axis, curve)): (
            usize,
            (&equipoise_explore::AxisHead, &equipoise_explore::Curve),
        )| wire::PageCurve {
            model,
            asked: axis.show(curve.asked),
            points: curve
                .points
                .iter()
                .map(|&(value, units)| wire::CurvePoint {
                    threshold: axis.show(value),
                    units,
                })
                .collect(),
        };
        self.axes()
            .zip(&behind.curves)
            .enumerate()
            .filter(|(i, _)| is_told(*i))
            .map(curve)
            .collect()
    }

    fn steps(&self, behind: &Intuition, node: &Shown, wishes: &Wishes) -> Vec<wire::PageStep> {
        let risk = self.risk(node, &wishes.thresholds).map(|r| r.highest);
        let step = |column: usize, is_coarser: bool, neighbour: &Neighbour| {
            let shown = neighbour
                .figures
                .clone()
                .map(|figures| self.explorer.shown(neighbour.node, figures));
            let there = shown
                .as_ref()
                .and_then(|shown| self.risk(shown, &wishes.thresholds))
                .map(|r| r.highest);
            wire::PageStep {
                column,
                is_coarser,
                level: neighbour.levels[column],
                node: shown.as_ref().map(Self::node),
                units: neighbour.difference.as_ref().map(|d| d.units),
                loss: neighbour
                    .difference
                    .as_ref()
                    .map(|d| d.loss)
                    .filter(|loss| loss.is_finite()),
                risk: there.zip(risk).map(|(there, here)| there - here),
                within_wishes: neighbour.feasible,
            }
        };
        let sides = behind
            .steps
            .steps
            .iter()
            .enumerate()
            .flat_map(|(column, n)| [(column, false, &n.finer), (column, true, &n.coarser)]);
        sides
            .filter_map(|(column, is_coarser, n)| n.as_ref().map(|n| step(column, is_coarser, n)))
            .collect()
    }

    fn front(&self, front: &Front, wishes: &Wishes) -> wire::PageFront {
        let change = |c: &Change| wire::PageChange {
            column: c.attribute,
            from: c.from,
            to: c.to,
        };
        let point = |point: &EfficientNode| wire::FrontPoint {
            node: Self::node(&point.shown),
            x: point.x,
            y: point.y,
            within_wishes: wishes.allow(&point.shown),
            others: point.others,
            changes: point.changes.iter().map(change).collect(),
        };
        let knee = |knee: &equipoise_explore::Knee| {
            let (from, to) = (knee.x.0 as u64, knee.x.1 as u64);
            let (old, new) = knee.y;
            let unit = self.unit(to);
            let words = format!(
                "leaving out {} {unit} instead of {}: loss {old:.3} → {new:.3}",
                grouped(to),
                grouped(from)
            );
            wire::PageKnee {
                point: knee.point,
                from: knee.from,
                words,
            }
        };
        wire::PageFront {
            points: front.points.iter().map(point).collect(),
            knees: front.knees.iter().map(knee).collect(),
            open: front.open,
            complete: front.complete,
        }
    }

    fn scene(&self, known: &dyn KnownNodes, wishes: &Wishes, annotated: u64) -> Arc<Scene> {
        let place = Place {
            thresholds: wishes.thresholds.clone(),
            levels: (wishes.low.clone(), wishes.high.clone()),
            max_height: wishes.max_height,
            loss: wishes.loss(),
            annotated,
        };
        self.scenes.at(place, || {
            let front = front(
                known,
                wishes,
                FrontMeasure::Suppression,
                FrontMeasure::Loss(wishes.loss()),
            );
            let Hexagons {
                size: (columns, rows),
                cells,
                losses: (low, high),
                counted,
                missing,
                ..
            } = hexagons(known, wishes, HEXAGONS);
            Scene {
                front,
                density: wire::Density {
                    columns,
                    rows,
                    cells,
                    low,
                    high,
                    counted,
                    missing,
                },
            }
        })
    }

    /// Stops of consecutive levels.
    pub(super) fn stops(&self, stops: &[Stop], first: u8, wishes: &Wishes) -> Vec<wire::PageStop> {
        stops
            .iter()
            .zip(first..)
            .map(|(stop, level)| self.stop(stop, level, wishes))
            .collect()
    }

    pub(super) fn stop(&self, stop: &Stop, level: u8, wishes: &Wishes) -> wire::PageStop {
        let lattice = self.inner().lattice();
        let (state, bound, reason) = match stop {
            Stop::Reached { .. } => ("reached", None, None),
            Stop::Open { bound, .. } => ("open", bound.is_finite().then_some(*bound), None),
            Stop::Unreachable { nearest } => {
                let reason = match nearest {
                    None => "no node has the wished levels and height".to_owned(),
                    Some(nearest) if nearest.most <= wishes.max_units => {
                        "all nodes lose more than is wished".to_owned()
                    }
                    Some(nearest) => {
                        let (least, unit) = (grouped(nearest.least), self.unit(nearest.least));
                        format!(
                            "at least {least} {unit} would be left out, and {} may be",
                            grouped(wishes.max_units)
                        )
                    }
                };
                ("unreachable", None, Some(reason))
            }
        };
        let found = stop.found();
        wire::PageStop {
            level,
            state,
            value: found.map(|f| f.0).filter(|value| value.is_finite()),
            bound,
            levels: found.map(|f| lattice.levels(f.1)),
            reason,
        }
    }
}
