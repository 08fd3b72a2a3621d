//! The clinics' outboxes as the operator sees them: `celadon jobs`.

mod operator;
#[cfg(test)]
mod tests;

pub use operator::{Retried, Unfinished, retry, unfinished};
