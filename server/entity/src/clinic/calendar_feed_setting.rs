use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, ids::MemberId};

/// How much of a visit the members' calendar feeds show: columns of the clinic's one row of settings.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "clinic_setting")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i16,
    /// Whether the feed shows the patient's full name. If not, it shows the initials.
    #[sea_orm(column_name = "calendar_feed_shows_name")]
    pub shows_name: bool,
    /// Whether the feed shows the service's name.
    #[sea_orm(column_name = "calendar_feed_shows_service")]
    pub shows_service: bool,
    /// Counts the changes.
    #[sea_orm(column_name = "calendar_feed_version")]
    pub version: i32,
    #[sea_orm(column_name = "calendar_feed_updated_at")]
    pub updated_at: DateTime<Utc>,
    #[sea_orm(column_name = "calendar_feed_updated_by")]
    pub updated_by: Option<MemberId>,
    /// The member's name at that moment.
    #[sea_orm(column_name = "calendar_feed_updated_by_name")]
    pub updated_by_name: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
