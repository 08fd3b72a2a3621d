//! What can be booked and what earns points (specification 9): the treatment types, a consultation
//! and a follow-up.

pub use entity::words::ServiceName;
use serde_json::Value;

use crate::foundation::http::fields::{Field, choice};

impl Field for ServiceName {
    fn parse(value: &Value) -> Result<Self, String> {
        choice(value)
    }
}
