//! The databases of a run. Each is made when a test first asks for it.

use std::{collections::BTreeMap, sync::LazyLock};

use migration::{fleet, role_isolation::Gateway};
use sqlx::postgres::PgConnectOptions;

/// The workers as `host:port`, separated by commas, if the databases are those of a Citus cluster and
/// `TEST_DATABASE_URL` is its coordinator. `scripts/drills/citus` runs the tests of isolation like this.
pub static CITUS_WORKERS: LazyLock<Option<String>> = LazyLock::new(|| std::env::var("TEST_CITUS_WORKERS").ok());

/// The database of this run, migrated once, with the gateway's restricted roles.
pub struct Database {
    pub owner_url: String,
    pub gateway_url: String,
    pub gateway: Gateway,
}

pub static DATABASE: LazyLock<Database> = LazyLock::new(|| {
    tenancy::prepared::share_two_names();
    let url = std::env::var("TEST_DATABASE_URL")
        .expect("TEST_DATABASE_URL names a superuser's login to an empty Postgres; ./scripts/test sets it");
    run(prepare(url, ""))
});

/// Another database, migrated like the first, for another deployment or another placement.
pub static SECOND: LazyLock<Database> = LazyLock::new(|| {
    let url = DATABASE.owner_url.clone();
    run(prepare(url, "_second"))
});

/// Another database, for tests that look at every clinic or every schema. No other test has damaged a clinic in it.
pub static CLEAN_DATABASE: LazyLock<Database> = LazyLock::new(|| {
    let url = DATABASE.owner_url.clone();
    run(prepare(url, "_undamaged"))
});

/// A database whose gateway had one shard when it was made, and now has two.
pub static RESHARDED: LazyLock<Database> = LazyLock::new(|| {
    let url = DATABASE.owner_url.clone();
    run(async move {
        let mut database = prepare(url, "_resharded").await;
        database.gateway.shards = 2;
        let report = fleet::up(&database.owner_url, &database.gateway, &fleet::Plan::default()).await.unwrap();
        assert_eq!(report.exit_code(), 0);
        database
    })
});

/// A deployment with two placements.
pub struct Placed {
    pub main: Database,
    pub east_owner_url: String,
    pub east_gateway_url: String,
}

/// Another deployment, whose clinics may be in a second database that has no registry.
pub static PLACED: LazyLock<Placed> = LazyLock::new(|| {
    let url = DATABASE.owner_url.clone();
    run(async move {
        let (owner_url, gateway_url, gateway) = empty(url.clone(), "_west").await;
        let (east_owner_url, _, _) = empty(url, "_east").await;
        let placements = fleet::Placements(BTreeMap::from([("east".to_owned(), east_owner_url.clone())]));
        let plan = fleet::Plan { placements, ..fleet::Plan::default() };
        let report = fleet::up(&owner_url, &gateway, &plan).await.unwrap();
        assert_eq!(report.exit_code(), 0);
        let mut registry = <sqlx::PgConnection as sqlx::Connection>::connect(&owner_url).await.unwrap();
        let open = "update registry.placement set accepting = true where name = 'east'";
        sqlx::Executor::execute(&mut registry, open).await.unwrap();
        // The login is the same in both.
        let (server, name) = gateway_url.rsplit_once('/').unwrap();
        let east_gateway_url = format!("{server}/{}", name.replace("_west", "_east"));
        Placed { main: Database { owner_url, gateway_url, gateway }, east_owner_url, east_gateway_url }
    })
});

/// Runs outside of any test's runtime, because its connections must outlive that runtime.
fn run<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> T {
    std::thread::spawn(|| tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work))
        .join()
        .unwrap()
}

async fn prepare(url: String, which: &str) -> Database {
    let (owner_url, gateway_url, gateway) = empty(url, which).await;
    let report = fleet::up(&owner_url, &gateway, &fleet::Plan::default()).await.unwrap();
    assert_eq!(report.exit_code(), 0);
    Database { owner_url, gateway_url, gateway }
}

/// An empty database, with the logins of its owner and the gateway.
async fn empty(url: String, which: &str) -> (String, String, Gateway) {
    let name = format!("celadon_test_{}{which}", std::process::id());
    let mut connection = <sqlx::PgConnection as sqlx::Connection>::connect(&url).await.unwrap();
    sqlx::Executor::execute(&mut connection, sqlx::AssertSqlSafe(format!("create database {name}"))).await.unwrap();
    let (server, _) = url.rsplit_once('/').unwrap();
    let owner_url = format!("{server}/{name}");
    if let Some(workers) = CITUS_WORKERS.as_deref() {
        spread(&owner_url, &name, workers).await;
    }
    let login = format!("gateway_{}{which}", std::process::id());
    let (scheme, rest) = owner_url.split_once("://").unwrap();
    let gateway_url = format!("{scheme}://{login}:gateway@{}", rest.rsplit_once('@').unwrap().1);
    (owner_url, gateway_url, Gateway { login, password: Some("gateway".to_owned()), shards: 1 })
}

/// Makes the new database part of a Citus cluster: creates it at each worker, and registers each worker with the coordinator.
async fn spread(coordinator: &str, name: &str, workers: &str) {
    let options: PgConnectOptions = coordinator.parse().unwrap();
    let mut nodes = Vec::new();
    for worker in workers.split(',') {
        let (host, port) = worker.rsplit_once(':').unwrap();
        let there = options.clone().host(host).port(port.parse().unwrap());
        at_node(&there.clone().database("postgres"), format!("create database {name}")).await;
        at_node(&there, "create extension citus".to_owned()).await;
        nodes.push(format!("select citus_add_node('{host}', {port})"));
    }
    at_node(&options, "create extension citus".to_owned()).await;
    let own = format!("select citus_set_coordinator_host('{}', {})", options.get_host(), options.get_port());
    at_node(&options, own).await;
    for node in nodes {
        at_node(&options, node).await;
    }
}

async fn at_node(options: &PgConnectOptions, sql: String) {
    let mut connection = <sqlx::PgConnection as sqlx::Connection>::connect_with(options).await.unwrap();
    sqlx::Executor::execute(&mut connection, sqlx::AssertSqlSafe(sql)).await.unwrap();
}

/// Rewrites an insert so that its rows are selected first. Citus sends a wrong statement to the worker for an insert
/// that selects a function of time from a table.
pub fn selected_first(sql: &str) -> String {
    let needs_time = |rows: &str| rows.contains("now()") || rows.contains("current_date");
    match sql.split_once("select ") {
        Some((head, rows)) if head.trim_start().starts_with("insert into") && needs_time(rows) => {
            format!("with chosen as materialized (select {rows}) {head} select * from chosen")
        }
        _ => sql.to_owned(),
    }
}
