use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

use crate::ids::{MemberId, PatientId};
use crate::words::{ActorKind, Outcome};

/// Who did or tried what, whose data it touched, when and from where.
#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "audit")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub at: DateTime<Utc>,
    pub request_id: Uuid,
    pub member_id: Option<MemberId>,
    pub actor: ActorKind,
    pub role: Option<String>,
    pub action: String,
    pub outcome: Outcome,
    pub patient_ids: Vec<PatientId>,
    pub object_ids: Vec<i64>,
    pub ip: String,
    pub user_agent: String,
    /// The member's name at that moment.
    pub actor_name: Option<String>,
    /// The member's license at that moment.
    #[sea_orm(column_name = "actor_licence")]
    pub actor_license: Option<String>,
    /// What changed and what was signed, as JSON; none when there is nothing more.
    pub detail: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}
