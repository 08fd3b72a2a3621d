//! Reports of the mail provider about the delivery of mails (infra/docs/messages.md): delivered, returned, reported as unwanted. The
//! deployment has one address for them; the mail's own id names the clinic and the message. The signature is the credential.
//! Every authentic report gets the same answer, whether or not it changes anything.

mod report;
mod signature;

pub(super) use report::reference;
pub use signature::sign;

use std::sync::Arc;

use axum::{
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode},
};
use utoipa_axum::{router::OpenApiRouter, routes};

use base::error::{Error, Result};
use config::mail_reports::ReportKey;
use http_api::{BAD_SIGNATURE, state::App};
use report::Report;
use tenancy::{Done, Platform, enter_for_audited_job};

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

/// Receives a report about a mail to a patient, signed as by Standard Webhooks. The signature over the raw body is the
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
        return Err(BAD_SIGNATURE.into());
    };
    let Some(report) = Report::read(&body) else {
        tracing::warn!(bytes = body.len(), "an authentic report about a mail says nothing that is known");
        return Ok(platform.done(StatusCode::NO_CONTENT));
    };
    let entered = match enter_for_audited_job(&app.tenants.db, report.clinic).await {
        Ok(entered) => entered,
        Err(Error::NoSuchClinic | Error::ClinicSuspended) => return Ok(platform.done(StatusCode::NO_CONTENT)),
        // The provider repeats the report.
        Err(error) => return Err(error),
    };
    if report.apply(&entered.tx, id, platform.now).await? {
        if report.is_our_fault() {
            // Mails of every clinic would come back for the same reason. This count alerts the operator of the service.
            tracing::error!(clinic.id = %report.clinic, "a mail was refused because of who sent it");
            app.metrics().mail_refused();
        }
        entered.commit_report(platform.origin()).await?;
    }
    Ok(platform.done(StatusCode::NO_CONTENT))
}
