//! A clinic with one of everything, and each call of the API for it. Tests that cover every route and role are
//! generated from this list.

use axum::http::Method;
use sea_orm::Iterable;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Client, PASSWORD, Server, TestClinic};
use crate::{
    features::{documents::plant_documents, online_booking::plant_hold},
    foundation::permission::Role,
    testing::factories,
};

/// A clinic with one of everything.
pub struct World {
    pub clinic: TestClinic,
    pub owner: Client,
    pub patient: i64,
    /// Another patient of the same name and birth date.
    pub twin: i64,
    /// A patient into whose record `absorbed` was merged, and a third record of that person.
    pub survivor: i64,
    pub absorbed: i64,
    pub double: i64,
    pub note: i64,
    pub exam: i64,
    pub treatment: i64,
    /// Treatments of a colleague: one to return, one that was returned, one to approve; and one of the owner's that was returned.
    pub reviewed: [i64; 4],
    /// Days on which a director is away.
    pub absence: i64,
    /// An adverse event that a colleague has reported.
    pub adverse_event: i64,
    /// The protocol of a service, its version that a colleague has signed, and two drafts.
    pub protocol: [i64; 4],
    /// Records that were opened by emergency access: by a colleague, and by the owner.
    pub emergencies: [i64; 2],
    pub template: i64,
    pub consent: i64,
    pub token: String,
    /// A signed consent with its copy, and the token of its link.
    pub signed: i64,
    pub signed_token: String,
    pub member: i64,
    pub exam_template: i64,
    pub estimate: i64,
    /// Issued, with a PDF, the token of its link and a question about it.
    pub issued_estimate: (i64, String, i64),
    pub subscription: i64,
    /// An entry of the patient's points, who has many.
    pub loyalty_entry: i64,
    /// What a service earns.
    pub point_rule: i64,
    pub support: i64,
    pub mail: i64,
    /// A printed record and an export of the owner's.
    pub document: i64,
    pub export: i64,
    /// An import whose file is being sent.
    pub import: i64,
    /// Another session of the owner's.
    pub session: Uuid,
    /// The services that can be chosen; one that is retired, and one that nothing was recorded with.
    pub services: Vec<i64>,
    pub retired_service: i64,
    pub unused_service: i64,
    pub appointment: i64,
    /// The token of a link by which its patient answers.
    pub visit_link: String,
    /// An appointment that a patient has asked for online, and one that is declined.
    pub requests: [i64; 2],
    /// The token of a time that a visitor of the booking page holds.
    pub hold: String,
    /// The link of the owner's own calendar.
    pub calendar: String,
    /// Days on which the clinic is closed, a time that is kept free, and a room.
    pub closure: i64,
    pub block: i64,
    pub resource: i64,
    /// Somebody who waits for a time.
    pub waitlist_entry: i64,
    /// A visit after which it is time for the next one.
    pub completed: i64,
    /// The clock of a question of the patient, and a charge of theirs.
    pub estimate_clock: i64,
    pub charge: i64,
    /// What is to be done after it.
    pub follow_up: i64,
    /// A message about it that failed.
    pub failed_message: i64,
    /// A token for everything, with which the owner's client makes FHIR calls, and its secret.
    pub api_token: i64,
    pub api_secret: String,
}

/// A call with all values filled in.
#[derive(Debug, Clone)]
pub struct Call {
    pub method: Method,
    /// The template in the matrix and the `OpenAPI` document.
    pub template: &'static str,
    pub path: String,
    pub body: Option<Value>,
}

/// The services of the catalogue, and beside them one that is retired and one that nothing uses.
async fn catalogue(owner: &Client) -> (Vec<i64>, i64, i64) {
    let unused = json!({ "name": "Chemical Peel", "minutes": 30 });
    let unused = owner.post("/api/services", unused).await.expect(axum::http::StatusCode::CREATED);
    let unused_service = factories::id(&unused);
    let retired = json!({ "name": "Microdermabrasion", "minutes": 30 });
    let retired = owner.post("/api/services", retired).await.expect(axum::http::StatusCode::CREATED);
    let retired_service = factories::id(&retired);
    let answer = owner.post_nothing(&format!("/api/services/{retired_service}/retire")).await;
    answer.expect(axum::http::StatusCode::OK);
    let services = owner.get("/api/services").await.expect(axum::http::StatusCode::OK);
    let services = services.as_array().unwrap().iter().map(factories::id).collect();
    (services, retired_service, unused_service)
}

/// Signs a consent without its page, and has its copy.
async fn issued_estimate(clinic: &TestClinic, owner: &Client, patient: i64) -> (i64, String, i64) {
    let (estimate, token) = factories::issued_estimate(owner, patient).await;
    let file = format!(
        "insert into {{}}.estimate_file (issue_id, sha256, file)
         select id, sha256('%PDF-1.7'), '%PDF-1.7' from {{}}.estimate_issue where estimate_id = {estimate}"
    );
    clinic.plant(&file).await;
    let question = clinic.first_id + 920_000;
    let asked = format!(
        "insert into {{}}.estimate_question (id, issue_id, asked_at, question, ip, user_agent)
         overriding system value select {question}, id, issued_at, 'Is the numbing cream in it?', '192.0.2.10', 'planted'
         from {{}}.estimate_issue where estimate_id = {estimate}"
    );
    clinic.plant(&asked).await;
    (estimate, token, question)
}

async fn plant_copy(clinic: &TestClinic, consent: i64) {
    let signature = format!(
        "insert into {{}}.consent_signature (consent_id, signed_at, body_sha256, ip, user_agent)
         select id, issued_at, body_sha256, '192.0.2.10', 'planted' from {{}}.consent where id = {consent}"
    );
    clinic.plant(&signature).await;
    let copy = format!(
        "insert into {{}}.consent_copy (consent_id, sha256, file) values ({consent}, sha256('%PDF-1.7'), '%PDF-1.7')"
    );
    clinic.plant(&copy).await;
}

/// The copies of what was signed.
async fn plant_signed_copies(clinic: &TestClinic, treatment: i64, exam: i64, estimate: i64) {
    let copies = format!(
        "insert into {{}}.signed_copy (kind, treatment_id, exam_id, estimate_id, sha256, file) values
            ('treatment', {treatment}, null, null, sha256('%PDF-1.7'), '%PDF-1.7'),
            ('exam', null, {exam}, null, sha256('%PDF-1.8'), '%PDF-1.8'),
            ('estimate', null, null, {estimate}, sha256('%PDF-1.9'), '%PDF-1.9')"
    );
    clinic.plant(&copies).await;
}

/// An appointment, days on which the clinic is closed, a time that is kept free, a room, and somebody who waits.
async fn planned(owner: &Client, patient: i64) -> [i64; 5] {
    let mut ids = [0; 5];
    let calls = [
        ("/api/appointments", factories::later_appointment(patient)),
        ("/api/schedule/closures", factories::closure()),
        ("/api/schedule/blocks", factories::block()),
        ("/api/schedule/resources", json!({ "name": "Room 1", "kind": "Room" })),
        ("/api/waitlist", factories::waitlist_entry(patient)),
    ];
    for (id, (path, body)) in ids.iter_mut().zip(calls) {
        *id = factories::id(&owner.post(path, body).await.expect(axum::http::StatusCode::CREATED));
    }
    ids
}

/// A completed visit a month ago, of a service that reminds of the next one after four weeks, what is to be done after it, and a
/// message about it that failed, all of the same id.
async fn completed_visit(clinic: &TestClinic, patient: i64, service: i64) -> i64 {
    let id = clinic.first_id + 920_000;
    let said = format!(
        "insert into {{}}.service_message (service_id, reminder, recall_weeks, version, updated_at, updated_by, updated_by_name)
         select {service}, true, 4, 1, now(), min(id), 'Olive Owner' from {{}}.member"
    );
    clinic.plant(&said).await;
    let visit = format!(
        "insert into {{}}.appointment
            (id, patient_id, service, service_id, starts_at, ends_at, allow_overlap, created_at, status, status_at, version)
         select {id}, {patient}, name, id, now() - interval '30 days', now() - interval '30 days' + interval '30 minutes', false,
            now(), 'Completed', now(), 1
         from {{}}.service where id = {service}"
    );
    clinic.plant(&visit).await;
    let follow_up = format!(
        "insert into {{}}.follow_up (id, patient_id, appointment_id, service, due_on, created_at, updated_at)
         values ({id}, {patient}, {id}, 'Botox', current_date, now(), now())"
    );
    clinic.plant(&follow_up).await;
    let message = format!(
        "insert into {{}}.message
            (id, patient_id, appointment_id, kind, channel, status, reason, occasion, starts_at, due_at, claimed_at, created_at)
         values ({id}, {patient}, {id}, 'recall', 'email', 'Failed', 'interrupted', 0, now() - interval '30 days', now(), now(), now())"
    );
    clinic.plant(&message).await;
    id
}

