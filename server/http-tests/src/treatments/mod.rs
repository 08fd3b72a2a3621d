//! Treatments over HTTP: recording, approving, listing.

mod approval;
mod pages;
mod record;
mod signature;
