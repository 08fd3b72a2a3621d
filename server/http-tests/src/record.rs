use std::collections::BTreeSet;

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::testing::{Client, TestClinic, about_patients::assert_all_but, factories};
use base::permission::Role;
use papers::record;

async fn entries(person: &Client, path: &str) -> Vec<(String, Value)> {
    let answer = person.get(path).await.expect(StatusCode::OK);
    let word = |entry: &Value| entry["kind"].as_str().unwrap().to_owned();
    answer.as_array().unwrap().iter().map(|entry| (word(entry), entry.clone())).collect()
}

/// A patient with an entry of every kind.
async fn with_everything(clinic: &TestClinic, owner: &Client) -> i64 {
    let id = factories::cleared_patient(owner).await;
    factories::treatment(owner, id).await;
    factories::consent(owner, id).await;
    owner.post("/api/appointments", factories::appointment(id)).await.expect(StatusCode::CREATED);
    owner.post("/api/gfe-estimate", factories::estimate(id)).await.expect(StatusCode::CREATED);
    let path = format!("/api/patients/{id}");
    owner.post(&format!("{path}/notes"), json!({ "body": "Prefers mornings" })).await.expect(StatusCode::CREATED);
    let alert = json!({ "body": "Faints at needles", "kind": "alert" });
    owner.post(&format!("{path}/notes"), alert).await.expect(StatusCode::CREATED);
    let latex = json!({ "answer": "listed", "entries": [{ "name": "Latex" }] });
    owner.put(&format!("{path}/clinical/allergies"), latex).await.expect(StatusCode::CREATED);
    // A visit before the present.
    clinic
        .plant(&format!(
            "insert into {{}}.appointment (patient_id, service, starts_at, ends_at, allow_overlap, created_at)
             values ({id}, 'Consultation', now() - interval '9 days', now() - interval '9 days' + interval '30 minutes', false, now())"
        ))
        .await;
    id
}

#[tokio::test]
async fn the_timeline_has_everything_the_newest_first_and_pages_without_gaps() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let id = with_everything(&clinic, &owner).await;
    let path = format!("/api/patients/{id}/timeline");
    let all = entries(&owner, &path).await;
    let mut kinds: Vec<_> = all.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(kinds[0], "appointment", "the one to come");
    let times: Vec<_> = all.iter().map(|(_, entry)| entry["at"].as_str().unwrap().to_owned()).collect();
    assert!(times.is_sorted_by(|a, b| a >= b), "{times:?}");
    kinds.sort_unstable();
    assert_eq!(kinds, ["appointment", "appointment", "consent", "estimate", "exam", "note", "note", "treatment"]);
    let of = |wanted: &str| all.iter().find(|(kind, _)| kind == wanted).unwrap().1.clone();
    assert_eq!((&of("treatment")["title"], &of("treatment")["state"]), (&json!("Botox"), &json!("pending")));
    assert_eq!(of("consent")["state"], "pending");
    assert_eq!(of("estimate")["title"], "Version 1");
    assert_eq!(all.last().unwrap().1["state"], "past");

    let mut paged = Vec::new();
    let mut next = Some(format!("{path}?limit=3"));
    while let Some(page) = next {
        let answer = owner.get(&page).await;
        next = answer.next_page();
        paged.extend(answer.expect(StatusCode::OK).as_array().unwrap().clone());
    }
    assert_eq!(paged, all.iter().map(|(_, entry)| entry.clone()).collect::<Vec<_>>());
    let notes = entries(&owner, &format!("{path}?kinds=note,exam")).await;
    assert!(notes.len() == 3 && notes.iter().all(|(kind, _)| kind == "note" || kind == "exam"));
}

#[tokio::test]
async fn a_timeline_leaves_out_what_a_role_may_not_see() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let id = with_everything(&clinic, &owner).await;
    let desk = clinic.signed_in_as(Role::Receptionist).await;
    let path = format!("/api/patients/{id}/timeline");
    let seen = entries(&desk, &path).await;
    assert!(seen.iter().all(|(kind, _)| kind != "exam" && kind != "treatment"), "{seen:?}");
    assert!(entries(&desk, &format!("{path}?kinds=exam,treatment")).await.is_empty());
    let staff = clinic.signed_in_as(Role::Staff).await;
    staff.get(&path).await.refused(StatusCode::FORBIDDEN, "forbidden");
}

