//! The tables and their scoped finders, and nothing else: an entity knows no connection and no
//! rule, and never goes over the wire.

pub mod clinic;
pub mod registry;
