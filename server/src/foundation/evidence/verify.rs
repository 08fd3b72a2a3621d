//! Recomputes every digest of a clinic's signed rows and names each row that does not match.

use std::{collections::HashMap, fmt};

use entity::{
    clinic::{
        addendum, adverse_event, adverse_event_entry, audit, consent, consent_copy, consent_event, consent_signature,
        estimate, estimate_void, exam, exam_clearance, exam_signature, health_change, protocol, protocol_override,
        protocol_retirement, protocol_signature, protocol_version, record_void, signed_copy, subscription, treatment,
        treatment_approval, treatment_return, treatment_return_answer,
    },
    ids::{ConsentId, ExamId, ProtocolVersionId, TreatmentId},
    words::SignedKind,
};
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use sha2::{Digest, Sha256};

use super::{Content, Party, estimates, records};
use crate::foundation::tenancy::Detail;

/// How many rows are read at a time: each may hold pictures.
const PAGE: u64 = 200;

/// A finding, in a line for the operator. Tables and ids only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// Content or signer differ from what the row's digest covers.
    Altered { table: &'static str, row: i64 },
    /// The row matches its digest, but the audit has another digest for it.
    SignedOtherwise { table: &'static str, row: i64 },
    /// A later row was written after this one, which does not exist.
    Removed { table: &'static str, before: i64 },
    /// The audit says that it was signed, but it does not exist.
    Missing { table: String, row: i64 },
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Altered { table, row } => write!(f, "{table} {row} was altered after it was signed"),
            Self::SignedOtherwise { table, row } => {
                write!(f, "{table} {row} was altered with its digest: the audit holds another")
            }
            Self::Removed { table, before } => write!(f, "the row of {table} that row {before} follows is missing"),
            Self::Missing { table, row } => write!(f, "{table} {row} was signed and is missing"),
        }
    }
}

/// The result of verifying a clinic's signatures.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Rows whose digest was recomputed.
    pub checked: u64,
    /// Rows that were signed before digests were stored: they cannot be verified.
    pub before_digests: u64,
    pub findings: Vec<Finding>,
}

/// Reads every signed row of the clinic that the transaction is in.
///
/// # Errors
/// When the database is out of reach.
pub async fn verify(db: &impl ConnectionTrait) -> Result<Report, DbErr> {
    let mut check = Check { marks: marks(db).await?, report: Report::default() };
    exams(db, &mut check).await?;
    health_changes(db, &mut check).await?;
    treatments(db, &mut check).await?;
    adverse_events(db, &mut check).await?;
    protocols(db, &mut check).await?;
    protocol_overrides(db, &mut check).await?;
    addenda(db, &mut check).await?;
    voids(db, &mut check).await?;
    returns(db, &mut check).await?;
    consents(db, &mut check).await?;
    consent_events(db, &mut check).await?;
    consent_copies(db, &mut check).await?;
    signed_copies(db, &mut check).await?;
    subscriptions(db, &mut check).await?;
    estimates_of(db, &mut check).await?;
    estimate_voids(db, &mut check).await?;
    let mut missing: Vec<_> = check.marks.into_keys().collect();
    missing.sort();
    check.report.findings.extend(missing.into_iter().map(|(table, row)| Finding::Missing { table, row }));
    Ok(check.report)
}

/// For a row's table and id, the digest in the audit.
type AuditDigests = HashMap<(String, i64), String>;

struct Check {
    /// The digests of rows that were not read yet.
    marks: AuditDigests,
    report: Report,
}

impl Check {
    fn row(&mut self, table: &'static str, row: impl Into<i64>, kept: Option<&[u8]>, fits: impl FnOnce(&[u8]) -> bool) {
        let row = row.into();
        let mark = self.marks.remove(&(table.to_owned(), row));
        let Some(kept) = kept else {
            // The audit also shows a row whose digest was removed.
            match mark {
                Some(_) => self.report.findings.push(Finding::Altered { table, row }),
                None => self.report.before_digests += 1,
            }
            return;
        };
        self.report.checked += 1;
        if !fits(kept) {
            self.report.findings.push(Finding::Altered { table, row });
        } else if mark.is_some_and(|mark| mark != hex::encode(kept)) {
            self.report.findings.push(Finding::SignedOtherwise { table, row });
        }
    }

