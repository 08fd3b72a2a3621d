//! The team of Harborline Medspa, named by e-mail address.

use entity::words::{Department, Role};

use crate::operations::demo::people::DemoMember;

pub const DIRECTOR: &str = "elena.marchetti@example.com";
pub const PRACTITIONER: &str = "noah.kim@example.com";
pub const RECEPTIONIST: &str = "brooke.castillo@example.com";

pub const TEAM: &[DemoMember] = &[
    DemoMember {
        email: DIRECTOR,
        first_name: "Elena",
        last_name: "Marchetti",
        phone: "(619) 555-0140",
        role: Role::MedicalDirector,
        department: Department::Clinical,
        is_owner: true,
        hire_date: "2021-04-01",
        license_number: Some("CA-MD-DEMO-5120"),
        specialties: Some("Dermatology"),
        notes: Some("MD. Owner."),
    },
    DemoMember {
        email: PRACTITIONER,
        first_name: "Noah",
        last_name: "Kim",
        phone: "(619) 555-0141",
        role: Role::Provider,
        department: Department::Clinical,
        is_owner: false,
        hire_date: "2022-08-22",
        license_number: Some("CA-PA-DEMO-6631"),
        specialties: Some("Injectables, microneedling, PRP/PRF"),
        notes: Some("PA-C."),
    },
    DemoMember {
        email: RECEPTIONIST,
        first_name: "Brooke",
        last_name: "Castillo",
        phone: "(619) 555-0142",
        role: Role::Receptionist,
        department: Department::Administrative,
        is_owner: false,
        hire_date: "2023-11-13",
        license_number: None,
        specialties: None,
        notes: None,
    },
];
