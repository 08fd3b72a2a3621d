use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::testing::{TestClinic, factories};
use base::permission::Role;

#[tokio::test]
async fn the_server_computes_price_dates_and_amounts() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let mut new = factories::subscription();
    for (name, value) in [
        ("sub_price", json!(1)),
        ("sub_first_charge_amount", json!(1)),
        ("sub_recurring_amount", json!(1)),
        ("sub_trial_end", json!("1999-01-01")),
        ("sub_next_bill_date", json!("1999-01-01")),
        ("sub_stripe_price_id", json!("price_mine")),
        ("sub_features", json!(["everything"])),
    ] {
        new[name] = value;
    }
    let made = owner.post("/api/subscriptions", new).await.expect(StatusCode::CREATED);
    assert_eq!(made["sub_status"], "Trialing");
    assert_eq!((&made["sub_price"], &made["sub_recurring_amount"]), (&json!(99.0), &json!(99.0)));
    assert_eq!(made["sub_first_charge_amount"], 0.0);
    // January 17 and 14 days is January 31; a month after that is the last of February.
    assert_eq!((&made["sub_trial_end"], &made["sub_next_bill_date"]), (&json!("2027-01-31"), &json!("2027-02-28")));
    assert_eq!(made["sub_features"], json!(["3 seats", "SMS reminders", "photo compare"]));
    assert_eq!(made["sub_stripe_price_id"], "price_plus_monthly");
    let mut without = factories::subscription();
    without["sub_trial_enabled"] = json!(false);
    without["sub_status"] = json!("Past Due");
    without["sub_notes"] = json!("Pays by cheque");
    let without = owner.post("/api/subscriptions", without).await.expect(StatusCode::CREATED);
    assert_eq!(
        (&without["sub_trial_end"], &without["sub_next_bill_date"]),
        (&json!("2027-01-17"), &json!("2027-02-17"))
    );
    assert_eq!((&without["sub_first_charge_amount"], &without["sub_status"]), (&json!(99.0), &json!("Past Due")));
    let list = owner.get("/api/subscriptions").await.expect(StatusCode::OK);
    assert_eq!(list, json!([without, made]));
}

#[tokio::test]
async fn the_table_has_the_subscriptions_newest_first_without_signatures() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let mut ids = Vec::new();
    for _ in 0..2 {
        let made = owner.post("/api/subscriptions", factories::subscription()).await.expect(StatusCode::CREATED);
        ids.push(factories::id(&made));
    }
    let answer = owner.get("/api/subscriptions/export").await;
    let [headings, newer, older] = &answer.table()[..] else { panic!("two rows: {}", answer.text) };
    assert_eq!(
        headings.join(" "),
        "number plan billing status price first_charge recurring payment_method starts trial_ends next_bill ends ended signed notes"
    );
    assert_eq!((&newer[0], &older[0]), (&ids[1].to_string(), &ids[0].to_string()));
    assert_eq!(older[1..7], ["plus", "monthly", "Trialing", "99.00", "0.00", "99.00"]);
    assert_eq!(older[8..13], ["2027-01-17", "2027-01-31", "2027-02-28", "", ""]);
    assert!(!answer.text.contains("data:image"));
    assert_eq!(factories::audited(&clinic, "member", "subscription.export", &[], &[]).await, 1);
}

#[tokio::test]
async fn what_the_form_requires_is_required() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let before = clinic.fingerprint().await;
    for required in ["sub_plan", "sub_start_date", "sub_payment_method", "sub_terms", "sub_sig", "sub_sig_date"] {
        let mut less = factories::subscription();
        less.as_object_mut().unwrap().remove(required);
        owner.post("/api/subscriptions", less).await.refused_field(required);
    }
    for (name, value) in [
        ("sub_terms", json!(false)),
        ("sub_plan", json!("gold")),
        ("sub_payment_method", json!("Cash")),
        ("sub_status", json!("Paused")),
        ("sub_sig", json!("data:image/png;base64,AAAA")),
        ("sub_trial_days", json!(366)),
        ("sub_trial_days", json!("366")),
        ("sub_trial_days", json!(1.5)),
        ("sub_trial_days", json!("1e2")),
        ("sub_trial_days", json!(-1)),
        ("sub_owner", json!(true)),
    ] {
        let mut wrong = factories::subscription();
        wrong[name] = value;
        owner.post("/api/subscriptions", wrong).await.refused_field(name);
    }
    assert_eq!(clinic.fingerprint().await, before);
}

