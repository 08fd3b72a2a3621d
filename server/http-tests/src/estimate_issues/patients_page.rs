use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::Complete;
use crate::testing::{TestClinic, factories};

#[tokio::test]
async fn the_patient_reads_saves_receives_and_asks_without_signing_in() {
    let complete = Complete::new().await;
    let (_, page) = complete.issued().await;
    complete.work().await;
    let anonymous = complete.clinic.anonymous();
    let read = anonymous.get(&page).await;
    assert_eq!(read.headers["cache-control"], "no-store");
    let seen = read.expect(StatusCode::OK);
    assert_eq!(
        (&seen["document"]["total"], &seen["received_at"], &seen["version"]),
        (&json!("449.50"), &Value::Null, &json!(1))
    );
    assert_eq!(complete.clinic.count("{}.estimate_receipt").await, 0, "reading receives nothing");
    let file = anonymous.get(&format!("{page}/file")).await;
    assert!(file.status == StatusCode::OK && file.text.starts_with("%PDF-"), "{}", file.status);
    anonymous.post(&format!("{page}/receive"), json!({ "typed_name": "Somebody" })).await.refused_field("typed_name");
    let signed = json!({ "typed_name": "nora lindqvist", "signature": factories::tall_signature() });
    let received = anonymous.post(&format!("{page}/receive"), signed).await.expect(StatusCode::OK);
    complete.clinic.clock().advance(TimeDelta::minutes(3));
    let again = anonymous.post_nothing(&format!("{page}/receive")).await.expect(StatusCode::OK);
    assert_eq!(again, received);
    anonymous
        .post(&format!("{page}/ask"), json!({ "question": "Is the cream in it?" }))
        .await
        .expect(StatusCode::NO_CONTENT);
    let version = complete.draft().await["issues"][0].clone();
    assert_eq!(
        (&version["received_at"], &version["received_by"]),
        (&received["received_at"], &json!("nora lindqvist"))
    );
    assert!(version["opened_at"].is_string());
    let open = complete.owner.get("/api/gfe-estimate/questions").await.expect(StatusCode::OK);
    assert_eq!(
        (&open[0]["question"], &open[0]["patient_name"]),
        (&json!("Is the cream in it?"), &json!("Nora Lindqvist"))
    );
    let answered = format!("/api/gfe-estimate/questions/{}/answered", factories::id(&open[0]));
    let first = complete.owner.post_nothing(&answered).await.expect(StatusCode::OK);
    complete.clinic.clock().advance(TimeDelta::minutes(3));
    assert_eq!(complete.owner.post_nothing(&answered).await.expect(StatusCode::OK), first, "kept once");
    assert_eq!(complete.owner.get("/api/gfe-estimate/questions").await.expect(StatusCode::OK), json!([]));
}

#[tokio::test]
async fn the_picture_on_a_receipt_signs_no_other_patients_estimate() {
    let complete = Complete::new().await;
    let (_, page) = complete.issued().await;
    let picture = json!(factories::signature_of("Nora Lindqvist"));
    let signed = json!({ "signature": picture });
    complete.clinic.anonymous().post(&format!("{page}/receive"), signed).await.expect(StatusCode::OK);
    let mut others = factories::estimate(factories::patient(&complete.owner).await);
    others["pt_sig"] = picture;
    let made = complete.owner.post("/api/gfe-estimate", others).await.expect(StatusCode::CREATED);
    assert_eq!((&made["pt_is_signed"], &made["pt_signed_at"]), (&json!(false), &Value::Null));
}

#[tokio::test]
async fn a_link_opens_nothing_else_and_not_for_ever() {
    let another = TestClinic::new().await;
    let complete = Complete::new().await;
    let (_, page) = complete.issued().await;
    let before = complete.clinic.fingerprint().await;
    let elsewhere = another.anonymous();
    let anonymous = complete.clinic.anonymous();
    for (client, path) in [
        (&elsewhere, page.clone()),
        (&anonymous, format!("/api/portal/estimate/{}", "x".repeat(43))),
        (&anonymous, format!("{page}=")),
        (&anonymous, page.replace("/estimate/", "/consent/")),
    ] {
        client.get(&path).await.refused(StatusCode::NOT_FOUND, "link_invalid");
        let sign = if path.contains("/consent/") { "sign" } else { "receive" };
        client.post_nothing(&format!("{path}/{sign}")).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    }
    assert_eq!(complete.clinic.fingerprint().await, before);
    // A new link invalidates the former one.
    let given = complete.owner.post(&format!("{}/give", complete.path), json!({ "how": "link" })).await;
    let given = given.expect(StatusCode::OK);
    let newer = format!("/api/portal/estimate/{}", given["portal_url"].as_str().unwrap().rsplit('/').next().unwrap());
    anonymous.get(&page).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    anonymous.get(&newer).await.expect(StatusCode::OK);
    complete.clinic.clock().advance(TimeDelta::days(400));
    anonymous.get(&newer).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    anonymous
        .post(&format!("{newer}/ask"), json!({ "question": "?" }))
        .await
        .refused(StatusCode::NOT_FOUND, "link_invalid");
}

