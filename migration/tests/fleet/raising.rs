//! Setting up role isolation. What cannot be done is reported, because a REVOKE without the rights only warns.

use migration::{
    fleet::{self, Plan},
    role_isolation::{self, Gateway},
};
use sea_orm_migration::sea_orm::{DatabaseConnection, DbErr, SqlxPostgresConnector};
use sqlx::postgres::PgPoolOptions;

use crate::database::{BEHIND, DONE, Fleet};

async fn connected(fleet: &Fleet, role: &str) -> DatabaseConnection {
    let pool = PgPoolOptions::new().max_connections(1).connect(&fleet.url_of(role, "owner")).await.unwrap();
    SqlxPostgresConnector::from_sqlx_postgres_pool(pool)
}

/// The owner role of a hosted Postgres: it may make roles and owns the database, but is not a superuser.
async fn hosted_owner(fleet: &Fleet) -> String {
    let owner = fleet.role("owner", "login createrole password 'owner'").await;
    fleet
        .run(&format!("do 'begin execute format(''alter database %I owner to {owner}'', current_database()); end'"))
        .await;
    owner
}

fn words(result: Result<(), DbErr>) -> String {
    let error = result.unwrap_err();
    assert!(matches!(error, DbErr::Migration(_)), "{error}");
    error.to_string()
}

/// Runs the statements that the errors ask a superuser to run, until there is no error.
async fn helped(fleet: &Fleet, hosted: &DatabaseConnection) -> Vec<String> {
    let mut complaints = Vec::new();
    while let Err(error) = fleet::registry_up(hosted, &fleet.gateway).await {
        let complaint = words(Err(error));
        let (_, statements) = complaint.split_once("let a superuser do it: ").expect(&complaint);
        assert!(!complaints.contains(&complaint), "it did not help: {complaint}");
        fleet.run(statements).await;
        complaints.push(complaint);
    }
    complaints
}

#[tokio::test]
async fn functions_that_cannot_be_revoked_are_reported_and_a_superuser_can_revoke_them() {
    let fleet = Fleet::empty().await;
    let owner = hosted_owner(&fleet).await;
    let hosted = connected(&fleet, &owner).await;
    let complaints = helped(&fleet, &hosted).await;
    assert!(complaints.iter().any(|complaint| complaint.contains("set_config(text,text,boolean)")), "{complaints:?}");
    // One error names all statements.
    assert_eq!(complaints.len(), 1, "{complaints:?}");
    assert!(complaints[0].matches("revoke execute").count() > 10, "{complaints:?}");
    // Afterwards the owner needs no superuser, and its database can be dumped.
    let report = fleet::up(&fleet.url_of(&owner, "owner"), &fleet.gateway, &Plan::default()).await.unwrap();
    assert_eq!(report.exit_code(), 0);
    let dumps = format!("select has_function_privilege('{owner}', 'set_config(text,text,boolean)', 'execute')");
    assert!(fleet.is_true(&dumps).await);
}

#[tokio::test]
async fn a_hosted_owner_migrates_its_clinics() {
    let fleet = Fleet::empty().await;
    let owner = hosted_owner(&fleet).await;
    let hosted = connected(&fleet, &owner).await;
    helped(&fleet, &hosted).await;
    let clinic = fleet.clinic(BEHIND).await;
    fleet.run(&format!("alter schema {clinic} owner to {owner}")).await;
    let tables = format!("select format('%I.%I', schemaname, tablename) from pg_tables where schemaname = '{clinic}'");
    for table in fleet.texts(&tables).await {
        fleet.run(&format!("alter table {table} owner to {owner}")).await;
    }
    let report = fleet::up(&fleet.url_of(&owner, "owner"), &fleet.gateway, &Plan::default()).await.unwrap();
    assert_eq!((report.exit_code(), report.migrated), (0, 1), "{report:?}");
    assert_eq!(fleet.steps_of(&clinic).await, DONE);
}

