//! The log as a table for other programs.

use std::collections::BTreeSet;

use chrono_tz::Tz;
use entity::{
    ids::PatientId,
    words::{ActorKind, Outcome},
};

use super::entries::{self, ActivityEntry, Filter, PersonRef};
use crate::foundation::{
    error::Result,
    http::table::{self, MOST_ROWS},
    tenancy::ClinicTx,
};

/// How many are read at a time.
const PAGE: u64 = 1_000;

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

/// The text, and whose names are in it.
pub struct Part {
    pub text: Vec<u8>,
    pub patients: BTreeSet<PatientId>,
    /// The last entry of this part, when another part follows.
    pub next: Option<i64>,
}

/// The entries after the entry `after`; the first part begins with headings. However many entries there are,
/// each part can be fetched.
///
/// # Errors
/// When the database is out of reach.
pub async fn part(tx: &ClinicTx, filter: &Filter, zone: Tz, mut after: Option<i64>) -> Result<Part> {
    let mut table = table::Table::new(after.is_none().then_some(HEADINGS))?;
    let (mut count, mut patients, mut next) = (0, BTreeSet::new(), None);
    loop {
        let rows = entries::page(tx, filter, zone, PAGE, after).await?;
        let is_last = (rows.len() as u64) < PAGE;
        after = rows.last().map(|row| row.id);
        count += rows.len();
        for entry in entries::named(tx, rows).await? {
            patients.extend(entry.patients.iter().map(|patient| PatientId::from(patient.id)));
            table.row(record(&entry, zone))?;
        }
        if is_last {
            break;
        }
        if count >= MOST_ROWS {
            // The part with the very last entry is followed by an empty one.
            next = after;
            break;
        }
    }
    Ok(Part { text: table.text()?, patients, next })
}

fn record(entry: &ActivityEntry, zone: Tz) -> [String; 12] {
    let who = match (entry.actor, &entry.member) {
        (_, Some(PersonRef { name, .. })) => name.clone(),
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
        entry.at.with_timezone(&zone).format("%Y-%m-%d %H:%M:%S %Z").to_string(),
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
