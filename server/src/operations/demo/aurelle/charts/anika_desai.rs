//! Anika Desai: microneedling under cover of an antiviral, and a visit today that she has cancelled.

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
    first_name: "Anika",
    last_name: "Desai",
    email: Some("anika.desai@example.com"),
    phone: Some("(201) 555-0120"),
    birth_date: Some("1993-02-27"),
    days_ago: 21,
    exams: &[DemoExam {
        examiner: PRACTITIONER,
        days_ago: 14,
        at: "11:05",
        template: &MICRONEEDLING,
        vitals: &[
            "BP: 114/72 mmHg",
            "HR: 70 bpm",
            "Temp: 98.6 °F",
            "SpO2: 99%",
            "RR: 14/min",
            "Weight: 122 lb",
            "Height: 5 ft 4 in",
            "BMI: 20.9 kg/m²",
            "Pain: 0/10",
        ],
        ros: &[("heent", &["Denies vision change, double vision or eye pain", "Reports history of cold sores (HSV)"])],
        pe: &[(
            "skin",
            &[
                "Skin warm, dry and intact",
                "No infection, lesion or inflammation in treatment area",
                "Fitzpatrick skin type IV",
                "Glogau classification I",
                "Photodamage or dyschromia",
            ],
        )],
    }],
    treatments: &[DemoTreatment::new(
        TreatmentType::Microneedling,
        NURSE,
        (14, "11:40"),
        "Full face",
        "Took valacyclovir since yesterday as ordered. Depth 0.75 mm, two passes, hyaluronic acid on top.",
        Some(approved((12, "17:20"))),
    )],
    consents: &[
        DemoConsent::signed(consent::MICRONEEDLING, RECEPTIONIST, (20, "10:35"), (19, "21:48")),
        DemoConsent::signed(consent::PRIVACY, RECEPTIONIST, (20, "10:36"), (19, "21:50")),
        DemoConsent::pending(consent::PHOTOS, ASSISTANT, (14, "10:55")),
    ],
    appointments: &[
        DemoAppointment::at(-14, "11:00", ServiceName::Microneedling, NURSE).noting("Exam with Claire first."),
        DemoAppointment::at(0, "13:00", ServiceName::FollowUp, NURSE)
            .noting("Two-week review.")
            .cancelled("Has a cold, will call again"),
        DemoAppointment::at(21, "11:00", ServiceName::Microneedling, NURSE),
    ],
};
