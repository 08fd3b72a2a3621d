//! A document as the program reads it: the letterhead, the patient, the person and time of the print, and the content
//! with times in the clinic's zone.

use chrono::{DateTime, Datelike, NaiveDate, Timelike, Utc};
use chrono_tz::Tz;
use entity::{clinic::patient, ids::DocumentId};
use serde_json::{Value, json};

use super::content::Content;
use base::date_format::{date_and_time, long_date};
use http_api::state::App;
use tenancy::Clinic;

/// The parts of each page beside the content.
pub struct Frame<'a> {
    pub app: &'a App,
    pub clinic: &'a Clinic,
    pub document: DocumentId,
    /// By name.
    pub printed_by: &'a str,
    pub now: DateTime<Utc>,
}

impl Frame<'_> {
    /// The document of one record. `template` is the name of its template.
    pub fn paper(&self, template: &str, content: Content) -> Value {
        let Content { title, person, mut value } = content;
        in_words(&mut value, self.clinic.time_zone);
        let now = self.now;
        json!({
            "kind": template,
            "id": format!("{} {} {template}", self.clinic.id, self.document),
            "description": format!("{title} of record {}", person.id),
            "title": title,
            "clinic": { "name": self.clinic.name, "address": self.app.base_url.origin_of(&self.clinic.subdomain) },
            "patient": patient_header(&person),
            "printed": { "at": date_and_time(now, self.clinic.time_zone), "by": self.printed_by },
            "made": [now.year(), now.month(), now.day(), now.hour(), now.minute(), now.second()],
            "content": value,
        })
    }
}

/// The patient of a document.
pub fn patient_header(person: &patient::Model) -> Value {
    json!({
        "name": person.full_name(),
        "birth_date": person.birth_date.map_or_else(|| "unknown".to_owned(), long_date),
        "number": person.id.to_string(),
    })
}

/// Writes each time and day of a value in words.
pub fn in_words(value: &mut Value, zone: Tz) {
    replace(value, &|placeholder| match placeholder {
        // With the name of the zone, because a printed time may be read anywhere.
        Placeholder::At(at) => date_and_time(at, zone),
        Placeholder::Day(day) => long_date(day),
    });
}

/// Writes each time and day of a value for other programs (RFC 3339).
pub fn for_programs(value: &mut Value) {
    replace(value, &|placeholder| match placeholder {
        Placeholder::At(at) => at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true),
        Placeholder::Day(day) => day.to_string(),
    });
}

enum Placeholder {
    At(DateTime<Utc>),
    Day(NaiveDate),
}

impl Placeholder {
    /// Reads a placeholder. Text that people typed is never an object, so it is never a placeholder.
    fn read(value: &Value) -> Option<Self> {
        let object = value.as_object().filter(|object| object.len() == 1)?;
        let (name, text) = object.iter().next()?;
        match name.as_str() {
            "$at" => text.as_str()?.parse().ok().map(Self::At),
            "$day" => text.as_str()?.parse().ok().map(Self::Day),
            _ => None,
        }
    }
}

fn replace(value: &mut Value, write: &impl Fn(Placeholder) -> String) {
    if let Some(placeholder) = Placeholder::read(value) {
        *value = write(placeholder).into();
        return;
    }
    match value {
        Value::Array(values) => values.iter_mut().for_each(|value| replace(value, write)),
        Value::Object(object) => object.values_mut().for_each(|value| replace(value, write)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::documents::content::{at, day};

    #[test]
    fn times_have_their_zone_and_days_are_as_they_were_entered() {
        let moment: DateTime<Utc> = "2026-07-01T03:05:00Z".parse().unwrap();
        let born = NaiveDate::from_ymd_opt(1985, 3, 14).unwrap();
        let with_placeholders =
            json!({ "at": at(moment), "born": [day(born)], "typed": "{\"$at\": \"2026-07-01T03:05:00Z\"}" });
        let mut value = with_placeholders.clone();
        in_words(&mut value, chrono_tz::America::New_York);
        let typed = "{\"$at\": \"2026-07-01T03:05:00Z\"}";
        assert_eq!(value, json!({ "at": "June 30, 2026, 11:05 PM EDT", "born": ["March 14, 1985"], "typed": typed }));
        let mut value = with_placeholders;
        for_programs(&mut value);
        assert_eq!(value, json!({ "at": "2026-07-01T03:05:00Z", "born": ["1985-03-14"], "typed": typed }));
    }
}
