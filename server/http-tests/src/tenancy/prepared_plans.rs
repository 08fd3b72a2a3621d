//! A connection prepares the query of every request and its audit row. Behind a pooler each request may reach
//! another connection, and no client notices.

use axum::http::{HeaderValue, Method, StatusCode};
use chrono::{DateTime, Utc};
use sea_orm::ConnectionTrait;
use serde_json::json;
use sqlx::{AssertSqlSafe, Executor, Row};

use crate::testing::{self, Client, Server, world::World};
use tenancy::{Db, prepared};

/// Lists the statements that a connection has prepared, with their texts.
const PREPARED: &str = "select name, statement from pg_catalog.pg_prepared_statements
     where name ~ '^(query|audit)_' order by name";

/// The names of the audit row and the query, and their prepared texts.
async fn prepared_by(db: &Db, subdomain: &str) -> ([String; 2], Vec<String>) {
    let mut lease = db.borrow(subdomain).await;
    let rows = sqlx::query(PREPARED).fetch_all(lease.connection().unwrap()).await.unwrap();
    let names: Vec<String> = rows.iter().map(|row| row.get("name")).collect();
    let message: String = rows[0].get("statement");
    let texts = message.split("; ").filter(|part| part.starts_with("PREPARE")).map(str::to_owned).collect();
    (names.try_into().unwrap(), texts)
}

async fn run(db: &Db, subdomain: &str, text: String) {
    db.borrow(subdomain).await.connection().unwrap().execute(AssertSqlSafe(text)).await.unwrap();
}

#[tokio::test]
async fn a_connection_with_missing_or_extra_prepared_statements_is_corrected() {
    let world = World::new(&Server::new()).await;
    let config = testing::config();
    let on = |db: &Db| world.owner.clone().on(Server::with_db(config.clone(), db.clone()).router);
    let subdomain = &world.clinic.provisioned.subdomain;
    let audited = async || world.clinic.count("{}.audit where action = 'patient.list'").await;
    let list = async |client: &Client| {
        let before = audited().await;
        client.get("/api/patients").await.expect(StatusCode::OK);
        assert_eq!(audited().await, before + 1);
    };

    // The connection has lost the query, or both.
    let db = Db::new(&config.database_url, 1).unwrap();
    let client = on(&db);
    list(&client).await;
    let ([audit, query_name], texts) = prepared_by(&db, subdomain).await;
    for forgotten in [format!("deallocate {query_name}"), format!("deallocate {query_name}; deallocate {audit}")] {
        run(&db, subdomain, forgotten).await;
        list(&client).await;
    }

    // Another client has prepared the audit row, or both.
    let schema = &world.clinic.provisioned.schema;
    for statements in [&texts[0], &texts.join("; ")] {
        let db = Db::new(&config.database_url, 1).unwrap();
        // Prepared inside the clinic, because the statements name its tables.
        let inside = format!("begin; set local role {schema}; set local search_path to {schema}; {statements}; commit");
        run(&db, subdomain, inside).await;
        list(&on(&db)).await;
        assert_eq!(prepared_by(&db, subdomain).await.0, [audit.clone(), query_name.clone()]);
    }

    // The connection has lost only the audit row and still has the query: then nothing is done.
    run(&db, subdomain, format!("deallocate {audit}")).await;
    let patients = world.clinic.count("{}.patient").await;
    let body = json!({ "first_name": "Ann", "last_name": "Berg" });
    client.post("/api/patients", body).await.refused(StatusCode::INTERNAL_SERVER_ERROR, "internal");
    assert_eq!(world.clinic.count("{}.patient").await, patients);

    // The statement that another client prepared under this name is used. Here it finds no session.
    let db = Db::new(&config.database_url, 1).unwrap();
    run(&db, subdomain, format!("prepare {query_name} (uuid, bigint) as select 1 where false")).await;
    on(&db).get("/api/patients").await.refused(StatusCode::UNAUTHORIZED, "signed_out");
}

#[tokio::test]
async fn the_audit_row_holds_exactly_what_was_sent() {
    let world = World::new(&Server::new()).await;
    let wild = "'); drop table patient; -- \\x27 $1 :chosen {} %";
    let mut request = world.owner.request(Method::GET, &format!("/api/patients/{}", world.patient), None);
    request.headers_mut().insert("user-agent", HeaderValue::from_static(wild));
    assert_eq!(world.owner.send(request).await.status, StatusCode::OK);
    let row = "select at, user_agent, role, member_id, patient_ids, object_ids from {}.audit order by id desc limit 1";
    let row = &world.clinic.rows(row).await[0];
    assert_eq!(row.try_get::<String>("", "user_agent").unwrap(), wild);
    assert_eq!(row.try_get::<Vec<i64>>("", "patient_ids").unwrap(), [world.patient]);
    assert_eq!(row.try_get::<Vec<i64>>("", "object_ids").unwrap(), [0_i64; 0]);
    assert_eq!(row.try_get::<Option<String>>("", "role").unwrap().as_deref(), Some("Medical Director, owner"));
    let now = world.clinic.clock().now();
    let at: DateTime<Utc> = row.try_get("", "at").unwrap();
    assert!((now - at).num_seconds().abs() < 60 && at.timestamp_subsec_micros() > 0, "{at}, {now}");
}

/// Two clinics whose queries have the same name, and so the same plan.
async fn two_of_one_name(server: &Server) -> (World, World) {
    let number = |world: &World| prepared::number(world.clinic.provisioned.id);
    let first = World::new(server).await;
    loop {
        let second = World::new(server).await;
        if number(&second) == number(&first) {
            return (first, second);
        }
    }
}

#[tokio::test]
async fn clinics_that_share_a_statement_name_get_their_own_rows() {
    let config = testing::config();
    let server = Server::with_db(config.clone(), Db::new(&config.database_url, 1).unwrap());
    let (here, there) = two_of_one_name(&server).await;
    here.owner.post("/api/patients", json!({ "first_name": "Ann", "last_name": "Berg" })).await;
    for _ in 0..3 {
        for world in [&here, &there] {
            let session = world.owner.get("/api/auth/session").await.expect(StatusCode::OK);
            assert_eq!(session["clinic"]["subdomain"], world.clinic.provisioned.subdomain.as_str());
            let list = world.owner.get("/api/patients?limit=50").await.expect(StatusCode::OK).to_string();
            assert_eq!(list.contains("Berg"), world.clinic.provisioned.id == here.clinic.provisioned.id, "{list}");
        }
        let intruder = here.owner.at(&there.clinic.host());
        intruder.get("/api/patients").await.refused(StatusCode::UNAUTHORIZED, "signed_out");
    }
    for world in [&here, &there] {
        assert_eq!(world.clinic.count("{}.audit where action = 'patient.list'").await, 3);
    }
}

#[tokio::test]
async fn tables_with_other_column_types_cause_a_new_plan() {
    let config = testing::config();
    let server = Server::with_db(config.clone(), Db::new(&config.database_url, 1).unwrap());
    let (older, newer) = two_of_one_name(&server).await;
    older.owner.get("/api/patients").await.expect(StatusCode::OK);
    let alter = format!("alter table {}.member alter column first_name type varchar", newer.clinic.provisioned.schema);
    newer.clinic.owner_db.raw().execute_unprepared(&alter).await.unwrap();
    for world in [&newer, &older, &newer] {
        world.owner.get("/api/patients").await.expect(StatusCode::OK);
    }
}
