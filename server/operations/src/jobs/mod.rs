//! The clinics' outboxes for the operator: `celadon jobs`.

mod operator;

pub use operator::{Retried, Unfinished, retry, unfinished};
