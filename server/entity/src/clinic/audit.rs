use chrono::{DateTime, Utc};
use sea_orm::{
    entity::prelude::*,
    sea_query::{ExprTrait, Func, SelectStatement, extension::postgres::PgBinOper},
};

use crate::{
    Relation,
    ids::{MemberId, PatientId},
    words::{ActorKind, Outcome},
};

/// An audit row: who did or tried what, whose data it touched, when and from where.
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
    /// The changes and the signed content, as JSON. `None` if there are none.
    pub detail: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}

impl Entity {
    /// The rows of an action that was done and concerned one of these patients.
    pub fn done(action: &'static str, patients: SelectStatement) -> Select<Self> {
        let patients = Func::cust("array").arg(patients);
        Self::find()
            .filter(Column::PatientIds.into_expr().binary(PgBinOper::Overlap, patients))
            .filter(Column::Action.eq(action))
            .filter(Column::Outcome.eq(Outcome::Done))
    }
}
