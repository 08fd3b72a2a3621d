//! Charts that were not finished within 24 hours: a completed visit without an entry, a returned treatment without an answer, an
//! exam without a prescriber's signature. And that a visit needs no chart.

mod api;
mod sql;
#[cfg(test)]
mod tests;
mod today;

pub use api::routes;
pub use today::{UnfinishedCharts, unfinished};
