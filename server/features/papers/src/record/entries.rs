//! The entries of the timeline: what each feature tells, selected in one statement.

use chrono::{DateTime, Utc};
use entity::{clinic::patient::Records, ids::PatientId};
use sea_orm::{
    FromQueryResult, Statement,
    sea_query::{Expr, ExprTrait, Func, Order, Query, SelectStatement, UnionType},
};
use serde_json::Value;

use super::cursor::Cursor;
use crate::estimate_issues::IssueEntry;
use base::error::{Error, Result};
use chart::{adverse_events::EventEntry, clearance::ChangeEntry, exams::ExamEntry, treatments::TreatmentEntry};
use consent::consents::ConsentEntry;
use contact::messages::MessageEntry;
use money::{charges::ChargeEntry, estimate_clocks::ClockEntry, estimates::EstimateEntry, loyalty::PointsEntry};
use people::{
    corrections::AddendumEntry,
    patients::NoteEntry,
    timeline::{Entry, Shown, Source},
};
use visits::appointments::VisitEntry;

/// What a feature tells.
struct Feature {
    sources: &'static [Source],
    show: fn(Row, DateTime<Utc>) -> serde_json::Result<Shown>,
}

impl Feature {
    const fn of<E: Entry>() -> Self {
        Self { sources: E::SOURCES, show: show::<E> }
    }
}

const FEATURES: &[Feature] = &[
    Feature::of::<AddendumEntry>(),
    Feature::of::<ChangeEntry>(),
    Feature::of::<ChargeEntry>(),
    Feature::of::<ClockEntry>(),
    Feature::of::<ConsentEntry>(),
    Feature::of::<EstimateEntry>(),
    Feature::of::<EventEntry>(),
    Feature::of::<ExamEntry>(),
    Feature::of::<IssueEntry>(),
    Feature::of::<MessageEntry>(),
    Feature::of::<NoteEntry>(),
    Feature::of::<PointsEntry>(),
    Feature::of::<TreatmentEntry>(),
    Feature::of::<VisitEntry>(),
];

/// Every source of entries.
pub fn sources() -> impl Iterator<Item = &'static Source> {
    FEATURES.iter().flat_map(|feature| feature.sources)
}

/// An entry as it is selected. The feature reads the fields.
#[derive(Clone, FromQueryResult)]
pub(super) struct Row {
    pub word: String,
    pub id: i64,
    pub at: DateTime<Utc>,
    fields: Value,
}

fn show<E: Entry>(row: Row, now: DateTime<Utc>) -> serde_json::Result<Shown> {
    let entry: E = serde_json::from_value(Value::from_iter([(row.word, row.fields)]))?;
    Ok(entry.show(now))
}

impl Row {
    /// The source of the entry, and what is shown of it.
    pub(super) fn show(self, now: DateTime<Utc>) -> Result<(&'static Source, Shown)> {
        let unreadable = |word: &str| Error::Internal(format!("an entry of the timeline could not be read: {word}"));
        let word = self.word.clone();
        let of_feature = |feature: &'static Feature| {
            feature.sources.iter().find(|source| source.word == word).map(|source| (source, feature))
        };
        let (source, feature) = FEATURES.iter().find_map(of_feature).ok_or_else(|| unreadable(&word))?;
        // The error of serde may hold what was recorded about the patient.
        let shown = (feature.show)(self, now).map_err(|_| unreadable(&word))?;
        Ok((source, shown))
    }
}

/// Everything of these sources that was recorded about a patient, before the entry `after`; the newest first. `None` without a
/// source.
pub fn statement<'a>(
    patient: PatientId,
    sources: impl IntoIterator<Item = &'a Source>,
    after: Option<Cursor>,
    limit: u64,
) -> Option<Statement> {
    let records = Records::of(patient);
    let mut selected = sources.into_iter().map(|source| entries_of(source, records));
    let mut all = selected.next()?;
    all.unions(selected.map(|entries| (UnionType::All, entries)));
    let mut page = Query::select();
    page.columns(["word", "id", "at", "fields"]).from_subquery(all, "entry").limit(limit);
    newest_first(&mut page);
    if let Some(last) = after {
        let last = Expr::tuple([Expr::val(last.at), Expr::val(last.word), Expr::val(last.id)]);
        page.and_where(Expr::tuple(["at", "word", "id"].map(Expr::col)).lt(last));
    }
    // Only the page is written as JSON: that of every entry would double the time of a patient with many.
    let mut shown = Query::select();
    shown
        .columns(["word", "id", "at"])
        .expr_as(Func::cust("to_json").arg(Expr::col("fields")), "fields")
        .from_subquery(page, "page");
    newest_first(&mut shown);
    Some(records.statement(shown))
}

fn newest_first(entries: &mut SelectStatement) {
    for column in ["at", "word", "id"] {
        entries.order_by(column, Order::Desc);
    }
}

/// The entries of one source, with their fields as one record, because each source has others.
fn entries_of(source: &Source, records: Records) -> SelectStatement {
    Query::select()
        .expr_as(Expr::Constant(source.word.into()), "word")
        .columns([("row", "id"), ("row", "at")])
        .expr_as(Expr::col("row"), "fields")
        .from_subquery((source.rows)(records), "row")
        .take()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;

    use super::*;

    #[test]
    fn every_source_is_a_variant_of_its_feature_and_has_a_word_of_its_own() {
        let words: BTreeSet<_> = sources().map(|source| source.word).collect();
        assert_eq!(words.len(), sources().count());
        for feature in FEATURES {
            for source in feature.sources {
                let row = Row { word: source.word.to_owned(), id: 1, at: DateTime::UNIX_EPOCH, fields: json!({}) };
                let error = (feature.show)(row, DateTime::UNIX_EPOCH).unwrap_err().to_string();
                assert!(error.starts_with("missing field"), "{}: {error}", source.word);
            }
        }
    }
}
