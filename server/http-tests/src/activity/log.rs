//! Reading the log.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use sea_orm::{ConnectionTrait, DbBackend, Iterable, QueryTrait, Statement};
use serde_json::{Value, json};

use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;
use practice::activity::entries::{self, Filter};

async fn log(client: &Client, query: &str) -> Vec<Value> {
    client.get(&format!("/api/audit?{query}")).await.expect(StatusCode::OK).as_array().unwrap().clone()
}

fn actions(entries: &[Value]) -> Vec<&str> {
    entries.iter().map(|entry| entry["action"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn the_log_shows_who_did_what_with_whose_data_when_and_from_where() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let entries = log(&owner, "limit=2").await;
    let newest = &entries[0];
    assert_eq!(newest["action"], "patient.create");
    assert_eq!(newest["phrase"], "Added a client");
    assert_eq!(newest["group"], "patients");
    assert_eq!(newest["actor"], "member");
    assert_eq!(newest["member"]["name"], "Olive Owner");
    assert_eq!(newest["role"], "Medical Director, owner");
    assert_eq!(newest["patients"], json!([{ "id": patient, "name": "Nora Lindqvist" }]));
    assert_eq!(newest["patient_count"], 1);
    assert_eq!(newest["outcome"], "done");
    assert_eq!(newest["ip"], "::");
    let at: chrono::DateTime<chrono::Utc> = newest["at"].as_str().unwrap().parse().unwrap();
    assert!(clinic.clock().now() - at < chrono::TimeDelta::minutes(1));
    assert_eq!((&entries[1]["action"], &entries[1]["actor"]), (&json!("auth.login"), &json!("visitor")));
    assert_eq!(entries[1]["member"]["name"], "Olive Owner");
}

#[tokio::test]
async fn a_role_in_the_log_is_the_one_of_that_time() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    factories::patient(&nurse).await;
    clinic.plant("update {}.member set role = 'Staff' where role = 'Nurse'").await;
    let entries = log(&owner, "group=patients").await;
    assert_eq!(entries[0]["role"], "Nurse");
}

#[tokio::test]
async fn the_log_is_filtered_by_patient_person_kind_and_day() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let provider_id = factories::id(&provider.get("/api/auth/session").await.expect(StatusCode::OK)["member"]);
    let (seen, other) = (factories::patient(&owner).await, factories::patient(&owner).await);
    provider.get(&format!("/api/patients/{seen}")).await.expect(StatusCode::OK);
    provider.get(&format!("/api/patients/{other}")).await.expect(StatusCode::OK);
    provider.get(&format!("/api/gfe/{seen}")).await.expect(StatusCode::OK);
    let of_patient = log(&owner, &format!("patientId={seen}")).await;
    assert_eq!(actions(&of_patient), ["gfe.read", "patient.read", "patient.create"]);
    let of_provider = log(&owner, &format!("memberId={provider_id}")).await;
    assert_eq!(actions(&of_provider), ["gfe.read", "patient.read", "patient.read", "auth.login"]);
    let both = log(&owner, &format!("memberId={provider_id}&patientId={seen}&group=exams")).await;
    assert_eq!(actions(&both), ["gfe.read"]);
    assert_eq!(log(&owner, "patientId=1").await, Vec::<Value>::new(), "nobody of this clinic");
}

#[tokio::test]
async fn members_who_left_can_still_be_filtered_by() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    let id = factories::id(&nurse.get("/api/auth/session").await.expect(StatusCode::OK)["member"]);
    factories::patient(&nurse).await;
    owner.delete(&format!("/api/team/{id}")).await.expect(StatusCode::NO_CONTENT);
    let people = owner.get("/api/audit/people").await.expect(StatusCode::OK);
    let people: Vec<_> = people.as_array().unwrap().iter().map(|one| (&one["name"], &one["has_left"])).collect();
    assert_eq!(people, [(&json!("Olive Owner"), &json!(false)), (&json!("Robin Nurse"), &json!(true))]);
    assert_eq!(actions(&log(&owner, &format!("memberId={id}")).await), ["patient.create", "auth.login"]);
}

#[tokio::test]
async fn the_logs_days_are_in_the_clinics_time_zone() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::patient(&owner).await;
    // This is still the 9th in New York (summer time, four hours behind).
    clinic.plant("update {}.audit set at = '2026-06-10T03:59:59Z' where action = 'patient.create'").await;
    let on = async |query: &str| actions(&log(&owner, query).await).contains(&"patient.create");
    assert!(on("from=2026-06-09&to=2026-06-09").await);
    assert!(!on("from=2026-06-10&to=2026-06-10").await);
    assert!(!on("to=2026-06-08").await);
    clinic.plant("update {}.audit set at = '2026-06-10T04:00:00Z' where action = 'patient.create'").await;
    assert!(on("from=2026-06-10&to=2026-06-10").await);
    assert!(!on("from=2026-06-09&to=2026-06-09").await);
}

