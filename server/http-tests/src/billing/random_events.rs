//! Like `model.rs`, but through the real inbox, rows and stand-in: the events of two clinics arrive mixed, repeated,
//! late and with each other's ids in their metadata, and some workers continue after their lease has ended.

use axum::http::StatusCode;
use serde_json::{Value, json};
use stripe_standin::Card;

use super::{inbox::deliver, stripe_clinic::StripeClinic};
use crate::testing::{Client, TestClinic};
use practice::billing::{
    Billing,
    repo::ClaimedAccount,
    status::StripeStatus,
    sync::{Fetched, SyncOutcome},
};

/// A reproducible source of choices.
struct Choices(u64);

impl Choices {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 16).unwrap_or(0) % limit
    }
}

/// A clinic, and its subscription's id at Stripe.
struct Payer<'a> {
    clinic: &'a TestClinic,
    subscription: String,
}

async fn subscribed<'a>(fixture: &StripeClinic, clinic: &'a TestClinic, owner: &Client) -> Payer<'a> {
    let wanted = json!({ "plan": "plus", "billing": "monthly" });
    owner.post("/api/stripe/create-checkout-session", wanted).await.expect(StatusCode::OK);
    fixture.pay(Card::Works);
    let subscription = fixture.subscription()["id"].as_str().unwrap().to_owned();
    Payer { clinic, subscription }
}

/// The events that Stripe sent since, with the other clinic's ids written into them.
fn forged(fixture: &StripeClinic, other: &Payer) -> Vec<Value> {
    let mut events = Vec::new();
    for held in fixture.stripe.take_held() {
        let mut event: Value = serde_json::from_str(&held.body).unwrap();
        let object = &mut event["data"]["object"];
        object["metadata"] =
            json!({ "celadon_clinic": other.clinic.provisioned.id, "tenant_id": other.clinic.provisioned.id });
        object["client_reference_id"] = json!(other.clinic.provisioned.id);
        events.push(event);
    }
    events
}

async fn run(seed: u64) {
    const STATES: [&str; 5] = ["trialing", "active", "past_due", "unpaid", "canceled"];
    let mut choices = Choices(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let fixture = StripeClinic::new().await;
    let second = fixture.server.clinic().await;
    let second_owner = second.owner().await;
    let payers = [
        subscribed(&fixture, &fixture.clinic, &fixture.owner).await,
        subscribed(&fixture, &second, &second_owner).await,
    ];
    let syncer = fixture.syncer();
    let (mut under_way, mut asleep, mut last): (Vec<Value>, Vec<(ClaimedAccount, Fetched)>, [&str; 2]) =
        (forged(&fixture, &payers[1]), Vec::new(), ["trialing"; 2]);
    for _ in 0..24 {
        let which = choices.below(2);
        let (payer, other) = (&payers[which], &payers[1 - which]);
        match choices.below(5) {
            0 => {
                last[which] = STATES[choices.below(STATES.len())];
                let attempt =
                    fixture.server.app.part::<Billing>().repo.attempts(other.clinic.provisioned.id).await.unwrap()[0]
                        .id;
                let described = json!({
                    "status": last[which],
                    "metadata": { "celadon_attempt": attempt.to_string(), "celadon_clinic": other.clinic.provisioned.id },
                });
                fixture.stripe.force(&payer.subscription, &described, "customer.subscription.updated");
                under_way.extend(forged(&fixture, other));
            }
            1 if !under_way.is_empty() => {
                let at = choices.below(under_way.len());
                // Sometimes the event stays in the list and is delivered again.
                let event = if choices.below(3) == 0 { under_way[at].clone() } else { under_way.swap_remove(at) };
                deliver(&fixture.server, &event).await.expect(StatusCode::OK);
            }
            2 => {
                let now = fixture.clinic.clock().now();
                if let Some(claimed) = fixture
                    .server
                    .app
                    .part::<Billing>()
                    .repo
                    .claim(Some(payer.clinic.provisioned.id), now)
                    .await
                    .unwrap()
                {
                    let fetched = syncer.fetch(&claimed).await.unwrap();
                    asleep.push((claimed, fetched));
                }
            }
            3 if !asleep.is_empty() => {
                let at = choices.below(asleep.len());
                let (claimed, fetched) = asleep.swap_remove(at);
                assert_ne!(syncer.write(claimed, fetched).await.unwrap(), SyncOutcome::Failed);
            }
            _ => fixture.clinic.clock().advance(chrono::TimeDelta::seconds(61)),
        }
    }
    while !under_way.is_empty() {
        let at = choices.below(under_way.len());
        deliver(&fixture.server, &under_way.swap_remove(at)).await.expect(StatusCode::OK);
    }
    fixture.clinic.clock().advance(chrono::TimeDelta::seconds(61));
    for payer in &payers {
        while syncer.one(Some(payer.clinic.provisioned.id)).await.unwrap().is_some() {}
    }
    // Workers that waited during all of this continue last.
    for (claimed, fetched) in asleep {
        assert_eq!(syncer.write(claimed, fetched).await.unwrap(), SyncOutcome::Overtaken, "seed {seed}");
    }
    for (payer, last) in payers.iter().zip(last) {
        let rows =
            payer.clinic.rows("select stripe_subscription_id, stripe_status, sub_status from {}.subscription").await;
        assert_eq!(rows.len(), 1, "seed {seed}");
        let text = |column: &str| rows[0].try_get::<String>("", column).unwrap();
        assert_eq!(text("stripe_subscription_id"), payer.subscription, "seed {seed}");
        assert_eq!(text("stripe_status"), last, "seed {seed}");
        assert_eq!(text("sub_status"), StripeStatus::read(last).to_status().unwrap().as_str(), "seed {seed}");
    }
}

#[tokio::test]
async fn two_clinics_end_in_stripes_state_after_random_events() {
    for seed in 1..=6 {
        run(seed).await;
    }
}
