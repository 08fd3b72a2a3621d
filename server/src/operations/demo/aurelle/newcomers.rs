//! Patients of Aurelle Aesthetics who have not been examined yet.

use entity::words::{AppointmentStatus, ServiceName};

use super::team::{ASSISTANT, DIRECTOR, NURSE, PRACTITIONER, RECEPTIONIST};
use crate::operations::demo::people::{DemoAppointment, DemoConsent, DemoPatient, consent};

pub const PATIENTS: &[DemoPatient] = &[
    DemoPatient {
        first_name: "Isabelle",
        last_name: "Laurent",
        email: Some("isabelle.laurent@example.com"),
        phone: Some("(212) 555-0124"),
        birth_date: Some("1983-01-09"),
        days_ago: 6,
        exams: &[],
        treatments: &[],
        consents: &[DemoConsent::pending(consent::PRIVACY, RECEPTIONIST, (5, "16:20"))],
        appointments: &[DemoAppointment::at(0, "09:00", ServiceName::Consultation, PRACTITIONER)
            .noting("First visit. Forehead lines.")
            .now(AppointmentStatus::Completed)],
    },
    DemoPatient {
        first_name: "Tanya",
        last_name: "Volkova",
        email: Some("tanya.volkova@example.com"),
        phone: Some("(646) 555-0125"),
        birth_date: Some("1987-04-26"),
        days_ago: 11,
        exams: &[],
        treatments: &[],
        consents: &[
            DemoConsent::signed(consent::TOXIN, RECEPTIONIST, (10, "11:40"), (9, "20:55")),
            DemoConsent::signed(consent::PRIVACY, RECEPTIONIST, (10, "11:41"), (9, "20:58")),
        ],
        appointments: &[DemoAppointment::at(0, "10:00", ServiceName::Botox, PRACTITIONER)
            .noting("First treatment. Exam first.")
            .now(AppointmentStatus::InRoom)],
    },
    DemoPatient {
        first_name: "Fatima",
        last_name: "El-Sayed",
        email: Some("fatima.elsayed@example.com"),
        phone: Some("(718) 555-0126"),
        birth_date: Some("1982-03-03"),
        days_ago: 9,
        exams: &[],
        treatments: &[],
        consents: &[DemoConsent::pending(consent::PLATELETS, RECEPTIONIST, (8, "10:25"))],
        appointments: &[
            DemoAppointment::at(1, "09:30", ServiceName::Consultation, PRACTITIONER).noting("PRP for under-eye area.")
        ],
    },
    DemoPatient {
        first_name: "Chloe",
        last_name: "Washington",
        email: Some("chloe.washington@example.com"),
        phone: Some("(929) 555-0127"),
        birth_date: Some("2001-10-18"),
        days_ago: 13,
        exams: &[],
        treatments: &[],
        consents: &[
            DemoConsent::signed(consent::MICRONEEDLING, RECEPTIONIST, (12, "15:05"), (12, "18:37")),
            DemoConsent::pending(consent::PHOTOS, ASSISTANT, (2, "09:30")),
        ],
        appointments: &[
            DemoAppointment::at(0, "14:00", ServiceName::Microneedling, NURSE).noting("Exam with Claire first.")
        ],
    },
    DemoPatient {
        first_name: "Gabriela",
        last_name: "Santos",
        email: Some("gabriela.santos@example.com"),
        phone: Some("(201) 555-0128"),
        birth_date: Some("1974-06-06"),
        days_ago: 16,
        exams: &[],
        treatments: &[],
        consents: &[DemoConsent::pending(consent::MICRONEEDLING, RECEPTIONIST, (15, "13:50"))],
        appointments: &[
            DemoAppointment::at(2, "11:00", ServiceName::Microneedling, NURSE).noting("Exam with Claire first.")
        ],
    },
    DemoPatient {
        first_name: "Eleanor",
        last_name: "Pritchard",
        email: Some("eleanor.pritchard@example.com"),
        phone: Some("(212) 555-0129"),
        birth_date: Some("1951-02-14"),
        days_ago: 20,
        exams: &[],
        treatments: &[],
        consents: &[DemoConsent::signed(consent::PRIVACY, RECEPTIONIST, (19, "11:15"), (17, "10:05"))],
        appointments: &[DemoAppointment::at(0, "14:00", ServiceName::Consultation, DIRECTOR)
            .noting("Takes a blood thinner. Bring the list of medicines.")
            .now(AppointmentStatus::Confirmed)],
    },
    DemoPatient {
        first_name: "Hyun-woo",
        last_name: "Park",
        email: Some("hyunwoo.park@example.com"),
        phone: Some("(917) 555-0130"),
        birth_date: Some("1989-05-25"),
        days_ago: 4,
        exams: &[],
        treatments: &[],
        consents: &[DemoConsent::pending(consent::PLATELETS, RECEPTIONIST, (3, "17:35"))],
        appointments: &[
            DemoAppointment::at(0, "15:30", ServiceName::Consultation, PRACTITIONER).noting("Thinning at the temples."),
            DemoAppointment::at(8, "15:00", ServiceName::PrpHairRestoration, NURSE),
        ],
    },
    DemoPatient {
        first_name: "Simone",
        last_name: "Baptiste",
        email: Some("simone.baptiste@example.com"),
        phone: Some("(347) 555-0131"),
        birth_date: Some("1970-11-16"),
        days_ago: 2,
        exams: &[],
        treatments: &[],
        consents: &[DemoConsent::pending(consent::TELEHEALTH, RECEPTIONIST, (1, "12:05"))],
        appointments: &[DemoAppointment::at(2, "13:00", ServiceName::Consultation, PRACTITIONER)
            .noting("By video. Hands, volume loss.")],
    },
    DemoPatient {
        first_name: "Victoria",
        last_name: "Lindqvist",
        email: None,
        phone: Some("(516) 555-0132"),
        birth_date: Some("1978-08-31"),
        days_ago: 10,
        exams: &[],
        treatments: &[],
        consents: &[],
        appointments: &[DemoAppointment::at(0, "14:30", ServiceName::Botox, PRACTITIONER)
            .noting("Forms on the tablet at check-in. Exam first.")],
    },
    DemoPatient {
        first_name: "Jordan",
        last_name: "Ellis",
        email: Some("jordan.ellis@example.com"),
        phone: Some("(646) 555-0133"),
        birth_date: None,
        days_ago: 44,
        exams: &[],
        treatments: &[],
        consents: &[
            DemoConsent::expired(consent::TOXIN, RECEPTIONIST, (43, "10:50")),
            DemoConsent::expired(consent::PRIVACY, RECEPTIONIST, (43, "10:51")),
        ],
        appointments: &[DemoAppointment::at(-1, "11:30", ServiceName::Consultation, PRACTITIONER)],
    },
    DemoPatient {
        first_name: "Aaron",
        last_name: "Goldberg",
        email: Some("aaron.goldberg@example.com"),
        phone: None,
        birth_date: Some("1968-09-09"),
        days_ago: 51,
        exams: &[],
        treatments: &[],
        consents: &[DemoConsent::expired(consent::EZ_GEL, RECEPTIONIST, (50, "14:45"))],
        appointments: &[
            DemoAppointment::at(1, "11:00", ServiceName::Consultation, PRACTITIONER).noting("Asked for a call first.")
        ],
    },
];
