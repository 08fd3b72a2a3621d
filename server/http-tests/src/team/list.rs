use axum::http::StatusCode;
use sea_orm::Iterable;
use serde_json::Value;

use super::{listed, nia};
use crate::testing::{TestClinic, factories};
use base::permission::Role;

#[tokio::test]
async fn limited_access_shows_only_a_few_fields_of_a_member() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let added = owner.post("/api/team", nia()).await.expect(StatusCode::CREATED)["member"].clone();
    let id = factories::id(&added);
    for role in Role::iter() {
        let client = clinic.signed_in_as(role).await;
        let seen = listed(&client, id).await.unwrap();
        let sees_all = matches!(role, Role::MedicalDirector | Role::PracticeManager);
        for field in added.as_object().unwrap().keys() {
            let is_known = ["id", "first_name", "last_name", "role", "department", "status"].contains(&field.as_str());
            let expected = if is_known || sees_all { &added[field] } else { &Value::Null };
            assert_eq!(&seen[field], expected, "{field} as seen by {}", role.as_str());
        }
        assert_eq!(seen.as_object().unwrap().len(), 25);
    }
    assert_eq!(listed(&owner, id).await.unwrap(), added);
}

#[tokio::test]
async fn the_team_is_listed_by_name_with_inactive_and_without_removed_members() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    clinic
        .plant(
            "insert into {}.member (first_name, last_name, email, role, department, status, hire_date, created_at, updated_at, removed_at)
             select first_name, last_name, first_name || '@clinic.example', 'Staff', 'Support', status, '2024-01-01', now(), now(), removed_at
             from (values ('Bea', 'Adams', 'active', null), ('Ann', 'Adams', 'inactive', null), ('Cy', 'Zorn', 'active', null),
                          ('Gone', 'Adams', 'inactive', now())) as t (first_name, last_name, status, removed_at)",
        )
        .await;
    let team = owner.get("/api/team").await.expect(StatusCode::OK);
    let names: Vec<_> = team.as_array().unwrap().iter().map(|member| member["first_name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Ann", "Bea", "Olive", "Cy"]);
}

#[tokio::test]
async fn the_notes_of_the_team_have_at_most_2_mib_together() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    // The list has no pages: every screen that names a member reads it completely.
    clinic
        .plant(
            "insert into {}.member (first_name, last_name, email, role, department, status, hire_date, created_at, updated_at, notes)
             select 'Ann', n::text, n || '@clinic.example', 'Staff', 'Support', 'inactive', '2024-01-01', now(), now(), repeat('n', 10000)
             from generate_series(1, 209) n",
        )
        .await;
    let mut new = nia();
    new["notes"] = Value::from("n".repeat(10_000));
    let before = clinic.fingerprint().await;
    let message = owner.post("/api/team", new.clone()).await.refused_field("notes");
    assert_eq!(message, "The team's notes together have more than 2 MiB. Shorten some of them first.");
    assert_eq!(clinic.fingerprint().await, before);
    let short = factories::id(&owner.post("/api/team", nia()).await.expect(StatusCode::CREATED)["member"]);
    let before = clinic.fingerprint().await;
    owner.put(&format!("/api/team/{short}"), new).await.refused_field("notes");
    assert_eq!(clinic.fingerprint().await, before);
}
