use std::time::Duration;

use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use sea_orm::{ConnectionTrait, TransactionTrait};
use serde_json::{Value, json};

use crate::testing::{Answer, Client, PASSWORD, Server, TestClinic, factories};
use base::permission::Role;
use practice::clinical::findings::VITALS;

const PATH: &str = "/api/clinic/settings";

async fn read_settings(client: &Client) -> Value {
    client.get(PATH).await.expect(StatusCode::OK)
}

async fn change_seen(client: &Client, version: &str, new: &Value) -> Answer {
    let mut request = client.request(Method::PUT, PATH, Some(new));
    request.headers_mut().insert("if-match", version.parse().unwrap());
    client.send(request).await
}

/// The clinic's name and zone in the registry.
async fn registered(clinic: &TestClinic) -> (String, String) {
    let rows = clinic.rows("select name, time_zone from registry.clinic where schema_name = '{}'").await;
    (rows[0].try_get("", "name").unwrap(), rows[0].try_get("", "time_zone").unwrap())
}

/// The data of the app's frame.
async fn greeted(client: &Client) -> Value {
    client.get("/api/auth/session").await.expect(StatusCode::OK)["clinic"].take()
}

/// Checks that the change is refused and nothing has changed. Returns the sentence.
async fn refused(clinic: &TestClinic, owner: &Client, new: Value, field: &str) -> String {
    let before = (clinic.fingerprint().await, registered(clinic).await);
    let words = owner.put(PATH, new).await.refused_field(field);
    assert_eq!((clinic.fingerprint().await, registered(clinic).await), before, "{field}");
    words
}

#[tokio::test]
async fn changed_settings_are_returned_and_shown_to_everybody() {
    let server = Server::new();
    let (clinic, another) = (server.clinic().await, server.clinic().await);
    let owner = clinic.owner().await;
    let elsewhere = read_settings(&another.owner().await).await;
    let mut expected = factories::settings();
    let answer = owner.put(PATH, expected.clone()).await.expect(StatusCode::OK);
    expected["subdomain"] = json!(clinic.provisioned.subdomain);
    expected["version"] = json!(2);
    expected["normal_findings"] = json!({ "ros": [], "pe": [] });
    assert_eq!(answer, expected);
    assert_eq!(read_settings(&owner).await, expected);
    assert_eq!(read_settings(&clinic.signed_in_as(Role::Staff).await).await, expected);
    assert_eq!(factories::audited(&clinic, "member", "clinic.settings.write", &[], &[]).await, 1);
    assert_eq!(read_settings(&another.owner().await).await, elsewhere, "the other clinic is as it was");
}

#[tokio::test]
async fn computed_fields_are_accepted_and_ignored() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let before = read_settings(&owner).await;
    let mut same = before.clone();
    same["subdomain"] = json!("somebody-elses");
    same["version"] = json!(99);
    let mut answer = owner.put(PATH, same).await.expect(StatusCode::OK);
    assert_eq!(answer["version"], 2);
    answer["version"] = json!(1);
    assert_eq!(answer, before);
    assert_eq!(clinic.count("{}.job").await, 0, "the registry has nothing to hear of");
}

#[tokio::test]
async fn the_name_and_the_time_zone_are_written_to_the_registry() {
    let server = Server::new();
    let (clinic, another) = (server.clinic().await, server.clinic().await);
    let owner = clinic.owner().await;
    let elsewhere = registered(&another).await;
    owner.put(PATH, factories::settings()).await.expect(StatusCode::OK);
    let renamed = ("Larkspur Aesthetics".to_owned(), "America/Los_Angeles".to_owned());
    assert_eq!(registered(&clinic).await, renamed);
    assert_eq!(
        greeted(&owner).await,
        json!({ "name": renamed.0, "subdomain": clinic.provisioned.subdomain, "time_zone": renamed.1 })
    );
    assert_eq!(registered(&another).await, elsewhere);
    // The job finds nothing left to do.
    assert_eq!(clinic.count("{}.job where kind = 'clinic_profile' and attempts = 0").await, 1);
    assert_eq!(clinic.count("{}.job where strpos(payload::text, 'Larkspur') > 0").await, 0);
    factories::mails(&clinic).await;
    assert_eq!(clinic.count("{}.job where done_at is not null and attempts = 1").await, 1);
    assert_eq!(registered(&clinic).await, renamed);
}

