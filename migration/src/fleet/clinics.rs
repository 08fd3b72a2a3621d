//! Migrates the clinics that are behind: canaries first, then the others with several workers.

use std::{
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use sea_orm_migration::sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, Statement, TransactionTrait};
use tokio::{sync::Mutex, task::JoinSet};

use super::{History, MAIN, Plan, Pools, Report, enter, failure::is_temporary, lock_key, outside};
use crate::{
    before, registry,
    role_isolation::{self, shard_login},
    sql::{self, Step},
};

/// A clinic that is behind.
struct Behind {
    schema: String,
    placement: String,
    /// The role that may read the schema: its own, or its shard's login if clinics have no roles.
    role: String,
}

pub(super) async fn up<H: History>(pools: &Pools, plan: &Plan) -> Result<Report, DbErr> {
    let mut report = Report::default();
    let mut behind = behind::<H>(pools, &mut report).await?;
    behind.retain(|clinic| {
        let is_down = pools.down.contains(&clinic.placement);
        if is_down {
            report.parked.push(clinic.schema.clone());
        }
        !is_down
    });
    let all = behind.len();
    let mut proofs = 0;
    while proofs < plan.canaries {
        let Some(clinic) = behind.pop_front() else { break };
        let outcome = clinic_up::<H>(pools, plan, clinic).await;
        proofs += usize::from(matches!(outcome, Outcome::Migrated));
        note(&mut report, outcome);
        if report.exit_code() == 2 {
            report.left = behind.len();
            return Ok(report);
        }
    }
    // The last wave includes all clinics, whatever the plan says.
    for share in plan.waves.iter().copied().chain([100]) {
        let until = (all * usize::from(share.min(100))).div_ceil(100);
        let wave: VecDeque<_> = behind.drain(..until.saturating_sub(all - behind.len()).min(behind.len())).collect();
        if wave.is_empty() {
            continue;
        }
        tracing::info!(clinics = wave.len(), left = behind.len(), "a wave begins");
        let unbegun = wave_up::<H>(pools, plan, wave, &mut report).await?;
        if report.broken.len() > plan.most_broken {
            report.left = unbegun + behind.len();
            return Ok(report);
        }
    }
    Ok(report)
}

/// Migrates several clinics at once. Returns how many were not started because too many had failed.
async fn wave_up<H: History>(
    pools: &Pools,
    plan: &Plan,
    wave: VecDeque<Behind>,
    report: &mut Report,
) -> Result<usize, DbErr> {
    let queue = Arc::new(Mutex::new(wave));
    let broken = Arc::new(AtomicUsize::new(report.broken.len()));
    let mut workers = JoinSet::new();
    for _ in 0..plan.workers.max(1) {
        let (pools, plan) = (pools.clone(), plan.clone());
        let (queue, broken) = (Arc::clone(&queue), Arc::clone(&broken));
        workers.spawn(async move {
            let mut outcomes = Vec::new();
            while broken.load(Ordering::Relaxed) <= plan.most_broken {
                let Some(clinic) = queue.lock().await.pop_front() else { break };
                let outcome = clinic_up::<H>(&pools, &plan, clinic).await;
                broken.fetch_add(usize::from(matches!(outcome, Outcome::Broken(..))), Ordering::Relaxed);
                outcomes.push(outcome);
            }
            outcomes
        });
    }
    while let Some(outcomes) = workers.join_next().await {
        for outcome in outcomes.map_err(|error| DbErr::Custom(error.to_string()))? {
            note(report, outcome);
        }
    }
    let left = queue.lock().await.len();
    Ok(left)
}

/// Lists the clinics that are behind, oldest first, and counts the others.
async fn behind<H: History>(pools: &Pools, report: &mut Report) -> Result<VecDeque<Behind>, DbErr> {
    let rows = pools
        .registry
        .query_all_raw(Statement::from_string(
            DbBackend::Postgres,
            "select c.schema_name, c.schema_version, c.placement, c.shard, p.kind = 'citus' as spread
             from registry.clinic c join registry.placement p on p.name = c.placement
             where c.status <> 'deleted'
             order by c.created_at, c.id",
        ))
        .await?;
    let mut behind = VecDeque::new();
    for row in rows {
        let version: String = row.try_get("", "schema_version")?;
        if version == H::latest() {
            report.current += 1;
        } else {
            let schema: String = row.try_get("", "schema_name")?;
            let shard: i32 = row.try_get("", "shard")?;
            let role = if row.try_get("", "spread")? {
                let shard = u16::try_from(shard).map_err(|error| DbErr::Custom(error.to_string()))?;
                shard_login(&pools.gateway, shard)
            } else {
                schema.clone()
            };
            behind.push_back(Behind { schema, placement: row.try_get("", "placement")?, role });
        }
    }
    Ok(behind)
}

enum Outcome {
    Migrated,
    Parked(String),
    Broken(String, String),
}

