//! The control page: who subscribes to what, the clock, and what was delivered.

use std::{fmt::Write, sync::Arc};

use axum::{
    body::Bytes,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::Response,
};
use serde_json::Value;

use super::{escape, foreign, notice, page, product_name, see_other, terms};
use crate::{
    api::{call::Call, form::decode, routes::ROUTES},
    calendar::{DAY, add_months, to_minutes},
    delivery,
    shared::Shared,
    world::{World, number, text},
};

/// So many events and deliveries are shown.
const SHOWN: usize = 40;

pub async fn show(State(shared): State<Arc<Shared>>) -> Response {
    let now = shared.transact(|tx| tx.now);
    let ahead = shared.read(|world| world.skew) / DAY;
    let mut body = format!(
        "<h1>Stand-in for Stripe</h1><section><h2>Clock</h2><p>It is {} UTC here, {ahead} days ahead. \
         It only moves forward.</p><div class=\"actions\">",
        to_minutes(now)
    );
    for (by, label) in [("1d", "Advance 1 day"), ("15d", "Advance 15 days"), ("1m", "Advance 1 month")] {
        let _ = write!(
            body,
            "<form method=\"post\" action=\"/clock\"><input type=\"hidden\" name=\"by\" value=\"{by}\"><button>{label}</button></form>"
        );
    }
    body.push_str("</div></section>");
    body.push_str(&subscriptions(&shared));
    body.push_str(&shared.read(customers));
    body.push_str(&shared.read(deliveries));
    body.push_str(&shared.read(events));
    page(StatusCode::OK, "Stand-in for Stripe", true, &body)
}

fn table(title: &str, heads: &[&str], rows: &[Vec<String>]) -> String {
    let mut out = format!("<section><h2>{title}</h2>");
    if rows.is_empty() {
        out.push_str("<p class=\"quiet\">None yet.</p></section>");
        return out;
    }
    out.push_str("<div class=\"scroll\"><table><thead><tr>");
    out.extend(heads.iter().map(|head| format!("<th scope=\"col\">{head}</th>")));
    out.push_str("</tr></thead><tbody>");
    for row in rows {
        out.push_str("<tr>");
        for cell in row {
            let _ = write!(out, "<td>{cell}</td>");
        }
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table></div></section>");
    out
}

fn subscriptions(shared: &Shared) -> String {
    let all: Vec<Value> = shared.read(|world| world.of_kind("subscription").rev().cloned().collect());
    let row = |sub: &Value| {
        let item = &sub["items"]["data"][0];
        let email = shared.read(|world| world.get(text(sub, "customer")).map(|it| text(it, "email").to_owned()));
        let next = match (sub["ended_at"].as_i64(), sub["cancel_at"].as_i64()) {
            (Some(at), _) => format!("ended {}", to_minutes(at)),
            (None, Some(at)) => format!("ends {}", to_minutes(at)),
            (None, None) => format!("renews {}", to_minutes(number(item, "current_period_end"))),
        };
        vec![
            escape(&email.unwrap_or_default()),
            escape(&product_name(shared, &item["price"])),
            escape(&terms(&item["price"], number(item, "quantity"))),
            format!("<span class=\"tag\">{}</span>", escape(text(sub, "status"))),
            next,
            format!("<code>{}</code>", escape(text(sub, "id"))),
        ]
    };
    let rows: Vec<_> = all.iter().map(row).collect();
    table("Subscriptions", &["Customer", "Plan", "Price", "Status", "Next", "Id"], &rows)
}

fn customers(world: &World) -> String {
    let row = |customer: &Value| {
        let id = escape(text(customer, "id"));
        let action = if customer["deleted"] == true {
            "deleted".to_owned()
        } else {
            format!("<form method=\"post\" action=\"/customers/{id}/delete\"><button>Delete</button></form>")
        };
        vec![escape(text(customer, "name")), escape(text(customer, "email")), format!("<code>{id}</code>"), action]
    };
    let rows: Vec<_> = world.of_kind("customer").rev().map(row).collect();
    table("Customers", &["Name", "E-mail", "Id", ""], &rows)
}

fn deliveries(world: &World) -> String {
    let row = |attempt: &crate::Attempt| {
        let status = attempt.status.map_or_else(|| "no answer".to_owned(), |status| status.to_string());
        let number = attempt.number.to_string();
        vec![to_minutes(attempt.at), escape(&attempt.kind), status, number, escape(&attempt.url)]
    };
    let rows: Vec<_> = world.attempts.iter().rev().take(SHOWN).map(row).collect();
    let waiting = world.of_kind("event").filter(|event| event["_undelivered"] == true).count();
    let mut out = table("Deliveries", &["Sent", "Event", "Answer", "Try", "To"], &rows);
    if waiting > 0 {
        let _ = write!(
            out,
            "<form method=\"post\" action=\"/resend\"><button>Send {waiting} undelivered again</button></form>"
        );
    }
    out
}

fn events(world: &World) -> String {
    let row = |event: &Value| {
        let object = &event["data"]["object"];
        let id = format!("<code>{}</code>", escape(text(object, "id")));
        vec![to_minutes(number(event, "created")), escape(text(event, "type")), escape(text(object, "status")), id]
    };
    let rows: Vec<_> = world.of_kind("event").rev().take(SHOWN).map(row).collect();
    table("Events", &["At", "Event", "Status", "Object"], &rows)
}

pub async fn advance(State(shared): State<Arc<Shared>>, headers: HeaderMap, body: Bytes) -> Response {
    if let Some(refusal) = foreign(&headers) {
        return refusal;
    }
    let now = shared.transact(|tx| tx.now);
    match decode(&body)["by"].as_str() {
        Some("1d") => shared.advance(DAY),
        Some("15d") => shared.advance(15 * DAY),
        Some("1m") => shared.advance(add_months(now, 1) - now),
        _ => return notice(StatusCode::BAD_REQUEST, "That did not work", "The clock moves by 1d, 15d or 1m."),
    }
    see_other("/")
}

pub async fn resend(State(shared): State<Arc<Shared>>, headers: HeaderMap) -> Response {
    if let Some(refusal) = foreign(&headers) {
        return refusal;
    }
    delivery::resend(&shared);
    see_other("/")
}

pub async fn delete_customer(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    if let Some(refusal) = foreign(&headers) {
        return refusal;
    }
    let route = ROUTES.iter().find(|route| route.method == "DELETE" && route.path == "customers/*");
    let call = Call { ids: vec![id], sent: Value::default() };
    match route.map(|route| shared.transact(|tx| (route.handler)(tx, &call))) {
        Some(Ok(_)) => see_other("/"),
        _ => notice(StatusCode::NOT_FOUND, "That did not work", "There is no such customer."),
    }
}
