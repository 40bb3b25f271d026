//! The groups that a group of rows was cut from, for models that compare it with them.

use super::items::Items;
use super::judge::Judge;
use super::yardsticks::Yardstick;
use equipoise_data::Region;
use equipoise_privacy::{Panel, Supersets};
use std::sync::{Arc, Mutex, OnceLock};

/// What all lines of descent share.
#[derive(Debug)]
pub(super) struct Lines<'a> {
    /// Only sets of so many units matter; none where no model looks at supersets.
    least: Option<u64>,
    items: &'a Items,
    judge: &'a Judge<'a>,
    /// The regions that some class was compared with.
    seen: Mutex<Vec<Vec<Region>>>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(panel: &Panel, items: &'a Items, judge: &'a Judge<'a>) -> Self {
        Lines {
            least: panel.supersets().iter().map(|s| s.1).min(),
            items,
            judge,
            seen: Mutex::new(Vec::new()),
        }
    }

    /// All regions that were large enough, sorted.
    pub(super) fn supersets(&self) -> Vec<Vec<Region>> {
        let mut seen = self.seen.lock().expect("no thread panics").clone();
        seen.sort_unstable();
        seen.dedup();
        seen
    }

    fn is_enough(&self, size: u64) -> bool {
        self.least.is_some_and(|least| size >= least)
    }

    fn measure(&self, regions: &[Region]) -> Yardstick {
        let yardstick = Yardstick::new(regions.to_vec(), self.items, self.judge);
        if self.is_enough(yardstick.size) {
            self.seen
                .lock()
                .expect("no thread panics")
                .push(regions.to_vec());
        }
        yardstick
    }
}

/// The groups that a group was cut from, itself included, the nearest first.
#[derive(Debug)]
pub(super) struct Lineage {
    regions: Vec<Region>,
    /// All rows of the table in these regions, counted when first asked for. They are more than
    /// those of the group where labels cover more.
    measured: OnceLock<Yardstick>,
    parent: Option<Arc<Lineage>>,
}

impl Lineage {
    /// Nothing to compare with.
    pub(super) fn none() -> Arc<Self> {
        Arc::new(Lineage {
            regions: Vec::new(),
            measured: OnceLock::new(),
            parent: None,
        })
    }

    /// The line of a group with these regions.
    pub(super) fn with(
        self: &Arc<Self>,
        lines: &Lines<'_>,
        regions: impl FnOnce() -> Vec<Region>,
    ) -> Arc<Self> {
        match lines.least {
            Some(_) => Arc::new(Lineage {
                regions: regions(),
                measured: OnceLock::new(),
                parent: Some(self.clone()),
            }),
            None => self.clone(),
        }
    }

    /// The line as a model sees it.
    pub(super) fn above<'s>(&'s self, lines: &'s Lines<'s>) -> Above<'s> {
        Above {
            lineage: self,
            lines,
        }
    }
}

pub(super) struct Above<'s> {
    lineage: &'s Lineage,
    lines: &'s Lines<'s>,
}

impl Supersets for Above<'_> {
    fn visit(&self, _: usize, column: usize, visit: &mut dyn FnMut(u64, &[u64]) -> bool) {
        let mut at = Some(self.lineage);
        while let Some(lineage) = at.filter(|lineage| !lineage.regions.is_empty()) {
            let measured = lineage
                .measured
                .get_or_init(|| self.lines.measure(&lineage.regions));
            if self.lines.is_enough(measured.size) && visit(measured.size, &measured.values[column])
            {
                return;
            }
            at = lineage.parent.as_deref();
        }
    }
}
