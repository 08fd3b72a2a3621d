//! Tests the parameters of addresses.

use axum::http::{Method, StatusCode};
use serde_json::Value;

use crate::testing::{Server, world::World};
use server::app;

/// Postgres refuses NUL in a text, so such a parameter was once answered with 500.
#[tokio::test]
async fn a_control_character_in_any_parameter_is_refused_and_never_a_failure() {
    let world = World::new(&Server::new()).await;
    let document = serde_json::to_value(app::document()).unwrap();
    let mut tried = 0;
    for call in world.calls().into_iter().filter(|call| call.method == Method::GET) {
        let described = &document["paths"][call.template]["get"]["parameters"];
        let in_query = |one: &&Value| one["in"] == "query";
        for parameter in described.as_array().into_iter().flatten().filter(in_query) {
            let name = parameter["name"].as_str().unwrap();
            let join = if call.path.contains('?') { '&' } else { '?' };
            for value in ["%00", "Botox%00", "%0A", "%C2%85"] {
                let path = format!("{}{join}{name}={value}", call.path);
                let answer = world.owner.get(&path).await;
                let is_refused = [StatusCode::UNPROCESSABLE_ENTITY, StatusCode::BAD_REQUEST].contains(&answer.status);
                assert!(is_refused, "{path}: {} {}", answer.status, answer.text);
                tried += 1;
            }
        }
    }
    assert!(tried > 200, "only {tried}");
}
