use axum::http::{HeaderValue, StatusCode, header::RETRY_AFTER};
use chrono::TimeDelta;
use entity::words::ClinicStatus;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::testing::{
    Answer, Client, Server, TestClinic,
    factories::{self, sign_up},
};
use operations::provisioning::create_spare;

/// All tests share the unclaimed clinics in the database, so tests that count them run one after another.
pub static WARM_POOL: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

/// A clinic on a server with this many unclaimed clinics.
pub async fn with_spares(number: u32) -> TestClinic {
    let clinic = TestClinic::new().await;
    clinic.plant("update registry.clinic set status = 'spoilt' where status = 'spare'").await;
    clinic.owner_db.discard_spoilt().await.unwrap();
    while create_spare(&clinic.owner_db, number, clinic.clock().now()).await.unwrap() {}
    assert_eq!(spares(&clinic).await, i64::from(number));
    clinic
}

async fn spares(clinic: &TestClinic) -> i64 {
    clinic.count("registry.clinic where status = 'spare'").await
}

pub fn fresh() -> String {
    format!("new-{}", &uuid::Uuid::new_v4().simple().to_string()[..12])
}

async fn submit(server: &Server, body: Value) -> Answer {
    server.platform().post("/api/clinics", body).await
}

/// Opens the link like a browser: the page at the clinic's host sends the token back.
async fn open(server: &Server, url: &str) -> (Client, Answer) {
    let (page, token) = url.split_once('#').unwrap();
    let host = page.strip_prefix("http://").unwrap().strip_suffix("/welcome").unwrap();
    let client = Client::new(server.router.clone(), host.to_owned());
    let answer = client.post("/api/auth/hand-over", json!({ "token": token })).await;
    (client, answer)
}

