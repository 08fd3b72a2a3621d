use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use crate::testing::{Answer, Client, TestClinic, factories};
use base::permission::Role;

/// A clinic at noon on Monday, March 4, 2030, with a visit on the 18th and two providers.
struct VisitClinic {
    clinic: TestClinic,
    owner: Client,
    patient: i64,
    visit: i64,
    providers: [i64; 2],
}

impl VisitClinic {
    async fn new() -> Self {
        let clinic = TestClinic::new().await;
        let noon: DateTime<Utc> = "2030-03-04T17:00:00Z".parse().unwrap();
        clinic.clock().advance(noon - clinic.clock().now());
        let owner = clinic.owner().await;
        let patient = factories::patient(&owner).await;
        let new = json!({ "patient_id": patient, "appointment_time": "2030-03-18T10:00", "service": "Botox" });
        let visit = factories::id(&owner.post("/api/appointments", new).await.expect(StatusCode::CREATED));
        let mut providers = [0, 0];
        for (number, provider) in providers.iter_mut().enumerate() {
            let email = factories::member(&clinic, Role::Provider).await;
            clinic
                .plant(&format!(
                    "update {{}}.member set first_name = 'Provider', last_name = '{number}' where email = '{email}'"
                ))
                .await;
            *provider = factories::member_id(&clinic, &email).await;
        }
        Self { clinic, owner, patient, visit, providers }
    }

    async fn charge(&self, fields: Value) -> Answer {
        let mut new = json!({
            "patient_id": self.patient, "appointment_id": self.visit, "provider_id": self.providers[0], "service": "Botox",
            "quantity": 20, "unit_price": 12.5,
        });
        new.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        self.owner.post("/api/charges", new).await
    }

    /// Adds a charge of this amount.
    async fn charged(&self, dollars: &str, provider: usize) -> i64 {
        let fields = json!({ "quantity": 1, "unit_price": dollars, "provider_id": self.providers[provider] });
        factories::id(&self.charge(fields).await.expect(StatusCode::CREATED))
    }

    /// Issues an estimate with these totals.
    async fn issued(&self, day: Option<&str>, totals: &[(&str, &str)]) -> i64 {
        let estimate = self.owner.post("/api/gfe-estimate", factories::estimate(self.patient)).await;
        let estimate = factories::id(&estimate.expect(StatusCode::CREATED));
        let totals: Vec<_> = totals
            .iter()
            .map(|(provider, total)| json!({ "provider": provider, "npi": null, "total": total }))
            .collect();
        factories::plant_issue(&self.clinic, estimate, day, "2031-03-04", json!(totals)).await;
        estimate
    }

    async fn void(&self, charge: i64) -> Answer {
        self.owner.post(&format!("/api/charges/{charge}/void"), json!({ "reason": "Entered twice" })).await
    }

    async fn watch(&self) -> Value {
        self.owner.get(&format!("/api/appointments/{}/charge-watch", self.visit)).await.expect(StatusCode::OK)
    }

    async fn of_visit(&self, what: &str, body: Value) -> Answer {
        self.owner.post(&format!("/api/appointments/{}/{what}", self.visit), body).await
    }
}

#[tokio::test]
async fn a_charge_is_computed_exactly_and_stays_as_it_is() {
    let here = VisitClinic::new().await;
    let charge = here.charge(json!({ "quantity": 0.1, "unit_price": 0.05 })).await.expect(StatusCode::CREATED);
    assert_eq!(charge["total"], json!(0.01), "half a cent is rounded up");
    let charge = here.charge(json!({ "discount": 50.01 })).await.expect(StatusCode::CREATED);
    assert_eq!((&charge["total"], &charge["provider_name"]), (&json!(199.99), &json!("Provider 0")));
    assert!(charge["recorded_by"].is_string() && charge["voided_at"].is_null());
    let voided = here.void(factories::id(&charge)).await.expect(StatusCode::OK);
    assert_eq!((&voided["void_reason"], &voided["total"]), (&json!("Entered twice"), &json!(199.99)));
    here.void(factories::id(&charge)).await.refused(StatusCode::CONFLICT, "already_voided");
    let list = here.owner.get(&format!("/api/patients/{}/charges?limit=1", here.patient)).await;
    assert!(list.next_page().is_some());
    assert_eq!(list.expect(StatusCode::OK)[0]["id"], charge["id"], "the latest first, voided or not");
    for sql in [
        "update charge set total = 0",
        "delete from charge",
        "update charge_void set reason = 'x'",
        "delete from charge_void",
    ] {
        assert!(factories::role_may_not(&here.clinic, sql).await, "{sql}");
    }
    assert_eq!(
        factories::audited(&here.clinic, "member", "charge.void", &[here.patient], &[factories::id(&charge)]).await,
        1
    );
}

