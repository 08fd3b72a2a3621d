//! The sponsor of a director's sponsor may have had access to the director's account as well.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{
    directors::{approve, confirm, joins, new_director},
    form, listed, with,
};
use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;

/// Adds a member with this role and accepts the invitation; returns the id, and the signed-in client.
async fn brought_in(clinic: &TestClinic, by: &Client, role: Role, email: &str) -> (i64, Client) {
    let new = with(with(new_director(), "role", role.as_str()), "email", email);
    let added = by.post("/api/team", new).await.expect(StatusCode::CREATED);
    let token = factories::token_in(added["invite_url"].as_str().unwrap());
    (factories::id(&added["member"]), joins(clinic, &token).await)
}

async fn recorded(by: &Client) -> i64 {
    let patient = factories::cleared_patient(by).await;
    factories::treatment(by, patient).await
}

/// The approval fields of a treatment in the list: whether the member may approve it, and why not.
async fn approval_of(client: &Client, treatment: i64) -> (Value, Value) {
    let waiting = client.get("/api/treatments/pending").await.expect(StatusCode::OK);
    let row = waiting.as_array().unwrap().iter().find(|row| factories::id(row) == treatment).unwrap();
    (row["may_approve"].clone(), row["approval_refusal"].clone())
}

#[tokio::test]
async fn a_director_added_by_the_provider_cannot_approve_the_providers_treatments() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let director = clinic.signed_in_as(Role::MedicalDirector).await;
    let treatment = recorded(&director).await;
    let (first_id, first) = brought_in(&clinic, &director, Role::MedicalDirector, "first@clinic.example").await;
    confirm(&director, first_id).await.expect(StatusCode::OK);
    let (second_id, second) = brought_in(&clinic, &first, Role::MedicalDirector, "second@clinic.example").await;
    confirm(&first, second_id).await.expect(StatusCode::OK);
    let (third_id, third) = brought_in(&clinic, &second, Role::MedicalDirector, "third@clinic.example").await;
    confirm(&second, third_id).await.expect(StatusCode::OK);
    // Changing the account's role in between, or removing it from the list, does not help either.
    let path = format!("/api/team/{first_id}");
    let refused = (json!(false), json!("invited_by_provider"));
    for change in ["as it is", "another role", "off the list"] {
        match change {
            "another role" => {
                let other = with(form(&listed(&owner, first_id).await.unwrap()), "role", "Staff");
                director.put(&path, other).await.expect(StatusCode::OK);
            }
            "off the list" => {
                owner.delete(&path).await.expect(StatusCode::NO_CONTENT);
            }
            _ => {}
        }
        for puppet in [&second, &third] {
            assert_eq!(approval_of(puppet, treatment).await, refused, "{change}");
            let before = clinic.fingerprint().await;
            approve(puppet, treatment).await.refused(StatusCode::FORBIDDEN, "invited_by_provider");
            assert_eq!(clinic.fingerprint().await, before);
        }
    }
    // They may not approve their sponsors' treatments but those of their own invitees; any of them may approve other treatments.
    let of_another = recorded(&clinic.signed_in_as(Role::Provider).await).await;
    approve(&third, of_another).await.expect(StatusCode::OK);
    let of_the_second = recorded(&second).await;
    approve(&director, of_the_second).await.expect(StatusCode::OK);
    approve(&owner, treatment).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn directors_one_has_added_directly_or_not_do_not_block_approving_ones_own_treatment() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let (first_id, first) = brought_in(&clinic, &owner, Role::MedicalDirector, "first@clinic.example").await;
    confirm(&owner, first_id).await.expect(StatusCode::OK);
    let (second_id, second) = brought_in(&clinic, &first, Role::MedicalDirector, "second@clinic.example").await;
    confirm(&first, second_id).await.expect(StatusCode::OK);
    let patient = factories::cleared_patient(&owner).await;
    let own = owner.post("/api/treatments", factories::botox(patient)).await.expect(StatusCode::CREATED);
    assert_eq!((&own["may_approve"], &own["approval_refusal"]), (&json!(true), &Value::Null));
    approve(&second, factories::id(&own)).await.refused(StatusCode::FORBIDDEN, "invited_by_provider");
    approve(&owner, factories::id(&own)).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_director_added_by_the_owners_manager_can_approve_the_owners_treatments() {
    let clinic = TestClinic::new().await;
    clinic.plant("update {}.member set role = 'Provider', director_confirmed_at = null where is_owner").await;
    let owner = clinic.owner().await;
    let treatment = recorded(&owner).await;
    let (_, manager) = brought_in(&clinic, &owner, Role::PracticeManager, "manager@clinic.example").await;
    let (id, director) = brought_in(&clinic, &manager, Role::MedicalDirector, "director@clinic.example").await;
    confirm(&owner, id).await.expect(StatusCode::OK);
    assert_eq!(approval_of(&director, treatment).await, (json!(true), Value::Null));
    approve(&director, treatment).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_cycle_of_sponsors_is_followed_once() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let provider = clinic.signed_in_as(Role::Provider).await;
    let treatment = recorded(&provider).await;
    let (id, director) = brought_in(&clinic, &owner, Role::MedicalDirector, "director@clinic.example").await;
    confirm(&owner, id).await.expect(StatusCode::OK);
    factories::member(&clinic, Role::MedicalDirector).await;
    clinic
        .plant(
            "insert into {}.member_sponsor (member_id, sponsor_id, at)
             select m.id, s.id, now() from {}.member m, {}.member s
             where m.id <> s.id and m.role = 'Medical Director' and s.role = 'Medical Director' on conflict do nothing",
        )
        .await;
    approve(&director, treatment).await.expect(StatusCode::OK);
}