#[tokio::test]
async fn each_plan_has_its_price_and_a_price_id_that_no_form_can_change() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let plans = owner.get("/api/subscriptions/plans").await.expect(StatusCode::OK);
    for (at, (plan, price, price_id)) in [
        ("basic", 49.0, "price_basic_monthly"),
        ("plus", 99.0, "price_plus_monthly"),
        ("pro", 150.0, "price_pro_monthly"),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!((&plans[at]["id"], &plans[at]["stripe_price_id"]), (&json!(plan), &json!(price_id)));
        let mut new = factories::subscription();
        new["sub_plan"] = json!(plan);
        new["sub_stripe_price_id"] = json!("price_mine");
        let made = owner.post("/api/subscriptions", new).await.expect(StatusCode::CREATED);
        assert_eq!((&made["sub_price"], &made["sub_stripe_price_id"]), (&json!(price), &json!(price_id)));
    }
}

/// Forms send text, and the form and the API parse it alike.
#[tokio::test]
async fn trial_days_may_be_a_number_a_text_or_absent() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for (given, days, trial_end) in [
        (json!(""), 14, "2027-01-31"),
        (json!(null), 14, "2027-01-31"),
        (json!("7"), 7, "2027-01-24"),
        (json!(" 30 "), 30, "2027-02-16"),
        (json!("0"), 0, "2027-01-17"),
        (json!(0), 0, "2027-01-17"),
    ] {
        let mut new = factories::subscription();
        new["sub_trial_days"] = given.clone();
        new["sub_status"] = json!("");
        let made = owner.post("/api/subscriptions", new).await.expect(StatusCode::CREATED);
        assert_eq!((&made["sub_trial_days"], &made["sub_trial_end"]), (&json!(days), &json!(trial_end)), "{given}");
        // The specification's rule (section 4), for any length of the trial.
        assert_eq!(
            (&made["sub_first_charge_amount"], &made["sub_status"]),
            (&json!(0.0), &json!("Trialing")),
            "{given}"
        );
    }
}

#[tokio::test]
async fn a_medical_director_sees_the_list_without_the_signature() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    owner.post("/api/subscriptions", factories::subscription()).await.expect(StatusCode::CREATED);
    let director = clinic.signed_in_as(Role::MedicalDirector).await;
    let seen = director.get("/api/subscriptions").await.expect(StatusCode::OK);
    assert_eq!(seen[0]["sub_sig"], Value::Null);
    let manager = clinic.signed_in_as(Role::PracticeManager).await;
    assert!(manager.get("/api/subscriptions").await.expect(StatusCode::OK)[0]["sub_sig"].is_string());
}

#[tokio::test]
async fn many_signed_subscriptions_come_in_pages_of_at_most_1_mb() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    for _ in 0..20 {
        owner.post("/api/subscriptions", factories::subscription()).await.expect(StatusCode::CREATED);
    }
    // A list of all subscriptions would have 2.7 MB.
    clinic.plant("update {}.subscription set sub_sig = decode(repeat('ab', 102400), 'hex')").await;
    let (mut path, mut ids, mut pages) = (Some("/api/subscriptions".to_owned()), Vec::new(), 0);
    while let Some(wanted) = path {
        let answer = owner.get(&wanted).await;
        assert!(answer.text.len() <= 1_000_000, "{} bytes", answer.text.len());
        path = answer.next_page();
        ids.extend(answer.expect(StatusCode::OK).as_array().unwrap().iter().map(factories::id));
        pages += 1;
    }
    assert!(ids.len() == 20 && ids.is_sorted_by(|newer, older| newer > older), "{ids:?}");
    assert_eq!(pages, 3);
    let two = owner.get("/api/subscriptions?limit=2").await;
    assert!(two.next_page().unwrap().contains("limit=2"));
    assert_eq!(two.expect(StatusCode::OK).as_array().unwrap().len(), 2);
}