#[tokio::test]
async fn default_grants_that_cannot_be_revoked_from_public_are_reported() {
    let fleet = Fleet::new().await;
    let other_owner = fleet.role("stranger", "login createrole password 'owner'").await;
    fleet.run(&format!("grant usage on schema registry to {other_owner} with grant option")).await;
    fleet.run(&format!("grant all on all tables in schema registry to {other_owner} with grant option")).await;
    fleet.run(&format!("grant execute on all functions in schema registry to {other_owner} with grant option")).await;
    // Since Postgres 16, a role can change only the roles that it administers. Whoever makes a role administers it.
    if fleet.is_true("select current_setting('server_version_num')::integer >= 160000").await {
        let login = &fleet.gateway.login;
        for role in [login.clone(), role_isolation::shard_login(login, 0), role_isolation::shard_login(login, 1)] {
            fleet.run(&format!("grant {role} to {other_owner} with admin true, inherit false, set false")).await;
        }
    }
    let session = connected(&fleet, &other_owner).await;
    // With nothing left to revoke, the owner's rights suffice.
    role_isolation::apply(&session, &fleet.gateway).await.unwrap();
    let database = fleet.texts("select quote_ident(current_database())").await.remove(0);
    for (open, complaint) in [
        (
            format!("grant temporary on database {database} to public"),
            format!("revoke temporary on database {database} from public"),
        ),
        ("grant usage on schema public to public".to_owned(), "revoke all on schema public from public".to_owned()),
        (
            "grant execute on function query_to_xml(text, boolean, boolean, text) to public".to_owned(),
            "revoke execute on routine query_to_xml(text,boolean,boolean,text) from public".to_owned(),
        ),
    ] {
        fleet.run(&open).await;
        let words = words(role_isolation::apply(&session, &fleet.gateway).await);
        assert!(words.contains("this had no effect") && words.contains(&complaint), "{words}");
        role_isolation::apply(&fleet.owner(), &fleet.gateway).await.unwrap();
        role_isolation::apply(&session, &fleet.gateway).await.unwrap();
    }
}

#[tokio::test]
async fn a_role_with_rights_of_its_own_is_refused_and_left_unchanged() {
    let fleet = Fleet::new().await;
    let own = fleet.texts("select current_user::text").await.remove(0);
    let attributes =
        "select rolsuper::text || rolcreaterole || rolcreatedb || rolinherit || rolreplication || rolbypassrls
         from pg_roles where rolname = '{}'";
    let mut powerful = vec![own];
    for power in ["superuser", "createrole", "createdb", "replication", "bypassrls"] {
        powerful.push(fleet.role("gateway", &format!("login {power}")).await);
    }
    for role in powerful {
        let before = fleet.texts(&attributes.replace("{}", &role)).await;
        let gateway = Gateway { login: role.clone(), password: None, shards: 0 };
        let words = words(role_isolation::apply(&fleet.owner(), &gateway).await);
        assert!(words.contains(&format!("the role {role} has rights that a gateway may not have")), "{words}");
        assert_eq!(fleet.texts(&attributes.replace("{}", &role)).await, before);
    }
}

#[tokio::test]
async fn the_owner_is_refused_as_the_gateway() {
    let fleet = Fleet::empty().await;
    let owner = hosted_owner(&fleet).await;
    fleet.run(&format!("alter role {owner} nocreaterole")).await;
    let gateway = Gateway { login: owner.clone(), password: None, shards: 0 };
    let words = words(role_isolation::apply(&connected(&fleet, &owner).await, &gateway).await);
    assert!(words.contains(&owner), "{words}");
}

#[tokio::test]
async fn a_role_that_inherits_and_an_old_password_are_corrected() {
    let fleet = Fleet::empty().await;
    fleet.run(&format!("create role {} login inherit password 'old'", fleet.gateway.login)).await;
    fleet::registry_up(&fleet.owner(), &fleet.gateway).await.unwrap();
    let mended = format!("select not rolinherit from pg_roles where rolname = '{}'", fleet.gateway.login);
    assert!(fleet.is_true(&mended).await);
    // The new password contains a quote.
    fleet.sign_in(&fleet.gateway.login).await;
}
