//! The billing portal: another card, cancel at the end of the period or not, cancel now, pay an open invoice.

use std::{fmt::Write, sync::Arc};

use axum::{
    body::Bytes,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::Response,
};
use serde_json::{Value, json};

use super::{escape, foreign, notice, page, product_name, see_other, terms};
use crate::{
    api::{form::decode, subscriptions},
    calendar::{HOUR, to_minutes},
    card::Card,
    lifecycle, objects,
    problem::Problem,
    shared::Shared,
    world::{Transaction, number, text},
};

pub async fn show(State(shared): State<Arc<Shared>>, Path(id): Path<String>) -> Response {
    let Some(session) = open(&shared, &id) else { return gone() };
    let customer = text(&session, "customer").to_owned();
    let subscriptions: Vec<Value> = shared
        .read(|world| world.of_kind("subscription").rev().filter(|sub| sub["customer"] == customer).cloned().collect());
    let mut body = String::from("<h1>Billing</h1>");
    if subscriptions.is_empty() {
        body.push_str("<p>There is no subscription yet.</p>");
    }
    for subscription in &subscriptions {
        body.push_str(&card(&shared, &id, subscription));
    }
    if let Some(back) = session["return_url"].as_str() {
        let _ = write!(body, "<p><a href=\"{}\">Return to Celadon</a></p>", escape(back));
    }
    page(StatusCode::OK, "Billing", false, &body)
}

/// A session of the portal is good for an hour.
fn open(shared: &Arc<Shared>, id: &str) -> Option<Value> {
    shared.transact(|tx| {
        let session = tx.find("billing_portal.session", id, "session").ok()?;
        (number(&session, "created") + HOUR > tx.now).then_some(session)
    })
}

fn gone() -> Response {
    notice(StatusCode::NOT_FOUND, "This page has expired", "Open the billing page again from Celadon.")
}

fn card(shared: &Shared, session: &str, subscription: &Value) -> String {
    let id = text(subscription, "id");
    let item = &subscription["items"]["data"][0];
    let name = escape(&product_name(shared, &item["price"]));
    let cost = escape(&terms(&item["price"], number(item, "quantity")));
    let status = escape(text(subscription, "status"));
    let mut body = format!("<section><h2>{name} <span class=\"tag\">{status}</span></h2><p>{cost}</p>");
    if !subscription["ended_at"].is_null() {
        let _ = write!(body, "<p>Ended on {}.</p></section>", to_minutes(number(subscription, "ended_at")));
        return body;
    }
    let when = subscription["cancel_at"].as_i64().map_or_else(
        || format!("Renews on {}", to_minutes(number(item, "current_period_end"))),
        |at| format!("Ends on {}", to_minutes(at)),
    );
    let _ = write!(body, "<p>{when}.</p>");
    let button = |what: &str, label: &str| {
        format!("<form method=\"post\" action=\"/p/session/{session}/{id}/{what}\"><button>{label}</button></form>")
    };
    let held = shared.read(|world| world.get(text(subscription, "default_payment_method")).cloned());
    let held: Option<Card> = held.and_then(|method| serde_json::from_value(method["_card"].clone()).ok());
    let _ = write!(body, "<p>Card: {}.</p><div class=\"actions\">", held.map_or("none", Card::label));
    body.push_str(&button("works", "Use a card that works"));
    body.push_str(&button("fails", "Use a card whose charges fail"));
    if shared.read(|world| world.of_kind("invoice").any(|it| it["_subscription"] == id && it["status"] == "open")) {
        body.push_str(&button("pay", "Pay the open invoice"));
    }
    if subscription["cancel_at"].is_null() {
        body.push_str(&button("end", "Cancel at the end of the period"));
    } else {
        body.push_str(&button("resume", "Do not cancel after all"));
    }
    body.push_str(&button("cancel", "Cancel now"));
    body.push_str("</div></section>");
    body
}

pub async fn change(
    State(shared): State<Arc<Shared>>,
    Path((id, subscription, what)): Path<(String, String, String)>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    if let Some(refusal) = foreign(&headers) {
        return refusal;
    }
    let Some(session) = open(&shared, &id) else { return gone() };
    let fields = decode(&body);
    match shared.transact(|tx| act(tx, text(&session, "customer"), &subscription, &what, &fields)) {
        Ok(()) => see_other(&format!("/p/session/{id}")),
        Err(problem) => notice(StatusCode::BAD_REQUEST, "That did not work", &problem.message),
    }
}

fn act(tx: &mut Transaction<'_>, customer: &str, id: &str, what: &str, fields: &Value) -> Result<(), Problem> {
    let held = subscriptions::running(tx, id)?;
    if held["customer"] != customer {
        return Err(Problem::missing("subscription", id, "id"));
    }
    match what {
        "works" | "fails" => {
            let card = Card::named(what).unwrap_or(Card::Fails);
            subscriptions::change_card(tx, id, card)?;
        }
        "end" | "resume" => {
            let patch = subscriptions::ending_patch(&held, what == "end", tx.now);
            tx.change_and_emit(id, &patch, "customer.subscription.updated");
        }
        "cancel" => subscriptions::cancel_now(tx, id, fields),
        "pay" => pay(tx, &held)?,
        _ => return Err(Problem::refused("There is no such button.")),
    }
    Ok(())
}

fn pay(tx: &mut Transaction<'_>, held: &Value) -> Result<(), Problem> {
    if objects::card_of(tx, &held["default_payment_method"]) == Card::Fails {
        return Err(Problem::declined());
    }
    for invoice in lifecycle::invoices_of(tx, text(held, "id")) {
        if tx.world.get(&invoice).is_some_and(|invoice| invoice["status"] == json!("open")) {
            lifecycle::charge(tx, &invoice);
        }
    }
    Ok(())
}
