//! Treatments: recorded and signed by a provider once an exam has cleared the patient, Pending
//! until a director approves.

mod api;
mod approval;
mod record;
#[cfg(test)]
mod tests;

pub use api::routes;
