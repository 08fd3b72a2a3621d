//! Allergies, medications, conditions and pregnancy.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::testing::{TestClinic, factories};
use base::permission::Role;

#[tokio::test]
async fn an_answer_names_who_asked_and_when_and_the_earlier_ones_stay() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let path = format!("/api/patients/{}/clinical", factories::patient(&owner).await);
    let nothing = owner.get(&path).await.expect(StatusCode::OK);
    assert_eq!(nothing, json!({ "allergies": null, "medications": null, "conditions": null, "pregnancy": null }));
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    let allergies = format!("{path}/allergies");
    let listed =
        json!({ "answer": "listed", "entries": [{ "name": "Lidocaine", "note": "Hives" }, { "name": "Latex" }] });
    let answered = nurse.send_from_version(0, Method::PUT, &allergies, Some(&listed)).await.expect(StatusCode::CREATED);
    assert_eq!(
        answered["entries"],
        json!([{ "name": "Lidocaine", "note": "Hives" }, { "name": "Latex", "note": null }])
    );
    assert_eq!((&answered["asked_by"], &answered["version"]), (&json!("Robin Nurse"), &json!(1)));
    let none = owner.send_from_version(1, Method::PUT, &allergies, Some(&json!({ "answer": "none_known" }))).await;
    none.expect(StatusCode::CREATED);
    owner.put(&format!("{path}/pregnancy"), json!({ "answer": "neither" })).await.expect(StatusCode::CREATED);
    let lists = owner.get(&path).await.expect(StatusCode::OK);
    assert_eq!((&lists["allergies"]["answer"], &lists["allergies"]["entries"]), (&json!("none_known"), &json!([])));
    assert_eq!((&lists["pregnancy"]["answer"], &lists["medications"]), (&json!("neither"), &Value::Null));
    let history = owner.get(&allergies).await.expect(StatusCode::OK);
    let versions: Vec<_> = history.as_array().unwrap().iter().map(|row| row["version"].clone()).collect();
    assert_eq!(versions, [json!(2), json!(1)]);
    let page = owner.get(&format!("{allergies}?limit=1")).await;
    assert!(page.headers["link"].to_str().unwrap().contains("after=2"));
    assert_eq!(owner.get(&format!("{allergies}?limit=1&after=2")).await.expect(StatusCode::OK)[0]["version"], 1);
}

#[tokio::test]
async fn of_two_answers_from_one_version_the_second_is_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let path = format!("/api/patients/{}/clinical/medications", factories::patient(&owner).await);
    let answers = (0..8).map(async |number| {
        let answer = json!({ "answer": "listed", "entries": [{ "name": format!("Aspirin {number}") }] });
        owner.send_from_version(0, Method::PUT, &path, Some(&answer)).await
    });
    let statuses: Vec<_> = futures_util::future::join_all(answers).await.iter().map(|answer| answer.status).collect();
    let stored = statuses.iter().filter(|status| **status == StatusCode::CREATED).count();
    let stale = statuses.iter().filter(|status| **status == StatusCode::PRECONDITION_FAILED).count();
    assert_eq!((stored, stale), (1, 7), "{statuses:?}");
    assert_eq!(owner.get(&path).await.expect(StatusCode::OK).as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn an_answer_that_does_not_fit_its_question_is_refused() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let path = format!("/api/patients/{}/clinical", factories::patient(&owner).await);
    let before = clinic.fingerprint().await;
    let one = json!([{ "name": "Latex" }]);
    for (kind, body, field) in [
        ("allergies", json!({ "answer": "pregnant" }), "answer"),
        ("pregnancy", json!({ "answer": "none_known" }), "answer"),
        ("conditions", json!({ "answer": "maybe" }), "answer"),
        ("allergies", json!({ "answer": "listed" }), "entries"),
        ("allergies", json!({ "answer": "none_known", "entries": one }), "entries"),
        ("pregnancy", json!({ "answer": "pregnant", "entries": one }), "entries"),
        ("allergies", json!({ "answer": "listed", "entries": vec![json!({ "name": "x" }); 101] }), "entries"),
    ] {
        owner.put(&format!("{path}/{kind}"), body).await.refused_field(field);
    }
    owner.put(&format!("{path}/hobbies"), json!({ "answer": "none_known" })).await.expect(StatusCode::NOT_FOUND);
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn the_front_desk_sees_no_clinical_answers() {
    let clinic = TestClinic::new().await;
    let id = factories::patient(&clinic.owner().await).await;
    let desk = clinic.signed_in_as(Role::Receptionist).await;
    for path in ["clinical", "clinical/allergies"] {
        desk.get(&format!("/api/patients/{id}/{path}")).await.refused(StatusCode::FORBIDDEN, "forbidden");
    }
    let answer = json!({ "answer": "none_known" });
    desk.put(&format!("/api/patients/{id}/clinical/allergies"), answer)
        .await
        .refused(StatusCode::FORBIDDEN, "forbidden");
}

#[tokio::test]
async fn a_page_of_long_answers_has_at_most_1_mb() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    clinic
        .plant(&format!(
            "insert into {{}}.clinical_answer (patient_id, kind, version, answer, entries, member_id, member_name, asked_at)
             select {patient}, 'allergies', n, 'listed',
                (select jsonb_agg(jsonb_build_object('name', repeat('n', 200), 'note', repeat('m', 200))) from generate_series(1, 100)),
                (select min(id) from {{}}.member), 'Robin', now()
             from generate_series(1, 120) n"
        ))
        .await;
    let (mut path, mut versions) = (Some(format!("/api/patients/{patient}/clinical/allergies?limit=1000")), Vec::new());
    while let Some(wanted) = path {
        let answer = owner.get(&wanted).await;
        assert!(answer.text.len() <= 1_000_000, "{} bytes", answer.text.len());
        path = answer.next_page();
        let page = answer.expect(StatusCode::OK);
        versions.extend(page.as_array().unwrap().iter().map(|row| row["version"].as_i64().unwrap()));
    }
    assert_eq!(versions, (1..=120).rev().collect::<Vec<_>>());
}

