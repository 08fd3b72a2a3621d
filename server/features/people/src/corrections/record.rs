//! The records that can be corrected.

use entity::{
    clinic::{exam, treatment},
    ids::{ExamId, MemberId, PatientId, TreatmentId},
};

use evidence::Content;

/// The record that is corrected.
#[derive(Clone, Copy)]
pub enum Record<'r> {
    Exam(&'r exam::Model),
    Treatment(&'r treatment::Model),
}

impl Record<'_> {
    pub fn patient_id(self) -> PatientId {
        match self {
            Self::Exam(row) => row.patient_id,
            Self::Treatment(row) => row.patient_id,
        }
    }

    /// The examiner or the provider.
    pub fn signed_by(self) -> MemberId {
        match self {
            Self::Exam(row) => row.examiner_id,
            Self::Treatment(row) => row.provider_id,
        }
    }

    pub fn exam_id(self) -> Option<ExamId> {
        match self {
            Self::Exam(row) => Some(row.id),
            Self::Treatment(_) => None,
        }
    }

    pub fn treatment_id(self) -> Option<TreatmentId> {
        match self {
            Self::Exam(_) => None,
            Self::Treatment(row) => Some(row.id),
        }
    }

    /// The content that its signature covers.
    pub fn content(self) -> Content {
        match self {
            Self::Exam(row) => evidence::exam(row),
            Self::Treatment(row) => evidence::treatment(row),
        }
    }

    /// The record in a sentence.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Exam(_) => "exam",
            Self::Treatment(_) => "treatment",
        }
    }
}
