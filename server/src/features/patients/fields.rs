//! The fields of a patient that people change, as text, by their names in the calls.

use chrono::NaiveDate;
use entity::clinic::patient;

use crate::foundation::{phone, tenancy::Change};

/// What differs between two states of a patient, or between two patients.
pub(super) fn changes(before: &patient::Model, after: &patient::Model) -> Vec<Change> {
    let pairs = values(before).into_iter().zip(values(after));
    pairs.filter_map(|((field, from), (_, to))| Change::between(field, from.as_deref(), to.as_deref())).collect()
}

fn yes(may: bool) -> String {
    if may { "yes" } else { "no" }.to_owned()
}

/// Every field that can be changed.
pub(super) fn values(row: &patient::Model) -> [(&'static str, Option<String>); 21] {
    [
        ("first_name", Some(row.first_name.clone())),
        ("last_name", Some(row.last_name.clone())),
        ("preferred_name", row.preferred_name.clone()),
        ("pronouns", row.pronouns.clone()),
        ("email", row.email.clone()),
        ("phone", row.phone.clone()),
        ("birth_date", row.birth_date.map(|day| day.to_string())),
        ("street", row.street.clone()),
        ("city", row.city.clone()),
        ("state", row.state.clone()),
        ("postal_code", row.postal_code.clone()),
        ("emergency_name", row.emergency_name.clone()),
        ("emergency_relation", row.emergency_relation.clone()),
        ("emergency_phone", row.emergency_phone.clone()),
        ("guardian_name", row.guardian_name.clone()),
        ("guardian_relation", row.guardian_relation.clone()),
        ("referral_source", row.referral_source.clone()),
        ("may_email", Some(yes(row.may_email))),
        ("may_text", Some(yes(row.may_text))),
        ("may_call", Some(yes(row.may_call))),
        ("may_market", Some(yes(row.may_market))),
    ]
}

/// The value of the field of this name.
pub(super) fn value(row: &patient::Model, field: &str) -> Option<String> {
    values(row).into_iter().find(|(name, _)| *name == field).and_then(|(_, value)| value)
}

/// Writes a value that [`values`] has read of this or another patient. Answers whether there is such a field.
pub(super) fn set(row: &mut patient::Model, field: &str, value: Option<String>) -> bool {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let is_yes = value.as_deref() == Some("yes");
    match field {
        "first_name" => row.first_name = text(&value),
        "last_name" => row.last_name = text(&value),
        "preferred_name" => row.preferred_name = value,
        "pronouns" => row.pronouns = value,
        "email" => row.email = value,
        "phone" => {
            row.phone_digits = value.as_deref().map(phone::digits);
            row.phone = value;
        }
        "birth_date" => row.birth_date = value.and_then(|day| day.parse::<NaiveDate>().ok()),
        "street" => row.street = value,
        "city" => row.city = value,
        "state" => row.state = value,
        "postal_code" => row.postal_code = value,
        "emergency_name" => row.emergency_name = value,
        "emergency_relation" => row.emergency_relation = value,
        "emergency_phone" => row.emergency_phone = value,
        "guardian_name" => row.guardian_name = value,
        "guardian_relation" => row.guardian_relation = value,
        "referral_source" => row.referral_source = value,
        "may_email" => row.may_email = is_yes,
        "may_text" => row.may_text = is_yes,
        "may_call" => row.may_call = is_yes,
        "may_market" => row.may_market = is_yes,
        _ => return false,
    }
    true
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
