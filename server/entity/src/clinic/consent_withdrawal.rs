use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{ConsentId, MemberId},
};

/// A patient's withdrawal of a signed consent. Inserted once, never changed.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "consent_withdrawal")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub consent_id: ConsentId,
    pub withdrawn_at: DateTime<Utc>,
    pub reason: String,
    /// The member who recorded the withdrawal.
    pub member_id: MemberId,
    /// The member's name at that moment.
    pub member_name: String,
}

impl ActiveModelBehavior for ActiveModel {}
