//! The services that can be booked and that earn points (specification 9): the treatment types, a consultation
//! and a follow-up.

pub use entity::words::ServiceName;
