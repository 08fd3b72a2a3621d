//! Exact numbers with decimals.

use std::str::FromStr;

use rust_decimal::{Decimal, prelude::ToPrimitive};
use serde::{Serialize, Serializer};
use serde_json::Value;
use utoipa::ToSchema;

use super::Field;

/// An exact, non-negative number with at most two decimals, such as units of Botox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(value_type = f64, minimum = 0, maximum = 999_999.99)]
pub struct Quantity(pub Decimal);

impl Field for Quantity {
    fn parse(value: &Value) -> Result<Self, String> {
        let number = match value {
            // serde_json writes the shortest text for this number, so no digit is lost.
            Value::Number(number) => Decimal::from_str(&number.to_string()),
            Value::String(text) => Decimal::from_str(text.trim()),
            _ => return Err("must be a number".to_owned()),
        }
        .map_err(|_| "must be a number".to_owned())?;
        if number.is_sign_negative() && !number.is_zero() {
            return Err("must not be less than 0".to_owned());
        }
        if number.normalize().scale() > 2 {
            return Err("must have at most 2 decimals".to_owned());
        }
        if number > Decimal::new(99_999_999, 2) {
            return Err("is too large".to_owned());
        }
        // In the form in which it is read later: zero has no sign, and decimals have no trailing zeros.
        Ok(Self(number.abs().normalize()))
    }
}

impl Serialize for Quantity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.to_f64().serialize(serializer)
    }
}
