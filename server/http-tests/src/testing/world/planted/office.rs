use axum::http::StatusCode;
use serde_json::json;
use uuid::Uuid;

use super::created;
use crate::testing::{Client, TestClinic, documents::plant_documents, factories};

/// The objects that the owner manages besides the patients.
pub struct Office {
    /// Another session of the owner.
    pub session: Uuid,
    pub support: i64,
    /// A mail that was given up.
    pub mail: i64,
    /// A printed record and an export of the owner.
    pub document: i64,
    pub export: i64,
    /// An import whose file is being uploaded.
    pub import: i64,
    pub subscription: i64,
    /// An entry of points of the patient, who has many.
    pub loyalty_entry: i64,
    /// The points that a service earns.
    pub point_rule: i64,
}

impl Office {
    pub async fn make(clinic: &TestClinic, owner: &Client, patient: i64, colleague: i64) -> Self {
        let path = format!("/api/loyalty/patients/{patient}/adjust");
        let gift = json!({ "points": 10_000, "reason": "To begin with" });
        owner.post(&path, gift.clone()).await.expect(StatusCode::CREATED);
        let loyalty_entry = created(owner, &path, gift).await;
        let point_rule = created(owner, "/api/loyalty/rules", json!({ "service": "Botox", "points": 10 })).await;
        let support = plant_support(clinic).await;
        let mail = plant_mail(clinic, colleague).await;
        let (document, export) = (clinic.first_id + 910_000, clinic.first_id + 910_001);
        plant_documents(clinic, (document, export), patient).await;
        let session = plant_session(clinic).await;
        let subscription = created(owner, "/api/subscriptions", factories::subscription()).await;
        factories::switch_on(clinic, "import_clients").await;
        let file = json!({ "file_name": "clients.csv", "file_bytes": 3 });
        let import = created(owner, "/api/imports", file).await;
        Self { session, support, mail, document, export, import, subscription, loyalty_entry, point_rule }
    }
}

async fn plant_support(clinic: &TestClinic) -> i64 {
    let id = clinic.first_id;
    let access = format!(
        "insert into {{}}.support_access (id, operator, reason, token_hash, granted_at, open_until, ends_at)
         values ({id}, 'Ana of Celadon', 'The owner asked us to', '{id}', now(), now(), now() + interval '1 hour')"
    );
    clinic.plant(&access).await;
    id
}

async fn plant_mail(clinic: &TestClinic, member: i64) -> i64 {
    let id = clinic.first_id + 900_000;
    let job = format!(
        "insert into {{}}.job (id, kind, payload, run_at, attempts, failed_at, created_at)
         overriding system value values ({id}, 'password_reset',
            '{{\"kind\": \"password_reset\", \"member\": {member}}}', now(), 20, now(), now())"
    );
    clinic.plant(&job).await;
    id
}

async fn plant_session(clinic: &TestClinic) -> Uuid {
    let id = Uuid::new_v4();
    let session = format!(
        "insert into {{}}.session (id, member_id, created_at, last_seen_at, proved_at, ip, user_agent)
         select '{id}', member_id, created_at, last_seen_at, proved_at, ip, user_agent from {{}}.session
         order by created_at limit 1"
    );
    clinic.plant(&session).await;
    id
}