#[tokio::test]
async fn a_timeline_refuses_what_it_cannot_read() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let path = format!("/api/patients/{}/timeline", factories::patient(&owner).await);
    owner.get(&format!("{path}?kinds=exam,party")).await.refused_field("kinds");
    owner.get(&format!("{path}?after=7")).await.refused_field("after");
    assert!(entries(&owner, &path).await.is_empty());
}

#[tokio::test]
async fn the_summary_shows_what_matters_before_a_treatment() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let nobody = factories::patient(&owner).await;
    let empty = owner.get(&format!("/api/patients/{nobody}/summary")).await.expect(StatusCode::OK);
    assert_eq!(
        empty,
        json!({
            "clinical": { "allergies": null, "pregnancy": null }, "alerts": [], "open_events": 0,
            "exam": { "valid_until": null },
            "consents": { "signed": 0, "pending": 0 }, "missing_consents": [], "visits": { "last": null, "next": null }, "points": 0,
        })
    );
    owner.post("/api/loyalty/rules", json!({ "service": "Botox", "points": 12 })).await.expect(StatusCode::CREATED);
    let id = with_everything(&clinic, &owner).await;
    let path = format!("/api/patients/{id}/summary");
    let summary = owner.get(&path).await.expect(StatusCode::OK);
    assert_eq!(summary["clinical"]["allergies"]["entries"][0]["name"], "Latex");
    assert_eq!(summary["alerts"][0]["body"], "Faints at needles");
    assert!(summary["exam"]["valid_until"].is_string());
    assert_eq!(summary["consents"], json!({ "signed": 0, "pending": 1 }));
    assert_eq!(summary["missing_consents"], json!(["Botulinum toxin (Botox)"]));
    assert!(summary["visits"]["last"].is_string() && summary["visits"]["next"].is_string());
    assert_eq!(summary["points"], 12);
    let desk = clinic.signed_in_as(Role::Receptionist).await;
    let seen = desk.get(&path).await.expect(StatusCode::OK);
    assert_eq!((&seen["clinical"], &seen["exam"]), (&Value::Null, &Value::Null));
    assert_eq!(seen["missing_consents"], Value::Null);
    assert_eq!((&seen["alerts"], &seen["points"]), (&summary["alerts"], &summary["points"]));
}

#[tokio::test]
async fn addenda_points_and_mails_are_on_the_timeline_with_what_they_are_about() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let id = factories::patient(&owner).await;
    let exam = factories::exam(&owner, id).await;
    owner.post("/api/loyalty/rules", json!({ "service": "Botox", "points": 12 })).await.expect(StatusCode::CREATED);
    let treatment = factories::treatment(&owner, id).await;
    for record in [format!("gfe/exams/{exam}"), format!("treatments/{treatment}")] {
        let addendum = owner.post(&format!("/api/{record}/addenda"), factories::addendum()).await;
        addendum.expect(StatusCode::CREATED);
    }
    let gift = json!({ "points": 30, "reason": "A gift" });
    owner.post(&format!("/api/loyalty/patients/{id}/adjust"), gift).await.expect(StatusCode::CREATED);
    let (consent, _) = factories::consent(&owner, id).await;
    owner.post_nothing(&format!("/api/consents/issued/{consent}/remind")).await.expect(StatusCode::OK);
    let path = format!("/api/patients/{id}/timeline");
    let of = async |kinds: &str| entries(&owner, &format!("{path}?kinds={kinds}")).await;
    let addenda = of("addendum").await;
    let about: Vec<_> = addenda.iter().map(|(_, entry)| entry["of"].clone()).collect();
    assert_eq!(about, [json!({ "kind": "treatment", "id": treatment }), json!({ "kind": "exam", "id": exam })]);
    assert_eq!((&addenda[0].1["title"], &addenda[0].1["by"]), (&json!("Left out"), &json!("Olive Owner")));
    let points = of("points").await;
    let shown: Vec<_> = points.iter().map(|(_, entry)| (entry["points"].clone(), entry["state"].clone())).collect();
    assert_eq!(shown, [(json!(30), json!("adjusted")), (json!(12), json!("earned"))]);
    assert_eq!(points[1].1["of"], json!({ "kind": "treatment", "id": treatment }));
    let messages = of("message").await;
    assert_eq!(messages.len(), 1);
    assert_eq!((&messages[0].1["of"]["id"], &messages[0].1["title"]), (&json!(consent), &json!("Botox consent")));
    assert_eq!(entries(&owner, &path).await.len(), 8);
    let desk = clinic.signed_in_as(Role::Receptionist).await;
    assert!(entries(&desk, &format!("{path}?kinds=addendum")).await.is_empty());
    owner.get(&format!("{path}?kinds=addendum_exam")).await.refused_field("kinds");
}

