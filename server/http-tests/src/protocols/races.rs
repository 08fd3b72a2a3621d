use axum::http::StatusCode;
use entity::words::Role;

use super::{Keeping, agree, draft, sign};
use crate::testing::factories;

#[tokio::test]
async fn of_two_directors_who_sign_two_drafts_at_once_one_puts_a_version_in_force() {
    let here = Keeping::new().await;
    let other = here.clinic.signed_in_as(Role::MedicalDirector).await;
    for round in 1..=5_i64 {
        let (one, another) = (factories::id(&here.draft().await), factories::id(&here.draft().await));
        let (first, second) = tokio::join!(sign(&here.director, one), sign(&other, another));
        let answers = [first, second];
        let signed = answers.iter().filter(|answer| answer.status == StatusCode::CREATED).count();
        assert_eq!(signed, 1, "round {round}");
        for answer in answers {
            if answer.status != StatusCode::CREATED {
                answer.refused(StatusCode::CONFLICT, "protocol_superseded");
            }
        }
        assert_eq!(here.clinic.count("{}.protocol_version").await, round);
        assert_eq!(here.clinic.count(&format!("{{}}.protocol_version where number = {round}")).await, 1);
    }
}

#[tokio::test]
async fn a_provider_who_signs_twice_at_once_has_signed_once() {
    let here = Keeping::new().await;
    let version = here.version().await;
    let (first, second) = tokio::join!(agree(&here.nurse, version), agree(&here.nurse, version));
    let mut codes = [first.status, second.status];
    codes.sort_unstable();
    assert_eq!(codes, [StatusCode::NO_CONTENT, StatusCode::CONFLICT]);
    assert_eq!(here.clinic.count("{}.protocol_signature").await, 1);
}

#[tokio::test]
async fn of_two_who_begin_a_protocol_at_once_both_or_one_succeed_and_there_is_one() {
    let here = Keeping::new().await;
    let begin = || here.director.post("/api/protocols/drafts", draft("Microneedling"));
    let (first, second) = tokio::join!(begin(), begin());
    for answer in [first, second] {
        if answer.status != StatusCode::CREATED {
            answer.refused(StatusCode::CONFLICT, "protocol_begun");
        }
    }
    assert_eq!(here.clinic.count("{}.protocol where service = 'Microneedling'").await, 1);
}
