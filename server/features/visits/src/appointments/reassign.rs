//! Giving many appointments to another provider, such as those of one who has left.

use entity::ids::{AppointmentId, MemberId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    change::{apply, locked},
    providers::chosen,
    wire::AppointmentChange,
};
use crate::foundation::{
    error::{Error, Result, Warning},
    http::{
        Confirmed, Json, Patch, Payload,
        fields::{Field, Id},
        optional, required,
    },
    permission::AppointmentUpdate,
    state::App,
    tenancy::{Ctx, Done, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(reassign_appointments))
}

/// The most of one request: they are locked together.
const MAX_APPOINTMENTS: usize = 100;

/// One of the appointments.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AppointmentRef {
    #[schema(value_type = i64)]
    id: AppointmentId,
    /// As it was seen; nothing happens to one that somebody has changed since.
    version: i32,
    /// As for a change of one appointment.
    #[serde(default, deserialize_with = "optional")]
    allow_overlap: Option<bool>,
    /// As for a change of one appointment.
    #[serde(default, deserialize_with = "optional")]
    confirmed: Option<Confirmed>,
}

/// Each once, sorted by id: rows are always locked in this order, so that two requests cannot wait for each other.
struct AppointmentRefs(Vec<AppointmentRef>);

impl Field for AppointmentRefs {
    fn parse(value: &Value) -> Result<Self, String> {
        let words = || format!("must be a list of 1 to {MAX_APPOINTMENTS} appointments with their versions");
        let mut seen: Vec<AppointmentRef> = serde_json::from_value(value.clone()).map_err(|_| words())?;
        seen.sort_unstable_by_key(|one| one.id);
        seen.dedup_by_key(|one| one.id);
        if (1..=MAX_APPOINTMENTS).contains(&seen.len()) { Ok(Self(seen)) } else { Err(words()) }
    }
}

/// Appointments, and who takes them.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Reassignment {
    /// Left out: any provider.
    #[schema(value_type = Option<Id>)]
    #[serde(default, deserialize_with = "optional")]
    provider_id: Option<MemberId>,
    #[schema(value_type = Vec<AppointmentRef>, min_items = 1, max_items = 100)]
    #[serde(deserialize_with = "required")]
    appointments: AppointmentRefs,
}

impl Payload for Reassignment {}

/// What became of one appointment.
#[derive(Debug, Serialize, ToSchema)]
struct Reassigned {
    #[schema(value_type = i64)]
    id: AppointmentId,
    is_given: bool,
    /// Why not, for programs, as the change of one appointment says it; `unconfirmed` with `warnings`.
    #[schema(required)]
    code: Option<&'static str>,
    /// Why not, as a sentence for the person.
    #[schema(required)]
    message: Option<String>,
    warnings: Vec<Warning>,
}

impl Reassigned {
    fn refused(id: AppointmentId, code: &'static str, message: impl Into<String>, warnings: Vec<Warning>) -> Self {
        Self { id, is_given: false, code: Some(code), message: Some(message.into()), warnings }
    }
}

/// Gives appointments to another provider, each at its own time and with the checks of a single one. Those that the provider cannot
/// take stay as they are, and the answer says why; an unknown id refuses all.
#[utoipa::path(post, path = "/api/appointments/reassign", tag = "appointments", responses((status = OK, body = Vec<Reassigned>)))]
async fn reassign_appointments(
    ctx: Ctx<AppointmentUpdate>,
    Json(new): Json<Reassignment>,
) -> Result<Done<Json<Vec<Reassigned>>>> {
    let provider = match new.provider_id {
        Some(id) => Some(chosen(&ctx.tx, id).await?.id),
        None => None,
    };
    let (mut patients, mut changes, mut results) = (Vec::new(), Vec::new(), Vec::new());
    for seen in new.appointments.0 {
        let id = seen.id;
        match reassign(&ctx, seen, provider).await? {
            Ok((patient, differences)) => {
                patients.push(patient);
                changes.extend(differences);
                results.push(Reassigned { id, is_given: true, code: None, message: None, warnings: Vec::new() });
            }
            Err(refused) => results.push(refused),
        }
    }
    let subject = Subject::patients(patients).changed(changes);
    let subject =
        results.iter().filter(|result| result.is_given).fold(subject, |subject, result| subject.and(result.id));
    ctx.done(subject, Json(results)).await
}

type Applied = (entity::ids::PatientId, Vec<crate::foundation::tenancy::Change>);

/// Gives one appointment to the provider.
///
/// # Errors
/// When the appointment is not there, or the database is out of reach. The inner error is the reason why it was not
/// reassigned.
async fn reassign(
    ctx: &Ctx<AppointmentUpdate>,
    seen: AppointmentRef,
    provider: Option<MemberId>,
) -> Result<Result<Applied, Reassigned>> {
    let id = seen.id;
    let row = locked(&ctx.tx, id).await?;
    if row.version != seen.version {
        let sentence = "Somebody else has changed this appointment in the meantime.";
        return Ok(Err(Reassigned::refused(id, "stale", sentence, Vec::new())));
    }
    let change = AppointmentChange {
        provider_id: provider.map_or(Patch::Clear, Patch::Set),
        allow_overlap: seen.allow_overlap,
        confirmed: seen.confirmed,
        ..Default::default()
    };
    match apply(ctx, row, change).await {
        Ok(given) => Ok(Ok(given)),
        Err(Error::Conflict { code, sentence }) => Ok(Err(Reassigned::refused(id, code, sentence, Vec::new()))),
        Err(Error::Unconfirmed(warnings)) => {
            let sentence = "Please look at this before it is saved.";
            Ok(Err(Reassigned::refused(id, "unconfirmed", sentence, warnings)))
        }
        Err(Error::Invalid(fields)) => {
            let problem = fields.into_values().next().unwrap_or_default();
            Ok(Err(Reassigned::refused(id, "invalid", format!("This provider {problem}."), Vec::new())))
        }
        Err(other) => Err(other),
    }
}
