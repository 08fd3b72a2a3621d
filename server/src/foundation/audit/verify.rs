//! Recomputes a clinic's chain from its first row and reports what does not match.

use std::{collections::HashMap, fmt};

use chrono::{DateTime, NaiveDate, Utc};
use entity::clinic::{audit, audit_head, audit_seal};
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::{
    ids::IdSet,
    row,
    seal::{self, Head, LATE},
};

/// How many seals are read at a time.
const PAGE: u64 = 20;

/// How many unsealed rows are named at most.
const NAMED: usize = 1_000;

/// How many rows are read at a time to find those.
const ROWS: u64 = 10_000;

/// A finding, in a line for the operator. Ids and times only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    RowAltered {
        row: i64,
        seal: i64,
    },
    RowMissing {
        row: i64,
        seal: i64,
    },
    RowTwice {
        row: i64,
        seal: i64,
    },
    /// The row appeared after its time had been sealed.
    RowPutIn {
        row: i64,
        at: DateTime<Utc>,
    },
    /// No seal was made for a long time.
    RowNotSealed {
        row: i64,
        at: DateTime<Utc>,
    },
    SealAltered {
        seal: i64,
    },
    SealMissing {
        seal: i64,
    },
    TailCut {
        expected: String,
    },
    /// The chain is not the one whose head was published on that day.
    HeadDiffers {
        day: NaiveDate,
        seal: i64,
    },
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RowAltered { row, seal } => write!(f, "row {row} was altered after seal {seal} was made"),
            Self::RowMissing { row, seal } => write!(f, "row {row} of seal {seal} is missing"),
            Self::RowTwice { row, seal } => write!(f, "row {row} of seal {seal} is in an earlier seal already"),
            Self::RowPutIn { row, at } => write!(f, "row {row} of {at} was put in after that time was sealed"),
            Self::RowNotSealed { row, at } => write!(f, "row {row} of {at} is not sealed: is a worker running?"),
            Self::SealAltered { seal } => write!(f, "seal {seal} was altered"),
            Self::SealMissing { seal } => write!(f, "seal {seal} is missing"),
            Self::TailCut { expected } => {
                write!(f, "no seal has the digest {expected}: the end was cut off, or all was made anew")
            }
            Self::HeadDiffers { day, seal } => {
                write!(
                    f,
                    "seal {seal} is not the one that was published on {day}: the end was cut off, or all was made anew"
                )
            }
        }
    }
}

/// The result of verifying a clinic's audit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    pub head: Head,
    pub findings: Vec<Finding>,
}

/// Reads the whole audit of the clinic that the transaction is in. The transaction must see one moment
/// (repeatable read), or rows that are sealed meanwhile look wrong.
///
/// `expected_head` is a head that was logged earlier: it must be in the chain. `is_sealed` says whether a
/// worker seals this clinic's audit at all.
///
/// # Errors
/// When the database is out of reach.
pub async fn verify(
    db: &impl ConnectionTrait,
    now: DateTime<Utc>,
    expected_head: Option<&str>,
    is_sealed: bool,
) -> Result<Report, DbErr> {
    let published = audit_head::Entity::find().order_by_asc(audit_head::Column::Day).all(db).await?;
    let mut chain = Chain { published, ..Chain::default() };
    loop {
        let seals = audit_seal::Entity::find()
            .filter(audit_seal::Column::Id.gt(chain.last_id))
            .order_by_asc(audit_seal::Column::Id)
            .limit(PAGE)
            .all(db)
            .await?;
        if seals.is_empty() {
            break;
        }
        for seal in &seals {
            let rows = audit::Entity::find().filter(audit::Column::Id.is_in(seal.audit_ids.clone())).all(db).await?;
            chain.follow(seal, &rows, expected_head);
        }
    }
    let Chain { mut findings, head_seen, settled_through, rows, last_id, last_digest, sealed, published } = chain;
    findings.extend(published.iter().map(|head| Finding::HeadDiffers { day: head.day, seal: head.seal_id }));
    for (row, at) in outside(db, &sealed).await? {
        if settled_through.is_some_and(|settled| at < settled - LATE) {
            findings.push(Finding::RowPutIn { row, at });
        } else if is_sealed && at < now - LATE {
            findings.push(Finding::RowNotSealed { row, at });
        }
    }
    if let Some(expected) = expected_head.filter(|_| !head_seen) {
        findings.push(Finding::TailCut { expected: expected.to_owned() });
    }
    Ok(Report { head: Head { seals: last_id, rows, digest: hex::encode(last_digest) }, findings })
}

