//! The sizes of clinics in a plan, and the list of former tables in a placement.

use std::collections::BTreeMap;

use chrono::SubsecRound;
use entity::words::ClinicStatus;
use sqlx::{AssertSqlSafe, Executor, postgres::PgConnection};

use crate::testing::{PLACED, Server, TestClinic, config};
use operations::{
    clinic_ops::{Deletion, delete},
    placements::{
        estimate::{estimate, from_catalog},
        former::{Former, former_tables},
        plan::Planned,
    },
};
use tenancy::{Db, MAIN, OwnerDb, clinic_schemas};

/// A server of a deployment with two placements.
fn server() -> Server {
    let mut config = config();
    config.database_url.clone_from(&PLACED.main.gateway_url);
    let db = Db::new(&config.database_url, 4).unwrap();
    Server { database: &PLACED.main, ..Server::with_db(config, db) }
}

/// The owner's connection to the first placement. Nobody answers at the other placement's address.
async fn owner() -> OwnerDb {
    let east = "postgres://nobody:secret@127.0.0.1:1/none".to_owned();
    let further = BTreeMap::from([("east".to_owned(), east)]);
    OwnerDb::connect_to(&PLACED.main.owner_url, &PLACED.main.gateway.login, further).await.unwrap()
}

fn planned(clinic: &TestClinic) -> Planned {
    let (id, subdomain) = (clinic.provisioned.id, clinic.provisioned.subdomain.clone());
    Planned { id, subdomain, from: MAIN.to_owned(), to: "east".to_owned() }
}

async fn run(session: &mut PgConnection, sql: String) {
    session.execute(AssertSqlSafe(sql)).await.unwrap();
}

#[tokio::test]
async fn a_clinic_or_a_placement_that_cannot_be_read_does_not_end_the_plan() {
    let server = server();
    let clinics = [server.clinic().await, server.clinic().await, server.clinic().await, server.clinic().await];
    let [_, locked, elsewhere, without] = &clinics;
    let owner = owner().await;
    let place = |clinic: &TestClinic, placement: &str, schema: &str| {
        let id = clinic.provisioned.id;
        format!("update registry.clinic set placement = '{placement}', schema_name = '{schema}' where id = '{id}'")
    };
    let mut session = owner.session(MAIN).await.unwrap();
    run(&mut session, place(elsewhere, "east", &elsewhere.provisioned.schema)).await;
    run(&mut session, place(without, MAIN, "clinic_0without0tables")).await;
    let schema = &locked.provisioned.schema;
    run(&mut session, format!("begin; lock table {schema}.patient in access exclusive mode")).await;
    let plan = clinics.iter().map(planned).collect();
    let estimated = estimate(&owner, plan).await.unwrap();
    run(&mut session, "rollback".to_owned()).await;
    for clinic in [elsewhere, without] {
        run(&mut session, place(clinic, MAIN, &clinic.provisioned.schema)).await;
    }
    assert_eq!(estimated.len(), 4);
    // The estimate does not wait for a lock.
    for (clinic, estimated) in clinics.iter().zip(&estimated).take(2) {
        let measured = estimated.as_ref().unwrap();
        assert_eq!(measured.planned, planned(clinic));
        assert!(measured.size.bytes > 100_000, "{measured:?}");
        assert_eq!(measured.fence, measured.size.expected_fence());
    }
    let whys = ["the database of east does not answer", "its tables are not in main"];
    for ((clinic, estimated), why) in clinics.iter().zip(&estimated).skip(2).zip(whys) {
        let unread = estimated.as_ref().unwrap_err();
        assert_eq!(unread.planned, planned(clinic));
        assert!(unread.why.contains(why), "{unread:?}");
    }
}

