//! Starts a stand-in, and is how tests use it.

use std::{io, net::SocketAddr, sync::Arc};

use axum::Router;
use serde_json::Value;
use tokio::{net::TcpListener, task::JoinHandle};

use crate::{
    Attempt, Card, Chaos, Delivery, Failure, Problem, Request, Settings, Webhook,
    api::{self, call::Call},
    calendar::{DAY, add_months},
    catalog,
    chaos::Planned,
    delivery, keep, objects, pages,
    shared::Shared,
    world::{public, text},
};

/// A running stand-in; it stops when this is dropped.
pub struct Standin {
    shared: Arc<Shared>,
    address: SocketAddr,
    serving: JoinHandle<io::Result<()>>,
}

impl Drop for Standin {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Standin {
    /// Listens and answers in the background.
    ///
    /// The address is taken or not of this machine, a key is not one for tests, or the data file cannot be read.
    pub async fn start(settings: Settings) -> io::Result<Self> {
        if let Some(why) = settings.refusal() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        let world = keep::load(settings.data_file.as_deref())?;
        let listener = TcpListener::bind(settings.listen).await?;
        let address = listener.local_addr()?;
        let shared = Shared::new(settings, format!("http://{address}"), world);
        if shared.settings.catalog {
            shared.transact(catalog::seed);
        }
        delivery::resend(&shared);
        let router = Router::new()
            .route("/v1/{*path}", axum::routing::any(api::answer))
            .merge(pages::routes())
            .with_state(Arc::clone(&shared));
        let serving = tokio::spawn(async move { axum::serve(listener, router).await });
        Ok(Self { shared, address, serving })
    }

    /// Waits until the listening ends, which it does only by a failure.
    pub async fn ended(&mut self) -> io::Result<()> {
        (&mut self.serving).await.map_err(io::Error::other)?
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What stands in for `https://api.stripe.com`, without a slash at the end; also the control page.
    pub fn url(&self) -> &str {
        &self.shared.base
    }

    pub fn secret_key(&self) -> &str {
        &self.shared.settings.secret_key
    }

    /// Sends events there from now on; with `None` no events are sent.
    pub fn set_webhook(&self, webhook: Option<Webhook>) {
        self.shared.controls().webhook = webhook;
    }

    pub fn set_chaos(&self, chaos: Chaos) {
        self.shared.controls().chaos = chaos;
    }

    /// Lets calls fail from now on. `route` is how `METHOD /path` starts, empty for every call; `times` counts
    /// the calls, `None` means until [`Self::clear_faults`].
    pub fn fail(&self, route: &str, failure: Failure, times: Option<u32>) {
        self.shared.controls().faults.push(Planned { route: route.to_owned(), failure, left: times });
    }

    /// Ends every failure.
    pub fn clear_faults(&self) {
        self.shared.controls().faults.clear();
    }

    /// The stand-in's time in Unix seconds.
    pub fn now(&self) -> i64 {
        self.shared.wall_clock() + self.shared.read(|world| world.skew)
    }

    /// Moves the clock forward; everything that becomes due happens in order.
    pub fn advance_seconds(&self, seconds: u32) {
        self.shared.advance(i64::from(seconds));
    }

    pub fn advance_days(&self, days: u32) {
        self.shared.advance(i64::from(days) * DAY);
    }

    /// By calendar months, clamped to the last day.
    pub fn advance_months(&self, months: u32) {
        let now = self.now();
        self.shared.advance(add_months(now, months) - now);
    }

    /// Completes the hosted page as a person would.
    ///
    /// The session is not open, or the first charge was declined.
    pub fn pay(&self, session: &str, card: Card) -> Result<Value, Problem> {
        self.shared.transact(|tx| api::checkout::complete(tx, session, card)).map(|session| public(&session))
    }

    /// Gives a customer a saved card, which becomes the default for invoices.
    ///
    /// There is no such customer.
    pub fn save_card(&self, customer: &str, card: Card) -> Result<Value, Problem> {
        self.shared.transact(|tx| {
            let held = tx.find("customer", customer, "customer")?;
            let method = objects::payment_method(tx, customer, card);
            let mut settings = held["invoice_settings"].clone();
            settings["default_payment_method"] = method["id"].clone();
            tx.change_and_emit(customer, &serde_json::json!({"invoice_settings": settings}), "customer.updated");
            Ok(public(&method))
        })
    }

    /// Changes a subscription's card, as the portal does.
    ///
    /// The subscription does not exist or has ended.
    pub fn change_card(&self, subscription: &str, card: Card) -> Result<(), Problem> {
        self.shared.transact(|tx| api::subscriptions::change_card(tx, subscription, card))
    }

    /// Makes a call of the API without HTTP: `("DELETE", "customers/cus_1", json!({}))`, values as text.
    pub fn call(&self, method: &str, path: &str, sent: &Value) -> Result<Value, Problem> {
        let (route, call): (_, Call) = api::found(method, &format!("/v1/{path}"), sent)?;
        api::check(route, sent)?;
        self.shared.transact(|tx| (route.handler)(tx, &call)).map(|object| public(&object))
    }

    /// Sets members of an object as only Stripe itself could (`{"status": "paused"}`), with an event of this kind.
    pub fn force(&self, id: &str, patch: &Value, event: &str) -> Value {
        self.shared.transact(|tx| public(&tx.change_and_emit(id, patch, event)))
    }

    /// All objects of a kind (`subscription`, `checkout.session`, `event`), the oldest first.
    pub fn objects(&self, kind: &str) -> Vec<Value> {
        self.shared.read(|world| world.of_kind(kind).map(public).collect())
    }

    pub fn object(&self, id: &str) -> Option<Value> {
        self.shared.read(|world| world.get(id).map(public))
    }

    /// The kinds of all events, the oldest first.
    pub fn event_kinds(&self) -> Vec<String> {
        self.shared.read(|world| world.of_kind("event").map(|event| text(event, "type").to_owned()).collect())
    }

    /// The calls that came in, the oldest first.
    pub fn requests(&self) -> Vec<Request> {
        self.shared.controls().requests.clone()
    }

    /// The attempted deliveries, oldest first.
    pub fn attempts(&self) -> Vec<Attempt> {
        self.shared.read(|world| world.attempts.clone())
    }

    /// What [`Chaos::hold`] has held back, in the order of sending; afterwards nothing is held.
    pub fn take_held(&self) -> Vec<Delivery> {
        std::mem::take(&mut self.shared.controls().held)
    }

    /// Any event as a delivery signed now with `secret`.
    pub fn signed(&self, event: &str, secret: &str) -> Option<Delivery> {
        let now = self.shared.wall_clock();
        self.shared.read(|world| world.get(event).map(|event| Delivery::for_event(event, secret, now)))
    }

    /// Sends again what no receiver has accepted, and returns how many events these are.
    pub fn resend(&self) -> usize {
        delivery::resend(&self.shared)
    }

    /// Waits until every delivery has arrived or was given up.
    pub async fn settled(&self) {
        let mut on_the_way = self.shared.on_the_way.subscribe();
        // The sender lives as long as `self`, so there is no failure to report.
        let _ = on_the_way.wait_for(|count| *count == 0).await;
    }
}
