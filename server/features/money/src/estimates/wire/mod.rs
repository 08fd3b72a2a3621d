//! The wire types of an estimate: five areas with the same six fields each (specification 3).

mod request;
mod response;

pub use request::{NewEstimate, NewSignatures};
pub use response::{Estimate, EstimateVersion};