/// Treatments like this one, three of a colleague and one of the owner's own, and days on which a director is away.
async fn plant_reviews(clinic: &TestClinic, treatment: i64, colleague: i64) -> ([i64; 4], i64) {
    let ids = [0, 1, 2, 3].map(|place| clinic.first_id + 930_000 + place);
    for (id, provider) in ids.into_iter().zip([
        colleague.to_string(),
        colleague.to_string(),
        colleague.to_string(),
        "provider_id".to_owned(),
    ]) {
        let like = format!(
            "insert into {{}}.treatment (id, patient_id, exam_id, provider_id, treatment_type, areas, notes, units, lot,
                provider_signature, provider_signature_sha256, created_at, signer)
             select {id}, patient_id, exam_id, {provider}, treatment_type, areas, notes, units, lot,
                provider_signature, provider_signature_sha256, created_at, signer
             from {{}}.treatment where id = {treatment}"
        );
        clinic.plant(&like).await;
    }
    for id in [ids[1], ids[3]] {
        let returned = format!(
            "insert into {{}}.treatment_return (id, treatment_id, number, director_id, comment, returned_at, signer, content_digest)
             select {id}, {id}, 1, {colleague}, 'Which lot?', now(), signer, content_digest from {{}}.treatment where id = {treatment}"
        );
        clinic.plant(&returned).await;
    }
    let absence = clinic.first_id + 930_004;
    let away = format!(
        "insert into {{}}.director_absence (id, director_id, alternate_id, from_day, to_day, added_by, added_at)
         select {absence}, id, {colleague}, current_date + 30, current_date + 31, id, now() from {{}}.member where is_owner"
    );
    clinic.plant(&away).await;
    (ids, absence)
}

/// An adverse event after this treatment, which a colleague has reported.
async fn plant_adverse_event(clinic: &TestClinic, treatment: i64, colleague: i64) -> i64 {
    let id = clinic.first_id + 935_000;
    let event = format!(
        "insert into {{}}.adverse_event (id, patient_id, treatment_id, began_on, kind, details, severity, action, reported_by,
            reported_at, signer, content_digest)
         select {id}, patient_id, id, current_date - 1, 'nodule', 'A lump', 'mild', 'Massage', {colleague}, now(), signer, content_digest
         from {{}}.treatment where id = {treatment}"
    );
    clinic.plant(&event).await;
    id
}

/// The clock of a question, a charge of no visit, and a dispute of a completed one.
async fn plant_charges(clinic: &TestClinic, patient: i64, completed: i64, colleague: i64) -> [i64; 2] {
    let id = clinic.first_id + 955_000;
    for planted in [
        format!(
            "insert into {{}}.estimate_clock (id, patient_id, cause, started_at, asked_at, due_on)
             values ({id}, {patient}, 'asked', now(), now(), current_date)"
        ),
        format!(
            "insert into {{}}.charge (id, patient_id, provider_id, provider_name, service, quantity, unit_price, discount, total,
                recorded_by, recorded_by_name, recorded_at)
             values ({id}, {patient}, {colleague}, 'Robin Colleague', 'Botox', 1, 10, 0, 10, {colleague}, 'Robin Colleague', now())"
        ),
        format!(
            "insert into {{}}.charge_dispute (id, appointment_id, disputed_on, note, opened_by, opened_by_name, opened_at)
             values ({id}, {completed}, current_date, 'Too much', {colleague}, 'Robin Colleague', now())"
        ),
    ] {
        clinic.plant(&planted).await;
    }
    [id, id]
}

/// A protocol of a service of the catalogue, its version that a colleague has signed, and two drafts.
async fn plant_protocol(clinic: &TestClinic, service: i64, treatment: i64, colleague: i64) -> [i64; 4] {
    factories::switch_on(clinic, "protocols").await;
    let id = clinic.first_id + 945_000;
    let protocol = format!(
        "insert into {{}}.protocol (id, service_id, service, created_at) select {id}, id, name, now() from {{}}.service where id = {service}"
    );
    clinic.plant(&protocol).await;
    let version = format!(
        "insert into {{}}.protocol_version (id, protocol_id, number, title, body, valid_from, valid_until, director_id, signature,
            signature_sha256, signed_at, signer, content_digest)
         select {id}, {id}, 1, 'Standing order', '<p>Text</p>', current_date - 1, current_date + 300, {colleague},
            provider_signature, provider_signature_sha256, now(), signer, content_digest
         from {{}}.treatment where id = {treatment}"
    );
    clinic.plant(&version).await;
    let drafts = [id, id + 1];
    for draft in drafts {
        let planted = format!(
            "insert into {{}}.protocol_draft (id, protocol_id, follows, title, body, valid_until, version, created_at, updated_at,
                updated_by, updated_by_name)
             values ({draft}, {id}, 1, 'Standing order', '<p>Text</p>', current_date + 300, 1, now(), now(), {colleague}, 'Jo Ining')"
        );
        clinic.plant(&planted).await;
    }
    [id, id, drafts[0], drafts[1]]
}

/// Records that were opened by emergency access: by a colleague, and by the owner.
async fn plant_emergencies(clinic: &TestClinic, patient: i64, colleague: i64) -> [i64; 2] {
    let ids = [clinic.first_id + 940_000, clinic.first_id + 940_001];
    let owner: i64 = clinic.rows("select id from {}.member where is_owner").await[0].try_get("", "id").unwrap();
    for (id, member) in ids.into_iter().zip([colleague, owner]) {
        let access = format!(
            "insert into {{}}.emergency_access
                (id, patient_id, member_id, member_name, member_role, reason, opened_at, ends_at)
             values ({id}, {patient}, {member}, 'Jo Ining', 'Staff', 'Collapsed', now(), now() + interval '1 hour')"
        );
        clinic.plant(&access).await;
    }
    ids
}

/// Another session of the owner's.
async fn another_session(clinic: &TestClinic) -> Uuid {
    let session = Uuid::new_v4();
    let planted = format!(
        "insert into {{}}.session (id, member_id, created_at, last_seen_at, proved_at, ip, user_agent)
         select '{session}', member_id, created_at, last_seen_at, proved_at, ip, user_agent from {{}}.session
         order by created_at limit 1"
    );
    clinic.plant(&planted).await;
    session
}

