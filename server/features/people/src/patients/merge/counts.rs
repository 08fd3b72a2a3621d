//! How much was recorded about patients, by kind.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{appointment, clinical_answer, consent, estimate, exam, loyalty_entry, patient_note, treatment},
    ids::PatientId,
    words::NoteKind,
};
use sea_orm::{
    ColumnTrait, DbBackend, FromQueryResult, StatementBuilder,
    sea_query::{Asterisk, Expr, ExprTrait, Func, Query, SelectStatement},
};
use serde::Serialize;
use utoipa::ToSchema;

use base::error::{Error, Result};
use tenancy::ClinicTx;

/// How much was recorded about a patient, by kind.
#[derive(Debug, Serialize, ToSchema, FromQueryResult)]
pub(super) struct RecordCounts {
    appointments: i64,
    exams: i64,
    treatments: i64,
    consents: i64,
    estimates: i64,
    notes: i64,
    alerts: i64,
    /// Answers about allergies, medications, conditions and pregnancy.
    clinical_answers: i64,
    loyalty_entries: i64,
    points: i64,
}

impl RecordCounts {
    /// Counts what was recorded under these ids, since that time or ever.
    pub(super) async fn load(tx: &ClinicTx, ids: &[PatientId], since: Option<DateTime<Utc>>) -> Result<Self> {
        let counts = Self::find_by_statement(StatementBuilder::build(&counts(ids, since), &DbBackend::Postgres));
        counts.one(tx).await?.ok_or_else(|| Error::Internal("a count left no row".to_owned()))
    }
}

/// The count of each kind in one row.
fn counts(ids: &[PatientId], since: Option<DateTime<Utc>>) -> SelectStatement {
    use loyalty_entry::Column as Loyalty;
    use patient_note::Column::{CreatedAt, Kind, PatientId, RemovedAt};
    let present = |kind: NoteKind| {
        rows(PatientId, CreatedAt, ids, since).and_where(Kind.eq(kind)).and_where(RemovedAt.is_null()).take()
    };
    let points = Func::coalesce([Loyalty::Points.sum(), Expr::val(0)]);
    let mut estimates = rows(estimate::Column::PatientId, estimate::Column::CreatedAt, ids, since);
    let counted = [
        ("appointments", rows(appointment::Column::PatientId, appointment::Column::CreatedAt, ids, since)),
        ("exams", rows(exam::Column::PatientId, exam::Column::CreatedAt, ids, since)),
        ("treatments", rows(treatment::Column::PatientId, treatment::Column::CreatedAt, ids, since)),
        ("consents", rows(consent::Column::PatientId, consent::Column::IssuedAt, ids, since)),
        // The first version of each estimate.
        ("estimates", estimates.and_where(estimate::Column::RootId.is_null()).take()),
        ("notes", present(NoteKind::Note)),
        ("alerts", present(NoteKind::Alert)),
        ("clinical_answers", rows(clinical_answer::Column::PatientId, clinical_answer::Column::AskedAt, ids, since)),
        ("loyalty_entries", rows(Loyalty::PatientId, Loyalty::CreatedAt, ids, since)),
    ];
    let counted = counted.map(|(name, mut rows)| (name, rows.expr(Expr::col(Asterisk).count()).take()));
    let points = rows(Loyalty::PatientId, Loyalty::CreatedAt, ids, since).expr(points).take();
    let one_row = Query::select().expr_as(points, "points").take();
    counted.into_iter().fold(one_row, |mut all, (name, count)| all.expr_as(count, name).take())
}

/// Selects the rows of a table that were recorded under these ids, since that time or ever.
fn rows<C: ColumnTrait>(patient_id: C, at: C, ids: &[PatientId], since: Option<DateTime<Utc>>) -> SelectStatement {
    Query::select()
        .from(patient_id.entity_name())
        .and_where(patient_id.is_in(ids.iter().copied()))
        .and_where_option(since.map(|since| at.gt(since)))
        .take()
}
