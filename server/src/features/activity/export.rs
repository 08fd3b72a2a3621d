//! The log as CSV by RFC 4180, safe to open in a spreadsheet.

use std::collections::BTreeSet;

use chrono_tz::Tz;
use entity::{
    ids::PatientId,
    words::{ActorKind, Outcome},
};

use super::entries::{self, ActivityEntry, Filter, PersonRef};
use crate::foundation::{
    error::{Error, Result},
    tenancy::ClinicTx,
};

/// How many entries one part has at most: a response is built in memory.
const MOST: usize = 20_000;

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
pub struct Table {
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
pub async fn table(tx: &ClinicTx, filter: &Filter, zone: Tz, mut after: Option<i64>) -> Result<Table> {
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        // Every cell, so that a reader with another separator still sees one text.
        .quote_style(csv::QuoteStyle::Always)
        .from_writer(Vec::new());
    let failed = || Error::Internal("the log could not be written as a table".into());
    if after.is_none() {
        writer.write_record(HEADINGS).map_err(|_| failed())?;
    }
    let (mut count, mut patients, mut next) = (0, BTreeSet::new(), None);
    loop {
        let rows = entries::page(tx, filter, zone, PAGE, after).await?;
        let is_last = (rows.len() as u64) < PAGE;
        after = rows.last().map(|row| row.id);
        count += rows.len();
        for entry in entries::named(tx, rows).await? {
            patients.extend(entry.patients.iter().map(|patient| PatientId::from(patient.id)));
            writer.write_record(record(&entry, zone).map(|cell| harmless(&cell))).map_err(|_| failed())?;
        }
        if is_last {
            break;
        }
        if count >= MOST {
            // The part with the very last entry is followed by an empty one.
            next = after;
            break;
        }
    }
    Ok(Table { text: writer.into_inner().map_err(|_| failed())?, patients, next })
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

/// The characters that start a formula, which a spreadsheet would run (OWASP, CSV injection).
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// The separators of different readers: after one of them such a reader starts a new cell.
const SEPARATORS: [char; 7] = [',', ';', '\t', '|', '\r', '\n', '\u{c}'];

/// The cell with an apostrophe before each formula, which makes it text. A formula may be at the start or after
/// any reader's separator, behind spaces and quotes.
fn harmless(cell: &str) -> String {
    let mut out = String::with_capacity(cell.len() + 1);
    if cell.starts_with(['\t', '\r', '\n']) {
        out.push('\'');
    }
    let mut begins = true;
    for c in cell.chars() {
        if begins && FORMULA.contains(&c) {
            out.push('\'');
        }
        begins = SEPARATORS.contains(&c) || begins && (c == '"' || c.is_whitespace());
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_exported_cell_is_a_formula() {
        for cell in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1"] {
            assert!(harmless(cell).starts_with('\''), "{cell:?}");
        }
        assert_eq!(harmless("Ann = Berg"), "Ann = Berg");
    }

    /// The cells as a reader sees them that uses this separator, with or without respect for quotes.
    fn read(line: &str, separator: char, keeps_to_quotes: bool) -> Vec<String> {
        if !keeps_to_quotes {
            return line.split(separator).map(str::to_owned).collect();
        }
        let mut reader = csv::ReaderBuilder::new();
        reader.has_headers(false).flexible(true).delimiter(u8::try_from(separator).unwrap());
        let mut cells = Vec::new();
        for record in reader.from_reader(line.as_bytes()).records() {
            cells.extend(record.unwrap().iter().map(str::to_owned));
        }
        cells
    }

    #[test]
    fn no_csv_reader_finds_a_formula_within_a_cell() {
        let pieces = ["=1", "@x", "-1", ";", ",", "\t", "|", "\n", "\"", " ", "a", "'", "\"\"", "; "];
        for seed in 0..pieces.len().pow(4) {
            let cell: String = (0..4).map(|place| pieces[seed / pieces.len().pow(place) % pieces.len()]).collect();
            let mut writer = csv::WriterBuilder::new().quote_style(csv::QuoteStyle::Always).from_writer(Vec::new());
            writer.write_record(["first", &harmless(&cell), "last"]).unwrap();
            let line = String::from_utf8(writer.into_inner().unwrap()).unwrap();
            for separator in [',', ';', '\t', '|'] {
                for keeps_to_quotes in [true, false] {
                    for seen in read(&line, separator, keeps_to_quotes) {
                        let seen = seen.trim_start_matches(|c: char| c == '"' || c.is_whitespace());
                        assert!(!seen.starts_with(FORMULA), "{cell:?} is {seen:?} to a reader of {separator:?}");
                    }
                }
            }
        }
    }
}
