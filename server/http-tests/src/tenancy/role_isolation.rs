//! Role isolation of the running gateway, and the match of tables and entities.

use std::collections::BTreeSet;

use sea_orm::{ConnectionTrait, DbBackend, Statement};
use sqlx::Connection;

use crate::testing::{DATABASE, Server, log::Captured, tables};
use base::clock::Clock;
use tenancy::{Db, enter_for_job, sql};

async fn refusal(db: &impl ConnectionTrait, sql: &str) -> String {
    let statement = Statement::from_string(DbBackend::Postgres, sql);
    db.query_all_raw(statement).await.err().unwrap_or_else(|| panic!("it was let through: {sql}")).to_string()
}

/// What a clinic's role may not do in its own schema.
const FORBIDDEN: &[&str] = &[
    "select name from registry.clinic",
    "create temporary table t (id int)",
    "create table t (id int)",
    "drop table patient",
    "delete from exam",
    "delete from clinical_answer",
    "update clinical_answer set answer = 'none_known'",
    "delete from patient_change",
    "update closure set reason = 'x'",
    "delete from resource",
    "delete from working_hours",
    "update appointment_event set reason = 'x'",
    "delete from appointment_event",
    "delete from waitlist_entry",
    "delete from clinic_module",
    "delete from clinic_setting",
    "insert into clinic_setting (id) values (1)",
    "update booking_code set mailbox = 'x'",
    "update booking_policy set body = 'x'",
    "delete from booking_policy",
    "update online_booking set policy_sha256 = 'x'",
    "delete from online_booking",
    "update calendar_feed set token_hash = 'x'",
    "delete from calendar_feed",
    "delete from message",
    "delete from service_message",
    "update recall_skip set skipped_at = now()",
    "delete from appointment_told",
    "delete from appointment_link",
    "delete from contact_preference",
    "update text_stop set number = '+1'",
    "delete from inbound_text",
    "update mail_stop set address = 'x'",
    "update mail_report set id = 'x'",
    "update service_performer set member_id = 1",
    "update service_consent set template_id = 1",
    "delete from import_batch",
    "update patient_merge set fields = '{}'",
    "delete from patient_merge",
    "update license_notice set days_before = 7",
    "delete from license_notice",
    "update protocol_notice set noticed_at = now()",
    "delete from protocol_notice",
    "update consent_template_version set body = 'x'",
    "delete from consent_template_version",
    "update exam_template_version set pe_template = 'x'",
    "delete from exam_template_version",
    "update audit set action = 'x'",
    "delete from audit",
    "update audit_seal set digest = 'x'",
    "delete from audit_seal",
    "update audit_head set digest = 'x'",
    "delete from audit_head",
    "update treatment set notes = 'x'",
    "update addendum set text = 'x'",
    "delete from addendum",
    "update record_void set reason = 'x'",
    "delete from record_void",
    "update treatment_return set comment = 'x'",
    "delete from treatment_return",
    "update treatment_return_answer set text = 'x'",
    "delete from treatment_return_answer",
    "update review_sample set share = 1",
    "delete from review_sample",
    "update review_seed set seed = 'x'",
    "delete from review_seed",
    "delete from review_mark",
    "update review_waiting set treatment_id = 1",
    "update director_absence set to_day = '2030-01-01'",
    "update exam_signature set credential = 'MD'",
    "delete from exam_signature",
    "update exam_clearance set decision = 'cleared'",
    "delete from exam_clearance",
    "update health_change set details = 'x'",
    "delete from health_change",
    "update adverse_event set details = 'x'",
    "delete from adverse_event",
    "update adverse_event_entry set text = 'x'",
    "delete from adverse_event_entry",
    "update protocol set service = 'x'",
    "delete from protocol",
    "update protocol_version set body = 'x'",
    "delete from protocol_version",
    "update protocol_retirement set reason = 'x'",
    "delete from protocol_retirement",
    "update protocol_signature set signed_at = now()",
    "delete from protocol_signature",
    "update protocol_override set reason = 'x'",
    "delete from protocol_override",
    "update estimate_void set reason = 'x'",
    "delete from estimate_void",
    "update estimate_issue set document = 'x'",
    "delete from estimate_issue",
    "truncate estimate_issue",
    "update estimate_file set file = 'x'",
    "delete from estimate_file",
    "update estimate_delivery set address = 'x'",
    "delete from estimate_delivery",
    "update estimate_receipt set typed_name = 'x'",
    "delete from estimate_receipt",
    "delete from estimate_content",
    "delete from estimate_question",
    "delete from estimate_link",
    "update estimate_poster set content_digest = 'x'",
    "update consent_signature set typed_name = 'x'",
    "update consent set body = 'x'",
    "update consent_copy set file = 'x'",
    "delete from consent_copy",
    "update signed_copy set file = 'x'",
    "delete from signed_copy",
    "update consent_event set at = now()",
    "delete from consent_event",
    "update consent_decline set reason = 'x'",
    "update consent_withdrawal set reason = 'x'",
    "delete from consent_withdrawal",
    "update patient_note_version set body = 'x'",
    "delete from patient_note_version",
    "update loyalty_entry set points = 1",
    "delete from api_token",
    "update api_token set token_hash = 'x'",
    "update api_token set scopes = '{Patient}'",
    "update api_token set expires_at = now()",
    "select lo_from_bytea(0, 'x')",
    "select pg_notify('celadon_clinic', 'demo')",
    "select pg_logical_emit_message(true, 'x', 'x')",
    "select 1; select 2",
    "delete from member_pin",
    "update emergency_access set reason = 'x'",
    "delete from emergency_access",
    "update kiosk_session set member_id = 1",
    "delete from kiosk_session",
    "update kiosk_document set consent_id = 1",
    "delete from kiosk_document",
];