#[tokio::test]
async fn a_new_name_is_kept_while_the_registry_is_unreachable() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let old = registered(&clinic).await;
    let busy = clinic.owner_db.raw().begin().await.unwrap();
    let lock = format!("select id from registry.clinic where schema_name = '{}' for update", clinic.provisioned.schema);
    busy.execute_unprepared(&lock).await.unwrap();
    let answer = owner.put(PATH, factories::settings()).await.expect(StatusCode::OK);
    assert_eq!(answer["name"], "Larkspur Aesthetics");
    assert_eq!(read_settings(&owner).await, answer);
    assert_eq!(registered(&clinic).await, old);
    busy.rollback().await.unwrap();
    factories::mails(&clinic).await;
    assert_eq!(registered(&clinic).await.0, "Larkspur Aesthetics");
    assert_eq!(clinic.count("{}.job where done_at is not null").await, 1);
}

#[tokio::test]
async fn an_older_change_never_overtakes_a_newer_one() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let mut new = factories::settings();
    for name in ["The first", "The second"] {
        new["name"] = json!(name);
        owner.put(PATH, new.clone()).await.expect(StatusCode::OK);
    }
    assert_eq!(clinic.count("{}.job where attempts = 0").await, 1, "one job brings whatever is there then");
    factories::mails(&clinic).await;
    assert_eq!(clinic.count("{}.job where done_at is not null").await, 1);
    assert_eq!(registered(&clinic).await.0, "The second");
}

#[tokio::test]
async fn other_servers_are_notified_of_a_new_name() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let other = Server::new();
    let there = owner.clone().on(other.router.clone());
    let watching = tokio::spawn(tenancy::watch(other.app.directory.clone(), other.config.database_direct_url.clone()));
    let mut new = factories::settings();
    // The start of the listener may cover the first change; the second comes as a notification.
    for name in ["The first", "The second"] {
        greeted(&there).await;
        new["name"] = json!(name);
        owner.put(PATH, new.clone()).await.expect(StatusCode::OK);
        let notified = async {
            while greeted(&there).await["name"] != name {
                tokio::task::yield_now().await;
            }
        };
        // Less than the five seconds after which the cache alone would expire.
        assert!(tokio::time::timeout(Duration::from_secs(4), notified).await.is_ok(), "{name} was not notified");
    }
    watching.abort();
}

#[tokio::test]
async fn appointments_keep_their_instant_in_a_new_zone() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let book = async |time: &str| {
        let new = json!({ "patient_id": patient, "appointment_time": time });
        owner.post("/api/appointments", new).await.expect(StatusCode::CREATED)["starts_at"].take()
    };
    assert_eq!(book("2027-03-01T10:00").await, "2027-03-01T15:00:00Z");
    owner.put(PATH, factories::settings()).await.expect(StatusCode::OK);
    assert_eq!(book("2027-03-01T11:00").await, "2027-03-01T19:00:00Z");
    let listed = owner.get("/api/appointments?from=2027-03-01").await.expect(StatusCode::OK);
    assert_eq!(listed[0]["starts_at"], "2027-03-01T15:00:00Z");
}

