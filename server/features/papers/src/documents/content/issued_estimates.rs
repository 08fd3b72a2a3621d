//! The estimates issued to a patient, the deadlines of owed estimates, and whether the patient pays without insurance.

use std::collections::HashMap;

use entity::{
    clinic::{
        appointment, estimate_clock, estimate_delivery, estimate_issue, estimate_question, estimate_receipt,
        estimate_void, patient, patient_coverage,
    },
    ids::{EstimateId, PatientId},
    words::{Coverage, EstimateGiven},
};
use rust_decimal::Decimal;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde_json::{Value, json};

use super::{at, corrections::role, day, hex, picture};
use base::error::{Error, Result};
use money::{
    dollars::in_dollars,
    estimate_clocks::{cause_in_words, ending_in_words},
};
use tenancy::ClinicTx;

/// The printed values.
pub(super) async fn value(tx: &ClinicTx, id: PatientId) -> Result<Value> {
    Ok(json!({ "coverage": coverage(tx, id).await?, "issued": issued(tx, id).await?, "owed": owed(tx, id).await? }))
}

/// The coverage as last recorded. Null if nobody has asked.
async fn coverage(tx: &ClinicTx, id: PatientId) -> Result<Value> {
    let row = patient_coverage::Entity::of_person(id).one(tx).await?;
    let value = |row: patient_coverage::Model| {
        let words = match row.coverage {
            Coverage::Unknown => "Not asked yet",
            Coverage::SelfPay => "Self-pay or uninsured",
            Coverage::Insured => "Insured, and uses the insurance",
        };
        json!({ "is": words, "at": at(row.noted_at), "by": row.noted_by_name })
    };
    Ok(row.map_or(Value::Null, value))
}

/// The issued versions of every estimate, the oldest first.
async fn issued(tx: &ClinicTx, id: PatientId) -> Result<Vec<Value>> {
    let mut rows = estimate_issue::Entity::of_patient(id).all(tx).await?;
    rows.reverse();
    let about = About::of(tx, &rows).await?;
    rows.iter().map(|row| about.version(row)).collect()
}

/// The issued versions of one estimate for other programs: the whole document that the patient got, and the receipt.
pub(super) async fn documents(tx: &ClinicTx, id: EstimateId) -> Result<Vec<Value>> {
    let rows = estimate_issue::Entity::of_estimate(id).all(tx).await?;
    let about = About::of(tx, &rows).await?;
    let mut values = Vec::new();
    for row in &rows {
        let mut value = about.version(row)?;
        value["document"] = document(row)?;
        value["receipt"] = about.receipts.iter().find(|receipt| receipt.issue_id == row.id).map(receipt).into();
        values.push(value);
    }
    Ok(values)
}

fn document(row: &estimate_issue::Model) -> Result<Value> {
    serde_json::from_str(&row.document).map_err(|_| Error::Internal("an issued estimate cannot be read".to_owned()))
}

fn receipt(row: &estimate_receipt::Model) -> Value {
    json!({
        "at": at(row.signed_at),
        "act": row.act,
        "typed_name": row.typed_name,
        "signer": row.signer.name_and_relation(),
        "picture": row.signature.as_deref().map(picture),
        "ip": row.ip,
        "device": auth::device_in_words(&row.user_agent),
        "digest": hex(Some(&row.content_digest)),
    })
}

/// The records about issued versions.
struct About {
    newest: HashMap<EstimateId, i32>,
    voids: Vec<estimate_void::Model>,
    given: Vec<estimate_delivery::Model>,
    receipts: Vec<estimate_receipt::Model>,
    questions: Vec<estimate_question::Model>,
}

impl About {
    async fn of(tx: &ClinicTx, rows: &[estimate_issue::Model]) -> Result<Self> {
        let ids = || rows.iter().map(|row| row.id);
        let mut newest = HashMap::new();
        for row in rows {
            let version = newest.entry(row.estimate_id).or_insert(row.version);
            *version = row.version.max(*version);
        }
        let voids = estimate_void::Entity::find()
            .filter(estimate_void::Column::EstimateId.is_in(rows.iter().map(|row| row.estimate_id)));
        let given = estimate_delivery::Entity::find()
            .filter(estimate_delivery::Column::IssueId.is_in(ids()))
            .order_by_asc(estimate_delivery::Column::Id);
        let receipts = estimate_receipt::Entity::find().filter(estimate_receipt::Column::IssueId.is_in(ids()));
        let questions = estimate_question::Entity::find()
            .filter(estimate_question::Column::IssueId.is_in(ids()))
            .order_by_asc(estimate_question::Column::Id);
        Ok(Self {
            newest,
            voids: voids.all(tx).await?,
            given: given.all(tx).await?,
            receipts: receipts.all(tx).await?,
            questions: questions.all(tx).await?,
        })
    }

