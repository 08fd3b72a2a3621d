//! Every refusal of a request by a member or with a token leaves an audit row. It is written here and not in the
//! handlers, so that a new rule is covered as well.
//!
//! The row names what was requested, never what exists: for a record that does not exist, or that another clinic has,
//! it holds the requested id. It is written in a short transaction of its own, because the request's transaction is
//! rolled back. Only authenticated members leave such rows, within their rate limits, so that they cannot fill the
//! disk faster than ordinary reads do.

use std::{collections::HashMap, sync::Arc};

use axum::{
    extract::{MatchedPath, Query, Request, State},
    http::{StatusCode, Uri},
    middleware::Next,
    response::{IntoResponse, Response},
};
use entity::words::Outcome;

use super::{
    Clinic, Subject,
    audit::{self, Origin},
    context::TenantState,
};
use crate::public_access::enter_unauthenticated;
use base::error::Result;

/// Writes the audit row of a refusal that has none yet. If the row cannot be written, the refusal is not sent either.
pub async fn note_refusals(State(state): State<TenantState>, request: Request, next: Next) -> Response {
    let clinic = request.extensions().get::<Arc<Clinic>>().cloned();
    let origin = request.extensions().get::<Origin>().cloned();
    let (Some(clinic), Some(origin)) = (clinic, origin) else { return next.run(request).await };
    let route = request.extensions().get::<MatchedPath>().cloned();
    let uri = request.uri().clone();
    let response = next.run(request).await;
    let audited = is_audited(response.status(), &origin.audit_action)
        // FHIR refuses with these statuses what the other calls refuse with 422.
        || (origin.trail.is_token() && matches!(response.status(), StatusCode::BAD_REQUEST | StatusCode::NOT_ACCEPTABLE));
    if !audited || origin.trail.is_written() {
        return response;
    }
    let named = named_in(&uri, route.as_ref().map_or("", MatchedPath::as_str), origin.reads_only);
    match write(&state, &clinic, &origin, named).await {
        Ok(()) => response,
        Err(error) => error.into_response(),
    }
}

/// Whether a refusal is recorded: every action that a member may not do, and failures on records. An invalid form
/// about one's own sign-in is not recorded.
fn is_audited(status: StatusCode, action: &str) -> bool {
    match status {
        StatusCode::FORBIDDEN => true,
        StatusCode::NOT_FOUND
        | StatusCode::CONFLICT
        | StatusCode::PRECONDITION_FAILED
        | StatusCode::UNPROCESSABLE_ENTITY => action != "-" && !action.starts_with("auth."),
        _ => false,
    }
}

async fn write(state: &TenantState, clinic: &Clinic, origin: &Origin, named: Subject) -> Result<()> {
    let Some(actor) = origin.trail.actor() else { return Ok(()) };
    let subject = match origin.trail.patient() {
        Some(patient) => named.with_patient(patient),
        None => named,
    };
    let tx = enter_unauthenticated(&state.db, clinic).await?;
    Ok(audit::commit(tx, origin, actor, Outcome::Denied, subject).await?)
}

/// The ids in the path, by the names in its template.
fn named_in(uri: &Uri, template: &str, reads: bool) -> Subject {
    // This path holds a patient's id when read and an estimate's id when changed.
    let is_patient = template.starts_with("/api/patients/")
        || template.starts_with("/api/fhir/r4/Patient/")
        || (reads && template == "/api/gfe-estimate/{id}");
    let mut subject = Subject::nobody();
    for (part, name) in uri.path().split('/').zip(template.split('/')) {
        let Ok(id) = part.parse::<i64>() else { continue };
        match name {
            "{patientId}" => subject = subject.with_patient(id.into()),
            "{id}" | "{other}" if is_patient => subject = subject.with_patient(id.into()),
            // A number within the record, not an id.
            "{version}" => {}
            name if name.starts_with('{') => subject = subject.and(id),
            _ => {}
        }
    }
    let query = Query::<HashMap<String, String>>::try_from_uri(uri).unwrap_or_default();
    let patient = query.get("patientId").or(query.get("patient")).map(|id| id.strip_prefix("Patient/").unwrap_or(id));
    match patient.and_then(|id| id.parse().ok()) {
        Some(patient) => subject.with_patient(patient),
        None => subject,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_names_its_subject() {
        let named = |uri: &str, template: &str| named_in(&uri.parse().unwrap(), template, true);
        assert_eq!(named("/api/patients/7", "/api/patients/{id}"), Subject::patient(7.into()));
        assert_eq!(named("/api/gfe/7", "/api/gfe/{patientId}"), Subject::patient(7.into()));
        assert_eq!(named("/api/gfe-estimate/7", "/api/gfe-estimate/{id}"), Subject::patient(7.into()));
        let changed = named_in(&"/api/gfe-estimate/7".parse().unwrap(), "/api/gfe-estimate/{id}", false);
        assert_eq!(changed, Subject::object(7));
        assert_eq!(named("/api/team/7/invite", "/api/team/{id}/invite"), Subject::object(7));
        let version = "/api/gfe-estimate/{id}/versions/{version}";
        assert_eq!(named("/api/gfe-estimate/7/versions/2", version), Subject::object(7));
        let pair = Subject::patient(7.into()).with_patient(9.into());
        assert_eq!(named("/api/patients/7/merge/9", "/api/patients/{id}/merge/{other}"), pair);
        let note = Subject::patient(7.into()).and(9);
        assert_eq!(named("/api/patients/7/notes/9", "/api/patients/{id}/notes/{note}"), note);
        assert_eq!(named("/api/treatments?patientId=7&limit=2", "/api/treatments"), Subject::patient(7.into()));
        assert_eq!(named("/api/fhir/r4/Patient/7", "/api/fhir/r4/Patient/{id}"), Subject::patient(7.into()));
        assert_eq!(named("/api/fhir/r4/Consent?patient=Patient/7", "/api/fhir/r4/Consent"), Subject::patient(7.into()));
        assert_eq!(named("/api/treatments?patientId=x", "/api/treatments"), Subject::nobody());
        assert_eq!(named("/api/patients/7x", "/api/patients/{id}"), Subject::nobody());
    }
}
