use axum::http::StatusCode;
use sea_orm::{ConnectionTrait, DbErr};
use serde_json::json;

use crate::testing::{CLEAN_DATABASE, Client, PASSWORD_HASH, RESHARDED, Server, TestClinic};
use base::permission::Role;
use operations::provisioning;
use tenancy::{Db, NewClinic, NewOwner, OwnerDb, Provisioned, enter_for_job};

fn named(subdomain: &str) -> NewClinic {
    NewClinic {
        subdomain: subdomain.to_owned(),
        name: "Another Clinic".to_owned(),
        time_zone: chrono_tz::America::Los_Angeles,
    }
}

fn owner() -> NewOwner {
    NewOwner {
        first_name: "Ada".to_owned(),
        last_name: "Another".to_owned(),
        email: "ada@clinic.example".to_owned(),
        role: Role::MedicalDirector,
        license_number: Some("CA-MD-1".to_owned()),
        password_hash: PASSWORD_HASH.clone(),
    }
}

async fn create(clinic: &TestClinic, subdomain: &str) -> Result<Provisioned, DbErr> {
    provisioning::create(&clinic.owner_db, named(subdomain), &owner(), clinic.clock().now()).await
}

/// Counts schemas and roles without a clinic in the registry, which an incomplete clinic would leave.
async fn leftover_schemas_and_roles(clinic: &TestClinic) -> i64 {
    let login = migration::role_isolation::shard_login(&CLEAN_DATABASE.gateway.login, 0);
    let roles = format!(
        "pg_catalog.pg_auth_members m join pg_catalog.pg_roles r on r.oid = m.roleid
         join pg_catalog.pg_roles l on l.oid = m.member where l.rolname = '{login}'"
    );
    assert!(clinic.count(&roles).await > 0, "there are roles to look at");
    clinic
        .count(&format!(
            "(select nspname::text as name from pg_catalog.pg_namespace where nspname ~ '^clinic_'
              union all select r.rolname::text from {roles}) as there
             where name not in (select schema_name from registry.clinic)"
        ))
        .await
}

#[tokio::test]
async fn a_new_clinic_has_its_defaults_and_its_owner() {
    let clinic = Server::on_clean_database().clinic().await;
    let provisioned = create(&clinic, "fresh-clinic").await.unwrap();
    assert!(!provisioned.schema.contains("fresh"), "the schema is not named after what can change");
    let client = Client::new(clinic.server.router.clone(), "fresh-clinic.localhost:8080".to_owned());
    let client = client.sign_in("ada@clinic.example").await;
    let session = client.get("/api/auth/session").await.expect(StatusCode::OK);
    assert_eq!(session["member"]["is_owner"], true);
    assert_eq!(session["member"]["role"], "Medical Director");
    assert_eq!(session["clinic"]["name"], "Another Clinic");
    let settings = client.get("/api/clinic/settings").await.expect(StatusCode::OK);
    assert_eq!(settings["time_zone"], "America/Los_Angeles");
    let templates = client.get("/api/consents/templates").await.expect(StatusCode::OK);
    assert_eq!(templates.as_array().unwrap().len(), practice::clinical::consent_templates::CONSENT_TEMPLATES.len());
    assert_eq!(client.get("/api/patients").await.expect(StatusCode::OK).as_array().unwrap().len(), 0);
    let rules = client.get("/api/loyalty/rules").await.expect(StatusCode::OK);
    let rules: Vec<_> = rules.as_array().unwrap().iter().map(|rule| (&rule["service"], &rule["points"])).collect();
    assert_eq!(
        json!(rules),
        json!([
            ["Botox", 10],
            ["PRP/PRF Face", 15],
            ["PRP Hair Restoration", 20],
            ["EZ Gel Face", 25],
            ["EZ Gel Hands", 25],
            ["Microneedling", 12],
            ["Consultation", 5]
        ])
    );
}

