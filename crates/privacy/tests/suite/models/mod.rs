//! Every class model against its definition, written naively; what it declares; what it refuses.

mod cases;
mod checks;
mod declared;
mod distances;
mod divided;
mod kmap;
mod lost;
mod relations;
mod scores;
mod tables;