#[tokio::test]
async fn the_timeline_names_who_signed_as_they_were_called_then() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let id = with_everything(&clinic, &owner).await;
    clinic.plant("update {}.member set last_name = 'Married'").await;
    let all = entries(&owner, &format!("/api/patients/{id}/timeline?kinds=exam,treatment,consent,estimate")).await;
    assert_eq!(all.len(), 4);
    assert!(all.iter().all(|(_, entry)| entry["by"] == "Olive Owner"), "{all:?}");
}

#[tokio::test]
async fn versions_of_an_estimate_stand_at_their_own_time() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let id = factories::patient(&owner).await;
    let made = owner.post("/api/gfe-estimate", factories::estimate(id)).await.expect(StatusCode::CREATED);
    let changed = owner
        .put(&format!("/api/gfe-estimate/{}", made["id"]), factories::changed_estimate(id))
        .await
        .expect(StatusCode::OK);
    let mut seen = Vec::new();
    let mut next = Some(format!("/api/patients/{id}/timeline?limit=1"));
    while let Some(page) = next {
        let answer = owner.get(&page).await;
        next = answer.next_page();
        seen.extend(answer.expect(StatusCode::OK).as_array().unwrap().iter().map(|entry| entry["at"].clone()));
    }
    assert_eq!(seen, [changed["updated_at"].clone(), made["updated_at"].clone()]);
}

#[tokio::test]
async fn an_appointment_that_was_cancelled_or_missed_is_no_visit() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let id = with_everything(&clinic, &owner).await;
    let summary = async || owner.get(&format!("/api/patients/{id}/summary")).await.expect(StatusCode::OK);
    let visits = summary().await["visits"].clone();
    assert!(visits["last"].is_string() && visits["next"].is_string(), "{visits}");
    clinic.plant("update {}.appointment set status = 'No-show' where starts_at < now()").await;
    clinic.plant("update {}.appointment set status = 'Cancelled' where starts_at > now()").await;
    assert_eq!(summary().await["visits"], json!({ "last": null, "next": null }));
    let visits = entries(&owner, &format!("/api/patients/{id}/timeline?kinds=appointment")).await;
    let states: Vec<_> = visits.iter().map(|(_, visit)| &visit["state"]).collect();
    assert_eq!(states, ["cancelled", "no_show"]);
}

#[tokio::test]
async fn a_visit_in_the_timeline_is_what_its_status_and_the_time_say() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let id = with_everything(&clinic, &owner).await;
    let path = format!("/api/patients/{id}/timeline?kinds=appointment");
    let hour = async |starts: &str, status: &str| {
        let from = format!("now() + interval '{starts}'");
        let change = format!(
            "update {{}}.appointment set starts_at = {from}, ends_at = {from} + interval '1 hour', status = '{status}'"
        );
        clinic.plant(&change).await;
        entries(&owner, &path).await[0].1["state"].clone()
    };
    for (starts, status, state) in [
        ("1 day", "Confirmed", "booked"),
        ("10 minutes", "Arrived", "here"),
        ("-30 minutes", "Booked", "begun"),
        ("-30 minutes", "In room", "here"),
        // The visit was completed before its planned time, so it is not a coming one.
        ("-30 minutes", "Completed", "completed"),
        ("-3 hours", "Completed", "completed"),
        ("-3 hours", "Confirmed", "past"),
        ("1 day", "Cancelled", "cancelled"),
    ] {
        assert_eq!(hour(starts, status).await, state, "{starts}, {status}");
    }
}

