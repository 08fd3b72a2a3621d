use axum::http::StatusCode;
use sea_orm::Iterable;
use serde_json::{Value, json};

use crate::testing::{self, Client, Server, TestClinic, factories};
use config::stripe_keys::Enforcement;
use operations::clinic_ops::{self, ClinicOpsError, Grant};
use practice::billing::PlanId;

/// A clinic whose server enforces its plan this strictly.
async fn clinic(enforcement: Enforcement, plan: Option<(&str, &str)>) -> (TestClinic, Client) {
    let config = config::Config { enforcement, ..testing::config() };
    let db = tenancy::Db::new(&config.database_url, 6).unwrap();
    let clinic = Server::with_db(config, db).clinic().await;
    let owner = clinic.owner().await;
    if let Some((plan, status)) = plan {
        let mut new = factories::subscription();
        new["sub_plan"] = json!(plan);
        new["sub_status"] = json!(status);
        owner.post("/api/subscriptions", new).await.expect(StatusCode::CREATED);
    }
    (clinic, owner)
}

fn member(name: &str, status: &str) -> Value {
    let mut new = testing::world::new_member(&format!("{name}@clinic.example"));
    new["status"] = json!(status);
    new
}

fn patient() -> Value {
    json!({ "first_name": "Ann", "last_name": "Berg" })
}

async fn patients_made_this_month(clinic: &TestClinic, count: i64) {
    clinic
        .plant(&format!(
            "insert into {{}}.patient (first_name, last_name, created_at)
             select 'Old', 'Patient', now() from generate_series(1, {count})"
        ))
        .await;
}

