//! The objects, with every field that the API version requires.

use serde_json::{Value, json};

use crate::{
    card::Card,
    world::{Transaction, number, text},
};

pub fn product(tx: &mut Transaction<'_>, name: &str) -> Value {
    let id = tx.id("prod");
    let made = tx.add(json!({
        "id": id, "object": "product", "active": true, "created": tx.now, "default_price": null, "description": null,
        "images": [], "livemode": false, "marketing_features": [], "metadata": {}, "name": name,
        "package_dimensions": null, "shippable": null, "statement_descriptor": null, "tax_code": null,
        "type": "service", "unit_label": null, "updated": tx.now, "url": null,
    }));
    tx.emit("product.created", &made);
    made
}

/// A price in US dollars that recurs each `interval` (`month` or `year`).
pub fn price(tx: &mut Transaction<'_>, product: &Value, cents: i64, interval: &str, lookup_key: Option<&str>) -> Value {
    let id = tx.id("price");
    let made = tx.add(json!({
        "id": id, "object": "price", "active": true, "billing_scheme": "per_unit", "created": tx.now,
        "currency": "usd", "custom_unit_amount": null, "livemode": false, "lookup_key": lookup_key, "metadata": {},
        "nickname": null, "product": product["id"],
        "recurring": {"interval": interval, "interval_count": 1, "meter": null, "trial_period_days": null, "usage_type": "licensed"},
        "tax_behavior": "unspecified", "tiers_mode": null, "transform_quantity": null, "type": "recurring",
        "unit_amount": cents, "unit_amount_decimal": cents.to_string(),
    }));
    tx.emit("price.created", &made);
    made
}

pub fn customer(tx: &mut Transaction<'_>) -> Value {
    let id = tx.id("cus");
    tx.add(json!({
        "id": id, "object": "customer", "address": null, "balance": 0, "created": tx.now, "currency": null,
        "customer_account": null, "default_source": null, "delinquent": false, "description": null, "discount": null,
        "email": null, "invoice_prefix": "STANDIN",
        "invoice_settings": {"custom_fields": null, "default_payment_method": null, "footer": null, "rendering_options": null},
        "livemode": false, "metadata": {}, "name": null, "next_invoice_sequence": 1, "phone": null,
        "preferred_locales": [], "shipping": null, "tax_exempt": "none", "test_clock": null,
    }))
}

pub fn payment_method(tx: &mut Transaction<'_>, customer: &str, card: Card) -> Value {
    let id = tx.id("pm");
    let made = tx.add(json!({
        "id": id, "object": "payment_method", "allow_redisplay": "limited",
        "billing_details": {"address": null, "email": null, "name": null, "phone": null, "tax_id": null},
        "card": {
            "brand": "visa", "checks": {"address_line1_check": null, "address_postal_code_check": null, "cvc_check": "pass"},
            "country": "US", "display_brand": "visa", "exp_month": 12, "exp_year": 2044, "fingerprint": "standin",
            "funding": "credit", "generated_from": null, "last4": card.last4(),
            "networks": {"available": ["visa"], "preferred": null}, "regulated_status": "unregulated",
            "three_d_secure_usage": {"supported": true}, "wallet": null,
        },
        "created": tx.now, "customer": customer, "customer_account": null, "livemode": false, "metadata": {},
        "type": "card", "_card": card,
    }));
    tx.emit("payment_method.attached", &made);
    made
}

/// How charges to this payment method end; without one they fail.
pub fn card_of(tx: &Transaction<'_>, payment_method: &Value) -> Card {
    let found = payment_method.as_str().and_then(|id| tx.world.get(id));
    found.and_then(|method| serde_json::from_value(method["_card"].clone()).ok()).unwrap_or(Card::Fails)
}

/// The months between two charges for a price.
pub fn months_of(price: &Value) -> u32 {
    let recurring = &price["recurring"];
    let count = u32::try_from(number(recurring, "interval_count")).unwrap_or(1).max(1);
    if recurring["interval"] == "year" { 12 * count } else { count }
}

pub fn item(tx: &mut Transaction<'_>, subscription: &str, price: &Value, quantity: i64, period: (i64, i64)) -> Value {
    let id = tx.id("si");
    json!({
        "id": id, "object": "subscription_item", "billing_thresholds": null, "created": tx.now,
        "current_period_start": period.0, "current_period_end": period.1, "discounts": [], "metadata": {},
        "plan": plan(price), "price": price, "quantity": quantity, "subscription": subscription, "tax_rates": [],
    })
}

