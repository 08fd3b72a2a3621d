use axum::http::StatusCode;
use chrono::{DateTime, Months, Utc};
use chrono_tz::America::New_York;
use serde_json::{Value, json};

use crate::testing::{TestClinic, factories};
use base::permission::Role;

/// Everything that an exam may hold (specification 3).
const FINDINGS: [&str; 21] = [
    "vitals",
    "ros_constitutional",
    "ros_heent",
    "ros_cardio",
    "ros_resp",
    "ros_gi",
    "ros_gu",
    "ros_msk",
    "ros_neuro",
    "ros_skin",
    "ros_psych",
    "pe_constitutional",
    "pe_heent",
    "pe_cardio",
    "pe_resp",
    "pe_gi",
    "pe_gu",
    "pe_msk",
    "pe_neuro",
    "pe_skin",
    "pe_psych",
];

#[tokio::test]
async fn a_patient_without_an_exam_gets_null() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let answer = owner.get(&format!("/api/gfe/{patient}")).await;
    assert_eq!(answer.text, "null");
    assert_eq!(answer.status, StatusCode::OK);
}

#[tokio::test]
async fn every_finding_is_stored_with_the_examiners_name() {
    let clinic = TestClinic::new().await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let member = provider.get("/api/auth/session").await.expect(StatusCode::OK)["member"].clone();
    let patient = factories::patient(&provider).await;
    let mut new = json!({ "patient_id": patient.to_string() });
    for field in FINDINGS {
        new[field] = json!(format!("{field}: <none>; \"well\",\r\n\tdéjà vu"));
    }
    let added = provider.post("/api/gfe", new).await.expect(StatusCode::CREATED);
    for field in FINDINGS {
        assert_eq!(added[field], format!("{field}: <none>; \"well\",\n\tdéjà vu"));
    }
    assert!(factories::id(&added) >= clinic.first_id);
    assert_eq!(added["patient_id"], patient);
    assert_eq!(added["examiner_id"], member["id"]);
    assert_eq!(added["examiner_name"], "Robin Provider");
    let instant = |field: &str| added[field].as_str().unwrap().parse::<DateTime<Utc>>().unwrap();
    let local = |field: &str| instant(field).with_timezone(&New_York).naive_local();
    assert_eq!(local("valid_until"), local("created_at") + Months::new(12), "as a clinic's settings begin");
    assert_eq!((&added["normal"], &added["deferred"]), (&json!([]), &json!([])));
    assert_eq!(added.as_object().unwrap().len(), 21 + 8);
    assert_eq!(provider.get(&format!("/api/gfe/{patient}")).await.expect(StatusCode::OK), added);
}

#[tokio::test]
async fn the_newest_exam_is_current_and_earlier_ones_are_kept() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (patient, other) = (factories::patient(&owner).await, factories::patient(&owner).await);
    let first = factories::exam(&owner, patient).await;
    let kept = clinic.rows(&format!("select e::text as row from {{}}.exam e where id = {first}")).await;
    let newer = json!({ "patient_id": patient, "pe_skin": "Clear", "vitals": "  ", "ros_gi": null });
    let newer = owner.post("/api/gfe", newer).await.expect(StatusCode::CREATED);
    factories::exam(&owner, other).await;
    let shown = owner.get(&format!("/api/gfe/{patient}")).await.expect(StatusCode::OK);
    assert_eq!(shown, newer);
    assert_eq!(shown["pe_skin"], "Clear");
    for absent in ["vitals", "ros_gi", "ros_skin"] {
        assert_eq!(shown[absent], Value::Null, "{absent}: an exam takes nothing over from the one before");
    }
    let still = clinic.rows(&format!("select e::text as row from {{}}.exam e where id = {first}")).await;
    let text = |rows: &[sea_orm::QueryResult]| rows[0].try_get::<String>("", "row").unwrap();
    assert_eq!(text(&still), text(&kept));
    assert!(factories::role_may_not(&clinic, "update exam set vitals = 'better'").await);
    assert!(factories::role_may_not(&clinic, "delete from exam").await);
    assert!(!factories::role_may_not(&clinic, "select vitals from exam").await);
}

