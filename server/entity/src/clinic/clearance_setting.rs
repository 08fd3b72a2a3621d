use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::MemberId,
    words::{Credential, Uncleared},
};

/// Who may sign exams, and what an uncleared service does: columns of the clinic's one row of settings.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "clinic_setting")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i16,
    /// The credentials with which an exam may be signed.
    #[sea_orm(column_name = "clearance_credentials")]
    pub credentials: Vec<Credential>,
    /// Whether an exam by live video may be signed.
    #[sea_orm(column_name = "clearance_allows_video")]
    pub allows_video: bool,
    #[sea_orm(column_name = "clearance_uncleared")]
    pub uncleared: Uncleared,
    /// Counts the changes.
    #[sea_orm(column_name = "clearance_version")]
    pub version: i32,
    #[sea_orm(column_name = "clearance_updated_at")]
    pub updated_at: DateTime<Utc>,
    #[sea_orm(column_name = "clearance_updated_by")]
    pub updated_by: Option<MemberId>,
    /// The member's name at that moment.
    #[sea_orm(column_name = "clearance_updated_by_name")]
    pub updated_by_name: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
