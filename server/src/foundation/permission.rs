//! What a member may do. `server/permissions.csv` is the source: which call needs which
//! permission, and which role holds it, fully or in part. Here each permission is also a type,
//! which a handler asks for in its signature.

use std::{collections::HashMap, sync::LazyLock};

use axum::http::Method;
use entity::clinic::member;
pub use entity::words::Role;
use sea_orm::Iterable;

/// How much of something a role may see or do; the notes in `permissions.csv` name what is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Full,
    Limited,
}

/// What a member is granted: by the role, and for an owner also by the owner's column. Running the clinic comes
/// with ownership, treating patients with the role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grants {
    pub role: Role,
    pub is_owner: bool,
}

impl Grants {
    /// The grants of somebody with this role. A Medical Director who has not been confirmed has the grants of
    /// Staff.
    pub fn in_force(role: Role, is_owner: bool, is_confirmed: bool) -> Self {
        let role = if role == Role::MedicalDirector && !is_confirmed { Role::Staff } else { role };
        Self { role, is_owner }
    }

    /// The grants of a member, active or not.
    pub fn from_member(row: &member::Model) -> Self {
        Self::in_force(row.role, row.is_owner, row.director_confirmed_at.is_some())
    }

    /// How much of the permission this person holds, if anything.
    pub fn access(self, permission: &str) -> Option<Access> {
        let cells = MATRIX.grants.get(permission)?;
        let granted = |wanted: &str| cells.iter().find(|(column, _)| column == wanted).and_then(|(_, access)| *access);
        let as_owner = if self.is_owner { granted("owner") } else { None };
        match (granted(self.role.as_str()), as_owner) {
            (Some(Access::Full), _) | (_, Some(Access::Full)) => Some(Access::Full),
            (by_role, as_owner) => by_role.or(as_owner),
        }
    }

    /// Every permission held, with how much of it.
    pub fn permissions(self) -> Vec<(&'static str, Access)> {
        let mut held: Vec<_> = MATRIX
            .grants
            .keys()
            .filter(|permission| *permission != "-")
            .filter_map(|permission| self.access(permission).map(|access| (permission.as_str(), access)))
            .collect();
        held.sort_unstable_by_key(|(permission, _)| *permission);
        held
    }
}

/// Implemented by the permission types only.
pub trait Permission: Send + Sync + 'static {
    /// The permission's name in `permissions.csv`.
    const NAME: &'static str;
}

macro_rules! permissions {
    ($($name:ident = $text:literal),* $(,)?) => {
        $(
            #[doc = concat!("Asks for `", $text, "`.")]
            pub struct $name;
            impl Permission for $name {
                const NAME: &'static str = $text;
            }
        )*
        /// Every permission that has a type.
        #[cfg(test)]
        pub const TYPED: &[&str] = &[$($text),*];
    };
}

permissions! {
    AdverseEventAcknowledge = "adverse_event.acknowledge",
    AdverseEventCreate = "adverse_event.create",
    AdverseEventList = "adverse_event.list",
    AdverseEventRead = "adverse_event.read",
    ApiTokenRead = "api_token.read",
    ApiTokenWrite = "api_token.write",
    AppointmentCreate = "appointment.create",
    AppointmentList = "appointment.list",
    AppointmentUpdate = "appointment.update",
    BillingCheckout = "billing.checkout",
    BillingPortal = "billing.portal",
    ChartNotNeeded = "chart.not_needed",
    ClinicModuleWrite = "clinic.module.write",
    ClinicSampleDelete = "clinic.sample.delete",
    ClinicSettingsRead = "clinic.settings.read",
    ClinicSettingsWrite = "clinic.settings.write",
    AuditRead = "audit.read",
    ConsentIssue = "consent.issue",
    ConsentList = "consent.list",
    ConsentRead = "consent.read",
    ConsentRevoke = "consent.revoke",
    ConsentTemplateDelete = "consent_template.delete",
    ConsentTemplateRead = "consent_template.read",
    ConsentTemplateWrite = "consent_template.write",
    DocumentPrint = "document.print",
    EmergencyAssess = "emergency.assess",
    EmergencyUse = "emergency.use",
    EstimateIssue = "estimate.issue",
    EstimateCopyRead = "estimate.copy.read",
    EstimateRead = "estimate.read",
    EstimateVoid = "estimate.void",
    EstimateWrite = "estimate.write",
    ExamCreate = "gfe.create",
    ExamRead = "gfe.read",
    ExamSign = "gfe.sign",
    ExamTemplateDelete = "gfe_template.delete",
    ExamTemplateExport = "gfe_template.export",
    ExamTemplateRead = "gfe_template.read",
    ExamTemplateWrite = "gfe_template.write",
    ExamVoid = "gfe.void",
    FieldChangeRead = "field_change.read",
    FollowUpList = "follow_up.list",
    FollowUpUpdate = "follow_up.update",
    ListExport = "list.export",
    KioskUse = "kiosk.use",
    LoyaltyAdjust = "loyalty.adjust",
    LoyaltyBalanceRead = "loyalty.balance.read",
    LoyaltyRead = "loyalty.read",
    LoyaltyRedeem = "loyalty.redeem",
    LoyaltyReverse = "loyalty.reverse",
    LoyaltyWrite = "loyalty.write",
    MessageRead = "message.read",
    MessageSend = "message.send",
    PatientArchive = "patient.archive",
    PatientClinicalRead = "patient.clinical.read",
    PatientClinicalWrite = "patient.clinical.write",
    PatientCreate = "patient.create",
    PatientExport = "patient.export",
    PatientImport = "patient.import",
    PatientList = "patient.list",
    PatientMerge = "patient.merge",
    PatientNoteRead = "patient.note.read",
    PatientNoteWrite = "patient.note.write",
    PatientRead = "patient.read",
    PatientUpdate = "patient.update",
    ProtocolManage = "protocol.manage",
    ProtocolRead = "protocol.read",
    ProtocolSign = "protocol.sign",
    RecordRead = "record.read",
    ReviewManage = "review.manage",
    ScheduleHoursWrite = "schedule.hours.write",
    ScheduleManage = "schedule.manage",
    ServiceRead = "service.read",
    ServiceWrite = "service.write",
    SessionEnrol = "session.enrol",
    SessionOwn = "session.own",
    SubscriptionCreate = "subscription.create",
    SubscriptionRead = "subscription.read",
    TeamConfirm = "team.confirm",
    TeamDelete = "team.delete",
    TeamRead = "team.read",
    TeamWrite = "team.write",
    TreatmentApprove = "treatment.approve",
    TreatmentCreate = "treatment.create",
    TreatmentList = "treatment.list",
    TreatmentVoid = "treatment.void",
}

