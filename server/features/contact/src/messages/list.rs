//! The messages that a patient was sent.

use axum::http::HeaderMap;
use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        message::{Column, Entity, Model},
        patient,
    },
    ids::{AppointmentId, ConsentId, PatientId},
    words::{MessageChannel, MessageKind, MessageReason, MessageStatus},
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, sea_query::Order};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{error::Result, permission::MessageRead};
use http_api::{
    Json, Page, Path, Query,
    page::{PageRows, fetch_page, key, next_link, octets},
    state::App,
};
use people::patients;
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_patient_messages))
}

/// How many messages a page shows by default.
const DEFAULT_LIMIT: u64 = 50;

/// A message to a patient.
#[derive(Debug, Serialize, ToSchema)]
struct PatientMessage {
    id: i64,
    kind: MessageKind,
    channel: MessageChannel,
    status: MessageStatus,
    /// Why the message was dropped, or failed.
    reason: Option<MessageReason>,
    appointment_id: Option<AppointmentId>,
    /// Set for a reminder of a form.
    consent_id: Option<ConsentId>,
    /// When the visit starts, as the message says; for a reminder of a form, when the form was issued.
    starts_at: DateTime<Utc>,
    due_at: DateTime<Utc>,
    sent_at: Option<DateTime<Utc>>,
    /// The subject as sent; null before that, and for a text.
    subject: Option<String>,
    /// The body as sent, without the patient's own link; null before that.
    body: Option<String>,
}

impl From<Model> for PatientMessage {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            kind: row.kind,
            channel: row.channel,
            status: row.status,
            reason: row.reason,
            appointment_id: row.appointment_id,
            consent_id: row.consent_id,
            starts_at: row.starts_at,
            due_at: row.due_at,
            sent_at: row.sent_at,
            subject: row.subject,
            body: row.body,
        }
    }
}

/// Lists the messages to a patient, the newest first; a page has at most 1 MB. The Link header leads to the next page.
#[utoipa::path(get, path = "/api/patients/{id}/messages", tag = "messages", params(("id" = i64, Path), Page),
    responses((status = OK, body = Vec<PatientMessage>)))]
async fn list_patient_messages(
    ctx: Ctx<MessageRead>,
    Path(id): Path<PatientId>,
    Query(page): Query<Page>,
) -> Result<Done<(HeaderMap, Json<Vec<PatientMessage>>)>> {
    patients::existing(&ctx.tx, id).await?;
    let mut wanted = Entity::find().filter(Column::PatientId.in_subquery(patient::Entity::ids_of(id)));
    if let Some(last) = page.after {
        wanted = wanted.filter(Column::Id.lt(last));
    }
    let texts = [octets(Column::Subject), octets(Column::Body)];
    let order = [key(Column::Id, Order::Desc)];
    let PageRows { rows, has_next }: PageRows<Model> =
        fetch_page(&ctx.tx, wanted, order, texts, page.limit_or(DEFAULT_LIMIT)).await?;
    let last = rows.last().filter(|_| has_next).map(|row| row.id);
    let headers = next_link(&format!("/api/patients/{id}/messages"), &page.query(), last)?;
    let messages = rows.into_iter().map(PatientMessage::from).collect();
    ctx.done(Subject::patient(id), (headers, Json(messages))).await
}
