//! What an account at Stripe needs before anything can be sold: products, prices with our lookup keys, and the
//! webhook. Can be run again; what exists and is right stays.

use sea_orm::Iterable;
use serde_json::{Value, json};
use stripe_misc::WebhookEndpoint;
use stripe_misc::webhook_endpoint::{
    CreateWebhookEndpoint, CreateWebhookEndpointEnabledEvents, ListWebhookEndpoint, UpdateWebhookEndpoint,
    UpdateWebhookEndpointEnabledEvents,
};
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
};
use crate::foundation::config::stripe_keys::StripeKeys;

/// Creates what is missing. Returns one line for each thing, with the webhook's secret if it was created now:
/// Stripe shows it only once.
///
/// # Errors
/// When Stripe is out of reach or refuses.
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

/// The id is ours, so that the product is created once.
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
    let known = api.send(&ListWebhookEndpoint::new().limit(100), None).await?;
    if let Some(known) = known.data.into_iter().find(|known| known.url == url) {
        return updated_endpoint(api, url, &known).await;
    }
    let kinds: Vec<CreateWebhookEndpointEnabledEvents> =
        SUBSCRIBED_EVENTS.iter().filter_map(|kind| kind.parse().ok()).collect();
    // In the API version of our types, whatever the account's default is.
    let request = CreateWebhookEndpoint::new(kinds, url).api_version(VERSION);
    let made = api.send(&request, Some(format!("webhook:v1:{url}"))).await?;
    Ok(json!({ "webhook": url, "id": made.id.to_string(), "made": true, "secret": made.secret }))
}

/// An earlier release's endpoint may lack event types, or Stripe may have disabled it after failures. Its
/// further event types stay; its version cannot be changed.
async fn updated_endpoint(api: &StripeApi, url: &str, known: &WebhookEndpoint) -> Result<Value, GatewayError> {
    let has = |kind: &str| known.enabled_events.iter().any(|enabled| enabled == kind || enabled == "*");
    let added: Vec<_> = SUBSCRIBED_EVENTS.iter().copied().filter(|kind| !has(kind)).collect();
    let was_disabled = known.status == "disabled";
    if !added.is_empty() || was_disabled {
        let kinds = known.enabled_events.iter().map(String::as_str).chain(added.iter().copied());
        let kinds: Vec<UpdateWebhookEndpointEnabledEvents> = kinds.filter_map(|kind| kind.parse().ok()).collect();
        let request = UpdateWebhookEndpoint::new(known.id.as_str()).enabled_events(kinds).disabled(false);
        api.send(&request, None).await?;
    }
    let mut line = json!({ "webhook": url, "id": known.id.to_string(), "made": false });
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
    use super::*;

    #[test]
    fn every_subscribed_event_kind_exists_at_stripe() {
        for kind in SUBSCRIBED_EVENTS {
            let parsed: CreateWebhookEndpointEnabledEvents = kind.parse().unwrap();
            assert!(!matches!(parsed, CreateWebhookEndpointEnabledEvents::Unknown(_)), "{kind}");
        }
    }
}
