//! The call about the clinic's own settings.

use entity::clinic::finding;
use sea_orm::{EntityTrait, QueryOrder};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    error::{Error, Result},
    http::Json,
    permission::ClinicSettingsRead,
    state::App,
    tenancy::{Ctx, Done, Subject},
};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_clinic_settings))
}

/// The clinic's settings, and the lists that its exams suggest.
#[derive(Debug, Serialize, ToSchema)]
struct ClinicSettings {
    name: String,
    subdomain: String,
    time_zone: String,
    /// After so long without a request a session ends.
    idle_minutes: i32,
    /// How long a consent's link may be used.
    consent_link_days: i32,
    /// How long an exam clears a patient.
    exam_valid_months: i32,
    second_factor: SecondFactor,
    findings: Findings,
}

/// Whether the team's members need a second factor to sign in.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum SecondFactor {
    Optional,
    Required,
}

/// What exams suggest: vitals, and common findings for each system.
#[derive(Debug, Default, Serialize, ToSchema)]
struct Findings {
    vitals: Vec<String>,
    /// Review of systems.
    ros: SystemFindings,
    /// Physical examination.
    pe: SystemFindings,
}

#[derive(Debug, Default, Serialize, ToSchema)]
struct SystemFindings {
    constitutional: Vec<String>,
    heent: Vec<String>,
    cardio: Vec<String>,
    resp: Vec<String>,
    gi: Vec<String>,
    gu: Vec<String>,
    msk: Vec<String>,
    neuro: Vec<String>,
    skin: Vec<String>,
    psych: Vec<String>,
}

impl SystemFindings {
    fn of(&mut self, system: &str) -> Option<&mut Vec<String>> {
        Some(match system {
            "constitutional" => &mut self.constitutional,
            "heent" => &mut self.heent,
            "cardio" => &mut self.cardio,
            "resp" => &mut self.resp,
            "gi" => &mut self.gi,
            "gu" => &mut self.gu,
            "msk" => &mut self.msk,
            "neuro" => &mut self.neuro,
            "skin" => &mut self.skin,
            "psych" => &mut self.psych,
            _ => return None,
        })
    }
}

impl Findings {
    fn from_rows(rows: Vec<finding::Model>) -> Self {
        let mut findings = Self::default();
        for row in rows {
            let list = match row.list.as_str() {
                "vitals" => Some(&mut findings.vitals),
                "ros" => findings.ros.of(&row.system),
                _ => findings.pe.of(&row.system),
            };
            if let Some(list) = list {
                list.push(row.text);
            }
        }
        findings
    }
}

/// Shows the clinic's settings.
#[utoipa::path(get, path = "/api/clinic/settings", tag = "clinic", responses((status = OK, body = ClinicSettings)))]
async fn show_clinic_settings(ctx: Ctx<ClinicSettingsRead>) -> Result<Done<Json<ClinicSettings>>> {
    let settings = super::settings(&ctx.tx).await?;
    let rows = finding::Entity::find().order_by_asc(finding::Column::Position).all(&ctx.tx).await?;
    let answer = ClinicSettings {
        name: ctx.clinic.name.clone(),
        subdomain: ctx.clinic.subdomain.clone(),
        time_zone: ctx.clinic.time_zone.name().to_owned(),
        idle_minutes: settings.idle_minutes,
        consent_link_days: settings.consent_link_days,
        exam_valid_months: settings.exam_valid_months,
        second_factor: serde_json::from_value(settings.second_factor.into())
            .map_err(|_| Error::Internal("a clinic's settings hold an unknown word".into()))?,
        findings: Findings::from_rows(rows),
    };
    ctx.done(Subject::nobody(), Json(answer)).await
}
