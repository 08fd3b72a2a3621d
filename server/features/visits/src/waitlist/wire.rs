//! An entry of the waitlist on the wire, and the forms for a new one and for a change.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    ids::{MemberId, PatientId, WaitlistEntryId},
    words::{PartOfDay, WaitlistStatus},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::entries::EntryWithNames;
use crate::foundation::http::{
    Patch, Payload,
    fields::{Day, Field, Id, Line, choice},
    optional, required,
};

/// Somebody who waits. Roles with limited access see for what and when; the patient and the note are null.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WaitlistEntry {
    #[schema(value_type = i64)]
    id: WaitlistEntryId,
    #[schema(required, value_type = Option<i64>)]
    patient_id: Option<PatientId>,
    #[schema(required)]
    first_name: Option<String>,
    #[schema(required)]
    last_name: Option<String>,
    /// The name that the service had when it was chosen.
    service: String,
    /// Null for any provider.
    #[schema(required, value_type = Option<i64>)]
    provider_id: Option<MemberId>,
    #[schema(required)]
    provider_name: Option<String>,
    /// Monday is 1, Sunday 7. Empty: any day.
    weekdays: Vec<i16>,
    /// Null for any time.
    #[schema(required)]
    part_of_day: Option<PartOfDay>,
    #[schema(required)]
    note: Option<String>,
    /// The last day that is wanted. Null: as long as it takes.
    #[schema(required)]
    until: Option<NaiveDate>,
    status: WaitlistStatus,
    created_at: DateTime<Utc>,
    /// By name.
    created_by: String,
    /// For `If-Match`.
    version: i32,
    updated_at: DateTime<Utc>,
    /// By name.
    updated_by: String,
}

impl WaitlistEntry {
    pub(super) fn for_reader(named: EntryWithNames, is_limited: bool) -> Self {
        let EntryWithNames { entry, person_id, first_name, last_name, provider_name } = named;
        let full = !is_limited;
        Self {
            id: entry.id,
            patient_id: full.then_some(person_id),
            first_name: full.then_some(first_name),
            last_name: full.then_some(last_name),
            service: entry.service,
            provider_id: entry.provider_id,
            provider_name,
            weekdays: entry.weekdays,
            part_of_day: entry.part_of_day,
            note: entry.note.filter(|_| full),
            until: entry.until,
            status: entry.status,
            created_at: entry.created_at,
            created_by: entry.created_by_name,
            version: entry.version,
            updated_at: entry.updated_at,
            updated_by: entry.updated_by_name,
        }
    }
}

/// Days of the week from 1 (Monday) to 7, in their order, each once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Weekdays(pub(super) Vec<i16>);

impl Field for Weekdays {
    fn parse(value: &Value) -> Result<Self, String> {
        let days = value.as_array().filter(|days| days.len() <= 7);
        let day =
            |day: &Value| day.as_i64().and_then(|day| i16::try_from(day).ok()).filter(|day| (1..=7).contains(day));
        let mut days: Vec<i16> = days
            .and_then(|days| days.iter().map(day).collect())
            .ok_or("must name days of the week from 1 (Monday) to 7")?;
        days.sort_unstable();
        days.dedup();
        Ok(Self(days))
    }
}

impl Field for PartOfDay {
    fn parse(value: &Value) -> Result<Self, String> {
        choice(value)
    }
}

impl Field for WaitlistStatus {
    fn parse(value: &Value) -> Result<Self, String> {
        choice(value)
    }
}

/// Somebody who will wait.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewWaitlistEntry {
    #[schema(value_type = Id)]
    #[serde(deserialize_with = "required")]
    pub(super) patient_id: PatientId,
    /// A service of the clinic's catalogue, or of the fixed list while it has none. Default: Botox.
    #[serde(default, deserialize_with = "optional")]
    pub(super) service: Option<Line>,
    #[schema(value_type = Option<Id>)]
    #[serde(default, deserialize_with = "optional")]
    pub(super) provider_id: Option<MemberId>,
    /// Monday is 1, Sunday 7. Default: any day.
    #[schema(value_type = Option<Vec<i16>>, max_items = 7)]
    #[serde(default, deserialize_with = "optional")]
    pub(super) weekdays: Option<Weekdays>,
    /// Default: any time.
    #[serde(default, deserialize_with = "optional")]
    pub(super) part_of_day: Option<PartOfDay>,
    #[serde(default, deserialize_with = "optional")]
    pub(super) note: Option<Line>,
    /// The last day that is wanted. Default: as long as it takes.
    #[serde(default, deserialize_with = "optional")]
    pub(super) until: Option<Day>,
}

impl Payload for NewWaitlistEntry {}

/// What changes about an entry: a field that is left out stays, null clears it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WaitlistChange {
    #[serde(default, deserialize_with = "optional")]
    pub(super) service: Option<Line>,
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    pub(super) provider_id: Patch<MemberId>,
    /// Cleared: any day.
    #[serde(default)]
    #[schema(value_type = Option<Vec<i16>>, max_items = 7)]
    pub(super) weekdays: Patch<Weekdays>,
    #[serde(default)]
    #[schema(value_type = Option<PartOfDay>)]
    pub(super) part_of_day: Patch<PartOfDay>,
    #[serde(default)]
    #[schema(value_type = Option<Line>)]
    pub(super) note: Patch<Line>,
    /// Cleared: as long as it takes.
    #[serde(default)]
    #[schema(value_type = Option<Day>)]
    pub(super) until: Patch<Day>,
    /// `Booked` and `Removed` end the waiting.
    #[serde(default, deserialize_with = "optional")]
    pub(super) status: Option<WaitlistStatus>,
}

impl Payload for WaitlistChange {}
