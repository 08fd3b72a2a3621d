//! Good Faith Estimates with their deadlines, charges, and loyalty points; and how an amount is written.

pub mod charges;
pub mod dollars;
pub mod estimate_clocks;
pub mod estimates;
pub mod loyalty;
