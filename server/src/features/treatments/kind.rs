//! The types of treatment, and which fields belong to which.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::foundation::http::fields::{Field, choice};

/// A type of treatment (specification 9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum TreatmentType {
    #[default]
    Botox,
    #[serde(rename = "PRP/PRF Face")]
    PrpPrfFace,
    #[serde(rename = "PRP Hair Restoration")]
    PrpHairRestoration,
    #[serde(rename = "EZ Gel Face")]
    EzGelFace,
    #[serde(rename = "EZ Gel Hands")]
    EzGelHands,
    Microneedling,
}

impl TreatmentType {
    pub const ALL: [Self; 6] = [
        Self::Botox,
        Self::PrpPrfFace,
        Self::PrpHairRestoration,
        Self::EzGelFace,
        Self::EzGelHands,
        Self::Microneedling,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Botox => "Botox",
            Self::PrpPrfFace => "PRP/PRF Face",
            Self::PrpHairRestoration => "PRP Hair Restoration",
            Self::EzGelFace => "EZ Gel Face",
            Self::EzGelHands => "EZ Gel Hands",
            Self::Microneedling => "Microneedling",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Units and lot belong to Botox only (specification 3).
    pub fn has_units(self) -> bool {
        self == Self::Botox
    }

    /// Volumes belong to the types that start with 'EZ Gel' (specification 5).
    pub fn has_volumes(self) -> bool {
        matches!(self, Self::EzGelFace | Self::EzGelHands)
    }
}

impl Field for TreatmentType {
    fn parse(value: &Value) -> Result<Self, String> {
        choice(value)
    }
}
