//! The calls about recalls.

use axum::http::StatusCode;
use chrono::{DateTime, Days, NaiveDate, Utc};
use entity::{
    clinic::{appointment, recall_skip},
    ids::{AppointmentId, MemberId, PatientId, ServiceId},
    words::{AppointmentStatus, MessageReason, MessageStatus},
};
use sea_orm::{ActiveValue::Set, EntityTrait, sea_query::OnConflict};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    super::changes::note_completion,
    due::{DueRecall, due},
};
use base::{
    error::{Error, Result},
    permission::{AppointmentUpdate, MessageRead},
};
use http_api::{Json, Path, state::App};
use people::patients;
use tenancy::{Ctx, Done, Subject};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_recalls)).routes(routes!(skip_recall, unskip_recall))
}

/// A patient who has not come for this long after the recall was due has gone elsewhere. The list has no pages.
const LISTED_FOR: Days = Days::new(90);
const MAX_ROWS: u64 = 500;

/// A patient whose next visit of a service is due.
#[derive(Debug, Serialize, ToSchema)]
struct Recall {
    /// The last completed visit.
    appointment_id: AppointmentId,
    last_visit_at: DateTime<Utc>,
    patient_id: PatientId,
    first_name: String,
    last_name: String,
    phone: Option<String>,
    email: Option<String>,
    service_id: ServiceId,
    /// The name of the service.
    service: String,
    /// The provider of the last visit.
    provider_id: Option<MemberId>,
    /// The day on which the next visit became due.
    due_on: NaiveDate,
    /// The status of the mail; null if there was none.
    message_status: Option<MessageStatus>,
    message_reason: Option<MessageReason>,
    sent_at: Option<DateTime<Utc>>,
}

impl From<DueRecall> for Recall {
    fn from(row: DueRecall) -> Self {
        Self {
            appointment_id: row.appointment_id,
            last_visit_at: row.last_visit_at,
            patient_id: row.patient_id,
            first_name: row.first_name,
            last_name: row.last_name,
            phone: row.phone,
            email: row.email,
            service_id: row.service_id,
            service: row.service,
            provider_id: row.provider_id,
            due_on: row.due_on,
            message_status: row.message_status,
            message_reason: row.message_reason,
            sent_at: row.sent_at,
        }
    }
}

/// Lists the patients whose next visit became due within the last 90 days, the latest first and at most 500. A patient who books
/// leaves the list.
#[utoipa::path(get, path = "/api/messages/recalls", tag = "messages", responses((status = OK, body = Vec<Recall>)))]
async fn list_recalls(ctx: Ctx<MessageRead>) -> Result<Done<Json<Vec<Recall>>>> {
    let today = ctx.today();
    let rows = due(&ctx.tx, today - LISTED_FOR..=today, ctx.clinic.time_zone, MAX_ROWS, false).await?;
    let subject = Subject::patients(rows.iter().map(|row| row.patient_id));
    ctx.done(subject, Json(rows.into_iter().map(Recall::from).collect())).await
}

/// Skips a patient's recall this time; the next completed visit starts a new one. Repeating the call changes nothing.
#[utoipa::path(put, path = "/api/messages/recalls/{id}/skip", tag = "messages", params(("id" = i64, Path)),
    responses((status = NO_CONTENT)))]
async fn skip_recall(ctx: Ctx<AppointmentUpdate>, Path(id): Path<AppointmentId>) -> Result<Done<StatusCode>> {
    let visit = completed(&ctx, id).await?;
    let row = recall_skip::ActiveModel {
        appointment_id: Set(id),
        skipped_at: Set(ctx.now),
        skipped_by: Set(ctx.member.id),
        skipped_by_name: Set(ctx.member.full_name()),
    };
    let there = OnConflict::column(recall_skip::Column::AppointmentId).do_nothing().to_owned();
    recall_skip::Entity::insert(row).on_conflict(there).exec_without_returning(&ctx.tx).await?;
    // Drops a mail that waits for the end of the quiet hours.
    note_completion(ctx.work(), &visit).await?;
    let person = patients::person(&ctx.tx, visit.patient_id).await?.id;
    ctx.done(Subject::patient(person).and(id), StatusCode::NO_CONTENT).await
}

/// Takes back the skipping of a recall. Repeating the call changes nothing.
#[utoipa::path(delete, path = "/api/messages/recalls/{id}/skip", tag = "messages", params(("id" = i64, Path)),
    responses((status = NO_CONTENT)))]
async fn unskip_recall(ctx: Ctx<AppointmentUpdate>, Path(id): Path<AppointmentId>) -> Result<Done<StatusCode>> {
    let visit = completed(&ctx, id).await?;
    recall_skip::Entity::delete_by_id(id).exec(&ctx.tx).await?;
    let person = patients::person(&ctx.tx, visit.patient_id).await?.id;
    ctx.done(Subject::patient(person).and(id), StatusCode::NO_CONTENT).await
}

/// # Errors
/// [`Error::NotFound`] when there is no completed visit with this id.
async fn completed(ctx: &Ctx<AppointmentUpdate>, id: AppointmentId) -> Result<appointment::Model> {
    let visit = appointment::Entity::find_by_id(id).one(&ctx.tx).await?;
    visit.filter(|visit| visit.status == AppointmentStatus::Completed).ok_or(Error::NotFound)
}
