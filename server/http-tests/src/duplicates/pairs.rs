use axum::http::{Method, StatusCode};
use serde_json::json;

use crate::testing::{Answer, Client, TestClinic, factories};
use base::permission::Role;

async fn add(owner: &Client, first_name: &str, last_name: &str, birth_date: &str, phone: &str) -> i64 {
    let new = json!({ "first_name": first_name, "last_name": last_name, "birth_date": birth_date, "phone": phone });
    factories::id(&owner.post("/api/patients", new).await.expect(StatusCode::CREATED))
}

/// The ids of each pair with the reason, on all pages of this length.
async fn pairs(person: &Client, limit: u64) -> Vec<(i64, i64, String)> {
    let mut seen = Vec::new();
    let mut path = format!("/api/patients/pairs?limit={limit}");
    loop {
        let answer = person.get(&path).await;
        let next = answer.headers.get("link").map(|link| link.to_str().unwrap().to_owned());
        for pair in answer.expect(StatusCode::OK).as_array().unwrap() {
            let reason = pair["reason"].as_str().unwrap().to_owned();
            seen.push((factories::id(&pair["first"]), factories::id(&pair["second"]), reason));
        }
        let Some(next) = next else { return seen };
        path = next.split(['<', '>']).nth(1).unwrap().to_owned();
    }
}

/// Marks the two patients of this path as two people.
async fn say(person: &Client, path: &str) -> Answer {
    person.send(person.request(Method::PUT, path, None)).await
}

#[tokio::test]
async fn patients_who_share_identifying_values_are_listed_in_pairs() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let nora = add(&owner, "Nora", "Lindqvist", "1985-03-14", "(555) 010-1234").await;
    let zoe = add(&owner, "Zoë", "O'Hara", "", "555 010 7777").await;
    let norah = add(&owner, "Norah", "Lindqvist", "1985-03-14", "").await;
    let married = add(&owner, "Nora", "Berg", "1985-03-14", "+1 555 010 1234").await;
    let zoe_again = add(&owner, "zoe", "o'hara", "", "").await;
    // A daughter with the same phone, a stranger of the same age, and another person of the same name.
    add(&owner, "Ida", "Lindqvist", "2010-06-01", "(555) 010-1234").await;
    add(&owner, "Oscar", "Meyer", "1985-03-14", "").await;
    add(&owner, "Nora", "Lindqvist", "1999-09-09", "").await;
    let expected = [
        (zoe, zoe_again, "Same name".to_owned()),
        (nora, married, "Same birth date and phone, another name".to_owned()),
        (nora, norah, "Same birth date, similar name".to_owned()),
    ];
    assert_eq!(pairs(&owner, 100).await, expected);
    assert_eq!(pairs(&owner, 1).await, expected, "page by page");
    assert!(factories::audited(&clinic, "member", "patient.pair.list", &[nora, zoe], &[]).await == 0);
    assert!(factories::audited(&clinic, "member", "patient.pair.list", &[zoe, zoe_again], &[]).await > 0);
}

#[tokio::test]
async fn two_people_who_look_like_one_are_not_asked_about_again_until_that_is_taken_back() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let one = factories::patient(&owner).await;
    let other = factories::patient(&owner).await;
    let path = format!("/api/patients/{other}/distinct/{one}");
    let of_one =
        json!({ "first_name": "Nora", "last_name": "Lindqvist", "birth_date": "1985-03-14", "patient_id": one });
    let suspects = async || {
        let found = owner.post("/api/patients/duplicates", of_one.clone()).await.expect(StatusCode::OK);
        found.as_array().unwrap().len()
    };
    assert_eq!((pairs(&owner, 5).await.len(), suspects().await), (1, 1));
    for _ in 0..2 {
        say(&owner, &path).await.expect(StatusCode::NO_CONTENT);
        assert_eq!((pairs(&owner, 5).await.len(), suspects().await), (0, 0));
    }
    assert_eq!(factories::audited(&clinic, "member", "patient.pair.dismiss", &[one, other], &[]).await, 2);
    // A third patient is compared with both.
    factories::patient(&owner).await;
    assert_eq!((pairs(&owner, 5).await.len(), suspects().await), (2, 1));
    owner.delete(&format!("/api/patients/{one}/distinct/{other}")).await.expect(StatusCode::NO_CONTENT);
    assert_eq!((pairs(&owner, 5).await.len(), suspects().await), (3, 2));
    owner.delete(&path).await.refused(StatusCode::NOT_FOUND, "not_found");
    // The mark does not prevent removing a patient who was added by mistake.
    say(&owner, &path).await.expect(StatusCode::NO_CONTENT);
    owner.delete(&format!("/api/patients/{other}")).await.expect(StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn a_pair_is_two_patients_of_this_clinic() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let one = factories::patient(&owner).await;
    let elsewhere = factories::patient(&TestClinic::new().await.owner().await).await;
    for (one, other) in [(one, elsewhere), (elsewhere, one)] {
        let path = format!("/api/patients/{one}/distinct/{other}");
        say(&owner, &path).await.refused(StatusCode::NOT_FOUND, "not_found");
        owner.delete(&path).await.refused(StatusCode::NOT_FOUND, "not_found");
    }
    let same = say(&owner, &format!("/api/patients/{one}/distinct/{one}")).await;
    same.refused(StatusCode::CONFLICT, "same_patient");
    owner.get("/api/patients/pairs?after=x").await.refused_field("after");
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    nurse.get("/api/patients/pairs").await.refused(StatusCode::FORBIDDEN, "forbidden");
}

#[tokio::test]
async fn what_many_patients_share_makes_no_pairs() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    clinic
        .plant(
            "insert into {}.patient (first_name, last_name, birth_date, phone, phone_digits, created_at)
             select 'Ann', 'Berg', date '1900-01-01', '5550100000', '5550100000', now() from generate_series(1, 31)",
        )
        .await;
    assert_eq!(pairs(&owner, 100).await, []);
}

#[tokio::test]
async fn pairs_of_patients_before_the_newest_ones_are_listed_too_in_the_same_order() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let nora = add(&owner, "Nora", "Lindqvist", "1985-03-14", "(555) 010-1234").await;
    let zoe = add(&owner, "Zoë", "O'Hara", "1971-05-06", "555 010 7777").await;
    let zoe_again = add(&owner, "Zoe", "Ohara", "1971-05-06", "555 010 7777").await;
    // More patients than are compared first, none similar to another.
    clinic
        .plant(
            "insert into {}.patient (first_name, last_name, birth_date, created_at)
             select 'F' || md5(n::text), 'L' || md5('l' || n), date '1900-01-01' + n, now() from generate_series(1, 1100) n",
        )
        .await;
    let nora_again = add(&owner, "Nora", "Lindqvist", "1985-03-14", "(555) 010-1234").await;
    let found: Vec<_> = pairs(&owner, 1).await.into_iter().map(|(first, second, _)| (first, second)).collect();
    assert_eq!(found, [(nora, nora_again), (zoe, zoe_again)]);
    assert_eq!(pairs(&owner, 20).await.len(), 2);
}
