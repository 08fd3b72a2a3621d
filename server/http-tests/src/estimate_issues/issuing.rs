use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::Complete;
use crate::testing::{TestClinic, factories};
use base::permission::Role;

#[tokio::test]
async fn issuing_freezes_a_version_that_stays_readable() {
    let complete = Complete::new().await;
    let (issued, _) = complete.issued().await;
    let version = &issued["draft"]["issues"][0];
    assert_eq!(
        (&issued["draft"]["state"], &version["state"], &version["version"]),
        (&json!("Issued"), &json!("Issued"), &json!(1))
    );
    assert_eq!((&version["total"], &version["given"][0]["how"]), (&json!("449.50"), &json!("link")));
    let first = complete.owner.get(&format!("{}/issues/1", complete.path)).await.expect(StatusCode::OK);
    complete.change("face_unit_cost", json!(13)).await;
    complete.owner.put("/api/gfe-estimate/settings", json!({})).await.expect(StatusCode::OK);
    let later = complete.owner.get(&format!("{}/issues/1", complete.path)).await.expect(StatusCode::OK);
    assert_eq!(later["document"], first["document"]);
    let draft = complete.draft().await;
    assert_eq!((&draft["state"], &draft["changes"]), (&json!("Draft"), &json!(["charges", "details"])));
    complete.owner.get(&format!("{}/issues/2", complete.path)).await.refused(StatusCode::NOT_FOUND, "not_found");
}

#[tokio::test]
async fn a_discount_that_a_later_change_made_too_large_is_corrected_before_it_is_issued() {
    let here = Complete::new().await;
    // Two sessions of one unit for $12, less $30.50.
    here.change("face_qty", json!(1)).await;
    let before = here.clinic.fingerprint().await;
    let issue = here.owner.post(&format!("{}/issue", here.path), json!({ "how": "link" })).await;
    issue.refused(StatusCode::CONFLICT, "discount_too_large");
    assert_eq!(here.clinic.fingerprint().await, before);
}

#[tokio::test]
async fn an_incomplete_one_is_issued_only_when_what_is_missing_was_read() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let made = owner.post("/api/gfe-estimate", factories::estimate(patient)).await.expect(StatusCode::CREATED);
    let path = format!("/api/gfe-estimate/{}/issue", factories::id(&made));
    let refused = owner.post(&path, json!({ "how": "paper" })).await;
    let warnings = refused.refused(StatusCode::CONFLICT, "unconfirmed")["warnings"].clone();
    assert_eq!(warnings[0]["code"], "incomplete_estimate");
    let words = warnings[0]["message"].as_str().unwrap();
    assert!(words.contains("The clinic's NPI") && words.contains("The primary service in plain words"), "{words}");
    assert_eq!(clinic.count("{}.estimate_issue").await, 0);
    let issue = json!({ "how": "paper", "confirmed": ["incomplete_estimate"] });
    let issued = owner.post(&path, issue).await.expect(StatusCode::CREATED);
    assert_eq!(
        (&issued["portal_url"], &issued["draft"]["issues"][0]["given"][0]["how"]),
        (&Value::Null, &json!("paper"))
    );
    for body in [json!({}), json!({ "how": "pigeon" }), json!({ "how": null })] {
        owner.post(&path, body).await.refused_field("how");
    }
}

