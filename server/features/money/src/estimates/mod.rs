//! Good Faith Estimates: the cost of care, announced in advance (No Surprises Act).

mod api;
mod area;
mod lines;
mod prices;
mod sql;
mod stored_signatures;
mod timeline;
mod totals;
mod versions;
mod void;
mod wire;

pub use api::{held, patient_of, routes, sees_signatures};
pub use lines::{EstimateLine, lines_of};
pub use sql::is_void;
pub use timeline::EstimateEntry;
pub(crate) use totals::subtotal;
pub use void::{refuse_voided, voided};
pub use wire::NewEstimate;
