//! The words for adverse events in files and on paper.

use entity::words::{AdverseEventKind, AdverseEventStatus, Severity};

pub const fn kind_in_words(kind: AdverseEventKind) -> &'static str {
    match kind {
        AdverseEventKind::VascularOcclusion => "Vascular occlusion",
        AdverseEventKind::Infection => "Infection",
        AdverseEventKind::Hypersensitivity => "Hypersensitivity or anaphylaxis",
        AdverseEventKind::Nodule => "Nodule or granuloma",
        AdverseEventKind::Ptosis => "Ptosis",
        AdverseEventKind::Burn => "Burn",
        AdverseEventKind::Other => "Other",
    }
}

pub const fn severity_in_words(severity: Severity) -> &'static str {
    match severity {
        Severity::Mild => "Mild (grade 1)",
        Severity::Moderate => "Moderate (grade 2)",
        Severity::Severe => "Severe (grade 3)",
        Severity::LifeThreatening => "Life-threatening (grade 4)",
    }
}

pub const fn status_in_words(status: AdverseEventStatus) -> &'static str {
    match status {
        AdverseEventStatus::Open => "Open",
        AdverseEventStatus::Resolving => "Resolving",
        AdverseEventStatus::Resolved => "Resolved",
        AdverseEventStatus::ResolvedWithSequelae => "Resolved with sequelae",
    }
}
