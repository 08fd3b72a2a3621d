//! Cancels every route at every await. The next request on the connection must find no trace of it. The sweep finds
//! the fault of sqlx 0.9 reliably.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use axum::http::Method;
use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::{PgConnection, Row};
use tower::ServiceExt;

use super::proxy;
use crate::testing::{
    self, Server,
    world::{Call, World},
};
use tenancy::Db;

/// A future that is dropped at its n-th wait.
pub struct CancelAfter<F> {
    pub future: Pin<Box<F>>,
    pub waits_left: usize,
}

impl<F: Future> Future for CancelAfter<F> {
    /// `None` if it was cancelled.
    type Output = Option<F::Output>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        if let Poll::Ready(value) = self.future.as_mut().poll(context) {
            return Poll::Ready(Some(value));
        }
        if self.waits_left == 0 {
            return Poll::Ready(None);
        }
        self.waits_left -= 1;
        Poll::Pending
    }
}

/// Cancels the call at each of its waits in turn. Returns the number of waits, and the faults that the next request on the one connection found.
async fn sweep(world: &World, server: &Server, call: &Call) -> (usize, Vec<String>) {
    let mut violations = Vec::new();
    for wait in 0.. {
        warm(server, world).await;
        let mut client = world.owner.clone();
        if call.template.starts_with("/api/auth/logout") {
            // Each round ends its session, so the next one signs in again. The sweep of the sign-in has used up the tries.
            world.clinic.plant("delete from {}.sign_in_limit").await;
            client = world.clinic.owner().await;
        }
        let mut request = client.request(call.method.clone(), &call.path, call.body.as_ref());
        // A new key for every try, as our own client sends it.
        let key = uuid::Uuid::new_v4().to_string().parse().unwrap();
        request.headers_mut().insert("idempotency-key", key);
        let future = Box::pin(server.router.clone().oneshot(request));
        let finished = CancelAfter { future, waits_left: wait }.await.is_some();
        let found = leftovers(server, &world.clinic.provisioned.subdomain).await;
        if let Some(found) = found {
            violations.push(format!("{} {} cancelled at wait {wait}: {found}", call.method, call.template));
        }
        if finished {
            return (wait, violations);
        }
        assert!(wait < 500, "{} {} never ends", call.method, call.template);
    }
    unreachable!("an endless range ended");
}

/// Does every wait of a first request in advance. Without this, BEGIN would be the fifth wait of the first try and
/// the first wait of the others, and would never be cancelled.
async fn warm(server: &Server, world: &World) {
    server.app.directory.forget();
    server.app.directory.find(&world.clinic.provisioned.subdomain).await.unwrap();
}

/// The fault of the connections that come back from the clinic's pool and the registry's pool, if there is one. All
/// statements on them have ended by then.
pub async fn leftovers(server: &Server, subdomain: &str) -> Option<String> {
    let mut clinics = server.app.tenants.db.borrow(subdomain).await;
    let mut registrys = server.app.tenants.db.borrow_registry().await;
    let text_of = |checked: Result<Option<String>, sqlx::Error>| match checked {
        Ok(found) => found,
        Err(error) => Some(format!("it answers {error}")),
    };
    let found = text_of(leftover_of(clinics.connection().unwrap()).await);
    found.or(text_of(leftover_of(&mut registrys).await).map(|found| format!("the registry's: {found}")))
}

async fn leftover_of(connection: &mut PgConnection) -> Result<Option<String>, sqlx::Error> {
    const HERE: &str = "select current_user::text as role, current_setting('search_path') as path, now() as began";
    let first = sqlx::query(HERE).fetch_one(&mut *connection).await?;
    let second = sqlx::query(HERE).fetch_one(&mut *connection).await?;
    let (role, path): (String, String) = (first.get("role"), first.get("path"));
    // `now()` does not change inside a transaction.
    let inside = first.get::<DateTime<Utc>, _>("began") == second.get::<DateTime<Utc>, _>("began");
    let reads = sqlx::query("select last_name from patient limit 1").fetch_optional(&mut *connection).await.is_ok();
    let clean = role.starts_with("gateway_") && (path.is_empty() || path == "\"\"") && !inside && !reads;
    Ok((!clean).then(|| format!("role {role}, path {path:?}, in a transaction: {inside}, reads patients: {reads}")))
}