#[tokio::test]
async fn pages_follow_each_other_without_gaps_or_repeats() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for _ in 0..5 {
        factories::patient(&owner).await;
    }
    // Two entries have the same time.
    clinic.plant("update {}.audit set at = (select max(at) from {}.audit) where action = 'patient.create'").await;
    let all: Vec<_> = log(&owner, "group=patients&limit=1000").await.iter().map(factories::id).collect();
    assert_eq!(all.len(), 5);
    let (mut seen, mut path) = (Vec::new(), Some("/api/audit?group=patients&limit=2".to_owned()));
    while let Some(next) = path {
        let answer = owner.get(&next).await;
        path = answer.next_page();
        assert!(path.as_ref().is_none_or(|next| next.contains("group=patients")), "{path:?}");
        seen.extend(answer.expect(StatusCode::OK).as_array().unwrap().iter().map(factories::id));
    }
    assert_eq!(seen, all);
}

#[tokio::test]
async fn reading_the_log_is_logged() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    log(&owner, &format!("patientId={patient}")).await;
    owner.get(&format!("/api/audit/export?patientId={patient}")).await;
    assert_eq!(factories::audited(&clinic, "member", "audit.read", &[patient], &[]).await, 1);
    assert_eq!(factories::audited(&clinic, "member", "audit.export", &[patient], &[]).await, 1);
    let entries = log(&owner, "group=activity_log").await;
    assert_eq!(actions(&entries), ["audit.export", "audit.read"]);
}

#[tokio::test]
async fn only_roles_with_the_permission_read_the_log() {
    let clinic = TestClinic::new().await;
    for role in Role::iter() {
        let client = clinic.signed_in_as(role).await;
        let may = matches!(role, Role::MedicalDirector | Role::PracticeManager);
        for path in ["/api/audit", "/api/audit/export", "/api/audit/people"] {
            let answer = client.get(path).await;
            if may {
                assert_eq!(answer.status, StatusCode::OK, "{role:?} {path}");
            } else {
                answer.refused(StatusCode::FORBIDDEN, "forbidden");
            }
        }
    }
    let denied = log(&clinic.owner().await, "group=activity_log").await;
    let denied: Vec<_> = denied.iter().filter(|entry| entry["outcome"] == "denied").collect();
    assert_eq!(denied.len(), 10, "the attempts are entries as well");
}

#[tokio::test]
async fn invalid_filters_are_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for query in ["from=soon", "patientId=x", "group=everything", "limit=-1"] {
        owner.get(&format!("/api/audit?{query}")).await.refused_field("query");
    }
    for path in ["/api/audit", "/api/audit/export"] {
        owner.get(&format!("{path}?from=%2B262142-12-31")).await.refused_field("from");
        owner.get(&format!("{path}?from=2026-06-02&to=2026-06-01")).await.refused_field("to");
    }
    assert_eq!(log(&owner, "after=1").await, Vec::<Value>::new());
}

#[tokio::test]
async fn the_export_is_csv_without_formulas() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let new = json!({ "first_name": "=HYPERLINK(\"http://evil.example\")", "last_name": "O'Hara;=1, \"Zoë\"" });
    let patient = factories::id(&owner.post("/api/patients", new).await.expect(StatusCode::CREATED));
    clinic.plant("update {}.audit set user_agent = '=cmd|'' /C calc''!A0' where action = 'patient.create'").await;
    let answer = owner.get("/api/audit/export?group=patients").await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.headers["content-type"], "text/csv; charset=utf-8; header=present");
    let disposition = answer.headers["content-disposition"].to_str().unwrap();
    assert!(disposition.starts_with("attachment; filename=\"activity-") && disposition.ends_with(".csv\""));
    let (heading, rows) = answer.text.split_once("\r\n").unwrap();
    assert_eq!(
        heading,
        "\"time\",\"time_utc\",\"who\",\"role\",\"what\",\"outcome\",\"patients\",\"patient_count\",\"address\",\"browser\",\"entry\",\"changes\""
    );
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(rows.as_bytes());
    let records: Vec<_> = reader.records().map(Result::unwrap).collect();
    assert_eq!(records.len(), 1);
    assert_eq!(&records[0][2], "Olive Owner");
    assert_eq!(&records[0][4], "Added a client");
    assert_eq!(&records[0][6], format!("'=HYPERLINK(\"http://evil.example\") O'Hara;'=1, \"Zoë\" (#{patient})"));
    assert_eq!(&records[0][9], "'=cmd|' /C calc'!A0");
}