#[tokio::test]
async fn a_seat_beyond_the_plan_is_refused_and_inactive_members_take_none() {
    let (clinic, owner) = clinic(Enforcement::Enforce, Some(("basic", "Active"))).await;
    owner.post("/api/team", member("inactive", "inactive")).await.expect(StatusCode::CREATED);
    let before = clinic.fingerprint().await;
    owner.post("/api/team", member("active", "active")).await.refused(StatusCode::PAYMENT_REQUIRED, "seats");
    let team = owner.get("/api/team").await.expect(StatusCode::OK);
    let inactive = team.as_array().unwrap().iter().find(|row| row["status"] == "inactive").unwrap()["id"].clone();
    let path = format!("/api/team/{inactive}");
    owner.put(&path, member("inactive", "active")).await.refused(StatusCode::PAYMENT_REQUIRED, "seats");
    owner.post_nothing(&format!("{path}/reactivate")).await.refused(StatusCode::PAYMENT_REQUIRED, "seats");
    assert_eq!(clinic.fingerprint().await, before);
    owner.put(&path, member("renamed", "inactive")).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn the_51st_new_patient_of_a_month_is_refused_and_clinical_work_is_not() {
    let (clinic, owner) = clinic(Enforcement::Enforce, Some(("basic", "Active"))).await;
    let known = factories::patient(&owner).await;
    patients_made_this_month(&clinic, 48).await;
    owner.post("/api/patients", patient()).await.expect(StatusCode::CREATED);
    let before = clinic.fingerprint().await;
    let answer = owner.post("/api/patients", patient()).await.refused(StatusCode::PAYMENT_REQUIRED, "patients");
    assert!(answer["error"].as_str().unwrap().contains("Choose a larger plan"), "{answer}");
    assert_eq!(clinic.fingerprint().await, before);
    // A receptionist cannot choose a plan.
    let repo = clinic.signed_in_as(base::permission::Role::Receptionist).await;
    let before = clinic.fingerprint().await;
    let answer = repo.post("/api/patients", patient()).await.refused(StatusCode::PAYMENT_REQUIRED, "patients");
    assert!(answer["error"].as_str().unwrap().contains("tell the clinic's owner"), "{answer}");
    assert_eq!(clinic.fingerprint().await, before);
    factories::exam(&owner, known).await;
    owner.post("/api/treatments", factories::botox(known)).await.expect(StatusCode::CREATED);
    factories::consent(&owner, known).await;
    owner.post("/api/appointments", factories::appointment(known)).await.expect(StatusCode::CREATED);
    // The next month starts at zero.
    clinic.clock().advance(chrono::TimeDelta::days(32));
    let owner = clinic.owner().await;
    owner.post("/api/patients", patient()).await.expect(StatusCode::CREATED);
}

/// A merge must not make room for another patient, because undoing the merge brings the merged record back.
#[tokio::test]
async fn merging_adding_and_undoing_passes_no_limit() {
    let (clinic, owner) = clinic(Enforcement::Enforce, Some(("basic", "Active"))).await;
    patients_made_this_month(&clinic, 48).await;
    let [kept, other] = [factories::patient(&owner).await, factories::patient(&owner).await];
    owner.post("/api/patients", patient()).await.refused(StatusCode::PAYMENT_REQUIRED, "patients");
    let merging = json!({ "other_id": other, "version": 1, "other_version": 1 });
    owner.post(&format!("/api/patients/{kept}/merge"), merging).await.expect(StatusCode::OK);
    let before = clinic.count("{}.patient").await;
    owner.post("/api/patients", patient()).await.refused(StatusCode::PAYMENT_REQUIRED, "patients");
    assert_eq!(clinic.count("{}.patient").await, before);
}

#[tokio::test]
async fn an_ended_subscription_blocks_new_people_and_no_clinical_work() {
    let (_clinic, owner) = clinic(Enforcement::Off, None).await;
    let known = factories::patient(&owner).await;
    let _ = known;
    let (clinic, owner) = self::clinic(Enforcement::Enforce, Some(("pro", "Canceled"))).await;
    clinic.plant("insert into {}.patient (first_name, last_name, created_at) values ('Old', 'Patient', now())").await;
    let known = owner.get("/api/patients").await.expect(StatusCode::OK)[0]["id"].as_i64().unwrap();
    let before = clinic.fingerprint().await;
    for (path, new) in [("/api/patients", patient()), ("/api/team", member("new", "active"))] {
        owner.post(path, new).await.refused(StatusCode::PAYMENT_REQUIRED, "subscription_ended");
    }
    assert_eq!(clinic.fingerprint().await, before);
    factories::exam(&owner, known).await;
    owner.post("/api/treatments", factories::botox(known)).await.expect(StatusCode::CREATED);
    let answer = owner.get("/api/clinic/plan").await.expect(StatusCode::OK);
    assert_eq!((&answer["access"], &answer["notice"]), (&json!("read_only"), &json!("The subscription has ended.")));
}

#[tokio::test]
async fn without_a_subscription_or_enforcement_nothing_is_limited() {
    for (enforcement, plan) in [
        (Enforcement::Enforce, None),
        (Enforcement::Warn, Some(("basic", "Active"))),
        (Enforcement::Off, Some(("basic", "Canceled"))),
    ] {
        let (clinic, owner) = clinic(enforcement, plan).await;
        patients_made_this_month(&clinic, 60).await;
        owner.post("/api/patients", patient()).await.expect(StatusCode::CREATED);
        owner.post("/api/team", member("new", "active")).await.expect(StatusCode::CREATED);
        let answer = owner.get("/api/clinic/plan").await.expect(StatusCode::OK);
        let notice = match plan {
            Some(("basic", "Active")) => json!("Your plan includes 1 seat; there are 2."),
            Some(_) => json!("The subscription has ended."),
            None => Value::Null,
        };
        assert_eq!(answer["notice"], notice);
        assert_eq!((&answer["seats"]["used"], &answer["patients_this_month"]["used"]), (&json!(2), &json!(61)));
        assert_eq!(answer["plan"], plan.map_or(Value::Null, |(plan, _)| json!(plan)));
    }
}

#[tokio::test]
async fn the_price_is_shown_only_to_members_who_may_see_subscriptions() {
    let (clinic, owner) = clinic(Enforcement::Warn, Some(("pro", "Past Due"))).await;
    let answer = owner.get("/api/clinic/plan").await.expect(StatusCode::OK);
    assert_eq!(
        (&answer["access"], &answer["notice"]),
        (&json!("grace"), &json!("The last payment failed. Please check the card."))
    );
    for role in base::permission::Role::iter() {
        let sees = base::permission::Grants { role, is_owner: false }.access("subscription.read").is_some();
        let answer = clinic.signed_in_as(role).await.get("/api/clinic/plan").await.expect(StatusCode::OK);
        for kept in ["plan", "status", "access", "trial_end", "cancel_at", "grace_until"] {
            assert!(sees || answer[kept].is_null(), "{}: {answer}", role.as_str());
        }
        // Everybody sees the usage.
        let is_of_usage = answer["notice"].as_str().is_none_or(|notice| notice.starts_with("Your plan includes"));
        assert!(sees || is_of_usage, "{}: {answer}", role.as_str());
        assert_eq!(answer["access"], if sees { json!("grace") } else { Value::Null }, "{}", role.as_str());
        // The banner needs these fields.
        assert!(answer["seats"]["used"].is_i64() && answer["enforcement"] == "warn", "{answer}");
    }
}

#[tokio::test]
async fn a_member_who_would_be_refused_sees_that_but_not_the_reason() {
    let (clinic, _owner) = clinic(Enforcement::Enforce, Some(("pro", "Canceled"))).await;
    let nurse = clinic.signed_in_as(base::permission::Role::Nurse).await;
    let answer = nurse.get("/api/clinic/plan").await.expect(StatusCode::OK);
    let notice = "New patients and team members cannot be added just now. The clinic's owner knows more.";
    assert_eq!((&answer["notice"], &answer["status"], &answer["access"]), (&json!(notice), &Value::Null, &Value::Null));
}

#[tokio::test]
async fn used_up_limits_are_shown_only_to_members_who_can_act() {
    let (clinic, owner) = clinic(Enforcement::Warn, Some(("basic", "Active"))).await;
    owner.post("/api/team", member("new", "active")).await.expect(StatusCode::CREATED);
    patients_made_this_month(&clinic, 60).await;
    for role in base::permission::Role::iter() {
        let may = |permission| base::permission::Grants { role, is_owner: false }.access(permission).is_some();
        let answer =
            clinic.signed_in_as(role).await.get("/api/clinic/plan").await.expect(StatusCode::OK)["notice"].take();
        let seats = answer.as_str().is_some_and(|answer| answer.contains("1 seat"));
        assert_eq!(seats, may("team.write") || may("billing.checkout"), "{}: {answer}", role.as_str());
        assert!(seats || answer.is_null(), "{}: {answer}", role.as_str());
    }
}

/// Simultaneous requests are counted one after the other.
#[tokio::test]
async fn concurrent_additions_take_no_seat_too_many() {
    let (clinic, owner) = clinic(Enforcement::Enforce, Some(("plus", "Active"))).await;
    granted(&clinic, PlanId::Plus, None).await.unwrap();
    let adding = (0..6).map(|number| {
        let owner = owner.clone();
        tokio::spawn(async move { owner.post("/api/team", member(&format!("m{number}"), "active")).await.status })
    });
    let mut taken = 0;
    for adding in adding.collect::<Vec<_>>() {
        match adding.await.unwrap() {
            StatusCode::CREATED => taken += 1,
            StatusCode::PAYMENT_REQUIRED => {}
            other => panic!("{other}"),
        }
    }
    assert_eq!(taken, 2);
    assert_eq!(clinic.count("{}.member where status = 'active' and removed_at is null").await, 3);
}

#[tokio::test]
async fn the_trial_of_a_sign_up_allows_everything_and_its_end_stops_nothing_clinical() {
    let (clinic, owner) = clinic(Enforcement::Enforce, None).await;
    clinic.plant("update {}.clinic_setting set trial_ends_at = now() + interval '14 days'").await;
    let plan = async |owner: &Client| owner.get("/api/clinic/plan").await.expect(StatusCode::OK);
    let answer = plan(&owner).await;
    assert_eq!(
        (&answer["plan"], &answer["status"], &answer["access"]),
        (&Value::Null, &json!("Trialing"), &json!("full"))
    );
    assert_eq!((&answer["notice"], &answer["seats"]["limit"]), (&Value::Null, &Value::Null));
    let known = factories::cleared_patient(&owner).await;

    clinic.clock().advance(chrono::TimeDelta::days(12));
    let owner = clinic.owner().await;
    let notice = plan(&owner).await["notice"].as_str().unwrap().to_owned();
    assert!(notice.starts_with("The trial ends on "), "{notice}");
    owner.post("/api/patients", patient()).await.expect(StatusCode::CREATED);
    let nurse = clinic.signed_in_as(base::permission::Role::Nurse).await;
    assert_eq!(plan(&nurse).await["notice"], Value::Null);

    clinic.clock().advance(chrono::TimeDelta::days(3));
    let owner = clinic.owner().await;
    let answer = plan(&owner).await;
    assert_eq!((&answer["status"], &answer["access"]), (&json!("Canceled"), &json!("read_only")));
    assert_eq!(answer["notice"], "The trial has ended. Choose a plan to go on.");
    owner.post("/api/patients", patient()).await.refused(StatusCode::PAYMENT_REQUIRED, "trial_ended");
    // Not everybody sees whether the clinic pays.
    let repo = clinic.signed_in_as(base::permission::Role::Receptionist).await;
    repo.post("/api/patients", patient()).await.refused(StatusCode::PAYMENT_REQUIRED, "not_now");
    owner.post("/api/treatments", factories::botox(known)).await.expect(StatusCode::CREATED);
    factories::consent(&owner, known).await;

    let mut new = factories::subscription();
    new["sub_status"] = json!("Active");
    owner.post("/api/subscriptions", new).await.expect(StatusCode::CREATED);
    assert_eq!(plan(&owner).await["access"], "full");
    owner.post("/api/patients", patient()).await.expect(StatusCode::CREATED);
}

async fn granted(
    clinic: &TestClinic,
    plan: PlanId,
    last_day: Option<chrono::NaiveDate>,
) -> Result<Option<chrono::DateTime<chrono::Utc>>, ClinicOpsError> {
    let grant = Grant { plan, by: "Ana of Celadon".to_owned(), last_day };
    clinic_ops::grant(&clinic.owner_db, &clinic.provisioned.subdomain, &grant, clinic.clock().now()).await
}

#[tokio::test]
async fn a_manual_subscription_counts_as_basic_until_the_service_grants_more() {
    let (clinic, owner) = clinic(Enforcement::Enforce, Some(("pro", "Active"))).await;
    let plan = async || owner.get("/api/clinic/plan").await.expect(StatusCode::OK);
    let answer = plan().await;
    assert_eq!((&answer["plan"], &answer["seats"]["limit"]), (&json!("basic"), &json!(1)));
    owner.post("/api/team", member("second", "active")).await.refused(StatusCode::PAYMENT_REQUIRED, "seats");

    granted(&clinic, PlanId::Pro, None).await.unwrap();
    let answer = plan().await;
    assert_eq!(
        (&answer["plan"], &answer["status"], &answer["access"]),
        (&json!("pro"), &json!("Active"), &json!("full"))
    );
    assert_eq!(answer["seats"]["limit"], Value::Null);
    owner.post("/api/team", member("second", "active")).await.expect(StatusCode::CREATED);
    let noted = "{}.audit where action = 'billing.plan.grant' and actor = 'operator' and role = 'Ana of Celadon'";
    assert_eq!(clinic.count(noted).await, 1);

    // A later grant replaces the former, and ends after its last day.
    let today = clinic.clock().now().with_timezone(&chrono_tz::America::New_York).date_naive();
    granted(&clinic, PlanId::Plus, Some(today)).await.unwrap();
    assert_eq!(plan().await["plan"], "plus");
    clinic.clock().advance(chrono::TimeDelta::days(1));
    let owner = clinic.owner().await;
    assert_eq!(owner.get("/api/clinic/plan").await.expect(StatusCode::OK)["plan"], "basic");

    granted(&clinic, PlanId::Pro, None).await.unwrap();
    let end = || {
        clinic_ops::end_grants(&clinic.owner_db, &clinic.provisioned.subdomain, "Ana of Celadon", clinic.clock().now())
    };
    assert_eq!((end().await.unwrap(), end().await.unwrap()), (1, 0));
    assert_eq!(owner.get("/api/clinic/plan").await.expect(StatusCode::OK)["plan"], "basic");
    assert_eq!(clinic.count("{}.audit where action = 'billing.plan.end'").await, 1);
}

#[tokio::test]
async fn a_grant_lasts_to_the_end_of_its_last_day_in_the_clinics_time_zone() {
    let (clinic, _owner) = clinic(Enforcement::Enforce, None).await;
    let day: chrono::NaiveDate = "2027-12-31".parse().unwrap();
    let until = async || granted(&clinic, PlanId::Pro, Some(day)).await.unwrap().unwrap().to_rfc3339();
    assert_eq!(until().await, "2028-01-01T05:00:00+00:00", "midnight in New York");
    let owner = clinic.owner().await;
    let mut settings = factories::settings();
    settings["time_zone"] = json!("Pacific/Auckland");
    owner.put("/api/clinic/settings", settings).await.expect(StatusCode::OK);
    factories::mails(&clinic).await;
    assert_eq!(until().await, "2027-12-31T11:00:00+00:00", "midnight in Auckland, in summer");
}

#[tokio::test]
async fn an_invalid_grant_is_refused_and_a_clinic_cannot_write_one() {
    let (clinic, _owner) = clinic(Enforcement::Enforce, None).await;
    let now = clinic.clock().now();
    let wanted = |by: &str, last_day| Grant { plan: PlanId::Pro, by: by.to_owned(), last_day };
    let grants = [
        (clinic.provisioned.subdomain.as_str(), wanted(" ", None)),
        (clinic.provisioned.subdomain.as_str(), wanted("Ana", Some(now.date_naive() - chrono::TimeDelta::days(2)))),
        ("nobodys-clinic", wanted("Ana", None)),
    ];
    for (subdomain, grant) in grants {
        clinic_ops::grant(&clinic.owner_db, subdomain, &grant, now).await.unwrap_err();
    }
    assert_eq!(clinic.count("{}.plan_grant").await, 0);
    let sql = "insert into plan_grant (plan, granted_by, granted_at) values ('pro', 'us', now())";
    assert!(factories::role_may_not(&clinic, sql).await);
}

#[tokio::test]
async fn a_manual_subscription_does_not_shorten_the_trial() {
    let (clinic, owner) = clinic(Enforcement::Enforce, Some(("pro", "Active"))).await;
    clinic.plant("update {}.clinic_setting set trial_ends_at = now() + interval '14 days'").await;
    let answer = owner.get("/api/clinic/plan").await.expect(StatusCode::OK);
    assert_eq!((&answer["status"], &answer["seats"]["limit"]), (&json!("Trialing"), &Value::Null));
    clinic.clock().advance(chrono::TimeDelta::days(15));
    let answer = clinic.owner().await.get("/api/clinic/plan").await.expect(StatusCode::OK);
    assert_eq!((&answer["plan"], &answer["seats"]["limit"]), (&json!("basic"), &json!(1)));
}

#[tokio::test]
async fn sample_patients_do_not_count_against_the_plan() {
    let (clinic, owner) = clinic(Enforcement::Enforce, Some(("basic", "Active"))).await;
    patients_made_this_month(&clinic, 55).await;
    clinic.plant("insert into {}.sample_set (id, created_at) overriding system value values (1, now())").await;
    clinic.plant("update {}.patient set sample_set_id = 1 where id % 55 <> 0").await;
    let answer = owner.get("/api/clinic/plan").await.expect(StatusCode::OK);
    assert_eq!(answer["patients_this_month"]["used"], 1);
    owner.post("/api/patients", patient()).await.expect(StatusCode::CREATED);
}
