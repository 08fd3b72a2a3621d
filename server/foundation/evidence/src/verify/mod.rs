//! Recomputes the digests of a clinic's signed rows and names each row that does not match. Checks all rows, or only
//! those that the audit names since a checkpoint.

mod clinical;
mod consents;
mod copies;
mod corrections;
mod estimates;
mod wanted;

use std::{collections::HashMap, fmt};

use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use sha2::{Digest, Sha256};

use self::wanted::Wanted;
use super::Content;

/// How many rows are read at a time. Each may hold pictures.
const PAGE: u64 = 200;

/// A finding, in a line for the operator. Tables and ids only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// Content or signer differ from those that the row's digest covers.
    Altered { table: &'static str, row: i64 },
    /// The row matches its digest, but the audit has another digest for it.
    SignedOtherwise { table: &'static str, row: i64 },
    /// A later row refers to a previous row that does not exist.
    Removed { table: &'static str, before: i64 },
    /// The audit names the row as signed, but it does not exist.
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
    /// Rows from before digests were stored, which cannot be verified.
    pub before_digests: u64,
    pub findings: Vec<Finding>,
}

/// Reads every signed row of the transaction's clinic.
pub async fn verify(db: &impl ConnectionTrait) -> Result<Report, DbErr> {
    let digests = audit_digests(db, None).await?;
    read(db, Check { digests, wanted: None, report: Report::default() }).await
}

/// Reads the signed rows that the audit names since the checkpoint. An earlier row is read only if it was signed again, or an entry was added to it.
pub async fn verify_after(db: &impl ConnectionTrait, checkpoint: &audit::Checkpoint) -> Result<Report, DbErr> {
    let digests = audit_digests(db, Some(checkpoint)).await?;
    let wanted = Wanted::named(db, digests.keys()).await?;
    read(db, Check { digests, wanted: Some(wanted), report: Report::default() }).await
}

async fn read(db: &impl ConnectionTrait, mut check: Check) -> Result<Report, DbErr> {
    clinical::exams(db, &mut check).await?;
    clinical::health_changes(db, &mut check).await?;
    clinical::treatments(db, &mut check).await?;
    clinical::adverse_events(db, &mut check).await?;
    clinical::protocols(db, &mut check).await?;
    clinical::protocol_overrides(db, &mut check).await?;
    corrections::addenda(db, &mut check).await?;
    corrections::voids(db, &mut check).await?;
    corrections::returns(db, &mut check).await?;
    consents::consents(db, &mut check).await?;
    consents::consent_events(db, &mut check).await?;
    copies::consent_copies(db, &mut check).await?;
    copies::signed_copies(db, &mut check).await?;
    estimates::subscriptions(db, &mut check).await?;
    estimates::estimates_of(db, &mut check).await?;
    estimates::estimate_voids(db, &mut check).await?;
    estimates::estimate_issues(db, &mut check).await?;
    estimates::estimate_receipts(db, &mut check).await?;
    copies::estimate_files(db, &mut check).await?;
    let mut missing: Vec<_> = check.digests.into_keys().collect();
    missing.sort();
    check.report.findings.extend(missing.into_iter().map(|(table, row)| Finding::Missing { table, row }));
    Ok(check.report)
}

/// For a row's table and id, the digest in the audit.
type AuditDigests = HashMap<(String, i64), String>;

struct Check {
    /// The digests of the rows that were not read yet.
    digests: AuditDigests,
    /// The rows to read. `None` for all.
    wanted: Option<Wanted>,
    report: Report,
}

impl Check {
    fn row(&mut self, table: &'static str, row: impl Into<i64>, kept: Option<&[u8]>, fits: impl FnOnce(&[u8]) -> bool) {
        let row = row.into();
        let named = self.digests.remove(&(table.to_owned(), row));
        let Some(kept) = kept else {
            // The audit also reveals a row whose digest was removed.
            match named {
                Some(_) => self.report.findings.push(Finding::Altered { table, row }),
                None => self.report.before_digests += 1,
            }
            return;
        };
        self.report.checked += 1;
        if !fits(kept) {
            self.report.findings.push(Finding::Altered { table, row });
        } else if named.is_some_and(|digest| digest != hex::encode(kept)) {
            self.report.findings.push(Finding::SignedOtherwise { table, row });
        }
    }

    fn has_digest(&self, table: &str, row: impl Into<i64>) -> bool {
        self.digests.contains_key(&(table.to_owned(), row.into()))
    }

    fn content(&mut self, table: &'static str, row: impl Into<i64>, kept: Option<&[u8]>, content: &Content) {
        self.row(table, row, kept, |kept| content.digest() == kept);
    }
}

/// The digests that the audit holds, since the checkpoint if there is one.
async fn audit_digests(db: &impl ConnectionTrait, since: Option<&audit::Checkpoint>) -> Result<AuditDigests, DbErr> {
    let mut digests = AuditDigests::new();
    audit::signed_rows(db, since.map(|checkpoint| &checkpoint.covered), |signed| {
        digests.insert((signed.table, signed.id), signed.sha256);
    })
    .await?;
    Ok(digests)
}

/// The next rows of a table, by an ascending key: at most [`PAGE`]. Either of all rows, or of the rows that the audit names under these names.
async fn page<E: EntityTrait>(
    db: &impl ConnectionTrait,
    check: &Check,
    names: &[&str],
    key: E::Column,
    last: i64,
) -> Result<Vec<E::Model>, DbErr> {
    page_of::<E>(db, check, names, key, PAGE, last).await
}

/// As [`page`], with another number of rows.
async fn page_of<E: EntityTrait>(
    db: &impl ConnectionTrait,
    check: &Check,
    names: &[&str],
    key: E::Column,
    most: u64,
    mut last: i64,
) -> Result<Vec<E::Model>, DbErr> {
    let Some(wanted) = &check.wanted else {
        return E::find().filter(key.gt(last)).order_by_asc(key).limit(most).all(db).await;
    };
    loop {
        let ids = wanted.next(names, last, most);
        let Some(newest) = ids.last().copied() else { return Ok(Vec::new()) };
        let rows = E::find().filter(key.is_in(ids)).order_by_asc(key).all(db).await?;
        // None of these rows exists any more, but there may be later ones.
        if !rows.is_empty() {
            return Ok(rows);
        }
        last = newest;
    }
}

fn is_hash(bytes: &[u8], kept: &[u8]) -> bool {
    Sha256::digest(bytes).as_slice() == kept
}
