use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{Keeping, agree};
use crate::testing::{Client, factories};

async fn due(client: &Client) -> Vec<(String, i64)> {
    let shown = client.get("/api/dashboard").await.expect(StatusCode::OK);
    let entry = |one: &Value| (one["task"].as_str().unwrap().to_owned(), one["version_id"].as_i64().unwrap());
    shown["protocols"].as_array().unwrap().iter().map(entry).collect()
}

#[tokio::test]
async fn what_waits_for_a_signature_and_what_ends_is_on_the_first_page() {
    let here = Keeping::new().await;
    assert_eq!(due(&here.nurse).await, []);
    let version = here.version().await;
    assert_eq!(due(&here.nurse).await, [("sign".to_owned(), version)]);
    assert_eq!(due(&here.director).await, []);
    agree(&here.nurse, version).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(due(&here.nurse).await, []);
    here.ends_in(version, 31).await;
    assert_eq!(due(&here.director).await, []);
    here.ends_in(version, 30).await;
    assert_eq!(due(&here.director).await, [("ends".to_owned(), version)]);
    assert_eq!(due(&here.nurse).await, []);
    here.ends_in(version, -1).await;
    assert_eq!(due(&here.director).await, [("ended".to_owned(), version)]);
    // A successor ends the reminder.
    here.version().await;
    assert_eq!(due(&here.director).await, []);
    here.clinic.plant("update {}.clinic_module set is_on = false where module = 'protocols'").await;
    assert_eq!(due(&here.nurse).await, []);
}

#[tokio::test]
async fn who_does_not_perform_a_service_is_not_asked_to_sign() {
    let here = Keeping::new().await;
    factories::switch_on(&here.clinic, "services").await;
    here.version().await;
    let shown = here.owner.get("/api/services").await.expect(StatusCode::OK);
    let botox = shown.as_array().unwrap().iter().find(|one| one["name"] == "Botox").unwrap();
    let director = super::own_id(&here.director).await;
    here.clinic
        .plant(&format!(
            "insert into {{}}.service_performer (service_id, member_id) values ({}, {director})",
            botox["id"]
        ))
        .await;
    assert_eq!(due(&here.nurse).await, []);
    assert_eq!(here.own().await["awaits"], false);
    let performers = super::listed(&here.owner).await["performers"].clone();
    assert_eq!(performers.as_array().unwrap().len(), 1, "{performers}");
    assert_eq!(performers[0]["member_id"], json!(director));
}