#[tokio::test]
async fn an_invalid_exam_is_refused_and_nothing_is_written() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let before = clinic.fingerprint().await;
    let with = async |field: &str, value: Value| {
        let mut new = json!({ "patient_id": patient, "vitals": "BP: 118/76 mmHg" });
        new[field] = value;
        owner.post("/api/gfe", new).await
    };
    for field in FINDINGS {
        let problem = with(field, json!("x".repeat(10_001))).await.refused_field(field);
        assert_eq!(problem, "must be at most 10,000 characters");
        with(field, json!("a\u{0}b")).await.refused_field(field);
        with(field, json!("a\u{7}b")).await.refused_field(field);
        with(field, json!(5)).await.refused_field(field);
        with(field, json!(["Clear"])).await.refused_field(field);
    }
    for forged in ["examiner_id", "examiner_name", "clinic_id", "ros_general"] {
        assert_eq!(with(forged, json!(1)).await.refused_field(forged), "is not part of this form");
    }
    for nobody in [json!(null), json!("x"), json!({}), json!(1.5), json!([patient]), json!(true)] {
        with("patient_id", nobody).await.refused_field("patient_id");
    }
    let empty = json!({ "patient_id": patient, "vitals": " ", "pe_skin": "", "ros_gi": null });
    owner.post("/api/gfe", empty).await.refused_field("vitals");
    owner.post("/api/gfe", json!({ "patient_id": patient })).await.refused_field("vitals");
    owner.post("/api/gfe", json!({})).await.refused_field("patient_id");
    for nobody in [json!(1), json!(-1), json!(i64::MAX), json!(clinic.first_id + 999_999)] {
        with("patient_id", nobody).await.refused(StatusCode::NOT_FOUND, "not_found");
    }
    for nobody in ["1", "0", "x", "9223372036854775808", "%00"] {
        owner.get(&format!("/api/gfe/{nobody}")).await.refused(StatusCode::NOT_FOUND, "not_found");
    }
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn which_texts_are_normal_is_kept_beside_them_and_never_guessed() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let fainted = "Denies chest pain. Fainted twice last week.";
    let mut new = json!({ "patient_id": patient, "ros_cardio": fainted, "pe_cardio": "Regular rate and rhythm",
        "pe_skin": "Skin warm, dry and intact", "pe_gi": "Patient declined exam" });
    let plain = owner.post("/api/gfe", new.clone()).await.expect(StatusCode::CREATED);
    assert_eq!((&plain["normal"], &plain["deferred"]), (&json!([]), &json!([])), "the specification's call names none");
    new["normal"] = json!(["pe_skin", "pe_cardio", "pe_skin"]);
    new["deferred"] = json!(["pe_gi"]);
    let marked = owner.post("/api/gfe", new.clone()).await.expect(StatusCode::CREATED);
    assert_eq!((&marked["normal"], &marked["deferred"]), (&json!(["pe_cardio", "pe_skin"]), &json!(["pe_gi"])));
    assert_eq!(owner.get(&format!("/api/gfe/{patient}")).await.expect(StatusCode::OK), marked);
    let opened = owner.get(&format!("/api/gfe/exams/{}", marked["id"])).await.expect(StatusCode::OK);
    assert_eq!((&opened["normal"], &opened["ros_cardio"]), (&marked["normal"], &json!(fainted)));

    // The caller's claim is not enough: a text with more than listed phrases stays a finding.
    new["normal"] = json!(["ros_cardio", "pe_skin", "pe_cardio"]);
    new["pe_skin"] = json!("skin warm, dry and intact; Within normal limits\nAfebrile");
    new["pe_cardio"] = json!("Regular rate and rhythm; Murmur, grade 2");
    let unproven = owner.post("/api/gfe", new.clone()).await.expect(StatusCode::CREATED);
    assert_eq!((&unproven["normal"], &unproven["deferred"]), (&json!(["pe_skin"]), &json!(["pe_gi"])));
    new["deferred"] = json!(["pe_cardio", "pe_gi"]);
    new["normal"] = json!([]);
    let unproven = owner.post("/api/gfe", new.clone()).await.expect(StatusCode::CREATED);
    assert_eq!(unproven["deferred"], json!(["pe_gi"]));
    new["normal"] = json!(["pe_skin"]);
    new["deferred"] = json!(["pe_gi"]);

    let before = clinic.fingerprint().await;
    let with = async |field: &str, value: Value| {
        let mut new = new.clone();
        new[field] = value;
        owner.post("/api/gfe", new).await
    };
    assert_eq!(with("normal", json!(["ros_gi"])).await.refused_field("normal"), "names ros_gi, which is empty");
    let both = with("deferred", json!(["pe_skin"])).await.refused_field("deferred");
    assert_eq!(both, "names pe_skin, which is also named as normal");
    for wrong in [json!(["vitals"]), json!("pe_skin"), json!([5]), json!({})] {
        let answer = with("normal", wrong).await;
        assert!(answer.status.is_client_error(), "{}", answer.text);
    }
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_finding_may_have_ten_thousand_characters_in_every_field() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let mut new = json!({ "patient_id": factories::patient(&owner).await });
    for field in FINDINGS {
        new[field] = json!("é".repeat(10_000));
    }
    owner.post("/api/gfe", new).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn ids_and_times_in_the_body_are_ignored() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let new = json!({ "id": 7, "created_at": "1999-01-01T00:00:00Z", "patient_id": factories::patient(&owner).await, "vitals": "HR: 68 bpm" });
    let added = owner.post("/api/gfe", new).await.expect(StatusCode::CREATED);
    assert!(factories::id(&added) >= clinic.first_id);
    assert_ne!(added["created_at"], "1999-01-01T00:00:00Z");
}