/// The older name of a price, which items still carry.
pub fn plan(price: &Value) -> Value {
    let recurring = &price["recurring"];
    json!({
        "id": price["id"], "object": "plan", "active": price["active"], "amount": price["unit_amount"],
        "amount_decimal": price["unit_amount_decimal"], "billing_scheme": "per_unit", "created": price["created"],
        "currency": price["currency"], "interval": recurring["interval"], "interval_count": recurring["interval_count"],
        "livemode": false, "metadata": price["metadata"], "meter": null, "nickname": price["nickname"],
        "product": price["product"], "tiers_mode": null, "transform_usage": null, "trial_period_days": null,
        "usage_type": "licensed",
    })
}

/// A list as Stripe wraps it.
pub fn list(data: &[Value], more: bool, url: &str) -> Value {
    json!({"object": "list", "data": data, "has_more": more, "url": url})
}

/// A subscription without its items and its status.
pub fn subscription(id: &str, customer: &str, now: i64) -> Value {
    json!({
        "id": id, "object": "subscription", "application": null, "application_fee_percent": null,
        "automatic_tax": {"disabled_reason": null, "enabled": false, "liability": null}, "billing_cycle_anchor": now,
        "billing_cycle_anchor_config": null, "billing_mode": {"flexible": null, "type": "classic"},
        "billing_schedules": [], "billing_thresholds": null, "cancel_at": null, "cancel_at_period_end": false,
        "canceled_at": null, "cancellation_details": {"comment": null, "feedback": null, "reason": null},
        "collection_method": "charge_automatically", "created": now, "currency": "usd", "customer": customer,
        "customer_account": null, "days_until_due": null, "default_payment_method": null, "default_source": null,
        "default_tax_rates": [], "description": null, "discounts": [], "ended_at": null,
        "invoice_settings": {"account_tax_ids": null, "custom_fields": null, "description": null, "footer": null, "issuer": {"type": "self"}},
        "items": list(&[], false, &format!("/v1/subscription_items?subscription={id}")), "latest_invoice": null,
        "livemode": false, "managed_payments": null, "metadata": {}, "next_pending_invoice_item_invoice": null,
        "on_behalf_of": null, "pause_collection": null,
        "payment_settings": {"payment_method_options": null, "payment_method_types": null, "save_default_payment_method": "off"},
        "pending_invoice_item_interval": null, "pending_setup_intent": null, "pending_update": null, "schedule": null,
        "start_date": now, "status": "incomplete", "test_clock": null, "transfer_data": null, "trial_end": null,
        "trial_settings": {"end_behavior": {"missing_payment_method": "create_invoice"}}, "trial_start": null,
    })
}