#[tokio::test]
async fn what_cannot_be_charged_is_refused_and_changes_nothing() {
    let here = VisitClinic::new().await;
    for (fields, field) in [
        (json!({ "quantity": 0 }), "quantity"),
        (json!({ "quantity": -1 }), "quantity"),
        (json!({ "unit_price": -1 }), "unit_price"),
        (json!({ "unit_price": 1.005 }), "unit_price"),
        (json!({ "discount": 250.01 }), "discount"),
        (json!({ "service": " " }), "service"),
        (json!({ "provider_id": 1 }), "provider_id"),
        (json!({ "appointment_id": 1 }), "appointment_id"),
    ] {
        here.charge(fields).await.refused_field(field);
    }
    let other = factories::patient(&here.owner).await;
    here.charge(json!({ "patient_id": other })).await.refused_field("appointment_id");
    assert_eq!(here.clinic.count("{}.charge").await, 0);
    here.owner.post("/api/charges/1/void", json!({ "reason": "Entered twice" })).await.expect(StatusCode::NOT_FOUND);
    here.charge(json!({ "appointment_id": null })).await.expect(StatusCode::CREATED);
    assert_eq!(here.watch().await["charges"], json!([]), "of no visit");
}

#[tokio::test]
async fn a_cent_makes_it_near_and_a_cent_makes_it_too_much() {
    let here = VisitClinic::new().await;
    assert_eq!(here.watch().await["estimate"], Value::Null);
    here.charged("1000.00", 0).await;
    let watch = here.watch().await;
    assert_eq!(
        (&watch["level"], &watch["providers"][0]["expected"]),
        (&json!("quiet"), &Value::Null),
        "nothing to compare with"
    );
    let estimate = here.issued(Some("2030-03-18"), &[("Provider 0", "1000.00")]).await;
    let level = async || here.watch().await["level"].as_str().unwrap().to_owned();
    assert_eq!(level().await, "quiet");
    for (dollars, expected) in [("299.99", "quiet"), ("0.01", "near"), ("99.99", "near"), ("0.01", "excess")] {
        here.charged(dollars, 0).await;
        assert_eq!(level().await, expected, "+{dollars}");
    }
    let watch = here.watch().await;
    assert_eq!((&watch["providers"][0]["over"], &watch["estimate"]["estimate_id"]), (&json!(400.0), &json!(estimate)));
    assert_eq!(watch["issue_until"], "2030-03-15", "there is time for a new estimate");
    let last = watch["charges"].as_array().unwrap().last().unwrap();
    here.void(factories::id(last)).await.expect(StatusCode::OK);
    assert_eq!(level().await, "near", "what is voided does not count");
}

#[tokio::test]
async fn charges_are_compared_by_provider_with_the_newest_version_that_counts() {
    let here = VisitClinic::new().await;
    here.issued(None, &[("Provider 0", "500"), ("Provider 1", "500")]).await;
    here.charged("100", 0).await;
    here.charged("900", 1).await;
    let watch = here.watch().await;
    let levels: Vec<_> =
        watch["providers"].as_array().unwrap().iter().map(|one| one["level"].as_str().unwrap()).collect();
    assert_eq!((levels, &watch["level"]), (vec!["quiet", "excess"], &json!("excess")), "{watch}");
    let newer = here.issued(Some("2030-03-18"), &[("Provider 0", "500"), ("Provider 1", "900")]).await;
    assert_eq!(here.watch().await["level"], "quiet");
    here.issued(Some("2030-03-25"), &[("Provider 0", "1")]).await;
    assert_eq!(here.watch().await["estimate"]["estimate_id"], newer, "one of another day is for another visit");
    here.owner
        .post(&format!("/api/gfe-estimate/{newer}/void"), factories::void("The wrong client"))
        .await
        .expect(StatusCode::OK);
    assert_eq!(here.watch().await["level"], "excess", "the one before counts again");
}

#[tokio::test]
async fn the_first_bill_gives_120_days() {
    let here = VisitClinic::new().await;
    here.of_visit("first-bill", json!({ "billed_on": "2030-03-05" })).await.refused_field("billed_on");
    let watch = here.of_visit("first-bill", json!({ "billed_on": "2030-03-04" })).await.expect(StatusCode::CREATED);
    assert_eq!((&watch["billed_on"], &watch["disputable_until"]), (&json!("2030-03-04"), &json!("2030-07-02")));
    let again = here.of_visit("first-bill", json!({ "billed_on": "2030-03-03" })).await;
    again.refused(StatusCode::CONFLICT, "already_billed");
}

