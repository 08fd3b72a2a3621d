use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// What a request with a key was answered, for when it comes again.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "kept_answer")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub member_id: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    /// Tells whether it is the same request, without keeping the request.
    pub request_mac: Vec<u8>,
    pub status: Option<i32>,
    /// Encrypted: an answer holds what a form held. Never a secret that is told once.
    pub body: Option<Vec<u8>>,
    pub created_at: DateTime<Utc>,
    /// Whose answer it is. None: of a release that did not say.
    pub session_id: Option<Uuid>,
    /// The request needed a fresh proof of identity, so its answer does as well.
    pub needs_proof: bool,
    /// Whose data the request touched.
    pub patient_ids: Vec<i64>,
    pub object_ids: Vec<i64>,
}

impl ActiveModelBehavior for ActiveModel {}
