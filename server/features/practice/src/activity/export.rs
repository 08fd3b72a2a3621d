//! The log as CSV.

use std::collections::BTreeSet;

use chrono::SecondsFormat;
use chrono_tz::Tz;
use entity::{
    ids::PatientId,
    words::{ActorKind, Outcome},
};

use super::entries::{self, ActivityEntry, Filter, PersonRef};
use base::{date_format, error::Result};
use http_api::table::{self, AT_ONCE, Column, Part, Start, optional};
use tenancy::{Change, ClinicTx};

const COLUMNS: &[Column<ActivityEntry>] = &[
    ("time", |entry, zone| date_format::sortable(entry.at, zone)),
    ("time_utc", |entry, _| entry.at.to_rfc3339_opts(SecondsFormat::Secs, true)),
    ("who", |entry, _| who(entry)),
    ("role", |entry, _| optional(entry.role.as_deref())),
    ("what", |entry, _| entry.phrase.clone()),
    ("outcome", |entry, _| in_words(entry.outcome).to_owned()),
    ("patients", |entry, _| joined(&entry.patients, |patient| format!("{} (#{})", patient.name, patient.id))),
    ("patient_count", |entry, _| entry.patient_count.to_string()),
    ("address", |entry, _| entry.ip.clone()),
    ("browser", |entry, _| entry.user_agent.clone()),
    ("entry", |entry, _| entry.id.to_string()),
    ("changes", |entry, _| joined(&entry.changes, change_in_words)),
];

/// A part of the entries as CSV, and the patients whose names it holds.
pub async fn part(tx: &ClinicTx, filter: &Filter, zone: Tz, start: Start) -> Result<(Part, BTreeSet<PatientId>)> {
    let mut patients = BTreeSet::new();
    let page = |after| async move { entries::named(tx, entries::page(tx, filter, zone, AT_ONCE, after).await?).await };
    let part = table::part(COLUMNS, zone, start, page, |entry| {
        patients.extend(entry.patients.iter().map(|patient| PatientId::from(patient.id)));
        entry.id
    });
    Ok((part.await?, patients))
}

fn who(entry: &ActivityEntry) -> String {
    match (entry.actor, &entry.member) {
        (_, Some(PersonRef { name, .. })) => name.clone(),
        (ActorKind::Token, None) => format!("{} (API token)", entry.token.as_deref().unwrap_or("A program")),
        (ActorKind::Patient, None) => "A client with a link".to_owned(),
        (ActorKind::Operator, None) => "The operator".to_owned(),
        (_, None) => "Somebody not signed in".to_owned(),
    }
}

const fn in_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Done => "done",
        Outcome::Denied => "refused",
        Outcome::Repeated => "repeated",
    }
}

fn change_in_words(change: &Change) -> String {
    let value = |value: &Option<String>| value.clone().unwrap_or_else(|| "nothing".to_owned());
    format!("{}: {} -> {}", change.field, value(&change.from), value(&change.to))
}

fn joined<T>(list: &[T], in_words: impl Fn(&T) -> String) -> String {
    list.iter().map(in_words).collect::<Vec<_>>().join("; ")
}
