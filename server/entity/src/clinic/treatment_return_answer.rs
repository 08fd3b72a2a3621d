use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{MemberId, TreatmentReturnId},
    words::ReturnAnswer,
};

/// The end of a return: the provider answered it, or a director withdrew it. Inserted once, never changed.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "treatment_return_answer")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub return_id: TreatmentReturnId,
    pub kind: ReturnAnswer,
    pub member_id: MemberId,
    /// `None` if a director withdrew the return without a comment.
    pub text: Option<String>,
    pub answered_at: DateTime<Utc>,
    /// The member at that moment.
    pub signer: super::Signer,
    /// SHA-256 of the content, including the return's own digest.
    pub content_digest: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
