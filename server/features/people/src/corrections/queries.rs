//! Corrections as a part of the queries for exams and treatments, so that a record and its corrections are read in one
//! round trip.

use chrono::{DateTime, Utc};
use entity::clinic::{Signer, addendum, exam, record_void, treatment};
use sea_orm::{
    ColumnTrait, EntityTrait, FromQueryResult, IntoSimpleExpr, JoinType, QuerySelect, QueryTrait, RelationDef, Select,
    sea_query::{Alias, Expr, ExprTrait, IntoColumnRef, Query, SelectStatement},
};

use super::wire::Voided;

/// The corrections of a record, as columns of its row.
#[derive(Debug, Default, FromQueryResult)]
pub struct Corrections {
    void_signer: Option<Signer>,
    voided_at: Option<DateTime<Utc>>,
    void_reason: Option<String>,
    void_signature: Option<Vec<u8>>,
    /// How many addenda it has.
    pub addenda: i64,
}

impl Corrections {
    /// The length of the void's signature in bytes.
    #[must_use]
    pub fn signature_bytes(&self) -> usize {
        self.void_signature.as_ref().map_or(0, Vec::len)
    }

    /// Who voided the record, when and why. `None` if the record counts.
    #[must_use]
    pub fn voided(self) -> Option<Voided> {
        Some(Voided::of(self.void_signer?, self.voided_at?, self.void_reason?, self.void_signature.as_deref()))
    }
}

/// Adds the columns of [`Corrections`].
pub fn of_exams(exams: Select<exam::Entity>) -> Select<exam::Entity> {
    let void = exam::Entity::belongs_to(record_void::Entity).from(exam::Column::Id).to(record_void::Column::ExamId);
    with_columns(exams, void.into(), addendum::Column::ExamId, exam::Column::Id)
}

/// Adds the columns of [`Corrections`].
pub fn of_treatments(treatments: Select<treatment::Entity>) -> Select<treatment::Entity> {
    let void = treatment::Entity::belongs_to(record_void::Entity)
        .from(treatment::Column::Id)
        .to(record_void::Column::TreatmentId);
    with_columns(treatments, void.into(), addendum::Column::TreatmentId, treatment::Column::Id)
}

fn with_columns<E: EntityTrait>(
    records: Select<E>,
    void: RelationDef,
    of: addendum::Column,
    id: impl ColumnTrait,
) -> Select<E> {
    let addenda = Query::select()
        .expr(addendum::Column::Id.count())
        .from(addendum::Entity)
        .and_where(of.into_simple_expr().eq(id.into_simple_expr()))
        .take();
    records
        .join(JoinType::LeftJoin, void)
        .column_as(record_void::Column::Signer, "void_signer")
        .column(record_void::Column::VoidedAt)
        .column_as(record_void::Column::Reason, "void_reason")
        .column_as(record_void::Column::Signature, "void_signature")
        .expr_as(Expr::from(addenda), "addenda")
}

/// Selects the void of the exam in a query, for `exists`.
pub fn void_of_exam() -> SelectStatement {
    void_of(record_void::Column::ExamId, (exam::Entity, exam::Column::Id))
}

/// Selects the void of an exam that has another name in the query, for `exists`.
pub fn void_of_exam_named(name: Alias) -> SelectStatement {
    void_of(record_void::Column::ExamId, (name, exam::Column::Id))
}

/// Selects the void of the treatment in a query, for `exists`.
pub fn void_of_treatment() -> SelectStatement {
    void_of(record_void::Column::TreatmentId, (treatment::Entity, treatment::Column::Id))
}

/// Selects the addenda of exams and those of treatments, each with the patient and the time.
pub fn addenda_by_patient() -> [SelectStatement; 2] {
    use addendum::{Column, Entity};
    let exam = Entity::belongs_to(exam::Entity).from(Column::ExamId).to(exam::Column::Id);
    let treatment = Entity::belongs_to(treatment::Entity).from(Column::TreatmentId).to(treatment::Column::Id);
    let of_exams = Entity::find().select_only().column(exam::Column::PatientId).join(JoinType::InnerJoin, exam.into());
    let of_treatments =
        Entity::find().select_only().column(treatment::Column::PatientId).join(JoinType::InnerJoin, treatment.into());
    [of_exams, of_treatments].map(|addenda| addenda.column_as(Column::CreatedAt, "at").into_query())
}

fn void_of(of: record_void::Column, id: impl IntoColumnRef) -> SelectStatement {
    let is_its = Expr::col((record_void::Entity, of)).equals(id);
    Query::select().expr(Expr::val(1)).from(record_void::Entity).and_where(is_its).take()
}
