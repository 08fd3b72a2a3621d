//! Holding a time for a visitor, who then has some minutes to book it.

use axum::{extract::State, http::StatusCode};
use chrono::{DateTime, SubsecRound, Utc};
use entity::{
    clinic::booking_hold::{ActiveModel, Column, Entity, Model},
    ids::MemberId,
};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QuerySelect,
    sea_query::Expr,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    enter::{one_at_a_time, open},
    limits::{self, HELD_FOR, LONGEST},
    settings,
    times::{Choice, choice, free_times},
};
use base::error::{Error, OnConstraint, Result};
use crypto::token;
use http_api::{
    Json,
    fields::{Line, Token, in_our_time},
    state::App,
};
use practice::services::ChosenService;
use tenancy::{ClinicTx, Done, LINK_INVALID, Visitor};
use visits::appointments::{ProviderChoice, Slot, hold_provider};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(hold_booking_time))
}

/// A time that a visitor wants.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewHold {
    /// One of the offered services.
    service: Line,
    /// Default: any provider who is free then.
    provider_id: Option<MemberId>,
    /// One of the listed times.
    starts_at: Line,
    /// The token of a hold that moves to this time; its code stays valid.
    replaces: Option<Token>,
}

/// A time that is held.
#[derive(Debug, Serialize, ToSchema)]
struct BookingHold {
    /// The token with which the visitor books or moves the hold.
    token: String,
    service: String,
    starts_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
    /// The provider's name; null if the clinic chooses.
    provider_name: Option<String>,
    expires_at: DateTime<Utc>,
}

/// Holds a time for ten minutes. If somebody else has taken it meanwhile, the call is refused (409 `slot_taken`). Holds are
/// limited for each network and each clinic (429).
#[utoipa::path(post, path = "/api/book/holds", tag = "booking", responses((status = CREATED, body = BookingHold)))]
async fn hold_booking_time(
    State(app): State<App>,
    visitor: Visitor,
    Json(new): Json<NewHold>,
) -> Result<Done<(StatusCode, Json<BookingHold>)>> {
    let tx = open(&visitor).await?;
    one_at_a_time(&tx).await?;
    let settings = settings::current(&tx).await?;
    let choice = choice(&tx, &settings, &new.service.0, new.provider_id).await?;
    let starts_at = DateTime::parse_from_rfc3339(&new.starts_at.0)
        .map_err(|_| Error::field("starts_at", "must be a date and time, one of those that are listed"))?;
    in_our_time("starts_at", Some(starts_at))?;
    let starts_at = starts_at.to_utc().trunc_subsecs(6);
    // The former hold is released first, because it may overlap the new time.
    let former = match &new.replaces {
        Some(Token(token)) => Some((release(&tx, token, visitor.now).await?, token.clone())),
        None => None,
    };
    let network = limits::network(&app, &visitor);
    limits::check_hold(&tx, &network, visitor.now).await?;
    let (slot, provider) = free(&tx, &visitor, &settings, &choice, starts_at).await?;
    hold_provider(&tx, provider.id).await?;
    let place = HeldSlot { slot, provider: &provider, service: &choice.service };
    let (row, token) = match former {
        Some((row, token)) => (move_hold(&tx, row, &place, visitor.now).await?, token),
        None => add_hold(&tx, network, &place, visitor.now).await?,
    };
    let answer = BookingHold {
        token,
        service: row.service,
        starts_at: row.starts_at,
        ends_at: row.ends_at,
        provider_name: settings.chooses_provider.then_some(provider.name),
        expires_at: row.expires_at,
    };
    visitor.done_unaudited(tx, (StatusCode::CREATED, Json(answer))).await
}

/// The time, provider and service of a hold.
struct HeldSlot<'a> {
    slot: Slot,
    provider: &'a ProviderChoice,
    service: &'a ChosenService,
}