#[tokio::test]
async fn an_answer_that_was_a_mistake_is_withdrawn_and_stays_in_the_history() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let path = format!("/api/patients/{}/clinical", factories::patient(&owner).await);
    let allergies = format!("{path}/allergies");
    let withdraw = format!("{allergies}/withdraw");
    owner.post_nothing(&withdraw).await.refused(StatusCode::NOT_FOUND, "not_found");
    let none = json!({ "answer": "none_known" });
    owner.send_from_version(0, Method::PUT, &allergies, Some(&none)).await.expect(StatusCode::CREATED);
    owner.send_from_version(1, Method::POST, &withdraw, None).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(owner.get(&path).await.expect(StatusCode::OK)["allergies"], Value::Null);
    owner.post_nothing(&withdraw).await.refused(StatusCode::NOT_FOUND, "not_found");
    let again = owner.send_from_version(0, Method::PUT, &allergies, Some(&none)).await.expect(StatusCode::CREATED);
    assert_eq!(again["version"], 2);
    let history = owner.get(&allergies).await.expect(StatusCode::OK);
    assert_eq!((&history[0]["withdrawn_at"], history[1]["withdrawn_at"].is_string()), (&Value::Null, true));
    // The previous answer counts again.
    let listed = json!({ "answer": "listed", "entries": [{ "name": "Latex" }] });
    owner.put(&allergies, listed).await.expect(StatusCode::CREATED);
    owner.send_from_version(3, Method::POST, &withdraw, None).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(owner.get(&path).await.expect(StatusCode::OK)["allergies"]["version"], 2);
}

#[tokio::test]
async fn an_answer_of_somebody_else_or_of_before_ten_minutes_is_not_withdrawn() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let path = format!("/api/patients/{}/clinical/conditions", factories::patient(&owner).await);
    owner.put(&path, json!({ "answer": "none_known" })).await.expect(StatusCode::CREATED);
    let withdraw = format!("{path}/withdraw");
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    let before = clinic.fingerprint_of(&["clinical_answer"]).await;
    nurse.post_nothing(&withdraw).await.refused(StatusCode::CONFLICT, "not_withdrawable");
    let stale = owner.send_from_version(2, Method::POST, &withdraw, None).await;
    stale.refused(StatusCode::PRECONDITION_FAILED, "stale");
    clinic
        .signed_in_as(Role::Receptionist)
        .await
        .post_nothing(&withdraw)
        .await
        .refused(StatusCode::FORBIDDEN, "forbidden");
    clinic.clock().advance(chrono::TimeDelta::minutes(10));
    owner.post_nothing(&withdraw).await.refused(StatusCode::CONFLICT, "not_withdrawable");
    assert_eq!(clinic.fingerprint_of(&["clinical_answer"]).await, before);
}
