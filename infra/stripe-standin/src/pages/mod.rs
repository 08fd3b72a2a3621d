//! The pages a person sees: the hosted checkout, the billing portal and the control page. Plain HTML, no scripts.

mod checkout;
mod control;
mod portal;

use std::sync::Arc;

use axum::{
    Router,
    http::{HeaderMap, StatusCode, header},
    response::{Html, IntoResponse, Redirect, Response},
    routing::{get, post},
};
use serde_json::Value;

use crate::{
    calendar::DAY,
    shared::Shared,
    world::{number, text},
};

const STYLE: &str = include_str!("style.css");

pub fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/", get(control::show))
        .route("/clock", post(control::advance))
        .route("/resend", post(control::resend))
        .route("/customers/{id}/delete", post(control::delete_customer))
        .route("/c/pay/{id}", get(checkout::show).post(checkout::submit))
        .route("/p/session/{id}", get(portal::show))
        .route("/p/session/{id}/{subscription}/{what}", post(portal::change))
        .route("/style.css", get(async || ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], STYLE)))
}

/// Text for HTML, also inside of quoted attributes.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}

/// A complete page, with a bar that says that this is a stand-in.
fn page(status: StatusCode, title: &str, wide: bool, body: &str) -> Response {
    let (title, class) = (escape(title), if wide { " class=\"wide\"" } else { "" });
    let html = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"robots\" content=\"noindex\">\
         <title>{title} - stand-in</title><link rel=\"stylesheet\" href=\"/style.css\"></head><body>\
         <p class=\"bar\" role=\"note\"><strong>LOCAL STAND-IN - NOT STRIPE.</strong> No card data is taken, no money moves.</p>\
         <main{class}>{body}</main></body></html>"
    );
    let headers = [
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
        ),
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::HeaderName::from_static("x-robots-tag"), "noindex"),
    ];
    (status, headers, Html(html)).into_response()
}

fn notice(status: StatusCode, title: &str, text: &str) -> Response {
    page(status, title, false, &format!("<h1>{}</h1><p>{}</p>", escape(title), escape(text)))
}

fn see_other(to: &str) -> Response {
    Redirect::to(to).into_response()
}

/// Another site's page must not be able to move this clock: browsers send where a form comes from.
fn foreign(headers: &HeaderMap) -> Option<Response> {
    let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok()).unwrap_or("none");
    let own = matches!(site, "same-origin" | "none");
    (!own).then(|| notice(StatusCode::FORBIDDEN, "Not from here", "This form was sent by another site."))
}

/// `$99` or `$99.50`.
fn money(cents: i64) -> String {
    if cents % 100 == 0 { format!("${}", cents / 100) } else { format!("${}.{:02}", cents / 100, cents % 100) }
}

/// `$99 / month`.
fn terms(price: &Value, quantity: i64) -> String {
    let recurring = &price["recurring"];
    let interval = match number(recurring, "interval_count") {
        0 | 1 => text(recurring, "interval").to_owned(),
        count => format!("{count} {}s", text(recurring, "interval")),
    };
    format!("{} / {interval}", money(number(price, "unit_amount") * quantity))
}

/// The name of what a price sells.
fn product_name(shared: &Shared, price: &Value) -> String {
    let product = shared.read(|world| world.get(text(price, "product")).cloned()).unwrap_or_default();
    text(&product, "name").to_owned()
}

/// Whole days, as a trial is advertised.
fn days(seconds: i64) -> i64 {
    (seconds + DAY / 2) / DAY
}
