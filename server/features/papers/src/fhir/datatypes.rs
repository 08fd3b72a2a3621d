//! The data types of FHIR R4, with the elements used here. FHIR has no empty lists and no nulls.

use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use rust_decimal::{Decimal, prelude::ToPrimitive};
use serde::{Serialize, Serializer};

/// An instant, in UTC.
#[derive(Debug, Clone, Copy)]
pub struct Instant(pub DateTime<Utc>);

impl Serialize for Instant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.to_rfc3339_opts(SecondsFormat::Millis, true))
    }
}

/// A measured number, as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number(pub Decimal);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.to_i64().filter(|_| self.0.scale() == 0) {
            Some(whole) => serializer.serialize_i64(whole),
            None => self.0.to_f64().serialize(serializer),
        }
    }
}

#[derive(Debug, Serialize)]
pub struct Reference {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display: Option<String>,
}

impl Reference {
    /// A reference to a resource of this server.
    pub fn to(kind: &str, id: impl Into<i64>) -> Self {
        Self { reference: Some(format!("{kind}/{}", id.into())), display: None }
    }

    #[must_use]
    pub fn named(self, display: Option<String>) -> Self {
        Self { display, ..self }
    }
}

#[derive(Debug, Serialize)]
pub struct Coding {
    pub system: &'static str,
    pub code: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display: Option<&'static str>,
}

#[derive(Debug, Default, Serialize)]
pub struct CodeableConcept {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub coding: Vec<Coding>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl CodeableConcept {
    pub fn text(text: impl Into<String>) -> Self {
        Self { coding: Vec::new(), text: Some(text.into()) }
    }

    pub fn coded(system: &'static str, code: &'static str, display: &'static str) -> Self {
        Self { coding: vec![Coding { system, code, display: Some(display) }], text: None }
    }

    #[must_use]
    pub fn with_text(self, text: Option<String>) -> Self {
        Self { text, ..self }
    }
}

#[derive(Debug, Default, Serialize)]
pub struct Period {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<NaiveDate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<NaiveDate>,
}

#[derive(Debug, Serialize)]
pub struct Identifier {
    #[serde(rename = "use", skip_serializing_if = "Option::is_none")]
    pub used: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    pub value: String,
}

#[derive(Debug, Default, Serialize)]
pub struct HumanName {
    #[serde(rename = "use", skip_serializing_if = "Option::is_none")]
    pub used: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct ContactPoint {
    pub system: &'static str,
    pub value: String,
}

#[derive(Debug, Serialize)]
pub struct Address {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    #[serde(rename = "postalCode", skip_serializing_if = "Option::is_none")]
    pub postal_code: Option<String>,
}

#[derive(Debug, Serialize)]
pub struct Annotation {
    #[serde(rename = "authorString", skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Instant>,
    pub text: String,
}

impl Annotation {
    pub fn text(text: impl Into<String>) -> Self {
        Self { author: None, time: None, text: text.into() }
    }
}

/// A quantity in a unit of UCUM.
#[derive(Debug, Serialize)]
pub struct Quantity {
    pub value: Number,
    pub unit: &'static str,
    pub system: &'static str,
    pub code: &'static str,
}

impl Quantity {
    pub fn new(value: Decimal, unit: &'static str, code: &'static str) -> Self {
        Self { value: Number(value), unit, system: "http://unitsofmeasure.org", code }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_a_json_number_without_invented_decimals() {
        let text = |value: &str| serde_json::to_string(&Number(value.parse().unwrap())).unwrap();
        assert_eq!([text("72"), text("98.6"), text("0.1")], ["72", "98.6", "0.1"]);
    }

    #[test]
    fn an_instant_is_in_utc() {
        let at = "2026-11-24T09:00:00-05:00".parse::<DateTime<Utc>>().unwrap();
        assert_eq!(serde_json::to_string(&Instant(at)).unwrap(), "\"2026-11-24T14:00:00.000Z\"");
    }
}
