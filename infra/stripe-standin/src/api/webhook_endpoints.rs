//! Webhook endpoints that the API registers, beside the one in the settings.

use serde_json::{Value, json};

use super::{call::Call, pages};
use crate::{API_VERSION, problem::Problem, world::Transaction};

/// The secret is answered once, here, as Stripe does.
pub fn create(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    let version = call.text("api_version").unwrap_or(API_VERSION);
    if version != API_VERSION {
        let message = format!("The stand-in renders events for {API_VERSION} only.");
        return Err(Problem::invalid("parameter_invalid", message, "api_version"));
    }
    let (id, secret) = (tx.id("we"), tx.id("whsec"));
    let mut made = tx.add(json!({
        "id": id, "object": "webhook_endpoint", "api_version": version, "application": null, "created": tx.now,
        "description": call.sent["description"], "enabled_events": call.sent["enabled_events"], "livemode": false,
        "metadata": pages::merged(&json!({}), &call.sent["metadata"]), "status": "enabled", "url": call.sent["url"],
        "_secret": secret,
    }));
    made["secret"] = json!(secret);
    Ok(made)
}

pub fn list(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    let kept = tx.world.of_kind("webhook_endpoint").filter(|endpoint| endpoint["deleted"] != true);
    pages::page(kept, call, "/v1/webhook_endpoints")
}

/// Its version stays as it was made.
pub fn update(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    let held = tx.find("webhook_endpoint", call.id(), "webhook_endpoint")?;
    let mut patch = pages::texts(call, &["description", "url"]);
    pages::merge_metadata(call, &held, &mut patch);
    if call.sent["enabled_events"].is_array() {
        patch["enabled_events"] = call.sent["enabled_events"].clone();
    }
    if let Some(disabled) = call.text("disabled") {
        patch["status"] = json!(if disabled == "true" { "disabled" } else { "enabled" });
    }
    Ok(tx.change(call.id(), &patch).0)
}

pub fn delete(tx: &mut Transaction<'_>, call: &Call) -> Result<Value, Problem> {
    tx.find("webhook_endpoint", call.id(), "webhook_endpoint")?;
    tx.change(call.id(), &json!({"deleted": true}));
    Ok(json!({"id": call.id(), "object": "webhook_endpoint", "deleted": true}))
}
