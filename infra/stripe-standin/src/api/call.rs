//! One call, as its handler gets it.

use serde_json::Value;

use crate::{problem::Problem, world::Transaction};

/// What a call was sent: the ids of its path and its checked parameters.
pub struct Call {
    pub ids: Vec<String>,
    pub sent: Value,
}

impl Call {
    pub fn id(&self) -> &str {
        self.ids.first().map_or("", String::as_str)
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        self.sent[name].as_str()
    }
}

pub type Handler = fn(&mut Transaction<'_>, &Call) -> Result<Value, Problem>;
