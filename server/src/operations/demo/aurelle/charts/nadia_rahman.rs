//! Nadia Rahman: a course of PRP in the face, whose third session is today.

use entity::words::{AppointmentStatus, ServiceName, TreatmentType};

use super::approval::approved;
use crate::{
    features::clinical::exam_templates::PLATELETS,
    operations::demo::{
        aurelle::team::{NURSE, PRACTITIONER, RECEPTIONIST},
        people::{DemoAppointment, DemoConsent, DemoExam, DemoPatient, DemoTreatment, consent},
    },
};

pub const CHART: DemoPatient = DemoPatient {
    first_name: "Nadia",
    last_name: "Rahman",
    email: Some("nadia.rahman@example.com"),
    phone: Some("(646) 555-0112"),
    birth_date: Some("1979-11-02"),
    days_ago: 70,
    exams: &[DemoExam {
        examiner: PRACTITIONER,
        days_ago: 62,
        at: "14:05",
        template: &PLATELETS,
        vitals: &[
            "BP: 122/78 mmHg",
            "HR: 74 bpm",
            "Temp: 98.4 °F",
            "SpO2: 98%",
            "RR: 15/min",
            "Weight: 151 lb",
            "Height: 5 ft 4 in",
            "BMI: 25.9 kg/m²",
            "Pain: 0/10",
        ],
        ros: &[(
            "cardio",
            &[
                "Denies chest pain, pressure or palpitations",
                "Denies anticoagulant or antiplatelet use",
                "Reports vasovagal reaction to needles or blood draws",
            ],
        )],
        pe: &[(
            "skin",
            &[
                "Skin warm, dry and intact",
                "No infection, lesion or inflammation in treatment area",
                "Fitzpatrick skin type IV",
                "Glogau classification II",
                "Photodamage or dyschromia",
            ],
        )],
    }],
    treatments: &[
        DemoTreatment::new(
            TreatmentType::PrpPrfFace,
            NURSE,
            (62, "14:50"),
            "Full face, periorbital",
            "First of three. 22 mL drawn lying down, no faintness. PRF 8 mL, microdroplets by 30G needle.",
            Some(approved((61, "12:30"))),
        ),
        DemoTreatment::new(
            TreatmentType::PrpPrfFace,
            NURSE,
            (27, "09:40"),
            "Full face, periorbital",
            "Second of three. Bruise left cheek after the first, gone in 5 days. PRF 8 mL.",
            Some(approved((25, "19:05"))),
        ),
    ],
    consents: &[
        DemoConsent::signed(consent::PRIVACY, RECEPTIONIST, (69, "11:02"), (68, "07:41")),
        DemoConsent::signed(consent::PLATELETS, RECEPTIONIST, (69, "11:03"), (68, "07:52")),
    ],
    appointments: &[DemoAppointment::at(0, "09:30", ServiceName::PrpPrfFace, NURSE)
        .noting("Third of three. Draw lying down.")
        .now(AppointmentStatus::InRoom)],
};
