//! An appointment on the wire, and the forms for a new one and for a change.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entity::{
    ids::{AppointmentId, MemberId, PatientId, ResourceId},
    words::AppointmentStatus,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{booked::Marked, marks::Marks};
use crate::{
    features::settings::IntegerBetween,
    foundation::{
        error::{Error, Result},
        http::{
            Confirmed, Patch, Payload,
            fields::{Id, Line, Note},
            optional, required,
        },
        permission::{Access, Grants},
    },
};

/// An appointment. Roles with limited access see its time, service, provider, room or device, and status; the patient, the notes, the
/// reason and the marks are null.
#[derive(Debug, Serialize, ToSchema)]
pub struct Appointment {
    #[schema(value_type = i64)]
    id: AppointmentId,
    #[schema(required, value_type = Option<i64>)]
    patient_id: Option<PatientId>,
    #[schema(required)]
    first_name: Option<String>,
    #[schema(required)]
    last_name: Option<String>,
    #[schema(required, value_type = Option<i64>)]
    provider_id: Option<MemberId>,
    #[schema(required)]
    provider_name: Option<String>,
    /// The room or the device that it occupies.
    #[schema(required, value_type = Option<i64>)]
    resource_id: Option<ResourceId>,
    #[schema(required)]
    resource_name: Option<String>,
    /// The same for those that were booked together.
    #[schema(required, value_type = Option<String>)]
    series_id: Option<Uuid>,
    /// The name that the service had when it was booked.
    service: String,
    starts_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
    #[schema(required)]
    notes: Option<String>,
    allow_overlap: bool,
    /// Whether the patient is archived; null where the patient is.
    #[schema(required)]
    patient_is_archived: Option<bool>,
    status: AppointmentStatus,
    /// When it got its status; null for one that was only ever booked.
    #[schema(required)]
    status_at: Option<DateTime<Utc>>,
    /// Why it was cancelled.
    #[schema(required)]
    cancel_reason: Option<String>,
    /// Who booked it although the provider was booked, by name.
    #[schema(required)]
    booked_anyway_by: Option<String>,
    /// When the patient asked for another time, which is not settled yet.
    #[schema(required)]
    move_asked_at: Option<DateTime<Utc>>,
    /// When the patient asked for it online, which the clinic has not answered yet; it occupies its time.
    #[schema(required)]
    requested_at: Option<DateTime<Utc>>,
    /// For `If-Match`.
    version: i32,
    /// When it was changed last; null for one that was never changed.
    #[schema(required)]
    updated_at: Option<DateTime<Utc>>,
    /// Who changed it last, by name.
    #[schema(required)]
    updated_by: Option<String>,
    marks: Marks,
}

/// Who reads an appointment, and in which zone its days are.
#[derive(Clone, Copy)]
pub(super) struct Reader {
    pub(super) grants: Grants,
    pub(super) zone: Tz,
}

impl Reader {
    /// How much of an appointment this person sees.
    pub(super) fn is_limited(self) -> bool {
        self.grants.access("appointment.list") != Some(Access::Full)
    }
}

impl Appointment {
    pub(super) fn for_reader(Marked { booked, marks }: Marked, reader: Reader) -> Self {
        let full = !reader.is_limited();
        let row = booked.appointment;
        Self {
            id: row.id,
            patient_id: full.then_some(booked.person_id),
            first_name: full.then_some(booked.first_name),
            last_name: full.then_some(booked.last_name),
            provider_name: booked.provider_name,
            provider_id: row.provider_id,
            resource_id: row.resource_id,
            resource_name: booked.resource_name,
            series_id: row.series_id,
            service: row.service,
            starts_at: row.starts_at,
            ends_at: row.ends_at,
            notes: row.notes.filter(|_| full),
            allow_overlap: row.allow_overlap,
            patient_is_archived: full.then_some(booked.archived_at.is_some()),
            status: row.status,
            status_at: row.status_at,
            cancel_reason: row.cancel_reason.filter(|_| full),
            booked_anyway_by: row.booked_anyway_name,
            move_asked_at: row.move_asked_at.filter(|_| full),
            requested_at: row.requested_at,
            version: row.version,
            updated_at: row.updated_at,
            updated_by: row.updated_by_name,
            marks: marks.seen_by(reader.grants, row.starts_at, reader.zone),
        }
    }
}

