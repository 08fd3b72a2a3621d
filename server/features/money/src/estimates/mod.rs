//! Good Faith Estimates: the cost of care, announced in advance (No Surprises Act).

mod api;
mod area;
mod lines;
mod prices;
#[cfg(test)]
mod replayed;
mod stored_signatures;
#[cfg(test)]
mod tests;
mod totals;
mod versions;
mod void;
mod wire;

pub use api::{held, patient_of, routes, sees_signatures};
pub use lines::{EstimateLine, lines_of};
pub use totals::subtotal;
pub use void::{refuse_voided, voided};
#[cfg(test)]
pub use wire::NewEstimate;