fn note(report: &mut Report, outcome: Outcome) {
    match outcome {
        Outcome::Migrated => report.migrated += 1,
        Outcome::Parked(schema) => report.parked.push(schema),
        Outcome::Broken(schema, reason) => report.broken.push((schema, reason)),
    }
}

async fn clinic_up<H: History>(pools: &Pools, plan: &Plan, clinic: Behind) -> Outcome {
    let tries = plan.tries.max(1);
    for attempt in 1..=tries {
        match migrate_clinic_steps::<H>(pools, plan, &clinic).await {
            Ok(()) => return Outcome::Migrated,
            Err(error) if is_temporary(&error) => {
                tracing::warn!(clinic.schema = clinic.schema, attempt, reason = %error, "a clinic must wait");
                if attempt < tries {
                    tokio::time::sleep(Duration::from_millis(50 << attempt.min(7))).await;
                }
            }
            Err(error) => return Outcome::Broken(clinic.schema, error.to_string()),
        }
    }
    Outcome::Parked(clinic.schema)
}

/// Consecutive steps that can run in a transaction share one. Each of the other steps runs alone.
async fn migrate_clinic_steps<H: History>(pools: &Pools, plan: &Plan, clinic: &Behind) -> Result<(), DbErr> {
    let pool = pools.at(&clinic.placement)?;
    while let Some(step) = stretch::<H>(pools, pool, plan, clinic).await? {
        outside::run(pool, &clinic.schema, step, plan.lock_timeout).await?;
        outside::register_version(&pools.registry, &clinic.schema, step).await?;
    }
    Ok(())
}

/// Migrates the clinic as far as one transaction can. Returns the next step, which must run outside of a transaction.
async fn stretch<H: History>(
    pools: &Pools,
    pool: &DatabaseConnection,
    plan: &Plan,
    clinic: &Behind,
) -> Result<Option<&'static Step>, DbErr> {
    let schema = clinic.schema.as_str();
    let tx = pool.begin().await?;
    enter(&tx, schema, plan.lock_timeout).await?;
    // A runner that lost its lock with its connection may still be working. The next runner waits for it at this clinic
    // instead of making the same tables at the same time.
    tx.query_one_raw(Statement::from_sql_and_values(
        DbBackend::Postgres,
        "select pg_advisory_xact_lock($1, hashtext($2))",
        [lock_key().into(), schema.into()],
    ))
    .await?;
    has_role(&tx, &clinic.role).await?;
    if clinic.role != schema {
        sql::grant_to(&tx, &clinic.role).await?;
    }
    H::install(&tx).await?;
    before::refuse(&tx, H::steps()).await?;
    let pending = H::get_pending_migrations(&tx).await?;
    let inside = pending.iter().take_while(|step| !H::outside().contains(&step.name())).count();
    let outside = pending.get(inside).and_then(|next| H::steps().iter().find(|step| step.name == next.name()));
    if inside > 0 || pending.is_empty() {
        H::up(&tx, Some(u32::try_from(inside).unwrap_or(u32::MAX))).await?;
        let reached = inside.checked_sub(1).map_or(H::latest(), |last| {
            H::steps().iter().find(|step| step.name == pending[last].name()).map_or("", |step| step.name)
        });
        if clinic.placement == MAIN {
            // In the same transaction, so that the version and the tables always agree.
            register_version::<H>(&tx, schema, reached).await?;
            tx.commit().await?;
        } else {
            // After a crash in between, the next run finds no pending step and writes the version.
            tx.commit().await?;
            register_version::<H>(&pools.registry, schema, reached).await?;
        }
    } else {
        tx.commit().await?;
    }
    Ok(outside)
}

/// Writes the clinic's version and its oldest server to the registry, and notifies the servers.
async fn register_version<H: History>(db: &impl ConnectionTrait, schema: &str, version: &str) -> Result<(), DbErr> {
    db.execute_raw(Statement::from_sql_and_values(
        DbBackend::Postgres,
        "with raised as (
            update registry.clinic set schema_version = $1, oldest_server = greatest(oldest_server, $2)
            where schema_name = $3 returning subdomain
         )
         select pg_catalog.pg_notify($4, subdomain) from raised",
        [version.into(), H::oldest_server().into(), schema.into(), registry::CHANNEL.into()],
    ))
    .await?;
    Ok(())
}

/// If the role is missing (in a dump restored without roles), a clinic's new tables would be granted to nobody, and no
/// later run would correct that.
async fn has_role(db: &impl ConnectionTrait, name: &str) -> Result<(), DbErr> {
    let role = db
        .query_one_raw(Statement::from_sql_and_values(
            DbBackend::Postgres,
            "select 1 as one where pg_catalog.to_regrole($1) is not null",
            [role_isolation::quoted(name).into()],
        ))
        .await?;
    role.map(drop).ok_or_else(|| DbErr::Migration(format!("the role {name} is missing")))
}
