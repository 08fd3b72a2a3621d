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
    /// Encrypted: an answer can hold a link.
    pub body: Option<Vec<u8>>,
    pub created_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
