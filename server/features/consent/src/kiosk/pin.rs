//! A member's PIN for taking the tablet back from a patient. Setting it needs a fresh proof of identity, and five tries are
//! allowed each time the tablet is handed over.

use axum::{extract::State, http::StatusCode};
use entity::{
    clinic::{kiosk_session, member_pin},
    ids::{KioskSessionId, MemberId},
};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, EntityTrait, QueryFilter,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use base::{
    error::{Error, Result},
    permission::{KioskUse, SessionOwn},
};
use http_api::{
    Json, deserialize_fields,
    fields::{Field, Password},
    state::App,
};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(set_pin))
}

/// The most wrong PINs for one handover; afterwards only the password takes the tablet back.
const MAX_WRONG: i32 = 5;

/// A new PIN: four to eight digits, and none of the most obvious ones.
#[derive(Clone, ToSchema)]
#[schema(value_type = String, format = "password", pattern = "^[0-9]{4,8}$")]
pub(super) struct NewPin(String);

impl Field for NewPin {
    fn parse(value: &Value) -> Result<Self, String> {
        let Value::String(text) = value else { return Err("must be text".to_owned()) };
        let digits = text.as_bytes();
        if !(4..=8).contains(&digits.len()) || !digits.iter().all(u8::is_ascii_digit) {
            return Err("must have 4 to 8 digits".to_owned());
        }
        let steps = |by: i16| digits.windows(2).all(|two| i16::from(two[1]) - i16::from(two[0]) == by);
        if steps(0) || steps(1) || steps(-1) {
            return Err("is too easy to guess: use other digits than a row such as 1234 or 1111".to_owned());
        }
        Ok(Self(text.clone()))
    }
}
deserialize_fields!(NewPin);

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SetPin {
    pin: NewPin,
}

/// Sets or replaces the member's own PIN.
#[utoipa::path(put, path = "/api/auth/pin", tag = "kiosk", responses((status = NO_CONTENT)))]
async fn set_pin(ctx: Ctx<SessionOwn>, State(app): State<App>, Json(given): Json<SetPin>) -> Result<Done<StatusCode>> {
    ctx.require_fresh_proof()?;
    // Hashing takes long, so no transaction stays open meanwhile.
    let paused = ctx.note_and_pause().await?;
    let hash = app.passwords.hash(given.pin.0).await?;
    let ctx = paused.resume(&app.tenants).await?;
    let row = member_pin::ActiveModel { member_id: Set(ctx.member.id), pin_hash: Set(hash), set_at: Set(ctx.now) };
    let again = OnConflict::column(member_pin::Column::MemberId)
        .update_columns([member_pin::Column::PinHash, member_pin::Column::SetAt])
        .to_owned();
    member_pin::Entity::insert(row).on_conflict(again).exec_without_returning(&ctx.tx).await?;
    ctx.done(Subject::nobody(), StatusCode::NO_CONTENT).await
}

/// Whether the member can take a tablet back with a PIN.
pub(super) async fn is_set(tx: &ClinicTx, member: MemberId) -> Result<bool> {
    Ok(member_pin::Entity::find_by_id(member).one(tx).await?.is_some())
}

/// Requires the member's PIN; a wrong one leaves an audit row. The try is counted before it is checked, so that simultaneous
/// tries cannot exceed the limit.
pub(super) async fn with_pin(
    ctx: Ctx<KioskUse>,
    app: &App,
    kiosk: KioskSessionId,
    pin: Password,
) -> Result<Ctx<KioskUse>> {
    use kiosk_session::Column;
    let counted = kiosk_session::Entity::update_many()
        .col_expr(Column::WrongPins, Expr::col(Column::WrongPins).add(1))
        .filter(Column::Id.eq(kiosk))
        .filter(Column::WrongPins.lt(MAX_WRONG))
        .exec(&ctx.tx)
        .await?;
    if counted.rows_affected == 0 {
        ctx.denied().await?;
        let sentence = "Too many wrong PINs. Take the tablet back with your password.";
        return Err(Error::Refused { code: "pin_locked", sentence });
    }
    let hash = member_pin::Entity::find_by_id(ctx.member.id).one(&ctx.tx).await?.map(|row| row.pin_hash);
    let paused = ctx.note_and_pause().await?;
    let is_right = app.passwords.is_right(pin.0, hash).await?;
    let ctx = paused.resume(&app.tenants).await?;
    if !is_right {
        ctx.denied().await?;
        return Err(Error::Refused {
            code: "wrong_pin",
            sentence: "This is not the PIN of whoever handed the tablet over.",
        });
    }
    Ok(ctx)
}