impl World {
    #[expect(clippy::too_many_lines, reason = "one of everything, a few lines each")]
    pub async fn new(server: &Server) -> Self {
        let clinic = server.clinic().await;
        let owner = clinic.owner().await;
        let patient = factories::patient(&owner).await;
        let twin = factories::patient(&owner).await;
        let survivor = factories::patient(&owner).await;
        let absorbed = factories::patient(&owner).await;
        let double = factories::patient(&owner).await;
        let merging = json!({ "other_id": absorbed, "version": 1, "other_version": 1 });
        owner.post(&format!("/api/patients/{survivor}/merge"), merging).await.expect(axum::http::StatusCode::OK);
        let exam = factories::exam(&owner, patient).await;
        let note = owner.post(&format!("/api/patients/{patient}/notes"), json!({ "body": "Prefers mornings" })).await;
        let note = factories::id(&note.expect(axum::http::StatusCode::CREATED));
        let treatment = factories::treatment(&owner, patient).await;
        let template = factories::template(&owner).await;
        let (consent, token) = factories::consent(&owner, patient).await;
        let (signed, signed_token) = factories::consent(&owner, patient).await;
        plant_copy(&clinic, signed).await;
        // Active, without a password yet: a member who can be changed, removed and invited.
        let joined = owner.post("/api/team", new_member("joining@clinic.example")).await;
        let member = factories::id(&joined.expect(axum::http::StatusCode::CREATED)["member"]);
        let (reviewed, absence) = plant_reviews(&clinic, treatment, member).await;
        let adverse_event = plant_adverse_event(&clinic, treatment, member).await;
        let emergencies = plant_emergencies(&clinic, patient, member).await;
        // A member whose second factor can be removed.
        let planted = format!(
            "insert into {{}}.second_factor (member_id, secret, key_id, created_at, confirmed_at)
             values ({member}, 'sealed', '1', now(), now())"
        );
        clinic.plant(&planted).await;
        let exam_template = owner.post("/api/gfe/templates", json!({ "name": "Annual" })).await;
        let exam_template = factories::id(&exam_template.expect(axum::http::StatusCode::CREATED));
        let estimate = owner.post("/api/gfe-estimate", factories::estimate(patient)).await;
        let estimate = factories::id(&estimate.expect(axum::http::StatusCode::CREATED));
        plant_signed_copies(&clinic, treatment, exam, estimate).await;
        let issued_estimate = issued_estimate(&clinic, &owner, patient).await;
        let gift = json!({ "points": 10_000, "reason": "To begin with" });
        owner.post(&format!("/api/loyalty/patients/{patient}/adjust"), gift.clone()).await;
        let gift = owner.post(&format!("/api/loyalty/patients/{patient}/adjust"), gift).await;
        let loyalty_entry = factories::id(&gift.expect(axum::http::StatusCode::CREATED));
        let point_rule = owner.post("/api/loyalty/rules", json!({ "service": "Botox", "points": 10 })).await;
        let point_rule = factories::id(&point_rule.expect(axum::http::StatusCode::CREATED));
        let support = clinic.first_id;
        let planted = format!(
            "insert into {{}}.support_access (id, operator, reason, token_hash, granted_at, open_until, ends_at)
             values ({support}, 'Ana of Celadon', 'The owner asked us to', '{support}', now(), now(), now() + interval '1 hour')"
        );
        clinic.plant(&planted).await;
        // A mail that was given up.
        let mail = clinic.first_id + 900_000;
        let planted = format!(
            "insert into {{}}.job (id, kind, payload, run_at, attempts, failed_at, created_at)
             overriding system value values ({mail}, 'password_reset',
                '{{\"kind\": \"password_reset\", \"member\": {member}}}', now(), 20, now(), now())"
        );
        clinic.plant(&planted).await;
        let (document, export) = (clinic.first_id + 910_000, clinic.first_id + 910_001);
        plant_documents(&clinic, (document, export), patient).await;
        factories::switch_on(&clinic, "import_clients").await;
        factories::switch_on(&clinic, "services").await;
        let (services, retired_service, unused_service) = catalogue(&owner).await;
        let protocol = plant_protocol(&clinic, services[2], treatment, member).await;
        let session = another_session(&clinic).await;
        let subscription = owner.post("/api/subscriptions", factories::subscription()).await;
        let subscription = factories::id(&subscription.expect(axum::http::StatusCode::CREATED));
        let file = json!({ "file_name": "clients.csv", "file_bytes": 3 });
        let import = factories::id(&owner.post("/api/imports", file).await.expect(axum::http::StatusCode::CREATED));
        let [appointment, closure, block, resource, waitlist_entry] = planned(&owner, patient).await;
        let completed = completed_visit(&clinic, patient, services[0]).await;
        let [estimate_clock, charge] = plant_charges(&clinic, patient, completed, member).await;
        let visit_link = factories::visit_link(&clinic, appointment).await;
        factories::switch_on(&clinic, "online_booking").await;
        let requests = factories::requests(&clinic, &owner, patient).await;
        let hold = plant_hold(&clinic).await;
        let calendar = owner.post_nothing("/api/calendar-feed").await.expect(axum::http::StatusCode::CREATED);
        let calendar = calendar["url"].as_str().unwrap().rsplit('/').nth(1).unwrap().to_owned();
        let feed_of = format!(
            "insert into {{}}.calendar_feed (member_id, token_hash, created_at) values ({member}, '\\x00', now())"
        );
        clinic.plant(&feed_of).await;
        let (api_token, api_secret) = factories::api_token(&owner).await;
        let owner = owner.with_api_token(&api_secret);
        Self {
            clinic,
            owner,
            patient,
            twin,
            survivor,
            absorbed,
            double,
            note,
            exam,
            treatment,
            reviewed,
            absence,
            adverse_event,
            protocol,
            emergencies,
            template,
            consent,
            token,
            signed,
            signed_token,
            member,
            exam_template,
            estimate,
            issued_estimate,
            subscription,
            loyalty_entry,
            point_rule,
            support,
            mail,
            document,
            export,
            import,
            session,
            services,
            retired_service,
            unused_service,
            appointment,
            visit_link,
            requests,
            hold,
            calendar,
            closure,
            block,
            resource,
            waitlist_entry,
            completed,
            estimate_clock,
            charge,
            follow_up: completed,
            failed_message: completed,
            api_token,
            api_secret,
        }
    }

