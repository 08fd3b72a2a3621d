//! The kinds of errors, and the one table of the responses that the client receives for them.
//!
//! What only one rule refuses is a [`Refusal`], a constant beside that rule. Causes are logged once, here, and are never sent to
//! the client: no SQL, no path, no text of a library.

mod database;
mod refusal;

pub use database::{OnConstraint, constraint};
pub use refusal::Refusal;

use std::{borrow::Cow, collections::BTreeMap};

use axum::{
    Json,
    http::{
        HeaderValue, StatusCode,
        header::{ALLOW, RETRY_AFTER},
    },
    response::{IntoResponse, Response},
};
use chrono::NaiveDate;
use entity::ids::PatientId;
use sea_orm::DbErr;
use serde::Serialize;
use utoipa::ToSchema;

use crate::stored_response::StoredResponse;
use database::{finds_nothing, is_temporary, kind, sql_state};

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What is wrong with which field, in words for the person who filled it in.
pub type Fields = BTreeMap<String, String>;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("not signed in")]
    SignedOut,
    #[error("not allowed")]
    Forbidden,
    #[error("not found")]
    NotFound,
    #[error("no clinic has this address")]
    NoSuchClinic,
    #[error("the clinic is suspended")]
    ClinicSuspended,
    /// `allow` has the allowed methods in the form of the `Allow` header (RFC 9110, 15.5.6).
    #[error("the method is not allowed here")]
    MethodNotAllowed { allow: String },
    /// A rule of the clinic forbids the request in the present state. Has a sentence and a code.
    #[error("conflict: {code}")]
    Conflict { code: &'static str, sentence: Cow<'static, str> },
    /// Allowed, but unusual: a person should read the warnings before it is saved.
    #[error("not confirmed yet")]
    Unconfirmed(Vec<Warning>),
    /// Some dates of a series are not free.
    #[error("dates of a series are not free")]
    SeriesConflicts(Vec<SeriesConflict>),
    /// Refused because of this person, not because of the role.
    #[error("refused: {code}")]
    Refused { code: &'static str, sentence: &'static str },
    /// A refusal that stands beside the rule that makes it.
    #[error(transparent)]
    Named(#[from] Refusal),
    #[error("somebody else changed it first")]
    Stale,
    /// Not a failure: the request was made before, and this was its response.
    #[error("done before")]
    Repeated(Box<StoredResponse>),
    #[error("not valid: {0:?}")]
    Invalid(Fields),
    #[error("too many requests")]
    TooMany { retry_after_seconds: u64 },
    #[error("busy or out of reach")]
    Unavailable,
    #[error(transparent)]
    Db(#[from] DbErr),
    #[error("{0}")]
    Internal(String),
}

/// Set as an extension on a failed response for telemetry: the error code that the client receives.
#[derive(Debug, Clone, Copy)]
pub struct Code(pub &'static str);

/// Set as an extension on a failed response if the schema, table or role did not exist in the database. That is a
/// fault of the server, unless the clinic has just been moved. The gate reads the registry to distinguish the two.
#[derive(Debug, Clone, Copy)]
pub struct FoundNothing;

/// Something unusual that a person should check before it is saved. It can be saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Warning {
    /// For programs; sent back in `confirmed` once the person has read it.
    pub code: &'static str,
    /// A sentence for the person.
    pub message: String,
    /// The patient whom the warning is about, if not the one in the request.
    pub patient_id: Option<PatientId>,
}

/// A date of a series on which it cannot be booked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SeriesConflict {
    pub date: NaiveDate,
    /// For programs.
    pub code: &'static str,
    /// A sentence for the person.
    pub message: String,
}

/// The body of every failure.
#[derive(Debug, Serialize, ToSchema)]
pub struct Failure {
    /// A sentence for the person.
    pub error: Cow<'static, str>,
    /// For programs.
    pub code: &'static str,
    /// What is wrong with which field; only for invalid fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub fields: Option<Fields>,
    /// What has to be confirmed; only with the code `unconfirmed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub warnings: Option<Vec<Warning>>,
    /// The dates that are not free; only with the code `series_conflicts`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub conflicts: Option<Vec<SeriesConflict>>,
}

impl Error {
    pub fn conflict(code: &'static str, sentence: impl Into<Cow<'static, str>>) -> Self {
        Self::Conflict { code, sentence: sentence.into() }
    }

