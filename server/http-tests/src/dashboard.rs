//! The list of everything that needs attention, by role.

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;

const PATH: &str = "/api/dashboard";
const KINDS: [&str; 10] = [
    "exams",
    "estimates",
    "requests",
    "moves",
    "messages",
    "providers",
    "licenses",
    "freed",
    "returned",
    "adverse_events",
];

/// Ten o'clock in the clinic's zone, `days` ahead.
fn in_days(clinic: &TestClinic, days: i64) -> String {
    let day = (clinic.clock().now() + TimeDelta::days(days)).with_timezone(&chrono_tz::America::New_York);
    day.format("%Y-%m-%dT10:00").to_string()
}

async fn book(clinic: &TestClinic, client: &Client, patient: i64, days: i64) -> i64 {
    let new = json!({ "patient_id": patient, "appointment_time": in_days(clinic, days), "service": "Botox" });
    factories::id(&client.post("/api/appointments", new).await.expect(StatusCode::CREATED))
}

async fn attention(client: &Client) -> Value {
    client.get(PATH).await.expect(StatusCode::OK)
}

/// How many rows there are of each kind.
fn counts(attention: &Value) -> Vec<usize> {
    KINDS.iter().map(|kind| attention[kind].as_array().unwrap().len()).collect()
}

#[tokio::test]
async fn a_clinic_in_which_nothing_waits_shows_nothing() {
    let clinic = TestClinic::new().await;
    assert_eq!(counts(&attention(&clinic.owner().await).await), [0; 10]);
}

#[tokio::test]
async fn visits_without_an_exam_that_counts_are_named_until_there_is_one() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let soon = book(&clinic, &owner, patient, 2).await;
    book(&clinic, &owner, patient, 8).await;
    let exams = attention(&owner).await["exams"].clone();
    assert_eq!(exams.as_array().unwrap().len(), 1, "{exams}");
    assert_eq!((&exams[0]["appointment_id"], &exams[0]["exam"]), (&json!(soon), &json!("missing")));
    assert_eq!((&exams[0]["patient_id"], &exams[0]["patient_name"]), (&json!(patient), &json!("Nora Lindqvist")));
    assert_eq!(factories::audited(&clinic, "member", "dashboard.read", &[patient], &[]).await, 1);
    factories::exam(&owner, patient).await;
    assert_eq!(attention(&owner).await["exams"], json!([]));
    clinic.plant("update {}.clinic_setting set exam_valid_months = 1").await;
    clinic.plant("update {}.exam set created_at = now() - interval '60 days'").await;
    assert_eq!(attention(&owner).await["exams"][0]["exam"], "expired");
}

#[tokio::test]
async fn an_estimate_is_due_until_one_is_made() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    for days in [12, 13] {
        book(&clinic, &owner, patient, days).await;
    }
    clinic.plant("update {}.appointment set created_at = now() - interval '9 days'").await;
    let due = attention(&owner).await["estimates"].clone();
    assert_eq!(due.as_array().unwrap().len(), 1, "each client once: {due}");
    assert_eq!(attention(&owner).await["estimates_total"], 1);
    assert_eq!((&due[0]["patient_id"], due[0]["due_on"].is_string()), (&json!(patient), true));
    let made = owner.post("/api/gfe-estimate", factories::estimate(patient)).await.expect(StatusCode::CREATED);
    assert_eq!(attention(&owner).await["estimates"], json!([]));
    let void = factories::void("The wrong client");
    owner.post(&format!("/api/gfe-estimate/{}/void", factories::id(&made)), void).await.expect(StatusCode::OK);
    assert_eq!(attention(&owner).await["estimates"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn moves_failed_messages_providers_who_left_and_licenses_are_named() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    owner.put("/api/messages/settings", factories::message_settings()).await.expect(StatusCode::OK);
    let visit = book(&clinic, &owner, patient, 5).await;
    assert_eq!(counts(&attention(&owner).await)[2..], [0; 8]);
    clinic.plant(&format!("update {{}}.appointment set move_asked_at = now() where id = {visit}")).await;
    clinic
        .plant(&format!(
            "insert into {{}}.message (patient_id, appointment_id, kind, channel, status, reason, occasion, starts_at, due_at, created_at)
             select patient_id, id, 'booked', 'email', 'Failed', 'out_of_reach', 7, starts_at, now(), now()
             from {{}}.appointment where id = {visit}"
        ))
        .await;
    let email = factories::member(&clinic, Role::Provider).await;
    clinic
        .plant(&format!(
            "update {{}}.appointment set provider_id = (select id from {{}}.member where email = '{email}') where id = {visit}"
        ))
        .await;
    clinic
        .plant(&format!("update {{}}.member set license_expires_on = current_date + 14 where email = '{email}'"))
        .await;
    let shown = attention(&owner).await;
    assert_eq!(counts(&shown)[2..], [0, 1, 1, 0, 1, 0, 0, 0], "{shown}");
    assert_eq!(shown["moves"][0]["appointment_id"], visit);
    assert_eq!(shown["messages"][0]["reason"], "out_of_reach");
    assert_eq!(shown["licenses"][0]["member_name"], "Robin Provider");
    clinic.plant(&format!("update {{}}.member set status = 'inactive' where email = '{email}'")).await;
    let shown = attention(&owner).await;
    assert_eq!(counts(&shown)[2..], [0, 1, 1, 1, 0, 0, 0, 0], "{shown}");
    assert_eq!(shown["providers"][0]["appointments"], 1);
}

#[tokio::test]
async fn a_role_that_sees_times_and_services_alone_is_shown_nobody() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let visit = book(&clinic, &owner, patient, 5).await;
    clinic.plant(&format!("update {{}}.appointment set move_asked_at = now() where id = {visit}")).await;
    let shown = attention(&owner).await;
    assert!(["exams", "estimates", "moves"].iter().all(|kind| !shown[kind].as_array().unwrap().is_empty()), "{shown}");
    let limited = clinic.signed_in_as(Role::Staff).await;
    assert_eq!(counts(&attention(&limited).await), [0; 10]);
}

