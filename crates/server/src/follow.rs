//! How far the atlas is, for the page that waits for it.

use crate::building::Phase;
use crate::work::Shared;
use equipoise::{SeenNode, Stage, Watch};

/// Hands progress to the terminal and to the page.
pub(crate) struct Follow<'a> {
    pub(crate) shared: &'a Shared,
    pub(crate) watch: &'a dyn Watch,
}

impl Watch for Follow<'_> {
    fn progress(&self, stage: Stage, done: u64, total: u64) {
        let phase = match stage {
            Stage::Annotate if done >= total => Phase::Opening,
            Stage::Annotate => Phase::Annotating,
            _ => Phase::Reading,
        };
        let mut building = self.shared.building();
        (building.phase, building.done, building.total) = (phase, done, total);
        drop(building);
        self.watch.progress(stage, done, total);
    }

    fn stopped(&self) -> bool {
        self.watch.stopped()
    }

    fn sees_nodes(&self) -> bool {
        true
    }

    fn node(&self, node: &SeenNode) {
        if node.is_release {
            let mut building = self.shared.building();
            building.units = Some(node.all_units);
            building.front.add(node.units, node.loss);
        }
    }
}