#[tokio::test]
async fn every_setting_is_validated() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let with = |field: &str, value: &Value| {
        let mut new = factories::settings();
        new[field] = value.clone();
        new
    };
    for (field, least, most) in [
        ("idle_minutes", 5, 60),
        ("consent_link_days", 1, 365),
        ("exam_valid_months", 1, 24),
        ("points_expire_months", 1, 120),
        ("adult_age", 18, 21),
    ] {
        for edge in [json!(least), json!(most), json!(most.to_string())] {
            let answer = owner.put(PATH, with(field, &edge)).await.expect(StatusCode::OK);
            assert_eq!(answer[field].to_string(), edge.to_string().replace('"', ""), "{field}");
        }
        for beyond in [json!(least - 1), json!(most + 1), json!(7.5), json!("often"), json!(i64::MAX), json!([])] {
            let words = refused(&clinic, &owner, with(field, &beyond), field).await;
            assert_eq!(words, format!("must be a whole number from {least} to {most}"), "{beyond}");
        }
    }
    for name in [json!("x".repeat(201)), json!("a\nb"), json!(5)] {
        refused(&clinic, &owner, with("name", &name), "name").await;
    }
    for zone in ["Mars/Olympus", "america/new_york", "EDT", "+02:00", "../../etc/passwd"] {
        let words = refused(&clinic, &owner, with("time_zone", &json!(zone)), "time_zone").await;
        assert_eq!(words, "must be a time zone such as America/New_York", "{zone}");
    }
    refused(&clinic, &owner, with("second_factor", &json!("never")), "second_factor").await;
    refused(&clinic, &owner, with("owner", &json!(1)), "owner").await;
    for time in ["9:30", "24:00", "09:60", "noon", "09:30:00", "+9:30"] {
        let words = refused(&clinic, &owner, with("opens_at", &json!(time)), "opens_at").await;
        assert_eq!(words, "must be a time such as 09:30", "{time}");
    }
    refused(&clinic, &owner, with("closes_at", &json!("08:30")), "closes_at").await;
    refused(&clinic, &owner, with("missing_consents", &json!("ask")), "missing_consents").await;
    refused(&clinic, &owner, with("audit_heads", &json!("fax")), "audit_heads").await;
    // A page of an earlier release sends no opening hours and nothing about points or missing consents, so they stay.
    let is_newer = |field: &str| {
        field.ends_with("s_at")
            || ["points_expire_months", "adult_age", "missing_consents", "audit_heads"].contains(&field)
    };
    let is_older = |field: &&String| !is_newer(field);
    for field in factories::settings().as_object().unwrap().keys().filter(is_older) {
        let mut new = factories::settings();
        new.as_object_mut().unwrap().remove(field);
        refused(&clinic, &owner, new, field).await;
        refused(&clinic, &owner, with(field, &Value::Null), field).await;
    }
    // Spaces around the name are trimmed without an error.
    let answer = owner.put(PATH, with("name", &json!("  Larkspur  "))).await.expect(StatusCode::OK);
    assert_eq!(answer["name"], "Larkspur");
}

#[tokio::test]
async fn every_list_entry_can_be_joined_and_split_again() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let with = |list: &str, entries: Value| {
        let mut new = factories::settings();
        *new.pointer_mut(&format!("/findings/{list}")).unwrap() = entries;
        new
    };
    for (list, field) in
        [("vitals", "findings.vitals"), ("ros/skin", "findings.ros.skin"), ("pe/heent", "findings.pe.heent")]
    {
        for (entries, words) in [
            (json!(["one", "  "]), "entry 2 is required"),
            (json!(["x".repeat(201)]), "entry 1 must be at most 200 characters"),
            (json!(["a\u{7}b"]), "entry 1 holds a character that cannot be saved"),
            (json!(["one", "two; three"]), "entry 2 must not hold \";\", which stands between entries"),
            (json!(["Dry skin", "other", " DRY Skin "]), "entry 3 is there twice"),
            (json!(vec!["x"; 61]), "must have at most 60 entries"),
        ] {
            assert_eq!(refused(&clinic, &owner, with(list, entries), field).await, words, "{list}");
        }
        let answer = owner.put(PATH, with(list, json!(["  Second ", "first"]))).await.expect(StatusCode::OK);
        assert_eq!(answer.pointer(&format!("/findings/{list}")).unwrap(), &json!(["Second", "first"]));
    }
    // Vitals are joined with commas; a finding may hold one.
    let comma = json!(["Warm, dry and intact"]);
    refused(&clinic, &owner, with("vitals", comma.clone()), "findings.vitals").await;
    owner.put(PATH, with("pe/skin", comma)).await.expect(StatusCode::OK);
    for entries in [json!("one"), json!([1]), json!([null]), Value::Null] {
        refused(&clinic, &owner, with("ros/gi", entries), "findings").await;
    }
    let mut new = factories::settings();
    new["findings"]["ros"]["toes"] = json!([]);
    refused(&clinic, &owner, new, "findings").await;
    let mut new = factories::settings();
    new["findings"]["vitals"] = json!([""]);
    new["findings"]["pe"]["gu"] = json!([""]);
    let fields = owner.put(PATH, new).await.refused(StatusCode::UNPROCESSABLE_ENTITY, "invalid");
    assert_eq!(fields["fields"].as_object().unwrap().len(), 2, "all errors are reported at once");
}