#[tokio::test]
async fn a_member_who_does_not_see_the_teams_licenses_is_shown_the_own_one() {
    let clinic = TestClinic::new().await;
    let nurse = clinic.signed_in_as(Role::Nurse).await;
    clinic.plant("update {}.member set license_expires_on = current_date - 1").await;
    let own = attention(&nurse).await["licenses"].clone();
    assert_eq!(own.as_array().unwrap().len(), 1, "{own}");
}

#[tokio::test]
async fn a_freed_time_is_named_with_who_waits_until_it_is_taken_or_past() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let provider = factories::provider(&clinic).await;
    let (patient, waiting) = (factories::patient(&owner).await, factories::patient(&owner).await);
    let at = |days| json!({ "patient_id": patient, "appointment_time": in_days(&clinic, days), "service": "Botox", "provider_id": provider });
    let book = async |days| factories::id(&owner.post("/api/appointments", at(days)).await.expect(StatusCode::CREATED));
    let cancel = async |visit: i64| {
        let body = json!({ "status": "Cancelled", "reason": "Has a cold" });
        owner.post(&format!("/api/appointments/{visit}/status"), body).await.expect(StatusCode::OK);
    };
    let freed = async || attention(&owner).await["freed"].clone();
    let [by_member, by_patient, later] = [book(3).await, book(4).await, book(5).await];
    cancel(by_member).await;
    assert_eq!(freed().await, json!([]), "nobody waits");
    let wish = json!({ "patient_id": waiting, "service": "Botox" });
    owner.post("/api/waitlist", wish.clone()).await.expect(StatusCode::CREATED);
    owner.post("/api/waitlist", wish).await.expect(StatusCode::CREATED);
    let shown = freed().await;
    assert_eq!(shown.as_array().unwrap().len(), 1, "{shown}");
    assert_eq!((&shown[0]["patient_id"], &shown[0]["waiting"]), (&json!(waiting), &json!(2)));
    assert_eq!((&shown[0]["provider_id"], &shown[0]["minutes"]), (&json!(provider), &json!(30)));
    // The patient cancels by the link in a message.
    let token = factories::visit_link(&clinic, by_patient).await;
    let answer = json!({ "answer": "cancel" });
    clinic.anonymous().post(&format!("/api/visit/{token}"), answer).await.expect(StatusCode::OK);
    cancel(later).await;
    assert_eq!(freed().await.as_array().unwrap().len(), 3);
    // One time is booked again, for one the provider is away, and one is in the past.
    book(3).await;
    let (from, to) = (in_days(&clinic, 5), in_days(&clinic, 5).replace("10:00", "12:00"));
    let block = json!({ "member_id": provider, "starts_at": from, "ends_at": to, "reason": "Training" });
    owner.post("/api/schedule/blocks", block).await.expect(StatusCode::CREATED);
    let left = freed().await;
    assert_eq!(left.as_array().unwrap().len(), 1, "{left}");
    clinic.plant("update {}.appointment set starts_at = now() - interval '1 hour', ends_at = now() where status = 'Cancelled'").await;
    assert_eq!(freed().await, json!([]));
}

