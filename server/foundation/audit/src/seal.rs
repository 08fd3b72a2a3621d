//! Seals new rows of the audit in batches. Each seal is chained to the previous one.
//!
//! A seal lists the ids of its rows. Ids are assigned in order, but transactions commit in any order. So a row can
//! appear after a row with a higher id was sealed, and then goes into the next seal. Therefore a seal also stores the
//! ids that no seal has covered yet ([`UnsealedIds`]): those beyond the newest row, and the gaps before it. The next
//! seal reads only those, so that its cost depends on the new rows and not on the sealed ones. A gap stays open as
//! long as a transaction could last (`LATE`). A row of an earlier time that appears after that was not written by
//! this server. It is never sealed, and `verify` reports it.

use chrono::{DateTime, TimeDelta, Utc};
use entity::clinic::{audit, audit_seal};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, IntoActiveModel, QueryFilter, QueryOrder, QuerySelect,
};
use uuid::Uuid;

use super::{
    ids::{Span, UnsealedIds},
    row::{self, Bytes},
    sql,
};
use base::error::{Error, OnConstraint, Result};
use tenancy::{ClinicTx, Db, enter_for_job};

/// Much longer than the transaction of any request.
pub(crate) const LATE: TimeDelta = TimeDelta::hours(1);

/// The format of new seals: the digest covers the open ids. Seals of format 1 have no open ids.
const FORMAT: i16 = 2;

/// The most rows of a seal.
pub(super) const BATCH: usize = 1_000;

/// After a seal of format 1, the lowest open id is searched among this many of the oldest rows.
const NEARBY: u64 = 1_000;

/// The most seals that are made in one clinic before the next clinic: more rows than can be written between two rounds.
const SEALS_A_VISIT: usize = 500;

/// The end of a clinic's chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    pub seals: i64,
    pub rows: i64,
    /// In hexadecimal digits, as in the log and in `audit verify --expect-head`.
    pub digest: String,
}

/// Seals the new rows of one clinic, and logs the head of its chain. If a chain was cut short, a comparison with the
/// log shows it. Writes nothing if there is no new row.
///
/// Fails when the clinic is not open.
pub async fn seal(db: &Db, clinic: Uuid, now: DateTime<Utc>) -> Result<Option<Head>> {
    let mut head = None;
    for _ in 0..SEALS_A_VISIT {
        let entered = enter_for_job(db, clinic).await?;
        let (sealed, is_last) = match next(&entered.tx, now).await {
            Ok(Some(next)) => next,
            Ok(None) => break,
            // Another server is sealing this clinic. The rest is left to the next round.
            Err(Error::Conflict { .. }) => return Ok(None),
            Err(error) => return Err(error),
        };
        entered.commit().await?;
        head = Some(Head { seals: sealed.id, rows: sealed.rows_sealed, digest: hex::encode(&sealed.digest) });
        if is_last {
            break;
        }
    }
    if let Some(head) = &head {
        tracing::info!(
            target: "celadon::audit::head",
            {
                clinic.id = %clinic,
                audit.seals = head.seals,
                audit.rows = head.rows,
                audit.head = head.digest,
            },
            "sealed the audit"
        );
    }
    Ok(head)
}

/// The seal that the next one is chained to.
#[derive(FromQueryResult)]
struct PreviousSeal {
    id: i64,
    settled_through: DateTime<Utc>,
    rows_sealed: i64,
    digest: Vec<u8>,
    format: i16,
    open_from: Option<Vec<i64>>,
    open_to: Option<Vec<i64>>,
    open_since: Option<Vec<DateTime<Utc>>>,
}

impl PreviousSeal {
    /// The state before the first seal.
    fn none() -> Self {
        Self {
            id: 0,
            settled_through: DateTime::UNIX_EPOCH,
            rows_sealed: 0,
            digest: Vec::new(),
            format: FORMAT,
            open_from: Some(vec![i64::MIN]),
            open_to: Some(vec![i64::MAX]),
            open_since: Some(vec![DateTime::UNIX_EPOCH]),
        }
    }

    /// The open ids of the seal. `None` for a seal of format 1.
    fn open(&self) -> Option<UnsealedIds> {
        if self.format < FORMAT {
            return None;
        }
        let bounds = self.open_from.iter().flatten().zip(self.open_to.iter().flatten());
        let spans = bounds.zip(self.open_since.iter().flatten());
        Some(UnsealedIds::from_spans(spans.map(|((&from, &to), &since)| Span { from, to, since }).collect()))
    }
}

