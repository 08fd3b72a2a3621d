//! Consents, signed on the clinic's tablet or through a link.

pub mod consents;
pub mod kiosk;