#[tokio::test]
async fn inside_a_clinic_no_sql_reaches_another_or_the_registry() {
    let server = Server::new();
    let (here, there) = (server.clinic().await, server.clinic().await);
    let other = &there.provisioned.schema;
    let elsewhere = [
        format!("select last_name from {other}.patient"),
        format!("select set_config('role', '{other}', true)"),
        format!("select set_config('search_path', '{other}', true)"),
        format!("select query_to_xml('select 1 from {other}.patient', true, false, '')"),
        format!("select pg_relation_size('{other}.patient'::regclass)"),
        format!("select n_live_tup from pg_stat_all_tables where schemaname = '{other}'"),
    ];
    for sql in elsewhere.iter().map(String::as_str).chain(FORBIDDEN.iter().copied()) {
        let entered = enter_for_job(&server.app.tenants.db, here.provisioned.id).await.unwrap();
        let error = refusal(&entered.tx, sql).await;
        let is_refused = error.contains("permission denied")
            || error.contains("must be owner")
            || error.contains("multiple commands");
        assert!(is_refused, "{sql}: {error}");
    }
}

#[tokio::test]
async fn a_clinics_transaction_refuses_unprepared_sql() {
    let server = Server::new();
    let clinic = server.clinic().await;
    let entered = enter_for_job(&server.app.tenants.db, clinic.provisioned.id).await.unwrap();
    assert!(entered.tx.execute_unprepared("reset role").await.is_err());
}

#[tokio::test]
async fn outside_a_clinic_no_table_can_be_read() {
    let server = Server::new();
    let clinic = server.clinic().await;
    let mut connection = server.app.tenants.db.borrow(&clinic.provisioned.subdomain).await;
    for sql in ["select id from patient".to_owned(), format!("select id from {}.patient", clinic.provisioned.schema)] {
        let refused =
            sqlx::query(sqlx::AssertSqlSafe(sql.clone())).fetch_optional(connection.connection().unwrap()).await;
        assert!(refused.is_err(), "{sql}");
    }
}

#[tokio::test]
async fn the_gateway_refuses_to_start_with_too_many_rights() {
    let server = Server::new();
    let captured = Captured::begin();
    server.app.tenants.db.check_restricted().await.unwrap();
    // A start writes a line only if Postgres is too old.
    let connection = server.app.tenants.db.borrow_registry().await;
    let is_old = connection.server_version_num().unwrap() < 170_000;
    assert_eq!(captured.text().matches("not for production").count(), usize::from(is_old), "{}", captured.text());
    let owner = Db::new(&DATABASE.owner_url, 1).unwrap();
    let sentence = owner.check_restricted().await.unwrap_err();
    assert!(sentence.contains("DATABASE_URL"), "{sentence}");
}

