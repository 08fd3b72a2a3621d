//! What can be booked and what earns points (specification 9): the treatment types, a consultation
//! and a follow-up.

pub use entity::words::ServiceName;
