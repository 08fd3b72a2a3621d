//! The issued versions of an estimate: how each was given, whether the patient received it, and the patient's questions.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use entity::{
    clinic::{estimate_delivery, estimate_file, estimate_issue, estimate_link, estimate_question, estimate_receipt},
    ids::{EstimateId, EstimateIssueId, EstimateQuestionId},
    words::{EstimateChange, EstimateGiven},
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;

use super::document::amount;
use base::error::Result;
use people::corrections::Voided;
use tenancy::ClinicTx;

/// The state of a version, or of the estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub enum EstimateState {
    Draft,
    Issued,
    Superseded,
    Void,
}

/// A version, as issued.
#[derive(Debug, Serialize, ToSchema)]
pub struct IssuedVersion {
    pub id: EstimateIssueId,
    version: i32,
    pub state: EstimateState,
    /// The version of the specification's fields that was issued.
    estimate_version: i32,
    issued_at: DateTime<Utc>,
    issued_by: String,
    /// Dollars as text with two decimals.
    total: String,
    service_date: Option<NaiveDate>,
    valid_until: NaiveDate,
    /// The differences from the version before, by the rule that requires a new estimate.
    changes: Vec<EstimateChange>,
    /// Whether the PDF is made.
    has_file: bool,
    given: Vec<Delivery>,
    /// When the newest link expires; null without a link.
    link_until: Option<DateTime<Utc>>,
    /// When one of its links was first opened.
    opened_at: Option<DateTime<Utc>>,
    /// When the patient signed for receipt.
    received_at: Option<DateTime<Utc>>,
    received_by: Option<String>,
    questions: Vec<EstimateQuestion>,
    /// SHA-256 of the issued document, in hexadecimal digits.
    sha256: String,
}

/// How a version was given.
#[derive(Debug, Serialize, ToSchema)]
struct Delivery {
    how: EstimateGiven,
    at: DateTime<Utc>,
    /// Null if the server sent it.
    by: Option<String>,
    /// The masked address; null if it was handed over.
    to: Option<String>,
}

/// A patient's question about a version.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EstimateQuestion {
    pub id: EstimateQuestionId,
    asked_at: DateTime<Utc>,
    question: String,
    /// When a member marked it as answered.
    answered_at: Option<DateTime<Utc>>,
    answered_by: Option<String>,
}

impl From<estimate_question::Model> for EstimateQuestion {
    fn from(row: estimate_question::Model) -> Self {
        Self {
            id: row.id,
            asked_at: row.asked_at,
            question: row.question,
            answered_at: row.answered_at,
            answered_by: row.answered_by_name,
        }
    }
}

/// The most versions that are listed; no estimate is issued a hundred times.
const MAX_ROWS: u64 = 100;

/// The issued versions, newest first.
pub async fn issued_versions(tx: &ClinicTx, id: EstimateId, voided: Option<&Voided>) -> Result<Vec<IssuedVersion>> {
    let rows = estimate_issue::Entity::of_estimate(id).limit(MAX_ROWS).all(tx).await?;
    let ids: Vec<EstimateIssueId> = rows.iter().map(|row| row.id).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut context = IssuedContext::of(tx, &ids).await?;
    let newest = rows.first().map(|row| row.id);
    Ok(rows
        .into_iter()
        .map(|row| {
            let state = match (voided, newest == Some(row.id)) {
                (Some(_), _) => EstimateState::Void,
                (None, true) => EstimateState::Issued,
                (None, false) => EstimateState::Superseded,
            };
            context.version(row, state)
        })
        .collect())
}

/// The records about the versions, by version.
struct IssuedContext {
    files: Vec<EstimateIssueId>,
    given: HashMap<EstimateIssueId, Vec<Delivery>>,
    links: HashMap<EstimateIssueId, Vec<estimate_link::Model>>,
    receipts: HashMap<EstimateIssueId, estimate_receipt::Model>,
    questions: HashMap<EstimateIssueId, Vec<EstimateQuestion>>,
}

impl IssuedContext {
    async fn of(tx: &ClinicTx, ids: &[EstimateIssueId]) -> Result<Self> {
        let these = || ids.iter().copied();
        let files = estimate_file::Entity::find()
            .select_only()
            .column(estimate_file::Column::IssueId)
            .filter(estimate_file::Column::IssueId.is_in(these()))
            .into_tuple()
            .all(tx)
            .await?;
        let mut given: HashMap<_, Vec<_>> = HashMap::new();
        let deliveries = estimate_delivery::Entity::find().filter(estimate_delivery::Column::IssueId.is_in(these()));
        for row in deliveries.order_by_asc(estimate_delivery::Column::Id).all(tx).await? {
            let delivery = Delivery { how: row.how, at: row.given_at, by: row.member_name, to: row.address };
            given.entry(row.issue_id).or_default().push(delivery);
        }
        let mut links: HashMap<_, Vec<_>> = HashMap::new();
        let found = estimate_link::Entity::find().filter(estimate_link::Column::IssueId.is_in(these()));
        for row in found.order_by_asc(estimate_link::Column::Id).all(tx).await? {
            links.entry(row.issue_id).or_default().push(row);
        }
        let receipts = estimate_receipt::Entity::find().filter(estimate_receipt::Column::IssueId.is_in(these()));
        let receipts = receipts.all(tx).await?.into_iter().map(|row| (row.issue_id, row)).collect();
        let mut questions: HashMap<_, Vec<_>> = HashMap::new();
        let asked = estimate_question::Entity::find().filter(estimate_question::Column::IssueId.is_in(these()));
        for row in asked.order_by_asc(estimate_question::Column::Id).all(tx).await? {
            questions.entry(row.issue_id).or_default().push(row.into());
        }
        Ok(Self { files, given, links, receipts, questions })
    }

    fn version(&mut self, row: estimate_issue::Model, state: EstimateState) -> IssuedVersion {
        let links = self.links.remove(&row.id).unwrap_or_default();
        let newest = links.iter().rev().find(|link| link.revoked_at.is_none());
        let receipt = self.receipts.remove(&row.id);
        IssuedVersion {
            id: row.id,
            version: row.version,
            state,
            estimate_version: row.estimate_version,
            issued_at: row.issued_at,
            issued_by: row.issuer.name,
            total: amount(row.total),
            service_date: row.service_date,
            valid_until: row.valid_until,
            changes: row.changes,
            has_file: self.files.contains(&row.id),
            given: self.given.remove(&row.id).unwrap_or_default(),
            link_until: newest.filter(|_| state == EstimateState::Issued).map(|link| link.expires_at),
            opened_at: links.iter().filter_map(|link| link.opened_at).min(),
            received_at: receipt.as_ref().map(|receipt| receipt.signed_at),
            received_by: receipt.map(|receipt| match receipt.signer.relation() {
                Some(_) => receipt.signer.name_and_relation(),
                None => receipt.typed_name.unwrap_or(receipt.signer.name),
            }),
            questions: self.questions.remove(&row.id).unwrap_or_default(),
            sha256: hex::encode(&row.content_digest),
        }
    }
}
