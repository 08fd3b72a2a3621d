//! The page on which a patient reads and signs a consent, reached only by a secret link: no sign-in, no cookie.

mod api;
mod signed_name;
mod sql;
#[cfg(test)]
mod tests;

pub use api::routes;
