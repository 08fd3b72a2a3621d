//! What happens to subscriptions when the clock moves: trials and periods end, charges are made and repeated.
//!
//! Everything that is due happens in order, each at its own time, however far the clock moves.

use serde_json::{Value, json};

use crate::{
    calendar::{DAY, HOUR, period_end},
    card::Card,
    objects::{card_of, invoice, months_of},
    world::{Transaction, number, text},
};

/// Days after the first failed charge on which it is tried again; after the last one the subscription is canceled.
/// Stripe chooses the days itself within the two weeks that are set.
const RETRY_DAYS: [i64; 3] = [3, 8, 14];
/// How long an unpaid first invoice may wait before the subscription is given up.
const INCOMPLETE: i64 = 23 * HOUR;

enum Due {
    TrialWarning,
    PeriodEnd,
    CancelAt,
    Finalize,
    Retry,
    GiveUp,
    Expire,
}

/// Does everything that is due until `tx.now`.
pub fn pass(tx: &mut Transaction<'_>) {
    let until = tx.now;
    while let Some((at, id, due)) = next(tx).filter(|(at, ..)| *at <= until) {
        tx.now = at;
        happen(tx, &id, &due);
    }
    tx.now = until;
}

fn next(tx: &Transaction<'_>) -> Option<(i64, String, Due)> {
    let dues = tx.world.objects.iter().flat_map(|object| {
        let id = text(object, "id").to_owned();
        let dues = match text(object, "object") {
            "subscription" => subscription_dues(object),
            "invoice" => invoice_dues(object),
            "checkout.session" if object["status"] == "open" => vec![(number(object, "expires_at"), Due::Expire)],
            _ => Vec::new(),
        };
        dues.into_iter().map(move |(at, due)| (at, id.clone(), due))
    });
    dues.min_by_key(|(at, ..)| *at)
}

fn subscription_dues(subscription: &Value) -> Vec<(i64, Due)> {
    let mut dues = Vec::new();
    let status = text(subscription, "status");
    let end = number(&subscription["items"]["data"][0], "current_period_end");
    if status == "incomplete" {
        dues.push((number(subscription, "created") + INCOMPLETE, Due::GiveUp));
    }
    if status == "trialing" && subscription["_warned"] != true {
        let warning = number(subscription, "trial_end") - 3 * DAY;
        dues.push((warning.max(number(subscription, "created")), Due::TrialWarning));
    }
    if matches!(status, "trialing" | "active" | "past_due") {
        match subscription["cancel_at"].as_i64() {
            Some(at) if at <= end => dues.push((at, Due::CancelAt)),
            _ if status == "past_due" => {}
            _ => dues.push((end, Due::PeriodEnd)),
        }
    }
    dues
}

fn invoice_dues(invoice: &Value) -> Vec<(i64, Due)> {
    match (text(invoice, "status"), invoice["next_payment_attempt"].as_i64()) {
        ("draft", _) if invoice["auto_advance"] == true => vec![(number(invoice, "created") + HOUR, Due::Finalize)],
        ("open", Some(at)) => vec![(at, Due::Retry)],
        _ => Vec::new(),
    }
}

fn happen(tx: &mut Transaction<'_>, id: &str, due: &Due) {
    match due {
        Due::TrialWarning => {
            let (subscription, _) = tx.change(id, &json!({"_warned": true}));
            tx.emit("customer.subscription.trial_will_end", &subscription);
        }
        Due::PeriodEnd => roll(tx, id),
        Due::CancelAt => {
            let now = tx.now;
            end(tx, id, &json!({"status": "canceled", "ended_at": now}));
        }
        Due::Finalize => {
            finalize(tx, id);
            charge(tx, id);
        }
        Due::Retry => charge(tx, id),
        Due::GiveUp => {
            let now = tx.now;
            tx.change_and_emit(
                id,
                &json!({"status": "incomplete_expired", "ended_at": now}),
                "customer.subscription.updated",
            );
            void_open_invoices(tx, id);
        }
        Due::Expire => {
            let (session, _) = tx.change(id, &json!({"status": "expired", "url": null}));
            tx.emit("checkout.session.expired", &session);
        }
    }
}

/// A period ends and the next one starts: after the trial or the month an invoice is drafted.
fn roll(tx: &mut Transaction<'_>, id: &str) {
    let Some(subscription) = tx.world.get(id).cloned() else { return };
    let item = &subscription["items"]["data"][0];
    let (anchor, began) = (number(&subscription, "billing_cycle_anchor"), number(item, "current_period_end"));
    let mut items = subscription["items"].clone();
    items["data"][0]["current_period_start"] = json!(began);
    items["data"][0]["current_period_end"] = json!(period_end(anchor, months_of(&item["price"]), began));
    let lacks_card = subscription["default_payment_method"].is_null() && subscription["status"] == "trialing";
    if lacks_card && subscription["trial_settings"]["end_behavior"]["missing_payment_method"] == "cancel" {
        let now = tx.now;
        return end(tx, id, &json!({"status": "canceled", "canceled_at": now, "ended_at": now}));
    }
    let (updated, mut previous) = tx.change(id, &json!({"items": items, "status": "active"}));
    let draft = invoice(tx, &updated, amount(&updated), "subscription_cycle");
    let (updated, more) = tx.change(id, &json!({"latest_invoice": draft["id"]}));
    previous.extend(more);
    tx.emit("invoice.created", &draft);
    tx.emit_change("customer.subscription.updated", &updated, previous);
}

