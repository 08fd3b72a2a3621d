//! An entry of the waitlist on the wire, and the requests for a new entry and a change.

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    ids::{MemberId, PatientId, WaitlistEntryId},
    words::{PartOfDay, WaitlistStatus},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::entries::EntryWithNames;
use http_api::{
    Patch, deserialize_fields,
    fields::{Day, Field, Line},
};

/// An entry of the waitlist. Roles with limited access see the service and the times; the patient and the note are null.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WaitlistEntry {
    id: WaitlistEntryId,
    patient_id: Option<PatientId>,
    first_name: Option<String>,
    last_name: Option<String>,
    /// The service's name when it was chosen.
    service: String,
    /// Null for any provider.
    provider_id: Option<MemberId>,
    provider_name: Option<String>,
    /// Monday is 1, Sunday 7. Empty: any day.
    weekdays: Vec<i16>,
    /// Null for any time.
    part_of_day: Option<PartOfDay>,
    note: Option<String>,
    /// The last wanted day. Null: no limit.
    until: Option<NaiveDate>,
    status: WaitlistStatus,
    created_at: DateTime<Utc>,
    /// The member's name.
    created_by: String,
    /// For `If-Match`.
    version: i32,
    updated_at: DateTime<Utc>,
    /// The member's name.
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

/// Distinct days of the week from 1 (Monday) to 7, in order.
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
deserialize_fields!(Weekdays);

/// A new entry.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewWaitlistEntry {
    pub(super) patient_id: PatientId,
    /// A service of the clinic's catalogue, or of the fixed list if the clinic has no catalogue. Default: Botox.
    pub(super) service: Option<Line>,
    pub(super) provider_id: Option<MemberId>,
    /// Monday is 1, Sunday 7. Default: any day.
    #[schema(value_type = Option<Vec<i16>>, max_items = 7)]
    pub(super) weekdays: Option<Weekdays>,
    /// Default: any time.
    pub(super) part_of_day: Option<PartOfDay>,
    pub(super) note: Option<Line>,
    /// The last wanted day. Default: no limit.
    pub(super) until: Option<Day>,
}

/// The changes to an entry: a field that is left out stays, null clears it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WaitlistChange {
    pub(super) service: Option<Line>,
    #[serde(default)]
    #[schema(value_type = Option<MemberId>)]
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
    /// Cleared: no limit.
    #[serde(default)]
    #[schema(value_type = Option<Day>)]
    pub(super) until: Patch<Day>,
    /// `Booked` and `Removed` close the entry.
    pub(super) status: Option<WaitlistStatus>,
}
