//! Break-glass: leave for the service's own people to look into one clinic. For a time, with a
//! reason, to look and not to change, and seen by the clinic: in its activity log, as a notice, and by
//! mail to its owner. There is no other way in for them.

mod api;
mod grant;
#[cfg(test)]
mod tests;

pub use api::routes;
pub use grant::{Asked, Grant, end, grant, is_kept, redeem};
