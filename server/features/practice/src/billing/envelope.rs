//! Reads an event's ids and type. Everything else is fetched from Stripe, so that no event is lost because of a new
//! field, an old version or a missing part.

use serde_json::Value;
use sha2::{Digest, Sha256};

/// The ids and the type of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope {
    pub id: String,
    pub kind: String,
    /// Seconds since 1970. 0 if missing.
    pub created: i64,
    pub livemode: bool,
    pub api_version: Option<String>,
    /// Set for events of connected accounts, which we do not have.
    pub is_connected: bool,
    pub customer: Option<String>,
    pub object: Option<String>,
}

/// The event types that the webhook is registered for. Events of other types are stored as ignored.
pub const SUBSCRIBED_EVENTS: &[&str] = &[
    "checkout.session.completed",
    "checkout.session.async_payment_succeeded",
    "checkout.session.async_payment_failed",
    "checkout.session.expired",
    "customer.subscription.created",
    "customer.subscription.updated",
    "customer.subscription.deleted",
    "customer.subscription.paused",
    "customer.subscription.resumed",
    "customer.subscription.pending_update_applied",
    "customer.subscription.pending_update_expired",
    "customer.subscription.trial_will_end",
    "customer.updated",
    "customer.deleted",
    "invoice.paid",
    "invoice.payment_succeeded",
    "invoice.payment_failed",
    "invoice.payment_action_required",
    "invoice.upcoming",
    "charge.refunded",
    "charge.dispute.created",
];

impl Envelope {
    /// Reads a body. `None` if it does not have the form of an event, even if its signature is valid.
    pub fn read(body: &[u8]) -> Option<Self> {
        let value: Value = serde_json::from_slice(body).ok()?;
        if value["object"] != "event" {
            return None;
        }
        let object = &value["data"]["object"];
        let own = word(&object["id"]);
        let customer = if object["object"] == "customer" {
            own.clone()
        } else {
            word(&object["customer"]).or_else(|| word(&object["customer"]["id"]))
        };
        Some(Self {
            id: word(&value["id"])?,
            kind: word(&value["type"])?,
            created: value["created"].as_i64().unwrap_or(0),
            livemode: value["livemode"].as_bool().unwrap_or(false),
            api_version: word(&value["api_version"]),
            is_connected: !value["account"].is_null(),
            customer,
            object: own,
        })
    }

    /// An envelope for an authentic body that could not be read. Its id is the body's hash, so that repetitions are recognized.
    pub fn unreadable(body: &[u8]) -> Self {
        Self {
            id: format!("sha256_{}", hex::encode(Sha256::digest(body))),
            kind: "unreadable".to_owned(),
            created: 0,
            livemode: false,
            api_version: None,
            is_connected: false,
            customer: None,
            object: None,
        }
    }
}

