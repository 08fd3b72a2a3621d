//! Changing a patient: PATCH, so that a form sends what it shows and nothing else.

use chrono::{DateTime, Utc};
use entity::{
    clinic::{patient, patient_change},
    ids::{MemberId, PatientId},
};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, EntityTrait, IntoActiveModel};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{fields::changes, record::PatientRecord};
use base::{
    error::{Error, Fields, Result},
    permission::{Access, PatientUpdate},
};
use http_api::{
    IfMatch, Json, Patch, Path,
    fields::{Day, Email, Line, Name, Phone},
    state::App,
};
use tenancy::{Change, ClinicTx, Ctx, Done, Member, Subject};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(change_patient))
}

/// The changes to a patient: a field that is left out stays, null clears it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PatientChange {
    /// Cannot be cleared.
    #[serde(default)]
    #[schema(value_type = Option<Name>)]
    first_name: Patch<Name>,
    /// Cannot be cleared.
    #[serde(default)]
    #[schema(value_type = Option<Name>)]
    last_name: Patch<Name>,
    #[serde(default)]
    #[schema(value_type = Option<Name>)]
    preferred_name: Patch<Name>,
    #[serde(default)]
    #[schema(value_type = Option<Line>)]
    pronouns: Patch<Line>,
    #[serde(default)]
    #[schema(value_type = Option<Email>)]
    email: Patch<Email>,
    #[serde(default)]
    #[schema(value_type = Option<Phone>)]
    phone: Patch<Phone>,
    #[serde(default)]
    #[schema(value_type = Option<Day>)]
    birth_date: Patch<Day>,
    #[serde(default)]
    #[schema(value_type = Option<Line>)]
    street: Patch<Line>,
    #[serde(default)]
    #[schema(value_type = Option<Line>)]
    city: Patch<Line>,
    #[serde(default)]
    #[schema(value_type = Option<Line>)]
    state: Patch<Line>,
    #[serde(default)]
    #[schema(value_type = Option<Line>)]
    postal_code: Patch<Line>,
    #[serde(default)]
    #[schema(value_type = Option<Name>)]
    emergency_name: Patch<Name>,
    #[serde(default)]
    #[schema(value_type = Option<Line>)]
    emergency_relation: Patch<Line>,
    #[serde(default)]
    #[schema(value_type = Option<Phone>)]
    emergency_phone: Patch<Phone>,
    #[serde(default)]
    #[schema(value_type = Option<Name>)]
    guardian_name: Patch<Name>,
    #[serde(default)]
    #[schema(value_type = Option<Line>)]
    guardian_relation: Patch<Line>,
    #[serde(default)]
    #[schema(value_type = Option<Line>)]
    referral_source: Patch<Line>,
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    may_email: Patch<bool>,
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    may_text: Patch<bool>,
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    may_call: Patch<bool>,
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    may_market: Patch<bool>,
}

impl PatientChange {
    /// Writes the changes into the row.
    ///
    /// Fails if a required field is cleared, or the birth date is in the future.
    fn fill(self, row: &mut patient::ActiveModel, today: chrono::NaiveDate) -> Result<()> {
        if matches!(self.birth_date, Patch::Set(Day(day)) if day > today) {
            return Err(Error::field("birth_date", "must not be in the future"));
        }
        let mut cleared = Fields::new();
        self.first_name.fill_required("first_name", &mut row.first_name, &mut cleared, |Name(name)| name);
        self.last_name.fill_required("last_name", &mut row.last_name, &mut cleared, |Name(name)| name);
        self.may_email.fill_required("may_email", &mut row.may_email, &mut cleared, |may| may);
        self.may_text.fill_required("may_text", &mut row.may_text, &mut cleared, |may| may);
        self.may_call.fill_required("may_call", &mut row.may_call, &mut cleared, |may| may);
        self.may_market.fill_required("may_market", &mut row.may_market, &mut cleared, |may| may);
        if !cleared.is_empty() {
            return Err(Error::Invalid(cleared));
        }
        match &self.phone {
            Patch::Keep => {}
            Patch::Clear => row.phone_digits = Set(None),
            Patch::Set(phone) => row.phone_digits = Set(Some(phone.digits())),
        }
        let line = |Line(line): Line| line;
        let name = |Name(name): Name| name;
        let phone = |Phone(phone): Phone| phone;
        self.preferred_name.fill(&mut row.preferred_name, name);
        self.pronouns.fill(&mut row.pronouns, line);
        self.email.fill(&mut row.email, |Email(email)| email);
        self.phone.fill(&mut row.phone, phone);
        self.birth_date.fill(&mut row.birth_date, |Day(day)| day);
        self.street.fill(&mut row.street, line);
        self.city.fill(&mut row.city, line);
        self.state.fill(&mut row.state, line);
        self.postal_code.fill(&mut row.postal_code, line);
        self.emergency_name.fill(&mut row.emergency_name, name);
        self.emergency_relation.fill(&mut row.emergency_relation, line);
        self.emergency_phone.fill(&mut row.emergency_phone, phone);
        self.guardian_name.fill(&mut row.guardian_name, name);
        self.guardian_relation.fill(&mut row.guardian_relation, line);
        self.referral_source.fill(&mut row.referral_source, line);
        Ok(())
    }
}

/// Changes a patient. With `If-Match` it changes only the version that was seen.
#[utoipa::path(patch, path = "/api/patients/{id}", tag = "patients", params(("id" = i64, Path), IfMatch),
    responses((status = OK, body = PatientRecord)))]
async fn change_patient(
    ctx: Ctx<PatientUpdate>,
    Path(id): Path<PatientId>,
    if_match: IfMatch,
    Json(change): Json<PatientChange>,
) -> Result<Done<Json<PatientRecord>>> {
    let before = super::locked(&ctx.tx, id).await?;
    if_match.require(before.version)?;
    let mut row = before.clone().into_active_model();
    change.fill(&mut row, ctx.today())?;
    row.version = Set(before.version + 1);
    let row = row.update(&ctx.tx).await?;
    let changes = changes(&before, &row);
    remember(&ctx.tx, id, &ctx.member, ctx.now, &changes).await?;
    let record = PatientRecord::for_access(&ctx.tx, Access::Full, row).await?;
    ctx.done(Subject::patient(id).changed(changes), Json(record)).await
}

/// Stores each change with who made it, for the record's own history.
pub(super) async fn remember(
    tx: &ClinicTx,
    patient_id: PatientId,
    by: &Member,
    now: DateTime<Utc>,
    changes: &[Change],
) -> Result<()> {
    remember_by(tx, patient_id, by.id, &by.full_name(), now, changes).await
}

/// As [`remember`], by the id and name of a member who has allowed the change.
pub(super) async fn remember_by(
    tx: &ClinicTx,
    patient_id: PatientId,
    member_id: MemberId,
    member_name: &str,
    now: DateTime<Utc>,
    changes: &[Change],
) -> Result<()> {
    if changes.is_empty() {
        return Ok(());
    }
    let rows = changes.iter().map(|change| patient_change::ActiveModel {
        patient_id: Set(patient_id),
        field: Set(change.field.clone()),
        from_value: Set(change.from.clone()),
        to_value: Set(change.to.clone()),
        member_id: Set(member_id),
        member_name: Set(member_name.to_owned()),
        changed_at: Set(now),
        ..Default::default()
    });
    patient_change::Entity::insert_many(rows).exec_without_returning(tx).await?;
    Ok(())
}
