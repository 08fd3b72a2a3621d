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

use super::findings::Findings;
use crate::foundation::{
    date_format::time_24h,
    http::{
        Payload,
        fields::{Field, MailedName, choice, chosen, required},
        optional,
    },
    tenancy::{Change, Clinic},
};

/// The clinic's settings, and the lists that its exams suggest.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClinicSettings {
    name: String,
    subdomain: String,
    /// An IANA name.
    time_zone: String,
    /// How long a session lasts without a request.
    idle_minutes: i32,
    /// How long a consent's link is valid.
    consent_link_days: i32,
    /// How long an exam clears a patient.
    exam_valid_months: i32,
    second_factor: SecondFactor,
    /// When the clinic usually sees patients, in its own time. Booking outside these hours is confirmed first.
    opens_at: ClockTime,
    closes_at: ClockTime,
    /// How long points can be used after they were given.
    points_expire_months: i32,
    /// What happens to a treatment when a consent that its service needs is not signed.
    missing_consents: MissingConsents,
    /// Where the head of the audit's chain is published each day.
    audit_heads: AuditHeads,
    findings: Findings,
    /// The version; sent back as `If-Match` it keeps a change from overwriting another one.
    version: i32,
}

impl ClinicSettings {
    pub fn from_model(clinic: &Clinic, row: clinic_setting::Model, findings: Findings) -> Self {
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
            missing_consents: row.missing_consents,
            audit_heads: row.audit_heads,
            findings,
            version: row.version,
        }
    }

    /// What the activity log shows; the lists of findings are left out, which are long.
    pub fn differences(&self, after: &Self) -> Vec<Change> {
        let values = |one: &Self| {
            [
                ("name", one.name.clone()),
                ("time_zone", one.time_zone.clone()),
                ("idle_minutes", one.idle_minutes.to_string()),
                ("consent_link_days", one.consent_link_days.to_string()),
                ("exam_valid_months", one.exam_valid_months.to_string()),
                ("second_factor", one.second_factor.to_value()),
                ("opens_at", time_24h(one.opens_at.0)),
                ("closes_at", time_24h(one.closes_at.0)),
                ("points_expire_months", one.points_expire_months.to_string()),
                ("missing_consents", one.missing_consents.to_value()),
                ("audit_heads", one.audit_heads.to_value()),
            ]
        };
        let pairs = values(self).into_iter().zip(values(after));
        pairs.filter_map(|((field, from), (_, to))| Change::between(field, Some(&from), Some(&to))).collect()
    }

    /// Whether the registry needs the values of `next`, which replaces this.
    pub fn is_renamed_by(&self, next: &NewClinicSettings) -> bool {
        self.name != next.name.0 || self.time_zone != next.time_zone.0.name()
    }
}

/// The new settings, all of them.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewClinicSettings {
    pub name: MailedName,
    #[serde(deserialize_with = "required")]
    pub time_zone: Zone,
    #[schema(value_type = i32, minimum = 5, maximum = 60)]
    #[serde(deserialize_with = "required")]
    pub idle_minutes: IntegerBetween<5, 60>,
    #[schema(value_type = i32, minimum = 1, maximum = 365)]
    #[serde(deserialize_with = "required")]
    pub consent_link_days: IntegerBetween<1, 365>,
    #[schema(value_type = i32, minimum = 1, maximum = 24)]
    #[serde(deserialize_with = "required")]
    pub exam_valid_months: IntegerBetween<1, 24>,
    #[serde(deserialize_with = "chosen")]
    pub second_factor: SecondFactor,
    /// Absent: unchanged.
    #[serde(default, deserialize_with = "optional")]
    pub opens_at: Option<ClockTime>,
    #[serde(default, deserialize_with = "optional")]
    pub closes_at: Option<ClockTime>,
    /// Absent: unchanged.
    #[schema(value_type = Option<i32>, minimum = 1, maximum = 120)]
    #[serde(default, deserialize_with = "optional")]
    pub points_expire_months: Option<IntegerBetween<1, 120>>,
    /// Absent: unchanged.
    #[serde(default, deserialize_with = "optional")]
    pub missing_consents: Option<MissingConsents>,
    /// Absent: unchanged.
    #[serde(default, deserialize_with = "optional")]
    pub audit_heads: Option<AuditHeads>,
    pub findings: Findings,
}

impl Payload for NewClinicSettings {
    const IGNORED: &'static [&'static str] = &["subdomain", "version"];
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

impl Field for AuditHeads {
    fn parse(value: &Value) -> Result<Self, String> {
        choice(value)
    }
}

impl Field for MissingConsents {
    fn parse(value: &Value) -> Result<Self, String> {
        choice(value)
    }
}

/// A time of day: `09:30`, of 24 hours.
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

/// A whole number between these two.
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
