//! One patient's record: everything a clinic keeps about the person except clinical data.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{mail_stop, member, patient},
    ids::{MemberId, PatientId},
    words::MailStopReason,
};
use sea_orm::{
    EntityTrait, FromQueryResult, QuerySelect, Select,
    sea_query::{Expr, ExprTrait, Func, Query},
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::api::Patient;
use base::{
    error::{Error, Result},
    permission::{Access, PatientRead},
};
use http_api::{Json, Path, state::App};
use tenancy::{ClinicTx, Ctx, Done, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_patient))
}

/// A patient's record. Roles with limited access see the id and the names; the rest is null.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PatientRecord {
    #[serde(flatten)]
    patient: Patient,
    contact: Option<Contact>,
    archived: Option<Archived>,
    /// The patient whose record includes this one's since the merge.
    merged_into: Option<PatientId>,
}

/// The patient's contacts, and other people to contact.
#[expect(clippy::struct_excessive_bools, reason = "each way to reach a patient is a field of its own")]
#[derive(Debug, Serialize, ToSchema)]
struct Contact {
    street: Option<String>,
    city: Option<String>,
    state: Option<String>,
    postal_code: Option<String>,
    emergency_name: Option<String>,
    emergency_relation: Option<String>,
    emergency_phone: Option<String>,
    /// The name of a minor's guardian.
    guardian_name: Option<String>,
    guardian_relation: Option<String>,
    referral_source: Option<String>,
    may_email: bool,
    may_text: bool,
    may_call: bool,
    /// Whether the patient wants marketing messages; all others are about the patient's own visits.
    may_market: bool,
    /// Why the e-mail address gets no mail, until the address is changed or confirmed.
    mail_stopped: Option<MailStopReason>,
}

/// By whom, when and why a patient was archived.
#[derive(Debug, Serialize, ToSchema)]
struct Archived {
    at: DateTime<Utc>,
    by: Option<String>,
    reason: Option<String>,
}

impl PatientRecord {
    /// The fields of the record that this access shows.
    pub(super) async fn for_access(tx: &ClinicTx, access: Access, row: patient::Model) -> Result<Self> {
        let mail_stopped = super::mail_stop(tx, &row).await?;
        Self::new(tx, access, row, mail_stopped).await
    }

    async fn new(
        tx: &ClinicTx,
        access: Access,
        row: patient::Model,
        mail_stopped: Option<MailStopReason>,
    ) -> Result<Self> {
        let full = access == Access::Full;
        let archived = match row.archived_at.filter(|_| full) {
            Some(at) => {
                Some(Archived { at, by: member_name(tx, row.archived_by).await?, reason: row.archive_reason.clone() })
            }
            None => None,
        };
        Ok(Self {
            contact: full.then(|| Contact::from_model(&row, mail_stopped)),
            archived,
            merged_into: row.merged_into,
            patient: Patient::for_access(access, row.into()),
        })
    }
}

impl Contact {
    fn from_model(row: &patient::Model, mail_stopped: Option<MailStopReason>) -> Self {
        Self {
            street: row.street.clone(),
            city: row.city.clone(),
            state: row.state.clone(),
            postal_code: row.postal_code.clone(),
            emergency_name: row.emergency_name.clone(),
            emergency_relation: row.emergency_relation.clone(),
            emergency_phone: row.emergency_phone.clone(),
            guardian_name: row.guardian_name.clone(),
            guardian_relation: row.guardian_relation.clone(),
            referral_source: row.referral_source.clone(),
            may_email: row.may_email,
            may_text: row.may_text,
            may_call: row.may_call,
            may_market: row.may_market,
            mail_stopped,
        }
    }
}

async fn member_name(tx: &ClinicTx, id: Option<MemberId>) -> Result<Option<String>> {
    let Some(id) = id else { return Ok(None) };
    let name: Option<(String, String)> = member::Entity::find_by_id(id)
        .select_only()
        .columns([member::Column::FirstName, member::Column::LastName])
        .into_tuple()
        .one(tx)
        .await?;
    Ok(name.map(|(first, last)| format!("{first} {last}")))
}

/// A patient, and why the patient's address gets no mail.
#[derive(FromQueryResult)]
struct Read {
    #[sea_orm(nested)]
    patient: patient::Model,
    mail_stopped: Option<MailStopReason>,
}

/// Both in one query.
fn read(id: PatientId) -> Select<patient::Entity> {
    use mail_stop::Column::{Address, Reason};
    let address = Func::lower(Expr::col((patient::Entity, patient::Column::Email)));
    let stop = Query::select()
        .column(Reason)
        .from(mail_stop::Entity)
        .and_where(Expr::col((mail_stop::Entity, Address)).eq(address))
        .take();
    patient::Entity::find_by_id(id).expr_as(Expr::from(stop), "mail_stopped")
}

/// Shows a patient. For a merged patient it names the surviving record.
#[utoipa::path(get, path = "/api/patients/{id}", tag = "patients", params(("id" = i64, Path)), responses((status = OK, body = PatientRecord)))]
async fn show_patient(ctx: Ctx<PatientRead>, Path(id): Path<PatientId>) -> Result<Done<Json<PatientRecord>>> {
    let Read { patient, mail_stopped } = read(id).into_model().one(&ctx.tx).await?.ok_or(Error::NotFound)?;
    let record = PatientRecord::new(&ctx.tx, ctx.access, patient, mail_stopped).await?;
    ctx.done(Subject::patient(id), Json(record)).await
}
