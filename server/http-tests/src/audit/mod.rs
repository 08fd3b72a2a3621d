//! Tests sealing and verifying the audit on a real database.

mod long;
mod seal;
