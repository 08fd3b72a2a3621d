use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::Complete;
use crate::testing::{Client, TestClinic, factories};
use base::permission::Role;

fn words(draft: &Value) -> Vec<String> {
    let missing = draft["missing"].as_array().unwrap().iter();
    missing.map(|part| part["words"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn what_is_missing_for_a_complete_estimate_is_listed() {
    let clinic = TestClinic::new().await;
    let owner = clinic.owner().await;
    let patient = factories::patient(&owner).await;
    let made = owner.post("/api/gfe-estimate", factories::estimate(patient)).await.expect(StatusCode::CREATED);
    let path = format!("/api/gfe-estimate/{}/content", factories::id(&made));
    let draft = owner.get(&path).await.expect(StatusCode::OK);
    assert_eq!((&draft["state"], &draft["version"]), (&json!("Draft"), &json!(0)));
    assert_eq!(
        words(&draft),
        [
            "The primary service in plain words",
            "The NPI of Robin Provider",
            "The time frame of the recurring services",
            "How often the services recur",
            "How many times the services are given",
            "The clinic's NPI",
            "The clinic's taxpayer number (TIN)",
            "The clinic's address",
            "The state where the services are given",
        ]
    );
    // A draft can always be saved, and empty fields stay empty.
    let saved = owner.put(&path, json!({})).await.expect(StatusCode::OK);
    assert_eq!((&saved["version"], words(&saved).len()), (&json!(1), 9));
    owner.put(&path, factories::estimate_content()).await.expect(StatusCode::OK);
    owner.put("/api/gfe-estimate/settings", factories::estimate_settings()).await.expect(StatusCode::OK);
    assert_eq!(words(&owner.get(&path).await.expect(StatusCode::OK)), Vec::<String>::new());
}

#[tokio::test]
async fn charges_are_the_subtotals_less_the_discounts_by_provider() {
    let complete = Complete::new().await;
    complete.change("hair_unit_cost", json!("500.05")).await;
    let document = complete.draft().await["document"].clone();
    assert_eq!(
        (&document["lines"][0]["subtotal"], &document["lines"][0]["charge"]),
        (&json!("480.00"), &json!("449.50"))
    );
    assert_eq!(document["total"], "949.55");
    assert_eq!(
        document["provider_totals"],
        json!([
            { "provider": "Tomás Rivera, RN", "npi": "1234567893", "total": "449.50" },
            { "provider": "Robin Provider", "npi": null, "total": "500.05" },
        ])
    );
    assert_eq!(document["valid_until"], "2027-11-20");
}

#[tokio::test]
async fn the_team_s_npi_stands_on_the_estimate() {
    let complete = Complete::new().await;
    let new = json!({
        "first_name": "Robin", "last_name": "Provider", "email": "robin@clinic.example", "role": "Provider",
        "department": "Clinical", "status": "active", "hire_date": "2026-01-05", "npi": "1679576722",
    });
    let made = complete.owner.post("/api/team", new.clone()).await.expect(StatusCode::CREATED);
    assert_eq!(made["member"]["npi"], "1679576722");
    complete.owner.put(&format!("{}/content", complete.path), json!({})).await.expect(StatusCode::OK);
    assert_eq!(complete.draft().await["document"]["lines"][0]["provider_npi"], "1679576722");
    let mut wrong = new;
    wrong["email"] = json!("other@clinic.example");
    wrong["npi"] = json!("1679576721");
    complete.owner.post("/api/team", wrong).await.refused_field("npi");
}

#[tokio::test]
async fn every_wrong_entry_is_refused_and_changes_nothing() {
    let complete = Complete::new().await;
    let path = format!("{}/content", complete.path);
    let before = complete.clinic.fingerprint().await;
    let face = |more: Value| {
        let mut line = json!({ "area": "face" });
        line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!([line])
    };
    for (field, value) in [
        ("primary_service", json!("x".repeat(201))),
        ("service_date", json!("tomorrow")),
        ("lines", face(json!({ "provider_npi": "1234567890" }))),
        ("lines", face(json!({ "discount": "480.01" }))),
        ("lines", face(json!({ "discount": "-1" }))),
        ("lines", face(json!({ "service_code": "x".repeat(41) }))),
        ("lines", json!([{ "area": "feet" }])),
        ("lines", json!([{ "area": "face" }, { "area": "face" }])),
        ("separate_items", json!(vec!["A blood count"; 21])),
        ("recurs_count", json!(0)),
    ] {
        let mut content = factories::estimate_content();
        content[field] = value;
        let refused = complete.owner.put(&path, content).await;
        let fields = refused.refused(StatusCode::UNPROCESSABLE_ENTITY, "invalid")["fields"].to_string();
        assert!(fields.contains(field), "{field}: {fields}");
    }
    assert_eq!(complete.clinic.fingerprint().await, before);
}

#[tokio::test]
async fn a_plan_of_thirteen_months_is_refused() {
    let complete = Complete::new().await;
    let path = format!("{}/content", complete.path);
    let before = complete.clinic.fingerprint().await;
    let plan = |from: &str, until: &str| {
        let mut content = factories::estimate_content();
        content["recurs_from"] = json!(from);
        content["recurs_until"] = json!(until);
        content
    };
    for (from, until) in [("2026-12-14", "2028-01-14"), ("2026-12-14", "2027-12-15"), ("2028-02-29", "2029-03-01")] {
        let refused = complete.owner.put(&path, plan(from, until)).await;
        let fields = refused.refused(StatusCode::UNPROCESSABLE_ENTITY, "invalid")["fields"].clone();
        let words = fields["recurs_until"].as_str().unwrap();
        assert!(words.starts_with("One estimate covers at most 12 months: end by "), "{words}");
    }
    complete.owner.put(&path, plan("2026-12-14", "2026-12-14")).await.refused_field("recurs_until");
    complete.owner.put(&path, plan("", "2026-12-14")).await.refused_field("recurs_from");
    assert_eq!(complete.clinic.fingerprint().await, before);
    // The database refuses it too.
    let schema = &complete.clinic.provisioned.schema;
    let longer = format!("update {schema}.estimate_content set recurs_until = recurs_from + interval '13 months'");
    let refused =
        sea_orm::ConnectionTrait::execute_unprepared(complete.clinic.owner_db.raw(), &longer).await.unwrap_err();
    assert!(refused.to_string().contains("estimate_content_recurs"), "{refused}");
    complete.owner.put(&path, plan("2026-12-14", "2027-12-14")).await.expect(StatusCode::OK);
    complete.owner.put(&path, plan("2028-02-29", "2029-02-28")).await.expect(StatusCode::OK);
}

#[tokio::test]
async fn of_two_desks_that_edit_one_draft_the_second_is_told() {
    let complete = Complete::new().await;
    let receptionist = complete.clinic.signed_in_as(Role::Receptionist).await;
    let path = format!("{}/content", complete.path);
    let save = async |desk: &Client, version: i32, service: &str| {
        let mut content = factories::estimate_content();
        content["primary_service"] = json!(service);
        desk.send_from_version(version, Method::PUT, &path, Some(&content)).await
    };
    let saved = save(&receptionist, 1, "A facial").await.expect(StatusCode::OK);
    assert_eq!(saved["version"], 2);
    save(&complete.owner, 1, "A peel").await.refused(StatusCode::PRECONDITION_FAILED, "stale");
    // Nothing is lost: the first desk's change stays, and the second desk can repeat its change after seeing it.
    let seen = complete.draft().await;
    assert_eq!((&seen["version"], &seen["document"]["primary_service"]), (&json!(2), &json!("A facial")));
    let saved = save(&complete.owner, 2, "A facial and a peel").await.expect(StatusCode::OK);
    assert_eq!(saved["document"]["primary_service"], "A facial and a peel");
    assert_eq!(saved["document"]["separate_items"], json!(["A blood count"]));
    // A member who issues content that another desk has changed meanwhile is also refused.
    let issue = json!({ "how": "paper", "content_version": 1, "confirmed": ["incomplete_estimate"] });
    receptionist
        .post(&format!("{}/issue", complete.path), issue)
        .await
        .refused(StatusCode::PRECONDITION_FAILED, "stale");
    assert_eq!(complete.clinic.count("{}.estimate_issue").await, 0);
}

#[tokio::test]
async fn of_many_desks_that_save_one_draft_at_once_one_succeeds() {
    let complete = Complete::new().await;
    let path = format!("{}/content", complete.path);
    let tries: Vec<_> = (0..8)
        .map(|desk| {
            let (owner, path) = (complete.owner.clone(), path.clone());
            let content = json!({ "primary_service": format!("Desk {desk}") });
            tokio::spawn(async move { owner.send_from_version(1, Method::PUT, &path, Some(&content)).await })
        })
        .collect();
    let mut saved = Vec::new();
    for attempt in tries {
        let answer = attempt.await.unwrap();
        if answer.status == StatusCode::OK {
            saved.push(answer.json()["document"]["primary_service"].clone());
        } else {
            answer.refused(StatusCode::PRECONDITION_FAILED, "stale");
        }
    }
    assert_eq!(saved, [complete.draft().await["document"]["primary_service"].clone()]);
}
