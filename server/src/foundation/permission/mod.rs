//! What a member may do. `server/permissions.csv` is the source: which call needs which
//! permission, and which role holds it, fully or in part. Here each permission is also a type,
//! which a handler asks for in its signature.

mod access;
mod grants;
mod matrix;
#[cfg(test)]
mod tests;
mod types;

pub use access::Access;
pub use entity::words::Role;
pub use grants::Grants;
pub use matrix::{MATRIX, Matrix, RateClass, Row};
pub use types::*;
