//! Creates the follow-up of a visit, in the transaction that completes the visit.

use chrono::Days;
use entity::{
    clinic::{
        appointment,
        follow_up::{ActiveModel, Column, Entity},
    },
    words::AppointmentStatus,
};
use sea_orm::{ActiveValue::Set, ColumnTrait, EntityTrait, QueryFilter, sea_query::OnConflict};

use crate::messages;
use base::error::Result;
use tenancy::Work;

/// Creates the follow-up of a completed visit, or removes that of a reopened visit. A completed follow-up stays.
pub async fn note_completion(work: Work<'_>, visit: &appointment::Model) -> Result<()> {
    let Work { tx, now, .. } = work;
    if visit.status != AppointmentStatus::Completed {
        let undone = Entity::delete_many().filter(Column::AppointmentId.eq(visit.id)).filter(Column::DoneAt.is_null());
        undone.exec(tx).await?;
        return Ok(());
    }
    let Some(days) = messages::follow_up_days(tx, visit.service_id).await? else { return Ok(()) };
    let day = work.day_of(visit.starts_at);
    let row = ActiveModel {
        patient_id: Set(visit.patient_id),
        appointment_id: Set(visit.id),
        service: Set(visit.service.clone()),
        due_on: Set(day.checked_add_days(Days::new(days.unsigned_abs().into())).unwrap_or(day)),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    };
    let keep_existing = OnConflict::column(Column::AppointmentId).do_nothing().to_owned();
    Entity::insert(row).on_conflict(keep_existing).exec_without_returning(tx).await?;
    Ok(())
}
