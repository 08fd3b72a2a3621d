//! What the list of unfinished charts asks about treatments.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        patient,
        treatment::{Column, Entity},
        treatment_approval, treatment_return, treatment_return_answer,
    },
    ids::MemberId,
};
use sea_orm::{
    ColumnTrait,
    sea_query::{Expr, ExprTrait, Query, SelectStatement},
};

use people::corrections::void_of_treatment;

/// Selects the treatments that count, as entries of charts: the patient and the time.
pub fn chart_entries() -> SelectStatement {
    Query::select()
        .column((Entity, Column::PatientId))
        .expr_as(Column::CreatedAt.into_expr(), "at")
        .from(Entity)
        .and_where(Expr::not_exists(void_of_treatment()))
        .take()
}

/// Selects the open treatments that were returned until a time and have no answer: of one provider, or of everybody.
pub fn returned_unanswered(provider: Option<MemberId>, until: DateTime<Utc>) -> SelectStatement {
    use treatment_return::{Column as Of, Entity as Returns};
    let answer = treatment_return_answer::Column::ReturnId.into_expr().equals((Returns, Of::Id));
    let answers = Query::select().expr(Expr::val(1)).from(treatment_return_answer::Entity).and_where(answer).take();
    let approval = treatment_approval::Column::TreatmentId.into_expr().equals((Entity, Column::Id));
    let approvals = Query::select().expr(Expr::val(1)).from(treatment_approval::Entity).and_where(approval).take();
    Query::select()
        .expr_as(Expr::Constant("returned".into()), "kind")
        .column((Entity, Column::Id))
        .expr_as(patient::Entity::person(), "person_id")
        .expr_as(Column::ProviderId.into_expr(), "member_id")
        .expr_as(Column::TreatmentType.into_expr(), "what")
        .expr_as(Of::ReturnedAt.into_expr(), "since")
        .from(Returns)
        .inner_join(Entity, Column::Id.into_expr().equals((Returns, Of::TreatmentId)))
        .inner_join(patient::Entity, patient::Column::Id.into_expr().equals((Entity, Column::PatientId)))
        .and_where(Of::ReturnedAt.lte(until))
        .and_where_option(provider.map(|provider| Column::ProviderId.eq(provider)))
        .and_where(Expr::not_exists(answers))
        .and_where(Expr::not_exists(void_of_treatment()))
        .and_where(Expr::not_exists(approvals))
        .take()
}