#[tokio::test]
async fn what_a_patient_says_has_changed_is_in_the_timeline_for_those_who_read_exams() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    factories::switch_on(&clinic, "clearance").await;
    let id = factories::cleared_patient(&owner).await;
    let change = json!({ "details": "Takes blood thinners now" });
    owner.post(&format!("/api/patients/{id}/health-changes"), change).await.expect(StatusCode::CREATED);
    let path = format!("/api/patients/{id}/timeline?kinds=health_change");
    let seen = entries(&owner, &path).await;
    let [(kind, entry)] = &seen[..] else { panic!("{seen:?}") };
    assert_eq!(kind, "health_change");
    assert_eq!(
        (&entry["title"], &entry["by"], &entry["state"]),
        (&json!("Takes blood thinners now"), &json!("Olive Owner"), &Value::Null)
    );
    assert_eq!(entries(&owner, &format!("/api/patients/{id}/timeline")).await.len(), 2);
    let desk = clinic.signed_in_as(Role::Receptionist).await;
    assert!(entries(&desk, &path).await.is_empty());
    // After a merge the record shows the surviving person.
    let survivor = factories::patient(&owner).await;
    let merging = json!({ "other_id": id, "version": 1, "other_version": 1 });
    owner.post(&format!("/api/patients/{survivor}/merge"), merging).await.expect(StatusCode::OK);
    assert_eq!(entries(&owner, &format!("/api/patients/{survivor}/timeline?kinds=health_change")).await.len(), 1);
}

/// Everything that is recorded about a patient's estimates and charges.
async fn with_estimates_and_charges(clinic: &TestClinic, owner: &Client, id: i64) {
    let pays = json!({ "coverage": "self_pay" });
    owner.put(&format!("/api/patients/{id}/coverage"), pays).await.expect(StatusCode::OK);
    owner.post(&format!("/api/patients/{id}/cost-questions"), json!({})).await.expect(StatusCode::CREATED);
    let (estimate, token) = factories::issued_estimate(owner, id).await;
    let page = format!("/api/portal/estimate/{token}");
    let anonymous = clinic.anonymous();
    anonymous.post_nothing(&format!("{page}/receive")).await.expect(StatusCode::OK);
    let question = json!({ "question": "Is the cream in it?" });
    anonymous.post(&format!("{page}/ask"), question).await.expect(StatusCode::NO_CONTENT);
    let path = format!("/api/gfe-estimate/{estimate}");
    owner.put(&path, factories::changed_estimate(id)).await.expect(StatusCode::OK);
    let paper = json!({ "how": "paper", "confirmed": ["incomplete_estimate"] });
    owner.post(&format!("{path}/issue"), paper).await.expect(StatusCode::CREATED);
    factories::charged_visit(clinic, owner, id).await;
}

