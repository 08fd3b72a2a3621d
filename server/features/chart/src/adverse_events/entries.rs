//! The entries that follow the report of an adverse event: follow-ups, corrections of the report, and a director's acknowledgment.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        adverse_event,
        adverse_event_entry::{ActiveModel, Column, Entity, Model},
    },
    ids::AdverseEventId,
    words::{AdverseEventEntryKind, AdverseEventStatus, Severity},
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::NotSet, ColumnTrait, EntityTrait, IntoActiveModel, PaginatorTrait, QueryFilter,
    QueryOrder,
};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    jobs::tell_directors,
    of_patient,
    report::refuse_past,
    wire::{AdverseEvent, AdverseEventCorrection, NewAdverseEventFollowUp},
};
use crate::treatments::Team;
use base::{
    error::{Error, OnConstraint, Result},
    permission::{AdverseEventAcknowledge, AdverseEventCreate, Permission},
};
use http_api::{Json, Path, fields::Day, state::App};
use people::patients;
use tenancy::{ClinicTx, Ctx, Done, Member, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(follow_up_adverse_event))
        .routes(routes!(correct_adverse_event))
        .routes(routes!(acknowledge_adverse_event))
}

/// Reads the report and locks its patient until the transaction ends, because entries are numbered one after the other.
async fn locked(tx: &ClinicTx, id: AdverseEventId) -> Result<adverse_event::Model> {
    let event = adverse_event::Entity::find_by_id(id).one(tx).await?.ok_or(Error::NotFound)?;
    patients::locked_person(tx, event.patient_id).await?;
    Ok(event)
}

/// An entry with only the fields that every kind has.
fn entry(event: AdverseEventId, kind: AdverseEventEntryKind, member: &Member, now: DateTime<Utc>) -> Model {
    Model {
        // The database assigns the id, and `keep` the number.
        id: 0.into(),
        number: 0,
        event_id: event,
        kind,
        status: None,
        severity: None,
        reason: None,
        text: None,
        follow_up_on: None,
        member_id: member.id,
        written_at: now,
        signer: member.signer(),
        content_digest: Vec::new(),
    }
}

/// Stores an entry as the next one of its event.
async fn keep(tx: &ClinicTx, event: &adverse_event::Model, mut row: Model) -> Result<Model> {
    let before = Entity::find().filter(Column::EventId.eq(event.id)).count(tx).await?;
    row.number = i32::try_from(before).unwrap_or(i32::MAX).saturating_add(1);
    row.content_digest = evidence::adverse_event_entry(&row, event).digest();
    let inserted = ActiveModel { id: NotSet, ..row.into_active_model() }.insert(tx).await;
    inserted.on_constraint("adverse_event_acknowledged", acknowledged)
}

async fn answer<P: Permission>(
    ctx: Ctx<P>,
    event: &adverse_event::Model,
    row: &Model,
) -> Result<Done<Json<AdverseEvent>>> {
    let subject = Subject::patient(event.patient_id).and(event.id);
    let subject = subject.signed("adverse_event_entry", row.id, &row.content_digest);
    let event = of_patient::one(&ctx.tx, &ctx.member, event.id).await?;
    ctx.done(subject, Json(event)).await
}

/// The severity according to the report and its corrections.
async fn severity(tx: &ClinicTx, event: &adverse_event::Model) -> Result<Severity> {
    let corrected = Entity::find()
        .filter(Column::EventId.eq(event.id))
        .filter(Column::Severity.is_not_null())
        .order_by_desc(Column::Number)
        .one(tx)
        .await?;
    Ok(corrected.and_then(|row| row.severity).unwrap_or(event.severity))
}

fn acknowledged() -> Error {
    Error::conflict("already_acknowledged", "A director has acknowledged this adverse event already.")
}

/// Writes how an adverse event goes on, or how it ended. An open status reopens an event that was over.
#[utoipa::path(post, path = "/api/adverse-events/{id}/follow-ups", tag = "adverse-events", params(("id" = i64, Path)), responses((status = OK, body = AdverseEvent)))]
async fn follow_up_adverse_event(
    ctx: Ctx<AdverseEventCreate>,
    Path(id): Path<AdverseEventId>,
    Json(new): Json<NewAdverseEventFollowUp>,
) -> Result<Done<Json<AdverseEvent>>> {
    let event = locked(&ctx.tx, id).await?;
    let is_over = matches!(new.status, AdverseEventStatus::Resolved | AdverseEventStatus::ResolvedWithSequelae);
    if is_over && new.follow_up_on.is_some() {
        return Err(Error::field("follow_up_on", "is for an event that goes on"));
    }
    refuse_past(new.follow_up_on, ctx.today())?;
    let row = Model {
        status: Some(new.status),
        text: Some(new.text.0),
        follow_up_on: new.follow_up_on.map(|Day(day)| day),
        ..entry(id, AdverseEventEntryKind::FollowUp, &ctx.member, ctx.now)
    };
    let row = keep(&ctx.tx, &event, row).await?;
    answer(ctx, &event, &row).await
}

/// Writes what is wrong in the report or in an entry. The report and the entry do not change. If the severity is higher than before,
/// every active Medical Director gets a mail.
#[utoipa::path(post, path = "/api/adverse-events/{id}/corrections", tag = "adverse-events", params(("id" = i64, Path)), responses((status = OK, body = AdverseEvent)))]
async fn correct_adverse_event(
    ctx: Ctx<AdverseEventCreate>,
    Path(id): Path<AdverseEventId>,
    Json(new): Json<AdverseEventCorrection>,
) -> Result<Done<Json<AdverseEvent>>> {
    let event = locked(&ctx.tx, id).await?;
    let row = Model {
        reason: Some(new.reason.0),
        text: Some(new.text.0),
        severity: new.severity,
        ..entry(id, AdverseEventEntryKind::Correction, &ctx.member, ctx.now)
    };
    let former = severity(&ctx.tx, &event).await?;
    let row = keep(&ctx.tx, &event, row).await?;
    if row.severity.is_some_and(|severity| severity.rank() > former.rank()) {
        tell_directors(ctx.work(), id, Some(row.id)).await?;
    }
    answer(ctx, &event, &row).await
}

/// Writes that a director has seen an adverse event. Directors may acknowledge their own report only if the clinic has no other
/// active director.
#[utoipa::path(post, path = "/api/adverse-events/{id}/acknowledge", tag = "adverse-events", params(("id" = i64, Path)), responses((status = OK, body = AdverseEvent)))]
async fn acknowledge_adverse_event(
    ctx: Ctx<AdverseEventAcknowledge>,
    Path(id): Path<AdverseEventId>,
) -> Result<Done<Json<AdverseEvent>>> {
    let event = locked(&ctx.tx, id).await?;
    if is_refused(&Team::load(&ctx.tx).await?, &ctx.member, &event) {
        return Err(Error::Refused {
            code: "own_report",
            sentence: "This is your own report. Another director of the clinic must acknowledge it.",
        });
    }
    let is_acknowledgement = Column::Kind.eq(AdverseEventEntryKind::Acknowledgement);
    let before = Entity::find().filter(Column::EventId.eq(id)).filter(is_acknowledgement);
    if before.one(&ctx.tx).await?.is_some() {
        return Err(acknowledged());
    }
    let row = entry(id, AdverseEventEntryKind::Acknowledgement, &ctx.member, ctx.now);
    let row = keep(&ctx.tx, &event, row).await?;
    answer(ctx, &event, &row).await
}

fn is_refused(team: &Team, member: &Member, event: &adverse_event::Model) -> bool {
    event.reported_by == member.id && team.has_director_beside(member.id)
}
