use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::MemberId;
use crate::words::{Credential, Uncleared};

/// Who may sign exams and what an uncleared service does: one row, or none while it was never changed.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "clearance_setting")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i16,
    /// The credentials with which an exam may be signed.
    pub credentials: Vec<Credential>,
    /// Whether an exam by live video may be signed.
    pub allows_video: bool,
    pub uncleared: Uncleared,
    /// Counts the changes.
    pub version: i32,
    pub updated_at: DateTime<Utc>,
    pub updated_by: Option<MemberId>,
    /// Their name at that moment.
    pub updated_by_name: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
