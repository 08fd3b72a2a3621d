//! The words of adverse events.

use super::words;

words! {
    /// The kind of an adverse event.
    pub enum AdverseEventKind {
        VascularOcclusion = "vascular_occlusion",
        Infection = "infection",
        /// Hypersensitivity or anaphylaxis.
        Hypersensitivity = "hypersensitivity",
        /// A nodule or a granuloma.
        Nodule = "nodule",
        Ptosis = "ptosis",
        Burn = "burn",
        Other = "other",
    }

    /// How severe an adverse event is: the grades 1 to 4 of the Common Terminology Criteria for Adverse Events.
    pub enum Severity {
        Mild = "mild",
        Moderate = "moderate",
        Severe = "severe",
        LifeThreatening = "life_threatening",
    }

    /// The status of an adverse event.
    pub enum AdverseEventStatus {
        Open = "open",
        Resolving = "resolving",
        Resolved = "resolved",
        /// The event is over and has lasting effects.
        ResolvedWithSequelae = "resolved_with_sequelae",
    }

    /// The kind of an entry about a reported adverse event.
    pub enum AdverseEventEntryKind {
        /// The further course, or the outcome.
        FollowUp = "follow_up",
        /// A correction of the report or of an entry.
        Correction = "correction",
        /// A director's confirmation of having seen the event.
        Acknowledgement = "acknowledgement",
    }
}

impl Severity {
    /// A more severe event has a higher rank.
    #[must_use]
    pub const fn rank(self) -> u8 {
        match self {
            Self::Mild => 0,
            Self::Moderate => 1,
            Self::Severe => 2,
            Self::LifeThreatening => 3,
        }
    }
}
