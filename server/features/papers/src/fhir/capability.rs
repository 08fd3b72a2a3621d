//! What this server can do, for programs that ask before they call (FHIR's `CapabilityStatement`). It contains no clinic data.

use entity::words::ApiScope;
use sea_orm::Iterable;
use serde_json::{Value, json};

use super::{appointment, consent, observation, patient, practitioner, procedure};

/// The day of the last change to this statement.
const AS_OF: &str = "2026-11-24";

/// The search parameters of a kind of resource, each with its type in FHIR.
fn parameters(kind: ApiScope) -> Vec<(&'static str, &'static str)> {
    let names: &[&str] = match kind {
        ApiScope::Patient => &patient::PARAMETERS,
        ApiScope::Practitioner => &practitioner::PARAMETERS,
        ApiScope::Appointment => &appointment::PARAMETERS,
        ApiScope::Consent => &consent::PARAMETERS,
        ApiScope::Procedure => &procedure::PARAMETERS,
        ApiScope::Observation => &observation::PARAMETERS,
    };
    let typed = |name: &&'static str| {
        let kind = match *name {
            "name" | "family" | "given" => "string",
            "birthdate" | "date" => "date",
            "patient" | "subject" => "reference",
            _ => "token",
        };
        (*name, kind)
    };
    names.iter().map(typed).collect()
}

fn resource(kind: ApiScope) -> Value {
    let parameters: Vec<_> =
        parameters(kind).into_iter().map(|(name, kind)| json!({ "name": name, "type": kind })).collect();
    let mut resource = json!({
        "type": kind.as_str(),
        "interaction": [{ "code": "read" }, { "code": "search-type" }],
        "versioning": "no-version",
        "searchParam": parameters,
    });
    if kind == ApiScope::Patient {
        let definition = "http://hl7.org/fhir/OperationDefinition/Patient-everything";
        resource["operation"] = json!([{ "name": "everything", "definition": definition }]);
    }
    resource
}

/// The statement of the server at this address.
pub fn statement(base: &str) -> Value {
    json!({
        "resourceType": "CapabilityStatement",
        "status": "active",
        "date": AS_OF,
        "kind": "instance",
        "software": { "name": "Celadon", "version": env!("CARGO_PKG_VERSION") },
        "implementation": { "description": "Read access to a clinic's records", "url": base },
        "fhirVersion": "4.0.1",
        "format": ["application/fhir+json"],
        "rest": [{
            "mode": "server",
            "security": {
                "cors": false,
                "description": "A token that the clinic's owner has made, sent as 'Authorization: Bearer TOKEN'",
            },
            "resource": ApiScope::iter().map(resource).collect::<Vec<_>>(),
        }],
    })
}