/// The hold with this token in any state, locked until the transaction ends.
///
/// # Errors
/// [`LINK_INVALID`] if the clinic has no such hold.
pub(super) async fn locked(tx: &ClinicTx, token: &str) -> Result<Model> {
    let found = Entity::find().filter(Column::TokenHash.eq(token::hash(token).to_vec())).lock_exclusive();
    Ok(found.one(tx).await?.ok_or(LINK_INVALID)?)
}

/// Refuses a hold that is not in force.
///
/// # Errors
/// `already_booked` if it was booked, `hold_expired` if it has ended.
pub(super) fn require_live(row: &Model, now: DateTime<Utc>) -> Result<()> {
    if row.appointment_id.is_some() {
        return Err(Error::conflict("already_booked", "This has been booked already."));
    }
    if row.released_at.is_some() || row.expires_at <= now {
        return Err(Error::conflict(
            "hold_expired",
            "This time is not held for you any more. Please choose a time again.",
        ));
    }
    Ok(())
}

/// Releases the time of a hold that is about to move.
async fn release(tx: &ClinicTx, token: &str, now: DateTime<Utc>) -> Result<Model> {
    let row = locked(tx, token).await?;
    if row.appointment_id.is_some() || row.created_at + LONGEST <= now {
        require_live(&row, now)?;
    }
    let mut released = row.into_active_model();
    released.released_at = Set(Some(now));
    Ok(released.update(tx).await?)
}

/// The time with the first provider of the list who is free then.
async fn free(
    tx: &ClinicTx,
    visitor: &Visitor,
    settings: &entity::clinic::booking_setting::Model,
    choice: &Choice,
    starts_at: DateTime<Utc>,
) -> Result<(Slot, ProviderChoice)> {
    let open = free_times(visitor.work(tx), settings, choice, starts_at, 1).await?;
    let found = open.times.into_iter().find(|(slot, _)| slot.starts_at == starts_at);
    let (slot, id) = found.ok_or_else(taken)?;
    let provider = choice.providers.iter().find(|provider| provider.id == id).cloned();
    Ok((slot, provider.ok_or_else(taken)?))
}

pub(super) fn taken() -> Error {
    Error::conflict("slot_taken", "This time has just been taken. Please choose another one.")
}

/// Marks expired holds as released, so that the constraint ignores them.
async fn release_expired(tx: &ClinicTx, provider: MemberId, now: DateTime<Utc>) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::ReleasedAt, Expr::value(now))
        .filter(Column::ProviderId.eq(provider))
        .filter(Column::ReleasedAt.is_null())
        .filter(Column::ExpiresAt.lte(now))
        .exec(tx)
        .await?;
    Ok(())
}

async fn add_hold(tx: &ClinicTx, network: String, place: &HeldSlot<'_>, now: DateTime<Utc>) -> Result<(Model, String)> {
    release_expired(tx, place.provider.id, now).await?;
    let token = token::random();
    let row = ActiveModel {
        token_hash: Set(token::hash(&token).to_vec()),
        network: Set(network),
        provider_id: Set(place.provider.id),
        service: Set(place.service.name.clone()),
        service_id: Set(place.service.id),
        starts_at: Set(place.slot.starts_at),
        ends_at: Set(place.slot.ends_at),
        created_at: Set(now),
        expires_at: Set(now + HELD_FOR),
        ..Default::default()
    };
    Ok((row.insert(tx).await.on_constraint("booking_hold_free", taken)?, token))
}

async fn move_hold(tx: &ClinicTx, row: Model, place: &HeldSlot<'_>, now: DateTime<Utc>) -> Result<Model> {
    release_expired(tx, place.provider.id, now).await?;
    let latest = row.created_at + LONGEST;
    let mut moved = row.into_active_model();
    moved.provider_id = Set(place.provider.id);
    moved.service = Set(place.service.name.clone());
    moved.service_id = Set(place.service.id);
    moved.starts_at = Set(place.slot.starts_at);
    moved.ends_at = Set(place.slot.ends_at);
    moved.released_at = Set(None);
    moved.expires_at = Set((now + HELD_FOR).min(latest));
    moved.update(tx).await.on_constraint("booking_hold_free", taken)
}