#[tokio::test]
async fn a_superseded_version_says_that_there_is_a_newer_one() {
    let complete = Complete::new().await;
    let (_, page) = complete.issued().await;
    complete.change("face_qty", json!(30)).await;
    let (_, newer) = complete.issued().await;
    let anonymous = complete.clinic.anonymous();
    for path in [page.clone(), format!("{page}/file")] {
        let refused = anonymous.get(&path).await;
        assert!(refused.text.contains("There is a newer version of this estimate."), "{}", refused.text);
        refused.refused(StatusCode::CONFLICT, "superseded");
    }
    anonymous.post_nothing(&format!("{page}/receive")).await.refused(StatusCode::CONFLICT, "superseded");
    assert_eq!(complete.clinic.count("{}.estimate_receipt").await, 0);
    anonymous.get(&newer).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_mail_brings_the_link_and_is_noted_when_it_is_sent() {
    let complete = Complete::new().await;
    let patient = complete.owner.get(&format!("/api/patients/{}", complete.patient)).await.expect(StatusCode::OK);
    let issue = format!("{}/issue", complete.path);
    let address = patient["email"].as_str().map(str::to_owned);
    if address.is_none() {
        complete.owner.post(&issue, json!({ "how": "email" })).await.refused(StatusCode::CONFLICT, "no_address");
        return;
    }
    let issued = complete.owner.post(&issue, json!({ "how": "email" })).await.expect(StatusCode::CREATED);
    assert_eq!((&issued["portal_url"], &issued["draft"]["issues"][0]["given"]), (&Value::Null, &json!([])));
    complete.work().await;
    let version = complete.draft().await["issues"][0].clone();
    assert_eq!(version["given"][0]["how"], "email");
    assert!(version["given"][0]["to"].as_str().unwrap().contains("***@"), "{version}");
}

#[tokio::test]
async fn a_patients_questions_are_bounded() {
    let complete = Complete::new().await;
    let (_, page) = complete.issued().await;
    let anonymous = complete.clinic.anonymous();
    let ask = format!("{page}/ask");
    for wrong in [json!({}), json!({ "question": " " }), json!({ "question": "x".repeat(1001) })] {
        anonymous.post(&ask, wrong).await.refused_field("question");
    }
    complete
        .clinic
        .plant(
            "insert into {}.estimate_question (issue_id, asked_at, question, ip, user_agent)
         select id, issued_at, 'Again', '192.0.2.1', 'planted' from {}.estimate_issue, generate_series(1, 20)",
        )
        .await;
    anonymous.post(&ask, json!({ "question": "Again" })).await.refused(StatusCode::CONFLICT, "too_many_questions");
}

#[tokio::test]
async fn a_receipt_for_a_patient_under_age_is_a_guardians() {
    let complete = Complete::new().await;
    let change =
        json!({ "birth_date": "2014-05-05", "guardian_name": "Greta Guardian", "guardian_relation": "Mother" });
    let record = format!("/api/patients/{}", complete.patient);
    complete.owner.patch(&record, change).await.expect(StatusCode::OK);
    let (_, page) = complete.issued().await;
    let anonymous = complete.clinic.anonymous();
    assert_eq!(anonymous.get(&page).await.expect(StatusCode::OK)["needs_representative"], true);
    let receive = format!("{page}/receive");
    anonymous.post_nothing(&receive).await.refused_field("typed_name");
    anonymous.post(&receive, json!({ "typed_name": "Nora Lindqvist" })).await.refused_field("typed_name");
    anonymous.post(&receive, json!({ "typed_name": "Paul Parent" })).await.refused_field("signer_relation");
    assert_eq!(complete.clinic.count("{}.estimate_receipt").await, 0);
    anonymous.post(&receive, json!({ "typed_name": "Greta Guardian" })).await.expect(StatusCode::OK);
    assert_eq!(complete.draft().await["issues"][0]["received_by"], "Greta Guardian, Mother");
}
