//! The fields of a patient that people change, as text, by their names in the calls.

use chrono::NaiveDate;
use entity::clinic::patient::{self, Column};
use sea_orm::{IdenStatic, ModelTrait, Value};

use base::phone;
use tenancy::{Change, LoggedField};

/// Every field that can be changed. Its name in the calls is the column's.
const FIELDS: [Column; 21] = [
    Column::FirstName,
    Column::LastName,
    Column::PreferredName,
    Column::Pronouns,
    Column::Email,
    Column::Phone,
    Column::BirthDate,
    Column::Street,
    Column::City,
    Column::State,
    Column::PostalCode,
    Column::EmergencyName,
    Column::EmergencyRelation,
    Column::EmergencyPhone,
    Column::GuardianName,
    Column::GuardianRelation,
    Column::ReferralSource,
    Column::MayEmail,
    Column::MayText,
    Column::MayCall,
    Column::MayMarket,
];

/// The fields that differ between two states of a patient, or between two patients.
pub(super) fn changes(before: &patient::Model, after: &patient::Model) -> Vec<Change> {
    Change::list(before, after, values)
}

/// Every field that can be changed, with its value.
pub(super) fn values(row: &patient::Model) -> [LoggedField; FIELDS.len()] {
    FIELDS.map(|field| {
        let value = match row.get(field) {
            Value::String(text) => text,
            Value::ChronoDate(day) => day.map(|day| day.to_string()),
            Value::Bool(may) => may.map(|may| if may { "yes" } else { "no" }.to_owned()),
            _ => None,
        };
        (field.as_str(), value)
    })
}

/// The value of the field of this name.
pub(super) fn value(row: &patient::Model, field: &str) -> Option<String> {
    values(row).into_iter().find(|(name, _)| *name == field).and_then(|(_, value)| value)
}

/// Writes a value that [`values`] has read from this or another patient. Returns whether the field exists.
pub(super) fn set(row: &mut patient::Model, field: &str, value: Option<String>) -> bool {
    let Some(field) = FIELDS.into_iter().find(|one| one.as_str() == field) else { return false };
    if matches!(field, Column::Phone) {
        row.phone_digits = value.as_deref().map(phone::digits);
    }
    let value = match (field, row.get(field)) {
        (Column::FirstName | Column::LastName, _) => value.unwrap_or_default().into(),
        (_, Value::ChronoDate(_)) => value.and_then(|day| day.parse::<NaiveDate>().ok()).into(),
        (_, Value::Bool(_)) => (value.as_deref() == Some("yes")).into(),
        _ => value.into(),
    };
    row.try_set(field, value).is_ok()
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;

    fn somebody(word: &str, may: bool) -> patient::Model {
        let text = || Some(word.to_owned());
        patient::Model {
            id: 1.into(),
            first_name: word.to_owned(),
            last_name: word.to_owned(),
            email: text(),
            phone: Some(format!("+1 555 {}", word.len())),
            phone_digits: Some(format!("1555{}", word.len())),
            birth_date: NaiveDate::from_ymd_opt(1980, 1, u32::try_from(word.len()).unwrap()),
            created_by: None,
            created_at: DateTime::UNIX_EPOCH,
            sample_set_id: None,
            pronouns: text(),
            preferred_name: text(),
            street: text(),
            city: text(),
            state: text(),
            postal_code: text(),
            emergency_name: text(),
            emergency_relation: text(),
            emergency_phone: text(),
            guardian_name: text(),
            guardian_relation: text(),
            referral_source: text(),
            may_email: may,
            may_text: may,
            may_call: may,
            may_market: may,
            archived_at: None,
            archived_by: None,
            archive_reason: None,
            version: 1,
            merged_into: None,
        }
    }

    #[test]
    fn every_field_is_written_as_it_was_read() {
        let (mut one, other) = (somebody("one", true), somebody("other", false));
        for (field, value) in values(&other) {
            assert!(set(&mut one, field, value), "{field}");
        }
        assert_eq!(one, other);
        assert!(!set(&mut one, "id", None));
    }
}