#[tokio::test]
async fn a_freed_time_is_offered_behind_many_that_nobody_waits_for() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let [wanted, other, has_left] =
        [factories::provider(&clinic).await, factories::provider(&clinic).await, factories::provider(&clinic).await];
    let waiting = factories::patient(&owner).await;
    let wish = json!({ "patient_id": waiting, "service": "Botox", "provider_id": wanted });
    owner.post("/api/waitlist", wish).await.expect(StatusCode::CREATED);
    for (member, count) in [(other, 60), (has_left, 600)] {
        clinic
            .plant(&format!(
                "insert into {{}}.appointment (patient_id, provider_id, service, starts_at, ends_at, status, allow_overlap, created_at)
                 select {waiting}, {member}, 'Botox', at, at + interval '30 minutes', 'Cancelled', false, now()
                 from generate_series(1, {count}) n, lateral (select now() + n * interval '1 minute') t (at)"
            ))
            .await;
    }
    clinic.plant(&format!("update {{}}.member set takes_appointments = false where id = {has_left}")).await;
    let visit = json!({ "patient_id": waiting, "appointment_time": in_days(&clinic, 30), "service": "Botox", "provider_id": wanted });
    let visit = factories::id(&owner.post("/api/appointments", visit).await.expect(StatusCode::CREATED));
    let cancelled = json!({ "status": "Cancelled", "reason": "Has a cold" });
    owner.post(&format!("/api/appointments/{visit}/status"), cancelled).await.expect(StatusCode::OK);
    let freed = attention(&owner).await["freed"].clone();
    assert_eq!(freed.as_array().unwrap().len(), 1, "{freed}");
    assert_eq!(freed[0]["provider_id"], json!(wanted));
    // A patient who takes any provider makes more times fit than are listed.
    owner.post("/api/waitlist", json!({ "patient_id": waiting, "service": "Botox" })).await.expect(StatusCode::CREATED);
    assert_eq!(attention(&owner).await["freed"].as_array().unwrap().len(), 50);
}

#[tokio::test]
async fn a_time_that_a_move_frees_is_named_until_it_is_taken_again() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let providers = [factories::provider(&clinic).await, factories::provider(&clinic).await];
    let (patient, waiting) = (factories::patient(&owner).await, factories::patient(&owner).await);
    owner.post("/api/waitlist", json!({ "patient_id": waiting, "service": "Botox" })).await.expect(StatusCode::CREATED);
    let visit = json!({ "patient_id": patient, "appointment_time": in_days(&clinic, 3), "service": "Botox", "provider_id": providers[0] });
    let visit = factories::id(&owner.post("/api/appointments", visit).await.expect(StatusCode::CREATED));
    let change = async |change: Value| {
        owner.patch(&format!("/api/appointments/{visit}"), change).await.expect(StatusCode::OK);
    };
    let freed = async || {
        let shown = attention(&owner).await["freed"].clone();
        let place = |row: &Value| (row["provider_id"].as_i64().unwrap(), row["starts_at"].as_str().unwrap().to_owned());
        shown.as_array().unwrap().iter().map(place).collect::<Vec<_>>()
    };
    // A move to another room, or by less than the visit's length, frees no time.
    let room = factories::resource(&owner, "Room 1").await;
    change(json!({ "resource_id": room })).await;
    change(json!({ "appointment_time": in_days(&clinic, 3).replace("10:00", "10:15") })).await;
    assert_eq!(freed().await, []);
    change(json!({ "appointment_time": in_days(&clinic, 4) })).await;
    let by_day = freed().await;
    let provider = |found: &[(i64, String)]| found.iter().map(|(provider, _)| *provider).collect::<Vec<_>>();
    assert_eq!(provider(&by_day), [providers[0]; 2], "at ten and at a quarter past: {by_day:?}");
    // A move to another provider at the same time, and back.
    change(json!({ "provider_id": providers[1] })).await;
    let by_provider = freed().await;
    assert_eq!(provider(&by_provider), [providers[0]; 3], "{by_provider:?}");
    change(json!({ "provider_id": providers[0] })).await;
    assert_eq!(provider(&freed().await), [providers[0], providers[0], providers[1]]);
    // A visit that is canceled after its move frees both times.
    let body = json!({ "status": "Cancelled", "reason": "Has a cold" });
    owner.post(&format!("/api/appointments/{visit}/status"), body).await.expect(StatusCode::OK);
    let mut both = provider(&freed().await);
    both.sort_unstable();
    assert_eq!(both, [providers[0], providers[0], providers[0], providers[1]]);
    // A booking at one of these times takes that time and the one that it overlaps.
    let again = json!({ "patient_id": patient, "appointment_time": in_days(&clinic, 3), "service": "Botox", "provider_id": providers[0] });
    owner.post("/api/appointments", again).await.expect(StatusCode::CREATED);
    assert_eq!(freed().await.len(), 2);
}

