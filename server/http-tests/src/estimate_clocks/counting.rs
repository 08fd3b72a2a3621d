//! When a deadline starts, what it is counted from, and what ends it.

use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{Monday, owed};
use crate::testing::factories;
use base::permission::Role;

#[tokio::test]
async fn coverage_is_asked_once_and_kept_with_who_noted_it() {
    let here = Monday::new().await;
    let unknown = here.owner.get(&here.coverage_path()).await.expect(StatusCode::OK);
    assert_eq!(
        (&unknown["coverage"], &unknown["version"], &unknown["noted_by"]),
        (&json!("unknown"), &json!(0), &Value::Null)
    );
    let noted = here.cover("self_pay").await;
    assert_eq!((&noted["coverage"], &noted["version"]), (&json!("self_pay"), &json!(1)));
    assert!(noted["noted_by"].is_string() && noted["noted_at"].is_string());
    let stale = json!({ "coverage": "insured" });
    let answer = here.owner.send_from_version(0, Method::PUT, &here.coverage_path(), Some(&stale)).await;
    answer.expect(StatusCode::PRECONDITION_FAILED);
    here.owner.put(&here.coverage_path(), json!({ "coverage": "rich" })).await.refused_field("coverage");
    here.owner.put(&here.coverage_path(), json!({})).await.refused_field("coverage");
    here.owner.put("/api/patients/1/coverage", stale).await.expect(StatusCode::NOT_FOUND);
    assert_eq!(here.owner.get(&here.coverage_path()).await.expect(StatusCode::OK)["version"], 1);
    assert_eq!(factories::audited(&here.clinic, "member", "coverage.update", &[here.patient], &[]).await, 1);
}

#[tokio::test]
async fn booking_starts_a_clock_for_who_pays_alone_and_for_nobody_else() {
    let here = Monday::new().await;
    here.book("2030-03-18").await;
    assert_eq!(here.open().await, [], "nobody has asked");
    here.cover("insured").await;
    here.book("2030-03-19").await;
    assert_eq!(here.open().await, []);
    // A patient who turns out to pay without insurance is owed an estimate for each coming visit, counted from its booking.
    here.cover("self_pay").await;
    assert_eq!(here.open().await, [owed("scheduled", "2030-03-07"), owed("scheduled", "2030-03-07")]);
    here.cover("insured").await;
    assert_eq!(here.open().await, []);
    here.cover("self_pay").await;
    assert_eq!(here.open().await.len(), 2, "again");
}

#[tokio::test]
async fn the_lead_decides_and_closed_days_do_not_count() {
    let here = Monday::with_self_pay().await;
    // Ten, nine, three and two business days ahead, across a change of the clocks.
    for (visit, due) in [
        ("2030-03-18", Some("2030-03-07")),
        ("2030-03-15", Some("2030-03-05")),
        ("2030-03-07", Some("2030-03-05")),
        ("2030-03-06", None),
    ] {
        let booked = here.book(visit).await;
        let open = here.open().await;
        assert_eq!(open.first().map(|(_, due)| due.as_str()), due, "{visit}");
        here.status(booked, "Cancelled").await;
        assert_eq!(here.open().await, [], "cancelled with the visit");
    }
    let closure = json!({ "first_date": "2030-03-05", "last_date": "2030-03-06", "reason": "Training" });
    here.owner.post("/api/schedule/closures", closure).await.expect(StatusCode::CREATED);
    here.book("2030-03-18").await;
    assert_eq!(here.open().await, [owed("scheduled", "2030-03-07")], "eight days ahead by now");
    here.book("2030-03-20").await;
    assert_eq!(here.open().await[1], owed("scheduled", "2030-03-11"), "ten");
}

