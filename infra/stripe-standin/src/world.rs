//! The stand-in's whole state, and the one place that changes it.

use std::{
    collections::BTreeMap,
    hash::{BuildHasher, Hasher, RandomState},
};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::{API_VERSION, attempt::Attempt, problem::Problem};

/// The objects in the order of creation. Fields that start with `_` are the stand-in's own and are never sent.
#[derive(Debug, Serialize, Deserialize)]
pub struct World {
    pub objects: Vec<Value>,
    /// Part of every id, so that the ids of two stand-ins, or of one before and after its data were removed,
    /// never collide.
    seed: String,
    made: u64,
    /// How far the stand-in's clock is ahead of the system's, in seconds.
    pub skew: i64,
    pub stored_responses: BTreeMap<String, StoredResponse>,
    pub attempts: Vec<Attempt>,
    /// Ids of events that the deliverer has not got yet.
    #[serde(skip)]
    pub fresh: Vec<String>,
}

/// The response to an idempotency key.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct StoredResponse {
    pub fingerprint: String,
    pub at: i64,
    pub status: u16,
    pub body: Value,
}

impl Default for World {
    fn default() -> Self {
        let seed = RandomState::new().build_hasher().finish();
        Self {
            objects: Vec::new(),
            seed: format!("{seed:016x}"),
            made: 0,
            skew: 0,
            stored_responses: BTreeMap::new(),
            attempts: Vec::new(),
            fresh: Vec::new(),
        }
    }
}

impl World {
    pub fn of_kind<'a>(&'a self, kind: &'a str) -> impl DoubleEndedIterator<Item = &'a Value> {
        self.objects.iter().filter(move |object| object["object"] == kind)
    }

    pub fn get(&self, id: &str) -> Option<&Value> {
        self.objects.iter().find(|object| object["id"] == id)
    }

    pub fn get_mut(&mut self, id: &str) -> Option<&mut Value> {
        self.objects.iter_mut().find(|object| object["id"] == id)
    }
}

/// A change of the state at one time of its clock.
pub struct Transaction<'a> {
    pub world: &'a mut World,
    pub now: i64,
    /// The stand-in's own URL, for the links to its pages.
    pub base: &'a str,
}

impl Transaction<'_> {
    pub fn id(&mut self, prefix: &str) -> String {
        self.world.made += 1;
        format!("{prefix}_{}{:06}", self.world.seed, self.world.made)
    }

    pub fn add(&mut self, object: Value) -> Value {
        self.world.objects.push(object.clone());
        object
    }

    /// The object, or Stripe's `resource_missing` for `param`.
    pub fn find(&self, kind: &str, id: &str, param: &str) -> Result<Value, Problem> {
        let found = self.world.get(id).filter(|object| object["object"] == kind && object["deleted"] != true);
        let word = kind.rsplit('.').next().unwrap_or(kind);
        found.cloned().ok_or_else(|| Problem::missing(word, id, param))
    }

    /// Changes fields of an object and returns their former values.
    pub fn change(&mut self, id: &str, patch: &Value) -> (Value, Map<String, Value>) {
        let mut previous = Map::new();
        let Some(object) = self.world.get_mut(id) else { return (Value::Null, previous) };
        for (name, value) in patch.as_object().into_iter().flatten() {
            if object[name] != *value {
                previous.insert(name.clone(), object[name].take());
                object[name] = value.clone();
            }
        }
        (object.clone(), previous)
    }

    /// Changes an object and adds an event when something visible has changed.
    pub fn change_and_emit(&mut self, id: &str, patch: &Value, event: &str) -> Value {
        let (object, mut previous) = self.change(id, patch);
        previous.retain(|name, _| !name.starts_with('_'));
        if !previous.is_empty() {
            self.emit_change(event, &object, previous);
        }
        object
    }

    pub fn emit(&mut self, event: &str, object: &Value) {
        let data = json!({"object": public(object)});
        self.push_event(event, &data);
    }

    pub fn emit_change(&mut self, event: &str, object: &Value, previous: Map<String, Value>) {
        let mut data = json!({"object": public(object)});
        if event.ends_with(".updated") {
            data["previous_attributes"] = Value::Object(previous);
        }
        self.push_event(event, &data);
    }

    fn push_event(&mut self, event: &str, data: &Value) {
        let id = self.id("evt");
        self.world.fresh.push(id.clone());
        self.world.objects.push(json!({
            "id": id, "object": "event", "api_version": API_VERSION, "created": self.now, "livemode": false,
            "pending_webhooks": 1, "request": {"id": null, "idempotency_key": null}, "type": event, "data": data,
            "_undelivered": true,
        }));
    }
}

/// The object as Stripe would show it: without the stand-in's own fields.
pub fn public(object: &Value) -> Value {
    let mut shown = object.clone();
    if let Some(members) = shown.as_object_mut() {
        members.retain(|name, _| !name.starts_with('_'));
    }
    shown
}

/// A member that is text, or nothing.
pub fn text<'a>(object: &'a Value, name: &str) -> &'a str {
    object[name].as_str().unwrap_or_default()
}

/// A member that is a number, or zero.
pub fn number(object: &Value, name: &str) -> i64 {
    object[name].as_i64().unwrap_or_default()
}
