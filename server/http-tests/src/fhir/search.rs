//! Searching: parameters, pages and refusals.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use super::{clinic, ids, next, pages, patient, read, refused};
use crate::testing::{Server, factories};

#[tokio::test]
async fn patients_are_found_by_each_parameter() {
    let (clinic, owner, program) = clinic().await;
    let born = json!({ "birth_date": "1985-03-14", "email": "Nora@Example.com", "phone": "(555) 010-1234" });
    let nora = patient(&owner, "Nora", "Lindqvist", born).await;
    let zoe = patient(&owner, "Zoë", "Øberg", json!({ "birth_date": "1990-06-01" })).await;
    let preferred = json!({ "preferred_name": "Lindy" });
    owner.patch(&format!("/api/patients/{zoe}"), preferred).await.expect(StatusCode::OK);
    let origin = clinic.origin();
    let found = async |query: &str| ids(&read(&program, &format!("Patient?{query}")).await);
    let (nora, zoe) = (nora.to_string(), zoe.to_string());
    for (query, expected) in [
        ("name=lind", vec![&nora, &zoe]),
        ("name=nora%20lind", vec![&nora]),
        ("name=indqvist", vec![]),
        ("family=LIND", vec![&nora]),
        ("family=oberg", vec![&zoe]),
        ("given=zoe", vec![&zoe]),
        ("given=lindy", vec![]),
        ("family=%25", vec![]),
        ("birthdate=1985-03-14", vec![&nora]),
        ("birthdate=ge1986", vec![&zoe]),
        ("birthdate=1990-06", vec![&zoe]),
        ("birthdate=ge1985&birthdate=lt1990-06-01", vec![&nora]),
        ("phone=5550101234", vec![&nora]),
        ("phone=%2B1-555-010-1234", vec![&nora]),
        ("email=nora@example.com", vec![&nora]),
        ("email=nora@example", vec![]),
        (&*format!("_id={nora},{zoe}"), vec![&nora, &zoe]),
        ("_id=x", vec![]),
        (&*format!("identifier={zoe}"), vec![&zoe]),
        (&*format!("identifier={origin}|{zoe}"), vec![&zoe]),
        (&*format!("identifier=http://elsewhere.example|{zoe}"), vec![]),
        ("family=lind&given=zoe", vec![]),
    ] {
        assert_eq!(found(query).await.iter().collect::<Vec<_>>(), expected, "{query}");
    }
}

#[tokio::test]
async fn a_search_is_paged_by_its_links_and_no_patient_is_missed_or_doubled() {
    let (clinic, owner, program) = clinic().await;
    let mut made = Vec::new();
    for number in 0..5 {
        made.push(patient(&owner, "Ann", &format!("Berg{number}"), json!({})).await.to_string());
    }
    let pages = pages(&clinic, &program, "Patient?given=ann&_count=2").await;
    assert_eq!(pages.iter().map(|page| ids(page).len()).collect::<Vec<_>>(), [2, 2, 1]);
    assert_eq!(pages.iter().flat_map(ids).collect::<Vec<_>>(), made);
    assert!(pages.iter().all(|page| page["total"] == Value::Null), "{pages:?}");
    let whole = read(&program, "Patient?given=ann").await;
    assert_eq!((&whole["type"], &whole["total"], next(&whole)), (&json!("searchset"), &json!(5), None));
    assert_eq!(whole["entry"][0]["fullUrl"], format!("{}/api/fhir/r4/Patient/{}", clinic.origin(), made[0]));
    let empty = read(&program, "Patient?given=nobody").await;
    assert_eq!((&empty["total"], &empty["entry"]), (&json!(0), &Value::Null), "an empty list is left out");
}

#[tokio::test]
async fn the_link_to_itself_shows_what_was_used_and_strict_clients_are_refused() {
    let (clinic, _, program) = clinic().await;
    let bundle = read(&program, "Patient?given=ann&favourite=blue&_count=500").await;
    let own = format!("{}/api/fhir/r4/Patient?given=ann&_count=100", clinic.origin());
    assert_eq!(bundle["link"][0], json!({ "relation": "self", "url": own }));
    let mut strict = program.request(Method::GET, "/api/fhir/r4/Patient?favourite=blue", None);
    strict.headers_mut().insert("prefer", "handling=strict".parse().unwrap());
    refused(program.send(strict).await, StatusCode::BAD_REQUEST, "not-supported");
}