    /// A failure of one field.
    pub fn field(name: &str, problem: impl Into<String>) -> Self {
        Self::Invalid(Fields::from([(name.to_owned(), problem.into())]))
    }

    fn describe(&self) -> (StatusCode, &'static str, Cow<'static, str>) {
        use StatusCode as S;
        let (status, code, sentence) = match self {
            Self::SignedOut => (S::UNAUTHORIZED, "signed_out", "Please sign in."),
            Self::Forbidden => (S::FORBIDDEN, "forbidden", "Your role does not allow this."),
            Self::NotFound => (S::NOT_FOUND, "not_found", "This was not found."),
            Self::NoSuchClinic => (S::NOT_FOUND, "no_such_clinic", "Clinic not found"),
            Self::ClinicSuspended => (S::FORBIDDEN, "clinic_suspended", "This clinic is suspended."),
            Self::MethodNotAllowed { .. } => {
                (S::METHOD_NOT_ALLOWED, "method_not_allowed", "This is not possible here.")
            }
            Self::Conflict { code, sentence } => return (S::CONFLICT, code, sentence.clone()),
            Self::Unconfirmed(_) => (S::CONFLICT, "unconfirmed", "Please look at this before it is saved."),
            Self::SeriesConflicts(_) => {
                (S::CONFLICT, "series_conflicts", "Some of these dates are not free. Nothing was booked.")
            }
            Self::Refused { code, sentence } => (S::FORBIDDEN, *code, *sentence),
            Self::Named(refusal) => (refusal.status, refusal.code, refusal.sentence),
            Self::Stale => (S::PRECONDITION_FAILED, "stale", "Somebody else has changed this in the meantime."),
            Self::Repeated(_) => (S::CONFLICT, "repeated", "This was done before."),
            Self::Invalid(_) => (S::UNPROCESSABLE_ENTITY, "invalid", "Some entries need another look."),
            Self::TooMany { .. } => {
                (S::TOO_MANY_REQUESTS, "too_many_requests", "Too many requests. Please wait a moment.")
            }
            Self::Unavailable => {
                (S::SERVICE_UNAVAILABLE, "unavailable", "The service is busy. Please try again in a moment.")
            }
            Self::Db(error) if is_temporary(error) => {
                (S::SERVICE_UNAVAILABLE, "unavailable", "The service is busy. Please try again in a moment.")
            }
            Self::Db(_) | Self::Internal(_) => {
                (S::INTERNAL_SERVER_ERROR, "internal", "Something went wrong on our side. Nothing was saved.")
            }
        };
        (status, code, sentence.into())
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        if let Self::Repeated(answer) = self {
            return answer.into_response();
        }
        let (status, code, error) = self.describe();
        if status.is_server_error() {
            log(&self);
        }
        let retry_after = match self {
            Self::TooMany { retry_after_seconds } => Some(retry_after_seconds.max(1)),
            Self::Named(Refusal { retry_after: Some(seconds), .. }) => Some(seconds),
            _ if status == StatusCode::SERVICE_UNAVAILABLE => Some(1),
            _ => None,
        };
        let allow = match &self {
            Self::MethodNotAllowed { allow } if !allow.is_empty() => HeaderValue::from_str(allow).ok(),
            _ => None,
        };
        let found_nothing = finds_nothing(&self);
        let mut failure = Failure { error, code, fields: None, warnings: None, conflicts: None };
        match self {
            Self::Invalid(fields) => failure.fields = Some(fields),
            Self::Unconfirmed(warnings) => failure.warnings = Some(warnings),
            Self::SeriesConflicts(conflicts) => failure.conflicts = Some(conflicts),
            _ => {}
        }
        let mut response = (status, Json(failure)).into_response();
        response.extensions_mut().insert(Code(code));
        if found_nothing {
            response.extensions_mut().insert(FoundNothing);
        }
        if let Some(allow) = allow {
            response.headers_mut().insert(ALLOW, allow);
        }
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// Logs only the kind of a database error, because its text can hold a row's values.
fn log(error: &Error) {
    match error {
        Error::Db(error) => tracing::error!(
            db.state = sql_state(error).as_deref(),
            db.constraint = constraint(error).as_deref(),
            db.kind = kind(error),
            "a request failed in the database"
        ),
        other => tracing::error!(reason = %other, "a request failed"),
    }
}
