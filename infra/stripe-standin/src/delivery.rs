//! Delivers signed events, and repeats them until the receiver answers 2xx.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use axum::{
    body::Body,
    http::{
        Request,
        header::{CONTENT_TYPE, HOST, USER_AGENT},
    },
};
use serde_json::Value;
use tokio::time::timeout;

use crate::{
    attempt::{Attempt, Delivery},
    settings::Webhook,
    shared::Shared,
    signature::sign,
    world::{World, public, text},
};

/// The log keeps this many attempts.
const LOG: usize = 500;

/// A receiver that takes longer has not answered.
const PATIENCE: Duration = Duration::from_secs(20);

impl Delivery {
    pub(crate) fn for_event(event: &Value, secret: &str, now: i64) -> Self {
        let body = public(event).to_string();
        let signature = sign(secret, now, &body);
        Self { event: text(event, "id").to_owned(), kind: text(event, "type").to_owned(), body, signature }
    }
}

/// Sends a burst of events in the background.
pub fn send(shared: &Arc<Shared>, events: Vec<String>) {
    let chaos = shared.controls().chaos.clone();
    let endpoints = endpoints(shared);
    if events.is_empty() || (endpoints.is_empty() && !chaos.hold) {
        return;
    }
    let mut burst = events;
    if chaos.reverse {
        burst.reverse();
    }
    if chaos.duplicate {
        burst = burst.into_iter().flat_map(|event| [event.clone(), event]).collect();
    }
    if chaos.hold {
        hold(shared, &burst);
        return;
    }
    shared.on_the_way.send_modify(|count| *count += 1);
    let shared = Arc::clone(shared);
    tokio::spawn(async move {
        deliver(&shared, &burst, &endpoints, chaos.delay).await;
        shared.on_the_way.send_modify(|count| *count -= 1);
    });
}

fn hold(shared: &Shared, burst: &[String]) {
    let secret = shared.controls().webhook.as_ref().map(|hook| hook.secret.clone()).unwrap_or_default();
    let now = shared.wall_clock();
    let held: Vec<Delivery> = shared.read(|world| {
        burst.iter().filter_map(|id| world.get(id)).map(|event| Delivery::for_event(event, &secret, now)).collect()
    });
    shared.controls().held.extend(held);
}

struct Endpoint {
    hook: Webhook,
    /// `*` for every kind.
    kinds: Vec<String>,
}

fn endpoints(shared: &Shared) -> Vec<Endpoint> {
    let set = shared.controls().webhook.clone().map(|hook| Endpoint { hook, kinds: vec!["*".to_owned()] });
    let registered = shared.read(|world| {
        let kept = world.of_kind("webhook_endpoint").filter(|endpoint| endpoint["deleted"] != true);
        kept.map(|endpoint| Endpoint {
            hook: Webhook {
                url: text(endpoint, "url").to_owned(),
                host: None,
                secret: text(endpoint, "_secret").to_owned(),
            },
            kinds: endpoint["enabled_events"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|kind| kind.as_str().map(str::to_owned))
                .collect(),
        })
        .collect::<Vec<_>>()
    });
    set.into_iter().chain(registered).collect()
}

/// A failed event goes behind the others, as Stripe's repetitions come later: no order is promised.
async fn deliver(shared: &Arc<Shared>, burst: &[String], endpoints: &[Endpoint], delay: Duration) {
    let mut queue: VecDeque<(&String, &Endpoint, u32)> =
        burst.iter().flat_map(|event| endpoints.iter().map(move |endpoint| (event, endpoint, 1))).collect();
    let mut failed: Vec<&String> = Vec::new();
    while let Some((id, endpoint, number)) = queue.pop_front() {
        let Some(event) = shared.read(|world| world.get(id).cloned()) else { continue };
        let kind = text(&event, "type");
        if !endpoint.kinds.iter().any(|wanted| wanted == "*" || wanted == kind) {
            continue;
        }
        tokio::time::sleep(delay + pause(shared.settings.retry_after, number)).await;
        let status = post(shared, &event, &endpoint.hook).await;
        let attempt = Attempt {
            event: id.clone(),
            kind: kind.to_owned(),
            url: endpoint.hook.url.clone(),
            number,
            status,
            at: shared.wall_clock(),
        };
        shared.record(|world| log(world, attempt));
        if status.is_some_and(|status| (200..300).contains(&status)) {
            continue;
        }
        if number < shared.settings.tries {
            queue.push_back((id, endpoint, number + 1));
        } else {
            failed.push(id);
        }
    }
    shared.record(|world| {
        for id in burst.iter().filter(|id| !failed.contains(id)) {
            if let Some(event) = world.get_mut(id) {
                event["_undelivered"] = Value::Bool(false);
            }
        }
    });
}

fn log(world: &mut World, attempt: Attempt) {
    if world.attempts.len() >= LOG {
        world.attempts.remove(0);
    }
    world.attempts.push(attempt);
}

fn pause(first: Duration, number: u32) -> Duration {
    if number == 1 {
        return Duration::ZERO;
    }
    (first * 2_u32.saturating_pow(number - 2)).min(Duration::from_mins(1))
}

/// Each attempt has a new signature, as Stripe does it.
async fn post(shared: &Shared, event: &Value, hook: &Webhook) -> Option<u16> {
    let delivery = Delivery::for_event(event, &hook.secret, shared.wall_clock());
    let mut request = Request::post(&hook.url)
        .header(CONTENT_TYPE, "application/json; charset=utf-8")
        .header(USER_AGENT, "Stripe/1.0 (local stand-in)")
        .header("stripe-signature", delivery.signature);
    if let Some(host) = &hook.host {
        request = request.header(HOST, host);
    }
    let request = request.body(Body::from(delivery.body)).ok()?;
    let answered = timeout(PATIENCE, shared.http.request(request)).await.ok()?;
    answered.ok().map(|response| response.status().as_u16())
}

/// Sends again what never arrived: after a restart, or when a person asks for it.
pub fn resend(shared: &Arc<Shared>) -> usize {
    let waiting: Vec<String> = shared.read(|world| {
        let waiting = world.of_kind("event").filter(|event| event["_undelivered"] == true);
        waiting.map(|event| text(event, "id").to_owned()).collect()
    });
    let count = waiting.len();
    send(shared, waiting);
    count
}
