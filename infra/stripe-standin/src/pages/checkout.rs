//! The hosted checkout: what is sold, and a choice of how the simulated card behaves. There is no field for a
//! card number.

use std::sync::Arc;

use axum::{
    body::Bytes,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::Response,
};
use serde_json::Value;

use super::{days, escape, foreign, notice, page, product_name, see_other, terms};
use crate::{
    api::{checkout::complete, form::decode},
    card::Card,
    shared::Shared,
    world::{number, text},
};

pub async fn show(State(shared): State<Arc<Shared>>, Path(id): Path<String>) -> Response {
    match session(&shared, &id) {
        Some(session) => form(&shared, &session, StatusCode::OK, None),
        None => notice(StatusCode::NOT_FOUND, "No such page", "There is no checkout session with this address."),
    }
}

pub async fn submit(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    if let Some(refusal) = foreign(&headers) {
        return refusal;
    }
    let Some(session) = session(&shared, &id) else {
        return notice(StatusCode::NOT_FOUND, "No such page", "There is no checkout session with this address.");
    };
    let sent = decode(&body);
    if sent["card"] == "close" {
        return leave(&session);
    }
    let Some(card) = sent["card"].as_str().and_then(Card::named) else {
        let say = "Choose how the card behaves.";
        return form(&shared, &session, StatusCode::UNPROCESSABLE_ENTITY, Some(say));
    };
    if asks_terms(&session) && sent["terms"] != "yes" {
        let say = "Please agree to the terms of service.";
        return form(&shared, &session, StatusCode::UNPROCESSABLE_ENTITY, Some(say));
    }
    match shared.transact(|tx| complete(tx, &id, card)) {
        Ok(done) => see_other(&text(&done, "success_url").replace("{CHECKOUT_SESSION_ID}", &id)),
        Err(problem) => {
            let status = StatusCode::from_u16(problem.status).unwrap_or(StatusCode::BAD_REQUEST);
            form(&shared, &session, status, Some(&problem.message))
        }
    }
}

fn session(shared: &Arc<Shared>, id: &str) -> Option<Value> {
    // In a transaction, so that an expired session is seen as expired.
    shared.transact(|tx| tx.find("checkout.session", id, "session").ok())
}

fn leave(session: &Value) -> Response {
    match session["cancel_url"].as_str() {
        Some(back) => see_other(back),
        None => notice(StatusCode::OK, "Closed", "Nothing was ordered. You can close this window."),
    }
}

fn asks_terms(session: &Value) -> bool {
    session["consent_collection"]["terms_of_service"] == "required"
}

fn form(shared: &Shared, session: &Value, status: StatusCode, problem: Option<&str>) -> Response {
    if session["status"] != "open" {
        let say = if session["status"] == "complete" {
            "This page has been used already: the order is complete."
        } else {
            "This page has expired. Go back and begin again."
        };
        let status = if status.is_success() { StatusCode::GONE } else { StatusCode::CONFLICT };
        return notice(status, "Nothing to pay here", say);
    }
    let price = shared.read(|world| world.get(text(session, "_price")).cloned()).unwrap_or_default();
    let name = product_name(shared, &price);
    let cost = terms(&price, number(session, "_quantity"));
    let trial = trial_days(session);
    let (offer, button) =
        if trial > 0 { (format!("{trial} days free, then {cost}"), "Start trial") } else { (cost, "Subscribe") };
    let problem = problem.map(|say| format!("<p class=\"problem\" role=\"alert\">{}</p>", escape(say)));
    let back = session["cancel_url"].as_str().map(|to| format!("<p><a href=\"{}\">Back</a></p>", escape(to)));
    let terms = asks_terms(session).then_some(
        "<p><label class=\"row\"><input type=\"checkbox\" name=\"terms\" value=\"yes\"> I agree to the terms of service.</label></p>",
    );
    let above = session["custom_text"]["submit"]["message"].as_str();
    let above = above.map(|message| format!("<p class=\"quiet\">{}</p>", escape(message)));
    let email = text(&session["customer_details"], "email");
    let buyer = if email.is_empty() { String::new() } else { format!("<p class=\"quiet\">{}</p>", escape(email)) };
    let body = format!(
        "<h1>Subscribe to {name}</h1><p class=\"offer\">{offer}</p>{buyer}{problem}\
         <form method=\"post\"><fieldset><legend>The pretended card</legend>{choices}</fieldset>{terms}{above}\
         <button class=\"main\">{button}</button></form>{back}",
        name = escape(&name),
        offer = escape(&offer),
        problem = problem.unwrap_or_default(),
        choices = choices(),
        terms = terms.unwrap_or_default(),
        above = above.unwrap_or_default(),
        back = back.unwrap_or_default(),
    );
    page(status, &format!("Subscribe to {name}"), false, &body)
}

fn trial_days(session: &Value) -> i64 {
    match session["_trial_end"].as_i64() {
        Some(end) => days(end - number(session, "created")),
        None => number(session, "_trial_days"),
    }
}

fn choices() -> String {
    let choice = |value: &str, checked: &str, title: &str, note: &str| {
        format!(
            "<label class=\"row\"><input type=\"radio\" name=\"card\" value=\"{value}\"{checked}>\
             <span>{title}<small>{note}</small></span></label>"
        )
    };
    [
        choice("works", " checked", "The card works", "Every charge succeeds."),
        choice(
            "fails",
            "",
            "The card is saved, but a later charge fails",
            "The trial begins; the first charge is declined.",
        ),
        choice("close", "", "Close without subscribing", "As if the person left the page."),
    ]
    .concat()
}
