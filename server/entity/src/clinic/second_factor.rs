use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, ids::MemberId};

/// A member's authenticator app. Valid once confirmed.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "second_factor")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub member_id: MemberId,
    /// Encrypted. Useless without the master key.
    pub secret: Vec<u8>,
    /// The name of the key that encrypts the secret.
    pub key_id: String,
    pub created_at: DateTime<Utc>,
    pub confirmed_at: Option<DateTime<Utc>>,
    /// The newest step (RFC 6238) whose code was accepted. Codes of this step and of earlier ones are rejected.
    pub last_step: i64,
    /// Wrong codes since the last correct one.
    pub failures: i32,
    pub failed_at: Option<DateTime<Utc>>,
}

impl ActiveModelBehavior for ActiveModel {}

impl Entity {
    /// The factor that the member signs in with.
    pub fn in_force(member: MemberId) -> Select<Self> {
        Self::find().filter(Column::MemberId.eq(member)).filter(Column::ConfirmedAt.is_not_null())
    }

    /// The factor that the member is about to confirm.
    pub fn begun(member: MemberId) -> Select<Self> {
        Self::find().filter(Column::MemberId.eq(member)).filter(Column::ConfirmedAt.is_null())
    }
}
