//! The query for the charts that need no action.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        Signer, member, patient,
        treatment::{Column, Entity},
        treatment_approval::{self, Column as Of},
    },
    ids::{MemberId, PatientId, TreatmentId},
};
use rust_decimal::Decimal;
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QuerySelect, Select,
    sea_query::{Expr, ExprTrait, Func, Query},
};

use crate::treatments::{is_selected, was_returned};
use people::{corrections::void_of_treatment, patients::with_person};

/// A chart that needs no action, with its person and its approval.
#[derive(FromQueryResult)]
pub(super) struct SettledRow {
    pub id: TreatmentId,
    pub person_id: PatientId,
    pub first_name: String,
    pub last_name: String,
    pub treatment_type: String,
    pub areas: Option<String>,
    pub units: Option<Decimal>,
    pub provider_id: MemberId,
    pub provider_name: String,
    pub created_at: DateTime<Utc>,
    pub approved_at: Option<DateTime<Utc>>,
    pub approved_by: Option<String>,
}

/// The charts of [`SettledRow`]s, in no order: those that were approved, those that the clinic's share leaves out, or both. Void
/// ones are left out.
pub(super) fn charts(is_approved: Option<bool>) -> Select<Entity> {
    let approved = Of::TreatmentId.is_not_null();
    let left_out = Of::TreatmentId.is_null().and(was_returned().not()).and(is_selected().not());
    let state = match is_approved {
        Some(true) => approved,
        Some(false) => left_out,
        None => approved.or(left_out),
    };
    let patient = Entity::belongs_to(patient::Entity).from(Column::PatientId).to(patient::Column::Id);
    let approval = Entity::belongs_to(treatment_approval::Entity).from(Column::Id).to(Of::TreatmentId);
    let name = |signer: Expr, id| Func::coalesce([signer, member::Entity::name_of(id)]);
    let charts = Entity::find()
        .select_only()
        .columns([Column::Id, Column::ProviderId, Column::CreatedAt])
        .columns([Column::TreatmentType, Column::Areas, Column::Units])
        .column(Of::ApprovedAt)
        .expr_as(name(Signer::name_in(Column::Signer), Column::ProviderId.into_expr()), "provider_name")
        .expr_as(name(Signer::name_in(Of::Signer), Of::DirectorId.into_expr()), "approved_by")
        .join(JoinType::InnerJoin, patient.into())
        .join(JoinType::LeftJoin, approval.into())
        .filter(state)
        .filter(Expr::not_exists(void_of_treatment()));
    with_person(charts)
}

/// The charts after the one with this id in the list.
pub(super) fn after(charts: Select<Entity>, last: i64) -> Select<Entity> {
    let place =
        Query::select().columns([Column::CreatedAt, Column::Id]).from(Entity).and_where(Column::Id.eq(last)).take();
    charts.filter(Expr::tuple([Column::CreatedAt, Column::Id].map(ColumnTrait::into_expr)).lt(place))
}
