//! An action that cannot be recorded in the audit is not done, and its data is not shown.

use axum::http::Method;

use crate::testing::{Server, world::World};
use base::permission::MATRIX;

#[tokio::test]
async fn without_an_audit_row_nothing_is_done_or_shown() {
    let world = World::new(&Server::new()).await;
    let role = &world.clinic.provisioned.schema;
    world.clinic.plant(&format!("revoke insert on {{}}.audit from {role}")).await;
    let before = world.clinic.fingerprint().await;
    let sessions = world.clinic.count("{}.session").await;
    let mut tried = 0;
    for call in world.calls() {
        let row = MATRIX.row(&call.method, call.template).unwrap();
        if row.audit_action == "-" {
            continue;
        }
        // A fresh server has no rate limit counts, so a failure comes from the audit.
        let client = world.owner.clone().on(Server::new().router);
        let answer = client.send(client.request(call.method.clone(), &call.path, call.body.as_ref())).await;
        assert!(!answer.status.is_success(), "{} {} was answered {}", call.method, call.template, answer.status);
        assert!(!answer.text.contains("Lindqvist"), "{} {}", call.method, call.template);
        if call.method == Method::GET {
            assert!(answer.status.is_server_error(), "{} {}: {}", call.method, call.template, answer.status);
        }
        tried += 1;
    }
    println!("{tried} calls without an audit");
    assert!(tried >= 290, "{tried}");
    assert_eq!(world.clinic.fingerprint().await, before);
    assert_eq!(world.clinic.count("{}.session").await, sessions);
}