#[tokio::test]
async fn a_dispute_freezes_the_visit_until_it_is_closed() {
    let here = VisitClinic::new().await;
    let charge = here.charged("500", 0).await;
    let before = here.charge(json!({ "appointment_id": null })).await.expect(StatusCode::CREATED);
    let dispute = json!({ "disputed_on": "2030-03-04", "note": "More than announced" });
    here.of_visit("dispute", json!({ "disputed_on": "2030-03-05", "note": "Later" }))
        .await
        .refused_field("disputed_on");
    let watch = here.of_visit("dispute", dispute.clone()).await.expect(StatusCode::CREATED);
    assert_eq!((&watch["is_frozen"], &watch["disputes"][0]["note"]), (&json!(true), &json!("More than announced")));
    here.of_visit("dispute", dispute).await.refused(StatusCode::CONFLICT, "already_disputed");
    here.void(charge).await.refused(StatusCode::CONFLICT, "disputed");
    here.charge(json!({})).await.refused(StatusCode::CONFLICT, "disputed");
    // A charge without a visit could be for this visit.
    let of_none = factories::id(&before);
    here.charge(json!({ "appointment_id": null })).await.refused(StatusCode::CONFLICT, "disputed");
    here.void(of_none).await.refused(StatusCode::CONFLICT, "disputed");
    let new = json!({ "patient_id": here.patient, "appointment_time": "2030-03-25T10:00", "service": "Botox" });
    let other = factories::id(&here.owner.post("/api/appointments", new).await.expect(StatusCode::CREATED));
    here.charge(json!({ "appointment_id": other })).await.expect(StatusCode::CREATED);
    here.of_visit("dispute/close", json!({ "note": "" })).await.refused_field("note");
    let watch = here.of_visit("dispute/close", json!({ "note": "Settled" })).await.expect(StatusCode::OK);
    assert_eq!((&watch["is_frozen"], &watch["disputes"][0]["closing_note"]), (&json!(false), &json!("Settled")));
    here.of_visit("dispute/close", json!({ "note": "Settled" })).await.refused(StatusCode::CONFLICT, "not_disputed");
    here.void(charge).await.expect(StatusCode::OK);
    here.void(of_none).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn a_charge_without_a_visit_counts_against_the_estimate_in_force() {
    let here = VisitClinic::new().await;
    here.issued(Some("2030-03-18"), &[("Provider 0", "1000.00")]).await;
    here.charged("1000.00", 0).await;
    let level = async || here.watch().await["level"].as_str().unwrap().to_owned();
    assert_eq!(level().await, "quiet");
    let beside = json!({ "appointment_id": null, "quantity": 1, "unit_price": 400 });
    let charge = here.charge(beside).await.expect(StatusCode::CREATED);
    assert_eq!(level().await, "excess");
    assert_eq!(here.watch().await["charges"].as_array().unwrap().len(), 2);
    here.void(factories::id(&charge)).await.expect(StatusCode::OK);
    assert_eq!(level().await, "quiet");
    // After the estimate has ended, a charge without a visit does not count against it.
    here.clinic.clock().advance(TimeDelta::days(366));
    let owner = here.clinic.owner().await;
    let late = json!({
        "patient_id": here.patient, "provider_id": here.providers[0], "service": "Botox", "quantity": 1, "unit_price": 400,
    });
    owner.post("/api/charges", late).await.expect(StatusCode::CREATED);
    let watch = owner.get(&format!("/api/appointments/{}/charge-watch", here.visit)).await.expect(StatusCode::OK);
    assert_eq!(watch["level"], "quiet");
}

#[tokio::test]
async fn a_new_estimate_is_offered_until_the_last_business_day_before_the_visit() {
    let here = VisitClinic::new().await;
    here.clinic.clock().advance(TimeDelta::days(11));
    let owner = here.clinic.owner().await;
    let path = format!("/api/appointments/{}/charge-watch", here.visit);
    assert_eq!(owner.get(&path).await.expect(StatusCode::OK)["issue_until"], "2030-03-15", "Friday");
    here.clinic.clock().advance(TimeDelta::days(1));
    let owner = here.clinic.owner().await;
    assert_eq!(owner.get(&path).await.expect(StatusCode::OK)["issue_until"], Value::Null);
}

#[tokio::test]
async fn a_merged_record_brings_its_charges() {
    let here = VisitClinic::new().await;
    let charge = here.charged("500", 0).await;
    let survivor = factories::patient(&here.owner).await;
    let merging = json!({ "other_id": here.patient, "version": 1, "other_version": 1 });
    here.owner.post(&format!("/api/patients/{survivor}/merge"), merging).await.expect(StatusCode::OK);
    let list = here.owner.get(&format!("/api/patients/{survivor}/charges")).await.expect(StatusCode::OK);
    assert_eq!((&list[0]["id"], &list[0]["patient_id"]), (&json!(charge), &json!(survivor)));
    here.charge(json!({ "patient_id": survivor })).await.expect(StatusCode::CREATED);
    here.charge(json!({})).await.refused(StatusCode::CONFLICT, "merged");
}
