//! The wire types of an appointment, of a new one, and of a change.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use entity::{
    ids::{AppointmentId, MemberId, PatientId, ResourceId},
    words::AppointmentStatus,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{badges::Badges, booked::BookedWithBadges};
use base::{
    error::{Error, Result},
    permission::{Access, Grants},
};
use http_api::{
    Computed, Confirmed, Patch,
    fields::{Line, Note},
};
use practice::settings::IntegerBetween;

/// An appointment. Roles with limited access see only its time, service, provider, room or device, and status. For them the patient,
/// the notes, the reason and the marks are null.
#[derive(Debug, Serialize, ToSchema)]
pub struct Appointment {
    id: AppointmentId,
    patient_id: Option<PatientId>,
    first_name: Option<String>,
    last_name: Option<String>,
    provider_id: Option<MemberId>,
    provider_name: Option<String>,
    /// The room or the device that it occupies.
    resource_id: Option<ResourceId>,
    resource_name: Option<String>,
    /// The same for all appointments that were booked together.
    #[schema(value_type = Option<String>)]
    series_id: Option<Uuid>,
    /// The name that the service had when it was booked.
    service: String,
    starts_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
    notes: Option<String>,
    allow_overlap: bool,
    /// Whether the patient is archived. Null if the patient is null.
    patient_is_archived: Option<bool>,
    status: AppointmentStatus,
    /// When it got its status. Null if it was only ever booked.
    status_at: Option<DateTime<Utc>>,
    /// Why it was canceled.
    cancel_reason: Option<String>,
    /// The name of the member who booked it although the provider was booked.
    booked_anyway_by: Option<String>,
    /// When the patient asked for another time. Null if there is no open request.
    move_asked_at: Option<DateTime<Utc>>,
    /// When the patient asked for it online. Null once the clinic has answered. Until then it occupies its time as well.
    requested_at: Option<DateTime<Utc>>,
    /// For `If-Match`.
    version: i32,
    /// When it was changed last. Null if it was never changed.
    updated_at: Option<DateTime<Utc>>,
    /// The name of the person who changed it last.
    updated_by: Option<String>,
    marks: Badges,
}

/// The reader of an appointment, and the zone of its days.
#[derive(Clone, Copy)]
pub(super) struct Reader {
    pub(super) grants: Grants,
    pub(super) zone: Tz,
}

impl Reader {
    /// Whether this reader sees only a part of an appointment.
    pub(super) fn is_limited(self) -> bool {
        self.grants.access("appointment.list") != Some(Access::Full)
    }
}

impl Appointment {
    pub(super) fn for_reader(BookedWithBadges { booked, badges }: BookedWithBadges, reader: Reader) -> Self {
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
            marks: badges.seen_by(reader.grants, row.starts_at, reader.zone),
        }
    }
}

/// A new appointment (specification 3 and 5).
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewAppointment {
    pub(super) patient_id: PatientId,
    /// `YYYY-MM-DDTHH:MM` in the clinic's time zone, or with an offset from UTC.
    pub(super) appointment_time: Line,
    /// A service of the clinic's catalog, or of the fixed list while it has none. Default: Botox.
    pub(super) service: Option<Line>,
    pub(super) notes: Option<Note>,
    pub(super) provider_id: Option<MemberId>,
    /// A room or a device. It is never double-booked, not even with `allow_overlap`.
    pub(super) resource_id: Option<ResourceId>,
    /// Book even if the provider is booked at that time. The member's name is stored.
    pub(super) allow_overlap: Option<bool>,
    /// The codes of the warnings that are confirmed. If the list is given, the booking is checked: whether the provider or the
    /// patient is booked at that time; whether the time has passed, is more than a year ahead, on a closed day, blocked, or
    /// outside the clinic's or the provider's hours; whether the service is too near to the patient's last one or to the
    /// provider's next appointment. A warning that is not in the list is refused: 409 `unconfirmed` with `warnings`.
    pub(super) confirmed: Option<Confirmed>,
}

impl Computed for NewAppointment {
    const COMPUTED: &'static [&'static str] = &["id", "ends_at"];
}

/// A change of an appointment. A field that is left out does not change; null clears it.
#[derive(Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AppointmentChange {
    /// `YYYY-MM-DDTHH:MM` in the clinic's time zone, or with an offset from UTC. Cannot be cleared.
    #[serde(default)]
    #[schema(value_type = Option<Line>)]
    pub(super) appointment_time: Patch<Line>,
    /// Its length. If left out, the length does not change, or becomes that of the new service. Cannot be cleared.
    #[serde(default)]
    #[schema(value_type = Option<i32>, minimum = 5, maximum = 720)]
    pub(super) minutes: Patch<IntegerBetween<5, 720>>,
    /// If cleared, any provider may take it.
    #[serde(default)]
    #[schema(value_type = Option<MemberId>)]
    pub(super) provider_id: Patch<MemberId>,
    /// If cleared, it has no room or device.
    #[serde(default)]
    #[schema(value_type = Option<ResourceId>)]
    pub(super) resource_id: Patch<ResourceId>,
    /// Cannot be cleared.
    #[serde(default)]
    #[schema(value_type = Option<Line>)]
    pub(super) service: Patch<Line>,
    #[serde(default)]
    #[schema(value_type = Option<Note>)]
    pub(super) notes: Patch<Note>,
    /// Move it even if the provider is booked at that time. The member's name is stored. Default: false, or unchanged if
    /// provider and time stay the same.
    pub(super) allow_overlap: Option<bool>,
    /// Whether the patient gets a message about the new time, if the clinic sends such messages. Default: true. If false,
    /// the patient is assumed to know.
    pub(super) tell: Option<bool>,
    /// Whether that message is also sent in the quiet hours. Default: false.
    pub(super) tell_at_once: Option<bool>,
    /// As for a new appointment.
    pub(super) confirmed: Option<Confirmed>,
    /// Change the later appointments of its series along with it, all or none, by the same difference in days and time of day. Default:
    /// false.
    pub(super) and_later: Option<bool>,
}

impl AppointmentChange {
    /// Refuses to clear a field that cannot be empty.
    ///
    /// Fails when a field is cleared that every appointment must have.
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