/// A draft invoice for a period of a subscription.
pub fn invoice(tx: &mut Transaction<'_>, subscription: &Value, cents: i64, reason: &str) -> Value {
    let id = tx.id("in");
    let item = &subscription["items"]["data"][0];
    let period = (number(item, "current_period_start"), number(item, "current_period_end"));
    let line = json!({
        "id": tx.id("il"), "object": "line_item", "amount": cents, "currency": "usd", "description": null,
        "discount_amounts": [], "discountable": true, "discounts": [], "invoice": id, "livemode": false, "metadata": {},
        "parent": null, "period": {"start": period.0, "end": period.1}, "pretax_credit_amounts": [],
        "pricing": {"type": "price_details", "price_details": {"price": item["price"]["id"], "product": item["price"]["product"]}, "unit_amount_decimal": item["price"]["unit_amount_decimal"]},
        "quantity": item["quantity"], "quantity_decimal": null, "subscription": subscription["id"], "subtotal": cents, "taxes": [],
    });
    let customer = tx.world.get(text(subscription, "customer")).cloned().unwrap_or_default();
    tx.add(json!({
        "id": id, "object": "invoice", "account_country": "US", "account_name": "Local stand-in", "account_tax_ids": null,
        "amount_due": cents, "amount_overpaid": 0, "amount_paid": 0, "amount_remaining": cents, "amount_shipping": 0,
        "application": null, "attempt_count": 0, "attempted": false, "auto_advance": true,
        "automatic_tax": {"disabled_reason": null, "enabled": false, "liability": null, "provider": null, "status": null},
        "automatically_finalizes_at": null, "billing_reason": reason, "collection_method": "charge_automatically",
        "created": tx.now, "currency": "usd", "custom_fields": null, "customer": subscription["customer"],
        "customer_account": null, "customer_address": null, "customer_email": customer["email"],
        "customer_name": customer["name"], "customer_phone": null, "customer_shipping": null,
        "customer_tax_exempt": "none", "customer_tax_ids": [], "default_payment_method": null, "default_source": null,
        "default_tax_rates": [], "description": null, "discounts": [], "due_date": null, "effective_at": null,
        "ending_balance": null, "footer": null, "from_invoice": null, "hosted_invoice_url": null, "invoice_pdf": null,
        "issuer": {"type": "self"}, "last_finalization_error": null, "latest_revision": null,
        "lines": list(&[line], false, &format!("/v1/invoices/{id}/lines")), "livemode": false, "metadata": {},
        "next_payment_attempt": null, "number": null, "on_behalf_of": null,
        "parent": {"type": "subscription_details", "quote_details": null, "subscription_details": {"metadata": subscription["metadata"], "subscription": subscription["id"]}},
        "payment_settings": {"default_mandate": null, "payment_method_options": null, "payment_method_types": null},
        "period_start": tx.now, "period_end": tx.now, "post_payment_credit_notes_amount": 0,
        "pre_payment_credit_notes_amount": 0, "receipt_number": null, "rendering": null, "shipping_cost": null,
        "shipping_details": null, "starting_balance": 0, "statement_descriptor": null, "status": "draft",
        "status_transitions": {"finalized_at": null, "marked_uncollectible_at": null, "paid_at": null, "voided_at": null},
        "subtotal": cents, "subtotal_excluding_tax": cents, "test_clock": null, "total": cents,
        "total_discount_amounts": [], "total_excluding_tax": cents, "total_pretax_credit_amounts": [],
        "total_taxes": [], "webhooks_delivered_at": null, "_subscription": subscription["id"],
    }))
}

pub fn checkout_session(id: &str, now: i64) -> Value {
    json!({
        "id": id, "object": "checkout.session", "adaptive_pricing": null, "after_expiration": null,
        "allow_promotion_codes": null, "amount_subtotal": 0, "amount_total": 0,
        "automatic_tax": {"enabled": false, "liability": null, "provider": null, "status": null},
        "billing_address_collection": null, "cancel_url": null, "client_reference_id": null, "client_secret": null,
        "collected_information": null, "consent": null, "consent_collection": null, "created": now, "currency": "usd",
        "currency_conversion": null, "custom_fields": [],
        "custom_text": {"after_submit": null, "shipping_address": null, "submit": null, "terms_of_service_acceptance": null},
        "customer": null, "customer_account": null, "customer_creation": null, "customer_details": null,
        "customer_email": null, "discounts": [], "expires_at": now + 86_400, "integration_identifier": null,
        "invoice": null, "invoice_creation": null, "livemode": false, "locale": null, "managed_payments": null,
        "metadata": {}, "mode": "subscription", "origin_context": null, "payment_intent": null, "payment_link": null,
        "payment_method_collection": "always", "payment_method_configuration_details": null,
        "payment_method_options": {}, "payment_method_types": ["card"], "payment_status": "unpaid", "permissions": null,
        "phone_number_collection": {"enabled": false}, "recovered_from": null, "saved_payment_method_options": null,
        "setup_intent": null, "shipping_address_collection": null, "shipping_cost": null, "shipping_options": [],
        "status": "open", "submit_type": null, "subscription": null, "success_url": null,
        "total_details": {"amount_discount": 0, "amount_shipping": 0, "amount_tax": 0}, "ui_mode": "hosted_page",
        "url": null, "wallet_options": null,
    })
}

pub fn portal_session(tx: &mut Transaction<'_>, customer: &str) -> Value {
    let id = tx.id("bps");
    let url = format!("{}/p/session/{id}", tx.base);
    tx.add(json!({
        "id": id, "object": "billing_portal.session", "configuration": "bpc_standin", "created": tx.now,
        "customer": customer, "customer_account": null, "flow": null, "livemode": false, "locale": null,
        "on_behalf_of": null, "return_url": null, "url": url,
    }))
}
