//! Tables in memory: releases as from files, and what is refused.

mod limits;
mod logs;
mod methods;
mod odd_cells;
mod people;
