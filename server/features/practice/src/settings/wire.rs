//! The wire types of the clinic's settings.

use chrono::NaiveTime;
use chrono_tz::Tz;
use entity::{
    clinic::clinic_setting,
    words::{AuditHeads, MissingConsents, SecondFactor},
};
use sea_orm::ActiveEnum;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use utoipa::ToSchema;

use super::findings::{Findings, NormalFindings};
use base::date_format::time_24h;
use http_api::{
    Computed, deserialize_fields,
    fields::{ClinicName, Field},
};
use tenancy::{Clinic, LoggedField};

/// The clinic's settings, and the lists that its exams suggest.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClinicSettings {
    name: String,
    subdomain: String,
    /// An IANA name.
    time_zone: String,
    /// After how many minutes without a request a session expires.
    idle_minutes: i32,
    /// How many days a consent's link is valid.
    consent_link_days: i32,
    /// How many months an exam clears a patient.
    exam_valid_months: i32,
    second_factor: SecondFactor,
    /// When the clinic usually sees patients, in local time. Booking outside these hours needs a confirmation.
    opens_at: ClockTime,
    closes_at: ClockTime,
    /// How many months points can be used.
    points_expire_months: i32,
    /// The age from which a patient signs alone; for a younger patient a parent or guardian signs.
    adult_age: i32,
    /// What happens to a treatment if a consent that its service needs is not signed.
    missing_consents: MissingConsents,
    /// Where the head of the audit's chain is published each day.
    audit_heads: AuditHeads,
    findings: Findings,
    normal_findings: NormalFindings,
    /// The version; sent back as `If-Match` it keeps a change from overwriting another one.
    version: i32,
}

impl ClinicSettings {
    pub fn from_model(
        clinic: &Clinic,
        row: clinic_setting::Model,
        findings: Findings,
        normal_findings: NormalFindings,
    ) -> Self {
        Self {
            second_factor: row.second_factor,
            name: row.name.unwrap_or_else(|| clinic.name.clone()),
            subdomain: clinic.subdomain.clone(),
            time_zone: row.time_zone.unwrap_or_else(|| clinic.time_zone.name().to_owned()),
            idle_minutes: row.idle_minutes,
            consent_link_days: row.consent_link_days,
            exam_valid_months: row.exam_valid_months,
            opens_at: ClockTime(row.opens_at),
            closes_at: ClockTime(row.closes_at),
            points_expire_months: row.points_expire_months,
            adult_age: row.adult_age,
            missing_consents: row.missing_consents,
            audit_heads: row.audit_heads,
            findings,
            normal_findings,
            version: row.version,
        }
    }

    /// The fields for the activity log, without the lists of findings, which are long.
    pub fn logged(&self) -> [LoggedField; 12] {
        [
            ("name", Some(self.name.clone())),
            ("time_zone", Some(self.time_zone.clone())),
            ("idle_minutes", Some(self.idle_minutes.to_string())),
            ("consent_link_days", Some(self.consent_link_days.to_string())),
            ("exam_valid_months", Some(self.exam_valid_months.to_string())),
            ("second_factor", Some(self.second_factor.to_value())),
            ("opens_at", Some(time_24h(self.opens_at.0))),
            ("closes_at", Some(time_24h(self.closes_at.0))),
            ("points_expire_months", Some(self.points_expire_months.to_string())),
            ("adult_age", Some(self.adult_age.to_string())),
            ("missing_consents", Some(self.missing_consents.to_value())),
            ("audit_heads", Some(self.audit_heads.to_value())),
        ]
    }

    /// Whether the registry needs the values of `next`, which replaces this state.
    pub fn is_renamed_by(&self, next: &NewClinicSettings) -> bool {
        self.name != next.name.0 || self.time_zone != next.time_zone.0.name()
    }
}

/// The new settings, all of them.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewClinicSettings {
    pub name: ClinicName,
    pub time_zone: Zone,
    #[schema(value_type = i32, minimum = 5, maximum = 60)]
    pub idle_minutes: IntegerBetween<5, 60>,
    #[schema(value_type = i32, minimum = 1, maximum = 365)]
    pub consent_link_days: IntegerBetween<1, 365>,
    #[schema(value_type = i32, minimum = 1, maximum = 24)]
    pub exam_valid_months: IntegerBetween<1, 24>,
    pub second_factor: SecondFactor,
    /// Absent: unchanged.
    pub opens_at: Option<ClockTime>,
    pub closes_at: Option<ClockTime>,
    /// Absent: unchanged.
    #[schema(value_type = Option<i32>, minimum = 1, maximum = 120)]
    pub points_expire_months: Option<IntegerBetween<1, 120>>,
    /// Absent: unchanged.
    #[schema(value_type = Option<i32>, minimum = 18, maximum = 21)]
    pub adult_age: Option<IntegerBetween<18, 21>>,
    /// Absent: unchanged.
    pub missing_consents: Option<MissingConsents>,
    /// Absent: unchanged.
    pub audit_heads: Option<AuditHeads>,
    pub findings: Findings,
    /// Absent: entries that stay keep their mark.
    #[serde(default)]
    pub normal_findings: Option<NormalFindings>,
}

impl Computed for NewClinicSettings {
    const COMPUTED: &'static [&'static str] = &["subdomain", "version"];
}

/// A time zone by its IANA name.
#[derive(Debug, Clone, Copy, ToSchema)]
#[schema(value_type = String)]
pub struct Zone(pub Tz);

impl Field for Zone {
    fn parse(value: &Value) -> Result<Self, String> {
        let name = value.as_str().map(str::trim).and_then(|name| name.parse().ok());
        name.map(Self).ok_or_else(|| "must be a time zone such as America/New_York".to_owned())
    }
}

/// A time of day on the 24-hour clock: `09:30`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ToSchema)]
#[schema(value_type = String, pattern = "^([01]\\d|2[0-3]):[0-5]\\d$")]
pub struct ClockTime(pub NaiveTime);

impl Field for ClockTime {
    fn parse(value: &Value) -> Result<Self, String> {
        let text = value.as_str().map(str::trim).filter(|text| text.len() == 5);
        let time = text.and_then(|text| NaiveTime::parse_from_str(text, "%H:%M").ok());
        time.map(Self).ok_or_else(|| "must be a time such as 09:30".to_owned())
    }
}

impl Serialize for ClockTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&time_24h(self.0))
    }
}

/// A whole number from `MIN` to `MAX`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IntegerBetween<const MIN: i32, const MAX: i32>(pub i32);

impl<const MIN: i32, const MAX: i32> Field for IntegerBetween<MIN, MAX> {
    fn parse(value: &Value) -> Result<Self, String> {
        let number = match value {
            Value::Number(number) => number.as_i64(),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        };
        match number.and_then(|number| i32::try_from(number).ok()) {
            Some(number) if (MIN..=MAX).contains(&number) => Ok(Self(number)),
            _ => Err(format!("must be a whole number from {MIN} to {MAX}")),
        }
    }
}
deserialize_fields!(Zone, ClockTime);
deserialize_fields!([const MIN: i32, const MAX: i32] IntegerBetween<MIN, MAX>);
