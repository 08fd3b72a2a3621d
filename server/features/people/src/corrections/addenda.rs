//! Adding an addendum, and reading the addenda of a record.

use axum::http::HeaderMap;
use chrono::{DateTime, Utc};
use entity::{clinic::addendum, ids::AddendumId};
use sea_orm::{
    ActiveModelTrait, ActiveValue::NotSet, ColumnTrait, Condition, EntityTrait, IntoActiveModel, QueryFilter,
    QueryOrder, QuerySelect,
};

use super::{
    record::Record,
    void::refuse_voided,
    wire::{Addendum, NewAddendum},
};
use base::error::Result;
use http_api::{
    page::{fitting_rows, next_link},
    signature::sha256,
};
use tenancy::{ClinicTx, Member};

/// The most addenda of a page, because each holds a picture and a text.
const MAX_ROWS: u64 = 10;

/// The length of an addendum's JSON without its picture and texts: field names, a name, a role, the time.
const FIXED: usize = 2_500;

/// Adds a signed addendum to a record that counts.
///
/// Fails when the record was voided.
pub async fn add(
    tx: &ClinicTx,
    author: &Member,
    now: DateTime<Utc>,
    record: Record<'_>,
    new: NewAddendum,
) -> Result<addendum::Model> {
    refuse_voided(tx, record).await?;
    let signature = new.signature.into_png();
    let mut row = addendum::Model {
        // Assigned by the database.
        id: 0.into(),
        exam_id: record.exam_id(),
        treatment_id: record.treatment_id(),
        author_id: author.id,
        reason: new.reason.0,
        text: new.text.0,
        signature_sha256: sha256(&signature),
        signature,
        created_at: now,
        signer: author.signer(),
        content_digest: Vec::new(),
    };
    row.content_digest = evidence::addendum(&row, &record.content()).digest();
    Ok(addendum::ActiveModel { id: NotSet, ..row.into_active_model() }.insert(tx).await?)
}

/// A page of a record's addenda, oldest first. `path` is the path of the list, for the link to the next page.
pub async fn page(
    tx: &ClinicTx,
    record: Record<'_>,
    wanted: http_api::Page,
    path: &str,
) -> Result<(HeaderMap, Vec<Addendum>)> {
    let limit = wanted.limit_or(MAX_ROWS).min(MAX_ROWS);
    let after = AddendumId::from(wanted.after.unwrap_or(0));
    let mut rows = addendum::Entity::find()
        .filter(of_record(record))
        .filter(addendum::Column::Id.gt(after))
        .order_by_asc(addendum::Column::Id)
        .limit(limit + 1)
        .all(tx)
        .await?;
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let fit = fitting_rows(rows.iter().take(most).map(length));
    let has_next = fit < rows.len();
    rows.truncate(fit);
    let last = rows.last().filter(|_| has_next).map(|row| row.id);
    let headers = next_link(path, &[("limit", limit.to_string())], last)?;
    Ok((headers, rows.into_iter().map(Addendum::from).collect()))
}

fn of_record(record: Record<'_>) -> Condition {
    let exam = record.exam_id().map(|id| addendum::Column::ExamId.eq(id));
    let treatment = record.treatment_id().map(|id| addendum::Column::TreatmentId.eq(id));
    Condition::all().add_option(exam).add_option(treatment)
}

/// An upper bound of the addendum's size as JSON, as for a treatment (`features/chart/src/treatments/page.rs`).
fn length(row: &addendum::Model) -> usize {
    FIXED + 4 * row.signature.len() / 3 + 2 * (row.reason.len() + row.text.len())
}