#[tokio::test]
async fn a_change_makes_the_next_version_and_says_by_which_rule() {
    let complete = Complete::new().await;
    complete.issued().await;
    let content = format!("{}/content", complete.path);
    let mut expected = 1;
    for (field, value, rule) in [
        ("face_unit_cost", json!("12.01"), json!(["charges"])),
        ("expected_duration", json!("Two months"), json!(["charges", "duration"])),
        ("face_service", json!("Chemical Peel per session"), json!(["items", "duration"])),
        ("notes", json!("Bring a hat"), json!(["items", "details"])),
    ] {
        complete.change(field, value).await;
        let draft = complete.draft().await;
        assert_eq!((&draft["state"], &draft["changes"]), (&json!("Draft"), &rule), "{field}");
        expected += 1;
        let (issued, _) = complete.issued().await;
        let versions = issued["draft"]["issues"].as_array().unwrap();
        assert_eq!((&versions[0]["version"], &versions[0]["changes"]), (&json!(expected), &rule), "{field}");
        assert_eq!((&versions[0]["state"], &versions[1]["state"]), (&json!("Issued"), &json!("Superseded")), "{field}");
    }
    for (field, value, rule) in [
        ("recurs_frequency", json!("every month"), "frequency"),
        ("recurs_until", json!("2027-05-14"), "duration"),
        (
            "lines",
            json!([{ "area": "face", "provider": "Ada", "provider_npi": "1234567893", "service_code": "BTX-U", "diagnosis_code": "Z41.1", "discount": "30.50" }]),
            "provider",
        ),
        ("service_date", json!("2026-12-15"), "details"),
    ] {
        let mut entered = factories::estimate_content();
        entered[field] = value;
        complete.owner.put(&content, entered).await.expect(StatusCode::OK);
        let changes = complete.draft().await["changes"].clone();
        assert_eq!(changes, json!([rule]), "{field}");
    }
}

#[tokio::test]
async fn of_two_who_issue_the_same_version_at_once_one_succeeds() {
    let complete = Complete::new().await;
    let path = format!("{}/issue", complete.path);
    let tries: Vec<_> = (0..8)
        .map(|_| {
            let (owner, path) = (complete.owner.clone(), path.clone());
            tokio::spawn(async move { owner.post(&path, json!({ "how": "paper" })).await })
        })
        .collect();
    let mut won = 0;
    for attempt in tries {
        let answer = attempt.await.unwrap();
        if answer.status == StatusCode::CREATED {
            won += 1;
        } else {
            answer.refused(StatusCode::CONFLICT, "already_issued");
        }
    }
    assert_eq!((won, complete.clinic.count("{}.estimate_issue").await), (1, 1));
    // The unique constraint refuses it even without the lock.
    let twice = "insert into {}.estimate_issue (estimate_id, version, patient_id, estimate_version, issued_at, issued_by, issuer,
            document, total, provider_totals, valid_until, changes, content_digest)
        select estimate_id, version, patient_id, estimate_version, issued_at, issued_by, issuer, document, total,
            provider_totals, valid_until, changes, content_digest from {}.estimate_issue on conflict do nothing";
    complete.clinic.plant(twice).await;
    assert_eq!(complete.clinic.count("{}.estimate_issue").await, 1);
}

#[tokio::test]
async fn the_pdf_is_made_once_and_holds_what_was_issued() {
    let complete = Complete::new().await;
    complete.issued().await;
    let path = format!("{}/issues/1/file", complete.path);
    complete.owner.get(&path).await.refused(StatusCode::CONFLICT, "not_ready");
    complete.work().await;
    let file = complete.owner.get(&path).await;
    assert_eq!(file.status, StatusCode::OK, "is celadon-documents built? cargo build -p documents");
    assert!(file.text.starts_with("%PDF-"));
    complete.work().await;
    assert_eq!(complete.clinic.count("{}.estimate_file").await, 1);
    let entered = tenancy::enter_for_job(&complete.clinic.server.app.tenants.db, complete.clinic.provisioned.id);
    let report = evidence::verify(&entered.await.unwrap().tx).await.unwrap();
    assert_eq!(report.findings, []);
    complete.clinic.plant("update {}.estimate_issue set document = replace(document, '449.50', '449.51')").await;
    complete.clinic.plant("update {}.estimate_file set file = file || 'x'").await;
    let entered = tenancy::enter_for_job(&complete.clinic.server.app.tenants.db, complete.clinic.provisioned.id);
    let report = evidence::verify(&entered.await.unwrap().tx).await.unwrap();
    assert_eq!(report.findings.len(), 2, "{:?}", report.findings);
}

