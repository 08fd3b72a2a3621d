//! The tables, their fixed sets of words and their scoped finders, and nothing else: an entity has no connection and no
//! rule, and is never a wire type.

pub mod clinic;
pub mod ids;
pub mod registry;
pub mod settings;
pub mod words;

use sea_orm::entity::prelude::*;

/// The relations of every entity: none. A finder that joins names the columns itself.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}
