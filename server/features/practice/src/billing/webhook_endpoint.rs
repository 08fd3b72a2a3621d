//! The webhooks of an account at Stripe, with the fields that the set-up needs. The library's own crate takes seconds to compile,
//! because it also describes taxes, reports and much else.

use serde::Serialize;
use stripe::StripeRequest;
use stripe_client_core::{RequestBuilder, StripeMethod};
use stripe_types::List;

#[derive(miniserde::Deserialize)]
pub(super) struct WebhookEndpoint {
    pub id: String,
    pub url: String,
    pub status: String,
    pub enabled_events: Vec<String>,
    pub api_version: Option<String>,
    /// Stripe sends it once, when the webhook is created.
    pub secret: Option<String>,
}

#[derive(Serialize)]
pub(super) struct ListWebhookEndpoints {
    pub limit: u8,
}

impl StripeRequest for ListWebhookEndpoints {
    type Output = List<WebhookEndpoint>;

    fn build(&self) -> RequestBuilder {
        RequestBuilder::new(StripeMethod::Get, "/webhook_endpoints").query(self)
    }
}

#[derive(Serialize)]
pub(super) struct CreateWebhookEndpoint<'a> {
    pub url: &'a str,
    pub enabled_events: &'a [&'a str],
    pub api_version: &'a str,
}

impl StripeRequest for CreateWebhookEndpoint<'_> {
    type Output = WebhookEndpoint;

    fn build(&self) -> RequestBuilder {
        RequestBuilder::new(StripeMethod::Post, "/webhook_endpoints").form(self)
    }
}

#[derive(Serialize)]
pub(super) struct UpdateWebhookEndpoint<'a> {
    #[serde(skip)]
    pub id: &'a str,
    pub enabled_events: Vec<&'a str>,
    pub disabled: bool,
}

impl StripeRequest for UpdateWebhookEndpoint<'_> {
    type Output = WebhookEndpoint;

    fn build(&self) -> RequestBuilder {
        RequestBuilder::new(StripeMethod::Post, format!("/webhook_endpoints/{}", self.id)).form(self)
    }
}