/// A new appointment (specification 3 and 5).
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewAppointment {
    #[schema(value_type = Id)]
    #[serde(deserialize_with = "required")]
    pub(super) patient_id: PatientId,
    /// `YYYY-MM-DDTHH:MM` in the clinic's time zone, or with an offset from UTC.
    pub(super) appointment_time: Line,
    /// A service of the clinic's catalogue, or of the fixed list while it has none. Default: Botox.
    #[serde(default, deserialize_with = "optional")]
    pub(super) service: Option<Line>,
    #[serde(default, deserialize_with = "optional")]
    pub(super) notes: Option<Note>,
    #[schema(value_type = Option<Id>)]
    #[serde(default, deserialize_with = "optional")]
    pub(super) provider_id: Option<MemberId>,
    /// A room or a device. It is never double-booked, not even with `allow_overlap`.
    #[schema(value_type = Option<Id>)]
    #[serde(default, deserialize_with = "optional")]
    pub(super) resource_id: Option<ResourceId>,
    /// Book even if the provider is booked at that time. Who did is kept.
    #[serde(default, deserialize_with = "optional")]
    pub(super) allow_overlap: Option<bool>,
    /// Check for what is unusual (the provider is booked; the patient is booked at that time; the time has passed, is more
    /// than a year ahead, on a closed day, kept free, or outside the clinic's or the provider's hours; the service is too
    /// near to the patient's last one, or to the provider's next appointment): 409 `unconfirmed` with `warnings`, unless
    /// each of their codes is in this list. Without the list nothing is checked.
    #[serde(default, deserialize_with = "optional")]
    pub(super) confirmed: Option<Confirmed>,
}

impl Payload for NewAppointment {
    const IGNORED: &'static [&'static str] = &["id", "ends_at"];
}

/// What changes about an appointment: a field that is left out stays, null clears it.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AppointmentChange {
    /// `YYYY-MM-DDTHH:MM` in the clinic's time zone, or with an offset from UTC. Cannot be cleared.
    #[serde(default)]
    #[schema(value_type = Option<Line>)]
    pub(super) appointment_time: Patch<Line>,
    /// How long it takes. Left out, it stays as long as it is, or takes as long as the new service. Cannot be cleared.
    #[serde(default)]
    #[schema(value_type = Option<i32>, minimum = 5, maximum = 720)]
    pub(super) minutes: Patch<IntegerBetween<5, 720>>,
    /// Cleared: any provider.
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    pub(super) provider_id: Patch<MemberId>,
    /// Cleared: no room or device.
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    pub(super) resource_id: Patch<ResourceId>,
    /// Cannot be cleared.
    #[serde(default)]
    #[schema(value_type = Option<Line>)]
    pub(super) service: Patch<Line>,
    #[serde(default)]
    #[schema(value_type = Option<Note>)]
    pub(super) notes: Patch<Note>,
    /// Move it even if the provider is booked at that time. Who did is kept. Default: false; unchanged, if provider
    /// and time stay the same.
    #[serde(default, deserialize_with = "optional")]
    pub(super) allow_overlap: Option<bool>,
    /// Whether the patient gets a message about the new time, where the clinic sends such messages. Default: true. With
    /// false the patient is assumed to know.
    #[serde(default, deserialize_with = "optional")]
    pub(super) tell: Option<bool>,
    /// As for a new appointment.
    #[serde(default, deserialize_with = "optional")]
    pub(super) confirmed: Option<Confirmed>,
}

impl Payload for AppointmentChange {}

impl AppointmentChange {
    /// Refuses to clear a field that cannot be empty.
    ///
    /// # Errors
    /// When a field is cleared that every appointment has.
    pub(super) fn check_cleared(&self) -> Result<()> {
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
