use axum::http::{Method, StatusCode};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use serde_json::{Value, json};

use super::{meet, remind_of_estimates};
use crate::{
    foundation::{permission::Role, tenancy::enter_for_job},
    testing::{Client, TestClinic, factories},
};

/// A clinic at noon on Monday, March 4, 2030, with a patient. The week after it the clocks are set forward.
struct Monday {
    clinic: TestClinic,
    owner: Client,
    patient: i64,
}

impl Monday {
    async fn new() -> Self {
        let clinic = TestClinic::new().await;
        let noon: DateTime<Utc> = "2030-03-04T17:00:00Z".parse().unwrap();
        clinic.clock().advance(noon - clinic.clock().now());
        let owner = clinic.owner().await;
        let patient = factories::patient(&owner).await;
        Self { clinic, owner, patient }
    }

    async fn with_self_pay() -> Self {
        let here = Self::new().await;
        here.cover("self_pay").await;
        here
    }

    fn coverage_path(&self) -> String {
        format!("/api/patients/{}/coverage", self.patient)
    }

    async fn cover(&self, coverage: &str) -> Value {
        self.owner.put(&self.coverage_path(), json!({ "coverage": coverage })).await.expect(StatusCode::OK)
    }

    async fn book(&self, day: &str) -> i64 {
        let new = json!({ "patient_id": self.patient, "appointment_time": format!("{day}T10:00"), "service": "Botox" });
        factories::id(&self.owner.post("/api/appointments", new).await.expect(StatusCode::CREATED))
    }

    async fn change(&self, visit: i64, change: Value) {
        self.owner.patch(&format!("/api/appointments/{visit}"), change).await.expect(StatusCode::OK);
    }

    async fn status(&self, visit: i64, status: &str) {
        let body = json!({ "status": status, "reason": "Has a cold" });
        self.owner.post(&format!("/api/appointments/{visit}/status"), body).await.expect(StatusCode::OK);
    }

    async fn ask(&self, visit: Option<i64>) {
        let path = format!("/api/patients/{}/cost-questions", self.patient);
        self.owner.post(&path, json!({ "appointment_id": visit })).await.expect(StatusCode::CREATED);
    }

    /// Cause, day and ending of each clock, as the record shows them.
    async fn clocks(&self) -> Vec<(String, String, Option<String>)> {
        let shown = self.owner.get(&self.coverage_path()).await.expect(StatusCode::OK);
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let of =
            |clock: &Value| (text(&clock["cause"]).unwrap(), text(&clock["due_on"]).unwrap(), text(&clock["ending"]));
        shown["clocks"].as_array().unwrap().iter().map(of).collect()
    }

    async fn open(&self) -> Vec<(String, String)> {
        self.clocks()
            .await
            .into_iter()
            .filter(|(.., ending)| ending.is_none())
            .map(|(cause, due, _)| (cause, due))
            .collect()
    }

    /// Issues a version for a day, as the estimate's own call does.
    async fn issue(&self, day: Option<&str>, recurs: Option<(&str, &str)>) {
        use entity::clinic::estimate_issue::{Column, Entity};
        use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
        let estimate = self.owner.post("/api/gfe-estimate", factories::estimate(self.patient)).await;
        let estimate = factories::id(&estimate.expect(StatusCode::CREATED));
        factories::plant_issue(&self.clinic, estimate, day, "2031-03-04", json!([])).await;
        let app = &self.clinic.server.app;
        let entered = enter_for_job(&app.tenants.db, self.clinic.provisioned.id).await.unwrap();
        let newest = Entity::find().filter(Column::EstimateId.eq(estimate)).order_by_desc(Column::Id);
        let issue = newest.one(&entered.tx).await.unwrap().unwrap();
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        meet(&entered.tx, &issue, recurs.map(|(first, last)| (day(first), day(last)))).await.unwrap();
        entered.commit().await.unwrap();
    }
}

fn owed(cause: &str, due: &str) -> (String, String) {
    (cause.to_owned(), due.to_owned())
}

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
    // Whoever pays alone after all is owed one for each coming visit, from its booking.
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
    // Ten, nine, three and two business days ahead, across the change of the clocks.
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

#[tokio::test]
async fn moving_counts_again_and_never_makes_a_second_clock() {
    let here = Monday::with_self_pay().await;
    let visit = here.book("2030-03-07").await;
    assert_eq!(here.open().await, [owed("scheduled", "2030-03-05")]);
    here.change(visit, json!({ "appointment_time": "2030-03-18T10:00" })).await;
    assert_eq!(here.open().await, [owed("scheduled", "2030-03-07")]);
    // What is owed stays owed when the visit comes closer.
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
    let made = here.owner.post("/api/gfe-estimate", factories::estimate(here.patient)).await.expect(StatusCode::CREATED);
    let issue = json!({ "how": "paper", "confirmed": ["incomplete_estimate"] });
    let path = format!("/api/gfe-estimate/{}/issue", factories::id(&made));
    here.owner.post(&path, issue).await.expect(StatusCode::CREATED);
    let shown = here.owner.get(&here.coverage_path()).await.expect(StatusCode::OK);
    let clock = &shown["clocks"][0];
    assert_eq!((&clock["ending"], &clock["estimate_id"], &clock["estimate_version"]), (&json!("issued"), &made["id"], &json!(1)));
}

#[tokio::test]
async fn another_provider_after_the_estimate_asks_for_a_new_one_while_there_is_time() {
    let here = Monday::with_self_pay().await;
    let email = factories::member(&here.clinic, Role::Provider).await;
    let rows = here.clinic.rows(&format!("select id from {{}}.member where email = '{email}'")).await;
    let provider: i64 = rows[0].try_get("", "id").unwrap();
    let visit = here.book("2030-03-18").await;
    here.issue(Some("2030-03-18"), None).await;
    here.change(visit, json!({ "notes": "Prefers the left room" })).await;
    here.change(visit, json!({ "appointment_time": "2030-03-18T11:00" })).await;
    assert_eq!(here.open().await, [], "neither notes nor the hour stand in an estimate");
    here.change(visit, json!({ "provider_id": provider })).await;
    assert_eq!(here.open().await, [owed("changed", "2030-03-15")], "one business day before");
    here.issue(Some("2030-03-18"), None).await;
    // An hour before: whoever takes the visit over accepts the estimate.
    here.clinic.clock().advance(TimeDelta::days(13) + TimeDelta::hours(21));
    let owner = here.clinic.owner().await;
    owner.patch(&format!("/api/appointments/{visit}"), json!({ "provider_id": null })).await.expect(StatusCode::OK);
    let open = here.clinic.count("{}.estimate_clock where closed_at is null").await;
    assert_eq!(open, 0);
}

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
    // The older way of naming them is for whom nobody has asked.
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
    assert_eq!((table[1][5].as_str(), table[1][11].as_str()), ("Asked what it costs", "Closed by hand"));
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
    let rows = here.clinic.rows(&format!("select id from {{}}.member where email = '{email}'")).await;
    let member: i64 = rows[0].try_get("", "id").unwrap();
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
