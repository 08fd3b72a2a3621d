//! The databases of a run, each made when a test first asks for it.

use std::{collections::BTreeMap, sync::LazyLock};

use migration::{fleet, role_isolation::Gateway};

/// The database of this run: migrated once, with the gateway's restricted roles.
pub struct Database {
    pub owner_url: String,
    pub gateway_url: String,
    pub gateway: Gateway,
}

pub static DATABASE: LazyLock<Database> = LazyLock::new(|| {
    let url = std::env::var("TEST_DATABASE_URL")
        .expect("TEST_DATABASE_URL names a superuser's login to an empty Postgres; ./scripts/test sets it");
    run(prepare(url, ""))
});

/// Another database, migrated like the first: another deployment, or another placement.
pub static SECOND: LazyLock<Database> = LazyLock::new(|| {
    let url = DATABASE.owner_url.clone();
    run(prepare(url, "_second"))
});

/// One more, for tests that look at every clinic or every schema of a database: here are none that another test
/// has damaged.
pub static CLEAN_DATABASE: LazyLock<Database> = LazyLock::new(|| {
    let url = DATABASE.owner_url.clone();
    run(prepare(url, "_undamaged"))
});

/// A database whose gateway had one shard when it was made, and has two since.
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
        // The same login in both.
        let (server, name) = gateway_url.rsplit_once('/').unwrap();
        let east_gateway_url = format!("{server}/{}", name.replace("_west", "_east"));
        Placed { main: Database { owner_url, gateway_url, gateway }, east_owner_url, east_gateway_url }
    })
});

/// Runs outside of any test's runtime, because the connections it opens must outlive that.
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
    let login = format!("gateway_{}{which}", std::process::id());
    let (scheme, rest) = owner_url.split_once("://").unwrap();
    let gateway_url = format!("{scheme}://{login}:gateway@{}", rest.rsplit_once('@').unwrap().1);
    (owner_url, gateway_url, Gateway { login, password: Some("gateway".to_owned()), shards: 1 })
}
