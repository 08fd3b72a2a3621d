//! Recomputes a clinic's chain and reports what does not match. Begins at its first row, or at a checkpoint, where an earlier run
//! has ended.

use std::{collections::HashMap, fmt};

use chrono::{DateTime, NaiveDate, Utc};
use entity::clinic::{audit, audit_head, audit_seal};
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::{
    ids::IdSet,
    row,
    seal::{self, Head, LATE},
    sql,
};

/// The number of seals that are read at a time.
const PAGE: u64 = 20;

/// The most findings, and the most unsealed rows, that are named, because a report must not grow with the audit.
const NAMED: usize = 1_000;

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
    /// The row appeared after its time was sealed.
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
    /// The chain differs from the one whose head was published on that day.
    HeadDiffers {
        day: NaiveDate,
        seal: i64,
    },
    /// The chain differs from the one that an earlier run verified up to this seal, or the checkpoint of that run was changed.
    CheckpointDiffers {
        seal: i64,
    },
    /// Further findings, which are not named.
    More {
        findings: u64,
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
            Self::More { findings } => write!(f, "and {findings} more findings"),
            Self::CheckpointDiffers { seal } => {
                write!(
                    f,
                    "seal {seal} is not the one that an earlier run has verified: the end was cut off, or all was made \
                     anew, or the mark of that run was changed"
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

/// How far a run without findings has verified an audit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// The newest seal. 0 if there was none.
    pub seal: i64,
    /// The number of rows that this seal and all before it cover.
    pub rows: i64,
    /// The digest of the seal.
    pub digest: Vec<u8>,
    /// The ids of the covered rows.
    pub covered: IdSet,
}

/// The result of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    pub report: Report,
    /// The seal after which rows were read. 0 if they were read from the first row.
    pub after: i64,
    /// The place where the next run may begin, if there was no finding.
    pub checkpoint: Checkpoint,
}

/// Reads the whole audit of the transaction's clinic. The transaction must have one snapshot (repeatable read), or
/// rows that are sealed meanwhile look wrong.
///
/// `expected_head` is a head that was logged earlier, which must be in the chain. `is_sealed` tells whether a worker seals this clinic's audit.
pub async fn verify(
    db: &impl ConnectionTrait,
    now: DateTime<Utc>,
    expected_head: Option<&str>,
    is_sealed: bool,
) -> Result<Report, DbErr> {
    let reading = Reading { checkpoint: None, whole: true, expected_head, is_sealed };
    Ok(follow(db, Chain::default(), &reading, now).await?.report)
}

/// The rows that a run reads, and the values that they are compared with.
#[derive(Debug, Clone, Copy, Default)]
pub struct Reading<'a> {
    /// The place where an earlier run has ended.
    pub checkpoint: Option<&'a Checkpoint>,
    /// Whether to read from the first row despite a checkpoint.
    pub whole: bool,
    /// As in [`verify`]; only with `whole`.
    pub expected_head: Option<&'a str>,
    /// As in [`verify`].
    pub is_sealed: bool,
}

/// Reads the rows of seals after the checkpoint, and the rows that no seal covers. Finds every change in these rows, a row
/// that was inserted anywhere, and a chain that no longer has the checkpoint's seal or a published head. Does not find a
/// change in rows and seals up to the checkpoint; only reading from the first row (`whole`) finds it. Without a matching
/// checkpoint, this reads from the first row.
///
/// # Errors
/// As [`verify`].
pub async fn verify_after(
    db: &impl ConnectionTrait,
    reading: &Reading<'_>,
    now: DateTime<Utc>,
) -> Result<Verified, DbErr> {
    let chain = match reading.checkpoint.filter(|checkpoint| checkpoint.seal > 0) {
        Some(checkpoint) => Chain::after(db, checkpoint, reading.whole).await?,
        None => Chain::default(),
    };
    follow(db, chain, reading, now).await
}

async fn follow(
    db: &impl ConnectionTrait,
    mut chain: Chain,
    &Reading { expected_head, is_sealed, .. }: &Reading<'_>,
    now: DateTime<Utc>,
) -> Result<Verified, DbErr> {
    let after = chain.last_id;
    chain.published = unmet_heads(db, after).await?;
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
    let Chain { mut findings, unnamed, head_seen, settled_through, rows, last_id, last_digest, sealed, published } =
        chain;
    findings.extend(Some(unnamed).filter(|more| *more > 0).map(|findings| Finding::More { findings }));
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
    let head = Head { seals: last_id, rows, digest: hex::encode(&last_digest) };
    let checkpoint = Checkpoint { seal: last_id, rows, digest: last_digest, covered: sealed };
    Ok(Verified { report: Report { head, findings }, after, checkpoint })
}

