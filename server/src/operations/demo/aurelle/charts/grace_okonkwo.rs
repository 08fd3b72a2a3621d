//! Grace Okonkwo: a course of microneedling; the newest session waits for approval.

use entity::words::{ServiceName, TreatmentType};

use super::approval::approved;
use crate::{
    features::clinical::exam_templates::MICRONEEDLING,
    operations::demo::{
        aurelle::team::{ASSISTANT, NURSE, PRACTITIONER, RECEPTIONIST},
        people::{DemoAppointment, DemoConsent, DemoExam, DemoPatient, DemoTreatment, consent},
    },
};

pub const CHART: DemoPatient = DemoPatient {
    first_name: "Grace",
    last_name: "Okonkwo",
    email: Some("grace.okonkwo@example.com"),
    phone: Some("(718) 555-0113"),
    birth_date: Some("1991-06-23"),
    days_ago: 96,
    exams: &[DemoExam {
        examiner: PRACTITIONER,
        days_ago: 90,
        at: "09:05",
        template: &MICRONEEDLING,
        vitals: &[
            "BP: 112/70 mmHg",
            "HR: 66 bpm",
            "Temp: 98.1 °F",
            "SpO2: 99%",
            "RR: 14/min",
            "Weight: 147 lb",
            "Height: 5 ft 7 in",
            "BMI: 23.0 kg/m²",
            "Pain: 0/10",
        ],
        ros: &[],
        pe: &[(
            "skin",
            &[
                "Skin warm, dry and intact",
                "No infection, lesion or inflammation in treatment area",
                "Fitzpatrick skin type V",
                "Glogau classification I",
                "Acne scarring (ice pick, boxcar or rolling)",
            ],
        )],
    }],
    treatments: &[
        DemoTreatment::new(
            TreatmentType::Microneedling,
            NURSE,
            (90, "09:45"),
            "Cheeks, temples",
            "Depth 1.0 mm cheeks, 0.5 mm temples, two passes. Even pinpoint bleeding. Risk of dark patches reviewed.",
            Some(approved((88, "16:20"))),
        ),
        DemoTreatment::new(
            TreatmentType::Microneedling,
            NURSE,
            (48, "09:40"),
            "Cheeks, temples",
            "No darkening after the first. Depth 1.25 mm cheeks, 0.5 mm temples, two passes.",
            Some(approved((47, "18:00"))),
        ),
        DemoTreatment::new(
            TreatmentType::Microneedling,
            NURSE,
            (6, "09:40"),
            "Cheeks, temples",
            "Scars visibly softer. Depth 1.5 mm cheeks, 0.5 mm temples. Sunscreen daily, no retinoid for 5 days.",
            None,
        ),
    ],
    consents: &[
        DemoConsent::signed(consent::PRIVACY, RECEPTIONIST, (95, "15:30"), (94, "21:10")),
        DemoConsent::signed(consent::MICRONEEDLING, RECEPTIONIST, (95, "15:31"), (94, "21:17")),
        DemoConsent::signed(consent::PHOTOS, ASSISTANT, (90, "08:50"), (90, "08:55")),
    ],
    appointments: &[
        DemoAppointment::at(-6, "09:00", ServiceName::Microneedling, NURSE),
        DemoAppointment::at(26, "09:00", ServiceName::Microneedling, NURSE)
            .noting("Fourth session, compare photographs first."),
    ],
};