/// How far the chain was followed.
#[derive(Default)]
struct Chain {
    last_id: i64,
    last_digest: Vec<u8>,
    rows: i64,
    settled_through: Option<DateTime<Utc>>,
    /// The rows that seals cover.
    sealed: IdSet,
    head_seen: bool,
    /// The heads that were published and not met in the chain yet.
    published: Vec<audit_head::Model>,
    findings: Vec<Finding>,
}

impl Chain {
    fn follow(&mut self, seal: &audit_seal::Model, rows: &[audit::Model], expected_head: Option<&str>) {
        let id = seal.id;
        self.findings.extend((self.last_id + 1..id).map(|seal| Finding::SealMissing { seal }));
        self.rows += i64::try_from(seal.audit_ids.len()).unwrap_or(0);
        let digest = seal::digest(seal);
        let is_next = self.last_id + 1 == id;
        if digest != *seal.digest
            || (is_next && (seal.previous != self.last_digest || seal.rows_sealed != self.rows))
            || seal.row_digests.len() != seal.audit_ids.len() * 32
        {
            self.findings.push(Finding::SealAltered { seal: id });
        }
        if !is_next {
            // What the missing seals held is unknown; the count continues from this one's.
            self.rows = seal.rows_sealed;
        }
        let rows: HashMap<_, _> = rows.iter().map(|row| (row.id, row)).collect();
        for (row, sealed) in seal.audit_ids.iter().zip(seal.row_digests.chunks(32)) {
            if !self.sealed.insert(*row) {
                self.findings.push(Finding::RowTwice { row: *row, seal: id });
            }
            match rows.get(row) {
                None => self.findings.push(Finding::RowMissing { row: *row, seal: id }),
                Some(found) if row::digest(found) != *sealed => {
                    self.findings.push(Finding::RowAltered { row: *row, seal: id });
                }
                Some(_) => {}
            }
        }
        self.head_seen |= expected_head.is_some_and(|expected| expected.eq_ignore_ascii_case(&hex::encode(digest)));
        self.published.retain(|head| head.seal_id != id || head.digest != digest);
        self.last_id = id;
        self.last_digest.clone_from(&seal.digest);
        self.settled_through = Some(seal.settled_through);
    }
}

/// The rows that no seal covers, found by one walk along the ids.
async fn outside(db: &impl ConnectionTrait, sealed: &IdSet) -> Result<Vec<(i64, DateTime<Utc>)>, DbErr> {
    use audit::Column;
    let mut found = Vec::new();
    let mut last = None;
    loop {
        let rows: Vec<(i64, DateTime<Utc>)> = audit::Entity::find()
            .select_only()
            .columns([Column::Id, Column::At])
            .filter(Column::Id.gt(last.unwrap_or(i64::MIN)))
            .order_by_asc(Column::Id)
            .limit(ROWS)
            .into_tuple()
            .all(db)
            .await?;
        let Some((newest, _)) = rows.last() else { return Ok(found) };
        last = Some(*newest);
        found.extend(rows.into_iter().filter(|(row, _)| !sealed.contains(*row)));
        if found.len() >= NAMED {
            found.truncate(NAMED);
            return Ok(found);
        }
    }
}
