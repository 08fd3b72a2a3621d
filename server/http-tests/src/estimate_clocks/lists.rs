//! Where a clinic sees its deadlines: on Today, in the list, by mail; and what keeps the list correct.

use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{Monday, owed};
use crate::testing::{Client, factories};
use base::permission::Role;
use money::estimate_clocks::remind_of_estimates;

#[tokio::test]
async fn today_names_what_is_overdue_due_today_and_due_next() {
    let here = Monday::with_self_pay().await;
    for day in ["2030-03-15", "2030-03-18"] {
        here.book(day).await;
    }
    let due =
        async |client: &Client| client.get("/api/dashboard").await.expect(StatusCode::OK)["estimate_clocks"].clone();
    let shown = due(&here.owner).await;
    assert_eq!((&shown["total"], &shown["clients"][0]["when"]), (&json!(1), &json!("next")), "{shown}");
    assert_eq!((&shown["clients"][0]["due_on"], &shown["clients"][0]["estimates"]), (&json!("2030-03-05"), &json!(1)));
    here.clinic.clock().advance(TimeDelta::days(1));
    let owner = here.clinic.owner().await;
    assert_eq!(due(&owner).await["clients"][0]["when"], "today");
    here.clinic.clock().advance(TimeDelta::days(1));
    let owner = here.clinic.owner().await;
    let shown = due(&owner).await;
    assert_eq!(
        (&shown["clients"][0]["when"], &shown["clients"][0]["estimates"]),
        (&json!("overdue"), &json!(2)),
        "{shown}"
    );
    assert_eq!(due(&here.clinic.signed_in_as(Role::Staff).await).await["total"], 0);
    // The older list still names patients whose coverage is not recorded.
    let attention = owner.get("/api/dashboard").await.expect(StatusCode::OK);
    assert_eq!(attention["estimates"], json!([]));
}

#[tokio::test]
async fn the_list_has_pages_a_filter_and_a_file() {
    let here = Monday::with_self_pay().await;
    here.ask(None).await;
    for day in ["2030-03-15", "2030-03-18", "2030-03-19", "2030-03-20"] {
        here.book(day).await;
    }
    let (mut seen, mut next) = (Vec::new(), Some("/api/estimate-clocks?limit=2".to_owned()));
    while let Some(page) = next {
        let answer = here.owner.get(&page).await;
        next = answer.next_page();
        let rows = answer.expect(StatusCode::OK);
        assert!(rows.as_array().unwrap().len() <= 2);
        seen.extend(rows.as_array().unwrap().iter().map(|row| row["due_on"].as_str().unwrap().to_owned()));
    }
    assert_eq!(seen, ["2030-03-05", "2030-03-07", "2030-03-07", "2030-03-07", "2030-03-07"]);
    let asked = here.owner.get("/api/estimate-clocks?cause=asked").await.expect(StatusCode::OK);
    assert_eq!((asked.as_array().unwrap().len(), &asked[0]["appointment_id"]), (1, &Value::Null));
    let id = factories::id(&asked[0]);
    let closed = json!({ "reason": "Told on the phone, and given on paper" });
    let path = format!("/api/estimate-clocks/{id}/close");
    here.owner.post(&path, json!({ "reason": "" })).await.refused_field("reason");
    here.owner.post(&path, closed.clone()).await.expect(StatusCode::OK);
    here.owner.post(&path, closed).await.refused(StatusCode::CONFLICT, "already_closed");
    let table = here.owner.get("/api/estimate-clocks/export?closed=true").await.table();
    assert_eq!(table.len(), 2);
    assert_eq!((table[1][5].as_str(), table[1][11].as_str()), ("Asked about the cost", "Closed by hand"));
    here.owner.get("/api/estimate-clocks?cause=riddle").await.refused_field("query");
}

#[tokio::test]
async fn who_is_named_is_mailed_once_a_day_and_else_the_owner() {
    let here = Monday::with_self_pay().await;
    let remind = async || {
        remind_of_estimates(&here.clinic.server.app, here.clinic.provisioned.id, here.clinic.clock().now())
            .await
            .unwrap();
        let mails = factories::mails(&here.clinic).await;
        mails.into_iter().filter(|mail| mail.contains("/estimates-due")).collect::<Vec<_>>()
    };
    here.book("2030-03-15").await;
    assert_eq!(remind().await.len(), 0, "due tomorrow");
    here.clinic.clock().advance(TimeDelta::days(1));
    let mails = remind().await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0].contains("1 estimate is due today") && !mails[0].contains("Lindqvist"), "{}", mails[0]);
    assert_eq!(remind().await.len(), 1, "once a day");
    let owner = here.clinic.owner().await;
    let email = factories::member(&here.clinic, Role::Receptionist).await;
    let member = factories::member_id(&here.clinic, &email).await;
    let settings = "/api/estimate-clocks/settings";
    owner.put(settings, json!({ "member_ids": [member, 1] })).await.refused_field("member_ids");
    owner.put(settings, json!({ "member_ids": "everybody" })).await.refused_field("member_ids");
    let saved = owner.put(settings, json!({ "member_ids": [member] })).await.expect(StatusCode::OK);
    assert_eq!((&saved["members"][0]["id"], &saved["version"]), (&json!(member), &json!(1)));
    let stale = json!({ "member_ids": [] });
    owner.send_from_version(0, Method::PUT, settings, Some(&stale)).await.expect(StatusCode::PRECONDITION_FAILED);
    here.clinic.clock().advance(TimeDelta::days(1));
    let mails = remind().await;
    assert_eq!(mails.len(), 2);
    assert!(mails.iter().any(|mail| mail.contains(&email) && mail.contains("1 estimate is overdue")), "{mails:?}");
    // Saturday.
    here.clinic.clock().advance(TimeDelta::days(3));
    assert_eq!(remind().await.len(), 2);
}

#[tokio::test]
async fn the_hourly_round_makes_up_for_bookings_that_started_no_clock() {
    let here = Monday::with_self_pay().await;
    here.book("2030-03-18").await;
    here.clinic.plant("delete from {}.estimate_clock").await;
    remind_of_estimates(&here.clinic.server.app, here.clinic.provisioned.id, here.clinic.clock().now()).await.unwrap();
    assert_eq!(here.open().await, [owed("scheduled", "2030-03-07")]);
}

#[tokio::test]
async fn a_merged_record_brings_its_coverage_and_its_clocks() {
    let here = Monday::with_self_pay().await;
    here.book("2030-03-18").await;
    here.ask(None).await;
    let survivor = factories::patient(&here.owner).await;
    let merging = json!({ "other_id": here.patient, "version": 1, "other_version": 1 });
    here.owner.post(&format!("/api/patients/{survivor}/merge"), merging).await.expect(StatusCode::OK);
    let shown = here.owner.get(&format!("/api/patients/{survivor}/coverage")).await.expect(StatusCode::OK);
    assert_eq!((&shown["coverage"], shown["clocks"].as_array().unwrap().len()), (&json!("self_pay"), 2));
    assert_eq!(shown["clocks"][0]["patient_id"], survivor);
    let body = json!({ "coverage": "insured" });
    here.owner
        .send_from_version(1, Method::PUT, &format!("/api/patients/{survivor}/coverage"), Some(&body))
        .await
        .expect(StatusCode::OK);
    assert_eq!(here.clinic.count("{}.estimate_clock where closed_at is null").await, 0);
}
