use chrono::{DateTime, Utc};
use sea_orm::{QueryOrder, entity::prelude::*};

use super::patient;
use crate::{
    Relation,
    ids::{ExamId, MemberId, PatientId},
    words::ExamText,
};

/// A Good Faith Exam: vitals, review of systems, physical examination. Inserted, never changed.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "exam")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: ExamId,
    pub patient_id: PatientId,
    pub examiner_id: MemberId,
    pub vitals: Option<String>,
    pub ros_constitutional: Option<String>,
    pub ros_heent: Option<String>,
    pub ros_cardio: Option<String>,
    pub ros_resp: Option<String>,
    pub ros_gi: Option<String>,
    pub ros_gu: Option<String>,
    pub ros_msk: Option<String>,
    pub ros_neuro: Option<String>,
    pub ros_skin: Option<String>,
    pub ros_psych: Option<String>,
    pub pe_constitutional: Option<String>,
    pub pe_heent: Option<String>,
    pub pe_cardio: Option<String>,
    pub pe_resp: Option<String>,
    pub pe_gi: Option<String>,
    pub pe_gu: Option<String>,
    pub pe_msk: Option<String>,
    pub pe_neuro: Option<String>,
    pub pe_skin: Option<String>,
    pub pe_psych: Option<String>,
    /// The texts that the form marked as normal, in the order of the exam. `None` if there are none, and for exams from before this was stored.
    pub normal: Option<Vec<ExamText>>,
    /// The texts that mark a part as not examined.
    pub deferred: Option<Vec<ExamText>>,
    pub created_at: DateTime<Utc>,
    /// The examiner at that moment. `None` for rows from before this was stored.
    pub signer: Option<super::Signer>,
    /// SHA-256 of the signed content. `None` for rows from before digests were stored.
    pub content_digest: Option<Vec<u8>>,
}

impl ActiveModelBehavior for ActiveModel {}

impl Entity {
    /// A patient's exams, newest first.
    pub fn of_patient(patient_id: PatientId) -> Select<Self> {
        Self::find()
            .filter(Column::PatientId.in_subquery(patient::Entity::ids_of(patient_id)))
            .order_by_desc(Column::Id)
    }
}
