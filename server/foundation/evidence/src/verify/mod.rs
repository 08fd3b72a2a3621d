//! Recomputes the digests of a clinic's signed rows and names each row that does not match: of all of them, or of those
//! that the audit names since a mark.

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
use crate::foundation::audit;

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
    let marks = marks(db, None).await?;
    read(db, Check { marks, wanted: None, report: Report::default() }).await
}

/// Reads the signed rows that the audit names in rows that the mark does not cover: what was signed since. A row that was
/// signed before is read only where it was signed again, or something was said about it.
///
/// # Errors
/// When the database is out of reach.
pub async fn verify_after(db: &impl ConnectionTrait, mark: &audit::Mark) -> Result<Report, DbErr> {
    let marks = marks(db, Some(mark)).await?;
    let wanted = Wanted::named(db, marks.keys()).await?;
    read(db, Check { marks, wanted: Some(wanted), report: Report::default() }).await
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
    /// The rows that are read; none: all.
    wanted: Option<Wanted>,
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

/// What was signed according to the audit, since the mark if there is one.
async fn marks(db: &impl ConnectionTrait, since: Option<&audit::Mark>) -> Result<AuditDigests, DbErr> {
    let mut marks = AuditDigests::new();
    let each = |mark: crate::foundation::tenancy::SignedMark| {
        marks.insert((mark.table, mark.id), mark.sha256);
    };
    audit::signed_rows(db, since.map(|mark| &mark.covered), each).await?;
    Ok(marks)
}

/// The next rows of a table, by an ascending key: at most [`PAGE`] of all rows, or of those that the audit names under
/// these names.
async fn page<E: EntityTrait>(
    db: &impl ConnectionTrait,
    check: &Check,
    names: &[&str],
    key: E::Column,
    last: i64,
) -> Result<Vec<E::Model>, DbErr> {
    page_of::<E>(db, check, names, (key, PAGE), last).await
}

/// As [`page`], with another size.
async fn page_of<E: EntityTrait>(
    db: &impl ConnectionTrait,
    check: &Check,
    names: &[&str],
    (key, most): (E::Column, u64),
    mut last: i64,
) -> Result<Vec<E::Model>, DbErr> {
    let Some(wanted) = &check.wanted else {
        return E::find().filter(key.gt(last)).order_by_asc(key).limit(most).all(db).await;
    };
    loop {
        let ids = wanted.next(names, last, most);
        let Some(newest) = ids.last().copied() else { return Ok(Vec::new()) };
        let rows = E::find().filter(key.is_in(ids)).order_by_asc(key).all(db).await?;
        // None of these exists any more: there may be later ones.
        if !rows.is_empty() {
            return Ok(rows);
        }
        last = newest;
    }
}

fn is_hash(bytes: &[u8], kept: &[u8]) -> bool {
    Sha256::digest(bytes).as_slice() == kept
}
