//! The calls about the messages around the visits of one service of the catalogue.

use axum::extract::State;
use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        service,
        service_message::{Column, Entity, Model},
    },
    ids::ServiceId,
    words::{MessageChannel, MessageKind, Module},
};
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, QuerySelect};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    send,
    service_rules::default_rules,
    settings_change::PlanVisits,
    template_api::{MessagePreview, example, preview},
    templates::Values,
};
use base::{
    error::{Error, OnConstraint, Result},
    permission::{ClinicSettingsRead, ClinicSettingsWrite},
};
use http_api::{Computed, IfMatch, Json, Path, SentBack, fields::Note, page, state::App};
use practice::{
    billing,
    settings::{IntegerBetween, require_module},
};
use tenancy::{Change, Ctx, Done, LoggedField, Subject, on_or_off};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_service_messages))
        .routes(routes!(update_service_messages))
        .routes(routes!(preview_aftercare))
}

/// How long the text after a visit may be.
const LONGEST: usize = 4_000;

/// The messages around the visits of a service.
#[derive(Debug, Serialize, ToSchema)]
struct ServiceMessages {
    service_id: ServiceId,
    /// The name of the service.
    service: String,
    /// Whether patients are reminded of a visit, by mail and text, as the clinic's settings say.
    reminder: bool,
    /// The text that is mailed when a visit is completed; null: none.
    aftercare: Option<String>,
    /// After how many weeks a patient without a later visit is reminded to book the next one; null: never.
    recall_weeks: Option<i32>,
    /// How many days after a completed visit a follow-up is due; null: as the clinic's settings say.
    follow_up_days: Option<i32>,
    /// No follow-up is due, whatever the clinic's settings say.
    no_follow_up: bool,
    /// For `If-Match`; 0 while nothing was changed.
    version: i32,
    updated_at: Option<DateTime<Utc>>,
    updated_by: Option<String>,
}

impl ServiceMessages {
    fn new(service: &service::Model, row: Option<Model>) -> Self {
        let updated = row.as_ref().map(|row| (row.updated_at, row.updated_by_name.clone()));
        let (updated_at, updated_by) = updated.unzip();
        Self {
            service_id: service.id,
            service: service.name.clone(),
            reminder: row.as_ref().is_none_or(|row| row.reminder),
            recall_weeks: row.as_ref().and_then(|row| row.recall_weeks),
            follow_up_days: row.as_ref().and_then(|row| row.follow_up_days),
            no_follow_up: row.as_ref().is_some_and(|row| row.no_follow_up),
            version: row.as_ref().map_or(0, |row| row.version),
            aftercare: row.and_then(|row| row.aftercare),
            updated_at,
            updated_by,
        }
    }
}

/// The complete rules of a service.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewServiceMessages {
    reminder: bool,
    /// Plain text of at most 4,000 characters. The body may say what was done; the subject never does.
    aftercare: Option<Note>,
    #[schema(value_type = Option<i32>, minimum = 1, maximum = 104)]
    recall_weeks: Option<IntegerBetween<1, 104>>,
    #[schema(value_type = Option<i32>, minimum = 1, maximum = 365)]
    follow_up_days: Option<IntegerBetween<1, 365>>,
    /// Not together with `follow_up_days`.
    #[serde(default)]
    no_follow_up: bool,
}

impl Computed for NewServiceMessages {
    const COMPUTED: &'static [&'static str] = &["service_id", "service", "version", "updated_at", "updated_by"];
}

/// A text to preview.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AftercareText {
    aftercare: Note,
}

fn checked(Note(text): Note) -> Result<String> {
    if text.chars().count() > LONGEST {
        return Err(Error::field("aftercare", "must be at most 4,000 characters"));
    }
    Ok(text)
}

/// Lists the messages around the visits of each service that can be chosen, in the order of the catalogue.
#[utoipa::path(get, path = "/api/messages/services", tag = "messages", responses((status = OK, body = Vec<ServiceMessages>)))]
async fn list_service_messages(ctx: Ctx<ClinicSettingsRead>) -> Result<Done<Json<Vec<ServiceMessages>>>> {
    require_module(&ctx.tx, Module::Services).await?;
    let services = service::Entity::active().all(&ctx.tx).await?;
    let rows = Entity::find().all(&ctx.tx).await?;
    let row = |id| rows.iter().find(|row| row.service_id == id).cloned();
    let list = services.iter().map(|service| ServiceMessages::new(service, row(service.id))).collect();
    ctx.done(Subject::nobody(), Json(list)).await
}

