//! Losses and risks: what a release costs and what it exposes
