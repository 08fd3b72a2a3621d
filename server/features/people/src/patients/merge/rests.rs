//! Refuses to undo a merge if a treatment of one record was recorded with the exam of the other. After the undo the treatment
//! would have no exam, and its chart would show another person's.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{
        exam, record_void,
        treatment::{Column, Entity},
    },
    ids::PatientId,
};
use sea_orm::{ColumnTrait, EntityTrait, JoinType, QueryFilter, QueryOrder, QuerySelect, sea_query::ExprTrait};

use base::{date_format::full_date, error::Result};
use tenancy::ClinicTx;

/// Why a merge cannot be undone. `None` if no treatment on either side uses the other side's exam.
pub(super) async fn refusal(tx: &ClinicTx, all: &[PatientId], going: &[PatientId], zone: Tz) -> Result<Option<String>> {
    let resting = resting(tx, all, going).await?;
    let Some((kind, treated_at)) = resting.first() else { return Ok(None) };
    let day = full_date(*treated_at, zone);
    let others = match resting.len() - 1 {
        0 => String::new(),
        1 => " and one more".to_owned(),
        more => format!(" and {more} more"),
    };
    Ok(Some(format!(
        "A treatment of one record was recorded with the exam of the other: {kind} on {day}{others}. Void it first, and record it again with an exam of that patient's own."
    )))
}

/// The types and times of the treatments within one record that are not void and whose exam would be on the other side after an
/// undo, the first recorded first.
async fn resting(tx: &ClinicTx, all: &[PatientId], going: &[PatientId]) -> Result<Vec<(String, DateTime<Utc>)>> {
    let exam = Entity::belongs_to(exam::Entity).from(Column::ExamId).to(exam::Column::Id);
    let void = Entity::belongs_to(record_void::Entity).from(Column::Id).to(record_void::Column::TreatmentId);
    let goes = Column::PatientId.is_in(going.iter().copied());
    let resting = Entity::find()
        .select_only()
        .columns([Column::TreatmentType, Column::CreatedAt])
        .join(JoinType::InnerJoin, exam.into())
        .join(JoinType::LeftJoin, void.into())
        .filter(Column::PatientId.is_in(all.iter().copied()))
        .filter(goes.ne(exam::Column::PatientId.is_in(going.iter().copied())))
        .filter(record_void::Column::Id.is_null())
        .order_by_asc(Column::Id);
    Ok(resting.into_tuple().all(tx).await?)
}
