//! Receives Stripe's events: checks, stores and acknowledges them. A sync then fetches Stripe's state.

use axum::{body::Bytes, extract::State, http::HeaderMap};
use chrono::DateTime;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    envelope::{Envelope, SUBSCRIBED_EVENTS},
    repo::{IngestOutcome, ReceivedEvent},
    signature::{SignatureError, verify},
};
use crate::billing::Billing;
use base::error::Result;
use http_api::{BAD_SIGNATURE, Json, state::App};
use tenancy::{Done, Platform};

pub fn platform_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(receive_stripe_event))
}

/// The event was stored.
#[derive(Debug, Serialize, ToSchema)]
struct Received {
    received: bool,
}

/// Receives one of Stripe's events. The signature over the raw body is the credential.
#[utoipa::path(
    post, path = "/api/stripe/webhook", tag = "platform",
    request_body(content = String, content_type = "application/json"),
    responses((status = OK, body = Received))
)]
async fn receive_stripe_event(
    platform: Platform,
    State(app): State<App>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Done<Json<Received>>> {
    // Without keys there is no secret, so no signature is valid.
    let secrets = app.part::<Billing>().stripe.as_ref().map(|stripe| &stripe.webhook_secrets[..]).unwrap_or_default();
    let mut sent = headers.get_all("stripe-signature").iter();
    let header = match (sent.next(), sent.next()) {
        (Some(header), None) => header.to_str().map_err(|_| SignatureError::Malformed),
        _ => Err(SignatureError::Malformed),
    };
    let checked = header.and_then(|header| verify(&body, header, secrets, platform.now.timestamp()));
    if let Err(reason) = checked {
        app.metrics().stripe_signature_failed();
        tracing::warn!(%reason, bytes = body.len(), "a webhook was refused");
        return Err(BAD_SIGNATURE.into());
    }
    let envelope = Envelope::read(&body).unwrap_or_else(|| {
        tracing::error!(bytes = body.len(), "an authentic webhook could not be read");
        Envelope::unreadable(&body)
    });
    let ingested = app.part::<Billing>().repo.ingest(&received_event(&envelope, platform.now), platform.now).await?;
    match ingested {
        IngestOutcome::New | IngestOutcome::Unmatched => app.metrics().stripe_events("received", 1),
        IngestOutcome::Ignored => app.metrics().stripe_events("ignored", 1),
        // Counted at its first delivery.
        IngestOutcome::Duplicate => {}
    }
    tracing::debug!(event.id = envelope.id, event.kind = envelope.kind, ?ingested, "a webhook was kept");
    Ok(platform.done(Json(Received { received: true })))
}

fn received_event(envelope: &Envelope, now: DateTime<chrono::Utc>) -> ReceivedEvent {
    ReceivedEvent {
        id: envelope.id.clone(),
        kind: envelope.kind.clone(),
        api_version: envelope.api_version.clone(),
        livemode: envelope.livemode,
        happened_at: DateTime::from_timestamp(envelope.created, 0).unwrap_or(now),
        customer: envelope.customer.clone(),
        object: envelope.object.clone(),
        is_ignored: envelope.is_connected || !SUBSCRIBED_EVENTS.contains(&envelope.kind.as_str()),
    }
}