/// On a Thursday at half past eleven in the evening, which is Friday in UTC, in the weeks of the clock changes.
#[tokio::test]
async fn the_clinics_own_days_count_across_both_changes_of_the_clocks() {
    for (evening, visits, asked) in [
        (
            "2030-03-08T04:30:00Z",
            [("03-21", Some("03-12")), ("03-20", Some("03-08")), ("03-12", Some("03-08")), ("03-11", None)],
            "03-12",
        ),
        // Veterans Day is in between too.
        (
            "2030-11-01T03:30:00Z",
            [("11-15", Some("11-05")), ("11-14", Some("11-01")), ("11-05", Some("11-01")), ("11-04", None)],
            "11-05",
        ),
    ] {
        let here = Monday::at(evening).await;
        here.cover("self_pay").await;
        for (visit, due) in visits {
            let booked = here.book(&format!("2030-{visit}")).await;
            let open = here.open().await;
            let expected = due.map(|due| owed("scheduled", &format!("2030-{due}")));
            assert_eq!(open.first(), expected.as_ref(), "{visit}");
            here.status(booked, "Cancelled").await;
        }
        here.ask(None).await;
        assert_eq!(here.open().await, [owed("asked", &format!("2030-{asked}"))]);
    }
}

#[tokio::test]
async fn moving_counts_again_and_never_makes_a_second_clock() {
    let here = Monday::with_self_pay().await;
    let visit = here.book("2030-03-07").await;
    assert_eq!(here.open().await, [owed("scheduled", "2030-03-05")]);
    here.change(visit, json!({ "appointment_time": "2030-03-18T10:00" })).await;
    assert_eq!(here.open().await, [owed("scheduled", "2030-03-07")]);
    // The deadline stays when the visit comes closer.
    here.change(visit, json!({ "appointment_time": "2030-03-05T10:00" })).await;
    assert_eq!(here.open().await, [owed("scheduled", "2030-03-07")]);
    let soon = here.book("2030-03-06").await;
    assert_eq!(here.open().await.len(), 1, "two days ahead");
    here.change(soon, json!({ "appointment_time": "2030-03-19T10:00" })).await;
    assert_eq!(here.open().await, [owed("scheduled", "2030-03-07"), owed("scheduled", "2030-03-07")]);
    here.status(soon, "Cancelled").await;
    here.status(soon, "Booked").await;
    assert_eq!(here.open().await.len(), 2, "booked again");
    let twice = "{}.estimate_clock where closed_at is null group by appointment_id having count(*) > 1";
    assert!(here.clinic.rows(&format!("select 1 from {twice}")).await.is_empty());
    let second = format!(
        "insert into {{}}.estimate_clock (patient_id, appointment_id, cause, started_at, due_on)
         values ({}, {visit}, 'asked', now(), current_date)",
        here.patient
    );
    let schema = &here.clinic.provisioned.schema;
    let refused =
        sea_orm::ConnectionTrait::execute_unprepared(here.clinic.owner_db.raw(), &second.replace("{}", schema)).await;
    assert!(refused.unwrap_err().to_string().contains("estimate_clock_visit"));
}

#[tokio::test]
async fn a_series_has_a_clock_for_each_visit() {
    let here = Monday::with_self_pay().await;
    let series = json!({
        "patient_id": here.patient, "appointment_time": "2030-03-06T10:00", "times": 3, "every_weeks": 1, "service": "Botox"
    });
    here.owner.post("/api/appointments/series", series).await.expect(StatusCode::CREATED);
    assert_eq!(here.open().await, [owed("scheduled", "2030-03-05"), owed("scheduled", "2030-03-07")]);
}

#[tokio::test]
async fn a_cost_question_is_a_request() {
    let here = Monday::new().await;
    here.ask(None).await;
    here.ask(None).await;
    assert_eq!(here.open().await, [owed("asked", "2030-03-07")], "once");
    let visit = here.book("2030-03-05").await;
    here.ask(Some(visit)).await;
    here.ask(Some(visit)).await;
    assert_eq!(here.open().await, [owed("asked", "2030-03-07"), owed("asked", "2030-03-07")], "of the visit as well");
    here.status(visit, "Cancelled").await;
    assert_eq!(here.open().await.len(), 1);
    let path = format!("/api/patients/{}/cost-questions", here.patient);
    let refused = here.owner.post(&path, json!({ "appointment_id": visit })).await;
    assert_eq!(refused.refused_field("appointment_id"), "must be a visit that is to take place");
    let other = factories::patient(&here.owner).await;
    let path = format!("/api/patients/{other}/cost-questions");
    let refused = here.owner.post(&path, json!({ "appointment_id": visit })).await;
    assert_eq!(refused.refused_field("appointment_id"), "must be a visit of this client");
}