#[tokio::test]
async fn a_parameter_that_cannot_be_read_is_refused() {
    let (_, _, program) = clinic().await;
    for query in [
        "Patient?birthdate=x",
        "Patient?birthdate=2026-01-01T10:00Z",
        "Patient?_count=0",
        "Patient?_count=many",
        "Patient?_after=x",
        "Patient?name=%00",
        "Appointment?patient=x",
        "Appointment?date=2026-13",
        "Observation?date=ap2026",
    ] {
        refused(program.get(&format!("/api/fhir/r4/{query}")).await, StatusCode::BAD_REQUEST, "invalid");
    }
    for query in ["Patient?name:exact=Ann", "Appointment?patient.name=Ann"] {
        refused(program.get(&format!("/api/fhir/r4/{query}")).await, StatusCode::BAD_REQUEST, "not-supported");
    }
}

/// The standard's own parameter for the patient was ignored as unknown, and the answer had six other people's vitals.
#[tokio::test]
async fn a_search_for_one_patient_answers_no_other_ones_whatever_the_parameter_is_called() {
    let (_, owner, program) = clinic().await;
    let mut patients = Vec::new();
    for _ in 0..2 {
        let patient = factories::cleared_patient(&owner).await;
        factories::treatment(&owner, patient).await;
        owner.post("/api/appointments", factories::appointment(patient)).await.expect(StatusCode::CREATED);
        factories::consent(&owner, patient).await;
        patients.push(patient);
    }
    let [one, other] = patients[..] else { unreachable!() };
    for kind in ["Observation", "Procedure", "Consent", "Appointment"] {
        let by_patient = ids(&read(&program, &format!("{kind}?patient={one}")).await);
        for subject in [one.to_string(), format!("Patient/{one}")] {
            let bundle = read(&program, &format!("{kind}?subject={subject}")).await;
            assert_eq!(ids(&bundle), by_patient, "{kind}");
            assert!(bundle["link"][0]["url"].as_str().unwrap().contains("subject="), "{bundle}");
        }
        refused(
            program.get(&format!("/api/fhir/r4/{kind}?patient={one}&subject={other}")).await,
            StatusCode::BAD_REQUEST,
            "invalid",
        );
        for unknown in ["Patient", "patientId", "actor", "beneficiary", "subject:Patient", "subject.identifier"] {
            let answer = program.get(&format!("/api/fhir/r4/{kind}?{unknown}={one}")).await;
            refused(answer, StatusCode::BAD_REQUEST, "not-supported");
        }
        let answer = program.get(&format!("/api/fhir/r4/{kind}?about=Patient/{one}")).await;
        refused(answer, StatusCode::BAD_REQUEST, "not-supported");
    }
    for path in [format!("Patient?subject={one}"), format!("Patient/{one}/$everything?patient={other}")] {
        refused(program.get(&format!("/api/fhir/r4/{path}")).await, StatusCode::BAD_REQUEST, "not-supported");
    }
}

#[tokio::test]
async fn only_json_is_served() {
    let (_, owner, program) = clinic().await;
    let id = factories::patient(&owner).await;
    let path = format!("/api/fhir/r4/Patient/{id}");
    let asked = async |accept: &str, query: &str| {
        let mut request = program.request(Method::GET, &format!("{path}{query}"), None);
        request.headers_mut().insert("accept", accept.parse().unwrap());
        program.send(request).await
    };
    assert_eq!(
        asked("application/fhir+json", "").await.headers["content-type"],
        "application/fhir+json; charset=utf-8"
    );
    asked("application/fhir+xml", "?_format=json").await.expect(StatusCode::OK);
    refused(asked("application/fhir+xml", "").await, StatusCode::NOT_ACCEPTABLE, "not-supported");
    refused(asked("*/*", "?_format=xml").await, StatusCode::NOT_ACCEPTABLE, "not-supported");
}

