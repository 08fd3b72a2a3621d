//! The permissions of members. `server/permissions.csv` is the source: it lists the permission of each call, and the
//! roles that hold it, fully or in part. Here each permission is also a type, which a handler requires in its
//! signature.

mod access;
mod grants;
mod matrix;
#[cfg(test)]
mod tests;
mod types;

pub use access::Access;
pub use entity::words::Role;
pub use grants::Grants;
pub use matrix::{ListLength, MATRIX, Matrix, RateClass, Row};
pub use types::*;
