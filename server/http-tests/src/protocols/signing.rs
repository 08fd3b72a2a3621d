use axum::http::StatusCode;
use chrono::{Days, TimeDelta};
use entity::words::Role;
use serde_json::{Value, json};

use super::{Keeping, agree, draft, listed, own, retire, sign};
use crate::testing::factories;

#[tokio::test]
async fn a_signed_draft_is_in_force_and_shows_who_has_signed_it() {
    let here = Keeping::new().await;
    let made = here.draft().await;
    let signed = sign(&here.director, factories::id(&made)).await.expect(StatusCode::CREATED);
    let version = factories::id(&signed);
    assert_eq!((&signed["number"], &signed["valid_from"]), (&json!(1), &json!(here.today().to_string())));
    assert_eq!(signed["signed_by"], "Robin Medical Director");
    let shown = listed(&here.owner).await;
    assert_eq!((&shown["state"], &shown["drafts"]), (&json!("in_force"), &json!(0)));
    let of = |shown: &Value, name: &str| {
        let found = shown["performers"].as_array().unwrap().iter().find(|one| one["name"] == name).cloned();
        found.unwrap_or_else(|| panic!("{name}: {shown}"))["signed_at"].clone()
    };
    assert!(of(&shown, "Robin Medical Director").is_string(), "the director's signature is theirs as a provider too");
    assert_eq!(of(&shown, "Robin Nurse"), Value::Null);
    assert_eq!((&here.own().await["awaits"], &here.own().await["agreed_at"]), (&json!(true), &Value::Null));
    let text = here.nurse.get(&format!("/api/protocols/versions/{version}")).await.expect(StatusCode::OK);
    assert_eq!(
        (&text["body"], &text["may_agree"]),
        (&json!("<p>At most <strong>60 units</strong>.</p>"), &json!(true))
    );
    agree(&here.nurse, version).await.expect(StatusCode::NO_CONTENT);
    assert!(of(&listed(&here.owner).await, "Robin Nurse").is_string());
    assert_eq!(here.own().await["awaits"], false);
    let protocol = here.owner.get(&format!("/api/protocols/{}", made["protocol_id"])).await.expect(StatusCode::OK);
    assert_eq!((&protocol["versions"][0]["id"], &protocol["drafts"]), (&json!(version), &json!([])));
    let both = [factories::id(&made), version];
    assert_eq!(factories::audited(&here.clinic, "member", "protocol.sign", &[], &both).await, 1);
    let rows = here.clinic.rows("select id from {}.protocol_signature").await;
    let both = [version, rows[0].try_get("", "id").unwrap()];
    assert_eq!(factories::audited(&here.clinic, "member", "protocol.agree", &[], &both).await, 1);
}

