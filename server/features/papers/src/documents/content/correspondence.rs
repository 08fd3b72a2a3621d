//! The records around a patient's visits, in an export for other programs: messages, reminders, follow-ups, the waitlist
//! and online bookings.

use entity::{
    clinic::{appointment, contact_preference, follow_up, message, online_booking, patient, waitlist_entry},
    ids::PatientId,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use serde_json::{Value, json};

use super::{at, day, hex};
use base::error::Result;
use tenancy::ClinicTx;

/// The messages to a patient as they were sent, without the patient's own links, the oldest first.
pub(super) async fn messages(tx: &ClinicTx, id: PatientId) -> Result<Vec<Value>> {
    let theirs = message::Column::PatientId.in_subquery(patient::Entity::ids_of(id));
    let rows = message::Entity::find().filter(theirs).order_by_asc(message::Column::Id).all(tx).await?;
    let value = |row: message::Model| {
        json!({
            "kind": row.kind,
            "channel": row.channel,
            "status": row.status,
            "reason": row.reason,
            "due": at(row.due_at),
            "sent": row.sent_at.map(at),
            "subject": row.subject,
            "text": row.body,
        })
    };
    Ok(rows.into_iter().map(value).collect())
}

/// The follow-ups after visits, the oldest first.
pub(super) async fn follow_ups(tx: &ClinicTx, id: PatientId) -> Result<Vec<Value>> {
    let theirs = follow_up::Column::PatientId.in_subquery(patient::Entity::ids_of(id));
    let rows = follow_up::Entity::find().filter(theirs).order_by_asc(follow_up::Column::Id).all(tx).await?;
    let value = |row: follow_up::Model| {
        json!({
            "service": row.service,
            "due": day(row.due_on),
            "done": row.done_at.map(at),
            "by": row.done_by_name,
            "note": row.note,
        })
    };
    Ok(rows.into_iter().map(value).collect())
}

/// The patient's wishes about reminders of visits. Empty if nobody has stored any.
pub(super) async fn reminders(tx: &ClinicTx, id: PatientId) -> Result<Vec<Value>> {
    use contact_preference::{Column, Entity, Model};
    let theirs = Column::PatientId.in_subquery(patient::Entity::ids_of(id));
    let rows = Entity::find().filter(theirs).order_by_asc(Column::PatientId).all(tx).await?;
    let value = |row: Model| {
        json!({
            "email": row.email_reminders,
            "text": row.text_reminders,
            "changed": at(row.updated_at),
            "changed_by": row.updated_by_name,
        })
    };
    Ok(rows.into_iter().map(value).collect())
}

/// The patient's entries on the waitlist, the oldest first.
pub(super) async fn waitlist(tx: &ClinicTx, id: PatientId) -> Result<Vec<Value>> {
    use waitlist_entry::{Column, Entity, Model};
    let theirs = Column::PatientId.in_subquery(patient::Entity::ids_of(id));
    let rows = Entity::find().filter(theirs).order_by_asc(Column::Id).all(tx).await?;
    let value = |row: Model| {
        json!({
            "service": row.service,
            "status": row.status,
            "weekdays": row.weekdays,
            "part_of_day": row.part_of_day,
            "until": row.until.map(day),
            "note": row.note,
            "added": at(row.created_at),
            "added_by": row.created_by_name,
            "changed": at(row.updated_at),
            "changed_by": row.updated_by_name,
        })
    };
    Ok(rows.into_iter().map(value).collect())
}

/// The patient's online bookings, the oldest first: the confirmation, the accepted terms and the clinic's answer.
pub(super) async fn booked_online(tx: &ClinicTx, id: PatientId) -> Result<Vec<Value>> {
    use online_booking::{Column, Entity, Model};
    let visits = appointment::Entity::find()
        .select_only()
        .column(appointment::Column::Id)
        .filter(appointment::Column::PatientId.in_subquery(patient::Entity::ids_of(id)))
        .into_query();
    let theirs = Column::AppointmentId.in_subquery(visits);
    let rows = Entity::find().filter(theirs).order_by_asc(Column::AppointmentId).all(tx).await?;
    let value = |row: Model| {
        json!({
            "appointment": i64::from(row.appointment_id),
            "confirmed_by": row.channel,
            "accepted": at(row.accepted_at),
            "policy_version": row.policy_version,
            "policy_sha256": hex(row.policy_sha256.as_deref()),
            "answer": row.answer,
            "answered": row.answered_at.map(at),
            "answered_by": row.answered_by_name,
        })
    };
    Ok(rows.into_iter().map(value).collect())
}
