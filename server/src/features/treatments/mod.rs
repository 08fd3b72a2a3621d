//! Treatments: recorded and signed by a provider once an exam has cleared the patient; Pending until a director
//! approves them.

mod api;
mod approval;
mod kind;
mod page;
mod record;
mod sql;
mod team;
#[cfg(test)]
mod tests;
mod wire;

pub use api::routes;
