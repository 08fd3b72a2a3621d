//! Issuing: the present draft is frozen as the next version, once.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{
        estimate,
        estimate_issue::{ActiveModel, Entity, Model, ProviderTotals},
    },
    ids::EstimateIssueId,
};
use sea_orm::{ActiveModelTrait, ActiveValue::NotSet, IntoActiveModel};

use super::{
    changes::changes,
    document::Document,
    file::MakeEstimateFile,
    gather::{content_of, gather},
    missing::{area_in_words, missing_of},
};
use base::error::{Error, OnConstraint, Result, Warning};
use http_api::Confirmed;
use money::{estimate_clocks, estimates::refuse_voided};
use tenancy::{Clinic, ClinicTx, Member};

/// Freezes the estimate whose newest version is `row`. The patient is locked, and the unique constraint refuses a second row. An
/// incomplete estimate is issued only after a member has confirmed what is missing.
///
/// Fails if the estimate is void, is incomplete and not confirmed, or equals the last issued version.
pub async fn issue(
    tx: &ClinicTx,
    clinic: &Clinic,
    row: &estimate::Model,
    confirmed: &Confirmed,
    by: &Member,
    now: DateTime<Utc>,
) -> Result<Model> {
    let id = row.estimate_id();
    refuse_voided(tx, id).await?;
    let content = content_of(tx, id).await?;
    let gathered = gather(tx, clinic, row, content.as_ref()).await?;
    if let Some(area) = gathered.too_large_discounts.first() {
        let words = format!(
            "The discount for {} is larger than its subtotal. Correct it before the estimate is issued.",
            area_in_words(area)
        );
        return Err(Error::conflict("discount_too_large", words));
    }
    confirmed.covers(incomplete(&gathered.document))?;
    let last = Entity::of_estimate(id).one(tx).await?;
    let differences = match &last {
        Some(last) => changes(&Document::read(&last.document)?, &gathered.document),
        None => Vec::new(),
    };
    if let Some(last) = last.as_ref().filter(|_| differences.is_empty()) {
        let words = format!(
            "Version {} was issued with the same content. Give that one again, or change the estimate first.",
            last.version
        );
        return Err(Error::conflict("already_issued", words));
    }
    let mut issued = Model {
        // Assigned by the database.
        id: EstimateIssueId::from(0),
        estimate_id: id,
        version: last.map_or(1, |last| last.version + 1),
        patient_id: row.patient_id,
        estimate_version: row.version,
        issued_at: now,
        issued_by: by.id,
        issuer: by.signer(),
        document: gathered.document.text()?,
        total: gathered.total,
        provider_totals: ProviderTotals(gathered.provider_totals),
        service_date: gathered.document.service_date,
        valid_until: gathered.document.valid_until,
        changes: differences,
        content_digest: Vec::new(),
    };
    issued.content_digest = evidence::estimate_issue(&issued).digest();
    let inserted = ActiveModel { id: NotSet, ..issued.into_active_model() }.insert(tx).await;
    let issued = inserted.on_constraint("estimate_issue_version_key", || Error::Stale)?;
    outbox::enqueue(tx, clinic.id, now, &MakeEstimateFile { issue: issued.id }).await?;
    let recurs = gathered.document.recurrence.as_ref().and_then(|recurrence| recurrence.from.zip(recurrence.until));
    estimate_clocks::meet(tx, &issued, recurs).await?;
    Ok(issued)
}

/// A warning that names everything that is missing.
fn incomplete(document: &Document) -> Vec<Warning> {
    let missing = missing_of(document);
    if missing.is_empty() {
        return Vec::new();
    }
    let words: Vec<_> = missing.into_iter().map(|part| part.words).collect();
    let message = format!("Missing for a complete estimate: {}.", words.join("; "));
    vec![Warning { code: "incomplete_estimate", message, patient_id: None }]
}
