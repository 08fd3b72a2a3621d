//! Writes the demo clinics into the database: each in one transaction, so that it exists completely or not at
//! all.

use std::collections::HashMap;

use chrono::{DateTime, Days, TimeDelta, Utc};
use chrono_tz::Tz;
use entity::{
    clinic::{
        Signer, clinic_module, consent, consent_signature, consent_template, exam, member, patient, treatment,
        treatment_approval,
    },
    ids::{PatientId, ResourceId},
    words::{ClearanceStatus, MemberStatus, Role},
};
use rust_decimal::Decimal;
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::{NotSet, Set},
    ConnectionTrait, DbErr, EntityTrait, IntoActiveModel, Iterable, TryIntoModel,
};
use sha2::{Digest, Sha256};

use super::{
    CLEARING, CLINICS,
    calendar::{Calendar, day, unreadable},
    people::{CONSENT_LINK_DAYS, DemoClinic, DemoConsent, DemoConsentState, DemoExam, DemoPatient, DemoTreatment},
    records,
    signature::signature_png,
};
use crate::{
    features::messages,
    foundation::{
        crypto::password::Passwords,
        evidence, phone,
        tenancy::{NewClinic, OwnerDb},
    },
    operations::provisioning,
};

/// Every demo member's password. Only `celadon demo` makes these clinics.
pub const PASSWORD: &str = "celadon tour 2026";

/// A sign-in of a demo clinic.
#[derive(Debug, Clone)]
pub struct SignIn {
    pub clinic: &'static str,
    pub subdomain: String,
    pub role: Role,
    pub name: String,
    pub email: &'static str,
    pub is_owner: bool,
}

/// Makes the demo clinics that do not exist yet, as many sets of them as are asked for, with `clears` also the one that clears service
/// by service, and returns their sign-ins.
///
/// # Errors
/// When the database is out of reach.
pub async fn make(
    db: &OwnerDb,
    passwords: &Passwords,
    now: DateTime<Utc>,
    (sets, clears): (u8, bool),
) -> Result<Vec<SignIn>, DbErr> {
    let existing: Vec<_> = db.clinics().await?.into_iter().map(|clinic| clinic.subdomain).collect();
    let wanted = (1..=sets).flat_map(|set| CLINICS.iter().map(move |clinic| (*clinic, subdomain(clinic, set))));
    let clearing = clears.then(|| (CLEARING, CLEARING.subdomain.to_owned()));
    let mut sign_ins = Vec::new();
    for (clinic, subdomain) in wanted.chain(clearing) {
        if !existing.contains(&subdomain) {
            let hash = passwords.hash(PASSWORD.to_owned()).await.map_err(|error| DbErr::Custom(error.to_string()))?;
            create_clinic(db, clinic, subdomain.clone(), &hash, now).await?;
        }
        sign_ins.extend(clinic.members.iter().map(|member| SignIn {
            clinic: clinic.name,
            subdomain: subdomain.clone(),
            role: member.role,
            name: member.full_name(),
            email: member.email,
            is_owner: member.is_owner,
        }));
    }
    Ok(sign_ins)
}

/// The clinics of every set but the first have its number in their address.
fn subdomain(clinic: &DemoClinic, set: u8) -> String {
    if set == 1 { clinic.subdomain.to_owned() } else { format!("{}-{set}", clinic.subdomain) }
}

async fn create_clinic(
    db: &OwnerDb,
    clinic: &'static DemoClinic,
    subdomain: String,
    password_hash: &str,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let time_zone: Tz = clinic.time_zone.parse().map_err(|_| unreadable(clinic.time_zone))?;
    let new = NewClinic { subdomain, name: clinic.name.to_owned(), time_zone };
    let unfinished = db.begin_clinic(new).await?;
    provisioning::defaults(&unfinished.tx, now).await?;
    let calendar = Calendar { zone: time_zone, now };
    let members = members(&unfinished.tx, clinic, password_hash, calendar).await?;
    modules(&unfinished.tx, clinic, members.values().find(|member| member.is_owner), now).await?;
    let templates = consent_template::Entity::find().all(&unfinished.tx).await?;
    let mut seed = Seed {
        db: &unfinished.tx,
        calendar,
        members,
        rooms: HashMap::new(),
        clears: clinic.clearance.is_some(),
        templates,
    };
    seed.rooms = seed.rooms(&clinic.desk).await?;
    let mut patients = Vec::new();
    for patient in clinic.patients() {
        patients.push(seed.patient(patient).await?);
    }
    seed.planned(&clinic.desk, &patients).await?;
    if let Some(clearance) = clinic.clearance {
        seed.clearance(clearance, &patients).await?;
    }
    seed.issued_estimate(clinic, &patients, unfinished.provisioned.id).await?;
    if clinic.sends_messages {
        messages::switch_on(&unfinished.tx, unfinished.provisioned.id, now)
            .await
            .map_err(|error| DbErr::Custom(error.to_string()))?;
    }
    unfinished.finish().await?;
    Ok(())
}

