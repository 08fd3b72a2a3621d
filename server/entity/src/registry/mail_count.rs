use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::Relation;

/// When a person was last sent mails of a kind, across all clinics.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(schema_name = "registry", table_name = "mail_count")]
pub struct Model {
    /// A keyed hash of an address, never the address itself.
    #[sea_orm(primary_key, auto_increment = false)]
    pub subject: String,
    #[sea_orm(primary_key, auto_increment = false)]
    /// A kind of job, which each feature registers, or a word of the job's own. The set is open.
    pub kind: String,
    pub sent_at: Vec<DateTime<Utc>>,
    pub last_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
