//! A refusal in the shape of Stripe's errors.

use serde_json::{Value, json};

/// Stripe's response instead of the object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub status: u16,
    /// `invalid_request_error`, `idempotency_error`, `card_error` or `api_error`.
    pub kind: &'static str,
    pub code: Option<&'static str>,
    pub message: String,
    pub param: Option<String>,
}

impl Problem {
    pub(crate) fn invalid(code: &'static str, message: impl Into<String>, param: &str) -> Self {
        Self {
            status: 400,
            kind: "invalid_request_error",
            code: Some(code),
            message: message.into(),
            param: Some(param.to_owned()),
        }
    }

    pub(crate) fn missing(what: &str, id: &str, param: &str) -> Self {
        Self { status: 404, ..Self::invalid("resource_missing", format!("No such {what}: '{id}'"), param) }
    }

    /// A state that does not allow what was asked for; Stripe gives most of these no code.
    pub(crate) fn refused(message: impl Into<String>) -> Self {
        Self { status: 400, kind: "invalid_request_error", code: None, message: message.into(), param: None }
    }

    pub(crate) fn declined() -> Self {
        Self {
            status: 402,
            kind: "card_error",
            code: Some("card_declined"),
            message: "Your card was declined.".to_owned(),
            param: None,
        }
    }

    pub(crate) fn body(&self) -> Value {
        let mut error = json!({"type": self.kind, "message": self.message});
        if let Some(code) = self.code {
            error["code"] = json!(code);
            error["doc_url"] = json!(format!("https://stripe.com/docs/error-codes/{}", code.replace('_', "-")));
        }
        if let Some(param) = &self.param {
            error["param"] = json!(param);
        }
        json!({"error": error})
    }
}