/// The rate limit that a call counts against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RateClass {
    Read,
    Write,
    Login,
    Portal,
    Billing,
    Webhook,
    /// Programs with a token.
    Api,
}

impl RateClass {
    /// The class's label in telemetry.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Login => "signin",
            Self::Portal => "portal",
            Self::Billing => "billing",
            Self::Webhook => "webhook",
            Self::Api => "api",
        }
    }
}

/// One call of the matrix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub method: Method,
    pub path: String,
    /// `-` for calls that need no permission.
    pub permission: String,
    pub rate_class: RateClass,
    /// `-` for calls that leave no audit row.
    pub audit_action: String,
    pub max_body_bytes: usize,
    /// Column and cell, for the roles and for callers without a session.
    pub cells: Vec<(String, String)>,
}

impl Row {
    /// The credential is a signature over the body: there is no cookie, no page of ours and no JSON rule of a
    /// browser. The call's handler checks the signature.
    pub fn is_signed(&self) -> bool {
        self.credential() == "signature"
    }

    /// The credential is an API token, never a cookie.
    #[cfg(test)]
    pub fn takes_token(&self) -> bool {
        self.credential() == "api_token"
    }

    /// What a caller without a session needs: a kind of credential, or `allow` or `deny`.
    fn credential(&self) -> &str {
        self.cells.iter().find(|(column, _)| column == "anonymous").map_or("deny", |(_, cell)| cell)
    }
}

/// The matrix, parsed once.
pub struct Matrix {
    pub rows: Vec<Row>,
    /// By path, so that a lookup allocates nothing.
    by_path: HashMap<String, Vec<usize>>,
    grants: HashMap<String, Vec<(String, Option<Access>)>>,
}

impl Matrix {
    /// The row of a call, by method and route template. A call without a row is refused to everybody.
    pub fn row(&self, method: &Method, path: &str) -> Option<&Row> {
        self.by_path.get(path)?.iter().map(|index| &self.rows[*index]).find(|row| row.method == *method)
    }

    /// The methods of this path, as the `Allow` header lists them; empty for an unknown path.
    pub fn methods(&self, path: &str) -> String {
        let rows = self.rows.iter().filter(|row| row.path == path);
        rows.flat_map(|row| if row.method == Method::GET { vec!["GET", "HEAD"] } else { vec![row.method.as_str()] })
            .collect::<Vec<_>>()
            .join(",")
    }
}

/// `server/permissions.csv`, compiled into the program.
#[expect(clippy::expect_used, reason = "the file is part of the program; a test reads it")]
pub static MATRIX: LazyLock<Matrix> =
    LazyLock::new(|| read(include_str!("../../permissions.csv")).expect("permissions.csv is well formed"));

fn read(text: &str) -> Result<Matrix, String> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let headers = reader.headers().map_err(|error| error.to_string())?.clone();
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| error.to_string())?;
        rows.push(row(&headers, &record)?);
    }
    let mut by_path: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, row) in rows.iter().enumerate() {
        by_path.entry(row.path.clone()).or_default().push(index);
    }
    let mut grants: HashMap<String, Vec<(String, Option<Access>)>> = HashMap::new();
    for row in &rows {
        let cells = row
            .cells
            .iter()
            .map(|(column, cell)| {
                let access = match cell.as_str() {
                    "allow" => Some(Access::Full),
                    "limited" => Some(Access::Limited),
                    _ => None,
                };
                (column.clone(), access)
            })
            .collect::<Vec<_>>();
        match grants.get(&row.permission) {
            Some(known) if row.permission != "-" && *known != cells => {
                return Err(format!("{} is granted differently by two calls", row.permission));
            }
            Some(_) => {}
            None => drop(grants.insert(row.permission.clone(), cells)),
        }
    }
    Ok(Matrix { rows, by_path, grants })
}

