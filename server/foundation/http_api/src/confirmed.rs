//! The warnings that a person has read and confirmed before something unusual is saved.

use serde_json::Value;
use utoipa::ToSchema;

use super::fields::Field;
use crate::deserialize_fields;
use base::error::{Error, Result, Warning};

/// The codes of the warnings that the person has read. A request without this field is not checked
/// for anything unusual: the specification's own payloads have no such field.
#[derive(Debug, Clone, ToSchema)]
#[schema(value_type = Vec<String>, max_items = 20)]
pub struct Confirmed(Vec<String>);

impl Confirmed {
    /// No warning was read yet.
    pub const fn nothing() -> Self {
        Self(Vec::new())
    }

    /// # Errors
    /// [`Error::Unconfirmed`] with all warnings, as long as one of them was not confirmed.
    pub fn covers(&self, warnings: Vec<Warning>) -> Result<()> {
        let is_read = |warning: &Warning| self.0.iter().any(|code| code == warning.code);
        if warnings.iter().all(is_read) { Ok(()) } else { Err(Error::Unconfirmed(warnings)) }
    }
}

impl Field for Confirmed {
    fn parse(value: &Value) -> Result<Self, String> {
        let codes = value.as_array().filter(|codes| codes.len() <= 20);
        let codes = codes.and_then(|codes| codes.iter().map(|code| code.as_str().map(str::to_owned)).collect());
        codes.map(Self).ok_or_else(|| "must be a list of warnings".to_owned())
    }
}
deserialize_fields!(Confirmed);
