//! Booking from the offer to the visit, and the patient to whom the appointment belongs.

use axum::http::StatusCode;
use chrono::{DateTime, Days, TimeDelta, Utc};
use chrono_tz::America::New_York;
use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{
    SETTINGS, appointments, ask_code, book, confirm, held, mailed_code, open, open_at, open_at_once, person, times,
    try_hold,
};
use crate::testing::{self, Server, TestClinic, factories};
use base::local_time::first_at;
use config::{Config, stripe_keys::Enforcement};
use tenancy::Db;

#[tokio::test]
async fn the_page_says_where_the_clinic_is_and_whom_to_call() {
    let (clinic, owner, _) = open_at_once().await;
    let offer = async || clinic.anonymous().get("/api/book").await.expect(StatusCode::OK);
    let before = offer().await;
    assert_eq!((&before["clinic_address"], &before["clinic_phone"]), (&Value::Null, &Value::Null));
    let mut settings = factories::estimate_settings();
    settings.as_object_mut().unwrap().remove("zip");
    owner.put("/api/gfe-estimate/settings", settings).await.expect(StatusCode::OK);
    let after = offer().await;
    assert_eq!(after["clinic_address"], "214 W 18th Street, New York, NY");
    assert_eq!(after["clinic_phone"], "(212) 555-0100");
}

#[tokio::test]
async fn a_visit_is_booked_with_what_was_accepted() {
    let (clinic, owner, provider) = open_at_once().await;
    let visitor = clinic.anonymous();
    let offer = visitor.get("/api/book").await.expect(StatusCode::OK);
    assert_eq!((&offer["mode"], &offer["time_zone"]), (&json!("booked"), &json!("America/New_York")));
    assert_eq!(offer["policy"], json!({ "version": 1, "body": "Please cancel a day ahead." }));
    let botox = offer["services"].as_array().unwrap().iter().find(|service| service["name"] == "Botox").unwrap();
    assert!(botox["providers"].as_array().unwrap().contains(&json!({ "id": provider, "name": "Robin Provider" })));
    let (booked, starts_at) = book(&clinic, provider, "ida@example.com", ("Ida", "Berg")).await;
    assert_eq!((&booked["starts_at"], &booked["mode"]), (&json!(starts_at), &json!("booked")));
    assert_eq!((&booked["service"], &booked["provider_name"]), (&json!("Botox"), &json!("Robin Provider")));
    let local = starts_at.parse::<DateTime<Utc>>().unwrap().with_timezone(&chrono_tz::America::New_York);
    assert_eq!(booked["date"], local.format("%A, %B %-d, %Y").to_string());
    let [row] = &appointments(&owner).await[..] else { panic!("one appointment") };
    assert_eq!((&row["status"], &row["requested_at"]), (&json!("Booked"), &Value::Null));
    assert_eq!((&row["first_name"], &row["last_name"]), (&json!("Ida"), &json!("Berg")));
    assert_eq!((&row["provider_id"], &row["starts_at"]), (&json!(provider), &json!(starts_at)));
    let id = factories::id(row);
    let detail = owner.get(&format!("/api/appointments/{id}")).await.expect(StatusCode::OK);
    assert_eq!(detail["events"][0]["actor_name"], "The patient, online");
    let kept = clinic
        .rows(
            "select (o.policy_version = p.version and o.policy_sha256 = p.body_sha256
                and o.policy_sha256 = sha256('Please cancel a day ahead.') and o.is_new_patient
                and o.channel = 'email') as fits
             from {}.online_booking o join {}.booking_policy p on true",
        )
        .await;
    assert!(kept[0].try_get::<bool>("", "fits").unwrap());
    let patient = row["patient_id"].as_i64().unwrap();
    assert_eq!(factories::audited(&clinic, "patient", "booking.confirm", &[patient], &[id]).await, 1);
    // The patient's own page and file.
    let page = visitor.get(&booked["visit_path"].as_str().unwrap().replace("/portal/", "/api/")).await;
    let page = page.expect(StatusCode::OK);
    assert_eq!((&page["first_name"], &page["requested"]), (&json!("Ida"), &json!(false)));
    let file = visitor.get(booked["file_path"].as_str().unwrap()).await;
    assert!(file.text.starts_with("BEGIN:VCALENDAR"), "{}", file.text);
    // The personal data of a hold are deleted with the booking.
    assert_eq!(clinic.count("{}.booking_hold where contact is not null or code_nonce is not null").await, 0);
}