#[tokio::test]
async fn what_the_template_is_given_holds_every_element_of_the_law() {
    let complete = Complete::new().await;
    complete.issued().await;
    let row = complete.clinic.rows("select document from {}.estimate_issue").await;
    let document: String = row[0].try_get("", "document").unwrap();
    for element in [
        "Nora Lindqvist",
        "1985-03-14",
        "Botox for the lines of the forehead",
        "2026-12-14",
        "Botox per unit",
        "Tomás Rivera, RN",
        "1234567893",
        "BTX-U",
        "Z41.1",
        "449.50",
        "30.50",
        "1679576722",
        "83-1234567",
        "214 W 18th Street",
        "\"NY\"",
        "A blood count",
        "every three months",
        "2027-06-14",
        "This is only an estimate.",
        "Other items or services may be recommended",
        "at least $400 more",
        "This estimate is not a contract.",
        "within 120 calendar days",
        "FederalPPDRQuestions@cms.hhs.gov",
        "You receive a separate Good Faith Estimate",
    ] {
        assert!(document.contains(element), "{element} is not in {document}");
    }
}

#[tokio::test]
async fn a_hostile_text_stays_text() {
    let complete = Complete::new().await;
    let hostile = "<script>alert(1)</script> #read(\"/etc/passwd\") $x$ \u{202e}";
    let mut content = factories::estimate_content();
    content["primary_service"] = json!(hostile);
    content["separate_items"] = json!([hostile]);
    content["lines"][0]["provider"] = json!(hostile);
    complete.owner.put(&format!("{}/content", complete.path), content).await.expect(StatusCode::OK);
    let (_, page) = complete.issued().await;
    complete.work().await;
    let seen = complete.clinic.anonymous().get(&page).await.expect(StatusCode::OK);
    assert_eq!(seen["document"]["primary_service"], hostile.trim());
    assert_eq!(seen["has_file"], true);
}

#[tokio::test]
async fn a_voided_estimate_is_neither_changed_nor_issued_and_its_versions_stay() {
    let complete = Complete::new().await;
    let (_, page) = complete.issued().await;
    complete
        .owner
        .post(&format!("{}/void", complete.path), factories::void("Wrong patient"))
        .await
        .expect(StatusCode::OK);
    let draft = complete.draft().await;
    assert_eq!((&draft["state"], &draft["issues"][0]["state"]), (&json!("Void"), &json!("Void")));
    let content = factories::estimate_content();
    complete.owner.put(&format!("{}/content", complete.path), content).await.refused(StatusCode::CONFLICT, "voided");
    for call in ["issue", "give"] {
        let path = format!("{}/{call}", complete.path);
        complete.owner.post(&path, json!({ "how": "paper" })).await.refused(StatusCode::CONFLICT, "voided");
    }
    complete.clinic.anonymous().get(&page).await.refused(StatusCode::CONFLICT, "withdrawn");
    complete.owner.get(&format!("{}/issues/1", complete.path)).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn only_the_version_on_the_screen_is_issued() {
    let complete = Complete::new().await;
    let body = json!({ "how": "paper" });
    let path = format!("{}/issue", complete.path);
    complete.change("notes", json!("Another desk")).await;
    let mut request = complete.owner.request(Method::POST, &path, Some(&body));
    request.headers_mut().insert("if-match", "\"1\"".parse().unwrap());
    complete.owner.send(request).await.refused(StatusCode::PRECONDITION_FAILED, "stale");
    let assistant = complete.clinic.signed_in_as(Role::MedicalAssistant).await;
    assistant.post(&path, body.clone()).await.refused(StatusCode::FORBIDDEN, "forbidden");
    complete.owner.post(&format!("{}/give", complete.path), body).await.refused(StatusCode::CONFLICT, "not_issued");
    assert_eq!(complete.clinic.count("{}.estimate_issue").await, 0);
}
