//! Latest results that a desk keeps at hand, because the next question is often about the same.

use super::wire;
use equipoise_data::{Levels, Result};
use equipoise_explore::{Explorer, Front, Prospect, Thresholds, Wishes};
use equipoise_measure::Measure;
use equipoise_search::Examined;
use std::sync::{Arc, Mutex, MutexGuard};

/// Scenes that are kept at hand.
const SCENES: usize = 64;

/// What a scene depends on.
#[derive(PartialEq)]
pub(super) struct Place {
    pub(super) thresholds: Thresholds,
    pub(super) levels: (Vec<u8>, Vec<u8>),
    pub(super) max_height: Option<u32>,
    pub(super) loss: usize,
    pub(super) annotated: u64,
}

/// What does not change while the limits of suppression and loss move: the front, and where all
/// nodes lie.
pub(super) struct Scene {
    pub(super) front: Front,
    pub(super) density: wire::Density,
}

/// The latest scenes.
#[derive(Default)]
pub(super) struct Scenes(Mutex<Vec<(Place, Arc<Scene>)>>);

impl Scenes {
    /// The scene of a place, made now if it is not kept.
    pub(super) fn at(&self, place: Place, make: impl FnOnce() -> Scene) -> Arc<Scene> {
        let kept = || self.0.lock().expect("no thread panicked");
        if let Some((_, scene)) = kept().iter().find(|(of, _)| *of == place) {
            return Arc::clone(scene);
        }
        let scene = Arc::new(make());
        let mut kept = kept();
        if kept.len() >= SCENES {
            kept.remove(0);
        }
        kept.push((place, Arc::clone(&scene)));
        scene
    }
}

/// Prospects that are kept at hand.
const PROSPECTS: usize = 16;

/// What a prospect depends on, and the prospect.
type Kept = (Wishes, [Measure; 2], u64, Arc<Prospect>);

/// The latest prospects: while an aspiration is dragged, wishes stay.
#[derive(Default)]
pub(super) struct Prospects(Mutex<Vec<Kept>>);

impl Prospects {
    pub(super) fn at(
        &self,
        explorer: &Explorer<'_>,
        wishes: &Wishes,
        measures: [Measure; 2],
    ) -> Result<Arc<Prospect>> {
        let annotated = explorer.annotated();
        let kept = || -> MutexGuard<'_, Vec<Kept>> { self.0.lock().expect("no thread panicked") };
        let is_it = |of: &&Kept| of.0 == *wishes && of.1 == measures && of.2 == annotated;
        if let Some(found) = kept().iter().find(is_it) {
            return Ok(Arc::clone(&found.3));
        }
        let made = Arc::new(explorer.prospect(wishes, measures)?);
        let mut kept = kept();
        if kept.len() >= PROSPECTS {
            kept.remove(0);
        }
        kept.push((wishes.clone(), measures, annotated, Arc::clone(&made)));
        Ok(made)
    }
}

/// A node under thresholds, and which rows stay.
pub(super) type Seen = (Levels, Thresholds, Arc<Examined>);
