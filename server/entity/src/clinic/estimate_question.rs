use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::{
    Relation,
    ids::{EstimateIssueId, EstimateQuestionId, MemberId},
};

/// A patient's question about an issued version.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "estimate_question")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: EstimateQuestionId,
    pub issue_id: EstimateIssueId,
    pub asked_at: DateTime<Utc>,
    pub question: String,
    pub ip: String,
    pub user_agent: String,
    /// When a member marked the question as answered.
    pub answered_at: Option<DateTime<Utc>>,
    pub answered_by: Option<MemberId>,
    pub answered_by_name: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