#[tokio::test]
async fn reading_and_writing_an_exam_each_leave_one_row_about_the_patient() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let exam = factories::exam(&owner, patient).await;
    owner.get(&format!("/api/gfe/{patient}")).await.expect(StatusCode::OK);
    for action in ["gfe.create", "gfe.read"] {
        assert_eq!(factories::audited(&clinic, "member", action, &[patient], &[exam]).await, 1, "{action}");
    }
}

#[tokio::test]
async fn templates_of_more_than_2_mib_together_are_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let short = json!({ "name": "Short" });
    let id = factories::id(&owner.post("/api/gfe/templates", short.clone()).await.expect(StatusCode::CREATED));
    let large = async |bytes: usize| {
        clinic
            .plant(&format!(
                "update {{}}.exam_template set pe_template = repeat('x', {bytes})
                 where id = (select min(id) from {{}}.exam_template)"
            ))
            .await;
    };
    large(2 * 1024 * 1024).await;
    let before = clinic.fingerprint().await;
    let words = "Your exam templates together have more than 2 MiB. Take one off the list first.";
    assert_eq!(owner.post("/api/gfe/templates", short.clone()).await.refused_field("name"), words);
    assert_eq!(
        owner.put(&format!("/api/gfe/templates/{id}"), json!({ "name": "Shorter" })).await.refused_field("name"),
        words
    );
    assert_eq!(clinic.fingerprint().await, before);
    large(1024 * 1024).await;
    owner.post("/api/gfe/templates", short).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn a_removed_exam_template_is_put_on_the_list_again_as_it_was() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let made = owner.post("/api/gfe/templates", json!({ "name": "Annual" })).await.expect(StatusCode::CREATED);
    let path = format!("/api/gfe/templates/{}", factories::id(&made));
    let names = async || owner.get("/api/gfe/templates").await.expect(StatusCode::OK).as_array().unwrap().clone();
    owner.post_nothing(&format!("{path}/restore")).await.refused(StatusCode::CONFLICT, "not_removed");
    owner.delete(&path).await.expect(StatusCode::NO_CONTENT);
    assert!(!names().await.contains(&made));
    let desk = clinic.signed_in_as(Role::Receptionist).await;
    desk.post_nothing(&format!("{path}/restore")).await.refused(StatusCode::FORBIDDEN, "forbidden");
    desk.get("/api/gfe/templates/removed").await.refused(StatusCode::FORBIDDEN, "forbidden");
    let removed = owner.get("/api/gfe/templates/removed").await.expect(StatusCode::OK);
    assert_eq!((removed.as_array().unwrap().len(), &removed[0]["name"]), (1, &json!("Annual")));
    owner.post_nothing("/api/gfe/templates/1/restore").await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(owner.post_nothing(&format!("{path}/restore")).await.expect(StatusCode::OK), made);
    assert!(names().await.contains(&made));
}

#[tokio::test]
async fn the_table_of_templates_is_for_those_who_may_read_them() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let new = json!({ "name": "Annual", "vitals_template": "HR:" });
    owner.post("/api/gfe/templates", new).await.expect(StatusCode::CREATED);
    let rows = owner.get("/api/gfe/templates/export").await.table();
    assert_eq!(rows[0].join(" "), "number name description vitals review_of_systems physical_exam changed");
    assert!(rows.iter().any(|row| row[1] == "Annual" && row[3] == "HR:"), "{rows:?}");
    let manager = clinic.signed_in_as(Role::PracticeManager).await;
    manager.get("/api/gfe/templates/export").await.refused(StatusCode::FORBIDDEN, "forbidden");
}
