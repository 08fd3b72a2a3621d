//! Finding a patient from every screen: one call for the search text, and for the records that were opened last.

mod api;

pub use api::routes;
