//! What becomes of mails, as whoever runs the service has its mail provider report it (infra/docs/messages.md): delivered, returned,
//! reported as unwanted. There is one address for the whole deployment; the mail's own id names the clinic and the message. The
//! signature is the credential. A report that is authentic is answered alike whether or not it changes anything.

mod report;
mod signature;

use std::sync::Arc;

use axum::{
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode},
};
use report::Report;
pub(super) use report::reference;
#[cfg(test)]
pub(super) use signature::sign;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::foundation::{
    config::mail_reports::ReportKey,
    error::{Error, Result},
    state::App,
    tenancy::{Done, Platform, enter_for_audited_job},
};

pub fn platform_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(receive_mail_report))
}

/// The keys with which reports are signed. A part of the server's state.
pub struct MailReports {
    keys: Arc<[ReportKey]>,
}

impl MailReports {
    pub fn new(keys: &[ReportKey]) -> Self {
        Self { keys: keys.into() }
    }
}

/// Receives what became of a mail to a patient, signed as Standard Webhooks are. The signature over the raw body is the
/// credential.
#[utoipa::path(post, path = "/api/messages/mail/webhook", tag = "platform",
    request_body(content = String, content_type = "application/json"), responses((status = NO_CONTENT)))]
async fn receive_mail_report(
    platform: Platform,
    State(app): State<App>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Done<StatusCode>> {
    // Without keys no signature is valid.
    let Some(id) = signature::verify(&app.part::<MailReports>().keys, &headers, &body, platform.now.timestamp()) else {
        tracing::warn!(bytes = body.len(), "a report about a mail was refused");
        return Err(Error::BadSignature);
    };
    let Some(report) = Report::read(&body) else {
        tracing::warn!(bytes = body.len(), "an authentic report about a mail says nothing that is known");
        return Ok(platform.done(StatusCode::NO_CONTENT));
    };
    let entered = match enter_for_audited_job(&app.tenants.db, report.clinic).await {
        Ok(entered) => entered,
        Err(Error::NoSuchClinic | Error::ClinicSuspended) => return Ok(platform.done(StatusCode::NO_CONTENT)),
        // The provider tries again.
        Err(error) => return Err(error),
    };
    if report.apply(&entered.tx, id, platform.now).await? {
        entered.commit_report(platform.origin()).await?;
    }
    Ok(platform.done(StatusCode::NO_CONTENT))
}
