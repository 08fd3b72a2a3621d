//! The calls about how patients can book.

use axum::extract::State;
use chrono::{DateTime, Utc};
use entity::{
    clinic::{booking_policy, booking_setting::Model},
    ids::{MemberId, ServiceId},
    words::BookingMode,
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, ColumnTrait, EntityTrait, QuerySelect};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::settings::{current, policy};
use base::{
    error::{Error, Result},
    permission::{ClinicSettingsRead, ClinicSettingsWrite},
};
use http_api::{Computed, IfMatch, Json, SentBack, fields::Note, state::App};
use practice::{
    services::{Ids, offered},
    settings::{IntegerBetween, lock_settings, save_settings},
};
use tenancy::{Change, ClinicTx, Ctx, Done, LoggedField, Subject, on_or_off};
use visits::appointments::providers;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_booking_settings, update_booking_settings))
}

/// The longest policy. It is read on a phone before a booking.
const LONGEST_POLICY: usize = 4_000;

/// How patients book online.
#[derive(Debug, Serialize, ToSchema)]
struct BookingSettings {
    /// Whether a booking is a request that the clinic answers, or booked at once.
    mode: BookingMode,
    /// The earliest start, in hours from now.
    lead_hours: i32,
    /// The latest start, in days from now.
    horizon_days: i32,
    /// Whether patients see and choose the provider.
    chooses_provider: bool,
    /// The services of the catalogue that can be booked; null: all of them.
    service_ids: Option<Vec<ServiceId>>,
    /// The members who can be booked; null: everybody who takes appointments.
    member_ids: Option<Vec<MemberId>>,
    /// Whether patients can move their own visits to a free time on the visit's page.
    patients_move: bool,
    /// The policy that patients accept; null: none.
    policy: Option<String>,
    /// The version of the policy.
    policy_version: Option<i32>,
    /// The address of the booking page.
    address: String,
    /// For `If-Match`; 0 while nothing was changed.
    version: i32,
    updated_at: Option<DateTime<Utc>>,
    updated_by: Option<String>,
}

impl BookingSettings {
    fn new(row: Model, policy: Option<booking_policy::Model>, address: String) -> Self {
        Self {
            mode: row.mode,
            lead_hours: row.lead_hours,
            horizon_days: row.horizon_days,
            chooses_provider: row.chooses_provider,
            service_ids: (!row.every_service).then_some(row.service_ids),
            member_ids: (!row.every_member).then_some(row.member_ids),
            patients_move: row.patients_move,
            policy_version: policy.as_ref().map(|policy| policy.version),
            policy: policy.map(|policy| policy.body),
            address,
            version: row.version,
            updated_at: (row.version > 0).then_some(row.updated_at),
            updated_by: row.updated_by_name,
        }
    }
}

/// All of the settings.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewBookingSettings {
    mode: BookingMode,
    #[schema(value_type = i32, minimum = 0, maximum = 336)]
    lead_hours: IntegerBetween<0, 336>,
    #[schema(value_type = i32, minimum = 1, maximum = 365)]
    horizon_days: IntegerBetween<1, 365>,
    chooses_provider: bool,
    #[schema(value_type = Option<Vec<ServiceId>>)]
    service_ids: Option<Ids<ServiceId>>,
    #[schema(value_type = Option<Vec<MemberId>>)]
    member_ids: Option<Ids<MemberId>>,
    /// Absent: unchanged.
    patients_move: Option<bool>,
    /// At most 4,000 characters.
    policy: Option<Note>,
}

impl Computed for NewBookingSettings {
    const COMPUTED: &'static [&'static str] = &["policy_version", "address", "version", "updated_at", "updated_by"];
}

/// Shows how patients book online.
#[utoipa::path(get, path = "/api/booking/settings", tag = "booking", responses((status = OK, body = BookingSettings)))]
async fn show_booking_settings(
    State(app): State<App>,
    ctx: Ctx<ClinicSettingsRead>,
) -> Result<Done<Json<BookingSettings>>> {
    let row = current(&ctx.tx).await?;
    let policy = policy(&ctx.tx, &row).await?;
    let address = address(&app, &ctx.clinic.subdomain);
    ctx.done(Subject::nobody(), Json(BookingSettings::new(row, policy, address))).await
}