/// The published heads that the seals up to this one do not have. Those seals were recomputed before, so only their stored digests are compared.
async fn unmet_heads(db: &impl ConnectionTrait, through: i64) -> Result<Vec<audit_head::Model>, DbErr> {
    use audit_seal::Column::{Digest, Id};
    let mut published = audit_head::Entity::find().order_by_asc(audit_head::Column::Day).all(db).await?;
    let before: Vec<_> = published.iter().map(|head| head.seal_id).filter(|seal| *seal <= through).collect();
    for seals in before.chunks(1_000) {
        let found = audit_seal::Entity::find().select_only().columns([Id, Digest]).filter(Id.is_in(seals.to_vec()));
        let found: Vec<(i64, Vec<u8>)> = found.into_tuple().all(db).await?;
        let found: HashMap<_, _> = found.into_iter().collect();
        published.retain(|head| found.get(&head.seal_id) != Some(&head.digest));
    }
    Ok(published)
}

/// The state of following the chain.
#[derive(Default)]
struct Chain {
    last_id: i64,
    last_digest: Vec<u8>,
    rows: i64,
    settled_through: Option<DateTime<Utc>>,
    /// The rows that the seals cover.
    sealed: IdSet,
    head_seen: bool,
    /// The published heads that were not found in the chain yet.
    published: Vec<audit_head::Model>,
    findings: Vec<Finding>,
    /// The number of further findings.
    unnamed: u64,
}

impl Chain {
    /// The chain up to a checkpoint. Empty if everything is to be read. Has a finding if the checkpoint's seal has changed.
    async fn after(db: &impl ConnectionTrait, checkpoint: &Checkpoint, whole: bool) -> Result<Self, DbErr> {
        let seal = audit_seal::Entity::find_by_id(checkpoint.seal).one(db).await?;
        let Some(seal) =
            seal.filter(|seal| seal.digest == checkpoint.digest && seal::digest(seal) == *checkpoint.digest)
        else {
            return Ok(Self {
                findings: vec![Finding::CheckpointDiffers { seal: checkpoint.seal }],
                ..Self::default()
            });
        };
        // If only the checkpoint was changed, everything is read, so the change hides nothing.
        if whole || (seal.rows_sealed, checkpoint.covered.count()) != (checkpoint.rows, checkpoint.rows) {
            return Ok(Self::default());
        }
        Ok(Self {
            last_id: seal.id,
            last_digest: seal.digest,
            rows: checkpoint.rows,
            settled_through: Some(seal.settled_through),
            sealed: checkpoint.covered.clone(),
            ..Self::default()
        })
    }

    fn find(&mut self, finding: Finding) {
        if self.findings.len() < NAMED {
            self.findings.push(finding);
        } else {
            self.unnamed += 1;
        }
    }

    fn follow(&mut self, seal: &audit_seal::Model, rows: &[audit::Model], expected_head: Option<&str>) {
        let id = seal.id;
        // A forged seal may have any number.
        let missing = id.saturating_sub(self.last_id).saturating_sub(1).unsigned_abs();
        self.unnamed += missing.saturating_sub(NAMED as u64);
        (self.last_id + 1..id).take(NAMED).for_each(|seal| self.find(Finding::SealMissing { seal }));
        self.rows += i64::try_from(seal.audit_ids.len()).unwrap_or(0);
        let digest = seal::digest(seal);
        let is_next = self.last_id + 1 == id;
        if digest != *seal.digest
            || (is_next && (seal.previous != self.last_digest || seal.rows_sealed != self.rows))
            || seal.row_digests.len() != seal.audit_ids.len() * 32
        {
            self.find(Finding::SealAltered { seal: id });
        }
        if !is_next {
            // The rows of the missing seals are unknown, so the count continues from this seal.
            self.rows = seal.rows_sealed;
        }
        let rows: HashMap<_, _> = rows.iter().map(|row| (row.id, row)).collect();
        for (row, sealed) in seal.audit_ids.iter().zip(seal.row_digests.chunks(32)) {
            if !self.sealed.insert(*row) {
                self.find(Finding::RowTwice { row: *row, seal: id });
            }
            match rows.get(row) {
                None => self.find(Finding::RowMissing { row: *row, seal: id }),
                Some(found) if row::digest(found) != *sealed => {
                    self.find(Finding::RowAltered { row: *row, seal: id });
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

/// The rows whose ids no seal covers.
async fn outside(db: &impl ConnectionTrait, sealed: &IdSet) -> Result<Vec<(i64, DateTime<Utc>)>, DbErr> {
    let rows = db.query_all_raw(sql::in_spans(&sealed.others(), NAMED)).await?;
    rows.iter().map(|row| Ok((row.try_get("", "id")?, row.try_get("", "at")?))).collect()
}
