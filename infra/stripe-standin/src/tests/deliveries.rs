//! Deliveries to a receiver, and calls that fail on purpose.

use std::{
    error::Error,
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{
    Router,
    http::{HeaderMap, Request, StatusCode},
    routing::post,
};
use http_body_util::BodyExt;
use hyper_util::{client::legacy::Client, rt::TokioExecutor};
use serde_json::{Value, json};

use super::{customer, standin, subscribe};
use crate::{Card, Chaos, Failure, Standin, Webhook, sign};

/// What a receiver was sent: host, signature and body.
type Received = Arc<Mutex<Vec<(String, String, String)>>>;

/// Listens, answers 500 to the first `refusals` deliveries, and sends events there.
async fn receiver(stripe: &Standin, refusals: usize) -> Received {
    let received = Received::default();
    let seen = Arc::clone(&received);
    let take = post(async move |headers: HeaderMap, body: String| {
        let text = |name: &str| headers[name].to_str().unwrap().to_owned();
        let mut seen = seen.lock().unwrap();
        seen.push((text("host"), text("stripe-signature"), body));
        if seen.len() <= refusals { StatusCode::INTERNAL_SERVER_ERROR } else { StatusCode::OK }
    });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/hook", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, Router::new().route("/hook", take)).await });
    stripe.set_webhook(Some(Webhook { url, host: Some("clinics.example".into()), secret: "whsec_a".into() }));
    received
}

fn kinds(received: &Received) -> Vec<String> {
    let kind = |body: &str| serde_json::from_str::<Value>(body).unwrap()["type"].as_str().unwrap().to_owned();
    received.lock().unwrap().iter().map(|(_, _, body)| kind(body)).collect()
}

#[tokio::test]
async fn each_event_arrives_signed_under_the_platforms_name() {
    let stripe = standin().await;
    let received = receiver(&stripe, 0).await;
    subscribe(&stripe, Card::Works);
    stripe.settled().await;
    assert_eq!(received.lock().unwrap().len(), 8);
    for (host, signature, body) in received.lock().unwrap().iter() {
        let at = signature.split(',').next().unwrap().strip_prefix("t=").unwrap().parse().unwrap();
        assert_eq!((host.as_str(), signature), ("clinics.example", &sign("whsec_a", at, body)));
        assert!(!body.contains("\"_"), "nothing of the stand-in's own is sent: {body}");
    }
}

#[tokio::test]
async fn refused_deliveries_are_sent_again_until_they_are_accepted() {
    let stripe = standin().await;
    let received = receiver(&stripe, 2).await;
    customer(&stripe);
    stripe.settled().await;
    assert_eq!(kinds(&received), ["customer.created"; 3]);
    let numbers: Vec<_> = stripe.attempts().iter().map(|attempt| (attempt.number, attempt.status)).collect();
    assert_eq!(numbers, [(1, Some(500)), (2, Some(500)), (3, Some(200))]);
}

#[tokio::test]
async fn a_burst_can_be_delivered_twice_and_in_reverse_order() {
    let stripe = standin().await;
    let received = receiver(&stripe, 0).await;
    stripe.set_chaos(Chaos { duplicate: true, reverse: true, ..Chaos::default() });
    let buyer = customer(&stripe);
    stripe.settled().await;
    stripe.save_card(&buyer, Card::Works).unwrap();
    stripe.settled().await;
    assert_eq!(
        kinds(&received),
        [
            "customer.created",
            "customer.created",
            "customer.updated",
            "customer.updated",
            "payment_method.attached",
            "payment_method.attached"
        ]
    );
}

#[tokio::test]
async fn held_deliveries_are_handed_over_once_and_signed() {
    let stripe = standin().await;
    stripe.set_webhook(Some(Webhook { url: "http://127.0.0.1:9/".into(), host: None, secret: "whsec_b".into() }));
    stripe.set_chaos(Chaos { hold: true, ..Chaos::default() });
    customer(&stripe);
    let held = stripe.take_held();
    assert_eq!(held.len(), 1);
    let at = held[0].signature[2..].split(',').next().unwrap().parse().unwrap();
    assert_eq!(held[0].signature, sign("whsec_b", at, &held[0].body));
    assert!(stripe.take_held().is_empty() && stripe.attempts().is_empty());
}

async fn create(stripe: &Standin, key: &str, name: &str) -> Result<(u16, String), Box<dyn Error>> {
    let request = Request::post(format!("{}/v1/customers", stripe.url()))
        .header("authorization", format!("Bearer {}", stripe.secret_key()))
        .header("idempotency-key", key)
        .body(format!("name={name}"))?;
    let response = Client::builder(TokioExecutor::new()).build_http().request(request).await?;
    let (head, body) = response.into_parts();
    Ok((head.status.as_u16(), String::from_utf8(body.collect().await?.to_bytes().to_vec())?))
}

#[tokio::test]
async fn a_lost_response_is_repeated_under_the_same_key() {
    let stripe = standin().await;
    stripe.fail("POST /v1/customers", Failure::AnswerLost, Some(1));
    assert!(create(&stripe, "k1", "a").await.is_err());
    let (status, body) = create(&stripe, "k1", "a").await.unwrap();
    assert_eq!((status, stripe.objects("customer").len()), (200, 1));
    let id = stripe.objects("customer")[0]["id"].clone();
    assert_eq!(serde_json::from_str::<Value>(&body).unwrap()["id"], id);
    let (status, body) = create(&stripe, "k1", "b").await.unwrap();
    assert_eq!(status, 400);
    assert_eq!(serde_json::from_str::<Value>(&body).unwrap()["error"]["type"], json!("idempotency_error"));
    assert_eq!(stripe.objects("customer").len(), 1);
}

#[tokio::test]
async fn injected_faults_change_nothing_and_end_after_their_count() {
    let stripe = standin().await;
    stripe.fail("", Failure::Down, Some(1));
    assert!(create(&stripe, "d", "a").await.is_err());
    for (failure, expected) in
        [(Failure::Status(503), 503), (Failure::Redirect("http://127.0.0.1:9/".into()), 302), (Failure::Garbage, 200)]
    {
        stripe.fail("POST /v1/customers", failure, Some(1));
        assert_eq!(create(&stripe, "s", "a").await.unwrap().0, expected);
    }
    assert_eq!(stripe.objects("customer").len(), 0);
    stripe.fail("GET", Failure::Status(500), None);
    stripe.fail("POST", Failure::Slow(Duration::from_millis(1)), None);
    assert_eq!(create(&stripe, "s", "a").await.unwrap().0, 200);
    assert_eq!(stripe.requests().len(), 5);
}