/// Changes how patients book online, all at once. With `If-Match` it changes only that version. A changed policy is a new
/// version; earlier acceptances stay as they were.
#[utoipa::path(put, path = "/api/booking/settings", tag = "booking", request_body = NewBookingSettings, params(IfMatch), responses((status = OK, body = BookingSettings)))]
async fn update_booking_settings(
    State(app): State<App>,
    ctx: Ctx<ClinicSettingsWrite>,
    if_match: IfMatch,
    SentBack(new): SentBack<NewBookingSettings>,
) -> Result<Done<Json<BookingSettings>>> {
    let before = lock_settings::<Model>(&ctx.tx).await?;
    if_match.require(before.version)?;
    check_choices(&ctx.tx, &new).await?;
    let mut after = before.clone();
    after.mode = new.mode;
    after.lead_hours = new.lead_hours.0;
    after.horizon_days = new.horizon_days.0;
    after.chooses_provider = new.chooses_provider;
    after.every_service = new.service_ids.is_none();
    after.service_ids = new.service_ids.map(|Ids(ids)| ids).unwrap_or_default();
    after.every_member = new.member_ids.is_none();
    after.member_ids = new.member_ids.map(|Ids(ids)| ids).unwrap_or_default();
    after.patients_move = new.patients_move.unwrap_or(before.patients_move);
    let former = policy(&ctx.tx, &before).await?;
    let accepted = keep_policy(&ctx, former, new.policy.map(|Note(text)| text)).await?;
    after.policy_version = accepted.as_ref().map(|policy| policy.version);
    let address = address(&app, &ctx.clinic.subdomain);
    if after == before && before.version > 0 {
        return ctx.done(Subject::nobody(), Json(BookingSettings::new(before, accepted, address))).await;
    }
    let row = save_settings(&ctx, after).await?;
    let subject = Subject::nobody().changed(Change::list(&before, &row, logged));
    ctx.done(subject, Json(BookingSettings::new(row, accepted, address))).await
}

fn address(app: &App, subdomain: &str) -> String {
    format!("{}/book", app.base_url.origin_of(subdomain))
}

/// Checks the choices in the new settings.
///
/// Fails if a chosen service or member cannot be booked, or the policy is too long.
async fn check_choices(tx: &ClinicTx, new: &NewBookingSettings) -> Result<()> {
    if let Some(Ids(wanted)) = &new.service_ids {
        let known: Vec<_> = offered(tx).await?.into_iter().filter_map(|service| service.id).collect();
        if !wanted.iter().all(|id| known.contains(id)) {
            return Err(Error::field("service_ids", "must be services that the clinic offers"));
        }
    }
    if let Some(Ids(wanted)) = &new.member_ids {
        let known: Vec<_> = providers(tx).await?.into_iter().map(|member| member.id).collect();
        if !wanted.iter().all(|id| known.contains(id)) {
            return Err(Error::field("member_ids", "must be members who take appointments"));
        }
    }
    if new.policy.as_ref().is_some_and(|Note(text)| text.chars().count() > LONGEST_POLICY) {
        return Err(Error::field("policy", "must be at most 4,000 characters"));
    }
    Ok(())
}

/// The policy with this text: the present one if the text is equal, else a new version.
async fn keep_policy(
    ctx: &Ctx<ClinicSettingsWrite>,
    former: Option<booking_policy::Model>,
    wanted: Option<String>,
) -> Result<Option<booking_policy::Model>> {
    let Some(body) = wanted else { return Ok(None) };
    if let Some(former) = former.filter(|former| former.body == body) {
        return Ok(Some(former));
    }
    let newest: Option<Option<i32>> = booking_policy::Entity::find()
        .select_only()
        .column_as(booking_policy::Column::Version.max(), "newest")
        .into_tuple()
        .one(&ctx.tx)
        .await?;
    let row = booking_policy::ActiveModel {
        version: Set(newest.flatten().unwrap_or_default() + 1),
        body_sha256: Set(Sha256::digest(body.as_bytes()).to_vec()),
        body: Set(body),
        created_at: Set(ctx.now),
        created_by: Set(ctx.member.id),
        created_by_name: Set(ctx.member.full_name()),
    };
    Ok(Some(row.insert(&ctx.tx).await?))
}

/// The fields for the activity log.
fn logged(row: &Model) -> [LoggedField; 8] {
    let list = |all: bool, ids: Vec<String>| Some(if all { "all".to_owned() } else { ids.join(", ") });
    [
        ("mode", Some(row.mode.as_str().to_owned())),
        ("lead_hours", Some(row.lead_hours.to_string())),
        ("horizon_days", Some(row.horizon_days.to_string())),
        ("chooses_provider", on_or_off(row.chooses_provider)),
        ("service_ids", list(row.every_service, row.service_ids.iter().map(ToString::to_string).collect())),
        ("member_ids", list(row.every_member, row.member_ids.iter().map(ToString::to_string).collect())),
        ("patients_move", on_or_off(row.patients_move)),
        ("policy_version", row.policy_version.map(|version| version.to_string())),
    ]
}
