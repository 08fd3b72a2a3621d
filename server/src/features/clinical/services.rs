//! What can be booked and what earns points (specification 9): the treatment types, a consultation
//! and a follow-up.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::foundation::http::fields::{Field, choice};

/// A service of the clinic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum ServiceName {
    /// The default (specification 5).
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
    Consultation,
    #[serde(rename = "Follow-up")]
    FollowUp,
}

impl Field for ServiceName {
    fn parse(value: &Value) -> Result<Self, String> {
        choice(value)
    }
}

impl ServiceName {
    pub const ALL: [Self; 8] = [
        Self::Botox,
        Self::PrpPrfFace,
        Self::PrpHairRestoration,
        Self::EzGelFace,
        Self::EzGelHands,
        Self::Microneedling,
        Self::Consultation,
        Self::FollowUp,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Botox => "Botox",
            Self::PrpPrfFace => "PRP/PRF Face",
            Self::PrpHairRestoration => "PRP Hair Restoration",
            Self::EzGelFace => "EZ Gel Face",
            Self::EzGelHands => "EZ Gel Hands",
            Self::Microneedling => "Microneedling",
            Self::Consultation => "Consultation",
            Self::FollowUp => "Follow-up",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|service| service.name() == name)
    }
}
