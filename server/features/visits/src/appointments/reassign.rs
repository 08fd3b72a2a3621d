//! Gives many appointments to another provider, for example after a provider has left.

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
use base::{
    error::{Error, Result, Warning},
    permission::AppointmentUpdate,
};
use http_api::{Confirmed, Json, Patch, deserialize_fields, fields::Field, state::App};
use tenancy::{Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(reassign_appointments))
}

/// The most appointments of a request, because all are locked together.
const MAX_APPOINTMENTS: usize = 100;

/// One of the appointments.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AppointmentRef {
    id: AppointmentId,
    /// The version that was seen. An appointment that somebody has changed since is not reassigned.
    version: i32,
    /// As for a change of one appointment.
    allow_overlap: Option<bool>,
    /// As for a change of one appointment.
    confirmed: Option<Confirmed>,
}

/// Each appointment once, sorted by id. Rows are always locked in this order, so that two requests cannot deadlock.
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
deserialize_fields!(AppointmentRefs);

/// The appointments, and their new provider.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Reassignment {
    /// If left out, any provider may take them.
    provider_id: Option<MemberId>,
    #[schema(value_type = Vec<AppointmentRef>, min_items = 1, max_items = 100)]
    appointments: AppointmentRefs,
}

/// The result for one appointment.
#[derive(Debug, Serialize, ToSchema)]
struct Reassigned {
    id: AppointmentId,
    is_given: bool,
    /// The code of the refusal, as in a change of one appointment. `unconfirmed` comes with `warnings`.
    code: Option<&'static str>,
    /// The reason of the refusal, as a sentence for the person.
    message: Option<String>,
    warnings: Vec<Warning>,
}

impl Reassigned {
    fn refused(id: AppointmentId, code: &'static str, message: impl Into<String>, warnings: Vec<Warning>) -> Self {
        Self { id, is_given: false, code: Some(code), message: Some(message.into()), warnings }
    }
}

/// Gives appointments to another provider, each at its own time and with the checks of a single change. Appointments that the provider
/// cannot take do not change, and the answer gives the reason. An unknown id refuses the whole request.
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

type Applied = (entity::ids::PatientId, Vec<tenancy::Change>);

/// Gives one appointment to the provider.
///
/// Fails when the appointment does not exist. The inner error is the reason why it was not reassigned.
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
