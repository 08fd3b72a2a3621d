//! Sagebrook Aesthetics of New York, made on request: its prescribers clear service by service, and each of its patients shows another
//! state of that.

use entity::words::{ClearanceDecision, Credential, Department, Module, Role, ServiceName, TreatmentType, UsState};

use super::people::{
    DemoAppointment, DemoApproval, DemoClearance, DemoClinic, DemoConsent, DemoDecision, DemoDesk, DemoExam,
    DemoHealthChange, DemoLicense, DemoMember, DemoPatient, DemoSignedExam, DemoTreatment, GU_MEN, consent,
};
use crate::features::clinical::exam_templates::{HAIR, MICRONEEDLING, NEUROTOXIN};

pub const CLINIC: DemoClinic = DemoClinic {
    subdomain: "sage",
    name: "Sagebrook Aesthetics",
    time_zone: "America/New_York",
    members: TEAM,
    modules: &[Module::Clearance],
    sends_messages: false,
    desk: DemoDesk::NONE,
    clearance: Some(&CLEARANCE),
    patient_groups: &[CHARTS],
};

const DIRECTOR: &str = "miriam.castellano@example.com";
const PRACTITIONER: &str = "theo.lindgren@example.com";
const NURSE: &str = "jada.okafor@example.com";
const RECEPTIONIST: &str = "sam.whitlock@example.com";

const TEAM: &[DemoMember] = &[
    DemoMember {
        email: DIRECTOR,
        first_name: "Miriam",
        last_name: "Castellano",
        phone: "(212) 555-0160",
        role: Role::MedicalDirector,
        department: Department::Clinical,
        is_owner: true,
        hire_date: "2020-02-03",
        license_number: Some("NY-MD-DEMO-3301"),
        specialties: Some("Dermatology"),
        notes: Some("MD. Owner."),
    },
    DemoMember {
        email: PRACTITIONER,
        first_name: "Theo",
        last_name: "Lindgren",
        phone: "(212) 555-0161",
        role: Role::Provider,
        department: Department::Clinical,
        is_owner: false,
        hire_date: "2021-09-13",
        license_number: Some("NY-NP-DEMO-7745"),
        specialties: Some("Injectables"),
        notes: Some("NP. Signs exams by video as well."),
    },
    DemoMember {
        email: NURSE,
        first_name: "Jada",
        last_name: "Okafor",
        phone: "(212) 555-0162",
        role: Role::Nurse,
        department: Department::Clinical,
        is_owner: false,
        hire_date: "2022-05-02",
        license_number: Some("NY-RN-DEMO-1189"),
        specialties: Some("Injectables, microneedling"),
        notes: Some("RN. Her exams wait for a prescriber."),
    },
    DemoMember {
        email: RECEPTIONIST,
        first_name: "Sam",
        last_name: "Whitlock",
        phone: "(212) 555-0163",
        role: Role::Receptionist,
        department: Department::Administrative,
        is_owner: false,
        hire_date: "2024-01-08",
        license_number: None,
        specialties: None,
        notes: None,
    },
];

const CLEARANCE: DemoClearance = DemoClearance {
    state: UsState::NewYork,
    licenses: &[
        DemoLicense { member: DIRECTOR, credential: Credential::Md, days_left: 500 },
        DemoLicense { member: PRACTITIONER, credential: Credential::Np, days_left: 45 },
        DemoLicense { member: NURSE, credential: Credential::Rn, days_left: 300 },
    ],
    signed: &[
        DemoSignedExam {
            patient: 0,
            by: PRACTITIONER,
            by_video: false,
            decisions: &[
                DemoDecision::cleared(ServiceName::Botox, 325),
                DemoDecision::not(
                    ServiceName::Microneedling,
                    ClearanceDecision::Deferred,
                    "Isotretinoin until the end of the month",
                ),
            ],
        },
        DemoSignedExam {
            patient: 1,
            by: DIRECTOR,
            by_video: false,
            decisions: &[DemoDecision::cleared(ServiceName::Botox, 15)],
        },
        DemoSignedExam {
            patient: 2,
            by: DIRECTOR,
            by_video: false,
            decisions: &[DemoDecision::cleared(ServiceName::Botox, -35)],
        },
        DemoSignedExam {
            patient: 4,
            by: PRACTITIONER,
            by_video: true,
            decisions: &[DemoDecision::cleared(ServiceName::Botox, 265)],
        },
        DemoSignedExam {
            patient: 5,
            by: DIRECTOR,
            by_video: false,
            decisions: &[DemoDecision::not(
                ServiceName::PrpHairRestoration,
                ClearanceDecision::NotACandidate,
                "Platelets below 100,000",
            )],
        },
    ],
    changed: &[DemoHealthChange {
        patient: 4,
        by: NURSE,
        days_ago: 2,
        at: "10:20",
        details: "Takes apixaban since a clot in the leg three weeks ago.",
    }],
};