    fn version(&self, row: &estimate_issue::Model) -> Result<Value> {
        let document = document(row)?;
        let void = self.voids.iter().find(|void| void.estimate_id == row.estimate_id);
        let is_superseded = self.newest.get(&row.estimate_id).is_some_and(|newest| *newest > row.version);
        let state = match (void, is_superseded) {
            (Some(_), _) => "Void",
            (None, true) => "Superseded by a later version",
            (None, false) => "Issued",
        };
        let given = self.given.iter().filter(|given| given.issue_id == row.id).map(delivery);
        let receipt = self.receipts.iter().find(|receipt| receipt.issue_id == row.id);
        let asked = self.questions.iter().filter(|question| question.issue_id == row.id).map(question);
        Ok(json!({
            "estimate": i64::from(row.estimate_id).to_string(),
            "version": row.version.to_string(),
            "state": state,
            "at": at(row.issued_at),
            "by": row.issuer.name,
            "role": role(&row.issuer),
            "to": document["patient_name"],
            "primary_service": document["primary_service"],
            "service_date": row.service_date.map(day),
            "valid_until": day(row.valid_until),
            "items": document["lines"].as_array().map(|lines| lines.iter().map(item).collect::<Vec<_>>()).unwrap_or_default(),
            "total": in_dollars(row.total),
            "given": given.collect::<Vec<_>>(),
            "received": receipt.map(|receipt| at(receipt.signed_at)),
            "received_by": receipt.map(|receipt| match receipt.signer.relation() {
                Some(_) => receipt.signer.name_and_relation(),
                None => receipt.typed_name.clone().unwrap_or_else(|| receipt.signer.name.clone()),
            }),
            "questions": asked.collect::<Vec<_>>(),
            "void": void.map(|void| json!({ "at": at(void.voided_at), "by": void.signer.name, "reason": void.reason })),
            "digest": hex(Some(&row.content_digest)),
        }))
    }
}

/// One line of a frozen document, with the charge in the usual format.
fn item(line: &Value) -> Value {
    let charge = line["charge"].as_str().and_then(|charge| charge.parse::<Decimal>().ok());
    json!({ "service": line["service"], "provider": line["provider"], "charge": charge.map(in_dollars) })
}

fn delivery(row: &estimate_delivery::Model) -> Value {
    let how = match row.how {
        EstimateGiven::Paper => "On paper",
        EstimateGiven::Link => "By link",
        EstimateGiven::Email => "By e-mail",
    };
    json!({ "how": how, "at": at(row.given_at), "by": row.member_name, "to": row.address })
}

fn question(row: &estimate_question::Model) -> Value {
    json!({
        "at": at(row.asked_at),
        "text": row.question,
        "answered": row.answered_at.map(at),
        "answered_by": row.answered_by_name,
    })
}

/// The deadlines of the estimates that are or were owed, the oldest first.
async fn owed(tx: &ClinicTx, id: PatientId) -> Result<Vec<Value>> {
    use estimate_clock::{Column, Entity, Model};
    let theirs = Column::PatientId.in_subquery(patient::Entity::ids_of(id));
    let rows = Entity::find().filter(theirs).order_by_asc(Column::Id).all(tx).await?;
    let visits = appointment::Entity::find()
        .filter(appointment::Column::Id.is_in(rows.iter().filter_map(|row| row.appointment_id)))
        .all(tx)
        .await?;
    let value = |row: Model| {
        let visit = visits.iter().find(|visit| Some(visit.id) == row.appointment_id);
        json!({
            "cause": cause_in_words(row.cause),
            "visit": visit.map(|visit| at(visit.starts_at)),
            "service": visit.map(|visit| visit.service.clone()),
            "started": at(row.started_at),
            "started_by": row.started_by_name,
            "asked": row.asked_at.map(at),
            "due": day(row.due_on),
            "closed": row.closed_at.map(at),
            "closed_by": row.closed_by_name,
            "ending": row.ending.map(ending_in_words),
            "note": row.ending_note,
        })
    };
    Ok(rows.into_iter().map(value).collect())
}
