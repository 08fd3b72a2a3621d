use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, ids::ConsentId};

/// A patient's refusal to sign a consent, with the reason: inserted once, never changed.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "consent_decline")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub consent_id: ConsentId,
    pub declined_at: DateTime<Utc>,
    pub reason: String,
    pub ip: String,
    pub user_agent: String,
}

impl ActiveModelBehavior for ActiveModel {}
