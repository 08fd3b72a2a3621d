//! The log as CSV, as RFC 4180 has it and as a spreadsheet may open it.

use std::collections::BTreeSet;

use chrono_tz::Tz;

use super::entries::{self, ActivityEntry, ActorKind, Filter, Named, Outcome};
use crate::{
    error::{Error, Result},
    tenancy::ClinicTx,
};

/// More entries than these are several exports: an answer is made in memory.
const MOST: usize = 20_000;

/// So many are read at a time.
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

/// The text, and whose names stand in it.
pub struct Table {
    pub text: Vec<u8>,
    pub patients: BTreeSet<i64>,
}

/// # Errors
/// When there are more entries than one file holds, or the database is out of reach.
pub async fn table(tx: &ClinicTx, filter: &Filter, zone: Tz) -> Result<Table> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    let failed = || Error::Internal("the log could not be written as a table".into());
    writer.write_record(HEADINGS).map_err(|_| failed())?;
    let (mut count, mut after, mut patients) = (0, None, BTreeSet::new());
    loop {
        let rows = entries::page(tx, filter, zone, PAGE, after).await?;
        let is_last = (rows.len() as u64) < PAGE;
        after = rows.last().map(|row| row.id);
        count += rows.len();
        if count > MOST {
            return Err(Error::field("from", "These are more than 20,000 entries. Choose fewer days."));
        }
        for entry in entries::named(tx, rows).await? {
            patients.extend(entry.patients.iter().map(|patient| patient.id));
            writer.write_record(record(&entry, zone).map(|cell| harmless(&cell))).map_err(|_| failed())?;
        }
        if is_last {
            break;
        }
    }
    Ok(Table { text: writer.into_inner().map_err(|_| failed())?, patients })
}

fn record(entry: &ActivityEntry, zone: Tz) -> [String; 12] {
    let who = match (entry.actor, &entry.member) {
        (_, Some(Named { name, .. })) => name.clone(),
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

/// A spreadsheet takes a cell that begins so for a formula, and runs it (OWASP, CSV injection): the
/// apostrophe makes it text.
fn harmless(cell: &str) -> String {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
        format!("'{cell}")
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula() {
        for cell in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1"] {
            assert!(harmless(cell).starts_with('\''), "{cell:?}");
        }
        assert_eq!(harmless("Ann = Berg"), "Ann = Berg");
    }
}