#[tokio::test]
async fn missing_resources_and_unsupported_calls_are_answered_with_an_outcome() {
    let (_, _, program) = clinic().await;
    for path in
        ["Patient/999", "Patient/x", "Patient/999/$everything", "Consent/999", "Observation/999-1", "Observation/x"]
    {
        refused(program.get(&format!("/api/fhir/r4/{path}")).await, StatusCode::NOT_FOUND, "not-found");
    }
    refused(program.get("/api/fhir/r4/Claim").await, StatusCode::NOT_FOUND, "not-found");
    let mut write = program.request(Method::POST, "/api/fhir/r4/Patient", Some(&json!({ "resourceType": "Patient" })));
    write.headers_mut().insert("content-type", "application/fhir+json".parse().unwrap());
    let answer = program.send(write).await;
    assert_eq!(answer.headers["allow"], "GET,HEAD");
    refused(answer, StatusCode::METHOD_NOT_ALLOWED, "not-supported");
    // Other paths keep their usual failures.
    program.get("/api/fhir").await.refused(StatusCode::NOT_FOUND, "not_found");
}

#[tokio::test]
async fn records_are_searched_by_patient_and_date_in_the_clinics_own_zone() {
    let (clinic, owner, program) = clinic().await;
    let (ann, bo) = (factories::patient(&owner).await, factories::patient(&owner).await);
    let book = async |patient: i64, time: &str| {
        let mut new = factories::appointment(patient);
        new["appointment_time"] = json!(time);
        factories::id(&owner.post("/api/appointments", new).await.expect(StatusCode::CREATED)).to_string()
    };
    // In New York; in UTC the second one is on the next day.
    let early = book(ann, "2027-03-01T09:00").await;
    let late = book(ann, "2027-03-01T21:00").await;
    let other = book(bo, "2027-03-02T09:00").await;
    let found = async |query: &str| ids(&read(&program, &format!("Appointment?{query}")).await);
    assert_eq!(found("date=2027-03-01").await, [&*early, &late]);
    assert_eq!(found("date=ge2027-03-02").await, [&*other]);
    assert_eq!(found("date=gt2027-03-01T14:00Z&date=le2027-03-02").await, [&*late, &other]);
    assert_eq!(found(&format!("patient={ann}")).await, [&*early, &late]);
    assert_eq!(found(&format!("patient=Patient/{bo}")).await, [&*other]);
    assert_eq!(found(&format!("_id={early},{other}")).await, [&*early, &other]);
    assert_eq!(found("patient=999").await, Vec::<String>::new());
    let _ = clinic;
}

#[tokio::test]
async fn another_clinics_patient_has_no_records_here() {
    let server = Server::new();
    let (here, there) = (server.clinic().await, server.clinic().await);
    let (mine, theirs) = (here.owner().await, there.owner().await);
    let foreign = factories::cleared_patient(&theirs).await;
    factories::treatment(&theirs, foreign).await;
    let (_, secret) = factories::api_token(&mine).await;
    let program = here.anonymous().with_api_token(&secret);
    for kind in ["Appointment", "Consent", "Procedure", "Observation"] {
        assert_eq!(read(&program, &format!("{kind}?patient={foreign}")).await["total"], 0, "{kind}");
    }
    assert_eq!(read(&program, &format!("Patient?_id={foreign}")).await["total"], 0);
}

#[tokio::test]
async fn the_capabilities_are_shown_without_a_token_and_name_every_parameter() {
    let (clinic, ..) = clinic().await;
    let body = read(&clinic.anonymous(), "metadata").await;
    assert_eq!((&body["resourceType"], &body["fhirVersion"]), (&json!("CapabilityStatement"), &json!("4.0.1")));
    assert_eq!(body["implementation"]["url"], format!("{}/api/fhir/r4", clinic.origin()));
    let document = serde_json::to_value(server::app::document()).unwrap();
    for resource in body["rest"][0]["resource"].as_array().unwrap() {
        let kind = resource["type"].as_str().unwrap();
        let named = |list: &Value| -> Vec<String> {
            list.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
        };
        let mut documented = named(&document["paths"][format!("/api/fhir/r4/{kind}")]["get"]["parameters"]);
        documented.retain(|name| name != "_count");
        assert_eq!(named(&resource["searchParam"]), documented, "{kind}");
    }
}
