//! The areas of an estimate, their services and their choices of sessions (specification 9). The form fills in
//! the prices and lets people change them, so the server has none.

/// An area of the body with a line in the estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    pub name: &'static str,
    pub services: &'static [&'static str],
    pub sessions: &'static [&'static str],
}

/// The choice whose number of sessions has its own field.
pub const CUSTOM: &str = "Custom";

pub const FACE: Area = Area {
    name: "face",
    services: &[
        "Botox per unit",
        "EZ Gel/Bio-Filler per syringe",
        "PRP/PRF Facial Rejuvenation per session",
        "Microneedling per session",
        "Microneedling+PRP/PRF+HA per session",
        "Chemical Peel per session",
        "Other",
    ],
    sessions: &["1", "2", "3", "4", CUSTOM],
};
pub const HAIR: Area = Area {
    name: "hair",
    services: &["PRP Hair Restoration", "PRF Hair Restoration", "Microneedling+PRP/PRF (Scalp)", "Other"],
    sessions: &["1", "3", "6", CUSTOM],
};
pub const HANDS: Area = Area {
    name: "hands",
    services: &["EZ Gel/Bio-Filler per syringe", "PRP/PRF Rejuvenation", "Microneedling", "Other"],
    sessions: &["1", "2", "3", CUSTOM],
};
pub const NECK: Area = Area {
    name: "neck",
    services: &["PRP/PRF Rejuvenation", "Microneedling", "Microneedling+PRP/PRF+HA", "Other"],
    sessions: &["1", "2", "3", CUSTOM],
};
pub const OTHER: Area = Area {
    name: "other",
    services: &[
        "Stretch Mark Treatment",
        "Scar Revision",
        "Fat Dissolving Injections per area",
        "Skin Tightening/Fibroblast",
        "Other",
    ],
    sessions: &["1", "3", "6", CUSTOM],
};
