//! The pages without a sign-in: a patient's portal and online booking.

pub mod online_booking;
pub mod portal;