/// A server with one connection of each kind, whose answers are delayed.
pub async fn slow_server(cleans: bool) -> Server {
    let mut config = testing::config();
    config.database_url = proxy::slow(&config.database_url).await;
    let db =
        if cleans { Db::new(&config.database_url, 1).unwrap() } else { Db::without_cleaning(&config.database_url, 1) };
    Server::with_db(config, db)
}

/// Sweeps every second call from this one on. Two tests share the sweep, which takes longer than any other test.
async fn sweep_every_second(first: usize) {
    // The data is made without the proxy; only the swept calls use the delaying proxy.
    let world = World::new(&Server::new()).await;
    let server = slow_server(true).await;
    let (mut waits, mut violations) = (0, Vec::new());
    for call in world.calls().into_iter().skip(first).step_by(2) {
        // For calls at which passwords could be guessed, the rate limit lets only a few tries through on one server.
        let unknown = if call.template.starts_with("/api/auth/") { Some(slow_server(true).await) } else { None };
        let server = unknown.as_ref().unwrap_or(&server);
        let (count, found) = sweep(&world, server, &call).await;
        // The capabilities of the FHIR interface, and an unsigned report, are answered without the database.
        let waits_for_nothing = ["/metadata", "/webhook"].iter().any(|end| call.template.ends_with(end));
        assert!(count > 0 || waits_for_nothing, "{} {} never waited", call.method, call.template);
        waits += count;
        violations.extend(found);
    }
    println!("cancelled at {waits} waits, {} violations", violations.len());
    assert_eq!(violations, Vec::<String>::new());
}

#[tokio::test]
async fn no_cancelled_request_leaves_state_on_its_connection() {
    sweep_every_second(0).await;
}

#[tokio::test]
async fn no_cancelled_request_of_the_other_half_leaves_state_on_its_connection() {
    sweep_every_second(1).await;
}

#[tokio::test]
async fn a_write_completes_after_a_disconnect_and_a_read_is_cancelled() {
    let world = World::new(&Server::new()).await;
    let server = slow_server(true).await;
    let count = async || (world.clinic.count("{}.patient").await, world.clinic.count("{}.audit").await);
    let path = format!("/api/patients/{}", world.patient);
    let body = json!({ "first_name": "Ann", "last_name": "Berg" });
    // A read's third wait is for the end of its transaction, so nothing is left to be cancelled.
    let calls = [(Method::POST, "/api/patients", Some(&body), 1, 3), (Method::GET, path.as_str(), None, 0, 2)];
    for (method, path, body, done, waits) in calls {
        for wait in 0..waits {
            warm(&server, &world).await;
            let before = count().await;
            let future = Box::pin(server.router.clone().oneshot(world.owner.request(method.clone(), path, body)));
            assert!(CancelAfter { future, waits_left: wait }.await.is_none(), "it waits more often");
            // There is one connection. It is acquired once for the request ahead in the queue, and once for the cleaning.
            for _ in 0..2 {
                assert_eq!(leftovers(&server, &world.clinic.provisioned.subdomain).await, None);
            }
            assert_eq!(count().await, (before.0 + done, before.1 + done), "{path} cancelled at wait {wait}");
        }
    }
}

#[tokio::test]
async fn the_sweep_finds_the_leak_when_cleaning_is_off() {
    let world = World::new(&Server::new()).await;
    let server = slow_server(false).await;
    let call = world.calls().into_iter().find(|call| call.template == "/api/patients/{id}").unwrap();
    let (_, violations) = sweep(&world, &server, &call).await;
    println!("{violations:#?}");
    assert!(!violations.is_empty(), "the sweep would not notice the leak that the cleaning is there for");
}
