//! Tables of the registry, always named with their schema.

pub mod clinic;
pub mod placement;
