//! The nodes of a Citus cluster: PUBLIC's default rights are revoked at each node.
//!
//! A revoke at the coordinator does not reach the workers, and a worker runs what the coordinator, or anybody who may sign in, sends to it.

use sea_orm_migration::sea_orm::{
    ConnectionTrait, DatabaseConnection, DbBackend, DbErr, RuntimeErr, SqlxPostgresConnector, Statement,
};
use sqlx::postgres::PgPoolOptions;

use crate::role_isolation::{self, Gateway};

/// Revokes PUBLIC's default rights at every active node except the coordinator, with the owner's login.
///
/// Fails when a node is out of reach, or the owner lacks the rights there.
pub(super) async fn revoke_defaults(coordinator: &DatabaseConnection, gateway: &Gateway) -> Result<(), DbErr> {
    let nodes = coordinator
        .query_all_raw(Statement::from_string(
            DbBackend::Postgres,
            "select nodename::text as host, nodeport as port from pg_catalog.pg_dist_node
             where noderole = 'primary' and isactive and groupid <> 0 order by nodeid",
        ))
        .await?;
    for node in nodes {
        let host: String = node.try_get("", "host")?;
        let port: i32 = node.try_get("", "port")?;
        if let Err(error) = at(coordinator, &host, u16::try_from(port).unwrap_or_default(), gateway).await {
            tracing::error!(node.host = host, node.port = port, "a node's defaults were not revoked");
            return Err(error);
        }
    }
    Ok(())
}

async fn at(coordinator: &DatabaseConnection, host: &str, port: u16, gateway: &Gateway) -> Result<(), DbErr> {
    let owner = coordinator.get_postgres_connection_pool().connect_options();
    // A worker refuses to propagate DDL. This DDL is meant for this node only.
    let options = owner.as_ref().clone().host(host).port(port).options([("citus.enable_ddl_propagation", "off")]);
    let lost = |error| DbErr::Conn(RuntimeErr::SqlxError(std::sync::Arc::new(error)));
    let pool = PgPoolOptions::new().max_connections(1).connect_with(options).await.map_err(lost)?;
    let node = SqlxPostgresConnector::from_sqlx_postgres_pool(pool);
    role_isolation::revoke_defaults(&node, gateway).await?;
    node.close().await
}