#[tokio::test]
async fn a_known_patient_and_a_stranger_get_the_same_answers_and_times() {
    let (clinic, owner, provider) = open().await;
    let known = factories::patient(&owner).await;
    let mut answers = Vec::new();
    for (address, first, last) in
        [("NORA@example.com", "nora", "Lindqvist"), ("stranger@example.com", "Nora", "Lindqvist")]
    {
        let visitor = clinic.anonymous();
        let all = times(&visitor, &format!("&provider_id={provider}")).await;
        let hold = try_hold(&visitor, provider, &all[8]).await.expect(StatusCode::CREATED);
        let token = hold["token"].as_str().unwrap();
        let sent = ask_code(&visitor, token, json!({ "email": address })).await.expect(StatusCode::OK);
        let code = mailed_code(&clinic).await;
        let booked = confirm(&visitor, token, person(first, last, &code)).await.expect(StatusCode::OK);
        let shape = |value: &Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
        answers.push((all.len(), shape(&hold), shape(&sent), shape(&booked), booked["mode"].clone()));
        for id in appointments(&owner).await.iter().map(factories::id) {
            let decline = json!({ "reason": "Fully booked" });
            owner.post(&format!("/api/appointments/{id}/decline"), decline).await;
        }
    }
    assert_eq!(answers[0], answers[1]);
    let rows = clinic.rows("select patient_id from {}.appointment order by id").await;
    let patients: Vec<i64> = rows.iter().map(|row| row.try_get("", "patient_id").unwrap()).collect();
    assert_eq!(patients[0], known, "case does not matter");
    assert_ne!(patients[1], known, "a name alone is nobody");
    // A patient who may be the same person is on the list of pairs.
    let pairs = owner.get("/api/patients/pairs").await.expect(StatusCode::OK);
    assert_eq!((&pairs[0]["first"]["id"], &pairs[0]["second"]["id"]), (&json!(known), &json!(patients[1])));
}

#[tokio::test]
async fn a_contact_that_several_share_and_an_archived_patient_link_nobody() {
    let (clinic, owner, provider) = open_at_once().await;
    let archived = factories::patient(&owner).await;
    owner.post(&format!("/api/patients/{archived}/archive"), json!({})).await.expect(StatusCode::OK);
    book(&clinic, provider, "nora@example.com", ("Nora", "Lindqvist")).await;
    for _ in 0..2 {
        let twin = json!({ "first_name": "Ida", "last_name": "Berg", "email": "family@example.com" });
        owner.post("/api/patients", twin).await.expect(StatusCode::CREATED);
    }
    book(&clinic, provider, "family@example.com", ("Ida", "Berg")).await;
    book(&clinic, provider, "family@example.com", ("Ola", "Berg")).await;
    assert_eq!(clinic.count("{}.online_booking where is_new_patient").await, 3);
}

/// A family shares an address.
#[tokio::test]
async fn a_son_is_not_booked_into_the_chart_of_his_father() {
    let (clinic, owner, provider) = open_at_once().await;
    let father = json!({ "first_name": "John", "last_name": "Smith Sr.", "email": "smith@example.com" });
    let father = factories::id(&owner.post("/api/patients", father).await.expect(StatusCode::CREATED));
    for last in ["Smith Jr.", "Smith, Senior"] {
        book(&clinic, provider, "smith@example.com", ("John", last)).await;
    }
    let rows = clinic.rows("select patient_id from {}.appointment order by id").await;
    let patients: Vec<i64> = rows.iter().map(|row| row.try_get("", "patient_id").unwrap()).collect();
    assert_ne!(patients[0], father);
    assert_eq!(patients[1], father);
}

