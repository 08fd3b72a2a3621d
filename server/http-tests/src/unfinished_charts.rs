use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use serde_json::{Value, json};

use crate::testing::{Answer, Client, TestClinic, factories};
use base::permission::Role;
use chart::unfinished_charts::query;
use tenancy::MAIN;

/// A clinic whose owner is a director, with a provider and a patient.
struct Watched {
    clinic: TestClinic,
    owner: Client,
    provider: Client,
    provider_id: i64,
    patient: i64,
}

impl Watched {
    async fn new() -> Self {
        let clinic = TestClinic::new().await;
        let owner = clinic.owner().await;
        let email = factories::member(&clinic, Role::Provider).await;
        let provider = clinic.anonymous().sign_in(&email).await;
        let provider_id = factories::member_id(&clinic, &email).await;
        let patient = factories::patient(&owner).await;
        Self { clinic, owner, provider, provider_id, patient }
    }

    /// Adds a visit that was completed so many hours ago, at noon of its day in the clinic's zone.
    async fn visited(&self, patient: i64, hours: i64) -> i64 {
        let day = (self.clinic.clock().now() - TimeDelta::hours(hours)).with_timezone(&chrono_tz::America::New_York);
        let id = self.booked(patient).await;
        self.clinic
            .plant(&format!(
                "update {{}}.appointment set status = 'Completed', status_at = now() - interval '{hours} hours',
                    starts_at = timestamp '{day} 12:00' at time zone 'America/New_York',
                    ends_at = timestamp '{day} 12:30' at time zone 'America/New_York' where id = {id}",
                day = day.date_naive(),
            ))
            .await;
        self.clinic.plant("update {}.clinic_setting set charts_since = now() - interval '90 days'").await;
        id
    }

    async fn booked(&self, patient: i64) -> i64 {
        let mut new = factories::later_appointment(patient);
        new["provider_id"] = json!(self.provider_id);
        new["allow_overlap"] = json!(true);
        factories::id(&self.owner.post("/api/appointments", new).await.expect(StatusCode::CREATED))
    }

    async fn mark(&self, client: &Client, visit: i64) -> Answer {
        client.post(&path(visit), json!({ "reason": "Came to buy a cream" })).await
    }
}

fn path(visit: i64) -> String {
    format!("/api/appointments/{visit}/chart-not-needed")
}

async fn unfinished(client: &Client) -> Value {
    client.get("/api/dashboard").await.expect(StatusCode::OK)["unfinished"].clone()
}

/// The kinds and ids on Today.
async fn listed(client: &Client) -> Vec<(String, i64)> {
    let shown = unfinished(client).await;
    let charts = shown["charts"].as_array().unwrap();
    assert_eq!(shown["total"], charts.len());
    charts.iter().map(|chart| (chart["kind"].as_str().unwrap().to_owned(), factories::id(chart))).collect()
}

fn visit(id: i64) -> (String, i64) {
    ("visit".to_owned(), id)
}

#[tokio::test]
async fn a_completed_visit_without_an_entry_is_named_after_24_hours_until_there_is_one() {
    let here = Watched::new().await;
    let (late, later) = (here.visited(here.patient, 25).await, factories::patient(&here.owner).await);
    let earliest = here.visited(later, 49).await;
    here.visited(factories::patient(&here.owner).await, 23).await;
    assert_eq!(listed(&here.owner).await, [visit(earliest), visit(late)], "the oldest first");
    assert_eq!(listed(&here.provider).await, [visit(earliest), visit(late)]);
    let shown = unfinished(&here.provider).await["charts"][1].clone();
    assert_eq!(
        [&shown["patient_id"], &shown["patient_name"], &shown["member_name"], &shown["what"]],
        [&json!(here.patient), &json!("Nora Lindqvist"), &json!("Robin Provider"), &json!("Consultation")]
    );
    factories::exam(&here.owner, here.patient).await;
    assert_eq!(listed(&here.owner).await, [visit(earliest)]);
    assert!(factories::audited(&here.clinic, "member", "dashboard.read", &[here.patient, later], &[]).await > 0);
}