#[tokio::test]
async fn new_clinics_use_a_shard_that_was_added_later() {
    let owner_db = OwnerDb::connect(&RESHARDED.owner_url, &RESHARDED.gateway.login).await.unwrap();
    let db = Db::new(&RESHARDED.gateway_url, 4).unwrap();
    let now = chrono::DateTime::UNIX_EPOCH;
    // A clinic's random id determines its shard. One of the first few clinics is in the second shard.
    for number in 0..64 {
        let made = provisioning::create(&owner_db, named(&format!("sharded-{number}")), &owner(), now).await.unwrap();
        enter_for_job(&db, made.id).await.unwrap().commit().await.unwrap();
        let sql = format!("select shard from registry.clinic where id = '{}'", made.id);
        let statement = sea_orm::Statement::from_string(sea_orm::DbBackend::Postgres, sql);
        let row = owner_db.raw().query_one_raw(statement).await.unwrap().unwrap();
        if row.try_get::<i32>("", "shard").unwrap() == 1 {
            return;
        }
    }
    panic!("no clinic is in the second shard");
}

#[tokio::test]
async fn a_taken_subdomain_creates_nothing() {
    let clinic = Server::on_clean_database().clinic().await;
    let clinics =
        async || clinic.count(&format!("registry.clinic where subdomain = '{}'", clinic.provisioned.subdomain)).await;
    let error = create(&clinic, &clinic.provisioned.subdomain).await.unwrap_err();
    assert_eq!(base::error::constraint(&error).as_deref(), Some("clinic_subdomain_key"));
    assert_eq!(clinics().await, 1);
    assert_eq!(leftover_schemas_and_roles(&clinic).await, 0);
    clinic.owner().await.get("/api/patients").await.expect(StatusCode::OK);
}

#[tokio::test]
async fn of_two_concurrent_creations_of_one_subdomain_one_succeeds() {
    let clinic = Server::on_clean_database().clinic().await;
    let (first, second) = tokio::join!(create(&clinic, "wanted-by-two"), create(&clinic, "wanted-by-two"));
    assert_ne!(first.is_ok(), second.is_ok(), "{first:?} {second:?}");
    assert_eq!(clinic.count("registry.clinic where subdomain = 'wanted-by-two'").await, 1);
    assert_eq!(leftover_schemas_and_roles(&clinic).await, 0);
}

#[tokio::test]
async fn a_clinic_is_invisible_until_it_is_complete() {
    let clinic = Server::on_clean_database().clinic().await;
    let client = Client::new(clinic.server.router.clone(), "half-made.localhost:8080".to_owned());
    let unfinished = clinic.owner_db.begin_clinic(named("half-made")).await.unwrap();
    let schema = unfinished.provisioned.schema.clone();
    client.get("/api/auth/session").await.refused(StatusCode::NOT_FOUND, "no_such_clinic");
    // Writing the owner fails, so nothing of the clinic remains.
    unfinished.tx.execute_unprepared("insert into member (first_name) values (null)").await.unwrap_err();
    drop(unfinished);
    let there = format!(
        "(select nspname::text as name from pg_catalog.pg_namespace union all select rolname from pg_catalog.pg_roles
          union all select schema_name from registry.clinic) as there where name = '{schema}'"
    );
    assert_eq!(clinic.count(&there).await, 0);
    let provisioned = create(&clinic, "half-made").await.unwrap();
    assert_eq!(clinic.count(&there.replace(&schema, &provisioned.schema)).await, 3);
}

#[tokio::test]
async fn reserved_and_malformed_subdomains_are_refused() {
    let clinic = Server::on_clean_database().clinic().await;
    let long = "a".repeat(41);
    let reserved = [
        "www",
        "api",
        "admin",
        "app",
        "portal",
        "hooks",
        "mail",
        "static",
        "status",
        "billing",
        "public",
        "auth",
        "login",
        "localhost",
        "pgadmin",
        "pg",
    ];
    let malformed =
        ["", "a", "-ab", "ab-", "1ab", "xn--ab", "ab--cd", "AB", "a.b", "a_b", "a b", "a\"b", "é", "a;drop", &long];
    for name in reserved.into_iter().chain(malformed) {
        let error = create(&clinic, name).await.unwrap_err();
        assert!(error.to_string().contains("cannot be a clinic's subdomain"), "{name}: {error}");
        // The registry's own constraint refuses the names, too.
        let quoted = name.replace('\'', "''");
        let sql = format!(
            "update registry.clinic set subdomain = '{quoted}' where schema_name = '{}'",
            clinic.provisioned.schema
        );
        let error = clinic.owner_db.raw().execute_unprepared(&sql).await.unwrap_err();
        assert!(
            base::error::constraint(&error).is_some_and(|name| name.starts_with("clinic_subdomain_")),
            "{name}: {error}"
        );
    }
    assert_eq!(leftover_schemas_and_roles(&clinic).await, 0);
}
