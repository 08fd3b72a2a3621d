//! The clinics that are behind: canaries first, then the others by several workers.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use sea_orm_migration::{
    MigratorTrait,
    sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, Statement, TransactionTrait},
};
use tokio::{sync::Mutex, task::JoinSet};

use super::{Plan, RUNNER_LOCK, Report, enter, failure::passes_by_itself};
use crate::{clinic, wall};

/// A clinic that is behind.
struct Behind {
    schema: String,
    /// Whether the role wall stands in its placement.
    walled: bool,
}

pub(super) async fn up(pool: &DatabaseConnection, plan: &Plan) -> Result<Report, DbErr> {
    let mut report = Report::default();
    let mut behind = behind(pool, &mut report).await?;
    let mut proofs = 0;
    while proofs < plan.canaries {
        let Some(clinic) = behind.pop_front() else { break };
        let outcome = clinic_up(pool, plan, clinic).await;
        proofs += usize::from(matches!(outcome, Outcome::Migrated));
        note(&mut report, outcome);
        if report.exit_code() == 2 {
            return Ok(report);
        }
    }
    let queue = Arc::new(Mutex::new(behind));
    let mut workers = JoinSet::new();
    for _ in 0..plan.workers.max(1) {
        let (pool, plan, queue) = (pool.clone(), plan.clone(), Arc::clone(&queue));
        workers.spawn(async move {
            let mut outcomes = Vec::new();
            loop {
                let Some(clinic) = queue.lock().await.pop_front() else { return outcomes };
                outcomes.push(clinic_up(&pool, &plan, clinic).await);
            }
        });
    }
    while let Some(outcomes) = workers.join_next().await {
        for outcome in outcomes.map_err(|error| DbErr::Custom(error.to_string()))? {
            note(&mut report, outcome);
        }
    }
    Ok(report)
}

/// Those that are behind, oldest first; the others are counted.
async fn behind(pool: &DatabaseConnection, report: &mut Report) -> Result<VecDeque<Behind>, DbErr> {
    let rows = pool
        .query_all_raw(Statement::from_string(
            DbBackend::Postgres,
            "select c.schema_name, c.schema_version, p.kind = 'postgres' as walled
             from registry.clinic c join registry.placement p on p.name = c.placement
             order by c.created_at, c.id",
        ))
        .await?;
    let mut behind = VecDeque::new();
    for row in rows {
        let version: String = row.try_get("", "schema_version")?;
        if version == clinic::LATEST {
            report.current += 1;
        } else {
            behind.push_back(Behind { schema: row.try_get("", "schema_name")?, walled: row.try_get("", "walled")? });
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

async fn clinic_up(pool: &DatabaseConnection, plan: &Plan, clinic: Behind) -> Outcome {
    let tries = plan.tries.max(1);
    for attempt in 1..=tries {
        match clinic_up_once(pool, plan, &clinic).await {
            Ok(()) => return Outcome::Migrated,
            Err(error) if passes_by_itself(&error) => {
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

async fn clinic_up_once(pool: &DatabaseConnection, plan: &Plan, clinic: &Behind) -> Result<(), DbErr> {
    let schema = clinic.schema.as_str();
    let tx = pool.begin().await?;
    enter(&tx, schema, plan.lock_timeout).await?;
    // A runner that lost its lock with its connection is still at work: the next one waits for it
    // at this clinic instead of making the same tables beside it.
    let key = i32::try_from(RUNNER_LOCK).unwrap_or(0);
    tx.query_one_raw(Statement::from_sql_and_values(
        DbBackend::Postgres,
        "select pg_advisory_xact_lock($1, hashtext($2))",
        [key.into(), schema.into()],
    ))
    .await?;
    if clinic.walled {
        has_role(&tx, schema).await?;
    }
    clinic::Migrator::up(&tx, None).await?;
    // In the same transaction, so that version and tables cannot tell different stories.
    tx.execute_raw(Statement::from_sql_and_values(
        DbBackend::Postgres,
        "update registry.clinic set schema_version = $1 where schema_name = $2",
        [clinic::LATEST.into(), schema.into()],
    ))
    .await?;
    tx.commit().await
}

/// Without its role (a dump restored without the roles) a clinic's new tables would be granted to
/// nobody, and no later run would make up for it.
async fn has_role(db: &impl ConnectionTrait, schema: &str) -> Result<(), DbErr> {
    let role = db
        .query_one_raw(Statement::from_sql_and_values(
            DbBackend::Postgres,
            "select 1 as one where pg_catalog.to_regrole($1) is not null",
            [wall::quoted(schema).into()],
        ))
        .await?;
    role.map(drop).ok_or_else(|| DbErr::Migration(format!("the role {schema} is missing")))
}