#[tokio::test]
async fn a_long_export_comes_in_parts_even_when_a_day_has_many_anonymous_rows() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    plant(&clinic, 10).await;
    // Rows as anonymous requests for password links leave them, all on one day.
    clinic
        .plant(
            "insert into {}.audit (at, request_id, actor, action, outcome, patient_ids, object_ids, ip, user_agent)
             select timestamptz '2020-01-01T12:00:00Z' + n * interval '1 second', gen_random_uuid(), 'visitor', 'auth.forgot',
                'done', array[]::bigint[], array[]::bigint[], '203.0.113.7', '-' from generate_series(1, 20010) n",
        )
        .await;
    let first = "/api/audit/export?from=2020-01-01&to=2020-01-01";
    let (mut path, mut parts, mut entries) = (Some(first.to_owned()), 0, BTreeSet::new());
    while let Some(wanted) = path {
        let answer = owner.get(&wanted).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        let kind = if parts == 0 { "present" } else { "absent" };
        assert_eq!(answer.headers["content-type"], format!("text/csv; charset=utf-8; header={kind}"));
        let mut reader = csv::ReaderBuilder::new().has_headers(parts == 0).from_reader(answer.text.as_bytes());
        for record in reader.records() {
            assert!(entries.insert(record.unwrap()[10].to_owned()), "an entry came twice");
        }
        parts += 1;
        path = answer.next_page();
    }
    assert_eq!(parts, 2);
    // Six of the ten planted rows fall on that day in the clinic's zone.
    assert_eq!(entries.len(), 20_010 + 6, "none is missing");
}

/// Rows of several years, an hour apart: about five hundred patients, every fiftieth row by a member.
async fn plant(clinic: &TestClinic, rows: u32) {
    clinic
        .plant(&format!(
            "insert into {{}}.audit (at, request_id, member_id, actor, action, outcome, patient_ids, object_ids, ip, user_agent)
             select timestamptz '2020-01-01' + n * interval '1 hour', gen_random_uuid(),
                    case when n % 50 = 0 then (select min(id) from {{}}.member) end, 'member',
                    case when n % 400 = 0 then 'clinic.settings.write' else 'patient.read' end, 'done',
                    array[n % 500]::bigint[], array[]::bigint[], '203.0.113.9', 'a browser'
             from generate_series(1, {rows}) n"
        ))
        .await;
    clinic.plant("analyze {}.audit").await;
}

/// With many rows every filter uses an index and never scans the whole table.
#[tokio::test]
async fn no_query_of_a_long_log_reads_all_of_it() {
    let clinic = TestClinic::new().await;
    clinic.owner().await;
    plant(&clinic, 30_000).await;
    let day = |text: &str| Some(text.parse().unwrap());
    let nothing = Filter {
        patient_id: None,
        merged: Vec::new(),
        merged_periods: Vec::new(),
        member_id: None,
        group: None,
        from: None,
        to: None,
    };
    let looks = [
        ("audit_newest", nothing.clone()),
        ("audit_newest", Filter { from: day("2021-02-01"), to: day("2021-02-28"), ..nothing.clone() }),
        ("audit_patient", Filter { patient_id: Some(77.into()), ..nothing.clone() }),
        ("audit_patient", Filter { patient_id: Some(77.into()), merged: vec![78.into()], ..nothing.clone() }),
        ("audit_member_newest", Filter { member_id: Some(clinic.first_id.into()), ..nothing.clone() }),
        ("audit_action_newest", Filter { group: Some(practice::activity::ActionGroup::Settings), ..nothing }),
    ];
    let tx = clinic.owner_db.inspect(tenancy::MAIN, &clinic.provisioned.schema).await.unwrap();
    for (index, filter) in looks {
        let statement = entries::newest(&filter, chrono_tz::America::New_York, 100).build(DbBackend::Postgres);
        let explain = Statement { sql: format!("explain {}", statement.sql), ..statement };
        let plan: Vec<String> =
            tx.query_all_raw(explain).await.unwrap().iter().map(|row| row.try_get_by_index(0).unwrap()).collect();
        let plan = plan.join("\n");
        assert!(plan.contains(index) && !plan.contains("Seq Scan"), "{filter:?}\n{plan}");
    }
}