    /// Every call of a clinic's host, as it would be made against this clinic.
    #[expect(clippy::too_many_lines, reason = "a list, a call a line")]
    pub fn calls(&self) -> Vec<Call> {
        let Self {
            patient,
            twin,
            survivor,
            absorbed,
            double,
            note,
            exam,
            treatment,
            reviewed: [to_return, returned, to_approve, own_returned],
            absence,
            adverse_event,
            protocol: [protocol, protocol_version, draft, other_draft],
            emergencies: [emergency, own_emergency],
            template,
            consent,
            token,
            signed,
            signed_token,
            member,
            exam_template,
            estimate,
            issued_estimate: (issued_estimate, estimate_token, estimate_question),
            subscription,
            loyalty_entry,
            point_rule,
            support,
            mail,
            document,
            export,
            import,
            session,
            services,
            retired_service,
            unused_service,
            appointment,
            visit_link,
            requests,
            hold,
            calendar,
            closure,
            block,
            resource,
            waitlist_entry,
            completed,
            estimate_clock,
            charge,
            follow_up,
            failed_message,
            api_token,
            ..
        } = self;
        let get = |template, path: String| Call { method: Method::GET, template, path, body: None };
        let with = |method, template, path: String, body| Call { method, template, path, body: Some(body) };
        let post = |template, path: String, body| with(Method::POST, template, path, body);
        let fresh = format!("{}@clinic.example", uuid::Uuid::new_v4().simple());
        let text = json!({ "name": "Photos", "body": "<p>May we?</p>" });
        let choice = json!({ "token": "x".repeat(43), "password": "a quite new password" });
        vec![
            post(
                "/api/auth/login",
                "/api/auth/login".into(),
                json!({ "email": "owner@clinic.example", "password": PASSWORD }),
            ),
            get("/api/auth/session", "/api/auth/session".into()),
            post("/api/auth/prove", "/api/auth/prove".into(), json!({ "password": PASSWORD })),
            post(
                "/api/auth/password",
                "/api/auth/password".into(),
                json!({ "current_password": "not the right one", "new_password": "a quite new password" }),
            ),
            Call { method: Method::POST, template: "/api/auth/totp", path: "/api/auth/totp".into(), body: None },
            // The owner has no second factor.
            post("/api/auth/totp/remove", "/api/auth/totp/remove".into(), json!({ "password": PASSWORD })),
            get("/api/auth/sessions", "/api/auth/sessions".into()),
            Call {
                method: Method::DELETE,
                template: "/api/auth/sessions/{id}",
                path: format!("/api/auth/sessions/{session}"),
                body: None,
            },
            // An invalid code: a valid one would change how the owner signs in.
            post("/api/auth/totp/confirm", "/api/auth/totp/confirm".into(), json!({ "code": "00000" })),
            Call {
                method: Method::POST,
                template: "/api/auth/totp/recovery-codes",
                path: "/api/auth/totp/recovery-codes".into(),
                body: None,
            },
            post("/api/auth/forgot", "/api/auth/forgot".into(), json!({ "email": "nobody@clinic.example" })),
            post("/api/auth/reset", "/api/auth/reset".into(), choice.clone()),
            post("/api/auth/accept-invite", "/api/auth/accept-invite".into(), choice),
            post("/api/auth/confirm-email", "/api/auth/confirm-email".into(), json!({ "token": "x".repeat(43) })),
            Call {
                method: Method::POST,
                template: "/api/clinic/owner-confirmation",
                path: "/api/clinic/owner-confirmation".into(),
                body: None,
            },
            get("/api/audit", "/api/audit?limit=5&from=2026-01-01".into()),
            get("/api/field-changes", format!("/api/field-changes?record=service&id={unused_service}")),
            get("/api/services/export", "/api/services/export".into()),
            get("/api/waitlist/export", "/api/waitlist/export".into()),
            get("/api/audit/export", "/api/audit/export".into()),
            get("/api/patients/export", "/api/patients/export?archived=true".into()),
            get("/api/loyalty/balances/export", "/api/loyalty/balances/export".into()),
            get("/api/appointments/export", "/api/appointments/export?from=2026-01-01".into()),
            get("/api/team/export", "/api/team/export".into()),
            get("/api/subscriptions/export", "/api/subscriptions/export".into()),
            get("/api/audit/people", "/api/audit/people".into()),
            post("/api/auth/hand-over", "/api/auth/hand-over".into(), json!({ "token": "x".repeat(43) })),
            get("/api/clinic/sample-data", "/api/clinic/sample-data".into()),
            Call {
                method: Method::DELETE,
                template: "/api/clinic/sample-data",
                path: "/api/clinic/sample-data".into(),
                body: None,
            },
            get("/api/clinic/support-access", "/api/clinic/support-access".into()),
            Call {
                method: Method::DELETE,
                template: "/api/clinic/support-access/{id}",
                path: format!("/api/clinic/support-access/{support}"),
                body: None,
            },
            get("/api/clinic/undelivered-mails", "/api/clinic/undelivered-mails".into()),
            Call {
                method: Method::POST,
                template: "/api/clinic/undelivered-mails/{id}/send",
                path: format!("/api/clinic/undelivered-mails/{mail}/send"),
                body: None,
            },
            get("/api/clinic/settings", "/api/clinic/settings".into()),
            get("/api/clinic/settings/default-findings", "/api/clinic/settings/default-findings".into()),
            with(Method::PUT, "/api/clinic/settings", "/api/clinic/settings".into(), factories::settings()),
            get("/api/clinic/modules", "/api/clinic/modules".into()),
            with(
                Method::PUT,
                "/api/clinic/modules/{module}",
                "/api/clinic/modules/import_clients".into(),
                json!({ "on": true }),
            ),
            get("/api/patients", "/api/patients?search=lind".into()),
            post("/api/patients", "/api/patients".into(), json!({ "first_name": "Ann", "last_name": "Berg" })),
            get("/api/patients/{id}", format!("/api/patients/{patient}")),
            with(
                Method::PATCH,
                "/api/patients/{id}",
                format!("/api/patients/{patient}"),
                json!({ "pronouns": "she/her" }),
            ),
            get("/api/search", "/api/search?q=lind".into()),
            get("/api/patients/pairs", "/api/patients/pairs?limit=5".into()),
            Call {
                method: Method::PUT,
                template: "/api/patients/{id}/distinct/{other}",
                path: format!("/api/patients/{patient}/distinct/{twin}"),
                body: None,
            },
            Call {
                method: Method::DELETE,
                template: "/api/patients/{id}/distinct/{other}",
                path: format!("/api/patients/{patient}/distinct/{twin}"),
                body: None,
            },
            get("/api/patients/{id}/merge/{other}", format!("/api/patients/{survivor}/merge/{double}")),
            post(
                "/api/patients/{id}/merge",
                format!("/api/patients/{survivor}/merge"),
                json!({ "other_id": double, "version": 2, "other_version": 1, "from_other": ["email"] }),
            ),
            get("/api/patients/{id}/merges", format!("/api/patients/{survivor}/merges")),
            get("/api/patients/{id}/merges/{other}", format!("/api/patients/{survivor}/merges/{absorbed}")),
            Call {
                method: Method::POST,
                template: "/api/patients/{id}/merges/{other}/undo",
                path: format!("/api/patients/{survivor}/merges/{absorbed}/undo"),
                body: None,
            },
            post(
                "/api/patients/duplicates",
                "/api/patients/duplicates".into(),
                json!({ "first_name": "Nora", "last_name": "Lindqvist", "patient_id": patient }),
            ),
            get("/api/imports", "/api/imports".into()),
            post("/api/imports", "/api/imports".into(), json!({ "file_name": "clients.csv", "file_bytes": 3 })),
            get("/api/imports/{id}", format!("/api/imports/{import}")),
            with(
                Method::PUT,
                "/api/imports/{id}/parts/{number}",
                format!("/api/imports/{import}/parts/1"),
                json!({ "data": "YWJj" }),
            ),
            // Refused but for the first: one step follows the other.
            post("/api/imports/{id}/read", format!("/api/imports/{import}/read"), json!({})),
            with(
                Method::PUT,
                "/api/imports/{id}/columns",
                format!("/api/imports/{import}/columns"),
                json!({ "fields": ["full_name"], "date_order": "mdy" }),
            ),
            post(
                "/api/imports/{id}/run",
                format!("/api/imports/{import}/run"),
                json!({ "scope": "good", "on_very_likely": "skip", "on_possible": "skip", "on_in_file": "skip" }),
            ),
            get("/api/imports/{id}/rows", format!("/api/imports/{import}/rows?kind=problems&limit=5")),
            get("/api/imports/{id}/rows/export", format!("/api/imports/{import}/rows/export")),
            get("/api/imports/{id}/kept", format!("/api/imports/{import}/kept")),
            Call {
                method: Method::POST,
                template: "/api/imports/{id}/undo",
                path: format!("/api/imports/{import}/undo"),
                body: None,
            },
            Call {
                method: Method::DELETE,
                template: "/api/imports/{id}/rows",
                path: format!("/api/imports/{import}/rows"),
                body: None,
            },
            Call {
                method: Method::POST,
                template: "/api/imports/{id}/cancel",
                path: format!("/api/imports/{import}/cancel"),
                body: None,
            },
            get("/api/patients/{id}/changes", format!("/api/patients/{patient}/changes")),
            get("/api/patients/{id}/summary", format!("/api/patients/{patient}/summary")),
            get("/api/patients/{id}/timeline", format!("/api/patients/{patient}/timeline")),
            post("/api/patients/{id}/archive", format!("/api/patients/{patient}/archive"), json!({})),
            Call {
                method: Method::POST,
                template: "/api/patients/{id}/restore",
                path: format!("/api/patients/{patient}/restore"),
                body: None,
            },
            // Refused, because the patient has records.
            Call {
                method: Method::DELETE,
                template: "/api/patients/{id}",
                path: format!("/api/patients/{patient}"),
                body: None,
            },
            get("/api/patients/{id}/clinical", format!("/api/patients/{patient}/clinical")),
            get("/api/patients/{id}/clinical/{kind}", format!("/api/patients/{patient}/clinical/allergies")),
            with(
                Method::PUT,
                "/api/patients/{id}/clinical/{kind}",
                format!("/api/patients/{patient}/clinical/allergies"),
                json!({ "answer": "none_known" }),
            ),
            Call {
                method: Method::POST,
                template: "/api/patients/{id}/clinical/{kind}/withdraw",
                path: format!("/api/patients/{patient}/clinical/allergies/withdraw"),
                body: None,
            },
            get("/api/patients/{id}/notes", format!("/api/patients/{patient}/notes")),
            get("/api/patients/{id}/notes/removed", format!("/api/patients/{patient}/notes/removed?limit=5")),
            post(
                "/api/patients/{id}/notes",
                format!("/api/patients/{patient}/notes"),
                json!({ "body": "Prefers mornings" }),
            ),
            with(
                Method::PATCH,
                "/api/patients/{id}/notes/{note}",
                format!("/api/patients/{patient}/notes/{note}"),
                json!({ "pinned": true }),
            ),
            Call {
                method: Method::DELETE,
                template: "/api/patients/{id}/notes/{note}",
                path: format!("/api/patients/{patient}/notes/{note}"),
                body: None,
            },
            Call {
                method: Method::POST,
                template: "/api/patients/{id}/notes/{note}/restore",
                path: format!("/api/patients/{patient}/notes/{note}/restore"),
                body: None,
            },
            post("/api/documents", "/api/documents".into(), json!({ "kind": "patient", "id": patient })),
            post("/api/documents/verify", "/api/documents/verify".into(), json!({ "sha256": "ab".repeat(32) })),
            get("/api/documents/{id}", format!("/api/documents/{document}")),
            get("/api/documents/{id}/file", format!("/api/documents/{document}/file")),
            post("/api/patients/{id}/exports", format!("/api/patients/{patient}/exports"), json!({})),
            get("/api/patients/{id}/exports", format!("/api/patients/{patient}/exports")),
            get("/api/patients/{id}/exports/{export}/file", format!("/api/patients/{patient}/exports/{export}/file")),
            get("/api/gfe/{patientId}", format!("/api/gfe/{patient}")),
            post("/api/gfe", "/api/gfe".into(), json!({ "patient_id": patient, "vitals": "HR: 70 bpm" })),
            get("/api/gfe/{patientId}/history", format!("/api/gfe/{patient}/history?limit=5")),
            get("/api/gfe/exams/{id}", format!("/api/gfe/exams/{exam}")),
            post("/api/gfe/exams/{id}/addenda", format!("/api/gfe/exams/{exam}/addenda"), factories::addendum()),
            get("/api/gfe/exams/{id}/addenda", format!("/api/gfe/exams/{exam}/addenda?limit=5")),
            // After the newer exam above, which goes on clearing the patient.
            post(
                "/api/gfe/exams/{id}/void",
                format!("/api/gfe/exams/{exam}/void"),
                factories::void("Entered for another patient"),
            ),
            get("/api/gfe/exams/{id}/signature", format!("/api/gfe/exams/{exam}/signature")),
            post(
                "/api/gfe/exams/{id}/signature",
                format!("/api/gfe/exams/{exam}/signature"),
                factories::exam_signature(),
            ),
            get("/api/patients/{id}/clearance", format!("/api/patients/{patient}/clearance")),
            post(
                "/api/patients/{id}/health-changes",
                format!("/api/patients/{patient}/health-changes"),
                json!({ "details": "Takes blood thinners now" }),
            ),
            get("/api/clearance/settings", "/api/clearance/settings".into()),
            with(
                Method::PUT,
                "/api/clearance/settings",
                "/api/clearance/settings".into(),
                json!({ "credentials": ["MD", "DO", "NP", "PA"], "allows_video": true, "uncleared": "block" }),
            ),
            get("/api/protocols", "/api/protocols".into()),
            get("/api/protocols/own", "/api/protocols/own".into()),
            get("/api/protocols/{id}", format!("/api/protocols/{protocol}")),
            get("/api/protocols/versions/{id}", format!("/api/protocols/versions/{protocol_version}")),
            post(
                "/api/protocols/versions/{id}/signature",
                format!("/api/protocols/versions/{protocol_version}/signature"),
                json!({ "signature": factories::tall_signature() }),
            ),
            post(
                "/api/protocols/drafts",
                "/api/protocols/drafts".into(),
                json!({ "service": "Botox", "title": "Standing order", "body": "<p>Text</p>" }),
            ),
            with(
                Method::PUT,
                "/api/protocols/drafts/{id}",
                format!("/api/protocols/drafts/{draft}"),
                json!({ "title": "Standing order", "body": "<p>Another text</p>" }),
            ),
            Call {
                method: Method::DELETE,
                template: "/api/protocols/drafts/{id}",
                path: format!("/api/protocols/drafts/{other_draft}"),
                body: None,
            },
            post(
                "/api/protocols/overrides",
                "/api/protocols/overrides".into(),
                json!({ "provider_id": member, "service": "Botox", "reason": "The new version is signed tonight" }),
            ),
            post(
                "/api/protocols/versions/{id}/retire",
                format!("/api/protocols/versions/{protocol_version}/retire"),
                json!({ "reason": "Replaced" }),
            ),
            post(
                "/api/protocols/drafts/{id}/sign",
                format!("/api/protocols/drafts/{draft}/sign"),
                json!({ "signature": factories::tall_signature() }),
            ),
            get("/api/protocols/settings", "/api/protocols/settings".into()),
            with(
                Method::PUT,
                "/api/protocols/settings",
                "/api/protocols/settings".into(),
                json!({ "every_treatment": false }),
            ),
            get("/api/treatments", format!("/api/treatments?patientId={patient}")),
            get("/api/treatments/pending", "/api/treatments/pending".into()),
            post("/api/treatments", "/api/treatments".into(), factories::botox(*patient)),
            post(
                "/api/treatments/{id}/approve",
                format!("/api/treatments/{treatment}/approve"),
                json!({ "director_signature": factories::tall_signature() }),
            ),
            post("/api/treatments/{id}/addenda", format!("/api/treatments/{treatment}/addenda"), factories::addendum()),
            get("/api/treatments/{id}/addenda", format!("/api/treatments/{treatment}/addenda?limit=5")),
            post(
                "/api/treatments/{id}/void",
                format!("/api/treatments/{treatment}/void"),
                factories::void("Entered for another patient"),
            ),
            get("/api/review", "/api/review?part=all&limit=5".into()),
            get("/api/review/counts", "/api/review/counts".into()),
            get("/api/review/settled", "/api/review/settled?state=approved".into()),
            get("/api/review/states", format!("/api/review/states?patientId={patient}")),
            get("/api/review/{id}", format!("/api/review/{to_return}")),
            post(
                "/api/review/{id}/return",
                format!("/api/review/{to_return}/return"),
                json!({ "comment": "Which lot was it?" }),
            ),
            post("/api/review/{id}/withdraw", format!("/api/review/{returned}/withdraw"), json!({})),
            post(
                "/api/review/{id}/resubmit",
                format!("/api/review/{own_returned}/resubmit"),
                json!({ "answer": "It was C7842, of the first vial" }),
            ),
            post(
                "/api/review/approvals",
                "/api/review/approvals".into(),
                json!({
                    "charts": [{ "id": to_approve, "version": 1 }],
                    "director_signature": factories::tall_signature(),
                }),
            ),
            get("/api/review/settings", "/api/review/settings".into()),
            with(
                Method::PUT,
                "/api/review/settings",
                "/api/review/settings".into(),
                json!({ "chart_due_hours": 48, "share": 50, "providers": [{ "provider_id": member, "share": 20 }] }),
            ),
            get("/api/review/absences", "/api/review/absences".into()),
            post(
                "/api/review/absences",
                "/api/review/absences".into(),
                json!({ "director_id": 1, "alternate_id": member, "from_day": "2030-01-01", "to_day": "2030-01-02" }),
            ),
            Call {
                method: Method::DELETE,
                template: "/api/review/absences/{id}",
                path: format!("/api/review/absences/{absence}"),
                body: None,
            },
            get("/api/treatments/{id}/copies", format!("/api/treatments/{treatment}/copies")),
            get(
                "/api/treatments/{id}/copies/{kind}/file",
                format!("/api/treatments/{treatment}/copies/treatment/file"),
            ),
            get("/api/gfe/exams/{id}/copies", format!("/api/gfe/exams/{exam}/copies")),
            get("/api/gfe/exams/{id}/copies/{kind}/file", format!("/api/gfe/exams/{exam}/copies/exam/file")),
            get("/api/gfe-estimate/{id}/copies", format!("/api/gfe-estimate/{estimate}/copies")),
            get("/api/gfe-estimate/{id}/copies/{version}/file", format!("/api/gfe-estimate/{estimate}/copies/1/file")),
            get("/api/emergency-access", "/api/emergency-access".into()),
            post(
                "/api/emergency-access",
                "/api/emergency-access".into(),
                json!({ "patient_id": patient, "reason": "Collapsed in the waiting room" }),
            ),
            get("/api/patients/{id}/emergency-record", format!("/api/patients/{patient}/emergency-record")),
            Call {
                method: Method::POST,
                template: "/api/emergency-access/{id}/end",
                path: format!("/api/emergency-access/{own_emergency}/end"),
                body: None,
            },
            post(
                "/api/emergency-access/{id}/assessment",
                format!("/api/emergency-access/{emergency}/assessment"),
                json!({ "assessment": "justified" }),
            ),
            get("/api/review/punctuality", "/api/review/punctuality?from=2026-01-01&to=2026-12-31".into()),
            get(
                "/api/review/punctuality/export",
                "/api/review/punctuality/export?from=2026-01-01&to=2026-12-31".into(),
            ),
            post(
                "/api/appointments/{id}/chart-not-needed",
                format!("/api/appointments/{completed}/chart-not-needed"),
                json!({ "reason": "Came to buy a cream" }),
            ),
            Call {
                method: Method::DELETE,
                template: "/api/appointments/{id}/chart-not-needed",
                path: format!("/api/appointments/{completed}/chart-not-needed"),
                body: None,
            },
            get("/api/adverse-events", "/api/adverse-events?open=true&limit=5".into()),
            post("/api/adverse-events", "/api/adverse-events".into(), factories::adverse_event(*patient)),
            get("/api/adverse-events/export", "/api/adverse-events/export?severity=mild".into()),
            post(
                "/api/adverse-events/{id}/follow-ups",
                format!("/api/adverse-events/{adverse_event}/follow-ups"),
                json!({ "status": "resolving", "text": "Softer than last week" }),
            ),
            post(
                "/api/adverse-events/{id}/corrections",
                format!("/api/adverse-events/{adverse_event}/corrections"),
                json!({ "reason": "Wrong side", "text": "Under the right eye" }),
            ),
            Call {
                method: Method::POST,
                template: "/api/adverse-events/{id}/acknowledge",
                path: format!("/api/adverse-events/{adverse_event}/acknowledge"),
                body: None,
            },
            get("/api/patients/{id}/adverse-events", format!("/api/patients/{patient}/adverse-events?limit=5")),
            get("/api/patients/{id}/coverage", format!("/api/patients/{patient}/coverage")),
            with(
                Method::PUT,
                "/api/patients/{id}/coverage",
                format!("/api/patients/{patient}/coverage"),
                json!({ "coverage": "self_pay" }),
            ),
            post("/api/patients/{id}/cost-questions", format!("/api/patients/{patient}/cost-questions"), json!({})),
            get("/api/estimate-clocks", "/api/estimate-clocks?cause=asked&limit=5".into()),
            get("/api/estimate-clocks/export", "/api/estimate-clocks/export?closed=true".into()),
            get("/api/estimate-clocks/settings", "/api/estimate-clocks/settings".into()),
            with(
                Method::PUT,
                "/api/estimate-clocks/settings",
                "/api/estimate-clocks/settings".into(),
                json!({ "member_ids": [member] }),
            ),
            post(
                "/api/estimate-clocks/{id}/close",
                format!("/api/estimate-clocks/{estimate_clock}/close"),
                json!({ "reason": "Given on paper" }),
            ),
            get("/api/patients/{id}/charges", format!("/api/patients/{patient}/charges?limit=5")),
            post(
                "/api/charges",
                "/api/charges".into(),
                json!({ "patient_id": patient, "provider_id": member, "service": "Botox", "quantity": 20, "unit_price": 12.5 }),
            ),
            post("/api/charges/{id}/void", format!("/api/charges/{charge}/void"), json!({ "reason": "Entered twice" })),
            get("/api/appointments/{id}/charge-watch", format!("/api/appointments/{appointment}/charge-watch")),
            post(
                "/api/appointments/{id}/first-bill",
                format!("/api/appointments/{appointment}/first-bill"),
                json!({ "billed_on": "2026-01-15" }),
            ),
            post(
                "/api/appointments/{id}/dispute",
                format!("/api/appointments/{appointment}/dispute"),
                json!({ "disputed_on": "2026-01-20", "note": "More than announced" }),
            ),
            post(
                "/api/appointments/{id}/dispute/close",
                format!("/api/appointments/{completed}/dispute/close"),
                json!({ "note": "Settled" }),
            ),
            get("/api/consents/templates", "/api/consents/templates".into()),
            get("/api/consents/templates/export", "/api/consents/templates/export".into()),
            get("/api/consents/templates/removed", "/api/consents/templates/removed".into()),
            post("/api/consents/templates", "/api/consents/templates".into(), text.clone()),
            with(Method::PUT, "/api/consents/templates/{id}", format!("/api/consents/templates/{template}"), text),
            get("/api/consents/templates/{id}/versions", format!("/api/consents/templates/{template}/versions")),
            get(
                "/api/consents/templates/{id}/versions/{version}",
                format!("/api/consents/templates/{template}/versions/1"),
            ),
            Call {
                method: Method::POST,
                template: "/api/consents/templates/{id}/versions/{version}/restore",
                path: format!("/api/consents/templates/{template}/versions/1/restore"),
                body: None,
            },
            Call {
                method: Method::POST,
                template: "/api/consents/templates/{id}/duplicate",
                path: format!("/api/consents/templates/{template}/duplicate"),
                body: None,
            },
            get("/api/consents", format!("/api/consents?patientId={patient}")),
            get("/api/consents/needed", format!("/api/consents/needed?patientId={patient}&service=Botox")),
            post(
                "/api/consents/{patientId}/issue",
                format!("/api/consents/{patient}/issue"),
                json!({ "templateId": template }),
            ),
            get("/api/portal/consent/{token}", format!("/api/portal/consent/{token}")),
            Call {
                method: Method::POST,
                template: "/api/portal/consent/{token}/read-to-end",
                path: format!("/api/portal/consent/{token}/read-to-end"),
                body: None,
            },
            post("/api/portal/consent/{token}/sign", format!("/api/portal/consent/{token}/sign"), json!({})),
            post(
                "/api/portal/consent/{token}/decline",
                format!("/api/portal/consent/{token}/decline"),
                json!({ "reason": "I would like to talk to you first" }),
            ),
            get("/api/portal/consent/{token}/copy", format!("/api/portal/consent/{signed_token}/copy")),
            get("/api/portal/consent/{token}/copy/file", format!("/api/portal/consent/{signed_token}/copy/file")),
            get("/api/consents/issued/{id}/copy/file", format!("/api/consents/issued/{signed}/copy/file")),
            get("/api/visit/{token}", format!("/api/visit/{visit_link}")),
            post(
                "/api/visit/{token}",
                format!("/api/visit/{visit_link}"),
                json!({ "answer": "reschedule", "note": "Mornings" }),
            ),
            get("/api/visit/{token}/file", format!("/api/visit/{visit_link}/file")),
            get("/api/book", "/api/book".into()),
            get("/api/book/slots", "/api/book/slots?service=Botox&from=2027-03-01".into()),
            // Refused: nothing so far ahead can be booked.
            post(
                "/api/book/holds",
                "/api/book/holds".into(),
                json!({ "service": "Botox", "starts_at": "2030-03-01T15:00:00Z" }),
            ),
            post(
                "/api/book/holds/{token}/code",
                format!("/api/book/holds/{hold}/code"),
                json!({ "email": "new@clinic.example" }),
            ),
            // Refused: nobody can guess the code.
            post(
                "/api/book/holds/{token}/confirm",
                format!("/api/book/holds/{hold}/confirm"),
                json!({ "first_name": "Nora", "last_name": "Lindqvist", "code": "none", "note": "By bus" }),
            ),
            get("/api/booking/settings", "/api/booking/settings".into()),
            with(Method::PUT, "/api/booking/settings", "/api/booking/settings".into(), factories::booking_settings()),
            // Only the first of each is done: a request is answered once.
            Call {
                method: Method::POST,
                template: "/api/appointments/{id}/accept",
                path: format!("/api/appointments/{}/accept", requests[0]),
                body: None,
            },
            post(
                "/api/appointments/{id}/decline",
                format!("/api/appointments/{}/decline", requests[1]),
                json!({ "reason": "Fully booked" }),
            ),
            get("/api/calendar/{token}/file", format!("/api/calendar/{calendar}/file")),
            get("/api/calendar-feed", "/api/calendar-feed".into()),
            Call {
                method: Method::POST,
                template: "/api/calendar-feed",
                path: "/api/calendar-feed".into(),
                body: None,
            },
            Call {
                method: Method::DELETE,
                template: "/api/calendar-feed",
                path: "/api/calendar-feed".into(),
                body: None,
            },
            get("/api/calendar-feeds", "/api/calendar-feeds".into()),
            Call {
                method: Method::DELETE,
                template: "/api/calendar-feeds/{member_id}",
                path: format!("/api/calendar-feeds/{member}"),
                body: None,
            },
            get("/api/calendar-feeds/settings", "/api/calendar-feeds/settings".into()),
            with(
                Method::PUT,
                "/api/calendar-feeds/settings",
                "/api/calendar-feeds/settings".into(),
                json!({ "shows_name": true, "shows_service": false }),
            ),
            get("/api/messages/settings", "/api/messages/settings".into()),
            with(Method::PUT, "/api/messages/settings", "/api/messages/settings".into(), factories::message_settings()),
            get("/api/messages/templates", "/api/messages/templates".into()),
            with(
                Method::PUT,
                "/api/messages/templates/{kind}",
                "/api/messages/templates/booked".into(),
                json!({ "subject": "On {date}", "body": "Hello {first_name}" }),
            ),
            Call {
                method: Method::DELETE,
                template: "/api/messages/templates/{kind}",
                path: "/api/messages/templates/booked".into(),
                body: None,
            },
            post(
                "/api/messages/templates/{kind}/preview",
                "/api/messages/templates/booked/preview".into(),
                json!({ "subject": "On {date}", "body": "Hello {first_name}" }),
            ),
            get("/api/messages/services", "/api/messages/services".into()),
            with(
                Method::PUT,
                "/api/messages/services/{id}",
                format!("/api/messages/services/{unused_service}"),
                json!({ "reminder": true, "aftercare": "Keep it clean", "recall_weeks": 12, "follow_up_days": 14 }),
            ),
            post(
                "/api/messages/services/{id}/preview",
                format!("/api/messages/services/{unused_service}/preview"),
                json!({ "aftercare": "Keep it clean" }),
            ),
            get("/api/messages/recalls", "/api/messages/recalls".into()),
            Call {
                method: Method::PUT,
                template: "/api/messages/recalls/{id}/skip",
                path: format!("/api/messages/recalls/{completed}/skip"),
                body: None,
            },
            Call {
                method: Method::DELETE,
                template: "/api/messages/recalls/{id}/skip",
                path: format!("/api/messages/recalls/{completed}/skip"),
                body: None,
            },
            get("/api/follow-ups", "/api/follow-ups".into()),
            with(
                Method::PATCH,
                "/api/follow-ups/{id}",
                format!("/api/follow-ups/{follow_up}"),
                json!({ "done": true, "note": "Feels well" }),
            ),
            get("/api/messages/failed", "/api/messages/failed".into()),
            Call {
                method: Method::POST,
                template: "/api/messages/{id}/send",
                path: format!("/api/messages/{failed_message}/send"),
                body: None,
            },
            post("/api/messages/texts/webhook", "/api/messages/texts/webhook".into(), json!({})),
            Call {
                method: Method::POST,
                template: "/api/patients/{id}/email/confirm",
                path: format!("/api/patients/{patient}/email/confirm"),
                body: None,
            },
            get("/api/patients/{id}/messages", format!("/api/patients/{patient}/messages")),
            get("/api/patients/{id}/contact-preferences", format!("/api/patients/{patient}/contact-preferences")),
            get("/api/patients/{id}/text-reach", format!("/api/patients/{patient}/text-reach")),
            with(
                Method::PUT,
                "/api/patients/{id}/contact-preferences",
                format!("/api/patients/{patient}/contact-preferences"),
                json!({ "email_reminders": true, "text_reminders": false }),
            ),
            get("/api/consents/issued/{id}", format!("/api/consents/issued/{consent}")),
            Call {
                method: Method::POST,
                template: "/api/consents/issued/{id}/resend",
                path: format!("/api/consents/issued/{consent}/resend"),
                body: None,
            },
            Call {
                method: Method::POST,
                template: "/api/consents/issued/{id}/remind",
                path: format!("/api/consents/issued/{consent}/remind"),
                body: None,
            },
            Call {
                method: Method::POST,
                template: "/api/consents/issued/{id}/text",
                path: format!("/api/consents/issued/{consent}/text"),
                body: None,
            },
            Call {
                method: Method::POST,
                template: "/api/consents/issued/{id}/reissue",
                path: format!("/api/consents/issued/{consent}/reissue"),
                body: None,
            },
            Call {
                method: Method::POST,
                template: "/api/consents/issued/{id}/revoke",
                path: format!("/api/consents/issued/{consent}/revoke"),
                body: None,
            },
            get("/api/appointments", "/api/appointments?from=2026-01-01".into()),
            get("/api/appointments/providers", "/api/appointments/providers".into()),
            get("/api/appointments/slots", format!("/api/appointments/slots?from=2027-03-01&resource_id={resource}")),
            post("/api/appointments", "/api/appointments".into(), factories::appointment(*patient)),
            get("/api/appointments/{id}", format!("/api/appointments/{appointment}")),
            with(
                Method::PATCH,
                "/api/appointments/{id}",
                format!("/api/appointments/{appointment}"),
                json!({ "notes": "Parks behind the house" }),
            ),
            // Only the first is done: a confirmed appointment cannot be confirmed.
            post(
                "/api/appointments/{id}/status",
                format!("/api/appointments/{appointment}/status"),
                json!({ "status": "Confirmed" }),
            ),
            get("/api/appointments/changes", "/api/appointments/changes".into()),
            post("/api/appointments/series", "/api/appointments/series".into(), factories::series(*patient)),
            post(
                "/api/appointments/series/preview",
                "/api/appointments/series/preview".into(),
                factories::series(*patient),
            ),
            get("/api/appointments/ahead", "/api/appointments/ahead".into()),
            post(
                "/api/appointments/reassign",
                "/api/appointments/reassign".into(),
                json!({ "appointments": [{ "id": appointment, "version": 1 }] }),
            ),
            get("/api/dashboard", "/api/dashboard".into()),
            get("/api/waitlist", "/api/waitlist".into()),
            post("/api/waitlist", "/api/waitlist".into(), factories::waitlist_entry(*patient)),
            get("/api/waitlist/matches", "/api/waitlist/matches?starts_at=2027-03-01T10:00&minutes=60".into()),
            with(
                Method::PATCH,
                "/api/waitlist/{id}",
                format!("/api/waitlist/{waitlist_entry}"),
                json!({ "note": "Only by phone" }),
            ),
            get("/api/schedule", "/api/schedule?from=2027-03-01&to=2027-03-07".into()),
            with(
                Method::PUT,
                "/api/schedule/hours/{member_id}",
                format!("/api/schedule/hours/{member}"),
                json!({ "hours": [{ "weekday": 1, "opens_at": "09:00", "closes_at": "17:00" }] }),
            ),
            get("/api/schedule/closures", "/api/schedule/closures".into()),
            post("/api/schedule/closures", "/api/schedule/closures".into(), factories::closure()),
            post("/api/schedule/blocks", "/api/schedule/blocks".into(), factories::block()),
            with(
                Method::PATCH,
                "/api/schedule/blocks/{id}",
                format!("/api/schedule/blocks/{block}"),
                json!({ "reason": "Staff meeting" }),
            ),
            post(
                "/api/schedule/resources",
                "/api/schedule/resources".into(),
                json!({ "name": format!("Laser {}", uuid::Uuid::new_v4().simple()), "kind": "Device" }),
            ),
            with(
                Method::PATCH,
                "/api/schedule/resources/{id}",
                format!("/api/schedule/resources/{resource}"),
                json!({ "kind": "Room" }),
            ),
            Call {
                method: Method::DELETE,
                template: "/api/schedule/closures/{id}",
                path: format!("/api/schedule/closures/{closure}"),
                body: None,
            },
            Call {
                method: Method::DELETE,
                template: "/api/schedule/blocks/{id}",
                path: format!("/api/schedule/blocks/{block}"),
                body: None,
            },
            get("/api/gfe/templates", "/api/gfe/templates".into()),
            get("/api/gfe/templates/export", "/api/gfe/templates/export".into()),
            get("/api/gfe/templates/removed", "/api/gfe/templates/removed".into()),
            post("/api/gfe/templates", "/api/gfe/templates".into(), json!({ "name": "First visit" })),
            with(
                Method::PUT,
                "/api/gfe/templates/{id}",
                format!("/api/gfe/templates/{exam_template}"),
                json!({ "name": "First visit" }),
            ),
            get("/api/gfe-estimate/{id}", format!("/api/gfe-estimate/{patient}")),
            post("/api/gfe-estimate", "/api/gfe-estimate".into(), factories::estimate(*patient)),
            with(
                Method::PUT,
                "/api/gfe-estimate/{id}",
                format!("/api/gfe-estimate/{estimate}"),
                factories::changed_estimate(*patient),
            ),
            post(
                "/api/gfe-estimate/{id}/void",
                format!("/api/gfe-estimate/{estimate}/void"),
                factories::void("Entered for another patient"),
            ),
            get("/api/gfe-estimate/{id}/versions", format!("/api/gfe-estimate/{estimate}/versions")),
            get("/api/gfe-estimate/{id}/versions/{version}", format!("/api/gfe-estimate/{estimate}/versions/1")),
            get("/api/gfe-estimate/settings", "/api/gfe-estimate/settings".into()),
            with(
                Method::PUT,
                "/api/gfe-estimate/settings",
                "/api/gfe-estimate/settings".into(),
                factories::estimate_settings(),
            ),
            get("/api/gfe-estimate/notice/file", "/api/gfe-estimate/notice/file".into()),
            get("/api/gfe-estimate/questions", "/api/gfe-estimate/questions".into()),
            Call {
                method: Method::POST,
                template: "/api/gfe-estimate/questions/{id}/answered",
                path: format!("/api/gfe-estimate/questions/{estimate_question}/answered"),
                body: None,
            },
            get("/api/gfe-estimate/{id}/content", format!("/api/gfe-estimate/{issued_estimate}/content")),
            with(
                Method::PUT,
                "/api/gfe-estimate/{id}/content",
                format!("/api/gfe-estimate/{issued_estimate}/content"),
                json!({ "primary_service": format!("Lines of the forehead {fresh}") }),
            ),
            post(
                "/api/gfe-estimate/{id}/issue",
                format!("/api/gfe-estimate/{estimate}/issue"),
                json!({ "how": "paper", "confirmed": ["incomplete_estimate"] }),
            ),
            post(
                "/api/gfe-estimate/{id}/give",
                format!("/api/gfe-estimate/{issued_estimate}/give"),
                json!({ "how": "paper" }),
            ),
            get("/api/gfe-estimate/{id}/issues/{version}", format!("/api/gfe-estimate/{issued_estimate}/issues/1")),
            get(
                "/api/gfe-estimate/{id}/issues/{version}/file",
                format!("/api/gfe-estimate/{issued_estimate}/issues/1/file"),
            ),
            get("/api/right-to-estimate", "/api/right-to-estimate".into()),
            get("/api/portal/estimate/{token}", format!("/api/portal/estimate/{estimate_token}")),
            get("/api/portal/estimate/{token}/file", format!("/api/portal/estimate/{estimate_token}/file")),
            post(
                "/api/portal/estimate/{token}/receive",
                format!("/api/portal/estimate/{estimate_token}/receive"),
                json!({ "typed_name": "Nora Lindqvist" }),
            ),
            post(
                "/api/portal/estimate/{token}/ask",
                format!("/api/portal/estimate/{estimate_token}/ask"),
                json!({ "question": "Is the numbing cream in it?" }),
            ),
            get("/api/services", "/api/services?retired=true".into()),
            post("/api/services", "/api/services".into(), json!({ "name": format!("Peel {fresh}"), "minutes": 30 })),
            with(
                Method::PATCH,
                "/api/services/{id}",
                format!("/api/services/{unused_service}"),
                json!({ "buffer_minutes": 15 }),
            ),
            with(
                Method::PUT,
                "/api/services/order",
                "/api/services/order".into(),
                json!({ "ids": services.iter().rev().collect::<Vec<_>>() }),
            ),
            Call {
                method: Method::POST,
                template: "/api/services/{id}/retire",
                path: format!("/api/services/{unused_service}/retire"),
                body: None,
            },
            Call {
                method: Method::POST,
                template: "/api/services/{id}/restore",
                path: format!("/api/services/{retired_service}/restore"),
                body: None,
            },
            Call {
                method: Method::DELETE,
                template: "/api/services/{id}",
                path: format!("/api/services/{unused_service}"),
                body: None,
            },
            get("/api/loyalty/rules", "/api/loyalty/rules".into()),
            post("/api/loyalty/rules", "/api/loyalty/rules".into(), json!({ "service": "Follow-up", "points": 5 })),
            Call {
                method: Method::DELETE,
                template: "/api/loyalty/rules/{id}",
                path: format!("/api/loyalty/rules/{point_rule}"),
                body: None,
            },
            get("/api/loyalty/balances", "/api/loyalty/balances".into()),
            get("/api/loyalty/patients/{patientId}", format!("/api/loyalty/patients/{patient}")),
            get("/api/loyalty/patients/{patientId}/entries", format!("/api/loyalty/patients/{patient}/entries")),
            post(
                "/api/loyalty/patients/{patientId}/redeem",
                format!("/api/loyalty/patients/{patient}/redeem"),
                json!({ "points": 25, "reason": "At check-out" }),
            ),
            post(
                "/api/loyalty/patients/{patientId}/adjust",
                format!("/api/loyalty/patients/{patient}/adjust"),
                json!({ "points": 5, "reason": "A birthday" }),
            ),
            post(
                "/api/loyalty/entries/{id}/reverse",
                format!("/api/loyalty/entries/{loyalty_entry}/reverse"),
                json!({ "reason": "Given twice" }),
            ),
            get("/api/subscriptions", "/api/subscriptions".into()),
            get("/api/subscriptions/plans", "/api/subscriptions/plans".into()),
            get("/api/subscriptions/{id}/history", format!("/api/subscriptions/{subscription}/history")),
            get("/api/clinic/plan", "/api/clinic/plan".into()),
            post(
                "/api/stripe/create-checkout-session",
                "/api/stripe/create-checkout-session".into(),
                json!({ "plan": "plus", "billing": "monthly" }),
            ),
            post("/api/stripe/portal-session", "/api/stripe/portal-session".into(), json!({})),
            post("/api/stripe/refresh", "/api/stripe/refresh".into(), json!({})),
            post("/api/subscriptions", "/api/subscriptions".into(), factories::subscription()),
            get("/api/gfe/templates/{id}/versions", format!("/api/gfe/templates/{exam_template}/versions")),
            get("/api/gfe/templates/{id}/versions/{version}", format!("/api/gfe/templates/{exam_template}/versions/1")),
            Call {
                method: Method::POST,
                template: "/api/gfe/templates/{id}/versions/{version}/restore",
                path: format!("/api/gfe/templates/{exam_template}/versions/1/restore"),
                body: None,
            },
            Call {
                method: Method::POST,
                template: "/api/gfe/templates/{id}/duplicate",
                path: format!("/api/gfe/templates/{exam_template}/duplicate"),
                body: None,
            },
            Call {
                method: Method::DELETE,
                template: "/api/gfe/templates/{id}",
                path: format!("/api/gfe/templates/{exam_template}"),
                body: None,
            },
            Call {
                method: Method::POST,
                template: "/api/gfe/templates/{id}/restore",
                path: format!("/api/gfe/templates/{exam_template}/restore"),
                body: None,
            },
            get("/api/team", "/api/team".into()),
            post("/api/team", "/api/team".into(), new_member(&fresh)),
            with(Method::PUT, "/api/team/{id}", format!("/api/team/{member}"), new_member("joining@clinic.example")),
            Call {
                method: Method::POST,
                template: "/api/team/{id}/invite",
                path: format!("/api/team/{member}/invite"),
                body: None,
            },
            Call {
                method: Method::DELETE,
                template: "/api/team/{id}/invite",
                path: format!("/api/team/{member}/invite"),
                body: None,
            },
            Call {
                method: Method::POST,
                template: "/api/team/{id}/reactivate",
                path: format!("/api/team/{member}/reactivate"),
                body: None,
            },
            get("/api/team/former", "/api/team/former".into()),
            Call {
                method: Method::POST,
                template: "/api/team/{id}/confirm",
                path: format!("/api/team/{member}/confirm"),
                body: None,
            },
            Call {
                method: Method::DELETE,
                template: "/api/team/{id}/totp",
                path: format!("/api/team/{member}/totp"),
                body: None,
            },
            Call {
                method: Method::DELETE,
                template: "/api/team/{id}",
                path: format!("/api/team/{member}"),
                body: None,
            },
            Call {
                method: Method::DELETE,
                template: "/api/consents/templates/{id}",
                path: format!("/api/consents/templates/{template}"),
                body: None,
            },
            Call {
                method: Method::POST,
                template: "/api/consents/templates/{id}/restore",
                path: format!("/api/consents/templates/{template}/restore"),
                body: None,
            },
            get("/api/clinic/api-tokens", "/api/clinic/api-tokens".into()),
            post(
                "/api/clinic/api-tokens",
                "/api/clinic/api-tokens".into(),
                json!({ "name": "Reporting", "scopes": ["Patient", "Observation"], "valid_days": 90 }),
            ),
            get("/api/fhir/r4/metadata", "/api/fhir/r4/metadata".into()),
            get("/api/fhir/r4/Patient", "/api/fhir/r4/Patient?family=lind&_count=5".into()),
            get("/api/fhir/r4/Patient/{id}", format!("/api/fhir/r4/Patient/{patient}")),
            get("/api/fhir/r4/Patient/{id}/$everything", format!("/api/fhir/r4/Patient/{patient}/$everything")),
            get("/api/fhir/r4/Practitioner", "/api/fhir/r4/Practitioner?name=olive".into()),
            get("/api/fhir/r4/Practitioner/{id}", format!("/api/fhir/r4/Practitioner/{member}")),
            get("/api/fhir/r4/Appointment", format!("/api/fhir/r4/Appointment?patient={patient}")),
            get("/api/fhir/r4/Appointment/{id}", format!("/api/fhir/r4/Appointment/{appointment}")),
            get("/api/fhir/r4/Consent", format!("/api/fhir/r4/Consent?patient={patient}")),
            get("/api/fhir/r4/Consent/{id}", format!("/api/fhir/r4/Consent/{consent}")),
            get("/api/fhir/r4/Procedure", format!("/api/fhir/r4/Procedure?patient={patient}")),
            get("/api/fhir/r4/Procedure/{id}", format!("/api/fhir/r4/Procedure/{treatment}")),
            get("/api/fhir/r4/Observation", format!("/api/fhir/r4/Observation?patient={patient}&code=8867-4")),
            get("/api/fhir/r4/Observation/{id}", format!("/api/fhir/r4/Observation/{exam}-1")),
            // After the calls that use it.
            Call {
                method: Method::POST,
                template: "/api/clinic/api-tokens/{id}/revoke",
                path: format!("/api/clinic/api-tokens/{api_token}/revoke"),
                body: None,
            },
            // Before there is a PIN, so it is refused: a session that is handed over makes no other call.
            post("/api/kiosk", "/api/kiosk".into(), json!({ "patient_id": patient })),
            get("/api/kiosk", "/api/kiosk".into()),
            post("/api/kiosk/return", "/api/kiosk/return".into(), json!({ "pin": "4071" })),
            with(Method::PUT, "/api/auth/pin", "/api/auth/pin".into(), json!({ "pin": "4071" })),
            Call { method: Method::POST, template: "/api/auth/logout", path: "/api/auth/logout".into(), body: None },
        ]
    }

