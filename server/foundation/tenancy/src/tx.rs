//! A clinic's transaction for the clinic's rules: prepared statements, and one end.
#![expect(clippy::disallowed_methods, reason = "it is the way into a clinic")]

use std::sync::Arc;

use async_trait::async_trait;
use base::error::Result;
use entity::words::Module;
use sea_orm::{ConnectionTrait, DbBackend, DbErr, ExecResult, QueryResult, RuntimeErr, Statement, Values};
use sea_query_sqlx::SqlxValues;
use sqlx::{AssertSqlSafe, Postgres};
use tokio::sync::{Mutex, OnceCell};
use tracing::Span;

use super::{literals::Literals, modules::Modules, shard::Lease, sql};

/// A transaction inside one clinic's schema, which the clinic's rules take as a parameter. If dropped without a commit, it is rolled back.
pub struct ClinicTx {
    lease: Mutex<Lease>,
    /// The clinic's number, which names its plans on a connection.
    number: usize,
    modules: OnceCell<Modules>,
    /// Ends with the transaction.
    _span: Span,
}

impl ClinicTx {
    /// Requires a connection that is already inside the clinic.
    pub(super) fn new(lease: Lease, number: usize, span: Span) -> Self {
        Self { lease: Mutex::new(lease), number, modules: OnceCell::new(), _span: span }
    }

    /// A frequent statement with its own plan for each clinic, which the connection keeps. For a few statements whose
    /// plan never depends on the values: [`PlannedList`](super::planner::PlannedList).
    #[must_use]
    pub(super) fn planned_for_clinic(&self, statement: Statement) -> Statement {
        Statement { sql: format!("{} /* {} */", statement.sql, self.number), ..statement }
    }

    /// The modules that are on. They are read with the session of a member; elsewhere by a query, when the first rule asks.
    pub async fn modules(&self) -> Result<&Modules, DbErr> {
        self.modules.get_or_try_init(|| Modules::read(self)).await
    }

    /// Whether the module is on.
    pub async fn has_module(&self, module: Module) -> Result<bool> {
        Ok(self.modules().await?.has(module))
    }

    /// The same transaction with the modules that were read as it began.
    pub(super) fn with_modules(self, modules: Modules) -> Self {
        Self { modules: OnceCell::new_with(Some(modules)), ..self }
    }

    pub(super) async fn commit(self) -> Result<(), DbErr> {
        self.lease.into_inner().end(sql::COMMIT).await.map_err(failed)
    }

    /// The same with the audit row before it, in one message.
    pub(super) async fn commit_with(self, audit: &Literals) -> Result<(), DbErr> {
        self.lease.into_inner().end_audited(audit).await.map_err(failed)
    }

    pub(super) async fn rollback(self) -> Result<(), DbErr> {
        self.lease.into_inner().end(sql::ROLLBACK).await.map_err(failed)
    }
}

pub(super) fn failed(error: sqlx::Error) -> DbErr {
    DbErr::Query(RuntimeErr::SqlxError(Arc::new(error)))
}

fn prepared(statement: Statement) -> sqlx::query::Query<'static, Postgres, SqlxValues> {
    sqlx::query_with(AssertSqlSafe(statement.sql), SqlxValues(statement.values.unwrap_or(Values(Vec::new()))))
}

#[async_trait]
impl ConnectionTrait for ClinicTx {
    fn get_database_backend(&self) -> DbBackend {
        DbBackend::Postgres
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        let mut lease = self.lease.lock().await;
        prepared(statement).execute(lease.connection().map_err(failed)?).await.map(Into::into).map_err(failed)
    }

    /// Refused, because text that is not prepared could hold several statements, and so leave the clinic.
    async fn execute_unprepared(&self, _: &str) -> Result<ExecResult, DbErr> {
        Err(DbErr::Custom("a clinic's transaction takes prepared statements only".to_owned()))
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        let mut lease = self.lease.lock().await;
        prepared(statement)
            .fetch_optional(lease.connection().map_err(failed)?)
            .await
            .map(|row| row.map(Into::into))
            .map_err(failed)
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        let mut lease = self.lease.lock().await;
        prepared(statement)
            .fetch_all(lease.connection().map_err(failed)?)
            .await
            .map(|rows| rows.into_iter().map(Into::into).collect())
            .map_err(failed)
    }
}
