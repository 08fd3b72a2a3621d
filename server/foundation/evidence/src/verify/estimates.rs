//! Estimates with their voids, and the signatures of subscriptions.

use entity::clinic::{estimate, estimate_issue, estimate_receipt, estimate_void, subscription};
use sea_orm::{ConnectionTrait, DbErr, EntityTrait};
use sha2::{Digest, Sha256};

use super::{Check, page};
use crate::{Party, estimates, records};

pub(super) async fn subscriptions(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let mut last = 0;
    loop {
        let rows = page::<subscription::Entity>(db, check, &["subscription"], subscription::Column::Id, last).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        last = newest.id.into();
        // A subscription that was started on Stripe's own page was signed there, or not at all.
        for row in rows.iter().filter(|row| row.sub_sig.is_some() || row.content_digest.is_some()) {
            check.row("subscription", row.id, row.content_digest.as_deref(), |kept| {
                row.signed_content.as_deref().is_some_and(|text| {
                    Sha256::digest(text.as_bytes()).as_slice() == kept && records::is_of_subscription(text, row)
                })
            });
        }
    }
}

/// Each version of an estimate, with its signatures.
pub(super) async fn estimates_of(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let mut last = 0;
    loop {
        let rows = page::<estimate::Entity>(db, check, &["estimate"], estimate::Column::Id, last).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        last = newest.id.into();
        for row in &rows {
            // A signature from before digests has no digest, also when it is copied to a newer version. The
            // version's own digest covers this.
            let signature = |party, kept: Option<&Vec<u8>>| {
                kept.is_none_or(|kept| estimates::estimate_signature(row, party).digest() == *kept)
            };
            let fits = signature(Party::Patient, row.pt_digest.as_ref())
                && signature(Party::Provider, row.prov_digest.as_ref());
            let is_unsigned = row.pt_sig.is_none() && row.prov_sig.is_none();
            if row.content_digest.is_none() && is_unsigned && !check.has_digest("estimate", row.id) {
                continue;
            }
            let content = estimates::estimate(row);
            check.row("estimate", row.id, row.content_digest.as_deref(), |kept| fits && content.digest() == kept);
        }
    }
}

/// No version is written after an estimate was voided, so the void is bound to the newest version.
pub(super) async fn estimate_voids(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let mut last = 0;
    loop {
        let rows =
            page::<estimate_void::Entity>(db, check, &["estimate_void"], estimate_void::Column::Id, last).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        last = newest.id;
        for row in &rows {
            let version = estimate::Entity::versions(row.estimate_id).one(db).await?;
            let content = version.map(|version| estimates::estimate_void(row, &version));
            check.row("estimate_void", row.id, Some(&row.content_digest), |kept| {
                content.is_some_and(|content| content.digest() == kept)
            });
        }
    }
}

/// Each version in its issued form.
pub(super) async fn estimate_issues(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let mut last = 0;
    loop {
        let rows =
            page::<estimate_issue::Entity>(db, check, &["estimate_issue"], estimate_issue::Column::Id, last).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        last = newest.id.into();
        for row in &rows {
            check.content("estimate_issue", row.id, Some(&row.content_digest), &estimates::estimate_issue(row));
        }
    }
}

/// The patients' receipts of issued versions.
pub(super) async fn estimate_receipts(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let mut last = 0;
    loop {
        let rows =
            page::<estimate_receipt::Entity>(db, check, &["estimate_receipt"], estimate_receipt::Column::IssueId, last)
                .await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        last = newest.issue_id.into();
        for row in &rows {
            let issued = estimate_issue::Entity::find_by_id(row.issue_id).one(db).await?;
            let content = issued.map(|issued| estimates::estimate_receipt(row, &issued.content_digest));
            check.row("estimate_receipt", row.issue_id, Some(&row.content_digest), |kept| {
                content.is_some_and(|content| content.digest() == kept)
            });
        }
    }
}
