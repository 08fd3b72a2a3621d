//! Charts that were not finished within 24 hours: a completed visit without an entry, a returned treatment without an answer, an
//! exam without a prescriber's signature. Also marking a visit as one that needs no chart.

mod api;
pub mod query;
mod today;

pub use api::routes;
pub use today::{UnfinishedCharts, unfinished};
