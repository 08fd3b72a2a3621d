//! The tables, their fixed sets of words and their scoped finders, and nothing else: an entity has no connection and
//! no rule, and is never a wire type.

pub mod clinic;
pub mod ids;
pub mod registry;
pub mod words;