    fn is_marked(&self, table: &str, row: impl Into<i64>) -> bool {
        self.marks.contains_key(&(table.to_owned(), row.into()))
    }

    fn content(&mut self, table: &'static str, row: impl Into<i64>, kept: Option<&[u8]>, content: &Content) {
        self.row(table, row, kept, |kept| content.digest() == kept);
    }
}

/// What was signed according to the audit.
async fn marks(db: &impl ConnectionTrait) -> Result<AuditDigests, DbErr> {
    let mut marks = AuditDigests::new();
    let mut last = 0;
    loop {
        let rows: Vec<(i64, Option<String>)> = audit::Entity::find()
            .select_only()
            .columns([audit::Column::Id, audit::Column::Detail])
            .filter(audit::Column::Id.gt(last))
            .filter(audit::Column::Detail.is_not_null())
            .order_by_asc(audit::Column::Id)
            .limit(PAGE)
            .into_tuple()
            .all(db)
            .await?;
        let Some((id, _)) = rows.last() else { return Ok(marks) };
        last = *id;
        for mark in rows.iter().flat_map(|(_, detail)| Detail::read(detail.as_deref()).signed) {
            marks.insert((mark.table, mark.id), mark.sha256);
        }
    }
}

/// The next rows of a table, by an ascending key.
async fn page<E: EntityTrait>(db: &impl ConnectionTrait, key: E::Column, last: i64) -> Result<Vec<E::Model>, DbErr> {
    E::find().filter(key.gt(last)).order_by_asc(key).limit(PAGE).all(db).await
}