#[tokio::test]
async fn a_director_proves_who_they_are_before_signing() {
    let here = Keeping::new().await;
    let made = here.draft().await;
    let version = here.version().await;
    for _ in 0..2 {
        here.clinic.clock().advance(TimeDelta::minutes(8));
        here.director.get("/api/protocols").await.expect(StatusCode::OK);
    }
    let before = here.clinic.fingerprint().await;
    sign(&here.director, factories::id(&made)).await.refused(StatusCode::FORBIDDEN, "proof_required");
    retire(&here.director, version).await.refused(StatusCode::FORBIDDEN, "proof_required");
    here.lift("Signed on paper").await.refused(StatusCode::FORBIDDEN, "proof_required");
    assert_eq!(here.clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_signature_must_be_drawn() {
    let here = Keeping::new().await;
    let made = here.draft().await;
    let version = here.version().await;
    let before = here.clinic.fingerprint().await;
    let blank = json!({ "signature": factories::blank_picture(400, 120) });
    for (client, path) in [
        (&here.director, format!("/api/protocols/drafts/{}/sign", made["id"])),
        (&here.nurse, format!("/api/protocols/versions/{version}/signature")),
    ] {
        client.post(&path, blank.clone()).await.refused_field("signature");
        client.post(&path, json!({})).await.refused_field("signature");
    }
    assert_eq!(here.clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_new_version_supersedes_the_old_one_and_needs_new_signatures() {
    let here = Keeping::new().await;
    let first = here.agreed().await;
    let second = here.version().await;
    let shown = listed(&here.owner).await;
    assert_eq!((&shown["version"]["number"], &shown["version"]["id"]), (&json!(2), &json!(second)));
    assert_eq!(here.own().await["awaits"], true);
    let before = here.clinic.fingerprint().await;
    agree(&here.nurse, first).await.refused(StatusCode::CONFLICT, "protocol_not_in_force");
    assert_eq!(here.clinic.fingerprint().await, before);
    agree(&here.nurse, second).await.expect(StatusCode::NO_CONTENT);
    let before = here.clinic.fingerprint().await;
    agree(&here.nurse, second).await.refused(StatusCode::CONFLICT, "already_signed");
    agree(&here.director, second).await.refused(StatusCode::CONFLICT, "already_signed");
    assert_eq!(here.clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_draft_from_before_the_newest_version_is_saved_again_before_it_is_signed() {
    let here = Keeping::new().await;
    let (one, other) = (here.draft().await, here.draft().await);
    sign(&here.director, factories::id(&one)).await.expect(StatusCode::CREATED);
    let before = here.clinic.fingerprint().await;
    let path = format!("/api/protocols/drafts/{}", other["id"]);
    sign(&here.director, factories::id(&other)).await.refused(StatusCode::CONFLICT, "protocol_superseded");
    assert_eq!(here.clinic.fingerprint().await, before);
    let again = json!({ "title": other["title"], "body": other["body"], "valid_until": other["valid_until"] });
    let saved = here.director.put(&path, again).await.expect(StatusCode::OK);
    assert_eq!(saved["follows"], 1);
    let signed = sign(&here.director, factories::id(&other)).await.expect(StatusCode::CREATED);
    assert_eq!(signed["number"], 2);
}

#[tokio::test]
async fn a_version_of_a_later_day_leaves_the_old_one_in_force_until_then() {
    let here = Keeping::new().await;
    let first = here.agreed().await;
    let mut later = draft("Botox");
    later["valid_from"] = json!((here.today() + Days::new(10)).to_string());
    let made = here.director.post("/api/protocols/drafts", later).await.expect(StatusCode::CREATED);
    let second = factories::id(&sign(&here.director, factories::id(&made)).await.expect(StatusCode::CREATED));
    assert_eq!(here.own().await["version"]["id"], first);
    here.treat().await.expect(StatusCode::CREATED);
    // A version can be signed before it comes into force.
    agree(&here.nurse, second).await.expect(StatusCode::NO_CONTENT);
    here.clinic
        .plant(&format!("update {{}}.protocol_version set valid_from = '{}' where id = {second}", here.today()))
        .await;
    assert_eq!(here.own().await["version"]["id"], second);
    let recorded = here.treat().await.expect(StatusCode::CREATED);
    assert_eq!(recorded["protocol"]["number"], 2);
}

#[tokio::test]
async fn a_draft_whose_last_day_is_over_is_not_signed() {
    let here = Keeping::new().await;
    let made = here.draft().await;
    let over = here.today() - Days::new(1);
    here.clinic.plant(&format!("update {{}}.protocol_draft set valid_until = '{over}'")).await;
    let before = here.clinic.fingerprint().await;
    sign(&here.director, factories::id(&made)).await.refused(StatusCode::CONFLICT, "protocol_over");
    assert_eq!(here.clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_retired_protocol_counts_no_longer_until_a_successor_is_signed() {
    let here = Keeping::new().await;
    let first = here.agreed().await;
    let manager = here.clinic.signed_in_as(Role::PracticeManager).await;
    let before = here.clinic.fingerprint().await;
    retire(&manager, first).await.refused(StatusCode::FORBIDDEN, "forbidden");
    let path = format!("/api/protocols/versions/{first}/retire");
    for reason in [json!(null), json!(" "), json!("x".repeat(201))] {
        here.director.post(&path, json!({ "reason": reason })).await.refused_field("reason");
    }
    assert_eq!(here.clinic.fingerprint().await, before);
    retire(&here.director, first).await.expect(StatusCode::NO_CONTENT);
    let shown = listed(&here.owner).await;
    assert_eq!(
        (&shown["state"], &shown["version"]["retired_for"]),
        (&json!("retired"), &json!("Replaced by a new law"))
    );
    let before = here.clinic.fingerprint().await;
    retire(&here.director, first).await.refused(StatusCode::CONFLICT, "protocol_retired");
    agree(&here.director, first).await.refused(StatusCode::CONFLICT, "protocol_not_in_force");
    assert_eq!(here.clinic.fingerprint().await, before);
    let second = here.version().await;
    assert_eq!(own(&here.nurse).await["version"]["id"], second);
    retire(&here.director, first).await.refused(StatusCode::CONFLICT, "protocol_superseded");
    assert_eq!(factories::audited(&here.clinic, "member", "protocol.retire", &[], &[first]).await, 1);
}
