//! Changing an appointment: its time, length and provider, its service and its notes.

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{appointment, member},
    ids::{AppointmentId, MemberId, ServiceId},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel, QuerySelect};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    booked, booking,
    claim::{Claimed, Wish, claim, double_booked},
    events::{self, Place},
    providers::{check_performs, chosen},
    slot::Slot,
    transitions,
    wire::{Appointment, Reader},
};
use crate::{
    features::{
        messages::{self, Known},
        patients, services,
        settings::Whole,
    },
    foundation::{
        error::{Error, OnConstraint, Result},
        http::{
            Confirmed, IfMatch, Json, Patch, Path, Payload,
            fields::{Line, Note},
            optional,
        },
        permission::AppointmentUpdate,
        state::App,
        tenancy::{Change, ClinicTx, Ctx, Done, Subject},
    },
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(change_appointment))
}

/// What changes about an appointment: a field that is left out stays, null clears it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AppointmentChange {
    /// `YYYY-MM-DDTHH:MM` in the clinic's time zone, or with an offset of its own. Cannot be cleared.
    #[serde(default)]
    #[schema(value_type = Option<Line>)]
    appointment_time: Patch<Line>,
    /// How long it takes. Left out, it stays as long as it is, or takes as long as the new service. Cannot be cleared.
    #[serde(default)]
    #[schema(value_type = Option<i32>, minimum = 5, maximum = 720)]
    minutes: Patch<Whole<5, 720>>,
    /// Cleared: any provider.
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    provider_id: Patch<MemberId>,
    /// Cannot be cleared.
    #[serde(default)]
    #[schema(value_type = Option<Line>)]
    service: Patch<Line>,
    #[serde(default)]
    #[schema(value_type = Option<Note>)]
    notes: Patch<Note>,
    /// Move it even if the provider is booked at that time. Who did is kept. Default: false.
    #[serde(default, deserialize_with = "optional")]
    allow_overlap: Option<bool>,
    /// As for a new appointment.
    #[serde(default, deserialize_with = "optional")]
    confirmed: Option<Confirmed>,
}

impl Payload for AppointmentChange {}

impl AppointmentChange {
    /// # Errors
    /// When a field is cleared that every appointment has.
    fn check_cleared(&self) -> Result<()> {
        let cleared = [
            ("appointment_time", self.appointment_time == Patch::Clear),
            ("minutes", matches!(self.minutes, Patch::Clear)),
            ("service", self.service == Patch::Clear),
        ];
        let cleared = cleared.into_iter().filter(|(_, is_cleared)| *is_cleared);
        let fields: std::collections::BTreeMap<_, _> =
            cleared.map(|(name, _)| (name.to_owned(), "is required".to_owned())).collect();
        if fields.is_empty() { Ok(()) } else { Err(Error::Invalid(fields)) }
    }
}

/// When, with whom and for what an appointment would be.
struct Plan {
    slot: Slot,
    provider: Option<MemberId>,
    service: String,
    service_id: Option<ServiceId>,
}

impl Plan {
    fn current(row: &appointment::Model) -> Self {
        Self {
            slot: Slot { starts_at: row.starts_at, ends_at: row.ends_at },
            provider: row.provider_id,
            service: row.service.clone(),
            service_id: row.service_id,
        }
    }

    /// Whether it occupies the same people at the same time.
    fn is_at_the_same_place(&self, other: &Self) -> bool {
        self.slot == other.slot && self.provider == other.provider
    }

    /// What the change asks for. A service or a provider that stays may be one that cannot be chosen any more.
    async fn wanted(tx: &ClinicTx, zone: Tz, before: &Self, change: &AppointmentChange) -> Result<Self> {
        let starts_at = match &change.appointment_time {
            Patch::Set(Line(time)) => booking::instant(time, zone)?,
            Patch::Keep | Patch::Clear => before.slot.starts_at,
        };
        let new_service = match &change.service {
            Patch::Set(Line(name)) if *name != before.service => {
                Some(services::choose(tx, "service", Some(name.clone())).await?)
            }
            _ => None,
        };
        let length = match (&change.minutes, &new_service) {
            (Patch::Set(minutes), _) => TimeDelta::minutes(minutes.0.into()),
            (_, Some(service)) => TimeDelta::minutes(service.minutes.into()),
            _ => before.slot.ends_at - before.slot.starts_at,
        };
        let provider = match change.provider_id {
            Patch::Keep => before.provider,
            Patch::Clear => None,
            Patch::Set(id) if Some(id) == before.provider => before.provider,
            Patch::Set(id) => Some(chosen(tx, id).await?.id),
        };
        let is_new_service = new_service.is_some();
        let (service, service_id) = match new_service {
            Some(service) => (service.name, service.id),
            None => (before.service.clone(), before.service_id),
        };
        if let Some(id) = provider
            && (is_new_service || provider != before.provider)
        {
            check_performs(tx, id, service_id, &service).await?;
        }
        Ok(Self { slot: Slot { starts_at, ends_at: starts_at + length }, provider, service, service_id })
    }
}

/// Changes an appointment. With `If-Match` it changes only the version that was seen. One that is over, because it was
/// completed or cancelled or nobody came, can get other notes only (409 `appointment_is_over`).
#[utoipa::path(patch, path = "/api/appointments/{id}", tag = "appointments", params(("id" = i64, Path), IfMatch),
    responses((status = OK, body = Appointment)))]