#[tokio::test]
async fn a_question_about_a_visit_makes_its_clock_due_sooner_and_not_later() {
    let here = Monday::with_self_pay().await;
    let visit = here.book("2030-03-15").await;
    assert_eq!(here.open().await, [owed("scheduled", "2030-03-05")]);
    here.ask(Some(visit)).await;
    assert_eq!(here.open().await, [owed("scheduled", "2030-03-05")]);
    here.clinic.plant("update {}.estimate_clock set due_on = '2030-03-20', asked_at = null").await;
    here.ask(Some(visit)).await;
    assert_eq!(here.open().await, [owed("scheduled", "2030-03-07")]);
}

#[tokio::test]
async fn an_issued_estimate_meets_the_visit_of_its_day_and_the_questions() {
    let here = Monday::with_self_pay().await;
    here.ask(None).await;
    here.book("2030-03-18").await;
    here.book("2030-03-19").await;
    here.book("2030-04-19").await;
    here.issue(None, None).await;
    assert_eq!(here.open().await.len(), 3, "no day: the question alone");
    here.issue(Some("2030-03-18"), None).await;
    assert_eq!(here.open().await.len(), 2);
    here.issue(Some("2030-03-19"), Some(("2030-03-19", "2030-06-19"))).await;
    assert_eq!(here.open().await, []);
    let clocks = here.clocks().await;
    assert!(clocks.len() == 4 && clocks.iter().all(|(.., ending)| ending.as_deref() == Some("issued")), "{clocks:?}");
}

#[tokio::test]
async fn the_call_that_issues_a_version_closes_the_question() {
    let here = Monday::with_self_pay().await;
    here.ask(None).await;
    let made =
        here.owner.post("/api/gfe-estimate", factories::estimate(here.patient)).await.expect(StatusCode::CREATED);
    let issue = json!({ "how": "paper", "confirmed": ["incomplete_estimate"] });
    let path = format!("/api/gfe-estimate/{}/issue", factories::id(&made));
    here.owner.post(&path, issue).await.expect(StatusCode::CREATED);
    let shown = here.owner.get(&here.coverage_path()).await.expect(StatusCode::OK);
    let clock = &shown["clocks"][0];
    assert_eq!(
        (&clock["ending"], &clock["estimate_id"], &clock["estimate_version"]),
        (&json!("issued"), &made["id"], &json!(1))
    );
}

#[tokio::test]
async fn another_provider_after_the_estimate_asks_for_a_new_one_while_there_is_time() {
    let here = Monday::with_self_pay().await;
    let email = factories::member(&here.clinic, Role::Provider).await;
    let provider = factories::member_id(&here.clinic, &email).await;
    let visit = here.book("2030-03-18").await;
    here.issue(Some("2030-03-18"), None).await;
    here.change(visit, json!({ "notes": "Prefers the left room" })).await;
    here.change(visit, json!({ "appointment_time": "2030-03-18T11:00" })).await;
    assert_eq!(here.open().await, [], "neither notes nor the hour stand in an estimate");
    here.change(visit, json!({ "provider_id": provider })).await;
    assert_eq!(here.open().await, [owed("changed", "2030-03-15")], "one business day before");
    here.issue(Some("2030-03-18"), None).await;
    // An hour before the visit: whoever takes the visit over accepts the estimate.
    here.clinic.clock().advance(TimeDelta::days(13) + TimeDelta::hours(21));
    let owner = here.clinic.owner().await;
    owner.patch(&format!("/api/appointments/{visit}"), json!({ "provider_id": null })).await.expect(StatusCode::OK);
    let open = here.clinic.count("{}.estimate_clock where closed_at is null").await;
    assert_eq!(open, 0);
}
