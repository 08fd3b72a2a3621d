use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{MemberId, TreatmentId, TreatmentReturnId},
};

/// A director's return of a treatment to its provider, with a comment. Inserted, never changed.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "treatment_return")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: TreatmentReturnId,
    pub treatment_id: TreatmentId,
    /// How many times the treatment was returned, including this return.
    pub number: i32,
    pub director_id: MemberId,
    pub comment: String,
    pub returned_at: DateTime<Utc>,
    /// The director at that moment.
    pub signer: super::Signer,
    /// SHA-256 of the content, including the treatment's own digest.
    pub content_digest: Vec<u8>,
}

impl ActiveModelBehavior for ActiveModel {}