#[tokio::test]
async fn hostile_names_are_stored_as_they_are_and_never_written_to_strangers() {
    let (clinic, owner, provider) = open().await;
    let (first, last) = ("https://evil.example <b>", "'; drop table patient; --");
    book(&clinic, provider, "victim@example.com", (first, last)).await;
    let mails = factories::mails(&clinic).await;
    assert_eq!(mails.len(), 3, "the code, the receipt, and the desk's notice");
    let receipt = mails.iter().position(|mail| mail.contains("has received your request")).unwrap();
    for (place, mail) in mails.iter().enumerate() {
        let is_clean =
            !mail.contains("evil.example") && (place == receipt || !mail.contains("evil") && !mail.contains("drop"));
        assert!(is_clean, "{mail}");
    }
    let [row] = &appointments(&owner).await[..] else { panic!("one appointment") };
    assert_eq!((&row["first_name"], &row["last_name"]), (&json!(first), &json!(last)));
    let visitor = clinic.anonymous();
    let (token, _) = held(&visitor, provider).await;
    for (field, value) in [("first_name", "a\u{0}b"), ("last_name", " "), ("first_name", &*"x".repeat(201))] {
        let mut body = person("Ida", "Berg", "123456");
        body[field] = json!(value);
        confirm(&visitor, &token, body).await.refused_field(field);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn fifty_confirmations_at_once_make_one_appointment() {
    let (clinic, _, provider) = open_at_once().await;
    let visitor = clinic.anonymous();
    let (token, _) = held(&visitor, provider).await;
    ask_code(&visitor, &token, json!({ "email": "ida@example.com" })).await.expect(StatusCode::OK);
    let code = mailed_code(&clinic).await;
    let answers = join_all((0..50).map(|_| confirm(&visitor, &token, person("Ida", "Berg", &code)))).await;
    let done = answers.iter().filter(|answer| answer.status == StatusCode::OK).count();
    assert_eq!(done, 1);
    for answer in answers.into_iter().filter(|answer| answer.status != StatusCode::OK) {
        answer.refused(StatusCode::CONFLICT, "already_booked");
    }
    assert_eq!((clinic.count("{}.appointment").await, clinic.count("{}.patient").await), (1, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_who_want_one_time_at_once_one_holds_it() {
    let (clinic, _, provider) = open().await;
    let time = times(&clinic.anonymous(), &format!("&provider_id={provider}")).await[1].clone();
    let visitors: Vec<_> = (0..12).map(|_| clinic.anonymous()).collect();
    let answers = join_all(visitors.iter().map(|visitor| try_hold(visitor, provider, &time))).await;
    let held = answers.iter().filter(|answer| answer.status == StatusCode::CREATED).count();
    assert_eq!(held, 1);
    for answer in answers.into_iter().filter(|answer| answer.status != StatusCode::CREATED) {
        answer.refused(StatusCode::CONFLICT, "slot_taken");
    }
    assert!(!times(&clinic.anonymous(), &format!("&provider_id={provider}")).await.contains(&time));
}

#[tokio::test]
async fn the_desk_is_warned_of_a_held_time_and_may_book_it_and_the_visitor_takes_another_with_the_same_code() {
    let (clinic, owner, provider) = open_at_once().await;
    let patient = factories::patient(&owner).await;
    let visitor = clinic.anonymous();
    let (token, first) = held(&visitor, provider).await;
    ask_code(&visitor, &token, json!({ "email": "ida@example.com" })).await.expect(StatusCode::OK);
    let code = mailed_code(&clinic).await;
    let slots = owner.get(&format!("/api/appointments/slots?provider_id={provider}")).await.expect(StatusCode::OK);
    assert!(slots["slots"].as_array().unwrap().iter().all(|slot| slot["starts_at"] != first.as_str()), "{slots}");
    let mut new = json!({ "patient_id": patient, "appointment_time": first, "provider_id": provider, "confirmed": [] });
    let asked = owner.post("/api/appointments", new.clone()).await.refused(StatusCode::CONFLICT, "unconfirmed");
    let warnings = asked["warnings"].as_array().unwrap();
    assert!(warnings.iter().any(|warning| warning["code"] == "held_online"), "{asked}");
    new["confirmed"] = warnings.iter().map(|warning| warning["code"].clone()).collect();
    owner.post("/api/appointments", new).await.expect(StatusCode::CREATED);
    let before = clinic.fingerprint().await;
    let refused = confirm(&visitor, &token, person("Ida", "Berg", &code)).await;
    refused.refused(StatusCode::CONFLICT, "slot_taken");
    assert_eq!(clinic.fingerprint().await, before, "nothing happened, and the code was not used up");
    let next = times(&visitor, &format!("&provider_id={provider}")).await[1].clone();
    let moved = json!({ "service": "Botox", "provider_id": provider, "starts_at": next, "replaces": token });
    let moved = visitor.post("/api/book/holds", moved).await.expect(StatusCode::CREATED);
    assert_eq!((&moved["token"], &moved["starts_at"]), (&json!(token), &json!(next)));
    let booked = confirm(&visitor, &token, person("Ida", "Berg", &code)).await.expect(StatusCode::OK);
    assert_eq!(booked["starts_at"], next.as_str());
}

#[tokio::test]
async fn a_hold_ends_after_ten_minutes_and_its_time_is_free_again() {
    let (clinic, _, provider) = open_at_once().await;
    let visitor = clinic.anonymous();
    // A time that is still far enough ahead when the hold has expired.
    let first = times(&visitor, &format!("&provider_id={provider}")).await[4].clone();
    let hold = try_hold(&visitor, provider, &first).await.expect(StatusCode::CREATED);
    let token = hold["token"].as_str().unwrap().to_owned();
    ask_code(&visitor, &token, json!({ "email": "ida@example.com" })).await.expect(StatusCode::OK);
    let code = mailed_code(&clinic).await;
    clinic.clock().advance(TimeDelta::minutes(10));
    confirm(&visitor, &token, person("Ida", "Berg", &code)).await.refused(StatusCode::CONFLICT, "hold_expired");
    ask_code(&visitor, &token, json!({ "email": "ida@example.com" }))
        .await
        .refused(StatusCode::CONFLICT, "hold_expired");
    // Another visitor has the time.
    let other = clinic.anonymous();
    try_hold(&other, provider, &first).await.expect(StatusCode::CREATED);
    let again = json!({ "service": "Botox", "provider_id": provider, "starts_at": first, "replaces": token });
    visitor.post("/api/book/holds", again).await.refused(StatusCode::CONFLICT, "slot_taken");
    clinic.clock().advance(TimeDelta::minutes(21));
    let later = times(&visitor, &format!("&provider_id={provider}")).await[4].clone();
    let again = json!({ "service": "Botox", "provider_id": provider, "starts_at": later, "replaces": token });
    visitor.post("/api/book/holds", again).await.refused(StatusCode::CONFLICT, "hold_expired");
}

#[tokio::test]
async fn without_the_module_there_is_no_such_page() {
    let clinic = TestClinic::new().await;
    let token = super::plant_hold(&clinic).await;
    let visitor = clinic.anonymous();
    let before = clinic.fingerprint().await;
    let wanted = json!({ "service": "Botox", "starts_at": "2030-03-04T15:00:00Z" });
    for answer in [
        visitor.get("/api/book").await,
        visitor.get("/api/book/slots?service=Botox").await,
        visitor.post("/api/book/holds", wanted).await,
        ask_code(&visitor, &token, json!({ "email": "ida@example.com" })).await,
        confirm(&visitor, &token, person("Ida", "Berg", "123456")).await,
    ] {
        answer.refused(StatusCode::NOT_FOUND, "not_found");
    }
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn another_clinics_token_and_an_invented_one_hold_nothing() {
    let server = Server::new();
    let (here, there) = (server.clinic().await, server.clinic().await);
    for clinic in [&here, &there] {
        factories::switch_on(clinic, "online_booking").await;
    }
    let elsewhere = super::plant_hold(&there).await;
    let visitor = here.anonymous();
    for token in [elsewhere, "x".repeat(43), "short".to_owned()] {
        ask_code(&visitor, &token, json!({ "email": "ida@example.com" }))
            .await
            .refused(StatusCode::NOT_FOUND, "link_invalid");
        confirm(&visitor, &token, person("Ida", "Berg", "123456")).await.refused(StatusCode::NOT_FOUND, "link_invalid");
    }
    assert_eq!(here.count("{}.job").await + there.count("{}.job where kind = 'booking_code'").await, 0);
}

#[tokio::test]
async fn what_is_not_offered_cannot_be_held() {
    let (clinic, owner, provider) = open().await;
    let visitor = clinic.anonymous();
    let first = times(&visitor, "").await[0].clone();
    for (change, field) in [
        (json!({ "service": "Massage" }), "service"),
        (json!({ "service": null }), "service"),
        (json!({ "provider_id": 1 }), "provider_id"),
        (json!({ "starts_at": "soon" }), "starts_at"),
    ] {
        let mut wanted = json!({ "service": "Botox", "starts_at": first });
        wanted.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        visitor.post("/api/book/holds", wanted).await.refused_field(field);
    }
    for path in ["service=Massage", "service=Botox&provider_id=1", "service=Botox&from=soon"] {
        visitor.get(&format!("/api/book/slots?{path}")).await.expect(StatusCode::UNPROCESSABLE_ENTITY);
    }
    // Not among the listed times: at night, too soon, too far ahead.
    let now = clinic.clock().now();
    let first_day = first.parse::<DateTime<Utc>>().unwrap().with_timezone(&New_York).date_naive();
    let night = first_at((first_day + Days::new(1)).and_hms_opt(3, 0, 0).unwrap(), New_York);
    for at in [night, now + TimeDelta::hours(1), now + TimeDelta::days(400)] {
        try_hold(&visitor, provider, &at.to_rfc3339()).await.refused(StatusCode::CONFLICT, "slot_taken");
    }
    let all = times(&visitor, "").await;
    assert!(all.iter().all(|at| at.parse::<DateTime<Utc>>().unwrap() >= now + TimeDelta::hours(24)), "{all:?}");
    // No time later than the clinic allows.
    let beyond = (now + TimeDelta::days(80)).format("%Y-%m-%d");
    let none = visitor.get(&format!("/api/book/slots?service=Botox&from={beyond}")).await.expect(StatusCode::OK);
    assert_eq!(none, json!({ "times": [], "next_from": null }));
    // A held time cannot be booked after its service was taken off the offer.
    let (token, _) = held(&visitor, provider).await;
    ask_code(&visitor, &token, json!({ "email": "ida@example.com" })).await.expect(StatusCode::OK);
    let code = mailed_code(&clinic).await;
    clinic.plant(&format!("update {{}}.member set takes_appointments = false where id = {provider}")).await;
    confirm(&visitor, &token, person("Ida", "Berg", &code)).await.refused(StatusCode::CONFLICT, "slot_taken");
    assert_eq!(appointments(&owner).await.len(), 0);
}

/// Otherwise a clinic at its plan's limit could still add clients through its own booking page.
#[tokio::test]
async fn booking_online_adds_no_client_beyond_the_plan_and_books_those_there_are() {
    let config = Config { enforcement: Enforcement::Enforce, ..testing::config() };
    let db = Db::new(&config.database_url, 6).unwrap();
    let (clinic, owner, provider) = open_at(Server::with_db(config, db).clinic().await).await;
    owner.put(SETTINGS, factories::booking_settings()).await.expect(StatusCode::OK);
    let mut plan = factories::subscription();
    plan["sub_plan"] = json!("basic");
    plan["sub_status"] = json!("Active");
    owner.post("/api/subscriptions", plan).await.expect(StatusCode::CREATED);
    book(&clinic, provider, "ida@example.com", ("Ida", "Holm")).await;
    clinic
        .plant(
            "insert into {}.patient (first_name, last_name, created_at)
             select 'Old', 'Patient', now() from generate_series(1, 49)",
        )
        .await;
    let visitor = clinic.anonymous();
    let (token, _) = held(&visitor, provider).await;
    ask_code(&visitor, &token, json!({ "email": "ola@example.com" })).await.expect(StatusCode::OK);
    let code = mailed_code(&clinic).await;
    let before = clinic.count("{}.patient").await;
    confirm(&visitor, &token, person("Ola", "Holm", &code)).await.refused(StatusCode::CONFLICT, "no_new_clients");
    assert_eq!(clinic.count("{}.patient").await, before);
    book(&clinic, provider, "ida@example.com", ("Ida", "Holm")).await;
    assert_eq!(clinic.count("{}.patient").await, before);
}
