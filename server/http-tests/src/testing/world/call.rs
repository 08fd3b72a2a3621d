//! A call of the API, and its notation.

use std::fmt::Display;

use axum::http::Method;
use serde_json::Value;

/// A call with all values filled in.
#[derive(Debug, Clone)]
pub struct Call {
    pub method: Method,
    /// The template in the matrix and the `OpenAPI` document.
    pub template: &'static str,
    pub path: String,
    pub body: Option<Value>,
}

impl Call {
    /// `values` replace the names in braces in the template, in this order.
    pub(super) fn get(template: &'static str, values: &[&dyn Display]) -> Self {
        Self::new(Method::GET, template, values)
    }

    pub(super) fn post(template: &'static str, values: &[&dyn Display]) -> Self {
        Self::new(Method::POST, template, values)
    }

    pub(super) fn put(template: &'static str, values: &[&dyn Display]) -> Self {
        Self::new(Method::PUT, template, values)
    }

    pub(super) fn patch(template: &'static str, values: &[&dyn Display]) -> Self {
        Self::new(Method::PATCH, template, values)
    }

    pub(super) fn delete(template: &'static str, values: &[&dyn Display]) -> Self {
        Self::new(Method::DELETE, template, values)
    }

    fn new(method: Method, template: &'static str, values: &[&dyn Display]) -> Self {
        Self { method, template, path: filled(template, values), body: None }
    }

    pub(super) fn query(mut self, query: &str) -> Self {
        self.path = format!("{}?{query}", self.path);
        self
    }

    pub(super) fn body(mut self, body: Value) -> Self {
        self.body = Some(body);
        self
    }
}

fn filled(template: &str, values: &[&dyn Display]) -> String {
    assert_eq!(template.matches('{').count(), values.len(), "values of {template}");
    let mut values = values.iter();
    // Every second part is a name in braces.
    let parts = template.split(['{', '}']).enumerate();
    parts
        .map(|(at, part)| if at.is_multiple_of(2) { part.to_owned() } else { values.next().unwrap().to_string() })
        .collect()
}

#[test]
fn a_template_is_filled_in_order() {
    assert_eq!(filled("/api/patients/{id}/notes/{note}", &[&7, &8]), "/api/patients/7/notes/8");
    assert_eq!(filled("/api/patients", &[]), "/api/patients");
}

#[test]
#[should_panic(expected = "values of /api/patients/{id}")]
fn a_template_takes_a_value_for_each_name() {
    filled("/api/patients/{id}", &[&7, &8]);
}