#[tokio::test]
async fn only_what_is_recorded_from_the_visits_day_to_the_next_visit_finishes_its_chart() {
    let here = Watched::new().await;
    // An exam of the day before, and a treatment of a later visit.
    let exam = factories::exam(&here.owner, here.patient).await;
    let treatment = factories::treatment(&here.provider, here.patient).await;
    let first = here.visited(here.patient, 24 * 20).await;
    let at = |column: &str, id: i64, hours: i64| {
        format!("update {{}}.{column} set created_at = now() - interval '{hours} hours' where id = {id}")
    };
    here.clinic.plant(&at("exam", exam, 24 * 22)).await;
    here.clinic.plant(&at("treatment", treatment, 24 * 3)).await;
    assert_eq!(listed(&here.owner).await, Vec::new(), "written late");
    let second = here.visited(here.patient, 24 * 3).await;
    assert_eq!(listed(&here.owner).await, [visit(first)], "what belongs to the second visit");
    here.clinic.plant(&at("treatment", treatment, 24 * 10)).await;
    assert_eq!(listed(&here.owner).await, [visit(second)]);
    // A void entry does not count; an addendum does.
    here.owner
        .post(&format!("/api/treatments/{treatment}/void"), factories::void("Wrong patient"))
        .await
        .expect(StatusCode::OK);
    assert_eq!(listed(&here.owner).await, [visit(first), visit(second)]);
    here.owner.post(&format!("/api/gfe/exams/{exam}/addenda"), factories::addendum()).await.expect(StatusCode::CREATED);
    assert_eq!(listed(&here.owner).await, [visit(first)]);
}

#[tokio::test]
async fn visits_from_before_it_was_looked_for_and_visits_that_were_not_completed_are_left_alone() {
    let here = Watched::new().await;
    let id = here.visited(here.patient, 25).await;
    here.clinic.plant("update {}.clinic_setting set charts_since = now() - interval '24 hours'").await;
    assert_eq!(listed(&here.owner).await, Vec::new());
    here.clinic.plant("update {}.clinic_setting set charts_since = now() - interval '26 hours'").await;
    assert_eq!(listed(&here.owner).await, [visit(id)]);
    for status in ["No-show", "In room", "Cancelled"] {
        here.clinic.plant(&format!("update {{}}.appointment set status = '{status}' where id = {id}")).await;
        assert_eq!(listed(&here.owner).await, Vec::new(), "{status}");
    }
}

#[tokio::test]
async fn a_member_sees_the_own_ones_and_managers_and_directors_see_all() {
    let here = Watched::new().await;
    let own = here.visited(here.patient, 25).await;
    let nobodys = here.visited(factories::patient(&here.owner).await, 26).await;
    here.clinic.plant(&format!("update {{}}.appointment set provider_id = null where id = {nobodys}")).await;
    assert_eq!(listed(&here.provider).await, [visit(own)]);
    for (role, all) in [
        (Role::MedicalDirector, true),
        (Role::PracticeManager, true),
        (Role::Provider, false),
        (Role::Nurse, false),
        (Role::MedicalAssistant, false),
        (Role::Receptionist, false),
    ] {
        let person = here.clinic.signed_in_as(role).await;
        let expected = if all { vec![visit(nobodys), visit(own)] } else { Vec::new() };
        assert_eq!(listed(&person).await, expected, "{role:?}");
    }
}

#[tokio::test]
async fn a_return_without_an_answer_and_an_exam_without_a_signature_are_named_after_24_hours() {
    let here = Watched::new().await;
    factories::exam(&here.owner, here.patient).await;
    let treatment = factories::treatment(&here.provider, here.patient).await;
    let comment = json!({ "comment": "Which lot?" });
    here.owner.post(&format!("/api/review/{treatment}/return"), comment).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(listed(&here.provider).await, Vec::new());
    here.clinic.plant("update {}.treatment_return set returned_at = now() - interval '25 hours'").await;
    let returned = vec![("returned".to_owned(), treatment)];
    assert_eq!(listed(&here.provider).await, returned);
    assert_eq!(listed(&here.owner).await, returned);
    let answer = json!({ "answer": "It was C7842" });
    here.provider.post(&format!("/api/review/{treatment}/resubmit"), answer).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(listed(&here.owner).await, Vec::new());
    factories::switch_on(&here.clinic, "clearance").await;
    let other = factories::patient(&here.owner).await;
    let exam = factories::exam(&here.provider, other).await;
    assert_eq!(listed(&here.owner).await, Vec::new());
    here.clinic
        .plant(&format!("update {{}}.exam set created_at = now() - interval '25 hours' where id = {exam}"))
        .await;
    assert_eq!(listed(&here.owner).await, Vec::new(), "from before the module was on");
    here.clinic.plant("update {}.clinic_module set changed_at = now() - interval '30 hours'").await;
    assert_eq!(listed(&here.provider).await, [("exam".to_owned(), exam)]);
    // A newer exam replaces it.
    factories::exam(&here.provider, other).await;
    assert_eq!(listed(&here.owner).await, Vec::new());
}