/// What the owner has switched on.
async fn modules(
    db: &impl ConnectionTrait,
    clinic: &DemoClinic,
    owner: Option<&member::Model>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    for module in clinic.modules {
        let row = clinic_module::ActiveModel {
            module: Set(*module),
            is_on: Set(true),
            version: Set(1),
            changed_by: Set(owner.map(|owner| owner.id)),
            changed_by_name: Set(owner.map(member::Model::full_name)),
            changed_at: Set(now),
        };
        clinic_module::Entity::insert(row).exec_without_returning(db).await?;
    }
    Ok(())
}

async fn members(
    db: &impl ConnectionTrait,
    clinic: &DemoClinic,
    password_hash: &str,
    calendar: Calendar,
) -> Result<HashMap<&'static str, member::Model>, DbErr> {
    let now = calendar.now;
    let mut members = HashMap::new();
    for person in clinic.members {
        let of_clinic = clinic.clearance.map(|clearance| (clearance.state, clearance.licenses));
        let license = of_clinic.and_then(|(state, licenses)| {
            licenses.iter().find(|license| license.member == person.email).map(|license| (state, license))
        });
        let row = member::ActiveModel {
            first_name: Set(person.first_name.to_owned()),
            last_name: Set(person.last_name.to_owned()),
            email: Set(person.email.to_owned()),
            phone: Set(Some(person.phone.to_owned())),
            role: Set(person.role),
            department: Set(person.department),
            status: Set(MemberStatus::Active),
            hire_date: Set(day(person.hire_date)?),
            license_number: Set(person.license_number.map(str::to_owned)),
            license_state: Set(license.map(|(state, _)| state)),
            license_expires_on: Set(license.map(|(_, one)| calendar.today() + TimeDelta::days(one.days_left))),
            credential: Set(license.map(|(_, one)| one.credential)),
            specialties: Set(person.specialties.map(str::to_owned)),
            notes: Set(person.notes.map(str::to_owned)),
            is_owner: Set(person.is_owner),
            director_confirmed_at: Set((person.role == Role::MedicalDirector).then_some(now)),
            password_hash: Set(Some(password_hash.to_owned())),
            email_confirmed_at: Set(Some(now)),
            created_at: Set(now),
            updated_at: Set(now),
            ..Default::default()
        };
        members.insert(person.email, row.insert(db).await?);
    }
    Ok(members)
}

/// A member's name, role and license for a signature.
pub(super) fn signer(member: &member::Model) -> Signer {
    let role =
        if member.is_owner { format!("{}, owner", member.role.as_str()) } else { member.role.as_str().to_owned() };
    Signer { id: member.id.into(), name: member.full_name(), role, license: member.license_number.clone() }
}

pub(super) struct Seed<'a, C> {
    pub(super) db: &'a C,
    pub(super) calendar: Calendar,
    pub(super) members: HashMap<&'static str, member::Model>,
    /// The room in which each provider sees patients.
    pub(super) rooms: HashMap<&'static str, ResourceId>,
    /// Whether treatments are recorded with the clearance of their service.
    clears: bool,
    templates: Vec<consent_template::Model>,
}

