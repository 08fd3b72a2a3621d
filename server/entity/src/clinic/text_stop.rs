use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{Relation, words::TextStopReason};

/// A phone number that gets no texts: its last answer was STOP, or it cannot receive texts.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "text_stop")]
pub struct Model {
    /// With its country code: `+15550101234`.
    #[sea_orm(primary_key, auto_increment = false)]
    pub number: String,
    pub stopped_at: DateTime<Utc>,
    /// `None` if the number answered STOP.
    pub reason: Option<TextStopReason>,
}

impl ActiveModelBehavior for ActiveModel {}
