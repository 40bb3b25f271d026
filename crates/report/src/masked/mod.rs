//! A report as an audience may see it. Text, HTML and JSON are made from this alone.

pub(crate) mod caveats;
pub(crate) mod classes;
pub(crate) mod disclosure;
pub(crate) mod headline;
pub(crate) mod left_out;
pub(crate) mod mask;
pub(crate) mod models;
pub(crate) mod preference;
pub(crate) mod readings;
pub(crate) mod risk_mask;
pub(crate) mod risk_view;
pub(crate) mod usefulness;
pub(crate) mod view;
