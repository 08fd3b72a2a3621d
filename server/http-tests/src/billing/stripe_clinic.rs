//! A clinic with billing at the stand-in for Stripe; the test triggers every delivery itself.

use axum::http::StatusCode;
use chrono::TimeDelta;
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use serde_json::{Value, json};
use stripe_standin::{Card, Chaos, Settings, Standin};

use super::inbox::{SECRET, deliver, server_of};
use crate::testing::{Client, Server, TestClinic, factories};
use config::stripe_keys::StripeKeys;
use practice::billing::{Billing, Syncer, set_up, sync::SyncOutcome};

pub struct StripeClinic {
    pub stripe: Standin,
    pub server: Server,
    pub clinic: TestClinic,
    pub owner: Client,
}

impl StripeClinic {
    pub async fn new() -> Self {
        let stripe = Standin::start(Settings::default()).await.unwrap();
        let keys = StripeKeys::read(Some(stripe.secret_key()), Some(SECRET), Some(stripe.url())).unwrap().unwrap();
        set_up(&keys, None).await.unwrap();
        stripe.set_chaos(Chaos { hold: true, ..Chaos::default() });
        let server = server_of(stripe.url());
        let clinic = server.clinic().await;
        let owner = clinic.owner().await;
        Self { stripe, server, clinic, owner }
    }

    /// Moves both clocks by days. All sessions end.
    pub async fn advance_days(&mut self, days: u32) {
        self.stripe.advance_days(days);
        self.clinic.clock().advance(TimeDelta::days(days.into()));
        self.owner = self.clinic.owner().await;
    }

    /// Starts a checkout; returns its URL.
    pub async fn checkout(&self, plan: &str, billing: &str) -> String {
        let answer =
            self.owner.post("/api/stripe/create-checkout-session", json!({ "plan": plan, "billing": billing }));
        answer.await.expect(StatusCode::OK)["checkout_url"].as_str().unwrap().to_owned()
    }

    /// The newest session at Stripe.
    pub fn session(&self) -> Value {
        self.stripe.objects("checkout.session").pop().unwrap()
    }

    pub fn subscription(&self) -> Value {
        self.stripe.objects("subscription").pop().unwrap()
    }

    /// Pays on the page of the newest session.
    pub fn pay(&self, card: Card) {
        self.stripe.pay(self.session()["id"].as_str().unwrap(), card).unwrap();
    }

    /// Delivers the events that are held at the stand-in, each twice, the newest first.
    pub async fn deliver(&self) -> usize {
        let held = self.stripe.take_held();
        for delivery in held.iter().rev().chain(held.iter()) {
            let event: Value = serde_json::from_str(&delivery.body).unwrap();
            deliver(&self.server, &event).await.expect(StatusCode::OK);
        }
        held.len()
    }

    pub fn syncer(&self) -> Syncer {
        self.server.app.part::<Billing>().syncer(&self.server.app.tenants.db, &self.server.app.clock).unwrap()
    }

    /// Syncs until nothing is due.
    pub async fn sync_all(&self) -> usize {
        let mut syncs = 0;
        while let Some(outcome) = self.syncer().one(Some(self.clinic.provisioned.id)).await.unwrap() {
            assert_eq!(outcome, SyncOutcome::Written);
            syncs += 1;
        }
        syncs
    }

    /// Delivers and syncs everything that was sent.
    pub async fn settle(&self) {
        assert!(self.deliver().await > 0, "Stripe sent nothing");
        assert!(self.sync_all().await > 0, "nothing was marked");
    }

    pub async fn list(&self) -> Value {
        self.owner.get("/api/subscriptions").await.expect(StatusCode::OK)
    }

    /// The only row.
    pub async fn only_row(&self) -> Value {
        let list = self.list().await;
        assert_eq!(list.as_array().unwrap().len(), 1, "{list}");
        list[0].clone()
    }

    pub async fn plan(&self) -> Value {
        self.owner.get("/api/clinic/plan").await.expect(StatusCode::OK)
    }

    /// A subscription at the stand-in through the pricing page, synced.
    pub async fn subscribed(&self, plan: &str, card: Card) {
        self.checkout(plan, "monthly").await;
        self.pay(card);
        self.settle().await;
    }

    pub async fn form(&self, method: &str) -> crate::testing::Answer {
        let mut new = factories::subscription();
        new["sub_payment_method"] = json!(method);
        new["sub_notes"] = json!("Agreed by phone");
        self.owner.post("/api/subscriptions", new).await
    }

    /// Reads or changes the registry as its owner, not through the server.
    pub async fn registry(&self, sql: &str) {
        let sql = sql.replace("{}", &format!("'{}'", self.clinic.provisioned.id));
        self.clinic.owner_db.raw().execute_raw(Statement::from_string(DbBackend::Postgres, sql)).await.unwrap();
    }

    pub async fn account(&self) -> entity::registry::billing_account::Model {
        self.server.app.part::<Billing>().repo.known_account(self.clinic.provisioned.id).await.unwrap().unwrap()
    }
}
