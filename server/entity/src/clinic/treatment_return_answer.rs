use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    ids::{MemberId, TreatmentReturnId},
    words::ReturnAnswer,
};

/// How a return ended: the provider answered it, or a director took it back. Inserted once, never changed.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "treatment_return_answer")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub return_id: TreatmentReturnId,
    pub kind: ReturnAnswer,
    pub member_id: MemberId,
    /// None where a director took the return back without a word.
    pub text: Option<String>,
    pub answered_at: DateTime<Utc>,
    /// The member at that moment.
    pub signer: super::Signer,
    /// SHA-256 of the content, the return's own digest included.
    pub content_digest: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
