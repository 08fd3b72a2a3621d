use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{MemberId, PatientId},
};

/// The stored response to a request with an idempotency key.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "kept_answer")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub member_id: MemberId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    /// A MAC that identifies the request without storing it.
    pub request_mac: Vec<u8>,
    pub status: Option<i32>,
    /// Encrypted, because a response repeats form input. It never holds a secret that is sent once.
    pub body: Option<Vec<u8>>,
    pub created_at: DateTime<Utc>,
    /// The session that may receive the response. `None` if a release that did not store it wrote the row.
    pub session_id: Option<Uuid>,
    /// Whether the request needed a fresh proof of identity. Its response then needs one, too.
    pub needs_proof: bool,
    /// The patients whose data the request touched.
    pub patient_ids: Vec<PatientId>,
    pub object_ids: Vec<i64>,
}

impl ActiveModelBehavior for ActiveModel {}
