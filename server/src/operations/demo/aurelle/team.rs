//! The team of Aurelle Aesthetics, named by e-mail address.

use entity::words::{Department, Role};

use crate::operations::demo::people::DemoMember;

pub const OWNER: &str = "maya.whitfield@example.com";
pub const DIRECTOR: &str = "samuel.adeyemi@example.com";
pub const PRACTITIONER: &str = "claire.donovan@example.com";
pub const NURSE: &str = "tomas.rivera@example.com";
pub const ASSISTANT: &str = "priya.raman@example.com";
pub const RECEPTIONIST: &str = "hannah.kowalski@example.com";

pub const TEAM: &[DemoMember] = &[
    DemoMember {
        email: OWNER,
        first_name: "Maya",
        last_name: "Whitfield",
        phone: "(212) 555-0101",
        role: Role::MedicalDirector,
        department: Department::Clinical,
        is_owner: true,
        hire_date: "2019-03-04",
        license_number: Some("NY-MD-DEMO-1001"),
        specialties: Some("Dermatology"),
        notes: Some("MD. Founder and owner."),
    },
    DemoMember {
        email: DIRECTOR,
        first_name: "Samuel",
        last_name: "Adeyemi",
        phone: "(212) 555-0102",
        role: Role::MedicalDirector,
        department: Department::Clinical,
        is_owner: false,
        hire_date: "2019-05-20",
        license_number: Some("NY-MD-DEMO-1042"),
        specialties: Some("Facial plastic surgery"),
        notes: Some("MD. On site Tuesdays and Thursdays, by phone otherwise."),
    },
    DemoMember {
        email: PRACTITIONER,
        first_name: "Claire",
        last_name: "Donovan",
        phone: "(212) 555-0103",
        role: Role::Provider,
        department: Department::Clinical,
        is_owner: false,
        hire_date: "2020-09-14",
        license_number: Some("NY-NP-DEMO-2217"),
        specialties: Some("Neurotoxin, EZ Gel, Good Faith Exams"),
        notes: Some("NP, family health."),
    },
    DemoMember {
        email: NURSE,
        first_name: "Tomás",
        last_name: "Rivera",
        phone: "(212) 555-0104",
        role: Role::Nurse,
        department: Department::Clinical,
        is_owner: false,
        hire_date: "2022-01-10",
        license_number: Some("NY-RN-DEMO-3308"),
        specialties: Some("Microneedling, PRP/PRF, hair restoration"),
        notes: Some("RN. Speaks Spanish."),
    },
    DemoMember {
        email: "daniel.osei@example.com",
        first_name: "Daniel",
        last_name: "Osei",
        phone: "(212) 555-0107",
        role: Role::PracticeManager,
        department: Department::Management,
        is_owner: false,
        hire_date: "2021-04-12",
        license_number: None,
        specialties: None,
        notes: Some("Contracts, payroll and vendor orders."),
    },
    DemoMember {
        email: ASSISTANT,
        first_name: "Priya",
        last_name: "Raman",
        phone: "(212) 555-0105",
        role: Role::MedicalAssistant,
        department: Department::Clinical,
        is_owner: false,
        hire_date: "2023-06-05",
        license_number: None,
        specialties: Some("Phlebotomy, room preparation"),
        notes: None,
    },
    DemoMember {
        email: RECEPTIONIST,
        first_name: "Hannah",
        last_name: "Kowalski",
        phone: "(212) 555-0106",
        role: Role::Receptionist,
        department: Department::Administrative,
        is_owner: false,
        hire_date: "2024-02-19",
        license_number: None,
        specialties: None,
        notes: None,
    },
];
