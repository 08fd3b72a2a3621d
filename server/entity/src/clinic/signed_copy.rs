use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{EstimateId, ExamId, TreatmentId},
    words::SignedKind,
};

/// The copy of signed content as a PDF. Inserted once, never changed.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "signed_copy")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub kind: SignedKind,
    /// The treatment that was signed or approved.
    pub treatment_id: Option<TreatmentId>,
    /// The exam that was signed.
    pub exam_id: Option<ExamId>,
    /// The row of the estimate's version that was signed.
    pub estimate_id: Option<EstimateId>,
    /// SHA-256 of the file.
    pub sha256: Vec<u8>,
    /// The PDF.
    pub file: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
