//! The words of adverse events.

use super::words;

words! {
    /// What went wrong.
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
        /// It is over and has left something behind.
        ResolvedWithSequelae = "resolved_with_sequelae",
    }

    /// What is written about an adverse event once it is reported.
    pub enum AdverseEventEntryKind {
        /// How it goes on, or how it ended.
        FollowUp = "follow_up",
        /// What is wrong in the report or in an entry.
        Correction = "correction",
        /// That a director has seen it.
        Acknowledgement = "acknowledgement",
    }
}

impl Severity {
    /// Higher for what is more severe.
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
