//! Sets up an account at Stripe before anything can be sold: products, prices with our lookup keys, and the webhook.
//! It can run again, and does not change what exists and is right.

use sea_orm::Iterable;
use serde_json::{Value, json};
use stripe_product::{
    price::{CreatePrice, CreatePriceRecurring, CreatePriceRecurringInterval},
    product::CreateProduct,
};
use stripe_shared::version::VERSION;

use super::{
    catalog::{Cycle, PLANS, Terms},
    envelope::SUBSCRIBED_EVENTS,
    gateway::{GatewayError, StripeGateway},
    stripe::StripeApi,
    webhook_endpoint::{CreateWebhookEndpoint, ListWebhookEndpoints, UpdateWebhookEndpoint, WebhookEndpoint},
};
use config::stripe_keys::StripeKeys;

/// Creates what is missing. Returns one line for each object. A new webhook's line holds its secret, because Stripe
/// shows it only once.
///
/// Fails when Stripe is out of reach or refuses.
pub async fn set_up(keys: &StripeKeys, webhook_url: Option<&str>) -> Result<Vec<Value>, GatewayError> {
    let api = StripeApi::new(&keys.key, &keys.base)?;
    let mut lines = Vec::new();
    for plan in &PLANS {
        for cycle in Cycle::iter() {
            lines.push(price(&api, plan, cycle).await?);
        }
    }
    if let Some(url) = webhook_url {
        lines.push(webhook(&api, url).await?);
    }
    Ok(lines)
}

async fn price(api: &StripeApi, plan: &Terms, cycle: Cycle) -> Result<Value, GatewayError> {
    let key = plan.lookup_key(cycle);
    let cents = plan.cents(cycle);
    let found = api.prices(std::slice::from_ref(&key)).await?.into_iter().find(|price| price.lookup_key == key);
    if let Some(found) = found.as_ref().filter(|price| {
        price.unit_amount == Some(cents) && price.currency == "usd" && price.is_yearly == (cycle == Cycle::Annual)
    }) {
        return Ok(json!({ "price": key, "id": found.id, "made": false }));
    }
    let product = product(api, plan).await?;
    let interval = match cycle {
        Cycle::Monthly => CreatePriceRecurringInterval::Month,
        Cycle::Annual => CreatePriceRecurringInterval::Year,
    };
    // A price cannot be changed: a new one takes over the lookup key.
    let request = CreatePrice::new(stripe_types::Currency::USD)
        .product(product)
        .unit_amount(cents)
        .lookup_key(key.clone())
        .transfer_lookup_key(true)
        .recurring(CreatePriceRecurring::new(interval));
    let former = found.map(|price| price.id).unwrap_or_default();
    let made = api.send(&request, Some(format!("price:v1:{key}:{cents}:{former}"))).await?;
    Ok(json!({ "price": key, "id": made.id.to_string(), "made": true }))
}

/// We choose the product's id, so that it is created once.
async fn product(api: &StripeApi, plan: &Terms) -> Result<String, GatewayError> {
    let id = format!("celadon_{}", plan.id.as_str());
    let request = CreateProduct::new(format!("Celadon {}", plan.name)).id(id.clone());
    match api.send(&request, None).await {
        Ok(_) => Ok(id),
        Err(GatewayError::Refused { code, .. }) if code == "resource_already_exists" => Ok(id),
        Err(error) => Err(error),
    }
}

async fn webhook(api: &StripeApi, url: &str) -> Result<Value, GatewayError> {
    let known = api.send(&ListWebhookEndpoints { limit: 100 }, None).await?;
    if let Some(known) = known.data.into_iter().find(|known| known.url == url) {
        return updated_endpoint(api, url, &known).await;
    }
    // With the API version of our types, whatever the account's default.
    let request = CreateWebhookEndpoint { url, enabled_events: SUBSCRIBED_EVENTS, api_version: VERSION.as_str() };
    let made = api.send(&request, Some(format!("webhook:v1:{url}"))).await?;
    Ok(json!({ "webhook": url, "id": made.id, "made": true, "secret": made.secret }))
}

/// Adds missing event types to the endpoint of an earlier release, and enables it if Stripe has disabled it after
/// failures. Other event types stay. The version of an endpoint cannot be changed.
async fn updated_endpoint(api: &StripeApi, url: &str, known: &WebhookEndpoint) -> Result<Value, GatewayError> {
    let has = |kind: &str| known.enabled_events.iter().any(|enabled| enabled == kind || enabled == "*");
    let added: Vec<_> = SUBSCRIBED_EVENTS.iter().copied().filter(|kind| !has(kind)).collect();
    let was_disabled = known.status == "disabled";
    if !added.is_empty() || was_disabled {
        let enabled_events = known.enabled_events.iter().map(String::as_str).chain(added.iter().copied()).collect();
        api.send(&UpdateWebhookEndpoint { id: &known.id, enabled_events, disabled: false }, None).await?;
    }
    let mut line = json!({ "webhook": url, "id": known.id, "made": false });
    if !added.is_empty() {
        line["added"] = json!(added);
    }
    if was_disabled {
        line["enabled"] = json!(true);
    }
    if known.api_version.as_deref() != Some(VERSION.as_str()) {
        line["warning"] =
            json!(format!("events come in another version than {VERSION}; delete the endpoint and run this again"));
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use stripe_shared::EventType;

    use super::*;

    #[test]
    fn every_subscribed_event_kind_exists_at_stripe() {
        for kind in SUBSCRIBED_EVENTS {
            let parsed: EventType = kind.parse().unwrap();
            assert!(!matches!(parsed, EventType::Unknown(_)), "{kind}");
        }
    }
}
