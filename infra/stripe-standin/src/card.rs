//! The behaviour of a simulated card. It has no number.

use serde::{Deserialize, Serialize};

/// How charges to a saved card end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Card {
    /// Every charge succeeds, as with Stripe's test card 4242.
    Works,
    /// It can be saved, but every charge fails, as with Stripe's test card 0341.
    Fails,
}

impl Card {
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "works" => Some(Self::Works),
            "fails" => Some(Self::Fails),
            _ => None,
        }
    }

    pub(crate) fn last4(self) -> &'static str {
        match self {
            Self::Works => "4242",
            Self::Fails => "0341",
        }
    }

    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::Works => "Card that works",
            Self::Fails => "Card whose charges fail",
        }
    }
}
