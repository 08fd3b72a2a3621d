//! A refusal that one rule makes.

use std::fmt;

use axum::http::StatusCode;

/// A refusal with its own answer. It is a constant beside the rule that makes it, and becomes an [`Error`](super::Error) by `?`
/// or `into()`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    pub status: StatusCode,
    /// For programs.
    pub code: &'static str,
    /// A sentence for the person.
    pub sentence: &'static str,
    /// After how many seconds the request may succeed.
    pub retry_after: Option<u64>,
    /// What failed, for the log.
    pub cause: Option<&'static str>,
}

impl Refusal {
    pub const fn new(status: StatusCode, code: &'static str, sentence: &'static str) -> Self {
        Self { status, code, sentence, retry_after: None, cause: None }
    }

    /// The same with the header `Retry-After`.
    #[must_use]
    pub const fn retried_after(self, seconds: u64) -> Self {
        Self { retry_after: Some(seconds), ..self }
    }

    /// The same with a cause.
    #[must_use]
    pub const fn because(self, cause: &'static str) -> Self {
        Self { cause: Some(cause), ..self }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cause {
            Some(cause) => write!(f, "{}: {cause}", self.code),
            None => f.write_str(self.code),
        }
    }
}

impl std::error::Error for Refusal {}
