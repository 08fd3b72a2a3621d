//! The types of treatment, and which fields belong to which.

pub use entity::words::TreatmentType;
use serde_json::Value;

use crate::foundation::http::fields::{Field, choice};

/// Units and lot belong to Botox only (specification 3).
pub fn has_units(kind: TreatmentType) -> bool {
    kind == TreatmentType::Botox
}

/// Volumes belong to the types that start with 'EZ Gel' (specification 5).
pub fn has_volumes(kind: TreatmentType) -> bool {
    matches!(kind, TreatmentType::EzGelFace | TreatmentType::EzGelHands)
}

impl Field for TreatmentType {
    fn parse(value: &Value) -> Result<Self, String> {
        choice(value)
    }
}
