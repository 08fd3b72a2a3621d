//! Texts to a shared number reach one clinic's desk.

use axum::http::StatusCode;
use serde_json::json;

use super::{
    book, mails_after_the_hold,
    text_provider::{OF_TWO, OWN, clinics_with_numbers, texts_on},
    texts::{at_the_next, report},
};
use crate::testing::{Client, TestClinic, factories};

/// The open texts of the desk.
async fn texts(owner: &Client) -> Vec<String> {
    let texts = owner.get("/api/messages/texts").await.expect(StatusCode::OK);
    texts.as_array().unwrap().iter().map(|text| text["body"].as_str().unwrap().to_owned()).collect()
}

/// Reports a text to a number at the address of a clinic.
async fn write(at: &TestClinic, reference: &str, to: &str, body: &str) {
    let fields = [("MessageSid", reference), ("From", "+15550101234"), ("To", to), ("Body", body)];
    report(at, &fields, None).await.expect(StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn a_text_reaches_the_clinic_whose_number_it_is_or_that_has_texted_the_person_last() {
    let ([own, shared, also], _) = clinics_with_numbers().await;
    let (owner, shared_owner) = (own.owner().await, shared.owner().await);
    let (also_owner, patient) = texts_on(&also).await;
    book(&also, &also_owner, patient, 5).await;
    mails_after_the_hold(&also).await;
    // A text to a number of only one clinic is assigned at once.
    write(&own, "SM11", OWN, "one").await;
    assert_eq!(texts(&owner).await, ["one"]);
    // The clinic at whose address another's text is reported neither sees nor keeps it.
    write(&shared, "SM12", OWN, "two").await;
    assert_eq!((texts(&shared_owner).await.len(), texts(&owner).await.len()), (0, 1));
    factories::mails(&shared).await;
    assert_eq!((texts(&shared_owner).await.len(), texts(&owner).await), (0, vec!["two".to_owned(), "one".to_owned()]));
    // If no clinic has texted the person, the clinic where the text was reported has it.
    write(&shared, "SM13", OF_TWO, "three").await;
    factories::mails(&shared).await;
    assert_eq!(texts(&shared_owner).await, ["three"]);
    at_the_next(&also).await;
    // The sessions have expired meanwhile.
    let (shared_owner, also_owner) = (shared.owner().await, also.owner().await);
    for _ in 0..2 {
        write(&shared, "SM14", OF_TWO, "four").await;
        factories::mails(&shared).await;
    }
    assert_eq!((texts(&also_owner).await, texts(&shared_owner).await.len()), (vec!["four".to_owned()], 1));
    assert_eq!(shared.count("{}.inbound_text where body = '' and number = '' and closed_at is not null").await, 2);
    assert_eq!(shared.count("{}.inbound_text").await, 3);
}

#[tokio::test]
async fn a_text_that_is_not_given_to_a_clinic_yet_is_not_read_there() {
    let ([_, shared, _], _) = clinics_with_numbers().await;
    let owner = shared.owner().await;
    write(&shared, "SM15", OF_TWO, "five").await;
    // The request itself asks no clinic; it stores a job that does.
    assert_eq!(shared.count("{}.job where kind = 'shared_texts' and done_at is null").await, 1);
    let row = shared.rows("select id from {}.inbound_text").await;
    let id: i64 = row[0].try_get("", "id").unwrap();
    for verb in ["close", "reopen"] {
        let path = format!("/api/messages/texts/{id}/{verb}");
        owner.post_nothing(&path).await.refused(StatusCode::NOT_FOUND, "not_found");
    }
    assert_eq!(owner.get("/api/messages/texts").await.expect(StatusCode::OK), json!([]));
    factories::mails(&shared).await;
    assert_eq!(texts(&owner).await, ["five"]);
    owner.post_nothing(&format!("/api/messages/texts/{id}/close")).await.expect(StatusCode::NO_CONTENT);
}