/// The next seal, and whether no row is left to be sealed after it.
async fn next(tx: &ClinicTx, now: DateTime<Utc>) -> Result<Option<(audit_seal::Model, bool)>> {
    use audit_seal::Column;
    let last = audit_seal::Entity::find()
        .select_only()
        .columns([Column::Id, Column::SettledThrough, Column::RowsSealed, Column::Digest])
        .columns([Column::Format, Column::OpenFrom, Column::OpenTo, Column::OpenSince])
        .order_by_desc(Column::Id)
        .into_model::<PreviousSeal>()
        .one(tx)
        .await?
        .unwrap_or_else(PreviousSeal::none);
    let since = last.settled_through - LATE;
    let mut open = match last.open() {
        Some(open) => open.without_expired_gaps(LATE, now),
        None => after_first_format(tx, since, now).await?,
    };
    let (rows, is_last) = loop {
        let mut rows = unsealed_rows(tx, &open).await?;
        let is_last = rows.len() < BATCH;
        open = open.without(&rows.iter().map(|row| row.id).collect::<Vec<_>>(), now);
        rows.retain(|row| row.at >= since);
        if is_last || !rows.is_empty() {
            break (rows, is_last);
        }
    };
    let Some(oldest) = rows.iter().map(|row| row.at).min() else { return Ok(None) };
    let settled = if is_last { now } else { oldest.min(now) };
    let spans = open.spans();
    let mut seal = audit_seal::Model {
        id: last.id + 1,
        made_at: now,
        settled_through: settled.max(last.settled_through),
        audit_ids: rows.iter().map(|row| row.id).collect(),
        row_digests: rows.iter().flat_map(row::digest).collect(),
        rows_sealed: last.rows_sealed + i64::try_from(rows.len()).unwrap_or(0),
        previous: last.digest,
        digest: Vec::new(),
        format: FORMAT,
        open_from: Some(spans.iter().map(|span| span.from).collect()),
        open_to: Some(spans.iter().map(|span| span.to).collect()),
        open_since: Some(spans.iter().map(|span| span.since).collect()),
    };
    seal.digest = digest(&seal).to_vec();
    audit_seal::Entity::insert(seal.clone().into_active_model())
        .exec_without_returning(tx)
        .await
        .on_constraint("audit_seal_pkey", || Error::conflict("sealed", "Somebody else seals."))?;
    Ok(Some((seal, is_last)))
}

/// The open ids after a seal of format 1. A seal is never older than its rows, so the seals since that time cover all
/// sealed rows of that time; those seals are read.
async fn after_first_format(tx: &ClinicTx, since: DateTime<Utc>, now: DateTime<Utc>) -> Result<UnsealedIds> {
    let mut seen: Vec<i64> = audit_seal::Entity::find()
        .select_only()
        .column(audit_seal::Column::AuditIds)
        .filter(audit_seal::Column::SettledThrough.gte(since))
        .into_tuple::<Vec<i64>>()
        .all(tx)
        .await?
        .concat();
    seen.sort_unstable();
    // Ordered by time, because an index starts at `since`. A search for the lowest id of all those rows would start
    // at the table's first row. Rows of the same time have ids close together.
    let oldest: Vec<i64> = audit::Entity::find()
        .select_only()
        .column(audit::Column::Id)
        .filter(audit::Column::At.gte(since))
        .order_by_asc(audit::Column::At)
        .order_by_asc(audit::Column::Id)
        .limit(NEARBY)
        .into_tuple()
        .all(tx)
        .await?;
    let from = oldest.into_iter().chain(seen.first().copied()).min().unwrap_or(i64::MIN);
    Ok(UnsealedIds::from(from, now).without(&seen, now))
}

/// The rows with ids that no seal has covered, in order.
async fn unsealed_rows(tx: &ClinicTx, open: &UnsealedIds) -> Result<Vec<audit::Model>> {
    let rows = tx.query_all_raw(sql::wanted(open, BATCH)).await?;
    Ok(rows.iter().map(|row| audit::Model::from_query_result(row, "")).collect::<Result<_, _>>()?)
}

/// The digest of a seal. It covers all values of the seal, and the digest of the previous seal.
pub fn digest(seal: &audit_seal::Model) -> [u8; 32] {
    let mut bytes = Bytes::default();
    if seal.format == 1 {
        bytes.part(b"celadon audit seal 1");
    } else {
        bytes.part(b"celadon audit seal");
        bytes.number(seal.format.into());
    }
    bytes.number(seal.id);
    bytes.number(seal.made_at.timestamp_micros());
    bytes.number(seal.settled_through.timestamp_micros());
    bytes.numbers(&seal.audit_ids);
    bytes.part(&seal.row_digests);
    bytes.number(seal.rows_sealed);
    bytes.part(&seal.previous);
    if seal.format > 1 {
        bytes.numbers(seal.open_from.as_deref().unwrap_or_default());
        bytes.numbers(seal.open_to.as_deref().unwrap_or_default());
        let since: Vec<_> = seal.open_since.iter().flatten().map(DateTime::timestamp_micros).collect();
        bytes.numbers(&since);
    }
    bytes.digest()
}
