//! The first page after signing in: what waits for the member who looks, each row of which leads to where it is done.

mod api;
#[cfg(test)]
mod tests;

pub use api::routes;
