//! Finding a patient from everywhere: one call for what is typed, and for the records that were opened last.

mod api;
#[cfg(test)]
mod tests;

pub use api::routes;