async fn change_appointment(
    ctx: Ctx<AppointmentUpdate>,
    Path(id): Path<AppointmentId>,
    if_match: IfMatch,
    Json(change): Json<AppointmentChange>,
) -> Result<Done<Json<Appointment>>> {
    let row = locked(&ctx.tx, id).await?;
    if_match.require(row.version)?;
    change.check_cleared()?;
    let patient = patients::person(&ctx.tx, row.patient_id).await?;
    let before = Plan::current(&row);
    let plan = Plan::wanted(&ctx.tx, ctx.clinic.time_zone, &before, &change).await?;
    let is_moved = !plan.is_at_the_same_place(&before);
    if is_moved || plan.service != before.service {
        transitions::check_movable(row.status)?;
    }
    let mut changed = row.clone().into_active_model();
    let mut claimed = Claimed { is_over_another: false, warnings: Vec::new() };
    if is_moved {
        let allow_overlap = change.allow_overlap.unwrap_or(false);
        let wish = Wish {
            patient: &patient,
            provider: plan.provider,
            slot: plan.slot,
            allow_overlap,
            confirmed: change.confirmed,
            moved: Some(id),
        };
        claimed = claim(&ctx.tx, ctx.clinic.time_zone, ctx.now, wish).await?;
        changed.starts_at = Set(plan.slot.starts_at);
        changed.ends_at = Set(plan.slot.ends_at);
        changed.provider_id = Set(plan.provider);
        changed.allow_overlap = Set(allow_overlap);
        changed.move_asked_at = Set(None);
        changed.booked_anyway_by = Set(claimed.is_over_another.then_some(ctx.member.id));
        changed.booked_anyway_name = Set(claimed.is_over_another.then(|| ctx.member.full_name()));
    }
    changed.service = Set(plan.service.clone());
    changed.service_id = Set(plan.service_id);
    change.notes.fill(&mut changed.notes, |Note(text)| text);
    let is_changed = is_moved || plan.service != before.service || *changed.notes.as_ref() != row.notes;
    let mut subject = Subject::patient(patient.id).and(id);
    if is_changed {
        touch(&mut changed, &row, (Some(ctx.member.id), ctx.member.full_name()), ctx.now);
        let after = changed.update(&ctx.tx).await.on_constraint("appointment_provider_free", double_booked)?;
        if after.starts_at != row.starts_at {
            messages::note_change(&ctx.tx, ctx.clinic.id, ctx.now, Known::of(&row), &after).await?;
        }
        let (from, to) = names(&ctx.tx, before.provider, plan.provider).await?;
        if is_moved {
            subject = subject.changed(differences((&before, from.as_deref()), (&plan, to.as_deref())));
        }
        let event = if is_moved {
            let from = Place { slot: before.slot, provider_name: from };
            events::moved(from, Place { slot: plan.slot, provider_name: to }, claimed.warnings)
        } else {
            events::changed()
        };
        events::append(&ctx.tx, id, &ctx.member, ctx.now, event).await?;
    }
    let marked = booked::one(&ctx.tx, id, ctx.now).await?;
    let reader = Reader { grants: ctx.member.grants(), zone: ctx.clinic.time_zone };
    ctx.done(subject, Json(Appointment::for_reader(marked, reader))).await
}

/// The appointment, which nobody else changes until the transaction ends.
///
/// # Errors
/// [`Error::NotFound`] when there is none in this clinic.
pub(super) async fn locked(tx: &ClinicTx, id: AppointmentId) -> Result<appointment::Model> {
    appointment::Entity::find_by_id(id).lock_exclusive().one(tx).await?.ok_or(Error::NotFound)
}

/// Writes who changed the row and when, and counts the change.
pub(super) fn touch(
    changed: &mut appointment::ActiveModel,
    row: &appointment::Model,
    (member, name): (Option<MemberId>, String),
    now: DateTime<Utc>,
) {
    changed.version = Set(row.version + 1);
    changed.updated_at = Set(Some(now));
    changed.updated_by = Set(member);
    changed.updated_by_name = Set(Some(name));
}

/// The names of the provider before and after.
async fn names(
    tx: &ClinicTx,
    before: Option<MemberId>,
    after: Option<MemberId>,
) -> Result<(Option<String>, Option<String>)> {
    let former = name(tx, before).await?;
    let next = if before == after { former.clone() } else { name(tx, after).await? };
    Ok((former, next))
}

async fn name(tx: &ClinicTx, id: Option<MemberId>) -> Result<Option<String>> {
    let Some(id) = id else { return Ok(None) };
    Ok(member::Entity::find_by_id(id).one(tx).await?.map(|row| row.full_name()))
}

/// What the activity log shows: never the service or the notes.
fn differences(
    (before, former): (&Plan, Option<&str>),
    (after, provider): (&Plan, Option<&str>),
) -> impl Iterator<Item = Change> {
    let time = |field, from: DateTime<Utc>, to: DateTime<Utc>| {
        Change::between(field, Some(&from.to_rfc3339()), Some(&to.to_rfc3339()))
    };
    [
        time("starts_at", before.slot.starts_at, after.slot.starts_at),
        time("ends_at", before.slot.ends_at, after.slot.ends_at),
        Change::between("provider_name", former, provider),
    ]
    .into_iter()
    .flatten()
}
