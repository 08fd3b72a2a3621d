//! Consents with their signatures and events.

use std::collections::HashMap;

use entity::{
    clinic::{consent, consent_event, consent_signature},
    ids::ConsentId,
};
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QuerySelect};

use super::{Check, Finding, is_hash, page};
use crate::records;

/// Consents with their signatures.
pub(super) async fn consents(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let mut last = 0;
    loop {
        let rows =
            page::<consent::Entity>(db, check, &["consent", "consent_signature"], consent::Column::Id, last).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        let signatures = consent_signature::Entity::find()
            .filter(consent_signature::Column::ConsentId.is_in(rows.iter().map(|row| row.id)))
            .all(db)
            .await?;
        last = newest.id.into();
        let signatures: HashMap<_, _> = signatures.into_iter().map(|row| (row.consent_id, row)).collect();
        for row in &rows {
            let is_same = is_hash(row.body.as_bytes(), &row.body_sha256);
            let content = records::consent(row);
            check.row("consent", row.id, row.content_digest.as_deref(), |kept| is_same && content.digest() == kept);
            let Some(signature) = signatures.get(&row.id) else { continue };
            let is_same = is_hash(row.body.as_bytes(), &signature.body_sha256);
            let issued = row.content_digest.as_ref().map(|_| content.digest());
            let content = records::consent_signature(signature, issued.as_deref());
            let kept = signature.content_digest.as_deref();
            check.row("consent_signature", row.id, kept, |kept| is_same && content.digest() == kept);
        }
    }
}

/// The events of consents. Each is bound to the previous event. So if an event was removed or moved to another
/// consent, the event after it does not match.
pub(super) async fn consent_events(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    use consent_event::{Column, Entity};
    let mut last = 0;
    loop {
        let rows = page::<Entity>(db, check, &["consent_event"], Column::Id, last).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        last = newest.id;
        // The digests of these consents' events. At the same moment, several events may follow the same one.
        let earlier: Vec<(ConsentId, i64, Vec<u8>)> = Entity::find()
            .select_only()
            .columns([Column::ConsentId, Column::Id, Column::Digest])
            .filter(Column::ConsentId.is_in(rows.iter().map(|row| row.consent_id)))
            .filter(Column::Id.lt(newest.id))
            .into_tuple()
            .all(db)
            .await?;
        let mut before: HashMap<ConsentId, Vec<(i64, Vec<u8>)>> = HashMap::new();
        for (consent, id, digest) in earlier {
            before.entry(consent).or_default().push((id, digest));
        }
        for row in rows {
            check.content("consent_event", row.id, Some(&row.digest), &records::consent_event(&row));
            let before = before.get(&row.consent_id).map(Vec::as_slice).unwrap_or_default();
            let is_there = |follows: &Vec<u8>| before.iter().any(|(id, digest)| *id < row.id && digest == follows);
            if row.follows.as_ref().is_some_and(|follows| !is_there(follows)) {
                check.report.findings.push(Finding::Removed { table: "consent_event", before: row.id });
            }
        }
    }
}