#[tokio::test]
async fn sizes_are_estimated_for_all_clinics_at_once_without_reading_a_table() {
    let server = server();
    let clinics = [server.clinic().await, server.clinic().await];
    let mut session = owner().await.session(MAIN).await.unwrap();
    let made = format!("clinic_0estimated{}", std::process::id());
    let rows = "as select n from generate_series(1, 1000) n";
    run(
        &mut session,
        format!("create schema {made}; create table {made}.analyzed {rows}; create table {made}.counted {rows}"),
    )
    .await;
    // Otherwise ANALYZE counts the new rows, and then the session reports them again.
    run(&mut session, "select pg_stat_force_next_flush()".to_owned()).await;
    run(&mut session, format!("analyze {made}.analyzed")).await;
    let mut schemas: Vec<_> = clinics.iter().map(|clinic| clinic.provisioned.schema.clone()).collect();
    schemas.push(made.clone());
    let before = scans(&mut session, &made).await;
    let sizes = from_catalog(&mut session, &schemas).await.unwrap();
    let after = scans(&mut session, &made).await;
    run(&mut session, format!("drop schema {made} cascade")).await;
    assert_eq!(sizes.len(), 3);
    assert_eq!(sizes[&made].as_ref().unwrap().rows, 2_000);
    assert_eq!(before, after, "a table was read");
}

/// How often the tables of this schema were read, including reads by this session.
async fn scans(session: &mut PgConnection, schema: &str) -> i64 {
    run(session, "select pg_stat_force_next_flush()".to_owned()).await;
    let sql = "select sum(seq_scan)::bigint from pg_stat_all_tables where schemaname = $1";
    sqlx::query_scalar(sql).bind(schema).fetch_one(session).await.unwrap()
}

#[tokio::test]
async fn the_schemas_of_clinics_are_those_that_clinics_get() {
    let clinic = server().clinic().await;
    let mut session = owner().await.session(MAIN).await.unwrap();
    let schemas: Vec<String> = clinic_schemas().fetch_all(&mut session).await.unwrap();
    assert!(schemas.contains(&clinic.provisioned.schema));
    assert!(schemas.iter().all(|schema| schema.starts_with("clinic_")), "{schemas:?}");
}

#[tokio::test]
async fn former_tables_are_named_with_the_command_that_drops_them() {
    let server = server();
    let (here, gone, heir) = (server.clinic().await, server.clinic().await, server.clinic().await);
    let (owner, now) = (owner().await, here.clock().now().trunc_subsecs(6));
    let name = gone.provisioned.subdomain.clone();
    assert!(owner.set_status(&name, ClinicStatus::Suspended).await.unwrap());
    delete(&owner, &name, &Deletion { confirmed: name.clone(), name_free_after: None }, now).await.unwrap();
    let left = |clinic: &TestClinic| format!("{}0left", clinic.provisioned.schema);
    for clinic in [&here, &gone] {
        here.plant(&format!(
            "insert into registry.former_schema (placement, schema_name, clinic_id, reason, left_at)
             values ('main', '{}', '{}', 'restored', '{}')",
            left(clinic),
            clinic.provisioned.id,
            now.to_rfc3339()
        ))
        .await;
    }
    let of = async |clinic: &TestClinic| {
        let all = former_tables(&owner, MAIN).await.unwrap();
        all.into_iter().filter(|former| former.schema == left(clinic)).collect::<Vec<_>>()
    };
    let former = |clinic: &TestClinic, name: &str, command: Option<String>| {
        [Former { clinic: name.to_owned(), schema: left(clinic), since: now, command }]
    };
    let subdomain = &here.provisioned.subdomain;
    assert_eq!(of(&here).await, former(&here, subdomain, Some(format!("celadon clinic drop-former {subdomain}"))));
    // The deletion was interrupted.
    let again = format!("celadon clinic delete {name} --confirm {name}");
    assert_eq!(of(&gone).await, former(&gone, &name, Some(again)));
    assert!(former_tables(&owner, "east").await.unwrap().iter().all(|former| former.schema != left(&here)));
    // Another clinic has the address now, so the command would delete that clinic.
    let rename =
        |to: &str| format!("update registry.clinic set subdomain = '{to}' where id = '{}'", heir.provisioned.id);
    here.plant(&rename(&name)).await;
    let [unnamed] = &of(&gone).await[..] else { panic!("one is left") };
    here.plant(&rename(&heir.provisioned.subdomain)).await;
    assert_eq!(unnamed.command, None);
    assert_eq!(unnamed.clinic, format!("deleted-{}", gone.provisioned.id.simple()));
    for clinic in [&here, &gone] {
        here.plant(&format!("delete from registry.former_schema where schema_name = '{}'", left(clinic))).await;
    }
}