/// The value, if it has the form of Stripe's ids, types and versions. So no person's data is read.
fn word(value: &Value) -> Option<String> {
    let text = value.as_str()?;
    let plain = (1..=255).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'));
    plain.then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use fuzz::{Fuzz, as_it_is, words};

    fn events() -> Fuzz {
        let object = json!({ "id": "sub_1", "object": "subscription", "customer": "cus_1" });
        let customer = json!({ "id": "cus_1", "object": "customer" });
        Fuzz {
            name: "events",
            seeds: [
                event(&object),
                event(&customer),
                event(&json!({ "customer": { "id": "cus_2" } })),
                event(&json!(null)),
            ]
            .iter()
            .map(|event| event.to_string().into_bytes())
            .collect(),
            words: words(&[
                "Nora Lindqvist",
                "\"id\":",
                "\"customer\":",
                "\"data\":",
                "null",
                "{",
                "}",
                "[",
                "\\u0000",
                "1e999",
                "\"",
                ",",
                " ",
            ]),
            mend: as_it_is,
        }
    }

    /// Ids, types and versions; no free text.
    fn has_only_plain_words(envelope: Option<Envelope>) -> Result<bool, String> {
        let Some(Envelope { id, kind, api_version, customer, object, .. }) = envelope else { return Ok(false) };
        for word in [Some(id), Some(kind), api_version, customer, object].into_iter().flatten() {
            let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_.-".contains(letter);
            if word.is_empty() || word.len() > 255 || !word.chars().all(is_plain) {
                return Err(format!("{word:?} is kept"));
            }
        }
        Ok(true)
    }

    #[test]
    fn fuzzed_events_yield_only_plain_words_or_nothing() {
        events().holds(|bytes| has_only_plain_words(Envelope::read(bytes)));
    }

    #[test]
    fn fuzzing_finds_a_planted_fault_in_the_reading_of_events() {
        events().finds(|bytes| {
            let Ok(value) = serde_json::from_slice::<Value>(bytes) else { return Ok(false) };
            let unchecked = value["data"]["object"]["customer"].as_str().map(str::to_owned);
            has_only_plain_words(Envelope::read(bytes).map(|envelope| Envelope { customer: unchecked, ..envelope }))
        });
    }

    fn read(value: &Value) -> Option<Envelope> {
        Envelope::read(value.to_string().as_bytes())
    }

    fn event(object: &Value) -> Value {
        json!({
            "id": "evt_1", "object": "event", "type": "customer.subscription.updated", "created": 1_800_000_000,
            "livemode": false, "api_version": "2026-09-30.endive", "data": { "object": object },
        })
    }

    #[test]
    fn the_customer_is_found_in_every_place_of_an_event() {
        let plain = read(&event(&json!({ "id": "sub_1", "object": "subscription", "customer": "cus_1" }))).unwrap();
        assert_eq!((plain.customer.as_deref(), plain.object.as_deref()), (Some("cus_1"), Some("sub_1")));
        assert_eq!((plain.created, plain.is_connected), (1_800_000_000, false));
        let expanded = event(&json!({ "id": "in_1", "object": "invoice", "customer": { "id": "cus_2" } }));
        assert_eq!(read(&expanded).unwrap().customer.as_deref(), Some("cus_2"));
        let own = event(&json!({ "id": "cus_3", "object": "customer", "deleted": true }));
        assert_eq!(read(&own).unwrap().customer.as_deref(), Some("cus_3"));
        let none = event(&json!({ "object": "invoice", "customer": null }));
        let none = read(&none).unwrap();
        assert_eq!((none.customer, none.object), (None, None));
    }

    #[test]
    fn old_and_new_versions_and_missing_parts_are_read() {
        let mut bare = event(&Value::Null);
        for part in ["created", "livemode", "api_version", "data"] {
            bare.as_object_mut().unwrap().remove(part);
        }
        let bare = read(&bare).unwrap();
        assert_eq!((bare.created, bare.livemode, bare.api_version), (0, false, None));
        let mut connected = event(&json!({}));
        connected["account"] = json!("acct_1");
        connected["api_version"] = json!("2017-08-15");
        assert!(read(&connected).unwrap().is_connected);
    }

    #[test]
    fn a_body_that_is_no_event_is_identified_by_its_hash() {
        assert_eq!(read(&json!({ "id": "evt_1", "object": "v2.core.event", "type": "v1.x" })), None);
        assert_eq!(read(&json!({ "object": "event", "type": "x" })), None);
        let mut nul = event(&json!({}));
        nul["id"] = json!("evt_\u{0}");
        assert_eq!(read(&nul), None);
        assert_eq!(Envelope::unreadable(b"x"), Envelope::unreadable(b"x"));
        assert_ne!(Envelope::unreadable(b"x").id, Envelope::unreadable(b"y").id);
    }

    #[test]
    fn an_id_is_never_taken_from_a_name() {
        let odd = event(&json!({ "id": "Nora Lindqvist", "object": "customer" }));
        assert_eq!(read(&odd).unwrap().customer, None);
    }

    proptest! {
        #[test]
        fn arbitrary_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let _ = Envelope::read(&bytes);
        }
    }
}
