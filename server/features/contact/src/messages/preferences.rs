//! How a patient wants to be reminded of visits.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        contact_preference::{ActiveModel, Entity, Model},
        patient,
    },
    ids::PatientId,
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    features::patients,
    foundation::{
        error::Result,
        http::{IfMatch, Json, Path, Payload, fields::required},
        permission::{MessageRead, PatientUpdate},
        state::App,
        tenancy::{Change, Ctx, Done, Subject},
    },
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_contact_preferences, update_contact_preferences))
}

/// How a patient wants to be reminded of visits.
#[derive(Debug, Serialize, ToSchema)]
#[expect(clippy::struct_excessive_bools, reason = "each way is a wish of its own")]
struct ContactPreferences {
    email_reminders: bool,
    text_reminders: bool,
    /// Whether the patient may be mailed and texted at all, which is a part of the record; without that nothing is sent.
    may_email: bool,
    may_text: bool,
    /// For `If-Match`; 0 while nothing was changed.
    version: i32,
    #[schema(required)]
    updated_at: Option<DateTime<Utc>>,
    #[schema(required)]
    updated_by: Option<String>,
}

impl ContactPreferences {
    fn new(patient: &patient::Model, row: Option<Model>) -> Self {
        Self {
            email_reminders: row.as_ref().is_none_or(|row| row.email_reminders),
            text_reminders: row.as_ref().is_none_or(|row| row.text_reminders),
            may_email: patient.may_email,
            may_text: patient.may_text,
            version: row.as_ref().map_or(0, |row| row.version),
            updated_at: row.as_ref().map(|row| row.updated_at),
            updated_by: row.map(|row| row.updated_by_name),
        }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewContactPreferences {
    #[serde(deserialize_with = "required")]
    email_reminders: bool,
    #[serde(deserialize_with = "required")]
    text_reminders: bool,
}

impl Payload for NewContactPreferences {
    const IGNORED: &'static [&'static str] = &["may_email", "may_text", "version", "updated_at", "updated_by"];
}

/// Shows how a patient wants to be reminded of visits.
#[utoipa::path(get, path = "/api/patients/{id}/contact-preferences", tag = "messages", params(("id" = i64, Path)),
    responses((status = OK, body = ContactPreferences)))]
async fn show_contact_preferences(
    ctx: Ctx<MessageRead>,
    Path(id): Path<PatientId>,
) -> Result<Done<Json<ContactPreferences>>> {
    let patient = patients::existing(&ctx.tx, id).await?;
    let row = Entity::find_by_id(id).one(&ctx.tx).await?;
    ctx.done(Subject::patient(id), Json(ContactPreferences::new(&patient, row))).await
}

/// Changes how a patient wants to be reminded of visits. With `If-Match` it changes only that version.
#[utoipa::path(put, path = "/api/patients/{id}/contact-preferences", tag = "messages", params(("id" = i64, Path), IfMatch),
    responses((status = OK, body = ContactPreferences)))]
async fn update_contact_preferences(
    ctx: Ctx<PatientUpdate>,
    Path(id): Path<PatientId>,
    if_match: IfMatch,
    Json(new): Json<NewContactPreferences>,
) -> Result<Done<Json<ContactPreferences>>> {
    // The patient's lock, because there may be no row yet.
    let patient = patients::locked(&ctx.tx, id).await?;
    let before = Entity::find_by_id(id).one(&ctx.tx).await?;
    let former = ContactPreferences::new(&patient, before.clone());
    if_match.require(former.version)?;
    let row = ActiveModel {
        patient_id: Set(id),
        email_reminders: Set(new.email_reminders),
        text_reminders: Set(new.text_reminders),
        version: Set(former.version + 1),
        updated_at: Set(ctx.now),
        updated_by: Set(ctx.member.id),
        updated_by_name: Set(ctx.member.full_name()),
    };
    let row = if before.is_some() { row.update(&ctx.tx).await? } else { row.insert(&ctx.tx).await? };
    let wish = |field, from: bool, to: bool| Change::between(field, Some(in_words(from)), Some(in_words(to)));
    let changes = [
        wish("email_reminders", former.email_reminders, row.email_reminders),
        wish("text_reminders", former.text_reminders, row.text_reminders),
    ];
    let subject = Subject::patient(id).changed(changes.into_iter().flatten());
    ctx.done(subject, Json(ContactPreferences::new(&patient, Some(row)))).await
}

const fn in_words(is_wanted: bool) -> &'static str {
    if is_wanted { "on" } else { "off" }
}
