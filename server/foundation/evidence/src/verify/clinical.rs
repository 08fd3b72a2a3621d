//! Exams, treatments, the entries about them, and the protocols of the treatments.

use std::collections::HashMap;

use entity::{
    clinic::{
        adverse_event, adverse_event_entry, exam, exam_clearance, exam_signature, health_change, protocol,
        protocol_override, protocol_retirement, protocol_signature, protocol_version, treatment, treatment_approval,
    },
    ids::{ExamId, ProtocolVersionId},
};
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryOrder};

use super::{Check, is_hash, page};
use crate::records;

/// Exams with their signatures and decisions.
pub(super) async fn exams(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let mut last = 0;
    loop {
        let rows = page::<exam::Entity>(db, check, &["exam", "exam_signature"], exam::Column::Id, last).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        let signatures = exam_signature::Entity::find()
            .filter(exam_signature::Column::ExamId.is_in(rows.iter().map(|row| row.id)))
            .all(db)
            .await?;
        let mut decided: HashMap<ExamId, Vec<exam_clearance::Model>> = HashMap::new();
        let of_signed = signatures.iter().map(|row| row.exam_id);
        let decisions = exam_clearance::Entity::find().filter(exam_clearance::Column::ExamId.is_in(of_signed));
        for row in decisions.order_by_asc(exam_clearance::Column::Id).all(db).await? {
            check.content("exam_clearance", row.id, Some(&row.content_digest), &records::exam_clearance(&row));
            decided.entry(row.exam_id).or_default().push(row);
        }
        last = newest.id.into();
        let signatures: HashMap<_, _> = signatures.into_iter().map(|row| (row.exam_id, row)).collect();
        for row in &rows {
            check.content("exam", row.id, row.content_digest.as_deref(), &records::exam(row));
            let Some(signature) = signatures.get(&row.id) else { continue };
            let is_same = is_hash(&signature.signature, &signature.signature_sha256);
            let decisions = decided.get(&row.id).map(Vec::as_slice).unwrap_or_default();
            let content = records::exam_signature(signature, row, decisions);
            let kept = Some(signature.content_digest.as_slice());
            check.row("exam_signature", row.id, kept, |kept| is_same && content.digest() == kept);
        }
    }
}

pub(super) async fn health_changes(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let mut last = 0;
    loop {
        let rows =
            page::<health_change::Entity>(db, check, &["health_change"], health_change::Column::Id, last).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        last = newest.id;
        for row in &rows {
            check.content("health_change", row.id, Some(&row.content_digest), &records::health_change(row));
        }
    }
}

/// Adverse events with their entries.
pub(super) async fn adverse_events(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let mut last = 0;
    loop {
        let rows =
            page::<adverse_event::Entity>(db, check, &["adverse_event"], adverse_event::Column::Id, last).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        let entries = adverse_event_entry::Entity::find()
            .filter(adverse_event_entry::Column::EventId.is_in(rows.iter().map(|row| row.id)))
            .all(db)
            .await?;
        last = newest.id.into();
        for row in &rows {
            check.content("adverse_event", row.id, Some(&row.content_digest), &records::adverse_event(row));
            for entry in entries.iter().filter(|entry| entry.event_id == row.id) {
                let content = records::adverse_event_entry(entry, row);
                check.content("adverse_event_entry", entry.id, Some(&entry.content_digest), &content);
            }
        }
    }
}

/// Treatments with their approvals.
pub(super) async fn treatments(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let mut last = 0;
    loop {
        let rows =
            page::<treatment::Entity>(db, check, &["treatment", "treatment_approval"], treatment::Column::Id, last)
                .await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        let approvals = treatment_approval::Entity::find()
            .filter(treatment_approval::Column::TreatmentId.is_in(rows.iter().map(|row| row.id)))
            .all(db)
            .await?;
        last = newest.id.into();
        let approvals: HashMap<_, _> = approvals.into_iter().map(|row| (row.treatment_id, row)).collect();
        for row in &rows {
            let is_same = is_hash(&row.provider_signature, &row.provider_signature_sha256);
            let content = records::treatment(row);
            check.row("treatment", row.id, row.content_digest.as_deref(), |kept| is_same && content.digest() == kept);
            let Some(approval) = approvals.get(&row.id) else { continue };
            let is_same = is_hash(&approval.director_signature, &approval.director_signature_sha256);
            let content = records::approval(approval, row);
            let kept = approval.content_digest.as_deref();
            check.row("treatment_approval", row.id, kept, |kept| is_same && content.digest() == kept);
        }
    }
}

/// The signed versions of protocols, with the agreements to each and the retirements.
pub(super) async fn protocols(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let protocols = protocol::Entity::find().all(db).await?;
    let protocols: HashMap<_, _> = protocols.into_iter().map(|row| (row.id, row)).collect();
    let mut last = 0;
    loop {
        let rows = page::<protocol_version::Entity>(
            db,
            check,
            &["protocol_version", "protocol_retirement"],
            protocol_version::Column::Id,
            last,
        )
        .await?;
        let Some(newest) = rows.last() else { break };
        last = newest.id.into();
        for row in &rows {
            let is_same = is_hash(&row.signature, &row.signature_sha256);
            let content = protocols.get(&row.protocol_id).map(|of| records::protocol_version(row, of));
            check.row("protocol_version", row.id, Some(&row.content_digest), |kept| {
                is_same && content.is_some_and(|content| content.digest() == kept)
            });
        }
        protocol_retirements(db, check, &rows).await?;
    }
    let mut last = 0;
    loop {
        let rows = page::<protocol_signature::Entity>(
            db,
            check,
            &["protocol_signature"],
            protocol_signature::Column::Id,
            last,
        )
        .await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        last = newest.id;
        let named = protocol_version::Column::Id.is_in(rows.iter().map(|row| row.version_id));
        let versions = protocol_version::Entity::find().filter(named).all(db).await?;
        let versions: HashMap<_, _> = versions.into_iter().map(|row| (row.id, row)).collect();
        for row in &rows {
            let is_same = is_hash(&row.signature, &row.signature_sha256);
            let content = versions.get(&row.version_id).map(|of| records::protocol_signature(row, of));
            check.row("protocol_signature", row.id, Some(&row.content_digest), |kept| {
                is_same && content.is_some_and(|content| content.digest() == kept)
            });
        }
    }
}

/// The retirements of these versions.
pub(super) async fn protocol_retirements(
    db: &impl ConnectionTrait,
    check: &mut Check,
    versions: &[protocol_version::Model],
) -> Result<(), DbErr> {
    let of: HashMap<ProtocolVersionId, _> = versions.iter().map(|row| (row.id, row)).collect();
    let named = protocol_retirement::Column::VersionId.is_in(of.keys().copied());
    for row in protocol_retirement::Entity::find().filter(named).all(db).await? {
        let Some(version) = of.get(&row.version_id) else { continue };
        let content = records::protocol_retirement(&row, version);
        check.content("protocol_retirement", row.version_id, Some(&row.content_digest), &content);
    }
    Ok(())
}

pub(super) async fn protocol_overrides(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let mut last = 0;
    loop {
        let rows =
            page::<protocol_override::Entity>(db, check, &["protocol_override"], protocol_override::Column::Id, last)
                .await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        last = newest.id.into();
        for row in &rows {
            check.content("protocol_override", row.id, Some(&row.content_digest), &records::protocol_override(row));
        }
    }
}
