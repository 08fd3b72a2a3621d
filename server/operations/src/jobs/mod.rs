//! The clinics' outboxes for the operator: `celadon jobs`.

mod operator;
#[cfg(test)]
mod tests;

pub use operator::{Retried, Unfinished, retry, unfinished};
