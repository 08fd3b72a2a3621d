//! The log as a table for other programs.

use std::collections::BTreeSet;

use chrono_tz::Tz;
use entity::{
    ids::PatientId,
    words::{ActorKind, Outcome},
};

use super::entries::{self, ActivityEntry, Filter, PersonRef};
use crate::foundation::{
    date_format,
    error::Result,
    http::table::{self, AT_ONCE, Part, Start},
    tenancy::ClinicTx,
};

const HEADINGS: [&str; 12] = [
    "time",
    "time_utc",
    "who",
    "role",
    "what",
    "outcome",
    "patients",
    "patient_count",
    "address",
    "browser",
    "entry",
    "changes",
];

/// The entries as a table, and whose names are in it. However many entries there are, each part can be fetched.
///
/// # Errors
/// When the database is out of reach.
pub async fn part(tx: &ClinicTx, filter: &Filter, zone: Tz, start: Start) -> Result<(Part, BTreeSet<PatientId>)> {
    let mut patients = BTreeSet::new();
    let page = |after| async move { entries::named(tx, entries::page(tx, filter, zone, AT_ONCE, after).await?).await };
    let part = table::part(HEADINGS, start, page, |entry: ActivityEntry| {
        patients.extend(entry.patients.iter().map(|patient| PatientId::from(patient.id)));
        (entry.id, record(&entry, zone))
    });
    Ok((part.await?, patients))
}

fn record(entry: &ActivityEntry, zone: Tz) -> [String; 12] {
    let who = match (entry.actor, &entry.member) {
        (_, Some(PersonRef { name, .. })) => name.clone(),
        (ActorKind::Token, None) => format!("{} (API token)", entry.token.as_deref().unwrap_or("A program")),
        (ActorKind::Patient, None) => "A client with a link".to_owned(),
        (ActorKind::Operator, None) => "The operator".to_owned(),
        (_, None) => "Somebody not signed in".to_owned(),
    };
    let names: Vec<_> = entry.patients.iter().map(|patient| format!("{} (#{})", patient.name, patient.id)).collect();
    let value = |value: &Option<String>| value.clone().unwrap_or_else(|| "nothing".to_owned());
    let changes: Vec<_> = entry
        .changes
        .iter()
        .map(|change| format!("{}: {} -> {}", change.field, value(&change.from), value(&change.to)))
        .collect();
    [
        date_format::sortable(entry.at, zone),
        entry.at.to_rfc3339_opts(chrono::SecondsFormat::Secs, true),
        who,
        entry.role.clone().unwrap_or_default(),
        entry.phrase.clone(),
        match entry.outcome {
            Outcome::Done => "done",
            Outcome::Denied => "refused",
            Outcome::Repeated => "repeated",
        }
        .to_owned(),
        names.join("; "),
        entry.patient_count.to_string(),
        entry.ip.clone(),
        entry.user_agent.clone(),
        entry.id.to_string(),
        changes.join("; "),
    ]
}
