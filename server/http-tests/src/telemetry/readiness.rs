use axum::{
    Router,
    http::{Request, StatusCode},
};
use chrono::TimeDelta;
use tokio::sync::watch;
use tower::ServiceExt;

use crate::testing::{self, Server};
use http_api::ops::{Readiness, router};
use tenancy::Db;

async fn status_of(routes: &Router, path: &str) -> StatusCode {
    let request = Request::get(path).body(axum::body::Body::empty()).unwrap();
    routes.clone().oneshot(request).await.unwrap().status()
}

/// A proxy to Postgres that can be closed.
async fn gate() -> (String, tokio::task::JoinHandle<()>) {
    let url = testing::DATABASE.gateway_url.clone();
    let (before, rest) = url.rsplit_once('@').unwrap();
    let (postgres, database) = rest.split_once('/').unwrap();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let by_way = format!("{before}@{}/{database}", listener.local_addr().unwrap());
    let postgres = postgres.to_owned();
    let open = tokio::spawn(async move {
        let mut ways = tokio::task::JoinSet::new();
        while let Ok((mut client, _)) = listener.accept().await {
            let mut server = tokio::net::TcpStream::connect(&postgres).await.unwrap();
            ways.spawn(async move { tokio::io::copy_bidirectional(&mut client, &mut server).await });
        }
    });
    (by_way, open)
}

#[tokio::test]
async fn a_server_stays_ready_during_a_short_outage_of_postgres() {
    let (url, open) = gate().await;
    let server = Server::with_db(testing::config(), Db::new(&url, 2).unwrap());
    let (_, stopping) = watch::channel(false);
    let routes = router(Readiness::new(&server.app, stopping), server.app.metrics().clone());
    assert_eq!(status_of(&routes, "/health/ready").await, StatusCode::NO_CONTENT);
    let clinic = server.clinic().await;
    open.abort();
    let _ = open.await;
    assert_eq!(status_of(&routes, "/health/ready").await, StatusCode::NO_CONTENT);
    assert_eq!(status_of(&routes, "/health/live").await, StatusCode::NO_CONTENT);
    // A request during the outage is answered with the time to retry.
    let answer = clinic.anonymous().get("/api/auth/session").await;
    assert_eq!(answer.headers["retry-after"], "1");
    answer.refused(StatusCode::SERVICE_UNAVAILABLE, "unavailable");
    server.app.clock.advance(TimeDelta::seconds(10));
    assert_eq!(status_of(&routes, "/health/ready").await, StatusCode::NO_CONTENT);
    server.app.clock.advance(TimeDelta::seconds(31));
    assert_eq!(status_of(&routes, "/health/ready").await, StatusCode::SERVICE_UNAVAILABLE);
}

#[tokio::test]
async fn a_stopping_server_or_one_without_postgres_is_not_ready() {
    let server = Server::new();
    let (sender, stopping) = watch::channel(false);
    let routes = router(Readiness::new(&server.app, stopping), server.app.metrics().clone());
    assert_eq!(status_of(&routes, "/health/ready").await, StatusCode::NO_CONTENT);
    sender.send(true).unwrap();
    assert_eq!(status_of(&routes, "/health/ready").await, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(status_of(&routes, "/health/live").await, StatusCode::NO_CONTENT);

    let nowhere = Db::new("postgres://nobody:nothing@127.0.0.1:9/none", 1).unwrap();
    let server = Server::with_db(testing::config(), nowhere);
    let (_, stopping) = watch::channel(false);
    let routes = router(Readiness::new(&server.app, stopping), server.app.metrics().clone());
    assert_eq!(status_of(&routes, "/health/ready").await, StatusCode::SERVICE_UNAVAILABLE);
}