#[tokio::test]
async fn estimates_that_were_issued_what_is_owed_and_charges_are_on_the_timeline() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let id = factories::patient(&owner).await;
    with_estimates_and_charges(&clinic, &owner, id).await;
    let path = format!("/api/patients/{id}/timeline");
    let of = async |person: &Client, kind: &str| {
        let entries = entries(person, &format!("{path}?kinds={kind}")).await;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let shown = entries.iter().map(|(word, entry)| {
            assert_eq!(word, kind);
            (text(&entry["state"]), text(&entry["title"]))
        });
        shown.collect::<Vec<_>>()
    };
    let shown = |pairs: &[(&str, &str)]| -> Vec<_> {
        pairs.iter().map(|(state, title)| ((*state).to_owned(), (*title).to_owned())).collect()
    };
    let issued = [("issued", "paper"), ("asked", "Is the cream in it?"), ("received", "link"), ("superseded", "link")];
    assert_eq!(of(&owner, "issued_estimate").await, shown(&issued));
    let owed = [("issued", ""), ("asked", ""), ("coverage", "self_pay")];
    assert_eq!(of(&owner, "estimate_clock").await, shown(&owed));
    let charges = [
        ("dispute_closed", "Settled"),
        ("disputed", "More than the estimate"),
        ("recorded", "Botox, $80.50"),
        ("void", "Botox, $900.00: Entered twice"),
        ("voided", "Botox, $900.00"),
    ];
    assert_eq!(of(&owner, "charge").await, shown(&charges));
    let desk = clinic.signed_in_as(Role::Receptionist).await;
    assert_eq!(of(&desk, "charge").await, shown(&charges), "as the list of charges, which the desk sees");

    // Every page of one entry leads to the next, whatever its kind.
    let all = entries(&owner, &path).await;
    let (mut paged, mut next) = (Vec::new(), Some(format!("{path}?limit=1")));
    while let Some(page) = next {
        let answer = owner.get(&page).await;
        next = answer.next_page();
        paged.extend(answer.expect(StatusCode::OK).as_array().unwrap().clone());
    }
    assert_eq!(paged, all.iter().map(|(_, entry)| entry.clone()).collect::<Vec<_>>());
    let version = &entries(&owner, &format!("{path}?kinds=issued_estimate")).await[0].1;
    assert_eq!((&version["version"], &version["of"]["kind"]), (&json!(2), &json!("estimate")));

    // A void is its own entry, and both versions show it. After a merge the surviving record shows it.
    let estimate = &version["of"]["id"];
    let void = format!("/api/gfe-estimate/{estimate}/void");
    owner.post(&void, factories::void("Wrong patient")).await.expect(StatusCode::OK);
    let survivor = factories::patient(&owner).await;
    let merging = json!({ "other_id": id, "version": 1, "other_version": 1 });
    owner.post(&format!("/api/patients/{survivor}/merge"), merging).await.expect(StatusCode::OK);
    let theirs = entries(&owner, &format!("/api/patients/{survivor}/timeline?kinds=issued_estimate,charge")).await;
    let states: Vec<_> = theirs.iter().map(|(_, entry)| entry["state"].as_str().unwrap()).collect();
    let charges = ["void", "dispute_closed", "disputed", "recorded", "void", "voided"];
    assert_eq!(states, [&charges[..], &["voided", "asked", "received", "voided"]].concat());
}

/// Tables about patients that are not in the timeline.
const NOT_IN_TIMELINE: &[(&str, &str)] = &[
    ("appointment_event", "shown with the visit"),
    ("appointment_link", "hashes of links"),
    ("appointment_told", "what was announced last: the messages are there"),
    ("booking_hold", "a time that is held for minutes, before there is a visit"),
    ("charge_bill", "part of a charge"),
    ("chart_not_needed", "shown with the visit"),
    ("clinical_answer", "has a history of its own in the record"),
    ("consent_copy", "the copy of a consent that is there"),
    ("consent_event", "shown with the consent"),
    ("contact_preference", "a setting of the record"),
    ("distinct_patients", "names somebody who is not the patient"),
    ("document", "a printed record"),
    ("document_file", "a file of an export"),
    ("document_part", "a part of an export that is being made"),
    ("emergency_access", "who opened the record: the activity log tells"),
    ("estimate_content", "a draft: the issued versions are there"),
    ("estimate_file", "the PDF of an issued version that is there"),
    ("estimate_link", "hashes of links"),
    ("exam_clearance", "part of an exam's signature"),
    ("follow_up", "listed by itself"),
    ("import_patient", "from which file the record is"),
    ("kiosk_document", "what is shown on a tablet"),
    ("online_booking", "how a visit that is there was booked"),
    ("patient_change", "listed by itself: who changed which field"),
    ("patient_coverage", "a setting of the record"),
    ("patient_note_version", "shown with the note"),
    ("recall_skip", "whether a reminder is sent"),
    ("review_waiting", "the order in which charts are reviewed"),
    ("signed_copy", "the copy of what is there"),
    ("treatment_return", "shown with the treatment"),
    ("treatment_return_answer", "shown with the treatment"),
    ("waitlist_entry", "listed by itself"),
];

#[tokio::test]
async fn the_timeline_reads_every_table_about_patients_but_those_left_out_for_a_reason() {
    let clinic = TestClinic::new().await;
    let about = clinic.tables_about_patients().await;
    let statement = record::statement(1.into(), record::sources(), None, 1).unwrap();
    let words: Vec<_> = statement.sql.split_whitespace().collect();
    let read: BTreeSet<_> = words
        .windows(2)
        .filter(|pair| matches!(pair[0], "FROM" | "JOIN"))
        .map(|pair| pair[1].trim_matches(|c: char| !c.is_ascii_lowercase() && c != '_').to_owned())
        .collect();
    assert_all_but(&about, &read, NOT_IN_TIMELINE);
}
