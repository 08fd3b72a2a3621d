//! Counts how often a request waits for the database. Each round trip costs the network's latency.

use std::sync::atomic::Ordering;

use axum::http::Method;
use serde_json::{Value, json};

use super::proxy;
use crate::testing::{self, Server, factories, world::World};
use tenancy::Db;

/// The round trips of a warm request with everything included: host, session, permission, audit, commit and the work after the answer.
async fn trips(requests: &[(Method, String, Option<Value>)]) -> Vec<usize> {
    let world = World::new(&Server::new()).await;
    let mut config = testing::config();
    let (url, round_trips) = proxy::counting(&config.database_url).await;
    config.database_url = url;
    let server = Server::with_db(config.clone(), Db::new(&config.database_url, 1).unwrap());
    let client = world.owner.clone().on(server.router.clone());
    let mut counts = Vec::new();
    for (method, path, body) in requests {
        let filled = |text: &str| {
            text.replace("{patient}", &world.patient.to_string())
                .replace("{exam}", &world.exam.to_string())
                .replace("{token}", &world.consents.token)
        };
        let path = filled(path);
        let body: Option<Value> = body.as_ref().map(|body| filled(&body.to_string()).parse().unwrap());
        let mut count = 0;
        // The first request of each kind prepares its statements.
        for _ in 0..3 {
            let before = round_trips.load(Ordering::SeqCst);
            let answer = client.send(client.request(method.clone(), &path, body.as_ref())).await;
            assert!(answer.status.is_success(), "{method} {path}: {}", answer.text);
            // There is one connection, so it is acquired again only when the work after the answer is done.
            drop(server.app.tenants.db.borrow(&world.clinic.provisioned.subdomain).await);
            count = round_trips.load(Ordering::SeqCst) - before;
        }
        counts.push(count);
    }
    counts
}

#[tokio::test]
async fn a_read_of_one_query_takes_three_round_trips_and_a_write_of_one_statement_too() {
    let get = |path: &str| (Method::GET, path.to_owned(), None);
    let patient = json!({ "first_name": "Ann", "last_name": "Berg" });
    let counted = trips(&[
        // BEGIN with the session's query; the handler's query; the audit row with COMMIT.
        get("/api/patients/{patient}"),
        // No audit row, because the answer holds nobody's data.
        get("/api/loyalty/rules"),
        // The modules are read with the session. The recovery codes are counted only if the member has a second factor.
        get("/api/auth/session"),
        (Method::POST, "/api/patients".to_owned(), Some(patient)),
    ])
    .await;
    assert_eq!(counted, [3, 3, 2, 3]);
}

#[tokio::test]
async fn a_list_and_its_related_rows_are_one_query() {
    let get = |path: &str| (Method::GET, path.to_owned(), None);
    let counted = trips(&[
        // The signatures are read with the consents, the names with the appointments, the examiner and the clinic's setting with the exam.
        get("/api/consents?patientId={patient}"),
        // The query itself decides how many rows fit into 1 MB.
        get("/api/appointments?from=2026-01-01"),
        get("/api/gfe/{patient}"),
        get("/api/gfe/{patient}/history"),
        get("/api/gfe/exams/{exam}"),
        // The approvals, the voids and the number of addenda are read with the treatments. The team, for names and
        // approvers, is a separate query.
        get("/api/treatments?patientId={patient}"),
        // The total is read with the page, the names with the points.
        get("/api/patients?limit=50"),
        get("/api/patients?limit=50&after={patient}"),
        get("/api/patients?search=nor"),
        // The search of every screen.
        get("/api/search?q=nor"),
        get("/api/loyalty/balances"),
    ])
    .await;
    assert_eq!(counted, [3, 3, 3, 3, 3, 4, 3, 3, 3, 3, 3]);
}

#[tokio::test]
async fn a_treatment_and_its_points_are_inserted_in_one_statement() {
    let treatment = json!({ "patient_id": "{patient}", "provider_signature": factories::provider_signature() });
    // Before the treatment: the patient, locked against a merge, the exam, the service, the provider's license, the
    // protocols with their versions, and whether every treatment needs a protocol. The modules are read with the session.
    // After it: the mail of the service to a member who may approve the other directors' treatments, and the version of
    // the chart.
    let counted = trips(&[(Method::POST, "/api/treatments".to_owned(), Some(treatment))]).await;
    assert_eq!(counted, [14]);
}

#[tokio::test]
async fn a_links_target_is_read_when_the_clinic_is_entered() {
    let path = "/api/portal/consent/{token}";
    let counted = trips(&[
        // The signature, the patient's name and the newest event are read with the consent. Opening the consent writes an event.
        (Method::GET, path.to_owned(), None),
        // The last of three requests is counted. It is answered with the signed consent.
        (Method::POST, format!("{path}/sign"), Some(json!({ "typed_name": "Nora Lindqvist" }))),
    ])
    .await;
    assert_eq!(counted, [3, 4]);
}