#[tokio::test]
async fn a_visit_that_needs_no_chart_is_marked_with_a_reason_and_that_is_taken_back() {
    let here = Watched::new().await;
    let id = here.visited(here.patient, 25).await;
    here.mark(&here.provider, id).await.expect(StatusCode::NO_CONTENT);
    assert_eq!(listed(&here.owner).await, Vec::new());
    let before = here.clinic.fingerprint().await;
    here.mark(&here.owner, id).await.refused(StatusCode::CONFLICT, "already_marked");
    assert_eq!(here.clinic.fingerprint().await, before);
    here.owner.delete(&path(id)).await.expect(StatusCode::NO_CONTENT);
    here.owner.delete(&path(id)).await.refused(StatusCode::NOT_FOUND, "not_found");
    assert_eq!(listed(&here.owner).await, [visit(id)]);
    for action in ["appointment.chart.not_needed", "appointment.chart.needed"] {
        assert_eq!(factories::audited(&here.clinic, "member", action, &[here.patient], &[id]).await, 1, "{action}");
    }
    assert_eq!(here.clinic.count("{}.audit t where t::text like '%cream%'").await, 0);
}

#[tokio::test]
async fn a_mark_that_cannot_be_is_refused_and_changes_nothing() {
    let here = Watched::new().await;
    let id = here.visited(here.patient, 25).await;
    let open = here.booked(here.patient).await;
    let nurse = here.clinic.signed_in_as(Role::Nurse).await;
    let desk = here.clinic.signed_in_as(Role::Receptionist).await;
    let before = here.clinic.fingerprint().await;
    for wrong in [json!({}), json!({ "reason": " " }), json!({ "reason": "x".repeat(201) })] {
        here.owner.post(&path(id), wrong).await.refused_field("reason");
    }
    here.mark(&here.owner, open).await.refused(StatusCode::CONFLICT, "not_completed");
    here.mark(&here.owner, 1).await.refused(StatusCode::NOT_FOUND, "not_found");
    here.mark(&nurse, id).await.refused(StatusCode::FORBIDDEN, "not_your_visit");
    here.mark(&desk, id).await.refused(StatusCode::FORBIDDEN, "forbidden");
    let nobody = nurse.send(nurse.request(Method::DELETE, &path(id), None)).await;
    nobody.refused(StatusCode::FORBIDDEN, "not_your_visit");
    assert_eq!(here.clinic.fingerprint().await, before);
}

/// A clinic with 10,000 completed visits, of which 60 have no chart.
#[tokio::test]
async fn ten_thousand_visits_are_looked_through_in_one_statement() {
    let here = Watched::new().await;
    let visit = here.visited(here.patient, 25).await;
    factories::exam(&here.owner, here.patient).await;
    for sql in [
        "insert into {}.patient (first_name, last_name, created_at) select 'Client', 'No ' || n, now() from generate_series(1, 2500) n"
            .to_owned(),
        format!(
            "insert into {{}}.appointment (patient_id, provider_id, service, starts_at, ends_at, allow_overlap, created_at, status, status_at, version)
             select p.id, null, a.service, now() - make_interval(days => d * 90 + (p.id % 80)::int + 2),
                now() - make_interval(days => d * 90 + (p.id % 80)::int + 2) + interval '30 minutes', true, now(), 'Completed',
                now() - make_interval(days => d * 90 + (p.id % 80)::int + 2), 1
             from {{}}.patient p, generate_series(0, 3) d, {{}}.appointment a where p.first_name = 'Client' and a.id = {visit}"
        ),
        "insert into {}.exam (patient_id, examiner_id, vitals, created_at, signer)
         select a.patient_id, e.examiner_id, 'HR', a.status_at + interval '1 hour', e.signer
         from {}.appointment a, (select * from {}.exam limit 1) e where a.provider_id is null and a.id % 167 <> 0"
            .to_owned(),
        "update {}.clinic_setting set charts_since = now() - interval '2 years'".to_owned(),
        "analyze {}.appointment".to_owned(),
        "analyze {}.exam".to_owned(),
        "analyze {}.patient".to_owned(),
    ] {
        here.clinic.plant(&sql).await;
    }
    let shown = unfinished(&here.owner).await;
    // Prints the plan with --nocapture.
    let tx = here.clinic.owner_db.inspect(MAIN, &here.clinic.provisioned.schema).await.unwrap();
    let until = here.clinic.clock().now() - TimeDelta::hours(24);
    let statement = query::unfinished(None, chrono_tz::America::New_York, until);
    let explain = Statement::from_string(DbBackend::Postgres, format!("explain (analyze) {statement}"));
    for row in tx.query_all_raw(explain).await.unwrap() {
        println!("{}", row.try_get_by_index::<String>(0).unwrap());
    }
    let total = shown["total"].as_i64().unwrap();
    assert!((40..=80).contains(&total), "{total}");
    assert_eq!(shown["charts"].as_array().unwrap().len(), 50);
    assert!(shown["charts"][0]["since"].as_str() < shown["charts"][49]["since"].as_str());
}