fn row(headers: &csv::StringRecord, record: &csv::StringRecord) -> Result<Row, String> {
    let cell = |name: &str| {
        let index = headers.iter().position(|header| header == name).ok_or(format!("no column {name}"))?;
        record.get(index).map(str::to_owned).ok_or(format!("no cell for {name}"))
    };
    let rate_class = match cell("rate_class")?.as_str() {
        "read" => RateClass::Read,
        "write" => RateClass::Write,
        "login" => RateClass::Login,
        "portal" => RateClass::Portal,
        "billing" => RateClass::Billing,
        "webhook" => RateClass::Webhook,
        "api" => RateClass::Api,
        other => return Err(format!("no rate class {other}")),
    };
    let mut cells = Vec::new();
    for column in std::iter::once("owner").chain(Role::iter().map(Role::as_str)).chain(["anonymous", "portal_token"]) {
        cells.push((column.to_owned(), cell(column)?));
    }
    let kilobytes: usize = cell("max_body_kb")?.parse().map_err(|_| "max_body_kb is a number".to_owned())?;
    Ok(Row {
        method: cell("method")?.parse().map_err(|_| "no such method".to_owned())?,
        path: cell("path")?,
        permission: cell("permission")?,
        rate_class,
        audit_action: cell("audit_action")?,
        max_body_bytes: kilobytes * 1024,
        cells,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grants(role: Role) -> Grants {
        Grants { role, is_owner: false }
    }

    #[test]
    fn the_matrix_parses_and_holds_every_permission_type() {
        for permission in TYPED {
            assert!(MATRIX.grants.contains_key(*permission), "{permission} has a type but no row");
        }
    }

    /// Permissions that follow the role alone, also for an owner.
    const CLINICAL: [&str; 14] = [
        "adverse_event.acknowledge",
        "adverse_event.create",
        "emergency.assess",
        "gfe.create",
        "gfe.read",
        "gfe.sign",
        "gfe.void",
        "patient.clinical.read",
        "patient.clinical.write",
        "protocol.sign",
        "treatment.approve",
        "treatment.create",
        "treatment.list",
        "treatment.void",
    ];

    #[test]
    fn an_owner_has_the_owners_permissions_and_those_of_the_role() {
        for role in Role::iter() {
            let owner = Grants { role, is_owner: true };
            for permission in MATRIX.grants.keys().filter(|name| *name != "-") {
                let by_role = grants(role).access(permission);
                let expected = match permission.as_str() {
                    clinical if CLINICAL.contains(&clinical) => by_role,
                    // Only roles that treat patients sign an estimate as the provider.
                    "estimate.write" => by_role.or(Some(Access::Limited)),
                    _ => Some(Access::Full),
                };
                assert_eq!(owner.access(permission), expected, "{permission} of an owner who is {}", role.as_str());
            }
        }
    }

    #[test]
    fn an_unconfirmed_director_has_the_permissions_of_staff() {
        let waiting = Grants::in_force(Role::MedicalDirector, false, false);
        assert_eq!(waiting.permissions(), grants(Role::Staff).permissions());
        assert_eq!(Grants::in_force(Role::MedicalDirector, false, true), grants(Role::MedicalDirector));
        assert_eq!(Grants::in_force(Role::Nurse, false, false), grants(Role::Nurse));
        let owner = Grants::in_force(Role::MedicalDirector, true, false);
        assert_eq!(owner.access("treatment.approve"), None);
        assert_eq!(owner.access("team.confirm"), Some(Access::Full));
    }

    #[test]
    fn roles_hold_what_the_matrix_says() {
        assert_eq!(grants(Role::Staff).access("patient.list"), Some(Access::Limited));
        assert_eq!(grants(Role::Staff).access("patient.create"), None);
        assert_eq!(grants(Role::Nurse).access("gfe.create"), Some(Access::Limited));
        assert_eq!(grants(Role::Receptionist).access("gfe.create"), None);
        assert_eq!(grants(Role::MedicalDirector).access("treatment.approve"), Some(Access::Full));
        assert_eq!(grants(Role::PracticeManager).access("no.such.permission"), None);
    }

    #[test]
    fn one_permission_granted_in_two_ways_is_refused() {
        let text = include_str!("../../permissions.csv");
        let wrong = text.replacen(
            "PUT,/api/team/{id},team.write,allow,deny,limited",
            "PUT,/api/team/{id},team.write,allow,allow,limited",
            1,
        );
        assert_ne!(text, wrong);
        assert!(read(&wrong).is_err());
    }
}