impl<C: ConnectionTrait> Seed<'_, C> {
    async fn patient(&self, person: &DemoPatient) -> Result<PatientId, DbErr> {
        let owner = self.members.values().find(|member| member.is_owner);
        let row = patient::ActiveModel {
            first_name: Set(person.first_name.to_owned()),
            last_name: Set(person.last_name.to_owned()),
            email: Set(person.email.map(str::to_owned)),
            phone: Set(person.phone.map(str::to_owned)),
            phone_digits: Set(person.phone.map(phone::digits)),
            birth_date: Set(person.birth_date.map(day).transpose()?),
            created_by: Set(owner.map(|owner| owner.id)),
            created_at: Set(self.calendar.ago(person.days_ago, "08:30")?),
            ..Default::default()
        };
        let patient = row.insert(self.db).await?;
        if let Some(owner) = owner {
            records::store(self.db, (patient.id, person.last_name), owner, patient.created_at).await?;
        }
        let mut exams = Vec::new();
        for exam in person.exams {
            exams.push(self.exam(patient.id, exam).await?);
        }
        for treatment in person.treatments {
            self.treatment(patient.id, &exams, treatment).await?;
        }
        for consent in person.consents {
            self.consent(&patient, consent).await?;
        }
        for appointment in person.appointments {
            self.appointment(&patient, appointment).await?;
        }
        Ok(patient.id)
    }

    pub(super) fn member(&self, email: &str) -> Result<&member::Model, DbErr> {
        self.members.get(email).ok_or_else(|| unreadable(email))
    }

    async fn exam(&self, patient_id: PatientId, demo: &DemoExam) -> Result<exam::Model, DbErr> {
        let examiner = self.member(demo.examiner)?;
        let mut row = exam::ActiveModel {
            id: Set(0.into()),
            patient_id: Set(patient_id),
            examiner_id: Set(examiner.id),
            vitals: Set(some(demo.vitals_text())),
            created_at: Set(self.calendar.ago(demo.days_ago, demo.at)?),
            signer: Set(Some(signer(examiner))),
            content_digest: Set(None),
            ..Default::default()
        };
        for column in exam::Column::iter() {
            use sea_orm::IdenStatic;
            let text = match column.as_str().split_once('_') {
                Some(("ros", system)) => demo.ros_text(system),
                Some(("pe", system)) => demo.pe_text(system),
                _ => continue,
            };
            row.set(column, some(text).into());
        }
        let digest = evidence::exam(&row.clone().try_into_model()?).digest();
        row.content_digest = Set(Some(digest));
        row.id = NotSet;
        row.insert(self.db).await
    }

    async fn treatment(&self, patient_id: PatientId, exams: &[exam::Model], demo: &DemoTreatment) -> Result<(), DbErr> {
        let created_at = self.calendar.ago(demo.days_ago, demo.at)?;
        let provider = self.member(demo.provider)?;
        let exam =
            exams.iter().rev().find(|exam| exam.created_at <= created_at).ok_or_else(|| unreadable("an exam"))?;
        let png = signature_png(&provider.full_name(), 400, 100);
        let mut row = treatment::Model {
            id: 0.into(),
            patient_id,
            exam_id: exam.id,
            provider_id: provider.id,
            treatment_type: demo.treatment_type.as_str().to_owned(),
            service_id: None,
            areas: Some(demo.areas.to_owned()),
            notes: Some(demo.notes.to_owned()),
            units: demo.units.map(Decimal::from),
            lot: demo.lot.map(str::to_owned),
            volumes_ml: demo.volumes_ml.map(str::to_owned),
            provider_signature_sha256: Sha256::digest(&png).to_vec(),
            provider_signature: png,
            created_at,
            signer: Some(signer(provider)),
            content_digest: None,
            changed_since_exam: self.clears.then_some(false),
            clearance: self.clears.then_some(ClearanceStatus::Valid),
            protocol_version_id: None,
            protocol_override_id: None,
            protocol_override_reason: None,
        };
        row.content_digest = Some(evidence::treatment(&row).digest());
        let row = treatment::ActiveModel { id: NotSet, ..row.into_active_model() }.insert(self.db).await?;
        let Some(approval) = &demo.approval else { return Ok(()) };
        let director = self.member(approval.director)?;
        let png = signature_png(&director.full_name(), 400, 120);
        let mut approval = treatment_approval::Model {
            treatment_id: row.id,
            director_id: director.id,
            director_signature_sha256: Sha256::digest(&png).to_vec(),
            director_signature: png,
            approved_at: self.calendar.ago(approval.days_ago, approval.at)?.max(created_at),
            signer: Some(signer(director)),
            content_digest: None,
        };
        approval.content_digest = Some(evidence::approval(&approval, &row).digest());
        approval.into_active_model().insert(self.db).await?;
        Ok(())
    }

    async fn consent(&self, patient: &patient::Model, demo: &DemoConsent) -> Result<(), DbErr> {
        let template = self.templates.iter().find(|template| template.name == demo.template);
        let template = template.ok_or_else(|| unreadable(demo.template))?;
        let issued_at = self.calendar.ago(demo.issued_days_ago, demo.at)?;
        let body_sha256 = Sha256::digest(template.body.as_bytes()).to_vec();
        let issuer = self.member(demo.issued_by)?;
        let mut row = consent::Model {
            id: 0.into(),
            patient_id: patient.id,
            template_id: template.id,
            template_name: template.name.clone(),
            template_version: template.version,
            body: template.body.clone(),
            body_sha256: body_sha256.clone(),
            // Nobody has this token: a demo consent is signed through a newly issued link.
            token_hash: rand::random::<[u8; 32]>().to_vec(),
            issued_by: issuer.id,
            issued_at,
            expires_at: issued_at + Days::new(u64::from(CONSENT_LINK_DAYS)),
            revoked_at: None,
            issuer: Some(signer(issuer)),
            content_digest: None,
            link_hash: None,
            link_expires_at: None,
            kiosk_hash: None,
            kiosk_ends_at: None,
        };
        row.content_digest = Some(evidence::consent(&row).digest());
        let row = consent::ActiveModel { id: NotSet, ..row.into_active_model() }.insert(self.db).await?;
        let DemoConsentState::Signed { days_ago, at } = demo.state else { return Ok(()) };
        let name = patient.full_name();
        let mut signature = consent_signature::Model {
            consent_id: row.id,
            signed_at: self.calendar.ago(days_ago, at)?.max(issued_at),
            body_sha256,
            typed_name: Some(name.clone()),
            signature: None,
            electronic_consent: Some(true),
            ip: "192.0.2.10".to_owned(),
            user_agent: "Demo data".to_owned(),
            signer: Some(Signer { id: patient.id.into(), name, role: "Patient".to_owned(), license: None }),
            content_digest: None,
            notice_version: None,
            act_version: None,
        };
        let digest = evidence::consent_signature(&signature, row.content_digest.as_deref()).digest();
        signature.content_digest = Some(digest);
        signature.into_active_model().insert(self.db).await?;
        Ok(())
    }
}

fn some(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}