/// Mails of a clinic come from the service's own address.
#[tokio::test]
async fn nobody_signs_up_as_the_service_or_as_a_department_of_it() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let names = [
        "Celadon",
        "Celadon Skin",
        "Се\u{4cf}а\u{501}оn",
        "C e l a d o n",
        "Security",
        "Billing team",
        "Su\u{308}pport",
        "Accounts",
    ];
    for name in names {
        let mut new = sign_up(&fresh());
        new["name"] = json!(name);
        submit(&clinic.server, new).await.refused_field("name");
        let mut settings = factories::settings();
        settings["name"] = json!(name);
        owner.put("/api/clinic/settings", settings).await.refused_field("name");
        let mut messages = factories::message_settings();
        messages["sender_name"] = json!(name);
        owner.put("/api/messages/settings", messages).await.refused_field("sender_name");
    }
    let listed = names.map(|name| format!("'{name}'")).join(", ");
    assert_eq!(clinic.count(&format!("registry.clinic where name in ({listed})")).await, 0);
    let mut settings = factories::settings();
    settings["name"] = json!("Skin Support Clinic");
    owner.put("/api/clinic/settings", settings).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn signing_up_creates_a_clinic_and_signs_its_owner_in() {
    let _alone = WARM_POOL.lock().await;
    let clinic = with_spares(1).await;
    let (server, subdomain) = (&clinic.server, fresh());
    // An early lookup must not leave a cached answer that the clinic does not exist.
    let early = Client::new(server.router.clone(), format!("{subdomain}.localhost:8080"));
    early.get("/api/auth/session").await.refused(StatusCode::NOT_FOUND, "no_such_clinic");
    let answer = submit(server, sign_up(&format!(" {} ", subdomain.to_uppercase()))).await.expect(StatusCode::CREATED);
    assert_eq!(answer["clinic_url"], format!("http://{subdomain}.localhost:8080"));
    let (client, answer) = open(server, answer["url"].as_str().unwrap()).await;
    let cookie = answer.headers["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let client = client.with_cookie_of(&answer);
    let session = answer.expect(StatusCode::OK);
    assert_eq!(
        (&session["member"]["is_owner"], &session["member"]["email"]),
        (&json!(true), &json!("nora@linden.example"))
    );
    assert_eq!(
        session["clinic"],
        json!({ "name": "Linden Aesthetics", "subdomain": subdomain, "time_zone": "America/Chicago" })
    );
    let settings = client.get("/api/clinic/settings").await.expect(StatusCode::OK);
    assert!(!settings["findings"]["vitals"].as_array().unwrap().is_empty());
    for list in ["/api/consents/templates", "/api/gfe/templates"] {
        assert!(!client.get(list).await.expect(StatusCode::OK).as_array().unwrap().is_empty(), "{list}");
    }
    assert_eq!(client.get("/api/patients").await.expect(StatusCode::OK), json!([]));
    let plan = client.get("/api/clinic/plan").await.expect(StatusCode::OK);
    let trial_end =
        (clinic.clock().now() + TimeDelta::days(14)).with_timezone(&chrono_tz::America::Chicago).date_naive();
    assert_eq!((&plan["plan"], &plan["status"], &plan["access"]), (&Value::Null, &json!("Trialing"), &json!("full")));
    assert_eq!(plan["trial_end"], json!(trial_end));
    // Until the owner has confirmed the address, nobody else gets a mail.
    assert_eq!(plan["owner_unconfirmed"], true);
    let schemas =
        clinic.rows(&format!("select schema_name from registry.clinic where subdomain = '{subdomain}'")).await;
    let schema: String = schemas[0].try_get("", "schema_name").unwrap();
    assert_eq!(clinic.count(&format!("{schema}.job where kind = 'email_confirmation'")).await, 1);
    assert_eq!(client.get("/api/clinic/sample-data").await.expect(StatusCode::OK), json!({ "present": false }));
    // The password works, and the clinic's age counts from its sign-up.
    let again =
        client.post("/api/auth/login", json!({ "email": "nora@linden.example", "password": "a quite new password" }));
    again.await.expect(StatusCode::OK);
    let now = clinic.clock().now().to_rfc3339();
    assert_eq!(clinic.count(&format!("registry.clinic where subdomain = '{subdomain}' and created_at > timestamptz '{now}' - interval '1 minute'")).await, 1);
    assert_eq!(spares(&clinic).await, 0);
}

#[tokio::test]
async fn an_owner_can_sign_up_with_a_treating_role_and_a_license() {
    let _alone = WARM_POOL.lock().await;
    let clinic = with_spares(3).await;
    let server = &clinic.server;
    let who = |role: Value, license: Value| {
        let mut form = sign_up(&fresh());
        form["role"] = role;
        form["license_number"] = license;
        form
    };
    for (role, license, field) in [
        (json!("Nurse"), json!(null), "license_number"),
        (json!("Provider"), json!("  "), "license_number"),
        (json!("Medical Director"), json!(""), "license_number"),
        (json!("Receptionist"), json!("RN-1"), "role"),
        (json!("Staff"), json!(null), "role"),
        (json!("Owner"), json!(null), "role"),
    ] {
        submit(server, who(role, license)).await.refused_field(field);
    }
    assert_eq!(spares(&clinic).await, 3);
    let treating = ["gfe.create", "treatment.create", "treatment.approve"];
    for (role, license, expected, held) in [
        (json!(null), json!(null), "Practice Manager", [false, false, false]),
        (json!("Nurse"), json!("TX-RN-7"), "Nurse", [false, true, false]),
        (json!("Medical Director"), json!("TX-MD-7"), "Medical Director", [true, true, true]),
    ] {
        let answer = submit(server, who(role, license.clone())).await.expect(StatusCode::CREATED);
        let (client, answer) = open(server, answer["url"].as_str().unwrap()).await;
        let client = client.with_cookie_of(&answer);
        let session = answer.expect(StatusCode::OK);
        assert_eq!(session["member"]["role"], expected);
        assert_eq!(
            (&session["member"]["is_owner"], &session["member"]["awaits_confirmation"]),
            (&json!(true), &json!(false))
        );
        let permissions = session["permissions"].as_array().unwrap();
        assert_eq!(treating.map(|name| permissions.contains(&json!(name))), held, "{expected}");
        assert!(permissions.contains(&json!("team.write")), "{expected}");
        let team = client.get("/api/team").await.expect(StatusCode::OK);
        assert_eq!(
            (&team[0]["license_number"], &team[0]["takes_appointments"]),
            (&license, &json!(true)),
            "{expected}"
        );
    }
}

#[tokio::test]
async fn the_hand_over_link_works_once_within_a_minute_at_its_own_clinic() {
    let _alone = WARM_POOL.lock().await;
    let clinic = with_spares(2).await;
    let server = &clinic.server;
    let url = async || {
        submit(server, sign_up(&fresh())).await.expect(StatusCode::CREATED)["url"].as_str().unwrap().to_owned()
    };
    let (first, second) = (url().await, url().await);
    let (_, token) = first.split_once('#').unwrap();
    let elsewhere = clinic.anonymous().post("/api/auth/hand-over", json!({ "token": token })).await;
    elsewhere.refused(StatusCode::NOT_FOUND, "link_invalid");
    // Loading the page, as a prefetching browser does, does not use up the link.
    open(server, &first).await.1.expect(StatusCode::OK);
    open(server, &first).await.1.refused(StatusCode::NOT_FOUND, "link_invalid");
    clinic.clock().advance(TimeDelta::seconds(60));
    let (client, answer) = open(server, &second).await;
    assert!(answer.headers.get("set-cookie").is_none());
    answer.refused(StatusCode::NOT_FOUND, "link_invalid");
    client.get("/api/auth/session").await.refused(StatusCode::UNAUTHORIZED, "signed_out");
}

#[tokio::test]
async fn an_invalid_sign_up_is_named_by_field_and_claims_nothing() {
    let _alone = WARM_POOL.lock().await;
    let clinic = with_spares(1).await;
    let cases: [(&str, Value); 12] = [
        ("name", json!("")),
        ("subdomain", json!("")),
        ("subdomain", json!("www")),
        ("subdomain", json!("two words")),
        ("subdomain", json!(clinic.provisioned.subdomain)),
        ("subdomain", json!(format!("spare-{}", "0".repeat(32)))),
        ("time_zone", json!("Mars/Olympus")),
        ("first_name", json!(null)),
        ("email", json!("nora")),
        ("password", json!("short")),
        ("password", json!("my name is linden")),
        ("sample_data", json!("perhaps")),
    ];
    for (field, value) in cases {
        let mut body = sign_up(&fresh());
        body[field] = value;
        submit(&clinic.server, body).await.refused_field(field);
    }
    let mut body = sign_up(&fresh());
    body["role"] = json!("Staff");
    submit(&clinic.server, body).await.refused_field("role");
    assert_eq!(spares(&clinic).await, 1);
}

#[tokio::test]
async fn of_two_concurrent_sign_ups_for_one_address_one_succeeds() {
    let _alone = WARM_POOL.lock().await;
    let clinic = with_spares(2).await;
    let subdomain = fresh();
    let (first, second) =
        tokio::join!(submit(&clinic.server, sign_up(&subdomain)), submit(&clinic.server, sign_up(&subdomain)));
    let (won, lost) = if first.status == StatusCode::CREATED { (first, second) } else { (second, first) };
    won.expect(StatusCode::CREATED);
    assert!(lost.refused_field("subdomain").contains("taken"));
    assert_eq!(spares(&clinic).await, 1);
    // The clinic that the loser claimed is empty again, and the next sign-up gets it.
    submit(&clinic.server, sign_up(&fresh())).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn of_twenty_concurrent_sign_ups_one_gets_the_last_warm_clinic() {
    let _alone = WARM_POOL.lock().await;
    let clinic = with_spares(1).await;
    let mut asking = tokio::task::JoinSet::new();
    for _ in 0..10 {
        let server = clinic.server.clone();
        asking.spawn(async move { submit(&server, sign_up(&fresh())).await });
    }
    // A second server receives requests at the same time.
    let second = Server::new();
    for _ in 0..10 {
        let server = second.clone();
        asking.spawn(async move { submit(&server, sign_up(&fresh())).await });
    }
    let answers = asking.join_all().await;
    let made = answers.iter().filter(|answer| answer.status == StatusCode::CREATED).count();
    assert_eq!(made, 1, "{:?}", answers.iter().map(|answer| &answer.text).collect::<Vec<_>>());
    for answer in answers.into_iter().filter(|answer| answer.status != StatusCode::CREATED) {
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE, "{}", answer.text);
        assert!(answer.headers.contains_key(RETRY_AFTER));
    }
    assert_eq!(spares(&clinic).await, 0);
}

#[tokio::test]
async fn with_an_empty_warm_pool_the_visitor_gets_retry_after_and_a_clinic_is_provisioned() {
    let _alone = WARM_POOL.lock().await;
    let clinic = with_spares(0).await;
    let mut notices = sqlx::postgres::PgListener::connect(&clinic.server.config.database_url).await.unwrap();
    notices.listen(tenancy::WARM_POOL_CHANNEL).await.unwrap();
    let answer = submit(&clinic.server, sign_up(&fresh())).await;
    assert_eq!(answer.headers[RETRY_AFTER], HeaderValue::from(30));
    answer.refused(StatusCode::SERVICE_UNAVAILABLE, "no_spare");
    assert_eq!(notices.recv().await.unwrap().channel(), tenancy::WARM_POOL_CHANNEL);
}

#[tokio::test]
async fn the_workers_learn_of_a_new_clinics_first_mail_once_it_is_open() {
    use tenancy::WARM_POOL_CHANNEL;
    let _alone = WARM_POOL.lock().await;
    let clinic = with_spares(1).await;
    let mut notices = sqlx::postgres::PgListener::connect(&clinic.server.config.database_url).await.unwrap();
    notices.listen_all([outbox::CHANNEL, WARM_POOL_CHANNEL]).await.unwrap();
    let subdomain = fresh();
    submit(&clinic.server, sign_up(&subdomain)).await.expect(StatusCode::CREATED);
    let rows = clinic.rows(&format!("select id from registry.clinic where subdomain = '{subdomain}'")).await;
    let id: uuid::Uuid = rows[0].try_get("", "id").unwrap();
    // The transaction that opens the clinic sends the last job notice and the notice about the warm pool.
    let mut heard = 0;
    loop {
        let notice = notices.recv().await.unwrap();
        if notice.channel() == WARM_POOL_CHANNEL {
            break;
        }
        heard += u32::from(notice.payload() == id.to_string());
    }
    assert_eq!(heard, 2, "one when the job is stored, and one when the clinic is open");
}

#[tokio::test]
async fn a_warm_clinic_is_invisible() {
    let _alone = WARM_POOL.lock().await;
    let clinic = with_spares(1).await;
    let rows = clinic.rows("select subdomain, id from registry.clinic where status = 'spare'").await;
    let (subdomain, id): (String, uuid::Uuid) =
        (rows[0].try_get("", "subdomain").unwrap(), rows[0].try_get("", "id").unwrap());
    let client = Client::new(clinic.server.router.clone(), format!("{subdomain}.localhost:8080"));
    client.get("/api/auth/session").await.refused(StatusCode::NOT_FOUND, "no_such_clinic");
    let active = tenancy::active_clinics(&clinic.server.app.tenants.db).await.unwrap();
    assert!(active.iter().all(|(active, _)| *active != id));
    assert!(clinic.owner_db.clinics().await.unwrap().iter().all(|known| known.id != id));
    assert!(!clinic.owner_db.set_status(&subdomain, ClinicStatus::Active).await.unwrap());
    let availability = clinic.server.platform().get(&format!("/api/clinics/availability?subdomain={subdomain}")).await;
    assert_eq!(availability.expect(StatusCode::OK)["reason"], "reserved");
}

#[tokio::test]
async fn a_warm_clinic_with_leftover_rows_is_removed() {
    let _alone = WARM_POOL.lock().await;
    let clinic = with_spares(2).await;
    let rows =
        clinic.rows("select schema_name from registry.clinic where status = 'spare' order by created_at, id").await;
    let spoilt: String = rows[0].try_get("", "schema_name").unwrap();
    // The state after a crash between the commit in the clinic and the commit in the registry.
    let owner = format!(
        "insert into {spoilt}.member (first_name, last_name, email, role, department, status, hire_date, is_owner, created_at, updated_at)
         values ('Else', 'Body', 'else@clinic.example', 'Practice Manager', 'Management', 'active', '2026-01-01', true, now(), now())"
    );
    clinic.owner_db.raw().execute_unprepared(&owner).await.unwrap();
    let subdomain = fresh();
    submit(&clinic.server, sign_up(&subdomain)).await.expect(StatusCode::CREATED);
    assert_eq!(
        clinic.count(&format!("registry.clinic where subdomain = '{subdomain}' and schema_name <> '{spoilt}'")).await,
        1
    );
    assert_eq!(clinic.owner_db.discard_spoilt().await.unwrap(), 1);
    let left = format!(
        "(select nspname::text as name from pg_catalog.pg_namespace union all select rolname from pg_catalog.pg_roles
          union all select schema_name from registry.clinic) as there where name = '{spoilt}'"
    );
    assert_eq!(clinic.count(&left).await, 0);
}

#[tokio::test]
async fn a_former_clinics_address_is_taken_while_it_is_held() {
    let _alone = WARM_POOL.lock().await;
    let clinic = with_spares(1).await;
    let held = fresh();
    let planted = format!(
        "insert into registry.held_subdomain (subdomain, clinic_id, reason, held_at)
         values ('{held}', '{}', 'renamed', now())",
        clinic.provisioned.id
    );
    clinic.plant(&planted).await;
    submit(&clinic.server, sign_up(&held)).await.refused_field("subdomain");
    // The function that claims a clinic also checks this, whoever calls it.
    let claim = format!("select registry.claim_spare('{held}', 'Squatter', 'UTC', now(), '', 'z')::text as id");
    let claimed: Option<String> = clinic.rows(&claim).await[0].try_get("", "id").unwrap();
    assert_eq!(claimed, None);
    assert_eq!(spares(&clinic).await, 1);
}
