//! Signs up a clinic: claims an unclaimed clinic and makes its owner, within a second.

use axum::{extract::State, http::StatusCode};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::address::{self, Unavailable};
use crate::{
    provisioning::{add_owner, owners_role_problem},
    sign_up::limit::DailyLimit,
    support,
};
use auth::is_kept;
use base::{
    error::{Error, Result},
    permission::Role,
};
use http_api::{
    Json,
    fields::{ClinicName, Email, Line, MailedName, NewPassword},
    state::App,
};
use practice::{account, billing, settings::add_sample};
use tenancy::{Done, NewClinic, NewOwner, Platform, claim};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(sign_up))
}

/// A new clinic and its owner.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SignUp {
    /// The clinic's name.
    name: ClinicName,
    subdomain: Line,
    /// The name in the time zone database, such as `America/New_York`.
    #[serde(deserialize_with = "zone")]
    #[schema(value_type = String)]
    time_zone: Tz,
    /// The owner's.
    first_name: MailedName,
    last_name: MailedName,
    email: Email,
    password: NewPassword,
    /// The owner's role: Practice Manager by default, or Provider, Nurse or Medical Director for an owner who
    /// treats patients.
    #[serde(default)]
    role: Option<Role>,
    /// Needed for an owner who treats patients.
    license_number: Option<Line>,
    /// Whether to start with sample patients and appointments.
    #[serde(default)]
    #[schema(required = false)]
    sample_data: bool,
}

fn zone<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Tz, D::Error> {
    String::deserialize(deserializer)?.trim().parse().map_err(D::Error::custom)
}

/// The link into the new clinic.
#[derive(Debug, Serialize, ToSchema)]
pub struct SignedUp {
    /// The link works once, for 60 seconds.
    url: String,
    /// The clinic's URL from then on.
    clinic_url: String,
}

/// Signs a clinic up, completely or not at all.
#[utoipa::path(post, path = "/api/clinics", tag = "platform", responses((status = CREATED, body = SignedUp)))]
async fn sign_up(
    platform: Platform,
    State(app): State<App>,
    Json(given): Json<SignUp>,
) -> Result<Done<(StatusCode, Json<SignedUp>)>> {
    let subdomain = address::normal(&given.subdomain.0);
    if let Some(fault) = address::fault(&app, &subdomain).await? {
        return Err(Error::field("subdomain", fault.sentence()));
    }
    let (role, license) = (given.role.unwrap_or(Role::PracticeManager), given.license_number.map(|line| line.0));
    if let Some((field, words)) = owners_role_problem(role, license.as_deref()) {
        return Err(Error::field(field, words));
    }
    let person = [&given.email.0, &given.first_name.0, &given.last_name.0];
    account::not_about(&given.password, person, "password")?;
    if is_kept(&given.email.0) {
        return Err(Error::field("email", "is kept for the service's own people"));
    }
    DailyLimit::sign_ups(app.rate_limit_factor)
        .count(&app.tenants.db, &app.master, platform.counted_as(), platform.now)
        .await?;
    // Hashing takes long, so no transaction is open meanwhile.
    let password_hash = app.passwords.hash(given.password.0).await?;

    let new = NewClinic { subdomain, name: given.name.0, time_zone: given.time_zone };
    let owner = NewOwner {
        first_name: given.first_name.0,
        last_name: given.last_name.0,
        email: given.email.0,
        role,
        license_number: license,
        password_hash,
    };
    let answer = open(&app, &new, &owner, given.sample_data, platform.now).await?;
    Ok(platform.done((StatusCode::CREATED, Json(answer))))
}

/// Gives the clinic to its owner, completely or not at all, even if it is interrupted.
pub async fn open(
    app: &App,
    new: &NewClinic,
    owner: &NewOwner,
    sample_data: bool,
    now: DateTime<Utc>,
) -> Result<SignedUp> {
    let claim = claim(&app.tenants.db, new, now, no_longer_free).await?;
    let member = add_owner(&claim.tx, owner, now).await?;
    billing::begin_trial(&claim.tx, now).await?;
    account::request_confirmation(&claim.tx, claim.clinic.id, member, now).await?;
    if sample_data {
        add_sample(&claim.tx, new.time_zone, member, now).await?;
    }
    let token = support::hand_over(&claim.tx, member, now).await?;
    outbox::notify(claim.registry(), claim.clinic.id).await?;
    let clinic = claim.finish(&app.directory).await?;
    let clinic_url = app.base_url.origin_of(&clinic.subdomain);
    Ok(SignedUp { url: format!("{clinic_url}/welcome#{token}"), clinic_url })
}

fn no_longer_free() -> Error {
    Error::field("subdomain", Unavailable::Taken.sentence())
}
