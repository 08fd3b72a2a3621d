//! Patients of Harborline Medspa who have not been examined yet.

use entity::words::{AppointmentStatus, ServiceName};

use super::team::{PRACTITIONER, RECEPTIONIST};
use crate::operations::demo::people::{DemoAppointment, DemoConsent, DemoPatient, consent};

pub const PATIENTS: &[DemoPatient] = &[
    DemoPatient {
        first_name: "Caleb",
        last_name: "Foster",
        email: Some("caleb.foster@example.com"),
        phone: Some("(760) 555-0156"),
        birth_date: Some("1984-06-30"),
        days_ago: 3,
        exams: &[],
        treatments: &[],
        consents: &[DemoConsent::pending(consent::TELEHEALTH, RECEPTIONIST, (2, "09:15"))],
        appointments: &[DemoAppointment::at(0, "15:00", ServiceName::Consultation, PRACTITIONER)
            .noting("Jaw clenching.")
            .now(AppointmentStatus::Confirmed)],
    },
    DemoPatient {
        first_name: "Rosa",
        last_name: "Delgado",
        email: Some("rosa.delgado@example.com"),
        phone: None,
        birth_date: Some("1977-08-16"),
        days_ago: 38,
        exams: &[],
        treatments: &[],
        consents: &[DemoConsent::expired(consent::MICRONEEDLING, RECEPTIONIST, (37, "16:05"))],
        appointments: &[],
    },
    DemoPatient {
        first_name: "Yara",
        last_name: "Haddad",
        email: Some("yara.haddad@example.com"),
        phone: Some("(619) 555-0157"),
        birth_date: Some("1994-04-11"),
        days_ago: 5,
        exams: &[],
        treatments: &[],
        consents: &[DemoConsent::pending(consent::PLATELETS, RECEPTIONIST, (4, "10:30"))],
        appointments: &[DemoAppointment::at(1, "09:30", ServiceName::PrpPrfFace, PRACTITIONER).noting("Exam first.")],
    },
];
