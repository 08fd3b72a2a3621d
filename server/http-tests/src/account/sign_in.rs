use axum::http::{StatusCode, header::SET_COOKIE};
use serde_json::{Value, json};

use super::login;
use crate::testing::{Client, PASSWORD, Server, TestClinic, config, factories};
use base::permission::{Grants, Role};
use config::BaseUrl;
use tenancy::Db;

#[tokio::test]
async fn signing_in_returns_the_member_the_clinic_and_the_permissions() {
    let clinic = TestClinic::new().await;
    let email = factories::member(&clinic, Role::MedicalDirector).await;
    let answer = login(&clinic.anonymous(), &email, PASSWORD).await;
    let client = clinic.anonymous().with_cookie_of(&answer);
    let session = answer.expect(StatusCode::OK);
    let member = &session["member"];
    assert_eq!((&member["email"], &member["role"]), (&json!(email), &json!("Medical Director")));
    assert_eq!((&member["first_name"], &member["is_owner"]), (&json!("Robin"), &json!(false)));
    assert!(factories::id(member) > clinic.first_id);
    assert_eq!(session["clinic"]["subdomain"], clinic.provisioned.subdomain);
    assert_eq!(session["clinic"]["time_zone"], "America/New_York");
    assert_eq!(session["idle_minutes"], 15);
    let names = |field: &str| -> Vec<String> { serde_json::from_value(session[field].clone()).unwrap() };
    let (full, limited) = (names("permissions"), names("limited_permissions"));
    let grants = Grants { role: Role::MedicalDirector, is_owner: false };
    for (permission, access) in grants.permissions() {
        let (in_full, in_part) =
            (full.iter().any(|name| name == permission), limited.iter().any(|name| name == permission));
        assert_eq!(
            (in_full, in_part),
            (access == base::permission::Access::Full, access != base::permission::Access::Full),
            "{permission}"
        );
    }
    assert!(full.contains(&"treatment.approve".to_owned()) && limited.contains(&"team.write".to_owned()));
    assert!(!full.contains(&"team.delete".to_owned()) && !full.contains(&"-".to_owned()));
    let again = client.get("/api/auth/session").await.expect(StatusCode::OK);
    let but_times = |session: &Value| {
        let mut session = session.clone();
        for time in ["expires_at", "proved_until"] {
            assert!(session[time].take().is_string(), "{time}");
        }
        session
    };
    assert_eq!(but_times(&again), but_times(&session));
    let about = format!("{{}}.audit where action = 'auth.login' and outcome = 'done' and member_id = {}", member["id"]);
    assert_eq!(clinic.count(&about).await, 1);
}

#[tokio::test]
async fn every_failed_sign_in_gets_the_same_answer() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (inactive, removed, unset) = (
        factories::member(&clinic, Role::Nurse).await,
        factories::member(&clinic, Role::Nurse).await,
        factories::member(&clinic, Role::Nurse).await,
    );
    clinic.plant(&format!("update {{}}.member set status = 'inactive' where email = '{inactive}'")).await;
    clinic.plant(&format!("update {{}}.member set password_hash = null where email = '{unset}'")).await;
    let id = factories::member_id(&clinic, &removed).await;
    owner.delete(&format!("/api/team/{id}")).await.expect(StatusCode::NO_CONTENT);
    let mut answers = Vec::new();
    for (what, email, password) in [
        ("wrong password", "owner@clinic.example", "another password"),
        ("another case of the password", "owner@clinic.example", "Correct Horse Battery"),
        ("the password and a space", "owner@clinic.example", "correct horse battery "),
        ("no password at all", unset.as_str(), "null"),
        ("unknown", "nobody@clinic.example", PASSWORD),
        ("no address", "owner", PASSWORD),
        ("wildcard", "%@clinic.example", PASSWORD),
        ("quoted", "' or 1=1--", PASSWORD),
        ("inactive", &inactive, PASSWORD),
        ("removed", &removed, PASSWORD),
        ("no password yet", &unset, PASSWORD),
    ] {
        let answer = login(&clinic.anonymous(), email, password).await;
        assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{what}: {}", answer.text);
        assert!(!answer.headers.contains_key(SET_COOKIE), "{what}");
        answers.push((what, answer.text, format!("{:?}", answer.headers)));
    }
    for (what, text, headers) in &answers {
        assert_eq!((text, headers), (&answers[0].1, &answers[0].2), "{what}");
    }
    let sentence = json!({ "error": "The e-mail address or the password is not right.", "code": "wrong_credentials" });
    assert_eq!(serde_json::from_str::<Value>(&answers[0].1).unwrap(), sentence);
    assert_eq!(clinic.count("{}.session").await, 1, "the owner's alone");
}

#[tokio::test]
async fn a_failed_sign_in_is_audited_for_a_member_and_not_for_an_unknown_address() {
    let clinic = TestClinic::new().await;
    login(&clinic.anonymous(), "owner@clinic.example", "another password").await;
    login(&clinic.anonymous(), "nobody@clinic.example", "another password").await;
    assert_eq!(clinic.count("{}.audit").await, 1);
    assert_eq!(clinic.count("{}.audit where action = 'auth.login' and outcome = 'denied' and actor = 'visitor' and member_id is not null").await, 1);
    clinic.anonymous().get("/api/patients").await.refused(StatusCode::UNAUTHORIZED, "signed_out");
    assert_eq!(clinic.count("{}.audit").await, 1, "an anonymous 401 leaves none");
}