#[tokio::test]
async fn lists_may_be_empty_or_full() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let of = |list: &Value| {
        let mut new = factories::settings();
        new["findings"]["vitals"] = list.clone();
        for part in ["ros", "pe"] {
            for (_, texts) in new["findings"][part].as_object_mut().unwrap() {
                *texts = list.clone();
            }
        }
        new
    };
    let full: Value = (0..60).map(|number| format!("{number:-<200}")).collect();
    for list in [full, json!([])] {
        let new = of(&list);
        let answer = owner.put(PATH, new.clone()).await.expect(StatusCode::OK);
        assert_eq!(answer["findings"], new["findings"]);
        assert_eq!(read_settings(&owner).await["findings"], new["findings"]);
    }
    assert_eq!(clinic.count("{}.finding").await, 0);
}

#[tokio::test]
async fn the_default_lists_can_be_restored() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let first = read_settings(&owner).await;
    let mut new = factories::settings();
    owner.put(PATH, new.clone()).await.expect(StatusCode::OK);
    new["findings"] = owner.get("/api/clinic/settings/default-findings").await.expect(StatusCode::OK);
    assert_eq!(new["findings"]["vitals"], json!(VITALS));
    assert_eq!(new["findings"], first["findings"]);
    let answer = owner.put(PATH, new).await.expect(StatusCode::OK);
    assert_eq!(answer["findings"], first["findings"]);
}

#[tokio::test]
async fn a_change_of_an_older_version_is_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let mut new = factories::settings();
    change_seen(&owner, "\"1\"", &new).await.expect(StatusCode::OK);
    new["idle_minutes"] = json!(20);
    let before = clinic.fingerprint().await;
    for stale in ["\"1\"", "1", "\"3\"", "*", "x"] {
        change_seen(&owner, stale, &new).await.refused(StatusCode::PRECONDITION_FAILED, "stale");
    }
    assert_eq!(clinic.fingerprint().await, before);
    change_seen(&owner, "2", &new).await.expect(StatusCode::OK);
    owner.put(PATH, new).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn of_many_concurrent_changes_of_one_version_one_succeeds() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let tries: Vec<_> = (0..8)
        .map(|number| {
            let (owner, mut new) = (owner.clone(), factories::settings());
            new["name"] = json!(format!("Name {number}"));
            tokio::spawn(async move { change_seen(&owner, "1", &new).await })
        })
        .collect();
    let mut won = Vec::new();
    for attempt in tries {
        let answer = attempt.await.unwrap();
        match answer.status {
            StatusCode::OK => won.push(answer.json()),
            status => assert_eq!(status, StatusCode::PRECONDITION_FAILED),
        }
    }
    assert_eq!(won.len(), 1);
    assert_eq!(read_settings(&owner).await, won[0]);
    assert_eq!(registered(&clinic).await.0, won[0]["name"]);
}

#[tokio::test]
async fn a_change_needs_a_fresh_proof() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for _ in 0..2 {
        clinic.clock().advance(TimeDelta::minutes(8));
        read_settings(&owner).await;
    }
    let before = clinic.fingerprint().await;
    owner.put(PATH, factories::settings()).await.refused(StatusCode::FORBIDDEN, "proof_required");
    assert_eq!(clinic.fingerprint().await, before);
    owner.post("/api/auth/prove", json!({ "password": PASSWORD })).await.expect(StatusCode::OK);
    owner.put(PATH, factories::settings()).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_shorter_idle_time_applies_to_existing_sessions() {
    let clinic = TestClinic::new().await;
    let (owner, nurse) = (clinic.owner().await, clinic.signed_in_as(Role::Nurse).await);
    let mut new = factories::settings();
    new["idle_minutes"] = json!(5);
    owner.put(PATH, new).await.expect(StatusCode::OK);
    clinic.clock().advance(TimeDelta::seconds(5 * 60 + 1));
    nurse.get("/api/patients").await.refused(StatusCode::UNAUTHORIZED, "signed_out");
}

#[tokio::test]
async fn requiring_a_second_factor_applies_to_oneself_at_once() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let mut settings = factories::settings();
    settings["second_factor"] = json!("required");
    let changed = owner.put(PATH, settings).await.expect(StatusCode::OK);
    assert_eq!(changed["second_factor"], "required");
    owner.get("/api/patients").await.refused(StatusCode::FORBIDDEN, "second_factor_required");
}
