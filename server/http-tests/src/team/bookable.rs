use axum::http::StatusCode;
use sea_orm::Iterable;
use serde_json::json;

use super::{form, id_of, listed, nia, with};
use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;

/// The names of the members who can be booked.
async fn bookable(client: &Client) -> Vec<String> {
    let choices = client.get("/api/appointments/providers").await.expect(StatusCode::OK);
    choices.as_array().unwrap().iter().map(|choice| choice["name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_solo_owner_can_be_booked_until_others_work_there() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    clinic.plant("update {}.member set role = 'Practice Manager' where is_owner").await;
    assert_eq!(bookable(&owner).await, ["Olive Owner"]);
    let own = id_of(&clinic, "owner@clinic.example").await;
    assert_eq!(listed(&owner, own).await.unwrap()["takes_appointments"], true);
    let patient = factories::patient(&owner).await;
    let mut body = factories::appointment(patient);
    body["provider_id"] = json!(own);
    let booked = owner.post("/api/appointments", body.clone()).await.expect(StatusCode::CREATED);
    assert_eq!(booked["provider_name"], "Olive Owner");
    // With a colleague the owner no longer takes appointments by default.
    factories::member(&clinic, Role::Receptionist).await;
    assert_eq!(bookable(&owner).await, [""; 0]);
    assert_eq!(listed(&owner, own).await.unwrap()["takes_appointments"], false);
    body["appointment_time"] = json!("2027-03-02T10:00");
    assert_eq!(
        owner.post("/api/appointments", body.clone()).await.refused_field("provider_id"),
        "must be one of the clinic's providers"
    );
    let form = with(form(&listed(&owner, own).await.unwrap()), "takes_appointments", true);
    owner.put(&format!("/api/team/{own}"), form).await.expect(StatusCode::OK);
    assert_eq!(bookable(&owner).await, ["Olive Owner"]);
    owner.post("/api/appointments", body).await.expect(StatusCode::CREATED);
}

#[tokio::test]
async fn members_who_treat_can_be_booked_unless_switched_off() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    clinic.plant("update {}.member set role = 'Staff' where is_owner").await;
    for role in Role::iter() {
        factories::member(&clinic, role).await;
    }
    assert_eq!(bookable(&owner).await, ["Robin Medical Director", "Robin Nurse", "Robin Provider"]);
    let added = owner.post("/api/team", nia()).await.expect(StatusCode::CREATED)["member"].clone();
    assert_eq!(added["takes_appointments"], true);
    let path = format!("/api/team/{}", factories::id(&added));
    let off = owner.put(&path, with(nia(), "takes_appointments", false)).await.expect(StatusCode::OK);
    assert_eq!(off["takes_appointments"], false);
    assert!(!bookable(&owner).await.contains(&"Nia Okafor".to_owned()));
    // A change without this field does not change it.
    let changed = owner.put(&path, with(nia(), "phone", "555 010 9999")).await.expect(StatusCode::OK);
    assert_eq!(changed["takes_appointments"], false);
    // A receptionist who also treats; and an inactive member, who can never be booked.
    let receptionist =
        with(with(with(nia(), "role", "Receptionist"), "email", "desk@clinic.example"), "first_name", "Desk");
    let receptionist =
        owner.post("/api/team", with(receptionist, "takes_appointments", true)).await.expect(StatusCode::CREATED);
    assert_eq!(receptionist["member"]["takes_appointments"], true);
    assert!(bookable(&owner).await.contains(&"Desk Okafor".to_owned()));
    clinic.plant("update {}.member set status = 'inactive' where first_name = 'Desk'").await;
    assert!(!bookable(&owner).await.contains(&"Desk Okafor".to_owned()));
    let wrong = with(with(nia(), "email", "other@clinic.example"), "takes_appointments", "perhaps");
    owner.post("/api/team", wrong).await.refused_field("takes_appointments");
}