#[tokio::test]
async fn an_address_signs_in_in_any_case() {
    let clinic = TestClinic::new().await;
    clinic.plant("update {}.member set email = 'Olive.Owner@Clinic.example' where is_owner").await;
    for typed in ["olive.owner@clinic.example", "OLIVE.OWNER@CLINIC.EXAMPLE", " Olive.Owner@clinic.EXAMPLE "] {
        let session = login(&clinic.anonymous(), typed, PASSWORD).await.expect(StatusCode::OK);
        assert_eq!(session["member"]["email"], "Olive.Owner@Clinic.example");
    }
}

#[tokio::test]
async fn an_invalid_sign_in_is_refused_by_field() {
    let clinic = TestClinic::new().await;
    let try_this = async |body: Value| clinic.anonymous().post("/api/auth/login", body).await;
    try_this(json!({})).await.refused_field("email");
    try_this(json!({ "email": "owner@clinic.example" })).await.refused_field("password");
    try_this(json!({ "email": "owner@clinic.example", "password": "" })).await.refused_field("password");
    try_this(json!({ "email": "owner@clinic.example", "password": 5 })).await.refused_field("password");
    try_this(json!({ "email": "owner@clinic.example", "password": "x".repeat(129) })).await.refused_field("password");
    try_this(json!({ "email": "a\u{0}b", "password": PASSWORD })).await.refused_field("email");
    try_this(json!({ "email": "x".repeat(201), "password": PASSWORD })).await.refused_field("email");
    try_this(json!({ "email": "owner@clinic.example", "password": PASSWORD, "role": "owner" }))
        .await
        .refused_field("role");
    try_this(json!(null)).await.refused(StatusCode::BAD_REQUEST, "not_json");
    assert_eq!(clinic.count("{}.session").await, 0);
}

#[tokio::test]
async fn sign_in_is_limited_to_twenty_tries() {
    let clinic = TestClinic::new().await;
    for turn in 0..20 {
        login(&clinic.anonymous(), &format!("nobody{turn}@clinic.example"), "x")
            .await
            .refused(StatusCode::UNAUTHORIZED, "wrong_credentials");
    }
    let answer = login(&clinic.anonymous(), "owner@clinic.example", PASSWORD).await;
    assert!(answer.headers["retry-after"].to_str().unwrap().parse::<u32>().unwrap() >= 1);
    answer.refused(StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
}

#[tokio::test]
async fn the_cookie_stays_on_its_host_and_out_of_scripts() {
    let clinic = TestClinic::new().await;
    let answer = login(&clinic.anonymous(), "owner@clinic.example", PASSWORD).await;
    let cookies: Vec<_> = answer.headers.get_all(SET_COOKIE).iter().collect();
    assert_eq!(cookies.len(), 2, "the session's, and one by which the device is known again");
    let (pair, attributes) = cookies[0].to_str().unwrap().split_once("; ").unwrap();
    assert!(pair.starts_with("celadon=ey"), "{pair}");
    assert_eq!(attributes, "Max-Age=43200; Path=/; HttpOnly; SameSite=Strict");
    let (device, attributes) = cookies[1].to_str().unwrap().split_once("; ").unwrap();
    assert_eq!(device, format!("celadon-device={}", "d".repeat(43)), "as the browser had it");
    assert_eq!(attributes, "Max-Age=34560000; Path=/; HttpOnly; SameSite=Strict");
    assert_eq!(answer.headers["cache-control"], "no-store");
    assert!(!answer.text.contains(pair.strip_prefix("celadon=").unwrap()), "scripts cannot read it");
}

#[tokio::test]
async fn over_https_the_cookie_is_bound_to_it() {
    let mut config = config();
    config.base_url = BaseUrl::parse("https://clinics.example").unwrap();
    let db = Db::new(&config.database_url, 4).unwrap();
    let clinic = Server::with_db(config, db).clinic().await;
    let host = format!("{}.clinics.example", clinic.provisioned.subdomain);
    let client = Client::new(clinic.server.router.clone(), host.clone());
    let body = json!({ "email": "owner@clinic.example", "password": PASSWORD });
    let mut request = client.request(axum::http::Method::POST, "/api/auth/login", Some(&body));
    request.headers_mut().insert("origin", format!("https://{host}").parse().unwrap());
    let answer = client.send(request).await;
    let cookie = answer.headers[SET_COOKIE].to_str().unwrap();
    assert!(cookie.starts_with("__Host-celadon=ey"), "{cookie}");
    assert!(cookie.ends_with("; Max-Age=43200; Path=/; HttpOnly; SameSite=Strict; Secure"), "{cookie}");
    let plain = client.clone().with_cookie_of(&answer);
    plain.get("/api/auth/session").await.expect(StatusCode::OK);
    let renamed = client.with_cookie(plain.cookie.unwrap().replace("__Host-", ""));
    renamed.get("/api/auth/session").await.refused(StatusCode::UNAUTHORIZED, "signed_out");
}