#[tokio::test]
async fn who_owns_a_clinics_table_has_too_many_rights() {
    let server = Server::new();
    let schema = server.clinic().await.provisioned.schema;
    let mut owner = sqlx::PgConnection::connect(&DATABASE.owner_url).await.unwrap();
    let mut tx = owner.begin().await.unwrap();
    let role = format!("{schema}_owner");
    for (sql, is_over_powered) in [
        (format!("create role {role} nologin; set local role {role}"), false),
        // A table outside the clinics' schemas belongs to no clinic.
        (
            format!(
                "reset role; create table pg_temp.note (); alter table pg_temp.note owner to {role}; set local role {role}"
            ),
            false,
        ),
        (
            format!(
                "reset role; create table {schema}.note (); alter table {schema}.note owner to {role}; set local role {role}"
            ),
            true,
        ),
    ] {
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql.clone())).execute(&mut *tx).await.unwrap();
        assert_eq!(sql::is_over_powered().fetch_one(&mut *tx).await.unwrap(), is_over_powered, "{sql}");
    }
    tx.rollback().await.unwrap();
}

#[tokio::test]
async fn every_entity_matches_its_table() {
    let server = Server::new();
    let clinic = server.clinic().await;
    let selects = entity::clinic::empty_selects();
    for (table, select) in &selects {
        let entered = enter_for_job(&server.app.tenants.db, clinic.provisioned.id).await.unwrap();
        entered.tx.query_all(select).await.expect(table);
    }
    let entities: BTreeSet<_> = selects.iter().map(|(table, _)| (*table).to_owned()).collect();
    let tables: BTreeSet<_> = tables().into_iter().collect();
    assert_eq!(
        tables.difference(&entities).cloned().collect::<Vec<_>>(),
        Vec::<String>::new(),
        "tables without an entity: add server/entity/src/clinic/<table>.rs, and its two lines to \
         server/entity/src/clinic/mod.rs"
    );
}

#[tokio::test]
async fn the_demo_is_created_once_and_completely() {
    let server = Server::new();
    let owner = tenancy::OwnerDb::connect(&DATABASE.owner_url, &DATABASE.gateway.login).await.unwrap();
    let passwords = crypto::password::Passwords::default();
    let now = Clock::default().now();
    let first = operations::demo::make(&owner, &passwords, now, 2, true).await.unwrap();
    let again = operations::demo::make(&owner, &passwords, now, 2, true).await.unwrap();
    assert_eq!(first.len(), again.len());
    let clinics: std::collections::BTreeSet<_> = first.iter().map(|sign_in| sign_in.subdomain.as_str()).collect();
    assert_eq!(Vec::from_iter(clinics), ["demo", "demo-2", "harbor", "harbor-2", "sage"]);
    for sign_in in first {
        let client =
            crate::testing::Client::new(server.router.clone(), format!("{}.localhost:8080", sign_in.subdomain));
        let body = serde_json::json!({ "email": sign_in.email, "password": operations::demo::PASSWORD });
        let session = client.post("/api/auth/login", body).await.expect(axum::http::StatusCode::OK);
        // The smaller clinic has only the modules of the specification.
        let modules = match sign_in.clinic.as_str() {
            "Aurelle Aesthetics" => serde_json::json!(["import_clients", "services", "online_booking"]),
            "Sagebrook Aesthetics" => serde_json::json!(["clearance"]),
            _ => serde_json::json!([]),
        };
        assert_eq!(session["modules"], modules, "{}", sign_in.subdomain);
    }
    the_clearing_clinic_shows_every_status(&server).await;
    for clinic in owner.clinics().await.unwrap().into_iter().filter(|clinic| clinic.subdomain == "sage") {
        let tx = owner.inspect(&clinic.placement, &clinic.schema_name).await.unwrap();
        assert_eq!(evidence::verify(&tx).await.unwrap().findings, []);
    }
}

/// The clients of the demo clinic that clears each client for each service.
async fn the_clearing_clinic_shows_every_status(server: &Server) {
    let client = crate::testing::Client::new(server.router.clone(), "sage.localhost:8080".to_owned());
    let nurse = serde_json::json!({ "email": "jada.okafor@example.com", "password": operations::demo::PASSWORD });
    let signed_in = client.post("/api/auth/login", nurse).await;
    let client = client.with_cookie_of(&signed_in);
    let listed = client.get("/api/patients").await.expect(axum::http::StatusCode::OK);
    let mut seen = std::collections::BTreeSet::new();
    for patient in listed.as_array().unwrap() {
        let path = format!("/api/patients/{}/clearance", patient["id"]);
        let shown = client.get(&path).await.expect(axum::http::StatusCode::OK);
        for service in shown["services"].as_array().unwrap() {
            seen.insert(service["status"].as_str().unwrap().to_owned());
        }
    }
    let all = ["deferred", "expired", "expiring", "missing", "not_a_candidate", "reopened", "valid", "waiting"];
    assert_eq!(Vec::from_iter(seen), all);
}
