//! Everything that can go wrong, and the one table of what the client receives for it.
//!
//! A variant exists because the client can do something different about it. Causes are logged once, here, and
//! never sent to the client: no SQL, no path, no text of a library.

mod database;

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
pub use database::{OnConstraint, constraint};
use database::{finds_nothing, is_temporary, kind, sql_state};
use entity::ids::PatientId;
use sea_orm::DbErr;
use serde::Serialize;
use utoipa::ToSchema;

use crate::foundation::stored_response::StoredResponse;

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What is wrong with which field, in words for the person who filled it in.
pub type Fields = BTreeMap<String, String>;

/// The refusal of a wrong code, both at sign-in and when a member proves their identity again.
pub const WRONG_CODE: &str = "The code is not right, or it has been used already. Please enter the next one.";

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the body is not JSON")]
    NotJson,
    #[error("not signed in")]
    SignedOut,
    #[error("no token, or an unknown, expired or revoked one")]
    TokenInvalid,
    #[error("wrong e-mail address or password")]
    WrongCredentials,
    #[error("the second factor's code is missing")]
    CodeRequired,
    #[error("the second factor's code is wrong or used")]
    WrongCode,
    #[error("the clinic asks for a second factor")]
    SecondFactorRequired,
    #[error("wrong password")]
    WrongPassword,
    #[error("not allowed")]
    Forbidden,
    #[error("needs a fresh proof of identity")]
    ProofRequired,
    #[error("the request comes from another site")]
    CrossSite,
    #[error("not found")]
    NotFound,
    #[error("the link is unknown, used, expired or withdrawn")]
    LinkInvalid,
    #[error("the consent's link is unknown, expired or withdrawn")]
    ConsentLinkInvalid,
    #[error("no clinic has this address")]
    NoSuchClinic,
    #[error("the clinic is suspended")]
    ClinicSuspended,
    #[error("the host is malformed")]
    Misdirected,
    /// `allow`: the methods that are allowed, as the `Allow` header writes them (RFC 9110, 15.5.6).
    #[error("the method is not allowed here")]
    MethodNotAllowed { allow: String },
    /// A rule of the clinic forbids it in the present state: a sentence and a code.
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
    #[error("somebody else changed it first")]
    Stale,
    /// Not a failure: the request was made before, and this is the response that it got.
    #[error("done before")]
    Repeated(Box<StoredResponse>),
    #[error("the key was sent before with another request")]
    KeyReused,
    /// The clinic's plan does not allow more.
    #[error("the plan's limit: {code}")]
    PlanLimit { code: &'static str, sentence: &'static str },
    #[error("the signature is not right")]
    BadSignature,
    /// Checkout is not possible at the moment; `is_off` when the server has no keys for Stripe.
    #[error("a checkout could not be started")]
    CheckoutFailed { is_off: bool },
    /// An external service does not answer.
    #[error("out of reach: {0}")]
    Upstream(&'static str),
    #[error("the body is too large")]
    TooLarge,
    #[error("the body is not application/json")]
    NotJsonType,
    #[error("not valid: {0:?}")]
    Invalid(Fields),
    #[error("too many requests")]
    TooMany { retry_after_seconds: u64 },
    #[error("busy or out of reach")]
    Unavailable,
    /// The program that typesets documents is not there yet.
    #[error("documents cannot be set yet")]
    PrintingNotReady,
    #[error("no spare clinic is left")]
    NoSpare,
    #[error(transparent)]
    Db(#[from] DbErr),
    #[error("{0}")]
    Internal(String),
}

/// Set as an extension on a failed response for telemetry: the error code that the client receives.
#[derive(Debug, Clone, Copy)]
pub struct Code(pub &'static str);

/// Set as an extension on a failed response when the schema, table or role did not exist in the database. That
/// is a fault of the server, unless the clinic was moved a moment ago: the gate reads the registry to
/// distinguish the two.
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
    #[schema(required, value_type = Option<i64>)]
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
            Self::NotJson => (S::BAD_REQUEST, "not_json", "The request could not be read."),
            Self::SignedOut => (S::UNAUTHORIZED, "signed_out", "Please sign in."),
            Self::TokenInvalid => (
                S::UNAUTHORIZED,
                "token_invalid",
                "A valid API token is needed. Yours may have expired or been revoked.",
            ),
            Self::WrongCredentials => {
                (S::UNAUTHORIZED, "wrong_credentials", "The e-mail address or the password is not right.")
            }
            Self::CodeRequired => {
                (S::UNAUTHORIZED, "code_required", "Please enter the code from your authenticator app.")
            }
            Self::WrongCode => (S::UNAUTHORIZED, "wrong_code", WRONG_CODE),
            Self::SecondFactorRequired => (
                S::FORBIDDEN,
                "second_factor_required",
                "Your clinic asks everybody for two-step sign-in. Please set it up first.",
            ),
            Self::WrongPassword => (S::FORBIDDEN, "wrong_password", "The password is not right."),
            Self::Forbidden => (S::FORBIDDEN, "forbidden", "Your role does not allow this."),
            Self::ProofRequired => (S::FORBIDDEN, "proof_required", "Please enter your password again."),
            Self::CrossSite => (S::FORBIDDEN, "cross_site", "The request did not come from this site."),
            Self::NotFound => (S::NOT_FOUND, "not_found", "This was not found."),
            Self::LinkInvalid => {
                (S::NOT_FOUND, "link_invalid", "This link is invalid or has expired. Please ask for a new one.")
            }
            // The specification's words (section 8).
            Self::ConsentLinkInvalid => (
                S::NOT_FOUND,
                "link_invalid",
                "This consent link is invalid or has expired. Please contact the clinic for a new link.",
            ),
            Self::NoSuchClinic => (S::NOT_FOUND, "no_such_clinic", "Clinic not found"),
            Self::ClinicSuspended => (S::FORBIDDEN, "clinic_suspended", "This clinic is suspended."),
            Self::Misdirected => (S::MISDIRECTED_REQUEST, "misdirected", "The address is not valid."),
            Self::MethodNotAllowed { .. } => {
                (S::METHOD_NOT_ALLOWED, "method_not_allowed", "This is not possible here.")
            }
            Self::Conflict { code, sentence } => return (S::CONFLICT, code, sentence.clone()),
            Self::Unconfirmed(_) => (S::CONFLICT, "unconfirmed", "Please look at this before it is saved."),
            Self::SeriesConflicts(_) => {
                (S::CONFLICT, "series_conflicts", "Some of these dates are not free. Nothing was booked.")
            }
            Self::Refused { code, sentence } => (S::FORBIDDEN, *code, *sentence),
            Self::Stale => (S::PRECONDITION_FAILED, "stale", "Somebody else has changed this in the meantime."),
            Self::KeyReused => (
                S::UNPROCESSABLE_ENTITY,
                "key_reused",
                "This was sent before with other entries. Please save it again.",
            ),
            Self::Repeated(_) => (S::CONFLICT, "repeated", "This was done before."),
            Self::PlanLimit { code, sentence } => (S::PAYMENT_REQUIRED, *code, *sentence),
            Self::BadSignature => (S::BAD_REQUEST, "bad_signature", "The signature is not right."),
            // The specification's words (section 8).
            Self::CheckoutFailed { is_off: true } => {
                (S::SERVICE_UNAVAILABLE, "billing_off", "Failed to start checkout. Please try again.")
            }
            Self::CheckoutFailed { is_off: false } => {
                (S::BAD_GATEWAY, "checkout_failed", "Failed to start checkout. Please try again.")
            }
            Self::Upstream(_) => {
                (S::BAD_GATEWAY, "out_of_reach", "Stripe cannot be reached just now. Please try again in a moment.")
            }
            Self::TooLarge => (S::PAYLOAD_TOO_LARGE, "too_large", "This is too large to be saved."),
            Self::NotJsonType => (S::UNSUPPORTED_MEDIA_TYPE, "not_json_type", "The request must be JSON."),
            Self::Invalid(_) => (S::UNPROCESSABLE_ENTITY, "invalid", "Some entries need another look."),
            Self::TooMany { .. } => {
                (S::TOO_MANY_REQUESTS, "too_many_requests", "Too many requests. Please wait a moment.")
            }
            Self::Unavailable => {
                (S::SERVICE_UNAVAILABLE, "unavailable", "The service is busy. Please try again in a moment.")
            }
            Self::PrintingNotReady => (
                S::SERVICE_UNAVAILABLE,
                "printing_not_ready",
                "Printing is not ready yet. Please try again in a few minutes.",
            ),
            Self::NoSpare => (
                S::SERVICE_UNAVAILABLE,
                "no_spare",
                "A place for your clinic is just being prepared. Please try again in half a minute.",
            ),
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
            Self::NoSpare | Self::PrintingNotReady => Some(30),
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

/// Logs only the kind of a database error: its text can hold a row's values.
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
