use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// When somebody was last sent mails of a kind, over all clinics.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(schema_name = "registry", table_name = "mail_count")]
pub struct Model {
    /// An address, never in plain.
    #[sea_orm(primary_key, auto_increment = false)]
    pub subject: String,
    #[sea_orm(primary_key, auto_increment = false)]
    /// A kind of job, which each feature registers, or a word of the job's own: no closed set.
    pub kind: String,
    pub sent_at: Vec<DateTime<Utc>>,
    pub last_at: DateTime<Utc>,
}

impl ActiveModelBehavior for ActiveModel {}
