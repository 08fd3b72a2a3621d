//! A patient as a FHIR resource.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use entity::{
    clinic::patient::{Column, Entity, Model},
    ids::PatientId,
    words::ApiScope,
};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select,
    sea_query::{Expr, ExprTrait, Func},
};
use serde::Serialize;

use super::{
    datatypes::{Address, CodeableConcept, ContactPoint, HumanName, Identifier, Reference},
    outcome::Refusal,
    params::Search,
    resource::{Batch, Cursor, Entry, Kind, Reader},
};
use base::{error::Result, phone};
use people::patients;

/// The parameters of a search.
pub const PARAMETERS: [&str; 8] = ["_id", "identifier", "name", "family", "given", "birthdate", "phone", "email"];

#[derive(Debug, Serialize)]
pub struct Patient {
    #[serde(rename = "resourceType")]
    resource_type: &'static str,
    id: String,
    identifier: [Identifier; 1],
    active: bool,
    name: Vec<HumanName>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    telecom: Vec<ContactPoint>,
    #[serde(rename = "birthDate", skip_serializing_if = "Option::is_none")]
    birth_date: Option<NaiveDate>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    address: Vec<Address>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    contact: Vec<Contact>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    link: Vec<Link>,
}

#[derive(Debug, Serialize)]
struct Contact {
    relationship: [CodeableConcept; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<HumanName>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    telecom: Vec<ContactPoint>,
}

#[derive(Debug, Serialize)]
struct Link {
    other: Reference,
    #[serde(rename = "type")]
    kind: &'static str,
}

impl Kind for Patient {
    const KIND: ApiScope = ApiScope::Patient;

