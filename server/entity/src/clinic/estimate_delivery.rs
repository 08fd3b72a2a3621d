use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    ids::{EstimateIssueId, MemberId},
    words::EstimateGiven,
};

/// That an issued version was given to the patient, and how.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "estimate_delivery")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub issue_id: EstimateIssueId,
    pub how: EstimateGiven,
    pub given_at: DateTime<Utc>,
    /// None for what the server sent by itself.
    pub member_id: Option<MemberId>,
    /// Their name at that moment.
    pub member_name: Option<String>,
    /// Where it was sent, masked.
    pub address: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
