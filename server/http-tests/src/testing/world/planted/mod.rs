//! The content of a world's clinic, by subject. It is made through the API if there is a call for it, otherwise planted in the tables.

mod catalogue;
mod charts;
mod consents;
mod duplicates;
mod estimates;
mod office;
mod protocols;
mod schedule;
mod visits;

pub use self::{
    catalogue::Catalogue, charts::Charts, consents::Consents, duplicates::Duplicates, estimates::Estimates,
    office::Office, protocols::Protocols, schedule::Schedule, visits::Visits,
};

use axum::http::StatusCode;
use serde_json::Value;

use super::new_member;
use crate::testing::{Client, TestClinic, factories};

/// The id of the object that this call makes.
pub(super) async fn created(owner: &Client, path: &str, body: Value) -> i64 {
    factories::id(&owner.post(path, body).await.expect(StatusCode::CREATED))
}

/// A member who can be changed, removed and invited, and whose second factor can be removed. The member is active and has no password yet.
pub(super) async fn colleague(clinic: &TestClinic, owner: &Client) -> i64 {
    let joined = owner.post("/api/team", new_member("joining@clinic.example")).await.expect(StatusCode::CREATED);
    let member = factories::id(&joined["member"]);
    let factor = format!(
        "insert into {{}}.second_factor (member_id, secret, key_id, created_at, confirmed_at)
         values ({member}, 'sealed', '1', now(), now())"
    );
    clinic.plant(&factor).await;
    member
}

/// The copies of signed records.
pub(super) async fn signed_copies(clinic: &TestClinic, treatment: i64, exam: i64, estimate: i64) {
    let copies = format!(
        "insert into {{}}.signed_copy (kind, treatment_id, exam_id, estimate_id, sha256, file) values
            ('treatment', {treatment}, null, null, sha256('%PDF-1.7'), '%PDF-1.7'),
            ('exam', null, {exam}, null, sha256('%PDF-1.8'), '%PDF-1.8'),
            ('estimate', null, null, {estimate}, sha256('%PDF-1.9'), '%PDF-1.9')"
    );
    clinic.plant(&copies).await;
}
