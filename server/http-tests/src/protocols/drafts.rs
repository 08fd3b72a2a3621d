use axum::http::{Method, StatusCode};
use chrono::Months;
use entity::words::Role;
use serde_json::{Value, json};

use super::{Keeping, draft, listed, sign};
use crate::testing::{Server, TestClinic, factories};

#[tokio::test]
async fn a_draft_is_valid_for_twelve_months_and_at_most_twenty_four() {
    let here = Keeping::new().await;
    let today = here.today();
    let in_months = |months: u32| (today + Months::new(months)).to_string();
    let made = here.draft().await;
    assert_eq!((&made["valid_from"], &made["valid_until"]), (&Value::Null, &json!(in_months(12))));
    assert_eq!(
        (&made["follows"], &made["version"], &made["updated_by"]),
        (&json!(0), &json!(1), &json!("Robin Medical Director"))
    );
    let mut most = draft("Botox");
    most["valid_from"] = json!(in_months(2));
    let from = here.director.post("/api/protocols/drafts", most.clone()).await.expect(StatusCode::CREATED);
    assert_eq!(from["valid_until"], in_months(14), "twelve months after its first day");
    most["valid_until"] = json!(in_months(24));
    here.director.post("/api/protocols/drafts", most).await.expect(StatusCode::CREATED);
    let before = here.clinic.fingerprint().await;
    for (field, value) in [
        ("valid_until", json!((today + Months::new(24)).succ_opt().unwrap().to_string())),
        ("valid_until", json!(today.pred_opt().unwrap().to_string())),
        ("valid_from", json!(in_months(25))),
        ("valid_from", json!("soon")),
        ("title", json!(" ")),
        ("title", json!("x".repeat(201))),
        ("title", json!("Protocol \u{12000}")),
        ("body", json!("")),
        ("body", json!("x".repeat(65_537))),
        ("service", json!("Chemical Peel")),
        ("service", json!("Consultation")),
    ] {
        let mut wrong = draft("Botox");
        wrong[field] = value.clone();
        here.director.post("/api/protocols/drafts", wrong).await.refused_field(field);
    }
    let mut swapped = draft("Botox");
    swapped["valid_from"] = json!(in_months(3));
    swapped["valid_until"] = json!(in_months(2));
    here.director.post("/api/protocols/drafts", swapped).await.refused_field("valid_until");
    assert_eq!(here.clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_text_keeps_what_consents_may_hold_and_nothing_else() {
    let here = Keeping::new().await;
    let mut new = draft("Botox");
    new["body"] = json!("<h2>Dose</h2><p onclick=\"x\">At most 60<script>alert(1)</script></p>");
    let made = here.director.post("/api/protocols/drafts", new).await.expect(StatusCode::CREATED);
    assert_eq!(made["body"], "<h2>Dose</h2><p>At most 60</p>");
}

#[tokio::test]
async fn a_draft_is_changed_from_the_version_that_was_read_and_can_be_discarded() {
    let here = Keeping::new().await;
    let made = here.draft().await;
    let path = format!("/api/protocols/drafts/{}", made["id"]);
    let body = json!({ "title": "Botox, adults", "body": "<p>Adults alone.</p>", "valid_from": null, "valid_until": made["valid_until"] });
    let manager = here.clinic.signed_in_as(Role::PracticeManager).await;
    let changed = manager.put(&path, body.clone()).await.expect(StatusCode::OK);
    assert_eq!((&changed["title"], &changed["version"]), (&json!("Botox, adults"), &json!(2)));
    let before = here.clinic.fingerprint().await;
    let stale = here.director.send_from_version(1, Method::PUT, &path, Some(&body)).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    let stale = here.director.send_from_version(1, Method::DELETE, &path, None).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    let sign = format!("{path}/sign");
    let stale = here.director.send_from_version(1, Method::POST, &sign, Some(&super::signature())).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    assert_eq!(here.clinic.fingerprint().await, before);
    here.director.delete(&path).await.expect(StatusCode::NO_CONTENT);
    here.director.delete(&path).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(listed(&here.director).await["drafts"], 0);
    assert_eq!(listed(&here.director).await["state"], "none");
    let id = factories::id(&made);
    for action in ["protocol.draft.create", "protocol.draft.update", "protocol.draft.delete"] {
        assert_eq!(factories::audited(&here.clinic, "member", action, &[], &[id]).await, 1, "{action}");
    }
}

#[tokio::test]
async fn only_managers_and_directors_write_and_a_director_alone_signs() {
    let here = Keeping::new().await;
    let made = here.draft().await;
    let id = factories::id(&made);
    let manager = here.clinic.signed_in_as(Role::PracticeManager).await;
    let before = here.clinic.fingerprint().await;
    here.nurse.post("/api/protocols/drafts", draft("Botox")).await.refused(StatusCode::FORBIDDEN, "forbidden");
    here.nurse.get("/api/protocols").await.refused(StatusCode::FORBIDDEN, "forbidden");
    sign(&here.nurse, id).await.refused(StatusCode::FORBIDDEN, "forbidden");
    sign(&manager, id).await.refused(StatusCode::FORBIDDEN, "forbidden");
    assert_eq!(here.clinic.fingerprint().await, before);
    manager.post("/api/protocols/drafts", draft("Microneedling")).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn while_the_module_is_off_nothing_is_written_and_nothing_shown() {
    let clinic = TestClinic::new().await;
    let director = clinic.signed_in_as(Role::MedicalDirector).await;
    let before = clinic.fingerprint().await;
    director.post("/api/protocols/drafts", draft("Botox")).await.refused(StatusCode::CONFLICT, "module_off");
    for path in ["/api/protocols", "/api/protocols/own"] {
        let shown = director.get(path).await.expect(StatusCode::OK);
        assert_eq!((&shown["on"], &shown["services"]), (&json!(false), &json!([])), "{path}");
    }
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn another_clinics_protocols_are_not_found() {
    let server = Server::new();
    let (here, there) = (Keeping::on(&server).await, Keeping::on(&server).await);
    let version = there.version().await;
    let made = there.draft().await;
    let (id, protocol) = (factories::id(&made), &made["protocol_id"]);
    let before = there.clinic.fingerprint().await;
    for path in [format!("/api/protocols/{protocol}"), format!("/api/protocols/versions/{version}")] {
        here.director.get(&path).await.refused(StatusCode::NOT_FOUND, "not_found");
    }
    sign(&here.director, id).await.refused(StatusCode::NOT_FOUND, "not_found");
    super::agree(&here.nurse, version).await.refused(StatusCode::NOT_FOUND, "not_found");
    super::retire(&here.director, version).await.refused(StatusCode::NOT_FOUND, "not_found");
    let body = json!({ "provider_id": there.nurse_id, "service": "Botox", "reason": "Out of reach" });
    here.director.post("/api/protocols/overrides", body).await.refused_field("provider_id");
    assert_eq!(there.clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_service_of_the_catalogue_keeps_its_protocol_when_it_is_renamed() {
    let here = Keeping::new().await;
    here.version().await;
    factories::switch_on(&here.clinic, "services").await;
    assert_eq!(listed(&here.director).await["state"], "in_force", "by name before there was a catalogue");
    let made = here.director.post("/api/protocols/drafts", draft("Microneedling")).await.expect(StatusCode::CREATED);
    sign(&here.director, factories::id(&made)).await.expect(StatusCode::CREATED);
    here.clinic.plant("update {}.service set name = 'Microneedling RF' where name = 'Microneedling'").await;
    let shown = here.director.get("/api/protocols").await.expect(StatusCode::OK);
    let renamed =
        shown["services"].as_array().unwrap().iter().find(|one| one["service"] == "Microneedling RF").unwrap();
    assert_eq!((&renamed["state"], &renamed["offered"]), (&json!("in_force"), &json!(true)));
    let id = &renamed["service_id"];
    here.owner.delete(&format!("/api/services/{id}")).await.refused(StatusCode::CONFLICT, "service_in_use");
    here.owner.post_nothing(&format!("/api/services/{id}/retire")).await.expect(StatusCode::OK);
    let shown = here.director.get("/api/protocols").await.expect(StatusCode::OK);
    let last = shown["services"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["service"], &last["offered"]), (&json!("Microneedling RF"), &json!(false)));
}