/// Exams with their signatures and what was decided with them.
async fn exams(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let mut last = 0;
    loop {
        let rows = page::<exam::Entity>(db, exam::Column::Id, last).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        let signatures = exam_signature::Entity::find()
            .filter(exam_signature::Column::ExamId.gt(last))
            .filter(exam_signature::Column::ExamId.lte(newest.id))
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

async fn health_changes(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let mut last = 0;
    loop {
        let rows = page::<health_change::Entity>(db, health_change::Column::Id, last).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        last = newest.id;
        for row in &rows {
            check.content("health_change", row.id, Some(&row.content_digest), &records::health_change(row));
        }
    }
}

/// Adverse events with what was written about them.
async fn adverse_events(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let mut last = 0;
    loop {
        let rows = page::<adverse_event::Entity>(db, adverse_event::Column::Id, last).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        let entries = adverse_event_entry::Entity::find()
            .filter(adverse_event_entry::Column::EventId.gt(last))
            .filter(adverse_event_entry::Column::EventId.lte(newest.id))
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
async fn treatments(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let mut last = 0;
    loop {
        let rows = page::<treatment::Entity>(db, treatment::Column::Id, last).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        let approvals = treatment_approval::Entity::find()
            .filter(treatment_approval::Column::TreatmentId.gt(last))
            .filter(treatment_approval::Column::TreatmentId.lte(newest.id))
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

/// The signed versions of protocols, with who agreed to each and what was retired.
async fn protocols(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let protocols = protocol::Entity::find().all(db).await?;
    let protocols: HashMap<_, _> = protocols.into_iter().map(|row| (row.id, row)).collect();
    let mut last = 0;
    loop {
        let rows = page::<protocol_version::Entity>(db, protocol_version::Column::Id, last).await?;
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
        let rows = page::<protocol_signature::Entity>(db, protocol_signature::Column::Id, last).await?;
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

/// What was retired of these versions.
async fn protocol_retirements(
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

async fn protocol_overrides(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let mut last = 0;
    loop {
        let rows = page::<protocol_override::Entity>(db, protocol_override::Column::Id, last).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        last = newest.id.into();
        for row in &rows {
            check.content("protocol_override", row.id, Some(&row.content_digest), &records::protocol_override(row));
        }
    }
}

/// The contents of some exams and treatments, as addenda and voids are bound to them.
struct Corrected {
    exams: HashMap<ExamId, Content>,
    treatments: HashMap<TreatmentId, Content>,
}

impl Corrected {
    /// The records that these rows name, each by one of its two ids.
    async fn load(
        db: &impl ConnectionTrait,
        named: impl Iterator<Item = (Option<ExamId>, Option<TreatmentId>)> + Clone,
    ) -> Result<Self, DbErr> {
        let of = named.clone().filter_map(|(exam, _)| exam);
        let exams = exam::Entity::find().filter(exam::Column::Id.is_in(of)).all(db).await?;
        let of = named.filter_map(|(_, treatment)| treatment);
        let treatments = treatment::Entity::find().filter(treatment::Column::Id.is_in(of)).all(db).await?;
        Ok(Self {
            exams: exams.iter().map(|row| (row.id, records::exam(row))).collect(),
            treatments: treatments.iter().map(|row| (row.id, records::treatment(row))).collect(),
        })
    }

    fn content(&self, exam: Option<ExamId>, treatment: Option<TreatmentId>) -> Option<&Content> {
        let of_exam = exam.and_then(|id| self.exams.get(&id));
        of_exam.or_else(|| treatment.and_then(|id| self.treatments.get(&id)))
    }
}

async fn addenda(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let mut last = 0;
    loop {
        let rows = page::<addendum::Entity>(db, addendum::Column::Id, last).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        last = newest.id.into();
        let corrected = Corrected::load(db, rows.iter().map(|row| (row.exam_id, row.treatment_id))).await?;
        for row in &rows {
            let is_same = is_hash(&row.signature, &row.signature_sha256);
            let content = corrected.content(row.exam_id, row.treatment_id).map(|of| records::addendum(row, of));
            check.row("addendum", row.id, Some(&row.content_digest), |kept| {
                is_same && content.is_some_and(|content| content.digest() == kept)
            });
        }
    }
}

async fn voids(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let mut last = 0;
    loop {
        let rows = page::<record_void::Entity>(db, record_void::Column::Id, last).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        last = newest.id;
        let corrected = Corrected::load(db, rows.iter().map(|row| (row.exam_id, row.treatment_id))).await?;
        for row in &rows {
            let content = corrected.content(row.exam_id, row.treatment_id).map(|of| records::record_void(row, of));
            check.row("record_void", row.id, Some(&row.content_digest), |kept| {
                content.is_some_and(|content| content.digest() == kept)
            });
        }
    }
}

/// Treatments that were returned to their provider, with how each return ended.
async fn returns(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let mut last = 0;
    loop {
        let rows = page::<treatment_return::Entity>(db, treatment_return::Column::Id, last).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        let answers = treatment_return_answer::Entity::find()
            .filter(treatment_return_answer::Column::ReturnId.gt(last))
            .filter(treatment_return_answer::Column::ReturnId.lte(newest.id))
            .all(db)
            .await?;
        last = newest.id.into();
        let treatments = treatment::Entity::find()
            .filter(treatment::Column::Id.is_in(rows.iter().map(|row| row.treatment_id)))
            .all(db)
            .await?;
        for row in &rows {
            let treatment = treatments.iter().find(|treatment| treatment.id == row.treatment_id);
            let content = treatment.map(|of| records::treatment_return(row, of));
            check.row("treatment_return", row.id, Some(&row.content_digest), |kept| {
                content.is_some_and(|content| content.digest() == kept)
            });
            let Some(answer) = answers.iter().find(|answer| answer.return_id == row.id) else { continue };
            let content = records::treatment_return_answer(answer, row);
            check.content("treatment_return_answer", row.id, Some(&answer.content_digest), &content);
        }
    }
}

/// Consents with their signatures.
async fn consents(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let mut last = 0;
    loop {
        let rows = page::<consent::Entity>(db, consent::Column::Id, last).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        let signatures = consent_signature::Entity::find()
            .filter(consent_signature::Column::ConsentId.gt(last))
            .filter(consent_signature::Column::ConsentId.lte(newest.id))
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

/// The events of consents. Each is bound to the one before it, so one that was removed or moved to another consent is missed
/// by its successor.
async fn consent_events(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    // The newest digests of each consent's events. Of events at the same moment several may follow the same one.
    let mut earlier: HashMap<ConsentId, Vec<Vec<u8>>> = HashMap::new();
    let mut last = 0;
    loop {
        let rows = page::<consent_event::Entity>(db, consent_event::Column::Id, last).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        last = newest.id;
        for row in rows {
            check.content("consent_event", row.id, Some(&row.digest), &records::consent_event(&row));
            let before = earlier.entry(row.consent_id).or_default();
            if row.follows.as_ref().is_some_and(|follows| !before.contains(follows)) {
                check.report.findings.push(Finding::Removed { table: "consent_event", before: row.id });
            }
            before.push(row.digest);
        }
    }
}

/// How many copies are read at a time: each is a file.
const FILES: u64 = 4;

/// The copies of signed consents, whose digest is of the file itself.
async fn consent_copies(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    use consent_copy::{Column, Entity};
    let mut last = 0;
    loop {
        let next = Entity::find().filter(Column::ConsentId.gt(last)).order_by_asc(Column::ConsentId).limit(FILES);
        let rows = next.all(db).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        last = newest.consent_id.into();
        for row in &rows {
            check.row("consent_copy", row.consent_id, Some(&row.sha256), |kept| is_hash(&row.file, kept));
        }
    }
}

/// The copies of what members have signed. The audit has each under the record that it is of.
async fn signed_copies(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    use signed_copy::{Column, Entity};
    let mut last = 0;
    loop {
        let rows = Entity::find().filter(Column::Id.gt(last)).order_by_asc(Column::Id).limit(FILES).all(db).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        last = newest.id;
        for row in &rows {
            let (table, record) = match row.kind {
                SignedKind::Treatment => ("treatment_copy", row.treatment_id.map(i64::from)),
                SignedKind::Approval => ("approval_copy", row.treatment_id.map(i64::from)),
                SignedKind::Exam => ("exam_copy", row.exam_id.map(i64::from)),
            };
            check.row(table, record.unwrap_or_default(), Some(&row.sha256), |kept| is_hash(&row.file, kept));
        }
    }
}

async fn subscriptions(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let mut last = 0;
    loop {
        let rows = page::<subscription::Entity>(db, subscription::Column::Id, last).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        last = newest.id.into();
        // A subscription that was started on Stripe's own page was signed there, if at all.
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
async fn estimates_of(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let mut last = 0;
    loop {
        let rows = page::<estimate::Entity>(db, estimate::Column::Id, last).await?;
        let Some(newest) = rows.last() else { return Ok(()) };
        last = newest.id.into();
        for row in &rows {
            // A signature from before digests were stored may be copied to a newer version without one. The version's
            // own digest covers that it has none.
            let signature = |party, kept: Option<&Vec<u8>>| {
                kept.is_none_or(|kept| estimates::estimate_signature(row, party).digest() == *kept)
            };
            let fits = signature(Party::Patient, row.pt_digest.as_ref())
                && signature(Party::Provider, row.prov_digest.as_ref());
            let is_unsigned = row.pt_sig.is_none() && row.prov_sig.is_none();
            if row.content_digest.is_none() && is_unsigned && !check.is_marked("estimate", row.id) {
                continue;
            }
            let content = estimates::estimate(row);
            check.row("estimate", row.id, row.content_digest.as_deref(), |kept| fits && content.digest() == kept);
        }
    }
}

/// Nothing is written to an estimate after it was voided, so the void is bound to the newest version.
async fn estimate_voids(db: &impl ConnectionTrait, check: &mut Check) -> Result<(), DbErr> {
    let mut last = 0;
    loop {
        let rows = page::<estimate_void::Entity>(db, estimate_void::Column::Id, last).await?;
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

fn is_hash(bytes: &[u8], kept: &[u8]) -> bool {
    Sha256::digest(bytes).as_slice() == kept
}