/// Changes the messages around the visits of a service. With `If-Match` it changes only that version.
#[utoipa::path(put, path = "/api/messages/services/{id}", tag = "messages", request_body = NewServiceMessages, params(("id" = i64, Path), IfMatch),
    responses((status = OK, body = ServiceMessages)))]
async fn update_service_messages(
    ctx: Ctx<ClinicSettingsWrite>,
    Path(id): Path<ServiceId>,
    if_match: IfMatch,
    SentBack(new): SentBack<NewServiceMessages>,
) -> Result<Done<Json<ServiceMessages>>> {
    require_module(&ctx.tx, Module::Services).await?;
    let service = service::Entity::find_by_id(id).one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    let found = Entity::find_by_id(id).lock_exclusive().one(&ctx.tx).await?;
    let before = found.clone().unwrap_or_else(|| default_rules(id, ctx.now, ctx.member.id));
    if_match.require(before.version)?;
    if new.no_follow_up && new.follow_up_days.is_some() {
        return Err(Error::field("follow_up_days", "must be empty where there is no follow-up"));
    }
    let after = Model {
        reminder: new.reminder,
        aftercare: new.aftercare.map(checked).transpose()?,
        recall_weeks: new.recall_weeks.map(|IntegerBetween(weeks)| weeks),
        follow_up_days: new.follow_up_days.map(|IntegerBetween(days)| days),
        no_follow_up: new.no_follow_up,
        version: before.version + 1,
        updated_at: ctx.now,
        updated_by: ctx.member.id,
        updated_by_name: ctx.member.full_name(),
        ..before.clone()
    };
    let row = after.into_active_model().reset_all();
    let row = match found {
        Some(_) => row.update(&ctx.tx).await?,
        // Fails if somebody else inserted the first row at the same moment.
        None => row.insert(&ctx.tx).await.on_constraint("service_message_pkey", || Error::Stale)?,
    };
    if !page::fits(&ctx.tx, Entity::find(), [Column::Aftercare]).await? {
        return Err(Error::conflict("too_much_text", "The texts of all services together are too long. Shorten one."));
    }
    outbox::enqueue(&ctx.tx, ctx.clinic.id, ctx.now, &PlanVisits { afresh: false }).await?;
    let subject = Subject::object(id).changed(Change::list(&before, &row, logged));
    ctx.done(subject, Json(ServiceMessages::new(&service, Some(row)))).await
}

/// The fields for the activity log, without the text itself.
fn logged(row: &Model) -> [LoggedField; 5] {
    [
        ("reminder", on_or_off(row.reminder)),
        ("aftercare", on_or_off(row.aftercare.is_some())),
        ("recall_weeks", row.recall_weeks.map(|weeks| weeks.to_string())),
        ("follow_up_days", row.follow_up_days.map(|days| days.to_string())),
        ("no_follow_up", on_or_off(row.no_follow_up)),
    ]
}

/// Shows the mail with this text, filled in for a made-up visit. Saves nothing.
#[utoipa::path(post, path = "/api/messages/services/{id}/preview", tag = "messages", params(("id" = i64, Path)),
    responses((status = OK, body = MessagePreview)))]
async fn preview_aftercare(
    State(app): State<App>,
    ctx: Ctx<ClinicSettingsWrite>,
    Path(id): Path<ServiceId>,
    Json(text): Json<AftercareText>,
) -> Result<Done<Json<MessagePreview>>> {
    require_module(&ctx.tx, Module::Services).await?;
    service::Entity::find_by_id(id).one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    let words = send::words(&ctx.tx, MessageKind::Aftercare, MessageChannel::Email).await?;
    let values = Values { aftercare: checked(text.aftercare)?, ..example(&app, &ctx.clinic, ctx.now) };
    let is_on_trial = billing::is_on_trial(ctx.work()).await?;
    ctx.done(Subject::object(id), Json(preview(words, &values, is_on_trial))).await
}
