//! Texts from people to the clinic that are not keywords to stop or start texts. Each is a message for the desk, which answers or
//! closes it.

use std::collections::HashMap;

use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        inbound_text::{ActiveModel, Column, Entity, Model},
        patient,
    },
    ids::{InboundTextId, PatientId},
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder,
    QuerySelect, sea_query::OnConflict,
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{
    error::{Error, Result},
    permission::{MessageRead, MessageSend},
    phone,
};
use http_api::{Json, Path, state::App};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_inbound_texts))
        .routes(routes!(close_inbound_text))
        .routes(routes!(reopen_inbound_text))
}

/// The list has no pages.
const MAX_ROWS: u64 = 200;
/// The most characters that are kept: as many as the provider delivers in one text.
const LONGEST: usize = 1_600;

/// A text as the provider reports it.
pub(super) struct Text<'a> {
    pub reference: &'a str,
    pub number: &'a str,
    pub body: &'a str,
    pub pictures: i32,
}

/// Stores a text, once. A text to a number of several clinics stays hidden until the right clinic is known.
pub(super) async fn insert(
    tx: &ClinicTx,
    text: &Text<'_>,
    shared_number: Option<&str>,
    received_at: DateTime<Utc>,
) -> Result<()> {
    let kept = |letter: &char| !letter.is_control() || *letter == '\n';
    let row = ActiveModel {
        provider_ref: Set(text.reference.chars().take(100).collect()),
        number: Set(text.number.chars().take(40).collect()),
        body: Set(text.body.chars().filter(kept).take(LONGEST).collect()),
        pictures: Set(text.pictures),
        received_at: Set(received_at),
        shared_number: Set(shared_number.map(ToOwned::to_owned)),
        ..Default::default()
    };
    let there = OnConflict::column(Column::ProviderRef).do_nothing().to_owned();
    Entity::insert(row).on_conflict(there).exec_without_returning(tx).await?;
    Ok(())
}

/// A text from a person that nobody has closed yet.
#[derive(Debug, Serialize, ToSchema)]
pub struct InboundText {
    id: InboundTextId,
    number: String,
    /// The patients with this number; several if a family shares it.
    patients: Vec<TextSender>,
    body: String,
    /// How many pictures came with the text. They are not kept.
    pictures: i32,
    received_at: DateTime<Utc>,
}

impl InboundText {
    /// The patients who may have sent the text.
    pub fn patients(&self) -> impl Iterator<Item = PatientId> {
        self.patients.iter().map(|patient| patient.patient_id)
    }
}

/// A patient whose number the text came from.
#[derive(Debug, Clone, Serialize, ToSchema)]
struct TextSender {
    patient_id: PatientId,
    first_name: String,
    last_name: String,
}

/// Lists the texts from people that are not closed yet, the latest first; at most 200.
#[utoipa::path(get, path = "/api/messages/texts", tag = "messages", responses((status = OK, body = Vec<InboundText>)))]
async fn list_inbound_texts(ctx: Ctx<MessageRead>) -> Result<Done<Json<Vec<InboundText>>>> {
    let texts = inbound_texts(&ctx.tx, MAX_ROWS).await?;
    let subject = Subject::patients(texts.iter().flat_map(InboundText::patients));
    ctx.done(subject, Json(texts)).await
}

/// The texts that nobody has closed, the latest first.
pub async fn inbound_texts(tx: &ClinicTx, limit: u64) -> Result<Vec<InboundText>> {
    let open = Entity::find().filter(Column::ClosedAt.is_null()).filter(Column::SharedNumber.is_null());
    let rows = open.order_by_desc(Column::Id).limit(limit).all(tx).await?;
    let senders = senders(tx, &rows).await?;
    let texts = rows.into_iter().map(|row| InboundText {
        id: row.id,
        patients: senders.get(&row.number).cloned().unwrap_or_default(),
        number: row.number,
        body: row.body,
        pictures: row.pictures,
        received_at: row.received_at,
    });
    Ok(texts.collect())
}

async fn senders(tx: &ClinicTx, rows: &[Model]) -> Result<HashMap<String, Vec<TextSender>>> {
    let national = |number: &str| phone::national(&phone::digits(number)).to_owned();
    let digits = rows.iter().flat_map(|row| [phone::digits(&row.number), national(&row.number)]);
    let those = patient::Entity::find()
        .filter(patient::Column::PhoneDigits.is_in(digits))
        .filter(patient::Column::MergedInto.is_null())
        .order_by_asc(patient::Column::Id)
        .all(tx)
        .await?;
    let mut found: HashMap<String, Vec<TextSender>> = HashMap::new();
    for row in rows {
        let has_it = |patient: &&patient::Model| {
            patient.phone_digits.as_deref().map(phone::national) == Some(national(&row.number).as_str())
        };
        let senders = those.iter().filter(has_it).map(|patient| TextSender {
            patient_id: patient.id,
            first_name: patient.first_name.clone(),
            last_name: patient.last_name.clone(),
        });
        found.insert(row.number.clone(), senders.collect());
    }
    Ok(found)
}

/// Closes a text that was answered or needs no answer. Repeating the call changes nothing.
#[utoipa::path(post, path = "/api/messages/texts/{id}/close", tag = "messages", params(("id" = i64, Path)),
    responses((status = NO_CONTENT)))]
async fn close_inbound_text(ctx: Ctx<MessageSend>, Path(id): Path<InboundTextId>) -> Result<Done<StatusCode>> {
    let row = locked(&ctx.tx, id).await?;
    if row.closed_at.is_none() {
        let mut row = row.into_active_model();
        row.closed_at = Set(Some(ctx.now));
        row.closed_by = Set(Some(ctx.member.id));
        row.closed_by_name = Set(Some(ctx.member.full_name()));
        row.update(&ctx.tx).await?;
    }
    ctx.done(Subject::object(id), StatusCode::NO_CONTENT).await
}

/// Reopens a closed text. Changes nothing if it is open.
#[utoipa::path(post, path = "/api/messages/texts/{id}/reopen", tag = "messages", params(("id" = i64, Path)),
    responses((status = NO_CONTENT)))]
async fn reopen_inbound_text(ctx: Ctx<MessageSend>, Path(id): Path<InboundTextId>) -> Result<Done<StatusCode>> {
    let mut row = locked(&ctx.tx, id).await?.into_active_model();
    row.closed_at = Set(None);
    row.closed_by = Set(None);
    row.closed_by_name = Set(None);
    row.update(&ctx.tx).await?;
    ctx.done(Subject::object(id), StatusCode::NO_CONTENT).await
}

async fn locked(tx: &ClinicTx, id: InboundTextId) -> Result<Model> {
    let shown = Entity::find_by_id(id).filter(Column::SharedNumber.is_null());
    shown.lock_exclusive().one(tx).await?.ok_or(Error::NotFound)
}
