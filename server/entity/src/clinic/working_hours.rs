use chrono::{DateTime, NaiveTime, Utc};
use sea_orm::{FromJsonQueryResult, entity::prelude::*};
use serde::{Deserialize, Serialize};

use crate::{Relation, ids::MemberId};

/// The hours in which a member usually works. Without a span, or without a row, the clinic's own hours apply.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "working_hours")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub member_id: MemberId,
    pub spans: Spans,
    /// Counts the changes.
    pub version: i32,
    pub updated_at: DateTime<Utc>,
    pub updated_by: MemberId,
    /// The member's name at that moment.
    pub updated_by_name: String,
}

/// Spans in the order of the week. No spans overlap.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Spans(pub Vec<Span>);

/// A time span on a day of the week, in the clinic's own time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// Monday is 1.
    pub weekday: u8,
    pub opens_at: NaiveTime,
    pub closes_at: NaiveTime,
}

impl ActiveModelBehavior for ActiveModel {}