#[tokio::test]
async fn what_patients_ask_about_their_estimates_waits_until_it_is_answered() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let (_, token) = factories::issued_estimate(&owner, patient).await;
    let page = format!("/api/portal/estimate/{token}");
    for question in ["Is the cream in it?", "And the visit?"] {
        let ask = format!("{page}/ask");
        clinic.anonymous().post(&ask, json!({ "question": question })).await.expect(StatusCode::NO_CONTENT);
    }
    let waiting = async |client: &Client| attention(client).await["estimate_questions"].clone();
    let shown = waiting(&owner).await;
    assert_eq!((&shown["total"], &shown["questions"][0]["question"]), (&json!(2), &json!("Is the cream in it?")));
    assert_eq!((&shown["questions"][0]["patient_id"], &shown["questions"][0]["version"]), (&json!(patient), &json!(1)));
    // A member who may not answer does not see the questions.
    let assistant = clinic.signed_in_as(Role::MedicalAssistant).await;
    assert_eq!(waiting(&assistant).await, json!({ "total": 0, "questions": [] }));
    let answered = format!("/api/gfe-estimate/questions/{}/answered", shown["questions"][0]["id"]);
    assistant.post_nothing(&answered).await.refused(StatusCode::FORBIDDEN, "forbidden");
    owner.post_nothing("/api/gfe-estimate/questions/1/answered").await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(waiting(&owner).await["total"], 2);
    owner.post_nothing(&answered).await.expect(StatusCode::OK);
    let left = waiting(&owner).await;
    assert_eq!((&left["total"], &left["questions"][0]["question"]), (&json!(1), &json!("And the visit?")));
    // One more question than the list shows.
    clinic
        .plant(
            "insert into {}.estimate_question (issue_id, asked_at, question, ip, user_agent)
             select id, issued_at, 'Again', '192.0.2.1', 'planted' from {}.estimate_issue, generate_series(1, 50)",
        )
        .await;
    let many = waiting(&owner).await;
    assert_eq!((&many["total"], many["questions"].as_array().unwrap().len()), (&json!(51), 50));
    assert_eq!(many["questions"][0]["question"], "Again", "the oldest first");
}

#[tokio::test]
async fn a_new_clinics_first_steps_are_done_one_by_one_until_the_list_is_closed() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let path = "/api/clinic/first-steps";
    let done = async || {
        let shown = owner.get(path).await.expect(StatusCode::OK);
        let steps = ["hours", "address", "services", "messages", "team", "clients", "visit", "closed"];
        steps.into_iter().filter(|step| shown[step] == true).collect::<Vec<_>>()
    };
    assert_eq!(done().await, Vec::<&str>::new());
    // Data that comes with the clinic does not complete a step.
    clinic.plant("insert into {}.sample_set (created_at) values (now())").await;
    let sample = "(select max(id) from {}.sample_set)";
    clinic
        .plant(&format!(
            "insert into {{}}.patient (first_name, last_name, created_at, sample_set_id) values ('Ada', 'Sample', now(), {sample})"
        ))
        .await;
    assert_eq!(done().await, Vec::<&str>::new());
    clinic.plant("update {}.clinic_setting set opens_at = '09:00'").await;
    assert_eq!(done().await, ["hours"]);
    let patient = factories::patient(&owner).await;
    assert_eq!(done().await, ["hours", "clients"]);
    book(&clinic, &owner, patient, 5).await;
    owner.put("/api/messages/settings", factories::message_settings()).await.expect(StatusCode::OK);
    assert_eq!(done().await, ["hours", "messages", "clients", "visit"]);
    clinic.plant("update {}.service set updated_by = (select min(id) from {}.member) where name = 'Botox'").await;
    let manager = clinic.signed_in_as(Role::PracticeManager).await;
    assert_eq!(done().await, ["hours", "services", "messages", "team", "clients", "visit"]);
    // A member who may not manage the clinic can neither see nor close the list.
    let desk = clinic.signed_in_as(Role::Receptionist).await;
    desk.get(path).await.refused(StatusCode::FORBIDDEN, "forbidden");
    desk.post_nothing(&format!("{path}/close")).await.refused(StatusCode::FORBIDDEN, "forbidden");
    assert!(!done().await.contains(&"closed"));
    for _ in 0..2 {
        manager.post_nothing(&format!("{path}/close")).await.expect(StatusCode::NO_CONTENT);
    }
    assert!(done().await.contains(&"closed"));
}
