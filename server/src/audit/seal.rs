//! Seals new rows of the audit, in batches, each chained to the one before.
//!
//! Which rows a seal holds is written in it, id by id. Ids are handed out in order, but their
//! transactions commit in any: a row can come to light after one with a higher id was sealed, and
//! then simply goes into the next seal. It is looked for as long as a transaction could possibly
//! last ([`LATE`]); a row of an earlier time that comes to light later than that was not written by
//! this server, is never sealed, and is what `verify` reports.

use chrono::{DateTime, TimeDelta, Utc};
use entity::clinic::{audit, audit_seal};
use sea_orm::{
    ConnectionTrait, DbBackend, EntityTrait, FromQueryResult, IntoActiveModel, QueryOrder, QuerySelect, Statement,
};
use uuid::Uuid;

use super::row::{self, Bytes};
use crate::{
    error::{Error, OnConstraint, Result},
    tenancy::{ClinicTx, Db, enter_for_job},
};

/// Longer than any request's transaction lasts, by far.
pub const LATE: TimeDelta = TimeDelta::hours(1);

/// So many rows go into one seal at most.
const BATCH: usize = 1_000;

/// So many seals are made in one clinic before it is the next one's turn.
const SEALS_A_VISIT: usize = 20;

/// The end of a clinic's chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    pub seals: i64,
    pub rows: i64,
    /// In hexadecimal digits, as it is logged and as `audit verify --expect-head` takes it.
    pub digest: String,
}

/// Seals what is new in one clinic, and logs where its chain ends: whoever cuts the chain's tail off
/// would have to cut it from the log as well. Nothing new: nothing is written.
///
/// # Errors
/// When the clinic is not open or the database is out of reach.
pub async fn seal(db: &Db, clinic: Uuid, now: DateTime<Utc>) -> Result<Option<Head>> {
    let mut head = None;
    for _ in 0..SEALS_A_VISIT {
        let entered = enter_for_job(db, clinic).await?;
        let sealed = match next(&entered.tx, now).await {
            Ok(Some(sealed)) => sealed,
            Ok(None) => break,
            // Another server seals here at this moment; what it leaves is left for the next round.
            Err(Error::Conflict { .. }) => return Ok(None),
            Err(error) => return Err(error),
        };
        entered.commit().await?;
        let is_last = sealed.audit_ids.len() < BATCH;
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

/// What the next seal is chained to.
#[derive(FromQueryResult)]
struct Last {
    id: i64,
    settled_through: DateTime<Utc>,
    rows_sealed: i64,
    digest: Vec<u8>,
}

async fn next(tx: &ClinicTx, now: DateTime<Utc>) -> Result<Option<audit_seal::Model>> {
    use audit_seal::Column;
    let last = audit_seal::Entity::find()
        .select_only()
        .columns([Column::Id, Column::SettledThrough, Column::RowsSealed, Column::Digest])
        .order_by_desc(Column::Id)
        .into_model::<Last>()
        .one(tx)
        .await?
        .unwrap_or(Last { id: 0, settled_through: DateTime::UNIX_EPOCH, rows_sealed: 0, digest: Vec::new() });
    let rows = unsealed(tx, last.settled_through - LATE, now).await?;
    let Some(newest) = rows.last() else { return Ok(None) };
    let settled = if rows.len() < BATCH { now } else { newest.at };
    let mut seal = audit_seal::Model {
        id: last.id + 1,
        made_at: now,
        settled_through: settled.max(last.settled_through),
        audit_ids: rows.iter().map(|row| row.id).collect(),
        row_digests: rows.iter().flat_map(row::digest).collect(),
        rows_sealed: last.rows_sealed + i64::try_from(rows.len()).unwrap_or(0),
        previous: last.digest,
        digest: Vec::new(),
    };
    seal.digest = digest(&seal).to_vec();
    audit_seal::Entity::insert(seal.clone().into_active_model())
        .exec_without_returning(tx)
        .await
        .on_constraint("audit_seal_pkey", || Error::conflict("sealed", "Somebody else seals."))?;
    Ok(Some(seal))
}

/// The rows that no seal holds, oldest first. Every seal that can hold one of them was settled no
/// earlier than they were written.
async fn unsealed(tx: &ClinicTx, since: DateTime<Utc>, now: DateTime<Utc>) -> Result<Vec<audit::Model>> {
    let statement = Statement::from_sql_and_values(
        DbBackend::Postgres,
        "select a.id, a.at, a.request_id, a.member_id, a.actor, a.role, a.action, a.outcome, a.patient_ids,
                a.object_ids, a.ip, a.user_agent, a.actor_name, a.actor_licence, a.detail
         from audit a
         where a.at >= $1 and a.at <= $2 and not exists (
            select 1 from (select unnest(s.audit_ids) as id from audit_seal s where s.settled_through >= $1) sealed
            where sealed.id = a.id)
         order by a.at, a.id
         limit $3",
        [since.into(), now.into(), i64::try_from(BATCH).unwrap_or(0).into()],
    );
    let rows = tx.query_all_raw(statement).await?;
    Ok(rows.iter().map(|row| audit::Model::from_query_result(row, "")).collect::<Result<_, _>>()?)
}

/// What makes a seal this one: all that stands in it, and the seal before.
pub fn digest(seal: &audit_seal::Model) -> [u8; 32] {
    let mut bytes = Bytes::default();
    bytes.part(b"celadon audit seal 1");
    bytes.number(seal.id);
    bytes.number(seal.made_at.timestamp_micros());
    bytes.number(seal.settled_through.timestamp_micros());
    bytes.numbers(&seal.audit_ids);
    bytes.part(&seal.row_digests);
    bytes.number(seal.rows_sealed);
    bytes.part(&seal.previous);
    bytes.digest()
}