const VITALS: &[&str] = &["BP: 118/74 mmHg", "HR: 68 bpm", "Temp: 98.2 °F", "SpO2: 98%", "RR: 14/min", "Pain: 0/10"];

const CHARTS: &[DemoPatient] = &[
    DemoPatient {
        first_name: "Renata",
        last_name: "Silva",
        email: Some("renata.silva@example.com"),
        phone: Some("(212) 555-0170"),
        birth_date: Some("1988-07-19"),
        days_ago: 50,
        exams: &[DemoExam {
            examiner: PRACTITIONER,
            days_ago: 40,
            at: "10:00",
            template: &NEUROTOXIN,
            vitals: VITALS,
            ros: &[],
            pe: &[],
        }],
        treatments: &[
            DemoTreatment::new(
                TreatmentType::Botox,
                NURSE,
                (40, "10:45"),
                "Glabella, forehead",
                "Glabella 20, forehead 10. No bruising.",
                Some(DemoApproval { director: DIRECTOR, days_ago: 39, at: "08:15" }),
            )
            .drug(30, "C8144C2"),
            DemoTreatment::new(
                TreatmentType::Botox,
                NURSE,
                (1, "11:00"),
                "Crow's feet",
                "6 each side, first time there.",
                None,
            )
            .drug(12, "C8405C1"),
        ],
        consents: &[DemoConsent::signed(consent::TOXIN, RECEPTIONIST, (45, "13:40"), (44, "19:22"))],
        appointments: &[
            DemoAppointment::at(-1, "11:00", ServiceName::Botox, NURSE),
            DemoAppointment::at(7, "11:00", ServiceName::Microneedling, NURSE),
        ],
    },
    DemoPatient {
        first_name: "Harriet",
        last_name: "Boone",
        email: Some("harriet.boone@example.com"),
        phone: Some("(212) 555-0171"),
        birth_date: Some("1974-01-30"),
        days_ago: 360,
        exams: &[DemoExam {
            examiner: DIRECTOR,
            days_ago: 350,
            at: "09:30",
            template: &NEUROTOXIN,
            vitals: VITALS,
            ros: &[],
            pe: &[],
        }],
        treatments: &[],
        consents: &[DemoConsent::pending(consent::TOXIN, RECEPTIONIST, (1, "15:10"))],
        appointments: &[DemoAppointment::at(0, "10:00", ServiceName::Botox, NURSE)],
    },
    DemoPatient {
        first_name: "Owen",
        last_name: "Tafoya",
        email: Some("owen.tafoya@example.com"),
        phone: Some("(646) 555-0172"),
        birth_date: Some("1969-11-05"),
        days_ago: 410,
        exams: &[DemoExam {
            examiner: DIRECTOR,
            days_ago: 400,
            at: "14:00",
            template: &NEUROTOXIN,
            vitals: VITALS,
            ros: &[("gu", GU_MEN)],
            pe: &[],
        }],
        treatments: &[],
        consents: &[],
        appointments: &[DemoAppointment::at(0, "11:00", ServiceName::Botox, NURSE)],
    },
    DemoPatient {
        first_name: "Leila",
        last_name: "Haddad",
        email: Some("leila.haddad@example.com"),
        phone: Some("(646) 555-0173"),
        birth_date: Some("1995-04-22"),
        days_ago: 4,
        exams: &[DemoExam {
            examiner: NURSE,
            days_ago: 1,
            at: "16:10",
            template: &MICRONEEDLING,
            vitals: VITALS,
            ros: &[],
            pe: &[],
        }],
        treatments: &[],
        consents: &[],
        appointments: &[DemoAppointment::at(0, "13:00", ServiceName::Microneedling, NURSE)],
    },
    DemoPatient {
        first_name: "Curtis",
        last_name: "Vance",
        email: Some("curtis.vance@example.com"),
        phone: Some("(917) 555-0174"),
        birth_date: Some("1961-09-14"),
        days_ago: 110,
        exams: &[DemoExam {
            examiner: NURSE,
            days_ago: 100,
            at: "12:00",
            template: &NEUROTOXIN,
            vitals: VITALS,
            ros: &[("gu", GU_MEN)],
            pe: &[],
        }],
        treatments: &[],
        consents: &[],
        appointments: &[DemoAppointment::at(1, "10:00", ServiceName::Botox, NURSE)],
    },
    DemoPatient {
        first_name: "Priscilla",
        last_name: "Yuen",
        email: Some("priscilla.yuen@example.com"),
        phone: Some("(917) 555-0175"),
        birth_date: Some("1982-12-01"),
        days_ago: 25,
        exams: &[DemoExam {
            examiner: DIRECTOR,
            days_ago: 20,
            at: "15:30",
            template: &HAIR,
            vitals: VITALS,
            ros: &[],
            pe: &[],
        }],
        treatments: &[],
        consents: &[],
        appointments: &[DemoAppointment::at(2, "15:00", ServiceName::Consultation, DIRECTOR)],
    },
];
