use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{EstimateIssueId, MemberId},
    words::EstimateGiven,
};

/// The delivery of an issued version to the patient.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "estimate_delivery")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub issue_id: EstimateIssueId,
    pub how: EstimateGiven,
    pub given_at: DateTime<Utc>,
    /// `None` if the server itself sent the version.
    pub member_id: Option<MemberId>,
    /// The member's name at that moment.
    pub member_name: Option<String>,
    /// The masked address of the delivery.
    pub address: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