#[tokio::test]
async fn renaming_a_member_leaves_earlier_rows_unchanged_and_is_logged() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    factories::patient(&nurse).await;
    let me = nurse.get("/api/auth/session").await.expect(StatusCode::OK)["member"].clone();
    let id = factories::id(&me);
    let mut renamed = crate::testing::world::new_member(me["email"].as_str().unwrap());
    renamed["first_name"] = json!("Casey");
    renamed["last_name"] = json!("Married");
    renamed["license_number"] = json!("RN-2");
    owner.put(&format!("/api/team/{id}"), renamed).await.expect(StatusCode::OK);
    let log = owner.get("/api/audit").await.expect(StatusCode::OK);
    let entry = |action: &str| log.as_array().unwrap().iter().find(|entry| entry["action"] == action).unwrap().clone();
    assert_eq!(entry("patient.create")["member"]["name"], "Robin Nurse");
    // Nobody was signed in yet; the entry still concerns the member.
    let signed_in =
        log.as_array().unwrap().iter().find(|entry| entry["action"] == "auth.login" && entry["member"]["id"] == id);
    assert_eq!(signed_in.unwrap()["member"]["name"], "Robin Nurse");
    let changes = entry("team.update")["changes"].clone();
    let change = |field: &str, from: &str, to: &str| json!({ "field": field, "from": from, "to": to });
    assert_eq!(
        changes,
        json!([
            change("first_name", "Robin", "Casey"),
            change("last_name", "Nurse", "Married"),
            change("hire_date", "2024-01-01", "2026-01-05"),
            { "field": "license_number", "from": null, "to": "RN-2" },
        ])
    );
    owner.delete(&format!("/api/team/{id}")).await.expect(StatusCode::NO_CONTENT);
    let log = owner.get("/api/audit").await.expect(StatusCode::OK);
    let removed = log.as_array().unwrap().iter().find(|entry| entry["action"] == "team.delete").unwrap().clone();
    assert_eq!(removed["changes"][0], change("status", "active", "inactive"));
    assert_eq!((&removed["changes"][1]["field"], &removed["changes"][1]["from"]), (&json!("removed_at"), &json!(null)));
    let table = owner.get("/api/audit/export").await.text;
    assert!(table.contains("first_name: Robin -> Casey"), "{table}");
    assert!(!table.contains("argon2"), "no secret");
}

/// Nobody is signed in yet; the entry concerns the member under the name of that time.
#[tokio::test]
async fn sign_in_rows_keep_the_name_role_and_license_of_their_time() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let email = factories::member(&clinic, Role::Nurse).await;
    clinic.plant(&format!("update {{}}.member set license_number = 'RN-1' where email = '{email}'")).await;
    clinic.anonymous().sign_in(&email).await;
    let wrong = json!({ "email": email, "password": "not the password" });
    clinic.anonymous().post("/api/auth/login", wrong).await.expect(StatusCode::UNAUTHORIZED);
    clinic.anonymous().post("/api/auth/forgot", json!({ "email": email })).await.expect(StatusCode::NO_CONTENT);
    let nobody = json!({ "email": "nobody@clinic.example", "password": "not the password" });
    clinic.anonymous().post("/api/auth/login", nobody).await.expect(StatusCode::UNAUTHORIZED);
    clinic
        .plant(&format!(
            "update {{}}.member set first_name = 'Casey', last_name = 'Married', role = 'Provider', license_number = 'MD-2'
             where email = '{email}'"
        ))
        .await;
    let about = log(&owner, "group=sign_in").await;
    let of = |entry: &Value| [entry["member"]["name"].clone(), entry["role"].clone()];
    let nurse = [json!("Robin Nurse"), json!("Nurse")];
    let owners = [json!("Olive Owner"), json!("Medical Director, owner")];
    let sentences: Vec<_> = about.iter().map(of).collect();
    assert_eq!(sentences, [nurse.clone(), nurse.clone(), nurse, owners], "the newest first");
    let kept = "{}.audit where actor = 'visitor' and actor_name = 'Robin Nurse' and actor_licence = 'RN-1'";
    assert_eq!(clinic.count(kept).await, 3);
    let table = owner.get("/api/audit/export?group=sign_in").await.text;
    assert_eq!(table.matches("\"Robin Nurse\",\"Nurse\"").count(), 3, "{table}");
    assert!(!table.contains("Casey"), "{table}");
}