/// Cents for one period.
pub fn amount(subscription: &Value) -> i64 {
    let item = &subscription["items"]["data"][0];
    number(&item["price"], "unit_amount") * number(item, "quantity")
}

pub fn finalize(tx: &mut Transaction<'_>, id: &str) {
    let number = tx.id("STANDIN");
    let mut transitions = tx.world.get(id).map(|invoice| invoice["status_transitions"].clone()).unwrap_or_default();
    transitions["finalized_at"] = json!(tx.now);
    let patch = json!({
        "status": "open", "number": number, "effective_at": tx.now, "status_transitions": transitions,
        "next_payment_attempt": tx.now,
    });
    let (finalized, _) = tx.change(id, &patch);
    tx.emit("invoice.finalized", &finalized);
}

/// Charges an open invoice to the subscription's card and moves the subscription accordingly.
pub fn charge(tx: &mut Transaction<'_>, id: &str) {
    let Some(open) = tx.world.get(id).cloned() else { return };
    let subscription = text(&open, "_subscription").to_owned();
    let method = tx.world.get(&subscription).map(|held| held["default_payment_method"].clone()).unwrap_or_default();
    let attempts = number(&open, "attempt_count") + 1;
    if number(&open, "amount_due") == 0 || card_of(tx, &method) == Card::Works {
        paid(tx, &open, attempts, &subscription);
    } else {
        failed(tx, &open, attempts, &subscription);
    }
}

fn paid(tx: &mut Transaction<'_>, open: &Value, attempts: i64, subscription: &str) {
    let mut transitions = open["status_transitions"].clone();
    transitions["paid_at"] = json!(tx.now);
    let patch = json!({
        "status": "paid", "amount_paid": open["amount_due"], "amount_remaining": 0, "attempted": true,
        "attempt_count": attempts, "next_payment_attempt": null, "status_transitions": transitions,
    });
    let (invoice, _) = tx.change(text(open, "id"), &patch);
    tx.emit("invoice.paid", &invoice);
    tx.emit("invoice.payment_succeeded", &invoice);
    let status = tx.world.get(subscription).map(|held| text(held, "status").to_owned()).unwrap_or_default();
    if matches!(status.as_str(), "past_due" | "incomplete" | "unpaid") {
        tx.change_and_emit(subscription, &json!({"status": "active"}), "customer.subscription.updated");
    }
}

fn failed(tx: &mut Transaction<'_>, open: &Value, attempts: i64, subscription: &str) {
    let first = open["_first_failure"].as_i64().unwrap_or(tx.now);
    let first_invoice = open["billing_reason"] == "subscription_create";
    let again = usize::try_from(attempts - 1).ok().and_then(|made| RETRY_DAYS.get(made)).map(|days| first + days * DAY);
    let again = again.filter(|_| !first_invoice);
    let patch = json!({
        "attempted": true, "attempt_count": attempts, "next_payment_attempt": again, "_first_failure": first,
    });
    let (invoice, _) = tx.change(text(open, "id"), &patch);
    tx.emit("invoice.payment_failed", &invoice);
    if first_invoice {
        return;
    }
    tx.change_and_emit(subscription, &json!({"status": "past_due"}), "customer.subscription.updated");
    if again.is_none() {
        let details = json!({"comment": null, "feedback": null, "reason": "payment_failed"});
        let now = tx.now;
        let patch = json!({"status": "canceled", "canceled_at": now, "ended_at": now, "cancellation_details": details});
        end(tx, subscription, &patch);
    }
}

/// Ends a subscription: nothing more is charged.
pub fn end(tx: &mut Transaction<'_>, id: &str, patch: &Value) {
    tx.change_and_emit(id, patch, "customer.subscription.deleted");
    for invoice in invoices_of(tx, id) {
        tx.change(&invoice, &json!({"next_payment_attempt": null, "auto_advance": false}));
    }
}

fn void_open_invoices(tx: &mut Transaction<'_>, id: &str) {
    for invoice in invoices_of(tx, id) {
        let (voided, _) = tx.change(&invoice, &json!({"status": "void", "next_payment_attempt": null}));
        tx.emit("invoice.voided", &voided);
    }
}

/// The ids of a subscription's invoices that are not settled.
pub fn invoices_of(tx: &Transaction<'_>, subscription: &str) -> Vec<String> {
    let unsettled = |invoice: &&Value| {
        invoice["_subscription"] == subscription && (invoice["status"] == "open" || invoice["status"] == "draft")
    };
    tx.world.of_kind("invoice").filter(unsettled).map(|invoice| text(invoice, "id").to_owned()).collect()
}