    /// Every call of the platform's own host.
    pub fn platform_calls(&self) -> Vec<Call> {
        let get = |template, path: String| Call { method: Method::GET, template, path, body: None };
        let subdomain = &self.clinic.provisioned.subdomain;
        let post = |template: &'static str, body| Call {
            method: Method::POST,
            template,
            path: template.to_owned(),
            body: Some(body),
        };
        vec![
            get("/api/clinics/availability", format!("/api/clinics/availability?subdomain={subdomain}")),
            get("/api/plans", "/api/plans".to_owned()),
            post("/api/clinics", factories::sign_up(subdomain)),
            post("/api/clinics/find", json!({ "email": "nobody@clinic.example" })),
            Call {
                method: Method::POST,
                template: "/api/stripe/webhook",
                path: "/api/stripe/webhook".into(),
                body: Some(json!({ "object": "event" })),
            },
            Call {
                method: Method::POST,
                template: "/api/messages/mail/webhook",
                path: "/api/messages/mail/webhook".into(),
                body: Some(json!({ "type": "mail.delivered" })),
            },
        ]
    }

    /// A client of each role, signed in; first an owner whose role adds nothing to the ownership.
    pub async fn everybody(&self) -> Vec<(&'static str, Client)> {
        let email = factories::member(&self.clinic, Role::Staff).await;
        self.clinic.plant(&format!("update {{}}.member set is_owner = true where email = '{email}'")).await;
        let mut all = vec![("owner", self.clinic.anonymous().sign_in(&email).await)];
        for role in Role::iter() {
            all.push((role.as_str(), self.clinic.signed_in_as(role).await));
        }
        all
    }
}

pub fn new_member(email: &str) -> Value {
    json!({
        "first_name": "Jo", "last_name": "Ining", "email": email, "role": "Nurse", "department": "Clinical",
        "status": "active", "hire_date": "2026-01-05",
    })
}
