//! Role isolation as the running gateway has it, and that tables and entities agree.

use std::collections::BTreeSet;

use sea_orm::{ConnectionTrait, DbBackend, Statement};

use crate::{
    foundation::{
        clock::Clock,
        tenancy::{Db, enter_for_job},
    },
    testing::{DATABASE, Server, tables},
};

async fn refusal(db: &impl ConnectionTrait, sql: &str) -> String {
    let statement = Statement::from_string(DbBackend::Postgres, sql);
    db.query_all_raw(statement).await.err().unwrap_or_else(|| panic!("it was let through: {sql}")).to_string()
}

#[tokio::test]
async fn inside_a_clinic_no_sql_reaches_another_or_the_registry() {
    let server = Server::new();
    let (here, there) = (server.clinic().await, server.clinic().await);
    let other = &there.provisioned.schema;
    let attempts = [
        format!("select last_name from {other}.patient"),
        "select name from registry.clinic".to_owned(),
        format!("select set_config('role', '{other}', true)"),
        format!("select set_config('search_path', '{other}', true)"),
        format!("select query_to_xml('select 1 from {other}.patient', true, false, '')"),
        "create temporary table t (id int)".to_owned(),
        "create table t (id int)".to_owned(),
        "drop table patient".to_owned(),
        "delete from exam".to_owned(),
        "delete from clinical_answer".to_owned(),
        "update clinical_answer set answer = 'none_known'".to_owned(),
        "delete from patient_change".to_owned(),
        "update closure set reason = 'x'".to_owned(),
        "delete from resource".to_owned(),
        "delete from working_hours".to_owned(),
        "update appointment_event set reason = 'x'".to_owned(),
        "delete from appointment_event".to_owned(),
        "delete from waitlist_entry".to_owned(),
        "delete from clinic_module".to_owned(),
        "delete from booking_setting".to_owned(),
        "update booking_policy set body = 'x'".to_owned(),
        "delete from booking_policy".to_owned(),
        "update online_booking set policy_sha256 = 'x'".to_owned(),
        "delete from online_booking".to_owned(),
        "update calendar_feed set token_hash = 'x'".to_owned(),
        "delete from calendar_feed".to_owned(),
        "delete from calendar_feed_setting".to_owned(),
        "delete from message".to_owned(),
        "delete from message_setting".to_owned(),
        "delete from service_message".to_owned(),
        "update recall_skip set skipped_at = now()".to_owned(),
        "delete from appointment_told".to_owned(),
        "delete from appointment_link".to_owned(),
        "delete from contact_preference".to_owned(),
        "update text_stop set number = '+1'".to_owned(),
        "update mail_stop set address = 'x'".to_owned(),
        "update mail_report set id = 'x'".to_owned(),
        "update service_performer set member_id = 1".to_owned(),
        "update service_consent set template_id = 1".to_owned(),
        "delete from import_batch".to_owned(),
        "update patient_merge set fields = '{}'".to_owned(),
        "delete from patient_merge".to_owned(),
        "update license_notice set days_before = 7".to_owned(),
        "delete from license_notice".to_owned(),
        "update consent_template_version set body = 'x'".to_owned(),
        "delete from consent_template_version".to_owned(),
        "update exam_template_version set pe_template = 'x'".to_owned(),
        "delete from exam_template_version".to_owned(),
        "update audit set action = 'x'".to_owned(),
        "delete from audit".to_owned(),
        "update audit_seal set digest = 'x'".to_owned(),
        "delete from audit_seal".to_owned(),
        "update treatment set notes = 'x'".to_owned(),
        "update addendum set text = 'x'".to_owned(),
        "delete from addendum".to_owned(),
        "update record_void set reason = 'x'".to_owned(),
        "delete from record_void".to_owned(),
        "update treatment_return set comment = 'x'".to_owned(),
        "delete from treatment_return".to_owned(),
        "update treatment_return_answer set text = 'x'".to_owned(),
        "delete from treatment_return_answer".to_owned(),
        "update review_sample set share = 1".to_owned(),
        "delete from review_sample".to_owned(),
        "update review_seed set seed = 'x'".to_owned(),
        "delete from review_seed".to_owned(),
        "delete from review_setting".to_owned(),
        "update director_absence set to_day = '2030-01-01'".to_owned(),
        "update exam_signature set credential = 'MD'".to_owned(),
        "delete from exam_signature".to_owned(),
        "update exam_clearance set decision = 'cleared'".to_owned(),
        "delete from exam_clearance".to_owned(),
        "update health_change set details = 'x'".to_owned(),
        "delete from health_change".to_owned(),
        "delete from clearance_setting".to_owned(),
        "update estimate_void set reason = 'x'".to_owned(),
        "delete from estimate_void".to_owned(),
        "update consent_signature set typed_name = 'x'".to_owned(),
        "update consent set body = 'x'".to_owned(),
        "update consent_copy set file = 'x'".to_owned(),
        "delete from consent_copy".to_owned(),
        "update consent_event set at = now()".to_owned(),
        "delete from consent_event".to_owned(),
        "update consent_decline set reason = 'x'".to_owned(),
        "update loyalty_entry set points = 1".to_owned(),
        "delete from api_token".to_owned(),
        "update api_token set token_hash = 'x'".to_owned(),
        "update api_token set scopes = '{Patient}'".to_owned(),
        "update api_token set expires_at = now()".to_owned(),
        "select 1; select 2".to_owned(),
    ];
    for sql in attempts {
        let entered = enter_for_job(&server.app.tenants.db, here.provisioned.id).await.unwrap();
        let error = refusal(&entered.tx, &sql).await;
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
    Server::new().app.tenants.db.check_restricted().await.unwrap();
    let owner = Db::new(&DATABASE.owner_url, 1).unwrap();
    let sentence = owner.check_restricted().await.unwrap_err();
    assert!(sentence.contains("DATABASE_URL"), "{sentence}");
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
    let owner =
        crate::foundation::tenancy::OwnerDb::connect(&DATABASE.owner_url, &DATABASE.gateway.login).await.unwrap();
    let passwords = crate::foundation::crypto::password::Passwords::default();
    let now = Clock::default().now();
    let first = crate::operations::demo::make(&owner, &passwords, now, 2).await.unwrap();
    let again = crate::operations::demo::make(&owner, &passwords, now, 2).await.unwrap();
    assert_eq!(first.len(), again.len());
    let clinics: std::collections::BTreeSet<_> = first.iter().map(|sign_in| sign_in.subdomain.as_str()).collect();
    assert_eq!(Vec::from_iter(clinics), ["demo", "demo-2", "harbor", "harbor-2"]);
    for sign_in in first {
        let client =
            crate::testing::Client::new(server.router.clone(), format!("{}.localhost:8080", sign_in.subdomain));
        let body = serde_json::json!({ "email": sign_in.email, "password": crate::operations::demo::PASSWORD });
        let session = client.post("/api/auth/login", body).await.expect(axum::http::StatusCode::OK);
        // The smaller clinic has the specification's modules only.
        let modules = if sign_in.clinic == "Aurelle Aesthetics" {
            serde_json::json!(["import_clients", "services", "online_booking"])
        } else {
            serde_json::json!([])
        };
        assert_eq!(session["modules"], modules, "{}", sign_in.subdomain);
    }
}