    fn id(&self) -> &str {
        &self.id
    }
}

impl Patient {
    /// `merged` are the patients whose records this one includes.
    fn new(row: Model, merged: &[PatientId], origin: &str) -> Self {
        let contact = [emergency_contact(&row), guardian(&row)].into_iter().flatten().collect();
        let phone = row.phone.map(|value| ContactPoint { system: "phone", value });
        let email = row.email.map(|value| ContactPoint { system: "email", value });
        let preferred = row.preferred_name.map(|name| HumanName {
            used: Some("usual"),
            text: Some(name.clone()),
            given: vec![name],
            family: None,
        });
        let official =
            HumanName { used: Some("official"), text: None, family: Some(row.last_name), given: vec![row.first_name] };
        let has_address = [&row.street, &row.city, &row.state, &row.postal_code].into_iter().any(Option::is_some);
        let address = has_address.then_some(Address {
            line: row
                .street
                .into_iter()
                .flat_map(|street| street.lines().map(str::to_owned).collect::<Vec<_>>())
                .collect(),
            city: row.city,
            state: row.state,
            postal_code: row.postal_code,
        });
        let link = |kind, id: PatientId| Link { other: Reference::to("Patient", id), kind };
        Self {
            resource_type: "Patient",
            id: row.id.to_string(),
            identifier: [Identifier {
                used: Some("usual"),
                system: Some(origin.to_owned()),
                value: row.id.to_string(),
            }],
            active: row.archived_at.is_none() && row.merged_into.is_none(),
            name: std::iter::once(official).chain(preferred).collect(),
            telecom: phone.into_iter().chain(email).collect(),
            birth_date: row.birth_date,
            address: address.into_iter().collect(),
            contact,
            link: (row.merged_into.map(|id| link("replaced-by", id)).into_iter())
                .chain(merged.iter().map(|id| link("replaces", *id)))
                .collect(),
        }
    }
}

fn emergency_contact(row: &Model) -> Option<Contact> {
    if row.emergency_name.is_none() && row.emergency_phone.is_none() {
        return None;
    }
    let relationship =
        CodeableConcept::coded("http://terminology.hl7.org/CodeSystem/v2-0131", "C", "Emergency Contact");
    let phone = row.emergency_phone.clone().map(|value| ContactPoint { system: "phone", value });
    Some(Contact {
        relationship: [relationship.with_text(row.emergency_relation.clone())],
        name: row.emergency_name.clone().map(named),
        telecom: phone.into_iter().collect(),
    })
}

fn guardian(row: &Model) -> Option<Contact> {
    let relationship = CodeableConcept::coded("http://terminology.hl7.org/CodeSystem/v3-RoleCode", "GUARD", "guardian");
    Some(Contact {
        name: Some(named(row.guardian_name.clone()?)),
        relationship: [relationship.with_text(row.guardian_relation.clone())],
        telecom: Vec::new(),
    })
}

fn named(name: String) -> HumanName {
    HumanName { text: Some(name), ..HumanName::default() }
}

/// The patient with this id, merged or not, if any.
pub async fn with_id(reader: &Reader<'_>, id: PatientId) -> Result<Batch> {
    let row = Entity::find_by_id(id).one(reader.tx).await?;
    Ok(Batch { entries: resources(reader, row.into_iter().collect()).await?, next: None })
}

async fn resources(reader: &Reader<'_>, rows: Vec<Model>) -> Result<Vec<Entry>> {
    let ids: BTreeSet<_> = rows.iter().map(|row| row.id).collect();
    let persons = same_persons(reader, ids).await?;
    let entry = |row: Model| {
        let is_merged = |(id, into): &(&PatientId, &PatientId)| **into == row.id && **id != row.id;
        let own: Vec<_> = persons.iter().filter(is_merged).map(|(id, _)| *id).collect();
        let (at, patient) = (Cursor::row(row.id), Some(row.id));
        Entry::new(at, patient, &Patient::new(row, &own, reader.origin))
    };
    rows.into_iter().map(entry).collect()
}

/// A page of the patients that match, in the order of their ids. A merged patient is found only by id.
///
/// Fails if a parameter cannot be read.
pub async fn search(reader: &Reader<'_>, wanted: &Search) -> Result<Batch, Refusal> {
    let mut found = matching(reader, wanted)?;
    if let Some(after) = wanted.cursor()? {
        found = found.filter(Column::Id.gt(after.row));
    }
    let rows = found.order_by_asc(Column::Id).limit(wanted.count as u64 + 1).all(reader.tx).await?;
    Ok(Batch::take(resources(reader, rows).await?, wanted.count))
}

fn matching(reader: &Reader<'_>, wanted: &Search) -> Result<Select<Entity>, Refusal> {
    let mut found = Entity::find();
    if let Some(ids) = wanted.any("_id") {
        found = found.filter(Column::Id.is_in(ids.iter().filter_map(|id| id.parse::<i64>().ok())));
    } else if wanted.any("identifier").is_none() {
        found = found.filter(Column::MergedInto.is_null());
    }
    if let Some(identifiers) = wanted.any("identifier") {
        let ids = identifiers.iter().filter_map(|identifier| own_id(identifier, reader.origin));
        found = found.filter(Column::Id.is_in(ids));
    }
    for words in wanted.all("name").flat_map(str::split_whitespace) {
        found = patients::with_a_name(found, words);
    }
    for name in wanted.all("family") {
        found = patients::with_last_name(found, name);
    }
    for name in wanted.all("given") {
        found = patients::with_first_name(found, name);
    }
    for range in wanted.dates("birthdate", reader.zone)? {
        let days = range.matches_day(&Expr::col(Column::BirthDate));
        found = found.filter(days.ok_or(Refusal::Parameter("birthdate", "must be a date"))?);
    }
    if let Some(phones) = wanted.any("phone") {
        found = found.filter(Column::PhoneDigits.is_in(phones.iter().flat_map(|phone| spellings(phone))));
    }
    if let Some(emails) = wanted.any("email") {
        let lowered = Expr::from(Func::lower(Expr::col(Column::Email)));
        found = found.filter(lowered.is_in(emails.iter().map(|email| email.to_lowercase())));
    }
    Ok(found)
}

/// The id in an identifier, with or without the clinic's address as its system.
fn own_id(identifier: &str, origin: &str) -> Option<i64> {
    match identifier.split_once('|') {
        Some((system, value)) if system == origin => value.parse().ok(),
        Some(_) => None,
        None => identifier.parse().ok(),
    }
}

/// The digits of a phone number, with and without the country code 1.
fn spellings(phone: &str) -> Vec<String> {
    let digits = phone::digits(phone);
    match (digits.len(), digits.strip_prefix('1')) {
        (11, Some(national)) => vec![national.to_owned(), digits],
        (10, _) => vec![format!("1{digits}"), digits],
        _ => vec![digits],
    }
}

/// The condition that a record belongs to this person, under any of the merged ids.
pub fn is_of(column: impl ColumnTrait, patient: Option<PatientId>) -> Condition {
    Condition::all().add_option(patient.map(|id| column.in_subquery(Entity::ids_of_person(Expr::val(id)))))
}

/// Maps these ids to the surviving patients.
pub async fn survivors(reader: &Reader<'_>, ids: BTreeSet<PatientId>) -> Result<impl Fn(PatientId) -> PatientId> {
    let merged: Vec<(PatientId, PatientId)> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::MergedInto])
        .filter(Column::Id.is_in(ids))
        .filter(Column::MergedInto.is_not_null())
        .into_tuple()
        .all(reader.tx)
        .await?;
    Ok(move |id| merged.iter().find(|(own, _)| *own == id).map_or(id, |(_, into)| *into))
}

/// The ids of all records of these patients, each with its surviving patient.
pub async fn same_persons(reader: &Reader<'_>, ids: BTreeSet<PatientId>) -> Result<BTreeMap<PatientId, PatientId>> {
    let merged: Vec<(PatientId, PatientId)> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::MergedInto])
        .filter(Column::MergedInto.is_in(ids.iter().copied()))
        .into_tuple()
        .all(reader.tx)
        .await?;
    Ok(ids.into_iter().map(|id| (id, id)).chain(merged).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_number_is_found_with_and_without_the_countrys_code() {
        assert_eq!(spellings("+1 (555) 010-1234"), ["5550101234", "15550101234"]);
        assert_eq!(spellings("555-010-1234"), ["15550101234", "5550101234"]);
        assert_eq!(spellings("44 20 7946 0000"), ["442079460000"]);
    }

    #[test]
    fn an_identifier_belongs_to_the_clinics_address() {
        let id = |text| own_id(text, "https://a.example");
        assert_eq!((id("7"), id("https://a.example|7")), (Some(7), Some(7)));
        assert_eq!((id("https://b.example|7"), id("|7"), id("x")), (None, None, None));
    }
}
